/** The cluster: its nodes, what travels between them and what holds it up, and AWR's tables. */
import { html } from "lit";
import { bars } from "../charts/bars.js";
import { nodes } from "../charts/nodes.js";
import { shares } from "../charts/shares.js";
import { compact, count, duration, factor, millis, percent, seconds, seconds2 } from "../format.js";
import { chosenRun, runs, sides } from "../pairing.js";
import { text } from "../strings.js";

const words = text.views.cluster;
const { columns: named } = words;

/** @typedef {import("../types.js").Pair} Pair */
/** @typedef {import("../types.js").Column} Column */
/** @typedef {{ value: string, label: string, columns: Column[] }} Part */
/** @typedef {ReturnType<typeof sides>[number]} Side */

/** @param {string} key @param {string} label @param {(value: number) => string} format */
const number = (key, label, format) => ({ key, label, numeric: true, format });

/** The latency bands of `v$current_block_server`. */
const BANDS = ["< 1 ms", "< 10 ms", "< 0.1 s", "< 1 s", "< 10 s"];

/** @type {Part[]} */
const PARTS = [
  {
    value: "transfers",
    label: words.parts.transfers,
    columns: [
      number("from", named.from, count),
      number("to", named.to, count),
      number("current", named.current, count),
      number("cr", named.cr, count),
    ],
  },
  {
    value: "current_blocks_served",
    label: words.parts.current_blocks_served,
    columns: [
      number("instance", named.instance, count),
      { key: "what", label: named.what },
      number("count", named.count, count),
      ...BANDS.map((label, band) => number(String(band), `% ${label}`, millis)),
    ],
  },
  {
    value: "top_events",
    label: words.parts.top_events,
    columns: [
      { key: "name", label: named.name },
      { key: "class", label: named.class },
      number("waits", named.waits, count),
      number("total_s", named.total_s, seconds2),
      number("avg_ms", named.avg_ms, millis),
      number("pct_db_time", named.pct_db_time, millis),
    ],
  },
  {
    value: "wait_classes",
    label: words.parts.wait_classes,
    columns: [
      number("instance", named.instance, count),
      { key: "class", label: named.class },
      number("pct", named.pct, millis),
    ],
  },
  {
    value: "threads",
    label: words.parts.threads,
    columns: [
      number("thread", named.thread, count),
      number("instance", named.instance, count),
      number("rows", named.rows, count),
      number("run_time_s", named.run_time_s, seconds2),
      number("rows_per_s", named.rows_per_s, count),
      number("max_commit_ms", named.max_commit_ms, millis),
    ],
  },
  {
    value: "segments",
    label: words.parts.segments,
    columns: [
      { key: "object", label: named.object },
      { key: "type", label: named.type },
      { key: "statistic", label: named.statistic },
      number("value", named.value, count),
      number("capture_pct", named.capture_pct, millis),
    ],
  },
  {
    value: "session_waits",
    label: words.parts.session_waits,
    columns: [
      number("at_s", named.at_s, seconds),
      number("instance", named.instance, count),
      number("sid", named.sid, count),
      { key: "program", label: named.program },
      { key: "event", label: named.event },
      { key: "state", label: named.state },
      number("seconds", named.seconds, seconds),
      { key: "parameters", label: named.parameters },
    ],
  },
  {
    value: "active_by_object",
    label: words.parts.active_by_object,
    columns: [
      number("instance", named.instance, count),
      { key: "event", label: named.event },
      { key: "object", label: named.object },
      number("samples", named.samples, count),
    ],
  },
  {
    value: "active_by_block",
    label: words.parts.active_by_block,
    columns: [
      number("instance", named.instance, count),
      { key: "event", label: named.event },
      { key: "object", label: named.object },
      number("file", named.file, count),
      number("block", named.block, count),
      number("samples", named.samples, count),
    ],
  },
];

/** @param {import("../types.js").Report | undefined} report @param {string} name */
const seconds_of = (report, name) =>
  report?.cluster?.top_events.find((row) => row.name === name)?.total_s ?? 0;

/** Rows of a part, with those that the report nests laid flat.
 * @param {import("../types.js").Report} report @param {string} part
 * @returns {Record<string, any>[]} */
function rows({ cluster }, part) {
  const found = cluster?.[part] ?? [];
  if (part === "wait_classes") {
    return found.flatMap(({ instance, classes, db_cpu }) =>
      [["DB CPU", db_cpu], ...Object.entries(classes)]
        .filter(([, pct]) => pct > 0)
        .sort(([, a], [, b]) => b - a)
        .map(([name, pct]) => ({ instance, class: name, pct })),
    );
  }
  if (part !== "current_blocks_served") return found;
  return found.flatMap(({ instance, pins, pins_pct, flushes, flushes_pct }) => [
    { instance, what: "pins", count: pins, ...pins_pct },
    { instance, what: "flushes", count: flushes, ...flushes_pct },
  ]);
}

/** The runs on several instances. @param {import("../types.js").Pair} pair @returns {Side[]} */
const clustered = (pair) => sides(pair).filter(({ run }) => run.report.cluster);

