//! Splits of leaf, branch and root blocks.
use super::{
    BLOCK_OVERHEAD, BTree, Branch, Branches, Leaf, MAX_LEVELS, Node, OVERHEAD_SLOTS, ROOT,
};
use crate::segment::{BlockId, Itl, Key, itl};

/// How a leaf was split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitKind {
    /// `leaf node 90-10 splits`, which really are 100-0: the key is above all others of the
    /// rightmost leaf, and the new leaf takes it alone.
    NinetyTen,
    /// Half of the entries move to the new leaf.
    FiftyFifty,
}

/// What a split has changed.
#[derive(Clone, Copy, Debug)]
pub struct Split {
    /// How the leaf was split.
    pub kind: SplitKind,
    /// The old leaf; it has a new number if it was the root.
    pub left: BlockId,
    /// The new leaf.
    pub right: BlockId,
    /// Which of both covers the key that did not fit.
    pub target: BlockId,
    /// The leaf to the right of both, whose link has changed.
    pub neighbour: Option<BlockId>,
    /// Branch blocks written, old and new.
    pub branches: Branches,
    /// Blocks allocated.
    pub new_blocks: u32,
    /// Extents added to the segment for these.
    pub new_extents: u32,
    /// Bytes of the entries moved.
    pub moved_bytes: u32,
}

impl BTree {
    /// The most blocks that splitting this leaf for `key` would allocate at this moment, or `None`
    /// if the leaf does not cover the key.
    pub fn blocks_for_split(&self, leaf: BlockId, key: Key) -> Option<u32> {
        let path = self.descend(key);
        if path.leaf != leaf {
            return None;
        }
        if leaf == ROOT {
            return Some(2);
        }
        let separator_bytes = self.branch_entry_bytes(key);
        let full = |block: &&BlockId| match &self.nodes[block.index()] {
            Node::Branch(branch) => branch.entry_bytes + separator_bytes > self.branch_capacity(),
            Node::Leaf(_) => false,
        };
        let full_branches = path.branches.iter().rev().take_while(full).count();
        let root_splits = full_branches == path.branches.len();
        Some(1 + full_branches as u32 + u32::from(root_splits))
    }

    /// Splits the leaf that covers `key` to make room for it, and ends what [`BTree::start_split`]
    /// began. Neither inserts the key. Returns `None` and changes nothing if the leaf does not
    /// cover the key.
    pub fn split(&mut self, leaf: BlockId, key: Key) -> Option<Split> {
        let path = self.descend(key);
        if path.leaf != leaf {
            return None;
        }
        let (blocks, extents) = (self.nodes.len(), self.extents.count());
        let mut changed = Branches::NONE;
        let mut parents = path.branches;
        let left = if leaf == ROOT {
            parents.push(ROOT);
            changed.push(ROOT);
            self.push_root_down()
        } else {
            leaf
        };
        let right = BlockId(self.nodes.len() as u32);
        let (kind, new_leaf) = self.split_leaf(left, right, key);
        let (separator, neighbour) = (new_leaf.low, new_leaf.next);
        let moved_bytes = new_leaf.entry_bytes;
        self.allocate(Node::Leaf(new_leaf));
        if let Some(neighbour) = neighbour {
            self.expect_leaf_mut(neighbour).previous = Some(right);
        }
        self.add_child(&parents, separator, right, &mut changed);
        let statistics = &mut self.statistics;
        statistics.leaves += 1;
        statistics.leaf_node_splits += 1;
        statistics.leaf_node_90_10_splits += u64::from(kind == SplitKind::NinetyTen);
        Some(Split {
            kind,
            left,
            right,
            target: if key < separator { left } else { right },
            neighbour,
            branches: changed,
            new_blocks: (self.nodes.len() - blocks) as u32,
            new_extents: self.extents.count() - extents,
            moved_bytes,
        })
    }

    /// Takes the right part off a leaf. The new leaf inherits the list of transactions with the
    /// entries that move; one that starts empty starts a list of its own (from 12.1, bug 8767925).
    fn split_leaf(&mut self, left: BlockId, right: BlockId, key: Key) -> (SplitKind, Leaf) {
        let overhead = self.entry_bytes(Key::MIN);
        let initrans = self.options.initrans;
        let old = self.expect_leaf_mut(left);
        old.itl.service = None;
        let maximum = old.keys.last().copied().unwrap_or(Key::MIN);
        let ninety_ten = old.next.is_none() && key > maximum;
        let mut keys = Vec::with_capacity(old.keys.len() + 1);
        let (kind, separator) = if ninety_ten {
            (SplitKind::NinetyTen, Key::separator(maximum, key))
        } else {
            let (middle, separator) = halves(&old.keys, key);
            keys.extend(old.keys.drain(middle..));
            (SplitKind::FiftyFifty, separator)
        };
        let moved_bytes = keys.iter().map(|key| overhead + key.size()).sum();
        let new = Leaf {
            keys,
            entry_bytes: moved_bytes,
            itl: if ninety_ten { Itl::new(initrans, true) } else { old.itl.clone() },
            low: separator,
            high: old.high,
            next: old.next,
            previous: Some(left),
        };
        old.entry_bytes -= moved_bytes;
        old.high = separator;
        old.next = Some(right);
        (kind, new)
    }

