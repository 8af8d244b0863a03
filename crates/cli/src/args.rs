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
        /// The form of the report.
        #[command(flatten)]
        form: Forms,
    },
    /// Holds the model against the authors' published figures.
    Fidelity {
        /// One experiment; all of them where none is named.
        experiment: Option<String>,
        /// Prints the figures as JSON.
        #[arg(long)]
        json: bool,
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
