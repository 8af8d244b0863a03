//! `hotblock`: the contention playground in a terminal.
fn main() {}
