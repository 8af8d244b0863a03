/** Stacked areas over time, with a dashed line for a limit and names written on the bands. */
import { scaleLinear } from "d3-scale";
import { area, curveMonotoneX, stack } from "d3-shape";
import { svg } from "lit";
import { below, beside } from "./axis.js";

/**
 * @param {{ step: number, names: string[], values: ArrayLike<number> }} series values are
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
    ${layers.map((layer, index) => label(layer, names[index], x, y, step))}
    <line class="limit" x1=${left} x2=${right} y1=${y(limit)} y2=${y(limit)} />
    <text class="halo" x=${left + 8} y=${y(limit) - 7}>${limitName}</text>
  </svg>`;
}

/** The band's name where the band is thickest, if it fits there.
 * @param {any} layer @param {string} name @param {any} x @param {any} y @param {number} step */
function label(layer, name, x, y, step) {
  let best = 0;
  let thick = 0;
  layer.forEach((/** @type {number[]} */ [low, high], /** @type {number} */ index) => {
    const away = Math.abs(index / layer.length - 0.5) < 0.35;
    if (away && high - low > thick) [best, thick] = [index, high - low];
  });
  const at = layer[best];
  if (!at || y(at[0]) - y(at[1]) < 20) return null;
  return svg`<text class="halo" x=${x((best + 0.5) * step)} text-anchor="middle"
    y=${(y(at[0]) + y(at[1])) / 2 + 4}>${name}</text>`;
}
