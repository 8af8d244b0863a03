//! Runs the benchmark models natively.
//!
//! `bench async` or `bench machine` reads requests "model processes operations seed" and answers
//! each with one line of JSON.

use bench::{Form, model};
use std::error::Error;
use std::io::BufRead;
use std::time::Instant;

/// Operations at a time, as in the page.
const CHUNK: u64 = 10_000;

fn main() -> Result<(), Box<dyn Error>> {
    let engine = std::env::args().nth(1).unwrap_or_default();
    let form = match engine.as_str() {
        "async" => Form::Processes,
        "machine" => Form::Machine,
        _ => return Err("usage: bench async|machine".into()),
    };
    for line in std::io::stdin().lock().lines() {
        println!("{}", answer(&engine, form, &line?)?);
    }
    Ok(())
}

fn answer(engine: &str, form: Form, request: &str) -> Result<String, Box<dyn Error>> {
    let words: Vec<&str> = request.split_whitespace().collect();
    let [name, processes, operations, seed] = words[..] else {
        return Err(format!("expected 'model processes operations seed', got '{request}'").into());
    };
    let operations: u64 = operations.parse()?;
    let start = Instant::now();
    let mut model = model(name, form, processes.parse()?, seed.parse()?)
        .ok_or_else(|| format!("no model is called '{name}'"))?;
    let mut done = 0;
    while done < operations {
        let chunk = CHUNK.min(operations - done);
        model.advance(chunk);
        done += chunk;
    }
    let outcome = model.outcome();
    let seconds = start.elapsed().as_secs_f64();
    Ok(format!(
        "{{\"engine\":\"{engine}\",\"model\":\"{name}\",\"operations\":{operations},\
         \"seconds\":{seconds:.9},\"operations_per_simulated_second\":{:.3},\
         \"mean_wait_us\":{:.3},\"digest\":\"{:016x}\"}}",
        operations as f64 / outcome.now.as_secs_f64(),
        outcome.waits.mean_s() * 1e6,
        outcome.digest,
    ))
}
