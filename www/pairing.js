/**
 * Which segment of one run is which of the other: by name, else by kind (the index is still the
 * index when its name or its partitions changed). Partitions stand as one row.
 *
 * @typedef {import("./types.js").Report} Report
 * @typedef {import("./types.js").Segment} Segment
 * @typedef {{ name: string, type: string, parts: Segment[] }} Group
 * @typedef {{ name: string, type: string, now: Group | null, baseline: Group | null }} Row
 */

import { text } from "./strings.js";

const words = text.views;

/** @param {string} type */
const kind = (type) => (type.startsWith("INDEX") ? "INDEX" : type);

/** The segments of a report, the partitions of one index together. @param {Report} report
 * @returns {Group[]} */
export function groups(report) {
  /** @type {Map<string, Group>} */
  const found = new Map();
  for (const segment of report.segments) {
    const partition = segment.type.endsWith(" PARTITION");
    const key = partition ? `${segment.type} ${owner(segment.name)}` : segment.name;
    const group = found.get(key);
    if (group) group.parts.push(segment);
    else found.set(key, { name: segment.name, type: segment.type, parts: [segment] });
  }
  return [...found.values()].map((group) =>
    group.parts.length > 1 ? { ...group, name: owner(group.name) } : group,
  );
}

/** The index that a partition belongs to: `T1_I SYS_P7` is of `T1_I`. @param {string} name */
const owner = (name) => name.split(" ")[0];

/** @param {Report} now @param {Report | null | undefined} baseline @returns {Row[]} */
export function rows(now, baseline) {
  const ours = groups(now);
  const theirs = baseline ? groups(baseline) : [];
  /** @type {Row[]} */
  const paired = [];
  const taken = new Set();
  for (const group of ours) {
    const free = theirs.filter((each) => !taken.has(each));
    const match =
      free.find((each) => each.name === group.name && kind(each.type) === kind(group.type)) ??
      free.find(
        (each) =>
          kind(each.type) === kind(group.type) && !ours.some((one) => one.name === each.name),
      ) ??
      null;
    if (match) taken.add(match);
    paired.push({ name: title(group, match), type: group.type, now: group, baseline: match });
  }
  for (const group of theirs) {
    if (taken.has(group)) continue;
    paired.push({ name: group.name, type: group.type, now: null, baseline: group });
  }
  return paired;
}

/** @param {Group} now @param {Group | null} baseline */
const title = (now, baseline) => {
  if (!baseline || baseline.name === now.name) return now.name;
  // Partitions are the same index cut up: it keeps its name.
  if (now.parts.length > 1) return baseline.name;
  return baseline.parts.length > 1 ? now.name : `${baseline.name} → ${now.name}`;
};

/** The runs that a picture draws, the baseline first, each with its heading.
 * @param {import("./types.js").Pair} pair */
export const sides = ({ now, baseline }) => [
  ...(baseline
    ? [{ heading: words.baseline, kind: /** @type {const} */ ("baseline"), run: baseline }]
    : []),
  { heading: baseline ? words.now : words.alone, kind: /** @type {const} */ ("now"), run: now },
];

/** A figure's columns in a table: the baseline's under `KEY_before`, where there is one, and now's.
 * @param {import("./types.js").Pair} pair @param {string} key @param {string} label
 * @param {(value: any) => string} format */
export const columns = ({ baseline }, key, label, format) => [
  ...(baseline
    ? [{ key: `${key}_before`, label: words.before(label), numeric: true, format }]
    : []),
  { key, label: baseline ? words.after(label) : label, numeric: true, format },
];

/** The switch between the two runs, where a view can show only one; nothing to choose alone.
 * @param {import("./types.js").Pair} pair */
export const runs = ({ baseline }) => ({
  key: "run",
  label: words.run,
  choices: [
    { value: "now", label: words.now },
    ...(baseline ? [{ value: "baseline", label: words.baseline }] : []),
  ],
});

/** The run that was chosen by that switch. @param {import("./types.js").Pair} pair
 * @param {Record<string, string>} chosen */
export const chosenRun = ({ now, baseline }, { run }) => (run === "baseline" && baseline) || now;

/** One statistic of a group, summed over its partitions.
 * @param {Group | null | undefined} group @param {string} name */
export const statistic = (group, name) =>
  group?.parts.reduce((sum, part) => sum + (part.statistics[name] ?? 0), 0) ?? 0;

/** Waits and seconds of one event on a group, or of all events.
 * @param {Group | null | undefined} group @param {string | null} event */
export function waited(group, event) {
  let waits = 0;
  let total_s = 0;
  let max_s = 0;
  for (const part of group?.parts ?? []) {
    for (const [name, wait] of Object.entries(part.waits)) {
      if (event !== null && name !== event) continue;
      waits += wait.waits;
      total_s += wait.total_s;
      max_s = Math.max(max_s, wait.max_s);
    }
  }
  return { waits, total_s, max_s };
}
