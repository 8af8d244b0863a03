/**
 * What the views say: their sentences, choices, headings, units and columns.
 *
 * @typedef {(...parts: (string | number)[]) => string} Say
 */
export const views = {
  baseline: "Baseline",
  now: "Now",
  alone: "This run",
  run: "Run",
  clock: "simulated seconds",
  before: (/** @type {string} */ label) => `${label}, baseline`,
  after: (/** @type {string} */ label) => `${label}, now`,
  measure: {
    countOrTime: "Count or time",
    timeOrCount: "Time or count",
    shareOrCount: "Share or count",
    count: "Count",
    time: "Time",
    share: "Share",
    waits: "waits",
    seconds: "seconds, summed over sessions",
  },
  events: {
    none: "No session waited for anything.",
    /** @type {Say} */
    top: (name, waits, total, share, each) =>
      `${name} costs most: ${waits} waits, ${total}, ${share} of the sessions’ time, ${each} ms each.`,
    event: "Event",
    class: "Class",
    waits: "Waits",
    total: "Total s",
    mean: "Avg ms",
    max: "Max s",
  },
  timeline: {
    /** @type {Say} */
    active: (all, share, name, cpu, cores) =>
      `On average ${all} sessions are active, ${share} of them in ${name}; ${cpu} are on the ${cores} CPUs.`,
    /** @type {Say} */
    cpus: (cores) => `${cores} CPUs`,
    unit: "active sessions",
    class: "Wait class",
    mean: "Average active sessions",
  },
  histograms: {
    none: "No wait of this event in this run.",
    /** @type {Say} */
    half: (waits, middle, long) =>
      `Half of the ${waits} waits last less than ${middle}; ${long} last longer than 128 ms.`,
    share: "% of the waits",
    below: "wait shorter than",
    upper: "Wait shorter than",
  },
  chains: {
    /** @type {Say} */
    most: (wait, end, total, share) =>
      `Most time is lost in ${wait} behind “${end}”: ${total}, ${share} of the time waited for others.`,
    heading: (
      /** @type {string} */ run,
      /** @type {string} */ total,
      /** @type {boolean} */ narrow,
    ) => `${run}: ${total} waited for others${narrow ? "" : ", read downwards"}`,
    chain: "Chain",
  },
  blocks: {
    /** @type {Say} */
    hottest: (file, block, segment, waits, total, share) =>
      `The hottest block is file ${file}, block ${block} of ${segment}: ${waits} waits, ${total}, ${share} of all waits.`,
    segment: "Segment",
  },
  latches: {
    none: "No latch was missed.",
    /** @type {Say} */
    most: (name, misses, gets, share, sleeps) =>
      `${name} is missed most: ${misses} of ${gets} gets (${share}), ${sleeps} sleeps.`,
    unit: "misses",
    latch: "Latch",
    gets: "Gets",
    misses: "Misses",
    spin_gets: "Spin gets",
    sleeps: "Sleeps",
    wait_time_s: "Wait s",
  },
  cores: {
    running: "running",
    spinning: "spinning on a latch",
    holding: "running, holds a latch or mutex",
    spelled: "holder without a core",
    /** @type {Say} */
    busy: (cores, share) => `The ${cores} cores are busy ${share} of the time.`,
    none: "No holder of a latch or mutex lost its core.",
    lost: (/** @type {number} */ pid, /** @type {number} */ priority, /** @type {string} */ time) =>
      `Process ${pid} lost its core with a latch or mutex in its hands${priority ? ` at priority ${priority}` : ""} and was ${time} without one: whoever wanted it waited as long.`,
    /** @type {Say} */
    core: (core) => `core ${core}`,
    /** @type {Say} */
    spell: (pid, time) => `process ${pid}: ${time} without a core`,
    off: "holder off",
    process: (/** @type {number} */ pid, /** @type {boolean} */ holder) =>
      `process ${pid}${holder ? ", the holder" : ""}`,
    priority: "priority (lower is stronger)",
    computing: "computing",
    spins: "spinning",
    /** @type {Say} */
    limit: (cores) => `${cores} cores`,
    unit: "busy cores",
    picture: "Picture",
    near: "Cores, near the longest loss",
    all: "Cores, whole window",
    load: "CPU load",
    priorities: "Priorities",
    pid: "Process",
    level: "Priority",
    from: "From s",
    without: "Without a core ms",
  },
  gets: {
    service: { name: "CPU a get", short: "CPU", note: "service time St" },
    queue: { name: "Wait a get", short: "Wait", note: "queue time Qt" },
    response: { name: "Response a get", short: "Response", note: "Rt = St + Qt" },
    /** @type {Say} */
    sentence: (response, waiting, gets, sleeps) =>
      `A buffer get takes ${response} µs, ${waiting} of it waiting, over ${gets} gets; ${sleeps} sleeps for 1,000 gets.`,
    unit: "microseconds",
    column: "µs a get (95 %)",
  },
  cluster: {
    show: "Show",
    tableOf: "Table of",
    parts: {
      transfers: "Nodes and transfers",
      current_blocks_served: "Pins and flushes",
      top_events: "Top events",
      wait_classes: "Wait classes",
      threads: "Threads",
      segments: "Segments",
      session_waits: "Session waits",
      active_by_object: "Active sessions by object",
      active_by_block: "Active sessions by block",
    },
    columns: {
      from: "From instance",
      to: "To instance",
      current: "Current blocks",
      cr: "CR blocks",
      instance: "Instance",
      what: "Held up by",
      count: "Times",
      name: "Event",
      event: "Event",
      class: "Class",
      waits: "Waits",
      total_s: "Total s",
      avg_ms: "Avg ms",
      pct_db_time: "% DB time",
      pct: "% DB time",
      thread: "Thread",
      rows: "Rows",
      run_time_s: "Run time s",
      rows_per_s: "Rows/s",
      max_commit_ms: "Longest commit ms",
      object: "Object",
      type: "Type",
      statistic: "Statistic",
      value: "Value",
      capture_pct: "% of all",
      at_s: "At s",
      sid: "SID",
      program: "Program",
      state: "State",
      seconds: "Seconds",
      parameters: "P1, P2, P3",
      samples: "Samples",
      file: "File",
      block: "Block",
    },
    none: "No instance waited for anything.",
    /** @type {Say} */
    still: (instances) => `No block travelled between the ${instances} instances.`,
    /** @type {Say} */
    travelled: (blocks, instances, rows) =>
      `${blocks} blocks travelled between ${instances} instances, one for every ${rows} rows.`,
    /** @type {Say} */
    waited: (flushes, pins) =>
      `Before a changed block could leave, an instance waited ${flushes} times for its redo and ${pins} times for a session to let go.`,
    /** @type {Say} */
    top: (name, share, instances, total) =>
      `${name} takes ${share} of the DB time over ${instances} instances: ${total}.`,
    /** @type {Say} */
    instance: (instance) => `Instance ${instance}`,
    machine: (/** @type {number} */ sessions, /** @type {number} */ cores) =>
      `${sessions} ${sessions === 1 ? "session" : "sessions"}, ${cores} ${cores === 1 ? "core" : "cores"}`,
    /** @type {Say} */
    inserted: (rows, rate) => `${rows} rows, ${rate}/s each`,
    brief: (/** @type {number} */ sessions, /** @type {string} */ rows) => [
      `${sessions} sessions`,
      `${rows} rows`,
    ],
    /** @type {Say} */
    share: (name, share, time) => `${name}: ${share} of ${time}`,
    idle: "idle",
    /** @type {Say} */
    arc: (from, to, current, cr) =>
      `Instance ${from} to ${to}: ${current} current blocks, ${cr} CR blocks`,
    /** @type {Say} */
    held: (instance, what) => `Instance ${instance}, ${what}`,
    /** @type {Say} */
    thread: (thread) => `Thread ${thread}`,
    rate: "rows a second",
  },
  sweep: {
    lever: "Lever",
    run: "Try its values",
    /** @type {Say} */
    question: (label) =>
      `How much of “${label}” is enough? Each value is a full run; the others stay as they are.`,
    /** @type {Say} */
    running: (values, label) => `Trying ${values} values of “${label}”.`,
    /** @type {Say} */
    none: (label, first, price) =>
      `No value of “${label}” beyond ${first} saves a tenth of the ${price}.`,
    enough: (
      /** @type {string} */ value,
      /** @type {string} */ price,
      /** @type {string} */ share,
      /** @type {boolean} */ more,
      /** @type {string} */ event,
      /** @type {string} */ first,
    ) =>
      `${value} are enough: ${price} and ${share} ${more ? "more" : "fewer"} ${/ waits$/.test(event) ? event : `waits for ${event}`} than with ${first}; no step after it saves another tenth.`,
    /** @type {Say} */
    knee: (value) => `enough: ${value}`,
    elapsed: "Elapsed s",
    value: "Value",
  },
  compare: {
    running: "Running pairs of seeds; the first intervals appear after two pairs.",
    luck: "One pair of runs may be luck. Run ten pairs of seeds: each pair shares its random numbers, so that the lever is all that differs.",
    over: (
      /** @type {number} */ pairs,
      /** @type {number[]} */ seeds,
      /** @type {string} */ interval,
      /** @type {string} */ verdict,
    ) =>
      `Over ${pairs} pairs of seeds (${seeds[0]} to ${seeds[pairs - 1]}), elapsed changes by ${interval}: ${verdict}.`,
    run: "Run ten pairs",
    again: "Run ten pairs again",
    unit: "now to baseline; bar: 95 % interval of the mean; small dots: pairs",
    title: "Differences between now and baseline with their 95 % intervals",
    figure: "Figure",
    interval: "Difference, 95 % interval",
    verdict: "Verdict",
  },
  published: {
    /** @type {Record<string, string>} */
    metrics: {
      pct_db_time: "% DB time",
      avg_wait: "average",
      waits: "waits",
      total: "time",
      cpu: "CPU",
    },
    time: "time",
    under: "under",
    /** @type {Say} */
    ofRun: (metric) => `${metric} of the run`,
    /** @type {Say} */
    ofSegment: (metric) => `${metric} (segment)`,
    traced: "The author traced the sessions for the event figures; set trace.sql to do the same.",
    none: "The author published no figures for this setting; move the experiment’s own lever.",
    /** @type {Say} */
    near: (near, of) => `${near} of ${of} published figures are met within a factor of 3.`,
    unit: "simulated to published; shaded: within 3 times",
    theirs: "Published",
    ours: "Simulated",
    ratio: "Ratio",
    figure: "Figure",
    unitColumn: "Unit",
  },
  report: {
    /** @type {Say} */
    whole: (events, segments) =>
      `The whole run as text: ${events} wait events, ${segments} segments and objects.`,
    /** @type {Say} */
    head: (version, preset, seed) => `hotblock ${version}   preset ${preset}   seed ${seed}`,
    simulated: "All figures are simulated.",
    levers: "Levers that differ from their defaults",
    none: "none",
    run: "Run",
    elapsed: "Elapsed",
    session: "Session time, summed",
    cpu: "CPU",
    rows: "Rows",
    rate: "Rows per second",
    model: "Time model",
    foreground: "Foreground wait events",
    background: "Background wait events",
    event: "Event",
    waits: "Waits",
    total: "Total s",
    mean: "Avg ms",
    max: "Max s",
    share: "% time",
    segments: "Segments",
    segment: "Segment",
    type: "Type",
    statistic: "Statistic",
    value: "Value",
    statistics: "Statistics",
  },
};
