/** The run as plain text, laid out like the reports that DBAs read. */
import { count } from "../format.js";
import { chosenRun, runs } from "../pairing.js";
import { text } from "../strings.js";

const words = text.views.report;

/** @param {string | number} value @param {number} width */
const right = (value, width) => String(value).padStart(width);
/** @param {string} value @param {number} width */
const left = (value, width) => value.slice(0, width).padEnd(width);
/** @param {number} value @param {number} [places] */
const fixed = (value, places = 2) => value.toFixed(places);

/** @param {string} title @param {string[]} lines */
const block = (title, lines) => [title, "-".repeat(title.length), ...lines, ""];

/** @param {import("../types.js").WaitEvent[]} events @param {number} all */
const eventLines = (events, all) => [
  `${left(words.event, 38)}${right(words.waits, 11)}${right(words.total, 11)}${right(words.mean, 9)}${right(words.max, 8)}${right(words.share, 8)}`,
  ...events.map(
    ({ name, waits, total_s, avg_ms, max_s }) =>
      `${left(name, 38)}${right(count(waits), 11)}${right(fixed(total_s), 11)}${right(fixed(avg_ms), 9)}${right(fixed(max_s), 8)}${right(fixed((100 * total_s) / all, 1), 8)}`,
  ),
];

/** @param {import("../types.js").Report} report @param {import("../types.js").Catalogue} catalogue */
export function render(report, catalogue) {
  const { scenario, statistics } = report;
  const defaults = new Map(catalogue.levers.map((lever) => [lever.key, lever.default]));
  const moved = Object.entries(scenario).filter(
    ([key, value]) => key !== "preset" && defaults.get(key) !== value,
  );
  const all = report.session_elapsed_s || 1;
  const segments = report.segments.flatMap(({ name, type, statistics: own }) => {
    const shown = Object.entries(own).filter(([, value]) => value > 0);
    return shown.map(
      ([statistic, value], index) =>
        `${left(index ? "" : name, 26)}${left(index ? "" : type, 17)}${left(statistic, 22)}${right(count(value), 14)}`,
    );
  });
  return [
    words.head(report.engine_version, report.preset, String(scenario.seed ?? "-")),
    words.simulated,
    "",
    ...block(
      words.levers,
      moved.length
        ? moved.map(([key, value]) => `${left(key, 38)}${right(String(value), 16)}`)
        : [words.none],
    ),
    ...block(words.run, [
      `${left(words.elapsed, 38)}${right(fixed(report.wall_s), 16)} s`,
      `${left(words.session, 38)}${right(fixed(report.session_elapsed_s), 16)} s`,
      `${left(words.cpu, 38)}${right(fixed(report.cpu_s), 16)} s`,
      `${left(words.rows, 38)}${right(count(report.rows), 16)}`,
      `${left(words.rate, 38)}${right(count(report.rows / (report.wall_s || 1)), 16)}`,
    ]),
    ...block(
      words.model,
      Object.entries(report.time_model).map(
        ([name, value]) => `${left(name, 38)}${right(fixed(value), 16)} s`,
      ),
    ),
    ...block(words.foreground, eventLines(report.events, all)),
    ...(report.background_events?.length
      ? block(words.background, eventLines(report.background_events, all))
      : []),
    ...block(words.segments, [
      `${left(words.segment, 26)}${left(words.type, 17)}${left(words.statistic, 22)}${right(words.value, 14)}`,
      ...segments,
    ]),
    ...block(
      words.statistics,
      Object.entries(statistics).map(
        ([name, value]) => `${left(name, 38)}${right(count(value), 16)}`,
      ),
    ),
  ].join("\n");
}

/** @type {import("../types.js").ViewBody} */
export default {
  options: (pair) => [runs(pair)],

  sentence(pair, chosen) {
    const { report } = chosenRun(pair, chosen);
    return words.whole(count(report.events.length), count(report.segments.length));
  },

  text: (pair, chosen) => render(chosenRun(pair, chosen).report, pair.catalogue),
};
