//! The reverse-key experiment at full scale: 100 sessions insert 10,000 rows each.

use serde_json::Value;
use sim::{Report, Scenario, Simulation};

fn run(pairs: &[(&str, Value)]) -> Report {
    let pairs = pairs.iter().map(|(key, value)| (key.to_string(), value.clone()));
    let scenario = Scenario::from_pairs(Some("reverse-key"), pairs).expect("a good scenario");
    let mut simulation = Simulation::new(&scenario);
    assert!(simulation.run().done);
    simulation.report()
}

fn statistic(report: &Report, name: &str) -> f64 {
    report.statistics[name].as_f64().expect("a number")
}

/// Buffer busy waits on the segments of a type; a partitioned index counts as a whole.
fn busy_waits(report: &Report, kind: &str) -> f64 {
    let of_kind = report.segments.iter().filter(|segment| segment.kind.starts_with(kind));
    of_kind.map(|s| s.statistics["buffer busy waits"].as_f64().expect("a number")).sum()
}

fn waits(report: &Report, event: &str) -> f64 {
    report.events.iter().find(|row| row.name == event).map_or(0.0, |row| row.waits as f64)
}

#[test]
fn reversing_the_key_cures_the_right_hand_leaf() {
    let normal = run(&[]);
    let reverse = run(&[("index.reverse", true.into())]);
    assert_eq!((normal.rows, reverse.rows), (1_000_000, 1_000_000));

    let (before, after) = (busy_waits(&normal, "INDEX"), busy_waits(&reverse, "INDEX"));
    assert!((54_000.0..484_000.0).contains(&before), "{before} busy waits, published 161,347");
    let cut = 1.0 - after / before;
    assert!((0.85..0.99).contains(&cut), "{cut} fewer, published 0.944");
    let gain = normal.session_elapsed_s / reverse.session_elapsed_s;
    assert!((4.0..12.0).contains(&gain), "{gain} times faster, published 5.7 (traced)");

    let splits = statistic(&normal, "leaf node splits");
    assert!((2_000.0..4_100.0).contains(&splits), "{splits} splits");
    let waiters = waits(&normal, "enq: TX - index contention") / splits;
    assert!((40.0..95.0).contains(&waiters), "{waiters} waiters a split");
    let at_the_edge = statistic(&normal, "leaf node 90-10 splits") / splits;
    assert!((0.4..1.0).contains(&at_the_edge), "{at_the_edge} of the splits are 90-10");
    let reversed_edge = statistic(&reverse, "leaf node 90-10 splits");
    assert!(reversed_edge < 0.01 * statistic(&reverse, "leaf node splits"), "{reversed_edge}");
}

#[test]
fn hash_partitions_lower_the_waits_until_there_are_enough() {
    let partitions = |n: u32| busy_waits(&run(&[("index.partitions", n.into())]), "INDEX");
    let (one, many, more) = (partitions(1), partitions(32), partitions(64));
    assert!(many <= 0.15 * one, "{one} -> {many}");
    assert!(more <= many, "{many} -> {more}");
}

#[test]
fn a_young_reverse_index_is_as_hot_as_a_normal_one() {
    let young = [
        ("workload.rows_per_session", Value::from(10)),
        ("workload.connect_interval_ms", 0.into()),
    ];
    let reversed = [&young[..], &[("index.reverse", true.into())]].concat();
    let gain = run(&young).session_elapsed_s / run(&reversed).session_elapsed_s;
    assert!(gain < 3.0, "{gain}");
}

#[test]
fn one_session_waits_for_nobody_and_gains_nothing_by_reversing() {
    let normal = run(&[("workload.sessions", 1.into())]);
    let reverse = run(&[("workload.sessions", 1.into()), ("index.reverse", true.into())]);
    assert_eq!(waits(&normal, "buffer busy waits"), 0.0);
    assert_eq!(waits(&reverse, "buffer busy waits"), 0.0);
    assert!(reverse.session_elapsed_s >= normal.session_elapsed_s);
}

#[test]
fn without_an_index_the_table_alone_hardly_waits() {
    let bare = run(&[("index.exists", false.into())]);
    let share = busy_waits(&bare, "TABLE") / bare.rows as f64;
    assert!((0.01..0.06).contains(&share), "{share} busy waits an insert");
}

#[test]
fn the_seed_decides_and_the_slices_do_not() {
    let scenario = |seed: u64| {
        let pairs = [("workload.rows_per_session", 200_u64), ("seed", seed)];
        let pairs = pairs.map(|(key, value)| (key.to_string(), Value::from(value)));
        Scenario::from_pairs(None, pairs).expect("a good scenario")
    };
    let mut whole = Simulation::new(&scenario(1));
    whole.run();
    let mut sliced = Simulation::new(&scenario(1));
    while !sliced.advance(777).done {}
    assert_eq!(whole.report().to_json(), sliced.report().to_json());
    let mut other = Simulation::new(&scenario(2));
    other.run();
    assert_ne!(whole.report().digest(), other.report().digest());
}
