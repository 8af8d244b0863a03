/** How many are enough: a lever's values doubled, the knee marked, the figures below each other. */
import { html } from "lit";
import { lines } from "../charts/lines.js";
import { compact, count, percent, seconds, seconds2 } from "../format.js";
import { text } from "../strings.js";
import { knee } from "../sweep.js";

const words = text.views.sweep;

/** @typedef {import("../types.js").Pair} Pair */

/** Levers that are numbers of things; costs and times are constants of the machine.
 * @param {Pair} pair */
const levers = ({ catalogue }) => {
  const found = catalogue.levers.filter(({ kind, key }) => kind === "integer" && key !== "seed");
  return [...found.filter(({ headline }) => headline), ...found.filter((each) => !each.headline)];
};

/** The sweep of the chosen lever, if there is one. @param {Pair} pair
 * @param {Record<string, string>} chosen */
const of = ({ sweep }, chosen) => (sweep && sweep.key === chosen.lever ? sweep : null);

/** @type {import("../types.js").ViewBody} */
export default {
  options: (pair) => [
    {
      key: "lever",
      label: words.lever,
      choices: levers(pair).map(({ key, label }) => ({ value: key, label })),
    },
  ],

  action(pair, { lever }) {
    if (pair.busy) return null;
    return { name: "sweep", label: words.run, detail: lever };
  },

  sentence(pair, chosen) {
    const sweep = of(pair, chosen);
    const label = levers(pair).find(({ key }) => key === chosen.lever)?.label ?? "";
    if (!sweep) {
      return words.question(label);
    }
    if (sweep.points.length < sweep.of) {
      return words.running(count(sweep.of), label);
    }
    const [first] = sweep.points;
    const enough = knee(sweep.points, "elapsed_s");
    if (!enough || enough === first) {
      return words.none(label, count(first.value));
    }
    const change = enough.waits / Math.max(first.waits, 1) - 1;
    return words.enough(
      count(enough.value),
      `${seconds(first.elapsed_s)} → ${seconds(enough.elapsed_s)}`,
      percent(Math.abs(change)),
      change > 0,
      count(first.value),
    );
  },

  chart(pair, chosen, { width }) {
    const sweep = of(pair, chosen);
    if (!sweep?.points.length) return null;
    const done = sweep.points.length === sweep.of;
    const together = width >= 560;
    const each = together ? (width - 32) / 2 : width;
    /** @param {"waits" | "elapsed_s"} figure @param {string} heading @param {string} unit */
    const drawn = (figure, heading, unit) => {
      const enough = done ? knee(sweep.points, figure) : null;
      return lines(
        sweep.points.map((point) => ({ x: point.value, y: point[figure] })),
        {
          width: each,
          height: 300,
          heading,
          unit,
          below: sweep.label,
          format: compact,
          title: this.sentence(pair, chosen),
          knee: enough?.value ?? null,
          kneeName: enough ? words.knee(count(enough.value)) : "",
          present: Number(pair.now.report.scenario[sweep.key]),
        },
      );
    };
    return html`<div class=${together ? "side-by-side" : "stacked"}>
      ${drawn("waits", text.segments.busy, text.views.measure.waits)}
      ${drawn("elapsed_s", words.elapsed, text.views.clock)}
    </div>`;
  },

  table(pair, chosen) {
    const sweep = of(pair, chosen);
    return {
      columns: [
        { key: "value", label: sweep?.label ?? words.value, format: count },
        { key: "waits", label: text.segments.busy, numeric: true, format: count },
        { key: "elapsed_s", label: words.elapsedS, numeric: true, format: seconds2 },
        { key: "session_s", label: words.sessionS, numeric: true, format: seconds2 },
      ],
      rows: sweep?.points ?? [],
    };
  },
};
