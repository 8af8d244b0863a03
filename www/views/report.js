/** The run as plain text, laid out like the reports that DBAs read. */
import { count } from "../format.js";

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
  `${left("Event", 38)}${right("Waits", 11)}${right("Total s", 11)}${right("Avg ms", 9)}${right("Max s", 8)}${right("% time", 8)}`,
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
    `hotblock ${report.engine_version}   preset ${report.preset}   seed ${scenario.seed ?? "-"}`,
    "All figures are simulated.",
    "",
    ...block(
      "Levers that differ from their defaults",
      moved.length
        ? moved.map(([key, value]) => `${left(key, 38)}${right(String(value), 16)}`)
        : ["none"],
    ),
    ...block("Run", [
      `${left("Elapsed", 38)}${right(fixed(report.wall_s), 16)} s`,
      `${left("Session time, summed", 38)}${right(fixed(report.session_elapsed_s), 16)} s`,
      `${left("CPU", 38)}${right(fixed(report.cpu_s), 16)} s`,
      `${left("Rows", 38)}${right(count(report.rows), 16)}`,
      `${left("Rows per second", 38)}${right(count(report.rows / (report.wall_s || 1)), 16)}`,
    ]),
    ...block(
      "Time model",
      Object.entries(report.time_model).map(
        ([name, value]) => `${left(name, 38)}${right(fixed(value), 16)} s`,
      ),
    ),
    ...block("Foreground wait events", eventLines(report.events, all)),
    ...(report.background_events?.length
      ? block("Background wait events", eventLines(report.background_events, all))
      : []),
    ...block("Segments", [
      `${left("Segment", 26)}${left("Type", 17)}${left("Statistic", 22)}${right("Value", 14)}`,
      ...segments,
    ]),
    ...block(
      "Statistics",
      Object.entries(statistics).map(
        ([name, value]) => `${left(name, 38)}${right(count(value), 16)}`,
      ),
    ),
  ].join("\n");
}

/** @type {import("../types.js").ViewBody} */
export default {
  sentence: ({ now }) =>
    `The whole run as text: ${count(now.report.events.length)} wait events, ${count(now.report.segments.length)} segments and objects.`,
  text: ({ now, catalogue }) => render(now.report, catalogue),
};
