/** What needs saying: refused scenarios, doubtful links, a crash, a blocked engine or store. */
import { html, nothing } from "lit";
import * as storage from "./storage.js";
import { text } from "./strings.js";

/** @param {import("./playground.js").Playground} page */
export function notices(page) {
  const { problems, warnings, crash, blocked } = page.store.state;
  const clear = () => page.store.set({ problems: [], warnings: [], crash: null });
  if (!problems.length && !warnings.length && !crash && !blocked) return storing(page);
  return html`<div class="notices" role="alert">
    ${blocked ? html`<p>${blocked}</p>` : nothing}
    ${crash ? crashed(page, crash) : nothing}
    ${problems.length ? refused(problems) : nothing}
    ${warnings.map((warning) => html`<p>${warning}</p>`)}
    ${blocked ? nothing : html`<button class="plain" @click=${clear}>${text.dismiss}</button>`}
  </div>`;
}

/** @param {import("./types.js").Problem[]} problems */
const refused = (problems) => html`<div>
  <p><b>${text.problems.title}</b></p>
  <table>
    <thead>
      <tr>
        <th scope="col">${text.problems.lever}</th>
        <th scope="col">${text.problems.given}</th>
        <th scope="col">${text.problems.allowed}</th>
      </tr>
    </thead>
    <tbody>
      ${problems.map(
        ({ key, given, allowed, sentence }) =>
          html`<tr title=${sentence}>
            <th scope="row"><code>${key}</code></th>
            <td>${String(given)}</td>
            <td>${Array.isArray(allowed) ? allowed.join(", ") : allowed}</td>
          </tr>`,
      )}
    </tbody>
  </table>
</div>`;

/** @param {import("./playground.js").Playground} page
 * @param {{ message: string, scenario: import("./types.js").Scenario }} crash */
const crashed = (page, { message, scenario }) => html`<div>
  <p><b>${text.crash.title}</b> ${text.crash.body}</p>
  <details>
    <summary>${text.crash.details}</summary>
    <pre>${message}
${JSON.stringify(scenario)}</pre>
  </details>
  <p class="acts">
    <button @click=${() => page.runner.run()}>${text.crash.again}</button>
    <button @click=${() => page.apply({ preset: scenario.preset })}>${text.crash.reset}</button>
  </p>
</div>`;

/** @param {import("./playground.js").Playground} page */
function storing(page) {
  if (storage.available || page.storageTold) return nothing;
  return html`<div class="notices mild" role="status">
    <p>${text.blocked.storage}</p>
    <button
      class="plain"
      @click=${() => {
        page.storageTold = true;
        page.requestUpdate();
      }}
    >
      ${text.dismiss}
    </button>
  </div>`;
}
