// @ts-check
/**
 * The two benchmark models as a performance-minded JavaScript programmer would write them: typed
 * arrays only, a binary heap kept in parallel columns, state machines, no allocation while running.
 */

const THINKING = 0;
const COMPUTING = 1;
const HOLDING = 2;

/** sfc32: one of the fastest good generators on 32-bit integers. */
class Random {
  /** @param {number} seed */
  constructor(seed) {
    this.a = seed | 0;
    this.b = 0x9e3779b9 | 0;
    this.c = 0x243f6a88 | 0;
    this.counter = 1;
    for (let i = 0; i < 16; i++) this.next();
  }

  /** @returns {number} 32 random bits, signed */
  next() {
    const result = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = ((this.c << 21) | (this.c >>> 11)) + result;
    this.c |= 0;
    return result;
  }

  /**
   * An exponential time in whole nanoseconds.
   * @param {number} mean_ns
   */
  exponential(mean_ns) {
    return Math.floor(0.5 - Math.log(((this.next() >>> 0) + 0.5) * 2 ** -32) * mean_ns);
  }

  /** @param {number} n */
  below(n) {
    return Math.floor((this.next() >>> 0) * 2 ** -32 * n);
  }
}

/** Pending events, a binary heap in three columns; equal times leave in the order they came. */
class Agenda {
  /** @param {number} capacity */
  constructor(capacity) {
    this.times = new Float64Array(capacity + 1);
    this.sequences = new Float64Array(capacity + 1);
    this.processes = new Int32Array(capacity + 1);
    this.size = 0;
    this.sequence = 0;
    this.now_ns = 0;
  }

  /**
   * @param {number} delay_ns
   * @param {number} process
   */
  schedule(delay_ns, process) {
    const { times, sequences, processes } = this;
    const time = this.now_ns + delay_ns;
    let hole = this.size++;
    // The newest event has the largest sequence number, so only the time needs comparing.
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      if (times[parent] <= time) break;
      times[hole] = times[parent];
      sequences[hole] = sequences[parent];
      processes[hole] = processes[parent];
      hole = parent;
    }
    times[hole] = time;
    sequences[hole] = this.sequence++;
    processes[hole] = process;
  }

  /** @returns {number} the process whose event is due; the clock has moved there */
  next() {
    const { times, sequences, processes } = this;
    const first = processes[0];
    this.now_ns = times[0];
    const size = --this.size;
    const time = times[size];
    const sequence = sequences[size];
    const process = processes[size];
    let hole = 0;
    for (let child = 1; child < size; child = 2 * hole + 1) {
      const right = child + 1;
      if (right < size && earlier(times, sequences, right, times[child], sequences[child])) {
        child = right;
      }
      if (!earlier(times, sequences, child, time, sequence)) break;
      times[hole] = times[child];
      sequences[hole] = sequences[child];
      processes[hole] = processes[child];
      hole = child;
    }
    times[hole] = time;
    sequences[hole] = sequence;
    processes[hole] = process;
    return first;
  }
}

/**
 * @param {Float64Array} times
 * @param {Float64Array} sequences
 * @param {number} at
 * @param {number} time
 * @param {number} sequence
 */
function earlier(times, sequences, at, time, sequence) {
  return times[at] < time || (times[at] === time && sequences[at] < sequence);
}

/** A ring of process numbers. */
class Queue {
  /** @param {number} capacity at least the number of processes that may wait at once */
  constructor(capacity) {
    const size = 2 ** Math.ceil(Math.log2(capacity + 1));
    this.ring = new Int32Array(size);
    this.mask = size - 1;
    this.head = 0;
    this.tail = 0;
  }

  /** @param {number} process */
  push(process) {
    this.ring[this.tail] = process;
    this.tail = (this.tail + 1) & this.mask;
  }

  shift() {
    const process = this.ring[this.head];
    this.head = (this.head + 1) & this.mask;
    return process;
  }

