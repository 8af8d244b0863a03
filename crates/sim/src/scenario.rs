//! Key = value pairs in; a checked [`Config`], or every problem at once, out.

use crate::catalogue::{Kind, Lever, Levers};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

pub use crate::presets::{PRESETS, Preset};

/// What is wrong with one thing that a person gave.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Problem {
    /// The lever's key, or the word that should have been one.
    pub key: String,
    /// The value as it was given.
    pub given: Value,
    /// The values that are allowed, as words.
    pub allowed: String,
    /// The whole thing as a sentence for a person.
    pub sentence: String,
}

impl Problem {
    fn unknown_preset(name: &str) -> Self {
        let known: Vec<_> = PRESETS.iter().map(|preset| preset.name).collect();
        Self::new("preset", name.into(), format!("one of {}", known.join(", ")))
    }

    fn unknown_key(key: &str, given: Value) -> Self {
        let allowed = format!("a key of the catalogue{}", nearest(key));
        let sentence =
            format!("There is no lever {key} (given: {}{}).", show(&given), nearest(key));
        Self { key: key.into(), given, allowed, sentence }
    }

    /// A problem with the value of a lever.
    pub fn new(key: &str, given: Value, allowed: String) -> Self {
        let sentence = format!("{key} can't be {}: it takes {allowed}.", show(&given));
        Self { key: key.into(), given, allowed, sentence }
    }
}

/// The value as a person would write it.
fn show(value: &Value) -> String {
    match value.as_str() {
        Some("") => "empty".into(),
        Some(text) => text.into(),
        None => value.to_string(),
    }
}

/// `; did you mean …?` where a known key shares the unknown one's last word.
fn nearest(key: &str) -> String {
    let word = key.rsplit('.').next().unwrap_or(key);
    levers()
        .map(|lever| lever.key)
        .find(|known| !word.is_empty() && known.rsplit('.').next() == Some(word))
        .map_or_else(String::new, |known| format!("; did you mean {known}?"))
}

/// Lists the mechanisms whose levers make up a configuration.
macro_rules! config {
    ($($field:ident: $levers:ty),+ $(,)?) => {
        /// The checked values of every lever, by mechanism.
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        pub struct Config { $(#[allow(missing_docs, reason = "named by its type")] pub $field: $levers),+ }

        /// Every lever of the catalogue, in the order in which they are shown.
        pub fn levers() -> impl Iterator<Item = &'static Lever> {
            std::iter::empty()$(.chain(<$levers as Levers>::ROWS))+
        }

        impl Config {
            fn set(&mut self, key: &str, value: &Value) {
                $(if <$levers as Levers>::ROWS.iter().any(|row| row.key == key) {
                    return self.$field.set(key, value);
                })+
            }

            fn pairs(&self) -> Vec<(&'static str, Value)> {
                let mut pairs = Vec::new();
                $(pairs.extend(self.$field.pairs());)+
                pairs
            }
        }
    };
}

config! {
    workload: crate::workload::WorkloadLevers,
    index: crate::access::IndexLevers,
    table: crate::access::TableLevers,
    sequence: crate::instance::SequenceLevers,
    cache: crate::instance::CacheLevers,
    library_cache: crate::instance::LibraryCacheLevers,
    latch: crate::concurrency::LatchLevers,
    mutex: crate::concurrency::MutexLevers,
    cursor: crate::instance::CursorLevers,
    lookup: crate::workload::LookupLevers,
    memory: crate::workload::MemoryLevers,
    call: crate::workload::CallLevers,
    sample: crate::workload::SamplingLevers,
    redo: crate::instance::RedoLevers,
    undo: crate::instance::UndoLevers,
    data_file: crate::instance::DataFileLevers,
    cpu: crate::host::CpuLevers,
    resource_manager: crate::host::ResourceManagerLevers,
    disk: crate::host::DiskLevers,
    cluster: crate::cluster::ClusterLevers,
    trace: crate::ledger::TraceLevers,
    run: RunLevers,
}

crate::catalogue::levers! {
    /// The levers of the run itself.
    pub struct RunLevers("", "Run") {
        seed: u64 = 1, Kind::Integer { min: 0, max: 9_007_199_254_740_991 }, "", "Seed",
            "Chooses the random numbers; the same seed gives the same run to the last bit.";
    }
}

/// A preset, the pairs that differ from it, and the configuration that they make.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The preset's name.
    pub preset: &'static str,
    /// The checked values.
    pub config: Config,
}

impl Scenario {
    /// Checks pairs on top of a preset (`reverse-key` where none is named).
    ///
    /// # Errors
    /// Every [`Problem`] at once: an unknown preset does not hide those of the pairs.
    pub fn from_pairs(
        preset: Option<&str>,
        pairs: impl IntoIterator<Item = (String, Value)>,
    ) -> Result<Self, Vec<Problem>> {
        let mut problems = Vec::new();
        let named = preset.unwrap_or(PRESETS[0].name);
        let found = PRESETS.iter().find(|candidate| candidate.name == named);
        if found.is_none() {
            problems.push(Problem::unknown_preset(named));
        }
        let preset = found.unwrap_or(&PRESETS[0]);
        let rows: BTreeMap<_, _> = levers().map(|lever| (lever.key, lever)).collect();
        let mut config = Config::default();
        for (key, value) in preset.pairs() {
            config.set(&key, &value);
        }
        for (key, given) in pairs {
            match rows.get(key.as_str()) {
                None => problems.push(Problem::unknown_key(&key, given)),
                Some(lever) => match lever.check(&given) {
                    Ok(value) => config.set(lever.key, &value),
                    Err(fault) => problems.push(Problem::new(&key, given, fault.allowed)),
                },
            }
        }
        if problems.is_empty() {
            problems.extend(config.conflicts());
        }
        if problems.is_empty() { Ok(Self { preset: preset.name, config }) } else { Err(problems) }
    }

    /// Checks one flat object whose key `preset` may name the preset.
    ///
    /// # Errors
    /// Every [`Problem`] at once.
    pub fn from_object(object: Map<String, Value>) -> Result<Self, Vec<Problem>> {
        let preset =
            object.get("preset").map(|name| name.as_str().map_or_else(|| show(name), Into::into));
        Self::from_pairs(preset.as_deref(), object.into_iter().filter(|(key, _)| key != "preset"))
    }

    /// Every key with its value, in the order of the catalogue.
    pub fn pairs(&self) -> Map<String, Value> {
        self.config.pairs().into_iter().map(|(key, value)| (key.to_string(), value)).collect()
    }
}

impl Preset {
    /// The row as the page reads it.
    pub fn json(&self) -> Value {
        json!({"key": self.name, "title": self.title, "sentence": self.sentence,
               "scenario": self.pairs().collect::<Map<String, Value>>()})
    }
}

impl Config {
    /// What two levers can't be at the same time.
    fn conflicts(&self) -> Vec<Problem> {
        Vec::new()
    }
}
