//! A mutex of the library cache: no queue, nobody is posted; whoever tries at the right moment
//! has it. What a session does that has spun in vain changed from release to release.

use crate::catalogue::{Choice, Event, Kind, choices, levers};
use crate::host::Pid;
use crate::ledger::{ObjectId, Wait};
use crate::session::Session;
use des::{Instant, Span};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

choices! {
    /// What a session does that has spun in vain on a mutex.
    pub enum MutexWaitScheme {
        /// It yields and spins, over and over, and never sleeps (10.2 and 11.1).
        Yield = "yield",
        /// It sleeps for the wait time instead of yielding (patch 6904068).
        Sleep = "sleep",
        /// It yields 99 times, then sleeps 1 ms (11.2, scheme 0).
        YieldMostly = "0",
        /// It sleeps for the wait time (11.2, scheme 1).
        Fixed = "1",
        /// It yields twice, then sleeps 1, 1, 2, 4 ms and so on up to the wait time (11.2, scheme 2).
        BackOff = "2",
    }
}

levers! {
    /// The levers of mutexes.
    pub struct MutexLevers("mutex.", "Cache and latches") {
        wait_scheme: MutexWaitScheme = MutexWaitScheme::BackOff,
            Kind::Choice(MutexWaitScheme::WORDS), "", "Wait for a mutex",
            "What a session does that has spun in vain on a mutex, by release: yield (10.2), sleep (patch 6904068), or scheme 0, 1 or 2 (11.2).",
            oracle "_mutex_wait_scheme";
        wait_ms: f64 = 10.0, Kind::Number { min: 0.1, max: 1_000.0 }, "ms", "Sleep on a mutex",
            "How long a session sleeps on a mutex, or at most.", oracle "_mutex_wait_time";
        spin: u64 = 255, Kind::Integer { min: 0, max: 1_000_000 }, "iterations",
            "Spin on a mutex", "How often a session tries again before it yields or sleeps.",
            oracle "_mutex_spin_count";
        spin_iteration_ns: f64 = 8.0, Kind::Number { min: 0.1, max: 1_000.0 }, "ns",
            "Try of a mutex", "What one try of a session costs that spins on a mutex.";
        yield_us: f64 = 10.0, Kind::Number { min: 0.1, max: 1_000.0 }, "us",
            "Yield that changes nothing",
            "What a yield costs when nobody of equal or better right is ready to run.";
    }
}

/// How sessions spin and wait on mutexes, as the levers say.
#[derive(Clone, Copy, Debug)]
pub struct MutexRules {
    scheme: MutexWaitScheme,
    wait: Span,
    spin: Span,
    /// One spin and one yield.
    cycle: Span,
}

impl MutexRules {
    /// The rules that the levers make.
    pub fn new(levers: &MutexLevers) -> Self {
        let spin = Span::from_micros_f64(levers.spin as f64 * levers.spin_iteration_ns / 1_000.0);
        Self {
            scheme: levers.wait_scheme,
            wait: Span::from_micros_f64(levers.wait_ms * 1_000.0),
            spin,
            cycle: spin + Span::from_micros_f64(levers.yield_us),
        }
    }

    /// How long the session sleeps after `tries` vain tries, or that it yields.
    fn sleep(&self, tries: u32) -> Option<Span> {
        match self.scheme {
            MutexWaitScheme::Yield => None,
            MutexWaitScheme::Sleep | MutexWaitScheme::Fixed => Some(self.wait),
            MutexWaitScheme::YieldMostly => (tries % 100 == 99).then_some(Span::from_millis(1)),
            MutexWaitScheme::BackOff => {
                let doubling = tries.checked_sub(2)?.saturating_sub(1).min(20);
                Some(Span::from_millis(1 << doubling).min(self.wait))
            }
        }
    }
}

/// A mutex.
#[derive(Debug)]
pub struct Mutex {
    object: ObjectId,
    child: u32,
    holder: Cell<Option<Pid>>,
    /// A hold that is only noted: until when.
    noted: Cell<(Option<Pid>, Instant)>,
    spinners: RefCell<VecDeque<Pid>>,
}

impl Mutex {
    /// A free mutex, the `child`th of its kind, whose waits are booked on `object`.
    pub fn new(object: ObjectId, child: u32) -> Self {
        Self {
            object,
            child,
            holder: Cell::new(None),
            noted: Cell::new((None, Instant::ZERO)),
            spinners: RefCell::default(),
        }
    }

    /// Gets the mutex, holds it for `span` of computing and releases it; waits post `event`.
    pub async fn hold(&self, session: &Session, span: Span, event: Event) {
        session.settle().await;
        let now = session.now();
        if self.is_free(now) && session.sure_of_core() > span {
            self.noted.set((Some(session.pid), now + span));
            return session.charge(span);
        }
        self.get(session, event).await;
        session.run(span).await;
        self.release(session);
    }

