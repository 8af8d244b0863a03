//! Sessions that search, format and fill blocks, with both ways to manage space.
use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

const BASE: BlockAddress = BlockAddress { file: 4, block: 512 };

/// Leads a session to a block with room as the search says, and inserts.
fn insert(heap: &mut Heap, pid: u32, row_bytes: u32) -> BlockId {
    loop {
        match heap.candidate(pid) {
            Candidate::Block(block) if heap.fits(block, row_bytes, false) => {
                if heap.insert(block, row_bytes).is_some() {
                    heap.update_bitmap(block);
                }
                return block;
            }
            Candidate::Block(block) => assert!(heap.mark_full(block)),
            Candidate::Format(bitmap) => assert!(heap.format_batch(bitmap) > 0),
            Candidate::Refill { group, list } => assert!(heap.refill(group, list) > 0),
            Candidate::RaiseHighWaterMark { new_extent } => {
                assert_eq!(heap.raise_high_water_mark(pid), u32::from(new_extent));
            }
        }
    }
}

fn blocks_used_by(heap: &Heap, sessions: u32) -> usize {
    let blocks: BTreeSet<_> = (1..=sessions)
        .map(|pid| match heap.candidate(pid) {
            Candidate::Block(block) => block,
            other => panic!("{other:?}"),
        })
        .collect();
    blocks.len()
}

#[test]
fn sessions_spread_over_all_formatted_free_blocks() {
    let mut heap = Heap::new(TableOptions::default(), BASE);
    assert_eq!(heap.candidate(1), Candidate::Format(0));
    assert_eq!((heap.format_batch(0), heap.free_blocks()), (5, 5));
    assert_eq!(blocks_used_by(&heap, 100), 5);
    assert_eq!(blocks_used_by(&heap, 3), 3);
    heap.raise_high_water_mark(1);
    assert_eq!((heap.format_batch(0), heap.free_blocks()), (8, 13));
    assert_eq!(blocks_used_by(&heap, 100), 13);
    for extents in 2..16 {
        heap.raise_high_water_mark(1);
        heap.format_batch(extents / 2);
    }
    assert_eq!(heap.free_blocks(), 118);
    assert_eq!(blocks_used_by(&heap, 100), 100);
}

#[test]
fn a_batch_of_16_blocks_is_formatted_in_each_bitmap_of_a_large_extent() {
    let mut heap = Heap::new(TableOptions::default(), BASE);
    while heap.extents.count() < 17 {
        insert(&mut heap, 1, 1_000);
    }
    let full = heap.full_scan_blocks();
    for pid in 1..=100 {
        insert(&mut heap, pid, 1_000);
    }
    assert_eq!(heap.full_scan_blocks() - full, 16, "one bitmap had a batch before");
    assert_eq!(heap.free_blocks(), 32);
    assert_eq!(heap.high_water_mark(), 118 + 126);
}

#[test]
fn a_hundred_thousand_short_rows_need_about_170_blocks() {
    let mut heap = Heap::new(TableOptions::default(), BASE);
    for row in 0..100_000 {
        insert(&mut heap, row % 100, 12);
    }
    let rows: u64 =
        (0..heap.extents.data_blocks()).map(|b| u64::from(heap.rows_in(BlockId(b)))).sum();
    assert_eq!((heap.rows, rows), (100_000, 100_000));
    assert!((160..=200).contains(&heap.full_scan_blocks()), "{}", heap.full_scan_blocks());
}

#[test]
fn the_bitmap_follows_the_free_space_of_a_block() {
    let mut heap = Heap::new(TableOptions { pctfree: 0, ..Default::default() }, BASE);
    heap.format_batch(0);
    let block = BlockId(0);
    let mut seen = Vec::new();
    while heap.fits(block, 100, false) {
        if let Some(space) = heap.insert(block, 100) {
            seen.push(space);
            assert_eq!(heap.update_bitmap(block), 0);
        }
    }
    assert_eq!(seen, [FreeSpace::UpTo75, FreeSpace::UpTo50, FreeSpace::UpTo25]);
    assert!(heap.mark_full(block));
    assert!(!heap.mark_full(block), "another session was first");
    assert_eq!(heap.free_blocks(), 4);
}

