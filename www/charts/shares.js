/** Rows that each come to 100 %, divided into the same ordered bands, the last one strongest. */
import { svg } from "lit";

const THICK = 18;
const PITCH = 46;

/**
 * @param {{ name: string, note: string, shares: number[] }[]} rows shares of one
 * @param {{ width: number, heading: string, title: string, kind: "now" | "baseline",
 *   bands: string[], format: (share: number) => string }} options
 */
export function shares(rows, { width, heading, title, kind, bands, format }) {
  const beside = width >= 560;
  const left = beside ? 220 : 0;
  const top = 28;
  const strength = (/** @type {number} */ band) => 0.16 + (0.84 * band) / (bands.length - 1);
  const pitch = beside ? PITCH - 12 : PITCH;
  const bottom = top + rows.length * pitch;
  const key = Math.min(92, (width - left) / bands.length);
  return svg`<svg class="chart" viewBox="0 0 ${width} ${bottom + 40}" width=${width}
    height=${bottom + 40} role="img" aria-label=${title}>
    <text class="name" x="0" y="12">${heading}</text>
    ${rows.map((row, index) => {
      const y = top + index * pitch + (beside ? 0 : 18);
      let at = left;
      return svg`<g>
        <text x="0" y=${beside ? y + 13 : y - 6}>${row.name}<tspan class="note" dx="8"
          >${row.note}</tspan></text>
        <rect class="band" x=${left} y=${y} width=${width - left} height=${THICK} />
        ${row.shares.map((share, band) => {
          const from = at;
          const wide = share * (width - left);
          at += wide;
          return svg`<rect class=${kind} x=${from} y=${y} width=${wide} height=${THICK}
              fill-opacity=${strength(band)}><title>${bands[band]}: ${format(share)}</title></rect>
            ${
              wide >= 44
                ? svg`<text class="small halo" x=${from + wide / 2} y=${y + 13}
                    text-anchor="middle">${format(share)}</text>`
                : null
            }`;
        })}
      </g>`;
    })}
    ${bands.map(
      (band, index) => svg`<rect class=${kind} x=${left + index * key} y=${bottom + 14} width="10"
          height="10" fill-opacity=${strength(index)} />
        <text class="small" x=${left + index * key + 15} y=${bottom + 23}>${band}</text>`,
    )}
  </svg>`;
}
