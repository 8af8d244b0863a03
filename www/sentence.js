/**
 * The sentence above the picture, made from two runs: which levers moved, what they did to the
 * waits and to the elapsed time, what it cost, and what stands in the way next.
 *
 * @typedef {import("./types.js").Pair} Pair
 * @typedef {import("./types.js").Report} Report
 * @typedef {import("./types.js").Catalogue} Catalogue
 */
import { count, duration, factor, percent, value } from "./format.js";
import { applying, MEASURES } from "./measures.js";
import { rows, statistic, waited } from "./pairing.js";
import { text } from "./strings.js";

const WAIT = "buffer busy waits";
const words = text.sentence;

/** The levers in which two scenarios differ, in words: `Reverse key index`, `CPUs 8 → 16`.
 * @param {Catalogue} catalogue @param {Report} now @param {Report} baseline */
export function moves(catalogue, now, baseline) {
  return catalogue.levers
    .filter(({ key }) => key !== "seed" && now.scenario[key] !== baseline.scenario[key])
    .map((lever) => {
      const to = now.scenario[lever.key];
      const from = baseline.scenario[lever.key];
      if (lever.kind === "bool") return to ? lever.label : words.off(lever.label);
      return `${lever.label} ${value(from)} → ${value(to)}`;
    });
}

/** Whether two figures are as good as equal. @param {number} from @param {number} to */
const level = (from, to) => Math.abs(to - from) <= 0.01 * Math.max(from, to);

/** By how much: `by 94 %`, `5.6 times`. @param {number} from @param {number} to */
export function amount(from, to) {
  const [low, high] = from < to ? [from, to] : [to, from];
  if (to < from && to > 0 && high / low < 10 && high / low >= 2)
    return words.times(factor(high / low));
  if (to < from) return words.by(percent(1 - to / from));
  return high / low >= 1.5 ? words.times(factor(high / low)) : words.by(percent(high / low - 1));
}

/** What a figure did: `cut elapsed 5.6 times`. @param {string} name @param {number} from
 * @param {number} to */
function effect(name, from, to) {
  if (level(from, to)) return words.left(name);
  if (from === 0) return words.brought(count(to), name);
  if (to === 0) return words.removed(name);
  return to < from ? words.cut(name, amount(from, to)) : words.raised(name, amount(from, to));
}

/** What a price did by itself: `physical reads doubled`. @param {number} from @param {number} to */
function growth(from, to) {
  const ratio = to / from;
  if (ratio > 1.9 && ratio < 2.1) return words.doubled;
  return words.rose(amount(from, to));
}

/** What most of the sessions' time goes to: CPU, the run queue or an event. @param {Report} report
 * @returns {{ name: string, share: number }} */
export function limit(report) {
  const queue = report.time_model["run queue time"] ?? 0;
  const cpu = { name: "CPU", seconds: report.cpu_s + queue };
  const waits = report.events.map(({ name, total_s }) => ({ name, seconds: total_s }));
  const top = [cpu, ...waits].reduce((most, each) => (each.seconds > most.seconds ? each : most));
  const all = report.session_elapsed_s || 1;
  return { name: top.name, share: top.seconds / all };
}

/** A segment in the narrow sense, as against a latch, a cursor or a sequence. @param {string} type */
const stored = (type) => /^(TABLE|INDEX|CLUSTER|UNDO)/.test(type);

/**
 * The event that the sentence is about: the wait for blocks of a segment that costs most in either
 * run, buffer busy waits if they come near it; where no segment is waited for, the dearest event.
 * @param {Pick<Pair, "now" | "baseline">} pair
 */
export function focus({ now, baseline }) {
  const reports = baseline ? [now.report, baseline.report] : [now.report];
  /** @type {Map<string, number>} */
  const cost = new Map();
  for (const { waits, type } of reports.flatMap(({ segments }) => segments)) {
    if (!stored(type)) continue;
    for (const [name, { total_s }] of Object.entries(waits)) {
      if (!/^db file|^direct path/.test(name)) cost.set(name, (cost.get(name) ?? 0) + total_s);
    }
  }
  const [top] = [...cost].sort((a, b) => b[1] - a[1]);
  if (top) return (cost.get(WAIT) ?? 0) > 0.2 * top[1] ? WAIT : top[0];
  const events = reports.flatMap((report) => report.events);
  return events.sort((a, b) => b.total_s - a.total_s)[0]?.name ?? WAIT;
}

/** The row with the most waits for an event in either run. @param {Pair} pair
 * @param {string} event */
