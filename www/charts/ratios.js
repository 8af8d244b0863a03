/** Ratios on a logarithmic scale around 1: how far each figure of ours is from the published one. */
import { scaleLog } from "d3-scale";
import { svg } from "lit";

const PITCH = 34;
const LETTER = 7;

/**
 * @param {{ name: string, now: number | null, baseline: number | null }[]} rows ours / published
 * @param {{ width: number, title: string, within: number, unit: string }} options
 */
export function ratios(rows, { width, title, within, unit }) {
  const longest = Math.max(...rows.map(({ name }) => name.length));
  const narrow = width < 520;
  const pitch = narrow ? 46 : PITCH;
  const left = narrow ? 8 : Math.min(longest * LETTER + 20, width * 0.5);
  const right = width - 24;
  const bottom = rows.length * pitch + 4;
  const all = rows
    .flatMap(({ now, baseline }) => [now, baseline])
    .filter((each) => Number(each) > 0);
  const far = Math.min(
    100,
    Math.max(4, ...all.map((each) => Math.max(Number(each), 1 / Number(each)))),
  );
  const x = scaleLog([1 / far, far], [left, right]).clamp(true);
  const ticks = (narrow ? [0.01, 0.1, 1, 10, 100] : [0.01, 0.1, 1 / 3, 1, 3, 10, 100]).filter(
    (tick) => tick >= 1 / far && tick <= far,
  );
  /** @param {number} tick */
  const said = (tick) => (tick < 1 ? `÷ ${Math.round(1 / tick)}` : `× ${tick}`);
  return svg`<svg class="chart" viewBox="0 0 ${width} ${bottom + 38}" width=${width}
    height=${bottom + 38} role="img" aria-label=${title}>
    <rect class="band" x=${x(1 / within)} width=${x(within) - x(1 / within)} y="0"
      height=${bottom} />
    <g class="axis">
      ${ticks.map(
        (tick) => svg`<line class=${tick === 1 ? "zero" : "grid"} x1=${x(tick)} x2=${x(tick)}
            y1="0" y2=${bottom} />
          <text x=${x(tick)} y=${bottom + 16} text-anchor="middle">${said(tick)}</text>`,
      )}
      <text class="unit" x=${right} y=${bottom + 32} text-anchor="end">${unit}</text>
    </g>
    ${rows.map(({ name, now, baseline }, index) => {
      const y = index * pitch + (narrow ? 32 : pitch / 2);
      return svg`<g>
        <text x="0" y=${narrow ? y - 14 : y + 4}>${name}</text>
        ${
          now && baseline
            ? svg`<line class="grid" x1=${x(now)} x2=${x(baseline)} y1=${y} y2=${y} />`
            : null
        }
        ${
          baseline
            ? svg`<rect class="baseline" x=${x(baseline) - 5} y=${y - 5} width="10"
          height="10" />`
            : null
        }
        ${now ? svg`<circle class="now" cx=${x(now)} cy=${y} r="5.5" />` : null}
      </g>`;
    })}
  </svg>`;
}
