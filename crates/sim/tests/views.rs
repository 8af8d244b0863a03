//! The pictures' columns agree with the report.

use serde_json::json;
use sim::report::{Band, Heat};
use sim::{Scenario, Simulation};

/// A preset's run with levers of one's own.
fn ran(preset: &str, pairs: &[(&str, serde_json::Value)]) -> Simulation {
    let pairs = pairs.iter().map(|(key, value)| (key.to_string(), value.clone()));
    let scenario = Scenario::from_pairs(Some(preset), pairs).expect("in bounds");
    let mut simulation = Simulation::new(&scenario);
    simulation.run();
    simulation
}

/// Waits in the heat map's bands whose kind is as asked for.
fn shown(heat: &Heat, kind: impl Fn(&Band) -> bool) -> u64 {
    let bands = heat.bands.iter().filter(|band| kind(band));
    let cells = bands.flat_map(|band| {
        &heat.waits[band.first_row * heat.columns..(band.first_row + band.rows) * heat.columns]
    });
    cells.map(|&waits| u64::from(waits)).sum()
}

/// Waits for blocks of the index by its segment's rows, and those in the heat map's bands.
fn on_the_index(preset: &str, pairs: &[(&str, serde_json::Value)]) -> (u64, u64) {
    let simulation = ran(preset, pairs);
    let report = simulation.report();
    let index = report.segments.iter().filter(|segment| segment.kind.starts_with("INDEX"));
    let for_a_block = |event: &str| {
        event.starts_with("gc ")
            || ["buffer busy waits", "enq: TX - index contention"].contains(&event)
    };
    let waited = index.flat_map(|segment| segment.waits.iter());
    let waited = waited.filter(|(event, _)| for_a_block(event));
    let waited = waited.filter_map(|(_, row)| row["waits"].as_u64()).sum();
    let heat = simulation.views().heat;
    (waited, shown(&heat, |band| band.kind.starts_with("INDEX")))
}

#[test]
fn every_wait_for_a_block_of_the_index_is_in_the_heat_map() {
    let rows = ("workload.rows_per_session", json!(500));
    for (preset, pairs) in [
        ("reverse-key", vec![rows.clone()]),
        ("reverse-key", vec![rows.clone(), ("index.partitions", json!(64))]),
        ("rac-hash-partition", vec![rows.clone(), ("index.partitions", json!(64))]),
        ("rac-hash-partition", vec![rows.clone(), ("index.reverse", json!(true))]),
    ] {
        let (waited, shown) = on_the_index(preset, &pairs);
        assert!(waited > 100, "{preset} {pairs:?}: {waited} waits");
        assert!(shown >= waited, "{preset} {pairs:?}: {shown} of {waited} waits shown");
    }
}

#[test]
fn where_no_block_is_waited_for_the_heat_map_shows_the_latches_and_mutexes() {
    let simulation = ran("sched-noage", &[("workload.sessions", json!(300))]);
    let heat = simulation.views().heat;
    let report = simulation.report();
    for kind in ["LATCH", "MUTEX"] {
        let of_kind = report.segments.iter().filter(|segment| segment.kind == kind);
        let waited: u64 =
            of_kind.flat_map(|it| it.waits.values()).filter_map(|row| row["waits"].as_u64()).sum();
        assert!(waited > 0, "{kind}");
        assert_eq!(shown(&heat, |band| band.kind == kind), waited, "{kind}");
    }
    assert_eq!(heat.bands.iter().map(|band| band.rows).sum::<usize>(), heat.rows);
}

#[test]
fn the_heat_map_of_inserts_begins_with_the_segments() {
    let heat = ran("rac-hash-partition", &[("workload.rows_per_session", json!(500))]).views().heat;
    let kinds: Vec<_> = heat.bands.iter().map(|band| band.kind).collect();
    assert_eq!(kinds[..2], ["INDEX", "TABLE"]);
    assert!(kinds[2..].iter().all(|kind| ["LATCH", "MUTEX"].contains(kind)), "{kinds:?}");
}
