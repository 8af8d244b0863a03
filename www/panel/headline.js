/** The cures: large switches, each with what it promises and what it costs. */
import { html, nothing } from "lit";
import { openCard } from "../frame/term.js";
import { text, headline as wording } from "../strings.js";
import { needs } from "./lever.js";

/** @typedef {import("../types.js").Lever} Lever */
/** @typedef {import("../types.js").Value} Value */
/** @typedef {{ title?: string, promise?: string, price?: string, off?: Value,
 *   first?: number }} Words */

/** @param {Lever} lever @returns {Words} */
const words = (lever) => /** @type {Record<string, Words>} */ (wording)[lever.key] ?? {};

/** The value that means off: the experiment's own where the cure is one word of several, else what
 * the words say or the lever's default. @param {Lever} lever @param {Value} untouched */
function off(lever, untouched) {
  if (lever.kind === "bool") return false;
  if (lever.cure !== undefined && untouched !== lever.cure) return untouched;
  return words(lever).off ?? lever.default;
}

/** The value that switching on gives. @param {Lever} lever @returns {Value} */
function on(lever) {
  const { first } = words(lever);
  if (lever.kind === "bool") return true;
  if (lever.cure !== undefined) return lever.cure;
  return Math.min(
    first ?? 2 * Math.max(1, Number(lever.default)),
    Number(lever.max ?? Number.POSITIVE_INFINITY),
  );
}

/**
 * @param {Lever} lever
 * @param {{ value: Value, untouched: Value, number: number, idle: boolean,
 *   unmet: import("../scenario.js").Unmet | null,
 *   move: (key: string, value: Value, settled: boolean) => void }} state
 */
export function headline(lever, { value, untouched, number, idle, unmet, move }) {
  const { title, promise, price } = words(lever);
  const none = off(lever, untouched);
  const isOn = lever.cure === undefined ? value !== none : value === lever.cure;
  const counted = lever.kind === "integer" || lever.kind === "number";
  const cost = price ?? lever.price;
  return html`<div class="cure" ?data-on=${isOn}>
    <input
      class="switch"
      type="checkbox"
      role="switch"
      id=${`cure-${lever.key}`}
      aria-describedby=${`cure-${lever.key}-words`}
      aria-keyshortcuts=${String(number)}
      .checked=${isOn}
      @change=${(/** @type {any} */ { target }) =>
        move(lever.key, target.checked ? on(lever) : none, true)}
    />
    <div class="words">
      <div class="title">
        <label for=${`cure-${lever.key}`}>${title ?? lever.label}</label>
        ${
          counted && isOn
            ? html`<input
                type="number"
                aria-label=${lever.label}
                min=${lever.min ?? nothing}
                max=${lever.max ?? nothing}
                .value=${String(value)}
                @change=${(/** @type {any} */ { target }) =>
                  move(lever.key, Number(target.value || none), true)}
              />`
            : nothing
        }
        <button
          class="plain why"
          aria-label=${text.panel.cardOf(title ?? lever.label)}
          @click=${(/** @type {Event} */ { target }) =>
            openCard(/** @type {EventTarget} */ (target), `lever:${lever.key}`)}
        >
          ?
        </button>
      </div>
      <p id=${`cure-${lever.key}-words`}>
        <span class="promise">${promise ?? lever.sentence}</span>
        ${cost ? html`<span class="price">${cost}</span>` : nothing}
      </p>
      ${unmet ? needs(unmet, isOn) : nothing}
      ${idle && isOn && !unmet ? html`<p class="idle">${text.panel.idle}</p>` : nothing}
    </div>
  </div>`;
}
