/** Lanes over time, each filled with what was going on there, and a lane of marked spells above. */
import { scaleLinear } from "d3-scale";
import { svg } from "lit";
import { below } from "./axis.js";

const LANE = 22;

/**
 * Neighbouring slices of one kind, as one path a kind.
 * @param {ArrayLike<number>} kinds lane-major: lane * slices + slice
 * @param {{ slices: number, lanes: number, kind: number, x: (slice: number) => number,
 *   y: (lane: number) => number, range: [number, number] }} place range: slices to draw
 */
function filled(kinds, { slices, lanes, kind, x, y, range }) {
  let path = "";
  for (let lane = 0; lane < lanes; lane += 1) {
    let from = -1;
    for (let slice = range[0]; slice <= range[1]; slice += 1) {
      const is = slice < range[1] && kinds[lane * slices + slice] === kind;
      if (is && from < 0) from = slice;
      if (is || from < 0) continue;
      path += `M${x(from).toFixed(1)} ${y(lane)}h${(x(slice) - x(from)).toFixed(1)}v${LANE - 6}H${x(from).toFixed(1)}z`;
      from = -1;
    }
  }
  return path;
}

/**
 * @param {{ from: number, slice: number, slices: number, lanes: string[],
 *   kinds: ArrayLike<number> }} columns seconds of the window's start and of a slice
 * @param {{ from: number, to: number, label: string }[]} spells marked above the lanes, in seconds
 * @param {{ width: number, heading: string, above: string, title: string, domain: [number, number],
 *   fills: { kind: number, className: string }[], unit: string }} options above: what the spells are
 */
export function gantt({ from, slice, slices, lanes, kinds }, spells, options) {
  const { width, heading, above, title, domain, fills, unit } = options;
  const [left, right, top] = [76, width - 8, 28];
  const count = Math.max(2, Math.floor((right - left) / 90));
  const lane = (/** @type {number} */ at) => top + LANE + 10 + at * LANE;
  const bottom = lane(lanes.length);
  const x = scaleLinear(domain, [left, right]);
  const clamp = (/** @type {number} */ at) => Math.max(left, Math.min(right, x(at)));
  /** @type {[number, number]} */
  const range = [
    Math.max(0, Math.floor((domain[0] - from) / slice)),
    Math.min(slices, Math.ceil((domain[1] - from) / slice)),
  ];
  const at = (/** @type {number} */ number) => clamp(from + number * slice);
  const shown = spells.filter((spell) => spell.to >= domain[0] && spell.from <= domain[1]);
  const longest = shown.reduce(
    (most, spell) => (!most || spell.to - spell.from > most.to - most.from ? spell : most),
    /** @type {typeof shown[0] | null} */ (null),
  );
  return svg`<svg class="chart gantt" viewBox="0 0 ${width} ${bottom + 44}" width=${width}
    height=${bottom + 44} role="img" aria-label=${title}>
    <text class="name" x="0" y="12">${heading}</text>
    ${below(x, { top, bottom, count, format: x.tickFormat(count), unit, right })}
    <text class="small" x=${left - 8} y=${top + 14} text-anchor="end">${above}</text>
    ${lanes.map(
      (name, index) => svg`
        <rect class="band" x=${left} y=${lane(index)} width=${right - left} height=${LANE - 6} />
        <text class="small" x=${left - 8} y=${lane(index) + 12} text-anchor="end">${name}</text>`,
    )}
    ${fills.map(
      ({ kind, className }) => svg`<path class=${className}
        d=${filled(kinds, { slices, lanes: lanes.length, kind, x: at, y: lane, range })} />`,
    )}
    ${shown.map((spell) => {
      const start = clamp(spell.from);
      return svg`<rect class="spell" x=${start} y=${top + 2} height=${LANE - 6}
        width=${Math.max(2, clamp(spell.to) - start)}><title>${spell.label}</title></rect>`;
    })}
    ${
      longest
        ? svg`<text class="small halo" y=${top - 4}
            x=${Math.min(clamp(longest.to), right - 4)} text-anchor=${clamp(longest.to) > (left + right) / 2 ? "end" : "start"}
            >${longest.label}</text>`
        : null
    }
  </svg>`;
}
