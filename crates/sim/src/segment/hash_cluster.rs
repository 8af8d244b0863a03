//! A single-table hash cluster: the key alone tells the block, there is no list of free space.
use super::{BlockAddress, BlockId, Extents, Itl, ItlSlot, SpaceManagement, Xid, itl, partition};

/// What may be chosen when a hash cluster is created.
#[derive(Clone, Copy, Debug)]
pub struct ClusterOptions {
    /// HASHKEYS: hash values wanted; rounded up to the next prime.
    pub hashkeys: u32,
    /// SIZE: bytes for all rows of one hash value; one block for each without it.
    pub size_bytes: Option<u32>,
    /// HASH IS the integer key itself, not Oracle's hash function of it.
    pub hash_is_key: bool,
    /// INITRANS of its blocks.
    pub initrans: u32,
    /// Block size in bytes.
    pub block_bytes: u32,
}

impl Default for ClusterOptions {
    fn default() -> Self {
        ClusterOptions {
            hashkeys: 100_000,
            size_bytes: None,
            hash_is_key: true,
            initrans: 2,
            block_bytes: 8192,
        }
    }
}

/// Bytes of a block that are for neither rows nor its ITL.
const BLOCK_OVERHEAD: u32 = 74;
/// Bytes of the entry that a block keeps for each hash value in use.
const CLUSTER_KEY_BYTES: u32 = 20;

#[derive(Clone, Debug)]
struct ClusterBlock {
    used_bytes: u32,
    itl: Itl,
    overflow: Option<BlockId>,
}

/// Where a row may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClusterSpace {
    /// Into this block, reached over so many links of the overflow chain.
    Block {
        /// The first block of the chain with room.
        block: BlockId,
        /// Links followed, each one get more.
        links: u32,
    },
    /// Nowhere: an overflow block must be chained to this last one.
    Full {
        /// The end of the chain.
        last: BlockId,
        /// Links followed.
        links: u32,
    },
}

/// A hash cluster segment: all blocks of its hash values exist and are formatted from the start.
#[derive(Clone, Debug)]
pub struct HashCluster {
    /// Where its blocks lie.
    pub extents: Extents,
    /// Number of hash values: a prime.
    pub hash_values: u32,
    /// Hash values that share a block.
    pub keys_per_block: u32,
    /// Rows stored.
    pub rows: u64,
    options: ClusterOptions,
    blocks: Vec<ClusterBlock>,
    /// One bit for each hash value that has a row.
    in_use: Vec<u64>,
}

impl HashCluster {
    /// Creates the cluster with all extents that its hash values need.
    pub fn new(options: ClusterOptions, base: BlockAddress) -> HashCluster {
        let hash_values = next_prime(options.hashkeys);
        let usable = options.block_bytes - BLOCK_OVERHEAD - options.initrans * itl::SLOT_BYTES;
        let keys_per_block = options.size_bytes.map_or(1, |size| (usable / size.max(1)).max(1));
        let block_count = hash_values.div_ceil(keys_per_block);
        let mut extents = Extents::new(base, SpaceManagement::Automatic);
        while extents.data_blocks() < block_count {
            extents.add_extent();
        }
        let itl = Itl::new(options.initrans, false);
        let empty = ClusterBlock { used_bytes: 0, itl, overflow: None };
        HashCluster {
            extents,
            hash_values,
            keys_per_block,
            rows: 0,
            options,
            blocks: vec![empty; block_count as usize],
            in_use: vec![0; hash_values.div_ceil(64) as usize],
        }
    }

    /// The hash value of a key.
    pub fn hash_value(&self, key: u64) -> u32 {
        let hash = if self.options.hash_is_key { key } else { partition::hash(key) };
        (hash % u64::from(self.hash_values)) as u32
    }

    /// The first block of a key's chain, by arithmetic.
    pub fn home(&self, key: u64) -> BlockId {
        BlockId(self.hash_value(key) / self.keys_per_block)
    }

