//! An instance: what its sessions share.

mod buffer_cache;
mod sequence;
mod transaction;

pub use buffer_cache::{BufferCache, Buffers, CacheLevers};
pub use sequence::{Sequence, SequenceLevers};
pub use transaction::Transactions;

use crate::access::{Index, Table};
use crate::concurrency::{EnqueueLatches, LatchRules};
use crate::host::{Cpu, Disk};
use crate::ledger::Ledger;
use crate::scenario::Config;
use des::random::Streams;
use des::{Handle, Span};

/// One database instance on one host.
pub struct Instance {
    /// The host's cores.
    pub cpu: Cpu,
    /// The host's disk.
    pub disk: Disk,
    /// The books.
    pub ledger: Ledger,
    /// The buffer cache.
    pub cache: BufferCache,
    /// The latches over the enqueues.
    pub enqueue_latches: EnqueueLatches,
    /// Which transactions are active.
    pub transactions: Transactions,
    /// The sequence that makes the keys.
    pub sequence: Sequence,
    /// The table.
    pub table: Table,
    /// Its index, where there is one.
    pub index: Option<Index>,
    /// How long sessions spin on a latch, and how they sleep.
    pub latch_rules: LatchRules,
    /// What a session computes to wake another.
    pub post: Span,
    /// By how much single costs vary about their mean, as a share of it.
    pub cpu_variation: f64,
    /// What a session computes to write a line of SQL trace, where it is on.
    pub trace_line: Option<Span>,
}

impl Instance {
    /// An instance with empty segments for as many sessions as the workload has.
    pub fn new(config: &Config, handle: Handle, streams: &Streams) -> Self {
        let sessions = config.workload.sessions as usize;
        let ledger = Ledger::new(sessions);
        let latch = &config.latch;
        let hold = Span::from_micros_f64(latch.enqueue_hold_us);
        let line = Span::from_micros_f64(config.trace.line_us);
        Self {
            cpu: Cpu::new(handle, config.cpu, sessions),
            disk: Disk::new(config.disk, streams.stream("disk")),
            cache: BufferCache::new(
                &config.cache,
                Span::from_micros_f64(latch.buffer_hold_us),
                &ledger,
            ),
            enqueue_latches: EnqueueLatches::new(config.cpu.cores, hold, &ledger),
            transactions: Transactions::new(sessions),
            sequence: Sequence::new(&config.sequence, &ledger),
            table: Table::new(&config.table, sessions, &ledger),
            index: config.index.exists.then(|| Index::new(&config.index, &ledger)),
            latch_rules: LatchRules::new(latch, config.cpu.cores),
            post: Span::from_micros_f64(config.cpu.post_us),
            cpu_variation: config.workload.cpu_variation,
            trace_line: config.trace.sql.then_some(line),
            ledger,
        }
    }
}
