//! The buffer cache: blocks found and pinned under their `cache buffers chains` latch.

use super::background::Background;
use super::frames::{FrameId, Frames, Residence};
use super::hash_chains::HashChains;
use crate::catalogue::{Event, Kind, SegmentStatistic, Statistic, levers};
use crate::cluster::BlockKey;
use crate::concurrency::{Latch, LatchStatistics, PinMode, Pins};
use crate::host::Pid;
use crate::ledger::{Ledger, ObjectId, ObjectType, Wait};
use crate::segment::BlockClass;
use crate::session::Session;
use des::{Span, Wake};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

levers! {
    /// The levers of the buffer cache.
    pub struct CacheLevers("cache.", "Cache and latches") {
        hash_latches: u64 = 8_192, Kind::Integer { min: 1, max: 65_536 }, "latches",
            "Cache buffers chains latches",
            "How many latches share the hash chains of the buffer cache.",
            oracle "_db_block_hash_latches";
        hash_buckets: u64 = 262_144, Kind::Integer { min: 1, max: 4_194_304 }, "chains",
            "Hash chains", "How many chains the headers of the cached blocks hang on.",
            oracle "_db_block_hash_buckets";
        buffers: u64 = 16_900, Kind::Integer { min: 100, max: 10_000_000 }, "blocks",
            "Buffers", "How many blocks the buffer cache holds.", oracle "DB_CACHE_SIZE";
        read_us: f64 = 60.0, Kind::Number { min: 0.0, max: 10_000.0 }, "us", "Cost of a read",
            "What a session computes to find a buffer for a block and to have it read.";
        scan_share: f64 = 0.4, Kind::Number { min: 0.01, max: 1.0 }, "", "Search for a buffer",
            "The share of the buffers that a session looks at before it waits for the writer.",
            oracle "_db_block_max_scan_pct";
        writer_batch: u64 = 224, Kind::Integer { min: 1, max: 4_096 }, "blocks", "Write batch",
            "How many blocks the database writer writes together.";
        writer_us: f64 = 5.0, Kind::Number { min: 0.0, max: 1_000.0 }, "us", "Cost of a write",
            "What the database writer computes for one block.";
        checkpoint_blocks_s: f64 = 1_000.0, Kind::Number { min: 1.0, max: 1_000_000.0 },
            "blocks/s", "Checkpoint rate",
            "How fast the database writer writes for a log switch that nobody waits for yet.";
        examine_us: f64 = 1.2, Kind::Number { min: 0.05, max: 100.0 }, "us", "Short get",
            "What a session computes to read a block under its latch without a pin.";
    }
}

/// How long a busy wait lasts before the session looks again: the first on a buffer, the next.
const BUSY_TIMEOUTS: [Span; 2] = [Span::from_secs(1), Span::from_secs(3)];

/// How long a session waits for a free buffer before it looks again.
const FREE_BUFFER_TIMEOUT: Span = Span::from_secs(1);

/// The buffers and the latches over their chains.
pub struct BufferCache {
    /// The levers of the cache.
    pub levers: CacheLevers,
    /// The chains of the buffer headers, and their latches.
    pub chains: HashChains,
    /// The latch over the list of buffers to be replaced.
    lru_latch: Latch,
    pub(super) hold: Span,
    /// What a short get costs.
    pub examine: Span,
    frames: RefCell<Frames>,
    scan: usize,
    /// Sessions that wait for a read that another has begun: object, block, session.
    readers: RefCell<Vec<(u32, u32, Pid)>>,
    /// Sessions that wait for a free buffer.
    free_waiters: RefCell<VecDeque<Pid>>,
    /// Sessions that wait until the buffer they want to change is written.
    write_waiters: RefCell<Vec<Pid>>,
    /// The database writer.
    pub writer: Background,
    /// The log up to which the writer is to bring the data files, and whether somebody waits.
    pub(super) checkpoint: Cell<Option<(u32, bool)>>,
}

