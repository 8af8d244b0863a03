/**
 * Scenarios on the page: a preset and what differs from it.
 *
 * @typedef {import("./types.js").Catalogue} Catalogue
 * @typedef {import("./types.js").Scenario} Scenario
 * @typedef {import("./types.js").Lever} Lever
 * @typedef {import("./types.js").Value} Value
 * @typedef {{ lever: Lever, sign: string, value: string }} Unmet
 */

/** The lever's value before anyone moves it: the preset's, else the catalogue's.
 * @param {Catalogue} catalogue @param {Scenario} scenario @param {Lever} lever @returns {Value} */
export function untouched(catalogue, scenario, lever) {
  const preset = catalogue.presets.find((each) => each.key === scenario.preset);
  return preset?.scenario[lever.key] ?? lever.default;
}

/** The lever's value in this scenario.
 * @param {Catalogue} catalogue @param {Scenario} scenario @param {Lever} lever @returns {Value} */
export const current = (catalogue, scenario, lever) =>
  scenario[lever.key] ?? untouched(catalogue, scenario, lever);

/**
 * The first thing that the lever needs and does not get in this scenario, as its conditions in the
 * catalogue say; null where it has its effect.
 * @param {Catalogue} catalogue @param {Scenario} scenario @param {Lever} lever
 * @returns {Unmet | null}
 */
export function unmet(catalogue, scenario, { needs }) {
  for (const condition of needs?.split(" and ") ?? []) {
    const [key, sign, value] = condition.split(" ");
    const other = catalogue.levers.find((each) => each.key === key);
    if (!other) continue;
    const present = current(catalogue, scenario, other);
    const holds = sign === ">" ? Number(present) > Number(value) : String(present) === value;
    if (!holds) return { lever: other, sign, value };
  }
  return null;
}

/** The scenario with one lever moved; a value equal to the preset's is left out.
 * @param {Catalogue} catalogue @param {Scenario} scenario @param {string} key @param {Value} value
 * @returns {Scenario} */
export function moved(catalogue, scenario, key, value) {
  const lever = catalogue.levers.find((each) => each.key === key);
  const next = { ...scenario, [key]: value };
  if (lever && untouched(catalogue, scenario, lever) === value) delete next[key];
  return next;
}

/** The keys that differ from the preset, in the catalogue's order, the seed last.
 * @param {Catalogue} catalogue @param {Scenario} scenario @returns {Lever[]} */
export const changed = (catalogue, scenario) =>
  catalogue.levers.filter((lever) => lever.key in scenario);

/** The keys of the cures. @param {Catalogue} catalogue */
const cures = (catalogue) =>
  new Set(catalogue.levers.filter((each) => each.headline).map(({ key }) => key));

/** The scenario without its cures: workload and machine are alike, and the seed stays, so that both
 * runs draw the same numbers. @param {Catalogue} catalogue @param {Scenario} scenario
 * @returns {Scenario} */
export function uncured(catalogue, scenario) {
  const known = cures(catalogue);
  return Object.fromEntries(Object.entries(scenario).filter(([key]) => !known.has(key)));
}

/**
 * What a scenario is held against where nothing ran before it: the same without its cures; the
 * preset alone where no cure is on.
 * @param {Catalogue} catalogue @param {Scenario} scenario @returns {Scenario}
 */
export function before(catalogue, scenario) {
  const known = cures(catalogue);
  if (Object.keys(scenario).some((key) => known.has(key))) return uncured(catalogue, scenario);
  const kept = Object.entries(scenario).filter(([key]) => key === "preset" || key === "seed");
  return Object.fromEntries(kept);
}

/** Whether two scenarios ask for the same run. @param {Scenario} a @param {Scenario} b */
export function same(a, b) {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => a[key] === b[key]);
}

/** What makes a run long: the rows of a session, or the samples of one that goes on for ever. */
const LENGTHS = ["workload.rows_per_session", "sample.count"];

/** The smaller scenario that a preview runs: a tenth of the work, or null where too little is left.
 * @param {Catalogue} catalogue @param {Scenario} scenario @returns {Scenario | null} */
export function preview(catalogue, scenario) {
  const smaller = { ...scenario };
  let shorter = false;
  for (const lever of catalogue.levers.filter(({ key }) => LENGTHS.includes(key))) {
    const tenth = Math.floor(Number(current(catalogue, scenario, lever)) / 10);
    if (tenth < Math.max(lever.min ?? 1, 5)) continue;
    smaller[lever.key] = tenth;
    shorter = true;
  }
  return shorter ? smaller : null;
}
