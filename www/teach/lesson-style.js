/** How a lesson looks beside the page, and how its prose is set wherever it stands. */
import { css } from "lit";

export const proseStyle = css`
  .prose {
    font-size: 15px;
    line-height: 23px;
    text-wrap: pretty;
    overflow-wrap: anywhere;
  }
  .prose p + p {
    margin-top: 8px;
  }
  .prose b,
  .evidence {
    font-weight: 650;
  }
  code {
    font: 13px/1.4 var(--mono);
  }
`;

export const lessonStyle = css`
  :host {
    position: sticky;
    top: 81px;
    display: block;
    align-self: start;
    max-height: calc(100vh - 81px);
    padding: 0 20px 48px 2px;
    overflow-y: auto;
    scrollbar-width: thin;
    scrollbar-color: var(--rule) transparent;
    border-right: 1px solid var(--rule);
  }
  .head {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    min-height: 32px;
  }
  .crumb {
    font-size: 13px;
    font-weight: 650;
  }
  .dots {
    display: flex;
    gap: 6px;
    margin: 8px 0 20px;
  }
  .dot {
    flex: 1;
    min-height: 28px;
    padding: 0;
    border: 0;
    border-top: 4px solid var(--rule);
    border-radius: 0;
    background: none;
    color: var(--soft);
    font-size: 12px;
  }
  .dot[data-done] {
    border-color: var(--baseline);
  }
  .dot[aria-current] {
    border-color: var(--now);
    color: var(--ink);
    font-weight: 650;
  }
  h2 {
    margin-bottom: 8px;
  }
  h2 .quiet {
    display: block;
    font-weight: 400;
    line-height: 20px;
  }
  h2:focus,
  h3:focus,
  .last:focus {
    outline: none;
  }
  .part {
    min-width: 0;
    margin: 20px 0 0;
    padding: 16px 0 0;
    border: 0;
    border-top: 1px solid var(--rule);
  }
  legend {
    float: left;
    width: 100%;
    margin-bottom: 4px;
    padding: 0;
  }
  legend,
  h3 {
    font-size: 13px;
    font-weight: 650;
    line-height: 20px;
    color: var(--soft);
  }
  legend + * {
    clear: both;
  }
  .choice {
    display: grid;
    grid-template-columns: 20px 1fr;
    gap: 8px;
    margin-top: 4px;
    padding: 7px 8px;
    border-radius: 6px;
    line-height: 21px;
    cursor: pointer;
  }
  .choice:hover:has(:enabled) {
    background: var(--wash);
  }
  .choice:has(:checked) {
    background: var(--wash);
    box-shadow: inset 3px 0 0 var(--now);
  }
  .choice:has(:disabled) {
    cursor: default;
  }
  .choice:has(:disabled):not(:has(:checked)):not(.right) {
    color: var(--soft);
  }
  .choice.right {
    box-shadow: inset 3px 0 0 var(--now);
  }
  .choice.wrong {
    box-shadow: inset 3px 0 0 var(--warn);
  }
  .choice:has(:focus-visible) {
    outline: 2px solid var(--now);
    outline-offset: -2px;
  }
  .choice input {
    width: 16px;
    height: 16px;
    min-height: 0;
    margin: 2px 0 0;
    padding: 0;
    accent-color: var(--now);
    outline: none;
  }
  .runs {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: 4px 12px;
    align-items: center;
  }
  .runs .primary {
    min-height: 36px;
    min-width: 84px;
  }
  .told {
    grid-column: 1 / -1;
    color: var(--warn);
    font-size: 13px;
  }
  dl {
    display: grid;
    grid-template-columns: 96px 1fr;
    gap: 4px 12px;
    margin: 4px 0 0;
    line-height: 21px;
  }
  dt {
    font-size: 13px;
    color: var(--soft);
  }
  dd .evidence {
    display: block;
  }
  .verdict {
    margin: 12px 0;
    padding: 8px 12px;
    border-left: 3px solid var(--warn);
    line-height: 21px;
  }
  .verdict[data-held] {
    border-color: var(--now);
  }
  .tabled {
    margin-top: 12px;
    overflow-x: auto;
  }
  table {
    width: 100%;
    border-collapse: collapse;
    font-size: 13px;
    line-height: 18px;
  }
  th,
  td {
    padding: 6px 0 6px 10px;
    border-bottom: 1px solid var(--rule);
    font-weight: 400;
    text-align: right;
    vertical-align: baseline;
  }
  td:not([data-text]) {
    white-space: nowrap;
  }
  thead th {
    color: var(--soft);
    border-color: var(--line);
    vertical-align: bottom;
  }
  th:first-child {
    padding-left: 0;
    text-align: left;
  }
  [data-many] th,
  [data-many] td {
    font-size: 12px;
    padding-left: 8px;
  }
  .give {
    margin-top: 8px;
  }
  .next {
    margin-top: 16px;
  }
  button.next {
    min-height: 36px;
  }
  .last {
    display: grid;
    gap: 12px;
    justify-items: start;
  }
  .limits {
    margin-top: 24px;
    border-top: 1px solid var(--rule);
  }
  .limits summary {
    min-height: 40px;
    line-height: 40px;
    color: var(--soft);
    cursor: pointer;
  }
  .limits .prose {
    font-size: 13px;
    line-height: 20px;
  }
  .who {
    display: flex;
    gap: 8px;
    align-items: center;
    padding: 8px 0;
    font-size: 13px;
  }
  .who input {
    width: 84px;
    margin-left: 8px;
  }
  @container (max-width: 860px) {
    :host {
      position: static;
      max-height: none;
      padding: 0 0 24px;
      margin-bottom: 32px;
      overflow: visible;
      border-right: 0;
      border-bottom: 1px solid var(--line);
    }
    .dot {
      min-height: 44px;
    }
    .choice {
      padding: 11px 8px;
    }
  }
`;
