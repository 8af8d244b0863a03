/** Waits per segment: the figure that the experiments are judged by. */
import { bars } from "../charts/bars.js";
import { compact, count, duration, percent, seconds } from "../format.js";
import { columns, rows, statistic, waited } from "../pairing.js";
import { focus } from "../sentence.js";
import { text } from "../strings.js";

const words = text.segments;
const { measure: measured } = text.views;
const BUSY = "buffer busy waits";

/** @param {import("../pairing.js").Group | null} group @param {Record<string, string>} chosen */
function figure(group, { which, measure }) {
  if (measure === "time") return waited(group, which === "all" ? null : BUSY).total_s;
  return which === "all" ? waited(group, null).waits : statistic(group, BUSY);
}

/** @param {import("../types.js").Pair} pair @param {Record<string, string>} chosen */
function found({ now, baseline }, chosen) {
  return rows(now.report, baseline?.report)
    .map((row) => ({
      ...row,
      parts: row.now?.parts.length ?? 0,
      to: figure(row.now, chosen),
      from: baseline ? figure(row.baseline, chosen) : null,
    }))
    .filter(
      (row) =>
        row.to > 0 ||
        (row.from ?? 0) > 0 ||
        (now.report.rows > 0 && /^(TABLE|INDEX|CLUSTER)/.test(row.type)),
    )
    .sort((a, b) => Math.max(b.to, b.from ?? 0) - Math.max(a.to, a.from ?? 0))
    .slice(0, 6);
}

const BUSY_WAITS = { value: "busy", label: words.busy };
const ALL_WAITS = { value: "all", label: words.all };

/** @type {import("../types.js").ViewBody} */
export default {
  paired: true,
  options: (pair) => [
    {
      key: "which",
      label: words.which,
      choices: focus(pair) === BUSY ? [BUSY_WAITS, ALL_WAITS] : [ALL_WAITS, BUSY_WAITS],
    },
    {
      key: "measure",
      label: measured.countOrTime,
      choices: [
        { value: "count", label: measured.count },
        { value: "time", label: measured.time },
      ],
    },
  ],

  sentence(pair, chosen) {
    const listed = found(pair, chosen);
    const all = listed.reduce((sum, row) => sum + row.to, 0);
    const what = chosen.which === "all" ? measured.waits : BUSY;
    const before = listed.reduce((sum, row) => sum + (row.from ?? 0), 0);
    if (all === 0 && before > 0) return words.left(what);
    if (!listed[0] || all === 0) return words.none(what);
    const top = listed.reduce((most, row) => (row.to > most.to ? row : most));
    const said = chosen.measure === "time" ? duration(top.to) : count(top.to);
    return words.top(top.name, percent(top.to / all), what, said);
  },

  chart(pair, chosen, { width, height }) {
    const time = chosen.measure === "time";
    return bars(
      found(pair, chosen).map((row) => ({
        name: row.name,
        note: row.parts > 1 ? words.partitions(row.parts) : row.type.toLowerCase(),
        now: row.to,
        baseline: row.from,
      })),
      {
        width,
        height,
        unit: time ? measured.seconds : measured.waits,
        format: time ? seconds : count,
        tick: compact,
        title: this.sentence(pair, chosen),
      },
    );
  },

  table(pair, chosen) {
    const time = chosen.measure === "time";
    const format = time ? seconds : count;
    return {
      columns: [
        { key: "name", label: words.segment },
        { key: "type", label: words.type },
        ...columns(pair, "figure", time ? words.seconds : text.views.events.waits, format),
      ],
      rows: found(pair, chosen).map(({ name, type, from, to }) => ({
        name,
        type,
        figure: to,
        figure_before: from,
      })),
    };
  },
};
