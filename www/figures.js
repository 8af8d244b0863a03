/** The few numbers that matter, large: before, after, and how many times. */
import { html, nothing } from "lit";
import { count, factor, percent, seconds } from "./format.js";
import { applying, MEASURES } from "./measures.js";
import { text } from "./strings.js";

const words = text.figures;

/** @param {string} unit @param {number} value */
const format = (unit, value) => (unit === "rows/s" ? count(value) : seconds(value));

/** @param {number} from @param {number} to @param {"less" | "more"} better */
function times(from, to, better) {
  if (!(from > 0) || !(to > 0)) return nothing;
  const ratio = to / from;
  const good = better === "less" ? ratio < 1 : ratio > 1;
  const near = Math.abs(ratio - 1) < 0.01;
  const slight = Math.max(ratio, 1 / ratio) < 1.1;
  const change = `${ratio < 1 ? "−" : "+"}${percent(Math.abs(ratio - 1))}`;
  const said = near
    ? "="
    : slight
      ? change
      : `${ratio < 1 ? "÷" : "×"} ${factor(Math.max(ratio, 1 / ratio))}`;
  return html`<span class="times ${near ? "" : good ? "good" : "bad"}">${said}</span>`;
}

/** @param {import("./playground.js").Playground} page
 * @param {import("./types.js").Pair | null} pair */
export function figures(page, pair) {
  const { published } = page;
  const shown = pair ? applying(MEASURES, pair.now.report) : MEASURES.slice(0, 3);
  return html`<div class="figures">
    <dl>
      ${shown.map(({ key, label, unit, better, of }) => {
        const to = pair ? of(pair.now.report) : null;
        const from = pair?.baseline ? of(pair.baseline.report) : null;
        return html`<div>
          <dt>
            ${label} ${from === null || to === null ? nothing : times(from, to, better)}
          </dt>
          <dd>
            ${from === null ? nothing : html`<span class="was">${format(unit, from)}</span>`}
            <span class="is">${to === null ? "–" : format(unit, to)}</span>
            <span class="unit">${unit}</span>
          </dd>
          ${published?.key === key && !pair?.now.preview ? html`<dd class="published">${published.said}</dd>` : nothing}
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
