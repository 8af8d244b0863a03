/**
 * Where the engine of the single file comes from: the file itself. Its bytes, not a compiled
 * module, go to the workers: a page from file:// or in a sandboxed frame can hand over no more.
 */
import packed from "virtual:packed-engine";
import EngineWorker from "./worker.js?worker&inline";

/** @returns {Promise<BufferSource>} */
async function unpack() {
  const deflated = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([deflated]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).arrayBuffer();
}

/** @type {Promise<BufferSource> | null} */
let bytes = null;

/** @type {import("./engine.js").Engine} */
export const engine = {
  worker: () => new EngineWorker(),
  module: () => {
    bytes ??= unpack();
    return bytes;
  },
};
