// The question cards open what they promise; a class's seeds are its own and come out the same.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { read } from "../../www/link.js";
import { focus } from "../../www/sentence.js";
import { knee, point, values } from "../../www/sweep.js";
import { fragment, seedOf } from "../../www/teach/classroom.js";
import { catalogue, questions, report } from "./fixture.mjs";

const known = await catalogue();
const registry = readFileSync(new URL("../../www/frame/registry.js", import.meta.url), "utf8");
const views = [...registry.matchAll(/^ {4}key: "(\w+)"/gm)].map(([, key]) => key);

test("every question has a card, and says what the model leaves out", () => {
  assert.equal(questions().length, 25);
  for (const { title, html, limits } of questions()) {
    assert.ok(html.length > 20, title);
    assert.ok(limits.length > 10, title);
  }
});

for (const { title, scenario, view, sweep, read: look } of questions()) {
  if (!scenario) continue;
  test(`${title} opens a scenario that runs, a view that exists and a lever that sweeps`, () => {
    const found = read(`v1;${scenario}`, known);
    assert.deepEqual(found.warnings, []);
    assert.ok(Object.keys(found.scenario).length > 1);
    assert.ok(report(scenario, known).wall_s > 0);
    assert.ok(views.includes(view), view);
    assert.ok(look.length > 20);
    if (!sweep) return;
    const lever = known.levers.find(({ key }) => key === sweep);
    assert.equal(lever?.kind, "integer", sweep);
    const base = report(scenario, known);
    const event = focus({ now: /** @type {any} */ ({ report: base }), baseline: null });
    const tried = values(/** @type {any} */ (lever), Number(base.scenario[sweep]));
    const rest = scenario.split(";").filter((part) => !part.startsWith(`${sweep}=`));
    const points = tried.map((value) =>
      point(value, { report: report([...rest, `${sweep}=${value}`].join(";"), known) }, event),
    );
    assert.ok(points.length >= 4);
    assert.ok(knee(points, "price"), "the sentence has its knee");
    const moves = /** @type {const} */ (["price", "waits"]).some((figure) => {
      const figures = points.map((each) => each[figure]);
      return Math.max(...figures) > 1.1 * Math.min(...figures);
    });
    assert.ok(moves, `${sweep} moves ${event} or what the sessions pay`);
  });
}

test("the cards that have no lever say so by opening nothing", () => {
  const closed = questions().filter(({ scenario }) => !scenario);
  assert.ok(closed.length >= 3);
  for (const { sweep, view } of closed) assert.equal(sweep + view, "");
});

test("each student of a class has a seed of their own, the same on every machine", () => {
  const seeds = Array.from({ length: 300 }, (_, at) =>
    seedOf({ class: "DB 101", student: String(at + 1) }),
  );
  assert.ok(new Set(seeds).size >= 299);
  assert.ok(seeds.every((seed) => Number.isInteger(seed) && seed > 0 && seed < 1_000_000));
  assert.equal(seeds[0], seedOf({ class: " db 101", student: "01" }));
  assert.equal(seeds[0], 841_252);
  assert.notEqual(seeds[0], seedOf({ class: "DB 102", student: "1" }));
});

test("a class link brings the lesson, the class and the student back", () => {
  const link = fragment("reverse-key", { class: "DB 101; b", student: "7" });
  const { lesson, warnings } = read(link, known);
  assert.deepEqual(lesson, { lesson: "reverse-key", class: "DB 101; b", student: "7" });
  assert.deepEqual(warnings, []);
  assert.deepEqual(read(fragment("capstone"), known).lesson, { lesson: "capstone" });
  assert.equal(read("#v1;preset=reverse-key", known).lesson, undefined);
});
