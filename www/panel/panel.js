/** The rail of levers, drawn from the catalogue: the cures first, then every group. */
import { html, LitElement, nothing } from "lit";
import { changed, current, unmet, untouched } from "../scenario.js";
import { text } from "../strings.js";
import { base } from "../tokens.js";
import { headline } from "./headline.js";
import { lever } from "./lever.js";
import { panelStyle } from "./style.js";

/** @typedef {import("../types.js").Lever} Lever */

/** `<hotblock-panel>`: fires `hotblock-move` with `{ key, value, settled }`. */
export class Panel extends LitElement {
  static properties = {
    catalogue: { attribute: false },
    scenario: { attribute: false },
    only: { attribute: false },
    idle: { attribute: false },
    query: { state: true },
    helped: { state: true },
  };
  static styles = [base, panelStyle];

  constructor() {
    super();
    /** @type {import("../types.js").Catalogue | null} */
    this.catalogue = null;
    /** @type {import("../types.js").Scenario} */
    this.scenario = {};
    /** The keys of the levers to show; none is all. @type {string[]} */
    this.only = [];
    /** Keys that made no difference in the last run. @type {Set<string>} */
    this.idle = new Set();
    this.query = "";
    this.helped = "";
  }

  /** Puts the caret into the search field. */
  find() {
    /** @type {HTMLInputElement | null} */ (
      this.renderRoot.querySelector("input[type=search]")
    )?.focus();
  }

  /** Flips the nth cure, as its switch would. @param {number} index */
  flip(index) {
    /** @type {HTMLInputElement | undefined} */ (
      this.renderRoot.querySelectorAll(".cure input.switch")[index]
    )?.click();
  }

  /** @param {string} key @param {import("../types.js").Value} value @param {boolean} settled */
  #move = (key, value, settled) =>
    this.dispatchEvent(new CustomEvent("hotblock-move", { detail: { key, value, settled } }));

  #help = (/** @type {string} */ key) => {
    this.helped = this.helped === key ? "" : key;
  };

  /** @param {Lever} row */
  #matches({ key, label, sentence, oracle, group }) {
    const words = this.query.toLowerCase().split(/\s+/).filter(Boolean);
    const all = [key, label, sentence, oracle, group].join(" ").toLowerCase();
    return words.every((word) => all.includes(word));
  }

  render() {
    const { catalogue, scenario } = this;
    if (!catalogue) return html`<div class="waiting" aria-hidden="true"></div>`;
    if (this.only.length) return this.#few(catalogue);
    const cures = catalogue.levers.filter((row) => row.headline);
    const rest = catalogue.levers.filter((row) => !row.headline && row.key !== "seed");
    const shown = rest.filter((row) => this.#matches(row));
    const groups = [...new Set(shown.map(({ group }) => group))];
    const moved = changed(catalogue, scenario).filter(({ key }) => key !== "seed");
    return html`
      <section aria-label=${text.panel.cures}>
        <h2>${text.panel.cures}</h2>
        ${cures.map((row, index) => this.#cure(catalogue, row, index))}
      </section>
      <section aria-label=${text.bar.levers}>
        <div class="find">
          <input
            type="search"
            placeholder=${text.panel.search}
            aria-label=${text.panel.search}
            .value=${this.query}
            @input=${(/** @type {any} */ { target }) => {
              this.query = target.value;
            }}
          />
          ${
            moved.length
              ? html`<button
                  class="plain"
                  @click=${() => this.dispatchEvent(new CustomEvent("hotblock-reset"))}
                >
                  ${text.panel.resetAll}
                </button>`
              : nothing
          }
        </div>
        ${
          shown.length === 0
            ? html`<p class="quiet">${text.panel.none(this.query)}</p>`
            : groups.map((group) => this.#group(group, shown))
        }
      </section>
    `;
  }

  /** The few levers of an article. @param {import("../types.js").Catalogue} catalogue */
  #few(catalogue) {
    const rows = this.only.flatMap((key) => catalogue.levers.filter((row) => row.key === key));
    return html`<div class="few">
      ${rows.map((row, index) =>
        row.headline ? this.#cure(catalogue, row, index) : this.#lever(catalogue, row),
      )}
    </div>`;
  }

  /** @param {import("../types.js").Catalogue} catalogue @param {Lever} row @param {number} index */
  #cure(catalogue, row, index) {
    return headline(row, {
      value: current(catalogue, this.scenario, row),
      untouched: untouched(catalogue, this.scenario, row),
      number: index + 1,
      idle: this.idle.has(row.key),
      unmet: unmet(catalogue, this.scenario, row),
      move: this.#move,
    });
  }

  /** @param {import("../types.js").Catalogue} catalogue @param {Lever} row */
  #lever(catalogue, row) {
    return lever(row, {
      value: current(catalogue, this.scenario, row),
      untouched: untouched(catalogue, this.scenario, row),
      open: this.helped === row.key,
      idle: this.idle.has(row.key),
      unmet: unmet(catalogue, this.scenario, row),
      move: this.#move,
      help: this.#help,
    });
  }

  /** @param {string} group @param {Lever[]} shown */
  #group(group, shown) {
    const catalogue = /** @type {import("../types.js").Catalogue} */ (this.catalogue);
    const rows = shown.filter((row) => row.group === group);
    const moved = rows.filter(({ key }) => key in this.scenario).length;
    const first = catalogue.levers.find((row) => !row.headline)?.group === group;
    return html`<details ?open=${Boolean(this.query) || moved > 0 || first || group === "Workload"}>
      <summary>
        <span>${group}</span>
        <span class="quiet">${moved ? text.panel.changed(moved) : rows.length}</span>
      </summary>
      ${rows.map((row) => this.#lever(catalogue, row))}
    </details>`;
  }
}

customElements.define("hotblock-panel", Panel);
