/** How a view looks: sentence, tools, chart left, table right; on a phone one under the other. */
import { css } from "lit";

export const frameStyle = css`
  :host {
    display: block;
    container-type: inline-size;
    --export-paper: var(--paper);
  }
  .top {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 4px 16px;
  }
  .sentence {
    color: var(--soft);
    max-width: 90ch;
    text-wrap: pretty;
  }
  :host([fitted]) {
    display: flex;
    flex-direction: column;
    flex: 1;
    min-height: 0;
  }
  :host([fitted]) .both {
    flex: 1;
    min-height: 0;
    align-items: stretch;
  }
  :host([fitted]) .drawn {
    min-height: 0;
    overflow-y: clip;
  }
  :host([bare]) .tools {
    min-height: 0;
    margin: 0;
    padding: 0;
  }
  .tools {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 12px;
    margin: 12px 0 20px;
    min-height: 32px;
  }
  .tools select {
    max-width: 100%;
  }
  .space {
    flex: 1;
  }
  .legend {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    font-size: 12px;
    color: var(--soft);
  }
  .legend i {
    width: 10px;
    height: 10px;
    border-radius: 2px;
    background: var(--baseline);
  }
  .legend .is {
    margin-left: 8px;
    background: var(--now);
  }
  .exports {
    display: flex;
    flex-wrap: wrap;
    margin-right: -8px;
  }
  .exports button {
    min-height: 28px;
    padding: 0 7px;
    color: var(--soft);
    font-size: 12px;
  }
  .both {
    display: grid;
    gap: 32px;
    align-items: start;
  }
  .drawn {
    min-width: 0;
  }
  .side-by-side {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: 32px;
  }
  .stacked {
    display: grid;
    gap: 24px;
  }
  summary {
    min-height: 28px;
    cursor: pointer;
    color: var(--soft);
  }
  details[open] summary {
    margin-bottom: 8px;
  }
  table {
    width: 100%;
    border-collapse: collapse;
    font-size: 13px;
    line-height: 18px;
  }
  th {
    text-align: left;
    font-weight: 400;
    vertical-align: bottom;
  }
  thead th {
    padding: 0 12px 8px 0;
    color: var(--soft);
    font-size: 12px;
    border-bottom: 1px solid var(--line);
  }
  tbody th,
  td {
    padding: 7px 12px 7px 0;
    border-bottom: 1px solid var(--rule);
    vertical-align: baseline;
  }
  .number {
    text-align: right;
    padding-right: 0;
    padding-left: 12px;
  }
  .number + :not(.number) {
    padding-left: 20px;
  }
  tbody th:has(.swatch) {
    white-space: nowrap;
  }
  td:last-child,
  thead th:last-child {
    padding-right: 0;
  }
  td.number {
    white-space: nowrap;
  }
  .swatch {
    width: 10px;
    height: 10px;
    margin-right: 8px;
    border-radius: 2px;
  }
  pre {
    margin: 0;
    padding: 20px 24px;
    max-height: 640px;
    overflow: auto;
    border: 1px solid var(--rule);
    border-radius: 6px;
    background: var(--sheet);
    font: 12px/1.5 var(--mono);
  }
  .empty {
    padding: 48px 0;
  }
  @container (min-width: 900px) {
    .both:has(table:not(.wide)) {
      grid-template-columns: minmax(0, 8fr) minmax(0, 4fr);
    }
    .both:has(table:not(.wide)) .drawn:empty {
      display: none;
    }
  }
  @container (max-width: 560px) {
    .both {
      gap: 20px;
    }
    table,
    tbody,
    tr,
    tbody th,
    td {
      display: block;
    }
    thead {
      position: absolute;
      contain: strict;
      clip-path: inset(50%);
      width: 1px;
      height: 1px;
      overflow: hidden;
    }
    tr {
      padding: 10px 0;
      border-bottom: 1px solid var(--rule);
    }
    tbody th,
    td {
      padding: 1px 0;
      border: 0;
    }
    tbody th {
      font-weight: 650;
    }
    tbody th[data-label]::before {
      content: attr(data-label) " ";
    }
    td,
    td.number {
      display: flex;
      justify-content: space-between;
      gap: 16px;
      padding-left: 0;
      text-align: right;
    }
    td::before {
      content: attr(data-label);
      color: var(--soft);
      text-align: left;
    }
    pre {
      padding: 12px;
      font-size: 11px;
      margin: 0 -4px;
    }
  }
  @media print {
    .tools {
      display: none;
    }
    details::details-content {
      content-visibility: visible;
      height: auto;
    }
    pre {
      max-height: none;
      border: 0;
      padding: 0;
    }
  }
`;
