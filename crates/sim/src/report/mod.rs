//! The report: what a run came to, as data and as text.

mod chains;
mod cluster;
mod cluster_text;
mod hosts;
mod samples;
mod session_waits;
mod text;
mod views;

pub use chains::ChainRow;
pub use hosts::{Cores, HotLatch, LatchPicture};
pub use samples::Samples;
pub use session_waits::{SessionWait, address, session_waits};
pub use views::{Band, Heat, HotBlock, Timeline, Views};

use crate::catalogue::{ENGINE_VERSION, Event, SegmentStatistic, Statistic};
use crate::concurrency::LatchStatistics;
use crate::host::Pid;
use crate::instance::Instance;
use crate::ledger::{Ledger, Object, WaitTally, event_of, objects_of};
use crate::scenario::Scenario;
use crate::workload::{Progress, Sampling};
use des::{Instant, Span};
use samples::samples;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::rc::Rc;

/// Everything that a run counted; its JSON form is what the digest covers.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The engine's version.
    pub engine_version: &'static str,
    /// The preset's name.
    pub preset: &'static str,
    /// Every lever with its value.
    pub scenario: Map<String, Value>,
    /// Simulated seconds from the first session's start to the last one's end.
    pub wall_s: f64,
    /// Simulated seconds that the sessions took, added up.
    pub session_elapsed_s: f64,
    /// Seconds that the sessions computed, added up.
    pub cpu_s: f64,
    /// Rows inserted.
    pub rows: u64,
    /// By name.
    pub statistics: Map<String, Value>,
    /// Segments, and what else was waited for.
    pub segments: Vec<SegmentRow>,
    /// What the foreground sessions waited for, the most time first.
    pub events: Vec<EventRow>,
    /// What the background processes waited for.
    pub background_events: Vec<EventRow>,
    /// By event: upper bound in ms and waits of each bucket, up to the last that is used.
    pub histograms: Map<String, Value>,
    /// By latch.
    pub latches: Vec<LatchRow>,
    /// Seconds by name.
    pub time_model: Map<String, Value>,
    /// For the longest waits, who was waited for and what that one was doing.
    pub chains: Vec<ChainRow>,
    /// What each instance came to.
    pub instances: Vec<InstanceRow>,
    /// What only several instances have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cluster: Option<Value>,
    /// The processes by priority, as `ps` lists them: at the end of the sample with the median
    /// number of processes awake.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ps: Option<Vec<PriorityRow>>,
    /// The samples of a workload that goes on for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub samples: Option<Samples>,
}

/// A row of the segments table.
#[derive(Clone, Debug, Serialize)]
pub struct SegmentRow {
    /// The segment's name.
    pub name: String,
    /// What it is.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// By name.
    pub statistics: Map<String, Value>,
    /// By event: `waits`, `total_s`, `max_s`, `over_100_ms`.
    pub waits: Map<String, Value>,
}

/// A row of the events table.
#[derive(Clone, Debug, Serialize)]
pub struct EventRow {
    /// The event's name.
    pub name: &'static str,
    /// Its wait class.
    pub class: &'static str,
    /// Waits that ended.
    pub waits: u64,
    /// Of them, those that timed out.
    pub timeouts: u64,
    /// Seconds waited.
    pub total_s: f64,
    /// The longest wait in seconds.
    pub max_s: f64,
    /// The mean wait in milliseconds.
    pub avg_ms: f64,
}

/// A row of the latches table.
#[derive(Clone, Debug, Serialize)]
pub struct LatchRow {
    /// The latch's name.
    pub name: &'static str,
    /// Willing-to-wait requests.
    pub gets: u64,
    /// Requests refused at first.
    pub misses: u64,
    /// Times that a session slept.
    pub sleeps: u64,
    /// Misses that got the latch by spinning.
    pub spin_gets: u64,
    /// Misses that slept at least once; with the spin gets they are all misses.
    pub slept_gets: u64,
    /// Seconds slept.
    pub wait_time_s: f64,
}

/// Processes of one priority.
#[derive(Clone, Debug, Serialize)]
pub struct PriorityRow {
    /// The priority, the lower the stronger.
    pub priority: u32,
    /// Whether they sleep.
    pub asleep: bool,
    /// How many there are.
    pub processes: u32,
}

