//! The chores of the project: the wasm bindings, the generated docs and the house rules.
//!
//! `cargo run -p xtask -- wasm` builds `www/engine`; `cargo run -p xtask -- docs` writes what is
//! generated from the catalogue. The tests of this crate hold the house rules.

pub mod bindings;
pub mod generated;
pub mod rules;

use std::path::{Path, PathBuf};

/// The root folder of the workspace.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).expect("crates/xtask is two folders below the root").to_path_buf()
}
