//! The buffer cache: blocks found and pinned under their `cache buffers chains` latch.

use crate::catalogue::{Event, Kind, SegmentStatistic, Statistic, levers};
use crate::cluster::BlockKey;
use crate::concurrency::{Latch, LatchStatistics, PinMode, Pins};
use crate::host::Pid;
use crate::ledger::{Ledger, ObjectId, ObjectType, Wait};
use crate::session::Session;
use des::{Span, Wake};

levers! {
    /// The levers of the buffer cache.
    pub struct CacheLevers("cache.", "Cache and latches") {
        hash_latches: u64 = 8_192, Kind::Integer { min: 1, max: 65_536 }, "latches",
            "Cache buffers chains latches",
            "How many latches share the hash chains of the buffer cache.",
            oracle "_db_block_hash_latches";
        examine_us: f64 = 1.2, Kind::Number { min: 0.05, max: 100.0 }, "us", "Short get",
            "What a session computes to read a block under its latch without a pin.";
    }
}

/// How long a busy wait lasts before the session looks again: the first on a buffer, the next.
const BUSY_TIMEOUTS: [Span; 2] = [Span::from_secs(1), Span::from_secs(3)];

/// The latches of the buffer cache.
pub struct BufferCache {
    latches: Vec<Latch>,
    pub(super) hold: Span,
    /// What a short get costs.
    pub examine: Span,
}

impl BufferCache {
    /// A cache whose latches are held for `hold` a get.
    pub fn new(levers: &CacheLevers, hold: Span, ledger: &Ledger) -> Self {
        let object = ledger.register("cache buffers chains", ObjectType::Latch);
        let latch = |_| Latch::new(Event::CacheBuffersChains, object);
        Self {
            latches: (0..levers.hash_latches).map(latch).collect(),
            hold,
            examine: Span::from_micros_f64(levers.examine_us),
        }
    }

    /// The latch over the chain of a block: a well-mixed hash of its address.
    pub(super) fn latch_of(&self, object: ObjectId, block: u32) -> &Latch {
        let address = (u64::from(object.0) << 32) | u64::from(block);
        let mixed = (address ^ 0x5851_F42D).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        &self.latches[mixed as usize % self.latches.len()]
    }

    /// The figures of all latches together.
    pub fn statistics(&self) -> LatchStatistics {
        let mut sum = LatchStatistics::default();
        self.latches.iter().for_each(|latch| sum.add(&latch.statistics()));
        sum
    }
}

/// The buffers of one segment: its pins, and the account on which waits are booked.
pub struct Buffers {
    /// The account.
    pub object: ObjectId,
    pub(super) pins: Pins,
    /// Whether the blocks hold rows or entries, not the map of the segment's space.
    pub(super) holds_data: bool,
}

impl Buffers {
    /// No buffer pinned.
    pub fn new(object: ObjectId) -> Self {
        Self { object, pins: Pins::default(), holds_data: true }
    }

    /// The same for blocks that manage the segment's space, which the heat map leaves out.
    pub fn of_space_map(object: ObjectId) -> Self {
        Self { holds_data: false, ..Self::new(object) }
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
        self.pins.try_pin(block, session.pid, mode)?;
        if mode == PinMode::Exclusive && self.holds_data {
            instance.ledger.touch(session.now(), self.object, block);
        }
        Ok(())
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
        let wake = session.wait_until_posted_for(wait, limit, give_up).await;
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
        self.pins.unpin(block, session.pid, |waiter| session.post(waiter));
        let member = session.instance.member.as_ref();
        if let Some(next) = member.and_then(|member| member.unpinned(self.key(block), changed)) {
            session.post(next);
        }
    }

    /// A short get: the block is read under its latch. One that is being changed can't be, and
    /// is pinned instead.
    pub async fn examine(&self, session: &Session, block: u32) {
        let cache = &session.instance.cache;
        let member = session.instance.member.as_ref();
        let is_elsewhere = member.is_some_and(|member| !member.is_readable(self.key(block)));
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
        BlockKey { object: self.object, holds_data: self.holds_data, block }
    }

    pub(super) fn count_get(&self, session: &Session) {
        let ledger = &session.instance.ledger;
        ledger.count(Statistic::SessionLogicalReads, 1);
        ledger.count(Statistic::DbBlockGets, 1);
        ledger.count_on(self.object, SegmentStatistic::LogicalReads, 1);
    }

    /// Counts a change of a pinned block.
    pub fn changed(&self, session: &Session) {
        let ledger = &session.instance.ledger;
        ledger.count(Statistic::DbBlockChanges, 1);
        ledger.count_on(self.object, SegmentStatistic::DbBlockChanges, 1);
    }

    /// A wait of the session for something about a block.
    pub fn wait(&self, event: Event, block: u32, holder: Option<Pid>) -> Wait {
        Wait { event, object: self.object, block: self.holds_data.then_some(block), holder }
    }
}
