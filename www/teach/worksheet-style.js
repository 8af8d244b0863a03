/** The worksheet on screen and on paper. */
import { css } from "lit";

/** While a worksheet is open, nothing else of the document prints. */
export const alone = new CSSStyleSheet();
alone.replaceSync(`@media print {
  body > :not(hotblock-worksheet) { display: none !important; }
}`);

export const sheetStyle = css`
  dialog {
    width: min(820px, 100vw);
    max-width: 100vw;
    height: 100dvh;
    max-height: 100dvh;
    padding: 0 40px 40px;
    border: 0;
    overflow-y: auto;
    color: var(--ink);
    background: var(--paper);
  }
  dialog::backdrop {
    background: rgb(10 14 20 / 60%);
  }
  .tools {
    position: sticky;
    top: 0;
    display: flex;
    gap: 8px;
    align-items: center;
    padding: 16px 0;
    background: var(--paper);
    border-bottom: 1px solid var(--rule);
  }
  header {
    padding: 20px 0 4px;
  }
  h1 {
    margin: 2px 0 4px;
    font-size: 24px;
    line-height: 32px;
  }
  .fields {
    display: grid;
    grid-template-columns: 2fr 1fr;
    gap: 32px;
    margin: 20px 0 8px;
  }
  .fields span {
    padding-bottom: 4px;
    border-bottom: 1px solid var(--line);
    font-size: 13px;
    color: var(--soft);
  }
  .address {
    overflow-wrap: anywhere;
    font-size: 12px;
  }
  section {
    padding-top: 20px;
    margin-top: 20px;
    border-top: 1px solid var(--line);
  }
  h2 {
    margin-bottom: 4px;
  }
  h3 {
    font-size: 13px;
    font-weight: 650;
    color: var(--soft);
  }
  .asked {
    margin-top: 12px;
    break-inside: avoid;
  }
  ul {
    margin: 4px 0 0;
    padding: 0;
    list-style: none;
  }
  li {
    display: grid;
    grid-template-columns: 16px 1fr;
    gap: 10px;
    padding: 3px 0;
    line-height: 21px;
  }
  .box {
    width: 14px;
    height: 14px;
    margin-top: 3px;
    border: 1px solid var(--ink);
    border-radius: 3px;
    font-size: 12px;
    line-height: 12px;
    text-align: center;
  }
  .right .said {
    font-weight: 650;
  }
  table {
    width: 100%;
    margin: 14px 0;
    border-collapse: collapse;
    font-size: 13px;
    break-inside: avoid;
  }
  th,
  td {
    height: 28px;
    padding: 4px 8px;
    border: 1px solid var(--line);
    font-weight: 400;
    text-align: right;
  }
  th:first-child {
    text-align: left;
  }
  .why {
    height: 76px;
    margin-top: 8px;
    border-bottom: 1px solid var(--line);
    font-size: 13px;
    color: var(--soft);
  }
  @media print {
    dialog {
      position: static;
      width: auto;
      height: auto;
      max-height: none;
      padding: 0;
      overflow: visible;
    }
    .tools {
      display: none;
    }
    .prose,
    li {
      font-size: 13px;
      line-height: 19px;
    }
  }
`;
