// Writes www/published.json, the published figures that the page sets beside the simulated ones,
// from seed-figures.csv: `node tests/fidelity/published.mjs`. With `--check` it only compares.
import { readFileSync, writeFileSync } from "node:fs";

const here = new URL(".", import.meta.url);
const target = new URL("../../www/published.json", here);

/** A line of CSV, quotes honoured. @param {string} line */
function fields(line) {
  return [...line.matchAll(/("([^"]*(?:""[^"]*)*)"|[^,]*)(,|$)/g)]
    .map(([, plain, quoted]) => (quoted ?? plain).replaceAll('""', '"'))
    .slice(0, 9);
}

/**
 * The lever that tells an author's variants apart, and its value in each.
 * @type {Record<string, Record<string, string | number | boolean>>}
 */
const VARIANTS = {
  "reverse-key": { lever: "index.reverse", normal: false, reverse: true },
  "hash-cluster": { lever: "table.organization", heap: "heap", "hash cluster": "hash_cluster" },
  "rac-hash-partition": {
    lever: "index.partitions",
    "normal (second report)": 1,
    "hash partitions 64": 64,
  },
  "sched-noage": { lever: "cpu.scheduler", time_share: "time_share", no_age: "no_age" },
};

/** The views whose figures a report of ours holds. */
const VIEWS = new Set([
  "v$segment_statistics",
  "tkprof call",
  "tkprof event",
  "AWR RAC top events",
  "run",
  "v$event_histogram",
]);

const [, ...lines] = readFileSync(new URL("seed-figures.csv", here), "utf8").trim().split(/\r?\n/);
/**
 * @typedef {{ view: string, name: string, metric: string, unit: string,
 *   values: Record<string, number> }} Figure
 * @type {Record<string, { lever: unknown, variants: object, figures: Figure[] }>}
 */
const found = {};
for (const line of lines) {
  const [experiment, variant, view, name, metric, value, unit, , core] = fields(line);
  const variants = VARIANTS[experiment];
  if (!variants || !(variant in variants) || !VIEWS.has(view) || core !== "yes") continue;
  // What the author did not list bucket by bucket has no bucket of ours.
  if (metric.includes("pooled")) continue;
  const { lever, ...values } = variants;
  found[experiment] ??= { lever, variants: values, figures: [] };
  const figures = found[experiment].figures;
  // The author's two indexes or tables are one segment of the experiment, in two guises.
  const row = view === "v$segment_statistics" ? "segment" : name;
  /** @param {Figure} each */
  const same = (each) => each.view === view && each.name === row && each.metric === metric;
  let figure = figures.find(same);
  if (!figure) {
    figure = { view, name: row, metric, unit, values: {} };
    figures.push(figure);
  }
  figure.values[variant] = Number(value);
}
for (const { figures } of Object.values(found)) shares(figures);

/**
 * The observation periods of histograms are not known: their buckets are held as shares.
 * @param {Figure[]} figures
 */
function shares(figures) {
  const buckets = figures.filter(({ view }) => view === "v$event_histogram");
  const sums = new Map();
  for (const { name, values } of buckets) {
    for (const [variant, value] of Object.entries(values)) {
      sums.set(name + variant, (sums.get(name + variant) ?? 0) + value);
    }
  }
  for (const figure of buckets) {
    figure.unit = "%";
    for (const [variant, value] of Object.entries(figure.values)) {
      const share = (100 * value) / sums.get(figure.name + variant);
      figure.values[variant] = Number(share.toPrecision(4));
    }
  }
}

const text = `${JSON.stringify(found, null, 1)}\n`;
if (!process.argv.includes("--check")) writeFileSync(target, text);
else if (readFileSync(target, "utf8") !== text) {
  console.error("www/published.json is not what seed-figures.csv gives: run published.mjs.");
  process.exit(1);
}
