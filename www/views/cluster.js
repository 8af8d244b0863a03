/** The cluster: its nodes, what travels between them and what holds it up, and AWR's tables. */
import { html } from "lit";
import { bars } from "../charts/bars.js";
import { nodes } from "../charts/nodes.js";
import { shares } from "../charts/shares.js";
import { compact, count, duration, factor, millis, percent, seconds, seconds2 } from "../format.js";

/** @typedef {import("../types.js").Pair} Pair */
/** @typedef {import("../types.js").Column} Column */
/** @typedef {{ value: string, label: string, columns: Column[] }} Part */
/** @typedef {{ heading: string, kind: "now" | "baseline",
 *   report: import("../types.js").Report }} Side */

/** @param {string} key @param {string} label @param {(value: number) => string} format */
const number = (key, label, format) => ({ key, label, numeric: true, format });

/** The latency bands of `v$current_block_server`. */
const BANDS = ["< 1 ms", "< 10 ms", "< 0.1 s", "< 1 s", "< 10 s"];

/** @type {Part[]} */
const PARTS = [
  {
    value: "transfers",
    label: "Nodes and transfers",
    columns: [
      number("from", "From instance", count),
      number("to", "To instance", count),
      number("current", "Current blocks", count),
      number("cr", "CR blocks", count),
    ],
  },
  {
    value: "current_blocks_served",
    label: "Pins and flushes",
    columns: [
      number("instance", "Instance", count),
      { key: "what", label: "Held up by" },
      number("count", "Times", count),
      ...BANDS.map((label, band) => number(String(band), `% ${label}`, millis)),
    ],
  },
  {
    value: "top_events",
    label: "Top events",
    columns: [
      { key: "name", label: "Event" },
      { key: "class", label: "Class" },
      number("waits", "Waits", count),
      number("total_s", "Total s", seconds2),
      number("avg_ms", "Avg ms", millis),
      number("pct_db_time", "% DB time", millis),
    ],
  },
  {
    value: "wait_classes",
    label: "Wait classes",
    columns: [
      number("instance", "Instance", count),
      { key: "class", label: "Class" },
      number("pct", "% DB time", millis),
    ],
  },
  {
    value: "threads",
    label: "Threads",
    columns: [
      number("thread", "Thread", count),
      number("instance", "Instance", count),
      number("rows", "Rows", count),
      number("run_time_s", "Run time s", seconds2),
      number("rows_per_s", "Rows/s", count),
      number("max_commit_ms", "Longest commit ms", millis),
    ],
  },
  {
    value: "segments",
    label: "Segments",
    columns: [
      { key: "object", label: "Object" },
      { key: "type", label: "Type" },
      { key: "statistic", label: "Statistic" },
      number("value", "Value", count),
      number("capture_pct", "% of all", millis),
    ],
  },
  {
    value: "session_waits",
    label: "Session waits",
    columns: [
      number("at_s", "At s", seconds),
      number("instance", "Instance", count),
      number("sid", "SID", count),
      { key: "program", label: "Program" },
      { key: "event", label: "Event" },
      { key: "state", label: "State" },
      number("seconds", "Seconds", seconds),
      { key: "parameters", label: "P1, P2, P3" },
    ],
  },
  {
    value: "active_by_object",
    label: "Active sessions by object",
    columns: [
      number("instance", "Instance", count),
      { key: "event", label: "Event" },
      { key: "object", label: "Object" },
      number("samples", "Samples", count),
    ],
  },
  {
    value: "active_by_block",
    label: "Active sessions by block",
    columns: [
      number("instance", "Instance", count),
      { key: "event", label: "Event" },
      { key: "object", label: "Object" },
      number("file", "File", count),
      number("block", "Block", count),
      number("samples", "Samples", count),
    ],
  },
];

/** @param {import("../types.js").Report | undefined} report @param {string} name */
const seconds_of = (report, name) =>
  report?.cluster?.top_events.find((row) => row.name === name)?.total_s ?? 0;

/** Rows of a part, with those that the report nests laid flat.
 * @param {import("../types.js").Report} report @param {string} part
 * @returns {Record<string, any>[]} */
function rows({ cluster }, part) {
  const found = cluster?.[part] ?? [];
  if (part === "wait_classes") {
    return found.flatMap(({ instance, classes, db_cpu }) =>
      [["DB CPU", db_cpu], ...Object.entries(classes)]
        .filter(([, pct]) => pct > 0)
        .sort(([, a], [, b]) => b - a)
        .map(([name, pct]) => ({ instance, class: name, pct })),
    );
  }
  if (part !== "current_blocks_served") return found;
  return found.flatMap(({ instance, pins, pins_pct, flushes, flushes_pct }) => [
    { instance, what: "pins", count: pins, ...pins_pct },
    { instance, what: "flushes", count: flushes, ...flushes_pct },
  ]);
}

/** @param {import("../types.js").Pair} pair @returns {Side[]} */
const sides = ({ now, baseline }) => [
  ...(baseline?.report.cluster
    ? [{ heading: "Baseline", kind: /** @type {const} */ ("baseline"), report: baseline.report }]
    : []),
  {
    heading: baseline ? "Now" : "This run",
    kind: /** @type {const} */ ("now"),
    report: now.report,
  },
];

