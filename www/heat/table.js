/** The heat maps' table: each segment's waits and touches, and where they are densest. */
import { html } from "lit";
import * as exports from "../export.js";
import { count, seconds } from "../format.js";
import { text } from "../strings.js";
import { owners } from "./block.js";

/** @typedef {import("../types.js").Result} Result */
/** @typedef {import("../types.js").Heat} Heat */
/** @typedef {{ name: string, run: Result }} Side */

const words = text.heat;

/** @param {Heat} heat @param {{ first_row: number, rows: number }} segment */
function figures(heat, { first_row, rows }) {
  const [from, to] = [first_row * heat.columns, (first_row + rows) * heat.columns];
  let waits = 0;
  let touches = 0;
  let best = from;
  for (let at = from; at < to; at += 1) {
    waits += heat.waits[at];
    touches += heat.touches[at];
    if (heat.waits[at] > heat.waits[best]) best = at;
  }
  const row = Math.floor(best / heat.columns);
  return {
    waits,
    touches,
    file: heat.hottest_file?.[row],
    block: heat.hottest_block?.[row],
    from_s: (best % heat.columns) * heat.column_s,
  };
}

/** @param {Side[]} sides @returns {import("../types.js").Table} */
export function twin(sides) {
  const rows = sides.flatMap(({ name, run }) =>
    owners(run.views.heatmap).map((segment) => ({
      run: name,
      segment: segment.name,
      type: segment.type,
      blocks: segment.blocks,
      ...figures(run.views.heatmap, segment),
    })),
  );
  return {
    columns: [
      { key: "segment", label: words.columns.segment },
      { key: "run", label: words.columns.run },
      { key: "blocks", label: words.columns.blocks, numeric: true, format: count },
      { key: "waits", label: words.waits, numeric: true, format: count },
      { key: "touches", label: words.touches, numeric: true, format: count },
      { key: "block", label: words.columns.block, numeric: true },
      { key: "from_s", label: words.columns.at, numeric: true, format: seconds },
    ],
    rows,
  };
}

/** Every cell that is not empty, one a line. @param {Side[]} sides @param {string[]} origin */
function cells(sides, origin) {
  const lines = [...origin.map((line) => `# ${line}`), "run,row,from_s,waits,touches"];
  for (const { name, run } of sides) {
    const { columns, column_s, waits, touches } = run.views.heatmap;
    for (let at = 0; at < waits.length; at += 1) {
      if (!waits[at] && !touches[at]) continue;
      const from = Number(((at % columns) * column_s).toPrecision(9));
      lines.push(`${name},${Math.floor(at / columns)},${from},${waits[at]},${touches[at]}`);
    }
  }
  return `${lines.join("\r\n")}\r\n`;
}

/** The folded table with the exports of the picture.
 * @param {import("./heat.js").HeatMaps} heat @param {Side[]} sides */
export function table(heat, sides) {
  const { columns, rows } = twin(sides);
  const now = sides[sides.length - 1].run;
  const origin = exports.origin(now, sides.length > 1 ? sides[0].run : null);
  const name = `hotblock-${now.report.preset}-heat-map`;
  return html`<details>
    <summary>${text.tabs.table}</summary>
    <table>
      <caption class="hidden">${words.title}</caption>
      <thead>
        <tr>
          ${columns.map(
            ({ label, numeric }) =>
              html`<th scope="col" class=${numeric ? "number" : ""}>${label}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${columns.map(({ key, label, numeric, format }, at) => {
                const said = exports.shown(row[key], format);
                return at === 0
                  ? html`<th scope="row">${said}</th>`
                  : html`<td class=${numeric ? "number" : ""} data-label=${label}>${said}</td>`;
              })}
            </tr>`,
        )}
      </tbody>
    </table>
    <p class="exports">
      <button
        class="plain"
        @click=${async () => exports.save(`${name}.png`, await exports.maps(heat.pictures(), origin))}
      >
        ${text.tabs.png}
      </button>
      <button
        class="plain"
        @click=${() => exports.save(`${name}.csv`, cells(sides, origin), "text/csv")}
      >
        ${text.tabs.csv}
      </button>
      <button
        class="plain"
        @click=${() =>
          exports.save(`${name}.md`, exports.markdown({ columns, rows }, origin), "text/markdown")}
      >
        ${text.tabs.markdown}
      </button>
    </p>
  </details>`;
}
