//! Undo: every transaction has a segment of its own, whose extents come out of one tablespace.

use super::Buffers;
use crate::catalogue::{Event, Kind, Statistic, levers};
use crate::concurrency::Enqueue;
use crate::host::Pid;
use crate::ledger::{Ledger, ObjectType};
use crate::session::Session;
use des::Span;
use std::cell::Cell;

levers! {
    /// The levers of undo.
    pub struct UndoLevers("undo.", "Redo and undo", needs "workload.kind = inserts") {
        table_bytes: u64 = 80, Kind::Integer { min: 0, max: 8_000 }, "bytes", "Undo of a row",
            "The undo record of inserting a row into a table block.";
        index_bytes: u64 = 110, Kind::Integer { min: 0, max: 8_000 }, "bytes", "Undo of an entry",
            "The undo record of inserting an entry into a leaf.";
        extent_blocks: u64 = 8, Kind::Integer { min: 1, max: 1_024 }, "blocks", "Undo extent",
            "How many blocks an undo segment grows by.";
        free_mb: u64 = 300, Kind::Integer { min: 0, max: 1_048_576 }, "MB", "Free undo space",
            "How much undo the tablespace takes before its file must grow; what one run leaves the next one finds.";
        online_reads: u32 = 10, Kind::Integer { min: 0, max: 1_000 }, "blocks",
            "Reads of a new segment",
            "How many blocks a session reads to bring its undo segment online.";
        online_us: f64 = 300.0, Kind::Number { min: 0.0, max: 100_000.0 }, "us",
            "Bringing online", "What a session computes to bring its undo segment online.";
        extend_us: f64 = 500.0, Kind::Number { min: 0.0, max: 100_000.0 }, "us", "Growing",
            "What a session computes to add an extent beyond those that were free.";
    }
}

/// A session's place in its undo segment.
#[derive(Default)]
struct Place {
    /// Bytes left in the present block.
    bytes: Cell<u64>,
    /// Blocks left in the present extent.
    blocks: Cell<u64>,
}

/// The undo segments of an instance.
pub struct Undo {
    levers: UndoLevers,
    buffers: Buffers,
    places: Vec<Place>,
    next_block: Cell<u32>,
    /// Extents that are free.
    free: Cell<u64>,
    /// Whether the extents that were free at the start are used up.
    beyond: Cell<bool>,
    /// Whether a session makes the data file grow.
    growing: Cell<bool>,
    enqueue: Enqueue,
}

const BLOCK_BYTES: u64 = 8_192;
/// The data file of the undo tablespace.
const UNDO_FILE: u32 = 3;

impl Undo {
    /// Segments that are offline, and `free_bytes` of free extents.
    pub fn new(levers: &UndoLevers, free_bytes: u64, sessions: usize, ledger: &Ledger) -> Self {
        let object = ledger.register("UNDO", ObjectType::Undo);
        Self {
            levers: *levers,
            buffers: Buffers::of_undo(object, UNDO_FILE),
            places: (0..sessions).map(|_| Place::default()).collect(),
            next_block: Cell::new(0),
            free: Cell::new(free_bytes / (levers.extent_blocks * BLOCK_BYTES)),
            beyond: Cell::new(false),
            growing: Cell::new(false),
            enqueue: Enqueue::new(Event::UsContention, object, u64::from(object.0)),
        }
    }

    /// Bytes of extents that are free: what the next run finds.
    pub fn free_bytes(&self) -> u64 {
        self.free.get() * self.levers.extent_blocks * BLOCK_BYTES
    }

    /// The undo record of a row.
    #[inline]
    pub async fn write_row(&self, session: &Session) {
        self.write(session, self.levers.table_bytes).await;
    }

    /// The undo record of an index entry.
    #[inline]
    pub async fn write_entry(&self, session: &Session) {
        self.write(session, self.levers.index_bytes).await;
    }

