//! What lies on disk: segments made of blocks, as plain data without a clock.
//!
//! Sessions take these structures one step at a time and may wait in between, so every step checks
//! again what the step before has seen.
pub mod btree;
pub mod extent;
pub mod itl;
pub mod key;

pub use btree::BTree;
pub use extent::{BlockAddress, BlockClass, BlockId, Extents};
pub use itl::{Itl, ItlSlot, Xid};
pub use key::Key;
