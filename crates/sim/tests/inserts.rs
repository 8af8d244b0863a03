//! What moves when inserts meet more sessions, slots, partitions, sequence numbers or a hash cluster.

use serde_json::{Value, json};
use sim::{Report, Scenario, Simulation};

fn run(preset: &str, pairs: &[(&str, Value)]) -> Report {
    let pairs = pairs.iter().map(|(key, value)| (key.to_string(), value.clone()));
    let scenario = Scenario::from_pairs(Some(preset), pairs).expect("a good scenario");
    let mut simulation = Simulation::new(&scenario);
    simulation.run();
    simulation.report()
}

fn reverse_key(pairs: &[(&str, Value)]) -> Report {
    run("reverse-key", pairs)
}

fn waits(report: &Report, event: &str) -> f64 {
    report.events.iter().find(|row| row.name == event).map_or(0.0, |row| row.waits as f64)
}

/// A statistic of the segments whose kind begins so.
fn statistic(report: &Report, kind: &str, name: &str) -> Vec<f64> {
    let of_kind = report.segments.iter().filter(|segment| segment.kind.starts_with(kind));
    of_kind.filter_map(|segment| segment.statistics[name].as_f64()).collect()
}

fn busy_waits(report: &Report) -> f64 {
    statistic(report, "", "buffer busy waits").iter().sum()
}

fn throughput(report: &Report) -> f64 {
    report.rows as f64 / report.wall_s
}

#[test]
fn more_sessions_bring_no_more_through_a_saturated_leaf() {
    let of = |sessions: u32| {
        throughput(&reverse_key(&[
            ("workload.sessions", json!(sessions)),
            ("workload.rows_per_session", json!(400_000 / sessions)),
            ("workload.connect_interval_ms", json!(0)),
        ]))
    };
    let least = of(50);
    for sessions in [100, 200] {
        let more = of(sessions);
        assert!(more < 1.03 * least, "{sessions} sessions: {more} rows a second, 50: {least}");
    }
}

#[test]
fn more_transactions_than_a_leaf_has_slots_for_wait_for_one_and_end() {
    let report = reverse_key(&[
        ("workload.sessions", json!(400)),
        ("workload.rows_per_session", json!(500)),
        ("workload.connect_interval_ms", json!(0)),
    ]);
    assert_eq!(report.rows, 200_000);
    assert!(waits(&report, "enq: TX - allocate ITL entry") > 100.0);
}

#[test]
fn sessions_that_hold_each_others_slots_come_to_an_end() {
    let report = run(
        "rac-hash-partition",
        &[("workload.sessions", json!(600)), ("workload.rows_per_session", json!(50))],
    );
    assert_eq!(report.rows, 30_000);
}

#[test]
fn more_slots_cure_the_wait_for_a_slot_and_nothing_else() {
    let (two, hundred) = (reverse_key(&[]), reverse_key(&[("index.initrans", json!(100))]));
    let slots = |report| waits(report, "enq: TX - allocate ITL entry");
    assert!(slots(&hundred) < 0.1 * slots(&two), "{} of {}", slots(&hundred), slots(&two));
    let change = busy_waits(&hundred) / busy_waits(&two) - 1.0;
    assert!(change.abs() < 0.15, "busy waits by {change}");
}

#[test]
fn a_sequence_without_a_cache_costs_more_than_the_hot_leaf() {
    let of = |cache: u32| {
        let pairs = [
            ("index.reverse", json!(true)),
            ("workload.rows_per_session", json!(1_000)),
            ("sequence.cache", json!(cache)),
        ];
        reverse_key(&pairs).session_elapsed_s
    };
    let (none, cached) = (of(0), of(100_000));
    assert!(none > 3.0 * cached, "{none} s, {cached} s with a cache");
}

#[test]
fn partitions_that_are_no_power_of_two_are_uneven_as_the_hash_folds() {
    let of = |partitions: u32| {
        let report = reverse_key(&[("index.partitions", json!(partitions))]);
        statistic(&report, "INDEX PARTITION", "db block changes")
    };
    let six = of(6);
    let small: f64 = (six.iter().sum::<f64>() - six[2] - six[3]) / 4.0;
    for double in [six[2], six[3]] {
        assert!((double / small / 2.0 - 1.0).abs() < 0.05, "{six:?}");
    }
    let eight = of(8);
    let mean = eight.iter().sum::<f64>() / 8.0;
    assert!(eight.iter().all(|rows| (rows / mean - 1.0).abs() < 0.02), "{eight:?}");
}

#[test]
fn a_client_that_commits_every_row_waits_for_the_log_first() {
    let report = reverse_key(&[
        ("workload.client", json!("sql")),
        ("workload.sessions", json!(10)),
        ("workload.rows_per_session", json!(2_000)),
        ("workload.commit_rows", json!(1)),
    ]);
    assert_eq!(report.events[0].name, "log file sync");
}

#[test]
fn a_hash_cluster_has_no_hot_block_and_reads_one_for_nearly_every_row() {
    let heap = run("hash-cluster", &[]);
    let cluster = run("hash-cluster", &[("table.organization", json!("hash_cluster"))]);
    assert!(busy_waits(&heap) > 0.0);
    assert_eq!(statistic(&cluster, "TABLE", "buffer busy waits"), [0.0]);
    let reads = cluster.statistics["physical reads"].as_f64().expect("a count");
    let share = reads / cluster.rows as f64;
    assert!((0.75..=0.95).contains(&share), "{share} reads a row");
    let times = cluster.session_elapsed_s / heap.session_elapsed_s;
    assert!((10.0..=60.0).contains(&times), "{times} times as long");
    assert_eq!(cluster.events[0].name, "db file sequential read");
}
