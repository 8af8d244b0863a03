/**
 * Runs one simulation at a time away from the page's thread. The page posts the compiled module
 * and scenarios; this posts progress, report and views. Between chunks it listens for `stop` and
 * `hold`.
 */
import * as engine from "./engine/hotblock.js";

/** A chunk should take this long: short enough for Stop, long enough to cost nothing. */
const CHUNK_MS = 30;
const FIRST_BUDGET = 20_000;
const REPORT_EVERY_MS = 60;

const turn = new MessageChannel();
/** @type {(() => void) | null} */
let resume = null;
turn.port1.onmessage = () => resume?.();

/** Lets waiting messages in, without the 4 ms that a timer would cost. */
const breathe = () =>
  new Promise((resolve) => {
    resume = () => resolve(undefined);
    turn.port2.postMessage(0);
  });

let latest = 0;

let held = false;
/** @type {(() => void) | null} */
let wake = null;

/** Stands still while the run is held; the milliseconds that it stood. @param {number} run */
async function stand(run) {
  const began = performance.now();
  while (held && run === latest) {
    await new Promise((resolve) => {
      wake = () => resolve(undefined);
    });
  }
  return performance.now() - began;
}

/** What a panic prints just before the engine traps: the trap itself says nothing. */
let panic = "";
const print = console.error;
console.error = (...words) => {
  panic = words.map(String).join(" ");
  print(...words);
};

/** @param {any} message @param {Transferable[]} [transfer] */
const tell = (message, transfer) => self.postMessage(message, { transfer: transfer ?? [] });

/** The buffers behind the views' columns: handed over, not copied. @param {any} views */
function buffers(views) {
  const columns = [views?.heatmap?.waits, views?.heatmap?.touches, views?.timeline?.values];
  return columns.filter(ArrayBuffer.isView).map((column) => column.buffer);
}

/** @param {number} run @param {any} scenario */
async function simulate(run, scenario) {
  let began = performance.now();
  const simulation = new engine.Simulation(scenario);
  let budget = FIRST_BUDGET;
  let told = 0;
  for (;;) {
    const started = performance.now();
    const progress = simulation.advance(budget);
    const ended = performance.now();
    if (progress.done) break;
    budget = Math.max(1000, Math.round((budget * CHUNK_MS) / Math.max(ended - started, 0.5)));
    if (ended - told > REPORT_EVERY_MS) {
      told = ended;
      tell({ kind: "progress", run, progress });
    }
    await breathe();
    if (held) began += await stand(run);
    if (run !== latest) return simulation.free?.();
  }
  const report = simulation.report();
  const views = simulation.views();
  simulation.free?.();
  const seconds = (performance.now() - began) / 1000;
  tell({ kind: "report", run, report, views, seconds }, buffers(views));
}

/** @param {number} run @param {any} scenario */
async function start(run, scenario) {
  latest = run;
  try {
    await simulate(run, scenario);
  } catch (error) {
    if (Array.isArray(error)) tell({ kind: "problems", run, problems: error });
    else tell({ kind: "crash", run, message: panic || String(error) });
  }
}

self.onmessage = ({ data }) => {
  if (data.kind === "module") {
    try {
      engine.initSync({ module: data.module });
      engine.start?.();
      tell({ kind: "ready", catalogue: engine.catalogue() });
    } catch (error) {
      tell({ kind: "crash", run: 0, message: String(error) });
    }
  } else if (data.kind === "hold") held = data.on;
  else if (data.kind === "start") start(data.run, data.scenario);
  else if (data.kind === "stop") {
    latest = 0;
    tell({ kind: "stopped", run: 0 });
  }
  wake?.();
};
