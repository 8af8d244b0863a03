/** The hero: where the waits fall, over time and blocks, the baseline beside now. */
import { scaleLinear } from "d3-scale";
import { html, LitElement, nothing, svg } from "lit";
import { colourAt, draw, largest } from "../charts/heatmap.js";
import { compact, count, duration, percent, seconds } from "../format.js";
import { text } from "../strings.js";
import { base } from "../tokens.js";
import { block, DATA_BLOCK, latched, owners, query } from "./block.js";
import { heatStyle } from "./style.js";
import { table } from "./table.js";

/** @typedef {import("../types.js").Result} Result */
/** @typedef {import("../types.js").Heat} Heat */
/** @typedef {{ side: number, row: number, column: number }} Cell */

const words = text.heat;
const HEIGHT = 320;

/** The segment that a row of the picture belongs to. @param {Heat} heat @param {number} row */
const segmentOf = (heat, row) =>
  heat.segments.find(({ first_row, rows }) => row >= first_row && row < first_row + rows) ??
  heat.segments[heat.segments.length - 1];

/** `<hotblock-heat>`: two heat maps on one canvas each, read by pointer or arrow keys. */
export class HeatMaps extends LitElement {
  static properties = {
    pair: { attribute: false },
    metric: { state: true },
    clock: { state: true },
    cell: { state: true },
    pinned: { state: true },
    spoken: { state: true },
    width: { state: true },
  };
  static styles = [base, heatStyle];

  constructor() {
    super();
    /** @type {import("../types.js").Pair | null} */
    this.pair = null;
    /** @type {"waits" | "touches"} */
    this.metric = "waits";
    this.clock = false;
    /** @type {Cell | null} */
    this.cell = null;
    /** @type {Cell | null} */
    this.pinned = null;
    /** What a screen reader is told of the cell that the arrow keys read. */
    this.spoken = "";
    this.width = 0;
    this.watch = new ResizeObserver(([entry]) => {
      this.width = Math.floor(entry.contentRect.width);
    });
  }

  connectedCallback() {
    super.connectedCallback();
    this.watch.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.watch.disconnect();
  }

