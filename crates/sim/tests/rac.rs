//! Three nodes and a hot index: the shapes of the experiment hold, and so do the rules behind them.

use serde_json::{Value, json};
use sim::{Report, Scenario, Simulation};

/// Runs the preset with some levers moved.
fn run(pairs: &[(&str, Value)]) -> Report {
    let pairs = pairs.iter().map(|(key, value)| (key.to_string(), value.clone()));
    let scenario = Scenario::from_pairs(Some("rac-hash-partition"), pairs).expect("in bounds");
    let mut simulation = Simulation::new(&scenario);
    simulation.run();
    simulation.report()
}

/// The same with a fifth of the rows.
fn short(pairs: &[(&str, Value)]) -> Report {
    run(&[&[("workload.rows_per_session", json!(1_000))], pairs].concat())
}

fn tables(report: &Report) -> &Value {
    report.cluster.as_ref().expect("several instances")
}

/// Waits and mean wait in milliseconds; zeros for an event that nobody waited for.
fn event(report: &Report, name: &str) -> (f64, f64) {
    let row = report.events.iter().find(|row| row.name == name);
    row.map_or((0.0, 0.0), |row| (row.waits as f64, row.avg_ms))
}

/// A statistic summed over the index and its partitions.
fn on_index(report: &Report, statistic: &str) -> f64 {
    let index = report.segments.iter().filter(|segment| segment.kind.starts_with("INDEX"));
    index.filter_map(|segment| segment.statistics.get(statistic)?.as_f64()).sum()
}

fn flushes(report: &Report) -> f64 {
    let rows = tables(report)["current_blocks_served"].as_array().expect("a list").iter();
    rows.filter_map(|row| row["flushes"].as_f64()).sum()
}

/// The rows of the fastest thread by those of the slowest.
fn unevenness(report: &Report) -> f64 {
    let threads = tables(report)["threads"].as_array().expect("a list").iter();
    let rows: Vec<f64> = threads.filter_map(|thread| thread["rows"].as_f64()).collect();
    rows.iter().copied().fold(0.0, f64::max) / rows.iter().copied().fold(f64::MAX, f64::min)
}

fn cluster_waits(report: &Report) -> u64 {
    report.events.iter().filter(|row| row.class == "Cluster").map(|row| row.waits).sum()
}

#[test]
fn one_block_is_queued_for_and_sixty_four_are_not() {
    for seed in [1, 2, 3] {
        let normal = run(&[("seed", json!(seed))]);
        let hash = run(&[("seed", json!(seed)), ("index.partitions", json!(64))]);
        let rows = normal.rows as f64;
        let busy = on_index(&normal, "gc buffer busy");
        let transfers = on_index(&normal, "gc cu blocks received");
        assert!((0.5..2.0).contains(&(busy / rows)), "waits an insert: {}", busy / rows);
        assert!((2.0..6.0).contains(&(rows / transfers)), "rows a transfer: {}", rows / transfers);
        for row in tables(&normal)["wait_classes"].as_array().expect("a list") {
            let share = row["classes"]["Cluster"].as_f64().expect("a number");
            assert!((65.0..90.0).contains(&share), "cluster waits: {share} %");
        }
        let blocks = event(&normal, "gc current block busy").1;
        assert!(blocks > event(&normal, "gc buffer busy acquire").1);
        assert!(blocks > event(&normal, "gc buffer busy release").1);
        assert!((0.85..1.05).contains(&(flushes(&normal) / transfers)), "a flush a transfer");
        assert!(unevenness(&normal) <= 1.5, "before: {}", unevenness(&normal));

        assert!(on_index(&hash, "gc buffer busy") < 0.1 * busy);
        let more = on_index(&hash, "gc cu blocks received") / transfers;
        assert!((1.5..2.5).contains(&more), "transfers a row: {more} times as many");
        let faster = 1.0 - hash.wall_s / normal.wall_s;
        assert!((0.35..0.6).contains(&faster), "run time down by {faster}");
        let flushed = flushes(&hash) / flushes(&normal);
        assert!((0.7..1.3).contains(&flushed), "flushes: {flushed} times as many");
        assert!((2.0..4.0).contains(&unevenness(&hash)), "after: {}", unevenness(&hash));
    }
}

#[test]
fn one_node_waits_for_no_other() {
    let alone = short(&[("cluster.nodes", json!(1))]);
    assert_eq!(cluster_waits(&alone), 0);
    assert!(alone.cluster.is_none() && alone.rows == 10_000);
}

#[test]
fn a_service_on_one_node_keeps_its_blocks_there() {
    let spread = short(&[]);
    let affine = short(&[("cluster.service_nodes", json!(1))]);
    assert!(spread.statistics["gc current blocks received"].as_u64() > Some(1_000));
    assert_eq!(affine.statistics["gc current blocks received"], json!(0));
    assert_eq!(event(&affine, "gc current block busy").0, 0.0);
}

