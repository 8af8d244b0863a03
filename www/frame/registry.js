import { has } from "../published.js";
import events from "../views/events.js";

/**
 * The tabs, in their order. A new view is a file and a line here; the frame draws whatever body it
 * loads: a sentence, a chart and its table, or plain text.
 *
 * @type {import("../types.js").View[]}
 */
export const views = [
  {
    key: "events",
    title: "Events",
    applies: () => true,
    load: async () => events,
  },
  {
    key: "timeline",
    title: "Sessions",
    applies: ({ now }) => (now.views?.timeline?.values?.length ?? 0) > 0,
    load: async () => (await import("../views/timeline.js")).default,
  },
  {
    key: "histograms",
    title: "Histograms",
    applies: ({ now }) => Object.keys(now.report.histograms ?? {}).length > 0,
    load: async () => (await import("../views/histograms.js")).default,
  },
  {
    key: "chains",
    title: "Blame chains",
    applies: ({ now }) => (now.views?.chains?.length ?? 0) > 0,
    load: async () => (await import("../views/chains.js")).default,
  },
  {
    key: "blocks",
    title: "Hot blocks",
    applies: ({ now }) => (now.views?.hot_blocks?.length ?? 0) > 0,
    load: async () => (await import("../views/blocks.js")).default,
  },
  {
    key: "latches",
    title: "Latches",
    applies: ({ now }) => (now.report.latches?.length ?? 0) > 0,
    load: async () => (await import("../views/latches.js")).default,
  },
  {
    key: "cores",
    title: "Cores",
    applies: ({ now }) => (now.views?.cores?.slices ?? 0) > 0,
    load: async () => (await import("../views/cores.js")).default,
  },
  {
    key: "gets",
    title: "Buffer gets",
    applies: ({ now }) => Boolean(now.report.samples),
    load: async () => (await import("../views/gets.js")).default,
  },
  {
    key: "cluster",
    title: "Cluster",
    applies: ({ now }) => Boolean(now.report.cluster?.top_events),
    load: async () => (await import("../views/cluster.js")).default,
  },
  {
    key: "sweep",
    title: "How many",
    applies: ({ catalogue }) => catalogue.levers.some(({ kind }) => kind === "integer"),
    load: async () => (await import("../views/sweep.js")).default,
  },
  {
    key: "compare",
    title: "Luck or lever",
    applies: ({ baseline }) => baseline !== null,
    load: async () => (await import("../views/compare.js")).default,
  },
  {
    key: "published",
    title: "Published",
    applies: ({ now }) => has(now.report.preset),
    load: async () => (await import("../views/published.js")).default,
  },
  {
    key: "report",
    title: "Report",
    applies: () => true,
    load: async () => (await import("../views/report.js")).default,
  },
];
