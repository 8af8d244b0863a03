/**
 * Where the engine comes from: the compiled module, fetched and compiled once for all workers, and
 * a way to make a worker.
 *
 * @typedef {{ worker: () => Worker, module: () => Promise<WebAssembly.Module | BufferSource> }} Engine
 */
import address from "./engine/hotblock_bg.wasm?url";
import EngineWorker from "./worker.js?worker";

/** @type {Promise<WebAssembly.Module> | null} */
let module = null;

async function compile() {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} for ${address}`);
  // Not compileStreaming: a server that does not know .wasm would break it, and 300 KB compile in
  // the time that it takes to tell.
  return WebAssembly.compile(await response.arrayBuffer());
}

/** @type {Engine} */
export const engine = {
  worker: () => new EngineWorker(),
  module: () => {
    module ??= compile().catch((error) => {
      module = null;
      throw error;
    });
    return module;
  },
};
