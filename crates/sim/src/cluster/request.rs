//! The life of one request for a block: to the master, to the holder, and back with the block.

use super::global_cache::{Block, Mode};
use super::{BLOCK_BITS, BUSY, BlockKey, CONGESTED, Cluster, Member};
use crate::catalogue::{Event, SegmentStatistic, Statistic};
use crate::host::Pid;
use des::{Instant, Span, Wake};
use std::rc::Rc;

/// What a session asks for.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// The asking instance.
    pub node: usize,
    /// The asking session.
    pub pid: Pid,
    /// The block.
    pub key: BlockKey,
    /// What for: S asks for a copy to read, X for the current block.
    pub mode: Mode,
}

/// How the answer comes about.
enum Plan {
    /// This instance ships the block and keeps the mode.
    Ship { from: usize, keeps: Mode },
    /// Nobody need ship anything.
    Grant,
}

/// What happened on the way, which decides on the name of the wait.
#[derive(Debug, Default)]
struct Way {
    /// Others were before it at the master, or had to let go.
    queued: bool,
    /// The longest that an LMS process let it lie.
    lay: Span,
    /// What the holder took for pins and redo.
    held_up: Span,
    /// The nodes that it came by: the holder is not the master.
    third: bool,
    /// A block came, not only a right.
    block: bool,
}

impl Way {
    /// The name of the wait that is over.
    fn event(&self, mode: Mode) -> Event {
        let current = mode == Mode::Exclusive;
        let late = self.held_up + if self.queued { BUSY } else { Span::ZERO } >= BUSY;
        match (self.block, self.lay > CONGESTED, late) {
            (true, true, _) if current => Event::GcCurrentBlockCongested,
            (true, true, _) => Event::GcCrBlockCongested,
            (true, _, true) if current => Event::GcCurrentBlockBusy,
            (true, _, true) => Event::GcCrBlockBusy,
            (true, ..) if current && self.third => Event::GcCurrentBlock3Way,
            (true, ..) if current => Event::GcCurrentBlock2Way,
            (true, ..) if self.third => Event::GcCrBlock3Way,
            (true, ..) => Event::GcCrBlock2Way,
            (false, true, _) if current => Event::GcCurrentGrantCongested,
            (false, _, true) if current => Event::GcCurrentGrantBusy,
            (false, ..) if current => Event::GcCurrentGrant2Way,
            (false, ..) => Event::GcCrGrant2Way,
        }
    }
}

impl Member {
    /// Asks for a block; the session is posted when it has come.
    pub fn request(&self, request: Request) {
        let cluster = self.cluster.clone();
        self.cluster.handle.spawn("gc request", async move { cluster.serve(request).await });
    }
}

impl Cluster {
    /// The master of a block's resource.
    fn master(&self, key: BlockKey) -> usize {
        let unit = u64::from(key.block / self.levers.master_blocks);
        let object = u64::from(key.object.0) * 2 + u64::from(key.holds_data);
        let mixed = ((object << 32) | unit).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 33;
        mixed as usize % self.nodes.len()
    }

    fn with<T>(&self, key: BlockKey, change: impl FnOnce(&mut Block) -> T) -> T {
        change(self.cache.borrow_mut().block(key))
    }

    async fn serve(self: Rc<Self>, request: Request) {
        let Request { node, key, mode, .. } = request;
        let mut way = Way::default();
        let master = self.master(key);
        if master != node {
            self.handle.sleep(self.message()).await;
            self.lms(master, &mut way).await;
        }
        if self.with(key, |block| std::mem::replace(&mut block.busy, true)) {
            way.queued = true;
            let me = self.handle.current();
            self.with(key, |block| block.queue.push_back(me));
            self.handle.park().await;
        }
        match self.plan(request, &mut way).await {
            Plan::Grant if master != node => self.handle.sleep(self.message()).await,
            Plan::Grant => {}
            Plan::Ship { from, keeps } => {
                way.block = true;
                way.third = from != master && master != node;
                if from != master {
                    self.handle.sleep(self.message()).await;
                }
                self.ship(request, from, keeps, &mut way).await;
            }
        }
        let (woken, next) = self.with(key, |block| {
            let woken = block.arrive(node, mode);
            let next = block.queue.pop_front();
            block.busy = next.is_some();
            (woken, next)
        });
        self.nodes[node].ledger.rename(request.pid, way.event(mode));
        self.post(request.pid);
        woken.into_iter().for_each(|pid| self.post(pid));
        if let Some(next) = next {
            self.handle.wake(next);
        }
    }

