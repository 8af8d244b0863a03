//! A B-tree index with real keys: splits, fill and hot leaves follow from comparing bytes.
mod scan;
mod split;

pub use split::{Split, SplitKind};

use super::{BlockAddress, BlockId, Extents, Itl, ItlSlot, Key, SpaceManagement, Xid, itl};

/// What may be chosen when an index is created.
#[derive(Clone, Copy, Debug)]
pub struct IndexOptions {
    /// UNIQUE: the rowid is not part of the key, which saves its length byte.
    pub unique: bool,
    /// INITRANS; a leaf has two slots at least.
    pub initrans: u32,
    /// Block size in bytes. (PCTFREE is not here: inserts into an index may use all of a leaf.)
    pub block_bytes: u32,
}

impl Default for IndexOptions {
    fn default() -> Self {
        IndexOptions { unique: false, initrans: 2, block_bytes: 8192 }
    }
}

/// Bytes of a block that are not for entries when its ITL has two slots: 7,996 are left of 8 KB, as
/// measured (`LF_BLK_LEN` of 9.2).
const BLOCK_OVERHEAD: u32 = 196;
/// Slots whose bytes the overhead includes.
const OVERHEAD_SLOTS: u32 = 2;
/// The greatest height; 8 KB blocks hold 100 million rows in four levels.
const MAX_LEVELS: u32 = 6;
/// A split writes two branches a level and the root.
const MAX_BRANCHES: usize = 2 * (MAX_LEVELS as usize - 1) + 1;
const ROOT: BlockId = BlockId(0);

/// A leaf block.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// The entries' keys in order; equal keys in the order of their insertion, as of their rowids.
    pub keys: Vec<Key>,
    /// Bytes of all entries.
    pub entry_bytes: u32,
    /// The transactions with changes in this leaf.
    pub itl: Itl,
    /// Keys from here ...
    pub low: Key,
    /// ... to below here belong into this leaf.
    pub high: Key,
    next: Option<BlockId>,
    previous: Option<BlockId>,
}

#[derive(Clone, Debug, Default)]
struct Branch {
    /// One more child than separators: separator i is the low end of child i + 1.
    separators: Vec<Key>,
    children: Vec<BlockId>,
    entry_bytes: u32,
}

#[derive(Clone, Debug)]
enum Node {
    Leaf(Leaf),
    Branch(Branch),
}

/// A few branch blocks; on a path, from the root downwards.
#[derive(Clone, Copy, Debug)]
pub struct Branches {
    ids: [BlockId; MAX_BRANCHES],
    count: usize,
}

impl Branches {
    const NONE: Branches = Branches { ids: [ROOT; MAX_BRANCHES], count: 0 };

    fn push(&mut self, branch: BlockId) {
        self.ids[self.count] = branch;
        self.count += 1;
    }

    fn push_new(&mut self, branch: BlockId) {
        if !self.contains(&branch) {
            self.push(branch);
        }
    }
}

impl std::ops::Deref for Branches {
    type Target = [BlockId];

    fn deref(&self) -> &[BlockId] {
        &self.ids[..self.count]
    }
}

/// The blocks read on the way from the root to a leaf.
#[derive(Clone, Copy, Debug)]
pub struct Path {
    /// The branch blocks, root first; none while the root is a leaf.
    pub branches: Branches,
    /// The leaf.
    pub leaf: BlockId,
}

/// Counts kept while the index grows, named as in `v$sysstat` where it has them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IndexStatistics {
    /// `leaf node splits`, both kinds.
    pub leaf_node_splits: u64,
    /// `leaf node 90-10 splits`.
    pub leaf_node_90_10_splits: u64,
    /// `branch node splits`.
    pub branch_node_splits: u64,
    /// `root node splits`.
    pub root_node_splits: u64,
    /// Entries.
    pub rows: u64,
    /// Leaf blocks.
    pub leaves: u64,
    /// Branch blocks, the root included once it is one.
    pub branches: u64,
    /// Levels from the root to the leaves, both counted.
    pub height: u32,
}

/// A B-tree index segment. Its blocks are numbered in the order of allocation, the root is block 0
/// and keeps its number.
#[derive(Clone, Debug)]
pub struct BTree {
    /// Where its blocks lie.
    pub extents: Extents,
    /// What has happened to it.
    pub statistics: IndexStatistics,
    options: IndexOptions,
    nodes: Vec<Node>,
}

impl BTree {
    /// An empty index: a root that is a leaf.
    pub fn new(options: IndexOptions, base: BlockAddress) -> BTree {
        let root = Leaf {
            keys: Vec::new(),
            entry_bytes: 0,
            itl: Itl::new(options.initrans, true),
            low: Key::MIN,
            high: Key::MAX,
            next: None,
            previous: None,
        };
        let statistics = IndexStatistics { leaves: 1, height: 1, ..Default::default() };
        BTree {
            extents: Extents::new(base, SpaceManagement::Automatic),
            statistics,
            options,
            nodes: vec![Node::Leaf(root)],
        }
    }

    /// The way to the leaf where `key` belongs; among equal keys, behind the last of them.
    pub fn descend(&self, key: Key) -> Path {
        let mut path = Path { branches: Branches::NONE, leaf: ROOT };
        while let Node::Branch(branch) = &self.nodes[path.leaf.index()] {
            path.branches.push(path.leaf);
            path.leaf = branch.children[branch.separators.partition_point(|low| *low <= key)];
        }
        path
    }

    /// The leaf in this block, or `None` if it is a branch block (the root has grown).
    pub fn leaf(&self, block: BlockId) -> Option<&Leaf> {
        match &self.nodes[block.index()] {
            Node::Leaf(leaf) => Some(leaf),
            Node::Branch(_) => None,
        }
    }

