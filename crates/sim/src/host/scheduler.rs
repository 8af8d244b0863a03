//! What an operating system decides: who runs next, for how long, and who must give way.

use super::Pid;
use super::fair::Fair;
use super::machine::{CpuLevers, SchedulerPolicy};
use super::no_age::NoAge;
use super::round_robin::RoundRobin;
use super::time_share::TimeShare;
use des::{Instant, Span};

/// A core of a host, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Core(pub u32);

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

/// A scheduling policy: the order of the run queues and the length of a slice.
///
/// A policy with one run queue for all cores has no use for the core that it is told.
pub trait Scheduler {
    /// Puts a process into the run queue of a core.
    fn enqueue(&mut self, pid: Pid, core: Core, why: Ready, now: Instant);
    /// Takes the process that gets the core, which has just become free.
    fn next(&mut self, core: Core, now: Instant) -> Option<Pid>;
    /// How long a process that has got a core computes before the policy looks at it again.
    fn slice(&self, pid: Pid) -> Span;
    /// Whether a running process whose slice is over must give way.
    fn gives_way(&mut self, pid: Pid, core: Core, now: Instant) -> bool;
    /// To whom a running process gives way that yields its turn.
    fn yields(&mut self, pid: Pid, core: Core, now: Instant) -> Option<Pid>;

    /// Takes the process that gets the core of one that yields its turn.
    fn successor(&mut self, core: Core, now: Instant) -> Option<Pid> {
        self.next(core, now)
    }

    /// The core in whose run queue a woken process waits; it last ran on `last`.
    fn place(&mut self, last: Core) -> Core {
        last
    }

    /// Takes note that a woken process has got an idle core.
    fn starts(&mut self, _pid: Pid) {}

    /// Takes note of what a process has computed.
    fn used(&mut self, _pid: Pid, _span: Span, _now: Instant) {}

    /// Whether a process that wakes up may take the core of a running one.
    fn preempts(&self) -> bool {
        false
    }

    /// How weak a running process is; a woken one takes the core of the weakest.
    fn weakness(&mut self, _pid: Pid, _now: Instant) -> u64 {
        0
    }

    /// Whether `woken`, which is in the run queue, takes the core of `running` at once.
    fn takes_over(&mut self, _woken: Pid, _running: Pid, _now: Instant) -> bool {
        false
    }

    /// The priority that a listing of the processes shows; the lower, the stronger.
    fn priority(&mut self, pid: Pid, asleep: bool, now: Instant) -> u32;
}

/// The policy that the levers name, for so many processes.
pub(super) fn policy(levers: &CpuLevers, processes: usize) -> Box<dyn Scheduler> {
    let quantum = Span::from_micros(levers.quantum_us);
    match levers.scheduler {
        SchedulerPolicy::RoundRobin => Box::new(RoundRobin::new(quantum)),
        SchedulerPolicy::NoAge => Box::new(NoAge::new(levers.cores, quantum)),
        SchedulerPolicy::TimeShare => Box::new(TimeShare::new(levers, processes)),
        SchedulerPolicy::Fair => {
            let latency = Span::from_micros(levers.fair_latency_us);
            let granularity = Span::from_micros(levers.fair_granularity_us);
            Box::new(Fair::new(levers.cores, processes, latency, granularity))
        }
    }
}
