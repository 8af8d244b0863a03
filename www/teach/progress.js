/**
 * How far a reader has come, kept in the browser where it lets us, else as long as the page lives.
 *
 * @typedef {import("./types.js").Mark} Mark
 */
import { keep, recall } from "../storage.js";

/** @type {Record<string, Record<string, Mark>>} lesson, step's number */
let marks = read();

function read() {
  try {
    const kept = JSON.parse(recall("lessons", "{}"));
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}

/** What was chosen in a step. @param {string} lesson @param {number} step @returns {Mark} */
export const mark = (lesson, step) => marks[lesson]?.[step] ?? {};

/** @param {string} lesson @param {number} step @param {Mark} patch */
export function note(lesson, step, patch) {
  const merged = { ...mark(lesson, step), ...patch };
  marks = { ...marks, [lesson]: { ...marks[lesson], [step]: merged } };
  keep("lessons", JSON.stringify(marks));
}

/** Forgets one lesson, or all. @param {string} [lesson] */
export function forget(lesson) {
  marks = lesson ? { ...marks, [lesson]: {} } : {};
  keep("lessons", JSON.stringify(marks));
}

/** How many steps of a lesson are done. @param {string} lesson */
export const finished = (lesson) =>
  Object.values(marks[lesson] ?? {}).filter(({ done }) => done).length;
