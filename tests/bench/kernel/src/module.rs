//! What the WebAssembly module exports: plain functions on one model at a time.

use std::cell::RefCell;

use crate::{Model, Outcome, Variety, model};

thread_local! {
    static RUNNING: RefCell<Option<Box<dyn Model>>> = const { RefCell::new(None) };
}

fn outcome<T>(read: impl Fn(&Outcome) -> T) -> T {
    RUNNING.with_borrow(|running| read(&running.as_ref().expect("begun").outcome()))
}

/// Starts a run; `name` is 0 for the hot lock and 1 for PHOLD, `variety` 0 for processes and 1 for steps.
#[unsafe(no_mangle)]
pub extern "C" fn begin(name: u32, variety: u32, processes: u32, operations: u32, seed: u32) {
    let name = if name == 0 { "hot-lock" } else { "phold" };
    let variety = if variety == 0 { Variety::Processes } else { Variety::Steps };
    RUNNING.set(model(name, variety, processes, operations.into(), seed.into()));
}

/// Goes on for about `budget` events; 1 while there is more to do.
#[unsafe(no_mangle)]
pub extern "C" fn advance(budget: u32) -> u32 {
    RUNNING
        .with_borrow_mut(|running| running.as_mut().expect("begun").advance(budget.into()).into())
}

/// Simulated seconds.
#[unsafe(no_mangle)]
pub extern "C" fn simulated_s() -> f64 {
    outcome(|found| found.now.as_secs_f64())
}

/// Mean of all waits in microseconds.
#[unsafe(no_mangle)]
pub extern "C" fn mean_wait_us() -> f64 {
    outcome(Outcome::mean_wait_us)
}

/// The whole outcome in one number.
#[unsafe(no_mangle)]
pub extern "C" fn digest() -> u64 {
    outcome(Outcome::digest)
}