impl BufferCache {
    /// A cache whose latches are held for `hold` a get.
    pub fn new(
        levers: &CacheLevers,
        hold: Span,
        sessions: usize,
        writer: Pid,
        ledger: &Ledger,
    ) -> Self {
        let object = ledger.register("cache buffers chains", ObjectType::Latch);
        let lru = ledger.register("cache buffers lru chain", ObjectType::Latch);
        // A session pins two blocks at most and has one more on its way, so that all can go on.
        let capacity = (levers.buffers as usize).max(4 * sessions + 64);
        Self {
            levers: *levers,
            chains: HashChains::new(levers.hash_buckets, levers.hash_latches, object),
            lru_latch: Latch::new(Event::CacheBuffersLruChain, lru, 0),
            hold,
            examine: Span::from_micros_f64(levers.examine_us),
            frames: RefCell::new(Frames::new(capacity)),
            scan: libm::ceil(capacity as f64 * levers.scan_share) as usize,
            readers: RefCell::default(),
            free_waiters: RefCell::default(),
            write_waiters: RefCell::default(),
            writer: Background::new(writer),
            checkpoint: Cell::new(None),
        }
    }

    /// Fills the cache as the making of a large segment leaves it.
    pub fn load(&self, object: ObjectId, blocks: u32) {
        self.frames.borrow_mut().load(object.0, blocks);
    }

    /// Whether every change made under logs up to `log` is on disk.
    pub fn is_written_up_to(&self, log: u32) -> bool {
        self.frames.borrow_mut().oldest_log().is_none_or(|oldest| oldest > log)
    }

    /// Asks the writer to bring the data files up to a log; at once, if somebody waits for it.
    pub fn start_checkpoint(&self, session: &Session, log: u32, urgent: bool) {
        self.checkpoint.set(Some((log, urgent)));
        self.writer.ring(session);
    }

    /// Takes the next blocks that the writer should write.
    pub(super) fn take_batch(&self) -> Vec<FrameId> {
        let limit = self.levers.writer_batch as usize;
        let upto = match self.checkpoint.get() {
            _ if self.is_too_dirty() => Some(u32::MAX),
            asked => asked.map(|(log, _)| log),
        };
        self.frames.borrow_mut().take_batch(limit, upto)
    }

    /// The batch is on disk: those who wait for a buffer or for its write may go on.
    pub(super) fn written(&self, session: &Session, batch: &[FrameId]) {
        for object in self.frames.borrow_mut().written(batch) {
            let ledger = &session.instance.ledger;
            ledger.count(Statistic::PhysicalWrites, 1);
            ledger.count_on(ObjectId(object), SegmentStatistic::PhysicalWrites, 1);
        }
        let waiting = self.write_waiters.take();
        let mut free = self.free_waiters.borrow_mut();
        let served = free.len().min(batch.len());
        for pid in waiting.into_iter().chain(free.drain(..served)) {
            session.post(pid);
        }
    }

    /// A buffer for a block that is read or made; waits until the writer has cleaned one. Tells
    /// whether the session has it: another one may have brought the block in meanwhile.
    async fn claim(&self, session: &Session, wait: Wait, block: u32) -> bool {
        self.lru_latch.hold_in_passing(session, self.hold).await;
        loop {
            if !matches!(self.residence(wait.object, block), Residence::New | Residence::OnDisk) {
                return false;
            }
            let claimed = self.frames.borrow_mut().claim(wait.object.0, block, self.scan);
            if claimed.is_ok() {
                break;
            }
            self.writer.ring(session);
            session.settle().await;
            self.free_waiters.borrow_mut().push_back(session.pid);
            let give_up = || self.free_waiters.borrow_mut().retain(|&pid| pid != session.pid);
            let holder = Some(self.writer.pid);
            let wait = Wait { event: Event::FreeBufferWaits, holder, ..wait };
            session.wait_until_posted_for(wait, FREE_BUFFER_TIMEOUT, give_up).await;
        }
        let behind = self.frames.borrow().listed() >= self.levers.writer_batch as usize;
        if behind || self.is_too_dirty() {
            self.writer.ring(session);
        }
        true
    }

