// @ts-check
/** Medians, ratios within rounds, and whether the engines agree. */

/**
 * @typedef {import("../engine.mjs").Answer} Answer
 */

/** @param {number[]} numbers */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  if (sorted.length % 2 === 1) return sorted[Math.floor(middle)];
  return (sorted[middle - 1] + sorted[middle]) / 2;
}

/** @param {Answer} answer */
export function nanosPerOperation({ seconds, operations }) {
  return (seconds * 1e9) / operations;
}

/** @param {Answer[]} answers */
export function medianNanos(answers) {
  return median(answers.map(nanosPerOperation));
}

/**
 * How many times as long an operation takes as another's in the same round, median over the rounds.
 * @param {Answer[]} numerator
 * @param {Answer[]} denominator
 */
export function medianRatio(numerator, denominator) {
  return median(
    numerator.map((answer, i) => nanosPerOperation(answer) / nanosPerOperation(denominator[i])),
  );
}

/**
 * Operations a simulated second over all rounds.
 * @param {Answer[]} answers
 */
export function pooledRate(answers) {
  const operations = answers.reduce((sum, answer) => sum + answer.operations, 0);
  const simulated_s = answers.reduce(
    (sum, answer) => sum + answer.operations / answer.operations_per_simulated_second,
    0,
  );
  return operations / simulated_s;
}

/** @param {Answer[]} answers */
export function pooledWait(answers) {
  const operations = answers.reduce((sum, answer) => sum + answer.operations, 0);
  return answers.reduce((sum, a) => sum + a.mean_wait_us * a.operations, 0) / operations;
}
