/**
 * What happens when a preset is chosen or a lever moved: a preview, then the full run, the earlier
 * full run kept as the baseline. Its workers are lent by the page's pool for as long as it runs.
 *
 * @typedef {import("./types.js").Scenario} Scenario
 * @typedef {import("./types.js").Result} Result
 * @typedef {import("./store.js").Store} Store
 */
import { Refused, Stopped } from "./bridge.js";
import { differences } from "./compare.js";
import { known } from "./link.js";
import { before, preview, same } from "./scenario.js";
import { focus } from "./sentence.js";
import { text } from "./strings.js";
import { point, values } from "./sweep.js";

/** A lever that is dragged moves many times: the run starts when the hand rests. */
const REST_MS = 180;

/** Drives the engine and keeps the store told. */
export class Runner {
  #turn = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #rest;
  /** What the pool has lent, the first one for single runs. @type {import("./bridge.js").Bridge[]} */
  #lent = [];
  #held = false;

  /** What the first run is held against. */
  opening = before;

  /** @param {Store} store @param {import("./pool.js").Pool} pool */
  constructor(store, pool) {
    this.store = store;
    this.pool = pool;
  }

  /** Stands still, at no cost, or goes on where it stood. @param {boolean} on */
  hold(on) {
    if (on === this.#held) return;
    this.#held = on;
    for (const bridge of this.#lent) this.pool.hold(bridge, on);
  }

  /** A new turn: whatever ran before is dropped; the worker for single runs is kept. */
  #next() {
    clearTimeout(this.#rest);
    const [own, ...others] = this.#lent;
    own?.stop();
    for (const bridge of others) this.pool.giveBack(bridge);
    this.#lent = own ? [own] : [];
    this.#turn += 1;
    return this.#turn;
  }

  /** The worker for the runs of a turn, which may have to wait for it. @param {number} turn */
  async #own(turn) {
    if (!this.#lent[0]) {
      if (this.pool.full) {
        this.store.set({ progress: { fraction: 0, simulated_s: 0, stage: text.stage.waiting } });
      }
      const bridge = await this.pool.lend();
      if (turn !== this.#turn) {
        this.pool.giveBack(bridge);
        throw new Stopped();
      }
      this.#lend(bridge);
    }
    return this.#lent[0];
  }

  /** @param {import("./bridge.js").Bridge} bridge */
  #lend(bridge) {
    this.#lent.push(bridge);
    if (this.#held) this.pool.hold(bridge, true);
  }

  /** Gives back what the pool has lent. */
  #giveBack() {
    for (const bridge of this.#lent) this.pool.giveBack(bridge);
    this.#lent = [];
  }

  /** Runs once no lever has moved for a moment. */
  soon() {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.run(), REST_MS);
  }

  /** Runs the store's scenario: the baseline where it is missing, a preview, then in full. */
  async run() {
    const turn = this.#next();
    const { catalogue, scenario } = this.store.state;
    if (!catalogue) return;
    this.store.set({ phase: "running", problems: [], crash: null, comparison: null, sweep: null });
    try {
      let full = this.#earlier();
      const first = full?.scenario ?? this.opening(catalogue, scenario);
      const paired = !same(first, scenario);
      const small = paired ? (full?.small ?? (await this.#small(turn, first))) : null;
      const quick = await this.#small(turn, scenario);
      if (quick) this.store.set({ now: quick, baseline: small });
      if (paired) full ??= await this.#one(turn, first, text.stage.baseline, small);
      const now = await this.#one(turn, scenario, text.stage.full, quick);
      const baseline = paired ? full : null;
      this.#giveBack();
      this.store.set({ now, baseline, last: now, base: baseline, phase: "idle", progress: null });
    } catch (error) {
      this.#failed(turn, error, scenario);
    }
  }

  /** Runs scenarios in full, one after the other, and shows the last beside the one before it.
   * @param {Scenario[]} scenarios @returns {Promise<Result[]>} none where a run was stopped */
  async series(scenarios) {
    const turn = this.#next();
    this.store.set({ phase: "running", problems: [], crash: null, comparison: null, sweep: null });
    /** @type {Result[]} */
    const done = [];
    try {
      for (const scenario of scenarios) {
        done.push(
          await this.#one(turn, scenario, text.stage.series(done.length, scenarios.length)),
        );
      }
    } catch (error) {
      this.#failed(turn, error, scenarios[done.length]);
      return [];
    }
    this.#giveBack();
    this.store.set({ phase: "idle", progress: null });
    return done;
  }

  /** Shows runs that are there already. @param {Result} now @param {Result | null} baseline */
  show(now, baseline) {
    const base = baseline?.scenario.preset === now.scenario.preset ? baseline : null;
    const { scenario } = now;
    this.store.set({ scenario, now, baseline: base, last: now, base, pinned: false });
  }

  /** The full run that stands as the baseline: the pinned one, else the last one that differs. */
  #earlier() {
    const { scenario, pinned, last, base } = this.store.state;
    const [kept, previous] = [base, last].map((each) =>
      each?.scenario.preset === scenario.preset ? each : null,
    );
    if (pinned && kept) return kept;
    return previous && !same(previous.scenario, scenario) ? previous : kept;
  }

  /** The preview: a scenario with a tenth of the rows; null where that leaves too few.
   * @param {number} turn @param {Scenario} scenario */
  async #small(turn, scenario) {
    const { catalogue } = this.store.state;
    const smaller = catalogue && preview(catalogue, scenario);
    if (!smaller) return null;
    const result = await this.#one(turn, smaller, text.stage.preview);
    return { ...result, scenario, preview: true };
  }

