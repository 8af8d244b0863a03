/** Nodes side by side, each with what its time goes to, and arcs for what one sends another. */
import { svg } from "lit";

/** A box's height. */
const BOX = 92;

/**
 * @typedef {{ name: string, lines: string[], brief: string[], least: string,
 *   parts: { name: string, share: number, colour: string }[], note: string }} Node
 *   parts: what its time goes to, shares of one; brief and least: for boxes too narrow for lines
 * @typedef {{ from: number, to: number, count: number, label: string }} Arc  nodes from 0
 */

/**
 * @param {Node[]} nodes @param {Arc[]} arcs
 * @param {{ width: number, heading: string, title: string, kind: "now" | "baseline",
 *   most: number, format: (count: number) => string }} options
 *   most: the count that the thickest arc stands for
 */
export function nodes(nodes, arcs, { width, heading, title, kind, most, format }) {
  const pitch = width / nodes.length;
  const gap = Math.min(48, pitch * 0.16);
  const centre = (/** @type {number} */ node) => pitch * (node + 0.5);
  const half = (pitch - gap) / 2;
  // How much higher an arc rises for each node that it passes.
  const rise = nodes.length > 4 ? 18 : 38;
  const reach = 26 + rise * (nodes.length - 1);
  const top = 24 + reach;
  const bottom = top + BOX;
  const thick = (/** @type {number} */ count) => 1 + (13 * count) / most;
  const labelled = new Set(
    [...arcs]
      .sort((a, b) => b.count - a.count)
      .slice(0, nodes.length <= 3 ? 6 : Math.floor(width / 160)),
  );
  /** Where an arc leaves or enters a box: the nearest partner's is the outermost.
   * @param {number} node @param {number} partner */
  const port = (node, partner) => {
    const share =
      partner > node ? (nodes.length - partner) / (nodes.length - 1 - node) : (partner + 1) / node;
    return centre(node) + Math.sign(partner - node) * share * half * 0.78;
  };
  return svg`<svg class="chart nodes" viewBox="0 0 ${width} ${bottom + reach + 4}" width=${width}
    height=${bottom + reach + 4} role="img" aria-label=${title}>
    <text class="name" x="0" y="12">${heading}</text>
    ${arcs.map((arc) => {
      const up = arc.to > arc.from;
      const [from, to] = [port(arc.from, arc.to), port(arc.to, arc.from)];
      const edge = up ? top : bottom;
      const away = up ? -1 : 1;
      const head = (thick(arc.count) / 2 + 3) * 1.3;
      const peak = edge + away * (26 + rise * Math.abs(arc.to - arc.from));
      return svg`<g><title>${arc.label}</title>
        <path class="arc ${kind}" stroke-width=${thick(arc.count)}
          d="M${from} ${edge}C${from} ${peak} ${to} ${peak} ${to} ${edge + away * head}" />
        <path class=${kind} d="M${to} ${edge}l${-head / 1.3} ${away * head}h${(2 * head) / 1.3}z" />
      </g>`;
    })}
    ${arcs.map((arc) => {
      if (!labelled.has(arc)) return null;
      const high = (20 + rise * Math.abs(arc.to - arc.from)) * 0.76 + 4;
      return svg`<text class="small halo" text-anchor="middle"
        x=${(port(arc.from, arc.to) + port(arc.to, arc.from)) / 2}
        y=${arc.to > arc.from ? top - high + 4 : bottom + high + 4}>${format(arc.count)}</text>`;
    })}
    ${nodes.map((node, index) => box(node, index, { left: centre(index) - half, top, wide: 2 * half }))}
  </svg>`;
}

/** A node's box. @param {Node} node @param {number} index
 * @param {{ left: number, top: number, wide: number }} place */
function box(node, index, { left, top, wide }) {
  const room = wide - 20;
  const tiny = room < 70;
  const lines = tiny ? [node.least] : room >= 164 ? node.lines : node.brief;
  let at = left + 10;
  return svg`<g>
    <rect class="box" x=${left} y=${top} width=${wide} height=${BOX} rx="6" />
    <text class="name" x=${left + 10} y=${top + 20}>${tiny ? index + 1 : node.name}</text>
    ${lines.map(
      (line, row) =>
        svg`<text class="quiet" x=${left + 10} y=${top + 36 + 15 * row}>${line}</text>`,
    )}
    ${node.parts.map(({ name, share, colour }) => {
      const from = at;
      at += share * room;
      return svg`<rect x=${from} y=${top + 60} width=${Math.max(0, share * room)} height="9"
        fill=${colour}><title>${name}</title></rect>`;
    })}
    <text class="quiet" x=${left + 10} y=${top + 84}
      >${tiny ? node.note.split(" ").slice(1).join(" ") : node.note}</text>
  </g>`;
}
