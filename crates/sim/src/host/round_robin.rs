//! Round robin: one FIFO run queue, equal slices, nobody is stronger than anybody.

use super::Pid;
use super::scheduler::{Core, Ready, Scheduler};
use des::{Instant, Span};
use std::collections::VecDeque;

/// The run queue of a round-robin host.
pub struct RoundRobin {
    queue: VecDeque<Pid>,
    quantum: Span,
}

impl RoundRobin {
    /// An empty run queue whose processes get slices of `quantum`.
    pub fn new(quantum: Span) -> Self {
        Self { queue: VecDeque::new(), quantum }
    }
}

impl Scheduler for RoundRobin {
    fn enqueue(&mut self, pid: Pid, _core: Core, _why: Ready, _now: Instant) {
        self.queue.push_back(pid);
    }

    fn next(&mut self, _core: Core, _now: Instant) -> Option<Pid> {
        self.queue.pop_front()
    }

    fn slice(&self, _pid: Pid) -> Span {
        self.quantum
    }

    fn gives_way(&mut self, _pid: Pid, _core: Core, _now: Instant) -> bool {
        !self.queue.is_empty()
    }

    fn yields(&mut self, _pid: Pid, _core: Core, _now: Instant) -> Option<Pid> {
        self.queue.front().copied()
    }

    fn priority(&mut self, _pid: Pid, _asleep: bool, _now: Instant) -> u32 {
        0
    }
}
