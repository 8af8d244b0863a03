/** A line over values that double, its points marked, one of them as the knee. */
import { scaleLinear, scaleLog } from "d3-scale";
import { line } from "d3-shape";
import { svg } from "lit";
import { beside } from "./axis.js";

/**
 * @param {{ x: number, y: number }[]} points in order of x, all x above 0
 * @param {{ width: number, height: number, heading: string, unit: string, below: string,
 *   format: (value: number) => string, title: string, knee: number | null, kneeName: string,
 *   present: number }} options knee and present: values of x
 */
export function lines(points, options) {
  const { width, height, heading, unit, below, format, title, knee, kneeName, present } = options;
  const [left, right, top, bottom] = [56, width - 16, 48, height - 44];
  const xs = points.map((point) => point.x);
  const x = scaleLog([Math.min(...xs), Math.max(...xs, Math.min(...xs) * 2)], [left + 8, right]);
  const y = scaleLinear([0, Math.max(1e-9, ...points.map((point) => point.y))], [bottom, top]);
  y.nice(4);
  const path = line(
    (/** @type {{ x: number, y: number }} */ point) => x(point.x),
    (point) => y(point.y),
  )(points);
  const late = knee !== null && x(knee) > (left + right) / 2;
  const every = Math.ceil((points.length * 44) / Math.max(right - left, 1));
  return svg`<svg class="chart" viewBox="0 0 ${width} ${height}" width=${width} height=${height}
    role="img" aria-label=${title}>
    <text class="name" x="0" y="12">${heading}</text>
    ${beside(y, { left, right, top, format, unit })}
    ${
      knee === null
        ? null
        : svg`<line class="limit" x1=${x(knee)} x2=${x(knee)} y1=${top} y2=${bottom} />
          <text class="halo" x=${x(knee) + (late ? -8 : 8)} y=${top + 12}
            text-anchor=${late ? "end" : "start"}>${kneeName}</text>`
    }
    <path class="stroke" d=${path ?? ""} />
    ${points.map(
      (point, index) => svg`
        <circle class=${point.x === present ? "present" : "now"} cx=${x(point.x)} cy=${y(point.y)}
          r=${point.x === present ? 6 : 4.5} />
        ${
          index % every === 0 || point.x === knee
            ? svg`<text class="quiet" x=${x(point.x)} y=${bottom + 18} text-anchor="middle"
                >${point.x}</text>`
            : null
        }`,
    )}
    <text class="quiet" x=${right} y=${bottom + 36} text-anchor="end">${below}</text>
  </svg>`;
}
