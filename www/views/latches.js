/** Latches: gets, misses and sleeps, as v$latch lists them. */
import { bars } from "../charts/bars.js";
import { compact, count, percent, seconds2 } from "../format.js";

/** @type {import("../types.js").ViewBody} */
export default {
  paired: true,
  sentence({ now }) {
    const top = [...now.report.latches].sort((a, b) => b.misses - a.misses)[0];
    if (top.misses === 0) return "No latch was missed.";
    return `${top.name} is missed most: ${count(top.misses)} of ${count(top.gets)} gets (${percent(top.misses / top.gets)}), ${count(top.sleeps)} sleeps.`;
  },

  chart(pair, _chosen, { width }) {
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
      { width, unit: "misses", format: count, tick: compact, title: this.sentence(pair, {}) },
    );
  },

  table({ now }) {
    return {
      columns: [
        { key: "name", label: "Latch" },
        { key: "gets", label: "Gets", numeric: true, format: count },
        { key: "misses", label: "Misses", numeric: true, format: count },
        { key: "spin_gets", label: "Spin gets", numeric: true, format: count },
        { key: "sleeps", label: "Sleeps", numeric: true, format: count },
        { key: "wait_time_s", label: "Wait s", numeric: true, format: seconds2 },
      ],
      rows: now.report.latches,
    };
  },
};
