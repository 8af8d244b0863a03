//! `hotblock fidelity`: the model held against the authors' published figures.

mod cluster;
mod document;
mod experiments;
mod figures;
mod latches;
mod score;

use score::{FACTORS, Row, Score};
use serde_json::{Value, json};
use std::io::Write;

/// The names of the experiments that the model runs.
pub fn names() -> Vec<&'static str> {
    experiments::EXPERIMENTS.iter().map(|experiment| experiment.name).collect()
}

/// Runs one experiment or all, prints every core figure beside the published one, and writes all that
/// is known of them into a file.
pub fn run(only: Option<&str>, as_json: bool, file: Option<&str>) -> std::io::Result<()> {
    let figures = figures::all();
    let chosen = experiments::EXPERIMENTS.iter().filter(|e| only.is_none_or(|name| name == e.name));
    let scores: Vec<_> = chosen.map(|experiment| Score::of(experiment, &figures)).collect();
    if let Some(file) = file {
        std::fs::write(file, document::document(&scores))?;
    }
    let mut out = std::io::stdout().lock();
    if as_json {
        return writeln!(out, "{}", json(&scores));
    }
    for score in &scores {
        table(&mut out, score)?;
    }
    let all = score::within(scores.iter().flat_map(|score| &score.rows));
    summary(&mut out, "all", scores.iter().map(|score| score.rows.len()).sum(), all)
}

fn json(scores: &[Score]) -> Value {
    let rows = scores.iter().flat_map(|score| &score.rows);
    json!({
        "experiments": scores.iter().map(Score::json).collect::<Vec<_>>(),
        "all": {
            "figures": rows.clone().count(),
            "within": score::shares(score::within(rows)),
        },
    })
}

fn table(out: &mut impl Write, score: &Score) -> std::io::Result<()> {
    writeln!(
        out,
        "{} (the author moved {})\n",
        score.experiment.name,
        score.experiment.levers.join(", ")
    )?;
    writeln!(
        out,
        "{:<14} {:<40} {:<18} {:>14} {:>14} {:>7}",
        "Variant", "Name", "Metric", "Published", "Simulated", "Factor"
    )?;
    for row in &score.rows {
        let number = |value: Option<f64>| value.map_or("-".into(), |v| format!("{v:.2}"));
        writeln!(
            out,
            "{:<14} {:<40} {:<18} {:>14} {:>14} {:>7}",
            row.figure.variant,
            row.figure.name,
            row.figure.metric,
            number(row.figure.value),
            number(row.simulated),
            factor(row),
        )?;
    }
    summary(out, score.experiment.name, score.rows.len(), score.within())?;
    writeln!(out)
}

fn factor(row: &Row) -> String {
    row.factor.map_or("miss".into(), |factor| format!("{factor:.2}"))
}

fn summary(
    out: &mut impl Write,
    name: &str,
    figures: usize,
    within: [f64; 4],
) -> std::io::Result<()> {
    write!(out, "{name}: {figures} figures")?;
    for (limit, share) in FACTORS.iter().zip(within) {
        write!(out, ", {:.0} % within {limit}", share * 100.0)?;
    }
    writeln!(out)
}
