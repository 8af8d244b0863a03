// @ts-check
/** Warm-up, then rounds in which every engine has one turn; what is compared is compared within a round. */

/**
 * @typedef {import("./engines.mjs").Engine} Engine
 * @typedef {import("../engine.mjs").Answer} Answer
 * @typedef {import("../engine.mjs").Request["model"]} Model
 *
 * @typedef {object} Task one thing that is measured once a round
 * @property {string} key
 * @property {Engine} engine
 * @property {Model} model
 * @property {number} processes
 * @property {number} operations
 */

export const SCALES = [10, 100, 1_000, 10_000];
export const SCALED_ENGINES = ["chromium/async", "native/async"];
const SCALED_OPERATIONS = { "hot-lock": 300_000, phold: 1_000_000 };

/** @type {Record<Model, number>} */
const PROCESSES = { "hot-lock": 100, phold: 1_024 };
const MODELS = /** @type {const} */ (["hot-lock", "phold"]);

/**
 * @param {Engine} engine
 * @param {Model} model
 * @param {number} [processes]
 */
export function taskKey(engine, model, processes = PROCESSES[model]) {
  return `${engine.key} ${model} ${processes}`;
}

/**
 * The measurements of one round: every engine on both models, then our kernel at several sizes.
 * @param {Engine[]} engines
 * @returns {Task[]}
 */
export function tasksOf(engines) {
  const tasks = [];
  for (const engine of engines) {
    for (const model of MODELS) {
      const processes = PROCESSES[model];
      const operations = engine.operations[model];
      tasks.push({ key: taskKey(engine, model), engine, model, processes, operations });
    }
  }
  for (const engine of engines.filter(({ key }) => SCALED_ENGINES.includes(key))) {
    for (const model of MODELS) {
      for (const processes of SCALES.filter((processes) => processes !== PROCESSES[model])) {
        const operations = SCALED_OPERATIONS[model];
        const key = taskKey(engine, model, processes);
        tasks.push({ key, engine, model, processes, operations });
      }
    }
  }
  return tasks;
}

/**
 * One measurement; undefined from an engine that is out. One that fails is out from then on, with the
 * reason.
 * @param {Task} task
 * @param {number} seed
 */
async function measure({ engine, model, processes, operations }, seed) {
  try {
    return await engine.asked?.ask({ model, processes, operations, seed });
  } catch (error) {
    engine.asked = undefined;
    engine.reason = /** @type {Error} */ (error).message;
  }
}

/**
 * Runs each engine on each model for `seconds` and forgets the results.
 * @param {Task[]} tasks
 * @param {number} seconds
 * @param {(step: string) => void} progress
 */
export async function warmUp(tasks, seconds, progress) {
  for (const task of tasks.filter(({ model, processes }) => processes === PROCESSES[model])) {
    progress(`warming up ${task.engine.key}, ${task.model}`);
    const start = performance.now();
    while (performance.now() - start < seconds * 1000 && (await measure(task, 1)));
  }
}

/**
 * @param {Task[]} tasks
 * @param {number} rounds
 * @param {(step: string) => void} progress
 * @returns {Promise<Map<string, Answer[]>>} per task one answer a round; none if its engine is out
 */
export async function runRounds(tasks, rounds, progress) {
  /** @type {Map<string, Answer[]>} */
  const answers = new Map(tasks.map(({ key }) => [key, []]));
  for (let round = 0; round < rounds; round++) {
    // Each round begins elsewhere, so that no engine always follows the same neighbour's cache.
    const first = Math.floor((round * tasks.length) / rounds);
    for (const task of [...tasks.slice(first), ...tasks.slice(0, first)]) {
      progress(`round ${round + 1} of ${rounds}: ${task.key}`);
      const answer = await measure(task, round + 1);
      if (answer) answers.get(task.key)?.push(answer);
    }
  }
  for (const { key } of tasks.filter(({ engine }) => !engine.asked)) answers.delete(key);
  return answers;
}
