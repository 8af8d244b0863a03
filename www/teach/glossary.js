/**
 * The glossary: one card for every wait event, statistic and lever of the catalogue. Its sentences
 * are the catalogue's; here is only which levers bear on what, by the mechanism that owns them.
 *
 * @typedef {import("../types.js").Catalogue} Catalogue
 * @typedef {"event" | "statistic" | "segment" | "lever"} Kind
 * @typedef {{ id: string, kind: Kind, name: string, sentence: string, class?: string,
 *   parameters?: string, oracle?: string, price?: string, key?: string, lever?: import("../types.js").Lever,
 *   related: string[] }} Entry  `related`: the ids of other cards
 */

/** Words of a wait's or statistic's name, and the levers that move it: whole groups or single keys.
 * The first that matches wins. @type {[RegExp, string[]][]} */
const BEARING = [
  [
    /ITL|allocate ITL/,
    ["index.initrans", "table.initrans", "table.pctfree", "workload.commit_rows"],
  ],
  [
    /latch: cache buffers chains|examination|logical reads|db block gets|consistent gets/,
    [
      "cache.hash_latches",
      "cache.hash_buckets",
      "latch.shared_spin",
      "lookup.skew",
      "lookup.short_share",
    ],
  ],
  [
    /library cache|cursor:/,
    [
      "cursor.protection",
      "cursor.latches",
      "mutex.wait_scheme",
      "mutex.spin",
      "cursor.hard_parse_share",
      "cpu.scheduler",
      "cpu.spare_latch_holder",
    ],
  ],
  [
    /latch/,
    [
      "latch.enqueue_hold_us",
      "latch.exclusive_spin",
      "latch.wait_scheme",
      "cpu.spare_latch_holder",
    ],
  ],
  [
    /^gc|^gcs|gc /,
    [
      "cluster.nodes",
      "cluster.service_nodes",
      "index.partitions",
      "cluster.message_us",
      "cluster.lms",
      "redo.write_ms",
      "cluster.defer_ms",
    ],
  ],
  [
    /TX - index|split|row lock/,
    ["index.reverse", "index.partitions", "index.split_us", "workload.sessions"],
  ],
  [
    /buffer busy|buffer deadlock/,
    [
      "index.reverse",
      "index.partitions",
      "table.organization",
      "table.free_lists",
      "workload.sessions",
      "index.leaf_us",
    ],
  ],
  [/SQ|SV|row cache/, ["sequence.cache", "sequence.order", "cluster.nodes"]],
  [/HW|FB/, ["table.free_lists", "table.extend_us", "data_file.extension_mb"]],
  [/US -|undo/, ["undo.extent_blocks", "undo.free_mb", "undo.online_us"]],
  [
    /log|redo|commit|LGWR/,
    ["redo.write_ms", "workload.commit_rows", "workload.client", "redo.log_mb", "redo.buffer_kb"],
  ],
  [
    /free buffer|write complete|physical writes|checkpoint/,
    ["cache.buffers", "cache.writer_batch", "disk.write_ms"],
  ],
  [/resmgr/, ["resource_manager.plan", "resource_manager.cpu_count", "cpu.cores"]],
  [
    /read|Disk file|Data file|control file|I\/O/,
    ["disk.read_ms", "cache.buffers", "table.organization", "disk.parallel"],
  ],
  [
    /OS |switch|run queue/,
    ["cpu.scheduler", "cpu.quantum_us", "cpu.cores", "cpu.spare_latch_holder"],
  ],
  [/./, ["workload.sessions", "workload.rows_per_session"]],
];

/** @param {Kind} kind @param {string} name */
const id = (kind, name) => `${kind}:${name}`;

/** The cards, in the catalogue's order. @param {Catalogue} catalogue @returns {Entry[]} */
export function entries(catalogue) {
  const keys = new Set(catalogue.levers.map(({ key }) => key));
  /** @param {string} name */
  const bearing = (name) =>
    (BEARING.find(([pattern]) => pattern.test(name))?.[1] ?? [])
      .filter((key) => keys.has(key))
      .map((key) => id("lever", key));
  /** @type {Entry[]} */
  const measured = [
    ...catalogue.events.map(({ name, class: group, p1, p2, p3, sentence }) => ({
      id: id("event", name),
      kind: /** @type {const} */ ("event"),
      name,
      sentence,
      class: group,
      parameters: [p1, p2, p3].filter(Boolean).join(", "),
      related: bearing(name),
    })),
    ...catalogue.statistics.map((row) => {
      const kind = /** @type {Kind} */ (row.segment ? "segment" : "statistic");
      const { name, sentence } = row;
      return { id: id(kind, name), kind, name, sentence, related: bearing(name) };
    }),
  ];
  return [...measured, ...levers(catalogue, measured)];
}

/** A lever's card: beside its own words, what it bears on. @param {Catalogue} catalogue
 * @param {Entry[]} measured @returns {Entry[]} */
const levers = (catalogue, measured) =>
  catalogue.levers.map((lever) => ({
    id: id("lever", lever.key),
    kind: "lever",
    name: lever.label,
    key: lever.key,
    sentence: lever.sentence,
    oracle: lever.oracle,
    price: lever.price,
    lever,
    related: measured
      .filter(({ related }) => related.includes(id("lever", lever.key)))
      .map((entry) => entry.id),
  }));

/** The card that a label of the page means: an event before a statistic before a lever.
 * @param {Entry[]} list @param {string} label */
export const find = (list, label) =>
  list.find(({ id: own }) => own === label) ?? list.find(({ name }) => name === label) ?? null;
