/** Who has the cores, and for how long a holder of a latch or mutex is without one. */
import { html } from "lit";
import { areas, coarse } from "../charts/areas.js";
import { gantt } from "../charts/gantt.js";
import { tracks } from "../charts/tracks.js";
import { compact, count, duration, millis, percent, seconds } from "../format.js";

/** @typedef {import("../types.js").Cores} Cores */
/** @typedef {{ pid: number, priority: number, from: number, to: number }} Spell */

/** What a core does in a slice, in the engine's numbers. */
const KINDS = [
  { kind: 1, className: "running", label: "running" },
  { kind: 2, className: "spinning", label: "spinning on a latch" },
  { kind: 3, className: "holding", label: "running, holds a latch or mutex" },
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
const sides = ({ now, baseline }) =>
  [
    { name: "Baseline", run: baseline },
    { name: baseline ? "Now" : "This run", run: now },
  ].flatMap(({ name, run }) =>
    run?.views?.cores ? [{ name, cores: run.views.cores, wall: run.report.wall_s }] : [],
  );

/** @param {Cores} cores @param {string} name @param {string} title @param {number} width
 * @param {string} zoom */
function lanes(cores, name, title, width, zoom) {
  return gantt(
    {
      from: cores.from_s,
      slice: cores.slice_s,
      slices: cores.slices,
      lanes: Array.from({ length: cores.cores }, (_, core) => `core ${core + 1}`),
      kinds: cores.doing,
    },
    spells(cores).map(({ pid, from, to }) => ({
      from,
      to,
      label: `process ${pid}: ${duration(to - from)} without a core`,
    })),
    {
      width,
      heading: name,
      above: "holder off",
      title,
      domain: domain(cores, zoom),
      fills: KINDS,
      unit: "simulated seconds",
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
      name: `process ${pid}${pid === longest?.pid ? ", the holder" : ""}`,
      points: points.sort((a, b) => a.x - b.x),
    }));
  return tracks(busiest, {
    width,
    height: 300,
    heading: name,
    title,
    domain: [cores.from_s, cores.from_s + cores.slices * cores.slice_s],
    unit: "priority (lower is stronger)",
    below: "simulated seconds",
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
    coarse({ step: cores.step_s, names: ["computing", "spinning"], values }, width / 4),
    {
      width,
      height: 260,
      most: 1.2 * cores.cores,
      end,
      limit: cores.cores,
      limitName: `${cores.cores} cores`,
      colour: (kind) => (kind === "spinning" ? "var(--warn)" : "var(--class-cpu)"),
      unit: "busy cores",
      time: "simulated seconds",
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
      label: "Picture",
      choices: [
        { value: "near", label: "Cores, near the longest loss" },
        { value: "all", label: "Cores, whole window" },
        { value: "load", label: "CPU load" },
        ...(now.views.cores?.priorities.some((each) => each > 0)
          ? [{ value: "priorities", label: "Priorities" }]
          : []),
      ],
    },
  ],

  sentence({ now }) {
    const cores = now.views.cores;
    if (!cores) return "";
    const busy = `The ${cores.cores} cores are busy ${percent(load(cores))} of the time.`;
    const [longest] = spells(cores);
    if (!longest) return `${busy} No holder of a latch or mutex lost its core.`;
    const where = longest.priority ? ` at priority ${longest.priority}` : "";
    return `${busy} Process ${longest.pid} lost its core with a latch or mutex in its hands${where} and was ${duration(longest.to - longest.from)} without one: whoever wanted it waited as long.`;
  },

  chart(pair, { picture }, { width }) {
    const shown = sides(pair);
    const title = this.sentence(pair, {});
    return html`<div class="stacked">
      ${shown.map(({ name, cores, wall }) => {
        const said = `${name}: ${title}`;
        if (picture === "load") return loads(cores, name, said, width, wall);
        if (picture === "priorities") return priorities(cores, name, said, width);
        return lanes(cores, name, said, width, picture);
      })}
      ${
        picture === "near" || picture === "all"
          ? html`<ul class="keys" aria-hidden="true">
              ${KINDS.map(({ className, label }) => html`<li><i class=${className}></i>${label}</li>`)}
              <li><i class="spell"></i>holder without a core</li>
            </ul>`
          : ""
      }
    </div>`;
  },

  table({ now }) {
    return {
      columns: [
        { key: "pid", label: "Process", numeric: true, format: String },
        { key: "priority", label: "Priority", numeric: true, format: String },
        { key: "from", label: "From s", numeric: true, format: seconds },
        { key: "ms", label: "Without a core ms", numeric: true, format: millis },
      ],
      rows: (now.views.cores ? spells(now.views.cores) : [])
        .slice(0, 12)
        .map(({ pid, priority, from, to }) => ({ pid, priority, from, ms: 1000 * (to - from) })),
    };
  },
};
