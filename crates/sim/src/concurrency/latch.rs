//! A latch: spin, then sleep in a FIFO queue until posted; no hand-over (Oracle 9.2 and later).

use crate::catalogue::{Event, Kind, levers};
use crate::host::Pid;
use crate::ledger::{ObjectId, Wait};
use crate::session::Session;
use des::{Instant, Span, Wake};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

levers! {
    /// The levers of latches.
    pub struct LatchLevers("latch.", "Cache and latches") {
        exclusive_spin: u64 = 20_000, Kind::Integer { min: 0, max: 10_000_000 }, "iterations",
            "Spin, exclusive latch",
            "How often a session tries an exclusive latch again before it goes to sleep.",
            oracle "_latch_class_0";
        spin_iteration_ns: f64 = 2.5, Kind::Number { min: 0.1, max: 1_000.0 }, "ns",
            "Spin iteration", "What one try of a spinning session costs.";
        enqueue_hold_us: f64 = 3.0, Kind::Number { min: 0.01, max: 1_000.0 }, "us",
            "Hold, enqueue hash chains",
            "How long a session holds an enqueue hash chains latch to find and change a lock.";
        buffer_hold_us: f64 = 0.3, Kind::Number { min: 0.01, max: 1_000.0 }, "us",
            "Hold, cache buffers chains",
            "How long a session holds a cache buffers chains latch to find and pin a block.";
    }
}

/// What `v$latch` counts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LatchStatistics {
    /// Willing-to-wait requests.
    pub gets: u64,
    /// Of them, those that were refused at first.
    pub misses: u64,
    /// Misses that got the latch by spinning, without a sleep.
    pub spin_gets: u64,
    /// Times that a session slept.
    pub sleeps: u64,
    /// Misses that slept at least once.
    pub slept_gets: u64,
    /// Time slept.
    pub wait_time: Span,
}

impl LatchStatistics {
    /// Adds another latch's figures.
    pub fn add(&mut self, other: &Self) {
        self.gets += other.gets;
        self.misses += other.misses;
        self.spin_gets += other.spin_gets;
        self.sleeps += other.sleeps;
        self.slept_gets += other.slept_gets;
        self.wait_time += other.wait_time;
    }
}

/// An exclusive latch.
///
/// A hold that is shorter than the rest of the holder's slice and that nobody waits behind is
/// only noted as an interval of time, which saves its event; all others are lived through.
#[derive(Debug)]
pub struct Latch {
    event: Event,
    object: ObjectId,
    holder: Cell<Option<Pid>>,
    /// The noted hold: who, from when, until when.
    noted: Cell<(Option<Pid>, Instant, Instant)>,
    spinners: RefCell<VecDeque<Pid>>,
    sleepers: RefCell<VecDeque<Pid>>,
    statistics: Cell<LatchStatistics>,
}

impl Latch {
    /// A free latch whose sleeps are posted as `event` on `object`.
    pub fn new(event: Event, object: ObjectId) -> Self {
        Self {
            event,
            object,
            holder: Cell::new(None),
            noted: Cell::new((None, Instant::ZERO, Instant::ZERO)),
            spinners: RefCell::default(),
            sleepers: RefCell::default(),
            statistics: Cell::default(),
        }
    }

    /// What was counted so far.
    pub fn statistics(&self) -> LatchStatistics {
        self.statistics.get()
    }

    fn count(&self, change: impl FnOnce(&mut LatchStatistics)) {
        let mut statistics = self.statistics.get();
        change(&mut statistics);
        self.statistics.set(statistics);
    }

    /// Gets the latch, holds it for `span` of computing and releases it.
    ///
    /// On return the session has met everybody up to the moment it got the latch; the hold
    /// itself may still be owed.
    pub async fn hold(&self, session: &Session, span: Span) {
        session.settle().await;
        let now = session.now();
        let quiet = self.is_free(now) && self.nobody_waits();
        if quiet && session.slice_left() > span {
            self.count(|s| s.gets += 1);
            self.noted.set((Some(session.pid), now, now + span));
            session.charge(span);
            return;
        }
        self.get(session).await;
        session.run(span).await;
        self.release(session);
    }

