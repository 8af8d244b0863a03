//! The pictures' columns agree with the report.

use serde_json::json;
use sim::{Scenario, Simulation};

/// Waits for blocks of the index by its segment's rows, and those in the heat map's bands.
fn on_the_index(preset: &str, pairs: &[(&str, serde_json::Value)]) -> (u64, u64) {
    let pairs = pairs.iter().map(|(key, value)| (key.to_string(), value.clone()));
    let scenario = Scenario::from_pairs(Some(preset), pairs).expect("in bounds");
    let mut simulation = Simulation::new(&scenario);
    simulation.run();
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
    let bands = heat.bands.iter().filter(|band| band.kind.starts_with("INDEX"));
    let cells = bands.flat_map(|band| {
        &heat.waits[band.first_row * heat.columns..(band.first_row + band.rows) * heat.columns]
    });
    (waited, cells.map(|&waits| u64::from(waits)).sum())
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
