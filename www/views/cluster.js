/** The cluster as its own report lists it: events over all instances, blocks served, threads. */
import { bars } from "../charts/bars.js";
import { compact, count, duration, millis, percent, seconds, seconds2 } from "../format.js";

/** @typedef {import("../types.js").Pair} Pair */
/** @typedef {import("../types.js").Column} Column */
/** @typedef {{ value: string, label: string, columns: Column[] }} Part */

/** @param {string} key @param {string} label @param {(value: number) => string} format */
const number = (key, label, format) => ({ key, label, numeric: true, format });

/** @type {Part[]} */
const PARTS = [
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
      number("at_s", "At s", count),
      number("instance", "Instance", count),
      number("sid", "SID", count),
      { key: "program", label: "Program" },
      { key: "event", label: "Event" },
      { key: "state", label: "State" },
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

/** @type {import("../types.js").ViewBody} */
export default {
  paired: true,

  options: ({ now }) => [
    {
      key: "part",
      label: "Table",
      choices: PARTS.filter(({ value }) => now.report.cluster?.[value]?.length),
    },
  ],

  sentence({ now }) {
    const [top] = now.report.cluster?.top_events ?? [];
    if (!top) return "No instance waited for anything.";
    return `${top.name} takes ${percent(top.pct_db_time / 100)} of the DB time over ${now.report.instances?.length ?? 0} instances: ${duration(top.total_s)}.`;
  },

  chart(pair, _chosen, { width }) {
    return bars(
      (pair.now.report.cluster?.top_events ?? []).slice(0, 10).map(({ name, class: kind }) => ({
        name,
        note: kind,
        now: seconds_of(pair.now.report, name),
        baseline: pair.baseline ? seconds_of(pair.baseline.report, name) : null,
      })),
      {
        width,
        unit: "seconds, summed over sessions",
        format: seconds,
        tick: compact,
        title: this.sentence(pair, {}),
      },
    );
  },

  table({ now }, { part }) {
    const { columns, value } = PARTS.find((each) => each.value === part) ?? PARTS[0];
    return { columns, rows: now.report.cluster?.[value] ?? [] };
  },
};
