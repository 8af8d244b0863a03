/**
 * Differences with their 95 % intervals around the line of no change, each with its verdict; by
 * factors, so that a half and a double are equally far.
 */
import { scaleLog } from "d3-scale";
import { svg } from "lit";

const PITCH = 44;
/** Factors worth a line, and the least factor that the scale shows. */
const TICKS = [1, 2, 5, 10, 50, 100];
const FEW_TICKS = [1, 3, 10, 100];
const FINE_TICKS = [1, 1.1, 1.25, 1.5, 2, 3];
const FLOOR = 0.005;

/**
 * @param {{ name: string, mean: number, half: number, each: number[], verdict: string,
 *   side: "better" | "worse" | "unsure" }[]} rows in shares of the baseline
 * @param {{ width: number, unit: string, format: (value: number) => string, title: string }} options
 */
export function whiskers(rows, { width, unit, format, title }) {
  const left = Math.min(150, width * 0.34);
  const right = width - 12;
  const bottom = rows.length * PITCH;
  const ends = rows.flatMap(({ mean, half, each }) => [mean - half, mean + half, ...each]);
  const factors = ends.map((end) => Math.max(1 + end, FLOOR));
  const far = Math.max(1.25, ...factors.map((each) => Math.max(each, 1 / each))) * 1.1;
  const scale = scaleLog([1 / far, far], [left, right]).clamp(true);
  const x = (/** @type {number} */ share) => scale(Math.max(1 + share, FLOOR));
  const narrow = right - left < 320;
  const [coarse, fine] = narrow ? [FEW_TICKS, [1, 1.25, 2, 3]] : [TICKS, FINE_TICKS];
  const ticks = (far > 3 ? coarse : fine)
    .filter((tick) => tick <= far)
    .flatMap((tick) => (tick === 1 ? [1] : [1 / tick, tick]));
  const height = bottom + (narrow ? 68 : 38);
  return svg`<svg class="chart" viewBox="0 0 ${width} ${height}" width=${width}
    height=${height} role="img" aria-label=${title}>
    <g class="axis">
      ${ticks.map(
        (tick) => svg`<line class=${tick === 1 ? "zero" : "grid"} x1=${scale(tick)}
            x2=${scale(tick)} y1="0" y2=${bottom} />
          <text x=${scale(tick)} y=${bottom + 16} text-anchor="middle">${format(tick)}</text>`,
      )}
      ${(narrow ? unit.split("; ") : [unit]).map(
        (line, row) =>
          svg`<text class="unit" x=${right} y=${bottom + 32 + 15 * row} text-anchor="end">${line}</text>`,
      )}
    </g>
    ${rows.map(({ name, mean, half, each, verdict, side }, index) => {
      const y = index * PITCH + PITCH / 2;
      return svg`<g>
        <text class="name" x="0" y=${y - 3}>${name}</text>
        <text class="quiet" x="0" y=${y + 13}>${verdict}</text>
        ${each.map(
          (value) => svg`<circle cx=${x(value)} cy=${y + 9} r="2.5" fill="var(--line)" />`,
        )}
        <line class="whisker ${side}" x1=${x(mean - half)} x2=${x(mean + half)} y1=${y} y2=${y} />
        <line class="whisker ${side}" x1=${x(mean - half)} x2=${x(mean - half)} y1=${y - 5}
          y2=${y + 5} />
        <line class="whisker ${side}" x1=${x(mean + half)} x2=${x(mean + half)} y1=${y - 5}
          y2=${y + 5} />
        <circle class=${side} cx=${x(mean)} cy=${y} r="5" />
      </g>`;
    })}
  </svg>`;
}
