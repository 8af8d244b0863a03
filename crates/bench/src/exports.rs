//! The models for a page or Node: one model at a time, plain numbers only, no imports.

use crate::{Form, Model, model};
use std::cell::RefCell;

thread_local! {
    static RUNNING: RefCell<Option<Box<dyn Model>>> = const { RefCell::new(None) };
}

fn with_model<T>(act: impl FnOnce(&mut dyn Model) -> T) -> T {
    RUNNING.with_borrow_mut(|model| act(model.as_deref_mut().expect("call start first")))
}

/// Sets up a model: form 0 processes, 1 machine; model 0 hot lock, 1 PHOLD.
#[unsafe(no_mangle)]
pub extern "C" fn start(form: u32, name: u32, processes: u32, seed: u32) {
    let form = if form == 0 { Form::Processes } else { Form::Machine };
    let name = if name == 0 { "hot-lock" } else { "phold" };
    RUNNING.set(model(name, form, processes, u64::from(seed)));
}

/// Runs `operations` more operations.
#[unsafe(no_mangle)]
pub extern "C" fn advance(operations: u32) {
    with_model(|model| model.advance(u64::from(operations)));
}

/// The simulated time in seconds.
#[unsafe(no_mangle)]
pub extern "C" fn simulated_s() -> f64 {
    with_model(|model| model.outcome().now.as_secs_f64())
}

/// The mean of all waits in microseconds.
#[unsafe(no_mangle)]
pub extern "C" fn mean_wait_us() -> f64 {
    with_model(|model| model.outcome().waits.mean_s() * 1e6)
}

/// The upper half of the digest.
#[unsafe(no_mangle)]
pub extern "C" fn digest_high() -> u32 {
    with_model(|model| (model.outcome().digest >> 32) as u32)
}

/// The lower half of the digest.
#[unsafe(no_mangle)]
pub extern "C" fn digest_low() -> u32 {
    with_model(|model| model.outcome().digest as u32)
}

/// The upper half of the fingerprint of the random draws.
#[unsafe(no_mangle)]
pub extern "C" fn fingerprint_high(seed: u32) -> u32 {
    (des::random::fingerprint(u64::from(seed)) >> 32) as u32
}

/// The lower half of the fingerprint of the random draws.
#[unsafe(no_mangle)]
pub extern "C" fn fingerprint_low(seed: u32) -> u32 {
    des::random::fingerprint(u64::from(seed)) as u32
}
