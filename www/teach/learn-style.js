/** How the dialog with lessons, cards and glossary looks. */
import { css } from "lit";

export const learnStyle = css`
  dialog {
    width: min(860px, calc(100vw - 32px));
    height: min(760px, calc(100vh - 48px));
    padding: 20px 28px 28px;
    border: 1px solid var(--line);
    border-radius: 6px;
    color: var(--ink);
    background: var(--paper);
  }
  dialog[open] {
    display: flex;
    flex-direction: column;
  }
  dialog::backdrop {
    background: rgb(10 14 20 / 45%);
  }
  .head {
    display: flex;
    justify-content: space-between;
    align-items: center;
  }
  [role="tablist"] {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    gap: 0 4px;
    margin: 4px 0 16px;
    border-bottom: 1px solid var(--line);
  }
  [role="tab"] {
    min-height: 40px;
    margin-bottom: -1px;
    padding: 0 11px;
    border: 0;
    border-bottom: 3px solid transparent;
    border-radius: 0;
    background: none;
    font-size: 15px;
    color: var(--soft);
  }
  [role="tab"]:first-child {
    margin-left: -11px;
  }
  [role="tab"]:hover {
    color: var(--ink);
    background: var(--wash);
  }
  [role="tab"][aria-selected="true"] {
    color: var(--ink);
    font-weight: 650;
    border-bottom-color: var(--now);
  }
  .panel {
    flex: 1;
    min-height: 0;
    margin: 0 -28px -28px;
    padding: 0 28px 28px;
    overflow-y: auto;
    scrollbar-width: thin;
  }
  .intro {
    max-width: 64ch;
    margin-bottom: 12px;
  }
  .list {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .list li {
    display: grid;
    grid-template-columns: 1fr auto;
    gap: 4px 24px;
    align-items: center;
    padding: 14px 0;
    border-top: 1px solid var(--rule);
  }
  h3 {
    font-size: 15px;
    line-height: 22px;
    font-weight: 650;
  }
  .list button {
    min-width: 96px;
    min-height: 36px;
  }
  .foot {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
    padding-top: 12px;
    border-top: 1px solid var(--rule);
  }
  .foot button {
    margin-left: -8px;
  }
  .question {
    border-top: 1px solid var(--rule);
  }
  .question[open] {
    padding-bottom: 20px;
  }
  .question summary {
    min-height: 44px;
    padding: 11px 0;
    font-size: 15px;
    line-height: 22px;
    cursor: pointer;
  }
  .question[open] summary {
    font-weight: 650;
  }
  .question > :not(summary) {
    margin-left: 17px;
    max-width: 64ch;
  }
  .minor {
    margin: 14px 0 2px;
    font-size: 13px;
    font-weight: 650;
    color: var(--soft);
  }
  .prose.quiet {
    color: var(--soft);
  }
  .acts {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin: 12px 0;
  }
  pre {
    margin: 0;
    padding: 16px;
    overflow-x: auto;
    border-radius: 6px;
    background: var(--wash);
    font: 12px/18px var(--mono);
  }
  @media (max-width: 640px) {
    dialog {
      width: 100vw;
      max-width: 100vw;
      height: 100dvh;
      max-height: 100dvh;
      margin: 0;
      padding: 12px 16px 16px;
      border: 0;
      border-radius: 0;
    }
    .panel {
      margin: 0 -16px -16px;
      padding: 0 16px 24px;
    }
    [role="tab"] {
      min-height: 44px;
      padding: 0 9px;
    }
    [role="tab"]:first-child {
      margin-left: -9px;
    }
    .list li {
      grid-template-columns: 1fr;
    }
    .list button {
      justify-self: start;
      min-height: 44px;
    }
    .question > :not(summary) {
      margin-left: 0;
    }
  }
`;
