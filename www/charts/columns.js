/** Columns by bucket: the baseline as grey columns, now in the accent beside them. */
import { scaleBand, scaleLinear } from "d3-scale";
import { svg } from "lit";
import { beside } from "./axis.js";

const LETTER = 7;

/**
 * @param {{ name: string, now: number, baseline: number | null }[]} buckets
 * @param {{ width: number, height: number, unit: string, below: string,
 *   format: (value: number) => string, title: string }} options
 */
export function columns(buckets, { width, height, unit, below, format, title }) {
  const paired = buckets.some((bucket) => bucket.baseline !== null);
  const [left, right, top, bottom] = [48, width, 48, height - 44];
  const x = scaleBand(
    buckets.map(({ name }) => name),
    [left, right],
  ).padding(0.18);
  const most = Math.max(1e-9, ...buckets.flatMap((each) => [each.now, each.baseline ?? 0]));
  const y = scaleLinear([0, most], [bottom, top]).nice(4);
  const half = paired ? x.bandwidth() / 2 : x.bandwidth();
  const wide = half > 26;
  const longest = Math.max(...buckets.map(({ name }) => name.length));
  const every = Math.ceil((longest * LETTER + 10) / x.step());
  /** @param {number} value @param {string} side @param {number} at */
  const column = (value, side, at) => svg`
    <rect class=${side} x=${at} y=${y(value)} width=${Math.max(half - 1, 1)} rx="1.5"
      height=${Math.max(bottom - y(value), value > 0 ? 1 : 0)} />
    ${
      wide && value > 0
        ? svg`<text class="small ${side}" x=${at + half / 2} y=${y(value) - 6}
            text-anchor="middle">${format(value)}</text>`
        : null
    }`;
  return svg`<svg class="chart" viewBox="0 0 ${width} ${height}" width=${width} height=${height}
    role="img" aria-label=${title}>
    ${beside(y, { left, right, top: top - 16, format, unit })}
    ${buckets.map((bucket, index) => {
      const at = x(bucket.name) ?? 0;
      const skip = index % every !== 0;
      return svg`<g>
        ${bucket.baseline === null ? null : column(bucket.baseline, "baseline", at)}
        ${column(bucket.now, "now", paired ? at + half : at)}
        ${
          skip
            ? null
            : svg`<text class="quiet" x=${at + x.bandwidth() / 2} y=${bottom + 18}
                text-anchor="middle">${bucket.name}</text>`
        }
      </g>`;
    })}
    <text class="quiet" x=${right} y=${bottom + 36} text-anchor="end">${below}</text>
  </svg>`;
}
