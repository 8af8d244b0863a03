/** The hottest blocks, as P1, P2 and P3 of the wait show them. */
import { bars } from "../charts/bars.js";
import { compact, count, duration, percent, seconds, seconds2 } from "../format.js";

const SHOWN = 8;
/** What v$waitstat calls blocks of tables and indexes. */
const DATA_BLOCK = "1 (data block)";

/** The blocks, those first that cost most by the measure. @param {import("../types.js").Pair} pair
 * @param {Record<string, string>} chosen */
const sorted = ({ now }, { measure }) =>
  [...now.views.hot_blocks].sort((a, b) =>
    measure === "time" ? b.total_s - a.total_s : b.waits - a.waits,
  );

/** @type {import("../types.js").ViewBody} */
export default {
  options: () => [
    {
      key: "measure",
      label: "Count or time",
      choices: [
        { value: "count", label: "Count" },
        { value: "time", label: "Time" },
      ],
    },
  ],

  sentence(pair, chosen) {
    const [top] = sorted(pair, chosen);
    const all = pair.now.report.segments
      .flatMap(({ waits }) => Object.values(waits))
      .reduce((sum, { waits }) => sum + waits, 0);
    return `The hottest block is file ${top.file}, block ${top.block} of ${top.segment}: ${count(top.waits)} waits, ${duration(top.total_s)}, ${percent(top.waits / (all || 1))} of all waits.`;
  },

  chart(pair, chosen, { width }) {
    const time = chosen.measure === "time";
    return bars(
      sorted(pair, chosen)
        .slice(0, SHOWN)
        .map((block) => ({
          name: `${block.segment} ${block.file}/${block.block}`,
          note: block.event ?? block.type.toLowerCase(),
          now: time ? block.total_s : block.waits,
          baseline: null,
        })),
      {
        width,
        unit: time ? "seconds, summed over sessions" : "waits",
        format: time ? seconds : count,
        tick: compact,
        title: this.sentence(pair, chosen),
      },
    );
  },

  table(pair, chosen) {
    const blocks = sorted(pair, chosen);
    return {
      columns: [
        { key: "segment", label: "Segment" },
        ...(blocks[0]?.event ? [{ key: "event", label: "Event" }] : []),
        { key: "file", label: "P1 file#", numeric: true },
        { key: "block", label: "P2 block#", numeric: true },
        { key: "block_class", label: "P3 class#" },
        { key: "waits", label: "Waits", numeric: true, format: count },
        { key: "total_s", label: "Total s", numeric: true, format: seconds2 },
        { key: "max_s", label: "Max s", numeric: true, format: seconds2 },
      ],
      rows: blocks.map((each) => ({ ...each, block_class: each.block_class ?? DATA_BLOCK })),
    };
  },
};
