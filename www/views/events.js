/** Wait events of the foreground sessions, by the time they cost. */
import { bars } from "../charts/bars.js";
import { compact, count, duration, millis, percent, seconds, seconds2 } from "../format.js";
import { columns } from "../pairing.js";
import { text } from "../strings.js";

const words = text.views.events;
const { measure: measured } = text.views;
const SHOWN = 10;

/** @param {import("../types.js").Pair} pair */
function paired({ now, baseline }) {
  const before = new Map(baseline?.report.events.map((event) => [event.name, event]));
  const names = new Set([...now.report.events.map(({ name }) => name), ...before.keys()]);
  const after = new Map(now.report.events.map((event) => [event.name, event]));
  return [...names]
    .map((name) => ({ name, to: after.get(name), from: before.get(name) }))
    .sort((a, b) => most(b) - most(a));
}

/** @typedef {import("../types.js").WaitEvent} WaitEvent */
/** @param {{ to?: WaitEvent, from?: WaitEvent }} row */
const most = ({ to, from }) => Math.max(to?.total_s ?? 0, from?.total_s ?? 0);

/** @type {import("../types.js").ViewBody} */
export default {
  paired: true,
  options: () => [
    {
      key: "measure",
      label: measured.timeOrCount,
      choices: [
        { value: "time", label: measured.time },
        { value: "count", label: measured.count },
      ],
    },
  ],

  sentence(pair) {
    const { report } = pair.now;
    const top = [...report.events].sort((a, b) => b.total_s - a.total_s)[0];
    if (!top) return words.none;
    const share = percent(top.total_s / (report.session_elapsed_s || 1));
    return words.top(top.name, count(top.waits), duration(top.total_s), share, millis(top.avg_ms));
  },

  chart(pair, { measure }, { width, height }) {
    const byCount = measure === "count";
    /** @param {WaitEvent | undefined} event */
    const figure = (event) => (byCount ? event?.waits : event?.total_s) ?? 0;
    return bars(
      paired(pair)
        .slice(0, SHOWN)
        .map(({ name, to, from }) => ({
          name,
          note: (to ?? from)?.class,
          now: figure(to),
          baseline: pair.baseline ? figure(from) : null,
        })),
      {
        width,
        height,
        unit: byCount ? measured.waits : measured.seconds,
        format: byCount ? count : seconds,
        tick: compact,
        title: this.sentence(pair, { measure }),
      },
    );
  },

  table(pair) {
    return {
      columns: [
        { key: "name", label: words.event },
        { key: "class", label: words.class },
        ...columns(pair, "waits", words.waits, count),
        ...columns(pair, "total_s", words.total, seconds2),
        ...columns(pair, "avg_ms", words.mean, millis),
        ...columns(pair, "max_s", words.max, seconds2),
      ],
      rows: paired(pair).map(({ name, to, from }) => ({
        name,
        class: (to ?? from)?.class ?? "",
        waits: to?.waits ?? 0,
        waits_before: from?.waits ?? 0,
        total_s: to?.total_s ?? 0,
        total_s_before: from?.total_s ?? 0,
        avg_ms: to?.avg_ms ?? 0,
        avg_ms_before: from?.avg_ms ?? 0,
        max_s: to?.max_s ?? 0,
        max_s_before: from?.max_s ?? 0,
      })),
    };
  },
};
