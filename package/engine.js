/**
 * The engine without a page: a scenario in, a report out, in Node and in browsers alike. It works on
 * the caller's thread and lets other work in between slices; it asks nothing of any other machine.
 *
 * @typedef {import("../www/types.js").Catalogue} Catalogue
 * @typedef {import("../www/types.js").Point} Point
 * @typedef {import("../www/types.js").Progress} Progress
 * @typedef {import("../www/types.js").Report} Report
 * @typedef {import("../www/types.js").Scenario} Scenario
 * @typedef {import("../www/types.js").Value} Value
 * @typedef {import("../www/types.js").Views} Views
 *
 * @typedef {object} Run  a finished run
 * @property {Report} report
 * @property {string} json  the report's own bytes, the same on every machine
 * @property {Views} views  what the page draws: heat map, timeline, hot blocks, blame chains
 *
 * @typedef {object} Options
 * @property {(progress: Progress) => void} [progress]  told after each slice but the last
 * @property {AbortSignal} [signal]  ends the run after the present slice, with the signal's reason
 *
 * @typedef {Omit<Point, "value"> & { value: Value, report: Report }} Tried  one value of a sweep
 */
import { Refused } from "../www/bridge.js";
import * as bindings from "../www/engine/hotblock.js";
import address from "../www/engine/hotblock_bg.wasm?url&no-inline";
import { point, values } from "../www/sweep.js";

export { Refused };

/** Events between two looks at the signal: some hundredths of a second. */
const SLICE = 250_000;

/** @type {Promise<void> | null} */
let loading = null;

/**
 * Loads the engine, once; the other functions do it by themselves, from the package's own file.
 * @param {string | URL | BufferSource | WebAssembly.Module} [source] where it comes from instead
 * @returns {Promise<void>} rejects where it cannot be read or compiled; the next call tries again
 */
export function load(source = address) {
  loading ??= open(source).catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** @param {string | URL | BufferSource | WebAssembly.Module} source */
async function open(source) {
  const named = typeof source === "string" || source instanceof URL;
  const given = named ? await read(new URL(source, import.meta.url)) : source;
  const module = given instanceof WebAssembly.Module ? given : await WebAssembly.compile(given);
  bindings.initSync({ module });
  bindings.start();
}

/** The bytes at an address; Node's `fetch` reads no files. @param {URL} url */
async function read(url) {
  const { process } = /** @type {{ process?: any }} */ (globalThis);
  const files = process?.getBuiltinModule?.("node:fs/promises");
  if (url.protocol === "file:" && files) return new Uint8Array(await files.readFile(url));
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} for ${url}`);
  return response.arrayBuffer();
}

/**
 * What there is: presets, levers with their bounds and sentences, wait events, statistics.
 * @returns {Promise<Catalogue>}
 */
export async function catalogue() {
  await load();
  return bindings.catalogue();
}

/**
 * Runs a scenario: `await run({ preset: "reverse-key", "index.reverse": true, seed: 2 })`.
 * @param {Scenario} scenario a preset's name and the levers that differ from it
 * @param {Options} [options]
 * @returns {Promise<Run>} rejects with `Refused`, whose `problems` name every fault of the scenario
 */
export async function run(scenario, { progress, signal } = {}) {
  await load();
  signal?.throwIfAborted();
  const simulation = begin(scenario);
  try {
    for (let now = simulation.advance(SLICE); !now.done; now = simulation.advance(SLICE)) {
      progress?.(now);
      await new Promise((resolve) => setTimeout(resolve));
      signal?.throwIfAborted();
    }
    const [report, json] = [simulation.report(), simulation.report_json()];
    return { report, json, views: simulation.views() };
  } finally {
    simulation.free();
  }
}

/** @param {Scenario} scenario */
function begin(scenario) {
  try {
    return new bindings.Simulation(scenario);
  } catch (problems) {
    throw Array.isArray(problems) ? new Refused(problems) : problems;
  }
}

/**
 * Runs a scenario with several values of one lever, one after another.
 * @param {Scenario} scenario
 * @param {string} key the lever
 * @param {Value[]} [list] the values; unless given, up to nine numbers around the present one, each
 *   twice the one before
 * @param {Options} [options] `progress` is told of each run anew
 * @returns {Promise<Tried[]>} in the order of the values: waits, seconds, reads, and the report
 */
export async function sweep(scenario, key, list, options) {
  const { levers, presets } = await catalogue();
  const lever = levers.find((each) => each.key === key);
  const preset = presets.find((each) => each.key === scenario.preset);
  if (!list && !lever) throw new RangeError(`There is no lever ${key}.`);
  const present = Number(scenario[key] ?? preset?.scenario[key] ?? lever?.default);
  /** @type {Tried[]} */
  const done = [];
  for (const value of list ?? (lever ? values(lever, present) : [])) {
    const { report } = await run({ ...scenario, [key]: value }, options);
    done.push({ ...point(Number(value), { report }), value, report });
  }
  return done;
}
