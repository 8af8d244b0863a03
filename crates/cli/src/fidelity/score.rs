//! How far the simulated figures are from the published ones.

use super::cluster;
use super::experiments::Experiment;
use super::figures::Figure;
use serde_json::{Value, json};

/// The factors whose shares are told.
pub const FACTORS: [f64; 4] = [1.25, 1.5, 2.0, 3.0];

/// A published figure beside the simulated one.
pub struct Row {
    /// The published figure.
    pub figure: Figure,
    /// The simulated one; none where the model has no such figure.
    pub simulated: Option<f64>,
    /// The greater of both by the lesser; none for a miss.
    pub factor: Option<f64>,
}

impl Row {
    /// Reads the simulated figure out of a variant's reports, the untraced and the traced one.
    pub fn new(figure: Figure, untraced: &Value, traced: &Value) -> Self {
        let simulated = simulated(&figure, untraced, traced);
        let rows = untraced["rows"].as_f64().unwrap_or_default();
        let factor = figure
            .value
            .zip(simulated)
            .and_then(|(published, simulated)| error_factor(published, simulated, rows));
        Self { figure, simulated, factor }
    }

    /// The row as data.
    pub fn json(&self) -> Value {
        json!({
            "variant": self.figure.variant, "view": self.figure.view, "name": self.figure.name,
            "metric": self.figure.metric, "published": self.figure.value,
            "simulated": self.simulated, "factor": self.factor,
        })
    }
}

/// A published 0 asks for at most a thousandth of the rows; a simulated 0 is a miss.
pub(super) fn error_factor(published: f64, simulated: f64, rows: f64) -> Option<f64> {
    if published == 0.0 {
        return (simulated <= rows / 1_000.0).then_some(1.0);
    }
    (simulated > 0.0).then(|| published.max(simulated) / published.min(simulated))
}

/// Figures of a `v$` view come from the untraced run, those of tkprof from the traced one.
fn simulated(figure: &Figure, untraced: &Value, traced: &Value) -> Option<f64> {
    match figure.view.as_str() {
        "v$segment_statistics" => segment_statistic(untraced, &figure.name, &figure.metric),
        "tkprof call" => call(traced, &figure.metric),
        "tkprof event" => event(traced, &figure.name, &figure.metric),
        _ => cluster::simulated(figure, untraced),
    }
}

/// A statistic of the table or of the index, all of its partitions together.
fn segment_statistic(report: &Value, object: &str, statistic: &str) -> Option<f64> {
    let kind = if object.ends_with("_I") { "INDEX" } else { "TABLE" };
    let segments = report["segments"].as_array()?.iter();
    let of_kind = segments.filter(|s| s["type"].as_str().is_some_and(|t| t.starts_with(kind)));
    Some(of_kind.filter_map(|s| s["statistics"][statistic].as_f64()).sum())
}

/// The Execute line of the statement, summed over the sessions.
fn call(report: &Value, metric: &str) -> Option<f64> {
    let value = match metric {
        "cpu" => &report["cpu_s"],
        "elapsed" => &report["session_elapsed_s"],
        "disk" => &report["statistics"]["physical reads"],
        "query" => &report["statistics"]["consistent gets"],
        "current" => &report["statistics"]["db block gets"],
        "count" => &report["statistics"]["execute count"],
        "rows" => &report["rows"],
        _ => return None,
    };
    value.as_f64()
}

/// A line of "Elapsed times include waiting on following events"; 0 where nobody waited.
fn event(report: &Value, name: &str, metric: &str) -> Option<f64> {
    let field = match metric {
        "waits" => "waits",
        "total_waited" => "total_s",
        "max_wait" => "max_s",
        _ => return None,
    };
    let row = report["events"].as_array()?.iter().find(|row| row["name"] == name);
    Some(row.and_then(|row| row[field].as_f64()).unwrap_or(0.0))
}

/// Runs an experiment's variants on one instance, with and without SQL trace.
pub fn on_one_instance(experiment: &Experiment, figures: Vec<Figure>) -> Vec<Row> {
    let (untraced, traced) = std::thread::scope(|scope| {
        let traced = scope.spawn(|| experiment.run(true));
        (experiment.run(false), traced.join().expect("the traced runs end"))
    });
    let row = |figure: Figure| {
        let place = experiment.variants.iter().position(|v| v.name == figure.variant);
        let place = place.expect("every variant of the table is run");
        Row::new(figure, &untraced[place], &traced[place])
    };
    figures.into_iter().map(row).collect()
}

/// An experiment with its rows.
pub struct Score {
    /// The experiment.
    pub experiment: &'static Experiment,
    /// The core figures, in the order of the table.
    pub rows: Vec<Row>,
}

impl Score {
    /// Runs the experiment and holds it against its core figures.
    pub fn of(experiment: &'static Experiment, figures: &[Figure]) -> Self {
        let mine = figures.iter().filter(|f| f.core && f.experiment == experiment.name);
        let rows = (experiment.rows)(experiment, mine.cloned().collect());
        Self { experiment, rows }
    }

    /// The share of the figures within each of [`FACTORS`].
    pub fn within(&self) -> [f64; 4] {
        within(self.rows.iter())
    }

    /// The experiment as data.
    pub fn json(&self) -> Value {
        json!({
            "experiment": self.experiment.name,
            "figures": self.rows.len(),
            "within": shares(self.within()),
            "rows": self.rows.iter().map(Row::json).collect::<Vec<_>>(),
        })
    }
}

/// The share of rows within each of [`FACTORS`].
pub fn within<'a>(rows: impl Iterator<Item = &'a Row> + Clone) -> [f64; 4] {
    let count = rows.clone().count().max(1) as f64;
    let inside = |row: &&Row, limit: f64| row.factor.is_some_and(|factor| factor <= limit);
    FACTORS.map(|limit| rows.clone().filter(|row| inside(row, limit)).count() as f64 / count)
}

/// The shares by factor, as data.
pub fn shares(within: [f64; 4]) -> Value {
    let named = ["1.25", "1.5", "2", "3"].iter().zip(within);
    named
        .map(|(name, share)| (name.to_string(), json!(share)))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_are_symmetric_and_zeros_are_told_apart() {
        assert_eq!(error_factor(10.0, 5.0, 0.0), Some(2.0));
        assert_eq!(error_factor(5.0, 10.0, 0.0), Some(2.0));
        assert_eq!(error_factor(5.0, 0.0, 0.0), None);
        assert_eq!(error_factor(0.0, 100.0, 100_000.0), Some(1.0));
        assert_eq!(error_factor(0.0, 101.0, 100_000.0), None);
    }
}
