//! The index against measured and calculated figures, and against its invariants.
use proptest::prelude::*;

use super::*;

const BASE: BlockAddress = BlockAddress { file: 4, block: 128 };

fn insert(tree: &mut BTree, key: Key) -> Option<Split> {
    let leaf = tree.descend(key).leaf;
    if tree.leaf_fits(leaf, key, false) {
        tree.insert_into(leaf, key);
        return None;
    }
    let split = tree.split(leaf, key).expect("the leaf covers the key");
    tree.insert_into(split.target, key);
    Some(split)
}

fn load(options: IndexOptions, keys: impl Iterator<Item = Key>) -> BTree {
    let mut tree = BTree::new(options, BASE);
    keys.for_each(|key| {
        insert(&mut tree, key);
    });
    tree
}

fn normal(number: u64) -> Key {
    Key::number(number)
}

fn reverse(number: u64) -> Key {
    Key::number(number).reversed()
}

#[test]
fn a_million_keys_fill_as_many_leaves_as_calculated() {
    let first = 1..=1_000_000;
    let second = 1_000_001..=2_000_000;
    type Case = (&'static str, fn(u64) -> Key, std::ops::RangeInclusive<u64>, u32, f64, f64);
    let cases: [Case; 7] = [
        ("normal", normal, first.clone(), 2, 1_999.0, 1.0),
        ("normal, second range", normal, second.clone(), 2, 2_128.0, 1.0),
        ("normal, 100 ITLs", normal, first.clone(), 100, 2_832.0, 1.0),
        ("normal, 169 ITLs", normal, first.clone(), 169, 4_014.0, 1.0),
        ("reverse", reverse, first, 2, 2_994.0, 0.67),
        ("reverse, second range", reverse, second.clone(), 2, 3_392.0, 0.63),
        ("reverse, second range, 100 ITLs", reverse, second, 100, 4_072.0, 0.74),
    ];
    for (name, key, range, initrans, leaves, fill) in cases {
        let options = IndexOptions { initrans, ..Default::default() };
        let tree = load(options, range.map(key));
        let got = tree.statistics;
        assert!((got.leaves as f64 / leaves - 1.0).abs() < 0.05, "{name}: {got:?}");
        assert!((tree.fill() / fill - 1.0).abs() < 0.05, "{name}: fill {}", tree.fill());
        let middle_splits = got.leaf_node_splits - got.leaf_node_90_10_splits;
        if key(12) == normal(12) {
            assert_eq!(middle_splits, 0, "{name}");
        } else {
            // The largest key of all may come last and just then find its leaf full.
            assert!(got.leaf_node_90_10_splits <= 2, "{name}: {got:?}");
        }
        assert_eq!((got.leaf_node_splits, got.height), (got.leaves - 1, 3), "{name}");
    }
}

#[test]
fn ten_thousand_unique_keys_fill_18_leaves() {
    let options = IndexOptions { unique: true, ..Default::default() };
    let tree = load(options, (1..=10_000).map(normal));
    assert_eq!(tree.statistics.leaves, 18);
}

#[test]
fn leaves_of_random_keys_are_70_to_75_per_cent_full() {
    let mut keys: Vec<u64> = (1..=1_000_000).collect();
    keys.sort_by_key(|key| crate::segment::partition::hash(*key));
    let tree = load(IndexOptions::default(), keys.into_iter().map(normal));
    assert!((0.68..0.75).contains(&tree.fill()), "fill {}", tree.fill());
}

#[test]
fn each_prefix_of_a_scalable_sequence_has_a_right_edge_of_its_own() {
    let prefixed = |n: u64| normal((101_000 + n % 100) * 100_000_000 + n);
    let tree = load(IndexOptions::default(), (1..=100_000).map(prefixed));
    let edges: std::collections::BTreeSet<_> =
        (100_001..=100_100).map(|n| tree.descend(prefixed(n)).leaf).collect();
    assert!(edges.len() >= 95, "{} hot leaves for 100 prefixes", edges.len());
    let split = tree.statistics;
    assert!(split.leaf_node_90_10_splits * 20 < split.leaf_node_splits, "{split:?}");
}

#[test]
fn the_first_reversed_keys_stop_sharing_a_leaf_as_measured() {
    let options = IndexOptions { unique: true, ..Default::default() };
    let mut tree = BTree::new(options, BASE);
    let parted = (1..10_000).find(|number| {
        insert(&mut tree, reverse(*number));
        tree.descend(reverse(1)).leaf != tree.descend(reverse(11)).leaf && *number > 10
    });
    let leaves: Vec<_> = (1..=11).map(|n| tree.descend(reverse(n)).leaf).collect();
    assert!(parted.is_some_and(|row| row.abs_diff(4_906) <= 10), "{parted:?}");
    assert!(leaves[..5].iter().all(|leaf| *leaf == leaves[0]), "{leaves:?}");
    assert!(leaves[5..].iter().all(|leaf| *leaf == leaves[5]), "{leaves:?}");
}

#[test]
fn consecutive_reversed_keys_hit_more_leaves_as_the_index_grows() {
    let mut tree = BTree::new(IndexOptions::default(), BASE);
    for (rows, hot) in [(1_000, 1..=3), (10_000, 25..=31), (100_000, 95..=100)] {
        for number in tree.statistics.rows + 1..=rows {
            insert(&mut tree, reverse(number));
        }
        let mut leaves: Vec<_> =
            (rows + 1..=rows + 100).map(|number| tree.descend(reverse(number)).leaf).collect();
        leaves.sort();
        leaves.dedup();
        assert!(hot.contains(&leaves.len()), "{rows} rows: {} leaves", leaves.len());
    }
}

#[test]
fn a_key_below_the_maximum_splits_the_rightmost_leaf_in_halves() {
    let mut tree = load(IndexOptions::default(), (1..=499).map(|n| normal(20_001 + 2 * n)));
    let leaf = tree.descend(normal(20_998)).leaf;
    let split = tree.split(leaf, normal(20_998)).unwrap();
    assert_eq!((split.kind, split.left), (SplitKind::FiftyFifty, BlockId(1)));
    assert_eq!((split.target, split.new_blocks), (split.right, 2));
    assert!(!tree.covers(leaf, normal(20_998)), "the root is a branch now");
    assert!(tree.split(leaf, normal(20_998)).is_none(), "the session must descend again");
}

#[test]
fn a_list_of_transactions_grows_on_demand_and_spreads_with_the_entries() {
    let mut tree = BTree::new(IndexOptions::default(), BASE);
    let xid = |number| Xid(std::num::NonZeroU32::new(number).unwrap());
    for number in 1..=5_000 {
        let (key, xid) = (normal(20_000 + number), xid(1 + number as u32 % 100));
        let mut leaf = tree.descend(key).leaf;
        let mut slot = tree.itl_slot(leaf, xid, |_| true);
        if !tree.leaf_fits(leaf, key, slot == ItlSlot::Grow) {
            tree.start_split(leaf, xid);
            assert_eq!(tree.splitter(leaf), Some(xid));
            leaf = tree.split(leaf, key).unwrap().target;
            slot = tree.itl_slot(leaf, xid, |_| true);
        }
        assert_eq!(tree.splitter(leaf), None);
        tree.take_itl_slot(leaf, xid, slot);
        tree.insert_into(leaf, key);
    }
    let counts: Vec<_> = tree.leaves().map(|(_, leaf)| leaf.itl.count()).collect();
    let (last, full) = counts.split_last().unwrap();
    assert!(full.iter().all(|count| *count == 101), "{counts:?}");
    assert!(*last < 101, "a leaf that starts empty starts a list of its own");
    let (first, _) = tree.leaves().next().unwrap();
    let inside = normal(20_001);
    let split = tree.split(first, inside).unwrap();
    assert_eq!(split.kind, SplitKind::FiftyFifty);
    assert_eq!(tree.leaf(split.right).unwrap().itl.count(), 101);
    let rows: Vec<_> = tree.leaves().map(|(_, leaf)| leaf.keys.len()).collect();
    assert!(rows[2..10].iter().all(|rows| (350..=354).contains(rows)), "{rows:?}");
}

#[test]
fn a_range_scan_reads_the_leaves_of_the_range() {
    let tree = load(IndexOptions::default(), (1..=100_000).map(normal));
    let scan: Vec<_> = tree.range_scan(normal(10_001), normal(11_000)).collect();
    assert_eq!(scan.iter().map(|(_, rows)| rows).sum::<usize>(), 1_000);
    assert!((3..=4).contains(&scan.len()), "{scan:?}");
    assert_eq!(tree.descend(normal(10_001)).branches.len(), 1);
    assert_eq!(tree.range_scan(normal(5), normal(5)).collect::<Vec<_>>().len(), 1);
    let equal = load(IndexOptions::default(), (1..=2_000).map(|n| normal(7 + n / 1_999)));
    let scan: Vec<_> = equal.range_scan(normal(7), normal(7)).collect();
    assert_eq!(scan.iter().map(|(_, rows)| rows).sum::<usize>(), 1_998);
}

/// What a tree must hold, whatever was inserted.
fn check(tree: &BTree, keys: &[Key]) {
    let stored: Vec<Key> = tree.leaves().flat_map(|(_, leaf)| leaf.keys.clone()).collect();
    let mut expected = keys.to_vec();
    expected.sort();
    assert_eq!(stored, expected);
    let statistics = tree.statistics;
    assert_eq!(statistics.rows as usize, keys.len());
    assert_eq!(statistics.leaves, 1 + statistics.leaf_node_splits);
    assert_eq!(statistics.leaves as usize, tree.leaves().count());
    assert_eq!(statistics.leaves + statistics.branches, u64::from(tree.blocks()));
    assert!(statistics.leaf_node_90_10_splits <= statistics.leaf_node_splits);
    let mut low = Key::MIN;
    for (block, leaf) in tree.leaves() {
        assert_eq!(leaf.low, low);
        assert!(leaf.keys.iter().all(|key| *key >= leaf.low && *key <= leaf.high));
        let bytes: u32 = leaf.keys.iter().map(|key| tree.entry_bytes(*key)).sum();
        assert_eq!(bytes, leaf.entry_bytes);
        assert!(bytes <= tree.capacity(leaf));
        low = leaf.high;
        assert!(tree.address(block).block > BASE.block);
    }
    assert_eq!(low, Key::MAX);
    for key in keys {
        let path = tree.descend(*key);
        assert!(tree.covers(path.leaf, *key));
        assert_eq!(path.branches.len() as u32 + 1, statistics.height);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn random_inserts_keep_the_tree_in_order(
        numbers in prop::collection::vec(0u64..100_000_000, 1..4_000),
        narrow in any::<bool>(), reversed in any::<bool>(), unique in any::<bool>(),
        block_bytes in prop::sample::select(vec![2048, 8192])
    ) {
        let mut keys: Vec<Key> = numbers
            .iter()
            .map(|number| if narrow { normal(number % 1_000) } else { normal(*number) })
            .map(|key| if reversed { key.reversed() } else { key })
            .collect();
        if unique {
            let mut seen = std::collections::BTreeSet::new();
            keys.retain(|key| seen.insert(*key));
        }
        let options = IndexOptions { unique, initrans: 2, block_bytes };
        let tree = load(options, keys.iter().copied());
        check(&tree, &keys);
        if let (Some(first), Some(last)) = (keys.iter().min(), keys.iter().max()) {
            let rows: usize = tree.range_scan(*first, *last).map(|(_, rows)| rows).sum();
            prop_assert_eq!(rows, keys.len());
        }
    }
}
