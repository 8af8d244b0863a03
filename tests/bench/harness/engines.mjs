// @ts-check
/** The engines that are compared, in the order of the table. */
import { join } from "node:path";
import { openTab } from "./chromium.mjs";
import { startLineProcess } from "./line_process.mjs";
import { buildCpp, buildKernel, buildModule, buildNexosim, installSimPy } from "./prepare.mjs";

/**
 * @typedef {object} Engine
 * @property {string} key
 * @property {string} label
 * @property {string} host
 * @property {Record<"hot-lock" | "phold", number>} operations how many a measurement runs
 * @property {import("./line_process.mjs").Asked} [asked] absent if the engine cannot be had
 * @property {string} [reason] why it cannot be had
 */

const FULL = { "hot-lock": 1_000_000, phold: 10_000_000 };
/** Engines that take longer run less; rates are compared. */
const LESS = { "hot-lock": 1_000_000, phold: 3_000_000 };
const MUCH_LESS = { "hot-lock": 300_000, phold: 1_000_000 };
const LEAST = { "hot-lock": 50_000, phold: 300_000 };

/** @typedef {{ host: string, label: string, operations: Engine["operations"] }} Row */

/** @type {Record<string, Row>} */
export const ROWS = {
  "chromium/async": {
    host: "Chromium",
    label: "our kernel, async processes",
    operations: FULL,
  },
  "chromium/machine": { host: "Chromium", label: "our agenda, hand-made", operations: FULL },
  "node/async": { host: "Node", label: "our kernel, async processes", operations: FULL },
  "node/machine": { host: "Node", label: "our agenda, hand-made", operations: FULL },
  "native/async": { host: "native", label: "our kernel, async processes", operations: FULL },
  "native/machine": { host: "native", label: "our agenda, hand-made", operations: FULL },
  "native/cpp": { host: "native", label: "C++ std::priority_queue", operations: LESS },
  "native/nexosim": { host: "native", label: "nexosim 1.0, one thread", operations: MUCH_LESS },
  "chromium/hand-tuned": { host: "Chromium", label: "JavaScript, hand-tuned", operations: LESS },
  "chromium/naive": { host: "Chromium", label: "JavaScript, naive", operations: MUCH_LESS },
  "node/hand-tuned": { host: "Node", label: "JavaScript, hand-tuned", operations: LESS },
  "node/naive": { host: "Node", label: "JavaScript, naive", operations: MUCH_LESS },
  "native/simpy": { host: "CPython", label: "SimPy 4.1", operations: LEAST },
};

/**
 * Builds and starts all engines.
 * @param {import("./prepare.mjs").Paths} paths
 * @param {(step: string) => void} progress
 */
export async function startEngines(paths, progress) {
  /**
   * @template T
   * @param {string} step
   * @param {() => Promise<T>} action
   * @returns {Promise<{ value?: T, reason?: string }>}
   */
  async function attempt(step, action) {
    progress(step);
    try {
      return { value: await action() };
    } catch (error) {
      return { reason: /** @type {Error} */ (error).message };
    }
  }

  const kernel = await attempt("building the kernel", () => buildKernel(paths));
  const module = await attempt("building the kernel for WebAssembly", () => buildModule(paths));
  const cpp = await attempt("building the C++ program", () => buildCpp(paths));
  const nexosim = await attempt("building nexosim", () => buildNexosim(paths));
  const simpy = await attempt("installing SimPy", () => installSimPy(paths));
  const tab = await attempt("opening Chromium", () => openTab(`${paths.bench}/`, module.value));
  const answerer = join(paths.bench, "node_engine.mjs");

  /** @param {string} key */
  function start(key) {
    const [host, name] = key.split("/");
    const isKernel = name === "async" || name === "machine";
    if (host === "chromium") {
      const reason = tab.reason ?? (isKernel ? module.reason : undefined);
      return reason === undefined ? { asked: tab.value?.engine(name) } : { reason };
    }
    if (host === "node") {
      if (isKernel && module.reason !== undefined) return { reason: module.reason };
      const args = [answerer, name, module.value ?? ""];
      return { asked: startLineProcess(process.execPath, args) };
    }
    const built = isKernel ? kernel : { cpp, nexosim, simpy }[name];
    if (built?.value === undefined) return { reason: built?.reason };
    const args = isKernel
      ? [name]
      : name === "simpy"
        ? [join(paths.bench, "simpy/simulator.py")]
        : [];
    return { asked: startLineProcess(built.value, args) };
  }

  /** @type {Engine[]} */
  const engines = Object.entries(ROWS).map(([key, row]) => ({ key, ...row, ...start(key) }));
  return {
    engines,
    chromium: tab.value?.version,
    async close() {
      await Promise.all(engines.map(({ asked }) => asked?.close()));
      await tab.value?.close();
    },
  };
}
