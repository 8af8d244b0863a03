/** Several values over time, drawn as dotted tracks, each named where it ends. */
import { scaleLinear } from "d3-scale";
import { svg } from "lit";
import { beside, below as under } from "./axis.js";

/** Marks that tell the tracks apart without colour. */
const DASHES = ["", "1 4", "6 3", "8 3 2 3", "2 2"];

/**
 * @param {{ name: string, points: { x: number, y: number }[] }[]} series points in order of x;
 *   the first one is drawn in the accent
 * @param {{ width: number, height: number, heading: string, title: string,
 *   domain: [number, number], unit: string, below: string, format: (value: number) => string,
 *   time: (value: number) => string }} options low values lie at the top
 */
export function tracks(series, options) {
  const { width, height, heading, title, domain, unit, below, format, time } = options;
  const [left, right, top, bottom] = [48, width - 8, 48, height - 40 - 16 * series.length];
  const values = series.flatMap(({ points }) => points.map((point) => point.y));
  const x = scaleLinear(domain, [left, right]);
  const y = scaleLinear(
    [Math.min(...values), Math.max(...values, Math.min(...values) + 1)],
    [top, bottom],
  ).nice(4);
  return svg`<svg class="chart" viewBox="0 0 ${width} ${height}" width=${width} height=${height}
    role="img" aria-label=${title}>
    <text class="name" x="0" y="12">${heading}</text>
    ${beside(y, { left, right, top, format, unit })}
    ${under(x, { top, bottom, count: Math.max(2, Math.floor((right - left) / 90)), format: time, unit: below, right })}
    ${series.map(({ name, points }, index) => {
      const path = points
        .map((point, at) => {
          const near = at > 0 && point.x - points[at - 1].x < (domain[1] - domain[0]) / 64;
          const [px, py] = [x(point.x).toFixed(1), y(point.y).toFixed(1)];
          return near ? `L${px} ${py}` : `M${px} ${py}h1.5`;
        })
        .join("");
      const row = bottom + 42 + 16 * index;
      const kind = index === 0 ? "stroke" : "stroke other";
      return svg`<path class=${kind} stroke-dasharray=${DASHES[index % DASHES.length]} d=${path} />
        <line class=${kind} stroke-dasharray=${DASHES[index % DASHES.length]} x1=${left}
          x2=${left + 28} y1=${row} y2=${row} />
        <text class="small" x=${left + 36} y=${row + 4}>${name}</text>`;
    })}
  </svg>`;
}
