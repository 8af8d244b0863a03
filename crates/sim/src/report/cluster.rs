//! The tables of a global AWR report: what only several instances have, side by side.

use super::{InstanceRow, ledgers};
use crate::catalogue::{Event, SegmentStatistic, Statistic, WaitClass};
use crate::cluster::{Cluster, Delays, LATENCY_BANDS};
use crate::host::Pid;
use crate::instance::Instance;
use crate::ledger::{ObjectId, WaitTally, objects_of};
use crate::workload::Progress;
use des::Span;
use serde_json::{Map, Value, json};
use std::rc::Rc;

/// Rows of the top events table.
const TOP_EVENTS: usize = 15;
/// What the segments table ranks segments by.
const RANKED: [SegmentStatistic; 6] = [
    SegmentStatistic::BufferBusyWaits,
    SegmentStatistic::DbBlockChanges,
    SegmentStatistic::GcBufferBusy,
    SegmentStatistic::GcCurrentBlocksReceived,
    SegmentStatistic::GcCurrentBlocksServed,
    SegmentStatistic::RowLockWaits,
];

/// What the background processes of all instances waited for an event.
pub fn background(instances: &[Rc<Instance>], event: Event) -> WaitTally {
    let mut sum = WaitTally::default();
    ledgers(instances).for_each(|ledger| sum.merge(&ledger.background(event)));
    sum
}

/// The sessions of an instance.
fn sessions<'a>(
    instances: &'a [Rc<Instance>],
    node: usize,
    progress: &'a Progress,
) -> impl Iterator<Item = Pid> + 'a {
    let all = (0..progress.times.len()).map(|number| Pid(number as u32));
    all.filter(move |&pid| home(instances, pid) == node)
}

fn home(instances: &[Rc<Instance>], pid: Pid) -> usize {
    instances[0].member.as_ref().map_or(0, |member| member.cluster.home(pid))
}

/// One row an instance.
pub fn rows(instances: &[Rc<Instance>], progress: &Progress, wall: Span) -> Vec<InstanceRow> {
    let row = |(node, instance): (usize, &Rc<Instance>)| {
        let mine: Vec<_> = sessions(instances, node, progress).collect();
        let cpu = mine.iter().fold(Span::ZERO, |sum, pid| sum + instance.cpu.used(*pid).0);
        let cores = instance.cpu.levers.cores;
        InstanceRow {
            instance: node as u32 + 1,
            cores,
            sessions: mine.len() as u32,
            rows: mine.iter().map(|pid| progress.by_session[pid.0 as usize].get()).sum(),
            cpu_s: cpu.as_secs_f64(),
            cpu_utilisation: cpu.as_secs_f64() / (wall.as_secs_f64().max(1e-9) * f64::from(cores)),
        }
    };
    instances.iter().enumerate().map(row).collect()
}

/// The tables, where there is more than one instance.
pub fn tables(instances: &[Rc<Instance>], progress: &Progress, wall: Span) -> Option<Value> {
    instances[0].member.as_ref()?;
    let times = Times::of(instances, progress);
    let cluster = &instances[0].member.as_ref()?.cluster;
    let mut tables = json!({
        "top_events": top_events(instances, &times),
        "background_events": background_events(instances),
        "wait_classes": wait_classes(instances, &times),
        "current_blocks_served": served(instances),
        "transfers": transfers(cluster),
        "segments": segments(instances),
        "threads": threads(instances, progress),
        "blocks_on_the_move": blocks_on_the_move(instances, cluster, wall),
        "session_waits": cluster.active_sessions.session_waits(),
    });
    for (name, rows) in cluster.active_sessions.tables(instances) {
        tables[name] = rows;
    }
    Some(tables)
}

/// DB time and DB CPU by instance, in seconds.
struct Times {
    db: Vec<f64>,
    cpu: Vec<f64>,
}

impl Times {
    fn of(instances: &[Rc<Instance>], progress: &Progress) -> Self {
        let (mut db, mut cpu) = (Vec::new(), Vec::new());
        for (node, instance) in instances.iter().enumerate() {
            let (mut elapsed, mut used) = (0.0, 0.0);
            for pid in sessions(instances, node, progress) {
                let (start, end) = progress.times[pid.0 as usize].get();
                let idle = instance.ledger.idle(pid);
                elapsed += end.saturating_since(start).saturating_sub(idle).as_secs_f64();
                used += instance.cpu.used(pid).0.as_secs_f64();
            }
            db.push(elapsed);
            cpu.push(used);
        }
        Self { db, cpu }
    }
}

