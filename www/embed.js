/** The code that puts the present scenario on somebody's page, and what it will look like there. */
import { css, html, LitElement } from "lit";
import { site } from "./article.js";
import snippet from "./embed-height.js?raw";
import { views } from "./frame/registry.js";
import * as link from "./link.js";
import { text } from "./strings.js";
import { base } from "./tokens.js";

/** @typedef {import("./types.js").Scenario} Scenario */
/** @typedef {{ as: "element" | "frame", levers: string[], view: string, width: number,
 *   height: number }} Choice */

const words = text.embed;
/** Views that stand alone: a comparison and a sweep want a button of their own. */
const ALONE = views.filter(({ key }) => key !== "compare" && key !== "sweep");
const SHOWN = [
  { key: "segments", title: text.segments.title },
  { key: "heat", title: words.heat },
  ...ALONE,
];

/** @param {unknown} value */
const escaped = (value) =>
  String(value).replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** The attributes that say a scenario and what of it is shown.
 * @param {Scenario} scenario @param {Choice} choice @returns {[string, string][]} */
const attributes = ({ preset, ...moved }, { levers, view, width, height }) => [
  ["preset", String(preset)],
  .../** @type {[string, string][]} */ (
    Object.entries(moved).map(([key, value]) => [key, String(value)])
  ),
  ["levers", levers.join(",")],
  ["view", view],
  ["width", String(width)],
  ["height", String(height)],
];

/**
 * The code to copy.
 * @param {Scenario} scenario @param {Choice} choice
 * @param {import("./types.js").Catalogue} catalogue
 * @param {string | null} address where the page of its own stands; none where that is one file only
 */
export function code(scenario, choice, catalogue, address) {
  const { as, levers, view, width, height } = choice;
  if (as === "element") {
    const given = attributes(scenario, choice).map(
      ([key, value]) => `\n  ${key}="${escaped(value)}"`,
    );
    return `<script type="module" src="${address}hotblock.js"></script>
<hotblock-playground${given.join("")}>
  <p>${words.fallback}</p>
</hotblock-playground>
`;
  }
  const query = `?embed=1&levers=${levers.join(",")}&view=${view}`;
  const source = `${address ?? words.file}${query}${link.write(scenario, catalogue, null)}`;
  // The single file runs without an origin; the site's files are fetched from theirs.
  const apart = address === null ? ' sandbox="allow-scripts"' : "";
  return `<iframe title="hotblock" src="${escaped(source)}"
  width="${width}" height="${height}" loading="lazy"${apart} style="border: 0"></iframe>
<script>
${snippet.trimEnd()}
</script>
`;
}

