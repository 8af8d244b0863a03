//! The hot lock: processes on four cores that need one exclusive FIFO resource.

mod processes;
mod steps;

pub use processes::HotLockProcesses;
pub use steps::HotLockSteps;

use des::Span;
use des::random::Stream;

const CORES: u32 = 4;
const COMPUTE_NS: f64 = 20_000.0;
const HOLD_NS: f64 = 10_000.0;
/// Thinking grows with the number of processes, so that the load stays that of 100 processes at 200 us.
const THINK_NS_PER_PROCESS: f64 = 2_000.0;

fn exponential(random: &mut Stream, mean_ns: f64) -> Span {
    Span::from_nanos_f64(random.exp(mean_ns))
}
