// @ts-check
/**
 * The two benchmark models as one writes them on a first afternoon: generator functions for the
 * processes, a heap of event objects with a comparison function, closures to resume, arrays as queues.
 */

/** @typedef {{ time: number, sequence: number, action: () => void }} Event */

/**
 * @param {Event} a
 * @param {Event} b
 */
function compare(a, b) {
  return a.time - b.time || a.sequence - b.sequence;
}

class Simulation {
  constructor() {
    this.now = 0;
    this.sequence = 0;
    /** @type {Event[]} */
    this.heap = [];
  }

  /**
   * @param {number} delay
   * @param {() => void} action
   */
  schedule(delay, action) {
    const { heap } = this;
    heap.push({ time: this.now + delay, sequence: this.sequence++, action });
    let i = heap.length - 1;
    while (i > 0) {
      const parent = Math.floor((i - 1) / 2);
      if (compare(heap[parent], heap[i]) <= 0) break;
      this.swap(i, parent);
      i = parent;
    }
  }

  /**
   * @param {number} i
   * @param {number} j
   */
  swap(i, j) {
    const { heap } = this;
    const event = heap[i];
    heap[i] = heap[j];
    heap[j] = event;
  }

  step() {
    const { heap } = this;
    const first = heap[0];
    const last = /** @type {Event} */ (heap.pop());
    if (heap.length > 0) {
      heap[0] = last;
      let i = 0;
      for (;;) {
        const left = 2 * i + 1;
        const right = left + 1;
        let least = i;
        if (left < heap.length && compare(heap[left], heap[least]) < 0) least = left;
        if (right < heap.length && compare(heap[right], heap[least]) < 0) least = right;
        if (least === i) break;
        this.swap(i, least);
        i = least;
      }
    }
    this.now = first.time;
    first.action();
  }

  /**
   * Starts a process: a generator that yields functions, each of which is given the way to resume it.
   * @param {Generator<(resume: () => void) => void, void, void>} process
   */
  start(process) {
    const resume = () => {
      const { value, done } = process.next();
      if (!done && value) value(resume);
    };
    resume();
  }

  /** @param {number} delay */
  timeout(delay) {
    return (/** @type {() => void} */ resume) => this.schedule(delay, resume);
  }
}

class Resource {
  /** @param {number} capacity */
  constructor(capacity) {
    this.free = capacity;
    /** @type {(() => void)[]} */
    this.waiting = [];
  }

  request() {
    return (/** @type {() => void} */ resume) => {
      if (this.free > 0) {
        this.free--;
        resume();
      } else {
        this.waiting.push(resume);
      }
    };
  }

  release() {
    const next = this.waiting.shift();
    if (next) next();
    else this.free++;
  }
}

/** @param {number} mean */
function exponential(mean) {
  return -Math.log(1 - Math.random()) * mean;
}

/**
 * @param {number} processes
 * @param {number} operations
 */
function hotLock(processes, operations) {
  const simulation = new Simulation();
  const cores = new Resource(4);
  const resource = new Resource(1);
  /** @type {number[]} */
  const histogram = [];
  let done = 0;
  let waits = 0;
  let waited_us = 0;

  /** @param {number} wait_us */
  function record(wait_us) {
    const bucket = Math.ceil(Math.log2(wait_us * 1000 + 1));
    histogram[bucket] = (histogram[bucket] ?? 0) + 1;
    waits++;
    waited_us += wait_us;
  }

  function* work() {
    for (;;) {
      yield simulation.timeout(exponential(2 * processes));
      let asked = simulation.now;
      yield cores.request();
      record(simulation.now - asked);
      yield simulation.timeout(exponential(20));
      asked = simulation.now;
      if (resource.free > 0) {
        yield resource.request();
      } else {
        cores.release();
        yield resource.request();
        yield cores.request();
      }
      record(simulation.now - asked);
      yield simulation.timeout(exponential(10));
      resource.release();
      cores.release();
      done++;
    }
  }

  for (let p = 0; p < processes; p++) simulation.start(work());
  while (done < operations) simulation.step();
  return { simulated_s: simulation.now / 1e6, mean_wait_us: waited_us / waits };
}

/**
 * @param {number} processes
 * @param {number} events
 */
function phold(processes, events) {
  const simulation = new Simulation();
  const visits = new Array(processes).fill(0);
  let done = 0;

  /** @param {number} process */
  function arrive(process) {
    visits[process]++;
    done++;
    const target = Math.floor(Math.random() * processes);
    simulation.schedule(exponential(1), () => arrive(target));
  }

  for (let p = 0; p < processes; p++) simulation.schedule(exponential(1), () => arrive(p));
  while (done < events) simulation.step();
  return { simulated_s: simulation.now, mean_wait_us: 0 };
}

/** @type {import("../engine.mjs").Run} */
export function run({ model, processes, operations }) {
  return model === "phold" ? phold(processes, operations) : hotLock(processes, operations);
}
