//! The hot lock: processes on four cores that need one exclusive FIFO resource.
//!
//! An operation: get a core, compute, get the resource (giving the core up while queueing, getting
//! one again when granted), hold it, release it, then the core, think. The think time grows with
//! the number of processes, so that the load stays the same: 200 us for 100.

pub mod machine;
pub mod processes;

use crate::{Outcome, digest};
use des::random::{Stream, Streams};
use des::{Histogram, Instant, Span};

const CORES: u32 = 4;

/// The random times, a stream for each purpose.
struct Times {
    think: Stream,
    compute: Stream,
    hold: Stream,
    think_us: f64,
}

impl Times {
    fn new(processes: u32, seed: u64) -> Times {
        let streams = Streams::new(seed);
        Times {
            think: streams.stream("think"),
            compute: streams.stream("compute"),
            hold: streams.stream("hold"),
            think_us: 2.0 * f64::from(processes),
        }
    }

    #[inline(always)]
    fn think(&mut self) -> Span {
        Span::from_micros_f64(self.think.exp(self.think_us))
    }

    #[inline(always)]
    fn compute(&mut self) -> Span {
        Span::from_micros_f64(self.compute.exp(20.0))
    }

    #[inline(always)]
    fn hold(&mut self) -> Span {
        Span::from_micros_f64(self.hold.exp(10.0))
    }
}

fn outcome(now: Instant, waits: &Histogram) -> Outcome {
    let counts = waits.buckets().flat_map(|(bound, count)| [bound.as_nanos(), count]);
    let totals = [now.as_nanos(), waits.count(), waits.total().as_nanos(), waits.max().as_nanos()];
    Outcome { now, waits: waits.clone(), digest: digest(totals.into_iter().chain(counts)) }
}
