// A small catalogue and two runs of made-up figures, in the shapes that the engine gives the page.

/** @type {import("../../www/types.js").Catalogue} */
export const catalogue = {
  engine_version: "1.2.3",
  levers: [
    {
      key: "index.reverse",
      group: "Index and table",
      label: "Reverse key index",
      kind: "bool",
      default: false,
      sentence: "Stores the bytes of every key in reverse order.",
      headline: true,
    },
    {
      key: "table.organization",
      group: "Index and table",
      label: "Organization",
      kind: "choice",
      default: "heap",
      choices: ["heap", "hash_cluster"],
      sentence: "How rows find their block.",
    },
    {
      key: "index.partitions",
      group: "Index and table",
      label: "Hash partitions",
      kind: "integer",
      default: 1,
      min: 1,
      max: 256,
      sentence: "Splits the index by a hash of the key.",
      needs: "workload.sessions > 1 and table.organization = heap",
    },
    {
      key: "workload.sessions",
      group: "Workload",
      label: "Sessions",
      kind: "integer",
      default: 8,
      min: 1,
      max: 5000,
      sentence: "How many sessions work at the same time.",
    },
    {
      key: "workload.rows_per_session",
      group: "Workload",
      label: "Rows a session",
      kind: "integer",
      default: 10_000,
      min: 1,
      max: 10_000_000,
      sentence: "How many rows a session inserts.",
    },
    {
      key: "seed",
      group: "Run",
      label: "Seed",
      kind: "integer",
      default: 1,
      min: 0,
      max: 1000,
      sentence: "Chooses the random numbers.",
    },
  ],
  presets: [
    {
      key: "reverse-key",
      title: "Reverse key index",
      sentence: "A hundred sessions insert.",
      scenario: { "workload.sessions": 100 },
    },
    { key: "hash-cluster", title: "Hash cluster", sentence: "Ten sessions.", scenario: {} },
  ],
  events: [{ name: "buffer busy waits", class: "Concurrency", sentence: "A pin is awaited." }],
  statistics: [],
};

/**
 * A finished run with one index and one table.
 * @param {{ waits: number, elapsed: number, reads?: number, scenario?: object, index?: string,
 *   partitions?: number }} figures
 * @returns {import("../../www/types.js").Result}
 */
export function run({
  waits,
  elapsed,
  reads = 1000,
  scenario = {},
  index = "T1_I",
  partitions = 1,
}) {
  const each = waits / partitions;
  const wait = { waits: each, total_s: each / 100, max_s: 1, over_100_ms: 0 };
  const parts = Array.from({ length: partitions }, (_, at) => ({
    name: partitions === 1 ? index : `${index} SYS_P${at + 1}`,
    type: partitions === 1 ? "INDEX" : "INDEX PARTITION",
    statistics: { "buffer busy waits": each },
    waits: { "buffer busy waits": wait },
  }));
  const row = { name: "buffer busy waits", class: "Concurrency", timeouts: 0, max_s: 1 };
  return {
    scenario: { preset: "reverse-key", ...scenario },
    report: {
      engine_version: "1.2.3",
      preset: "reverse-key",
      scenario: {
        "index.reverse": false,
        "index.partitions": 1,
        "workload.sessions": 100,
        seed: 1,
        ...scenario,
      },
      wall_s: elapsed / 100,
      session_elapsed_s: elapsed,
      cpu_s: elapsed / 10,
      rows: 1_000_000,
      statistics: { "physical reads": reads },
      segments: [...parts, { name: "T1", type: "TABLE", statistics: {}, waits: {} }],
      events: [{ ...row, waits, total_s: elapsed / 2, avg_ms: 1 }],
      background_events: [],
      histograms: {},
      latches: [],
      time_model: {},
    },
    views: /** @type {any} */ ({}),
    seconds: 1,
  };
}
