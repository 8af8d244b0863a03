//! How sessions use segments, wait by wait.

mod hash_cluster;
mod heap;
mod index;

pub use hash_cluster::Cluster;
pub use heap::{HeapTable, Organization, Table, TableLevers};
pub use index::{Index, IndexLevers, IndexPartition};
