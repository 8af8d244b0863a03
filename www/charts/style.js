/** How charts look: the same few classes in all of them, coloured by the page's tokens. */
import { css } from "lit";

export const chartStyle = css`
  svg.chart {
    display: block;
    width: 100%;
    height: auto;
    overflow: visible;
    font: 13px/1.2 var(--sans);
    font-variant-numeric: tabular-nums;
  }
  .chart text {
    fill: var(--ink);
  }
  .chart .axis text,
  .chart text.quiet {
    fill: var(--soft);
    font-size: 12px;
  }
  .chart .note {
    fill: var(--soft);
    font-size: 12px;
  }
  .chart text.small {
    font-size: 12px;
  }
  .chart .grid {
    stroke: var(--rule);
  }
  .chart .zero {
    stroke: var(--line);
  }
  .chart .name {
    font-weight: 650;
  }
  .chart .now {
    fill: var(--now);
  }
  .chart .baseline {
    fill: var(--baseline);
  }
  .chart .outline {
    fill: none;
    stroke: var(--baseline);
    stroke-width: 2;
  }
  .chart text.now,
  .chart text.baseline {
    fill: var(--ink);
  }
  .chart text.baseline {
    fill: var(--soft);
  }
  .chart text.now {
    font-weight: 650;
  }
  .chart rect.now,
  .chart rect.baseline {
    transition: width 180ms ease-out, height 180ms ease-out, y 180ms ease-out;
  }
  .chart .stroke {
    fill: none;
    stroke: var(--now);
    stroke-width: 2;
  }
  .chart .stroke.other {
    stroke: var(--baseline);
  }
  .chart .arc {
    fill: none;
    stroke: var(--now);
    stroke-opacity: 0.75;
  }
  .chart .arc.baseline {
    stroke: var(--baseline);
  }
  .chart .box {
    fill: var(--sheet);
    stroke: var(--line);
  }
  .chart .running,
  .keys .running {
    fill: var(--class-cpu);
    background: var(--class-cpu);
    opacity: 0.55;
  }
  .chart .spinning,
  .keys .spinning {
    fill: var(--warn);
    background: var(--warn);
  }
  .chart .holding,
  .keys .holding {
    fill: var(--ink);
    background: var(--ink);
  }
  .chart .spell,
  .keys .spell {
    fill: var(--class-concurrency);
    background: var(--class-concurrency);
  }
  .keys {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
    margin: 4px 0 0;
    padding: 0;
    list-style: none;
    font-size: 13px;
  }
  .keys i {
    display: inline-block;
    width: 12px;
    height: 12px;
    margin-right: 6px;
    forced-color-adjust: none;
  }
  .chart .present {
    fill: var(--paper);
    stroke: var(--now);
    stroke-width: 3;
  }
  .chart .limit {
    stroke: var(--ink);
    stroke-dasharray: 6 4;
    stroke-width: 1.5;
  }
  .chart .halo {
    paint-order: stroke;
    stroke: var(--paper);
    stroke-width: 3px;
    stroke-linejoin: round;
  }
  .chart .band {
    fill: var(--wash);
  }
  .chart .better {
    fill: var(--now);
    stroke: var(--now);
  }
  .chart .worse {
    fill: var(--warn);
    stroke: var(--warn);
  }
  .chart .unsure {
    fill: var(--baseline);
    stroke: var(--baseline);
  }
  .chart .whisker {
    stroke-width: 2;
  }
  @media (prefers-reduced-motion: reduce) {
    .chart rect {
      transition: none !important;
    }
  }
`;