/// One instance's share.
#[derive(Clone, Debug, Serialize)]
pub struct InstanceRow {
    /// Its number, from 1.
    pub instance: u32,
    /// Its cores.
    pub cores: u32,
    /// Sessions connected to it.
    pub sessions: u32,
    /// Rows that they inserted.
    pub rows: u64,
    /// Seconds that they computed.
    pub cpu_s: f64,
    /// The share of the cores' time in which they computed, 0 to 1.
    pub cpu_utilisation: f64,
}

impl Report {
    pub(crate) fn new(
        scenario: &Scenario,
        instances: &[Rc<Instance>],
        progress: &Progress,
        sampling: &Sampling,
    ) -> Self {
        let sums = Sums::of(instances, progress);
        let latches = [
            ("cache buffers chains", latches_of(instances, |i| i.cache.statistics())),
            ("cache buffers lru chain", latches_of(instances, |i| i.cache.lru_statistics())),
            ("enqueue hash chains", latches_of(instances, |i| i.enqueue_latches.statistics())),
            ("library cache", latches_of(instances, |i| i.cursors.statistics())),
        ];
        Self {
            engine_version: ENGINE_VERSION,
            preset: scenario.preset,
            scenario: scenario.pairs(),
            wall_s: sums.wall.as_secs_f64(),
            session_elapsed_s: sums.elapsed.as_secs_f64(),
            cpu_s: sums.cpu.as_secs_f64(),
            rows: progress.rows.get(),
            statistics: statistics(instances),
            segments: objects_of(ledgers(instances)).iter().map(segment).collect(),
            events: events(|event| event_of(ledgers(instances), event).0),
            background_events: events(|event| cluster::background(instances, event)),
            histograms: histograms(instances),
            latches: latches.iter().map(|(name, figures)| latch(name, figures)).collect(),
            time_model: sums.time_model(),
            chains: chains::chains(instances),
            instances: cluster::rows(instances, progress, sums.wall),
            cluster: cluster::tables(instances, progress, sums.wall),
            ps: sampling.listing(),
            samples: samples(sampling),
        }
    }

    /// The report as one line of JSON: the bytes that every target must agree on.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a report is plain data")
    }

    /// A digest of the JSON form: 64-bit FNV-1a in hexadecimal.
    pub fn digest(&self) -> String {
        let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
        format!("{:016x}", self.to_json().bytes().fold(0xCBF2_9CE4_8422_2325, mix))
    }
}

/// The sums over all sessions.
struct Sums {
    wall: Span,
    elapsed: Span,
    cpu: Span,
    run_queue: Span,
    waited: Span,
    idle: Span,
}

impl Sums {
    fn of(instances: &[Rc<Instance>], progress: &Progress) -> Self {
        let mut sums = Self {
            wall: Span::ZERO,
            elapsed: Span::ZERO,
            cpu: Span::ZERO,
            run_queue: Span::ZERO,
            waited: Span::ZERO,
            idle: Span::ZERO,
        };
        let (mut first, mut last) = (Instant::MAX, Instant::ZERO);
        for (number, times) in progress.times.iter().enumerate() {
            let (start, end) = times.get();
            let pid = Pid(number as u32);
            let used: Vec<_> = instances.iter().map(|i| i.cpu.used(pid)).collect();
            let cpu = used.iter().fold(Span::ZERO, |sum, used| sum + used.0);
            let run_queue = used.iter().fold(Span::ZERO, |sum, used| sum + used.1);
            let waits = ledgers(instances).map(|ledger| ledger.waited(pid));
            let waited = waits.fold(Span::ZERO, |sum, waited| sum + waited);
            if end > Instant::ZERO {
                (first, last) = (first.min(start), last.max(end));
                let elapsed = end - start;
                let idle =
                    ledgers(instances).fold(Span::ZERO, |sum, ledger| sum + ledger.idle(pid));
                sums.idle += idle;
                assert_eq!(elapsed, cpu + run_queue + waited + idle, "session {number} lost time");
                sums.elapsed += elapsed;
            }
            sums.cpu += cpu;
            sums.run_queue += run_queue;
            sums.waited += waited;
        }
        sums.wall = last.saturating_since(first);
        sums
    }

