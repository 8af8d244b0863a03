/** How the heat maps look: dark screens on the page's paper, by day and by night. */
import { css } from "lit";

export const heatStyle = css`
  :host {
    display: block;
  }
  .top {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 20px;
    min-height: 32px;
    margin-bottom: 8px;
  }
  .space {
    flex: 1;
  }
  .scale {
    width: 200px;
    height: 26px;
    overflow: visible;
    font: 11px var(--sans);
  }
  .scale text {
    fill: var(--soft);
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
  .maps {
    display: flex;
    gap: 24px;
  }
  .maps.stacked {
    flex-direction: column;
    gap: 12px;
  }
  figure {
    flex: 1;
    min-width: 0;
  }
  figcaption {
    display: flex;
    gap: 8px;
    align-items: baseline;
    min-height: 24px;
    font-size: 13px;
  }
  figcaption::before {
    content: "";
    width: 10px;
    height: 10px;
    border-radius: 2px;
    background: var(--baseline);
  }
  figcaption.now::before {
    background: var(--now);
  }
  .screen {
    position: relative;
    height: 320px;
    border-radius: 6px;
    overflow: hidden;
    background: var(--screen);
    cursor: crosshair;
  }
  .stacked .screen.shared {
    height: 200px;
  }
  .screen p {
    display: grid;
    place-items: center;
    height: 100%;
    color: #c9cdd6;
  }
  canvas,
  .screen svg {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
  }
  .screen svg {
    pointer-events: none;
  }
  .part {
    stroke: #ffffff;
    stroke-opacity: 0.22;
  }
  .band {
    font: 12px var(--sans);
    fill: #dfe3ea;
    paint-order: stroke;
    stroke: #0a1220;
    stroke-width: 4px;
    stroke-linejoin: round;
  }
  .cross line {
    stroke: #ffffff;
    stroke-opacity: 0.5;
  }
  .cross circle,
  .pin circle {
    fill: none;
    stroke: #ffffff;
    stroke-width: 2;
  }
  .pin line {
    display: none;
  }
  .pin circle {
    stroke: #ffb000;
    stroke-width: 2.5;
  }
  .time {
    display: block;
    width: 100%;
    height: 22px;
    overflow: visible;
    font: 12px var(--sans);
  }
  .time line {
    stroke: var(--line);
  }
  .time text {
    fill: var(--soft);
  }
  .axis-room {
    height: 22px;
  }
  .readout {
    min-height: 40px;
    padding-top: 6px;
    font-size: 13px;
    line-height: 19px;
  }
  .card {
    display: grid;
    grid-template-columns: minmax(0, 5fr) minmax(0, 7fr);
    gap: 24px;
    margin-bottom: 16px;
    padding: 16px 0;
    border-top: 2px solid #ffb000;
    border-bottom: 1px solid var(--rule);
  }
  .card h3 {
    font-size: 15px;
    font-weight: 650;
    margin-bottom: 8px;
  }
  .card dl {
    display: grid;
    grid-template-columns: repeat(3, auto);
    gap: 8px 16px;
    justify-content: start;
  }
  .card dt {
    font-size: 12px;
    color: var(--soft);
  }
  .card pre {
    margin: 4px 0 12px;
    padding: 12px;
    overflow: auto;
    border-radius: 6px;
    background: var(--wash);
    font: 12px/1.5 var(--mono);
  }
  .stacked ~ .card {
    grid-template-columns: minmax(0, 1fr);
  }
  .stacked ~ .readout .hint {
    display: none;
  }
  details {
    margin-bottom: 16px;
    font-size: 13px;
  }
  summary {
    min-height: 28px;
    cursor: pointer;
    color: var(--soft);
  }
  table {
    width: 100%;
    border-collapse: collapse;
    line-height: 18px;
  }
  th,
  td {
    padding: 7px 12px 7px 0;
    border-bottom: 1px solid var(--rule);
    text-align: left;
    font-weight: 400;
  }
  thead th {
    font-size: 12px;
    color: var(--soft);
    border-color: var(--line);
  }
  .number {
    padding: 7px 0 7px 12px;
    text-align: right;
  }
  .exports {
    margin: 8px 0 0 -8px;
  }
  .exports button {
    min-height: 28px;
    font-size: 12px;
    color: var(--soft);
  }
  .stacked ~ details :is(table, tbody, tr, th, td) {
    display: block;
  }
  .stacked ~ details thead {
    position: absolute;
    contain: strict;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  .stacked ~ details tr {
    padding: 8px 0;
    border-bottom: 1px solid var(--rule);
  }
  .stacked ~ details tbody :is(th, td) {
    display: flex;
    justify-content: space-between;
    padding: 1px 0;
    border: 0;
  }
  .stacked ~ details td::before {
    content: attr(data-label);
    color: var(--soft);
  }
  @media (forced-colors: active) {
    .screen {
      forced-color-adjust: none;
      outline: 1px solid CanvasText;
    }
  }
`;
