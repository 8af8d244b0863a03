//! Samples: the same measurement over and over, as the author of an experiment takes it.

use crate::catalogue::{Kind, Statistic, levers};
use crate::host::{Pid, State};
use crate::instance::Instance;
use crate::report::PriorityRow;
use des::{Handle, Instant, Span};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

levers! {
    /// The levers of the samples.
    pub struct SamplingLevers("sample.", "Run") {
        count: u32 = 0, Kind::Integer { min: 0, max: 10_000 }, "samples", "Samples",
            "How many samples a run takes one after the other, of a workload that goes on for ever.";
        length_ms: f64 = 500.0, Kind::Number { min: 1.0, max: 600_000.0 }, "ms",
            "Length of a sample",
            "How long a sample is; it should hold at least 100,000 buffer gets to tell settings apart.",
            needs "sample.count > 0";
        warm_up_ms: f64 = 1_000.0, Kind::Number { min: 0.0, max: 600_000.0 }, "ms", "Warm-up",
            "How long the workload runs before the first sample.";
    }
}

/// What is read off at the end of a sample; differences are the sample.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reading {
    /// Buffer gets.
    pub gets: u64,
    /// CPU time of all sessions.
    pub cpu: Span,
    /// Time waited by all sessions.
    pub waited: Span,
    /// Misses, spin gets and sleeps on `cache buffers chains` latches.
    pub misses: u64,
    /// See `misses`.
    pub spin_gets: u64,
    /// See `misses`.
    pub sleeps: u64,
}

impl Reading {
    fn of(instance: &Instance, sessions: u32) -> Self {
        let latches = instance.cache.statistics();
        let sum = |time: fn(&Instance, Pid) -> Span| {
            (0..sessions).map(|number| time(instance, Pid(number))).sum()
        };
        Self {
            gets: instance.ledger.statistic(Statistic::SessionLogicalReads),
            cpu: sum(|instance, pid| instance.cpu.used(pid).0),
            waited: sum(|instance, pid| instance.ledger.waited(pid)),
            misses: latches.misses,
            spin_gets: latches.spin_gets,
            sleeps: latches.sleeps,
        }
    }

    /// What was added since an earlier reading.
    pub fn since(&self, earlier: &Self) -> Self {
        Self {
            gets: self.gets - earlier.gets,
            cpu: self.cpu - earlier.cpu,
            waited: self.waited - earlier.waited,
            misses: self.misses - earlier.misses,
            spin_gets: self.spin_gets - earlier.spin_gets,
            sleeps: self.sleeps - earlier.sleeps,
        }
    }
}

/// The samples of a run.
#[derive(Debug)]
pub struct Sampling {
    count: u32,
    /// The length of a sample.
    pub length: Span,
    warm_up: Span,
    samples: RefCell<Vec<Reading>>,
    listings: RefCell<Vec<Listing>>,
}

/// Processes awake, and processes by priority and whether they sleep.
type Listing = (u32, BTreeMap<(u32, bool), u32>);

impl Sampling {
    /// No sample yet.
    pub fn new(levers: &SamplingLevers) -> Self {
        Self {
            count: levers.count.max(1),
            length: Span::from_micros_f64(levers.length_ms * 1_000.0),
            warm_up: Span::from_micros_f64(levers.warm_up_ms * 1_000.0),
            samples: RefCell::default(),
            listings: RefCell::default(),
        }
    }

    /// The end of the last sample.
    pub fn end(&self) -> Instant {
        Instant::ZERO + self.warm_up + self.length * u64::from(self.count)
    }

    /// The processes by priority at the end of the sample with the median number awake.
    pub fn listing(&self) -> Option<Vec<PriorityRow>> {
        let mut listings = self.listings.borrow().clone();
        listings.sort_by_key(|&(awake, _)| awake);
        let (_, listing) = listings.get(listings.len() / 2)?;
        let row = |(&(priority, asleep), &processes): (&(u32, bool), &u32)| PriorityRow {
            priority,
            asleep,
            processes,
        };
        Some(listing.iter().map(row).collect())
    }

    /// The samples so far.
    pub fn samples(&self) -> Vec<Reading> {
        self.samples.borrow().clone()
    }
}

/// Lists the processes of an instance.
fn list(instance: &Instance) -> Listing {
    let mut listing = Listing::default();
    for pid in (0..instance.cpu.processes()).map(Pid) {
        let asleep = instance.cpu.state(pid) == State::Asleep;
        listing.0 += u32::from(!asleep);
        *listing.1.entry((instance.cpu.priority(pid), asleep)).or_default() += 1;
    }
    listing
}

/// Takes the samples of a run.
pub async fn take_samples(
    handle: Handle,
    instance: Rc<Instance>,
    sampling: Rc<Sampling>,
    sessions: u32,
) {
    handle.sleep(sampling.warm_up).await;
    let mut before = Reading::of(&instance, sessions);
    for _ in 0..sampling.count {
        handle.sleep(sampling.length).await;
        let after = Reading::of(&instance, sessions);
        sampling.samples.borrow_mut().push(after.since(&before));
        sampling.listings.borrow_mut().push(list(&instance));
        before = after;
    }
}
