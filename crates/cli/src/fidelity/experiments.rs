//! The authors' experiments: which variants they ran, in which order, and what they changed.

use super::figures::Figure;
use super::latches;
use super::score::{Row, on_one_instance};
use serde_json::Value;
use sim::{Scenario, Simulation};

/// An author's experiment.
pub struct Experiment {
    /// Its name in the table of figures.
    pub name: &'static str,
    /// The variants in the order in which the author ran them, on one instance.
    pub variants: &'static [Variant],
    /// The levers that the author moved.
    pub levers: &'static [&'static str],
    /// Runs it and holds it against its core figures.
    pub rows: fn(&Experiment, Vec<Figure>) -> Vec<Row>,
}

/// One run of an experiment.
pub struct Variant {
    /// Its name in the table of figures.
    pub name: &'static str,
    /// The preset that it starts from.
    pub preset: &'static str,
    /// What the author changed in it.
    pub pairs: &'static [(&'static str, &'static str)],
}

/// Every experiment that the model runs.
pub const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "reverse-key",
        variants: &[
            Variant { name: "normal", preset: "reverse-key", pairs: &[] },
            Variant { name: "reverse", preset: "reverse-key", pairs: &[("index.reverse", "true")] },
        ],
        levers: &["index.reverse"],
        rows: on_one_instance,
    },
    Experiment {
        name: "hash-cluster",
        variants: &[
            Variant { name: "heap", preset: "hash-cluster", pairs: &[] },
            Variant {
                name: "hash cluster",
                preset: "hash-cluster",
                pairs: &[("table.organization", "hash_cluster")],
            },
        ],
        levers: &["table.organization"],
        rows: on_one_instance,
    },
    Experiment {
        name: "cbc-latches",
        variants: &[
            Variant { name: "experiment 1", preset: "cbc-latches-1", pairs: &[] },
            Variant { name: "experiment 2", preset: "cbc-latches-2", pairs: &[] },
        ],
        levers: &["cache.hash_latches", "cache.hash_buckets", "workload.sessions", "sample.count"],
        rows: latches::latch_rows,
    },
    Experiment {
        name: "sched-noage",
        variants: &[
            Variant { name: "time_share", preset: "sched-noage", pairs: &[] },
            Variant {
                name: "no_age",
                preset: "sched-noage",
                pairs: &[("cpu.scheduler", "no_age")],
            },
        ],
        levers: &["cpu.scheduler"],
        rows: latches::scheduler_rows,
    },
    Experiment {
        name: "rac-hash-partition",
        variants: &[
            Variant { name: "normal (first report)", preset: "rac-hash-partition", pairs: &[] },
            Variant { name: "normal (second report)", preset: "rac-hash-partition", pairs: &[] },
            Variant {
                name: "hash partitions 64",
                preset: "rac-hash-partition",
                pairs: &[("index.partitions", "64")],
            },
        ],
        levers: &["index.partitions"],
        rows: on_one_instance,
    },
];

impl Variant {
    /// The scenario, with or without SQL trace.
    pub fn scenario(&self, traced: bool) -> Scenario {
        let pairs = self.pairs.iter().copied().chain([("trace.sql", trace_word(traced))]);
        let pairs = pairs.map(|(key, value)| (key.to_string(), Value::from(value)));
        Scenario::from_pairs(Some(self.preset), pairs).expect("the authors' variants are in bounds")
    }
}

fn trace_word(traced: bool) -> &'static str {
    if traced { "true" } else { "false" }
}

impl Experiment {
    /// Runs the variants one after the other on one instance and gives their reports.
    pub fn run(&self, traced: bool) -> Vec<Value> {
        let mut previous: Option<Simulation> = None;
        let mut reports = Vec::new();
        for variant in self.variants {
            let scenario = variant.scenario(traced);
            let mut simulation = match &previous {
                None => Simulation::new(&scenario),
                Some(before) => Simulation::following(&scenario, before),
            };
            simulation.run();
            let report = serde_json::to_value(simulation.report());
            reports.push(report.expect("a report is plain data"));
            previous = Some(simulation);
        }
        reports
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Map;

    /// The levers in which two scenarios differ.
    fn differing(one: &Map<String, Value>, other: &Map<String, Value>) -> Vec<String> {
        let keys = one.keys().chain(other.keys().filter(|key| !one.contains_key(*key)));
        keys.filter(|key| one.get(*key) != other.get(*key)).cloned().collect()
    }

    #[test]
    fn variants_differ_in_the_authors_levers_only() {
        for experiment in EXPERIMENTS {
            let scenarios: Vec<_> =
                experiment.variants.iter().map(|v| v.scenario(false).pairs()).collect();
            for later in &scenarios[1..] {
                let moved = differing(&scenarios[0], later);
                assert!(
                    moved.iter().all(|key| experiment.levers.contains(&key.as_str())),
                    "{}: {moved:?}",
                    experiment.name
                );
            }
        }
    }

    #[test]
    fn tracing_is_all_that_differs_between_the_runs_of_a_variant() {
        for variant in EXPERIMENTS.iter().flat_map(|experiment| experiment.variants) {
            let moved =
                differing(&variant.scenario(false).pairs(), &variant.scenario(true).pairs());
            assert_eq!(moved, ["trace.sql"]);
        }
    }
}
