//! docs/FIDELITY.md: the figures, what is not modelled, and every constant with its range and source.

use super::factor;
use super::figures::fields;
use super::score::{FACTORS, Score, within};
use serde_json::Value;
use sim::Scenario;
use sim::scenario::{PRESETS, levers};
use std::fmt::Write;

/// What the model leaves out and what its sources leave open.
const CARD: &str = include_str!("card.md");
/// The constants: key, least and greatest plausible value, source, why a preset lies beyond them.
const CONSTANTS: &str = include_str!("constants.csv");

/// A constant of the model that nobody chooses for an experiment's sake.
struct Constant {
    key: String,
    low: f64,
    high: f64,
    source: String,
    /// Why a preset's value lies beyond that; empty where none does.
    beyond: String,
}

fn constants() -> Vec<Constant> {
    let number = |text: &String| text.parse().expect("a number in constants.csv");
    let row = |line: &str| {
        let row = fields(line);
        let [key, low, high, source, beyond] = &row[..] else { panic!("five fields in {line}") };
        let (low, high) = (number(low), number(high));
        let (source, beyond) = (source.clone(), beyond.clone());
        Constant { key: key.clone(), low, high, source, beyond }
    };
    CONSTANTS.lines().skip(1).map(row).collect()
}

/// A constant's value by preset, those with the same value together.
fn values(key: &str) -> Vec<(f64, Vec<&'static str>)> {
    let mut found: Vec<(f64, Vec<&'static str>)> = Vec::new();
    for preset in PRESETS {
        let pairs = std::iter::empty::<(String, Value)>();
        let scenario =
            Scenario::from_pairs(Some(preset.name), pairs).expect("presets are in bounds");
        let value = scenario.pairs()[key].as_f64().expect("a constant is a number");
        match found.iter_mut().find(|(known, _)| *known == value) {
            Some((_, names)) => names.push(preset.name),
            None => found.push((value, vec![preset.name])),
        }
    }
    found
}

/// The document.
pub fn document(scores: &[Score]) -> String {
    let mut out = String::from(
        "# Fidelity\n\n\
         Written by `hotblock fidelity --document docs/FIDELITY.md`; tests run it and hold the \
         shares to those of `tests/fidelity/ratchets`, which only rise.\n\n\
         Each figure that an author published stands beside the simulated one. The factor is the \
         greater by the lesser; a simulated 0 against a figure is a miss. The variants of an \
         experiment run in its author's order on one instance and differ in the author's lever \
         alone; no constant differs between them.\n\n",
    );
    shares(&mut out, scores);
    out.push_str(CARD);
    constants_table(&mut out);
    scores.iter().for_each(|score| figures_table(&mut out, score));
    out
}

fn shares(out: &mut String, scores: &[Score]) {
    out.push_str(
        "| experiment | figures | within 1.25 | 1.5 | 2 | 3 |\n|---|--:|--:|--:|--:|--:|\n",
    );
    let mut line = |name: &str, figures: usize, within: [f64; FACTORS.len()]| {
        let cells: Vec<_> = within.iter().map(|share| format!("{:.0} %", share * 100.0)).collect();
        writeln!(out, "| {name} | {figures} | {} |", cells.join(" | "))
            .expect("a string takes all");
    };
    for score in scores {
        line(&format!("`{}`", score.experiment.name), score.rows.len(), score.within());
    }
    let all = scores.iter().flat_map(|score| &score.rows);
    line("all", all.clone().count(), within(all));
    out.push('\n');
}

fn constants_table(out: &mut String) {
    out.push_str(
        "## Constants\n\n\
         What the machines and the database cost. Nobody chooses them for a variant; the \
         experiments of one author on one release share theirs. Published: an author's figure. \
         Public: read on a page of somebody else. Inferred: arithmetic on published figures. \
         Assumed: neither; the range is what experience allows. Where a preset lies beyond its range, the \
         reason stands there too.\n\n\
         | lever | value | plausible | unit | source |\n|---|---|---|---|---|\n",
    );
    for constant in constants() {
        let Constant { key, low, high, source, beyond } = &constant;
        let lever = levers().find(|lever| lever.key == key).expect("a lever of the catalogue");
        let values = values(key);
        let said: Vec<_> = values
            .iter()
            .map(|(value, names)| match values.len() {
                1 => value.to_string(),
                _ => format!("{value} ({})", names.join(", ")),
            })
            .collect();
        let (said, unit) = (said.join("; "), lever.unit);
        let source = format!("{source} {beyond}");
        writeln!(out, "| `{key}` | {said} | {low} to {high} | {unit} | {} |", source.trim_end())
            .expect("a string takes all");
    }
    out.push('\n');
}

fn figures_table(out: &mut String, score: &Score) {
    let number = |value: Option<f64>| value.map_or("–".into(), |value| format!("{value:.2}"));
    writeln!(
        out,
        "## {}\n\nThe author moved {}.\n\n\
         | variant | view | name | metric | published | simulated | factor |\n\
         |---|---|---|---|--:|--:|--:|",
        score.experiment.name,
        score.experiment.levers.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", "),
    )
    .expect("a string takes all");
    for row in &score.rows {
        writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {} |",
            row.figure.variant,
            row.figure.view,
            row.figure.name,
            row.figure.metric,
            number(row.figure.value),
            number(row.simulated),
            factor(row),
        )
        .expect("a string takes all");
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim::catalogue::Kind;

    /// Units of what nobody but the model's maker chooses.
    const COSTS: [&str; 4] = ["us", "ns", "MB/s", "blocks/s"];

    #[test]
    fn every_cost_has_its_range_and_source_and_lies_within() {
        let constants = constants();
        for lever in levers() {
            let cost = matches!(lever.kind, Kind::Number { .. }) && COSTS.contains(&lever.unit);
            let known = constants.iter().any(|constant| constant.key == lever.key);
            assert!(!cost || known, "{}: no row in constants.csv", lever.key);
        }
        for Constant { key, low, high, source, beyond } in &constants {
            assert!(source.ends_with('.') && source.contains(':'), "{key}: {source}");
            // 0 switches a cost off.
            let odd = |value: f64| value != 0.0 && !(*low..=*high).contains(&value);
            let outside: Vec<_> =
                values(key).into_iter().filter(|(value, _)| odd(*value)).collect();
            assert_eq!(outside.is_empty(), beyond.is_empty(), "{key}: {outside:?}, {beyond}");
        }
    }
}
