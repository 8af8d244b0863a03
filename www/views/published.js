/** The published figures of the experiment beside the simulated ones, with their ratio. */
import { ratios } from "../charts/ratios.js";
import { count, factor, seconds } from "../format.js";
import { found, variant } from "../published.js";
import { text } from "../strings.js";

const words = text.views.published;

/** @typedef {import("../published.js").Figure} Figure */

/** @param {Figure} figure */
const title = ({ view, name, metric }) => {
  const said = words.metrics[metric] ?? metric;
  if (view === "run") return words.ofRun(metric);
  if (view === "v$event_histogram") {
    return `${name}, ${metric.replace("waits in bucket", words.under)}`;
  }
  if (view === "AWR RAC top events") return `${name}, ${said}`;
  if (view === "tkprof call") return said;
  if (view === "tkprof event") return `${name}, ${metric === "waits" ? said : words.time}`;
  return words.ofSegment(metric);
};

/** What to know where the author traced and the run did not. @param {import("../types.js").Pair} pair */
const traced = (pair) =>
  found(pair).some(({ figure }) => figure.view.startsWith("tkprof")) ? ` ${words.traced}` : "";

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
      return words.none;
    }
    const near = known.filter(({ ratio }) => ratio && Math.max(ratio, 1 / ratio) <= 3).length;
    return `${words.near(near, known.length)}${traced(pair)}`;
  },

  action: () => ({ name: "card", label: text.card.title, quiet: true }),

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
      unit: words.unit,
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
      { key: `${side}_theirs`, label: `${words.theirs}${label}`, numeric: true, format: number },
      { key: `${side}_ours`, label: `${words.ours}${label}`, numeric: true, format: number },
      { key: `${side}_ratio`, label: `${words.ratio}${label}`, numeric: true, format: said },
    ];
    return {
      columns: [
        { key: "name", label: words.figure },
        { key: "unit", label: words.unitColumn },
        ...(both ? columns("before", text.views.before("")) : []),
        ...columns("now", both ? text.views.after("") : ""),
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
