//! Hash partitions: which of n partitions a key belongs to.

/// The partition, from 0, of a key among `partitions` of them, by linear hashing: with a power of
/// two all get the same share, else some get twice the share of the others.
pub fn partition(key: u64, partitions: u32) -> u32 {
    let buckets = partitions.next_power_of_two();
    let bucket = (hash(key) >> 32) as u32 & (buckets - 1);
    if bucket < partitions { bucket } else { bucket - buckets / 2 }
}

/// Mixes a key so that each bit of the hash depends on all of its bits (the finalizer of
/// SplitMix64; Oracle's own hash function is not published).
pub(super) fn hash(key: u64) -> u64 {
    let mixed = (key ^ (key >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::segment::btree::IndexOptions;
    use crate::segment::{BTree, BlockAddress, Key};

    fn rows(partitions: u32) -> Vec<u64> {
        let mut rows = vec![0; partitions as usize];
        // One share of a million varies by a quarter of a percent (standard deviation).
        for key in 1..=1_000_000 {
            rows[partition(key, partitions) as usize] += 1;
        }
        rows
    }

    #[test]
    fn two_of_six_partitions_hold_twice_the_rows_and_eight_are_even() {
        for (partition, rows) in rows(6).into_iter().enumerate() {
            let share = if matches!(partition, 2 | 3) { 250_000.0 } else { 125_000.0 };
            assert!((rows as f64 / share - 1.0).abs() < 0.05, "{partition}: {rows}");
        }
        for rows in rows(8) {
            assert!((rows as f64 / 125_000.0 - 1.0).abs() < 0.02, "{rows}");
        }
        assert_eq!(rows(1), [1_000_000]);
    }

    #[test]
    fn a_million_keys_over_64_partitions_fill_2048_leaves() {
        let base = BlockAddress { file: 4, block: 128 };
        let mut index = vec![BTree::new(IndexOptions::default(), base); 64];
        for number in 1..=1_000_000 {
            let (tree, key) = (&mut index[partition(number, 64) as usize], Key::number(number));
            let leaf = tree.descend(key).leaf;
            let fits = tree.leaf_fits(leaf, key, false);
            let leaf = if fits { leaf } else { tree.split(leaf, key).unwrap().target };
            tree.insert_into(leaf, key);
        }
        let leaves: u64 = index.iter().map(|tree| tree.statistics.leaves).sum();
        let splits: u64 = index.iter().map(|tree| tree.statistics.leaf_node_90_10_splits).sum();
        assert!(leaves.abs_diff(2_048) <= 40, "{leaves}");
        assert_eq!(splits, leaves - 64);
    }
}
