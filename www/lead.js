/** What leads the page: the sentence that the figures make, and how far they can be trusted. */
import { html, nothing } from "lit";
import { duration, extent } from "./format.js";
import { sentence } from "./sentence.js";
import { text } from "./strings.js";

/** @typedef {import("./types.js").Pair} Pair */

/** The sentence with its numbers set strong. @param {string} said */
const strong = (said) =>
  said
    .split(/(?<![\w.,])(\d[\d.,]*\d|\d)(?![\w_])(\u00a0[%a-zµ]+| times)?/u)
    .map((part, at) => (at % 3 === 0 ? part : part && html`<b>${part}</b>`));

/** The state of the evidence: a preview, one pair of runs, or an interval over pairs.
 * @param {import("./types.js").Pair | null} pair */
function verdict(pair) {
  if (!pair) return html`<p class="verdict">&nbsp;</p>`;
  const { now, baseline, comparison } = pair;
  if (now.preview) return html`<p class="verdict preview">${text.sentence.preview}</p>`;
  const [elapsed] = comparison?.differences ?? [];
  if (elapsed && comparison) {
    return html`<p class="verdict ${elapsed.verdict.replaceAll(" ", "-")}">
      ${text.verdict.interval(elapsed.verdict, elapsed.mean, elapsed.half, comparison.done)}
    </p>`;
  }
  return html`<p class="verdict">
    ${text.verdict.run(extent(now.report), duration(now.seconds))}
    ${baseline ? text.verdict.paired : nothing}
  </p>`;
}

/** @param {Pair | null} pair @param {string} waiting said until there is a pair */
export const lead = (pair, waiting) => html`<div class="lead">
  <p class="headline" part="headline">${pair ? strong(sentence(pair)) : waiting}</p>
  ${verdict(pair)}
</div>`;
