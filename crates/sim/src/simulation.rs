//! A run: the sessions of a scenario on their instances, advanced slice by slice.

use crate::cluster::{homes, instances, spread};
use crate::host::Pid;
use crate::instance::{CarryOver, Instance, write_blocks, write_logs};
use crate::report::{Report, SessionWait, Views, session_waits};
use crate::scenario::{Config, Scenario};
use crate::session::Session;
use crate::workload::{
    Calls, Lookups, Progress, Sampling, WorkloadKind, WorkloadLevers, insert_rows, look_up,
    serve_calls, take_samples,
};
use des::random::Streams;
use des::{Instant, Span};
use serde::Serialize;
use std::rc::Rc;

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Advance {
    /// Whether every session has ended.
    pub done: bool,
    /// The share of the rows that are inserted, 0 to 1.
    pub fraction: f64,
    /// Simulated seconds so far.
    pub simulated_s: f64,
    /// Resumptions of processes so far.
    pub events: u64,
}

/// What the sessions of a run have in common.
type Shared<'a> = (&'a [Rc<Instance>], &'a Rc<Progress>, &'a Rc<Sampling>, &'a Option<Rc<Lookups>>);

/// A run of a scenario.
pub struct Simulation {
    scenario: Scenario,
    kernel: des::Simulation,
    instances: Vec<Rc<Instance>>,
    progress: Rc<Progress>,
    sampling: Rc<Sampling>,
    lookups: Option<Rc<Lookups>>,
}

impl Simulation {
    /// A run at its start.
    pub fn new(scenario: &Scenario) -> Self {
        Self::start(scenario, &CarryOver::nothing(&scenario.config))
    }

    /// A run on the instance that another has left: its sequence goes on, its undo is kept.
    pub fn following(scenario: &Scenario, before: &Self) -> Self {
        Self::start(scenario, &CarryOver::after(&before.instances[0]))
    }

    fn start(scenario: &Scenario, before: &CarryOver) -> Self {
        let config = &scenario.config;
        let mut kernel = des::Simulation::new();
        let streams = Streams::new(config.run.seed);
        let instances = instances(config, before, &kernel.handle(), &streams);
        let progress = Rc::new(Progress::new(&config.workload));
        let sampling = Rc::new(Sampling::new(&config.sample));
        let lookups = (config.workload.kind == WorkloadKind::Lookups)
            .then(|| Rc::new(Lookups::new(config, &instances[0])));
        let shared = (&instances[..], &progress, &sampling, &lookups);
        Self::spawn_sessions(&mut kernel, config, &streams, shared);
        for (node, instance) in (0..).zip(&instances) {
            let background = |pid: Pid| {
                let stream = streams.stream_for("background", u64::from(pid.0) | node << 32);
                Session::new(pid, instance.clone(), stream)
            };
            kernel.spawn("LGWR", write_logs(background(instance.redo.writer.pid)));
            kernel.spawn("DBW0", write_blocks(background(instance.cache.writer.pid)));
        }
        sample_active_sessions(&kernel, &instances, &progress);
        Self { scenario: scenario.clone(), kernel, instances, progress, sampling, lookups }
    }

    fn spawn_sessions(
        kernel: &mut des::Simulation,
        config: &Config,
        streams: &Streams,
        (instances, progress, sampling, lookups): Shared<'_>,
    ) {
        let levers = config.workload;
        let homes = homes(&config.cluster, levers.sessions as usize);
        let interval = Span::from_micros_f64(levers.connect_interval_ms * 1_000.0);
        let calls = Calls::new(&config.call, levers.sessions, config.cpu.cores);
        for number in 0..levers.sessions {
            let stream = streams.stream_for("session", u64::from(number));
            let home = homes[number as usize];
            let instance = instances[home].clone();
            let apart = spread(config.cluster.client_spread, home, instances.len());
            let levers = WorkloadLevers { client_ms: levers.client_ms * apart, ..levers };
            let session = Session::new(Pid(number), instance, stream);
            let (progress, sampling) = (progress.clone(), sampling.clone());
            let (handle, wait) = (kernel.handle(), interval * u64::from(number));
            let begin = async move { handle.sleep(wait).await };
            match (levers.kind, lookups.clone()) {
                (WorkloadKind::Lookups, Some(lookups)) => kernel.spawn("session", async move {
                    begin.await;
                    look_up(session, lookups, sampling, progress).await;
                }),
                (WorkloadKind::Executions, _) => kernel.spawn("session", async move {
                    begin.await;
                    serve_calls(session, calls, sampling, progress).await;
                }),
                _ => kernel.spawn("session", async move {
                    begin.await;
                    insert_rows(session, levers, progress).await;
                }),
            };
        }
        if levers.kind != WorkloadKind::Inserts {
            let (handle, instance) = (kernel.handle(), instances[0].clone());
            let samples = take_samples(handle, instance, sampling.clone(), levers.sessions);
            kernel.spawn("samples", samples);
        }
    }

    /// Goes on for at most `events` resumptions; how a run is sliced changes nothing.
    pub fn advance(&mut self, events: u64) -> Advance {
        let is_over = self.progress.running.get() == 0;
        let done = is_over || self.kernel.advance(events) != des::Progress::Running;
        Advance {
            done,
            fraction: self.fraction(),
            simulated_s: self.kernel.now().as_secs_f64(),
            events: self.kernel.events(),
        }
    }

