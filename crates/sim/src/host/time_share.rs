//! Time sharing as on HP-UX: priorities weaken with CPU use and recover with time.
//!
//! User priorities go from 178, the strongest, to 255. A process that wakes up is at its sleep
//! priority, 154, until it is back in user mode, so it takes a core from any user process. Each
//! core has a run queue of its own; at every clock tick a process gives way to a stronger one in
//! the queue of its core, and after a whole slice to an equal one. A yield gives way only to an
//! equal or stronger process. HP-UX's constants of decay were not found: one level for each
//! `cpu.priority_level_ms` of recent CPU time, of which `cpu.priority_kept` still counts a second
//! later (the filter of 4.3BSD, whose share grows with the load), is an assumption.

use super::scheduler::{Core, Ready, Scheduler};
use super::{CpuLevers, Pid};
use des::{Instant, Span};

/// The strongest priority in user mode.
const STRONGEST: u32 = 178;
/// The weakest priority.
const WEAKEST: u32 = 255;
/// The priority of a process that sleeps on a semaphore, until it is back in user mode.
const ASLEEP: u32 = 154;
/// How often old CPU time is discounted.
const DISCOUNT: Span = Span::from_secs(1);
/// Discounts after which nothing is left that could matter.
const FORGOTTEN: u64 = 500;
/// How long a woken process computes in the kernel before it is back in user mode.
const IN_KERNEL: Span = Span::from_micros(50);

/// CPU time that still counts.
#[derive(Clone, Copy, Default)]
struct Recent {
    cpu: u64,
    /// The second that `cpu` is as of.
    second: u64,
    /// CPU time since the process got its core.
    in_slice: Span,
    /// Woken, and not yet back in user mode.
    in_kernel: bool,
}

struct Waiting {
    pid: Pid,
    why: Ready,
}

/// Run queues by core, and everyone's recent CPU time.
pub struct TimeShare {
    queues: Vec<Vec<Waiting>>,
    recent: Vec<Recent>,
    quantum: Span,
    tick: Span,
    level: Span,
    /// Thousandths of the recent CPU time that still count a second later.
    kept: u64,
}

impl TimeShare {
    /// Empty run queues of `cores` cores for `processes` rested processes.
    pub fn new(levers: &CpuLevers, processes: usize) -> Self {
        let cores = levers.cores;
        Self {
            queues: (0..cores).map(|_| Vec::new()).collect(),
            recent: vec![Recent::default(); processes],
            quantum: Span::from_micros(levers.quantum_us),
            tick: Span::from_millis(10),
            level: Span::from_micros_f64(levers.priority_level_ms * 1_000.0),
            kept: libm::round(levers.priority_kept * 1_000.0) as u64,
        }
    }

    /// Recent CPU time as of the present second, in ns.
    fn recent_cpu(&self, pid: Pid, now: Instant) -> u64 {
        let recent = self.recent[pid.0 as usize];
        let discounts = second(now).saturating_sub(recent.second);
        if discounts > FORGOTTEN {
            return 0;
        }
        (0..discounts).fold(recent.cpu, |cpu, _| cpu * self.kept / 1_000)
    }

    fn user_priority(&self, pid: Pid, now: Instant) -> u32 {
        let levels = self.recent_cpu(pid, now) / self.level.as_nanos().max(1);
        STRONGEST + levels.min(u64::from(WEAKEST - STRONGEST)) as u32
    }

    fn waiting_priority(&self, waiting: &Waiting, now: Instant) -> u32 {
        match waiting.why {
            Ready::Woken => ASLEEP,
            Ready::Preempted | Ready::Yielded => self.user_priority(waiting.pid, now),
        }
    }

    /// The strongest in the queue of a core, the first among equals: place and priority.
    fn strongest(&self, core: usize, now: Instant) -> Option<(usize, u32)> {
        let queue = self.queues[core].iter().enumerate();
        queue
            .map(|(place, waiting)| (place, self.waiting_priority(waiting, now)))
            .min_by_key(|&(_, priority)| priority)
    }
}

impl Scheduler for TimeShare {
    fn enqueue(&mut self, pid: Pid, core: Core, why: Ready, _now: Instant) {
        self.queues[core.0 as usize].push(Waiting { pid, why });
    }

    /// The strongest of the core's own queue; a core without work takes the strongest of all.
    fn next(&mut self, core: Core, now: Instant) -> Option<Pid> {
        let own = core.0 as usize;
        let found = self.strongest(own, now).map(|(place, _)| (own, place)).or_else(|| {
            let all = (0..self.queues.len())
                .filter_map(|core| self.strongest(core, now).map(|(place, p)| (p, core, place)));
            all.min().map(|(_, core, place)| (core, place))
        });
        let (core, place) = found?;
        let waiting = self.queues[core].remove(place);
        let recent = &mut self.recent[waiting.pid.0 as usize];
        recent.in_slice = Span::ZERO;
        recent.in_kernel = waiting.why == Ready::Woken;
        Some(waiting.pid)
    }

