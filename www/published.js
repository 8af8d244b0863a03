/**
 * The published figures of the experiments beside ours.
 *
 * @typedef {import("./types.js").Result} Result
 * @typedef {{ view: string, name: string, metric: string, unit: string,
 *   values: Record<string, number> }} Figure
 * @typedef {{ lever: string, variants: Record<string, any>, figures: Figure[] }} Experiment
 */
import { seconds } from "./format.js";
import published from "./published.json";

/** @param {string} preset @returns {Experiment | undefined} */
const experiment = (preset) => /** @type {any} */ (published)[preset];

/** Columns of tkprof's call table, as our statistics name them. */
const CALLS = /** @type {Record<string, (run: Result) => number | undefined>} */ ({
  cpu: ({ report }) => report.cpu_s,
  elapsed: ({ report }) => report.session_elapsed_s,
  disk: ({ report }) => report.statistics["physical reads"],
  query: ({ report }) => report.statistics["consistent gets"],
  current: ({ report }) => report.statistics["db block gets"],
});

/** Our figure for a published one, or undefined where the report has none.
 * @param {Result} run @param {Figure} figure */
function ours(run, { view, name, metric }) {
  if (view === "tkprof call") return CALLS[metric]?.(run);
  if (view === "tkprof event") {
    const event = run.report.events.find((each) => each.name === name);
    return metric === "waits" ? (event?.waits ?? 0) : (event?.total_s ?? 0);
  }
  const kind = run.report.preset === "hash-cluster" ? /^(TABLE|CLUSTER)/ : /^INDEX/;
  return run.report.segments
    .filter(({ type }) => kind.test(type))
    .reduce((sum, segment) => sum + (segment.statistics[metric] ?? 0), 0);
}

/** The author's variant that a run is, if it is one. @param {Result | null} run */
export function variant(run) {
  if (!run) return null;
  const found = experiment(run.report.preset);
  if (!found) return null;
  const own = new Set(["preset", "seed", "trace.sql", found.lever]);
  if (Object.keys(run.scenario).some((key) => !own.has(key))) return null;
  const value = run.report.scenario[found.lever];
  return Object.keys(found.variants).find((name) => found.variants[name] === value) ?? null;
}

/** Every published figure of the experiment with ours, where the run is one of the variants.
 * @param {import("./types.js").Pair} pair */
export function found({ now, baseline }) {
  const list = experiment(now.report.preset)?.figures ?? [];
  const sides = { now: variant(now), baseline: variant(baseline) };
  return list.map((figure) => {
    /** @param {Result | null} run @param {string | null} name */
    const side = (run, name) => {
      const theirs = name === null ? undefined : figure.values[name];
      const simulated = run && theirs !== undefined ? ours(run, figure) : undefined;
      const ratio = simulated && theirs ? simulated / theirs : null;
      return { theirs, simulated, ratio };
    };
    return { figure, now: side(now, sides.now), baseline: side(baseline, sides.baseline) };
  });
}

/** The published session times of the two runs, `5,422 → 949 s`, where the author gave them.
 * @param {import("./types.js").Pair} pair */
export function elapsed(pair) {
  const row = found(pair).find(({ figure }) => figure.metric === "elapsed");
  const values = [row?.baseline.theirs, row?.now.theirs].filter((value) => value !== undefined);
  if (row?.now.theirs === undefined) return "";
  return `${values.map(seconds).join(" → ")} s`;
}
