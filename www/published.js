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
import { text } from "./strings.js";

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
  if (view === "AWR RAC top events") return top(run, name, metric);
  if (view === "run") return run.report.wall_s;
  if (view === "v$event_histogram") return bucket(run, name, metric);
  const kind = run.report.preset === "hash-cluster" ? /^(TABLE|CLUSTER)/ : /^INDEX/;
  return run.report.segments
    .filter(({ type }) => kind.test(type))
    .reduce((sum, segment) => sum + (segment.statistics[metric] ?? 0), 0);
}

/** The columns of a cluster's top events, as our table names them.
 * @type {Record<string, string>} */
const TOP = { waits: "waits", avg_wait: "avg_ms", pct_db_time: "pct_db_time", total: "total_s" };

/** A figure of the cluster's top events. @param {Result} run @param {string} name
 * @param {string} metric */
const top = ({ report }, name, metric) =>
  report.cluster?.top_events.find((each) => each.name === name)?.[TOP[metric]] ?? 0;

/** The share of an event's waits in one bucket, `waits in bucket 8 ms`, in percent.
 * @param {Result} run @param {string} name @param {string} metric */
function bucket({ report }, name, metric) {
  const upper = Number(/bucket (\d+) ms/.exec(metric)?.[1]);
  const buckets = report.histograms[name] ?? [];
  const all = buckets.reduce((sum, [, waits]) => sum + waits, 0);
  // The first published bucket holds all that lasts less than a millisecond.
  const here = buckets.filter(([bound]) => bound === upper || (upper === 1 && bound < 1));
  if (!Number.isFinite(upper)) return undefined;
  return (100 * here.reduce((sum, [, waits]) => sum + waits, 0)) / (all || 1);
}

/** Whether the author of a preset's experiment published figures. @param {string} preset */
export const has = (preset) => preset in published;

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

/** The published time of the two runs, `5,422 → 949 s`, and the measure that it belongs to.
 * @param {import("./types.js").Pair} pair @returns {{ key: string, said: string } | null} */
export function elapsed(pair) {
  const row = found(pair).find(({ figure }) => figure.metric === "elapsed");
  if (!row || row.now.theirs === undefined) return null;
  const values = [row.baseline.theirs, row.now.theirs].filter((value) => value !== undefined);
  const traced = row.figure.view === "tkprof call";
  return { key: traced ? "sessions" : "elapsed", said: words(traced, values.map(seconds)) };
}

/** @param {boolean} traced @param {string[]} values */
const words = (traced, values) =>
  `${traced ? text.figures.traced : text.figures.published} ${values.join(" → ")} s`;
