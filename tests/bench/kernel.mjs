// @ts-check
/**
 * Our kernel in WebAssembly, in Node and in a tab alike. The module is stepped in chunks, because V8
 * never replaces a running WebAssembly function by its optimised form.
 */

/** Operations, or events of PHOLD, in one call. */
const CHUNK = 5000;

/** What random draws from seed 1 come to; crates/des holds the same number to its native draws. */
const FINGERPRINT = "af207146736fc091";

const MODELS = { "hot-lock": 0, phold: 1 };

/**
 * @param {BufferSource} bytes the module
 * @returns {Promise<Record<"async" | "machine", import("./engine.mjs").Run>>}
 */
export async function instantiate(bytes) {
  const { instance } = await WebAssembly.instantiate(bytes, {});
  const kernel = /** @type {any} */ (instance.exports);
  const draws = hexadecimal(kernel.fingerprint_high(1)) + hexadecimal(kernel.fingerprint_low(1));
  if (draws !== FINGERPRINT) throw new Error(`other random draws than native: ${draws}`);

  /**
   * @param {0 | 1} form
   * @param {import("./engine.mjs").Request} request
   */
  function run(form, { model, processes, operations, seed }) {
    kernel.start(form, MODELS[model], processes, seed);
    for (let done = 0; done < operations; done += CHUNK) {
      kernel.advance(Math.min(CHUNK, operations - done));
    }
    return {
      simulated_s: kernel.simulated_s(),
      mean_wait_us: kernel.mean_wait_us(),
      digest: hexadecimal(kernel.digest_high()) + hexadecimal(kernel.digest_low()),
    };
  }

  return { async: (request) => run(0, request), machine: (request) => run(1, request) };
}

/** @param {number} word */
function hexadecimal(word) {
  return (word >>> 0).toString(16).padStart(8, "0");
}
