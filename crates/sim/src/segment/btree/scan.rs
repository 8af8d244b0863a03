//! Reading an index: its leaves in order, and the leaves that a range of keys touches.
use super::{BTree, Leaf, Node, ROOT};
use crate::segment::{BlockId, Key};

/// Leaves along their links.
#[derive(Clone)]
pub struct Leaves<'a> {
    tree: &'a BTree,
    next: Option<BlockId>,
}

impl<'a> Iterator for Leaves<'a> {
    type Item = (BlockId, &'a Leaf);

    fn next(&mut self) -> Option<Self::Item> {
        let block = self.next?;
        let leaf = self.tree.expect_leaf(block);
        self.next = leaf.next;
        Some((block, leaf))
    }
}

impl BTree {
    /// All leaves in key order: the position of a leaf is its place from left to right.
    pub fn leaves(&self) -> Leaves<'_> {
        let mut block = ROOT;
        while let Node::Branch(branch) = &self.nodes[block.index()] {
            block = branch.children[0];
        }
        Leaves { tree: self, next: Some(block) }
    }

    /// The branch blocks, the root first; none while the root is a leaf.
    pub fn branch_blocks(&self) -> impl Iterator<Item = BlockId> + '_ {
        let nodes = self.nodes.iter().enumerate();
        nodes.filter(|(_, node)| matches!(node, Node::Branch(_))).map(|(at, _)| BlockId(at as u32))
    }

    /// The leaves that a range scan from `first` to `last` (both included) reads after its descent,
    /// and how many entries of each are in the range. Ranges in stored order mean nothing to a
    /// reversed key, so Oracle scans no range of a REVERSE index.
    pub fn range_scan(&self, first: Key, last: Key) -> impl Iterator<Item = (BlockId, usize)> + '_ {
        let mut start = self.descend(first).leaf;
        // Equal keys may fill several leaves; a descent finds the last of these.
        while let Some(previous) = self.expect_leaf(start).previous
            && self.expect_leaf(previous).keys.last().is_some_and(|key| *key >= first)
        {
            start = previous;
        }
        let leaves = Leaves { tree: self, next: Some(start) };
        let in_range = move |leaf: &Leaf| {
            let from = leaf.keys.partition_point(|key| *key < first);
            leaf.keys.partition_point(|key| *key <= last).saturating_sub(from)
        };
        leaves.scan(false, move |beyond, (block, leaf)| {
            let read = !*beyond;
            // The scan goes on until it has seen a key above the range.
            *beyond = leaf.low > last || leaf.keys.last().is_some_and(|key| *key > last);
            read.then(|| (block, in_range(leaf)))
        })
    }
}
