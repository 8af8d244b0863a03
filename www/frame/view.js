/** The frame every view stands in: sentence, options, exports, chart at the left, table right. */
import { html, LitElement, nothing } from "lit";
import { chartStyle } from "../charts/style.js";
import * as exports from "../export.js";
import { text } from "../strings.js";
import { base } from "../tokens.js";
import { frameStyle } from "./style.js";
import { clicked, term } from "./term.js";

/** Letters of choices that stand side by side. */
const LINE = 36;

/** @typedef {import("../types.js").ViewBody} ViewBody */
/** @typedef {import("../types.js").Pair} Pair */

/** `<hotblock-view>`: draws one view's body; fires `hotblock-action` with an action. */
export class ViewFrame extends LitElement {
  static properties = {
    name: {},
    heading: {},
    folded: { type: Boolean },
    bare: { type: Boolean },
    fitted: { type: Boolean, reflect: true },
    body: { attribute: false },
    pair: { attribute: false },
    chosen: { state: true },
    width: { state: true },
    height: { state: true },
    told: { state: true },
  };
  static styles = [base, chartStyle, frameStyle];

  constructor() {
    super();
    this.name = "";
    this.heading = "";
    /** Whether the table waits behind a click. */
    this.folded = false;
    /** Whether the chart stands alone, with nothing but its legend. */
    this.bare = false;
    /** Whether the chart takes the room that there is, not the other way round. */
    this.fitted = false;
    /** @type {ViewBody | null} */
    this.body = null;
    /** @type {Pair | null} */
    this.pair = null;
    /** @type {Record<string, string>} */
    this.chosen = {};
    this.width = 0;
    this.height = 0;
    this.told = "";
    /** The chart's room, whose width is watched. @type {Element | null} */
    this.drawn = null;
    this.watch = new ResizeObserver(([entry]) => {
      const { width, height } = entry.contentRect;
      if (Math.abs(Math.floor(width) - this.width) > 1) this.width = Math.floor(width);
      if (Math.abs(Math.floor(height) - this.height) > 1) this.height = Math.floor(height);
    });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.watch.disconnect();
  }

  connectedCallback() {
    super.connectedCallback();
    const drawn = this.renderRoot?.querySelector?.(".drawn");
    if (drawn) this.watch.observe(drawn);
  }

  updated() {
    const drawn = this.renderRoot.querySelector(".drawn");
    if (drawn && drawn !== this.drawn) {
      this.watch.disconnect();
      this.watch.observe(drawn);
      this.drawn = drawn;
    }
  }

