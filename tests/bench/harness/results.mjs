// @ts-check
/** What one run of the benchmark came to: a row an engine, the goals, the scaling; printed or written. */
import { SCALED_ENGINES, SCALES, taskKey } from "./rounds.mjs";
import { medianNanos, medianRatio } from "./statistics.mjs";

/**
 * @typedef {import("../engine.mjs").Answer} Answer
 * @typedef {import("./engines.mjs").Engine} Engine
 *
 * @typedef {object} Goal
 * @property {string} measure
 * @property {number | undefined} value undefined if an engine is missing
 * @property {number} first
 * @property {"at least" | "at most"} sense
 * @property {string} unit
 */

const OURS = "chromium/async";

/** @param {number} number */
export function threeDigits(number) {
  if (number >= 1000) return Math.round(number).toLocaleString("en");
  return number >= 100 ? number.toFixed(0) : number.toPrecision(3);
}

/** @param {Goal} goal */
export function isMet({ value, first, sense }) {
  return value !== undefined && (sense === "at least" ? value >= first : value <= first);
}

/** @param {Goal} goal */
export function verdict(goal) {
  if (goal.value === undefined) return "not measured";
  if (isMet(goal)) return "met";
  const short = Math.abs(goal.value / goal.first - 1);
  return `missed by ${Math.round(100 * short)} %`;
}

/**
 * The table of engines.
 * @param {Engine[]} engines
 * @param {Map<string, Answer[]>} answers
 * @returns {string[][]} header first
 */
export function engineTable(engines, answers) {
  const header = ["engine", "host", "hot lock ns/op", "M op/s", "time / ours", "PHOLD M ev/s"];
  const ours = answers.get(`${OURS} hot-lock 100`) ?? [];
  const rows = engines.map((engine) => {
    const lock = answers.get(taskKey(engine, "hot-lock")) ?? [];
    const phold = answers.get(taskKey(engine, "phold")) ?? [];
    if (lock.length === 0) return [engine.label, engine.host, `not measured: ${engine.reason}`];
    const nanos = medianNanos(lock);
    const relative = ours.length > 0 ? medianRatio(lock, ours).toFixed(2) : "";
    return [
      engine.label,
      engine.host,
      threeDigits(nanos),
      threeDigits(1000 / nanos),
      relative,
      threeDigits(1000 / medianNanos(phold)),
    ];
  });
  return [header, ...rows];
}

/**
 * Nanoseconds an operation of our kernel by the number of processes.
 * @param {Engine[]} engines
 * @param {Map<string, Answer[]>} answers
 * @returns {string[][]} header first
 */
export function scalingTable(engines, answers) {
  const sizes = SCALES.map((size) => size.toLocaleString("en"));
  const header = ["ns an operation, processes:", "host", ...sizes, "most / least"];
  const rows = [];
  for (const engine of engines.filter(({ key }) => SCALED_ENGINES.includes(key))) {
    for (const [model, label] of /** @type {const} */ ([
      ["hot-lock", "hot lock"],
      ["phold", "PHOLD"],
    ])) {
      const bySize = SCALES.map((size) => answers.get(taskKey(engine, model, size)) ?? []);
      if (bySize.some((list) => list.length === 0)) continue;
      const nanos = bySize.map((list) => threeDigits(medianNanos(list)));
      rows.push([label, engine.host, ...nanos, medianRatio(bySize[3], bySize[0]).toFixed(2)]);
    }
  }
  return [header, ...rows];
}

/**
 * What was set as the first goals, against what was measured.
 * @param {Map<string, Answer[]>} answers
 * @returns {Goal[]}
 */
