//! The hot lock as a state machine by hand: no process, no ready queue, one agenda.

use super::{CORES, Times, outcome};
use crate::{Model, Outcome};
use des::{Agenda, Histogram, Instant, Span};
use std::collections::VecDeque;

#[derive(Clone, Copy)]
enum Phase {
    Thinking,
    Computing,
    Holding,
}

#[derive(Clone, Copy)]
struct Session {
    phase: Phase,
    asked: Instant,
}

/// The model.
pub struct HotLock {
    agenda: Agenda,
    now: Instant,
    times: Times,
    waits: Histogram,
    sessions: Vec<Session>,
    free_cores: u32,
    core_queue: VecDeque<u32>,
    locked: bool,
    lock_queue: VecDeque<u32>,
    done: u64,
    /// Operations after which a run stops.
    target: u64,
}

impl HotLock {
    /// Starts the sessions, thinking.
    pub fn new(processes: u32, seed: u64) -> HotLock {
        let session = Session { phase: Phase::Thinking, asked: Instant::ZERO };
        let mut model = HotLock {
            agenda: Agenda::new(),
            now: Instant::ZERO,
            times: Times::new(processes, seed),
            waits: Histogram::new(),
            sessions: vec![session; processes as usize],
            free_cores: CORES,
            core_queue: VecDeque::with_capacity(processes as usize),
            locked: false,
            lock_queue: VecDeque::with_capacity(processes as usize),
            done: 0,
            target: 0,
        };
        for session in 0..processes {
            model.think(session);
        }
        model
    }

    #[inline]
    fn schedule(&mut self, session: u32, phase: Phase, span: Span) {
        self.sessions[session as usize].phase = phase;
        self.agenda.push(self.now + span, session);
    }

    #[inline]
    fn think(&mut self, session: u32) {
        let span = self.times.think();
        self.schedule(session, Phase::Thinking, span);
    }

    #[inline]
    fn ask_core(&mut self, session: u32) {
        if self.free_cores > 0 {
            self.free_cores -= 1;
            self.run_on_core(session);
        } else {
            self.core_queue.push_back(session);
        }
    }

    /// Begins the operation, or goes on with the resource that was granted.
    #[inline]
    fn run_on_core(&mut self, session: u32) {
        let Session { phase, asked } = self.sessions[session as usize];
        self.waits.record(self.now - asked);
        if let Phase::Thinking = phase {
            let span = self.times.compute();
            self.schedule(session, Phase::Computing, span);
        } else {
            let span = self.times.hold();
            self.schedule(session, Phase::Holding, span);
        }
    }

    #[inline]
    fn ask_lock(&mut self, session: u32) {
        if !self.locked {
            self.locked = true;
            self.run_on_core(session);
            return;
        }
        self.lock_queue.push_back(session);
        match self.core_queue.pop_front() {
            Some(next) => self.run_on_core(next),
            None => self.free_cores += 1,
        }
    }

    /// Ends an operation. Both successors are chosen before anybody goes on, and this session's
    /// thinking is scheduled first: the order in which the processes do it.
    #[inline]
    fn finish(&mut self, session: u32) {
        let granted = self.lock_queue.pop_front();
        self.locked = granted.is_some();
        let next = self.core_queue.pop_front();
        if next.is_none() {
            self.free_cores += 1;
        }
        self.done += 1;
        self.think(session);
        if let Some(granted) = granted {
            self.ask_core(granted);
        }
        if let Some(next) = next {
            self.run_on_core(next);
        }
    }

    #[inline]
    fn step(&mut self, session: u32) {
        match self.sessions[session as usize].phase {
            Phase::Thinking => {
                self.sessions[session as usize].asked = self.now;
                self.ask_core(session);
            }
            Phase::Computing => {
                self.sessions[session as usize].asked = self.now;
                self.ask_lock(session);
            }
            Phase::Holding => self.finish(session),
        }
    }
}

impl Model for HotLock {
    fn advance(&mut self, operations: u64) {
        self.target += operations;
        while self.done < self.target {
            let (now, session) = self.agenda.pop().expect("a session is always busy");
            self.now = now;
            self.step(session);
        }
        // What else is due at the moment of the last operation belongs to it.
        while let Some((_, session)) = self.agenda.pop_until(self.now) {
            self.step(session);
        }
    }

    fn outcome(&self) -> Outcome {
        outcome(self.now, &self.waits)
    }
}
