/** The page's grid: a bar, a rail of levers, and the result; on a phone the rail is a sheet. */
import { css } from "lit";

export const playgroundStyle = css`
  :host {
    display: block;
    container-type: inline-size;
    background: var(--paper);
    min-height: 480px;
  }
  header {
    position: sticky;
    z-index: 3;
    top: 0;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 16px;
    min-height: 56px;
    padding: 8px max(24px, calc((100cqw - 1360px) / 2));
    background: var(--paper);
    border-bottom: 1px solid var(--rule);
  }
  h1 {
    display: flex;
    align-items: center;
    gap: 10px;
    font-size: 18px;
    line-height: 24px;
    font-weight: 650;
    letter-spacing: -0.01em;
  }
  .mark {
    width: 20px;
    height: 20px;
    fill: var(--ink);
  }
  .mark path {
    fill: #ffd43b;
  }
  .preset {
    min-height: 36px;
    max-width: 280px;
    font-size: 15px;
    font-weight: 650;
    padding: 0 8px;
  }
  .go {
    display: flex;
    gap: 8px;
  }
  .go button {
    min-height: 36px;
    min-width: 64px;
  }
  .progress {
    flex: 1 1 120px;
    min-width: 120px;
    max-width: 360px;
    font-size: 12px;
    line-height: 16px;
    color: var(--soft);
    white-space: nowrap;
  }
  .progress span {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  progress {
    appearance: none;
    display: block;
    width: 100%;
    height: 4px;
    margin: 4px 0;
    border: 0;
    border-radius: 2px;
    overflow: hidden;
    background: var(--rule);
    color: var(--baseline);
  }
  progress::-webkit-progress-bar {
    background: var(--rule);
  }
  progress::-webkit-progress-value {
    background: var(--baseline);
  }
  progress::-moz-progress-bar {
    background: var(--baseline);
  }
  [data-busy] progress::-webkit-progress-value {
    background: var(--now);
  }
  [data-busy] progress::-moz-progress-bar {
    background: var(--now);
  }
  .whole {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 4px;
    margin-left: auto;
  }
  .seed {
    display: flex;
    align-items: center;
    gap: 8px;
    font-size: 13px;
    color: var(--soft);
    margin-right: 8px;
  }
  .seed input {
    width: 84px;
    padding: 0 4px 0 8px;
    text-align: right;
    color: var(--ink);
  }
  .theme {
    min-width: 104px;
    text-align: left;
  }
  .notices {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 8px 24px;
    padding: 16px max(24px, calc((100cqw - 1360px) / 2));
    background: var(--warn-wash);
    border-bottom: 1px solid var(--rule);
    box-shadow: inset 4px 0 0 var(--warn);
  }
  .notices.mild {
    padding-top: 8px;
    padding-bottom: 8px;
    font-size: 13px;
  }
  .notices > :not(button) {
    grid-column: 1;
  }
  .notices > button {
    grid-column: 2;
    grid-row: 1;
    align-self: start;
  }
  .notices table {
    border-collapse: collapse;
    font-size: 13px;
    margin-top: 8px;
  }
  .notices th,
  .notices td {
    text-align: left;
    padding: 4px 24px 4px 0;
    font-weight: 400;
  }
  .notices thead th {
    color: var(--soft);
    font-size: 12px;
  }
  .notices pre {
    overflow: auto;
    font: 12px/1.5 var(--mono);
    white-space: pre-wrap;
  }
  .acts {
    display: flex;
    gap: 8px;
    margin-top: 8px;
  }
  code {
    font: 12px/1.4 var(--mono);
  }
  .body {
    display: grid;
    grid-template-columns: 300px minmax(0, 1fr);
    gap: 48px;
    max-width: 1408px;
    margin: 0 auto;
    padding: 24px 24px 96px;
  }
  .body[data-lesson] {
    grid-template-columns: 400px minmax(0, 1fr);
    gap: 40px;
  }
  .rail {
    position: sticky;
    top: 81px;
    align-self: start;
    max-height: calc(100vh - 81px);
    margin-top: 4px;
    padding-bottom: 32px;
    overflow-y: auto;
    scrollbar-width: thin;
    scrollbar-color: var(--rule) transparent;
    padding-right: 12px;
    margin-right: -12px;
  }
  .handle {
    display: none;
  }
  .result {
    min-width: 0;
  }
  .lead {
    min-height: 116px;
    margin-bottom: 16px;
  }
  .headline {
    font-size: 24px;
    line-height: 32px;
    font-weight: 400;
    letter-spacing: -0.01em;
    text-wrap: pretty;
    max-width: 62ch;
  }
  .headline b {
    font-weight: 650;
    white-space: nowrap;
  }
  .verdict {
    margin-top: 8px;
    font-size: 13px;
    color: var(--soft);
  }
  .verdict::first-letter {
    text-transform: uppercase;
  }
  .verdict.preview,
  .verdict.worse {
    color: var(--warn);
  }
  .verdict.better {
    color: var(--now);
    font-weight: 650;
  }
  .happened {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 248px;
    gap: 48px;
    margin-top: 20px;
    padding-top: 24px;
    border-top: 1px solid var(--rule);
  }
  .figures dl > div {
    padding: 0 0 16px;
  }
  .figures dl > div + div {
    border-top: 1px solid var(--rule);
    padding-top: 12px;
  }
  .figures dt {
    font-size: 13px;
    color: var(--soft);
  }
  .figures dt {
    display: flex;
    justify-content: space-between;
  }
  .figures dd {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 8px;
    line-height: 32px;
  }
  .is {
    font-size: 24px;
    font-weight: 650;
    letter-spacing: -0.01em;
  }
  .was {
    font-size: 15px;
    color: var(--soft);
  }
  .was::after {
    content: " →";
  }
  .unit {
    font-size: 13px;
    color: var(--soft);
  }
  .times {
    font-size: 13px;
    font-weight: 650;
    color: var(--soft);
  }
  .times.good {
    color: var(--now);
  }
  .times.bad {
    color: var(--warn);
  }
  .figures .published {
    flex-basis: 100%;
    font-size: 12px;
    line-height: 18px;
    color: var(--soft);
  }
  .check {
    display: inline-flex;
    align-items: center;
    gap: 8px;
    min-height: 28px;
    font-size: 13px;
    cursor: pointer;
  }
  .check input {
    width: 16px;
    height: 16px;
    margin: 0;
    accent-color: var(--now);
  }
  hotblock-tabs {
    margin-top: 48px;
  }
  .card {
    margin-top: 48px;
    border-top: 1px solid var(--rule);
  }
  .card summary {
    min-height: 48px;
    line-height: 48px;
    font-size: 15px;
    font-weight: 650;
    cursor: pointer;
  }
  .origin {
    display: none;
  }
  [data-blocked] {
    display: block;
  }
  [data-blocked] .rail {
    display: none;
  }
  @container (max-width: 1080px) {
    .happened {
      grid-template-columns: minmax(0, 1fr);
      gap: 32px;
    }
    .figures dl {
      display: grid;
      grid-template-columns: repeat(4, minmax(0, 1fr));
      gap: 0 32px;
    }
    .figures dl > div + div {
      border-top: 0;
      padding-top: 0;
    }
    .body {
      gap: 32px;
    }
  }
  @container (max-width: 860px) {
    header {
      position: static;
      padding: 8px 16px;
      gap: 8px 12px;
    }
    .whole {
      margin-left: 0;
    }
    .body {
      display: block;
      padding: 16px 16px 120px;
    }
    .headline {
      font-size: 18px;
      line-height: 26px;
    }
    .figures dl {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
  @container (max-width: 560px) {
    .whole .embed {
      display: none;
    }
    .progress {
      flex: 1;
      min-width: 0;
      max-width: none;
    }
    .preset {
      flex: 1 1 180px;
      min-width: 0;
      max-width: none;
    }
    .go button {
      min-height: 44px;
      min-width: 76px;
    }
    .whole {
      flex: 1 1 100%;
      justify-content: space-between;
      margin: 0 -6px 0 0;
    }
    .whole button {
      min-height: 40px;
      padding: 0 4px;
    }
    .seed {
      margin: 0;
    }
    .seed input {
      width: 56px;
    }
    .theme {
      min-width: 0;
    }
    .theme {
      position: relative;
    }
    .theme .value {
      position: absolute;
      left: 0;
      width: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    .lead {
      min-height: 150px;
    }
  }
  @media print {
    .origin {
      display: block;
      margin-top: 24px;
      font-size: 12px;
    }
    .card,
    header,
    .rail,
    .pin {
      display: none;
    }
    .body {
      display: block;
      padding: 0;
    }
  }
`;
