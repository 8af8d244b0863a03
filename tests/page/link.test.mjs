// The link and the scenario: only what differs, nothing lost, everything doubtful told.
import assert from "node:assert/strict";
import { test } from "node:test";
import { known, read, write } from "../../www/link.js";
import { before, changed, current, moved, preview, unmet } from "../../www/scenario.js";
import { catalogue } from "./fixture.mjs";

test("a link restores the scenario that wrote it", () => {
  /** @type {import("../../www/types.js").Scenario[]} */
  const scenarios = [
    { preset: "reverse-key" },
    { preset: "hash-cluster", "index.reverse": true, seed: 7 },
    { preset: "reverse-key", "table.organization": "hash_cluster", "index.partitions": 32 },
    { preset: "reverse-key", "gone.lever": "a;b=c %", "workload.sessions": 5 },
  ];
  for (const scenario of scenarios) {
    const link = write(scenario, catalogue, "events");
    assert.deepEqual(read(link, catalogue).scenario, scenario);
    assert.equal(read(link, catalogue).view, "events");
    assert.ok(link.length < 300, link);
  }
});

test("a plain link says only what differs", () => {
  assert.equal(
    write({ preset: "reverse-key", "index.reverse": true }, catalogue),
    "#v1;preset=reverse-key;index.reverse=true;engine=1.2.3",
  );
});

test("an unknown key is kept, warned about and not given to the engine", () => {
  const { scenario, warnings } = read("#v1;preset=reverse-key;old.lever=3", catalogue);
  assert.equal(scenario["old.lever"], 3);
  assert.match(warnings[0], /old\.lever.*3/);
  assert.deepEqual(known(scenario, catalogue), { preset: "reverse-key" });
});

test("another version, another engine, another preset: each is told in a sentence", () => {
  assert.match(read("#v9;preset=x", catalogue).warnings[0], /“v9”/);
  assert.match(read("#v1;preset=nosuch", catalogue).warnings[0], /nosuch.*reverse-key/);
  assert.match(read("#v1;preset=reverse-key;engine=0.9", catalogue).warnings[0], /0\.9.*1\.2\.3/);
  assert.deepEqual(read("", catalogue), {
    scenario: { preset: "reverse-key" },
    view: null,
    warnings: [],
  });
});

test("a value that does not fit is passed on: the engine names what is allowed", () => {
  const { scenario } = read("#v1;preset=reverse-key;workload.sessions=-1;seed=%zz", catalogue);
  assert.equal(scenario["workload.sessions"], -1);
  assert.equal(scenario.seed, "%zz");
});

test("a lever moved back to the preset's value leaves the scenario", () => {
  const sessions = catalogue.levers[3];
  const start = { preset: "reverse-key" };
  assert.equal(current(catalogue, start, sessions), 100);
  const there = moved(catalogue, start, "workload.sessions", 50);
  assert.deepEqual(
    changed(catalogue, there).map(({ key }) => key),
    ["workload.sessions"],
  );
  assert.deepEqual(moved(catalogue, there, "workload.sessions", 100), start);
});

test("a preview has a tenth of the rows, and there is none of a handful", () => {
  assert.equal(preview(catalogue, { preset: "reverse-key" })?.["workload.rows_per_session"], 1000);
  assert.equal(preview(catalogue, { preset: "x", "workload.rows_per_session": 40 }), null);
});

test("a link is held against the same without its cures, or against the preset", () => {
  const rows = { "workload.rows_per_session": 10, seed: 3 };
  assert.deepEqual(before(catalogue, { preset: "reverse-key", "index.reverse": true, ...rows }), {
    preset: "reverse-key",
    ...rows,
  });
  assert.deepEqual(before(catalogue, { preset: "reverse-key", ...rows }), {
    preset: "reverse-key",
    seed: 3,
  });
});

test("a lever names the first thing that it needs and does not get", () => {
  const partitions = catalogue.levers.find(({ key }) => key === "index.partitions");
  assert.ok(partitions);
  const missing = (/** @type {import("../../www/types.js").Scenario} */ scenario) =>
    unmet(catalogue, scenario, partitions)?.lever.key ?? null;
  assert.equal(missing({}), null);
  assert.equal(missing({ "workload.sessions": 1 }), "workload.sessions");
  assert.equal(missing({ "table.organization": "hash_cluster" }), "table.organization");
});