    /// Whether more than a quarter of the buffers is dirty (`_db_large_dirty_queue`).
    fn is_too_dirty(&self) -> bool {
        let frames = self.frames.borrow();
        frames.dirty() * 4 > frames.capacity()
    }

    fn is_readable(&self, object: ObjectId, block: u32) -> bool {
        matches!(self.residence(object, block), Residence::Current | Residence::Writing)
    }

    fn residence(&self, object: ObjectId, block: u32) -> Residence {
        self.frames.borrow_mut().touch(object.0, block)
    }

    pub(super) fn nobody_wants_buffers(&self) -> bool {
        let listed = self.frames.borrow().listed();
        self.free_waiters.borrow().is_empty() && listed == 0 && !self.is_too_dirty()
    }

    /// The figures of the latch over the list of buffers to be replaced.
    pub fn lru_statistics(&self) -> LatchStatistics {
        self.lru_latch.statistics()
    }

    /// The latch over the chain of a block.
    pub(super) fn latch_of(&self, object: ObjectId, block: u32) -> &Latch {
        self.chains.latch_of(object, block)
    }

    /// The figures of all latches over chains together.
    pub fn statistics(&self) -> LatchStatistics {
        self.chains.statistics()
    }
}

/// The buffers of one segment: its pins, and the account on which waits are booked.
pub struct Buffers {
    /// The account.
    pub object: ObjectId,
    /// The data file of the segment.
    file: u32,
    class: BlockClass,
    pub(super) pins: Pins,
    /// Whether the blocks hold rows or entries, not the map of the segment's space.
    pub(super) holds_data: bool,
}

impl Buffers {
    /// No buffer pinned.
    pub fn new(object: ObjectId, file: u32) -> Self {
        let pins = Pins::default();
        Self { object, file, class: BlockClass::DataBlock, pins, holds_data: true }
    }

    /// The same for blocks of undo records.
    pub fn of_undo(object: ObjectId, file: u32) -> Self {
        Self { class: BlockClass::UndoBlock, ..Self::new(object, file) }
    }

    /// The same for blocks that manage the segment's space: they stay in the cache, and the heat
    /// map leaves them out.
    pub fn of_space_map(object: ObjectId, file: u32, class: BlockClass) -> Self {
        Self { holds_data: false, class, ..Self::new(object, file) }
    }

    /// A current get that pins the block, or the session whose pin excludes that.
    pub async fn try_pin(&self, session: &Session, block: u32, mode: PinMode) -> Result<(), Pid> {
        let instance = &session.instance;
        self.count_get(session);
        let latch = instance.cache.latch_of(self.object, block);
        latch.hold(session, instance.cache.hold).await;
        if let Some(member) = &instance.member {
            session.settle().await;
            return self
                .try_pin_here(session, member, block, mode)
                .map_err(|_| self.pins.holder(block).unwrap_or(session.pid));
        }
        if self.holds_data {
            self.bring_in(session, block, mode).await;
        }
        self.pins.try_pin(block, session.pid, mode)?;
        instance.ledger.holds(session.pid, true);
        if self.holds_data {
            instance.cache.frames.borrow_mut().pin(self.object.0, block);
            if mode == PinMode::Exclusive {
                instance.ledger.touch(session.now(), self.object, block);
            }
        }
        Ok(())
    }

    /// Makes sure that the block is in the cache, and not on its way to disk if it is to change.
    async fn bring_in(&self, session: &Session, block: u32, mode: PinMode) {
        let cache = &session.instance.cache;
        loop {
            match cache.residence(self.object, block) {
                Residence::Current => return,
                Residence::Writing if mode == PinMode::Shared => return,
                Residence::Writing => Box::pin(self.wait_for_write(session, block)).await,
                Residence::Reading => Box::pin(self.wait_for_reader(session, block)).await,
                Residence::OnDisk => Box::pin(self.read(session, block)).await,
                Residence::New => Box::pin(self.make(session, block)).await,
            }
        }
    }

