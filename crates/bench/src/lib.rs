//! The two models that engines are compared by, on this engine: as readable processes, and as the
//! state machine that one would write by hand on the same agenda.
//!
//! Both forms draw the same times, so their digests agree to the bit: the processes lose no event
//! and confuse no order. (In the hot lock a woken process stands behind what else is due at the same
//! nanosecond, while the machine goes on with it at once; a run in which that matters is rare.)

pub mod exports;
pub mod hot_lock;
pub mod phold;

use des::{Histogram, Instant};

/// How a model is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Async processes: what a model is written in.
    Processes,
    /// A state machine by hand on the same agenda: the reference.
    Machine,
}

/// A model that is run a chunk at a time.
pub trait Model {
    /// Runs `operations` more operations (events, in PHOLD).
    fn advance(&mut self, operations: u64);

    /// What has been measured so far.
    fn outcome(&self) -> Outcome;
}

/// What a run has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The simulated time.
    pub now: Instant,
    /// All waits, in the hot lock for a core and for the resource.
    pub waits: Histogram,
    /// A checksum of everything, which depends neither on the target nor on the chunks.
    pub digest: u64,
}

/// Sets up a model, `"hot-lock"` or `"phold"`; `None` when there is no such model.
pub fn model(name: &str, form: Form, processes: u32, seed: u64) -> Option<Box<dyn Model>> {
    Some(match (name, form) {
        ("hot-lock", Form::Processes) => {
            Box::new(hot_lock::processes::HotLock::new(processes, seed))
        }
        ("hot-lock", Form::Machine) => Box::new(hot_lock::machine::HotLock::new(processes, seed)),
        ("phold", Form::Processes) => Box::new(phold::processes::Phold::new(processes, seed)),
        ("phold", Form::Machine) => Box::new(phold::machine::Phold::new(processes, seed)),
        _ => return None,
    })
}

/// FNV-1a over whole words.
fn digest(words: impl IntoIterator<Item = u64>) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325;
    words.into_iter().fold(start, |hash, word| (hash ^ word).wrapping_mul(0x100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(name: &str, form: Form, chunks: &[u64]) -> Outcome {
        let mut model = model(name, form, 100, 1).unwrap();
        chunks.iter().for_each(|&chunk| model.advance(chunk));
        model.outcome()
    }

    #[test]
    fn chunks_change_nothing() {
        for name in ["hot-lock", "phold"] {
            for form in [Form::Processes, Form::Machine] {
                let whole = run(name, form, &[200_000]);
                assert_eq!(run(name, form, &[1, 0, 99_999, 100_000]), whole, "{name} {form:?}");
            }
        }
    }

    #[test]
    fn the_forms_agree() {
        for name in ["hot-lock", "phold"] {
            let [a, b] = [Form::Processes, Form::Machine].map(|form| run(name, form, &[200_000]));
            assert_eq!(a, b, "{name}");
        }
    }
}