    fn time_model(&self) -> Map<String, Value> {
        let rows = [
            ("DB time", self.elapsed - self.idle),
            ("DB CPU", self.cpu),
            ("wait time", self.waited),
            ("run queue time", self.run_queue),
        ];
        rows.iter().map(|(name, span)| (name.to_string(), json!(span.as_secs_f64()))).collect()
    }
}

fn ledgers(instances: &[Rc<Instance>]) -> impl Iterator<Item = &Ledger> {
    instances.iter().map(|instance| &*instance.ledger)
}

fn latches_of(
    instances: &[Rc<Instance>],
    of: impl Fn(&Instance) -> LatchStatistics,
) -> LatchStatistics {
    let mut sum = LatchStatistics::default();
    instances.iter().for_each(|instance| sum.add(&of(instance)));
    sum
}

fn statistics(instances: &[Rc<Instance>]) -> Map<String, Value> {
    let value = |instance: &Rc<Instance>, statistic: &Statistic| match statistic {
        Statistic::ContextSwitches => instance.cpu.switches().0,
        Statistic::InvoluntarySwitches => instance.cpu.switches().1,
        Statistic::LatchHoldersPreempted => instance.cpu.switches().2,
        _ => instance.ledger.statistic(*statistic),
    };
    let sum = |s: &Statistic| instances.iter().map(|instance| value(instance, s)).sum::<u64>();
    Statistic::ALL.iter().map(|s| (s.name().to_string(), json!(sum(s)))).collect()
}

fn segment(object: &Object) -> SegmentRow {
    let statistics = SegmentStatistic::ALL
        .iter()
        .map(|s| (s.name().to_string(), json!(object.statistics[*s as usize])));
    let waits = Event::ALL.iter().filter_map(|event| {
        let tally = &object.waits[*event as usize];
        (tally.waits > 0).then(|| {
            let row = json!({
                "waits": tally.waits,
                "total_s": tally.total.as_secs_f64(),
                "max_s": tally.max.as_secs_f64(),
                "over_100_ms": tally.over_100_ms,
            });
            (event.name().to_string(), row)
        })
    });
    SegmentRow {
        name: object.name.clone(),
        kind: object.kind.name(),
        statistics: statistics.collect(),
        waits: waits.collect(),
    }
}

fn events(of: impl Fn(Event) -> WaitTally) -> Vec<EventRow> {
    let tallies = Event::ALL.iter().map(|event| (event, of(*event)));
    let mut used: Vec<_> = tallies.filter(|(_, tally)| tally.waits > 0).collect();
    used.sort_by_key(|(event, tally)| (std::cmp::Reverse(tally.total), **event));
    used.into_iter().map(|(event, tally)| event_row(*event, &tally)).collect()
}

fn event_row(event: Event, tally: &WaitTally) -> EventRow {
    let total_s = tally.total.as_secs_f64();
    EventRow {
        name: event.name(),
        class: event.class().name(),
        waits: tally.waits,
        timeouts: tally.timeouts,
        total_s,
        max_s: tally.max.as_secs_f64(),
        avg_ms: total_s * 1_000.0 / tally.waits as f64,
    }
}

fn histograms(instances: &[Rc<Instance>]) -> Map<String, Value> {
    let histogram = |event: &Event| {
        let (_, counts) = event_of(ledgers(instances), *event);
        let last = counts.iter().rposition(|&count| count > 0)?;
        let rows: Vec<_> = (0..=last).map(|i| json!([1_u64 << i, counts[i]])).collect();
        Some((event.name().to_string(), Value::Array(rows)))
    };
    Event::ALL.iter().filter_map(histogram).collect()
}

fn latch(name: &'static str, figures: &LatchStatistics) -> LatchRow {
    LatchRow {
        name,
        gets: figures.gets,
        misses: figures.misses,
        sleeps: figures.sleeps,
        spin_gets: figures.spin_gets,
        slept_gets: figures.slept_gets,
        wait_time_s: figures.wait_time.as_secs_f64(),
    }
}
