/** The levers' sheet on a phone: at the bottom, half the height at most, the result in view. */
import { css } from "lit";

export const sheetStyle = css`
  @container (max-width: 860px) {
    .rail {
      position: fixed;
      z-index: 4;
      top: auto;
      bottom: 0;
      left: 0;
      right: 0;
      max-height: none;
      margin: 0;
      padding: 0;
      overflow: visible;
      background: var(--paper);
      border-top: 1px solid var(--line);
      box-shadow: 0 -8px 24px rgb(0 0 0 / 12%);
    }
    .handle {
      display: flex;
      align-items: center;
      gap: 12px;
      width: 100%;
      min-height: 52px;
      padding: 0 16px;
      border: 0;
      border-radius: 0;
      background: none;
      font-size: 15px;
      font-weight: 650;
    }
    .handle .quiet {
      font-weight: 400;
      margin-right: auto;
    }
    .handle::after {
      content: "";
      width: 8px;
      height: 8px;
      border: solid var(--soft);
      border-width: 2px 0 0 2px;
      transform: rotate(45deg) translate(2px, 2px);
    }
    [data-sheet] .handle::after {
      transform: rotate(225deg) translate(2px, 2px);
    }
    #levers-body {
      display: none;
      max-height: 46vh;
      overflow-y: auto;
      overscroll-behavior: contain;
      padding: 0 16px 24px;
      border-top: 1px solid var(--rule);
    }
    [data-sheet] #levers-body {
      display: block;
    }
  }
`;