    /// Whether `key` still belongs into this block, after a wait during which the tree may have
    /// changed.
    pub fn covers(&self, block: BlockId, key: Key) -> bool {
        self.leaf(block).is_some_and(|leaf| leaf.low <= key && key < leaf.high)
    }

    /// Whether the index has an entry with this key in this leaf.
    pub fn contains(&self, leaf: BlockId, key: Key) -> bool {
        self.leaf(leaf).is_some_and(|leaf| leaf.keys.binary_search(&key).is_ok())
    }

    /// Free bytes of a leaf.
    pub fn free_bytes(&self, leaf: BlockId) -> u32 {
        let leaf = self.expect_leaf(leaf);
        self.capacity(leaf) - leaf.entry_bytes
    }

    /// Whether `key` is above all others of the rightmost leaf, so that a split gives it a new one.
    pub fn appends(&self, leaf: BlockId, key: Key) -> bool {
        self.leaf(leaf).is_some_and(|leaf| {
            leaf.next.is_none() && leaf.keys.last().is_none_or(|last| key > *last)
        })
    }

    /// Whether an entry for `key` fits into the leaf, next to one more ITL slot if `itl_growth`.
    pub fn leaf_fits(&self, leaf: BlockId, key: Key, itl_growth: bool) -> bool {
        let slot_bytes = if itl_growth { itl::SLOT_BYTES } else { 0 };
        self.free_bytes(leaf) >= self.entry_bytes(key) + slot_bytes
    }

    /// Which ITL slot of the leaf `xid` would use.
    pub fn itl_slot(&self, leaf: BlockId, xid: Xid, is_active: impl Fn(Xid) -> bool) -> ItlSlot {
        let itl = &self.expect_leaf(leaf).itl;
        itl.slot(xid, self.free_bytes(leaf), self.options.block_bytes, is_active)
    }

    /// Gives `xid` the slot that [`BTree::itl_slot`] found, without a wait in between.
    pub fn take_itl_slot(&mut self, leaf: BlockId, xid: Xid, slot: ItlSlot) {
        self.expect_leaf_mut(leaf).itl.take(xid, slot);
        debug_assert!(self.free_bytes(leaf) < self.options.block_bytes);
    }

    /// Begins the leaf's list of transactions anew, without those that hold its slots.
    pub fn renew_itl(&mut self, leaf: BlockId) {
        let itl = Itl::new(self.options.initrans, true);
        self.expect_leaf_mut(leaf).itl = itl;
    }

    /// The recursive transaction that is splitting the leaf: others wait for it
    /// (`enq: TX - index contention`).
    pub fn splitter(&self, leaf: BlockId) -> Option<Xid> {
        self.leaf(leaf)?.itl.service
    }

    /// Marks the leaf as being split by the recursive transaction `xid`; [`BTree::split`] ends it.
    pub fn start_split(&mut self, leaf: BlockId, xid: Xid) {
        let service = &mut self.expect_leaf_mut(leaf).itl.service;
        debug_assert_eq!(*service, None, "one split at a time");
        *service = Some(xid);
    }

    /// Adds an entry to the leaf that covers its key and has room for it.
    ///
    /// Panics if the block is not such a leaf: the session must descend or split first.
    pub fn insert_into(&mut self, leaf: BlockId, key: Key) {
        assert!(self.covers(leaf, key), "{key:?} does not belong into {leaf:?}");
        assert!(self.leaf_fits(leaf, key, false), "{key:?} does not fit into {leaf:?}");
        let bytes = self.entry_bytes(key);
        let leaf = self.expect_leaf_mut(leaf);
        if leaf.keys.last().is_none_or(|last| *last <= key) {
            leaf.keys.push(key);
        } else {
            let position = leaf.keys.partition_point(|entry| *entry <= key);
            leaf.keys.insert(position, key);
        }
        leaf.entry_bytes += bytes;
        self.statistics.rows += 1;
    }

    /// Where a block of the index lies.
    pub fn address(&self, block: BlockId) -> BlockAddress {
        self.extents.address(block)
    }

    /// Blocks in use: leaves and branches.
    pub fn blocks(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// The used share of the bytes that the leaves have for entries.
    pub fn fill(&self) -> f64 {
        let (mut used, mut capacity) = (0, 0);
        for (_, leaf) in self.leaves() {
            used += u64::from(leaf.entry_bytes);
            capacity += u64::from(self.capacity(leaf));
        }
        used as f64 / capacity as f64
    }

    /// Row directory slot 2, flag and lock 2, length 1, key, rowid 6 and its length if non-unique.
    fn entry_bytes(&self, key: Key) -> u32 {
        11 + u32::from(!self.options.unique) + key.size()
    }

    /// Bytes for entries beside the leaf's ITL.
    fn capacity(&self, leaf: &Leaf) -> u32 {
        self.options.block_bytes
            - BLOCK_OVERHEAD
            - (leaf.itl.count() - OVERHEAD_SLOTS) * itl::SLOT_BYTES
    }

    fn expect_leaf(&self, block: BlockId) -> &Leaf {
        self.leaf(block).expect("a leaf block")
    }

    fn expect_leaf_mut(&mut self, block: BlockId) -> &mut Leaf {
        match &mut self.nodes[block.index()] {
            Node::Leaf(leaf) => leaf,
            Node::Branch(_) => panic!("{block:?} is a branch block"),
        }
    }

    fn expect_branch_mut(&mut self, block: BlockId) -> &mut Branch {
        match &mut self.nodes[block.index()] {
            Node::Branch(branch) => branch,
            Node::Leaf(_) => panic!("{block:?} is a leaf block"),
        }
    }
}

#[cfg(test)]
mod tests;