    /// Who answers; for X, those who only hold S let go at once, as messages to all of them.
    async fn plan(&self, request: Request, way: &mut Way) -> Plan {
        let Request { node, key, mode, .. } = request;
        let holders: Vec<_> = self.with(key, |block| {
            let others = block.locals.iter().enumerate().filter(|(other, _)| *other != node);
            others.filter(|(_, l)| l.mode != Mode::Null).map(|(n, l)| (n, l.mode)).collect()
        });
        let mine = self.with(key, |block| block.locals[node].mode);
        let Some(&(first, held)) = holders.first() else { return Plan::Grant };
        if mode == Mode::Shared {
            return Plan::Ship { from: first, keeps: Mode::Shared };
        }
        if held == Mode::Exclusive {
            return Plan::Ship { from: first, keeps: Mode::Null };
        }
        let ships = mine == Mode::Null;
        let others: Vec<_> = holders.iter().skip(usize::from(ships)).collect();
        if !others.is_empty() {
            way.queued = true;
            self.handle.sleep(self.message()).await;
            for (other, _) in others {
                self.let_go(key, *other, Mode::Null, way).await;
            }
        }
        if ships { Plan::Ship { from: first, keeps: Mode::Null } } else { Plan::Grant }
    }

    /// An LMS process of `node` picks a message up.
    async fn lms(&self, node: usize, way: &mut Way) {
        let came = self.handle.now();
        let lms = &self.nodes[node].lms;
        lms.request().await;
        let late = self.stream.borrow_mut().chance(self.levers.lms_pause_share);
        if late {
            let pause_ms = self.stream.borrow_mut().exp(self.levers.lms_pause_ms);
            self.handle.sleep(Span::from_micros_f64(pause_ms * 1_000.0)).await;
        }
        way.lay = way.lay.max(self.handle.now() - came);
        self.handle.sleep(self.vary(self.levers.lms_us)).await;
        lms.release();
    }

    /// The holder waits for its own sessions and for its redo, and puts the block on the wire.
    async fn ship(&self, request: Request, from: usize, keeps: Mode, way: &mut Way) {
        let Request { key, mode, .. } = request;
        self.lms(from, way).await;
        let came = self.handle.now();
        self.wait_for_pins(key, from, mode).await;
        let (held, redo) = self.with(key, |block| (block.locals[from].mode, block.redo));
        let holder = &self.nodes[from];
        if held == Mode::Exclusive && !holder.log.has_written(redo) {
            holder.lms.request().await;
            let asked = self.handle.now();
            holder.served.borrow_mut().flushing = Some((key, asked));
            holder.log.flush(redo).await;
            let flushed = self.handle.now() - asked;
            holder.served.borrow_mut().flushing = None;
            holder.served.borrow_mut().flushes.add(flushed);
            holder.ledger.book_background(Event::GcsLogFlushSync, flushed);
            holder.lms.release();
        }
        way.held_up += self.handle.now() - came;
        // What its next holder has not changed needs no redo of that one.
        self.with(key, |block| block.redo = 0);
        self.left(key, from, keeps);
        holder.wire.request().await;
        let bits_per_us = self.levers.bandwidth_gbit * 1_000.0;
        self.handle.sleep(Span::from_micros_f64(BLOCK_BITS / bits_per_us)).await;
        holder.wire.release();
        self.handle.sleep(self.vary(self.levers.block_us)).await;
        self.count(request, from);
    }

    /// A holder in S mode gives it up without shipping anything.
    async fn let_go(&self, key: BlockKey, other: usize, keeps: Mode, way: &mut Way) {
        self.lms(other, way).await;
        self.wait_for_pins(key, other, Mode::Shared).await;
        self.left(key, other, keeps);
    }

    /// Waits until the sessions of `from` whose turn it still is are through.
    async fn wait_for_pins(&self, key: BlockKey, from: usize, mode: Mode) {
        let (me, came) = (self.handle.current(), self.handle.now());
        if self.with(key, |block| block.ask_for(from, me)) {
            return;
        }
        let defer = Span::from_micros_f64(self.levers.defer_ms * 1_000.0);
        if self.handle.park_for(defer).await == Wake::TimedOut
            && !self.with(key, |block| block.end_turns(from, me))
        {
            self.handle.park().await;
        }
        if mode == Mode::Exclusive {
            let waited = self.handle.now() - came;
            self.nodes[from].served.borrow_mut().pins.add(waited);
        }
    }

    fn left(&self, key: BlockKey, from: usize, keeps: Mode) {
        let woken = self.with(key, |block| block.leave(from, keeps));
        woken.into_iter().for_each(|pid| self.post(pid));
    }

    /// Counts a transfer on both sides.
    fn count(&self, request: Request, from: usize) {
        let object = request.key.object;
        let (received, served) = (&self.nodes[request.node].ledger, &self.nodes[from].ledger);
        if request.mode == Mode::Exclusive {
            received.count(Statistic::GcCurrentBlocksReceived, 1);
            served.count(Statistic::GcCurrentBlocksServed, 1);
            received.count_on(object, SegmentStatistic::GcCurrentBlocksReceived, 1);
            served.count_on(object, SegmentStatistic::GcCurrentBlocksServed, 1);
        } else {
            received.count(Statistic::GcCrBlocksReceived, 1);
            served.count(Statistic::GcCrBlocksServed, 1);
            received.count_on(object, SegmentStatistic::GcCrBlocksReceived, 1);
        }
    }
}

/// What an LMS process is waiting for just now: the block whose redo it has asked for.
pub type Flushing = Option<(BlockKey, Instant)>;
