//! The experiments on latches, mutexes and the scheduler hold their shapes.

use serde_json::{Value, json};
use sim::{Report, Scenario, Simulation};

/// Runs a preset with some levers moved.
fn run(preset: &str, pairs: &[(&str, Value)]) -> Report {
    let pairs = pairs.iter().map(|(key, value)| (key.to_string(), value.clone()));
    let scenario = Scenario::from_pairs(Some(preset), pairs).expect("in bounds");
    let mut simulation = Simulation::new(&scenario);
    simulation.run();
    simulation.report()
}

/// The mean of St, Qt or Rt.
fn per_get(report: &Report, name: &str) -> f64 {
    let samples = report.samples.as_ref().expect("look-ups take samples");
    samples.per_get[name]["mean"].as_f64().expect("a number")
}

/// By how many per cent `b` is below `a`.
fn drop(name: &str, a: &Report, b: &Report) -> f64 {
    100.0 * (1.0 - per_get(b, name) / per_get(a, name))
}

/// The share of an event's waits that were longer than 512 ms.
fn share_over_512_ms(report: &Report, event: &str) -> f64 {
    let buckets = report.histograms.get(event).and_then(Value::as_array);
    let rows = buckets.into_iter().flatten().map(|row| (row[0].as_u64(), row[1].as_f64()));
    let (mut all, mut long) = (0.0, 0.0);
    for (upper, count) in rows.map(|(upper, count)| (upper.unwrap(), count.unwrap())) {
        all += count;
        long += if upper > 512 { count } else { 0.0 };
    }
    long / f64::max(all, 1.0)
}

/// The upper bound in ms of the bucket that most waits for an event fall into.
fn fullest_bucket(report: &Report, event: &str) -> u64 {
    let buckets = report.histograms.get(event).and_then(Value::as_array);
    let fullest = buckets.into_iter().flatten().max_by_key(|row| row[1].as_u64());
    fullest.and_then(|row| row[0].as_u64()).expect("somebody waited")
}

/// Waits, seconds waited and waits over 100 ms on the index.
fn index_waits(report: &Report) -> (f64, f64, f64) {
    let index = report.segments.iter().find(|segment| segment.kind == "INDEX").expect("an index");
    let sum = |key: &str| index.waits.values().filter_map(|row| row[key].as_f64()).sum();
    (sum("waits"), sum("total_s"), sum("over_100_ms"))
}

#[test]
fn more_latches_shorten_the_wait_and_hardly_the_computing() {
    let latches = |count: u64| {
        run("cbc-latches-1", &[("cache.hash_latches", json!(count)), ("sample.count", json!(45))])
    };
    let [least, twice, most] = [1_024, 2_048, 32_768].map(latches);
    let ratio = per_get(&least, "Qt") / per_get(&least, "St");
    assert!((0.6..1.3).contains(&ratio), "wait to CPU {ratio}");
    assert!((12.0..28.0).contains(&drop("Qt", &least, &twice)));
    assert!((40.0..65.0).contains(&drop("Qt", &least, &most)));
    assert!((7.0..17.0).contains(&drop("Rt", &least, &twice)));
    assert!((20.0..36.0).contains(&drop("Rt", &least, &most)));
    assert!((2.0..8.0).contains(&drop("St", &least, &most)));
    for latch in least.latches.iter().chain(&most.latches) {
        assert_eq!(latch.misses, latch.spin_gets + latch.slept_gets);
        assert!(latch.sleeps >= latch.slept_gets);
    }
}

#[test]
fn longer_chains_cost_most_where_there_are_few() {
    let chains = |count: u64| {
        let pairs = ["cache.hash_latches", "cache.hash_buckets"].map(|key| (key, json!(count)));
        run("cbc-latches-2", &[pairs.as_slice(), &[("sample.count", json!(20))]].concat())
    };
    let reports = [256, 512, 1_024, 2_048, 4_096, 8_192].map(chains);
    let steps: Vec<f64> = reports.windows(2).map(|pair| drop("Rt", &pair[0], &pair[1])).collect();
    assert!(steps[0] > 20.0 && steps[1] > 15.0, "steep from 256 to 1,024: {steps:?}");
    assert!(drop("St", &reports[0], &reports[2]) > 20.0);
    assert!(steps[3] > 5.0 && steps[4] < 5.0, "4,096 is the last setting that matters: {steps:?}");
}

#[test]
fn more_latches_do_not_help_one_hot_block() {
    let latches = |count: u64| {
        let one = [("lookup.blocks", json!(1)), ("sample.count", json!(10))];
        run("cbc-latches-1", &[one.as_slice(), &[("cache.hash_latches", json!(count))]].concat())
    };
    let change = drop("Rt", &latches(1_024), &latches(32_768));
    assert!(change.abs() < 5.0, "{change}");
}

#[test]
fn a_process_that_lost_its_core_with_a_latch_makes_the_long_waits() {
    let calls = |pairs: &[(&str, Value)]| run("sched-noage", pairs);
    let spared = calls(&[("cpu.spare_latch_holder", json!(true))]);
    let roomy = calls(&[("cpu.cores", json!(64)), ("call.load", json!(0.08))]);
    let no_age = calls(&[("cpu.scheduler", json!("no_age"))]);
    for (name, report) in [("spared", &spared), ("more cores", &roomy), ("no_age", &no_age)] {
        for event in ["latch: library cache", "cursor: pin S"] {
            let share = share_over_512_ms(report, event);
            assert!(share < 0.000_1, "{name}: {share} of {event}");
        }
    }
    assert_eq!(spared.statistics["OS latch holders preempted"], 0);
    // The slice is 100 ms, so the waits that remain are those for one slice of somebody else.
    assert_eq!(fullest_bucket(&no_age, "cursor: pin S"), 128);
}

#[test]
fn time_sharing_keeps_waiters_behind_a_weaker_holder_for_long() {
    let report = run("sched-noage", &[]);
    let share = share_over_512_ms(&report, "latch: library cache");
    assert!((0.001..0.01).contains(&share), "{share}");
}

/// On one core, time sharing takes the core from whoever holds a pin as soon as anybody wakes up,
/// so the index is waited for more; without ageing only slices end, so fewer waits last longer.
#[test]
fn the_scheduler_shows_in_the_waits_of_the_index() {
    for seed in [1, 2] {
        let policy = |policy: &str| {
            let pairs = [
                ("cpu.cores", json!(1)),
                ("cpu.scheduler", json!(policy)),
                ("workload.rows_per_session", json!(1_000)),
                ("seed", json!(seed)),
            ];
            index_waits(&run("reverse-key", &pairs))
        };
        let (shared, no_age) = (policy("time_share"), policy("no_age"));
        assert!(shared.1 > 1.1 * no_age.1, "{shared:?} {no_age:?}");
        assert!(no_age.2 / no_age.0 > 2.0 * shared.2 / shared.0, "{shared:?} {no_age:?}");
    }
}
