//! The command line.

use clap::{Args as ClapArgs, Parser, Subcommand};

/// A contention playground: what sessions of a database wait for, simulated.
#[derive(Parser)]
#[command(name = "hotblock", version, about)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Subcommand)]
pub enum Command {
    /// Lists the presets.
    Presets,
    /// Lists the levers with what they take and do.
    Levers,
    /// Runs a preset and prints its report.
    Run {
        /// The preset's name; `hotblock presets` lists them.
        preset: String,
        /// Sets a lever; `hotblock levers` lists them.
        #[arg(long, value_name = "KEY=VALUE")]
        set: Vec<String>,
        /// Chooses the random numbers.
        #[arg(long)]
        seed: Option<String>,
        /// Stops at this simulated moment and prints what every session waits for just then.
        #[arg(long, value_name = "SECONDS", conflicts_with = "csv")]
        at: Option<f64>,
        /// The form of the report.
        #[command(flatten)]
        form: Forms,
    },
    /// Runs a preset at every combination of some levers' values, on all cores.
    Sweep {
        /// The preset's name; `hotblock presets` lists them.
        preset: String,
        /// The values that a lever takes one after the other.
        #[arg(long, value_name = "KEY=V1,V2,...", required = true)]
        vary: Vec<String>,
        /// Sets a lever for all runs.
        #[arg(long, value_name = "KEY=VALUE")]
        set: Vec<String>,
        /// How many samples each run takes.
        #[arg(long)]
        samples: Option<u64>,
        /// How many runs each setting gets, each with a seed of its own.
        #[arg(long, default_value_t = 1)]
        replications: u64,
        /// Writes the rows into this file, and goes on with it where it exists.
        #[arg(long)]
        output: Option<String>,
        /// Prints the rows as JSON, one object a line.
        #[arg(long, conflicts_with = "output")]
        json: bool,
        /// Prints the rows as CSV (the default).
        #[arg(long, conflicts_with = "json")]
        csv: bool,
    },
    /// Holds the model against the authors' published figures.
    Fidelity {
        /// One experiment; all of them where none is named.
        experiment: Option<String>,
        /// Prints the figures as JSON.
        #[arg(long)]
        json: bool,
        /// Writes them into this file, as Markdown, with the constants and what is not modelled.
        #[arg(long, value_name = "FILE")]
        document: Option<String>,
    },
}

/// The forms of which one may be chosen.
#[derive(ClapArgs)]
#[group(multiple = false)]
pub struct Forms {
    /// Prints the report as JSON.
    #[arg(long)]
    json: bool,
    /// Prints the report as text (the default).
    #[arg(long)]
    text: bool,
    /// Prints the waits as CSV, one line a segment and event.
    #[arg(long)]
    csv: bool,
}

/// The form of a report.
#[derive(Clone, Copy)]
pub enum Form {
    /// One JSON object.
    Json,
    /// Text tables.
    Text,
    /// The waits as comma-separated values.
    Csv,
}

impl Forms {
    /// The form that was asked for; text where none was.
    pub fn chosen(&self) -> Form {
        match (self.json, self.csv) {
            (true, _) => Form::Json,
            (_, true) => Form::Csv,
            _ => Form::Text,
        }
    }
}
