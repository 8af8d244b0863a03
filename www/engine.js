/**
 * Where the engine comes from: the compiled module, fetched and compiled once for all workers, and
 * a way to make a worker.
 *
 * @typedef {{ worker: () => Worker, module: () => Promise<WebAssembly.Module | BufferSource> }} Engine
 */
import address from "./engine/hotblock_bg.wasm?url&no-inline";
import script from "./worker.js?worker&url";

/** @type {Promise<WebAssembly.Module> | null} */
let module = null;

async function compile() {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} for ${address}`);
  // Not compileStreaming: a server that does not know .wasm would break it, and 300 KB compile in
  // the time that it takes to tell.
  return WebAssembly.compile(await response.arrayBuffer());
}

/** A worker. No browser makes one of a script from another origin: a page there gets one of its own
 * that does nothing but load the script, for which its policy must allow `worker-src blob:`. */
function worker() {
  const url = new URL(script, import.meta.url);
  if (url.origin === location.origin) return new Worker(url);
  const loader = new Blob([`importScripts(${JSON.stringify(url.href)})`]);
  const own = URL.createObjectURL(loader);
  const made = new Worker(own);
  setTimeout(() => URL.revokeObjectURL(own), 60_000);
  return made;
}

/** @type {Engine} */
export const engine = {
  worker,
  module: () => {
    module ??= compile().catch((error) => {
      module = null;
      throw error;
    });
    return module;
  },
};
