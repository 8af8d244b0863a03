//! Calls: many sessions, idle nearly always; now and then one makes a call that executes
//! statements for a while. Calls come faster during bursts.

use super::{Progress, Sampling};
use crate::catalogue::{Event, Kind, Statistic, levers};
use crate::ledger::Wait;
use crate::session::Session;
use des::{Instant, Span};
use std::rc::Rc;

levers! {
    /// The levers of the calls.
    pub struct CallLevers("call.", "Workload", needs "workload.kind = executions") {
        load: f64 = 0.65, Kind::Number { min: 0.01, max: 2.0 }, "", "CPU load",
            "The share of the cores' time that the calls ask for on average, bursts included.";
        cpu_ms: f64 = 250.0, Kind::Number { min: 0.1, max: 60_000.0 }, "ms", "CPU of a call",
            "How long a call computes on average.";
        cpu_cv: f64 = 1.0, Kind::Number { min: 0.0, max: 10.0 }, "", "Spread of the calls",
            "The standard deviation of a call's CPU time as a share of its mean.";
        execute_us: f64 = 400.0, Kind::Number { min: 1.0, max: 1_000_000.0 }, "us",
            "CPU of an execution", "What a session computes for one execution of a statement.";
        read_share: f64 = 0.05, Kind::Number { min: 0.0, max: 1.0 }, "", "Executions that read",
            "The share of the executions that read a block from disk, in calls that read; whoever comes back from a read is stronger than those who computed.";
        reading_calls: f64 = 0.5, Kind::Number { min: 0.0, max: 1.0 }, "", "Calls that read",
            "The share of the calls that read from disk; the others only compute.";
        burst_every_s: f64 = 60.0, Kind::Number { min: 1.0, max: 3_600.0 }, "s",
            "Burst interval", "How long after one burst the next one starts.";
        burst_s: f64 = 8.0, Kind::Number { min: 0.0, max: 3_600.0 }, "s", "Burst",
            "How long a burst lasts.";
        burst_factor: f64 = 2.5, Kind::Number { min: 1.0, max: 100.0 }, "", "Height of a burst",
            "How many times as often calls come during a burst.";
    }
}

/// When calls come.
#[derive(Clone, Copy, Debug)]
pub struct Calls {
    levers: CallLevers,
    /// Mean seconds between the calls of one session outside of bursts.
    think_s: f64,
}

impl Calls {
    /// Calls of `sessions` sessions that ask for the load on `cores` cores.
    pub fn new(levers: &CallLevers, sessions: u32, cores: u32) -> Self {
        let share = (levers.burst_s / levers.burst_every_s).min(1.0);
        let peak = 1.0 + share * (levers.burst_factor - 1.0);
        let calls_s = levers.load * f64::from(cores) * 1_000.0 / levers.cpu_ms / peak;
        Self { levers: *levers, think_s: f64::from(sessions) / calls_s }
    }

    /// The moment of the next call, where `patience` is drawn from the unit exponential.
    fn next(&self, now: Instant, mut patience: f64) -> Instant {
        let mut at = now.as_secs_f64();
        let CallLevers { burst_every_s, burst_s, burst_factor, .. } = self.levers;
        loop {
            // A burst ends every interval.
            let phase = at - libm::floor(at / burst_every_s) * burst_every_s;
            let quiet = (burst_every_s - burst_s).max(0.0);
            let (rate, left) = match phase < quiet {
                true => (1.0 / self.think_s, quiet - phase),
                false => (burst_factor / self.think_s, burst_every_s - phase),
            };
            let left = left.max(1e-6);
            if patience <= rate * left {
                let span = Span::from_secs_f64(at + patience / rate - now.as_secs_f64());
                return now + span;
            }
            patience -= rate * left;
            at += left;
        }
    }
}

/// The life of a session: it waits for its next call, serves it, and so on to the end of the run.
pub async fn serve_calls(
    session: Session,
    calls: Calls,
    sampling: Rc<Sampling>,
    progress: Rc<Progress>,
) {
    let me = session.pid.0 as usize;
    session.cpu().begin(session.pid).await;
    let start = session.now();
    loop {
        let patience = session.stream.borrow_mut().exp(1.0);
        let asleep = session.now();
        let due = calls.next(asleep, patience);
        if due >= sampling.end() {
            break;
        }
        session.idle(due - asleep).await;
        serve(&session, &calls.levers).await;
    }
    progress.times[me].set((start, session.now()));
    session.cpu().end(session.pid).await;
    progress.one_less(&session);
}

async fn serve(session: &Session, levers: &CallLevers) {
    let cpu_ms = session.stream.borrow_mut().lognormal(levers.cpu_ms, levers.cpu_cv);
    let executions = libm::ceil(cpu_ms * 1_000.0 / levers.execute_us) as u64;
    let reads = session.stream.borrow_mut().chance(levers.reading_calls);
    for _ in 0..executions {
        let span = session.vary(levers.execute_us);
        session.instance.cursors.execute(session, span).await;
        session.instance.ledger.count(Statistic::ExecuteCount, 1);
        if reads && session.stream.borrow_mut().chance(levers.read_share) {
            read(session).await;
        }
    }
    session.settle().await;
}

/// Reads one block from disk.
async fn read(session: &Session) {
    let event = Event::DbFileSequentialRead;
    let wait = Wait { event, object: session.instance.host, block: None, holder: None };
    session.settle().await;
    let span = session.instance.disk.read(session.now());
    session.wait_for(wait, span).await;
    session.instance.ledger.count(Statistic::PhysicalReads, 1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_come_faster_during_a_burst() {
        let levers = CallLevers { load: 0.5, cpu_ms: 100.0, ..Default::default() };
        let calls = Calls::new(&levers, 100, 8);
        let quiet = calls.next(Instant::ZERO, 0.1);
        let burst = Instant::ZERO + Span::from_secs(53);
        let busy = calls.next(burst, 0.1) - burst;
        let ratio = quiet.as_secs_f64() / busy.as_secs_f64();
        assert!((ratio - 2.5).abs() < 1e-6, "{ratio}");
    }
}
