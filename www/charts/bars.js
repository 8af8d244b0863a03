/** Paired bars: one row a thing, the baseline in grey above, now in the accent below. */
import { scaleLinear } from "d3-scale";
import { svg } from "lit";
import { below } from "./axis.js";

const THICK = 11;
const GAP = 3;
const LETTER = 8.2;
const HEADING = 28;
/** The axis. */
const BELOW = 38;

/**
 * @param {{ name: string, note?: string, now: number, baseline: number | null }[]} all  the rows
 * @param {{ width: number, unit: string, format: (value: number) => string,
 *   tick: (value: number) => string, title: string, heading?: string, kind?: "now" | "baseline",
 *   most?: number, height?: number }} options  kind: whose rows these are, where each run has a
 *   chart of its own; most: the least end of the scale, for charts that share one; height: where
 *   the room is given, as many of the first rows as fit
 */
export function bars(all, { width, unit, format, tick, title, heading, kind = "now", ...scale }) {
  const beside = width >= 560;
  const paired = all.some((row) => row.baseline !== null);
  const lines = paired ? 2 * THICK + GAP : THICK + 4;
  const pitch = beside ? Math.max(lines + 20, 44) : lines + 40;
  const above = heading ? HEADING : 0;
  const fitting = scale.height
    ? Math.floor((scale.height - above - BELOW - 4) / pitch)
    : all.length;
  const rows = all.slice(0, Math.max(1, fitting));
  const longest = Math.max(
    ...rows.map(({ name, note }) => Math.max(name.length, note?.length ?? 0)),
  );
  const left = beside ? Math.min(Math.ceil(longest * LETTER) + 20, width * 0.44) : 1;
  const bottom = above + rows.length * pitch + 4;
  /** @param {{ name: string, note?: string }} row whether name and note share a line */
  const fits = ({ name, note = "" }) =>
    !beside && (name.length + note.length) * LETTER + 14 < width;
  const most = Math.max(scale.most ?? 1e-9, ...rows.flatMap((row) => [row.now, row.baseline ?? 0]));
  const room = format(most).length * LETTER + 16;
  const right = Math.max(left + 60, width - room);
  const x = scaleLinear([0, most], [left, right]);
  const count = Math.max(2, Math.floor((right - left) / 90));
  return svg`<svg class="chart" viewBox="0 0 ${width} ${bottom + BELOW}" width=${width}
    height=${bottom + BELOW} role="img" aria-label=${title}>
    ${heading ? svg`<text class="name" x="0" y="12">${heading}</text>` : null}
    ${below(x, { top: above, bottom, count, format: tick, unit, right })}
    ${rows.map((row, index) => {
      const top = above + index * pitch + (beside ? (pitch - lines) / 2 : 28);
      const second = paired ? top + THICK + GAP : top;
      const high = paired ? THICK : THICK + 4;
      const middle = top + lines / 2;
      const at = beside ? (row.note ? middle - 3 : middle + 4) : top - 10;
      return svg`<g>
        <text class=${beside ? "" : "halo"} x="0" y=${at}>
          <tspan class="name">${row.name}</tspan>
          ${row.note && fits(row) ? svg`<tspan class="note" dx="8">${row.note}</tspan>` : null}
        </text>
        ${
          row.note && beside
            ? svg`<text class="quiet" x="0" y=${middle + 13}>${row.note}</text>`
            : null
        }
        ${
          row.baseline === null
            ? null
            : svg`<rect class="baseline" x=${left} y=${top} height=${THICK} rx="1.5"
                width=${Math.max(x(row.baseline) - left, 0)} />
              <text class="baseline" x=${x(row.baseline) + 8} y=${top + 10}
                >${format(row.baseline)}</text>`
        }
        <rect class=${kind} x=${left} y=${second} height=${high} rx="1.5"
          width=${Math.max(x(row.now) - left, 0)} />
        <text class=${kind} x=${x(row.now) + 8} y=${second + high / 2 + 5}>${format(row.now)}</text>
      </g>`;
    })}
  </svg>`;
}
