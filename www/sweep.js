/**
 * How many are enough: one scenario with several values of one lever, each twice the one before. What
 * is to be saved is what the sessions pay: their time, the response a get, the time waited.
 *
 * @typedef {import("./types.js").Lever} Lever
 * @typedef {import("./types.js").Point} Point
 */

import { applying, MEASURES } from "./measures.js";

const MOST = 9;
const BUSY = "buffer busy waits";
/** A step that lowers the figure by less than this share of its most is not worth taking. */
const WORTH = 0.1;

/** The values to try: up to nine, doubling, around the present one.
 * @param {Lever} lever @param {number} present @returns {number[]} */
export function values({ min = 0, max = Number.POSITIVE_INFINITY }, present) {
  const least = Math.max(min, 1, 2 ** Math.round(Math.log2(Math.max(present, 1) / 64)));
  /** @type {number[]} */
  const found = [];
  for (let value = least; value <= max && found.length < MOST; value *= 2) found.push(value);
  if (present >= min && !found.includes(present)) found.push(present);
  return found.sort((a, b) => a - b);
}

/** What the sessions of a run pay with. @param {import("./types.js").Report} report */
export const price = (report) =>
  applying(MEASURES, report).filter(({ key }) => key !== "elapsed")[0];

/** Waits for an event; busy ones as the segments count them.
 * @param {import("./types.js").Report} report @param {string} event */
const waits = ({ segments, events }, event) =>
  event === BUSY
    ? segments.reduce((sum, { statistics }) => sum + (statistics[BUSY] ?? 0), 0)
    : (events.find(({ name }) => name === event)?.waits ?? 0);

/** The figures that are drawn.
 * @param {number} value @param {{ report: import("./types.js").Report }} result
 * @param {string} [event] whose waits are counted @returns {Point} */
export const point = (value, { report }, event = BUSY) => ({
  value,
  waits: waits(report, event),
  price: price(report).of(report),
  elapsed_s: report.wall_s,
  session_s: report.session_elapsed_s,
  reads: report.statistics["physical reads"] ?? 0,
});

/** The knee: the least value after which no step saves another tenth of the figure's most.
 * @param {Point[]} points in order of their values @param {"waits" | "price"} figure
 * @returns {Point | null} */
export function knee(points, figure) {
  if (points.length < 3) return null;
  const most = Math.max(...points.map((point) => point[figure]));
  let enough = points.length - 1;
  while (enough > 0) {
    if (points[enough - 1][figure] - points[enough][figure] >= Math.max(WORTH * most, 1e-9)) break;
    enough -= 1;
  }
  return points[enough];
}
