//! HP-UX's `SCHED_NOAGE`: every process stays at priority 178, runs its whole slice and, where it
//! yields, goes behind the others of its core.

use super::Pid;
use super::scheduler::{Core, Ready, Scheduler};
use des::{Instant, Span};
use std::collections::VecDeque;

/// The priority of a process that does not age.
const PRIORITY: u32 = 178;

/// A FIFO run queue for each core; places in them are numbered by arrival.
pub struct NoAge {
    queues: Vec<VecDeque<(u64, Pid)>>,
    arrivals: u64,
    quantum: Span,
}

impl NoAge {
    /// Empty run queues of `cores` cores, and slices of `quantum`.
    pub fn new(cores: u32, quantum: Span) -> Self {
        Self { queues: vec![VecDeque::new(); cores as usize], arrivals: 0, quantum }
    }

    /// The queue whose head has been ready for longest.
    fn oldest(&self) -> Option<usize> {
        let heads = self.queues.iter().enumerate();
        let heads = heads.filter_map(|(core, queue)| queue.front().map(|head| (head.0, core)));
        heads.min().map(|(_, core)| core)
    }
}

impl Scheduler for NoAge {
    fn enqueue(&mut self, pid: Pid, core: Core, _why: Ready, _now: Instant) {
        self.arrivals += 1;
        self.queues[core.0 as usize].push_back((self.arrivals, pid));
    }

    /// The head of the core's own queue; a core without work takes it from the longest one.
    fn next(&mut self, core: Core, _now: Instant) -> Option<Pid> {
        if let Some((_, pid)) = self.queues[core.0 as usize].pop_front() {
            return Some(pid);
        }
        let longest = self.queues.iter_mut().rev().max_by_key(|queue| queue.len());
        longest.and_then(VecDeque::pop_front).map(|(_, pid)| pid)
    }

    fn slice(&self, _pid: Pid) -> Span {
        self.quantum
    }

    fn gives_way(&mut self, _pid: Pid, core: Core, _now: Instant) -> bool {
        !self.queues[core.0 as usize].is_empty()
    }

    /// Whoever of all cores has been ready for longest: nobody is weaker than anybody.
    fn yields(&mut self, _pid: Pid, _core: Core, _now: Instant) -> Option<Pid> {
        self.oldest().and_then(|core| self.queues[core].front()).map(|&(_, pid)| pid)
    }

    fn successor(&mut self, _core: Core, _now: Instant) -> Option<Pid> {
        self.oldest().and_then(|core| self.queues[core].pop_front()).map(|(_, pid)| pid)
    }

    /// The shortest queue; where several are, the one of the core that it last ran on.
    fn place(&mut self, last: Core) -> Core {
        let length = |core: Core| self.queues[core.0 as usize].len();
        let all = (0..self.queues.len() as u32).map(Core);
        all.min_by_key(|&core| (length(core), core != last)).unwrap_or(last)
    }

    fn priority(&mut self, _pid: Pid, _asleep: bool, _now: Instant) -> u32 {
        PRIORITY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_that_yields_goes_behind_whoever_is_ready() {
        let now = Instant::ZERO;
        let mut policy = NoAge::new(2, Span::from_millis(100));
        assert_eq!(policy.yields(Pid(0), Core(0), now), None);
        policy.enqueue(Pid(1), Core(0), Ready::Preempted, now);
        assert_eq!(policy.yields(Pid(0), Core(0), now), Some(Pid(1)));
        assert!(!policy.gives_way(Pid(9), Core(1), now));
        policy.enqueue(Pid(0), Core(0), Ready::Yielded, now);
        assert_eq!(policy.next(Core(0), now), Some(Pid(1)));
        assert_eq!(policy.next(Core(1), now), Some(Pid(0)), "a core without work takes some");
        assert_eq!(policy.next(Core(0), now), None);
    }

    #[test]
    fn a_woken_process_joins_the_shortest_queue() {
        let now = Instant::ZERO;
        let mut policy = NoAge::new(3, Span::from_millis(100));
        assert_eq!(policy.place(Core(1)), Core(1));
        policy.enqueue(Pid(1), Core(1), Ready::Woken, now);
        assert_eq!(policy.place(Core(1)), Core(0));
    }
}
