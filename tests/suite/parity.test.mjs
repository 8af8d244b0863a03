// The same scenario gives the same report bytes native and in Node through wasm, and they are the
// golden ones. HOTBLOCK_RENEW=1 writes the goldens from the native report instead of comparing.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";
import * as engine from "../../www/engine/hotblock.js";
import { commandLine, goldens, withoutEngine } from "./suite.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const binary = `${process.env.CARGO_TARGET_DIR ?? `${root}target`}/release/hotblock`;
const module = new WebAssembly.Module(readFileSync(`${root}www/engine/hotblock_bg.wasm`));
engine.initSync({ module });
engine.start();

/** @param {Record<string, unknown>} scenario */
function native(scenario) {
  const printed = execFileSync(binary, commandLine(scenario), { encoding: "utf8" });
  return withoutEngine(printed);
}

/** @param {Record<string, unknown>} scenario */
function throughWasm(scenario) {
  const simulation = new engine.Simulation(scenario);
  while (!simulation.advance(50_000).done);
  return simulation.report_json();
}

for (const { name, scenario, reference } of goldens()) {
  test(`${name}: the report is the golden one, native and in Node`, () => {
    const report = native(scenario);
    if (process.env.HOTBLOCK_RENEW) writeFileSync(reference, `${report}\n`);
    assert.ok(existsSync(reference), `${reference} is missing: HOTBLOCK_RENEW=1 writes it`);
    const golden = readFileSync(reference, "utf8").trimEnd();
    assert.ok(report === golden, difference("native", golden, report));
    const wasm = throughWasm(scenario);
    assert.ok(wasm === golden, difference("Node", golden, wasm));
  });
}

/**
 * The first member that differs, for the person who has to judge it.
 * @param {string} where
 * @param {string} golden
 * @param {string} report
 */
function difference(where, golden, report) {
  const [wanted, got] = [golden, report].map((text) => text.split(/\n|,(?=")/));
  const place = wanted.findIndex((text, at) => text !== got[at]);
  const words = `golden: ${wanted[place]?.trim()}; ${where}: ${got[place]?.trim()}`;
  return `member ${place + 1} differs: ${words} (HOTBLOCK_RENEW=1 renews the goldens)`;
}
