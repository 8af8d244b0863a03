/**
 * The workers of a page, which every playground on it shares: one compiled module, one catalogue, and
 * never more runs at once than the machine has cores for. A run that is held keeps its worker, as
 * its memory is the run, but leaves its place to another.
 */
import { Bridge } from "./bridge.js";

/** Runs at once: one core is the page's own. */
const MOST = Math.max(1, Math.min(4, (globalThis.navigator?.hardwareConcurrency ?? 2) - 1));

/** Lends bridges, one to a run. */
export class Pool {
  /** @type {Bridge[]} */
  #idle = [];
  /** Bridges that are lent and may compute. @type {Set<Bridge>} */
  #busy = new Set();
  /** Who waits for a bridge, in the order of arrival. @type {((bridge: Bridge) => void)[]} */
  #waiting = [];
  /** @type {Promise<import("./types.js").Catalogue> | null} */
  #catalogue = null;
  #users = 0;

  /** @param {import("./engine.js").Engine} engine @param {number} [most] runs at once */
  constructor(engine, most = MOST) {
    this.engine = engine;
    this.most = most;
  }

  /** The engine's catalogue; rejects where the engine cannot start. */
  catalogue() {
    this.#catalogue ??= this.#first().catch((error) => {
      this.#catalogue = null;
      throw error;
    });
    return this.#catalogue;
  }

  async #first() {
    const bridge = await this.lend();
    try {
      return await bridge.ready();
    } finally {
      this.giveBack(bridge);
    }
  }

  /** Whether whoever comes now has to wait. */
  get full() {
    return this.#busy.size >= this.most;
  }

  /** A bridge for one's own runs, at once or when one is free. @returns {Promise<Bridge>} */
  async lend() {
    if (!this.full) return this.#take();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Up to `n` bridges that nobody else wants now. @param {number} n */
  spare(n) {
    const free = this.#waiting.length ? 0 : this.most - this.#busy.size;
    return Array.from({ length: Math.max(0, Math.min(n, free)) }, () => this.#take());
  }

  #take() {
    const bridge = this.#idle.pop() ?? new Bridge(this.engine.worker, this.engine.module);
    this.#busy.add(bridge);
    return bridge;
  }

  /** Takes back a bridge; one idle worker stays for the next run. @param {Bridge} bridge */
  giveBack(bridge) {
    bridge.stop();
    bridge.hold(false);
    this.#busy.delete(bridge);
    if (this.#idle.length > 0 || this.#users === 0) bridge.close();
    else this.#idle.push(bridge);
    this.#serve();
  }

  /** Stands still or goes on. @param {Bridge} bridge one that is lent @param {boolean} on */
  hold(bridge, on) {
    bridge.hold(on);
    if (on) this.#busy.delete(bridge);
    else this.#busy.add(bridge);
    this.#serve();
  }

  #serve() {
    while (this.#waiting.length && !this.full) {
      this.#waiting.shift()?.(this.#take());
    }
  }

  /** A playground uses the pool. */
  join() {
    this.#users += 1;
  }

  /** A playground is gone; with the last one go the idle workers. */
  leave() {
    this.#users -= 1;
    if (this.#users > 0) return;
    for (const bridge of this.#idle) bridge.close();
    this.#idle = [];
  }
}
