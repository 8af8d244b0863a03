/** What one buffer get costs: CPU, wait and response, from the samples of the run. */
import { bars } from "../charts/bars.js";
import { count, seconds } from "../format.js";

/** @typedef {import("../types.js").Result} Result */

const PARTS = [
  { key: "St", name: "CPU a get", note: "service time St" },
  { key: "Qt", name: "Wait a get", note: "queue time Qt" },
  { key: "Rt", name: "Response a get", note: "Rt = St + Qt" },
];

/** Microseconds a get. @param {Result} run @param {string} key @param {"mean" | "low" | "high"} of */
const figure = (run, key, of) => 1000 * (run.report.samples?.per_get[key]?.[of] ?? 0);

/** @type {import("../types.js").ViewBody} */
export default {
  paired: true,

  sentence({ now }) {
    const samples = now.report.samples;
    if (!samples) return "";
    const waits = figure(now, "Qt", "mean") / (figure(now, "Rt", "mean") || 1);
    return `A buffer get takes ${seconds(figure(now, "Rt", "mean"))} µs, ${Math.round(100 * waits)} % of it waiting, over ${count(samples.gets)} gets; ${seconds(samples.sleeps_per_1000_gets)} sleeps for 1,000 gets.`;
  },

  chart(pair, _chosen, { width }) {
    return bars(
      PARTS.map(({ key, name, note }) => ({
        name,
        note,
        now: figure(pair.now, key, "mean"),
        baseline: pair.baseline ? figure(pair.baseline, key, "mean") : null,
      })),
      {
        width,
        unit: "microseconds",
        format: seconds,
        tick: (value) => String(value),
        title: this.sentence(pair, {}),
      },
    );
  },

  table({ now, baseline }) {
    /** @param {Result} run @param {string} key */
    const said = (run, key) =>
      `${seconds(figure(run, key, "mean"))} (${seconds(figure(run, key, "low"))} – ${seconds(figure(run, key, "high"))})`;
    return {
      columns: [
        { key: "name", label: "µs a get (95 %)" },
        ...(baseline ? [{ key: "before", label: "Baseline", numeric: true }] : []),
        { key: "now", label: baseline ? "Now" : "This run", numeric: true },
      ],
      rows: PARTS.map(({ key, name }) => ({
        name: name.replace(" a get", ""),
        before: baseline ? said(baseline, key) : "",
        now: said(now, key),
      })),
    };
  },
};
