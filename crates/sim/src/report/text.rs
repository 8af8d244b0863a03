//! The report as text, in the layouts that DBAs know.

use super::{EventRow, Report, SegmentRow};
use serde_json::Value;
use std::fmt;

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "hotblock {}  preset {}", self.engine_version, self.preset)?;
        writeln!(f, "{} rows, {:.2} s wall, simulated\n", self.rows, self.wall_s)?;
        time_model(f, self)?;
        segments(f, &self.segments)?;
        events(f, "Foreground Wait Events", self.session_elapsed_s, &self.events)?;
        if !self.background_events.is_empty() {
            let title = "Background Wait Events";
            events(f, title, self.session_elapsed_s, &self.background_events)?;
        }
        writeln!(f, "{:<40} {:>16}", "Statistic", "Total")?;
        writeln!(f, "{:-<40} {:->16}", "", "")?;
        for (name, value) in &self.statistics {
            writeln!(f, "{name:<40} {value:>16}")?;
        }
        latches(f, self)?;
        chains(f, self)?;
        super::cluster_text::write(f, self)
    }
}

fn time_model(f: &mut fmt::Formatter<'_>, report: &Report) -> fmt::Result {
    writeln!(f, "{:<30} {:>14} {:>12}", "Time Model", "Time (s)", "% DB time")?;
    writeln!(f, "{:-<30} {:->14} {:->12}", "", "", "")?;
    for (name, seconds) in &report.time_model {
        let seconds = seconds.as_f64().unwrap_or_default();
        let share = 100.0 * seconds / report.session_elapsed_s.max(1e-9);
        writeln!(f, "{name:<30} {seconds:>14.2} {share:>12.1}")?;
    }
    writeln!(f)
}

fn segments(f: &mut fmt::Formatter<'_>, rows: &[SegmentRow]) -> fmt::Result {
    let head = ["Object Name", "Type", "Waits", "Time (s)", "Max (s)", "Event"];
    writeln!(f, "Waits per Segment")?;
    writeln!(
        f,
        "{:<24} {:<15} {:>10} {:>12} {:>9}  {:<30}",
        head[0], head[1], head[2], head[3], head[4], head[5]
    )?;
    writeln!(f, "{:-<24} {:-<15} {:->10} {:->12} {:->9}  {:-<30}", "", "", "", "", "", "")?;
    for row in rows {
        for (event, figures) in &row.waits {
            let number = |key: &str| figures.get(key).and_then(Value::as_f64).unwrap_or_default();
            writeln!(
                f,
                "{:<24} {:<15} {:>10} {:>12.2} {:>9.2}  {event}",
                row.name,
                row.kind,
                number("waits"),
                number("total_s"),
                number("max_s"),
            )?;
        }
    }
    writeln!(f)
}

fn events(f: &mut fmt::Formatter<'_>, title: &str, db_time: f64, rows: &[EventRow]) -> fmt::Result {
    writeln!(f, "{title}")?;
    writeln!(
        f,
        "{:<40} {:>10} {:>6} {:>12} {:>10} {:>9} {:>9}  {:<12}",
        "Event", "Waits", "%Outs", "Total (s)", "Avg (ms)", "Max (s)", "% DB time", "Wait Class"
    )?;
    writeln!(
        f,
        "{:-<40} {:->10} {:->6} {:->12} {:->10} {:->9} {:->9}  {:-<12}",
        "", "", "", "", "", "", "", ""
    )?;
    for row in rows {
        writeln!(
            f,
            "{:<40} {:>10} {:>6.0} {:>12.2} {:>10.2} {:>9.2} {:>9.1}  {:<12}",
            row.name,
            row.waits,
            100.0 * row.timeouts as f64 / row.waits as f64,
            row.total_s,
            row.avg_ms,
            row.max_s,
            100.0 * row.total_s / db_time.max(1e-9),
            row.class,
        )?;
    }
    writeln!(f)
}

fn latches(f: &mut fmt::Formatter<'_>, report: &Report) -> fmt::Result {
    writeln!(
        f,
        "\n{:<24} {:>14} {:>12} {:>12} {:>12} {:>12}",
        "Latch Name", "Gets", "Misses", "Spin Gets", "Sleeps", "Wait (s)"
    )?;
    writeln!(f, "{:-<24} {:->14} {:->12} {:->12} {:->12} {:->12}", "", "", "", "", "", "")?;
    for row in &report.latches {
        writeln!(
            f,
            "{:<24} {:>14} {:>12} {:>12} {:>12} {:>12.2}",
            row.name, row.gets, row.misses, row.spin_gets, row.sleeps, row.wait_time_s
        )?;
    }
    Ok(())
}

fn chains(f: &mut fmt::Formatter<'_>, report: &Report) -> fmt::Result {
    if report.chains.is_empty() {
        return Ok(());
    }
    let head = ["Waits", "Total (s)", "Max (s)", "Longest: who for whom", "Blame Chain"];
    writeln!(f, "\n{:>10} {:>12} {:>9}  {:<24} {}", head[0], head[1], head[2], head[3], head[4])?;
    writeln!(f, "{:->10} {:->12} {:->9}  {:-<24} {:-<40}", "", "", "", "", "")?;
    for row in &report.chains {
        writeln!(
            f,
            "{:>10} {:>12.2} {:>9.2}  {:<24} {}",
            row.waits,
            row.total_s,
            row.max_s,
            row.longest.join(" for "),
            row.path.join(" <- ")
        )?;
    }
    Ok(())
}