    /// Reads the block: `db file sequential read`, after whatever it takes to find a buffer.
    async fn read(&self, session: &Session, block: u32) {
        let cache = &session.instance.cache;
        session.open_file(self.file, self.wait(Event::DiskFileOperations, block, None)).await;
        session.charge(session.vary(cache.levers.read_us));
        session.settle().await;
        let wait = self.wait(Event::FreeBufferWaits, block, None);
        if !cache.claim(session, wait, block).await {
            return;
        }
        let ledger = &session.instance.ledger;
        ledger.count(Statistic::PhysicalReads, 1);
        ledger.count_on(self.object, SegmentStatistic::PhysicalReads, 1);
        session.settle().await;
        let span = session.instance.disk.read(session.now());
        session.wait_for(self.wait(Event::DbFileSequentialRead, block, None), span).await;
        self.arrived(session, block);
    }

    /// Makes sure that the block is in the cache; nobody else uses it.
    pub async fn make_present(&self, session: &Session, block: u32) {
        self.bring_in(session, block, PinMode::Exclusive).await;
    }

    /// Reads a block from disk that the cache does not keep.
    pub async fn read_outside(&self, session: &Session) {
        let wait = |event| Wait { event, object: self.object, block: None, holder: None };
        session.open_file(self.file, wait(Event::DiskFileOperations)).await;
        let ledger = &session.instance.ledger;
        ledger.count(Statistic::PhysicalReads, 1);
        ledger.count_on(self.object, SegmentStatistic::PhysicalReads, 1);
        session.charge(session.vary(session.instance.cache.levers.read_us));
        session.settle().await;
        let span = session.instance.disk.read(session.now());
        session.wait_for(wait(Event::DbFileSequentialRead), span).await;
    }

    /// A buffer for a block that nobody has used yet.
    async fn make(&self, session: &Session, block: u32) {
        let cache = &session.instance.cache;
        let wait = self.wait(Event::FreeBufferWaits, block, None);
        if cache.claim(session, wait, block).await {
            self.arrived(session, block);
        }
    }

    fn arrived(&self, session: &Session, block: u32) {
        let cache = &session.instance.cache;
        cache.frames.borrow_mut().arrived(self.object.0, block);
        let mine = |reader: &(u32, u32, Pid)| (reader.0, reader.1) == (self.object.0, block);
        let readers = &mut *cache.readers.borrow_mut();
        readers.iter().filter(|reader| mine(reader)).for_each(|reader| session.post(reader.2));
        readers.retain(|reader| !mine(reader));
    }

    async fn wait_for_reader(&self, session: &Session, block: u32) {
        let cache = &session.instance.cache;
        session.settle().await;
        if cache.residence(self.object, block) == Residence::Reading {
            cache.readers.borrow_mut().push((self.object.0, block, session.pid));
            session.wait_until_posted(self.wait(Event::ReadByOtherSession, block, None)).await;
        }
    }

    async fn wait_for_write(&self, session: &Session, block: u32) {
        let cache = &session.instance.cache;
        session.settle().await;
        if cache.residence(self.object, block) == Residence::Writing {
            cache.write_waiters.borrow_mut().push(session.pid);
            let wait = self.wait(Event::WriteCompleteWaits, block, Some(cache.writer.pid));
            session.wait_until_posted(wait).await;
        }
    }

    /// A current get that pins the block, however often it must wait (`buffer busy waits`).
    pub async fn pin(&self, session: &Session, block: u32, mode: PinMode) {
        if session.instance.member.is_some() {
            while !self.pin_unless_moved(session, block, mode).await {}
            return;
        }
        self.pin_alone(session, block, mode).await;
    }

