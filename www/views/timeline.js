/** Average active sessions over time by wait class, in the colours that DBAs know. */
import { html } from "lit";
import { areas, coarse } from "../charts/areas.js";
import { classColour } from "../classes.js";
import { compact, percent, seconds } from "../format.js";

/** @typedef {import("../types.js").Timeline} Timeline */

/** Pixels between two points of a line. */
const POINT = 6;

/** The sum over classes at each step. @param {Timeline} timeline */
function sums({ classes, values }) {
  const steps = values.length / classes.length;
  return Array.from({ length: steps }, (_, step) =>
    classes.reduce((sum, _name, at) => sum + values[at * steps + step], 0),
  );
}

/** The mean number of sessions of each class. @param {Timeline} timeline
 * @returns {Map<string, number>} */
function means({ classes, values }) {
  const steps = values.length / classes.length;
  return new Map(
    classes.map((name, at) => {
      const column = values.slice(at * steps, (at + 1) * steps);
      return [name, column.reduce((sum, each) => sum + each, 0) / Math.max(steps, 1)];
    }),
  );
}

/** @param {import("../types.js").Pair} pair */
const sides = ({ now, baseline }) =>
  [
    { name: "Baseline", run: baseline },
    { name: baseline ? "Now" : "This run", run: now },
  ].flatMap(({ name, run }) =>
    run?.views?.timeline ? [{ name, timeline: run.views.timeline, wall: run.report.wall_s }] : [],
  );

/** @type {import("../types.js").ViewBody} */
export default {
  sentence(pair) {
    const found = means(pair.now.views.timeline);
    const all = [...found.values()].reduce((sum, each) => sum + each, 0) || 1;
    const [name, mean] = [...found].reduce((most, each) => (each[1] > most[1] ? each : most));
    const { cores } = pair.now.views.timeline;
    const cpu = found.get("CPU") ?? 0;
    return `On average ${seconds(all)} sessions are active, ${percent(mean / all)} of them in ${name}; ${seconds(cpu)} are on the ${cores} CPUs.`;
  },

  chart(pair, _chosen, { width }) {
    const shown = sides(pair);
    const together = shown.length > 1 && width >= 820;
    const each = together ? (width - 32) / 2 : width;
    const most = Math.max(...shown.flatMap(({ timeline }) => sums(timeline)), 1);
    return html`<div class=${together ? "side-by-side" : "stacked"}>
      ${shown.map(({ name, timeline, wall }) =>
        areas(
          coarse({ ...timeline, step: timeline.step_s, names: timeline.classes }, each / POINT),
          {
            width: each,
            height: shown.length > 1 ? 240 : 320,
            most,
            end: wall,
            limit: timeline.cores,
            limitName: `${timeline.cores} CPUs`,
            colour: classColour,
            unit: "active sessions",
            time: "simulated seconds",
            format: compact,
            heading: name,
            title: `${name}: ${this.sentence(pair, {})}`,
          },
        ),
      )}
    </div>`;
  },

  table(pair) {
    const now = means(pair.now.views.timeline);
    const before = pair.baseline?.views?.timeline && means(pair.baseline.views.timeline);
    const names = new Set([...now.keys(), ...(before?.keys() ?? [])]);
    const number = { numeric: true, format: seconds };
    return {
      columns: [
        { key: "name", label: "Wait class", swatch: classColour },
        ...(before ? [{ key: "from", label: "Sessions, baseline", ...number }] : []),
        { key: "to", label: before ? "Sessions, now" : "Average active sessions", ...number },
      ],
      rows: [...names]
        .map((name) => ({ name, to: now.get(name) ?? 0, from: before?.get(name) ?? 0 }))
        .sort((a, b) => Math.max(b.to, b.from) - Math.max(a.to, a.from)),
    };
  },
};
