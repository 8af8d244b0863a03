/**
 * The one door to a worker: a run is a promise, a newer run drops the older, a crash is told and
 * the worker replaced. Nothing else on the page knows that there are workers.
 *
 * @typedef {import("./types.js").Scenario} Scenario
 * @typedef {import("./types.js").Result} Result
 * @typedef {import("./types.js").Progress} Progress
 */

/** The run was stopped, or a newer one took its place. */
export class Stopped extends Error {}

/** The engine refused the scenario. */
export class Refused extends Error {
  /** @param {import("./types.js").Problem[]} problems */
  constructor(problems) {
    super(problems.map((problem) => problem.sentence).join(" "));
    this.problems = problems;
  }
}

/** The engine met a bug of its own: the worker is replaced. */
export class Crashed extends Error {}

/** How long a worker may take to notice `stop` before it is replaced. */
const GRACE_MS = 1500;

/** One worker and the run it is busy with. */
export class Bridge {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Promise<import("./types.js").Catalogue> | null} */
  #ready = null;
  #run = 0;
  #held = false;
  /** @type {{ run: number, scenario: Scenario, resolve: (result: Result) => void,
   *   reject: (error: Error) => void, progress?: (progress: Progress) => void } | null} */
  #busy = null;

  /** @param {() => Worker} make @param {() => Promise<WebAssembly.Module | BufferSource>} module */
  constructor(make, module) {
    this.make = make;
    this.module = module;
  }

  /** Starts the worker if there is none; resolves to the engine's catalogue. */
  ready() {
    this.#ready ??= this.#open();
    return this.#ready;
  }

  /** @returns {Promise<import("./types.js").Catalogue>} */
  async #open() {
    const module = await this.module();
    const worker = this.make();
    this.#worker = worker;
    return new Promise((resolve, reject) => {
      worker.onerror = (event) => {
        event.preventDefault?.();
        const error = new Crashed(event.message || "The worker did not start.");
        reject(error);
        this.#crash(error);
      };
      worker.onmessage = ({ data }) => {
        if (data.kind === "ready") resolve(data.catalogue);
        else if (data.kind === "crash" && data.run === 0) reject(new Crashed(data.message));
        else this.#hear(data);
      };
      worker.postMessage({ kind: "module", module });
      if (this.#held) worker.postMessage({ kind: "hold", on: true });
    });
  }

  /** Runs a scenario; rejects with Stopped, Refused or Crashed.
   * @param {Scenario} scenario @param {(progress: Progress) => void} [progress]
   * @returns {Promise<Result>} */
  async run(scenario, progress) {
    this.stop();
    const run = ++this.#run;
    await this.ready();
    if (run !== this.#run) throw new Stopped();
    return new Promise((resolve, reject) => {
      this.#busy = { run, scenario, resolve, reject, progress };
      this.#worker?.postMessage({ kind: "start", run, scenario });
    });
  }

  /** Stands still, at no cost, or goes on where it stood. @param {boolean} on */
  hold(on) {
    if (on === this.#held) return;
    this.#held = on;
    this.#worker?.postMessage({ kind: "hold", on });
  }

  /** Drops the present run, if any. */
  stop() {
    this.#run += 1;
    const busy = this.#busy;
    if (!busy) return;
    this.#busy = null;
    busy.reject(new Stopped());
    const worker = this.#worker;
    worker?.postMessage({ kind: "stop" });
    this.overdue = setTimeout(() => {
      if (this.#worker === worker) this.close();
    }, GRACE_MS);
  }

  /** Ends the worker; the next run starts a new one. */
  close() {
    clearTimeout(this.overdue);
    this.#worker?.terminate();
    this.#worker = null;
    this.#ready = null;
    this.#busy?.reject(new Stopped());
    this.#busy = null;
  }

  /** @param {any} message */
  #hear(message) {
    clearTimeout(this.overdue);
    const busy = this.#busy;
    if (!busy || message.run !== busy.run) return;
    if (message.kind === "progress") {
      busy.progress?.(message.progress);
      return;
    }
    if (message.kind === "crash") return this.#crash(new Crashed(message.message));
    this.#busy = null;
    const { report, views, seconds } = message;
    if (message.kind === "report") {
      busy.resolve({ scenario: busy.scenario, report, views, seconds });
    } else if (message.kind === "problems") busy.reject(new Refused(message.problems));
    else busy.reject(new Stopped());
  }

  /** @param {Crashed} error */
  #crash(error) {
    const busy = this.#busy;
    this.#busy = null;
    this.close();
    busy?.reject(error);
  }
}
