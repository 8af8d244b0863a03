//! The chores of the project: bindings, generated docs, budgets.
fn main() {}
