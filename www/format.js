/** Numbers as a DBA reads them: thousands parted, units last, three figures at most. */

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const compactly = new Intl.NumberFormat("en", {
  notation: "compact",
  maximumSignificantDigits: 3,
});

/** A fixed number of decimals, thousands parted. @param {number} value @param {number} places */
const fixed = (value, places) =>
  value.toLocaleString("en", { minimumFractionDigits: places, maximumFractionDigits: places });

/** A count: `161,347`. @param {number} value */
export const count = (value) => whole.format(value);

/** A count in little room: `161K`. @param {number} value */
export const compact = (value) => compactly.format(value);

/** Seconds with three figures: `5,422`, `54.2`, `0.031`. @param {number} value */
export function seconds(value) {
  const size = Math.abs(value);
  if (size >= 100) return fixed(value, 0);
  if (size >= 10) return fixed(value, 1);
  if (size >= 1 || size === 0) return fixed(value, 2);
  return fixed(value, 3);
}

/** Seconds in table columns, where decimals must line up. @param {number} value */
export const seconds2 = (value) => fixed(value, 2);

/** Milliseconds in table columns. @param {number} value */
export const millis = (value) => fixed(value, 2);

/** A duration with the unit that suits it: `54.2 s`, `870 ms`, `12 µs`. @param {number} s */
export function duration(s) {
  if (s === 0) return "0 s";
  if (s >= 1) return `${seconds(s)}\u00a0s`;
  if (s >= 1e-3) return `${Number((s * 1e3).toPrecision(3))}\u00a0ms`;
  return `${Number((s * 1e6).toPrecision(3))}\u00a0µs`;
}

/** A share of one: `94 %`, `99.4 %` near the ends, `<0.1 %` for what is not nothing. @param {number} share */
export function percent(share) {
  // Nearly all is not all: 99.97 % must not read 100 %.
  const value = share < 1 && share > 0.999 ? 99.9 : share * 100;
  const size = Math.abs(value);
  if (size > 0 && size < 0.05) return "<0.1\u00a0%";
  const places = (size > 99 && size < 100) || (size > 0 && size < 1) ? 1 : 0;
  return `${fixed(value, places)}\u00a0%`;
}

/** A factor, 1 or more: `5.6`, `17`. @param {number} value */
export const factor = (value) => (value >= 10 ? fixed(value, 0) : fixed(value, 1));

/** What a run came to: its rows, or its simulated time where it inserts none.
 * @param {import("./types.js").Report} report */
export const extent = ({ rows, wall_s }) =>
  rows > 0 ? `${count(rows)} rows` : `${duration(wall_s)} of work`;

/** A lever's value in words. @param {import("./types.js").Value} value @param {string} [unit] */
export function value(value, unit) {
  if (value === true) return "on";
  if (value === false) return "off";
  if (typeof value === "string") return value.replaceAll("_", " ");
  const text = value.toLocaleString("en", { maximumSignificantDigits: 12 });
  return unit ? `${text} ${unit === "us" ? "µs" : unit}` : text;
}
