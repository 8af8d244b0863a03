//! What a person can set and what a report can name: levers, wait events, statistics.
//!
//! The page, the link, the command line and docs/LEVERS.md are loops over these tables.

mod lever;
mod statistic;
mod wait;

pub use lever::{Choice, Fault, Kind, Lever, LeverValue, Levers};
pub(crate) use lever::{choices, levers};
pub use statistic::{SegmentStatistic, Statistic};
pub use wait::{Event, WaitClass};

use serde_json::{Value, json};

/// The version of the engine that reports and links carry.
pub const ENGINE_VERSION: &str = env!("CARGO_PKG_VERSION");

/// The whole catalogue as one JSON object: `engine_version`, `levers`, `presets`, `events`,
/// `statistics`, in the order in which they are shown.
pub fn json() -> Value {
    json!({
        "engine_version": ENGINE_VERSION,
        "levers": crate::scenario::levers().map(Lever::json).collect::<Vec<_>>(),
        "presets": crate::scenario::PRESETS.iter().map(crate::scenario::Preset::json)
            .collect::<Vec<_>>(),
        "events": Event::ALL.iter().map(|event| event.json()).collect::<Vec<_>>(),
        "statistics": Statistic::ALL.iter()
            .map(|s| json!({"name": s.name(), "sentence": s.sentence()}))
            .chain(SegmentStatistic::ALL.iter()
                .map(|s| json!({"name": s.name(), "sentence": s.sentence(), "segment": true})))
            .collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn is_sentence(text: &str) -> bool {
        text.ends_with('.') && text.chars().next().is_some_and(char::is_uppercase)
    }

    #[test]
    fn every_lever_has_a_unique_key_a_sentence_and_a_default_inside_its_bounds() {
        let mut keys = BTreeSet::new();
        for lever in crate::scenario::levers() {
            assert!(keys.insert(lever.key), "{} stands twice", lever.key);
            assert!(is_sentence(lever.sentence), "{}: {}", lever.key, lever.sentence);
            assert!(!lever.label.is_empty() && !lever.group.is_empty(), "{}", lever.key);
            assert!(lever.check(&(lever.default)()).is_ok(), "{}: default", lever.key);
            if let Some(price) = lever.price {
                assert!(is_sentence(price), "{}: {price}", lever.key);
            }
        }
    }

    #[test]
    fn events_and_statistics_have_unique_names_and_sentences() {
        let mut names = BTreeSet::new();
        for event in Event::ALL {
            assert!(names.insert(event.name()) && is_sentence(event.sentence()), "{event:?}");
        }
        names.clear();
        for statistic in Statistic::ALL {
            assert!(names.insert(statistic.name()) && is_sentence(statistic.sentence()));
        }
        names.clear();
        for statistic in SegmentStatistic::ALL {
            assert!(names.insert(statistic.name()) && is_sentence(statistic.sentence()));
        }
    }

    /// A published key is for ever: links and scripts carry it.
    #[test]
    fn published_keys_never_vanish() {
        let keys: BTreeSet<_> = crate::scenario::levers().map(|lever| lever.key).collect();
        for key in include_str!("published_keys.txt").lines() {
            assert!(keys.contains(key), "{key} was published and is gone");
        }
    }
}
