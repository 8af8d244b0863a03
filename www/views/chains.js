/** Blame chains: who waited for whom, and what the one at the end of the chain was doing. */
import { html } from "lit";
import { icicle } from "../charts/icicle.js";
import { classColour, classOf } from "../classes.js";
import { count, duration, percent, seconds2 } from "../format.js";
import { columns, sides } from "../pairing.js";
import { text } from "../strings.js";

const words = text.views.chains;

/** @typedef {import("../types.js").Chain} Chain */

/** @param {Chain[]} chains @returns {Chain[]} */
const sorted = (chains) => [...chains].sort((a, b) => b.total_s - a.total_s);

/** @type {import("../types.js").ViewBody} */
export default {
  sentence({ now }) {
    const [top] = sorted(now.views.chains);
    const all = now.views.chains.reduce((sum, each) => sum + each.total_s, 0) || 1;
    const end = top.path[top.path.length - 1];
    return words.most(top.path[0], end, duration(top.total_s), percent(top.total_s / all));
  },

  chart(pair, _chosen, { width }) {
    /** @param {string} step */
    const colour = (step) => {
      if (/on CPU$/.test(step)) return classColour("CPU");
      if (/run queue|runnable/.test(step)) return classColour("Scheduler");
      const event = pair.catalogue.events.find(({ name }) => step.includes(name));
      return classColour(event ? classOf(pair.catalogue, event.name) : "Other");
    };
    return html`<div class="stacked">
      ${sides(pair).map(({ heading, run }) => {
        if (!run.views?.chains.length) return null;
        const all = run.views.chains.reduce((sum, each) => sum + each.total_s, 0);
        return icicle(
          run.views.chains.map(({ path, total_s }) => ({ path, value: total_s })),
          {
            width,
            heading: words.heading(heading, duration(all), width < 480),
            title: this.sentence(pair, {}),
            format: duration,
            colour,
          },
        );
      })}
    </div>`;
  },

  table(pair) {
    const { now, baseline } = pair;
    const before = new Map(baseline?.views?.chains.map((each) => [each.path.join("\n"), each]));
    return {
      columns: [
        { key: "path", label: words.chain },
        ...columns(pair, "waits", text.views.events.waits, count),
        ...columns(pair, "total_s", text.views.events.total, seconds2),
        ...columns(pair, "max_s", text.views.events.max, seconds2),
      ],
      rows: sorted(now.views.chains)
        .slice(0, 20)
        .map((each) => {
          const was = before.get(each.path.join("\n"));
          return {
            ...each,
            path: each.path.join(" ← "),
            waits_before: was?.waits ?? 0,
            total_s_before: was?.total_s ?? 0,
            max_s_before: was?.max_s ?? 0,
          };
        }),
    };
  },
};
