//! Round robin: one FIFO run queue, equal slices, nobody is stronger than anybody.

use super::Pid;
use super::scheduler::{Ready, Scheduler};
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
    fn enqueue(&mut self, pid: Pid, _why: Ready, _now: Instant) {
        self.queue.push_back(pid);
    }

    fn next(&mut self, _now: Instant) -> Option<Pid> {
        self.queue.pop_front()
    }

    fn slice(&self, _pid: Pid) -> Span {
        self.quantum
    }

    fn is_idle(&self) -> bool {
        self.queue.is_empty()
    }
}
