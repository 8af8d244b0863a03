//! The experiments that the playground opens with, named after the authors' own.

use crate::catalogue::LeverValue;
use serde_json::Value;

/// A named scenario: the author's "before", untraced.
#[derive(Debug)]
pub struct Preset {
    /// The name that links and scripts carry.
    pub name: &'static str,
    /// The heading.
    pub title: &'static str,
    /// What it is about, in one sentence.
    pub sentence: &'static str,
    pairs: fn() -> Vec<(&'static str, Value)>,
}

impl Preset {
    /// What differs from the levers' defaults.
    pub fn pairs(&self) -> impl Iterator<Item = (String, Value)> {
        (self.pairs)().into_iter().map(|(key, value)| (key.to_string(), value))
    }
}

/// Every preset; the first is where nobody names one.
pub const PRESETS: &[Preset] = &[Preset {
    name: "reverse-key",
    title: "Reverse key index",
    sentence: "A hundred sessions insert 10,000 rows each with keys from one sequence, and all of them want the rightmost leaf of the index.",
    pairs: || vec![("workload.sessions", 100_u32.to_json())],
}];
