//! A latch: spin, then sleep in a FIFO queue until posted; no hand-over (Oracle 9.2 and later).
//! Up to 9.0 a session slept for a while of its own instead, longer each time.

use crate::catalogue::{Choice, Event, Kind, choices, levers};
use crate::host::Pid;
use crate::ledger::{ObjectId, Wait};
use crate::session::Session;
use des::{Instant, Span};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::VecDeque;

choices! {
    /// What a session does that has spun in vain.
    pub enum LatchWaitScheme {
        /// It sleeps in the latch's queue until the holder posts it (9.2 and later).
        Post = "post",
        /// It sleeps 10 ms, then 20 ms and so on up to 2 s, and tries again (up to 9.0).
        BackOff = "back_off",
    }
}

levers! {
    /// The levers of latches.
    pub struct LatchLevers("latch.", "Cache and latches") {
        exclusive_spin: u64 = 20_000, Kind::Integer { min: 0, max: 10_000_000 }, "iterations",
            "Spin, exclusive latch",
            "How often a session tries an exclusive latch again before it goes to sleep.",
            oracle "_latch_class_0";
        shared_spin: u64 = 4_000, Kind::Integer { min: 0, max: 10_000_000 }, "iterations",
            "Spin, shared latch",
            "How often a session tries a latch again that it wants to share, before it goes to sleep.",
            oracle "_spin_count";
        wait_scheme: LatchWaitScheme = LatchWaitScheme::Post,
            Kind::Choice(LatchWaitScheme::WORDS), "", "Sleep on a latch",
            "What a session does that has spun in vain: it sleeps until the holder posts it, or for ever longer times of its own.",
            oracle "_max_exponential_sleep";
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

/// How a session holds a latch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LatchMode {
    /// Together with others that only read.
    Shared,
    /// Alone.
    Exclusive,
}

/// How long sessions spin and how they sleep, as the levers say.
#[derive(Clone, Copy, Debug)]
pub struct LatchRules {
    exclusive_spin: Span,
    shared_spin: Span,
    wait_scheme: LatchWaitScheme,
}

impl LatchRules {
    /// The rules on a host of `cores` cores; a host with one core does not spin.
    pub fn new(levers: &LatchLevers, cores: u32) -> Self {
        let spin = |iterations: u64| {
            let iterations = if cores > 1 { iterations } else { 0 };
            Span::from_micros_f64(iterations as f64 * levers.spin_iteration_ns / 1_000.0)
        };
        Self {
            exclusive_spin: spin(levers.exclusive_spin),
            shared_spin: spin(levers.shared_spin),
            wait_scheme: levers.wait_scheme,
        }
    }
}

/// A hold that is only written down: who, how, from when, until when.
#[derive(Clone, Copy, Debug)]
struct Noted {
    pid: Option<Pid>,
    mode: LatchMode,
    from: Instant,
    until: Instant,
}

/// A latch.
///
/// A hold that is shorter than the rest of the holder's slice and that nobody waits behind is
/// only noted as an interval of time, which saves its event; all others are lived through.
#[derive(Debug)]
pub struct Latch {
    noted: Cell<Noted>,
    holder: Cell<Option<Pid>>,
    sharers: Cell<u32>,
    /// Spinners and sleepers.
    waiting: Cell<u32>,
    gets: Cell<u64>,
    event: Event,
    object: ObjectId,
    child: u32,
    /// Made with the first miss: most latches have none, and there may be many.
    contention: OnceCell<Box<Contention>>,
}

/// What a latch needs that has been missed.
#[derive(Debug, Default)]
struct Contention {
    spinners: RefCell<VecDeque<(Pid, LatchMode)>>,
    sleepers: RefCell<VecDeque<Pid>>,
    statistics: Cell<LatchStatistics>,
}

impl Latch {
    /// A free latch, the `child`th of its kind, whose sleeps are posted as `event` on `object`.
    pub fn new(event: Event, object: ObjectId, child: u32) -> Self {
        let nobody = Noted {
            pid: None,
            mode: LatchMode::Exclusive,
            from: Instant::ZERO,
            until: Instant::ZERO,
        };
        Self {
            noted: Cell::new(nobody),
            holder: Cell::new(None),
            sharers: Cell::new(0),
            waiting: Cell::new(0),
            gets: Cell::new(0),
            event,
            object,
            child,
            contention: OnceCell::new(),
        }
    }

    /// What was counted so far.
    pub fn statistics(&self) -> LatchStatistics {
        let contended = self.contention.get().map(|contention| contention.statistics.get());
        LatchStatistics { gets: self.gets.get(), ..contended.unwrap_or_default() }
    }

    fn contention(&self) -> &Contention {
        self.contention.get_or_init(Box::default)
    }

    fn count(&self, change: impl FnOnce(&mut LatchStatistics)) {
        let cell = &self.contention().statistics;
        let mut statistics = cell.get();
        change(&mut statistics);
        cell.set(statistics);
    }

    /// Gets the latch, holds it for `span` of computing and releases it.
    ///
    /// On return the session has met everybody up to the moment it got the latch; the hold
    /// itself may still be owed.
    pub async fn hold(&self, session: &Session, span: Span) {
        session.settle().await;
        if self.note(session, session.now(), LatchMode::Exclusive, span) {
            return;
        }
        self.get(session, LatchMode::Exclusive).await;
        session.run(span).await;
        self.release(session);
    }

    /// The same for a session that need not meet anybody just now (a short get): where the
    /// latch is free at the session's own moment, nothing is settled.
    pub async fn hold_in_passing(&self, session: &Session, span: Span) {
        if !self.note(session, session.local_now(), LatchMode::Exclusive, span) {
            self.hold(session, span).await;
        }
    }

    /// The same together with others that only read.
    pub async fn share_in_passing(&self, session: &Session, span: Span) {
        if self.note(session, session.local_now(), LatchMode::Shared, span) {
            return;
        }
        self.get(session, LatchMode::Shared).await;
        session.run(span).await;
        self.release(session);
    }

    /// Notes a hold where it can be: nobody waits, and it will neither be interrupted nor meet
    /// another one.
    fn note(&self, session: &Session, at: Instant, mode: LatchMode, span: Span) -> bool {
        let span = session.cpu().at_speed(span);
        let noted = self.noted.get();
        let overlaps = at < noted.until && at + span > noted.from;
        let together = mode == LatchMode::Shared && noted.mode == LatchMode::Shared;
        let held = self.holder.get().is_some() || self.sharers.get() > 0;
        if held || (overlaps && !together) || !self.nobody_waits() {
            return false;
        }
        if session.sure_of_core() <= span {
            return false;
        }
        self.gets.set(self.gets.get() + 1);
        let (from, until) = match overlaps {
            true => (noted.from.min(at), noted.until.max(at + span)),
            false => (at, at + span),
        };
        self.noted.set(Noted { pid: Some(session.pid), mode, from, until });
        session.cpu().owe(session.pid, span);
        true
    }

    /// Gets the latch: spins, then sleeps, and tries again.
    pub async fn get(&self, session: &Session, mode: LatchMode) {
        session.settle().await;
        self.gets.set(self.gets.get() + 1);
        if self.is_free(session.now(), mode) {
            return self.take(session, mode);
        }
        if self.spin(session, mode).await {
            self.count(|s| {
                s.misses += 1;
                s.spin_gets += 1;
            });
            return self.take(session, mode);
        }
        self.count(|s| {
            s.misses += 1;
            s.slept_gets += 1;
        });
        let mut sleeps = 0;
        loop {
            self.sleep(session, sleeps).await;
            sleeps += 1;
            session.settle().await;
            if self.is_free(session.now(), mode) || self.spin(session, mode).await {
                return self.take(session, mode);
            }
        }
    }

    /// Releases the latch and posts the first sleeper; a spinner sees it at once.
    pub fn release(&self, session: &Session) {
        session.cpu().released_latch(session.pid);
        if self.holder.get() == Some(session.pid) {
            self.holder.set(None);
        } else {
            self.sharers.set(self.sharers.get() - 1);
            if self.sharers.get() > 0 {
                return;
            }
        }
        if self.waiting.get() == 0 {
            return;
        }
        let spinners = &mut *self.contention().spinners.borrow_mut();
        if let Some((spinner, mode)) = spinners.pop_front() {
            self.waiting.set(self.waiting.get() - 1);
            session.cpu().interrupt(spinner);
            while mode == LatchMode::Shared && spinners.front().is_some_and(|s| s.1 == mode) {
                self.waiting.set(self.waiting.get() - 1);
                spinners.pop_front().into_iter().for_each(|s| session.cpu().interrupt(s.0));
            }
            return;
        }
        let sleeper = self.contention().sleepers.borrow_mut().pop_front();
        if let Some(sleeper) = sleeper {
            self.waiting.set(self.waiting.get() - 1);
            session.post(sleeper);
        }
    }

    fn nobody_waits(&self) -> bool {
        self.waiting.get() == 0
    }

    fn is_free(&self, now: Instant, mode: LatchMode) -> bool {
        let noted = self.noted.get();
        let shares = mode == LatchMode::Shared;
        self.holder.get().is_none()
            && (shares || self.sharers.get() == 0)
            && (now < noted.from
                || now >= noted.until
                || (shares && noted.mode == LatchMode::Shared))
    }

    fn take(&self, session: &Session, mode: LatchMode) {
        session.cpu().holds_latch(session.pid);
        match mode {
            LatchMode::Exclusive => self.holder.set(Some(session.pid)),
            LatchMode::Shared => self.sharers.set(self.sharers.get() + 1),
        }
    }

    /// Whether it is held by one who will release it, not by a noted hold.
    fn is_held(&self) -> bool {
        self.holder.get().is_some() || self.sharers.get() > 0
    }

    /// Tries until the latch is free or the spin is over.
    async fn spin(&self, session: &Session, mode: LatchMode) -> bool {
        let rules = &session.instance.latch_rules;
        let mut left = match mode {
            LatchMode::Exclusive => rules.exclusive_spin,
            LatchMode::Shared => rules.shared_spin,
        };
        while left > Span::ZERO {
            session.cpu().look_at_slice(session.pid).await;
            if self.is_free(session.now(), mode) {
                return true;
            }
            let start = session.now();
            if self.is_held() {
                self.spin_in_line(session, mode, left).await;
            } else {
                let until = self.noted.get().until;
                session.cpu().owe(session.pid, (until - start).min(left));
                session.settle().await;
            }
            if self.is_free(session.now(), mode) {
                return true;
            }
            left = left.saturating_sub(session.now() - start);
        }
        false
    }

    async fn spin_in_line(&self, session: &Session, mode: LatchMode, limit: Span) {
        let spinners = &self.contention().spinners;
        spinners.borrow_mut().push_back((session.pid, mode));
        self.waiting.set(self.waiting.get() + 1);
        session.cpu().spin(session.pid, limit).await;
        let spinners = &mut *spinners.borrow_mut();
        // Who was interrupted has been taken out of the line.
        if let Some(place) = spinners.iter().position(|&(pid, _)| pid == session.pid) {
            spinners.remove(place);
            self.waiting.set(self.waiting.get() - 1);
        }
    }

    async fn sleep(&self, session: &Session, sleeps: u32) {
        let start = session.now();
        let holder = self.holder.get().or(self.noted.get().pid);
        let wait = Wait { event: self.event, object: self.object, block: Some(self.child), holder };
        if session.instance.latch_rules.wait_scheme == LatchWaitScheme::BackOff {
            let span = Span::from_millis((10 << sleeps.min(8)).min(2_000));
            session.wait_for(wait, span).await;
        } else if self.is_held() {
            self.contention().sleepers.borrow_mut().push_back(session.pid);
            self.waiting.set(self.waiting.get() + 1);
            session.wait_until_posted(wait).await;
        } else {
            // Behind a noted hold, which posts nobody: the post comes when it is over.
            let span = self.noted.get().until.saturating_since(start);
            session.wait_for(wait, span).await;
        }
        let slept = session.now() - start;
        self.count(|s| {
            s.sleeps += 1;
            s.wait_time += slept;
        });
    }
}
