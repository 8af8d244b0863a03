//! `cargo run -p xtask -- wasm`: see the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    let root = xtask::root();
    let chore = std::env::args().nth(1);
    let done = match chore.as_deref() {
        Some("wasm") => xtask::bindings::build(&root),
        _ => {
            eprintln!("usage: cargo run -p xtask -- wasm");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("{fault:#}");
            ExitCode::FAILURE
        }
    }
}
