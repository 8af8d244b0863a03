/** Help, export and embed: native dialogs, loaded when first asked for. */
import { css, html, LitElement } from "lit";
import * as exports from "./export.js";
import { known } from "./link.js";
import { text } from "./strings.js";
import { base } from "./tokens.js";
import segments from "./views/segments.js";

/** @typedef {import("./playground.js").Playground} Playground */

/** `<hotblock-dialog>`: fires `hotblock-close` when it is done. */
export class Dialog extends LitElement {
  static properties = { page: { attribute: false }, kind: {}, fault: { state: true } };
  static styles = [
    base,
    css`
      dialog {
        width: min(560px, calc(100vw - 32px));
        max-height: calc(100vh - 64px);
        padding: 24px;
        border: 1px solid var(--line);
        border-radius: 6px;
        color: var(--ink);
        background: var(--paper);
      }
      dialog.embed {
        width: min(760px, calc(100vw - 32px));
      }
      dialog::backdrop {
        background: rgb(10 14 20 / 45%);
      }
      .head {
        display: flex;
        justify-content: space-between;
        align-items: center;
        margin-bottom: 12px;
      }
      h3 {
        margin: 20px 0 8px;
        font-size: 13px;
        font-weight: 650;
      }
      dl {
        display: grid;
        grid-template-columns: 72px 1fr;
        gap: 6px 16px;
        font-size: 13px;
      }
      kbd {
        padding: 1px 6px;
        border: 1px solid var(--line);
        border-radius: 4px;
        font: 12px var(--mono);
      }
      .check {
        display: flex;
        align-items: center;
        gap: 8px;
        min-height: 32px;
        font-size: 13px;
      }
      .check input {
        width: 16px;
        height: 16px;
        accent-color: var(--now);
      }
      .list {
        display: grid;
        gap: 8px;
      }
      .list button,
      .file {
        min-height: 40px;
        text-align: left;
        padding: 0 12px;
      }
      .file {
        position: relative;
        display: flex;
        align-items: center;
        border: 1px solid var(--line);
        border-radius: 6px;
        background: var(--sheet);
        font-size: 13px;
        cursor: pointer;
      }
      .file:focus-within {
        outline: 2px solid var(--now);
        outline-offset: 2px;
      }
      .file input {
        position: absolute;
        inset: 0;
        opacity: 0;
        cursor: pointer;
      }
      .fault {
        color: var(--warn);
        font-size: 13px;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Playground | null} */
    this.page = null;
    /** @type {"help" | "export" | "embed"} */
    this.kind = "help";
    this.fault = "";
  }

  firstUpdated() {
    this.renderRoot.querySelector("dialog")?.showModal();
  }

  render() {
    const { help } = text;
    const { title } = text[this.kind];
    return html`<dialog
      class=${this.kind}
      aria-label=${title}
      @close=${() => this.dispatchEvent(new CustomEvent("hotblock-close"))}
      @click=${(/** @type {MouseEvent} */ event) => {
        const dialog = /** @type {HTMLDialogElement} */ (event.currentTarget);
        if (event.composedPath()[0] === dialog) dialog.close();
      }}
    >
      <div class="head">
        <h2>${title}</h2>
        <button class="plain" @click=${() => this.renderRoot.querySelector("dialog")?.close()}>
          ${help.close}
        </button>
      </div>
      ${this.#body()}
    </dialog>`;
  }

  #body() {
    if (this.kind === "help") return this.#help();
    if (this.kind === "export") return this.#exports();
    return html`<hotblock-embed .page=${this.page}></hotblock-embed>`;
  }

  #help() {
    const page = /** @type {Playground} */ (this.page);
    const { help } = text;
    return html`<p>${help.intro}</p>
      <h3>${help.keys}</h3>
      <dl>
        ${help.list.map(([key, does]) => html`<dt><kbd>${key}</kbd></dt><dd>${does}</dd>`)}
      </dl>
      <label class="check"
        ><input
          type="checkbox"
          .checked=${page.shortcuts}
          @change=${(/** @type {any} */ { target }) => page.setShortcuts(target.checked)}
        />${help.shortcuts}</label
      >
      <label class="check"
        ><input
          type="checkbox"
          .checked=${page.palette === "okabe-ito"}
          @change=${(/** @type {any} */ { target }) =>
            page.setPalette(target.checked ? "okabe-ito" : "oracle")}
        />${help.palette}</label
      >`;
  }

  #exports() {
    const page = /** @type {Playground} */ (this.page);
    const pair = page.pair();
    const { catalogue } = page.store.state;
    if (!pair || !catalogue) return html``;
    const words = text.export;
    const origin = exports.origin(pair.now, pair.baseline);
    const name = `hotblock-${pair.now.report.preset}`;
    const table = () =>
      /** @type {any} */ (segments.table)(pair, { which: "busy", measure: "count" });
    /** @param {string} label @param {() => unknown} act */
    const button = (label, act) => html`<button @click=${act}>${label}</button>`;
    return html`<div class="list">
      ${button(words.scenario, () => {
        const saved = { hotblock: 1, engine: catalogue.engine_version, scenario: page.save() };
        exports.save(`${name}.json`, `${JSON.stringify(saved, null, 2)}\n`, "application/json");
      })}
      <label class="file"
        ><input
          type="file"
          accept="application/json,.json"
          @change=${(/** @type {any} */ { target }) => this.#load(target.files[0])}
        />${words.load}</label
      >
      ${this.fault ? html`<p class="fault" role="alert">${this.fault}</p>` : ""}
      ${button(words.report, () =>
        exports.save(
          `${name}-report.json`,
          `${JSON.stringify({ origin, now: pair.now.report, baseline: pair.baseline?.report ?? null }, null, 2)}\n`,
          "application/json",
        ),
      )}
      ${button(words.csv, () =>
        exports.save(`${name}-segments.csv`, exports.csv(table(), origin), "text/csv"),
      )}
      ${button(words.markdown, () =>
        exports.save(`${name}-segments.md`, exports.markdown(table(), origin), "text/markdown"),
      )}
      ${button(words.picture, async () =>
        exports.save(`${name}-heat-map.png`, await exports.maps(this.#maps(), origin)),
      )}
      ${button(words.embed, () => page.show("embed"))}
      ${button(words.print, () => window.print())}
    </div>`;
  }

  /** The heat maps that the page shows. */
  #maps() {
    const page = /** @type {Playground} */ (this.page);
    const heat = /** @type {import("./heat/heat.js").HeatMaps} */ (
      page.renderRoot.querySelector("hotblock-heat")
    );
    return heat.pictures();
  }

  /** @param {File | undefined} file */
  async #load(file) {
    const page = /** @type {Playground} */ (this.page);
    const { catalogue } = page.store.state;
    if (!file || !catalogue) return;
    try {
      const { hotblock, scenario } = JSON.parse(await file.text());
      if (hotblock !== 1 || typeof scenario?.preset !== "string") throw new Error("not ours");
      page.restore(known(scenario, catalogue));
      this.renderRoot.querySelector("dialog")?.close();
    } catch {
      this.fault = text.export.bad(file.name);
    }
  }
}

customElements.define("hotblock-dialog", Dialog);
