// @ts-check
/** Answers requests on standard input with one engine, inside Node: `node node_engine.mjs ENGINE [MODULE]`. */
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { measure } from "./engine.mjs";
import { instantiate } from "./kernel.mjs";

/**
 * @param {string} engine
 * @param {string} module path of the kernel's WebAssembly module
 * @returns {Promise<import("./engine.mjs").Run>}
 */
async function load(engine, module) {
  switch (engine) {
    case "async":
    case "machine":
      return (await instantiate(await readFile(module)))[engine];
    case "hand-tuned":
      return (await import("./javascript/hand_tuned.mjs")).run;
    case "naive":
      return (await import("./javascript/naive.mjs")).run;
    default:
      throw new Error(`there is no engine named ${engine}`);
  }
}

const [engine, module] = process.argv.slice(2);
const run = await load(engine, module);
for await (const line of createInterface({ input: process.stdin })) {
  const [model, ...numbers] = line.split(" ");
  const [processes, operations, seed] = numbers.map(Number);
  const request = /** @type {import("./engine.mjs").Request} */ ({
    model,
    processes,
    operations,
    seed,
  });
  console.log(JSON.stringify(measure(engine, run, request)));
}