    /// The blocks that a look-up of the key may have to read, its home first.
    pub fn chain(&self, key: u64) -> impl Iterator<Item = BlockId> + '_ {
        std::iter::successors(Some(self.home(key)), |block| self.blocks[block.index()].overflow)
    }

    /// The first block of the key's chain that has room for a row of so many bytes.
    pub fn find_space(&self, key: u64, row_bytes: u32) -> ClusterSpace {
        let (mut last, mut count) = (self.home(key), 0);
        for block in self.chain(key) {
            if self.fits(block, key, row_bytes, false) {
                return ClusterSpace::Block { block, links: count };
            }
            (last, count) = (block, count + 1);
        }
        ClusterSpace::Full { last, links: count - 1 }
    }

    /// Whether a row of the key fits into the block, next to one more ITL slot if `itl_growth`.
    pub fn fits(&self, block: BlockId, key: u64, row_bytes: u32, itl_growth: bool) -> bool {
        let slot_bytes = if itl_growth { itl::SLOT_BYTES } else { 0 };
        self.free_bytes(block) >= row_bytes + self.cluster_key_bytes(key) + slot_bytes
    }

    /// Free bytes of a block.
    pub fn free_bytes(&self, block: BlockId) -> u32 {
        let block = &self.blocks[block.index()];
        let slots = block.itl.count() * itl::SLOT_BYTES;
        self.options.block_bytes - BLOCK_OVERHEAD - slots - block.used_bytes
    }

    /// The transactions of a block.
    pub fn itl(&self, block: BlockId) -> &Itl {
        &self.blocks[block.index()].itl
    }

    /// Which ITL slot of the block `xid` would use.
    pub fn itl_slot(&self, block: BlockId, xid: Xid, is_active: impl Fn(Xid) -> bool) -> ItlSlot {
        let (free_bytes, block_bytes) = (self.free_bytes(block), self.options.block_bytes);
        self.blocks[block.index()].itl.slot(xid, free_bytes, block_bytes, is_active)
    }

    /// Gives `xid` the slot that [`HashCluster::itl_slot`] found, without a wait in between.
    pub fn take_itl_slot(&mut self, block: BlockId, xid: Xid, slot: ItlSlot) {
        self.blocks[block.index()].itl.take(xid, slot);
    }

    /// Adds a row to a block of the key's chain, and the cluster key if it is the first.
    ///
    /// Panics if the row does not fit.
    pub fn insert(&mut self, block: BlockId, key: u64, row_bytes: u32) {
        assert!(self.fits(block, key, row_bytes, false), "the row does not fit into {block:?}");
        self.blocks[block.index()].used_bytes += row_bytes + self.cluster_key_bytes(key);
        let hash_value = self.hash_value(key);
        self.in_use[hash_value as usize / 64] |= 1 << (hash_value % 64);
        self.rows += 1;
    }

    /// Chains an overflow block behind `last`, the end of a chain; returns it and whether the
    /// segment needed a new extent. If another session has chained one by now, returns that.
    pub fn add_overflow(&mut self, last: BlockId) -> (BlockId, bool) {
        if let Some(block) = self.blocks[last.index()].overflow {
            return (block, false);
        }
        let block = BlockId(self.blocks.len() as u32);
        let itl = Itl::new(self.options.initrans, false);
        self.blocks.push(ClusterBlock { used_bytes: 0, itl, overflow: None });
        self.blocks[last.index()].overflow = Some(block);
        let extends = self.extents.data_blocks() < self.blocks.len() as u32;
        if extends {
            self.extents.add_extent();
        }
        (block, extends)
    }

    /// Blocks that a full scan reads: all that are formatted, whether they hold rows or not.
    pub fn full_scan_blocks(&self) -> u32 {
        self.blocks.len() as u32
    }

    /// Where a block of the cluster lies.
    pub fn address(&self, block: BlockId) -> BlockAddress {
        self.extents.address(block)
    }

    fn cluster_key_bytes(&self, key: u64) -> u32 {
        let hash_value = self.hash_value(key);
        let in_use = self.in_use[hash_value as usize / 64] >> (hash_value % 64) & 1 == 1;
        if in_use { 0 } else { CLUSTER_KEY_BYTES }
    }
}

