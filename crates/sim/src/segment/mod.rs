//! What lies on disk: segments made of blocks, as plain data without a clock.
//!
//! Sessions take these structures one step at a time and may wait in between, so every step checks
//! again what the step before has seen.
pub mod btree;
pub mod extent;
pub mod hash_cluster;
pub mod heap;
pub mod itl;
pub mod key;
pub mod partition;

pub use btree::BTree;
pub use extent::{BlockAddress, BlockClass, BlockId, Extents, SpaceManagement};
pub use hash_cluster::HashCluster;
pub use heap::Heap;
pub use itl::{Itl, ItlSlot, Xid};
pub use key::Key;
pub use partition::partition;
