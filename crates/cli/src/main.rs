//! `hotblock`: the contention playground in a terminal.

mod args;
mod fidelity;
mod sweep;

use args::{Args, Command, Form};
use clap::Parser;
use serde_json::{Value, json};
use sim::{Problem, Report, Scenario, Simulation, catalogue};
use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use sweep::{Job, Sweep};

/// Something went wrong that is not the person's fault.
const FAILED: u8 = 1;
/// The person gave something that can't be.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    let written = match Args::parse().command {
        Command::Presets => presets(),
        Command::Levers => levers(),
        Command::Fidelity { experiment, json, document } => {
            let known = fidelity::names();
            match experiment.as_deref() {
                Some(name) if !known.contains(&name) => {
                    let allowed = format!("one of {}", known.join(", "));
                    return refuse(&[Problem::new("experiment", name.into(), allowed)]);
                }
                only => fidelity::run(only, json, document.as_deref()),
            }
        }
        Command::Sweep { preset, vary, set, samples, replications, output, json, .. } => {
            let (fixed, mut problems) = pairs_of(&set);
            let varied = vary.iter().filter_map(|word| word.split_once('='));
            let vary: Vec<_> = varied
                .map(|(key, values)| (key.into(), values.split(',').map(Into::into).collect()))
                .collect();
            let sweep = Sweep { preset, vary, fixed, samples, replications };
            match sweep.jobs() {
                Ok(jobs) if problems.is_empty() => run_sweep(jobs, output.as_deref(), json),
                Ok(_) => return refuse(&problems),
                Err(more) => {
                    problems.extend(more);
                    return refuse(&problems);
                }
            }
        }
        Command::Run { preset, set, seed, at, form } => {
            let (mut pairs, mut problems) = pairs_of(&set);
            pairs.extend(seed.map(|seed| ("seed".to_string(), Value::from(seed))));
            let scenario = Scenario::from_pairs(Some(&preset), pairs);
            match scenario {
                Ok(scenario) if problems.is_empty() => match at {
                    Some(seconds) => session_waits(&scenario, seconds, form.chosen()),
                    None => run(&scenario, form.chosen()),
                },
                Ok(_) => return refuse(&problems),
                Err(more) => {
                    problems.extend(more);
                    return refuse(&problems);
                }
            }
        }
    };
    match written {
        Ok(()) => ExitCode::SUCCESS,
        // A reader that has seen enough (`| head`) is no failure.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hotblock: {error}");
            ExitCode::from(FAILED)
        }
    }
}

/// A number where the text is one, and finite; text else, which the lever judges.
fn typed(text: &str) -> Value {
    let whole = text.parse::<i64>().ok().map(Value::from);
    let number = || text.parse::<f64>().ok().filter(|x| x.is_finite()).map(Value::from);
    whole.or_else(number).unwrap_or_else(|| text.into())
}

/// Words of the form key=value as pairs, and a problem for each that is none.
fn pairs_of(words: &[String]) -> (Vec<(String, Value)>, Vec<Problem>) {
    let (mut pairs, mut problems) = (Vec::new(), Vec::new());
    for word in words {
        match word.split_once('=') {
            Some((key, value)) => pairs.push((key.to_string(), typed(value))),
            None => problems.push(not_a_pair(word)),
        }
    }
    (pairs, problems)
}

/// Runs a sweep to the standard output, or into a file with a summary on the standard output.
fn run_sweep(mut jobs: Vec<Job>, path: Option<&str>, as_json: bool) -> std::io::Result<()> {
    let stop: &'static AtomicBool = Box::leak(Box::default());
    ctrlc::set_handler(|| stop.store(true, Ordering::Relaxed)).map_err(std::io::Error::other)?;
    let mut out = std::io::stdout().lock();
    if let Some(path) = path {
        let (mut file, mut rows) = sweep::resume(path, &mut jobs)?;
        rows.extend(sweep::run(&jobs, &mut file, false, stop)?);
        write!(out, "{}", sweep::summarize(&rows))?;
    } else {
        if !as_json {
            writeln!(out, "{}", sweep::Row::HEADER)?;
        }
        let rows = sweep::run(&jobs, &mut out, as_json, stop)?;
        eprint!("{}", sweep::summarize(&rows));
    }
    if stop.load(Ordering::Relaxed) {
        return Err(std::io::Error::other("stopped; the rows of finished runs are kept"));
    }
    Ok(())
}

