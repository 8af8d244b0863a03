//! Tallies: what a run is measured by.

mod batch_means;
mod histogram;
mod sample;
mod time_weighted;

pub use batch_means::{BatchMeans, Interval};
pub use histogram::Histogram;
pub use sample::Sample;
pub use time_weighted::TimeWeighted;
