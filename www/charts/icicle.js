/** An icicle: paths merged from their first step on, each block as wide as its share. */
import { scaleLinear } from "d3-scale";
import { svg } from "lit";

const HIGH = 46;
const LETTER = 7;

/** @typedef {{ name: string, value: number, depth: number, from: number, children: Node[] }} Node */

/** Merges paths that begin alike. @param {{ path: string[], value: number }[]} paths
 * @returns {Node[]} blocks of the first step, widest first, each with where it begins */
export function merge(paths) {
  /** @type {Node} */
  const root = { name: "", value: 0, depth: -1, from: 0, children: [] };
  for (const { path, value } of paths) {
    let at = root;
    for (const name of path) {
      let next = at.children.find((child) => child.name === name);
      if (!next) {
        next = { name, value: 0, depth: at.depth + 1, from: 0, children: [] };
        at.children.push(next);
      }
      next.value += value;
      at = next;
    }
  }
  place(root);
  return root.children;
}

/** @param {Node} node */
function place(node) {
  let from = node.from;
  node.children.sort((a, b) => b.value - a.value);
  for (const child of node.children) {
    child.from = from;
    from += child.value;
    place(child);
  }
}

/** @param {Node[]} nodes @returns {Node[]} */
const flat = (nodes) => nodes.flatMap((node) => [node, ...flat(node.children)]);

/**
 * @param {{ path: string[], value: number }[]} paths first step: the wait; then what its holder did
 * @param {{ width: number, title: string, heading: string,
 *   format: (value: number) => string, colour: (name: string) => string }} options
 */
export function icicle(paths, { width, title, heading, format, colour }) {
  const blocks = flat(merge(paths));
  const total = Math.max(
    1e-9,
    blocks.filter((block) => block.depth === 0).reduce((sum, block) => sum + block.value, 0),
  );
  const deepest = Math.max(0, ...blocks.map((block) => block.depth));
  const top = 28;
  const height = top + (deepest + 1) * (HIGH + 2) + 4;
  const x = scaleLinear([0, total], [0, width]);
  return svg`<svg class="chart" viewBox="0 0 ${width} ${height}" width=${width} height=${height}
    role="img" aria-label=${title}>
    <text class="name" x="0" y="12">${heading}</text>
    ${blocks.map((block) => {
      const wide = x(block.value) - 2;
      if (wide < 1) return null;
      const y = top + block.depth * (HIGH + 2);
      const value = format(block.value);
      const letters = Math.floor((wide - 20) / LETTER);
      return svg`<g>
        <title>${block.name}: ${value}</title>
        <rect x=${x(block.from)} y=${y} width=${wide} height=${HIGH} rx="3"
          fill="var(--wash)" />
        <rect x=${x(block.from)} y=${y} width=${Math.min(5, wide)} height=${HIGH} rx="1.5"
          fill=${colour(block.name)} />
        <text x=${x(block.from) + 13} y=${y + 19}>${shorten(block.name, letters)}</text>
        <text class="quiet" x=${x(block.from) + 13} y=${y + 36}>${shorten(value, letters)}</text>
      </g>`;
    })}
  </svg>`;
}

/** @param {string} name @param {number} letters */
const shorten = (name, letters) => {
  if (name.length <= letters) return name;
  return letters > 4 ? `${name.slice(0, letters - 1).trimEnd()}…` : "";
};
