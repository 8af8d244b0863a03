/** Luck or lever: pairs of runs that share a seed, and what remains of the difference. */
import { whiskers } from "../charts/whiskers.js";
import { percent } from "../format.js";
import { text } from "../strings.js";

const words = text.views.compare;

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
      return busy ? words.running : words.luck;
    }
    const [elapsed] = comparison.differences;
    return words.over(comparison.done, comparison.seeds, interval(elapsed), elapsed.verdict);
  },

  action({ comparison, busy }) {
    if (busy) return null;
    return { name: "compare", label: comparison ? words.again : words.run };
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
        unit: words.unit,
        format: (value) => (value < 1 ? `÷ ${plain(1 / value)}` : `× ${plain(value)}`),
        title: words.title,
      },
    );
  },

  table({ comparison }) {
    return {
      columns: [
        { key: "label", label: words.figure },
        { key: "interval", label: words.interval, numeric: true },
        { key: "verdict", label: words.verdict },
      ],
      rows: (comparison?.differences ?? []).map((each) => ({ ...each, interval: interval(each) })),
    };
  },
};