fn not_a_pair(word: &str) -> Problem {
    let allowed = "key=value".to_string();
    Problem {
        key: word.into(),
        given: word.into(),
        sentence: format!("--set {word} is no {allowed}: the value is missing."),
        allowed,
    }
}

fn refuse(problems: &[Problem]) -> ExitCode {
    for problem in problems {
        eprintln!("hotblock: {}", problem.sentence);
    }
    ExitCode::from(BAD_INPUT)
}

fn presets() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    for preset in sim::scenario::PRESETS {
        writeln!(out, "{:<20} {}", preset.name, preset.sentence)?;
    }
    Ok(())
}

fn levers() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let mut group = "";
    for lever in sim::scenario::levers() {
        if lever.group != group {
            group = lever.group;
            writeln!(out, "\n{group}")?;
        }
        let default = (lever.default)();
        let default = default.as_str().map_or_else(|| default.to_string(), Into::into);
        writeln!(out, "  {} = {default}  ({})", lever.key, lever.allowed())?;
        writeln!(out, "      {}", lever.sentence)?;
    }
    Ok(())
}

fn run(scenario: &Scenario, form: Form) -> std::io::Result<()> {
    let started = Instant::now();
    let mut simulation = Simulation::new(scenario);
    let end = simulation.run();
    let report = simulation.report();
    let seconds = started.elapsed().as_secs_f64();
    let mut out = std::io::stdout().lock();
    match form {
        Form::Json => {
            let mut json = serde_json::to_value(&report)?;
            json["engine"] = json!({"events": end.events, "seconds": seconds});
            writeln!(out, "{json}")
        }
        Form::Text => write!(out, "{report}"),
        Form::Csv => csv(&mut out, &report),
    }
}

/// Runs up to a moment and prints what every session waits for, as `gv$session_wait` does.
fn session_waits(scenario: &Scenario, seconds: f64, form: Form) -> std::io::Result<()> {
    let mut simulation = Simulation::new(scenario);
    loop {
        let now = simulation.advance(1);
        if now.done || now.simulated_s >= seconds {
            break;
        }
    }
    let rows = simulation.session_waits();
    let mut out = std::io::stdout().lock();
    if let Form::Json = form {
        return writeln!(out, "{}", serde_json::to_value(&rows)?);
    }
    let [program, event, state] = ["PROGRAM", "EVENT", "STATE"];
    writeln!(
        out,
        "INST_ID    SID {program:<20} {event:<30} {state:<18} {:>11} P1_P2_P3",
        "SEC_IN_WAIT"
    )?;
    for row in rows {
        writeln!(
            out,
            "{:>7} {:>6} {:<20} {:<30} {:<18} {:>11.0} {}",
            row.instance,
            row.sid,
            row.program,
            row.event,
            row.state,
            row.seconds.floor(),
            row.parameters
        )?;
    }
    Ok(())
}

/// The waits, one line an object and event.
fn csv(out: &mut impl Write, report: &Report) -> std::io::Result<()> {
    writeln!(out, "segment,type,event,class,waits,total_s,max_s,over_100_ms")?;
    for segment in &report.segments {
        for (event, row) in &segment.waits {
            let class = catalogue::Event::ALL.iter().find(|e| e.name() == event);
            let class = class.map_or("", |event| event.class().name());
            writeln!(
                out,
                "{},{},{event},{class},{},{},{},{}",
                segment.name,
                segment.kind,
                row["waits"],
                row["total_s"],
                row["max_s"],
                row["over_100_ms"]
            )?;
        }
    }
    Ok(())
}
