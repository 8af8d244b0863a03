/** The hottest blocks, as P1, P2 and P3 of the wait show them. */
import { bars } from "../charts/bars.js";
import { compact, count, duration, percent, seconds2 } from "../format.js";

const SHOWN = 8;
/** What v$waitstat calls blocks of tables and indexes. */
const DATA_BLOCK = "1 (data block)";

/** @type {import("../types.js").ViewBody} */
export default {
  sentence({ now }) {
    const [top] = now.views.hot_blocks;
    const all = now.report.segments
      .flatMap(({ waits }) => Object.values(waits))
      .reduce((sum, { waits }) => sum + waits, 0);
    return `The hottest block is file ${top.file}, block ${top.block} of ${top.segment}: ${count(top.waits)} waits, ${duration(top.total_s)}, ${percent(top.waits / (all || 1))} of all waits.`;
  },

  chart(pair, _chosen, { width }) {
    return bars(
      pair.now.views.hot_blocks.slice(0, SHOWN).map((block) => ({
        name: `${block.segment} ${block.file}/${block.block}`,
        note: block.event ?? block.type.toLowerCase(),
        now: block.waits,
        baseline: null,
      })),
      { width, unit: "waits", format: count, tick: compact, title: this.sentence(pair, {}) },
    );
  },

  table({ now }) {
    return {
      columns: [
        { key: "segment", label: "Segment" },
        ...(now.views.hot_blocks[0]?.event ? [{ key: "event", label: "Event" }] : []),
        { key: "file", label: "P1 file#", numeric: true },
        { key: "block", label: "P2 block#", numeric: true },
        { key: "block_class", label: "P3 class#" },
        { key: "waits", label: "Waits", numeric: true, format: count },
        { key: "total_s", label: "Total s", numeric: true, format: seconds2 },
        { key: "max_s", label: "Max s", numeric: true, format: seconds2 },
      ],
      rows: now.views.hot_blocks.map((each) => ({
        ...each,
        block_class: each.block_class ?? DATA_BLOCK,
      })),
    };
  },
};
