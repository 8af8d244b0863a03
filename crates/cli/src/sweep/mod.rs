//! `hotblock sweep`: a preset at every combination of some levers' values, on all cores.

mod rows;
mod significance;
mod summary;

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use sim::{Problem, Scenario, Simulation};
use std::collections::VecDeque;
use std::io::Write;
use std::sync::{Mutex, mpsc};
use std::thread;

pub use rows::Row;

/// What to sweep.
pub struct Sweep {
    /// The preset.
    pub preset: String,
    /// Levers with the values that they take, one after the other.
    pub vary: Vec<(String, Vec<String>)>,
    /// Levers that stay.
    pub fixed: Vec<(String, Value)>,
    /// Samples of each run, where the preset's number is not wanted.
    pub samples: Option<u64>,
    /// Runs of each setting, each with a seed of its own.
    pub replications: u64,
}

/// One run: its setting as words, its replication, its scenario.
#[derive(Clone)]
pub struct Job {
    /// `key=value`, in the order of the levers.
    pub setting: String,
    /// From 1.
    pub replication: u64,
    scenario: Scenario,
}

impl Sweep {
    /// Every run, the last lever moving fastest.
    ///
    /// # Errors
    /// Every problem of every setting, each once.
    pub fn jobs(&self) -> Result<Vec<Job>, Vec<Problem>> {
        let mut settings: Vec<Vec<(String, String)>> = vec![Vec::new()];
        for (key, values) in &self.vary {
            let longer = settings.iter().flat_map(|setting| {
                values.iter().map(move |value| {
                    let pair = (key.clone(), value.clone());
                    setting.iter().cloned().chain([pair]).collect()
                })
            });
            settings = longer.collect();
        }
        let (mut jobs, mut problems) = (Vec::new(), Vec::new());
        for setting in &settings {
            for replication in 1..=self.replications.max(1) {
                match self.job(setting, replication) {
                    Ok(job) => jobs.push(job),
                    Err(found) => problems.extend(found),
                }
            }
        }
        problems.dedup();
        if problems.is_empty() { Ok(jobs) } else { Err(problems) }
    }

    fn job(&self, setting: &[(String, String)], replication: u64) -> Result<Job, Vec<Problem>> {
        let seed = self.fixed.iter().rev().find(|(key, _)| key == "seed");
        let seed = seed.and_then(|(_, value)| value.as_u64().or(value.as_str()?.parse().ok()));
        let seed = ("seed".to_string(), json!(seed.unwrap_or(1) + replication - 1));
        let samples = self.samples.map(|count| ("sample.count".to_string(), json!(count)));
        let varied = setting.iter().map(|(key, value)| (key.clone(), crate::typed(value)));
        let pairs = self.fixed.iter().cloned().chain(samples).chain(varied).chain([seed]);
        let scenario = Scenario::from_pairs(Some(&self.preset), pairs)?;
        let words: Vec<_> = setting.iter().map(|(key, value)| format!("{key}={value}")).collect();
        Ok(Job { setting: words.join(" "), replication, scenario })
    }
}

/// Runs every job that `out` does not hold yet and writes its rows as it ends.
///
/// Each finished run is written at once, so whatever stops the sweep, finished rows stay.
///
/// # Errors
/// Where `out` can't be written.
pub fn run(jobs: &[Job], out: &mut impl Write, as_json: bool) -> std::io::Result<Vec<Row>> {
    let bar = ProgressBar::new(jobs.len() as u64);
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} runs, {eta} to go");
    bar.set_style(style.expect("a template of indicatif"));
    let queue = Mutex::new(jobs.iter().cloned().collect::<VecDeque<_>>());
    let threads = thread::available_parallelism().map_or(1, usize::from).min(jobs.len().max(1));
    let (sender, finished) = mpsc::channel::<Vec<Row>>();
    let mut all = Vec::new();
    thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, queue) = (sender.clone(), &queue);
            scope.spawn(move || {
                loop {
                    let job = queue.lock().expect("no worker panics with the queue").pop_front();
                    let Some(job) = job else { break };
                    let mut simulation = Simulation::new(&job.scenario);
                    simulation.run();
                    if sender.send(rows::of(&job, &simulation.report())).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for rows in finished {
            for row in &rows {
                if as_json {
                    writeln!(out, "{}", row.json())?;
                } else {
                    writeln!(out, "{}", row.csv())?;
                }
            }
            out.flush()?;
            bar.inc(1);
            all.extend(rows);
        }
        std::io::Result::Ok(())
    })?;
    bar.finish_and_clear();
    Ok(all)
}

/// Opens the file that a sweep goes on with, or begins it with a header; and leaves out the jobs
/// that it holds already.
///
/// # Errors
/// Where the file can't be read or written.
pub fn resume(path: &str, jobs: &mut Vec<Job>) -> std::io::Result<(std::fs::File, Vec<Row>)> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let held: Vec<Row> = text.lines().skip(1).filter_map(Row::parse).collect();
    jobs.retain(|job| !held.iter().any(|row| row.is_of(job)));
    let mut file = std::fs::OpenOptions::new().create(true).append(true).open(path)?;
    if text.is_empty() {
        writeln!(file, "{}", Row::HEADER)?;
    }
    Ok((file, held))
}

/// What each setting comes to, and whether it differs from the one before it.
pub fn summarize(rows: &[Row]) -> String {
    summary::table(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sweep() -> Sweep {
        let values = |words: &[&str]| words.iter().map(ToString::to_string).collect();
        Sweep {
            preset: "cbc-latches-1".into(),
            vary: vec![
                ("cache.hash_latches".into(), values(&["1024", "2048"])),
                ("workload.sessions".into(), values(&["4", "8"])),
            ],
            fixed: vec![
                ("sample.length_ms".into(), json!(20)),
                ("sample.warm_up_ms".into(), json!(5)),
            ],
            samples: Some(3),
            replications: 2,
        }
    }

    #[test]
    fn every_combination_runs_as_often_as_asked_and_gives_a_row_a_sample() {
        let jobs = sweep().jobs().expect("in bounds");
        assert_eq!(jobs.len(), 8);
        assert_eq!(jobs[1].setting, jobs[0].setting, "the same setting with another seed");
        assert_eq!(jobs[2].setting, "cache.hash_latches=1024 workload.sessions=8");
        let mut written = Vec::new();
        let rows = run(&jobs, &mut written, false).expect("memory");
        assert_eq!(rows.len(), 24);
        let lines: Vec<_> = std::str::from_utf8(&written).expect("text").lines().collect();
        assert_eq!(lines.len(), 24);
        let parsed = Row::parse(lines[0]).expect("a row");
        assert_eq!(parsed.csv(), lines[0]);
        assert!(jobs.iter().any(|job| parsed.is_of(job)));
        assert!(summarize(&rows).contains("cache.hash_latches=2048"));
    }

    #[test]
    fn every_problem_is_told() {
        let mut sweep = sweep();
        sweep.vary[0].1.push("none".into());
        assert_eq!(
            sweep.jobs().err().map(|problems| problems[0].key.clone()),
            Some("cache.hash_latches".into())
        );
    }
}
