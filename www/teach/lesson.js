/** A lesson beside the page: read, predict, run, compare, one question; then the next step. */
import { html, LitElement, nothing } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { base } from "../tokens.js";
import { seedOf } from "./classroom.js";
import { lessonStyle, proseStyle } from "./lesson-style.js";
import { scenarioOf } from "./lessons.js";
import { answer, evidence, figure, filled, worded } from "./measure.js";
import { mark, note } from "./progress.js";
import { words as all } from "./words.js";

const words = all.lesson;

/** @typedef {import("../types.js").Result} Result */
/** @typedef {import("./types.js").Asked} Asked */

/** `<hotblock-lesson>`: fires `hotblock-close`, and `hotblock-learn` for the list of lessons. */
export class LessonPanel extends LitElement {
  static properties = {
    page: { attribute: false },
    lesson: { attribute: false },
    who: { attribute: false },
    at: { state: true },
    running: { state: true },
    told: { state: true },
    answering: { state: true },
  };
  static styles = [base, proseStyle, lessonStyle];

  constructor() {
    super();
    /** @type {import("../playground.js").Playground} */
    this.page = /** @type {any} */ (null);
    /** @type {import("./types.js").Lesson} */
    this.lesson = /** @type {any} */ (null);
    /** Whose link opened it: class and student, each may lack. @type {Record<string, string>} */
    this.who = {};
    this.at = 0;
    this.running = false;
    this.told = "";
    /** The choice at the question that is not yet given as the answer. */
    this.answering = -1;
    /** What has run, by key; kept as long as the lesson is open. @type {Record<string, Result>} */
    this.done = {};
    /** Steps whose Run was pressed: runs that earlier steps made tell nothing before that.
     * @type {Set<number>} */
    this.shown = new Set();
  }

  connectedCallback() {
    super.connectedCallback();
    const open = this.lesson.steps.findIndex((_, at) => !mark(this.lesson.key, at).done);
    this.at = Math.max(open, 0);
  }

  firstUpdated() {
    this.#focus("h2");
  }

  /** The student's seed; else the one that the page has. @returns {number | null} */
  get seed() {
    if (this.who.class && this.who.student) return seedOf(/** @type {any} */ (this.who));
    const { seed } = this.page.store.state.scenario;
    return typeof seed === "number" ? seed : null;
  }

  get mark() {
    return mark(this.lesson.key, this.at);
  }