    /// Gets the mutex, however long it takes.
    pub async fn get(&self, session: &Session, event: Event) {
        let rules = session.instance.mutex_rules;
        session.settle().await;
        let mut tries = 0;
        while !self.is_free(session.now()) {
            if !self.spin(session, rules.spin).await {
                let holder = self.holder.get().or(self.noted.get().0);
                let wait = Wait { event, object: self.object, block: Some(self.child), holder };
                match rules.sleep(tries) {
                    Some(span) => session.wait_for_timer(wait, span).await,
                    None if rules.scheme == MutexWaitScheme::Yield => {
                        self.yield_turn(session, wait, rules.cycle).await;
                    }
                    None => session.yield_turn(wait).await,
                }
                tries += 1;
            }
        }
        self.take(session);
    }

    /// Gets the mutex from one who holds it for long: sleeps `span` and tries again, over and over.
    pub async fn get_by_sleeping(&self, session: &Session, event: Event, span: Span) {
        session.settle().await;
        while !self.is_free(session.now()) {
            let (block, holder) = (Some(self.child), self.holder.get());
            let wait = Wait { event, object: self.object, block, holder };
            session.wait_for_timer(wait, span).await;
        }
        self.take(session);
    }

    fn take(&self, session: &Session) {
        self.holder.set(Some(session.pid));
        session.cpu().holds_latch(session.pid);
    }

    /// Releases it; of those that spin just now, one sees it at once.
    pub fn release(&self, session: &Session) {
        self.holder.set(None);
        session.cpu().released_latch(session.pid);
        let spinner = self.spinners.borrow_mut().pop_front();
        spinner.into_iter().for_each(|pid| session.cpu().interrupt(pid));
    }

    /// Whether it is held by one who will release it.
    pub fn is_held(&self) -> bool {
        self.holder.get().is_some()
    }

    fn is_free(&self, now: Instant) -> bool {
        self.holder.get().is_none() && now >= self.noted.get().1
    }

    /// Tries for `span`; whether the mutex is free.
    async fn spin(&self, session: &Session, span: Span) -> bool {
        let cpu = session.cpu();
        cpu.look_at_slice(session.pid).await;
        if self.holder.get().is_some() {
            self.spin_in_line(session, span).await;
        } else {
            let left = self.noted.get().1.saturating_since(session.now());
            session.run(left.min(span)).await;
        }
        self.is_free(session.now())
    }

    async fn spin_in_line(&self, session: &Session, limit: Span) {
        self.spinners.borrow_mut().push_back(session.pid);
        session.cpu().spin(session.pid, limit).await;
        self.spinners.borrow_mut().retain(|&pid| pid != session.pid);
    }

    /// Yields, and spins again. A yield that hands the core to somebody who works is one wait, until
    /// the core is back. Where nobody takes it, yields come back at once; where others take it
    /// that wait as well, they hand it on and on. Those are lived through together: a turn of
    /// spins and yields for each in its turn, and every yield of the turn is a wait of its own.
    async fn yield_turn(&self, session: &Session, wait: Wait, cycle: Span) {
        let cpu = session.cpu();
        let start = session.now();
        session.begin_wait_that_computes(wait);
        let mut yields = 1;
        if !cpu.yields_to_work(session.pid) && self.holder.get().is_some() {
            self.spin_in_line(session, TURN).await;
            let spun = session.now() - start;
            yields = (spun.as_nanos() / cycle.as_nanos().max(1)).max(1);
        }
        let gave_way = self.holder.get().is_some() && cpu.give_way(session.pid).await;
        if !gave_way {
            cpu.look_at_slice(session.pid).await;
            if session.now() == start {
                session.run(cycle).await;
            }
        }
        session.end_waits_that_computed(yields);
    }
}

/// How long one of several that wait for the same mutex spins and yields before the next does.
const TURN: Span = Span::from_millis(1);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemes_sleep_as_their_release_did() {
        let rules =
            |wait_scheme| MutexRules::new(&MutexLevers { wait_scheme, ..Default::default() });
        let ms = |scheme, tries| rules(scheme).sleep(tries).map(|s| s.as_nanos() / 1_000_000);
        assert_eq!(ms(MutexWaitScheme::Yield, 1_000), None);
        assert_eq!(ms(MutexWaitScheme::Sleep, 0), Some(10));
        assert_eq!(ms(MutexWaitScheme::YieldMostly, 98), None);
        assert_eq!(ms(MutexWaitScheme::YieldMostly, 99), Some(1));
        let back_off: Vec<_> = (0..8).map(|tries| ms(MutexWaitScheme::BackOff, tries)).collect();
        let sleeps = [1, 1, 2, 4, 8, 10].map(Some);
        assert_eq!(back_off, [[None, None].as_slice(), &sleeps].concat());
    }
}
