/**
 * How many are enough: one scenario with several values of one lever, each twice the one before.
 *
 * @typedef {import("./types.js").Lever} Lever
 * @typedef {import("./types.js").Point} Point
 */

const MOST = 9;
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

/** The figures that are drawn.
 * @param {number} value @param {{ report: import("./types.js").Report }} result @returns {Point} */
export const point = (value, { report }) => ({
  value,
  waits: report.segments.reduce(
    (sum, { statistics }) => sum + (statistics["buffer busy waits"] ?? 0),
    0,
  ),
  elapsed_s: report.wall_s,
  session_s: report.session_elapsed_s,
  reads: report.statistics["physical reads"] ?? 0,
});

/** The knee: the least value after which no step saves another tenth of the figure's most.
 * @param {Point[]} points in order of their values @param {"waits" | "elapsed_s"} figure
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