/** Blocks that travelled, current ones and copies. @param {import("../types.js").Report} report */
const travelled = (report) =>
  rows(report, "transfers").reduce((sum, { current, cr }) => sum + current + cr, 0);

/** @param {Side} side @param {{ width: number, title: string, most: number }} options */
function pictured({ heading, kind, run: { report } }, options) {
  const classes = report.cluster?.wait_classes ?? [];
  return nodes(
    (report.instances ?? []).map(({ instance, sessions, rows: inserted, cores }, index) => {
      const spent = rows(report, "wait_classes").filter((row) => row.instance === instance);
      const threads = (report.cluster?.threads ?? []).filter((row) => row.instance === instance);
      const rate =
        threads.reduce((sum, { rows_per_s }) => sum + rows_per_s, 0) / (threads.length || 1);
      const [top] = spent;
      return {
        name: words.instance(instance),
        lines: [words.machine(sessions, cores), words.inserted(count(inserted), seconds(rate))],
        least: compact(inserted),
        brief: words.brief(sessions, compact(inserted)),
        parts: spent.map(({ class: name, pct }) => ({
          name: words.share(name, percent(pct / 100), duration(classes[index]?.db_time_s ?? 0)),
          share: pct / 100,
          colour: `var(--class-${name === "DB CPU" ? "cpu" : name.toLowerCase().replaceAll(/[^a-z]+/g, "-")})`,
        })),
        note: top ? `${top.class} ${percent(top.pct / 100)}` : words.idle,
      };
    }),
    rows(report, "transfers")
      .map(({ from, to, current, cr }) => ({
        from: from - 1,
        to: to - 1,
        count: current + cr,
        label: words.arc(from, to, count(current), count(cr)),
      }))
      .filter((arc) => arc.count > 0),
    { ...options, heading, kind, format: compact },
  );
}

/** @param {Side} side @param {{ width: number, title: string }} options */
const heldUp = ({ heading, kind, run: { report } }, options) =>
  shares(
    rows(report, "current_blocks_served").map((row) => ({
      name: words.held(row.instance, row.what),
      note: count(row.count),
      shares: BANDS.map((_, band) => (row[band] ?? 0) / 100),
    })),
    { ...options, heading, kind, bands: BANDS, format: percent },
  );

/** @type {import("../types.js").ViewBody} */
export default {
  paired: true,

  options: (pair) => [
    {
      key: "part",
      label: words.show,
      choices: PARTS.filter(({ value }) => pair.now.report.cluster?.[value]?.length),
    },
    { ...runs(pair), label: words.tableOf },
  ],

  sentence({ now: { report } }, { part }) {
    const [top] = report.cluster?.top_events ?? [];
    if (!top) return words.none;
    const instances = report.instances?.length ?? 0;
    if (part === "transfers") {
      const moved = travelled(report);
      if (moved === 0) return words.still(instances);
      return words.travelled(count(moved), instances, factor(report.rows / moved));
    }
    if (part === "current_blocks_served") {
      const served = report.cluster?.current_blocks_served ?? [];
      const sum = (/** @type {string} */ key) => served.reduce((all, row) => all + row[key], 0);
      return words.waited(count(sum("flushes")), count(sum("pins")));
    }
    return words.top(top.name, percent(top.pct_db_time / 100), instances, duration(top.total_s));
  },

  chart(pair, { part }, { width }) {
    const title = this.sentence(pair, { part });
    if (part === "current_blocks_served") {
      return html`<div class="stacked">
        ${clustered(pair).map((side) => heldUp(side, { width, title }))}
      </div>`;
    }
    if (part === "top_events") {
      return bars(
        (pair.now.report.cluster?.top_events ?? []).slice(0, 10).map(({ name, class: kind }) => ({
          name,
          note: kind,
          now: seconds_of(pair.now.report, name),
          baseline: pair.baseline ? seconds_of(pair.baseline.report, name) : null,
        })),
        { width, unit: text.views.measure.seconds, format: seconds, tick: compact, title },
      );
    }
    if (part === "threads") {
      const before = pair.baseline?.report.cluster?.threads;
      return bars(
        rows(pair.now.report, part).map(({ thread, instance, rows_per_s }, index) => ({
          name: words.thread(thread),
          note: words.instance(instance).toLowerCase(),
          now: rows_per_s,
          baseline: before ? (before[index]?.rows_per_s ?? 0) : null,
        })),
        { width, unit: words.rate, format: seconds, tick: compact, title },
      );
    }
    const most = Math.max(
      1,
      ...clustered(pair).flatMap(({ run: { report } }) =>
        rows(report, "transfers").map(({ current, cr }) => current + cr),
      ),
    );
    return html`<div class="stacked">
      ${clustered(pair).map((side) => pictured(side, { width, title, most }))}
    </div>`;
  },

  table(pair, chosen) {
    const { columns, value } = PARTS.find((each) => each.value === chosen.part) ?? PARTS[0];
    return { columns, rows: rows(chosenRun(pair, chosen).report, value) };
  },
};
