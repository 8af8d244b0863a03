//! The tables of several instances as text, in the layout of a global AWR report.

use super::Report;
use serde_json::Value;
use std::fmt;

/// The classes of the wait class table, as the report abbreviates them.
const CLASSES: [(&str, &str); 9] = [
    ("User I/O", "User I/O"),
    ("System I/O", "Sys I/O"),
    ("Other", "Other"),
    ("Application", "Applic"),
    ("Commit", "Commit"),
    ("Scheduler", "Schedul"),
    ("Concurrency", "Concurcy"),
    ("Configuration", "Config"),
    ("Cluster", "Cluster"),
];
const BANDS: [&str; 5] = ["% <1ms", "% <10ms", "% <100m", "% <1s", "% <10s"];

/// A table of active sessions: heading, name, what a row says and how wide, and from how many
/// samples on it is printed.
type Active = (&'static str, &'static str, &'static [(&'static str, usize)], f64);

const ACTIVE: [Active; 4] = [
    (
        "blocks",
        "active_by_block",
        &[("object", 20), ("object_number", 14), ("file", 5), ("block", 9)],
        3.0,
    ),
    ("objects", "active_by_object", &[("object", 20)], 10.0),
    ("statements", "active_by_sql", &[("sql", 14)], 10.0),
    ("sessions", "active_by_session", &[("session", 10), ("sql", 14)], 20.0),
];

fn number(row: &Value, key: &str) -> f64 {
    row[key].as_f64().unwrap_or_default()
}

fn word<'a>(row: &'a Value, key: &str) -> &'a str {
    row[key].as_str().unwrap_or_default()
}

fn list<'a>(tables: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    tables[key].as_array().into_iter().flatten()
}

/// A rule under headings of these widths.
fn rule(f: &mut fmt::Formatter<'_>, widths: &[usize], with: &str) -> fmt::Result {
    let dashes: Vec<_> = widths.iter().map(|&width| with.repeat(width)).collect();
    writeln!(f, "{}", dashes.join(" ").trim_end())
}

/// The tables as text; nothing for a single instance.
pub fn write(f: &mut fmt::Formatter<'_>, report: &Report) -> fmt::Result {
    let Some(tables) = &report.cluster else { return Ok(()) };
    classes(f, tables)?;
    events(f, "Top Timed Events", list(tables, "top_events"))?;
    events(f, "Top Timed Background Events", list(tables, "background_events"))?;
    served(f, tables)?;
    segments(f, tables)?;
    for (title, table, columns, threshold) in ACTIVE {
        active(f, title, list(tables, table), columns, threshold)?;
    }
    threads(f, report, tables)
}

fn classes(f: &mut fmt::Formatter<'_>, tables: &Value) -> fmt::Result {
    writeln!(f, "\nWait Classes and DB CPU in % of the DB time of each instance\n\n  I#")?;
    let heads = CLASSES.iter().map(|(_, head)| *head).chain(["DB CPU", "DB time"]);
    write!(f, "----")?;
    heads.clone().try_for_each(|head| write!(f, " {head:>8}"))?;
    writeln!(f)?;
    rule(f, &[&[4][..], &[8; 11]].concat(), "-")?;
    let rows: Vec<Vec<f64>> = list(tables, "wait_classes")
        .map(|row| {
            let shares = CLASSES.iter().map(|(class, _)| number(&row["classes"], class));
            shares.chain([number(row, "db_cpu"), number(row, "db_time")]).collect()
        })
        .collect();
    for (row, place) in rows.iter().zip(1..) {
        write!(f, "{place:>4}")?;
        row.iter().try_for_each(|share| write!(f, " {share:>8.1}"))?;
        writeln!(f)?;
    }
    rule(f, &[&[4][..], &[8; 10]].concat(), "~")?;
    write!(f, "{:>4}", "Avg")?;
    for column in 0..CLASSES.len() + 1 {
        let sum: f64 = rows.iter().map(|row| row[column]).sum();
        write!(f, " {:>8.1}", sum / rows.len() as f64)?;
    }
    writeln!(f)
}

