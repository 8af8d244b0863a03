//! An instance: what its sessions share.

mod background;
mod buffer_cache;
mod cursors;
mod data_files;
mod database_writer;
mod frames;
mod global_buffers;
mod hash_chains;
mod library_cache;
mod redo;
mod redo_strands;
mod sequence;
mod transaction;
mod undo;

pub use background::Background;
pub use buffer_cache::{BufferCache, Buffers, CacheLevers};
pub use cursors::{CursorLevers, CursorProtection, Cursors};
pub use data_files::{DataFileLevers, DataFiles};
pub use database_writer::write_blocks;
pub use hash_chains::HashChains;
pub use library_cache::{LibraryCache, LibraryCacheLevers};
pub use redo::{Redo, RedoLevers, write_logs};
pub use redo_strands::RedoPlace;
pub use sequence::{Sequence, SequenceLevers};
pub use transaction::Transactions;
pub use undo::{Undo, UndoLevers};

use crate::access::{Index, Organization, Table};
use crate::cluster::Member;
use crate::concurrency::{EnqueueLatches, LatchRules, MutexRules};
use crate::host::{Cpu, Disk, Pid};
use crate::ledger::{Ledger, ObjectId, ObjectType};
use crate::scenario::Config;
use des::random::Streams;
use des::{Handle, Span};
use std::rc::Rc;

/// The log writer and the database writer.
const BACKGROUND_PROCESSES: usize = 2;

/// What a run finds of the runs before it on the same instance.
#[derive(Clone, Copy, Debug)]
pub struct CarryOver {
    /// The next number of the sequence.
    pub next_number: u64,
    /// Bytes of undo that the tablespace takes before its file must grow.
    pub undo_bytes: u64,
}

impl CarryOver {
    /// Nothing has run before.
    pub fn nothing(config: &Config) -> Self {
        Self { next_number: config.sequence.start, undo_bytes: config.undo.free_mb << 20 }
    }

    /// The undo of the last run is kept, and its file keeps the size that it has reached.
    pub fn after(instance: &Instance) -> Self {
        Self {
            next_number: instance.sequence.next_number(),
            undo_bytes: instance.undo.free_bytes(),
        }
    }
}

/// The name of the table, as the authors called it.
fn table_name(config: &Config) -> &'static str {
    match config.table.organization {
        Organization::HashCluster => "HASHTAB",
        Organization::Heap if config.index.exists => "T1",
        Organization::Heap => "HEAPTAB",
    }
}

/// One database instance on one host.
pub struct Instance {
    /// The host's cores.
    pub cpu: Rc<Cpu>,
    /// The host's disk.
    pub disk: Disk,
    /// The books.
    pub ledger: Rc<Ledger>,
    /// The buffer cache.
    pub cache: BufferCache,
    /// The redo logs.
    pub redo: Rc<Redo>,
    /// The undo segments.
    pub undo: Undo,
    /// The data files.
    pub data_files: DataFiles,
    /// The library cache.
    pub library_cache: LibraryCache,
    /// The cursors of a workload of many statements.
    pub cursors: Cursors,
    /// The account of the machine itself.
    pub host: ObjectId,
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
    /// How sessions spin and wait on mutexes.
    pub mutex_rules: MutexRules,
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
    pub fn new(config: &Config, before: &CarryOver, handle: Handle, streams: &Streams) -> Self {
        let count = config.workload.sessions;
        let sessions = count as usize;
        let (log_writer, database_writer) = (Pid(count), Pid(count + 1));
        let processes = sessions + BACKGROUND_PROCESSES;
        let ledger = Rc::new(Ledger::new(count, processes));
        let latch = &config.latch;
        let hold = Span::from_micros_f64(latch.enqueue_hold_us);
        let line = Span::from_micros_f64(config.trace.line_us);
        let manager = &config.resource_manager;
        let instance = Self {
            redo: Rc::new(Redo::new(
                &config.redo,
                log_writer,
                &ledger,
                &handle,
                streams.stream("log writer"),
            )),
            cpu: Rc::new(Cpu::new(handle, config.cpu, manager, count, processes)),
            disk: Disk::new(config.disk, streams.stream("disk")),
            cache: BufferCache::new(
                &config.cache,
                Span::from_micros_f64(latch.buffer_hold_us),
                sessions,
                database_writer,
                &ledger,
            ),
            undo: Undo::new(&config.undo, before.undo_bytes, sessions, &ledger),
            data_files: DataFiles::new(&config.data_file),
            library_cache: LibraryCache::new(&config.library_cache, &ledger),
            cursors: Cursors::new(&config.cursor, &ledger),
            host: ledger.register("host", ObjectType::Host),
            enqueue_latches: EnqueueLatches::new(config.cpu.cores, hold, &ledger),
            transactions: Rc::new(Transactions::new(sessions)),
            sequence: Sequence::new(&config.sequence, before.next_number, &ledger),
            table: Table::new(&config.table, table_name(config), sessions, &ledger),
            index: config.index.exists.then(|| Index::new(&config.index, &ledger)),
            latch_rules: LatchRules::new(latch, config.cpu.cores),
            mutex_rules: MutexRules::new(&config.mutex),
            post: Span::from_micros_f64(config.cpu.post_us),
            cpu_variation: config.workload.cpu_variation,
            trace_line: config.trace.sql.then_some(line),
            ledger,
            member: None,
        };
        if let Table::Cluster(cluster) = &instance.table {
            let blocks = cluster.cluster.borrow().full_scan_blocks();
            instance.cache.load(cluster.buffers.object, blocks);
        }
        instance
    }

    /// A process as a report names it.
    pub fn process_name(&self, pid: Pid) -> String {
        match pid {
            _ if pid == self.redo.writer.pid => "LGWR".into(),
            _ if pid == self.cache.writer.pid => "DBW0".into(),
            Pid(number) => format!("session {}", number + 1),
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
