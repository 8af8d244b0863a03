//! PHOLD: each event schedules one at an exponential distance of mean 1 s for a random process.

pub mod machine;
pub mod processes;

use crate::{Outcome, digest};
use des::random::{Stream, Streams};
use des::{Histogram, Instant, Span};

/// Where the next event goes, and when.
struct Routes {
    target: Stream,
    delay: Stream,
    processes: u64,
}

impl Routes {
    fn new(processes: u32, seed: u64) -> Routes {
        let streams = Streams::new(seed);
        Routes {
            target: streams.stream("target"),
            delay: streams.stream("delay"),
            processes: u64::from(processes),
        }
    }

    #[inline]
    fn target(&mut self) -> u32 {
        self.target.below(self.processes) as u32
    }

    #[inline(always)]
    fn delay(&mut self) -> Span {
        Span::from_secs_f64(self.delay.exp(1.0))
    }
}

fn outcome(now: Instant, visits: impl Iterator<Item = u64>) -> Outcome {
    let digest = digest(std::iter::once(now.as_nanos()).chain(visits));
    Outcome { now, waits: Histogram::new(), digest }
}
