//! Who has the cores, kept for as long as it takes to see why the holder of a latch was without
//! one for longest.
//!
//! Time is cut into slices, 32 or more to a quantum; of each core and slice the one is kept that
//! had most of it. A ring holds the last slices, and is copied when a holder that lost its core
//! has got one again, later than any before it.

use super::{Core, Pid};
use des::{Instant, Span};
use std::collections::VecDeque;

/// Slices that a window has.
const SLICES: usize = 1_024;
/// How many slices of a quantum there are at least.
const SLICES_A_QUANTUM: u64 = 32;
/// Slices that are kept after the holder has got a core again.
const AFTERMATH: u64 = 64;
/// How many holders without a core a window remembers.
const LOST: usize = 256;

/// What a process does with a core.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Doing {
    /// There is none.
    #[default]
    Idle = 0,
    /// It works.
    Running = 1,
    /// It tries for a latch or mutex again and again.
    Spinning = 2,
    /// It works and holds a latch or mutex.
    Holding = 3,
}

/// The one that had most of a slice of a core.
#[derive(Clone, Copy, Debug, Default)]
struct Turn {
    slice: u64,
    nanos: u64,
    pid: u32,
    priority: u32,
    doing: Doing,
}

/// A holder of a latch or mutex that lost its core.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lost {
    /// The holder.
    pub pid: Pid,
    /// Its priority when it lost the core.
    pub priority: u32,
    /// When it lost the core.
    pub from: Instant,
    /// When it had one again.
    pub to: Instant,
}

/// The cores in a window of time, core by core, slice by slice.
#[derive(Clone, Debug, Default)]
pub struct Window {
    /// The start.
    pub from: Instant,
    /// The length of a slice.
    pub slice: Span,
    /// Slices of each core.
    pub slices: usize,
    /// What a slice of a core was used for, most of it.
    pub doing: Vec<Doing>,
    /// By whom.
    pub pids: Vec<u32>,
    /// The priority of that process then, as a listing shows it.
    pub priorities: Vec<u32>,
    /// The holders that were without a core.
    pub lost: Vec<Lost>,
}

/// The ring of slices, and the window worth looking at.
#[derive(Debug)]
pub(super) struct Occupancy {
    shift: u32,
    turns: Vec<Turn>,
    lost: VecDeque<Lost>,
    longest: Span,
    /// When the ring is to be copied.
    due: Instant,
    window: Option<Window>,
}

impl Occupancy {
    /// An empty ring for `cores` cores.
    pub fn new(cores: u32, quantum: Span) -> Self {
        Self {
            shift: (quantum.as_nanos() / SLICES_A_QUANTUM).max(2).ilog2(),
            turns: vec![Turn::default(); cores as usize * SLICES],
            lost: VecDeque::new(),
            longest: Span::ZERO,
            due: Instant::MAX,
            window: None,
        }
    }

    /// Takes note of what a core was used for; `priority` is asked where it is of interest.
    #[inline]
    pub fn add(
        &mut self,
        core: Core,
        pid: Pid,
        doing: Doing,
        (start, end): (Instant, Instant),
        priority: impl Fn() -> u32,
    ) {
        if start >= self.due {
            self.copy(start);
        }
        let ring = &mut self.turns[core.0 as usize * SLICES..][..SLICES];
        let end = end.as_nanos();
        let mut at = start.as_nanos().max(end.saturating_sub((SLICES as u64) << self.shift));
        while at < end {
            let slice = at >> self.shift;
            let stop = end.min((slice + 1) << self.shift);
            let nanos = stop - at;
            at = stop;
            let turn = &mut ring[slice as usize % SLICES];
            if turn.slice != slice || turn.nanos < nanos {
                *turn = Turn { slice, nanos, pid: pid.0, priority: priority(), doing };
            } else if turn.pid == pid.0 && turn.doing == doing {
                turn.nanos += nanos;
            }
        }
    }

    /// Takes note of a holder that has got a core again.
    pub fn regained(&mut self, lost: Lost) {
        if self.lost.len() == LOST {
            self.lost.pop_front();
        }
        self.lost.push_back(lost);
        let without = lost.to - lost.from;
        if without > self.longest {
            self.longest = without;
            self.due = lost.to + Span::from_nanos(AFTERMATH << self.shift);
        }
    }

    /// The window around the holder that was without a core for longest, or else the last one.
    pub fn window(&self, now: Instant) -> Window {
        match &self.window {
            Some(window) if self.due == Instant::MAX => window.clone(),
            _ => self.last_slices(now),
        }
    }

    fn copy(&mut self, now: Instant) {
        self.window = Some(self.last_slices(now));
        self.due = Instant::MAX;
    }

    fn last_slices(&self, now: Instant) -> Window {
        let end = now.as_nanos() >> self.shift;
        let first = end.saturating_sub(SLICES as u64);
        let slices = (end - first) as usize;
        let from = Instant::from_nanos(first << self.shift);
        let turns = self.turns.chunks(SLICES).flat_map(|ring| {
            (first..end).map(|slice| {
                let turn = ring[slice as usize % SLICES];
                if turn.slice == slice { turn } else { Turn::default() }
            })
        });
        let turns: Vec<Turn> = turns.collect();
        Window {
            from,
            slice: Span::from_nanos(1 << self.shift),
            slices,
            doing: turns.iter().map(|turn| turn.doing).collect(),
            pids: turns.iter().map(|turn| turn.pid).collect(),
            priorities: turns.iter().map(|turn| turn.priority).collect(),
            lost: self.lost.iter().filter(|lost| lost.to > from).copied().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_shows_the_longest_time_without_a_core_and_what_came_after() {
        let at = Instant::from_nanos;
        let slice = 1 << 15;
        let mut occupancy = Occupancy::new(2, Span::from_nanos(slice * 32));
        occupancy.add(Core(0), Pid(7), Doing::Running, (at(0), at(2 * slice)), || 180);
        occupancy.add(Core(1), Pid(8), Doing::Spinning, (at(0), at(9 * slice)), || 190);
        let lost = Lost { pid: Pid(7), priority: 181, from: at(2 * slice), to: at(9 * slice) };
        occupancy.regained(lost);
        occupancy.add(Core(0), Pid(7), Doing::Holding, (at(9 * slice), at(10 * slice)), || 181);
        let later = 80 * slice;
        occupancy.add(Core(0), Pid(9), Doing::Running, (at(later), at(later + 1)), || 178);
        let window = occupancy.window(at(100_000 * slice));
        assert_eq!((window.slices, window.slice), (80, Span::from_nanos(slice)));
        let row = |core: usize| &window.doing[core * 80..][..11];
        assert_eq!(row(0)[..3], [Doing::Running, Doing::Running, Doing::Idle]);
        assert_eq!(row(0)[9..], [Doing::Holding, Doing::Idle]);
        assert_eq!(row(1)[8..10], [Doing::Spinning, Doing::Idle]);
        assert_eq!((window.priorities[0], window.pids[80]), (180, 8));
        assert_eq!(window.lost, [lost]);
    }
}
