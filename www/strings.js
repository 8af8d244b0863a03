/** Every word that the page says; those of the views are in a file of their own. */
import { views } from "./strings-views.js";

/** @typedef {import("./strings-views.js").Say} Say */

/** Titles and promises of the headline levers; `on` and `off` where a switch needs two values. */
export const headline = {
  "index.reverse": {
    title: "Reverse key",
    promise: "Spreads neighbouring keys over all leaves.",
    price: "Range scans visit every leaf; more cache needed.",
  },
  "table.organization": {
    title: "Hash cluster",
    off: "heap",
    promise: "The key's hash picks the block: no right-hand edge.",
    price: "Space is laid out beforehand; every insert may read.",
  },
  "index.partitions": {
    title: "Hash partitions",
    first: 32,
    promise: "One right-hand edge a partition.",
    price: "A range scan probes every partition.",
  },
  "cluster.nodes": {
    title: "Cluster nodes",
    first: 3,
    promise: "More hosts share the sessions.",
    price: "A hot block goes from node to node.",
  },
  "cpu.scheduler": {
    title: "No-age",
    promise: "A latch holder keeps its CPU.",
    price: "Ready processes may wait a whole quantum.",
  },
};

export const text = {
  name: "hotblock",
  article: {
    poster: "A simulation that runs here, in the page.",
    open: "open in hotblock",
  },
  panel: {
    cures: "Cures",
    search: "Find a lever",
    none: (/** @type {string} */ query) => `No lever matches “${query}”.`,
    reset: "reset",
    resetAll: "Reset all",
    changed: (/** @type {number} */ n) => (n === 1 ? "1 changed" : `${n} changed`),
    standard: (/** @type {string} */ value) => `default ${value}`,
    needs: (/** @type {string} */ label, /** @type {string} */ sign, /** @type {string} */ value) =>
      `No effect unless ${label} is ${sign === ">" ? "more than " : ""}${value}.`,
    idle: "No effect here: the figures are the same to the last digit.",
    sheet: "Levers",
    price: "Price",
    card: "Glossary card",
    cardOf: (/** @type {string} */ label) => `Glossary card of ${label}`,
    help: (/** @type {string} */ label) => `What ${label} does`,
  },
  bar: {
    preset: "Experiment",
    run: "Run",
    stop: "Stop",
    seed: "Seed",
    share: "Share",
    copied: "Link copied",
    export: "Export",
    embed: "Embed",
    help: "Help",
    learn: "Learn",
    theme: "Theme",
    themes: { auto: "auto", light: "light", dark: "dark" },
    ready: "Ready",
    levers: "Levers",
  },
  stage: {
    loading: "Loading the engine",
    waiting: "Waiting for another simulation on this page",
    lesson: "Read, predict, then run: what happens shows here.",
    preview: "Preview: a tenth of the work",
    baseline: "Baseline run",
    full: "Full run",
    sweep: (/** @type {number} */ done, /** @type {number} */ of) => `Value ${done} of ${of}`,
    compare: (/** @type {number} */ done, /** @type {number} */ of) => `Pair ${done} of ${of}`,
    series: (/** @type {number} */ done, /** @type {number} */ of) => `Run ${done + 1} of ${of}`,
  },
  sentence: {
    off: (/** @type {string} */ label) => `${label} off`,
    doubled: "doubled",
    rose: (/** @type {string} */ amount) => `rose ${amount}`,
    by: (/** @type {string} */ share) => `by ${share}`,
    times: (/** @type {string} */ times) => `${times} times`,
    left: (/** @type {string} */ name) => `left ${name} as before`,
    cut: (/** @type {string} */ name, /** @type {string} */ amount) => `cut ${name} ${amount}`,
    raised: (/** @type {string} */ name, /** @type {string} */ amount) =>
      `raised ${name} ${amount}`,
    brought: (/** @type {string} */ n, /** @type {string} */ name) => `brought ${n} ${name}`,
    removed: (/** @type {string} */ name) => `removed all ${name}`,
    and: " and ",
    time: "session time",
    waits: (/** @type {string} */ n, /** @type {string} */ event) => `${n} waits for ${event}`,
    waitsFor: (/** @type {string} */ event) => `waits for ${event}`,
    on: (/** @type {string} */ event, /** @type {string} */ type) => `${event} on the ${type}`,
    ran: (/** @type {string} */ sessions, /** @type {string} */ time) =>
      `${sessions} sessions, watched for ${time}.`,
    price: (/** @type {string} */ name, /** @type {string} */ how) => `; ${name} ${how}`,
    lead: (
      /** @type {string} */ sessions,
      /** @type {string} */ moved,
      /** @type {string} */ parts,
      /** @type {string} */ price,
    ) => `With ${sessions} sessions, ${moved} ${parts}${price}.`,
    next: (/** @type {string} */ name, /** @type {string} */ share) =>
      `The next limit is ${name}, ${share} of the sessions’ time.`,
    limit: (/** @type {string} */ name, /** @type {string} */ share) =>
      `Most of the sessions’ time goes to ${name}: ${share}.`,
    alone: (
      /** @type {string} */ sessions,
      /** @type {string} */ rows,
      /** @type {string} */ time,
    ) => `${sessions} sessions put in ${rows} rows in ${time}.`,
    hot: (
      /** @type {string} */ type,
      /** @type {string} */ name,
      /** @type {string} */ waits,
      /** @type {string} */ share,
    ) => `The ${type} ${name} is hot: ${waits}, ${share} of the sessions’ time.`,
    cool: "No block is hot: there are no buffer busy waits.",
    seed: "The same scenario with another seed: what differs is chance.",
    identical: (/** @type {string} */ moved) =>
      `${moved} made no difference here: the figures are the same to the last digit.`,
    preview: "Preview with a tenth of the work; the full run follows.",
    young:
      "The index is young: it has few leaves, so that its keys cannot be spread far. The gain grows with its size.",
  },
  heat: {
    title: "Where and when",
    waits: "Waits",
    touches: "Touches",
    baseline: "Baseline",
    now: "Now",
    onlyNow: "This run",
    same: "Same clock",
    hint: "Arrow keys move the reading point, Enter pins the block.",
    label: (/** @type {string} */ side) =>
      `Heat map, ${side}: blocks or latches downwards, simulated time to the right. Arrow keys read a cell, Enter pins it.`,
    spoken: (
      /** @type {string} */ segment,
      /** @type {string} */ place,
      /** @type {string} */ at,
      /** @type {string} */ waits,
    ) => `${segment}, ${place}, second ${at}: ${waits} waits`,
    rows: (/** @type {number} */ row, /** @type {number} */ of) =>
      `band ${row} of ${of} in block order`,
    block: (/** @type {number} */ file, /** @type {number} */ block, /** @type {number} */ of) =>
      of > 1
        ? `file ${file}, block ${block}, the hottest of ${of} in this band`
        : `file ${file}, block ${block}`,
    child: (/** @type {string} */ type, /** @type {number} */ child, /** @type {number} */ of) => {
      const said = `${type.toLowerCase()} ${child}`;
      return of > 1 ? `${said}, the hottest of ${of} in this band` : said;
    },
    place: "Place",
    pinned: "Pinned",
    unpin: "Unpin",
    query: "The query a DBA would run",
    copy: "Copy",
    none: "No waits on a block, latch or mutex in this run: nothing to draw.",
    scale: (/** @type {string} */ what) => `${what} per cell, log scale`,
    hottest: "Hottest block",
    time: "Time",
    partitions: (/** @type {number} */ n) => `${n} partitions`,
    columns: {
      segment: "Segment",
      run: "Run",
      blocks: "Blocks, latches",
      block: "Hottest #",
      at: "Hottest at s",
    },
    summary: (
      /** @type {string} */ segment,
      /** @type {string} */ share,
      /** @type {string} */ from,
    ) => `${share} of the waits fall on ${segment}${from}.`,
  },
  measures: {
    elapsed: "Elapsed",
    sessions: "Session time",
    throughput: "Throughput",
    response: "Response a get",
    cpu_get: "CPU a get",
    wait_get: "Wait a get",
    waited: "Time waited",
    longest: "Longest wait",
    cpu: "CPU",
    busy: "Buffer busy waits",
    reads: "Physical reads",
  },
  segments: {
    title: "Waits per segment",
    busy: "Buffer busy waits",
    all: "All waits",
    which: "Which waits",
    /** @type {Say} */
    left: (waits) => `No ${waits} are left.`,
    /** @type {Say} */
    none: (waits) => `There are no ${waits}.`,
    /** @type {Say} */
    top: (name, share, waits, figure) => `${name} has ${share} of the ${waits}: ${figure}.`,
    segment: "Segment",
    type: "Type",
    seconds: "Seconds",
    partitions: (/** @type {number} */ n) => `${n} partitions`,
  },
  views,
  figures: {
    published: "published:",
    traced: "published, traced:",
    pin: "Keep this baseline",
  },
  tabs: {
    card: "Glossary card",
    label: "Views",
    titles: {
      events: "Events",
      timeline: "Sessions",
      histograms: "Histograms",
      chains: "Blame chains",
      blocks: "Hot blocks",
      latches: "Latches",
      cores: "Cores",
      gets: "Buffer gets",
      cluster: "Cluster",
      sweep: "How many",
      compare: "Luck or lever",
      published: "Published",
      report: "Report",
    },
    table: "Table",
    baseline: "baseline",
    now: "now",
    csv: "CSV",
    json: "JSON",
    markdown: "MD",
    svg: "SVG",
    png: "PNG",
    txt: "Text",
    copy: "Copy",
    copied: "Copied",
    export: (/** @type {string} */ title) => `Export ${title}`,
    empty: "Run the scenario to fill this view.",
    loading: "Opening the view",
  },
  export: {
    title: "Export",
    scenario: "Save scenario (JSON)",
    load: "Load scenario…",
    report: "Whole report (JSON)",
    csv: "Waits per segment (CSV)",
    markdown: "Waits per segment (Markdown)",
    picture: "Heat map (PNG)",
    embed: "Embed on a page…",
    print: "Print",
    bad: (/** @type {string} */ name) => `${name} is not a scenario saved from this page.`,
  },
  embed: {
    title: "Embed",
    as: "As",
    element: "custom element",
    frame: "frame",
    view: "View",
    heat: "Heat map",
    width: "Width px",
    height: "Height px",
    levers: "Levers to show",
    more: "More…",
    preview: "Preview",
    code: "Code to copy",
    copy: "Copy code",
    file: "hotblock.html",
    fallback: "A simulation that runs in the page, once Run is pressed.",
    policy:
      "A strict policy must allow 'wasm-unsafe-eval'; from another origin also worker-src blob:.",
    sandbox:
      "In a frame without an origin of its own, use the single file. The script gives the frame the height it asks for.",
  },
  link: {
    version: (/** @type {string} */ found) =>
      `The link begins with “${found}”; this page reads links that begin with “v1”. The first experiment is shown instead.`,
    engine: (/** @type {string} */ theirs, /** @type {string} */ ours) =>
      `The link was made with engine ${theirs}; this is ${ours}, whose figures may differ.`,
    preset: (/** @type {string} */ given, /** @type {string[]} */ allowed) =>
      `There is no experiment “${given}”; there are ${allowed.join(", ")}.`,
    unknown: (/** @type {string} */ key, /** @type {string} */ value) =>
      `There is no lever “${key}” (given “${value}”): it is kept in the link and has no effect.`,
  },
  problems: {
    title: "This scenario cannot run; the last one that could is still shown.",
    lever: "Lever",
    given: "Given",
    allowed: "Allowed",
  },
  crash: {
    title: "The engine stopped with an error of its own.",
    body: "The result shown is the last good one. The engine has been restarted.",
    again: "Run again",
    reset: "Run the experiment’s defaults",
    details: "What it said",
  },
  blocked: {
    wasm: "This browser does not let the page run WebAssembly, so nothing can be simulated here. Allow WebAssembly for this page, or open it in another browser. Below: what the first experiment measured on a real database.",
    load: (/** @type {string} */ why) =>
      `The engine could not be loaded (${why}). Reload the page; if it stays so, the server may not serve the .wasm file. Below: what the first experiment measured on a real database.`,
    worker:
      "This browser does not let the page start a worker, so nothing can be simulated here. Below: what the first experiment measured on a real database.",
    storage: "This browser stores nothing for this page: theme and settings last until it closes.",
  },
  verdict: {
    run: (/** @type {string} */ extent, /** @type {string} */ time) =>
      `${extent} simulated in ${time}.`,
    paired: "One pair of runs: “Luck or lever” tells chance from effect.",
    interval: (
      /** @type {string} */ verdict,
      /** @type {number} */ mean,
      /** @type {number} */ half,
      /** @type {number} */ pairs,
    ) =>
      `${verdict}: elapsed ${mean > 0 ? "+" : "−"}${Math.abs(mean * 100).toFixed(1)} % ± ${(half * 100).toFixed(1)} % (95 %, ${pairs} pairs)`,
  },
  dismiss: "Dismiss",
  help: {
    title: "Help",
    close: "Close",
    intro:
      "Choose an experiment, move a lever, and see what got better, what got worse and where the wait went. All figures are simulated. The run before stays as the baseline, drawn in grey.",
    keys: "Keys",
    shortcuts: "Single-key shortcuts",
    palette: "Colour-blind-safe wait classes",
    list: [
      ["?", "this help"],
      ["r", "run"],
      ["s", "stop"],
      ["/", "find a lever"],
      ["1 – 4", "the cures"],
      ["b", "keep or release the baseline"],
      ["t", "theme"],
      ["h", "to the heat map; arrow keys read it, Enter pins"],
      ["← →", "from tab to tab"],
      ["Esc", "close"],
    ],
  },
  card: {
    title: "Model card",
    in: "What is simulated",
    simulated: [
      "Every insert of every session, one event at a time, in whole nanoseconds of simulated time.",
      "CPUs with a run queue and a scheduling policy: a wait ends when the session runs again.",
      "Buffer pins, latches that spin and then sleep, enqueues in order of arrival, ITL slots.",
      "B-tree leaves filled with real keys, byte by byte: splits and hot blocks follow from comparing them.",
      "Heap space by bitmaps or free lists, a sequence with its cache, single-block reads.",
    ],
    events: (/** @type {number} */ n) =>
      `${n} wait events, counted where they happen and named as the database names them.`,
    out: "What is left out",
    left: [
      "Parsing, the optimizer, networks between client and server, and the client’s own think time.",
      "Other work on the same host: nothing else wants the CPUs.",
      "Stalls of seconds behind file extension or log switches, unless a mechanism here makes them.",
      "Figures of your database: the constants are those of the published experiments, not of your host.",
    ],
    constants: "Constants of the machine",
    constant: "Constant",
    standard: "Default",
    bounds: "Bounds",
    meaning: "What it stands for",
  },
};