  isEmpty() {
    return this.head === this.tail;
  }
}

class HotLock {
  /**
   * @param {number} processes
   * @param {number} seed
   */
  constructor(processes, seed) {
    this.agenda = new Agenda(processes);
    this.random = new Random(seed);
    this.phase = new Uint8Array(processes);
    this.since_ns = new Float64Array(processes);
    this.core_queue = new Queue(processes);
    this.resource_queue = new Queue(processes);
    this.histogram = new Float64Array(64);
    this.think_ns = 2000 * processes;
    this.free_cores = 4;
    this.resource_held = false;
    this.operations = 0;
    this.waits = 0;
    this.wait_ns = 0;
    for (let p = 0; p < processes; p++) this.schedule(p, THINKING, this.think_ns);
  }

  /** @param {number} operations */
  run(operations) {
    while (this.operations < operations) {
      const p = this.agenda.next();
      const phase = this.phase[p];
      if (phase === THINKING) this.askCore(p);
      else if (phase === COMPUTING) this.askResource(p);
      else this.finish(p);
    }
    return { simulated_s: this.agenda.now_ns / 1e9, mean_wait_us: this.wait_ns / 1e3 / this.waits };
  }

  /**
   * @param {number} p
   * @param {number} phase
   * @param {number} mean_ns
   */
  schedule(p, phase, mean_ns) {
    this.phase[p] = phase;
    this.agenda.schedule(this.random.exponential(mean_ns), p);
  }

  /** @param {number} p */
  recordWait(p) {
    const wait = this.agenda.now_ns - this.since_ns[p];
    // A wait is below 2^32 ns, four seconds.
    this.histogram[32 - Math.clz32(wait)]++;
    this.waits++;
    this.wait_ns += wait;
  }

  /** @param {number} p */
  askCore(p) {
    this.since_ns[p] = this.agenda.now_ns;
    this.getCore(p);
  }

  /** @param {number} p */
  getCore(p) {
    if (this.free_cores > 0) {
      this.free_cores--;
      this.runOnCore(p);
    } else {
      this.core_queue.push(p);
    }
  }

  /**
   * Either begins the operation or goes on with the resource that was granted.
   * @param {number} p
   */
  runOnCore(p) {
    this.recordWait(p);
    if (this.phase[p] === THINKING) this.schedule(p, COMPUTING, 20_000);
    else this.schedule(p, HOLDING, 10_000);
  }

  releaseCore() {
    if (this.core_queue.isEmpty()) this.free_cores++;
    else this.runOnCore(this.core_queue.shift());
  }

  /** @param {number} p */
  askResource(p) {
    this.since_ns[p] = this.agenda.now_ns;
    if (this.resource_held) {
      this.resource_queue.push(p);
      this.releaseCore();
    } else {
      this.resource_held = true;
      this.runOnCore(p);
    }
  }

  /** @param {number} p */
  finish(p) {
    if (this.resource_queue.isEmpty()) this.resource_held = false;
    else this.getCore(this.resource_queue.shift());
    this.releaseCore();
    this.operations++;
    this.schedule(p, THINKING, this.think_ns);
  }
}

/**
 * @param {number} processes
 * @param {number} events
 * @param {number} seed
 */
function phold(processes, events, seed) {
  const agenda = new Agenda(processes);
  const random = new Random(seed);
  const visits = new Float64Array(processes);
  for (let p = 0; p < processes; p++) agenda.schedule(random.exponential(1e9), p);
  for (let n = 0; n < events; n++) {
    visits[agenda.next()]++;
    const target = random.below(processes);
    agenda.schedule(random.exponential(1e9), target);
  }
  return { simulated_s: agenda.now_ns / 1e9, mean_wait_us: 0 };
}

/** @type {import("../engine.mjs").Run} */
export function run({ model, processes, operations, seed }) {
  if (model === "phold") return phold(processes, operations, seed);
  return new HotLock(processes, seed).run(operations);
}