    fn fraction(&self) -> f64 {
        match self.scenario.config.workload.kind {
            WorkloadKind::Inserts => self.progress.rows.get() as f64 / self.progress.total as f64,
            WorkloadKind::Lookups | WorkloadKind::Executions => {
                let end = (self.sampling.end() - Instant::ZERO).as_secs_f64();
                (self.kernel.now().as_secs_f64() / end).min(1.0)
            }
        }
    }

    /// Goes on to the end.
    pub fn run(&mut self) -> Advance {
        self.advance(u64::MAX)
    }

    /// Everything that was counted, as data.
    pub fn report(&self) -> Report {
        Report::new(&self.scenario, &self.instances, &self.progress, &self.sampling)
    }

    /// What every session waits for at this moment, as `gv$session_wait` shows it.
    pub fn session_waits(&self) -> Vec<SessionWait> {
        session_waits(&self.instances, &self.progress)
    }

    /// The columns behind the page's pictures.
    pub fn views(&self) -> Views {
        Views::new(&self.instances, self.lookups.as_deref())
    }
}

/// Starts the history of active sessions, where several instances share a database.
fn sample_active_sessions(
    kernel: &des::Simulation,
    instances: &[Rc<Instance>],
    progress: &Rc<Progress>,
) {
    let Some(cluster) = instances[0].member.as_ref().map(|member| member.cluster.clone()) else {
        return;
    };
    let (instances, progress, handle) = (instances.to_vec(), progress.clone(), kernel.handle());
    let keep = move |instances: &[Rc<Instance>], progress: &Progress, second: f64| {
        let rows = session_waits(instances, progress);
        let member = instances[0].member.as_ref().expect("several instances");
        let active_sessions = &member.cluster.active_sessions;
        active_sessions.keep(rows.iter().map(|row| row.json(second)));
    };
    let moment_s = cluster.levers().moment_s;
    if moment_s > 0.0 {
        let (instances, progress, handle) = (instances.clone(), progress.clone(), handle.clone());
        handle.clone().spawn("session waits", async move {
            handle.sleep(Span::from_micros_f64(moment_s * 1e6)).await;
            keep(&instances, &progress, moment_s);
        });
    }
    handle.clone().spawn("MMNL", async move {
        let mut second = 0_u64;
        while progress.times.iter().any(|times| times.get().1 == Instant::ZERO) {
            handle.sleep(Span::from_secs(1)).await;
            second += 1;
            if second.is_power_of_two() {
                keep(&instances, &progress, second as f64);
            }
            for (node, instance) in instances.iter().enumerate() {
                let all = (0..progress.times.len() as u32).map(Pid);
                let mine = all.filter(|&pid| cluster.home(pid) == node);
                cluster.active_sessions.sample(node, instance, mine);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{Event, SegmentStatistic, Statistic};
    use serde_json::json;

    fn three_nodes(partitions: u32) -> Simulation {
        let pairs =
            [("workload.rows_per_session", json!(300)), ("index.partitions", json!(partitions))];
        let pairs = pairs.into_iter().map(|(key, value)| (key.to_string(), value));
        let scenario = Scenario::from_pairs(Some("rac-hash-partition"), pairs);
        Simulation::new(&scenario.expect("in bounds"))
    }

    #[test]
    fn waits_per_segment_sum_to_event_totals_on_each_instance() {
        for partitions in [1, 64] {
            let mut simulation = three_nodes(partitions);
            simulation.run();
            for instance in &simulation.instances {
                let objects = instance.ledger.objects();
                for &event in Event::ALL {
                    let waits: u64 = objects.iter().map(|o| o.waits[event as usize].waits).sum();
                    let time = objects.iter().map(|o| o.waits[event as usize].total);
                    let total = instance.ledger.event(event).0;
                    let sum = time.fold(Span::ZERO, |sum, time| sum + time);
                    assert_eq!((waits, sum), (total.waits, total.total), "{}", event.name());
                }
                let of = |object: &crate::ledger::Object| {
                    object.statistics[SegmentStatistic::GcCurrentBlocksReceived as usize]
                };
                let received: u64 = objects.iter().map(of).sum();
                assert!(received > 0);
                assert_eq!(received, instance.ledger.statistic(Statistic::GcCurrentBlocksReceived));
            }
        }
    }

    #[test]
    fn every_session_shows_in_the_view_of_waits() {
        let mut simulation = three_nodes(1);
        while simulation.advance(1).simulated_s < 1.0 {}
        let rows = simulation.session_waits();
        let count = |who: &str| rows.iter().filter(|row| row.program.contains(who)).count();
        assert_eq!(["client", "LGWR", "LMS"].map(count), [10, 3, 4]);
        let on_index = |row: &SessionWait| {
            row.event.starts_with("gc buffer busy") && row.parameters.starts_with("file#: 5 - ")
        };
        while !simulation.session_waits().iter().any(on_index) {
            assert!(!simulation.advance(100).done, "nobody ever waited for a block of the index");
        }
        simulation.run();
        assert!(simulation.session_waits().iter().all(|row| row.program != "client"));
    }
}