    /// The same for a session that need not meet anybody just now (a short get): where the
    /// latch is free at the session's own moment, nothing is settled.
    pub async fn hold_in_passing(&self, session: &Session, span: Span) {
        let at = session.local_now();
        let (_, from, until) = self.noted.get();
        let overlaps = at < until && at + span > from;
        if self.holder.get().is_some() || overlaps || !self.nobody_waits() {
            return self.hold(session, span).await;
        }
        self.count(|s| s.gets += 1);
        self.noted.set((Some(session.pid), at, at + span));
        session.charge(span);
    }

    /// Gets the latch: spins, then sleeps until it is posted, and tries again.
    pub async fn get(&self, session: &Session) {
        session.settle().await;
        self.count(|s| s.gets += 1);
        if self.is_free(session.now()) {
            return self.take(session.pid);
        }
        self.count(|s| s.misses += 1);
        if self.spin(session).await {
            self.count(|s| s.spin_gets += 1);
            return self.take(session.pid);
        }
        self.count(|s| s.slept_gets += 1);
        loop {
            self.sleep(session).await;
            session.settle().await;
            if self.is_free(session.now()) || self.spin(session).await {
                return self.take(session.pid);
            }
        }
    }

    /// Releases the latch and posts the first sleeper; a spinner sees it at once.
    pub fn release(&self, session: &Session) {
        debug_assert_eq!(self.holder.get(), Some(session.pid));
        self.holder.set(None);
        let spinner = self.spinners.borrow_mut().pop_front();
        if let Some(spinner) = spinner {
            session.cpu().interrupt(spinner);
            return;
        }
        let sleeper = self.sleepers.borrow_mut().pop_front();
        if let Some(sleeper) = sleeper {
            session.post(sleeper);
        }
    }

    fn nobody_waits(&self) -> bool {
        self.sleepers.borrow().is_empty() && self.spinners.borrow().is_empty()
    }

    fn is_free(&self, now: Instant) -> bool {
        let (_, from, until) = self.noted.get();
        self.holder.get().is_none() && (now < from || now >= until)
    }

    fn take(&self, pid: Pid) {
        self.holder.set(Some(pid));
    }

    fn held_by(&self) -> Option<Pid> {
        self.holder.get().or(self.noted.get().0)
    }

    /// Tries until the latch is free or the spin is over; a host with one core does not spin.
    async fn spin(&self, session: &Session) -> bool {
        let mut left = session.instance.spin;
        while left > Span::ZERO {
            let start = session.now();
            if self.holder.get().is_some() {
                self.spinners.borrow_mut().push_back(session.pid);
                let wake = session.cpu().spin(session.pid, left).await;
                if wake == Wake::TimedOut {
                    self.spinners.borrow_mut().retain(|&pid| pid != session.pid);
                }
            } else {
                let until = self.noted.get().2;
                session.run((until - start).min(left)).await;
            }
            if self.is_free(session.now()) {
                return true;
            }
            left = left.saturating_sub(session.now() - start);
        }
        false
    }

    async fn sleep(&self, session: &Session) {
        let start = session.now();
        let wait =
            Wait { event: self.event, object: self.object, block: None, holder: self.held_by() };
        if self.holder.get().is_some() {
            self.sleepers.borrow_mut().push_back(session.pid);
            session.wait_until_posted(wait).await;
        } else {
            // Behind a noted hold, which posts nobody: the post comes when it is over.
            let span = self.noted.get().2.saturating_since(start);
            session.wait_for(wait, span).await;
        }
        let slept = session.now() - start;
        self.count(|s| {
            s.sleeps += 1;
            s.wait_time += slept;
        });
    }
}
