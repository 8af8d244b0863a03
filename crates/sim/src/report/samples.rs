//! The samples of a run, and what they come to for one buffer get.

use crate::workload::{Reading, Sampling};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The samples of one setting.
#[derive(Clone, Debug, Serialize)]
pub struct Samples {
    /// The length of a sample in seconds.
    pub sample_s: f64,
    /// Buffer gets of all samples.
    pub gets: u64,
    /// Sleeps on `cache buffers chains` latches for 1,000 gets.
    pub sleeps_per_1000_gets: f64,
    /// By name (L: gets a ms; St, Qt, Rt: CPU, wait and response ms a get): mean, and the bounds
    /// of its 95 % interval.
    pub per_get: Map<String, Value>,
    /// By name: one figure a sample.
    pub columns: Map<String, Value>,
}

/// A column of the samples.
type Column = (&'static str, fn(&Reading, f64) -> f64);

const PER_GET: [Column; 4] = [
    ("L", |sample, ms| sample.gets as f64 / ms),
    ("St", |sample, _| per_get(sample.cpu.as_secs_f64(), sample)),
    ("Qt", |sample, _| per_get(sample.waited.as_secs_f64(), sample)),
    ("Rt", |sample, _| per_get((sample.cpu + sample.waited).as_secs_f64(), sample)),
];

fn per_get(seconds: f64, sample: &Reading) -> f64 {
    seconds * 1_000.0 / sample.gets.max(1) as f64
}

/// The samples, where the run took any that count buffer gets.
pub(super) fn samples(sampling: &Sampling) -> Option<Samples> {
    let samples = sampling.samples();
    let sum = |figure: fn(&Reading) -> u64| samples.iter().map(figure).sum::<u64>();
    let gets = sum(|sample| sample.gets);
    if gets == 0 {
        return None;
    }
    let sample_s = sampling.length.as_secs_f64();
    let column = |figure: fn(&Reading, f64) -> f64| -> Vec<f64> {
        samples.iter().map(|sample| figure(sample, sample_s * 1_000.0)).collect()
    };
    let mut columns: Map<String, Value> = Map::new();
    let mut summary = Map::new();
    for (name, figure) in PER_GET {
        let values = column(figure);
        summary.insert(name.into(), interval(&values));
        columns.insert(name.into(), json!(values));
    }
    let counts: [Column; 4] = [
        ("gets", |sample, _| sample.gets as f64),
        ("misses", |sample, _| sample.misses as f64),
        ("spin_gets", |sample, _| sample.spin_gets as f64),
        ("sleeps", |sample, _| sample.sleeps as f64),
    ];
    for (name, figure) in counts {
        columns.insert(name.into(), json!(column(figure)));
    }
    let sleeps = sum(|sample| sample.sleeps);
    Some(Samples {
        sample_s,
        gets,
        sleeps_per_1000_gets: sleeps as f64 * 1_000.0 / gets as f64,
        per_get: summary,
        columns,
    })
}

/// Mean and 95 % interval by the normal distribution.
fn interval(values: &[f64]) -> Value {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    let half = if n > 1.0 { 1.96 * (squares / (n - 1.0) / n).sqrt() } else { 0.0 };
    json!({"mean": mean, "low": mean - half, "high": mean + half})
}
