/** What can be learnt here: lessons, question cards, glossary, class links, the real test. */
import { html, LitElement, nothing } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import cards from "../lessons/questions.md";
import { read } from "../link.js";
import { available } from "../storage.js";
import { base } from "../tokens.js";
import "./class.js";
import "./glossary-list.js";
import { learnStyle } from "./learn-style.js";
import { proseStyle } from "./lesson-style.js";
import { lessons } from "./lessons.js";
import { finished, forget } from "./progress.js";
import { script } from "./script.js";
import { words } from "./words.js";

/** @typedef {keyof typeof words.sections} Section */
/** @typedef {import("./types.js").Card} Card */

const SECTIONS = /** @type {Section[]} */ (["lessons", "questions", "glossary", "class", "script"]);

/** `<hotblock-learn>`: a dialog; fires `hotblock-close`, `hotblock-lesson` with a lesson's key. */
export class Learn extends LitElement {
  static properties = {
    page: { attribute: false },
    section: {},
    label: {},
    told: { state: true },
  };
  static styles = [base, proseStyle, learnStyle];

  constructor() {
    super();
    /** @type {import("../playground.js").Playground} */
    this.page = /** @type {any} */ (null);
    /** @type {Section} */
    this.section = "lessons";
    /** The label whose card is wanted. */
    this.label = "";
    this.told = "";
  }

  firstUpdated() {
    this.renderRoot.querySelector("dialog")?.showModal();
  }

