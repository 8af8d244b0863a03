/**
 * The figures that lessons speak of, by their names, and what is asked of them. Every number that
 * a lesson shows and every answer that it calls right is computed here from the reader's own runs.
 *
 * @typedef {import("../types.js").Report} Report
 * @typedef {import("./types.js").Asked} Asked
 * @typedef {Record<string, Report>} Runs  the reader's runs by their keys
 */
import { count, duration, factor, percent } from "../format.js";
import { groups, statistic } from "../pairing.js";

/** @typedef {{ unit: "s" | "ms" | "µs" | "share" | "count" | "bytes" | "rate" | "text",
 *   value: number | string }} Figure */

/** @type {Record<string, (report: Report) => Figure>} */
const PLAIN = {
  elapsed: ({ wall_s }) => ({ unit: "s", value: wall_s }),
  "session time": ({ session_elapsed_s }) => ({ unit: "s", value: session_elapsed_s }),
  "CPU time": ({ cpu_s }) => ({ unit: "s", value: cpu_s }),
  rows: ({ rows }) => ({ unit: "count", value: rows }),
  throughput: ({ rows, wall_s }) => ({ unit: "rate", value: rows / Math.max(wall_s, 1e-9) }),
  "redo size": ({ statistics }) => ({ unit: "bytes", value: statistics["redo size"] }),
  "buffer gets a second": ({ samples }) => ({
    unit: "rate",
    value: samples ? samples.gets / (samples.sample_s * length(samples)) : Number.NaN,
  }),
  "latch sleeps a thousand gets": ({ samples }) => ({
    unit: "count",
    value: samples?.sleeps_per_1000_gets ?? Number.NaN,
  }),
  "response a get": (report) => perGet(report, "Rt"),
  "CPU a get": (report) => perGet(report, "St"),
  "wait a get": (report) => perGet(report, "Qt"),
  "time waited": ({ events }) => ({
    unit: "s",
    value: events.reduce((sum, { total_s }) => sum + total_s, 0),
  }),
  "longest wait": ({ events }) => ({
    unit: "s",
    value: Math.max(0, ...events.map(({ max_s }) => max_s)),
  }),
  "top wait": ({ events }) => ({
    unit: "text",
    value: [...events].sort((a, b) => b.total_s - a.total_s)[0]?.name ?? "none",
  }),
};

/** How many samples a run took. @param {NonNullable<Report["samples"]>} samples */
const length = ({ columns }) => Object.values(columns)[0]?.length ?? 1;

/** @param {Report} report @param {string} name @returns {Figure} */
const perGet = ({ samples }, name) => ({
  unit: "µs",
  value: samples ? 1000 * samples.per_get[name].mean : Number.NaN,
});

/** The figures of one event. @type {Record<string, (event: import("../types.js").WaitEvent,
 *   report: Report) => Figure>} */
const OF_EVENT = {
  waits: ({ waits }) => ({ unit: "count", value: waits }),
  time: ({ total_s }) => ({ unit: "s", value: total_s }),
  average: ({ avg_ms }) => ({ unit: "ms", value: avg_ms }),
  longest: ({ max_s }) => ({ unit: "s", value: max_s }),
  share: ({ total_s }, { session_elapsed_s }) => ({
    unit: "share",
    value: total_s / (session_elapsed_s || 1),
  }),
};

/** An event that never occurred. */
const NONE = { name: "", class: "", waits: 0, timeouts: 0, total_s: 0, max_s: 0, avg_ms: 0 };

/** The parts of a figure's name that a catalogue can be asked for.
 * @param {string} name
 * @returns {{ kind: "plain" | "event" | "over" | "segment" | "statistic", name: string,
 *   of?: string, where?: string, ms?: number }} */
export function parts(name) {
  if (name in PLAIN) return { kind: "plain", name };
  const over = /^waits of (.+) over (\d+) ms$/.exec(name);
  if (over) return { kind: "over", name: over[1], ms: Number(over[2]) };
  const event = /^(waits|time|average|longest|share) of (.+)$/.exec(name);
  if (event) return { kind: "event", name: event[2], of: event[1] };
  const segment = /^(.+) on the (index|table)$/.exec(name);
  if (segment) return { kind: "segment", name: segment[1], where: segment[2] };
  return { kind: "statistic", name };
}

/** A figure of a run by its name. @param {Report} report @param {string} given
 * @returns {Figure} */
export function figure(report, given) {
  const { kind, name, of = "", where = "", ms = 0 } = parts(given);
  if (kind === "plain") return PLAIN[name](report);
  if (kind === "event") {
    return OF_EVENT[of](report.events.find((event) => event.name === name) ?? NONE, report);
  }
  if (kind === "over") {
    const buckets = report.histograms[name] ?? [];
    const beyond = buckets.filter(([bound]) => bound > ms);
    return { unit: "count", value: beyond.reduce((sum, [, waits]) => sum + waits, 0) };
  }
  if (kind === "segment") {
    const wanted = groups(report).filter(({ type }) => type.startsWith(where.toUpperCase()));
    const cluster = groups(report).filter(({ type }) => where === "table" && /CLUSTER/.test(type));
    const found = wanted.length ? wanted : cluster;
    return { unit: "count", value: found.reduce((sum, group) => sum + statistic(group, name), 0) };
  }
  return { unit: "count", value: report.statistics[name] ?? Number.NaN };
}

