//! The two benchmark models in nexosim, in the form that costs it least: one model that holds all the
//! processes and schedules its own events, on one thread. (A nexosim model per process would pay for
//! messages between the models on top.)
//!
//! Reads requests "model processes operations seed" and answers each with one line of JSON.

mod hot_lock;
mod phold;

use std::io::BufRead;
use std::time::{Duration, Instant};

use rand_distr::{Distribution, Exp1};
use rand_xoshiro::Xoshiro256PlusPlus;

/// What a run found: simulated seconds, and the mean of all waits in microseconds.
pub struct Outcome {
    simulated_s: f64,
    mean_wait_us: f64,
}

/// An exponential time in whole nanoseconds; nexosim schedules nothing at a distance of zero.
fn exponential(random: &mut Xoshiro256PlusPlus, mean_ns: f64) -> Duration {
    let unit: f64 = Exp1.sample(random);
    Duration::from_nanos(((unit * mean_ns + 0.5) as u64).max(1))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        let [model, processes, operations, seed] = words[..] else {
            return Err(format!("expected 'model processes operations seed', got '{line}'").into());
        };
        let (processes, operations, seed) =
            (processes.parse()?, operations.parse()?, seed.parse()?);
        let start = Instant::now();
        let outcome = match model {
            "phold" => phold::run(processes, operations, seed)?,
            _ => hot_lock::run(processes, operations, seed)?,
        };
        println!(
            "{{\"engine\":\"nexosim\",\"model\":\"{model}\",\"operations\":{operations},\
             \"seconds\":{:.9},\"operations_per_simulated_second\":{:.3},\"mean_wait_us\":{:.3}}}",
            start.elapsed().as_secs_f64(),
            operations as f64 / outcome.simulated_s,
            outcome.mean_wait_us,
        );
    }
    Ok(())
}