  /** What is chosen, the first choice where nothing was or where it went away. @param {Pair} pair */
  #choices(pair) {
    const options = this.body?.options?.(pair) ?? [];
    /** @type {Record<string, string>} */
    const chosen = {};
    for (const { key, choices } of options) {
      const kept = choices.find(({ value }) => value === this.chosen[key]);
      chosen[key] = (kept ?? choices[0])?.value ?? "";
    }
    return { options: options.filter(({ choices }) => choices.length > 1), chosen };
  }

  render() {
    const { body, pair } = this;
    if (!body || !pair) return html`<p class="quiet empty">${text.tabs.empty}</p>`;
    const { options, chosen } = this.#choices(pair);
    const action = body.action?.(pair, chosen);
    const plain = body.text?.(pair, chosen);
    const table = body.table?.(pair, chosen);
    return html`
      ${
        this.bare
          ? nothing
          : html`<div class="top">
        ${this.heading ? html`<h2>${this.heading}</h2>` : nothing}
        <p class="sentence">${body.sentence(pair, chosen)}</p>
      </div>`
      }
      <div class="tools">
        ${this.bare ? nothing : options.map((option) => this.#option(option, chosen))}
        ${
          action
            ? html`<button class=${action.quiet ? "" : "primary"} @click=${() => this.#act(action)}>
                ${action.label}
              </button>`
            : nothing
        }
        <span class="space"></span>
        ${this.#legend(pair)} ${this.bare ? nothing : this.#exports(pair, table, plain)}
      </div>
      ${
        plain === undefined
          ? html`<div class="both">
              <div
                class="drawn"
                @click=${(/** @type {Event} */ event) => clicked(pair.catalogue, event)}
              >
                ${
                  this.width > 0 && body.chart
                    ? body.chart(pair, chosen, {
                        width: this.width,
                        ...(this.fitted ? { height: this.height } : {}),
                      })
                    : nothing
                }
              </div>
              ${table?.rows.length && !this.bare ? this.#folded(table) : nothing}
            </div>`
          : html`<pre tabindex="0" aria-label=${this.heading || this.name}>${plain}</pre>`
      }
    `;
  }

  /** @param {import("../types.js").Option} option @param {Record<string, string>} chosen */
  #option({ key, label, choices }, chosen) {
    /** @param {string} value */
    const choose = (value) => {
      this.chosen = { ...this.chosen, [key]: value };
    };
    const long = choices.reduce((sum, choice) => sum + choice.label.length, 0) > LINE;
    if (choices.length > 3 || (long && choices.length > 2)) {
      return html`<select
        aria-label=${label}
        @change=${(/** @type {any} */ { target }) => choose(target.value)}
      >
        ${choices.map(
          (choice) =>
            html`<option value=${choice.value} .selected=${choice.value === chosen[key]}>
              ${choice.label}
            </option>`,
        )}
      </select>`;
    }
    return html`<div class="segmented" role="radiogroup" aria-label=${label}>
      ${choices.map(
        (choice) =>
          html`<label
            ><input
              type="radio"
              name=${key}
              .checked=${choice.value === chosen[key]}
              @change=${() => choose(choice.value)}
            />${choice.label}</label
          >`,
      )}
    </div>`;
  }

  /** @param {import("../types.js").Table} table */
  #folded(table) {
    const phone = this.width > 0 && this.width < 520;
    if (!this.folded && !phone) return this.#table(table);
    return html`<details>
      <summary>${text.tabs.table}</summary>
      ${this.#table(table)}
    </details>`;
  }

  /** @param {import("../types.js").Table} table */
  #table({ columns, rows }) {
    return html`<div class="tabled">
      <table class=${columns.length > 4 ? "wide" : ""}>
        <caption class="hidden">${this.heading || this.name}</caption>
        <thead>
          <tr>
            ${columns.map(
              ({ label, numeric }, index) =>
                html`<th scope="col" class=${numeric && index > 0 ? "number" : ""}>${label}</th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr>
                ${columns.map(({ key, label, numeric, format, swatch }, index) => {
                  const cell = html`${
                    swatch
                      ? html`<svg class="swatch" viewBox="0 0 1 1" aria-hidden="true"
                      ><rect width="1" height="1" fill=${swatch(row[key])} /></svg>`
                      : nothing
                  }${this.#shown(row[key], format)}`;
                  if (index === 0) {
                    return html`<th scope="row" data-label=${numeric ? label : nothing}>${cell}</th>`;
                  }
                  return html`<td class=${numeric ? "number" : ""} data-label=${label}>${cell}</td>`;
                })}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  /** A cell; a name of the catalogue opens its card.
   * @param {any} value @param {((value: any) => string) | undefined} format */
  #shown(value, format) {
    const shown = exports.shown(value, format);
    return this.pair ? term(this.pair.catalogue, value, shown) : shown;
  }

  /** Which colour is which run, near the chart that uses them. @param {Pair} pair */
  #legend(pair) {
    if (!pair.baseline || !this.body?.paired) return nothing;
    return html`<span class="legend" aria-hidden="true"
      ><i class="was"></i>${text.tabs.baseline}<i class="is"></i>${text.tabs.now}</span
    >`;
  }

  /** @param {{ name: string }} action */
  #act(action) {
    this.dispatchEvent(
      new CustomEvent("hotblock-action", { detail: action, bubbles: true, composed: true }),
    );
  }

  /** @param {Pair} pair @param {import("../types.js").Table | undefined} table
   * @param {string | undefined} plain */
  #exports(pair, table, plain) {
    if (table && !table.rows.length) return nothing;
    const origin = exports.origin(pair.now, pair.baseline);
    const name = `hotblock-${pair.now.report.preset}-${this.name}`;
    /** @param {string} label @param {() => void | Promise<void>} act */
    const button = (label, act) =>
      html`<button class="plain" data-export=${label} @click=${act}>${label}</button>`;
    const drawings = () =>
      /** @type {SVGSVGElement[]} */ ([...this.renderRoot.querySelectorAll("svg.chart")]);
    const drawing = () =>
      exports.svg(drawings(), origin, getComputedStyle(this).getPropertyValue("--export-paper"));
    const { tabs } = text;
    if (plain !== undefined) {
      return html`<div class="exports" role="group" aria-label=${tabs.export(this.name)}>
        ${button(this.told || tabs.copy, async () => {
          await navigator.clipboard?.writeText(plain);
          this.told = tabs.copied;
          setTimeout(() => {
            this.told = "";
          }, 2000);
        })}
        ${button(tabs.txt, () => exports.save(`${name}.txt`, plain))}
        ${button(tabs.json, () =>
          exports.save(
            `${name}.json`,
            JSON.stringify(pair.now.report, null, 2),
            "application/json",
          ),
        )}
      </div>`;
    }
    return html`<div class="exports" role="group" aria-label=${tabs.export(this.name)}>
      ${
        this.body?.chart
          ? html`${button(tabs.svg, () => exports.save(`${name}.svg`, drawing(), "image/svg+xml"))}
            ${button(tabs.png, async () =>
              exports.save(`${name}.png`, await exports.png(drawing())),
            )}`
          : nothing
      }
      ${
        table
          ? html`${button(tabs.csv, () =>
              exports.save(`${name}.csv`, exports.csv(table, origin), "text/csv"),
            )}
            ${button(tabs.json, () =>
              exports.save(`${name}.json`, exports.json(table, origin), "application/json"),
            )}
            ${button(tabs.markdown, () =>
              exports.save(`${name}.md`, exports.markdown(table, origin), "text/markdown"),
            )}`
          : nothing
      }
    </div>`;
  }
}

customElements.define("hotblock-view", ViewFrame);