  /** One run in the page's worker, with progress.
   * @param {number} turn @param {Scenario} scenario @param {string} stage
   * @param {Result | null} [small] its preview */
  async #one(turn, scenario, stage, small = null) {
    const catalogue = /** @type {import("./types.js").Catalogue} */ (this.store.state.catalogue);
    const bridge = await this.#own(turn);
    this.store.set({ progress: { fraction: 0, simulated_s: 0, stage } });
    const result = await bridge.run(known(scenario, catalogue), ({ fraction, simulated_s }) => {
      if (turn === this.#turn) this.store.set({ progress: { fraction, simulated_s, stage } });
    });
    if (turn !== this.#turn) throw new Stopped();
    return { ...result, scenario, small };
  }

  /** The last good state comes back whatever went wrong.
   * @param {number} turn @param {unknown} error @param {Scenario} scenario */
  #failed(turn, error, scenario) {
    if (turn !== this.#turn) return;
    this.#giveBack();
    const { last, base, now } = this.store.state;
    const shown = last ? { now: last, baseline: base } : { now };
    const patch = { phase: /** @type {const} */ ("idle"), progress: null, ...shown };
    if (error instanceof Stopped) this.store.set(patch);
    else if (error instanceof Refused) this.store.set({ ...patch, problems: error.problems });
    else {
      const message = error instanceof Error ? error.message : String(error);
      this.store.set({ ...patch, crash: { message, scenario } });
    }
  }

  /** Stops whatever runs; what was shown in full before comes back. */
  stop() {
    this.#failed(this.#next(), new Stopped(), this.store.state.scenario);
  }

  /** Runs baseline and now with `n` seeds each and tells the store the differences.
   * @param {number} n pairs, at least 2 */
  async compare(n) {
    const { now, baseline, catalogue } = this.store.state;
    if (!now || !baseline || !catalogue) return;
    const turn = this.#next();
    const seed = Number(now.report.scenario.seed ?? 1);
    const seeds = Array.from({ length: n }, (_, index) => seed + index);
    const jobs = seeds.flatMap((each) => [
      { seed: each, side: 0, scenario: { ...known(baseline.scenario, catalogue), seed: each } },
      { seed: each, side: 1, scenario: { ...known(now.scenario, catalogue), seed: each } },
    ]);
    /** @type {Map<number, Result[]>} */
    const done = new Map(seeds.map((each) => [each, []]));
    const told = () => {
      const pairs = /** @type {[Result, Result][]} */ (
        [...done.values()].filter((pair) => pair[0] && pair[1])
      );
      const runs = [...done.values()].reduce((sum, pair) => sum + Object.keys(pair).length, 0);
      const fraction = runs / (2 * n);
      this.store.set({
        progress: { fraction, simulated_s: 0, stage: text.stage.compare(pairs.length, n) },
        comparison: {
          done: pairs.length,
          of: n,
          seeds,
          differences: pairs.length > 1 ? differences(pairs) : [],
        },
      });
    };
    told();
    await this.#batch(turn, jobs, (job, result) => {
      const pair = done.get(job.seed);
      if (pair) pair[job.side] = result;
      told();
    });
  }

  /** Runs the scenario with several values of one lever and tells the store the figures.
   * @param {string} key */
  async sweep(key) {
    const { now, catalogue } = this.store.state;
    const lever = catalogue?.levers.find((each) => each.key === key);
    if (!now || !catalogue || !lever) return;
    const turn = this.#next();
    const event = focus({ now, baseline: null });
    const list = values(lever, Number(now.report.scenario[key]));
    const jobs = list.map((value) => ({
      value,
      scenario: { ...known(now.scenario, catalogue), [key]: value },
    }));
    /** @type {import("./types.js").Point[]} */
    const points = [];
    const told = () =>
      this.store.set({
        progress: {
          fraction: points.length / jobs.length,
          simulated_s: 0,
          stage: text.stage.sweep(points.length, jobs.length),
        },
        sweep: { key, label: lever.label, event, of: jobs.length, points: [...points] },
      });
    told();
    await this.#batch(turn, jobs, (job, result) => {
      points.push(point(job.value, result, event));
      points.sort((a, b) => a.value - b.value);
      told();
    });
  }

  /**
   * Runs scenarios on as many workers as nobody else uses.
   * @template {{ scenario: Scenario }} Job
   * @param {number} turn @param {Job[]} jobs
   * @param {(job: Job, result: Result) => void} each told of every result, without its views: those
   *   of forty runs would fill the memory
   */
  async #batch(turn, jobs, each) {
    this.store.set({ phase: "comparing", crash: null });
    const left = [...jobs];
    try {
      await this.#own(turn);
      for (const bridge of this.pool.spare(jobs.length - this.#lent.length)) this.#lend(bridge);
      await Promise.all(
        this.#lent.map(async (bridge) => {
          for (let job = left.shift(); job; job = left.shift()) {
            const result = await bridge.run(job.scenario);
            if (turn !== this.#turn) throw new Stopped();
            each(job, { ...result, views: /** @type {any} */ (null) });
          }
        }),
      );
      this.#giveBack();
      this.store.set({ phase: "idle", progress: null });
    } catch (error) {
      this.#failed(turn, error, this.store.state.scenario);
    }
  }

  /** Ends every run. */
  close() {
    this.stop();
  }
}
