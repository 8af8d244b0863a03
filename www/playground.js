/** `<hotblock-playground>`: the whole page in one element; it holds the store and the runner. */
import { html, LitElement, nothing } from "lit";
import {
  article,
  articleStyle,
  bodyOf,
  scenarioOf,
  size,
  tellHeight,
  wanted,
  watch,
} from "./article.js";
import { engine } from "./engine.js";
import { origin } from "./export.js";
import { figures } from "./figures.js";
import { shortcut } from "./keyboard.js";
import { lead } from "./lead.js";
import * as link from "./link.js";
import "./panel/panel.js";
import { bar } from "./bar.js";
import { notices } from "./notices.js";
import { playgroundStyle } from "./playground-style.js";
import { Pool } from "./pool.js";
import { elapsed as published } from "./published.js";
import { Runner } from "./runner.js";
import { moved, uncured } from "./scenario.js";
import { identical, moves, sentence } from "./sentence.js";
import { sheetStyle } from "./sheet-style.js";
import * as storage from "./storage.js";
import { Store } from "./store.js";
import { text } from "./strings.js";
import { base, tokens } from "./tokens.js";
import segments from "./views/segments.js";
import "./frame/tabs.js";
import "./frame/view.js";
import "./heat/heat.js";

/** @typedef {import("./types.js").Scenario} Scenario */

/** The workers of every playground on the page. */
const pool = new Pool(engine);

const THEMES = /** @type {const} */ (["auto", "light", "dark"]);

/**
 * A contention playground. With `preset` it is a part of an article: a poster and Run, then the levers
 * and the view that are asked for; without, the whole page. Every lever is an attribute, by its key.
 * @tagname hotblock-playground
 * @attr {string} preset - the experiment; its presence makes the element a part of an article
 * @attr {string} levers - the levers that are shown: keys, with commas between
 * @attr {string} view - the view that is shown: segments unless told, heat, events, ...
 * @attr {number} width - in an article, the most pixels it takes
 * @attr {number} height - in an article, its pixels from top to bottom: 400 unless told
 * @attr {string} site - where the page of its own stands, for the link to it
 * @attr {"auto" | "light" | "dark"} theme - auto unless told: as the reader's system has it
 * @attr {"oracle" | "okabe-ito"} palette - the colours of wait classes
 * @fires {CustomEvent} hotblock-change - a scenario is about to run: `detail` is it
 * @fires {CustomEvent} hotblock-result - a run has ended: `detail` is its report
 * @slot - what stands here until Run, and without JavaScript
 * @csspart header - Run, progress and the link to the page of its own, in an article
 * @csspart levers - the levers
 * @csspart headline - the sentence above the picture
 * @csspart result - the sentence and the picture
 * @cssprop [--hotblock-height=400px] - the height within an article
 * @cssprop [--hotblock-accent] - the one colour of what is now; set by the theme unless told
 * @cssprop [--paper] - the ground
 * @cssprop [--sheet] - the ground of fields and of what lies on the paper
 * @cssprop [--ink] - the text
 * @cssprop [--soft] - the text that stands back
 * @cssprop [--rule] - thin lines
 * @cssprop [--line] - the edges of fields, and axes
 * @cssprop [--baseline] - the colour of the run before
 * @cssprop [--sans] - the font family
 * @cssprop [--mono] - the font family of code and reports
 */
export class Playground extends LitElement {
  static properties = {
    theme: { reflect: true },
    palette: { reflect: true },
    view: { state: true, attribute: false },
    body: { state: true },
    sheet: { state: true },
    said: { state: true },
    told: { state: true },
    published: { state: true },
    dialog: { state: true },
    learning: { state: true },
    lesson: { state: true },
  };
  static styles = [base, tokens, playgroundStyle, sheetStyle, articleStyle];