    /// Enters a new child to the right of the one that covers its separator, from the lowest of
    /// `parents` up, splitting those that are full.
    fn add_child(
        &mut self,
        parents: &Branches,
        mut separator: Key,
        mut child: BlockId,
        changed: &mut Branches,
    ) {
        for parent in parents.iter().rev() {
            let entry = self.branch_entry_bytes(separator);
            let capacity = self.branch_capacity();
            let branch = self.expect_branch_mut(*parent);
            if branch.entry_bytes + entry <= capacity {
                branch.insert(separator, child, entry);
                changed.push_new(*parent);
                return;
            }
            let left = if *parent == ROOT { self.push_root_down() } else { *parent };
            let (risen, right) = self.split_branch(left, separator, child);
            changed.push_new(left);
            changed.push_new(right);
            (separator, child) = (risen, right);
            if *parent == ROOT {
                let entry = self.branch_entry_bytes(separator);
                self.expect_branch_mut(ROOT).insert(separator, child, entry);
                changed.push_new(ROOT);
                return;
            }
        }
        unreachable!("the root has taken the entry");
    }

    /// Splits a full branch and adds the child: at the right end the new branch takes the child
    /// alone, elsewhere it takes half. Returns the separator that rises, and the new branch.
    fn split_branch(&mut self, left: BlockId, separator: Key, child: BlockId) -> (Key, BlockId) {
        let right = BlockId(self.nodes.len() as u32);
        let overhead = self.branch_entry_bytes(Key::MIN);
        let branch = self.expect_branch_mut(left);
        let at_the_end = branch.separators.last().is_some_and(|last| *last <= separator);
        let (risen, new) = if at_the_end {
            (separator, Branch { children: vec![child], ..Default::default() })
        } else {
            let middle = branch.separators.len() / 2;
            let separators = branch.separators.split_off(middle + 1);
            let risen = branch.separators.pop().expect("a full branch has many entries");
            let children = branch.children.split_off(middle + 1);
            let bytes = |keys: &[Key]| keys.iter().map(|key| overhead + key.size()).sum();
            let mut new = Branch { entry_bytes: bytes(&separators), separators, children };
            branch.entry_bytes = bytes(&branch.separators);
            let half = if separator < risen { branch } else { &mut new };
            half.insert(separator, child, overhead + separator.size());
            (risen, new)
        };
        self.allocate(Node::Branch(new));
        self.statistics.branches += 1;
        self.statistics.branch_node_splits += 1;
        (risen, right)
    }

    /// Moves what is in the root to a new block below it: the root's address never changes.
    fn push_root_down(&mut self) -> BlockId {
        let moved = BlockId(self.nodes.len() as u32);
        let root = Branch { children: vec![moved], ..Default::default() };
        let content = std::mem::replace(&mut self.nodes[ROOT.index()], Node::Branch(root));
        self.allocate(content);
        self.statistics.branches += 1;
        self.statistics.root_node_splits += 1;
        self.statistics.height += 1;
        assert!(self.statistics.height <= MAX_LEVELS, "the index is too high");
        moved
    }

    fn allocate(&mut self, node: Node) {
        self.nodes.push(node);
        while self.extents.data_blocks() < self.nodes.len() as u32 {
            self.extents.add_extent();
        }
    }

    /// Row directory slot 2, address of the child 4, length 1, key; a non-unique index ends the
    /// shortened key with one byte more.
    fn branch_entry_bytes(&self, separator: Key) -> u32 {
        7 + u32::from(!self.options.unique) + separator.size()
    }

    /// A branch block has one ITL slot only.
    fn branch_capacity(&self) -> u32 {
        self.options.block_bytes - BLOCK_OVERHEAD + (OVERHEAD_SLOTS - 1) * itl::SLOT_BYTES
    }
}

impl Branch {
    fn insert(&mut self, separator: Key, child: BlockId, entry_bytes: u32) {
        let position = self.separators.partition_point(|low| *low <= separator);
        self.separators.insert(position, separator);
        self.children.insert(position + 1, child);
        self.entry_bytes += entry_bytes;
    }
}

/// The number of entries that stay in the old leaf, and the separator of both leaves, so that `key`
/// goes where its neighbours are.
fn halves(keys: &[Key], key: Key) -> (usize, Key) {
    // A leaf may be full of transaction slots and hold next to no key.
    match keys {
        [] => return (0, Key::separator(Key::MIN, key)),
        [only] if key < *only => return (0, Key::separator(key, *only)),
        [only] => return (1, Key::separator(*only, key)),
        _ => {}
    }
    let middle = keys.len() / 2;
    let joins_left = if key < keys[middle] { key } else { Key::MIN };
    (middle, Key::separator(keys[middle - 1].max(joins_left), keys[middle]))
}
