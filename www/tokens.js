/** The look in one place: paper and ink, one accent for now, grey for the baseline. */
import { css } from "lit";

export const tokens = css`
  :host {
    color-scheme: light dark;
    --paper: light-dark(#faf9f6, #14161a);
    --sheet: light-dark(#ffffff, #1a1d22);
    --ink: light-dark(#1d2025, #e8e6e1);
    --soft: light-dark(#595e67, #a6a9ae);
    --rule: light-dark(#e5e2db, #282c33);
    --line: light-dark(#84878c, #70757d);
    --wash: light-dark(#f0eee8, #1e2228);
    --now: var(--hotblock-accent, light-dark(#0b7a75, #4cc9b8));
    --on-now: light-dark(#ffffff, #0b1514);
    --baseline: light-dark(#878a90, #7b8088);
    --warn: light-dark(#945700, #f0b04a);
    --warn-wash: light-dark(#fbf0dc, #2c2415);
    --screen: #0a1220;
    --sans: system-ui, sans-serif;
    --mono: ui-monospace, "Cascadia Mono", "DejaVu Sans Mono", monospace;
    --class-cpu: light-dark(#2f8f3a, #3fbf55);
    --class-user-i-o: light-dark(#1f5fd6, #5b93f5);
    --class-system-i-o: light-dark(#2a8fc4, #67c1f0);
    --class-concurrency: light-dark(#8b1a00, #c9492e);
    --class-application: light-dark(#d0321a, #f0624a);
    --class-commit: light-dark(#d96a00, #f58b2a);
    --class-configuration: light-dark(#6b4e12, #a68238);
    --class-administrative: light-dark(#6a6d4e, #989b78);
    --class-network: light-dark(#938459, #b8a97c);
    --class-cluster: light-dark(#8f8a6f, #d3cdb2);
    --class-scheduler: light-dark(#5b9c46, #9be08a);
    --class-run-queue: light-dark(#7d9e3c, #c5e07a);
    --class-other: light-dark(#d0508f, #f28ac0);
  }
  :host([theme="light"]) {
    color-scheme: light;
  }
  :host([theme="dark"]) {
    color-scheme: dark;
  }
  :host([palette="okabe-ito"]) {
    --class-cpu: light-dark(#00855f, #1fc796);
    --class-user-i-o: light-dark(#0072b2, #4aa3dd);
    --class-system-i-o: light-dark(#2b93cf, #56b4e9);
    --class-concurrency: light-dark(#c04a00, #e0722a);
    --class-application: light-dark(#b35a8c, #d68bb3);
    --class-commit: light-dark(#b87800, #e69f00);
    --class-configuration: light-dark(#6d6d6d, #9a9a9a);
    --class-scheduler: light-dark(#8c8200, #f0e442);
    --class-other: light-dark(#3a3a3a, #d8d8d8);
  }
  @media (forced-colors: active) {
    :host {
      --paper: Canvas;
      --sheet: Canvas;
      --ink: CanvasText;
      --soft: CanvasText;
      --rule: GrayText;
      --line: CanvasText;
      --wash: Canvas;
      --now: Highlight;
      --on-now: HighlightText;
      --baseline: GrayText;
      --warn: CanvasText;
      --warn-wash: Canvas;
    }
  }
  @media print {
    :host {
      color-scheme: light;
    }
  }
`;

/** What all of the page's elements share: type, controls, focus. */
export const base = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  :host {
    font: 15px/1.45 var(--sans);
    font-variant-numeric: tabular-nums;
    color: var(--ink);
    -webkit-text-size-adjust: 100%;
  }
  h1,
  h2,
  h3,
  p,
  figure,
  dl,
  dd {
    margin: 0;
  }
  h2 {
    font-size: 18px;
    line-height: 24px;
    font-weight: 650;
    letter-spacing: -0.005em;
  }
  button,
  select,
  input,
  summary {
    font: inherit;
    font-size: 13px;
    color: inherit;
  }
  button,
  select,
  input:not([type="range"], [type="checkbox"]) {
    min-height: 32px;
    padding: 0 12px;
    border: 1px solid var(--line);
    border-radius: 6px;
    background: var(--sheet);
  }
  button {
    cursor: pointer;
    white-space: nowrap;
  }
  button:hover:not(:disabled) {
    border-color: var(--ink);
  }
  button:disabled {
    cursor: default;
    color: var(--soft);
    border-color: var(--rule);
    background: none;
  }
  button.plain {
    border-color: transparent;
    background: none;
    padding: 0 8px;
  }
  button.plain:hover {
    background: var(--wash);
    border-color: transparent;
  }
  button.primary {
    background: var(--now);
    border-color: var(--now);
    color: var(--on-now);
    font-weight: 650;
  }
  button.primary:disabled {
    background: var(--wash);
    border-color: var(--rule);
    color: var(--soft);
  }
  :focus-visible {
    outline: 2px solid var(--now);
    outline-offset: 2px;
  }
  a {
    color: var(--now);
  }
  button.term {
    min-height: 0;
    padding: 0;
    border: 0;
    border-radius: 2px;
    background: none;
    font-size: inherit;
    text-align: inherit;
    white-space: inherit;
    text-decoration: underline dotted var(--line);
    text-underline-offset: 3px;
  }
  button.term:hover {
    text-decoration: underline solid var(--now);
  }
  .quiet {
    color: var(--soft);
    font-size: 13px;
  }
  .hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .segmented {
    display: inline-flex;
    border: 1px solid var(--line);
    border-radius: 6px;
    overflow: hidden;
    background: var(--sheet);
  }
  .segmented label {
    position: relative;
    display: grid;
    place-items: center;
    min-height: 28px;
    padding: 0 10px;
    font-size: 13px;
    cursor: pointer;
    color: var(--soft);
  }
  .segmented label + label {
    border-left: 1px solid var(--rule);
  }
  .segmented input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  .segmented label:has(:checked) {
    color: var(--ink);
    font-weight: 650;
    background: var(--wash);
    box-shadow: inset 0 -2px 0 var(--now);
  }
  .segmented label:has(:focus-visible) {
    outline: 2px solid var(--now);
    outline-offset: -2px;
  }
  input.switch {
    appearance: none;
    flex: none;
    position: relative;
    width: 40px;
    height: 24px;
    margin: 0;
    border: 1.5px solid var(--line);
    border-radius: 12px;
    background: var(--sheet);
    cursor: pointer;
    transition: background 180ms ease-out;
  }
  input.switch::after {
    content: "";
    position: absolute;
    top: 3.5px;
    left: 4px;
    width: 14px;
    height: 14px;
    border-radius: 7px;
    background: var(--line);
    transition: left 180ms ease-out;
  }
  input.switch:checked {
    background: var(--now);
    border-color: var(--now);
  }
  input.switch:checked::after {
    left: 19px;
    background: var(--on-now);
  }
  input[type="range"] {
    accent-color: var(--now);
    width: 100%;
    height: 24px;
    margin: 0;
    cursor: pointer;
  }
  @media (forced-colors: active) {
    input.switch::after {
      background: CanvasText;
      forced-color-adjust: none;
    }
    input.switch:checked::after {
      background: HighlightText;
    }
    input.switch:checked {
      background: Highlight;
      forced-color-adjust: none;
    }
    button.primary:not(:disabled) {
      forced-color-adjust: none;
    }
    .segmented label:has(:checked) {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      transition: none !important;
      animation: none !important;
    }
  }
`;
