/** The few numbers that matter, large: before, after, and how many times. */
import { html, nothing } from "lit";
import { count, factor, seconds } from "./format.js";
import { text } from "./strings.js";

const words = text.figures;

/** @typedef {import("./types.js").Report} Report */
/** @type {{ key: string, label: string, unit: string, better: "less" | "more",
 *   of: (report: Report) => number, format: (value: number) => string }[]} */
const SHOWN = [
  {
    key: "elapsed",
    label: words.elapsed,
    unit: "s",
    better: "less",
    of: (report) => report.wall_s,
    format: seconds,
  },
  {
    key: "sessions",
    label: words.sessions,
    unit: "s",
    better: "less",
    of: (report) => report.session_elapsed_s,
    format: seconds,
  },
  {
    key: "throughput",
    label: words.throughput,
    unit: "rows/s",
    better: "more",
    of: (report) => report.rows / Math.max(report.wall_s, 1e-9),
    format: count,
  },
  {
    key: "cpu",
    label: words.cpu,
    unit: "s",
    better: "less",
    of: (report) => report.cpu_s,
    format: seconds,
  },
];

/** @param {number} from @param {number} to @param {"less" | "more"} better */
function times(from, to, better) {
  if (!(from > 0) || !(to > 0)) return nothing;
  const ratio = to / from;
  const good = better === "less" ? ratio < 1 : ratio > 1;
  const near = Math.abs(ratio - 1) < 0.01;
  const said = near ? "=" : `${ratio < 1 ? "÷" : "×"} ${factor(Math.max(ratio, 1 / ratio))}`;
  return html`<span class="times ${near ? "" : good ? "good" : "bad"}">${said}</span>`;
}

/** @param {import("./playground.js").Playground} page
 * @param {import("./types.js").Pair | null} pair */
export function figures(page, pair) {
  const { published } = page;
  return html`<div class="figures">
    <dl>
      ${SHOWN.map(({ key, label, unit, better, of, format }) => {
        const to = pair ? of(pair.now.report) : null;
        const from = pair?.baseline ? of(pair.baseline.report) : null;
        return html`<div>
          <dt>
            ${label} ${from === null || to === null ? nothing : times(from, to, better)}
          </dt>
          <dd>
            ${from === null ? nothing : html`<span class="was">${format(from)}</span>`}
            <span class="is">${to === null ? "–" : format(to)}</span>
            <span class="unit">${unit}</span>
          </dd>
          ${key === "sessions" && published && !pair?.now.preview ? html`<dd class="published">${words.published} ${published}</dd>` : nothing}
        </div>`;
      })}
    </dl>
    <label class="check pin"
      ><input
        type="checkbox"
        ?disabled=${!pair?.baseline}
        .checked=${page.store.state.pinned}
        @change=${() => page.pin()}
      />${words.pin}</label
    >
  </div>`;
}
