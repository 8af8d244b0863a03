/** Luck or lever: pairs of runs that share a seed, and what remains of the difference. */
import { whiskers } from "../charts/whiskers.js";
import { percent } from "../format.js";

/** @typedef {import("../types.js").Difference} Difference */

/** @param {number} value */
const plain = (value) => String(Number(value.toPrecision(3)));

/** @param {Difference} difference */
function interval({ mean, half }) {
  const sign = mean === 0 ? "" : mean > 0 ? "+" : "−";
  return `${sign}${percent(Math.abs(mean))} ± ${percent(half)}`;
}

/** @type {import("../types.js").ViewBody} */
export default {
  sentence({ comparison, busy }) {
    if (!comparison?.differences.length) {
      return busy
        ? "Running pairs of seeds; the first intervals appear after two pairs."
        : "One pair of runs may be luck. Run ten pairs of seeds: each pair shares its random numbers, so that the lever is all that differs.";
    }
    const [elapsed] = comparison.differences;
    return `Over ${comparison.done} pairs of seeds (${comparison.seeds[0]} to ${comparison.seeds[comparison.done - 1]}), elapsed changes by ${interval(elapsed)}: ${elapsed.verdict}.`;
  },

  action({ comparison, busy }) {
    if (busy) return null;
    return { name: "compare", label: comparison ? "Run ten pairs again" : "Run ten pairs" };
  },

  chart({ comparison }, _chosen, { width }) {
    if (!comparison?.differences.length) return null;
    return whiskers(
      comparison.differences.map(({ label, mean, half, differences, verdict }) => ({
        name: label,
        mean,
        half,
        each: differences,
        verdict,
        side: verdict === "no difference shown" ? "unsure" : verdict,
      })),
      {
        width,
        unit: "now to baseline; bar: 95 % interval of the mean; small dots: pairs",
        format: (value) => (value < 1 ? `÷ ${plain(1 / value)}` : `× ${plain(value)}`),
        title: "Differences between now and baseline with their 95 % intervals",
      },
    );
  },

  table({ comparison }) {
    return {
      columns: [
        { key: "label", label: "Figure" },
        { key: "interval", label: "Difference, 95 % interval", numeric: true },
        { key: "verdict", label: "Verdict" },
      ],
      rows: (comparison?.differences ?? []).map((each) => ({ ...each, interval: interval(each) })),
    };
  },
};
