//! What an operating system decides: who runs next, for how long, and who must give way.

use super::Pid;
use des::{Instant, Span};

/// Why a process is ready to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ready {
    /// It was asleep and has been posted.
    Woken,
    /// It had a core and its slice ran out, or a stronger process took the core.
    Preempted,
    /// It had a core and gave way of its own will.
    Yielded,
}

/// A scheduling policy: the order of the run queue and the length of a slice.
pub trait Scheduler {
    /// Puts a process into the run queue.
    fn enqueue(&mut self, pid: Pid, why: Ready, now: Instant);
    /// Takes the process that gets the next free core.
    fn next(&mut self, now: Instant) -> Option<Pid>;
    /// How long a process that gets a core may keep it while others are ready.
    fn slice(&self, pid: Pid) -> Span;
    /// Whether anybody is in the run queue.
    fn is_idle(&self) -> bool;
}