#[test]
fn a_slow_log_alone_makes_the_waits_for_blocks_explode() {
    let rows = ("workload.rows_per_session", json!(300));
    let healthy = run(std::slice::from_ref(&rows));
    let slow = run(&[rows, ("redo.write_ms", json!(90.0))]);
    let release = |report: &Report| event(report, "gc buffer busy release").1;
    assert!(release(&slow) > 30.0 * release(&healthy));
    assert!(event(&slow, "gc current block busy").1 > 90.0);
    assert!(event(&slow, "log file sync").1 > 30.0 * event(&healthy, "log file sync").1);
    assert!(slow.wall_s > 10.0 * healthy.wall_s);
}

#[test]
fn reverse_keys_trade_queues_for_the_whole_index_on_the_move() {
    let (normal, reverse) = (run(&[]), run(&[("index.reverse", json!(true))]));
    let busy = |report: &Report| on_index(report, "gc buffer busy");
    assert!(busy(&reverse) < 0.5 * busy(&normal));
    let moving = |report: &Report| {
        let rows = tables(report)["blocks_on_the_move"].as_array().expect("a list");
        let index = rows.iter().find(|row| row["object"] == "T1_I").expect("the index moves");
        index["blocks_a_second"].as_f64().expect("a number")
    };
    let more = moving(&reverse) / moving(&normal);
    assert!(more >= 10.0, "{more} times as many index blocks are on the move");
}

#[test]
fn session_waits_are_kept_at_any_moment_asked_for_and_change_nothing_else() {
    let (plain, asked) = (short(&[]), short(&[("cluster.moment_s", json!(2.5))]));
    let at = |report: &Report, second: f64| {
        let rows = tables(report)["session_waits"].as_array().expect("a list");
        rows.iter().filter(|row| row["at_s"] == json!(second)).count()
    };
    assert_eq!((at(&plain, 2.0), at(&plain, 2.5)), (17, 0));
    assert_eq!((at(&asked, 2.0), at(&asked, 2.5)), (17, 17));
    assert_eq!(json!(plain.events), json!(asked.events));
}

/// A sequence in the database instead of numbers from the client.
fn sequence(cache: u64, order: bool) -> Report {
    short(&[
        ("sequence.by_client", json!(false)),
        ("sequence.cache", json!(cache)),
        ("sequence.order", json!(order)),
    ])
}

/// Within a factor of 2 of what was measured on such a cluster.
fn about(simulated: f64, measured: f64) -> bool {
    (measured / 2.0..=measured * 2.0).contains(&simulated)
}

#[test]
fn order_and_nocache_cost_what_was_measured() {
    let (cached, ordered) = (sequence(20, false), sequence(20, true));
    let rate = |report: &Report| report.rows as f64 / report.wall_s;
    let wait = event(&ordered, "enq: SV - contention").1;
    assert!(about(wait, 4.28), "enq: SV - contention: {wait} ms");
    assert!(about(rate(&ordered), 297.0), "ORDER: {} rows a second", rate(&ordered));
    let price = ordered.wall_s / cached.wall_s;
    assert!(about(price, 8.44 / 7.46), "ORDER takes {price} times as long");
    assert_eq!(event(&cached, "enq: SV - contention").0, 0.0);
    let uncached = sequence(0, true);
    assert!(about(rate(&uncached), 212.0), "NOCACHE: {} rows a second", rate(&uncached));
    let price = 1e3 * sequence(0, false).wall_s / 10_000.0;
    assert!(about(price, 2.4), "NOCACHE: {price} ms a number");
    let wait = event(&uncached, "row cache lock").1;
    assert!(about(wait, 1.2), "row cache lock: {wait} ms");
}

#[test]
fn every_number_of_nodes_and_every_other_lever_works() {
    let mut runs: Vec<Vec<(&str, Value)>> =
        [2, 4, 5, 8].iter().map(|&nodes| vec![("cluster.nodes", json!(nodes))]).collect();
    runs.push(vec![("index.partitions", json!(8)), ("index.reverse", json!(true))]);
    runs.push(vec![("table.organization", json!("hash_cluster"))]);
    runs.push(vec![("table.free_lists", json!(1))]);
    for scheduler in ["fair", "time_share", "no_age"] {
        runs.push(vec![("cpu.scheduler", json!(scheduler))]);
    }
    runs.push(vec![("resource_manager.plan", json!(true))]);
    runs.push(vec![("cluster.session_spread", json!(4.0)), ("cluster.speed_spread", json!(2.0))]);
    for pairs in runs {
        let report = run(&[&[("workload.rows_per_session", json!(200))], &pairs[..]].concat());
        assert_eq!(report.rows, 2_000, "{pairs:?}");
        for statistic in ["gc current blocks", "gc cr blocks"] {
            let of = |end: &str| &report.statistics[&format!("{statistic} {end}")];
            assert_eq!(of("received"), of("served"), "{pairs:?}");
            let kind = statistic.split(' ').nth(1).expect("current or cr");
            let sent = tables(&report)["transfers"].as_array().expect("a list").iter();
            let sent: u64 = sent.filter_map(|pair| pair[kind].as_u64()).sum();
            assert_eq!(*of("served"), json!(sent), "{pairs:?}");
        }
        assert!(cluster_waits(&report) > 100, "{pairs:?}");
    }
}
