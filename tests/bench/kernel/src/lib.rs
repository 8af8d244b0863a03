//! The two benchmark models on our kernel, each in two varieties: as async processes, which is how the
//! simulator itself is written, and as a hand-made state machine on the same agenda.
//!
//! **Hot lock**: processes on four cores need one exclusive FIFO resource. An operation gets a core
//! (FIFO), computes 20 us, gets the resource (giving the core up while queueing, and getting one again
//! when granted), holds it 10 us, releases it, then the core, and thinks 2 us a process; all times are
//! exponential. Every wait, for a core or for the resource, goes into a histogram of powers of two.
//!
//! **PHOLD**: each event schedules one at an exponential distance of mean 1 s for a random process.

mod hot_lock;
mod module;
mod phold;

pub use hot_lock::{HotLockProcesses, HotLockSteps};
pub use phold::{PholdProcesses, PholdSteps};

use des::Instant;
use des::random::{Stream, Streams};
use des::tally::Histogram;

/// How a model is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variety {
    /// Async processes on the kernel's executor.
    Processes,
    /// A state machine that takes its events from the kernel's agenda itself.
    Steps,
}

/// A model that runs in slices until it has done its operations.
pub trait Model {
    /// Goes on for at most about `budget` events; true while there is more to do.
    fn advance(&mut self, budget: u64) -> bool;

    /// What the run has found so far.
    fn outcome(&self) -> Outcome;
}

/// What a run found.
pub struct Outcome {
    /// The simulated moment of the last operation.
    pub now: Instant,
    /// Every wait for a core or for the resource; empty in PHOLD.
    pub waits: Histogram,
    /// Events each logical process has seen; empty in the hot lock.
    pub visits: Vec<u32>,
}

impl Outcome {
    /// Mean of all waits in microseconds.
    pub fn mean_wait_us(&self) -> f64 {
        self.waits.mean_s() * 1e6
    }

    /// All of it in one number (FNV-1a, 64 bits), to compare runs to the bit.
    pub fn digest(&self) -> u64 {
        let waits = self.waits.buckets().flat_map(|(upper, count)| [upper.as_nanos(), count]);
        let visits = self.visits.iter().map(|&count| u64::from(count));
        let all = [self.now.as_nanos(), self.waits.total().as_nanos()].into_iter();
        all.chain(waits).chain(visits).fold(0xcbf2_9ce4_8422_2325, |hash, word| {
            word.to_le_bytes()
                .iter()
                .fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
        })
    }
}

/// A model at its start; `None` if there is no model of that name.
pub fn model(
    name: &str,
    variety: Variety,
    processes: u32,
    operations: u64,
    seed: u64,
) -> Option<Box<dyn Model>> {
    let random = times(seed);
    Some(match (name, variety) {
        ("hot-lock", Variety::Processes) => {
            Box::new(HotLockProcesses::new(processes, operations, random))
        }
        ("hot-lock", Variety::Steps) => Box::new(HotLockSteps::new(processes, operations, random)),
        ("phold", Variety::Processes) => {
            Box::new(PholdProcesses::new(processes, operations, random))
        }
        ("phold", Variety::Steps) => Box::new(PholdSteps::new(processes, operations, random)),
        _ => return None,
    })
}

fn times(seed: u64) -> Stream {
    Streams::new(seed).stream("times")
}
