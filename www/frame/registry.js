import { has } from "../published.js";
import { text } from "../strings.js";
import events from "../views/events.js";

const { titles } = text.tabs;

/**
 * The tabs, in their order. A new view is a file and a line here; the frame draws whatever body it
 * loads: a sentence, a chart and its table, or plain text.
 *
 * @type {import("../types.js").View[]}
 */
export const views = [
  {
    key: "events",
    title: titles.events,
    applies: () => true,
    load: async () => events,
  },
  {
    key: "timeline",
    title: titles.timeline,
    applies: ({ now }) => (now.views?.timeline?.values?.length ?? 0) > 0,
    load: async () => (await import("../views/timeline.js")).default,
  },
  {
    key: "histograms",
    title: titles.histograms,
    applies: ({ now }) => Object.keys(now.report.histograms ?? {}).length > 0,
    load: async () => (await import("../views/histograms.js")).default,
  },
  {
    key: "chains",
    title: titles.chains,
    applies: ({ now }) => (now.views?.chains?.length ?? 0) > 0,
    load: async () => (await import("../views/chains.js")).default,
  },
  {
    key: "blocks",
    title: titles.blocks,
    applies: ({ now }) => (now.views?.hot_blocks?.length ?? 0) > 0,
    load: async () => (await import("../views/blocks.js")).default,
  },
  {
    key: "latches",
    title: titles.latches,
    applies: ({ now }) => (now.report.latches?.length ?? 0) > 0,
    load: async () => (await import("../views/latches.js")).default,
  },
  {
    key: "cores",
    title: titles.cores,
    applies: ({ now }) => (now.views?.cores?.slices ?? 0) > 0,
    load: async () => (await import("../views/cores.js")).default,
  },
  {
    key: "gets",
    title: titles.gets,
    applies: ({ now }) => Boolean(now.report.samples),
    load: async () => (await import("../views/gets.js")).default,
  },
  {
    key: "cluster",
    title: titles.cluster,
    applies: ({ now }) => Boolean(now.report.cluster?.top_events),
    load: async () => (await import("../views/cluster.js")).default,
  },
  {
    key: "sweep",
    title: titles.sweep,
    applies: ({ catalogue }) => catalogue.levers.some(({ kind }) => kind === "integer"),
    load: async () => (await import("../views/sweep.js")).default,
  },
  {
    key: "compare",
    title: titles.compare,
    applies: ({ baseline }) => baseline !== null,
    load: async () => (await import("../views/compare.js")).default,
  },
  {
    key: "published",
    title: titles.published,
    applies: ({ now }) => has(now.report.preset),
    load: async () => (await import("../views/published.js")).default,
  },
  {
    key: "report",
    title: titles.report,
    applies: () => true,
    load: async () => (await import("../views/report.js")).default,
  },
];
