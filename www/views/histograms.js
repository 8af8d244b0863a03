/** How long the waits of one event last, in buckets that double. */
import { columns } from "../charts/columns.js";
import { compact, count, duration, percent } from "../format.js";
import { columns as sided } from "../pairing.js";
import { text } from "../strings.js";

const words = text.views.histograms;
const { measure: measured } = text.views;

/** @typedef {[number, number][]} Buckets */

/** The events that have a histogram, those that cost most now first.
 * @param {import("../types.js").Pair} pair */
function names({ now, baseline }) {
  const events = [...now.report.events].sort((a, b) => b.total_s - a.total_s);
  const before = baseline?.report ?? now.report;
  const found = [
    ...events.map(({ name }) => name).filter((name) => name in now.report.histograms),
    ...before.events.map(({ name }) => name).filter((name) => name in before.histograms),
  ];
  return [...new Set(found)];
}

/** @param {number} ms the bucket's upper bound */
function bound(ms) {
  if (ms < 1) return `${Math.round(ms * 1000)} µs`;
  return ms < 1000 ? `${ms} ms` : `${Number((ms / 1000).toPrecision(2))} s`;
}

/** @param {import("../types.js").Pair} pair @param {Record<string, string>} chosen */
function buckets(pair, chosen) {
  const name = chosen.event;
  /** @type {Map<number, number>} */
  const now = new Map(pair.now.report.histograms[name]);
  /** @type {Map<number, number>} */
  const before = new Map(pair.baseline?.report.histograms[name]);
  const uppers = [...new Set([...now.keys(), ...before.keys()])].sort((a, b) => a - b);
  const filled = uppers.filter((upper) => (now.get(upper) ?? 0) + (before.get(upper) ?? 0) > 0);
  const [first, last] = [filled[0], filled[filled.length - 1]];
  return uppers
    .filter((upper) => upper >= first && upper <= last)
    .map((upper) => ({ upper, now: now.get(upper) ?? 0, before: before.get(upper) ?? 0 }));
}

/** @type {import("../types.js").ViewBody} */
export default {
  paired: true,
  options: (pair) => [
    {
      key: "event",
      label: text.views.events.event,
      choices: names(pair).map((name) => ({ value: name, label: name })),
    },
    {
      key: "measure",
      label: measured.shareOrCount,
      choices: [
        { value: "share", label: measured.share },
        { value: "count", label: measured.count },
      ],
    },
  ],

  sentence(pair, chosen) {
    const found = buckets(pair, chosen);
    const all = found.reduce((sum, each) => sum + each.now, 0);
    if (all === 0) return words.none;
    let seen = 0;
    const middle = found.find((each) => {
      seen += each.now;
      return seen >= all / 2;
    });
    const long = found.filter(({ upper }) => upper > 128).reduce((sum, each) => sum + each.now, 0);
    return words.half(count(all), duration((middle?.upper ?? 0) / 1000), percent(long / all));
  },

  chart(pair, chosen, { width, height = 320 }) {
    const found = buckets(pair, chosen);
    const asCount = chosen.measure === "count";
    const all = found.reduce((sum, each) => sum + each.now, 0) || 1;
    const before = found.reduce((sum, each) => sum + each.before, 0) || 1;
    return columns(
      found.map((each) => ({
        name: bound(each.upper),
        now: asCount ? each.now : (100 * each.now) / all,
        baseline: pair.baseline ? (asCount ? each.before : (100 * each.before) / before) : null,
      })),
      {
        width,
        height,
        unit: asCount ? measured.waits : words.share,
        below: words.below,
        format: (value) => (value > 0 && value < 0.1 && !asCount ? "<0.1" : compact(value)),
        title: this.sentence(pair, chosen),
      },
    );
  },

  table(pair, chosen) {
    return {
      columns: [
        { key: "upper", label: words.upper, format: bound },
        ...sided(pair, "now", text.views.events.waits, count),
      ],
      rows: buckets(pair, chosen).map((each) => ({ ...each, now_before: each.before })),
    };
  },
};