    fn slice(&self, pid: Pid) -> Span {
        let recent = &self.recent[pid.0 as usize];
        if recent.in_kernel { IN_KERNEL } else { self.tick }
    }

    fn gives_way(&mut self, pid: Pid, core: Core, now: Instant) -> bool {
        let mine = self.user_priority(pid, now);
        let strongest = self.strongest(core.0 as usize, now);
        let recent = &mut self.recent[pid.0 as usize];
        recent.in_kernel = false;
        let whole = recent.in_slice >= self.quantum;
        if whole {
            recent.in_slice = Span::ZERO;
        }
        strongest.is_some_and(|(_, other)| other < mine || (whole && other == mine))
    }

    fn yields(&mut self, pid: Pid, core: Core, now: Instant) -> Option<Pid> {
        let mine = self.user_priority(pid, now);
        let (place, _) = self.strongest(core.0 as usize, now).filter(|&(_, p)| p <= mine)?;
        Some(self.queues[core.0 as usize][place].pid)
    }

    fn starts(&mut self, pid: Pid) {
        let recent = &mut self.recent[pid.0 as usize];
        recent.in_slice = Span::ZERO;
        recent.in_kernel = false;
    }

    fn used(&mut self, pid: Pid, span: Span, now: Instant) {
        let before = self.recent_cpu(pid, now);
        let recent = &mut self.recent[pid.0 as usize];
        recent.cpu = before + span.as_nanos();
        recent.second = second(now);
        recent.in_slice += span;
    }

    fn preempts(&self) -> bool {
        true
    }

    fn weakness(&mut self, pid: Pid, now: Instant) -> u64 {
        u64::from(self.user_priority(pid, now))
    }

    fn takes_over(&mut self, _woken: Pid, running: Pid, _now: Instant) -> bool {
        !self.recent[running.0 as usize].in_kernel
    }

    fn priority(&mut self, pid: Pid, asleep: bool, now: Instant) -> u32 {
        if asleep { ASLEEP } else { self.user_priority(pid, now) }
    }
}

fn second(now: Instant) -> u64 {
    now.as_nanos() / DISCOUNT.as_nanos()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy() -> TimeShare {
        let quantum_us = 100_000;
        let levers = CpuLevers { cores: 1, quantum_us, priority_kept: 0.5, ..Default::default() };
        TimeShare::new(&levers, 3)
    }

    #[test]
    fn priorities_weaken_with_use_and_recover_with_time() {
        let mut policy = policy();
        policy.used(Pid(0), Span::from_millis(400), Instant::ZERO);
        assert_eq!(policy.priority(Pid(0), false, Instant::ZERO), 178 + 40);
        let later = Instant::ZERO + Span::from_secs(1);
        assert_eq!(policy.priority(Pid(0), false, later), 178 + 20);
        assert_eq!(policy.priority(Pid(0), true, later), 154);
        policy.used(Pid(0), Span::from_secs(9), later);
        assert_eq!(policy.priority(Pid(0), false, later), 255);
    }

    #[test]
    fn a_yield_passes_over_weaker_processes() {
        let mut policy = policy();
        let now = Instant::ZERO;
        policy.used(Pid(1), Span::from_millis(300), now);
        policy.enqueue(Pid(1), Core(0), Ready::Preempted, now);
        assert!(policy.yields(Pid(0), Core(0), now).is_none(), "the holder is weaker");
        policy.used(Pid(0), Span::from_millis(300), now);
        assert!(policy.yields(Pid(0), Core(0), now).is_some(), "now it is as strong");
        assert!(!policy.gives_way(Pid(2), Core(0), now));
    }

    #[test]
    fn whoever_wakes_goes_before_user_processes() {
        let mut policy = policy();
        let now = Instant::ZERO;
        policy.enqueue(Pid(1), Core(0), Ready::Preempted, now);
        policy.used(Pid(2), Span::from_secs(1), now);
        policy.enqueue(Pid(2), Core(0), Ready::Woken, now);
        assert_eq!(policy.next(Core(0), now), Some(Pid(2)));
        assert!(policy.slice(Pid(2)) < Span::from_millis(1), "soon back in user mode");
        assert!(policy.gives_way(Pid(2), Core(0), now), "where it is the weaker one");
    }
}
