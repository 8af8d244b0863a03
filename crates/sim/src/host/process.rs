//! A process as the host sees it.

use super::scheduler::Core;
use des::{Instant, Span, TaskId};
use std::cell::Cell;

/// A process of a host: the place in its table, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pid(pub u32);

/// Where a process is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Off the core, and nobody has posted it.
    Asleep,
    /// In a run queue.
    Ready,
    /// On a core.
    Running,
}

/// A row of the host's process table.
#[derive(Debug)]
pub(super) struct Process {
    /// The task that lives the process; set when it begins.
    pub task: Cell<Option<TaskId>>,
    pub state: Cell<State>,
    /// When the slice of a running process ends.
    pub slice_end: Cell<Instant>,
    /// The core that it runs on, or ran on last.
    pub core: Cell<Core>,
    /// CPU time that the process has used but not yet lived through.
    pub owed: Cell<Span>,
    /// CPU time outside of waits.
    pub cpu: Cell<Span>,
    /// Time ready to run in the middle of its work, not behind a wait.
    pub run_queue: Cell<Span>,
    /// The last time that it was so, from when to when.
    pub last_turn: Cell<(Instant, Instant)>,
    /// CPU time inside of waits: spinning between one yield and the next.
    pub cpu_waiting: Cell<Span>,
    /// Whether it is in a wait that computes.
    pub in_wait: Cell<bool>,
    /// Latches and mutexes that it holds.
    pub latches: Cell<u32>,
    /// Whether it computes in a way that a wake-up may interrupt.
    pub interruptible: Cell<bool>,
}

impl Process {
    /// A process that has not begun.
    pub fn new(now: Instant) -> Self {
        Self {
            task: Cell::new(None),
            state: Cell::new(State::Asleep),
            slice_end: Cell::new(now),
            core: Cell::new(Core(0)),
            owed: Cell::new(Span::ZERO),
            cpu: Cell::new(Span::ZERO),
            run_queue: Cell::new(Span::ZERO),
            last_turn: Cell::new((now, now)),
            cpu_waiting: Cell::new(Span::ZERO),
            in_wait: Cell::new(false),
            latches: Cell::new(0),
            interruptible: Cell::new(false),
        }
    }
}
