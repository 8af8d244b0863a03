/** What one buffer get costs: CPU, wait and response, from the samples of the run. */
import { bars } from "../charts/bars.js";
import { count, percent, seconds } from "../format.js";
import { text } from "../strings.js";

const words = text.views.gets;

/** @typedef {import("../types.js").Result} Result */

const PARTS = [
  { key: "St", ...words.service },
  { key: "Qt", ...words.queue },
  { key: "Rt", ...words.response },
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
    return words.sentence(
      seconds(figure(now, "Rt", "mean")),
      percent(waits),
      count(samples.gets),
      seconds(samples.sleeps_per_1000_gets),
    );
  },

  chart(pair, _chosen, { width, height }) {
    return bars(
      PARTS.map(({ key, name, note }) => ({
        name,
        note,
        now: figure(pair.now, key, "mean"),
        baseline: pair.baseline ? figure(pair.baseline, key, "mean") : null,
      })),
      {
        width,
        height,
        unit: words.unit,
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
        { key: "name", label: words.column },
        ...(baseline ? [{ key: "before", label: text.views.baseline, numeric: true }] : []),
        { key: "now", label: baseline ? text.views.now : text.views.alone, numeric: true },
      ],
      rows: PARTS.map(({ key, short }) => ({
        name: short,
        before: baseline ? said(baseline, key) : "",
        now: said(now, key),
      })),
    };
  },
};
