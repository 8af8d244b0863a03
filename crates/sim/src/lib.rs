//! The contention model of hotblock.
#![forbid(unsafe_code)]

pub mod access;
pub mod analysis;
pub mod catalogue;
pub mod cluster;
pub mod concurrency;
pub mod host;
pub mod instance;
pub mod ledger;
mod presets;
pub mod report;
pub mod scenario;
pub mod segment;
mod session;
mod simulation;
pub mod workload;

pub use report::{Report, Views};
pub use scenario::{Problem, Scenario};
pub use session::Session;
pub use simulation::{Advance, Simulation};
