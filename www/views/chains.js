/** Blame chains: who waited for whom, and what the one at the end of the chain was doing. */
import { html } from "lit";
import { icicle } from "../charts/icicle.js";
import { classColour, classOf } from "../classes.js";
import { count, duration, percent, seconds2 } from "../format.js";

/** @typedef {import("../types.js").Chain} Chain */

/** @param {Chain[]} chains @returns {Chain[]} */
const sorted = (chains) => [...chains].sort((a, b) => b.total_s - a.total_s);

/** @type {import("../types.js").ViewBody} */
export default {
  sentence({ now }) {
    const [top] = sorted(now.views.chains);
    const all = now.views.chains.reduce((sum, each) => sum + each.total_s, 0) || 1;
    const end = top.path[top.path.length - 1];
    return `Most time is lost in ${top.path[0]} behind “${end}”: ${duration(top.total_s)}, ${percent(top.total_s / all)} of the time waited for others.`;
  },

  chart(pair, _chosen, { width }) {
    /** @param {string} step */
    const colour = (step) => {
      if (/on CPU$/.test(step)) return classColour("CPU");
      if (/run queue|runnable/.test(step)) return classColour("Scheduler");
      const event = pair.catalogue.events.find(({ name }) => step.includes(name));
      return classColour(event ? classOf(pair.catalogue, event.name) : "Other");
    };
    const sides = [
      { name: "Baseline", run: pair.baseline },
      { name: pair.baseline ? "Now" : "This run", run: pair.now },
    ];
    return html`<div class="stacked">
      ${sides.map(({ name, run }) => {
        if (!run?.views?.chains.length) return null;
        const all = run.views.chains.reduce((sum, each) => sum + each.total_s, 0);
        return icicle(
          run.views.chains.map(({ path, total_s }) => ({ path, value: total_s })),
          {
            width,
            heading: `${name}: ${duration(all)} waited for others${width < 480 ? "" : ", read downwards"}`,
            title: this.sentence(pair, {}),
            format: duration,
            colour,
          },
        );
      })}
    </div>`;
  },

  table({ now, baseline }) {
    const before = new Map(baseline?.views?.chains.map((each) => [each.path.join("\n"), each]));
    return {
      columns: [
        { key: "path", label: "Chain" },
        { key: "waits", label: "Waits", numeric: true, format: count },
        ...(baseline
          ? [{ key: "from", label: "Total s, baseline", numeric: true, format: seconds2 }]
          : []),
        {
          key: "total_s",
          label: baseline ? "Total s, now" : "Total s",
          numeric: true,
          format: seconds2,
        },
        { key: "max_s", label: "Max s", numeric: true, format: seconds2 },
      ],
      rows: sorted(now.views.chains)
        .slice(0, 20)
        .map((each) => ({
          ...each,
          path: each.path.join(" ← "),
          from: before.get(each.path.join("\n"))?.total_s ?? 0,
        })),
    };
  },
};