/** `<hotblock-embed>`: what an article shows, its size, a live preview and the code. */
export class Embed extends LitElement {
  static properties = {
    page: { attribute: false },
    choice: { state: true },
    told: { state: true },
  };
  static styles = [
    base,
    css`
      :host {
        display: grid;
        gap: 16px;
        font-size: 13px;
      }
      .choices {
        display: flex;
        flex-wrap: wrap;
        gap: 16px 24px;
        align-items: end;
      }
      label,
      legend {
        font-size: 13px;
      }
      .field {
        display: grid;
        gap: 4px;
      }
      .field select,
      .field input {
        height: 36px;
        padding: 0 8px;
        border: 1px solid var(--line);
        border-radius: 6px;
        background: var(--sheet);
        font: inherit;
      }
      .more {
        max-width: 240px;
      }
      .field input {
        width: 88px;
        text-align: right;
      }
      fieldset {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 20px;
        margin: 0;
        padding: 0;
        border: 0;
      }
      legend {
        padding: 0 0 4px;
      }
      legend,
      .field {
        color: var(--soft);
      }
      .field select,
      .field input {
        color: var(--ink);
      }
      .check {
        display: flex;
        align-items: center;
        gap: 8px;
        min-height: 32px;
      }
      .check input {
        width: 16px;
        height: 16px;
        accent-color: var(--now);
      }
      .preview {
        overflow: auto;
        padding: 12px;
        border-radius: 6px;
        background: var(--sheet);
      }
      pre {
        margin: 0;
        padding: 12px;
        max-height: 220px;
        overflow: auto;
        border: 1px solid var(--rule);
        border-radius: 6px;
        font: 12px/18px var(--mono);
        background: var(--sheet);
        white-space: pre;
      }
      .copy {
        display: flex;
        gap: 16px;
        align-items: center;
        flex-wrap: wrap;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {import("./playground.js").Playground} */
    this.page = /** @type {any} */ (null);
    /** @type {Choice} */
    this.choice = { as: "element", levers: [], view: "segments", width: 600, height: 400 };
    this.told = "";
  }

  connectedCallback() {
    super.connectedCallback();
    const { catalogue, scenario } = this.page.store.state;
    const moved = Object.keys(scenario).filter((key) => key !== "preset" && key !== "seed");
    const [first] = catalogue?.levers.filter(({ headline }) => headline) ?? [];
    const shown = SHOWN.some(({ key }) => key === this.page.view) ? this.page.view : "segments";
    this.choice = {
      ...this.choice,
      as: site === null ? "frame" : "element",
      levers: moved.length ? moved : first ? [first.key] : [],
      view: shown,
    };
  }

  /** @param {Partial<Choice>} patch */
  #choose(patch) {
    this.choice = { ...this.choice, ...patch };
  }

  /** The levers to choose from: the cures, those that were moved and those already chosen. */
  #levers() {
    const { catalogue, scenario } = this.page.store.state;
    const { levers } = this.choice;
    return (catalogue?.levers ?? []).filter(
      ({ key, headline }) =>
        headline || (key in scenario && key !== "seed") || levers.includes(key),
    );
  }

  render() {
    const { catalogue, scenario } = this.page.store.state;
    const pair = this.page.pair();
    if (!catalogue || !pair) return html``;
    const { choice } = this;
    const said = code(link.known(scenario, catalogue), choice, catalogue, site);
    return html`
      <div class="choices">
        ${site === null ? "" : this.#as()}
        <label class="field"
          >${words.view}
          <select
            @change=${(/** @type {any} */ { target }) => this.#choose({ view: target.value })}
          >
            ${SHOWN.filter((view) => !("applies" in view) || view.applies(pair)).map(
              ({ key, title }) =>
                html`<option value=${key} .selected=${key === choice.view}>${title}</option>`,
            )}
          </select>
        </label>
        ${this.#size("width", words.width, 320, 1600)} ${this.#size("height", words.height, 320, 1200)}
      </div>
      <fieldset>
        <legend>${words.levers}</legend>
        ${this.#levers().map(({ key, label }) => this.#lever(key, label))}
        <select class="more" aria-label=${words.more} @change=${this.#more}>
          <option value="">${words.more}</option>
          ${catalogue.levers
            .filter(({ key }) => !this.#levers().some((each) => each.key === key))
            .map(({ key, label }) => html`<option value=${key}>${label}</option>`)}
        </select>
      </fieldset>
      <pre tabindex="0" aria-label=${words.code}>${said}</pre>
      <div class="copy">
        <button class="primary" @click=${() => this.#copy(said)}>${this.told || words.copy}</button>
        <span class="quiet">${choice.as === "element" ? words.policy : words.sandbox}</span>
      </div>
      <div class="preview" tabindex="0" role="region" aria-label=${words.preview}>
        ${this.#preview(link.known(scenario, catalogue))}
      </div>
    `;
  }

  #as() {
    return html`<fieldset>
      <legend>${words.as}</legend>
      ${
        /** @type {const} */ (["element", "frame"]).map(
          (as) =>
            html`<label class="check"
            ><input
              type="radio"
              name="as"
              .checked=${this.choice.as === as}
              @change=${() => this.#choose({ as })}
            />${words[as]}</label
          >`,
        )
      }
    </fieldset>`;
  }

  /** @param {"width" | "height"} key @param {string} label @param {number} least @param {number} most */
  #size(key, label, least, most) {
    return html`<label class="field"
      >${label}
      <input
        type="number"
        min=${least}
        max=${most}
        step="10"
        .value=${String(this.choice[key])}
        @change=${(/** @type {any} */ { target }) => {
          const size = Math.min(most, Math.max(least, Math.round(Number(target.value) || least)));
          target.value = String(size);
          this.#choose({ [key]: size });
        }}
      />
    </label>`;
  }

  /** @param {string} key @param {string} label */
  #lever(key, label) {
    const { levers } = this.choice;
    return html`<label class="check"
      ><input
        type="checkbox"
        .checked=${levers.includes(key)}
        @change=${(/** @type {any} */ { target }) =>
          this.#choose({
            levers: target.checked ? [...levers, key] : levers.filter((each) => each !== key),
          })}
      />${label}</label
    >`;
  }

  /** @param {any} event */
  #more = ({ target }) => {
    if (target.value) this.#choose({ levers: [...this.choice.levers, target.value] });
    target.value = "";
  };

  /** The element itself, made anew whenever its attributes change. @param {Scenario} scenario */
  #preview(scenario) {
    const given = attributes(scenario, this.choice);
    const said = JSON.stringify(given);
    if (said !== this.drawn?.said) {
      const element = document.createElement("hotblock-playground");
      for (const [key, value] of given) element.setAttribute(key, value);
      element.append(Object.assign(document.createElement("p"), { textContent: words.fallback }));
      element.setAttribute("theme", this.page.theme);
      this.drawn = { said, element };
    }
    return this.drawn.element;
  }

  /** @type {{ said: string, element: Element } | undefined} */
  drawn;

  /** @param {string} said */
  async #copy(said) {
    await navigator.clipboard?.writeText(said);
    this.told = text.tabs.copied;
    setTimeout(() => {
      this.told = "";
    }, 2000);
  }
}

customElements.define("hotblock-embed", Embed);
