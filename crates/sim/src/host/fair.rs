//! Fair shares as in Linux's CFS: whoever has computed the least runs next.
//!
//! A slice is the latency target divided among the processes that want a core, but never under
//! the granularity. A process that wakes up is credited half of the target for its sleep, and
//! takes the core of a process that has computed a granularity more than itself.

use super::Pid;
use super::scheduler::{Core, Ready, Scheduler};
use des::{Instant, Span};
use std::collections::BTreeSet;

/// One run queue, ordered by what its processes have computed.
pub struct Fair {
    /// Virtual run time, order of arrival, process.
    queue: BTreeSet<(u64, u64, Pid)>,
    /// By process: what it has computed, in ns, less what it was forgiven.
    run_time: Vec<u64>,
    arrivals: u64,
    /// A run time that no queued process is far below.
    floor: u64,
    cores: u64,
    latency: Span,
    granularity: Span,
}

impl Fair {
    /// An empty run queue; everyone gets a turn within `latency` as long as slices of
    /// `granularity` allow it.
    pub fn new(cores: u32, processes: usize, latency: Span, granularity: Span) -> Self {
        Self {
            queue: BTreeSet::new(),
            run_time: vec![0; processes],
            arrivals: 0,
            floor: 0,
            cores: u64::from(cores),
            latency,
            granularity,
        }
    }
}

impl Scheduler for Fair {
    fn enqueue(&mut self, pid: Pid, _core: Core, why: Ready, _now: Instant) {
        let run_time = &mut self.run_time[pid.0 as usize];
        match why {
            Ready::Woken => {
                let credit = self.floor.saturating_sub(self.latency.as_nanos() / 2);
                *run_time = (*run_time).max(credit);
            }
            // One who yields goes behind the last.
            Ready::Yielded => {
                let last = self.queue.last().map_or(0, |&(last, _, _)| last);
                *run_time = (*run_time).max(last);
            }
            Ready::Preempted => {}
        }
        self.arrivals += 1;
        self.queue.insert((*run_time, self.arrivals, pid));
    }

    fn next(&mut self, _core: Core, _now: Instant) -> Option<Pid> {
        let (run_time, _, pid) = self.queue.pop_first()?;
        self.floor = self.floor.max(run_time);
        Some(pid)
    }

    fn slice(&self, _pid: Pid) -> Span {
        let sharers = self.queue.len() as u64 / self.cores + 1;
        (self.latency / sharers).max(self.granularity)
    }

    fn gives_way(&mut self, pid: Pid, _core: Core, _now: Instant) -> bool {
        let mine = self.run_time[pid.0 as usize];
        self.queue.first().is_some_and(|&(first, _, _)| first <= mine)
    }

    fn yields(&mut self, _pid: Pid, _core: Core, _now: Instant) -> Option<Pid> {
        self.queue.first().map(|&(_, _, pid)| pid)
    }

    fn used(&mut self, pid: Pid, span: Span, _now: Instant) {
        self.run_time[pid.0 as usize] += span.as_nanos();
    }

    fn preempts(&self) -> bool {
        true
    }

    fn weakness(&mut self, pid: Pid, _now: Instant) -> u64 {
        self.run_time[pid.0 as usize]
    }

    fn takes_over(&mut self, woken: Pid, running: Pid, _now: Instant) -> bool {
        let ahead = self.run_time[running.0 as usize];
        ahead > self.run_time[woken.0 as usize] + self.granularity.as_nanos()
    }

    fn priority(&mut self, _pid: Pid, _asleep: bool, _now: Instant) -> u32 {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_computed_the_least_runs_next() {
        let now = Instant::ZERO;
        let mut fair = Fair::new(1, 3, Span::from_millis(20), Span::from_millis(4));
        fair.used(Pid(0), Span::from_millis(30), now);
        fair.used(Pid(1), Span::from_millis(10), now);
        fair.enqueue(Pid(0), Core(0), Ready::Preempted, now);
        fair.enqueue(Pid(1), Core(0), Ready::Preempted, now);
        assert_eq!(fair.slice(Pid(2)).as_nanos(), 20_000_000 / 3);
        assert_eq!(fair.next(Core(0), now), Some(Pid(1)));
        fair.enqueue(Pid(2), Core(0), Ready::Woken, now);
        assert!(fair.takes_over(Pid(2), Pid(1), now), "it slept while the other computed");
        assert_eq!(fair.next(Core(0), now), Some(Pid(2)));
        assert_eq!(fair.next(Core(0), now), Some(Pid(0)));
    }
}
