/**
 * The playground as it stands in an article: a poster and Run, then a few levers, one picture and
 * the sentence. Nothing is fetched for it before Run is pressed.
 */
import { css, html, nothing } from "lit";
import { progress } from "./bar.js";
import { views } from "./frame/registry.js";
import * as link from "./link.js";
import { notices } from "./notices.js";
import { sentence } from "./sentence.js";
import { text } from "./strings.js";
import segments from "./views/segments.js";

/** @typedef {import("./types.js").Scenario} Scenario */

/**
 * What an article asks for: by the element's attributes, or by the address of a frame
 * (`?embed=1&levers=index.reverse&view=segments`, the scenario in the fragment). Null for the page.
 * @param {Element} element
 * @returns {{ framed: boolean, levers: string[], view: string } | null}
 */
export function wanted(element) {
  const query = new URLSearchParams(location.search);
  const framed = query.has("embed");
  if (!framed && !element.hasAttribute("preset")) return null;
  const asked = (/** @type {string} */ name) =>
    (framed ? query.get(name) : element.getAttribute(name)) ?? "";
  const levers = asked("levers").split(",");
  return { framed, levers: levers.map((key) => key.trim()).filter(Boolean), view: asked("view") };
}

/** Gives an element the size that its attributes ask for; a strict policy forbids `style=""`.
 * @param {HTMLElement} element */
export function size(element) {
  const [width, height] = ["width", "height"].map((name) => Number(element.getAttribute(name)));
  if (width > 0) element.style.maxWidth = `${width}px`;
  if (height > 0) element.style.setProperty("--hotblock-height", `${height}px`);
}

/** The scenario that an element's attributes give: the preset, and levers by their own keys.
 * @param {Element} element @param {import("./types.js").Catalogue} catalogue @returns {Scenario} */
export function scenarioOf(element, catalogue) {
  /** @type {Scenario} */
  const scenario = { preset: element.getAttribute("preset") || catalogue.presets[0].key };
  for (const { key, kind } of catalogue.levers) {
    const given = element.getAttribute(key);
    if (given === null) continue;
    if (kind === "bool") scenario[key] = given !== "false";
    // What is no number goes on as it is, for the engine to refuse in its own words.
    else scenario[key] = kind === "choice" || Number.isNaN(Number(given)) ? given : Number(given);
  }
  return scenario;
}

/** Where the site stands that this script is of; the package and the single file are of none. */
export const site =
  import.meta.env.MODE === "production"
    ? import.meta.url.replace(/(assets\/|hotblock\.js).*$/, "")
    : null;

/** Where the scenario stands on a page of its own; null where none is known.
 * @param {import("./playground.js").Playground} page */
function address(page) {
  const { catalogue, scenario } = page.store.state;
  const hash = catalogue
    ? link.write(scenario, catalogue, null)
    : `#v1;preset=${page.getAttribute("preset") ?? ""}`;
  if (page.article?.framed) return location.pathname + (catalogue ? hash : location.hash);
  const own = page.getAttribute("site") ?? site;
  return own === null ? null : own + hash;
}

/** Tells the page around a frame how high it would like to be. @param {Element} element */
export function tellHeight(element) {
  const tell = () =>
    parent.postMessage({ hotblock: { height: Math.ceil(element.scrollHeight) } }, "*");
  new ResizeObserver(tell).observe(element);
  tell();
}

/** Tells whether a reader may see an element, whenever that changes.
 * @param {Element} element @param {(seen: boolean) => void} tell @returns {() => void} its end */
export function watch(element, tell) {
  let within = true;
  const look = () => tell(within && !document.hidden);
  const observer = new IntersectionObserver((entries) => {
    within = entries[entries.length - 1].isIntersecting;
    look();
  });
  observer.observe(element);
  document.addEventListener("visibilitychange", look);
  return () => {
    observer.disconnect();
    document.removeEventListener("visibilitychange", look);
  };
}

/** @param {string} key */
export const bodyOf = async (key) =>
  (await views.find((view) => view.key === key)?.load()) ?? segments;

/** @param {import("./playground.js").Playground} page @param {() => unknown} rail */
export function article(page, rail) {
  const { catalogue, phase } = page.store.state;
  const pair = page.pair();
  const busy = phase === "running" || phase === "comparing";
  const own = address(page);
  return html`<div class="article">
    <header part="header">
      <div class="go">
        <button class="primary" ?disabled=${busy} @click=${() => page.start()}>
          ${text.bar.run}
        </button>
        ${busy ? html`<button @click=${() => page.runner.stop()}>${text.bar.stop}</button>` : nothing}
      </div>
      ${catalogue ? progress(page) : html`<span class="progress quiet">${text.article.poster}</span>`}
      ${
        own === null
          ? nothing
          : html`<a href=${own} target="_blank" rel="noopener">${text.article.open}</a>`
      }
    </header>
    ${notices(page)}
    ${
      catalogue && phase !== "blocked"
        ? html`<div class="columns">
            ${rail()}
            <div class="result" part="result" aria-busy=${busy}>
              <p class="headline" part="headline">${pair ? sentence(pair) : text.stage.loading}</p>
              ${
                page.article?.view === "heat"
                  ? html`<hotblock-heat .pair=${pair}></hotblock-heat>`
                  : html`<hotblock-view
                      name=${page.article?.view || "segments"}
                      bare
                      ?fitted=${!page.article?.framed}
                      .body=${page.body}
                      .pair=${pair}
                    ></hotblock-view>`
              }
            </div>
          </div>`
        : html`<slot></slot>`
    }
  </div>`;
}

export const articleStyle = css`
  :host([data-article]) {
    display: block;
    min-height: 0;
  }
  .article {
    display: flex;
    flex-direction: column;
    box-sizing: border-box;
    height: var(--hotblock-height, 400px);
    padding: 12px 16px;
    border: 1px solid var(--rule);
    border-radius: 6px;
    background: var(--paper);
  }
  .article header {
    display: flex;
    align-items: center;
    gap: 12px;
    margin: 0 0 8px;
    padding: 0;
    position: static;
    border: 0;
  }
  .article header .progress {
    flex: 1;
    max-width: none;
    min-width: 0;
  }
  .article header a {
    margin-left: auto;
    color: var(--soft);
    font-size: 13px;
    white-space: nowrap;
  }
  .article .columns {
    display: grid;
    grid-template-columns: 216px minmax(0, 1fr);
    gap: 24px;
    flex: 1;
    min-height: 0;
    overflow: auto;
  }
  .article .result {
    display: flex;
    flex-direction: column;
    min-height: 0;
  }
  :host([data-article="framed"]) .article {
    height: auto;
    min-height: 400px;
  }
  .article .headline {
    font-size: 15px;
    line-height: 20px;
    margin: 0 0 4px;
  }
  @container (max-width: 520px) {
    .article {
      height: var(--hotblock-height, 640px);
    }
    .article .columns {
      grid-template-columns: 1fr;
      grid-template-rows: auto minmax(320px, 1fr);
      gap: 12px;
    }
  }
`;
