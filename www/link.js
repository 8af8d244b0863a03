/**
 * The scenario as a fragment: `#v1;preset=reverse-key;index.reverse=true`. Only what differs from
 * the preset; a fragment never reaches a server. Unknown keys are kept and warned about, so that
 * a link made by a newer page survives an older one.
 *
 * @typedef {import("./types.js").Catalogue} Catalogue
 * @typedef {import("./types.js").Scenario} Scenario
 */
import { text } from "./strings.js";

/** Keys that speak of the page, not of the scenario. */
const OWN = new Set(["engine", "view"]);

/** Keys of a class link: which lesson, for whom. */
const CLASS = new Set(["lesson", "class", "student"]);

/** The values a link may hold, by the lever's kind. A value that does not fit is passed on as it
 * is: the engine names lever, value and what is allowed.
 * @param {string} raw @param {import("./types.js").Lever | undefined} lever */
function parse(raw, lever) {
  if (raw === "true" || raw === "false") return raw === "true";
  if (lever?.kind === "choice") return raw;
  const number = Number(raw);
  return raw.trim() !== "" && !Number.isNaN(number) ? number : raw;
}

/**
 * Reads a fragment.
 * @param {string} fragment with or without its `#` @param {Catalogue} catalogue
 * @returns {{ scenario: Scenario, view: string | null, warnings: string[],
 *   lesson?: Record<string, string> }}  `lesson`: what a class link asks for
 */
export function read(fragment, catalogue) {
  const parts = fragment.replace(/^#/, "").split(";").filter(Boolean);
  const fallback = catalogue.presets[0]?.key ?? "";
  /** @type {Scenario} */
  const scenario = { preset: fallback };
  /** @type {string[]} */
  const warnings = [];
  if (parts.length === 0) return { scenario, view: null, warnings };
  if (parts[0] !== "v1") {
    return { scenario, view: null, warnings: [text.link.version(parts[0])] };
  }
  let view = null;
  /** @type {Record<string, string>} */
  const lesson = {};
  for (const part of parts.slice(1)) {
    const at = part.indexOf("=");
    const key = decode(at < 0 ? part : part.slice(0, at));
    const raw = at < 0 ? "" : decode(part.slice(at + 1));
    const lever = catalogue.levers.find((each) => each.key === key);
    if (key === "view") view = raw;
    else if (CLASS.has(key)) lesson[key] = raw;
    else if (key === "engine") {
      if (raw !== catalogue.engine_version) {
        warnings.push(text.link.engine(raw, catalogue.engine_version));
      }
    } else if (key === "preset") {
      if (catalogue.presets.some((each) => each.key === raw)) scenario.preset = raw;
      else
        warnings.push(
          text.link.preset(
            raw,
            catalogue.presets.map((each) => each.key),
          ),
        );
    } else {
      if (!lever) warnings.push(text.link.unknown(key, raw));
      scenario[key] = parse(raw, lever);
    }
  }
  return { scenario, view, warnings, ...("lesson" in lesson ? { lesson } : {}) };
}

/**
 * Writes the fragment of a scenario.
 * @param {Scenario} scenario @param {Catalogue} catalogue @param {string | null} [view]
 */
export function write(scenario, catalogue, view) {
  const { preset, ...rest } = scenario;
  const pairs = Object.entries(rest).filter(([key]) => !OWN.has(key));
  const parts = ["v1", `preset=${preset}`];
  for (const [key, value] of pairs) parts.push(`${encode(key)}=${encode(String(value))}`);
  if (view) parts.push(`view=${encode(view)}`);
  parts.push(`engine=${encode(catalogue.engine_version)}`);
  return `#${parts.join(";")}`;
}

/** The keys of a scenario that this catalogue knows: what the engine is given.
 * @param {Scenario} scenario @param {Catalogue} catalogue @returns {Scenario} */
export function known(scenario, catalogue) {
  const keys = new Set(["preset", ...catalogue.levers.map((lever) => lever.key)]);
  return Object.fromEntries(Object.entries(scenario).filter(([key]) => keys.has(key)));
}

/** @param {string} part */
const encode = (part) => encodeURIComponent(part).replaceAll("%3A", ":").replaceAll("%2F", "/");

/** A malformed escape is shown as it stands. @param {string} part */
function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