/** A figure as a person reads it. @param {Figure} figure */
export function worded({ unit, value }) {
  if (typeof value === "string") return value;
  if (Number.isNaN(value)) return "–";
  if (unit === "s") return duration(value);
  if (unit === "ms") return duration(value / 1e3);
  if (unit === "µs") return duration(value / 1e6);
  if (unit === "share") return percent(value);
  if (unit === "bytes") return `${(value / 1e6).toPrecision(3)}\u00a0MB`;
  if (unit === "rate") return `${count(value)}\u00a0/s`;
  return value > 0 && value < 10 ? String(Number(value.toPrecision(2))) : count(value);
}

/** How many times one figure is the other; alike where both are nothing.
 * @param {number} now @param {number} before */
const ratio = (now, before) => (now === before ? 1 : now / before);

/** A ratio as a person reads it: `÷ 4.6`, `× 2.1`. @param {number} times */
export function change(times) {
  if (!Number.isFinite(times)) return "from none";
  if (times === 0) return "to none";
  if (Math.abs(times - 1) < 0.02) return "unchanged";
  if (Math.max(times, 1 / times) < 1.1) {
    return `${times < 1 ? "−" : "+"}${percent(Math.abs(times - 1))}`;
  }
  return `${times < 1 ? "÷" : "×"} ${factor(Math.max(times, 1 / times))}`;
}

/** `run`, `run / run`, and what follows the colon. @param {string} expression */
export function read(expression) {
  const found = /^(?:(most|least) in )?([\w-]+)(?: \/ ([\w-]+))?(?:: (.+))?$/.exec(expression);
  if (!found) throw new Error(`"${expression}" is no figure of a run`);
  const [, order = "", run, against = "", name = ""] = found;
  return { order, run, against, name };
}

/** The number behind an expression. @param {Runs} runs
 * @param {{ run: string, against: string }} of @param {string} name */
function number(runs, { run, against }, name) {
  const value = Number(figure(runs[run], name).value);
  return against ? ratio(value, Number(figure(runs[against], name).value)) : value;
}

/** The bounds of a band: `under 0.5`, `0.5 to 2`, `over 2`. @param {string} text
 * @returns {[number, number]} from, below */
export function band(text) {
  const found = /^(?:under ([\d.]+)|([\d.]+) to ([\d.]+)|over ([\d.]+))$/.exec(text);
  if (!found) throw new Error(`"${text}" is no band of values`);
  const [, under, from, to, over] = found;
  if (under) return [Number.NEGATIVE_INFINITY, Number(under)];
  if (over) return [Number(over), Number.POSITIVE_INFINITY];
  return [Number(from), Number(to)];
}

/** The choice that the runs bear out. @param {Asked} asked @param {Runs} runs */
export function answer({ of, choices }, runs) {
  const asked = read(of);
  if (!asked.order) {
    const value = number(runs, asked, asked.name);
    return choices.findIndex(({ when }) => {
      const [from, below] = band(when);
      return value >= from && (value < below || below === Number.POSITIVE_INFINITY);
    });
  }
  const values = choices.map(({ when }) =>
    asked.run === "all"
      ? number(runs, { run: when, against: "" }, asked.name)
      : number(runs, asked, when),
  );
  const best = asked.order === "most" ? Math.max(...values) : Math.min(...values);
  return values.indexOf(best);
}

/** What was asked, as the runs answer it: a number or a ratio, with each choice's own where the
 * choices are figures. @param {Asked} asked @param {Runs} runs @param {number} choice */
export function evidence({ of, choices }, runs, choice) {
  const asked = read(of);
  const { when } = choices[choice];
  if (asked.run === "all") return worded(figure(runs[when], asked.name));
  return said(asked, asked.order ? when : asked.name, runs);
}

/** @param {{ run: string, against: string }} of @param {string} name @param {Runs} runs */
function said(of, name, runs) {
  const now = figure(runs[of.run], name);
  if (!of.against) return worded(now);
  const before = figure(runs[of.against], name);
  const times = ratio(Number(now.value), Number(before.value));
  return `${worded(before)} → ${worded(now)} (${change(times)})`;
}

/** Prose with its `{run: figure}` replaced by the reader's figures. @param {string} html
 * @param {Runs} runs */
export const filled = (html, runs) =>
  html.replaceAll(/\{([^{}]+)\}/g, (_, expression) => {
    const of = read(expression.replaceAll(/\s+/g, " "));
    if (!of.against) return `<b>${worded(figure(runs[of.run], of.name))}</b>`;
    return `<b>${change(number(runs, of, of.name))}</b>`;
  });
