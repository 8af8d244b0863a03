// What the engine promises to JavaScript: the shapes of its answers and its problems.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as engine from "../../www/engine/hotblock.js";

const path = new URL("../../www/engine/hotblock_bg.wasm", import.meta.url);
engine.initSync({ module: new WebAssembly.Module(readFileSync(path)) });
engine.start();

const small = {
  preset: "reverse-key",
  "workload.sessions": 8,
  "workload.rows_per_session": 50,
  seed: 3,
};

/**
 * Runs a scenario in slices of `budget` events.
 * @param {Record<string, unknown>} scenario
 * @param {number} budget
 */
function finished(scenario, budget) {
  const simulation = new engine.Simulation(scenario);
  while (!simulation.advance(budget).done);
  return simulation;
}

test("the catalogue is plain objects: levers, presets, events, statistics", () => {
  const catalogue = engine.catalogue();
  assert.match(catalogue.engine_version, /^\d+\.\d+\.\d+$/);
  for (const table of ["levers", "presets", "events", "statistics"]) {
    assert.ok(Array.isArray(catalogue[table]) && catalogue[table].length > 0, table);
  }
  for (const { key, kind, sentence } of catalogue.levers) {
    assert.ok(["bool", "integer", "number", "choice"].includes(kind), key);
    assert.match(sentence, /\.$/, key);
  }
  for (const preset of catalogue.presets) assert.ok(new engine.Simulation({ preset: preset.key }));
});

test("progress rises to 1 and tells simulated time and events", () => {
  const simulation = new engine.Simulation(small);
  let last = { done: false, fraction: 0, simulated_s: 0, events: 0 };
  while (!last.done) {
    const next = simulation.advance(500);
    assert.ok(next.fraction >= last.fraction && next.fraction <= 1);
    assert.ok(next.simulated_s >= last.simulated_s && next.events >= last.events);
    last = next;
  }
  assert.equal(last.fraction, 1);
});

test("how a run is sliced changes nothing", () => {
  assert.equal(finished(small, 97).report_json(), finished(small, 1e9).report_json());
});

test("the report is the same data as its JSON", () => {
  const simulation = finished(small, 10_000);
  assert.deepEqual(simulation.report(), JSON.parse(simulation.report_json()));
});

test("the columns of the views are typed arrays of the size they say", () => {
  const { heatmap, timeline } = finished(small, 10_000).views();
  for (const column of [heatmap.waits, heatmap.touches]) {
    assert.ok(column instanceof Uint32Array);
    assert.equal(column.length, heatmap.columns * heatmap.rows);
  }
  assert.ok(timeline.values instanceof Float32Array);
  assert.equal(timeline.values.length % timeline.classes.length, 0);
});

test("every problem of a scenario is thrown at once, as data", () => {
  /** @type {unknown} */
  let thrown;
  try {
    new engine.Simulation({ preset: "nosuch", "cpu.cores": 0, nokey: 1, seed: "x" });
  } catch (problems) {
    thrown = problems;
  }
  assert.ok(Array.isArray(thrown));
  assert.deepEqual(thrown.map(({ key }) => key).sort(), ["cpu.cores", "nokey", "preset", "seed"]);
  for (const { key, sentence } of thrown) assert.ok(sentence.includes(key), sentence);
  for (const wrong of [null, 7, "reverse-key"]) {
    assert.throws(() => new engine.Simulation(wrong), Array.isArray);
  }
});
