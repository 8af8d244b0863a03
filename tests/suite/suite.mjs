/**
 * The golden suite: each `tests/suite/NAME.json` is a scenario (what a link or the page would give),
 * each `tests/ref/NAME.json` the report it must give, byte for byte, native, in Node and in
 * Chromium.
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const suite = fileURLToPath(new URL("../suite/", import.meta.url));
const ref = fileURLToPath(new URL("../ref/", import.meta.url));

/** @typedef {{ name: string, scenario: Record<string, unknown>, reference: string }} Golden */

/**
 * Every scenario of the suite; `reference` is the path of its report.
 * @returns {Golden[]}
 */
export function goldens() {
  return readdirSync(suite)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => ({
      name: file.replace(".json", ""),
      scenario: JSON.parse(readFileSync(suite + file, "utf8")),
      reference: ref + file,
    }));
}

/**
 * The parameters of `hotblock` that run a scenario and print its report as JSON.
 * @param {Record<string, unknown>} scenario
 */
export function commandLine({ preset, ...levers }) {
  const sets = Object.entries(levers).flatMap(([key, value]) => ["--set", `${key}=${value}`]);
  return ["run", String(preset), "--json", ...sets];
}

/**
 * The command line's report without its last member, `engine`: how long it took here is not part of
 * the report.
 * @param {string} printed
 */
export function withoutEngine(printed) {
  return printed.replace(/,\s*"engine":\s*\{[^{}]*\}(?=\s*\}\s*$)/, "").trimEnd();
}
