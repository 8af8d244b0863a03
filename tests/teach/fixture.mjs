// The lessons as the page gets them, and the engine's own catalogue and reports.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cards, lesson } from "../../scripts/lessons.mjs";
import { read } from "../../www/link.js";
import { commandLine } from "../suite/suite.mjs";

const folder = fileURLToPath(new URL("../../www/lessons/", import.meta.url));
const binary = fileURLToPath(new URL("../../target/release/hotblock", import.meta.url));
const engine = new URL("../../www/engine/", import.meta.url);

/** @param {string} name */
const source = (name) => readFileSync(folder + name, "utf8");

/** The engine's catalogue, as the page has it. @returns {Promise<import("../../www/types.js").Catalogue>} */
export async function catalogue() {
  const { initSync, catalogue: read } = await import(new URL("hotblock.js", engine).href);
  initSync({ module: readFileSync(new URL("hotblock_bg.wasm", engine)) });
  return read();
}

export const lessons = readdirSync(folder)
  .filter((name) => name.endsWith(".md") && !["README.md", "questions.md"].includes(name))
  .map((name) => ({ name, ...lesson(source(name)) }));

export const questions = () => cards(source("questions.md"));

/** @type {Map<string, import("../../www/types.js").Report>} */
const reports = new Map();

/** The report of a scenario as a link writes it. @param {string} link
 * @param {import("../../www/types.js").Catalogue} known */
export function report(link, known) {
  const found = reports.get(link);
  if (found) return found;
  const { scenario } = read(`v1;${link}`, known);
  const printed = execFileSync(binary, commandLine(scenario), { maxBuffer: 2 ** 28 });
  const made = JSON.parse(printed.toString());
  reports.set(link, made);
  return made;
}