  /** The runs that have a picture, the baseline first. @returns {{ name: string, run: Result }[]} */
  #sides() {
    const { pair } = this;
    if (!pair) return [];
    const sides = [];
    if (pair.baseline?.views?.heatmap) sides.push({ name: words.baseline, run: pair.baseline });
    if (pair.now.views?.heatmap) {
      sides.push({ name: sides.length ? words.now : words.onlyNow, run: pair.now });
    }
    return sides;
  }

  /** @param {Map<string, unknown>} changes */
  willUpdate(changes) {
    if (!changes.has("pair")) return;
    const before = /** @type {import("../types.js").Pair | null} */ (changes.get("pair"));
    if (before?.now.scenario.preset !== this.pair?.now.scenario.preset) this.pinned = null;
    this.cell = null;
  }

  /** @param {Map<string, unknown>} changes */
  updated(changes) {
    // The reading point moves on top: the pictures below stay as they are drawn.
    if (!["pair", "metric", "clock", "width"].some((name) => changes.has(name))) return;
    const sides = this.#sides();
    const most = Math.max(1, ...sides.map(({ run }) => largest(run.views.heatmap[this.metric])));
    const longest = Math.max(...sides.map(({ run }) => run.report.wall_s));
    this.renderRoot.querySelectorAll("canvas").forEach((canvas, at) => {
      const side = sides[at];
      if (!side) return;
      const ratio = window.devicePixelRatio || 1;
      const { clientWidth, clientHeight } = canvas;
      canvas.width = Math.round(clientWidth * ratio);
      canvas.height = Math.round(clientHeight * ratio);
      const context = canvas.getContext("2d");
      if (!context || canvas.width === 0) return;
      const { heatmap } = side.run.views;
      const span = this.clock ? longest : side.run.report.wall_s;
      draw(
        context,
        {
          columns: heatmap.columns,
          rows: heatmap.rows,
          cells: heatmap[this.metric],
          most,
          log: true,
          shown: Math.max(1, span / heatmap.column_s),
        },
        { left: 0, top: 0, width: canvas.width, height: canvas.height },
      );
    });
  }

  /** The canvases with the names of their sides, for export. */
  pictures() {
    const sides = this.#sides();
    return [...this.renderRoot.querySelectorAll("canvas")].map((canvas, at) => ({
      name: sides[at]?.name ?? "",
      canvas,
    }));
  }

  /** The simulated seconds that a picture's width stands for. @param {Result} run */
  #span(run) {
    return this.clock
      ? Math.max(...this.#sides().map((side) => side.run.report.wall_s))
      : run.report.wall_s;
  }

  /** @param {PointerEvent} event @param {number} side @returns {Cell} */
  #under(event, side) {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const { run } = this.#sides()[side];
    const { heatmap } = run.views;
    const shown = this.#span(run) / heatmap.column_s;
    const column = Math.floor(((event.clientX - box.left) / box.width) * shown);
    const row = Math.floor(((event.clientY - box.top) / box.height) * heatmap.rows);
    return clamped({ side, row, column }, heatmap);
  }

  /** @param {KeyboardEvent} event @param {number} side */
  #key(event, side) {
    const { heatmap } = this.#sides()[side].run.views;
    const from = this.cell?.side === side ? this.cell : this.#hottest(side);
    const step = event.shiftKey ? 10 : 1;
    const moves = /** @type {Record<string, [number, number]>} */ ({
      ArrowUp: [-step, 0],
      ArrowDown: [step, 0],
      ArrowLeft: [0, -step],
      ArrowRight: [0, step],
    });
    const move = moves[event.key];
    if (move) {
      event.preventDefault();
      this.cell = clamped(
        { side, row: from.row + move[0], column: from.column + move[1] },
        heatmap,
      );
      const { segment, found, from: start, waits } = this.#read(this.cell);
      this.spoken = words.spoken(segment.name, found.place, seconds(start), count(waits));
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.pinned = from;
    } else if (event.key === "Escape") {
      this.cell = null;
      this.pinned = null;
    }
  }

  /** The brightest cell of a side. @param {number} side @returns {Cell} */
  #hottest(side) {
    const { heatmap } = this.#sides()[side].run.views;
    const cells = heatmap[this.metric];
    let best = 0;
    for (let at = 0; at < cells.length; at += 1) if (cells[at] > cells[best]) best = at;
    return {
      side,
      row: Math.floor(best / heatmap.columns),
      column: best % heatmap.columns,
    };
  }

  /** What a cell says. @param {Cell} cell */
  #read({ side, row, column }) {
    const { name, run } = this.#sides()[side];
    const { heatmap } = run.views;
    const segment = segmentOf(heatmap, row);
    const at = row * heatmap.columns + column;
    const found = block(heatmap, segment, row);
    return {
      name,
      segment,
      found,
      from: column * heatmap.column_s,
      to: (column + 1) * heatmap.column_s,
      waits: heatmap.waits[at],
      touches: heatmap.touches[at],
    };
  }

  render() {
    const sides = this.#sides();
    const touched = this.pair !== null && sides.length === 0;
    const stacked = this.width > 0 && this.width < 560;
    return html`
      <div class="top">
        <h2>${words.title}</h2>
        ${this.#scale(sides)}
        <span class="space"></span>
        ${
          sides.length > 1
            ? html`<label class="check"
                ><input
                  type="checkbox"
                  .checked=${this.clock}
                  @change=${(/** @type {any} */ { target }) => {
                    this.clock = target.checked;
                  }}
                />${words.same}</label
              >`
            : nothing
        }
        <div class="segmented" role="radiogroup" aria-label=${words.title}>
          ${
            /** @type {const} */ (["waits", "touches"]).map(
              (metric) =>
                html`<label
                ><input
                  type="radio"
                  name="metric"
                  .checked=${this.metric === metric}
                  @change=${() => {
                    this.metric = metric;
                  }}
                />${words[metric]}</label
              >`,
            )
          }
        </div>
      </div>
      <div class="maps ${stacked ? "stacked" : ""}">
        ${
          sides.length === 0
            ? html`<figure>
                <div class="screen">
                  ${touched ? html`<p>${words.none}</p>` : nothing}
                </div>
                <div class="axis-room"></div>
              </figure>`
            : sides.map((side, at) => this.#map(side, at, sides.length))
        }
      </div>
      ${this.#readout()}
      <p class="hidden" role="status">${this.spoken}</p>
      ${this.#card()} ${sides.length ? table(this, sides) : nothing}
    `;
  }

  /** @param {{ name: string, run: Result }} side @param {number} at @param {number} of */
  #map({ name, run }, at, of) {
    const { heatmap } = run.views;
    const stacked = this.width < 560;
    const width = stacked || of === 1 ? this.width : (this.width - 24) / 2;
    const span = this.#span(run);
    const high = stacked && of > 1 ? 200 : HEIGHT;
    const cell = this.cell?.side === at ? this.cell : null;
    const pin = this.pinned?.side === at ? this.pinned : null;
    return html`<figure>
      <figcaption class=${at === of - 1 ? "now" : ""}>
        <b>${name}</b> <span class="quiet">${duration(run.report.wall_s)} simulated</span>
      </figcaption>
      <div
        class="screen ${of > 1 ? "shared" : ""}"
        tabindex="0"
        role="application"
        aria-label=${words.label(name)}
        @pointermove=${(/** @type {PointerEvent} */ event) => {
          this.cell = this.#under(event, at);
        }}
        @pointerleave=${() => {
          this.cell = null;
        }}
        @click=${(/** @type {PointerEvent} */ event) => {
          this.pinned = this.#under(event, at);
        }}
        @keydown=${(/** @type {KeyboardEvent} */ event) => this.#key(event, at)}
      >
        <canvas></canvas>
        <svg viewBox="0 0 ${width} ${high}" preserveAspectRatio="none" aria-hidden="true">
          ${this.#bands(heatmap, width, high)}
          ${cell ? this.#cross(cell, heatmap, span, width, high, "cross") : nothing}
          ${pin ? this.#cross(pin, heatmap, span, width, high, "pin") : nothing}
        </svg>
      </div>
      ${this.#time(span, width)}
    </figure>`;
  }

  /** The names of the segments at the right, where right growth leaves the picture dark.
   * @param {Heat} heat @param {number} width @param {number} high */
  #bands(heat, width, high) {
    return owners(heat).map((segment) => {
      const { name, type, first_row, rows, parts } = segment;
      const top = (first_row / heat.rows) * high;
      const fits = (rows / heat.rows) * high >= 16;
      const kind = parts > 1 ? words.partitions(parts) : type.toLowerCase();
      const said = latched(segment) ? name : `${name}  ${kind}`;
      return svg`
        ${top > 0 ? svg`<line class="part" x1="0" x2=${width} y1=${top} y2=${top} />` : null}
        ${
          fits
            ? svg`<text class="band" x=${width - 8} y=${top + 15} text-anchor="end">${said}</text>`
            : null
        }`;
    });
  }

  /** @param {Cell} cell @param {Heat} heat @param {number} span @param {number} width
   * @param {number} high @param {string} kind */
  #cross({ row, column }, heat, span, width, high, kind) {
    const x = (((column + 0.5) * heat.column_s) / span) * width;
    const y = ((row + 0.5) / heat.rows) * high;
    return svg`<g class=${kind}>
      <line x1="0" x2=${width} y1=${y} y2=${y} />
      <line x1=${x} x2=${x} y1="0" y2=${high} />
      <circle cx=${x} cy=${y} r="7" />
    </g>`;
  }

  /** @param {number} span @param {number} width */
  #time(span, width) {
    const x = scaleLinear([0, span], [0, width]);
    const ticks = x.ticks(Math.max(2, Math.floor(width / 90)));
    return html`<svg class="time" viewBox="0 0 ${width} 22" aria-hidden="true">
      ${ticks.map((tick) => {
        const edge = x(tick) < 8 ? "start" : x(tick) > width - 24 ? "end" : "middle";
        return svg`<line x1=${x(tick)} x2=${x(tick)} y1="0" y2="5" />
          <text x=${x(tick)} y="18" text-anchor=${edge}>${tick}${tick === ticks[ticks.length - 1] ? " s" : ""}</text>`;
      })}
    </svg>`;
  }

  /** @param {{ run: Result }[]} sides */
  #scale(sides) {
    if (sides.length === 0) return nothing;
    const most = Math.max(1, ...sides.map(({ run }) => largest(run.views.heatmap[this.metric])));
    const x = (/** @type {number} */ value) => (Math.log1p(value) / Math.log1p(most)) * 180;
    const powers = [0, 1, 10, 100, 1000, 10_000, 100_000, 1_000_000];
    const apart = powers.filter((tick, at) => x(most) - x(tick) >= 32 && (at !== 1 || x(1) >= 12));
    const ticks = apart.filter((_, at) => apart.length < 6 || at % 2 === 0);
    return html`<svg class="scale" viewBox="0 -1 200 26" role="img"
      aria-label=${`${words.scale(words[this.metric])}, up to ${count(most)}`}>
      ${Array.from({ length: 45 }, (_, at) => {
        const [r, g, b] = colourAt(at / 44);
        return svg`<rect x=${at * 4} y="0" width="4.2" height="8" fill=${`rgb(${r} ${g} ${b})`} />`;
      })}
      ${[...ticks, most].map(
        (tick) =>
          svg`<text x=${x(tick)} y="21" text-anchor=${tick === 0 ? "start" : "middle"}>${compact(tick)}</text>`,
      )}
    </svg>`;
  }

  /** The line below the picture: the cell under the pointer, else where the most waits are. */
  #readout() {
    const sides = this.#sides();
    if (sides.length === 0) return html`<p class="readout">&nbsp;</p>`;
    if (!this.cell) return html`<p class="readout">${this.#summary()}</p>`;
    const { name, segment, found, from, to, waits, touches } = this.#read(this.cell);
    return html`<p class="readout">
      <b>${segment.name}</b> ${found.place} · ${seconds(from)} – ${seconds(to)} s ·
      <b>${count(waits)}</b> waits · <b>${count(touches)}</b> touches
      <span class="quiet">${name}</span>
    </p>`;
  }

  /** What the picture shows, in a sentence. */
  #summary() {
    const sides = this.#sides();
    const { run } = sides[sides.length - 1];
    const { heatmap, hot_blocks } = run.views;
    const sums = owners(heatmap).map((segment) => {
      const from = segment.first_row * heatmap.columns;
      const cells = heatmap.waits.subarray(from, from + segment.rows * heatmap.columns);
      return { segment, waits: cells.reduce((sum, each) => sum + each, 0) };
    });
    const all = sums.reduce((sum, each) => sum + each.waits, 0);
    if (all === 0) return words.none;
    const top = sums.reduce((most, each) => (each.waits > most.waits ? each : most));
    const hot = [...(hot_blocks ?? [])].sort((a, b) => b.waits - a.waits)[0];
    return html`${words.summary(top.segment.name, percent(top.waits / all), "")}
    ${
      hot && !latched(top.segment)
        ? html`${words.hottest}: file ${hot.file}, block ${hot.block}
          (${count(hot.waits)} waits).`
        : nothing
    }
    <span class="quiet hint">${words.hint}</span>`;
  }

  /** The pinned block, as a DBA would meet it. */
  #card() {
    const sides = this.#sides();
    if (!this.pinned || !sides[this.pinned.side]) return nothing;
    const { name, segment, found, waits, touches, from, to } = this.#read(this.pinned);
    const statement = query(segment, found);
    return html`<section class="card" aria-label=${words.pinned}>
      <div>
        <h3>${words.pinned}: ${segment.name} <span class="quiet">${name}</span></h3>
        <dl>
          ${[
            ...(latched(segment)
              ? [[words.place, found.place]]
              : [
                  ["P1 file#", found.file ?? "–"],
                  ["P2 block#", found.block ?? found.place],
                  ["P3 class#", found.block === undefined ? "–" : DATA_BLOCK],
                ]),
            [words.time, `${seconds(from)} – ${seconds(to)} s`],
            [words.waits, count(waits)],
            [words.touches, count(touches)],
          ].map(([term, said]) => html`<div><dt>${term}</dt><dd>${said}</dd></div>`)}
        </dl>
      </div>
      <div>
        <p class="quiet">${words.query}</p>
        <pre tabindex="0" aria-label=${words.query}>${statement}</pre>
        <button @click=${() => navigator.clipboard?.writeText(statement)}>${words.copy}</button>
        <button
          class="plain"
          @click=${() => {
            this.pinned = null;
          }}
        >
          ${words.unpin}
        </button>
      </div>
    </section>`;
  }
}

/** @param {Cell} cell @param {Heat} heat @returns {Cell} */
function clamped({ side, row, column }, heat) {
  return {
    side,
    row: Math.min(Math.max(row, 0), heat.rows - 1),
    column: Math.min(Math.max(column, 0), heat.columns - 1),
  };
}

customElements.define("hotblock-heat", HeatMaps);
