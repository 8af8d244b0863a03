/** The model card: what is simulated, what is left out, and the constants with their bounds. */
import { css, html, LitElement } from "lit";
import { value } from "./format.js";
import { text } from "./strings.js";
import { base } from "./tokens.js";

/** `<hotblock-card>`: drawn from the catalogue, so that a new mechanism describes itself. */
export class Card extends LitElement {
  static properties = { catalogue: { attribute: false } };
  static styles = [
    base,
    css`
      :host {
        display: block;
        container-type: inline-size;
        font-size: 13px;
        line-height: 20px;
      }
      .columns {
        display: grid;
        grid-template-columns: 1fr 1fr;
        gap: 32px;
        margin: 16px 0 24px;
      }
      h3 {
        font-size: 13px;
        font-weight: 650;
        margin-bottom: 8px;
      }
      ul {
        margin: 0;
        padding-left: 18px;
      }
      li + li {
        margin-top: 4px;
      }
      table {
        width: 100%;
        border-collapse: collapse;
      }
      th,
      td {
        padding: 6px 16px 6px 0;
        border-bottom: 1px solid var(--rule);
        text-align: left;
        vertical-align: baseline;
        font-weight: 400;
      }
      thead th {
        font-size: 12px;
        color: var(--soft);
        border-color: var(--line);
      }
      .number {
        text-align: right;
        white-space: nowrap;
      }
      @container (max-width: 640px) {
        .columns {
          grid-template-columns: 1fr;
        }
        th:nth-child(3),
        td:nth-child(3) {
          display: none;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** @type {import("./types.js").Catalogue | null} */
    this.catalogue = null;
  }

  render() {
    const { card } = text;
    const rows = this.catalogue?.levers ?? [];
    const constants = rows.filter(({ kind, key }) => kind === "number" || /_(us|ms|ns)$/.test(key));
    const events = this.catalogue?.events ?? [];
    return html`
      <div class="columns">
        <div>
          <h3>${card.in}</h3>
          <ul>
            ${card.simulated.map((line) => html`<li>${line}</li>`)}
            <li>${card.events(events.length)}</li>
          </ul>
        </div>
        <div>
          <h3>${card.out}</h3>
          <ul>
            ${card.left.map((line) => html`<li>${line}</li>`)}
          </ul>
        </div>
      </div>
      <h3>${card.constants}</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">${card.constant}</th>
            <th scope="col" class="number">${card.standard}</th>
            <th scope="col" class="number">${card.bounds}</th>
            <th scope="col">${card.meaning}</th>
          </tr>
        </thead>
        <tbody>
          ${constants.map(
            (row) =>
              html`<tr>
                <th scope="row">${row.label}</th>
                <td class="number">${value(row.default, row.unit)}</td>
                <td class="number">${value(row.min ?? 0)} – ${value(row.max ?? 0)}</td>
                <td>${row.sentence}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    `;
  }
}

customElements.define("hotblock-card", Card);
