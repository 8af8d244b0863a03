/**
 * Is it the lever, or luck? Pairs of runs that share a seed, their differences, and a 95 % interval
 * of the mean difference by Student's t.
 *
 * @typedef {import("./types.js").Result} Result
 * @typedef {import("./types.js").Difference} Difference
 */
import { applying, MEASURES, MORE } from "./measures.js";

/** The 97.5 % quantile of Student's t for 1 to 30 degrees of freedom. */
const T = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145,
  2.131, 2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048,
  2.045, 2.042,
];

/** @param {number} freedom degrees of freedom, at least 1 */
export const quantile = (freedom) => T[freedom - 1] ?? 1.96 + 2.5 / freedom;

/** The mean of the differences and half the width of its 95 % interval.
 * @param {number[]} differences at least 2 */
export function interval(differences) {
  const n = differences.length;
  const mean = differences.reduce((sum, each) => sum + each, 0) / n;
  const squares = differences.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  const error = Math.sqrt(squares / (n - 1) / n);
  return { mean, half: quantile(n - 1) * error };
}

/** Better or worse only where the interval leaves zero out.
 * @param {number} mean @param {number} half @param {"less" | "more"} better */
export function verdict(mean, half, better) {
  if (Math.abs(mean) <= half || mean === 0) return "no difference shown";
  return mean < 0 === (better === "less") ? "better" : "worse";
}

/**
 * The differences of paired runs, relative to the baseline's mean (absolute where that is zero).
 * @param {[Result, Result][]} pairs baseline, now: each pair of one seed
 * @returns {Difference[]}
 */
export function differences(pairs) {
  const measures = applying([...MEASURES, ...MORE], pairs[0][0].report);
  const seen = measures.filter(({ of }) =>
    pairs.some((pair) => pair.some((run) => of(run.report))),
  );
  return seen.map(({ label, unit, better, of }) => {
    const base = pairs.reduce((sum, [baseline]) => sum + of(baseline.report), 0) / pairs.length;
    const each = pairs.map(([baseline, now]) => {
      return (of(now.report) - of(baseline.report)) / (base || 1);
    });
    const { mean, half } = interval(each);
    const said = verdict(mean, half, better);
    return { label, unit, better, differences: each, mean, half, verdict: said };
  });
}
