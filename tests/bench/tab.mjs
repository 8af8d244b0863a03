// @ts-check
/** Answers requests inside one browser tab, in which all engines for the browser are loaded. */
import { measure } from "./engine.mjs";
import * as hand_tuned from "./javascript/hand_tuned.mjs";
import * as naive from "./javascript/naive.mjs";
import { instantiate } from "./kernel.mjs";

/** @type {Record<string, import("./engine.mjs").Run>} */
const engines = { "hand-tuned": hand_tuned.run, naive: naive.run };

/** @param {string} url where the kernel's WebAssembly module is served */
export async function loadKernel(url) {
  const response = await fetch(url);
  Object.assign(engines, await instantiate(await response.arrayBuffer()));
}

/**
 * @param {string} engine
 * @param {import("./engine.mjs").Request} request
 */
export function answer(engine, request) {
  return measure(engine, engines[engine], request);
}
