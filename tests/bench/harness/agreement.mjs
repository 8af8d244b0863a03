// @ts-check
/** Speeds are worth comparing only between engines that simulate the same thing. */
import { pooledRate, pooledWait } from "./statistics.mjs";

/** Operations of the hot lock a simulated second, and events of PHOLD with 1,024 processes. */
const EXPECTED_RATE = { "hot-lock": 92_300, phold: 1_024 };
/** Both within this of what is expected, or of each other. */
const TOLERANCE = 0.01;

/**
 * @typedef {import("../engine.mjs").Answer} Answer
 */

/**
 * @param {{ engine: string, model: "hot-lock" | "phold", answers: Answer[] }[]} results
 * @returns {string[]} one sentence for each disagreement
 */
export function disagreements(results) {
  const problems = [];
  const waits = results
    .filter(({ model }) => model === "hot-lock")
    .map(({ answers }) => pooledWait(answers))
    .sort((a, b) => a - b);
  const middle_wait = waits[Math.floor(waits.length / 2)];
  for (const { engine, model, answers } of results) {
    const rate = pooledRate(answers);
    const expected = EXPECTED_RATE[model];
    if (Math.abs(rate / expected - 1) > TOLERANCE) {
      const given = rate.toFixed(0);
      problems.push(`${engine} simulates ${given} ${model} operations a second, not ${expected}.`);
    }
    const wait = pooledWait(answers);
    if (model === "hot-lock" && Math.abs(wait / middle_wait - 1) > 2 * TOLERANCE) {
      const given = wait.toFixed(1);
      problems.push(`${engine} has a mean wait of ${given} us, not ${middle_wait.toFixed(1)}.`);
    }
  }
  return problems;
}

/**
 * Our kernel gives the same bits everywhere.
 * @param {Map<string, Answer[]>} answers by task
 * @param {{ key: string, model: string }[]} tasks
 * @returns {string[]}
 */
export function differentBits(answers, tasks) {
  /** @type {Map<string, { key: string, digest: string }>} */
  const first = new Map();
  const problems = [];
  for (const { key } of tasks) {
    for (const [round, { digest, operations }] of (answers.get(key) ?? []).entries()) {
      if (digest === undefined) continue;
      const [variety, ...rest] = key.replace(/^[^/]*\//, "").split(" ");
      const same = `${variety} ${rest.join(" ")} ${operations} ${round}`;
      const other = first.get(same);
      if (other === undefined) first.set(same, { key, digest });
      else if (other.digest !== digest) {
        problems.push(`${key} gives other bits than ${other.key} in round ${round + 1}.`);
      }
    }
  }
  return problems;
}
