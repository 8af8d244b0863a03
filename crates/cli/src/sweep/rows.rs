//! The rows of a sweep: one for each sample, or one for a run that takes none.

use super::Job;
use serde_json::{Value, json};
use sim::Report;

/// The columns of figures, as the report names them.
const COLUMNS: [&str; 8] = ["L", "St", "Qt", "Rt", "gets", "misses", "spin_gets", "sleeps"];

/// A sample of a setting.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The setting as words.
    pub setting: String,
    /// The replication, from 1.
    pub replication: u64,
    /// The sample, from 1; 0 for a whole run.
    pub sample: u64,
    /// By column: gets a ms, CPU, wait and response ms a get, and counts.
    pub figures: [f64; 8],
    /// Simulated seconds of the run, and what its sessions waited.
    pub run: [f64; 2],
}

/// The rows of a run.
pub(super) fn of(job: &Job, report: &Report) -> Vec<Row> {
    let waited = report.events.iter().map(|event| event.total_s).sum();
    let row = |sample: u64, figures: [f64; 8]| Row {
        setting: job.setting.clone(),
        replication: job.replication,
        sample,
        figures,
        run: [report.wall_s, waited],
    };
    let Some(samples) = &report.samples else {
        return vec![row(0, [0.0; 8])];
    };
    let count = samples.columns["gets"].as_array().map_or(0, Vec::len);
    let figure = |name: &str, at: usize| samples.columns[name][at].as_f64().unwrap_or_default();
    (0..count).map(|at| row(at as u64 + 1, COLUMNS.map(|name| figure(name, at)))).collect()
}

impl Row {
    /// The first line of a file of rows.
    pub const HEADER: &'static str =
        "setting,replication,sample,L,St,Qt,Rt,gets,misses,spin_gets,sleeps,wall_s,waited_s";

    /// The row as comma-separated values.
    pub fn csv(&self) -> String {
        let numbers: Vec<_> =
            self.figures.iter().chain(&self.run).map(ToString::to_string).collect();
        let Self { setting, replication, sample, .. } = self;
        format!("{setting},{replication},{sample},{}", numbers.join(","))
    }

    /// The row that a line holds; none where the line was cut short.
    pub fn parse(line: &str) -> Option<Self> {
        let fields: Vec<_> = line.split(',').collect();
        let (words, numbers) = fields.split_at_checked(3)?;
        let numbers: Vec<f64> = numbers.iter().filter_map(|word| word.parse().ok()).collect();
        let (figures, run) = numbers.split_at_checked(8)?;
        Some(Self {
            setting: words[0].into(),
            replication: words[1].parse().ok()?,
            sample: words[2].parse().ok()?,
            figures: figures.try_into().ok()?,
            run: run.try_into().ok()?,
        })
    }

    /// The row as JSON.
    pub fn json(&self) -> Value {
        let mut row = json!({"setting": self.setting, "replication": self.replication,
                             "sample": self.sample, "wall_s": self.run[0], "waited_s": self.run[1]});
        for (name, figure) in COLUMNS.iter().zip(self.figures) {
            row[*name] = json!(figure);
        }
        row
    }

    /// Whether it is a row of the job.
    pub fn is_of(&self, job: &Job) -> bool {
        self.setting == job.setting && self.replication == job.replication
    }
}
