//! The tables of a global AWR report: what only several instances have, side by side.

use super::{InstanceRow, Report, ledgers};
use crate::catalogue::{Event, SegmentStatistic, WaitClass};
use crate::cluster::{Delays, LATENCY_BANDS};
use crate::host::Pid;
use crate::instance::Instance;
use crate::ledger::{WaitTally, objects_of};
use crate::workload::Progress;
use des::Span;
use serde_json::{Map, Value, json};
use std::fmt;
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
pub fn tables(instances: &[Rc<Instance>], progress: &Progress) -> Option<Value> {
    instances[0].member.as_ref()?;
    let times = Times::of(instances, progress);
    Some(json!({
        "top_events": top_events(instances, &times),
        "background_events": background_events(instances),
        "wait_classes": wait_classes(instances, &times),
        "current_blocks_served": served(instances),
        "segments": segments(instances),
        "threads": threads(instances, progress),
        "active_sessions": instances[0].member.as_ref()?.cluster.active_sessions.tables(instances),
    }))
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
        let both = |instance: &Rc<Instance>| {
            let mut sum = instance.ledger.event(event).0;
            sum.merge(&instance.ledger.background(event));
            sum
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

/// By instance: the share of DB time that each class took.
fn wait_classes(instances: &[Rc<Instance>], times: &Times) -> Vec<Value> {
    let total = times.db.iter().sum::<f64>();
    let row = |(node, instance): (usize, &Rc<Instance>)| {
        let share = |class: &WaitClass| {
            let of_class = Event::ALL.iter().filter(|event| event.class() == *class);
            let seconds: f64 =
                of_class.map(|event| instance.ledger.event(*event).0.total.as_secs_f64()).sum();
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
            json!({"statistic": statistic.name(), "object": object.name,
                   "type": object.kind.name(), "value": value,
                   "capture_pct": percent(value as f64, total as f64)})
        }));
    }
    rows
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

fn number(row: &Value, key: &str) -> f64 {
    row[key].as_f64().unwrap_or_default()
}

fn word<'a>(row: &'a Value, key: &str) -> &'a str {
    row[key].as_str().unwrap_or_default()
}

fn list<'a>(tables: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    tables[key].as_array().into_iter().flatten()
}

/// The tables as text; nothing for a single instance.
pub fn text(f: &mut fmt::Formatter<'_>, report: &Report) -> fmt::Result {
    let Some(tables) = &report.cluster else { return Ok(()) };
    text_classes(f, tables)?;
    text_events(f, "Top Timed Events", list(tables, "top_events"))?;
    text_events(f, "Top Timed Background Events", list(tables, "background_events"))?;
    text_served(f, tables)?;
    text_segments(f, tables)?;
    text_threads(f, tables)
}

fn text_classes(f: &mut fmt::Formatter<'_>, tables: &Value) -> fmt::Result {
    writeln!(f, "\n{:>4}", "I#")?;
    for row in list(tables, "wait_classes") {
        write!(f, "{:>4}", number(row, "instance"))?;
        for (class, share) in row["classes"].as_object().into_iter().flatten() {
            write!(f, "  {class} {:.1}", share.as_f64().unwrap_or_default())?;
        }
        writeln!(
            f,
            "  DB CPU {:.1}  DB time {:.1}",
            number(row, "db_cpu"),
            number(row, "db_time")
        )?;
    }
    Ok(())
}

fn text_events<'a>(
    f: &mut fmt::Formatter<'_>,
    title: &str,
    rows: impl Iterator<Item = &'a Value>,
) -> fmt::Result {
    writeln!(f, "\n{title:<51} Wait Event                              Avg Wait Time (ms)")?;
    writeln!(
        f,
        "{:<10} {:<40} {:>12} {:>9} {:>13} {:>7} {:>8} {:>8} {:>8} {:>8} {:>8} {:>4}",
        "Class",
        "Event",
        "Waits",
        "%Timeouts",
        "Total(s)",
        "Avg(ms)",
        "%DB time",
        "Avg",
        "Min",
        "Max",
        "Std Dev",
        "Cnt"
    )?;
    for row in rows {
        let of = &row["instances"];
        let class: String = word(row, "class").chars().take(10).collect();
        writeln!(
            f,
            "{class:<10} {:<40} {:>12} {:>9.1} {:>13.2} {:>7.1} {:>8.2} {:>8.2} {:>8.2} {:>8.2} {:>8.2} {:>4}",
            word(row, "name"),
            number(row, "waits"),
            number(row, "timeouts_pct"),
            number(row, "total_s"),
            number(row, "avg_ms"),
            number(row, "pct_db_time"),
            number(of, "avg_ms"),
            number(of, "min_ms"),
            number(of, "max_ms"),
            number(of, "std_dev_ms"),
            number(of, "count"),
        )?;
    }
    Ok(())
}

fn text_served(f: &mut fmt::Formatter<'_>, tables: &Value) -> fmt::Result {
    writeln!(f, "\nCurrent Blocks Served Statistics")?;
    for what in ["pins", "flushes"] {
        let heads = ["% <1ms", "% <10ms", "% <100m", "% <1s", "% <10s"];
        write!(f, "{:>4} {what:>11}", "I#")?;
        heads.iter().try_for_each(|head| write!(f, " {head:>7}"))?;
        writeln!(f)?;
        for row in list(tables, "current_blocks_served") {
            write!(f, "{:>4} {:>11}", number(row, "instance"), number(row, what))?;
            for share in row[format!("{what}_pct")].as_array().into_iter().flatten() {
                write!(f, " {:>7.2}", share.as_f64().unwrap_or_default())?;
            }
            writeln!(f)?;
        }
    }
    Ok(())
}

fn text_segments(f: &mut fmt::Formatter<'_>, tables: &Value) -> fmt::Result {
    let heads = ["Statistic", "Object Name", "Obj. Type", "Value", "%Capture"];
    writeln!(
        f,
        "\n{:<24} {:<20} {:<15} {:>12} {:>8}",
        heads[0], heads[1], heads[2], heads[3], heads[4]
    )?;
    for row in list(tables, "segments") {
        writeln!(
            f,
            "{:<24} {:<20} {:<15} {:>12} {:>8.1}",
            word(row, "statistic"),
            word(row, "object"),
            word(row, "type"),
            number(row, "value"),
            number(row, "capture_pct"),
        )?;
    }
    Ok(())
}

fn text_threads(f: &mut fmt::Formatter<'_>, tables: &Value) -> fmt::Result {
    writeln!(f)?;
    for row in list(tables, "threads") {
        writeln!(
            f,
            "Thread {:>3}  instance {}  rows {:>7}  commits {:>5}  min commit {:.1} ms  max commit {:.1} ms  {:.2} commits/s  run time {:.1} s",
            number(row, "thread"),
            number(row, "instance"),
            number(row, "rows"),
            number(row, "commits"),
            number(row, "min_commit_ms"),
            number(row, "max_commit_ms"),
            number(row, "transactions_per_s"),
            number(row, "run_time_s"),
        )?;
    }
    Ok(())
}