#[test]
fn one_free_list_sends_all_sessions_to_one_block_and_more_lists_spread_them() {
    let table = |lists, groups| {
        let space = SpaceManagement::FreeLists { lists, groups };
        let mut heap = Heap::new(TableOptions { space, ..Default::default() }, BASE);
        (0..100).for_each(|pid| {
            insert(&mut heap, pid, 20);
        });
        heap
    };
    let one = table(1, 1);
    assert_eq!((blocks_used_by(&one, 100), one.high_water_mark()), (1, 5));
    let eight = table(8, 1);
    assert_eq!(blocks_used_by(&eight, 100), 8);
    assert_eq!(blocks_used_by(&table(4, 3), 100), 12);
    let space = SpaceManagement::FreeLists { lists: 4, groups: 1 };
    let mut four = Heap::new(TableOptions { space, ..Default::default() }, BASE);
    (0..5).for_each(|_| four.preallocate_extent());
    assert_eq!(four.candidate(9), Candidate::RaiseHighWaterMark { new_extent: false });
    four.raise_high_water_mark(9);
    assert_eq!(four.high_water_mark(), 5 * (4 + 1));
    assert_eq!(four.candidate(9), Candidate::Refill { group: 0, list: 1 });
}

#[test]
fn itl_slots_may_use_what_pctfree_reserves() {
    let mut heap = Heap::new(TableOptions::default(), BASE);
    heap.format_batch(0);
    let (block, xid) = (BlockId(0), |n| Xid(std::num::NonZeroU32::new(n).unwrap()));
    while heap.fits(block, 100, false) {
        heap.insert(block, 100);
    }
    for number in 1..=20 {
        let slot = heap.itl_slot(block, xid(number), |_| true);
        heap.take_itl_slot(block, xid(number), slot);
    }
    assert_eq!(heap.itl(block).count(), 20);
    let options = TableOptions { pctfree: 0, ..Default::default() };
    let mut heap = Heap::new(options, BASE);
    heap.format_batch(0);
    while heap.fits(block, 20, false) {
        heap.insert(block, 20);
    }
    heap.take_itl_slot(block, xid(1), ItlSlot::Free(0));
    assert_eq!(heap.itl_slot(block, xid(2), |_| true), ItlSlot::NoSpace);
}

proptest! {
    #[test]
    fn rows_and_bytes_add_up(
        inserts in prop::collection::vec((0u32..120, 3u32..3_000), 1..1_500),
        pctfree in 0u32..50, initrans in 1u32..20,
        lists in 0u32..10, groups in 1u32..4,
    ) {
        let space = if lists == 0 {
            SpaceManagement::Automatic
        } else {
            SpaceManagement::FreeLists { lists, groups }
        };
        let options = TableOptions { pctfree, initrans, space, ..Default::default() };
        let mut heap = Heap::new(options, BASE);
        let mut expected = 0;
        for (pid, row_bytes) in &inserts {
            let block = insert(&mut heap, *pid, *row_bytes);
            prop_assert!(block.0 < heap.high_water_mark());
            expected += row_bytes;
        }
        let stored: u32 = heap.blocks.iter().map(|block| block.row_bytes).sum();
        let rows: u32 = heap.blocks.iter().map(|block| block.rows).sum();
        prop_assert_eq!((stored, rows as usize), (expected, inserts.len()));
        prop_assert_eq!(heap.rows as usize, inserts.len());
        prop_assert!(heap.full_scan_blocks() <= heap.high_water_mark());
        prop_assert!(heap.high_water_mark() <= heap.extents.data_blocks());
    }
}
