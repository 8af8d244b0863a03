/** The glossary's list and its open card. */
import { css, html, LitElement, nothing } from "lit";
import { value as worded } from "../format.js";
import { base } from "../tokens.js";
import { entries, find } from "./glossary.js";
import { figure, worded as said } from "./measure.js";
import { words as all } from "./words.js";

const words = all.glossary;

/** @typedef {import("./glossary.js").Entry} Entry */

/** `<hotblock-glossary>`: shows the card that `label` means. */
export class Glossary extends LitElement {
  static properties = {
    catalogue: { attribute: false },
    report: { attribute: false },
    label: {},
    open: { state: true },
    query: { state: true },
  };
  static styles = [
    base,
    css`
      :host {
        display: block;
        container-type: inline-size;
      }
      .intro {
        margin-bottom: 12px;
      }
      .both {
        display: grid;
        grid-template-columns: minmax(0, 5fr) minmax(0, 7fr);
        gap: 32px;
      }
      input {
        width: 100%;
        margin-bottom: 8px;
      }
      .names {
        max-height: 54vh;
        overflow-y: auto;
        scrollbar-width: thin;
      }
      h3 {
        padding: 12px 0 4px;
        font-size: 12px;
        font-weight: 650;
        color: var(--soft);
      }
      .name {
        display: block;
        width: 100%;
        min-height: 32px;
        padding: 5px 8px;
        border: 0;
        background: none;
        text-align: left;
        line-height: 20px;
        white-space: normal;
      }
      .name:hover {
        background: var(--wash);
      }
      .name:focus-visible {
        outline-offset: -2px;
      }
      .name[aria-current] {
        font-weight: 650;
        background: var(--wash);
        box-shadow: inset 3px 0 0 var(--now);
      }
      .card {
        align-self: start;
        min-height: 240px;
      }
      .card h2:focus {
        outline: none;
      }
      .kind {
        font-size: 13px;
        line-height: 20px;
        color: var(--soft);
      }
      .card p {
        margin-top: 8px;
        line-height: 23px;
      }
      dl {
        display: grid;
        grid-template-columns: 96px 1fr;
        gap: 4px 12px;
        margin-top: 16px;
        font-size: 13px;
        line-height: 20px;
      }
      dt {
        color: var(--soft);
      }
      code {
        font: 12px/20px var(--mono);
      }
      .related {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 6px;
        margin-top: 4px;
      }
      .related button {
        min-height: 28px;
        padding: 2px 9px;
        white-space: normal;
        text-align: left;
      }
      .minor {
        margin: 16px 0 4px;
        font-size: 13px;
        font-weight: 650;
        color: var(--soft);
      }
      @container (max-width: 560px) {
        .both {
          grid-template-columns: minmax(0, 1fr);
          gap: 16px;
        }
        .card {
          order: -1;
          min-height: 0;
          padding-bottom: 16px;
          border-bottom: 1px solid var(--rule);
        }
        .names {
          max-height: none;
        }
        .name {
          min-height: 44px;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** @type {import("../types.js").Catalogue} */
    this.catalogue = /** @type {any} */ (null);
    /** @type {import("../types.js").Report | null} */
    this.report = null;
    this.label = "";
    this.open = "";
    this.query = "";
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("label") && this.label) {
      this.open = find(entries(this.catalogue), this.label)?.id ?? "";
    }
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (changed.has("open") && this.open) {
      const heading = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(".card h2"));
      heading?.focus({ preventScroll: true });
      heading?.scrollIntoView({ block: "nearest" });
    }
  }

  render() {
    const list = entries(this.catalogue);
    const asked = this.query.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = list.filter(({ name, sentence, key = "", oracle = "" }) => {
      const text = [name, sentence, key, oracle].join(" ").toLowerCase();
      return asked.every((word) => text.includes(word));
    });
    const open = find(list, this.open) ?? shown[0] ?? null;
    return html`<p class="intro">${words.intro(list.length)}</p>
      <div class="both">
        <div>
          <input
            type="search"
            placeholder=${words.search}
            aria-label=${words.search}
            .value=${this.query}
            @input=${(/** @type {any} */ { target }) => {
              this.query = target.value;
            }}
          />
          <div class="names" tabindex="-1">
            ${shown.length === 0 ? html`<p class="quiet">${words.none(this.query)}</p>` : nothing}
            ${
              /** @type {const} */ (["event", "statistic", "segment", "lever"]).map((kind) =>
                this.#group(
                  words.kinds[kind],
                  shown.filter((entry) => entry.kind === kind),
                  open,
                ),
              )
            }
          </div>
        </div>
        ${open ? this.#card(open, list) : nothing}
      </div>`;
  }

  /** @param {string} title @param {Entry[]} rows @param {Entry | null} open */
  #group(title, rows, open) {
    if (rows.length === 0) return nothing;
    return html`<h3>${title}</h3>
      ${rows.map(({ id, name }) => {
        return html`<button
          class="name"
          data-id=${id}
          aria-current=${id === open?.id ? "true" : nothing}
          @click=${() => {
            this.open = id;
          }}
        >
          ${name}
        </button>`;
      })}`;
  }

  /** @param {Entry} entry @param {Entry[]} list */
  #card(entry, list) {
    const { kind, name, sentence, price, related } = entry;
    const others = list.filter(({ id }) => related.includes(id));
    return html`<article class="card">
      <p class="kind">${words.kinds[kind]}</p>
      <h2 tabindex="-1">${name}</h2>
      <p>${sentence}</p>
      ${price ? html`<p><b>${words.price}:</b> ${price}</p>` : nothing}
      <dl>
        ${this.#facts(entry).map(([term, said]) => html`<dt>${term}</dt><dd>${said}</dd>`)}
      </dl>
      ${
        others.length
          ? html`<h3 class="minor">${kind === "lever" ? words.waits : words.related}</h3>
              <div class="related">
                ${others.map(
                  ({ id, name: other }) =>
                    html`<button
                      @click=${() => {
                        this.open = id;
                      }}
                    >
                      ${other}
                    </button>`,
                )}
              </div>`
          : nothing
      }
    </article>`;
  }

  /** @param {Entry} entry @returns {[string, unknown][]} */
  #facts({ kind, name, class: group, parameters, oracle, lever }) {
    /** @type {[string, unknown][]} */
    const rows = [];
    if (group) rows.push([words.class, group]);
    if (parameters) rows.push([words.parameters, parameters]);
    if (oracle) rows.push([words.oracle, html`<code>${oracle}</code>`]);
    if (lever) {
      rows.push([words.key, html`<code>${lever.key}</code>`]);
      rows.push([words.standard, worded(lever.default, lever.unit)]);
      const allowed =
        lever.choices?.map((choice) => worded(choice)).join(", ") ??
        (lever.max === undefined
          ? ""
          : `${worded(lever.min ?? 0)} – ${worded(lever.max, lever.unit)}`);
      if (allowed) rows.push([words.allowed, allowed]);
    }
    const { report } = this;
    if (report && kind === "event") {
      const event = [...report.events, ...report.background_events].find(
        (each) => each.name === name,
      );
      const waited =
        event &&
        `${said({ unit: "count", value: event.waits })} × ${said({ unit: "ms", value: event.avg_ms })}`;
      rows.push([words.here, waited ?? words.never]);
    }
    if (report && kind === "statistic") rows.push([words.here, said(figure(report, name))]);
    return rows;
  }
}

customElements.define("hotblock-glossary", Glossary);
