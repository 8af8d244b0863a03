//! Who goes on, and when: the agenda, the ready queue, and how every process may be woken.

use crate::agenda::{Agenda, Slot};
use crate::clock::Instant;
use std::collections::VecDeque;

/// How a process may be woken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// There is no such process.
    Ended,
    /// It runs, is due now, or sleeps: nobody else may wake it.
    Committed,
    /// It waits for somebody's wake-up.
    Parked,
    /// The same, with its timeout in the agenda.
    ParkedFor(Slot),
    /// Its timeout came; it runs next.
    TimedOut,
}

/// Why an item stands in the agenda; the lowest bits of the item, above them the process.
#[derive(Clone, Copy)]
pub(crate) enum Due {
    /// The process goes on.
    Resume,
    /// The timeout of a parked process.
    Timeout,
    /// Somebody's wake-up arrives at a process that has to be parked by then.
    Post,
}

const DUE_BITS: u32 = 2;

impl Due {
    #[inline]
    fn item(self, task: u32) -> u32 {
        task << DUE_BITS | self as u32
    }
}

/// The process that an item of the agenda is for.
#[inline]
pub(crate) fn task_of(item: u32) -> u32 {
    item >> DUE_BITS
}

#[derive(Default)]
pub(crate) struct Schedule {
    pub agenda: Agenda,
    ready: VecDeque<u32>,
    /// The agenda has nothing left for this moment.
    settled: bool,
    pub states: Vec<State>,
    /// For the dump; apart from the states, so that more of those fit the cache.
    pub parked_since: Vec<Instant>,
    /// Numbers of processes that have ended.
    free: Vec<u32>,
}

impl Schedule {
    /// Gives a new process a number and makes it due now.
    pub fn add(&mut self, now: Instant) -> u32 {
        let id = self.free.pop().unwrap_or(self.states.len() as u32);
        assert!(id < 1 << (u32::BITS - DUE_BITS), "too many processes");
        if id as usize == self.states.len() {
            self.states.push(State::Ended);
            self.parked_since.push(now);
        }
        self.states[id as usize] = State::Committed;
        self.ready.push_back(id);
        id
    }

    /// Takes the number of a process that has ended back.
    pub fn remove(&mut self, task: u32) {
        self.states[task as usize] = State::Ended;
        self.free.push(task);
    }

    /// The next process to resume and its moment, `limit` at the latest.
    #[inline]
    pub fn next(&mut self, now: Instant, limit: Instant) -> Option<(Instant, u32)> {
        if !self.ready.is_empty() && (self.settled || !self.agenda.is_due(now)) {
            self.settled = true;
            return self.ready.pop_front().map(|task| (now, task));
        }
        let (at, item) = self.agenda.pop_until(limit)?;
        self.settled = false;
        let task = task_of(item);
        if item == Due::Timeout.item(task) {
            self.states[task as usize] = State::TimedOut;
        } else if item == Due::Post.item(task) {
            self.unpark(task);
        }
        Some((at, task))
    }

    /// Puts a process down for a later moment.
    #[inline]
    pub fn put_down(&mut self, at: Instant, due: Due, task: u32) -> Slot {
        self.agenda.push(at, due.item(task))
    }

    /// Lets a process go on now, behind everything that is due.
    #[inline]
    pub fn make_ready(&mut self, task: u32) {
        self.ready.push_back(task);
    }

    /// Commits a parked process to go on, and drops its timeout.
    #[inline]
    pub fn unpark(&mut self, task: u32) {
        let state = &mut self.states[task as usize];
        match std::mem::replace(state, State::Committed) {
            State::Parked => {}
            State::ParkedFor(slot) => self.agenda.cancel(slot),
            other => not_parked(task, other),
        }
    }

    #[inline]
    pub fn park(&mut self, task: u32, now: Instant, state: State) {
        self.states[task as usize] = state;
        self.parked_since[task as usize] = now;
    }
}

#[cold]
fn not_parked(task: u32, state: State) {
    panic!("process {task} was woken while it was not parked but {state:?}");
}
