// Every lesson: its scenarios and figures exist, and its answers come from the runs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { read } from "../../www/link.js";
import {
  answer,
  band,
  read as expression,
  figure,
  filled,
  parts,
} from "../../www/teach/measure.js";
import { catalogue, lessons, report } from "./fixture.mjs";

const known = await catalogue();
const events = new Set(known.events.map(({ name }) => name));
const statistics = new Set(known.statistics.map(({ name }) => name));

/** @param {string} name */
function figureExists(name) {
  const { kind, name: what } = parts(name);
  if (kind === "event" || kind === "over") assert.ok(events.has(what), `no event ${what}`);
  if (kind === "statistic") assert.ok(statistics.has(what), `no statistic ${what}`);
}

/** The bands of a question leave no gap and do not overlap.
 * @param {import("../../www/teach/types.js").Asked} asked */
function bandsMeet({ choices }) {
  const bands = choices.map(({ when }) => band(when)).sort((a, b) => a[0] - b[0]);
  assert.ok(bands[0][0] <= 0, "a band begins at nothing");
  for (const [at, [from]] of bands.entries()) if (at) assert.equal(from, bands[at - 1][1]);
}

test("there is a lesson for each of the five experiments, and a capstone", () => {
  const keys = lessons.map(({ key }) => key).sort();
  const wanted = ["capstone", "cbc-latches", "hash-cluster", "rac-hash-partition", "reverse-key"];
  assert.deepEqual(keys, [...wanted, "sched-noage"]);
  for (const { name, key } of lessons) assert.equal(name, `${key}.md`);
});

for (const lesson of lessons) {
  const keys = lesson.runs.map(({ key }) => key);

  /** Names of figures and runs in what is asked. @param {import("../../www/teach/types.js").Asked} asked
   * @param {string[]} runs */
  const sound = (asked, runs) => {
    const { order, run, against, name } = expression(asked.of);
    for (const each of [run, against].filter((one) => one && one !== "all")) {
      assert.ok(runs.includes(each), `${asked.of}: ${each} has not run by then`);
    }
    assert.ok(asked.choices.length >= 2);
    if (name) figureExists(name);
    if (!order) bandsMeet(asked);
    else for (const { when } of asked.choices) if (run !== "all") figureExists(when);
  };

  test(`${lesson.key}: every scenario is one that the engine takes as it stands`, () => {
    for (const { key, link } of lesson.runs) {
      const { scenario, warnings } = read(`v1;${link}`, known);
      assert.deepEqual(warnings, [], key);
      assert.ok(report(link, known).wall_s > 0);
      assert.equal(report(link, known).preset, scenario.preset);
    }
  });

  test(`${lesson.key}: at least five steps, each with all its parts`, () => {
    assert.ok(lesson.steps.length >= 5);
    for (const text of [lesson.about, lesson.limits, lesson.notes]) assert.ok(text.length > 40);
    const seen = new Set();
    for (const step of lesson.steps) {
      for (const part of [step.read, step.predict.html, step.compare, step.question.html]) {
        assert.ok(part.length > 20, step.title);
      }
      assert.ok(step.runs.length > 0 && step.runs.every((run) => keys.includes(run)), step.title);
      for (const run of step.runs) seen.add(run);
      const runs = [...seen];
      sound(step.predict, runs);
      sound(step.question, runs);
      assert.ok(step.figures.length > 1, step.title);
      step.figures.forEach(figureExists);
    }
  });

  test(`${lesson.key}: no result is typed in, and each question has the answer of the runs`, () => {
    for (const seed of [1, 4711]) {
      const runs = Object.fromEntries(
        lesson.runs.map(({ key, link }) => [key, report(`${link};seed=${seed}`, known)]),
      );
      for (const step of lesson.steps) {
        for (const asked of [step.predict, step.question]) {
          const right = answer(asked, runs);
          assert.ok(right >= 0 && right < asked.choices.length, `${step.title}: ${asked.of}`);
        }
        for (const name of step.figures) {
          for (const run of step.runs) {
            const { value } = figure(runs[run], name);
            assert.ok(typeof value === "string" || Number.isFinite(value), `${name} of ${run}`);
          }
        }
        assert.doesNotMatch(filled(step.compare, runs), /[{}]|NaN|–/);
      }
    }
  });
}

test("another run, another answer: the right choice is not in the data", () => {
  const [lesson] = lessons.filter(({ key }) => key === "reverse-key");
  const of = (/** @type {string} */ key) =>
    report(lesson.runs.find((run) => run.key === key)?.link ?? "", known);
  const [step] = lesson.steps.filter(({ title }) => title === "Turn the bytes around");
  const right = answer(step.predict, { normal: of("normal"), reverse: of("reverse") });
  const swapped = answer(step.predict, { normal: of("reverse"), reverse: of("normal") });
  assert.notEqual(right, swapped);
});
