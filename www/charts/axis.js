/** The ground every chart stands on: gridlines, numbers and the unit, zero drawn strongest. */
import { svg } from "lit";

/**
 * A horizontal scale's gridlines with numbers underneath.
 * @param {any} x a d3 scale @param {{ top: number, bottom: number, count?: number,
 *   format: (value: number) => string, unit: string, right: number }} place
 */
export function below(x, { top, bottom, count = 5, format, unit, right }) {
  const ticks = x.ticks(count);
  return svg`<g class="axis">
    ${ticks.map(
      (/** @type {number} */ tick) => svg`
        <line class=${tick === 0 ? "zero" : "grid"} x1=${x(tick)} x2=${x(tick)} y1=${top}
          y2=${bottom} />
        <text x=${x(tick)} y=${bottom + 16} text-anchor="middle">${format(tick)}</text>`,
    )}
    <text class="unit" x=${right} y=${bottom + 32} text-anchor="end">${unit}</text>
  </g>`;
}

/**
 * A vertical scale's gridlines with numbers at the left, the unit above them.
 * @param {any} y a d3 scale @param {{ left: number, right: number, top: number, count?: number,
 *   format: (value: number) => string, unit: string }} place
 */
export function beside(y, { left, right, top, count = 4, format, unit }) {
  const ticks = y.ticks(count);
  return svg`<g class="axis">
    ${ticks.map(
      (/** @type {number} */ tick) => svg`
        <line class=${tick === 0 ? "zero" : "grid"} x1=${left} x2=${right} y1=${y(tick)}
          y2=${y(tick)} />
        <text x=${left - 8} y=${y(tick) + 4} text-anchor="end">${format(tick)}</text>`,
    )}
    <text class="unit" x=${left} y=${top - 12} text-anchor="start">${unit}</text>
  </g>`;
}