export function goals(answers) {
  /**
   * @param {string} numerator
   * @param {string} denominator
   */
  function ratio(numerator, denominator) {
    const [above, below] = [answers.get(numerator) ?? [], answers.get(denominator) ?? []];
    return above.length > 0 && below.length > 0 ? medianRatio(above, below) : undefined;
  }
  const ours = `${OURS} hot-lock 100`;
  /** @type {[string, string, number][]} */
  const peers = [
    ["SimPy", "native/simpy", 100],
    ["nexosim, native", "native/nexosim", 5],
    ["hand-tuned JavaScript in the same tab", "chromium/hand-tuned", 1.2],
    ["naive JavaScript in the same tab", "chromium/naive", 4.5],
    ["C++ std::priority_queue, native", "native/cpp", 0.95],
  ];
  /** @type {Goal[]} */
  const faster = peers.map(([label, key, first]) => ({
    measure: `hot lock, our kernel in Chromium against ${label}`,
    value: ratio(`${key} hot-lock 100`, ours),
    first,
    sense: "at least",
    unit: " times as fast",
  }));
  return [
    ...faster,
    {
      measure: "hot lock, our kernel, time in Chromium / time native",
      value: ratio(ours, "native/async hot-lock 100"),
      first: 1.35,
      sense: "at most",
      unit: "",
    },
    {
      measure: "hot lock in Chromium, time of readable processes / of hand-made steps",
      value: ratio(ours, "chromium/machine hot-lock 100"),
      first: 2.3,
      sense: "at most",
      unit: "",
    },
    ...pholdGoals(answers),
    ...scalingGoals(ratio),
  ];
}

/**
 * @param {Map<string, Answer[]>} answers
 * @returns {Goal[]}
 */
function pholdGoals(answers) {
  return [
    ["our kernel", OURS],
    ["our agenda, hand-made", "chromium/machine"],
  ].map(([label, key]) => {
    const phold = answers.get(`${key} phold 1024`) ?? [];
    return {
      measure: `PHOLD in Chromium, ${label}`,
      value: phold.length > 0 ? 1000 / medianNanos(phold) : undefined,
      first: 25,
      sense: "at least",
      unit: " M events/s",
    };
  });
}

/**
 * @param {(numerator: string, denominator: string) => number | undefined} ratio
 * @returns {Goal[]}
 */
function scalingGoals(ratio) {
  return [
    ["hot lock", "hot-lock"],
    ["PHOLD", "phold"],
  ].map(([label, model]) => ({
    measure: `${label} in Chromium, cost of an event at 10,000 processes / at 10`,
    value: ratio(`${OURS} ${model} 10000`, `${OURS} ${model} 10`),
    first: 2,
    sense: "at most",
    unit: "",
  }));
}

/**
 * The table of goals.
 * @param {Goal[]} list
 * @returns {string[][]} header first
 */
export function goalTable(list) {
  const rows = list.map((goal) => [
    goal.measure,
    `${goal.sense} ${goal.first}${goal.unit}`,
    goal.value === undefined ? "" : threeDigits(goal.value),
    verdict(goal),
  ]);
  return [["goal", "first", "measured", ""], ...rows];
}

/**
 * Columns side by side, text to the left and numbers to the right.
 * @param {string[][]} table header first
 */
export function asText(table) {
  const widths = table[0].map((_, column) =>
    Math.max(
      ...table.filter((row) => row.length > 3 || column < 2).map((r) => r[column]?.length ?? 0),
    ),
  );
  return table
    .map((row) =>
      row
        .map((cell, column) =>
          isNumeric(table, column) ? cell.padStart(widths[column]) : cell.padEnd(widths[column]),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/**
 * @param {string[][]} table header first
 * @param {number} column
 */
function isNumeric(table, column) {
  const cells = table.slice(1).map((row) => row[column] ?? "");
  return cells.some((cell) => /^[\d.,]+$/.test(cell));
}

/** @param {string[][]} table header first */
export function asMarkdown(table) {
  const [header, ...rows] = table;
  const rule = header.map((_, column) => (isNumeric(table, column) ? "---:" : "---"));
  const padded = rows.map((row) => [...row, ...Array(header.length - row.length).fill("")]);
  return [header, rule, ...padded].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
