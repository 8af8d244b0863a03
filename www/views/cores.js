/** Who has the cores, and for how long a holder of a latch or mutex is without one. */
import { html } from "lit";
import { areas, coarse } from "../charts/areas.js";
import { gantt } from "../charts/gantt.js";
import { tracks } from "../charts/tracks.js";
import { compact, count, duration, millis, percent, seconds } from "../format.js";
import { sides } from "../pairing.js";
import { text } from "../strings.js";

const words = text.views.cores;

/** @typedef {import("../types.js").Cores} Cores */
/** @typedef {{ pid: number, priority: number, from: number, to: number }} Spell */

/** Spells of one run in the table. */
const SHOWN = 12;

/** What a core does in a slice, in the engine's numbers. */
const KINDS = [
  { kind: 1, className: "running", label: words.running },
  { kind: 2, className: "spinning", label: words.spinning },
  { kind: 3, className: "holding", label: words.holding },
];

/** The spells that holders were without a core, the longest first. @param {Cores} cores
 * @returns {Spell[]} */
function spells({ lost_pid, lost_priority, lost_from_s, lost_to_s }) {
  return Array.from(lost_pid, (pid, index) => ({
    pid,
    priority: lost_priority[index],
    from: lost_from_s[index],
    to: lost_to_s[index],
  })).sort((a, b) => b.to - b.from - (a.to - a.from));
}

/** The seconds that a picture shows: near the longest spell, or the whole window.
 * @param {Cores} cores @param {string} zoom @returns {[number, number]} */
function domain(cores, zoom) {
  const end = cores.from_s + cores.slices * cores.slice_s;
  const [longest] = spells(cores);
  if (zoom === "all" || !longest) return [cores.from_s, end];
  const room = Math.max(longest.to - longest.from, 24 * cores.slice_s);
  return [Math.max(cores.from_s, longest.from - room), Math.min(end, longest.to + room)];
}

/** The cores' mean load, 0 to 1. @param {Cores} cores */
const load = ({ load, cores }) =>
  load.reduce((sum, each) => sum + each, 0) / Math.max(1, load.length) / cores;

/** @param {import("../types.js").Pair} pair */
const known = (pair) =>
  sides(pair).flatMap(({ heading, run }) =>
    run.views?.cores ? [{ name: heading, cores: run.views.cores, wall: run.report.wall_s }] : [],
  );

/** What one run's cores did, in words. @param {Cores} cores */
function told(cores) {
  const busy = words.busy(cores.cores, percent(load(cores)));
  const [longest] = spells(cores);
  if (!longest) return `${busy} ${words.none}`;
  const { pid, priority, from, to } = longest;
  return `${busy} ${words.lost(pid, priority, duration(to - from))}`;
}

/** @param {Cores} cores @param {string} name @param {string} title @param {number} width
 * @param {string} zoom */
function lanes(cores, name, title, width, zoom) {
  return gantt(
    {
      from: cores.from_s,
      slice: cores.slice_s,
      slices: cores.slices,
      lanes: Array.from({ length: cores.cores }, (_, core) => words.core(core + 1)),
      kinds: cores.doing,
    },
    spells(cores).map(({ pid, from, to }) => ({
      from,
      to,
      label: words.spell(pid, duration(to - from)),
    })),
    {
      width,
      heading: name,
      above: words.off,
      title,
      domain: domain(cores, zoom),
      fills: KINDS,
      unit: text.views.clock,
    },
  );
}

/** The priorities of the processes that had the cores, the holder that was longest without first.
 * @param {Cores} cores @param {string} name @param {string} title @param {number} width */
function priorities(cores, name, title, width) {
  const [longest] = spells(cores);
  /** @type {Map<number, { x: number, y: number }[]>} */
  const seen = new Map();
  for (let core = 0; core < cores.cores; core += 1) {
    for (let slice = 0; slice < cores.slices; slice += 1) {
      const at = core * cores.slices + slice;
      if (cores.doing[at] === 0) continue;
      const points = seen.get(cores.pids[at]) ?? [];
      points.push({ x: cores.from_s + slice * cores.slice_s, y: cores.priorities[at] });
      seen.set(cores.pids[at], points);
    }
  }
  const busiest = [...seen]
    .sort(([a, one], [b, two]) =>
      a === longest?.pid ? -1 : b === longest?.pid ? 1 : two.length - one.length,
    )
    .slice(0, 5)
    .map(([pid, points]) => ({
      name: words.process(pid, pid === longest?.pid),
      points: points.sort((a, b) => a.x - b.x),
    }));
  return tracks(busiest, {
    width,
    height: 300,
    heading: name,
    title,
    domain: [cores.from_s, cores.from_s + cores.slices * cores.slice_s],
    unit: words.priority,
    below: text.views.clock,
    format: count,
    time: seconds,
  });
}

/** @param {Cores} cores @param {string} name @param {string} title @param {number} width
 * @param {number} end */
function loads(cores, name, title, width, end) {
  const computing = cores.load.map((busy, step) => busy - (cores.spinning[step] ?? 0));
  const spinning = cores.load.map((_, step) => cores.spinning[step] ?? 0);
  const values = Float32Array.of(...computing, ...spinning);
  return areas(
    coarse({ step: cores.step_s, names: [words.computing, words.spins], values }, width / 4),
    {
      width,
      height: 260,
      most: 1.2 * cores.cores,
      end,
      limit: cores.cores,
      limitName: words.limit(cores.cores),
      colour: (kind) => (kind === words.spins ? "var(--warn)" : "var(--class-cpu)"),
      unit: words.unit,
      time: text.views.clock,
      format: compact,
      heading: name,
      title,
    },
  );
}

/** @type {import("../types.js").ViewBody} */
export default {
  options: ({ now }) => [
    {
      key: "picture",
      label: words.picture,
      choices: [
        { value: "near", label: words.near },
        { value: "all", label: words.all },
        { value: "load", label: words.load },
        ...(now.views.cores?.priorities.some((each) => each > 0)
          ? [{ value: "priorities", label: words.priorities }]
          : []),
      ],
    },
  ],

  sentence({ now }) {
    return now.views.cores ? told(now.views.cores) : "";
  },

  chart(pair, { picture }, { width }) {
    const shown = known(pair);
    return html`<div class="stacked">
      ${shown.map(({ name, cores, wall }) => {
        const said = `${name}: ${told(cores)}`;
        if (picture === "load") return loads(cores, name, said, width, wall);
        if (picture === "priorities") return priorities(cores, name, said, width);
        return lanes(cores, name, said, width, picture);
      })}
      ${
        picture === "near" || picture === "all"
          ? html`<ul class="keys" aria-hidden="true">
              ${KINDS.map(({ className, label }) => html`<li><i class=${className}></i>${label}</li>`)}
              <li><i class="spell"></i>${words.spelled}</li>
            </ul>`
          : ""
      }
    </div>`;
  },

  table(pair) {
    return {
      columns: [
        ...(pair.baseline ? [{ key: "run", label: text.views.run }] : []),
        { key: "pid", label: words.pid, numeric: true, format: String },
        { key: "priority", label: words.level, numeric: true, format: String },
        { key: "from", label: words.from, numeric: true, format: seconds },
        { key: "ms", label: words.without, numeric: true, format: millis },
      ],
      rows: known(pair).flatMap(({ name, cores }) =>
        spells(cores)
          .slice(0, SHOWN)
          .map(({ pid, priority, from, to }) => ({
            run: name,
            pid,
            priority,
            from,
            ms: 1000 * (to - from),
          })),
      ),
    };
  },
};