  /** @param {import("./types.js").Mark} patch */
  #note(patch) {
    note(this.lesson.key, this.at, patch);
    this.requestUpdate();
  }

  /** @param {string} selector */
  async #focus(selector) {
    await this.updateComplete;
    const found = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(selector));
    found?.focus({ preventScroll: true });
    found?.scrollIntoView({ block: "nearest" });
  }

  /** @param {number} at */
  #go(at) {
    this.at = at;
    this.told = "";
    this.answering = -1;
    this.#focus("h2");
    if (this.shown.has(at)) this.#show();
  }

  /** The reports of this lesson's runs. @returns {import("./measure.js").Runs} */
  get reports() {
    return Object.fromEntries(Object.entries(this.done).map(([key, run]) => [key, run.report]));
  }

  /** Whether every run that the step speaks of is there. */
  get complete() {
    return this.lesson.steps
      .slice(0, this.at + 1)
      .flatMap(({ runs }) => runs)
      .every((key) => this.done[key]);
  }

  /** Runs what the step needs and has not run yet, earlier steps' runs too after a reload. */
  async #run() {
    const { catalogue } = this.page.store.state;
    if (!catalogue || this.running) return;
    const needed = new Set(this.lesson.steps.slice(0, this.at + 1).flatMap(({ runs }) => runs));
    const keys = [...needed].filter((key) => !this.done[key]);
    this.shown.add(this.at);
    this.running = true;
    this.told = "";
    const { seed } = this;
    const results = await this.page.runner.series(
      keys.map((key) => scenarioOf(this.lesson, key, catalogue, seed)),
    );
    this.running = false;
    for (const [index, result] of results.entries()) this.done[keys[index]] = result;
    if (!this.complete) {
      this.told = words.stopped;
      return;
    }
    this.#show();
    this.#focus(".compare h3");
  }

  /** Lets the page show the step's last run beside its first. */
  #show() {
    const { runs } = this.lesson.steps[this.at];
    const [first, last] = [runs[0], runs[runs.length - 1]];
    if (!this.done[first] || !this.done[last]) return;
    this.page.runner.show(this.done[last], first === last ? null : this.done[first]);
  }

  render() {
    const { lesson, at } = this;
    const step = lesson.steps[at];
    const ready = this.complete && !this.running && this.shown.has(at);
    const whose = this.who.class && words.student(this.who.class, this.who.student ?? "–");
    return html`
      <div class="head">
        <span class="crumb">${lesson.title}</span>
        <button class="plain" @click=${() => this.#fire("hotblock-close")}>${words.close}</button>
      </div>
      ${this.who.class && !this.who.student ? this.#ask() : nothing}
      ${whose && this.who.student ? html`<p class="quiet">${words.seeded(whose, this.seed ?? 1)}</p>` : nothing}
      ${this.#dots()}
      <h2 tabindex="-1"><span class="quiet">${words.step(at + 1, lesson.steps.length)}</span> ${step.title}</h2>
      <div class="prose">${unsafeHTML(step.read)}</div>
      ${this.#predict(step.predict, ready)} ${this.#runs(step.runs, ready)}
      ${ready ? this.#compare(step) : nothing}
      ${ready ? this.#question(step.question) : nothing}
      ${this.mark.done && ready ? this.#next() : nothing}
      <details class="limits">
        <summary>${words.limits}</summary>
        <div class="prose">${unsafeHTML(lesson.limits)}</div>
      </details>
    `;
  }

  /** @param {string} name @param {unknown} [detail] */
  #fire(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  /** The class link without a number asks for it. */
  #ask() {
    return html`<form
      class="who"
      @submit=${(/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const input = /** @type {HTMLInputElement} */ (this.renderRoot.querySelector(".who input"));
        this.who = { ...this.who, student: input.value };
        this.done = {};
        this.shown = new Set();
      }}
    >
      <label>${words.who} <input type="number" min="1" max="9999" required /></label>
      <button>${words.take}</button>
    </form>`;
  }

  #dots() {
    return html`<nav class="dots" aria-label=${words.steps}>
      ${this.lesson.steps.map(({ title }, at) => {
        const done = Boolean(mark(this.lesson.key, at).done);
        return html`<button
          class="dot"
          ?data-done=${done}
          aria-current=${at === this.at ? "step" : nothing}
          aria-label=${words.goto(at + 1, title, done)}
          ?disabled=${this.running}
          @click=${() => this.#go(at)}
        >
          ${at + 1}
        </button>`;
      })}
    </nav>`;
  }

  /** @param {Asked} asked @param {boolean} ready */
  #predict(asked, ready) {
    const { predicted } = this.mark;
    return html`<fieldset class="part">
      <legend>${words.predict}</legend>
      <div class="prose">${unsafeHTML(asked.html)}</div>
      ${asked.choices.map((choice, index) =>
        this.#choice("predict", choice.html, {
          checked: predicted === index,
          fixed: ready || this.running,
          choose: () => this.#note({ predicted: index }),
        }),
      )}
    </fieldset>`;
  }

  /** @param {string} name @param {string} text
   * @param {{ checked: boolean, fixed: boolean, choose: () => void, sign?: string }} state */
  #choice(name, text, { checked, fixed, choose, sign }) {
    return html`<label class="choice ${sign ?? ""}"
      ><input
        type="radio"
        name=${name}
        .checked=${checked}
        ?disabled=${fixed}
        @change=${choose}
      /><span>${unsafeHTML(text)}</span></label
    >`;
  }

  /** @param {string[]} keys @param {boolean} ready */
  #runs(keys, ready) {
    const chosen = this.mark.predicted !== undefined;
    const names = keys.map((key) => this.lesson.runs.find((run) => run.key === key)?.name);
    return html`<section class="part runs">
      <button
        class="primary"
        aria-describedby="runs"
        ?disabled=${!chosen || this.running || ready || !this.page.store.state.catalogue}
        @click=${() => this.#run()}
      >
        ${this.running ? words.running : words.run}
      </button>
      <p id="runs" class="quiet">${chosen ? names.join(" · ") : words.first}</p>
      <p class="told" role="status">${this.told}</p>
    </section>`;
  }

  /** @param {import("./types.js").Step} step */
  #compare({ predict, runs, compare, figures }) {
    const { reports } = this;
    const right = answer(predict, reports);
    const { predicted = -1 } = this.mark;
    const held = predicted === right;
    const choice = predict.choices[right];
    return html`<section class="part compare">
      <h3 tabindex="-1">${words.compare}</h3>
      <dl>
        <dt>${words.predicted}</dt>
        <dd>${unsafeHTML(predict.choices[predicted]?.html ?? "–")}</dd>
        <dt>${words.measured}</dt>
        <dd>
          ${unsafeHTML(choice?.html ?? "–")}
          ${choice ? html`<b class="evidence">${evidence(predict, reports, right)}</b>` : nothing}
        </dd>
      </dl>
      <p class="verdict" ?data-held=${held}>
        <b>${held ? words.held : words.other}</b> ${unsafeHTML(choice?.because ?? "")}
      </p>
      <div class="prose">${unsafeHTML(filled(compare, reports))}</div>
      ${this.#table(figures, runs)}
    </section>`;
  }

  /** @param {string[]} figures @param {string[]} keys */
  #table(figures, keys) {
    const { reports, lesson } = this;
    const names = keys.map((key) => lesson.runs.find((run) => run.key === key)?.name ?? key);
    return html`<div class="tabled" tabindex="0" role="group" aria-label=${words.figure}>
      <table ?data-many=${keys.length > 2}>
        <thead>
          <tr>
            <th scope="col">${words.figure}</th>
            ${names.map((name) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${figures.map(
            (name) =>
              html`<tr>
                <th scope="row">${name}</th>
                ${keys.map((key) => {
                  const found = figure(reports[key], name);
                  return html`<td ?data-text=${found.unit === "text"}>${worded(found)}</td>`;
                })}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  /** @param {Asked} asked */
  #question(asked) {
    const { reports } = this;
    const right = answer(asked, reports);
    const { answered } = this.mark;
    const given = answered !== undefined;
    const choice = asked.choices[right];
    return html`<fieldset class="part">
      <legend>${words.question}</legend>
      <div class="prose">${unsafeHTML(asked.html)}</div>
      ${asked.choices.map(({ html: said }, index) =>
        this.#choice("question", said, {
          checked: given ? answered === index : this.answering === index,
          fixed: given,
          sign: given && index === right ? "right" : given && index === answered ? "wrong" : "",
          choose: () => {
            this.answering = index;
          },
        }),
      )}
      ${
        given
          ? html`<p class="verdict" ?data-held=${answered === right} role="status">
            <b>${answered === right ? words.right : words.wrong}</b>
            <span class="evidence">${evidence(asked, reports, right)}.</span>
            ${unsafeHTML(choice?.because ?? "")}
          </p>`
          : html`<button
            class="give"
            ?disabled=${this.answering < 0}
            @click=${() => {
              this.#note({ answered: this.answering, done: true });
              this.#focus(".next");
            }}
          >
            ${words.answer}
          </button>`
      }
    </fieldset>`;
  }

  #next() {
    const { steps, key } = this.lesson;
    const last = this.at === steps.length - 1;
    if (!last) {
      return html`<button class="primary next" @click=${() => this.#go(this.at + 1)}>
        ${words.next}
      </button>`;
    }
    let [held, right] = [0, 0];
    for (const [at, step] of steps.entries()) {
      const { predicted, answered } = mark(key, at);
      if (predicted === answer(step.predict, this.reports)) held += 1;
      if (answered === answer(step.question, this.reports)) right += 1;
    }
    return html`<div class="last next" tabindex="-1">
      <p><b>${words.finished}</b> ${words.score(held, right, steps.length)}</p>
      <button class="primary" @click=${() => this.#fire("hotblock-learn", { section: "lessons" })}>
        ${words.all}
      </button>
    </div>`;
  }
}

customElements.define("hotblock-lesson", LessonPanel);