const EVENT_WIDTHS: [usize; 13] = [4, 10, 40, 12, 9, 13, 7, 8, 8, 8, 8, 8, 4];

fn events<'a>(
    f: &mut fmt::Formatter<'_>,
    title: &str,
    rows: impl Iterator<Item = &'a Value>,
) -> fmt::Result {
    writeln!(f, "\n{title}\n")?;
    writeln!(
        f,
        "{:>56} {:>22} {:>23} {:>9} {:>35}",
        "Wait", "Event", "Wait Time", "", "Summary Avg Wait Time (ms)"
    )?;
    writeln!(
        f,
        "{:>4} {:<10} {:<40} {:>12} {:>9} {:>13} {:>7} {:>8} {:>8} {:>8} {:>8} {:>8} {:>4}",
        "I#",
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
    rule(f, &EVENT_WIDTHS, "-")?;
    for (at, row) in rows.enumerate() {
        let (of, star) = (&row["instances"], if at == 0 { "*" } else { "" });
        let class: String = word(row, "class").chars().take(10).collect();
        write!(f, "{star:>4} {class:<10} {:<40} ", word(row, "name"))?;
        let (total, share) = (number(row, "total_s"), number(row, "pct_db_time"));
        if row["waits"].is_null() {
            write!(f, "{:>12} {:>9} {total:>13.2} {:>7} {share:>8.2}", "N/A", "", "N/A")?;
            writeln!(f, " {:>35} {:>4}", "", number(of, "count"))?;
            continue;
        }
        write!(f, "{:>12} {:>9.1} ", number(row, "waits"), number(row, "timeouts_pct"))?;
        write!(f, "{total:>13.2} {:>7.1} {share:>8.2}", number(row, "avg_ms"))?;
        ["avg_ms", "min_ms", "max_ms", "std_dev_ms"]
            .iter()
            .try_for_each(|key| write!(f, " {:>8.2}", number(of, key)))?;
        writeln!(f, " {:>4}", number(of, "count"))?;
    }
    Ok(())
}

fn served(f: &mut fmt::Formatter<'_>, tables: &Value) -> fmt::Result {
    writeln!(f, "\nCurrent Blocks Served Statistics\n")?;
    write!(f, "{:>4}", "I#")?;
    for what in ["Pins", "Flushes"] {
        write!(f, " {what:>11}")?;
        BANDS.iter().try_for_each(|head| write!(f, " {head:>7}"))?;
    }
    writeln!(f)?;
    let widths = [&[4][..], &[11, 7, 7, 7, 7, 7], &[11, 7, 7, 7, 7, 7]].concat();
    rule(f, &widths, "-")?;
    let mut counts = [Vec::new(), Vec::new()];
    for row in list(tables, "current_blocks_served") {
        write!(f, "{:>4}", number(row, "instance"))?;
        for (what, counts) in ["pins", "flushes"].iter().zip(&mut counts) {
            counts.push(number(row, what));
            write!(f, " {:>11}", number(row, what))?;
            for share in row[format!("{what}_pct")].as_array().into_iter().flatten() {
                write!(f, " {:>7.2}", share.as_f64().unwrap_or_default())?;
            }
        }
        writeln!(f)?;
    }
    writeln!(f, "{:~>4} {:~>11} {:39} {:~>11}", "", "", "", "")?;
    let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len() as f64;
    let deviation = |all: &[f64]| {
        let squares = all.iter().map(|x| (x - mean(all)) * (x - mean(all))).sum::<f64>();
        libm::sqrt(squares / (all.len() as f64 - 1.0).max(1.0))
    };
    let sum = |all: &[f64]| all.iter().sum::<f64>();
    let [pins, flushes] = &counts;
    for (name, of) in [("Sum", &sum as &dyn Fn(&[f64]) -> f64), ("Avg", &mean), ("Std", &deviation)]
    {
        writeln!(f, "{name:>4} {:>11.0} {:39} {:>11.0}", of(pins), "", of(flushes))?;
    }
    Ok(())
}

fn segments(f: &mut fmt::Formatter<'_>, tables: &Value) -> fmt::Result {
    let heads =
        ["Statistic", "Object Name", "Subobject", "Obj. Type", "Value", "%Total", "%Capture"];
    writeln!(
        f,
        "\nSegments by Statistic\n\n{:<24} {:<20} {:<10} {:<15} {:>12} {:>6} {:>8}",
        heads[0], heads[1], heads[2], heads[3], heads[4], heads[5], heads[6]
    )?;
    rule(f, &[24, 20, 10, 15, 12, 6, 8], "-")?;
    for row in list(tables, "segments") {
        let name = word(row, "object");
        let (object, part) = name.split_once(" SYS_").unwrap_or((name, ""));
        let part = if part.is_empty() { String::new() } else { format!("SYS_{part}") };
        let total = row["total_pct"].as_f64().map_or("N/A".into(), |share| format!("{share:.1}"));
        writeln!(
            f,
            "{:<24} {object:<20} {part:<10} {:<15} {:>12} {total:>6} {:>8.1}",
            word(row, "statistic"),
            word(row, "type"),
            number(row, "value"),
            number(row, "capture_pct"),
        )?;
    }
    for row in list(tables, "blocks_on_the_move") {
        writeln!(
            f,
            "{}: {} different blocks went from instance to instance, {:.1} in an average second.",
            word(row, "object"),
            number(row, "blocks"),
            number(row, "blocks_a_second")
        )?;
    }
    Ok(())
}

/// What the samples of active sessions found waiting, event by event.
fn active<'a>(
    f: &mut fmt::Formatter<'_>,
    title: &str,
    rows: impl Iterator<Item = &'a Value>,
    columns: &[(&str, usize)],
    threshold: f64,
) -> fmt::Result {
    writeln!(f, "\nActive sessions by {title}")?;
    let shown: Vec<_> = rows.filter(|row| number(row, "samples") >= threshold).collect();
    let mut names: Vec<_> = shown.iter().map(|row| word(row, "event")).collect();
    names.sort_unstable();
    names.dedup();
    for event in names {
        writeln!(f, "-> Event: {event} - Threshold: {threshold}")?;
        write!(f, "{:>7}", "INST_ID")?;
        for (column, width) in columns {
            write!(f, " {:>width$}", column.to_uppercase())?;
        }
        writeln!(f, " {:>8}", "CNT")?;
        for row in shown.iter().filter(|row| word(row, "event") == event) {
            write!(f, "{:>7}", number(row, "instance"))?;
            for (column, width) in columns {
                match &row[*column] {
                    Value::String(text) => write!(f, " {text:>width$}")?,
                    other => write!(f, " {:>width$}", other.as_f64().unwrap_or_default())?,
                }
            }
            writeln!(f, " {:>8}", number(row, "samples"))?;
        }
    }
    Ok(())
}

fn threads(f: &mut fmt::Formatter<'_>, report: &Report, tables: &Value) -> fmt::Result {
    writeln!(f)?;
    let mut commits = 0.0;
    for row in list(tables, "threads") {
        commits += number(row, "commits");
        writeln!(
            f,
            "Thread {:>3} - instance {} - rows {:>6} - commits {:>4} - MIN commit [ms] {:>4.0} - MAX commit [ms] {:>4.0} - TPS {:.2}",
            number(row, "thread"),
            number(row, "instance"),
            number(row, "rows"),
            number(row, "commits"),
            number(row, "min_commit_ms"),
            number(row, "max_commit_ms"),
            number(row, "transactions_per_s"),
        )?;
    }
    let tps = commits / report.wall_s.max(1e-9);
    writeln!(f, "Run time {:.0} [s] - TPS {tps:.2}", report.wall_s)
}
