/** For a class: links with seeds, the worksheet, its key, and the teacher's notes. */
import { css, html, LitElement } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { base } from "../tokens.js";
import { fragment, seedOf } from "./classroom.js";
import { proseStyle } from "./lesson-style.js";
import { lessonOf, lessons } from "./lessons.js";
import { words as all } from "./words.js";

const words = all.class;

/** `<hotblock-class>`: the teacher's corner. */
export class Classroom extends LitElement {
  static properties = {
    page: { attribute: false },
    lesson: { state: true },
    name: { state: true },
    students: { state: true },
    student: { state: true },
    told: { state: true },
  };
  static styles = [
    base,
    proseStyle,
    css`
      :host {
        display: block;
        container-type: inline-size;
      }
      .intro {
        margin-bottom: 16px;
        max-width: 64ch;
      }
      .form {
        display: flex;
        flex-wrap: wrap;
        gap: 12px 20px;
        margin-bottom: 20px;
      }
      label {
        display: grid;
        gap: 4px;
        font-size: 13px;
        color: var(--soft);
      }
      label > * {
        color: var(--ink);
      }
      input[type="number"] {
        width: 88px;
      }
      h3 {
        margin: 24px 0 8px;
        font-size: 13px;
        font-weight: 650;
        color: var(--soft);
      }
      .link {
        display: flex;
        gap: 8px;
        align-items: center;
      }
      .link code {
        flex: 1;
        min-width: 0;
        padding: 6px 10px;
        border: 1px solid var(--rule);
        border-radius: 6px;
        overflow-wrap: anywhere;
      }
      textarea {
        width: 100%;
        height: 112px;
        padding: 8px 10px;
        border: 1px solid var(--rule);
        border-radius: 6px;
        font: 12px/18px var(--mono);
        color: inherit;
        background: none;
        resize: vertical;
      }
      .acts {
        display: flex;
        flex-wrap: wrap;
        align-items: end;
        gap: 8px 12px;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {import("../playground.js").Playground} */
    this.page = /** @type {any} */ (null);
    this.lesson = lessons[0].key;
    this.name = "DB 101";
    this.students = 24;
    this.student = 1;
    this.told = "";
  }

  /** @param {string} [student] */
  #address(student) {
    const own = location.href.replace(/#.*$/, "");
    return own + fragment(this.lesson, { class: this.name, student });
  }

  /** @param {string} text @param {string} what */
  async #copy(text, what) {
    await navigator.clipboard?.writeText(text);
    this.told = what;
  }

  /** @param {boolean} key */
  async #sheet(key) {
    const { open } = await import("./worksheet.js");
    const lesson = lessonOf(this.lesson);
    if (!lesson) return;
    open(this.page, lesson, { class: this.name, student: String(this.student) }, key);
  }

  render() {
    const lesson = lessonOf(this.lesson) ?? lessons[0];
    const each = Array.from({ length: this.students }, (_, at) => String(at + 1));
    const list = each
      .map((student) => {
        const seed = seedOf({ class: this.name, student });
        return `${student}\t${seed}\t${this.#address(student)}`;
      })
      .join("\n");
    /** @param {string} text @param {string} key @param {string} label */
    const copy = (text, key, label) =>
      html`<button aria-live="polite" @click=${() => this.#copy(text, key)}>
        ${this.told === key ? words.copied : label}
      </button>`;
    return html`<p class="intro">${words.intro}</p>
      ${this.#form()}
      <h3>${words.link}</h3>
      <div class="link"><code>${this.#address()}</code>${copy(this.#address(), "one", words.copy)}</div>
      <h3 id="each">${words.each}</h3>
      <textarea readonly aria-labelledby="each" .value=${list}></textarea>
      <p>${copy(list, "all", words.copyAll)}</p>
      <h3>${words.sheet}</h3>
      <p class="acts">
        <label
          >${words.of}
          <input
            type="number"
            min="1"
            max="9999"
            .value=${String(this.student)}
            @change=${(/** @type {any} */ { target }) => {
              this.student = Math.max(1, Math.round(Number(target.value)) || 1);
            }}
        /></label>
        <button class="primary" @click=${() => this.#sheet(false)}>${words.sheet}</button>
        <button @click=${() => this.#sheet(true)}>${words.key}</button>
      </p>
      <h3>${words.notes}</h3>
      <div class="prose">${unsafeHTML(lesson.notes)}</div>
      <h3>${words.limits}</h3>
      <div class="prose">${unsafeHTML(lesson.limits)}</div>`;
  }

  #form() {
    return html`<div class="form">
      <label
        >${words.lesson}
        <select
          @change=${(/** @type {any} */ { target }) => {
            this.lesson = target.value;
          }}
        >
          ${lessons.map(
            ({ key, title }) =>
              html`<option value=${key} .selected=${key === this.lesson}>${title}</option>`,
          )}
        </select></label
      >
      <label
        >${words.name}
        <input
          type="text"
          maxlength="40"
          .value=${this.name}
          @input=${(/** @type {any} */ { target }) => {
            this.name = target.value;
          }}
      /></label>
      <label
        >${words.students}
        <input
          type="number"
          min="1"
          max="500"
          .value=${String(this.students)}
          @change=${(/** @type {any} */ { target }) => {
            this.students = Math.min(500, Math.max(1, Math.round(Number(target.value)) || 1));
          }}
      /></label>
    </div>`;
  }
}

customElements.define("hotblock-class", Classroom);
