/** The published figures of the experiment beside the simulated ones, with their ratio. */
import { ratios } from "../charts/ratios.js";
import { count, factor, seconds } from "../format.js";
import { found, variant } from "../published.js";

/** @typedef {import("../published.js").Figure} Figure */

/** @type {Record<string, string>} */
const AWR = { pct_db_time: "% DB time", avg_wait: "average", waits: "waits", total: "time" };

/** @param {Figure} figure */
const title = ({ view, name, metric }) => {
  if (view === "run") return `${metric} of the run`;
  if (view === "v$event_histogram") return `${name}, ${metric.replace("waits in bucket", "under")}`;
  if (view === "AWR RAC top events") return `${name}, ${AWR[metric] ?? metric}`;
  if (view === "tkprof call") return { cpu: "CPU" }[metric] ?? metric;
  if (view === "tkprof event") return `${name}, ${metric === "waits" ? "waits" : "time"}`;
  return `${metric} (segment)`;
};

/** What to know where the author traced and the run did not. @param {import("../types.js").Pair} pair */
const traced = (pair) =>
  found(pair).some(({ figure }) => figure.view.startsWith("tkprof"))
    ? " The author traced the sessions for the event figures; set trace.sql to do the same."
    : "";

/** @param {number | null} ratio */
const said = (ratio) => {
  if (!ratio) return "–";
  return ratio >= 1 ? `× ${factor(ratio)}` : `÷ ${factor(1 / ratio)}`;
};

/** @type {import("../types.js").ViewBody} */
export default {
  paired: true,
  sentence(pair) {
    const all = found(pair).flatMap(({ now, baseline }) => [now, baseline]);
    const known = all.filter(({ theirs }) => theirs);
    if (known.length === 0) {
      return "The author published no figures for this setting; move the experiment’s own lever.";
    }
    const near = known.filter(({ ratio }) => ratio && Math.max(ratio, 1 / ratio) <= 3).length;
    return `${near} of ${known.length} published figures are met within a factor of 3.${traced(pair)}`;
  },

  action: () => ({ name: "card", label: "Model card", quiet: true }),

  chart(pair, _chosen, { width }) {
    const rows = found(pair)
      .filter(({ now, baseline }) => now.ratio || baseline.ratio)
      .map(({ figure, now, baseline }) => ({
        name: title(figure),
        now: now.ratio,
        baseline: baseline.ratio,
      }));
    if (rows.length === 0) return null;
    return ratios(rows, {
      width,
      within: 3,
      unit: "simulated to published; shaded: within 3 times",
      title: this.sentence(pair, {}),
    });
  },

  table(pair) {
    const both = variant(pair.baseline) !== null;
    /** @param {number | undefined} value */
    const number = (value) => {
      if (value === undefined) return "";
      return Number.isInteger(value) ? count(value) : seconds(value);
    };
    /** @param {string} side @param {string} label */
    const columns = (side, label) => [
      { key: `${side}_theirs`, label: `Published${label}`, numeric: true, format: number },
      { key: `${side}_ours`, label: `Simulated${label}`, numeric: true, format: number },
      { key: `${side}_ratio`, label: `Ratio${label}`, numeric: true, format: said },
    ];
    return {
      columns: [
        { key: "name", label: "Figure" },
        { key: "unit", label: "Unit" },
        ...(both ? columns("before", ", baseline") : []),
        ...columns("now", both ? ", now" : ""),
      ],
      rows: found(pair).map(({ figure, now, baseline }) => ({
        name: title(figure),
        unit: figure.unit,
        now_theirs: now.theirs,
        now_ours: now.simulated,
        now_ratio: now.ratio,
        before_theirs: baseline.theirs,
        before_ours: baseline.simulated,
        before_ratio: baseline.ratio,
      })),
    };
  },
};
