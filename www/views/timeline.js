/** Average active sessions over time by wait class, in the colours that DBAs know. */
import { html } from "lit";
import { areas, coarse } from "../charts/areas.js";
import { classColour } from "../classes.js";
import { compact, percent, seconds } from "../format.js";
import { columns, sides } from "../pairing.js";
import { text } from "../strings.js";

const words = text.views.timeline;

/** @typedef {import("../types.js").Timeline} Timeline */

/** Pixels between two points of a line. */
const POINT = 6;

/** The least height of a picture, and what parts two below each other. */
const LEAST = 140;
const GAP = 32;

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
const drawn = (pair) =>
  sides(pair).flatMap(({ heading, run }) =>
    run.views?.timeline ? [{ heading, timeline: run.views.timeline, wall: run.report.wall_s }] : [],
  );

/** @type {import("../types.js").ViewBody} */
export default {
  sentence(pair) {
    const found = means(pair.now.views.timeline);
    const all = [...found.values()].reduce((sum, each) => sum + each, 0) || 1;
    const [name, mean] = [...found].reduce((most, each) => (each[1] > most[1] ? each : most));
    const { cores } = pair.now.views.timeline;
    const cpu = found.get("CPU") ?? 0;
    return words.active(seconds(all), percent(mean / all), name, seconds(cpu), cores);
  },

  chart(pair, _chosen, { width, height }) {
    const both = drawn(pair);
    const together = both.length > 1 && width >= 820;
    // Where the room is given and is too low for two below each other: now alone.
    const shown = !together && height && height < 2 * LEAST + GAP ? both.slice(-1) : both;
    const half = shown.length > 1 ? 240 : 320;
    const room = together || shown.length < 2 ? height : height && (height - GAP) / 2;
    const high = Math.max(LEAST, room ?? half);
    const each = together ? (width - 32) / 2 : width;
    const most = Math.max(...shown.flatMap(({ timeline }) => sums(timeline)), 1);
    return html`<div class=${together ? "side-by-side" : "stacked"}>
      ${shown.map(({ heading, timeline, wall }) =>
        areas(
          coarse({ ...timeline, step: timeline.step_s, names: timeline.classes }, each / POINT),
          {
            width: each,
            height: high,
            most,
            end: wall,
            limit: timeline.cores,
            limitName: words.cpus(timeline.cores),
            colour: classColour,
            unit: words.unit,
            time: text.views.clock,
            format: compact,
            heading,
            title: `${heading}: ${this.sentence(pair, {})}`,
          },
        ),
      )}
    </div>`;
  },

  table(pair) {
    const now = means(pair.now.views.timeline);
    const before = pair.baseline?.views?.timeline && means(pair.baseline.views.timeline);
    const names = new Set([...now.keys(), ...(before?.keys() ?? [])]);
    return {
      columns: [
        { key: "name", label: words.class, swatch: classColour },
        ...columns(pair, "mean", words.mean, seconds),
      ],
      rows: [...names]
        .map((name) => ({
          name,
          mean: now.get(name) ?? 0,
          mean_before: before?.get(name) ?? 0,
        }))
        .sort((a, b) => Math.max(b.mean, b.mean_before) - Math.max(a.mean, a.mean_before)),
    };
  },
};
