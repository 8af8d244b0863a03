/** A name of the catalogue, wherever a view shows it, opens its card in the glossary. */
import { html } from "lit";
import { text } from "../strings.js";

/** @typedef {import("../types.js").Catalogue} Catalogue */

/** @type {WeakMap<Catalogue, Set<string>>} */
const known = new WeakMap();

/** The names that have cards. @param {Catalogue} catalogue */
function names(catalogue) {
  const found =
    known.get(catalogue) ??
    new Set([
      ...[...catalogue.events, ...catalogue.statistics].map(({ name }) => name),
      ...catalogue.levers.map(({ label }) => label),
    ]);
  known.set(catalogue, found);
  return found;
}

/** Asks the page for the card of a label. @param {EventTarget} from @param {string} label */
export const openCard = (from, label) =>
  from.dispatchEvent(
    new CustomEvent("hotblock-action", {
      detail: { name: "glossary", detail: label },
      bubbles: true,
      composed: true,
    }),
  );

/** @param {Catalogue} catalogue @param {unknown} label @returns {label is string} */
export const isTerm = (catalogue, label) =>
  typeof label === "string" && names(catalogue).has(label);

/** A label as it stands, or as a button where it has a card. @param {Catalogue} catalogue
 * @param {unknown} label @param {unknown} shown */
export const term = (catalogue, label, shown) =>
  isTerm(catalogue, label)
    ? html`<button
        class="term"
        title=${text.tabs.card}
        @click=${(/** @type {Event} */ { target }) =>
          openCard(/** @type {EventTarget} */ (target), label)}
      >
        ${shown}
      </button>`
    : shown;

/** A click on a name in a chart, for those with a mouse; the table has the same names as buttons.
 * @param {Catalogue} catalogue @param {Event} event */
export function clicked(catalogue, event) {
  const at = /** @type {Element} */ (event.composedPath()[0]);
  const label = at.closest?.("svg.chart text, svg.chart tspan")?.textContent?.trim();
  if (isTerm(catalogue, label)) openCard(at, label);
}
