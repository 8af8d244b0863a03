//! The experiments that the playground opens with, named after the authors' own.

use crate::catalogue::LeverValue;
use crate::concurrency::MutexWaitScheme;
use crate::host::{SchedulerPolicy, YieldScheme};
use crate::instance::CursorProtection;
use crate::workload::{Client, Quota, WorkloadKind};
use serde_json::Value;

/// A named scenario: the author's "before", untraced.
#[derive(Debug)]
pub struct Preset {
    /// The name that links and scripts carry.
    pub name: &'static str,
    /// The heading.
    pub title: &'static str,
    /// What it is about, in one sentence.
    pub sentence: &'static str,
    pairs: fn() -> Vec<(&'static str, Value)>,
}

impl Preset {
    /// What differs from the levers' defaults.
    pub fn pairs(&self) -> impl Iterator<Item = (String, Value)> {
        (self.pairs)().into_iter().map(|(key, value)| (key.to_string(), value))
    }
}

/// Every preset; the first is where nobody names one.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "reverse-key",
        title: "Reverse key index",
        sentence: "A hundred sessions insert 10,000 rows each with keys from one sequence, and all of them want the rightmost leaf of the index.",
        pairs: || vec![("workload.sessions", 100_u32.to_json())],
    },
    Preset {
        name: "hash-cluster",
        title: "Hash cluster",
        sentence: "A hundred sessions insert 1,000 rows each into a table without an index; in a hash cluster every row has a block of its own, which must be read first.",
        pairs: || {
            vec![
                ("workload.rows_per_session", 1_000_u64.to_json()),
                ("index.exists", false.to_json()),
            ]
        },
    },
    Preset {
        name: "rac-hash-partition",
        title: "A hot index on three nodes",
        sentence: "Ten threads on three nodes of a cluster insert 50,000 rows in the order of their key, and the last leaf of the index goes from node to node.",
        pairs: || {
            let mut pairs = three_nodes();
            pairs.extend([
                ("workload.sessions", 10_u32.to_json()),
                ("workload.rows_per_session", 5_000_u64.to_json()),
                ("workload.quota", Quota::Shared.to_json()),
                ("workload.commit_rows", 100_u64.to_json()),
                ("workload.connect_interval_ms", 5.0.to_json()),
                ("workload.client", Client::Sql.to_json()),
                ("workload.client_ms", 2.4.to_json()),
                ("index.unique", true.to_json()),
                ("sequence.by_client", true.to_json()),
                ("table.row_bytes", 48_u32.to_json()),
            ]);
            pairs
        },
    },
    Preset {
        name: "cbc-latches-1",
        title: "Cache buffers chains latches",
        sentence: "Twenty sessions on four cores get cached blocks without a pause; more latches over the hash chains leave fewer sessions waiting behind one that has lost its core.",
        pairs: || [look_ups(20, 90), vec![("cache.hash_latches", 1_024_u64.to_json())]].concat(),
    },
    Preset {
        name: "cbc-latches-2",
        title: "Hash chains and their latches",
        sentence: "Twelve sessions on four cores get cached blocks over as many latches as hash chains; fewer chains are longer ones, and their latches are held longer.",
        pairs: || {
            let chains = vec![
                ("cache.hash_latches", 256_u64.to_json()),
                ("cache.hash_buckets", 256_u64.to_json()),
            ];
            [look_ups(12, 60), chains].concat()
        },
    },
    Preset {
        name: "sched-noage",
        title: "Scheduling without ageing",
        sentence: "Two thousand sessions, idle nearly always, execute the same few statements; under time sharing whoever loses its core with a mutex in its hands waits behind those who wait for it.",
        pairs: calls,
    },
];

/// Three small virtual machines with Linux: 11.2, slow cores, unequal load.
///
/// The first has the most cores (it alone started two LMS processes), the client beside it and the
/// shortest waits for blocks, but the slowest log: 99 % of its flushes took over a millisecond, of
/// the others' a third to a half.
fn three_nodes() -> Vec<(&'static str, Value)> {
    vec![
        ("cluster.nodes", 3_u32.to_json()),
        ("latch.exclusive_spin", 2_000_u64.to_json()),
        ("latch.buffer_hold_us", 20.0.to_json()),
        ("cpu.context_switch_us", 30.0.to_json()),
        ("cluster.delivery_spread", 4.0.to_json()),
        ("cluster.core_spread", 4.0.to_json()),
        ("cluster.client_spread", 0.17.to_json()),
        ("cluster.block_us", 1_200.0.to_json()),
        ("cluster.message_us", 550.0.to_json()),
        ("resource_manager.plan", false.to_json()),
        ("library_cache.hold_us", 0.0.to_json()),
        ("library_cache.parse_us", 0.0.to_json()),
        ("disk.open_reads", 0_u32.to_json()),
        ("cache.read_us", 0.0.to_json()),
        ("cluster.log_spread", 2.0.to_json()),
        ("cluster.request_us", 450.0.to_json()),
        ("cpu.cores", 2_u32.to_json()),
        ("cpu.quantum_us", 6_000_u64.to_json()),
        ("cpu.wakeup_us", 100.0.to_json()),
        ("cpu.post_us", 10.0.to_json()),
        ("cpu.yield_scheme", YieldScheme::RunQueue.to_json()),
        ("workload.execute_us", 150.0.to_json()),
        ("index.leaf_us", 300.0.to_json()),
        ("index.descend_us", 30.0.to_json()),
        ("index.split_us", 1_500.0.to_json()),
        ("table.row_us", 60.0.to_json()),
        ("disk.read_ms", 12.0.to_json()),
        ("redo.write_ms", 0.9.to_json()),
        ("redo.write_cv", 0.3.to_json()),
        ("redo.strands", 10_u32.to_json()),
    ]
}

