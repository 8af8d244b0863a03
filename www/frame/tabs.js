/** The tabs: whatever the registry lists and whatever applies; bodies are loaded when opened. */
import { css, html, LitElement } from "lit";
import { text } from "../strings.js";
import { base } from "../tokens.js";
import "./view.js";
import { views } from "./registry.js";

/** `<hotblock-tabs>`: fires `hotblock-view` with the key of the view that was opened. */
export class Tabs extends LitElement {
  static properties = {
    pair: { attribute: false },
    view: {},
    bodies: { state: true },
  };
  static styles = [
    base,
    css`
      :host {
        display: block;
        container-type: inline-size;
      }
      [role="tablist"] {
        display: flex;
        flex-wrap: wrap;
        gap: 0 20px;
        border-bottom: 1px solid var(--line);
        margin-bottom: 24px;
      }
      [role="tab"] {
        min-height: 40px;
        margin-bottom: -1px;
        padding: 0;
        border: 0;
        border-bottom: 3px solid transparent;
        border-radius: 0;
        background: none;
        font-size: 15px;
        color: var(--soft);
      }
      [role="tab"]:hover {
        color: var(--ink);
      }
      [role="tab"][aria-selected="true"] {
        color: var(--ink);
        font-weight: 650;
        border-bottom-color: var(--now);
      }
      .panel {
        min-height: 440px;
      }
      @container (max-width: 560px) {
        [role="tablist"] {
          display: grid;
          grid-template-columns: 1fr 1fr;
          gap: 0;
          border: 0;
        }
        [role="tab"] {
          margin: 0;
          padding: 0 12px 0 10px;
          min-height: 44px;
          text-align: left;
          border: 0;
          border-bottom: 1px solid var(--rule);
          border-left: 3px solid transparent;
        }
        [role="tab"][aria-selected="true"] {
          border-bottom-color: var(--rule);
          border-left-color: var(--now);
          background: var(--wash);
        }
      }
      @media print {
        [role="tablist"] {
          display: none;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** @type {import("../types.js").Pair | null} */
    this.pair = null;
    this.view = "";
    /** @type {Record<string, import("../types.js").ViewBody>} */
    this.bodies = {};
  }

  #shown() {
    const { pair } = this;
    return views.filter((view) => !pair || view.applies(pair));
  }

  /** @param {string} key */
  #open(key) {
    this.view = key;
    this.dispatchEvent(new CustomEvent("hotblock-view", { detail: key }));
  }

  /** @param {KeyboardEvent} event @param {number} at */
  #walk(event, at) {
    const shown = this.#shown();
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: shown.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + shown.length) % shown.length;
    this.#open(shown[next].key);
    /** @type {HTMLElement} */ (this.renderRoot.querySelectorAll("[role=tab]")[next]).focus();
  }

  async #fetch(/** @type {import("../types.js").View} */ view) {
    if (this.bodies[view.key] || !this.pair) return;
    const body = await view.load();
    this.bodies = { ...this.bodies, [view.key]: body };
  }

  render() {
    const shown = this.#shown();
    const open = shown.find(({ key }) => key === this.view) ?? shown[0];
    this.#fetch(open);
    return html`
      <div role="tablist" aria-label=${text.tabs.label}>
        ${shown.map(
          ({ key, title }, index) =>
            html`<button
              role="tab"
              id=${`tab-${key}`}
              aria-controls="panel"
              aria-selected=${key === open.key}
              tabindex=${key === open.key ? 0 : -1}
              @click=${() => this.#open(key)}
              @keydown=${(/** @type {KeyboardEvent} */ event) => this.#walk(event, index)}
            >
              ${title}
            </button>`,
        )}
      </div>
      <div class="panel" id="panel" role="tabpanel" aria-labelledby=${`tab-${open.key}`}>
        <hotblock-view
          name=${open.key}
          .body=${this.bodies[open.key] ?? null}
          .pair=${this.bodies[open.key] ? this.pair : null}
        ></hotblock-view>
      </div>
    `;
  }
}

customElements.define("hotblock-tabs", Tabs);
