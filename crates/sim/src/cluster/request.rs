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
    /// What for: to read it (S), to change it (X), or for a copy that needs no right.
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
    fn event(&self) -> Event {
        let late = self.held_up + if self.queued { BUSY } else { Span::ZERO } >= BUSY;
        match (self.block, self.lay > CONGESTED, late) {
            (true, true, _) => Event::GcCurrentBlockCongested,
            (true, _, true) => Event::GcCurrentBlockBusy,
            (true, ..) if self.third => Event::GcCurrentBlock3Way,
            (true, ..) => Event::GcCurrentBlock2Way,
            (false, true, _) => Event::GcCurrentGrantCongested,
            (false, _, true) => Event::GcCurrentGrantBusy,
            (false, ..) => Event::GcCurrentGrant2Way,
        }
    }

    /// The same where the session has asked for a copy to read.
    fn event_of_copy(&self) -> Event {
        match self.event() {
            Event::GcCurrentBlockCongested => Event::GcCrBlockCongested,
            Event::GcCurrentBlockBusy => Event::GcCrBlockBusy,
            Event::GcCurrentBlock3Way => Event::GcCrBlock3Way,
            _ => Event::GcCrBlock2Way,
        }
    }
}

impl Member {
    /// Asks for a block; the session is posted when it has come.
    pub fn request(&self, request: Request) {
        let cluster = self.cluster.clone();
        self.cluster.handle.spawn("gc request", async move { cluster.serve(request).await });
    }

    /// Asks another instance for a copy of a block to read; the session is posted when it has come.
    pub fn request_copy(&self, pid: Pid, key: BlockKey, from: usize) {
        let (cluster, node) = (self.cluster.clone(), self.node);
        let request = Request { node, pid, key, mode: Mode::Null };
        self.cluster
            .handle
            .spawn("gc copy", async move { cluster.serve_copy(request, from).await });
    }

    /// The other nodes on which any of these sessions live.
    pub fn other_homes(&self, sessions: impl Iterator<Item = Pid>) -> Vec<usize> {
        let mut nodes: Vec<_> = sessions.map(|pid| self.cluster.home(pid)).collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes.retain(|&node| node != self.node);
        nodes
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
            self.handle.sleep(self.message_to(master)).await;
            self.lms(master, &mut way).await;
        }
        if self.with(key, |block| std::mem::replace(&mut block.busy, true)) {
            way.queued = true;
            let me = self.handle.current();
            self.with(key, |block| block.queue.push_back(me));
            self.handle.park().await;
        }
        match self.plan(request, &mut way).await {
            Plan::Grant if master != node => self.handle.sleep(self.message_to(node)).await,
            Plan::Grant => {}
            Plan::Ship { from, keeps } => {
                way.block = true;
                way.third = from != master && master != node;
                if from != master && !way.queued {
                    self.handle.sleep(self.message_to(from)).await;
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
        self.nodes[node].ledger.rename(request.pid, way.event());
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
        let unwritten = redo.filter(|&place| !holder.redo.has_written(place));
        if let Some(place) = unwritten.filter(|_| held == Mode::Exclusive) {
            holder.lms.request().await;
            let asked = self.handle.now();
            holder.served.borrow_mut().flushing = Some((key, asked));
            holder.redo.flush(&holder.cpu, place).await;
            let flushed = self.handle.now() - asked;
            holder.served.borrow_mut().flushing = None;
            holder.served.borrow_mut().flushes.add(flushed);
            holder.ledger.book_background(Event::GcsLogFlushSync, flushed);
            holder.lms.release();
        }
        way.held_up += self.handle.now() - came;
        // What its next holder has not changed needs no redo of that one.
        self.with(key, |block| block.redo = None);
        self.left(key, from, keeps);
        self.send_block(from, request.node).await;
        self.count(request, from);
    }

    async fn send_block(&self, from: usize, to: usize) {
        let wire = &self.nodes[from].wire;
        wire.request().await;
        let bits_per_us = self.levers.bandwidth_gbit * 1_000.0;
        self.handle.sleep(Span::from_micros_f64(BLOCK_BITS / bits_per_us)).await;
        wire.release();
        self.handle.sleep(self.delivery(self.levers.block_us, to)).await;
    }

    /// The life of a request for a copy of a block that `from` changes: it needs no right to the
    /// block, so nobody has to let go.
    async fn serve_copy(self: Rc<Self>, request: Request, from: usize) {
        let Request { node, pid, key, .. } = request;
        let master = self.master(key);
        let mut way = Way { block: true, ..Way::default() };
        if master != node {
            self.handle.sleep(self.message_to(master)).await;
            self.lms(master, &mut way).await;
        }
        if from != master {
            way.third = master != node;
            self.handle.sleep(self.message_to(from)).await;
            self.lms(from, &mut way).await;
        }
        self.send_block(from, node).await;
        let (received, served) = (&self.nodes[node].ledger, &self.nodes[from].ledger);
        received.count(Statistic::GcCrBlocksReceived, 1);
        served.count(Statistic::GcCrBlocksServed, 1);
        self.nodes[from].served.borrow_mut().sent[node].cr += 1;
        received.count_on(key.object, SegmentStatistic::GcCrBlocksReceived, 1);
        received.rename(pid, way.event_of_copy());
        self.post(pid);
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

    /// Counts a transfer of the current block on both sides.
    fn count(&self, request: Request, from: usize) {
        let second = self.handle.now().as_nanos() / 1_000_000_000;
        self.with(request.key, |block| block.moves(second));
        let object = request.key.object;
        let (received, served) = (&self.nodes[request.node].ledger, &self.nodes[from].ledger);
        received.count(Statistic::GcCurrentBlocksReceived, 1);
        served.count(Statistic::GcCurrentBlocksServed, 1);
        self.nodes[from].served.borrow_mut().sent[request.node].current += 1;
        received.count_on(object, SegmentStatistic::GcCurrentBlocksReceived, 1);
        served.count_on(object, SegmentStatistic::GcCurrentBlocksServed, 1);
    }
}

/// What an LMS process is waiting for just now: the block whose redo it has asked for.
pub type Flushing = Option<(BlockKey, Instant)>;