fn percent(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { 100.0 * part / whole } else { 0.0 }
}

/// An event with the spread of its mean wait over the instances.
fn event_row(event: Event, tallies: &[WaitTally], db_time: f64) -> Value {
    let mut sum = WaitTally::default();
    tallies.iter().for_each(|tally| sum.merge(tally));
    let mean = |tally: &WaitTally| tally.total.as_secs_f64() * 1_000.0 / tally.waits as f64;
    let means: Vec<f64> = tallies.iter().filter(|t| t.waits > 0).map(mean).collect();
    let count = means.len() as f64;
    let average = means.iter().sum::<f64>() / count;
    let squares = means.iter().map(|m| (m - average) * (m - average)).sum::<f64>();
    let deviation = libm::sqrt(squares / (count - 1.0).max(1.0));
    json!({
        "name": event.name(), "class": event.class().name(), "waits": sum.waits,
        "timeouts_pct": percent(sum.timeouts as f64, sum.waits as f64),
        "total_s": sum.total.as_secs_f64(), "avg_ms": mean(&sum),
        "pct_db_time": percent(sum.total.as_secs_f64(), db_time),
        "instances": {"avg_ms": average, "min_ms": means.iter().copied().fold(f64::MAX, f64::min),
            "max_ms": means.iter().copied().fold(0.0, f64::max), "std_dev_ms": deviation,
            "count": means.len(), "waits": tallies.iter().map(|t| t.waits).collect::<Vec<_>>(),
            "total_s": tallies.iter().map(|t| t.total.as_secs_f64()).collect::<Vec<_>>()},
    })
}

/// Foreground events, those of the LMS processes and DB CPU, the most time first.
fn top_events(instances: &[Rc<Instance>], times: &Times) -> Vec<Value> {
    let db_time = times.db.iter().sum::<f64>();
    let tallies = |event: Event| -> Vec<WaitTally> {
        let both = |instance: &Rc<Instance>| match event {
            Event::GcsLogFlushSync => instance.ledger.background(event),
            _ => instance.ledger.event(event).0,
        };
        instances.iter().map(both).collect()
    };
    let used = Event::ALL.iter().map(|event| (*event, tallies(*event)));
    let used = used.filter(|(_, tallies)| tallies.iter().any(|tally| tally.waits > 0));
    let mut rows: Vec<Value> = used.map(|(e, tallies)| event_row(e, &tallies, db_time)).collect();
    let cpu = times.cpu.iter().sum::<f64>();
    rows.push(json!({"name": "DB CPU", "class": "", "total_s": cpu,
        "pct_db_time": percent(cpu, db_time), "instances": {"count": instances.len(),
        "total_s": times.cpu}}));
    let total = |row: &Value| row["total_s"].as_f64().unwrap_or_default();
    rows.sort_by(|a, b| total(b).total_cmp(&total(a)));
    rows.truncate(TOP_EVENTS);
    rows
}

fn background_events(instances: &[Rc<Instance>]) -> Vec<Value> {
    let tallies = |event: Event| -> Vec<WaitTally> {
        ledgers(instances).map(|ledger| ledger.background(event)).collect()
    };
    let used = Event::ALL.iter().map(|event| (*event, tallies(*event)));
    let used = used.filter(|(_, tallies)| tallies.iter().any(|tally| tally.waits > 0));
    used.map(|(event, tallies)| event_row(event, &tallies, 0.0)).collect()
}

fn seconds_of(instance: &Instance, event: Event) -> f64 {
    instance.ledger.event(event).0.total.as_secs_f64()
}

/// By instance: the share of DB time that each class took.
fn wait_classes(instances: &[Rc<Instance>], times: &Times) -> Vec<Value> {
    let total = times.db.iter().sum::<f64>();
    let row = |(node, instance): (usize, &Rc<Instance>)| {
        let share = |class: &WaitClass| {
            let of_class = Event::ALL.iter().filter(|event| event.class() == *class);
            let seconds = of_class.fold(0.0, |sum, event| sum + seconds_of(instance, *event));
            (class.name().to_string(), json!(percent(seconds, times.db[node])))
        };
        let classes: Map<String, Value> = WaitClass::ALL.iter().map(share).collect();
        json!({"instance": node + 1, "classes": classes, "db_time_s": times.db[node],
               "db_cpu": percent(times.cpu[node], times.db[node]),
               "db_time": percent(times.db[node], total)})
    };
    instances.iter().enumerate().map(row).collect()
}

