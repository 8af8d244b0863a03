/** One control for one row of the catalogue: a switch over the kind of its value. */
import { html, nothing } from "lit";
import { value as worded } from "../format.js";
import { openCard } from "../frame/term.js";
import { text } from "../strings.js";

/** @typedef {import("../scenario.js").Unmet} Unmet */

/** @typedef {import("../types.js").Lever} Lever */
/** @typedef {import("../types.js").Value} Value */
/** @typedef {(key: string, value: Value, settled: boolean) => void} Move */

const STEPS = 1000;

/** Whether the slider runs by factors: bounds more than two orders apart. @param {Lever} lever */
const byFactors = ({ min = 0, max = 0 }) => max > 200 * Math.max(min, 1);

/** The lever's value as a place on the slider, 0 to STEPS. @param {Lever} lever @param {number} at */
export function place(lever, at) {
  const { min = 0, max = 1 } = lever;
  if (!byFactors(lever)) return Math.round(((at - min) / (max - min)) * STEPS);
  const from = Math.log(Math.max(min, 0) + 1);
  return Math.round(((Math.log(at + 1) - from) / (Math.log(max + 1) - from)) * STEPS);
}

/** The value at a place, rounded to what a person would type. @param {Lever} lever
 * @param {number} at */
export function valueAt(lever, at) {
  const { min = 0, max = 1, kind, step } = lever;
  const share = at / STEPS;
  if (!byFactors(lever)) {
    const raw = min + share * (max - min);
    if (kind === "integer") return Math.round(raw);
    const unit = step ?? 10 ** Math.floor(Math.log10((max - min) / 100));
    return Number((Math.round(raw / unit) * unit).toPrecision(12));
  }
  const from = Math.log(Math.max(min, 0) + 1);
  const raw = Math.exp(from + share * (Math.log(max + 1) - from)) - 1;
  const round = kind === "integer" && raw < 100 ? Math.round(raw) : Number(raw.toPrecision(2));
  return Math.min(max, Math.max(min, round));
}

/** The unit to say beside the label, unless the label is the unit. @param {Lever} lever */
function spoken({ unit, label }) {
  if (!unit || label.toLowerCase().includes(unit.toLowerCase())) return "";
  return unit === "us" ? "µs" : unit;
}

/** @param {Lever} lever @param {Value} value @param {Move} move */
function numeric(lever, value, move) {
  const { key, min, max, kind, unit, label } = lever;
  const bounded = min !== undefined && max !== undefined;
  const name = unit ? `${label}, ${unit === "us" ? "µs" : unit}` : label;
  return html`
    <span class="given">
      <input
        type="number"
        id=${`lever-${key}`}
        aria-label=${name}
        .value=${String(value)}
        min=${min ?? nothing}
        max=${max ?? nothing}
        step=${lever.step ?? (kind === "integer" ? 1 : "any")}
        @change=${(/** @type {any} */ { target }) =>
          move(key, target.value === "" ? lever.default : Number(target.value), true)}
      />
    </span>
    ${
      bounded
        ? html`<input
            class="slide"
            type="range"
            min="0"
            max=${STEPS}
            step=${kind === "integer" && max - min < STEPS && !byFactors(lever) ? STEPS / (max - min) : 1}
            aria-label=${`${label}, slider`}
            aria-valuetext=${worded(value, unit)}
            .value=${String(place(lever, Number(value)))}
            @input=${(/** @type {any} */ { target }) => move(key, valueAt(lever, Number(target.value)), false)}
            @change=${(/** @type {any} */ { target }) => move(key, valueAt(lever, Number(target.value)), true)}
          />`
        : nothing
    }
  `;
}

/** @param {Lever} lever @param {Value} value @param {Move} move */
function control(lever, value, move) {
  const { key, kind, choices = [], label } = lever;
  if (kind === "bool") {
    return html`<input
      class="switch"
      type="checkbox"
      role="switch"
      id=${`lever-${key}`}
      aria-label=${label}
      .checked=${value === true}
      @change=${(/** @type {any} */ { target }) => move(key, target.checked, true)}
    />`;
  }
  if (kind === "choice") {
    return html`<select
      id=${`lever-${key}`}
      aria-label=${label}
      @change=${(/** @type {any} */ { target }) => move(key, target.value, true)}
    >
      ${choices.map(
        (choice) =>
          html`<option value=${choice} .selected=${choice === value}>${worded(choice)}</option>`,
      )}
    </select>`;
  }
  return numeric(lever, value, move);
}

/**
 * A lever of the rail: label, control, and on demand its sentence, Oracle's name and its default.
 * @param {Lever} lever
 * @param {{ value: Value, untouched: Value, open: boolean, idle: boolean, unmet: Unmet | null, move: Move,
 *   help: (key: string) => void }} state
 */
export function lever(lever, { value, untouched, open, idle, unmet, move, help }) {
  const changed = value !== untouched;
  const said = spoken(lever);
  return html`<div class="lever ${lever.kind}" ?data-changed=${changed} ?data-idle=${unmet}>
    <div class="head">
      <label for=${`lever-${lever.key}`}
        >${lever.label}${said ? html` <span class="unit">${said}</span>` : nothing}</label
      >
      ${
        changed
          ? html`<button
              class="plain reset"
              title=${text.panel.standard(worded(untouched, lever.unit))}
              aria-label=${`${text.panel.reset} ${lever.label}`}
              @click=${() => move(lever.key, untouched, true)}
            >
              ${text.panel.reset}
            </button>`
          : nothing
      }
      <button
        class="plain why"
        aria-expanded=${open}
        aria-label=${text.panel.help(lever.label)}
        @click=${() => help(lever.key)}
      >
        ?
      </button>
    </div>
    ${control(lever, value, move)}
    ${unmet ? needs(unmet, changed) : nothing}
    ${idle && changed && !unmet ? html`<p class="idle">${text.panel.idle}</p>` : nothing}
    ${open ? explanation(lever, untouched) : nothing}
  </div>`;
}

/** What has to be so before the lever does anything. @param {Unmet} unmet @param {boolean} loud */
export const needs = ({ lever, sign, value }, loud) =>
  html`<p class=${loud ? "idle" : "needs"}>
    ${text.panel.needs(lever.label, sign, worded(value))}
  </p>`;

/** @param {Lever} lever @param {Value} untouched */
function explanation(lever, untouched) {
  const { sentence, price, oracle, min, max, unit, key } = lever;
  return html`<div class="explained">
    <p>${sentence}</p>
    ${price ? html`<p><b>${text.panel.price}:</b> ${price}</p>` : nothing}
    <p>
      <code>${key}</code>${oracle ? html` · Oracle: <code>${oracle}</code>` : nothing}<br />
      ${text.panel.standard(worded(untouched, unit))}${
        min !== undefined && max !== undefined
          ? html` · ${worded(min)} – ${worded(max, unit)}`
          : nothing
      }<br />
      ${card(key)}
    </p>
  </div>`;
}

/** The way to the lever's card in the glossary. @param {string} key */
const card = (key) =>
  html`<button
    class="term"
    @click=${(/** @type {Event} */ { target }) =>
      openCard(/** @type {EventTarget} */ (target), `lever:${key}`)}
  >
    ${text.panel.card}
  </button>`;
