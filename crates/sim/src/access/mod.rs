//! How sessions use segments, wait by wait.

mod heap;
mod index;

pub use heap::{Table, TableLevers};
pub use index::{Index, IndexLevers, IndexPartition};