    /// The same where there is one instance.
    pub(super) async fn pin_alone(&self, session: &Session, block: u32, mode: PinMode) {
        let mut limit = BUSY_TIMEOUTS[0];
        while self.try_pin(session, block, mode).await.is_err() {
            session.settle().await;
            if self.pins.is_open(block, mode) {
                continue;
            }
            let wake = self.busy_wait(session, block, mode, limit).await;
            if wake == Wake::TimedOut {
                limit = BUSY_TIMEOUTS[1];
            }
        }
    }

    async fn busy_wait(&self, session: &Session, block: u32, mode: PinMode, limit: Span) -> Wake {
        let holder = self.pins.holder(block);
        self.pins.join(block, session.pid, mode);
        let wait = self.wait(Event::BufferBusyWaits, block, holder);
        let give_up = || self.pins.give_up(block, session.pid);
        let start = session.now();
        let wake = session.wait_until_posted_for(wait, limit, give_up).await;
        session.instance.ledger.count_busy(self.class, session.now() - start);
        if wake == Wake::Posted {
            self.pins.arrived(block);
        }
        wake
    }

    /// Takes the pin off; the session has computed all that it does under the pin.
    pub async fn unpin(&self, session: &Session, block: u32) {
        let cache = &session.instance.cache;
        cache.latch_of(self.object, block).hold(session, cache.hold).await;
        let changed = self.pins.changing(block) == Some(session.pid);
        // The instances of a cluster keep their blocks in the global cache instead.
        if self.holds_data && session.instance.member.is_none() {
            cache.frames.borrow_mut().unpin(self.object.0, block);
        }
        session.instance.ledger.holds(session.pid, false);
        self.pins.unpin(block, session.pid, |waiter| session.post(waiter));
        let member = session.instance.member.as_ref();
        if let Some(next) =
            member.and_then(|member| member.unpinned(self.key(block), session.pid, changed))
        {
            session.post(next);
        }
    }

    /// A short get: the block is read under its latch. One that is being changed can't be, and
    /// is pinned instead.
    pub async fn examine(&self, session: &Session, block: u32) {
        let cache = &session.instance.cache;
        let is_elsewhere = match &session.instance.member {
            Some(member) => !member.is_readable(self.key(block)),
            None => self.holds_data && !cache.is_readable(self.object, block),
        };
        if is_elsewhere || self.pins.changing(block).is_some() {
            self.pin(session, block, PinMode::Shared).await;
            session.charge(cache.examine);
            return self.unpin(session, block).await;
        }
        self.count_get(session);
        cache.latch_of(self.object, block).hold_in_passing(session, cache.hold).await;
        session.charge(cache.examine.saturating_sub(cache.hold));
    }

    pub(super) fn key(&self, block: u32) -> BlockKey {
        // The header of a segment comes before its bitmaps.
        let block = block + u32::from(self.class == BlockClass::FirstLevelBitmap);
        BlockKey { object: self.object, holds_data: self.holds_data, block }
    }

    pub(super) fn count_get(&self, session: &Session) {
        let ledger = &session.instance.ledger;
        ledger.count(Statistic::SessionLogicalReads, 1);
        ledger.count(Statistic::DbBlockGets, 1);
        ledger.count_on(self.object, SegmentStatistic::LogicalReads, 1);
    }

    /// Counts a change of a pinned block, which is dirty from now on.
    pub fn changed(&self, session: &Session, block: u32) {
        let ledger = &session.instance.ledger;
        if self.holds_data {
            let log = session.instance.redo.log();
            session.instance.cache.frames.borrow_mut().change(self.object.0, block, log);
        }
        ledger.count(Statistic::DbBlockChanges, 1);
        ledger.count_on(self.object, SegmentStatistic::DbBlockChanges, 1);
    }

    /// Whether the blocks hold rows or entries, which the heat map shows.
    fn has_heat(&self) -> bool {
        self.holds_data && self.class == BlockClass::DataBlock
    }

    /// A wait of the session for something about a block.
    pub fn wait(&self, event: Event, block: u32, holder: Option<Pid>) -> Wait {
        let block = self.has_heat().then_some(block);
        Wait { event, object: self.object, block, holder }
    }
}
