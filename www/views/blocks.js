/** The hottest blocks, as P1, P2 and P3 of the wait show them, and what they were in the baseline. */
import { html } from "lit";
import { bars } from "../charts/bars.js";
import { compact, count, duration, percent, seconds, seconds2 } from "../format.js";
import { columns, sides } from "../pairing.js";
import { text } from "../strings.js";

const words = text.views.blocks;
const { measure: measured, events: named } = text.views;
const SHOWN = 8;
/** What v$waitstat calls blocks of tables and indexes. */
const DATA_BLOCK = "1 (data block)";

/** @typedef {import("../types.js").HotBlock} HotBlock */
/** @typedef {import("../types.js").Pair} Pair */

/** @param {HotBlock} block */
const address = ({ segment, file, block }) => `${segment} ${file}/${block}`;

/** The hottest blocks of one run, those first that cost most by the measure.
 * @param {HotBlock[]} blocks @param {Record<string, string>} chosen */
const sorted = (blocks, { measure }) =>
  [...blocks].sort((a, b) => (measure === "time" ? b.total_s - a.total_s : b.waits - a.waits));

/** The hottest blocks of both runs, each beside itself in the other, where that lists it too.
 * @param {Pair} pair @param {Record<string, string>} chosen */
function paired({ now, baseline }, chosen) {
  /** @param {import("../types.js").Result | null} run */
  const listed = (run) =>
    new Map(sorted(run?.views?.hot_blocks ?? [], chosen).map((block) => [address(block), block]));
  const [after, before] = [listed(now), listed(baseline)];
  return sorted([...new Map([...before, ...after]).values()], chosen).map((block) => ({
    block,
    now: after.get(address(block)),
    before: before.get(address(block)),
  }));
}

/** @type {import("../types.js").ViewBody} */
export default {
  paired: true,

  options: () => [
    {
      key: "measure",
      label: measured.countOrTime,
      choices: [
        { value: "count", label: measured.count },
        { value: "time", label: measured.time },
      ],
    },
  ],

  sentence({ now }, chosen) {
    const [top] = sorted(now.views.hot_blocks, chosen);
    const all = now.report.segments
      .flatMap(({ waits }) => Object.values(waits))
      .reduce((sum, { waits }) => sum + waits, 0);
    return words.hottest(
      top.file,
      top.block,
      top.segment,
      count(top.waits),
      duration(top.total_s),
      percent(top.waits / (all || 1)),
    );
  },

  chart(pair, chosen, { width }) {
    const time = chosen.measure === "time";
    /** @param {HotBlock} block */
    const figure = (block) => (time ? block.total_s : block.waits);
    const shown = sides(pair).flatMap(({ heading, kind, run }) => {
      const blocks = sorted(run.views?.hot_blocks ?? [], chosen).slice(0, SHOWN);
      return blocks.length ? [{ heading, kind, blocks }] : [];
    });
    const together = shown.length > 1 && width >= 820;
    const most = Math.max(...shown.flatMap(({ blocks }) => blocks.map(figure)));
    return html`<div class=${together ? "side-by-side" : "stacked"}>
      ${shown.map(({ heading, kind, blocks }) =>
        bars(
          blocks.map((block) => ({
            name: address(block),
            note: block.event ?? block.type.toLowerCase(),
            now: figure(block),
            baseline: null,
          })),
          {
            width: together ? (width - 32) / 2 : width,
            unit: time ? measured.seconds : measured.waits,
            format: time ? seconds : count,
            tick: compact,
            title: `${heading}: ${this.sentence(pair, chosen)}`,
            heading: shown.length > 1 ? heading : undefined,
            kind,
            most,
          },
        ),
      )}
    </div>`;
  },

  table(pair, chosen) {
    const blocks = paired(pair, chosen);
    return {
      columns: [
        { key: "segment", label: words.segment },
        ...(blocks[0]?.block.event ? [{ key: "event", label: named.event }] : []),
        { key: "file", label: "P1 file#", numeric: true },
        { key: "block", label: "P2 block#", numeric: true },
        { key: "block_class", label: "P3 class#" },
        ...columns(pair, "waits", named.waits, count),
        ...columns(pair, "total_s", named.total, seconds2),
        ...columns(pair, "max_s", named.max, seconds2),
      ],
      rows: blocks.map(({ block, now, before }) => ({
        ...block,
        block_class: block.block_class ?? DATA_BLOCK,
        ...Object.fromEntries(
          /** @type {const} */ (["waits", "total_s", "max_s"]).flatMap((key) => [
            [key, now?.[key]],
            [`${key}_before`, before?.[key]],
          ]),
        ),
      })),
    };
  },
};
