/** Latches: gets, misses and sleeps, as v$latch lists them. */
import { bars } from "../charts/bars.js";
import { compact, count, percent, seconds2 } from "../format.js";
import { columns } from "../pairing.js";
import { text } from "../strings.js";

const words = text.views.latches;

const COLUMNS = /** @type {const} */ ([
  { key: "gets", format: count },
  { key: "misses", format: count },
  { key: "spin_gets", format: count },
  { key: "sleeps", format: count },
  { key: "wait_time_s", format: seconds2 },
]);

/** @type {import("../types.js").ViewBody} */
export default {
  paired: true,
  sentence({ now }) {
    const top = [...now.report.latches].sort((a, b) => b.misses - a.misses)[0];
    if (top.misses === 0) return words.none;
    return words.most(
      top.name,
      count(top.misses),
      count(top.gets),
      percent(top.misses / top.gets),
      count(top.sleeps),
    );
  },

  chart(pair, _chosen, { width, height }) {
    const before = new Map(pair.baseline?.report.latches.map((each) => [each.name, each]));
    return bars(
      [...pair.now.report.latches]
        .sort((a, b) => b.misses - a.misses)
        .slice(0, 8)
        .map(({ name, misses }) => ({
          name,
          now: misses,
          baseline: pair.baseline ? (before.get(name)?.misses ?? 0) : null,
        })),
      {
        width,
        height,
        unit: words.unit,
        format: count,
        tick: compact,
        title: this.sentence(pair, {}),
      },
    );
  },

  table(pair) {
    const before = new Map(pair.baseline?.report.latches.map((each) => [each.name, each]));
    return {
      columns: [
        { key: "name", label: words.latch },
        ...COLUMNS.flatMap(({ key, format }) => columns(pair, key, words[key], format)),
      ],
      rows: pair.now.report.latches.map((latch) => ({
        ...latch,
        ...Object.fromEntries(
          COLUMNS.map(({ key }) => [`${key}_before`, before.get(latch.name)?.[key] ?? 0]),
        ),
      })),
    };
  },
};
