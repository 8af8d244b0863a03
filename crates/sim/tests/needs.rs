//! A lever that says what it needs changes nothing where it does not get it.

use serde_json::{Map, Value, json};
use sim::catalogue::Kind;
use sim::{Scenario, Simulation};

/// Short runs that between them leave every need unmet at least once.
fn scenarios() -> Vec<Map<String, Value>> {
    let inserts = json!({ "workload.sessions": 6, "workload.rows_per_session": 60 });
    let no_index = json!({ "workload.sessions": 4, "workload.rows_per_session": 40,
        "index.exists": false, "table.organization": "hash_cluster", "table.hashkeys": 500,
        "resource_manager.plan": false });
    let lookups = json!({ "workload.kind": "lookups", "workload.sessions": 6, "cpu.cores": 2,
        "lookup.blocks": 2_000, "sample.count": 1, "sample.length_ms": 3,
        "sample.warm_up_ms": 1 });
    let executions = json!({ "workload.kind": "executions", "workload.sessions": 20,
        "cpu.cores": 2, "sample.count": 1, "sample.length_ms": 500, "sample.warm_up_ms": 100 });
    [inserts, no_index, lookups, executions]
        .into_iter()
        .map(|scenario| scenario.as_object().expect("an object").clone())
        .collect()
}

/// The report without its scenario, which tells the lever's value, and without the segments that
/// nobody touched.
fn outcome(pairs: &Map<String, Value>) -> String {
    let scenario = Scenario::from_object(pairs.clone()).expect("a good scenario");
    let mut simulation = Simulation::new(&scenario);
    assert!(simulation.run().done, "{pairs:?}");
    let mut report: Value = serde_json::from_str(&simulation.report().to_json()).expect("JSON");
    let report = report.as_object_mut().expect("an object");
    report.remove("scenario");
    let segments = report["segments"].as_array_mut().expect("segments");
    segments.retain(|segment| segment["statistics"] != unused(&segment["statistics"]));
    serde_json::to_string(&report).expect("JSON")
}

/// The same statistics, all 0.
fn unused(statistics: &Value) -> Value {
    let names = statistics.as_object().expect("an object").keys();
    names.map(|name| (name.clone(), json!(0))).collect::<Map<_, _>>().into()
}

/// Whether one `key = word` or `key > number` holds.
fn holds(condition: &str, values: &Map<String, Value>) -> bool {
    let [key, sign, wanted] = condition.split(' ').collect::<Vec<_>>()[..] else {
        panic!("{condition}: not key, sign, value")
    };
    let value = values.get(key).unwrap_or_else(|| panic!("{condition}: there is no {key}"));
    match sign {
        "=" => value.as_str().map_or_else(|| value.to_string(), str::to_owned) == wanted,
        ">" => value.as_f64() > wanted.parse().ok(),
        _ => panic!("{condition}: {sign} is neither = nor >"),
    }
}

/// A value of the lever that is not the present one.
fn another(kind: Kind, present: &Value) -> Value {
    let values = match kind {
        Kind::Bool => [json!(true), json!(false)],
        Kind::Integer { min, max } => [json!(max.min(2 * min + 7)), json!(min)],
        Kind::Number { min, max } => [json!(max.min(2.0 * min + 7.0)), json!(min)],
        Kind::Choice(words) => [json!(words[words.len() - 1]), json!(words[0])],
    };
    values.into_iter().find(|value| value != present).expect("two values")
}

#[test]
fn a_lever_whose_need_is_not_met_changes_nothing() {
    let mut unmet = std::collections::BTreeSet::new();
    for pairs in scenarios() {
        let values = Scenario::from_object(pairs.clone()).expect("a good scenario").pairs();
        let before = outcome(&pairs);
        for lever in sim::scenario::levers().filter(|lever| !lever.needs.is_empty()) {
            if lever.needs.split(" and ").all(|condition| holds(condition, &values)) {
                continue;
            }
            unmet.insert(lever.key);
            let mut moved = pairs.clone();
            moved.insert(lever.key.into(), another(lever.kind, &values[lever.key]));
            assert!(before == outcome(&moved), "{} needs {}: {moved:?}", lever.key, lever.needs);
        }
    }
    let needy = sim::scenario::levers().filter(|lever| !lever.needs.is_empty());
    for lever in needy {
        assert!(unmet.contains(lever.key), "no scenario here leaves {} without", lever.key);
    }
}
