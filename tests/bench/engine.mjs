// @ts-check
/**
 * What a benchmark asks of an engine, and what it answers; the programs in other languages read the
 * request as one line "model processes operations seed" and print the answer as one line of JSON.
 *
 * @typedef {object} Request
 * @property {"hot-lock" | "phold"} model
 * @property {number} processes
 * @property {number} operations operations of the hot lock, or events of PHOLD, to run
 * @property {number} seed
 *
 * @typedef {object} Outcome
 * @property {number} simulated_s
 * @property {number} mean_wait_us mean of all waits, for a core or for the resource; 0 in PHOLD
 * @property {string} [digest] the whole result, where engines have to agree to the bit
 *
 * @typedef {(request: Request) => Outcome} Run
 *
 * @typedef {object} Answer
 * @property {string} engine
 * @property {string} model
 * @property {number} operations
 * @property {number} seconds
 * @property {number} operations_per_simulated_second
 * @property {number} mean_wait_us
 * @property {string} [digest]
 */

/**
 * Runs a request on the clock; works in Node and in a browser tab.
 * @param {string} engine
 * @param {Run} run
 * @param {Request} request
 * @returns {Answer}
 */
export function measure(engine, run, request) {
  const start = performance.now();
  const outcome = run(request);
  const seconds = (performance.now() - start) / 1000;
  return {
    engine,
    model: request.model,
    operations: request.operations,
    seconds,
    operations_per_simulated_second: request.operations / outcome.simulated_s,
    mean_wait_us: outcome.mean_wait_us,
    digest: outcome.digest,
  };
}
