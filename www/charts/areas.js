/** Stacked areas over time, with a dashed line for a limit and names written on the bands. */
import { scaleLinear } from "d3-scale";
import { area, curveMonotoneX, stack } from "d3-shape";
import { svg } from "lit";
import { below, beside } from "./axis.js";

/** @typedef {{ step: number, names: string[], values: ArrayLike<number> }} Series */

/** The series in fewer, wider steps, so that no band is drawn thinner than it can be read.
 * @param {Series} series @param {number} most steps at most */
export function coarse({ step, names, values }, most) {
  const steps = values.length / names.length;
  const each = Math.max(1, Math.ceil(steps / most));
  const wide = Math.ceil(steps / each);
  const means = new Float32Array(names.length * wide);
  for (let at = 0; at < names.length; at += 1) {
    for (let index = 0; index < steps; index += 1) {
      const share = Math.min(each, steps - Math.floor(index / each) * each);
      means[at * wide + Math.floor(index / each)] += values[at * steps + index] / share;
    }
  }
  return { step: step * each, names, values: means };
}

/**
 * @param {Series} series values are
 *   name-major: name * steps + step
 * @param {{ width: number, height: number, most: number, end: number, limit: number,
 *   limitName: string, colour: (name: string) => string, unit: string, time: string,
 *   format: (value: number) => string, title: string, heading: string }} options
 *   most and end: the scales' ends, shared by charts that stand side by side
 */
export function areas({ step, names, values }, options) {
  const { width, height, most, end, limit, limitName, colour, unit, time, format } = options;
  const steps = names.length ? values.length / names.length : 0;
  const [left, right, top, bottom] = [40, width - 8, 40, height - 40];
  const x = scaleLinear([0, end], [left, right]);
  const y = scaleLinear([0, most], [bottom, top]).nice(4);
  const layers = stack()
    .keys(names.map((_, index) => String(index)))
    .value((at, key) => values[Number(key) * steps + Number(at)] ?? 0)(
    Array.from({ length: steps }, (_, index) => /** @type {any} */ (index)),
  );
  const shape = area()
    .x((_, index) => x(Math.min((index + 0.5) * step, end)))
    .y0(([low]) => y(low))
    .y1(([, high]) => y(high))
    .curve(curveMonotoneX);
  const count = Math.max(2, Math.floor((right - left) / 80));
  return svg`<svg class="chart" viewBox="0 0 ${width} ${height}" width=${width} height=${height}
    role="img" aria-label=${options.title}>
    <text class="name" x=${left} y="12">${options.heading}</text>
    ${layers.map(
      (layer, index) => svg`<path d=${shape(/** @type {any} */ (layer)) ?? ""}
        fill=${colour(names[index])} stroke="var(--paper)" stroke-width="0.75" />`,
    )}
    ${beside(y, { left, right, top, format, unit })}
    ${below(x, { top: bottom, bottom, count, format, unit: time, right })}
    ${labels(layers, names, x, y, step, { name: limitName, x: left + 8, y: y(limit) - 11 })}
    <line class="limit" x1=${left} x2=${right} y1=${y(limit)} y2=${y(limit)} />
    <text class="halo" x=${left + 8} y=${y(limit) - 7}>${limitName}</text>
  </svg>`;
}

/** The bands' names where the bands are thickest, as far as they fit without touching.
 * @param {any[]} layers @param {string[]} names @param {any} x @param {any} y
 * @param {number} step @param {{ name: string, x: number, y: number }} limit whose name is set */
function labels(layers, names, x, y, step, limit) {
  /** @type {{ name: string, x: number, y: number, room: number }[]} */
  const found = layers.map((layer, index) => ({
    name: names[index],
    ...thickest(layer, x, y, step),
  }));
  /** @type {typeof found} */
  const set = [{ ...limit, x: limit.x + 3.5 * limit.name.length, room: 0 }];
  for (const label of found.sort((a, b) => b.room - a.room)) {
    const clear = set.every(
      (other) =>
        Math.abs(other.y - label.y) > 18 ||
        Math.abs(other.x - label.x) > 4.5 * (other.name.length + label.name.length),
    );
    if (label.room >= 20 && clear) set.push(label);
  }
  return set.slice(1).map(
    (label) => svg`<text class="halo" x=${label.x} y=${label.y + 4} text-anchor="middle"
      >${label.name}</text>`,
  );
}

/** The middle of a band where it is thickest, and how thick it is there.
 * @param {any} layer @param {any} x @param {any} y @param {number} step */
function thickest(layer, x, y, step) {
  let best = { x: 0, y: 0, room: 0 };
  layer.forEach((/** @type {number[]} */ [low, high], /** @type {number} */ index) => {
    const room = y(low) - y(high);
    const inside = Math.abs(index / layer.length - 0.5) < 0.35;
    if (inside && room > best.room) {
      best = { x: x((index + 0.5) * step), y: (y(low) + y(high)) / 2, room };
    }
  });
  return best;
}
