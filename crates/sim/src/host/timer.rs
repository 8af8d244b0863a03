//! The timer of the operating system: how short a process can sleep.

use super::{Cpu, Pid, YieldScheme};
use des::Span;

impl Cpu {
    /// Sleeps for at least a millisecond: to the next clock tick, where yielding does so too.
    pub async fn nap(&self, pid: Pid) {
        let span = match self.levers.yield_scheme {
            YieldScheme::Tick => {
                let tick = self.levers.clock_tick_us * 1_000;
                let due = self.now().as_nanos() + MILLISECOND.as_nanos();
                Span::from_nanos(due.div_ceil(tick) * tick - self.now().as_nanos())
            }
            YieldScheme::RunQueue => MILLISECOND,
        };
        self.sleep_for(pid, span).await;
    }
}

const MILLISECOND: Span = Span::from_millis(1);
