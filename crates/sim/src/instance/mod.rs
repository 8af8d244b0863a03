//! An instance: what its sessions share.

mod buffer_cache;
mod global_buffers;
mod log_writer;
mod sequence;
mod transaction;

pub use buffer_cache::{BufferCache, Buffers, CacheLevers};
pub use log_writer::{LogLevers, LogWriter};
pub use sequence::{Sequence, SequenceLevers};
pub use transaction::Transactions;

use crate::access::{Index, Table};
use crate::cluster::Member;
use crate::concurrency::{EnqueueLatches, LatchRules};
use crate::host::{Cpu, Disk};
use crate::ledger::Ledger;
use crate::scenario::Config;
use des::random::Streams;
use des::{Handle, Span};
use std::rc::Rc;

/// One database instance on one host.
pub struct Instance {
    /// The host's cores.
    pub cpu: Rc<Cpu>,
    /// The host's disk.
    pub disk: Disk,
    /// The redo log and its writer.
    pub log: Rc<LogWriter>,
    /// The books.
    pub ledger: Rc<Ledger>,
    /// The buffer cache.
    pub cache: BufferCache,
    /// The latches over the enqueues.
    pub enqueue_latches: EnqueueLatches,
    /// Which transactions are active.
    pub transactions: Rc<Transactions>,
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
    /// Its place in a cluster, where it is one instance of several.
    pub member: Option<Member>,
}

impl Instance {
    /// An instance with empty segments for as many sessions as the workload has.
    pub fn new(config: &Config, handle: Handle, streams: &Streams) -> Self {
        let sessions = config.workload.sessions as usize;
        let ledger = Rc::new(Ledger::new(sessions));
        let latch = &config.latch;
        let hold = Span::from_micros_f64(latch.enqueue_hold_us);
        let line = Span::from_micros_f64(config.trace.line_us);
        Self {
            log: Rc::new(LogWriter::new(config.log, &handle, streams.stream("log writer"))),
            cpu: Rc::new(Cpu::new(handle, config.cpu, sessions)),
            disk: Disk::new(config.disk, streams.stream("disk")),
            cache: BufferCache::new(
                &config.cache,
                Span::from_micros_f64(latch.buffer_hold_us),
                &ledger,
            ),
            enqueue_latches: EnqueueLatches::new(config.cpu.cores, hold, &ledger),
            transactions: Rc::new(Transactions::new(sessions)),
            sequence: Sequence::new(&config.sequence, &ledger),
            table: Table::new(&config.table, sessions, &ledger),
            index: config.index.exists.then(|| Index::new(&config.index, &ledger)),
            latch_rules: LatchRules::new(latch, config.cpu.cores),
            post: Span::from_micros_f64(config.cpu.post_us),
            cpu_variation: config.workload.cpu_variation,
            trace_line: config.trace.sql.then_some(line),
            ledger,
            member: None,
        }
    }

    /// Opens the database of another instance instead of one of its own: segments, transactions
    /// and the sequence's row in the dictionary are common, buffers and caches are not.
    pub fn open_database_of(&mut self, first: &Self) {
        self.transactions = first.transactions.clone();
        self.table.share(&first.table);
        if let (Some(mine), Some(its)) = (&mut self.index, &first.index) {
            mine.share(its);
        }
        self.sequence.share(&first.sequence);
    }
}
