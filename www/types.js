/**
 * The shapes that cross the worker's boundary and that the views share. Types only.
 *
 * @typedef {boolean | number | string} Value
 * @typedef {Record<string, Value>} Scenario  flat key = value pairs; only what differs from the default
 *
 * @typedef {object} Lever  one row of the catalogue
 * @property {string} key
 * @property {string} group
 * @property {string} label
 * @property {"bool" | "integer" | "number" | "choice"} kind
 * @property {Value} default
 * @property {number} [min]
 * @property {number} [max]
 * @property {number} [step]
 * @property {string[]} [choices]
 * @property {string} [unit]
 * @property {string} sentence
 * @property {string} [price]
 * @property {string} [oracle]  Oracle's name for it
 * @property {boolean} [headline]
 * @property {string} [needs]  where it has an effect: `key = word`, `key > number`, by ` and `
 * @property {string} [cure]  the value that a headline switch turns on
 *
 * @typedef {object} Preset
 * @property {string} key
 * @property {string} title
 * @property {string} sentence
 * @property {Scenario} scenario
 *
 * @typedef {{ name: string, class: string, p1?: string, p2?: string, p3?: string,
 *   sentence: string }} EventRow
 *
 * @typedef {object} Catalogue
 * @property {string} engine_version
 * @property {Lever[]} levers
 * @property {Preset[]} presets
 * @property {EventRow[]} events
 * @property {{ name: string, sentence: string, segment?: boolean }[]} statistics
 *
 * @typedef {{ waits: number, total_s: number, max_s: number, over_100_ms: number }} SegmentWait
 * @typedef {{ name: string, type: string, statistics: Record<string, number>,
 *   waits: Record<string, SegmentWait> }} Segment
 * @typedef {{ name: string, class: string, waits: number, timeouts: number, total_s: number,
 *   max_s: number, avg_ms: number }} WaitEvent
 * @typedef {{ name: string, gets: number, misses: number, sleeps: number, spin_gets: number,
 *   wait_time_s: number }} Latch
 *
 * @typedef {object} Report
 * @property {string} engine_version
 * @property {string} preset
 * @property {Scenario} scenario  every key with its value
 * @property {number} wall_s  simulated, first session's start to last session's end
 * @property {number} session_elapsed_s  summed over sessions
 * @property {number} cpu_s
 * @property {number} rows
 * @property {Record<string, number>} statistics
 * @property {Segment[]} segments
 * @property {WaitEvent[]} events
 * @property {WaitEvent[]} background_events
 * @property {Record<string, [number, number][]>} histograms  upper bound in ms, count
 * @property {Latch[]} latches
 * @property {Record<string, any>[]} [instances]
 * @property {Record<string, number>} time_model
 * @property {{ sample_s: number, gets: number, sleeps_per_1000_gets: number,
 *   per_get: Record<string, { mean: number, low: number, high: number }>,
 *   columns: Record<string, number[]> }} [samples]  of a workload that goes on for ever
 * @property {Record<string, Record<string, any>[]>} [cluster]  what only several instances have
 *
 * @typedef {{ name: string, type: string, first_row: number, rows: number,
 *   blocks?: number }} HeatSegment
 * @typedef {{ segments: HeatSegment[], columns: number, rows: number, column_s: number,
 *   waits: Uint32Array, touches: Uint32Array, hottest_file?: Uint32Array,
 *   hottest_block?: Uint32Array }} Heat  row-major: row * columns + column; the hottest block of a
 *   row by its file and number
 * @typedef {{ step_s: number, classes: string[], values: Float32Array, cores: number }} Timeline
 *   average active sessions, class-major: class * steps + step
 * @typedef {{ segment: string, type: string, block_class?: string | number, file: number,
 *   block: number, event?: string, waits: number, total_s: number, max_s: number }} HotBlock
 * @typedef {{ event: string, waits: number, total_s: number, max_s: number,
 *   path: string[] }} Chain
 * @typedef {object} Cores  who had the cores in a window around the longest time that the holder of
 *   a latch or mutex was without one; core-major: core * slices + slice
 * @property {number} cores
 * @property {number} from_s
 * @property {number} slice_s
 * @property {number} slices
 * @property {Uint8Array} doing  0 idle, 1 running, 2 spinning, 3 running with a latch or mutex
 * @property {Uint32Array} pids
 * @property {Uint32Array} priorities  all 0 where the policy knows none
 * @property {Float64Array} lost_pid
 * @property {Float64Array} lost_priority
 * @property {Float64Array} lost_from_s
 * @property {Float64Array} lost_to_s
 * @property {number} step_s
 * @property {Float32Array} load  busy cores by step, spinning included
 * @property {Float32Array} spinning
 *
 * @typedef {{ heatmap: Heat, timeline: Timeline, hot_blocks: HotBlock[], chains: Chain[],
 *   cores?: Cores }} Views
 *
 * @typedef {{ done: boolean, fraction: number, simulated_s: number, events: number }} Progress
 * @typedef {{ key: string, given: unknown, allowed: string, sentence: string }} Problem
 *
 * @typedef {object} Result  one finished run
 * @property {Scenario} scenario
 * @property {Report} report
 * @property {Views} views
 * @property {number} seconds  real time the run took
 * @property {boolean} [preview]  a scenario with a tenth of the rows
 * @property {Result | null} [small]  its preview
 *
 * @typedef {{ label: string, unit: string, better: "less" | "more", differences: number[],
 *   mean: number, half: number, verdict: "better" | "worse" | "no difference shown" }} Difference
 * @typedef {{ done: number, of: number, seeds: number[], differences: Difference[] }} Comparison
 *
 * @typedef {{ value: number, waits: number, price: number, elapsed_s: number, session_s: number,
 *   reads: number }} Point  the figures of one run of a sweep; price: what its sessions pay, in the
 *   unit of that measure
 * @typedef {{ key: string, label: string, event: string, of: number, points: Point[] }} Sweep  event:
 *   whose waits are counted
 *
 * @typedef {object} Pair  what a view is given
 * @property {Result} now
 * @property {Result | null} baseline
 * @property {Catalogue} catalogue
 * @property {Comparison | null} comparison
 * @property {Sweep | null} sweep
 * @property {boolean} busy
 *
 * @typedef {{ key: string, label: string, numeric?: boolean, swatch?: (value: string) => string,
 *   format?: (value: any) => string }} Column
 * @typedef {{ columns: Column[], rows: Record<string, any>[] }} Table
 * @typedef {{ key: string, label: string, choices: { value: string, label: string }[] }} Option
 *
 * @typedef {object} View  one tab: pure functions of a pair of runs
 * @property {string} key
 * @property {string} title
 * @property {(pair: Pair) => boolean} applies
 * @property {() => Promise<ViewBody>} load
 *
 * @typedef {object} ViewBody
 * @property {boolean} [paired]  whether its chart draws the baseline in grey, now in the accent
 * @property {(pair: Pair, chosen: Record<string, string>) => string} sentence
 * @property {(pair: Pair, chosen: Record<string, string>) => Table} [table]
 * @property {(pair: Pair, chosen: Record<string, string>,
 *   size: { width: number, height?: number }) => unknown} [chart]  height: where the room is given
 * @property {(pair: Pair) => Option[]} [options]
 * @property {(pair: Pair, chosen: Record<string, string>)
 *   => { name: string, label: string, detail?: string, quiet?: boolean } | null} [action]
 * @property {(pair: Pair, chosen: Record<string, string>) => string} [text]  plain text instead
 *   of chart and table
 */
export {};
