//! Reads requests "model processes operations seed" and answers each with one line of JSON; the
//! argument is `processes` or `state-machine`.

use std::error::Error;
use std::io::BufRead;
use std::time::Instant;

use kernel_bench::{Variety, model};

/// Events in one slice, as in the browser.
const CHUNK: u64 = 5000;

fn main() -> Result<(), Box<dyn Error>> {
    let engine = std::env::args().nth(1).unwrap_or_default();
    let variety = match engine.as_str() {
        "processes" => Variety::Processes,
        "state-machine" => Variety::Steps,
        _ => return Err("expected 'processes' or 'state-machine'".into()),
    };
    for line in std::io::stdin().lock().lines() {
        println!("{}", answer(&engine, variety, &line?)?);
    }
    Ok(())
}

fn answer(engine: &str, variety: Variety, request: &str) -> Result<String, Box<dyn Error>> {
    let words: Vec<&str> = request.split_whitespace().collect();
    let [name, processes, operations, seed] = words[..] else {
        return Err(format!("expected 'model processes operations seed', got '{request}'").into());
    };
    let operations = operations.parse()?;
    let start = Instant::now();
    let mut running = model(name, variety, processes.parse()?, operations, seed.parse()?)
        .ok_or_else(|| format!("there is no model named '{name}'"))?;
    while running.advance(CHUNK) {}
    let outcome = running.outcome();
    Ok(format!(
        "{{\"engine\":\"{engine}\",\"model\":\"{name}\",\"operations\":{operations},\
         \"seconds\":{:.9},\"operations_per_simulated_second\":{:.3},\"mean_wait_us\":{:.3},\
         \"digest\":\"{:x}\"}}",
        start.elapsed().as_secs_f64(),
        operations as f64 / outcome.now.as_secs_f64(),
        outcome.mean_wait_us(),
        outcome.digest(),
    ))
}