function hottest({ now, baseline }, event) {
  /** @param {import("./pairing.js").Group | null} group */
  const waits = (group) => (event === WAIT ? statistic(group, WAIT) : waited(group, event).waits);
  const found = rows(now.report, baseline?.report).map((row) => ({
    ...row,
    from: waits(row.baseline),
    to: waits(row.now),
  }));
  return found.sort((a, b) => Math.max(b.from, b.to) - Math.max(a.from, a.to))[0];
}

/** `buffer busy waits on the index`, `waits for latch: cache buffers chains`.
 * @param {string} event @param {string} type */
const about = (event, type) =>
  stored(type) ? words.on(event, spoken(type)) : words.waitsFor(event);

/** What the change cost: the figure that grew most, if one did.
 * @param {Report} now @param {Report} baseline */
function price(now, baseline) {
  const names = ["physical reads", "leaf node splits", "physical writes", "redo size"];
  const grown = names
    .map((name) => ({ name, from: baseline.statistics[name], to: now.statistics[name] }))
    .filter(({ from, to }) => from > 0 && to / from >= 1.25)
    .sort((a, b) => b.to / b.from - a.to / a.from)[0];
  return grown ? words.price(grown.name, growth(grown.from, grown.to)) : "";
}

/** The kind of thing a segment is, as one says it. @param {string} type */
const spoken = (type) => type.toLowerCase().replace(" partition", "");

/** One run, nothing to hold it against. @param {Pair} pair */
function alone(pair) {
  const { report } = pair.now;
  const top = limit(report);
  const event = focus(pair);
  const hot = hottest(pair, event);
  const sessions = count(Number(report.scenario["workload.sessions"] ?? 0));
  const first = report.rows
    ? words.alone(sessions, count(report.rows), duration(report.wall_s))
    : words.ran(sessions, duration(report.wall_s));
  const most = words.limit(top.name, percent(top.share));
  if (!hot || hot.to === 0) return [first, words.cool, most];
  if (!stored(hot.type)) return [first, most];
  const of = waited(hot.now, event).total_s / (report.session_elapsed_s || 1);
  const waits = event === WAIT ? `${count(hot.to)} ${WAIT}` : words.waits(count(hot.to), event);
  return [
    first,
    words.hot(spoken(hot.type), hot.name, waits, percent(of)),
    top.name === event ? "" : most,
  ];
}

/** @param {Pair} pair @returns {string} one or two sentences of plain text */
export function sentence(pair) {
  const { now, baseline, catalogue } = pair;
  if (!baseline) return alone(pair).filter(Boolean).join(" ");
  const moved = moves(catalogue, now.report, baseline.report);
  if (moved.length === 0) return words.seed;
  const from = baseline.report;
  const to = now.report;
  if (identical(from, to)) return words.identical(moved.join(", "));
  const event = focus(pair);
  const hot = hottest(pair, event);
  const sessions = count(Number(to.scenario["workload.sessions"] ?? 0));
  const [cost] = applying(MEASURES, to);
  const name = cost.key === "elapsed" ? words.time : cost.label.toLowerCase();
  const of =
    cost.key === "elapsed"
      ? (/** @type {Report} */ { session_elapsed_s }) => session_elapsed_s
      : cost.of;
  const parts = [effect(name, of(from), of(to))];
  if (hot && hot.from + hot.to > 0) {
    parts.unshift(effect(about(event, hot.type), hot.from, hot.to));
  }
  const top = limit(to);
  return [
    words.lead(sessions, list(moved), list(merged(parts)), price(to, from)),
    young(to, from) ? words.young : words.next(top.name, percent(top.share)),
  ].join(" ");
}

/** Whether a reversed index gained little because it has few leaves yet.
 * @param {Report} now @param {Report} baseline */
function young(now, baseline) {
  const reversed = now.scenario["index.reverse"] && !baseline.scenario["index.reverse"];
  const splits = now.statistics["leaf node splits"] ?? Number.POSITIVE_INFINITY;
  const gain = baseline.session_elapsed_s / Math.max(now.session_elapsed_s, 1e-9);
  return Boolean(reversed) && gain < 3 && splits < Number(now.scenario["workload.sessions"] ?? 0);
}

/** `a, b and c`. @param {string[]} parts */
const list = (parts) =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")}${words.and}${parts.at(-1)}`;

/** `cut a … and cut b …` says its verb once. @param {string[]} parts */
function merged(parts) {
  const [verb] = parts[0].split(" ", 1);
  return parts.map((part, at) =>
    at > 0 && part.startsWith(`${verb} `) ? part.slice(verb.length + 1) : part,
  );
}

/** Whether a lever made no difference at all. @param {Report} a @param {Report} b */
export const identical = (a, b) =>
  a.wall_s === b.wall_s &&
  a.session_elapsed_s === b.session_elapsed_s &&
  JSON.stringify(a.events) === JSON.stringify(b.events);
