/** The bar: what runs, how far it is, and the few things that concern the whole page. */
import { html, nothing, svg } from "lit";
import { duration, extent, percent } from "./format.js";
import { text } from "./strings.js";

/** @typedef {import("./playground.js").Playground} Playground */

const mark = svg`<svg class="mark" viewBox="0 0 20 20" aria-hidden="true">
  <rect width="20" height="20" rx="4" />
  <path d="M3 3h4v4H3zM7 7h3v3H7zM10 10h3v3h-3zM13 13h4v4h-4z" />
</svg>`;

/** Copies the link; where there is no clipboard the link is shown to be copied by hand.
 * @param {Playground} page */
async function share(page) {
  const address = page.address();
  try {
    await navigator.clipboard.writeText(address);
    page.told = text.bar.copied;
  } catch {
    prompt(text.bar.share, address);
  }
  setTimeout(() => {
    page.told = "";
  }, 2500);
}

/** @param {Playground} page */
export function bar(page) {
  const { catalogue, scenario, phase } = page.store.state;
  const busy = phase === "running" || phase === "comparing";
  const seed = catalogue?.levers.find(({ key }) => key === "seed");
  return html`<header>
    <h1>${mark}${text.name}</h1>
    <select
      class="preset"
      ?hidden=${phase === "blocked"}
      aria-label=${text.bar.preset}
      ?disabled=${!catalogue}
      @change=${(/** @type {any} */ { target }) => page.apply({ preset: target.value })}
    >
      ${(catalogue?.presets ?? []).map(
        ({ key, title }) =>
          html`<option value=${key} .selected=${key === scenario.preset}>${title}</option>`,
      )}
    </select>
    <div class="go">
      <button class="primary" ?disabled=${!catalogue || busy} @click=${() => page.runner.run()}>
        ${text.bar.run}
      </button>
      <button ?disabled=${!busy} @click=${() => page.runner.stop()}>${text.bar.stop}</button>
    </div>
    ${progress(page)}
    <div class="whole">
      ${
        seed
          ? html`<label class="seed"
              >${text.bar.seed}
              <input
                type="number"
                min=${seed.min ?? 0}
                max=${seed.max ?? nothing}
                .value=${String(scenario.seed ?? seed.default)}
                @change=${(/** @type {any} */ { target }) =>
                  page.move("seed", Number(target.value), true)}
            /></label>`
          : nothing
      }
      <button class="plain" @click=${() => share(page)}>${page.told || text.bar.share}</button>
      <button class="plain" ?disabled=${!page.pair()} @click=${() => page.show("export")}>
        ${text.bar.export}
      </button>
      <button class="plain embed" ?disabled=${!page.pair()} @click=${() => page.show("embed")}>
        ${text.bar.embed}
      </button>
      <button class="plain" ?disabled=${!catalogue} @click=${() => page.learn()}>
        ${text.bar.learn}
      </button>
      <button class="plain" aria-keyshortcuts="?" @click=${() => page.show("help")}>
        ${text.bar.help}
      </button>
      <button class="plain theme" @click=${() => page.nextTheme()}>
        ${text.bar.theme}<span class="value"
          >: ${text.bar.themes[/** @type {"auto" | "light" | "dark"} */ (page.theme)]}</span
        >
      </button>
    </div>
  </header>`;
}

/** Always there, so that nothing jumps when a run starts. @param {Playground} page */
export function progress({ store }) {
  const { progress: running, phase, now } = store.state;
  const share = running?.fraction ?? 0;
  const stage = running?.stage ?? (phase === "loading" ? text.stage.loading : "");
  const done = now
    ? `${extent(now.report)} in ${duration(now.seconds)}`
    : phase === "blocked"
      ? ""
      : text.bar.ready;
  const simulated = running?.simulated_s ? `, ${duration(running.simulated_s)} simulated` : "";
  return html`<div class="progress" ?data-busy=${Boolean(running)}>
    <progress
      max="1"
      .value=${running ? share : now ? 1 : 0}
      aria-label=${stage || done || text.bar.ready}
    ></progress>
    <span>${running ? `${stage} ${percent(share)}${simulated}` : stage || done}</span>
  </div>`;
}