    #[inline]
    async fn write(&self, session: &Session, bytes: u64) {
        if session.instance.member.is_some() {
            return;
        }
        let left = &self.places[session.pid.0 as usize].bytes;
        match left.get().checked_sub(bytes) {
            Some(rest) => left.set(rest),
            None => {
                Box::pin(self.next_block(session)).await;
                left.set(BLOCK_BYTES.saturating_sub(bytes));
            }
        }
    }

    async fn next_block(&self, session: &Session) {
        let place = self.place(session.pid);
        if place.blocks.get() == 0 {
            self.take_extent(session).await;
            place.blocks.set(self.levers.extent_blocks);
        }
        place.blocks.set(place.blocks.get() - 1);
        self.use_block(session).await;
    }

    fn place(&self, pid: Pid) -> &Place {
        &self.places[pid.0 as usize]
    }

    /// A new undo block in the cache, dirty at once.
    async fn use_block(&self, session: &Session) {
        let block = self.next_block.get();
        self.next_block.set(block + 1);
        self.buffers.make_present(session, block).await;
        self.buffers.changed(session, block);
    }

    /// Brings the session's segment online under the US enqueue, after reading it: before its
    /// first change, so that it holds no pin meanwhile.
    pub async fn bring_online(&self, session: &Session) {
        if session.instance.member.is_some() {
            return;
        }
        for _ in 0..self.levers.online_reads {
            self.buffers.read_outside(session).await;
        }
        self.enqueue.get(session).await;
        session.run(session.vary(self.levers.online_us)).await;
        self.enqueue.release(session).await;
    }

    /// One of the free extents; beyond those, one that is added under the US enqueue, with room in
    /// the data file made first where there is none.
    async fn take_extent(&self, session: &Session) {
        if !self.beyond.get() && self.take_free() {
            return;
        }
        self.beyond.set(true);
        self.poll_while_growing(session).await;
        self.enqueue.get(session).await;
        session.run(session.vary(self.levers.extend_us)).await;
        if !self.take_free() {
            self.grow(session).await;
            self.take_free();
        }
        self.enqueue.release(session).await;
    }

    /// Looks again and again for a while before it queues: `undo segment extension`.
    async fn poll_while_growing(&self, session: &Session) {
        let mut pause = FIRST_POLL;
        while self.growing.get() && pause <= LAST_POLL {
            session.settle().await;
            let wait = self.buffers.wait(Event::UndoSegmentExtension, 0, None);
            session.wait_for(wait, pause).await;
            pause = pause * 2;
        }
    }

    async fn grow(&self, session: &Session) {
        self.growing.set(true);
        let bytes = session.instance.data_files.grow(session, self.buffers.object).await;
        self.free.set(self.free.get() + bytes / (self.levers.extent_blocks * BLOCK_BYTES));
        self.growing.set(false);
    }

    fn take_free(&self) -> bool {
        let free = self.free.get();
        self.free.set(free.saturating_sub(1));
        free > 0
    }

    /// Has the undo headers of other instances' transactions, a copy of each instance's.
    pub async fn fetch_headers(&self, session: &Session, holders: impl Iterator<Item = Pid>) {
        let Some(member) = &session.instance.member else { return };
        for node in member.other_homes(holders) {
            session.charge(session.vary(member.request_cost_us()));
            session.settle().await;
            member.request_copy(session.pid, self.buffers.key(node as u32), node);
            session.wait_until_posted(self.buffers.wait(Event::GcCrRequest, 0, None)).await;
        }
    }

    /// Looks up `count` transactions in their undo headers, a short consistent get each.
    pub fn examine_headers(&self, session: &Session, count: u64) {
        let ledger = &session.instance.ledger;
        ledger.count(Statistic::SessionLogicalReads, count);
        ledger.count(Statistic::ConsistentGets, count);
        ledger.count(Statistic::ConsistentGetsExamination, count);
        session.charge(session.instance.cache.examine * count);
    }
}

const FIRST_POLL: Span = Span::from_millis(10);
const LAST_POLL: Span = Span::from_millis(320);
