/** The lessons in their order, the five experiments first. */
import capstone from "../lessons/capstone.md";
import cbc from "../lessons/cbc-latches.md";
import cluster from "../lessons/hash-cluster.md";
import rac from "../lessons/rac-hash-partition.md";
import reverse from "../lessons/reverse-key.md";
import sched from "../lessons/sched-noage.md";
import { read } from "../link.js";

/** @typedef {import("./types.js").Lesson} Lesson */

/** @type {Lesson[]} */
export const lessons = [reverse, cluster, rac, cbc, sched, capstone];

/** @param {string} key */
export const lessonOf = (key) => lessons.find((lesson) => lesson.key === key) ?? null;

/** A run of a lesson as the engine takes it. @param {Lesson} lesson @param {string} key
 * @param {import("../types.js").Catalogue} catalogue @param {number | null} seed
 * @returns {import("../types.js").Scenario} */
export function scenarioOf(lesson, key, catalogue, seed) {
  const run = lesson.runs.find((each) => each.key === key);
  const { scenario } = read(`v1;${run?.link ?? ""}`, catalogue);
  return seed === null ? scenario : { ...scenario, seed };
}