fn next_prime(number: u32) -> u32 {
    let is_prime =
        |n: &u32| (2..).take_while(|divisor| divisor * divisor <= *n).all(|d| !n.is_multiple_of(d));
    (number.max(2)..).find(is_prime).expect("there is always a larger prime")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const BASE: BlockAddress = BlockAddress { file: 5, block: 256 };

    #[test]
    fn hashkeys_are_rounded_up_to_a_prime() {
        assert_eq!([1, 7, 8, 100_000].map(next_prime), [2, 7, 11, 100_003]);
    }

    #[test]
    fn without_size_each_key_has_its_own_block() {
        let mut cluster = HashCluster::new(ClusterOptions::default(), BASE);
        assert_eq!((cluster.hash_values, cluster.full_scan_blocks()), (100_003, 100_003));
        for key in 1..=100_000 {
            let space = cluster.find_space(key, 20);
            assert_eq!(space, ClusterSpace::Block { block: BlockId(key as u32), links: 0 });
            assert_eq!(cluster.free_bytes(BlockId(key as u32)), 8192 - 74 - 48);
            cluster.insert(BlockId(key as u32), key, 20);
        }
        assert_eq!((cluster.rows, cluster.full_scan_blocks()), (100_000, 100_003));
    }

    #[test]
    fn size_puts_keys_together_and_collisions_overflow() {
        let options =
            ClusterOptions { hashkeys: 1_000, size_bytes: Some(100), ..Default::default() };
        let mut cluster = HashCluster::new(options, BASE);
        assert_eq!((cluster.keys_per_block, cluster.full_scan_blocks()), (80, 13));
        assert_eq!(cluster.home(79), cluster.home(0));
        assert_ne!(cluster.home(80), cluster.home(0));
        let mut key = 5;
        let last = loop {
            match cluster.find_space(key, 100) {
                ClusterSpace::Block { block, .. } => cluster.insert(block, key, 100),
                ClusterSpace::Full { last, .. } => break last,
            }
            key += 1_009;
        };
        assert_eq!((last, cluster.rows), (BlockId(0), 80));
        let overflow = cluster.add_overflow(last).0;
        assert_eq!(cluster.add_overflow(last), (overflow, false), "chained by now");
        assert_eq!(cluster.find_space(5, 100), ClusterSpace::Block { block: overflow, links: 1 });
        assert_eq!(cluster.chain(6).collect::<Vec<_>>(), [BlockId(0), overflow]);
        assert_eq!(cluster.full_scan_blocks(), 14);
    }

    proptest! {
        #[test]
        fn every_row_finds_space(
            keys in prop::collection::vec(0u64..1_000_000, 0..2_000),
            hashkeys in 1u32..200, size in prop::option::of(1u32..20_000), hash_is_key: bool,
        ) {
            let options =
                ClusterOptions { hashkeys, size_bytes: size, hash_is_key, ..Default::default() };
            let mut cluster = HashCluster::new(options, BASE);
            for key in &keys {
                if let ClusterSpace::Full { last, .. } = cluster.find_space(*key, 50) {
                    cluster.add_overflow(last);
                }
                let ClusterSpace::Block { block, links } = cluster.find_space(*key, 50) else {
                    panic!("an empty block has room");
                };
                prop_assert_eq!(cluster.chain(*key).nth(links as usize), Some(block));
                cluster.insert(block, *key, 50);
            }
            prop_assert_eq!(cluster.rows, keys.len() as u64);
            let used: u32 = cluster.blocks.iter().map(|block| block.used_bytes).sum();
            let in_use: u32 = cluster.in_use.iter().map(|bits| bits.count_ones()).sum();
            prop_assert_eq!(used, 50 * keys.len() as u32 + CLUSTER_KEY_BYTES * in_use);
            prop_assert!(cluster.extents.data_blocks() >= cluster.full_scan_blocks());
        }
    }
}
