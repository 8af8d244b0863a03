//! `hotblock sweep`: a preset at every combination of some levers' values, on all cores.

mod rows;
mod significance;
mod summary;

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use sim::workload::WorkloadKind;
use sim::{Problem, Scenario, Simulation};
use std::collections::VecDeque;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;

pub use rows::Row;
pub use significance::{ALPHA, compare};

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
    /// The rows that it gives: one a sample of buffer gets, or one in all.
    rows: u64,
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
        let takes_samples = scenario.config.workload.kind == WorkloadKind::Lookups;
        let rows = if takes_samples { scenario.config.sample.count.max(1).into() } else { 1 };
        Ok(Job { setting: words.join(" "), replication, rows, scenario })
    }
}

/// Events after which a run looks whether it is to stop.
const STRIDE: u64 = 100_000;

/// Runs every job and writes its rows as it ends, until `stop` is set.
///
/// Each finished run is written at once, so whatever stops the sweep, finished rows stay; one that
/// is stopped on its way leaves none.
///
/// # Errors
/// Where `out` can't be written.
pub fn run(
    jobs: &[Job],
    out: &mut impl Write,
    as_json: bool,
    stop: &AtomicBool,
) -> std::io::Result<Vec<Row>> {
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
                    let Some(rows) = rows_of(&job, stop) else { break };
                    if sender.send(rows).is_err() {
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

/// Runs a job; none where it was stopped.
fn rows_of(job: &Job, stop: &AtomicBool) -> Option<Vec<Row>> {
    let mut simulation = Simulation::new(&job.scenario);
    while !stop.load(Ordering::Relaxed) {
        if simulation.advance(STRIDE).done {
            return Some(rows::of(job, &simulation.report()));
        }
    }
    None
}

/// Opens the file that a sweep goes on with, or begins it with a header; and leaves out the jobs
/// that it holds already.
///
/// A run of which some rows are missing is done again: the file is written anew without its rows,
/// and without a line that was cut short.
///
/// # Errors
/// Where the file can't be read or written.
pub fn resume(path: &str, jobs: &mut Vec<Job>) -> std::io::Result<(std::fs::File, Vec<Row>)> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let lines = text.split_inclusive('\n').skip(1).filter(|line| line.ends_with('\n'));
    let mut held: Vec<Row> = lines.filter_map(|line| Row::parse(line.trim_end())).collect();
    let is_whole = |job: &Job| held.iter().filter(|row| row.is_of(job)).count() as u64 == job.rows;
    let open: Vec<Job> = jobs.drain(..).filter(|job| !is_whole(job)).collect();
    *jobs = open;
    held.retain(|row| !jobs.iter().any(|job| row.is_of(job)));
    let mut whole = format!("{}\n", Row::HEADER);
    held.iter().for_each(|row| whole += &format!("{}\n", row.csv()));
    if whole != text {
        let beside = format!("{path}.new");
        std::fs::write(&beside, &whole)?;
        std::fs::rename(&beside, path)?;
    }
    let file = std::fs::OpenOptions::new().append(true).open(path)?;
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
        let rows = run(&jobs, &mut written, false, &AtomicBool::new(false)).expect("memory");
        assert_eq!(rows.len(), 24);
        let lines: Vec<_> = std::str::from_utf8(&written).expect("text").lines().collect();
        assert_eq!(lines.len(), 24);
        let parsed = Row::parse(lines[0]).expect("a row");
        assert_eq!(parsed.csv(), lines[0]);
        assert!(jobs.iter().any(|job| parsed.is_of(job)));
        assert!(summarize(&rows).contains("cache.hash_latches=2048"));
    }

    #[test]
    fn a_run_that_was_cut_short_is_done_again() {
        let mut jobs = sweep().jobs().expect("in bounds");
        let mut written = Vec::new();
        let all = run(&jobs[..2], &mut written, false, &AtomicBool::new(false)).expect("memory");
        let text = format!("{}\n{}", Row::HEADER, String::from_utf8(written).expect("text"));
        let path = std::env::temp_dir().join(format!("hotblock-resume-{}", std::process::id()));
        // The last line of the second run has lost its end: three digits and the line feed.
        std::fs::write(&path, &text[..text.len() - 4]).expect("a writable directory");
        let (file, held) = resume(path.to_str().expect("a plain path"), &mut jobs).expect("a file");
        drop(file);
        let kept = std::fs::read_to_string(&path).expect("still there");
        std::fs::remove_file(&path).expect("ours");
        let first = all[0].replication;
        assert_eq!((held.len(), jobs.len()), (3, 7), "one run is whole, seven are to do");
        assert!(held.iter().all(|row| row.replication == first));
        assert_eq!(kept.lines().count(), 4, "header and the rows of the whole run");
    }

    #[test]
    fn a_stopped_sweep_leaves_no_rows_of_unfinished_runs() {
        let jobs = sweep().jobs().expect("in bounds");
        let mut written = Vec::new();
        let rows = run(&jobs, &mut written, false, &AtomicBool::new(true)).expect("memory");
        assert!(rows.is_empty() && written.is_empty());
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
