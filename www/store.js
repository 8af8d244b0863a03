/**
 * The page's one state. Views read it; the only way back is `set`, which tells the listeners.
 *
 * @typedef {import("./types.js").Scenario} Scenario
 * @typedef {import("./types.js").Result} Result
 * @typedef {"loading" | "idle" | "running" | "comparing" | "blocked"} Phase
 *
 * @typedef {object} State
 * @property {Phase} phase
 * @property {import("./types.js").Catalogue | null} catalogue
 * @property {Scenario} scenario  the preset and what differs from it
 * @property {Result | null} now  what is shown: a preview until the full run is done
 * @property {Result | null} baseline  what is shown beside it: of the same size
 * @property {Result | null} last  the last full run
 * @property {Result | null} base  the full run that `last` was held against
 * @property {boolean} pinned  the baseline stays whatever runs
 * @property {{ fraction: number, simulated_s: number, stage: string } | null} progress
 * @property {import("./types.js").Problem[]} problems
 * @property {string[]} warnings
 * @property {{ message: string, scenario: Scenario } | null} crash
 * @property {import("./types.js").Comparison | null} comparison
 * @property {import("./types.js").Sweep | null} sweep
 * @property {string} blocked  why the engine cannot run at all
 */

/** Holds the state and tells listeners of every change. */
export class Store extends EventTarget {
  /** @type {State} */
  state = {
    phase: "loading",
    catalogue: null,
    scenario: {},
    now: null,
    baseline: null,
    last: null,
    base: null,
    pinned: false,
    progress: null,
    problems: [],
    warnings: [],
    crash: null,
    comparison: null,
    sweep: null,
    blocked: "",
  };

  /** Merges `patch` into the state and dispatches `change`. @param {Partial<State>} patch */
  set(patch) {
    this.state = { ...this.state, ...patch };
    this.dispatchEvent(new Event("change"));
  }
}