/// Look-ups on Linux with four cores: cheap wake-ups, and slices of 0.75 ms, the least that the
/// fair scheduler gives before it scales by the number of cores.
///
/// What the author does not say is set so that the first experiment comes out as published: the
/// working set with its skew, the row work, the hold (0.2 to 1 us are plausible), and a spin
/// iteration of 15 ns, in whose loop the `pause` instruction alone takes 10 to 140 cycles.
fn look_ups(sessions: u32, samples: u32) -> Vec<(&'static str, Value)> {
    vec![
        ("workload.kind", WorkloadKind::Lookups.to_json()),
        ("workload.sessions", sessions.to_json()),
        ("workload.connect_interval_ms", 0.0_f64.to_json()),
        ("sample.count", samples.to_json()),
        ("sample.length_ms", 1_000.0_f64.to_json()),
        ("cpu.cores", 4_u32.to_json()),
        ("cpu.quantum_us", 750_u64.to_json()),
        ("latch.spin_iteration_ns", 15.0_f64.to_json()),
        ("latch.buffer_hold_us", 0.45_f64.to_json()),
        ("cpu.wakeup_us", 10.0_f64.to_json()),
        ("cpu.yield_scheme", YieldScheme::RunQueue.to_json()),
        ("resource_manager.plan", false.to_json()),
    ]
}

/// Calls on HP-UX, release 10.2.
///
/// The share of CPU time kept in mind is near 4.3BSD's, 2 load / (2 load + 1), for the five cores
/// that are busy on average; a level of 10 to 40 ms is plausible. What the author does not say, the
/// calls, what they execute and when they come in bursts, is set so that both policies come out
/// near the published histograms; between them nothing but the scheduler differs.
fn calls() -> Vec<(&'static str, Value)> {
    vec![
        ("workload.kind", WorkloadKind::Executions.to_json()),
        ("workload.sessions", 1_974_u32.to_json()),
        ("workload.connect_interval_ms", 0.0_f64.to_json()),
        ("sample.count", 120_u32.to_json()),
        ("sample.length_ms", 1_000.0_f64.to_json()),
        ("cpu.scheduler", SchedulerPolicy::TimeShare.to_json()),
        ("cpu.quantum_us", 100_000_u64.to_json()),
        ("cpu.priority_level_ms", 20.0_f64.to_json()),
        ("cpu.priority_kept", 0.903_f64.to_json()),
        ("cpu.wakeup_us", 10.0_f64.to_json()),
        ("cpu.context_switch_us", 10.0_f64.to_json()),
        ("cpu.yield_scheme", YieldScheme::RunQueue.to_json()),
        ("call.cpu_ms", 161.0_f64.to_json()),
        ("call.cpu_cv", 3.73_f64.to_json()),
        ("call.read_share", 0.0958_f64.to_json()),
        ("call.reading_calls", 0.242_f64.to_json()),
        ("call.burst_every_s", 120.0_f64.to_json()),
        ("call.burst_s", 9.08_f64.to_json()),
        ("call.burst_factor", 2.52_f64.to_json()),
        ("call.execute_us", 407.0_f64.to_json()),
        ("mutex.yield_us", 13.8_f64.to_json()),
        ("cursor.protection", CursorProtection::Latch.to_json()),
        ("cursor.find_us", 10.8_f64.to_json()),
        ("cursor.pin_us", 0.42_f64.to_json()),
        ("cursor.hard_parse_share", 0.0216_f64.to_json()),
        ("cursor.parse_latch_us", 213.0_f64.to_json()),
        ("mutex.wait_scheme", MutexWaitScheme::Yield.to_json()),
        ("resource_manager.plan", false.to_json()),
    ]
}