/** Blocks that travelled, current ones and copies. @param {import("../types.js").Report} report */
const travelled = (report) =>
  rows(report, "transfers").reduce((sum, { current, cr }) => sum + current + cr, 0);

/** @param {Side} side @param {{ width: number, title: string, most: number }} options */
function pictured({ heading, kind, report }, options) {
  const classes = report.cluster?.wait_classes ?? [];
  return nodes(
    (report.instances ?? []).map(({ instance, sessions, rows: inserted, cores }, index) => {
      const spent = rows(report, "wait_classes").filter((row) => row.instance === instance);
      const run = (report.cluster?.threads ?? []).filter((row) => row.instance === instance);
      const rate = run.reduce((sum, { rows_per_s }) => sum + rows_per_s, 0) / (run.length || 1);
      const [top] = spent;
      return {
        name: `Instance ${instance}`,
        lines: [
          `${sessions} sessions, ${cores} cores`.replace(/\b1 (session|core)s/g, "1 $1"),
          `${count(inserted)} rows, ${seconds(rate)}/s each`,
        ],
        least: compact(inserted),
        brief: [`${sessions} sessions`, `${compact(inserted)} rows`],
        parts: spent.map(({ class: name, pct }) => ({
          name: `${name}: ${percent(pct / 100)} of ${duration(classes[index]?.db_time_s ?? 0)}`,
          share: pct / 100,
          colour: `var(--class-${name === "DB CPU" ? "cpu" : name.toLowerCase().replaceAll(/[^a-z]+/g, "-")})`,
        })),
        note: top ? `${top.class} ${percent(top.pct / 100)}` : "idle",
      };
    }),
    rows(report, "transfers")
      .map(({ from, to, current, cr }) => ({
        from: from - 1,
        to: to - 1,
        count: current + cr,
        label: `Instance ${from} to ${to}: ${count(current)} current blocks, ${count(cr)} CR blocks`,
      }))
      .filter((arc) => arc.count > 0),
    { ...options, heading, kind, format: compact },
  );
}

/** @param {Side} side @param {{ width: number, title: string }} options */
const heldUp = ({ heading, kind, report }, options) =>
  shares(
    rows(report, "current_blocks_served").map((row) => ({
      name: `Instance ${row.instance}, ${row.what}`,
      note: count(row.count),
      shares: BANDS.map((_, band) => (row[band] ?? 0) / 100),
    })),
    { ...options, heading, kind, bands: BANDS, format: percent },
  );

/** @type {import("../types.js").ViewBody} */
export default {
  paired: true,

  options: ({ now }) => [
    {
      key: "part",
      label: "Show",
      choices: PARTS.filter(({ value }) => now.report.cluster?.[value]?.length),
    },
  ],

  sentence({ now: { report } }, { part }) {
    const [top] = report.cluster?.top_events ?? [];
    if (!top) return "No instance waited for anything.";
    const instances = report.instances?.length ?? 0;
    if (part === "transfers") {
      const moved = travelled(report);
      if (moved === 0) return `No block travelled between the ${instances} instances.`;
      return `${count(moved)} blocks travelled between ${instances} instances, one for every ${factor(report.rows / moved)} rows.`;
    }
    if (part === "current_blocks_served") {
      const served = report.cluster?.current_blocks_served ?? [];
      const sum = (/** @type {string} */ key) => served.reduce((all, row) => all + row[key], 0);
      return `Before a changed block could leave, an instance waited ${count(sum("flushes"))} times for its redo and ${count(sum("pins"))} times for a session to let go.`;
    }
    return `${top.name} takes ${percent(top.pct_db_time / 100)} of the DB time over ${instances} instances: ${duration(top.total_s)}.`;
  },

  chart(pair, { part }, { width }) {
    const title = this.sentence(pair, { part });
    if (part === "current_blocks_served") {
      return html`<div class="stacked">
        ${sides(pair).map((side) => heldUp(side, { width, title }))}
      </div>`;
    }
    if (part === "top_events") {
      return bars(
        (pair.now.report.cluster?.top_events ?? []).slice(0, 10).map(({ name, class: kind }) => ({
          name,
          note: kind,
          now: seconds_of(pair.now.report, name),
          baseline: pair.baseline ? seconds_of(pair.baseline.report, name) : null,
        })),
        { width, unit: "seconds, summed over sessions", format: seconds, tick: compact, title },
      );
    }
    if (part === "threads") {
      const before = pair.baseline?.report.cluster?.threads;
      return bars(
        rows(pair.now.report, part).map(({ thread, instance, rows_per_s }, index) => ({
          name: `Thread ${thread}`,
          note: `instance ${instance}`,
          now: rows_per_s,
          baseline: before ? (before[index]?.rows_per_s ?? 0) : null,
        })),
        { width, unit: "rows a second", format: seconds, tick: compact, title },
      );
    }
    const most = Math.max(
      1,
      ...sides(pair).flatMap(({ report }) =>
        rows(report, "transfers").map(({ current, cr }) => current + cr),
      ),
    );
    return html`<div class="stacked">
      ${sides(pair).map((side) => pictured(side, { width, title, most }))}
    </div>`;
  },

  table({ now }, { part }) {
    const { columns, value } = PARTS.find((each) => each.value === part) ?? PARTS[0];
    return { columns, rows: rows(now.report, value) };
  },
};