  constructor() {
    super();
    this.store = new Store();
    this.runner = new Runner(this.store, pool);
    this.theme = storage.recall("theme", "auto");
    this.palette = storage.recall("palette", "oracle");
    this.shortcuts = storage.recall("shortcuts", "on") === "on";
    this.view = "";
    /** What an article asks for; null on the page of its own. */
    this.article = wanted(this);
    /** The one view of an article. @type {import("./types.js").ViewBody} */
    this.body = segments;
    /** Whether the levers' sheet is up, on a phone. */
    this.sheet = false;
    this.said = "";
    this.told = "";
    /** @type {"help" | "export" | "embed" | ""} */
    this.dialog = "";
    /** What the dialog of lessons and cards is open at. @type {{ section?: string, label?: string } | null} */
    this.learning = null;
    /** The lesson beside the page. @type {{ lesson: unknown, who: Record<string, string> } | null} */
    this.lesson = null;
    /** Whether the person has seen that nothing is stored. */
    this.storageTold = false;
    /** Ends the watch over whether it is seen. @type {(() => void) | undefined} */
    this.unwatch = undefined;
    /** The fragment that this page wrote last. @type {string | undefined} */
    this.written = undefined;
    /** @type {import("./types.js").Result | null} */
    this.announced = null;
    /** What the author of the experiment measured, beside our session time. */
    /** @type {{ key: string, said: string } | null} */
    this.published = null;
    this.store.addEventListener("change", () => this.requestUpdate());
  }

  connectedCallback() {
    super.connectedCallback();
    pool.join();
    this.article = wanted(this);
    if (this.article) this.dataset.article = this.article.framed ? "framed" : "placed";
    if (this.article?.framed) tellHeight(this);
    if (this.article) {
      size(this);
      // What the author has set is where the reader begins.
      this.runner.opening = uncured;
      this.unwatch = watch(this, (seen) => this.runner.hold(!seen));
      return;
    }
    this.#dress();
    addEventListener("hashchange", this.#fromLink);
    document.addEventListener("keydown", this.#key);
    this.#begin();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener("hashchange", this.#fromLink);
    document.removeEventListener("keydown", this.#key);
    this.unwatch?.();
    this.runner.close();
    pool.leave();
  }

  /** Runs; in an article the first Run fetches the engine. @public */
  async start() {
    if (this.store.state.catalogue) return this.runner.run();
    if (this.article) this.body = await bodyOf(this.article.view);
    await this.#begin();
  }

  /** Starts the engine, then runs what the link asks for. */
  async #begin() {
    if (typeof WebAssembly === "undefined") {
      this.store.set({ phase: "blocked", blocked: text.blocked.wasm });
      return;
    }
    try {
      const catalogue = await pool.catalogue();
      this.store.set({ catalogue, phase: "idle" });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const wasm =
        error instanceof WebAssembly.CompileError && /disallow|blocked|unsafe/i.test(why);
      const blocked = wasm ? text.blocked.wasm : text.blocked.load(why);
      this.store.set({ phase: "blocked", blocked });
      return;
    }
    this.#fromLink();
  }

  /** Reads the link and runs it, unless it says what is shown already. */
  #fromLink = () => {
    const { catalogue, scenario } = this.store.state;
    if (!catalogue) return;
    if (this.written && location.hash === this.written) return;
    if (this.article && !this.article.framed) {
      this.store.set({ scenario: scenarioOf(this, catalogue) });
      this.runner.run();
      return;
    }
    const found = link.read(location.hash, catalogue);
    if (found.view) this.view = found.view;
    this.store.set({ scenario: found.scenario, warnings: found.warnings });
    if (found.lesson) {
      this.begin(found.lesson.lesson, found.lesson);
      return;
    }
    if (JSON.stringify(scenario) !== JSON.stringify(found.scenario)) this.runner.run();
  };

  /** Writes the link: the address always restores what is shown. */
  #toLink() {
    const { catalogue, scenario } = this.store.state;
    if (!catalogue) return;
    this.written = link.write(scenario, catalogue, this.view || null);
    if (this.article) return;
    try {
      history.replaceState(null, "", this.written);
    } catch {
      // A sandboxed frame may forbid it; the link is then got by Share.
    }
  }

  /** Moves a lever. @param {string} key @param {any} value @param {boolean} settled */
  move(key, value, settled) {
    const { catalogue, scenario } = this.store.state;
    if (!catalogue) return;
    this.apply(moved(catalogue, scenario, key, value), settled);
  }

  /** Takes a scenario and runs it. @param {Scenario} scenario @param {boolean} [now] */
  apply(scenario, now = true) {
    this.store.set({ scenario, warnings: [] });
    this.#toLink();
    this.dispatchEvent(
      new CustomEvent("hotblock-change", { detail: scenario, bubbles: true, composed: true }),
    );
    if (now) this.runner.run();
    else this.runner.soon();
  }

