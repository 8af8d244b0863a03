//! The figures of the experiment on three nodes: those of a global AWR report.

use super::figures::Figure;
use serde_json::Value;

/// The figure of a run's report; none where the report has no such figure.
pub fn simulated(figure: &Figure, report: &Value) -> Option<f64> {
    let tables = &report["cluster"];
    match figure.view.as_str() {
        "AWR RAC top events" if figure.name == "DB CPU" => cpu(report, &figure.metric),
        "AWR RAC top events" => event(report, &figure.name, &figure.metric),
        "AWR segments" => segment(report, &figure.name, &figure.metric),
        "AWR current blocks served" => {
            let served = &tables["current_blocks_served"];
            of_instance(served, &figure.name)?[figure.metric.as_str()].as_f64()
        }
        "AWR time model" => {
            let row = of_instance(&tables["wait_classes"], &figure.name)?;
            match figure.metric.as_str() {
                "CPU share of DB time" => row["db_cpu"].as_f64(),
                _ => row["classes"]["Cluster"].as_f64(),
            }
        }
        "run" => report["wall_s"].as_f64(),
        _ => None,
    }
}

/// DB time of all instances in seconds.
fn db_time(report: &Value) -> f64 {
    report["time_model"]["DB time"].as_f64().unwrap_or_default()
}

fn cpu(report: &Value, metric: &str) -> Option<f64> {
    let seconds = report["cpu_s"].as_f64()?;
    match metric {
        "total" => Some(seconds),
        "pct_db_time" => Some(100.0 * seconds / db_time(report)),
        _ => None,
    }
}

/// A line of the top events, which lists what the LMS processes wait for too; 0 without waits.
fn event(report: &Value, name: &str, metric: &str) -> Option<f64> {
    let rows = ["events", "background_events"].iter().filter_map(|key| report[key].as_array());
    let Some(row) = rows.flatten().find(|row| row["name"] == name) else { return Some(0.0) };
    match metric {
        "waits" => row["waits"].as_f64(),
        "avg_wait" => row["avg_ms"].as_f64(),
        "pct_db_time" => Some(100.0 * row["total_s"].as_f64()? / db_time(report)),
        _ => None,
    }
}

/// A statistic of the table or of the index, all of its partitions together.
fn segment(report: &Value, object: &str, statistic: &str) -> Option<f64> {
    let kind = if object.starts_with("PK_") { "INDEX" } else { "TABLE" };
    let segments = report["segments"].as_array()?.iter();
    let of_kind = segments
        .filter(|s| s["type"].as_str().is_some_and(|t| t.starts_with(kind)) && s["name"] != "SEQ$");
    Some(of_kind.filter_map(|s| s["statistics"][statistic].as_f64()).sum())
}

/// The row of "instance N".
fn of_instance<'a>(rows: &'a Value, name: &str) -> Option<&'a Value> {
    let number: u64 = name.strip_prefix("instance ")?.parse().ok()?;
    rows.as_array()?.iter().find(|row| row["instance"] == number)
}

#[cfg(test)]
mod tests {
    use crate::fidelity::experiments::EXPERIMENTS;
    use crate::fidelity::figures;
    use crate::fidelity::score::Score;

    #[test]
    fn the_three_nodes_stay_as_close_to_the_published_figures_as_they_are() {
        let experiment = EXPERIMENTS.iter().find(|e| e.name == "rac-hash-partition");
        let score = Score::of(experiment.expect("in the table"), &figures::all());
        assert_eq!(score.rows.len(), 101);
        let [_, _, within_2, within_3] = score.within();
        assert!(within_2 >= 0.82 && within_3 >= 0.91, "within 2: {within_2}, within 3: {within_3}");
    }
}
