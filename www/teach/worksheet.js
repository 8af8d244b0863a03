/** A lesson on paper: the worksheet for one student's seed, and the key that their runs give. */
import { html, LitElement, nothing } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { base, tokens } from "../tokens.js";
import { fragment, seedOf } from "./classroom.js";
import { proseStyle } from "./lesson-style.js";
import { scenarioOf } from "./lessons.js";
import { answer, evidence, figure, filled, worded } from "./measure.js";
import { words as all } from "./words.js";
import { alone, sheetStyle } from "./worksheet-style.js";

const words = all.sheet;

/** `<hotblock-worksheet>`: covers the page; what prints is this alone. */
export class Worksheet extends LitElement {
  static properties = {
    page: { attribute: false },
    lesson: { attribute: false },
    who: { attribute: false },
    keyed: { type: Boolean },
    reports: { state: true },
    theme: { reflect: true },
    fault: { state: true },
  };
  static styles = [base, tokens, proseStyle, sheetStyle];

  constructor() {
    super();
    /** @type {import("../playground.js").Playground} */
    this.page = /** @type {any} */ (null);
    /** @type {import("./types.js").Lesson} */
    this.lesson = /** @type {any} */ (null);
    /** @type {import("./classroom.js").Who} */
    this.who = { class: "", student: "" };
    this.keyed = false;
    this.theme = "auto";
    this.fault = "";
    /** @type {import("./measure.js").Runs} */
    this.reports = {};
    /** @type {import("../bridge.js").Bridge | null} */
    this.bridge = null;
  }

  get seed() {
    return seedOf(this.who);
  }

  get whole() {
    return Object.keys(this.reports).length === this.lesson.runs.length;
  }

  firstUpdated() {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, alone];
    this.renderRoot.querySelector("dialog")?.showModal();
    if (this.keyed) this.#compute();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#giveBack();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== alone);
  }

  #giveBack() {
    if (this.bridge) this.page.runner.pool.giveBack(this.bridge);
    this.bridge = null;
  }

  /** Runs the lesson's scenarios with the student's seed. */
  async #compute() {
    const { catalogue } = this.page.store.state;
    if (!catalogue || this.bridge) return;
    const bridge = await this.page.runner.pool.lend();
    this.bridge = bridge;
    if (!this.isConnected) return this.#giveBack();
    try {
      for (const { key } of this.lesson.runs) {
        const scenario = scenarioOf(this.lesson, key, catalogue, this.seed);
        const { report } = await bridge.run(scenario);
        this.reports = { ...this.reports, [key]: report };
      }
    } catch (error) {
      this.fault = error instanceof Error ? error.message : String(error);
    }
    this.#giveBack();
  }

  render() {
    const { lesson, who, keyed, seed } = this;
    const kept = Object.keys(this.reports).length;
    const address = location.href.replace(/#.*$/, "") + fragment(lesson.key, who);
    return html`<dialog aria-label=${keyed ? words.key : words.worksheet} @close=${() => this.remove()}>
      <div class="tools">
        <button class="primary" ?disabled=${keyed && !this.whole} @click=${() => window.print()}>
          ${words.print}
        </button>
        <button @click=${() => this.renderRoot.querySelector("dialog")?.close()}>
          ${words.close}
        </button>
        <span role="status" class="quiet"
          >${this.fault || (keyed && !this.whole ? words.computing(kept, lesson.runs.length) : "")}</span
        >
      </div>
      <article>
        <header>
          <p class="quiet">
            hotblock · ${keyed ? words.key : words.worksheet} ·
            ${words.seed(who.class && all.lesson.student(who.class, who.student), seed)}
          </p>
          <h1>${lesson.title}</h1>
          <p>${lesson.about}</p>
          ${
            keyed
              ? nothing
              : html`<p class="fields"><span>${words.name}</span><span>${words.date}</span></p>`
          }
          <p class="quiet address">${words.link}: ${address}</p>
        </header>
        ${lesson.steps.map((step, at) => this.#step(step, at))}
      </article>
    </dialog>`;
  }

  /** @param {import("./types.js").Step} step @param {number} at */
  #step(step, at) {
    const ready = this.keyed && this.whole;
    return html`<section>
      <h2>${at + 1}. ${step.title}</h2>
      <div class="prose">${unsafeHTML(step.read)}</div>
      ${this.#asked(words.predict, step.predict, ready)}
      ${this.#table(step, ready)}
      ${ready ? html`<div class="prose">${unsafeHTML(filled(step.compare, this.reports))}</div>` : nothing}
      ${this.#asked(words.question, step.question, ready)}
      ${ready ? nothing : html`<p class="why">${words.explain}</p>`}
    </section>`;
  }

  /** @param {string} title @param {import("./types.js").Asked} asked @param {boolean} ready */
  #asked(title, asked, ready) {
    const right = ready ? answer(asked, this.reports) : -1;
    return html`<div class="asked">
      <h3>${title}</h3>
      <div class="prose">${unsafeHTML(asked.html)}</div>
      <ul>
        ${asked.choices.map(
          (choice, index) =>
            html`<li class=${index === right ? "right" : ""}>
              <span class="box" aria-hidden="true">${index === right ? "✓" : ""}</span>
              <span
                ><span class="said">${unsafeHTML(choice.html)}</span>
                ${
                  index === right
                    ? html`<b>${evidence(asked, this.reports, right)}.</b> ${unsafeHTML(choice.because)}`
                    : nothing
                }</span
              >
            </li>`,
        )}
      </ul>
    </div>`;
  }

  /** @param {import("./types.js").Step} step @param {boolean} ready */
  #table({ figures, runs }, ready) {
    const names = runs.map((key) => this.lesson.runs.find((run) => run.key === key)?.name ?? key);
    return html`<table>
      <thead>
        <tr>
          <th scope="col">${words.measure}</th>
          ${names.map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${figures.map(
          (name) =>
            html`<tr>
              <th scope="row">${name}</th>
              ${runs.map((key) => html`<td>${ready ? worded(figure(this.reports[key], name)) : ""}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>`;
  }
}

customElements.define("hotblock-worksheet", Worksheet);

/** Lays the worksheet or the key over the page. @param {import("../playground.js").Playground} page
 * @param {import("./types.js").Lesson} lesson @param {import("./classroom.js").Who} who
 * @param {boolean} keyed */
export function open(page, lesson, who, keyed) {
  const sheet = /** @type {Worksheet} */ (document.createElement("hotblock-worksheet"));
  Object.assign(sheet, { page, lesson, who, keyed, theme: page.theme });
  document.body.append(sheet);
}