  /** The scenario as it stands: what a link or a file restores. @public @returns {Scenario} */
  save() {
    return { ...this.store.state.scenario };
  }

  /** Takes a scenario and runs it. @public @param {Scenario} scenario */
  restore(scenario) {
    this.apply(scenario);
  }

  /** Goes to the next theme. */
  nextTheme() {
    const at = THEMES.indexOf(/** @type {any} */ (this.theme));
    this.theme = THEMES[(at + 1) % THEMES.length];
    storage.keep("theme", this.theme);
    this.#dress();
  }

  /** The paper around the element wears the element's theme. */
  #dress() {
    document.documentElement.dataset.theme = this.theme;
  }

  /** @param {string} palette */
  setPalette(palette) {
    this.palette = palette;
    storage.keep("palette", palette);
  }

  /** @param {boolean} on */
  setShortcuts(on) {
    this.shortcuts = on;
    storage.keep("shortcuts", on ? "on" : "off");
    this.requestUpdate();
  }

  /** Keeps the present baseline whatever runs, or lets it go. */
  pin() {
    this.store.set({ pinned: !this.store.state.pinned });
  }

  /** The address that restores what is shown. */
  address() {
    this.#toLink();
    return location.href.replace(/#.*$/, "") + this.written;
  }

  /** @param {KeyboardEvent} event */
  #key = (event) => shortcut(this, event);

  /** Opens lessons, cards and glossary. @param {{ section?: string, label?: string }} [at] */
  async learn(at = {}) {
    await import("./teach/learn.js");
    this.learning = at;
  }

  /** Opens a lesson beside the page. @param {string} key @param {Record<string, string>} [who] */
  async begin(key, who = {}) {
    const [{ lessonOf }] = await Promise.all([
      import("./teach/lessons.js"),
      import("./teach/lesson.js"),
    ]);
    const lesson = lessonOf(key);
    this.lesson = lesson && { lesson, who };
    if (!lesson) this.runner.run();
  }

  /** @param {"help" | "export" | "embed" | ""} which */
  async show(which) {
    if (which) await import("./dialogs.js");
    if (which === "embed") await import("./embed.js");
    this.dialog = which;
  }

  /** @returns {import("./types.js").Pair | null} */
  pair() {
    const { now, baseline, catalogue, comparison, sweep, phase } = this.store.state;
    if (!now || !catalogue) return null;
    const busy = phase === "comparing" || phase === "running";
    return { now, baseline, catalogue, comparison, sweep, busy };
  }

  /** Moved levers that made no difference to any figure. @returns {Set<string>} */
  #idle() {
    const { now, baseline, catalogue } = this.store.state;
    if (!now || !baseline || !catalogue || now.preview) return new Set();
    if (!identical(now.report, baseline.report)) return new Set();
    const said = new Set(moves(catalogue, now.report, baseline.report));
    return new Set(said.size ? Object.keys(now.scenario).filter((key) => key !== "preset") : []);
  }

  updated() {
    const { now, phase } = this.store.state;
    if (phase === "idle" && now && now !== this.announced) {
      this.announced = now;
      const pair = this.pair();
      if (pair) {
        this.said = sentence(pair);
        this.published = published(pair);
      }
      this.dispatchEvent(
        new CustomEvent("hotblock-result", { detail: now.report, bubbles: true, composed: true }),
      );
    }
  }

  render() {
    if (this.article) return article(this, () => this.#panel());
    const { state } = this.store;
    const pair = this.pair();
    return html`
      ${bar(this)} ${notices(this)}
      <div class="body" ?data-lesson=${this.lesson !== null} ?data-sheet=${this.sheet} ?data-blocked=${state.phase === "blocked"}
        @hotblock-action=${(/** @type {CustomEvent} */ { detail }) => this.#act(detail)}>
        ${this.lesson ? this.#lesson() : this.#rail()}
        <div class="result" part="result" aria-busy=${state.phase === "running"}>
          ${state.phase === "blocked" ? html`<slot></slot>` : this.#result(pair)}
        </div>
      </div>
      <p class="hidden" role="status" aria-live="polite">${this.said}</p>
      ${this.#dialogs()} ${this.learning ? this.#learning(this.learning) : nothing}
    `;
  }

  /** @param {{ section?: string, label?: string }} at */
  #learning({ section = "lessons", label = "" }) {
    return html`<hotblock-learn
      .page=${this}
      .section=${section}
      .label=${label}
      @hotblock-close=${() => {
        this.learning = null;
      }}
      @hotblock-lesson=${(/** @type {CustomEvent} */ { detail }) => this.begin(detail.key)}
      @hotblock-question=${async (/** @type {CustomEvent} */ { detail }) => {
        this.lesson = null;
        this.view = detail.view;
        this.store.set({ scenario: detail.scenario });
        this.#toLink();
        await this.runner.run();
        if (detail.sweep) this.runner.sweep(detail.sweep);
      }}
    ></hotblock-learn>`;
  }

  /** The levers; on a phone a sheet. */
  #rail() {
    return html`<aside class="rail" id="levers" aria-label=${text.bar.levers}>
        <button
          class="handle"
          aria-expanded=${this.sheet}
          aria-controls="levers-body"
          @click=${() => {
            this.sheet = !this.sheet;
          }}
        >
          <span>${text.panel.sheet}</span>
          <span class="quiet"
            >${text.panel.changed(
              Object.keys(this.store.state.scenario).filter((key) => key !== "preset").length,
            )}</span
          >
        </button>
        <div id="levers-body">
          ${this.#panel()}
        </div>
      </aside>`;
  }

  #panel() {
    const { catalogue, scenario } = this.store.state;
    return html`<hotblock-panel
      part="levers"
      .catalogue=${catalogue}
      .scenario=${scenario}
      .only=${this.article?.levers ?? []}
      .idle=${this.#idle()}
      @hotblock-move=${(/** @type {CustomEvent} */ { detail }) =>
        this.move(detail.key, detail.value, detail.settled)}
      @hotblock-reset=${() =>
        this.apply(
          /** @type {Scenario} */ ({
            preset: scenario.preset,
            ...("seed" in scenario ? { seed: scenario.seed } : {}),
          }),
        )}
    ></hotblock-panel>`;
  }

  /** A lesson takes the place of the levers. */
  #lesson() {
    return html`<hotblock-lesson
      .page=${this}
      .lesson=${this.lesson?.lesson}
      .who=${this.lesson?.who}
      @hotblock-close=${() => {
        this.lesson = null;
      }}
      @hotblock-learn=${(/** @type {CustomEvent} */ { detail }) => this.learn(detail)}
    ></hotblock-lesson>`;
  }

  /** @param {import("./types.js").Pair | null} pair */
  #result(pair) {
    return html`
      ${lead(pair, this.lesson ? text.stage.lesson : text.stage.loading)}
      <hotblock-heat .pair=${pair}></hotblock-heat>
      <div class="happened">
        <hotblock-view
          name="segments"
          heading=${text.segments.title}
          folded
          .body=${segments}
          .pair=${pair}
        ></hotblock-view>
        ${figures(this, pair)}
      </div>
      <hotblock-tabs
        .pair=${pair}
        view=${this.view}
        @hotblock-view=${(/** @type {CustomEvent} */ { detail }) => {
          this.view = detail;
          this.#toLink();
        }}
></hotblock-tabs>
      <details class="card" @toggle=${() => this.#openCard()}>
        <summary>${text.card.title}</summary>
        <hotblock-card .catalogue=${this.store.state.catalogue}></hotblock-card>
      </details>
      ${pair ? html`<p class="origin">${origin(pair.now, pair.baseline).join(" · ")}</p>` : nothing}
    `;
  }

  /** What a view asks for. @param {{ name: string, detail?: string }} action */
  #act({ name, detail }) {
    if (name === "glossary") this.learn({ section: "glossary", label: detail });
    if (name === "compare") this.runner.compare(10);
    if (name === "sweep" && detail) this.runner.sweep(detail);
    const card = /** @type {HTMLDetailsElement | null} */ (this.renderRoot.querySelector(".card"));
    if (name === "card" && card) {
      card.open = true;
      card.scrollIntoView({ block: "start" });
    }
  }

  /** The model card is loaded when it is first opened. */
  async #openCard() {
    await import("./card.js");
  }

  #dialogs() {
    if (!this.dialog) return nothing;
    return html`<hotblock-dialog
      .page=${this}
      .kind=${this.dialog}
      @hotblock-close=${() => {
        this.dialog = "";
      }}
    ></hotblock-dialog>`;
  }
}

customElements.define("hotblock-playground", Playground);