/// By instance: what held up the current blocks that it served, by latency band.
fn served(instances: &[Rc<Instance>]) -> Vec<Value> {
    let shares = |delays: &Delays| -> Vec<f64> {
        delays.bands.iter().map(|&n| percent(n as f64, delays.count as f64)).collect()
    };
    let row = |(node, instance): (usize, &Rc<Instance>)| {
        let served = instance.member.as_ref().map(|member| member.cluster.served(node));
        let served = served.unwrap_or_default();
        json!({"instance": node + 1, "below_ms": LATENCY_BANDS,
               "pins": served.pins.count, "pins_pct": shares(&served.pins),
               "flushes": served.flushes.count, "flushes_pct": shares(&served.flushes)})
    };
    instances.iter().enumerate().map(row).collect()
}

/// By pair of instances: the blocks that one served the other.
fn transfers(cluster: &Cluster) -> Vec<Value> {
    let mut rows = Vec::new();
    for from in 0..cluster.nodes() {
        let sent = cluster.served(from).sent;
        rows.extend(sent.iter().enumerate().filter(|(to, _)| *to != from).map(|(to, sent)| {
            json!({"from": from + 1, "to": to + 1, "current": sent.current, "cr": sent.cr})
        }));
    }
    rows
}

/// The segments with the most of each statistic.
fn segments(instances: &[Rc<Instance>]) -> Vec<Value> {
    let objects = objects_of(ledgers(instances));
    let mut rows = Vec::new();
    for statistic in RANKED {
        let total: u64 = objects.iter().map(|object| object.statistics[statistic as usize]).sum();
        let mut used: Vec<_> =
            objects.iter().filter(|object| object.statistics[statistic as usize] > 0).collect();
        used.sort_by_key(|object| std::cmp::Reverse(object.statistics[statistic as usize]));
        rows.extend(used.iter().take(5).map(|object| {
            let value = object.statistics[statistic as usize];
            let of_total = total_of(instances, statistic).map(|all| percent(value as f64, all));
            json!({"statistic": statistic.name(), "object": object.name,
                   "type": object.kind.name(), "value": value, "total_pct": of_total,
                   "capture_pct": percent(value as f64, total as f64)})
        }));
    }
    rows
}

/// What the instances counted of a statistic in all, where they do beside the segments.
fn total_of(instances: &[Rc<Instance>], statistic: SegmentStatistic) -> Option<f64> {
    let of_instance = match statistic {
        SegmentStatistic::GcCurrentBlocksReceived => Statistic::GcCurrentBlocksReceived,
        SegmentStatistic::GcCurrentBlocksServed => Statistic::GcCurrentBlocksServed,
        _ => return None,
    };
    Some(ledgers(instances).map(|ledger| ledger.statistic(of_instance)).sum::<u64>() as f64)
}

/// By segment: how many different blocks went from one instance to another, in all and in a
/// second on average.
fn blocks_on_the_move(instances: &[Rc<Instance>], cluster: &Cluster, wall: Span) -> Vec<Value> {
    let row = |(object, blocks, by_second): (ObjectId, u32, u32)| {
        json!({"object": instances[0].ledger.name(object.0), "blocks": blocks,
               "blocks_a_second": f64::from(by_second) / wall.as_secs_f64().max(1.0)})
    };
    cluster.blocks_on_the_move().into_iter().map(row).collect()
}

/// What the test program prints: a line a thread.
fn threads(instances: &[Rc<Instance>], progress: &Progress) -> Vec<Value> {
    let row = |(number, times): (usize, &std::cell::Cell<(des::Instant, des::Instant)>)| {
        let (start, end) = times.get();
        let seconds = end.saturating_since(start).as_secs_f64();
        let commits = progress.commits[number].get();
        let rows = progress.by_session[number].get();
        json!({"thread": number + 1, "instance": home(instances, Pid(number as u32)) + 1,
               "rows": rows, "commits": commits.count,
               "min_commit_ms": if commits.count > 0 { commits.min.as_secs_f64() * 1e3 } else { 0.0 },
               "max_commit_ms": commits.max.as_secs_f64() * 1e3, "run_time_s": seconds,
               "rows_per_s": rows as f64 / seconds.max(1e-9),
               "transactions_per_s": commits.count as f64 / seconds.max(1e-9)})
    };
    progress.times.iter().enumerate().map(row).collect()
}
