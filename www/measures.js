/**
 * The figures of a run that are set large and compared over seeds. Which apply depends on what the
 * sessions do: a run that inserts ends sooner, one that is sampled costs less a get.
 *
 * @typedef {import("./types.js").Report} Report
 * @typedef {{ key: string, label: string, unit: string, better: "less" | "more",
 *   applies: (report: Report) => boolean, of: (report: Report) => number }} Measure
 */
import { text } from "./strings.js";

const labels = text.measures;
const inserts = (/** @type {Report} */ report) => report.rows > 0;
const sampled = (/** @type {Report} */ report) => Boolean(report.samples);
const idles = (/** @type {Report} */ report) => report.rows === 0;
const always = () => true;

/** One figure a get of the samples, in microseconds. @param {string} name */
const perGet = (name) => (/** @type {Report} */ report) =>
  1000 * (report.samples?.per_get[name]?.mean ?? 0);

/** @type {Measure[]} */
export const MEASURES = [
  {
    key: "elapsed",
    label: labels.elapsed,
    unit: "s",
    better: "less",
    applies: inserts,
    of: ({ wall_s }) => wall_s,
  },
  {
    key: "sessions",
    label: labels.sessions,
    unit: "s",
    better: "less",
    applies: inserts,
    of: ({ session_elapsed_s }) => session_elapsed_s,
  },
  {
    key: "throughput",
    label: labels.throughput,
    unit: "rows/s",
    better: "more",
    applies: inserts,
    of: ({ rows, wall_s }) => rows / Math.max(wall_s, 1e-9),
  },
  {
    key: "response",
    label: labels.response,
    unit: "µs",
    better: "less",
    applies: sampled,
    of: perGet("Rt"),
  },
  {
    key: "cpu_get",
    label: labels.cpu_get,
    unit: "µs",
    better: "less",
    applies: sampled,
    of: perGet("St"),
  },
  {
    key: "wait_get",
    label: labels.wait_get,
    unit: "µs",
    better: "less",
    applies: sampled,
    of: perGet("Qt"),
  },
  {
    key: "waited",
    label: labels.waited,
    unit: "s",
    better: "less",
    applies: idles,
    of: ({ events }) => events.reduce((sum, { total_s }) => sum + total_s, 0),
  },
  {
    key: "longest",
    label: labels.longest,
    unit: "s",
    better: "less",
    applies: idles,
    of: ({ events }) => Math.max(0, ...events.map(({ max_s }) => max_s)),
  },
  {
    key: "cpu",
    label: labels.cpu,
    unit: "s",
    better: "less",
    applies: always,
    of: ({ cpu_s }) => cpu_s,
  },
];

/** The figures that only the comparison lists. @type {Measure[]} */
export const MORE = [
  {
    key: "busy",
    label: labels.busy,
    unit: "waits",
    better: "less",
    applies: always,
    of: ({ segments }) =>
      segments.reduce((sum, { statistics }) => sum + (statistics["buffer busy waits"] ?? 0), 0),
  },
  {
    key: "reads",
    label: labels.reads,
    unit: "blocks",
    better: "less",
    applies: always,
    of: ({ statistics }) => statistics["physical reads"] ?? 0,
  },
];

/** Those that apply to a run. @param {Measure[]} measures @param {Report} report */
export const applying = (measures, report) => measures.filter(({ applies }) => applies(report));