  /** @param {string} name @param {unknown} [detail] */
  #fire(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  #close() {
    this.renderRoot.querySelector("dialog")?.close();
  }

  render() {
    return html`<dialog
      aria-label=${words.title}
      @close=${() => this.#fire("hotblock-close")}
      @click=${(/** @type {MouseEvent} */ event) => {
        if (event.composedPath()[0] === event.currentTarget) this.#close();
      }}
    >
      <div class="head">
        <h2>${words.title}</h2>
        <button class="plain" @click=${() => this.#close()}>${words.close}</button>
      </div>
      <div role="tablist" aria-label=${words.sections.label}>
        ${SECTIONS.map((key, at) => this.#tab(key, at))}
      </div>
      <div class="panel" id="section" role="tabpanel" aria-labelledby=${`section-${this.section}`}>
        ${this.#body()}
      </div>
    </dialog>`;
  }

  /** @param {Section} key @param {number} at */
  #tab(key, at) {
    const chosen = key === this.section;
    return html`<button
      role="tab"
      id=${`section-${key}`}
      aria-controls="section"
      aria-selected=${chosen}
      tabindex=${chosen ? 0 : -1}
      @click=${() => this.#open(key)}
      @keydown=${(/** @type {KeyboardEvent} */ event) => this.#walk(event, at)}
    >
      ${words.sections[key]}
    </button>`;
  }

  /** @param {Section} key */
  #open(key) {
    this.section = key;
    this.told = "";
    this.label = "";
  }

  /** @param {KeyboardEvent} event @param {number} at */
  async #walk(event, at) {
    const last = SECTIONS.length - 1;
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + SECTIONS.length) % SECTIONS.length;
    this.#open(SECTIONS[next]);
    await this.updateComplete;
    /** @type {HTMLElement} */ (this.renderRoot.querySelectorAll("[role=tab]")[next]).focus();
  }

  #body() {
    const { catalogue } = this.page.store.state;
    if (!catalogue) return nothing;
    const bodies = {
      lessons: () => this.#lessons(),
      questions: () => this.#questions(catalogue),
      glossary: () =>
        html`<hotblock-glossary
          .catalogue=${catalogue}
          .report=${this.page.store.state.now?.report ?? null}
          .label=${this.label}
        ></hotblock-glossary>`,
      class: () => html`<hotblock-class .page=${this.page}></hotblock-class>`,
      script: () => this.#script(catalogue),
    };
    return bodies[/** @type {"class"} */ (this.section)]();
  }

  #lessons() {
    const { lessons: said } = words;
    return html`<p class="intro">${said.intro}</p>
      <ol class="list">
        ${lessons.map(({ key, title, about, minutes, steps }) => {
          const done = finished(key);
          const act =
            done === 0
              ? said.begin
              : done < steps.length
                ? said.go(done, steps.length)
                : said.again;
          return html`<li>
            <div>
              <h3>${title}</h3>
              <p>${about}</p>
              <p class="quiet">${said.minutes(minutes, steps.length)}</p>
            </div>
            <button
              class=${done < steps.length ? "primary" : ""}
              aria-label=${`${act}: ${title}`}
              @click=${() => {
                this.#close();
                this.#fire("hotblock-lesson", { key });
              }}
            >
              ${act}
            </button>
          </li>`;
        })}
      </ol>
      <p class="foot">
        <button
          class="plain"
          @click=${() => {
            forget();
            this.told = said.forgotten;
          }}
        >
          ${said.reset}
        </button>
        <span role="status" class="quiet">${this.told}</span>
        ${available ? nothing : html`<span class="quiet">${said.unkept}</span>`}
      </p>`;
  }

  /** @param {import("../types.js").Catalogue} catalogue */
  #questions(catalogue) {
    const answerable = cards.filter(({ scenario }) => scenario);
    const others = cards.filter(({ scenario }) => !scenario);
    return html`<p class="intro">${words.questions.intro}</p>
      ${[...answerable, ...others].map((card) => this.#card(card, catalogue))}`;
  }

  /** @param {Card} card @param {import("../types.js").Catalogue} catalogue */
  #card(card, catalogue) {
    const said = words.questions;
    const lever = catalogue.levers.find(({ key }) => key === card.sweep);
    return html`<details class="question">
      <summary>${card.title}</summary>
      <div class="prose">${unsafeHTML(card.html)}</div>
      ${
        card.scenario
          ? html`<p class="acts">
                <button class="primary" @click=${() => this.#show(card, catalogue, false)}>
                  ${said.open}
                </button>
                ${
                  lever
                    ? html`<button @click=${() => this.#show(card, catalogue, true)}>
                        ${said.sweep(lever.label)}
                      </button>`
                    : nothing
                }
              </p>
              <h3 class="minor">${said.read}</h3>
              <div class="prose">${unsafeHTML(card.read)}</div>`
          : html`<p class="quiet">${said.none}</p>`
      }
      <h3 class="minor">${said.limits}</h3>
      <div class="prose quiet">${unsafeHTML(card.limits)}</div>
    </details>`;
  }

  /** Opens the card's scenario in its view, and sweeps its lever once the run is done.
   * @param {Card} card @param {import("../types.js").Catalogue} catalogue @param {boolean} sweep */
  #show(card, catalogue, sweep) {
    const { scenario } = read(`v1;${card.scenario}`, catalogue);
    this.#close();
    this.#fire("hotblock-question", {
      scenario,
      view: sweep ? "sweep" : card.view,
      sweep: sweep ? card.sweep : "",
    });
  }

  /** @param {import("../types.js").Catalogue} catalogue */
  #script(catalogue) {
    const said = words.script;
    const { scenario } = this.page.store.state;
    const text = script(catalogue, scenario);
    return html`<p class="intro">${said.intro}</p>
      <p class="acts">
        <button
          class="primary"
          @click=${async () => {
            await navigator.clipboard?.writeText(text);
            this.told = said.copied;
          }}
        >
          ${this.told || said.copy}
        </button>
        <button
          @click=${async () => {
            const { save } = await import("../export.js");
            save(`hotblock-${scenario.preset}.sql`, text, "application/sql");
          }}
        >
          ${said.save}
        </button>
      </p>
      <pre tabindex="0" aria-label=${words.sections.script}>${text}</pre>`;
  }
}

customElements.define("hotblock-learn", Learn);
