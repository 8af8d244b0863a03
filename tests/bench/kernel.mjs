// @ts-check
/**
 * Our kernel in WebAssembly, in Node and in a tab alike. The module is stepped in chunks, because V8
 * never replaces a running WebAssembly function by its optimised form.
 */

/** Resumptions in one call. */
const CHUNK = 5000;

const MODELS = { "hot-lock": 0, phold: 1 };

/**
 * @param {BufferSource} bytes the module
 * @returns {Promise<Record<"processes" | "state-machine", import("./engine.mjs").Run>>}
 */
export async function instantiate(bytes) {
  const { instance } = await WebAssembly.instantiate(bytes, {});
  const kernel = /** @type {any} */ (instance.exports);

  /**
   * @param {0 | 1} variety
   * @param {import("./engine.mjs").Request} request
   */
  function run(variety, { model, processes, operations, seed }) {
    kernel.begin(MODELS[model], variety, processes, operations, seed);
    while (kernel.advance(CHUNK));
    const digest = BigInt.asUintN(64, kernel.digest()).toString(16);
    return {
      simulated_s: kernel.simulated_s(),
      mean_wait_us: kernel.mean_wait_us(),
      digest,
    };
  }

  return {
    processes: (request) => run(0, request),
    "state-machine": (request) => run(1, request),
  };
}
