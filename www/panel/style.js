/** How the rail looks: space and rules part its sections, no boxes. */
import { css } from "lit";

export const panelStyle = css`
  :host {
    display: block;
  }
  section + section {
    margin-top: 24px;
  }
  .cure {
    display: flex;
    gap: 12px;
    padding: 12px 0;
    border-bottom: 1px solid var(--rule);
  }
  .cure:last-of-type {
    border-bottom: 0;
  }
  .cure .words {
    flex: 1;
    min-width: 0;
  }
  .cure .title {
    display: flex;
    align-items: center;
    justify-content: space-between;
    min-height: 24px;
    gap: 8px;
  }
  .cure label {
    font-weight: 650;
    cursor: pointer;
  }
  .cure .title input {
    width: 72px;
    min-height: 28px;
    padding: 0 4px 0 8px;
    text-align: right;
  }
  .cure p {
    font-size: 13px;
    line-height: 18px;
  }
  .promise,
  .price {
    display: block;
    padding-left: 14px;
    text-indent: -14px;
  }
  .promise::before,
  .price::before {
    display: inline-block;
    width: 14px;
    text-indent: 0;
    font-weight: 650;
  }
  .promise::before {
    content: "+";
    color: var(--now);
  }
  .price {
    color: var(--soft);
  }
  .price::before {
    content: "−";
    color: var(--warn);
  }
  .find {
    display: flex;
    gap: 8px;
    align-items: center;
    margin-bottom: 8px;
  }
  .find input {
    flex: 1;
    min-width: 0;
    min-height: 36px;
  }
  details {
    border-top: 1px solid var(--rule);
  }
  details:last-of-type {
    border-bottom: 1px solid var(--rule);
  }
  summary {
    display: flex;
    align-items: center;
    justify-content: space-between;
    min-height: 40px;
    cursor: pointer;
    list-style: none;
    font-weight: 650;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  summary span:first-child::before {
    content: "";
    display: inline-block;
    width: 6px;
    height: 6px;
    margin-right: 10px;
    border: solid var(--soft);
    border-width: 0 1.5px 1.5px 0;
    transform: rotate(-45deg) translate(-1px, -1px);
    transition: transform 180ms ease-out;
  }
  details[open] summary span:first-child::before {
    transform: rotate(45deg) translate(-1px, -2px);
  }
  summary .quiet {
    font-weight: 400;
  }
  .lever {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    column-gap: 12px;
    padding: 4px 0 8px;
  }
  .lever .head {
    display: flex;
    align-items: center;
    min-width: 0;
    min-height: 32px;
    font-size: 13px;
    line-height: 16px;
  }
  .lever .head label {
    min-width: 0;
  }
  .lever[data-changed] .head label {
    font-weight: 650;
  }
  .lever[data-changed] .head label::before {
    content: "";
    display: inline-block;
    width: 6px;
    height: 6px;
    margin: 0 6px 1px 0;
    border-radius: 3px;
    background: var(--now);
  }
  .head button {
    min-height: 24px;
    font-size: 12px;
    color: var(--soft);
  }
  .head .why,
  .title .why {
    min-height: 24px;
    width: 24px;
    padding: 0;
    border-radius: 12px;
  }
  .head .reset {
    color: var(--now);
    text-decoration: underline;
    text-underline-offset: 2px;
    padding: 0 4px 0 8px;
  }
  .given {
    display: inline-flex;
    align-items: center;
    gap: 6px;
  }
  .given input {
    width: 92px;
    padding: 0 4px 0 8px;
    text-align: right;
  }
  .head .unit {
    font-weight: 400;
    font-size: 12px;
    color: var(--soft);
  }
  .lever select {
    max-width: 148px;
    padding: 0 6px;
  }
  .slide,
  .explained,
  .needs,
  .idle {
    grid-column: 1 / -1;
  }
  .explained {
    padding: 8px 12px;
    margin: 4px 0;
    border-left: 2px solid var(--now);
    background: var(--wash);
    font-size: 13px;
    line-height: 18px;
  }
  .explained p + p {
    margin-top: 4px;
  }
  code {
    font: 12px/1.4 var(--mono);
    overflow-wrap: anywhere;
  }
  .idle,
  .needs {
    font-size: 13px;
    color: var(--warn);
  }
  .needs {
    color: var(--soft);
  }
  .waiting {
    height: 480px;
  }
`;
