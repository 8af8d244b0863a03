/** How many are enough: a lever's values doubled, the knee marked, the figures below each other. */
import { html } from "lit";
import { lines } from "../charts/lines.js";
import { compact, count, percent, seconds, seconds2 } from "../format.js";
import { text } from "../strings.js";
import { knee, price } from "../sweep.js";

const words = text.views.sweep;

/** @typedef {import("../types.js").Pair} Pair */

/** Levers that are numbers of things, that which was tried first; costs and times are constants of
 * the machine.
 * @param {Pair} pair */
const levers = ({ catalogue, sweep }) => {
  const found = catalogue.levers.filter(({ kind, key }) => kind === "integer" && key !== "seed");
  const rank = (/** @type {import("../types.js").Lever} */ { key, headline }) =>
    key === sweep?.key ? 0 : headline ? 1 : 2;
  return found.sort((a, b) => rank(a) - rank(b));
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
    const enough = knee(sweep.points, "price");
    const { label: name, unit } = price(pair.now.report);
    if (!enough || enough === first) {
      return words.none(label, count(first.value), name.toLowerCase());
    }
    const change = enough.waits / Math.max(first.waits, 1) - 1;
    return words.enough(
      count(enough.value),
      `${seconds(first.price)} → ${seconds(enough.price)} ${unit} ${name.toLowerCase()}`,
      percent(Math.abs(change)),
      change > 0,
      sweep.event,
      count(first.value),
    );
  },

  chart(pair, chosen, { width }) {
    const sweep = of(pair, chosen);
    if (!sweep?.points.length) return null;
    const done = sweep.points.length === sweep.of;
    const { label, unit } = price(pair.now.report);
    const together = width >= 560;
    const each = together ? (width - 32) / 2 : width;
    /** @param {"waits" | "price"} figure @param {string} heading @param {string} unit */
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
      ${drawn("waits", sweep.event, text.views.measure.waits)}
      ${drawn("price", label, unit)}
    </div>`;
  },

  table(pair, chosen) {
    const sweep = of(pair, chosen);
    const { label, unit } = price(pair.now.report);
    return {
      columns: [
        { key: "value", label: sweep?.label ?? words.value, format: count },
        {
          key: "waits",
          label: sweep?.event ?? text.views.events.waits,
          numeric: true,
          format: count,
        },
        { key: "price", label: `${label} ${unit}`, numeric: true, format: seconds2 },
        { key: "elapsed_s", label: words.elapsed, numeric: true, format: seconds2 },
      ],
      rows: sweep?.points ?? [],
    };
  },
};
