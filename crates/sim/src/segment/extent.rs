//! Extents: where a segment's blocks lie in its data file, and which of them manage its space.

/// A data block of a segment, numbered in the order of allocation from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockId(pub u32);

impl BlockId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A block of a data file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockAddress {
    /// Absolute file number (P1 of `buffer busy waits`).
    pub file: u32,
    /// Block number in the file (P2).
    pub block: u32,
}

/// Class of a block as `v$waitstat` has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BlockClass {
    /// Rows or index entries.
    DataBlock,
    /// The header of a segment.
    SegmentHeader,
    /// The header of a free list group of its own.
    FreeList,
    /// ASSM bitmap with the free space of blocks.
    FirstLevelBitmap,
    /// ASSM bitmap of first level bitmaps.
    SecondLevelBitmap,
    /// The header of an undo segment, with its transaction table.
    UndoHeader,
    /// Undo records.
    UndoBlock,
}

impl BlockClass {
    /// The name in `v$waitstat`.
    pub fn name(self) -> &'static str {
        match self {
            BlockClass::DataBlock => "data block",
            BlockClass::SegmentHeader => "segment header",
            BlockClass::FreeList => "free list",
            BlockClass::FirstLevelBitmap => "1st level bmb",
            BlockClass::SecondLevelBitmap => "2nd level bmb",
            BlockClass::UndoHeader => "undo header",
            BlockClass::UndoBlock => "undo block",
        }
    }

    /// The class number, P3 of `buffer busy waits`.
    pub fn number(self) -> u32 {
        match self {
            BlockClass::DataBlock => 1,
            BlockClass::SegmentHeader => 4,
            BlockClass::FreeList => 6,
            BlockClass::FirstLevelBitmap => 8,
            BlockClass::SecondLevelBitmap => 9,
            BlockClass::UndoHeader => 17,
            BlockClass::UndoBlock => 18,
        }
    }
}

/// A first level bitmap block and the data blocks it maps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstLevel {
    /// Blocks from the start of the segment.
    pub offset: u32,
    /// The data blocks that it maps, by number.
    pub blocks: std::ops::Range<u32>,
}

/// How a segment finds free space, which decides what blocks beside data blocks it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpaceManagement {
    /// ASSM. The first extent starts with a first level bitmap, the second level bitmap and the
    /// segment header; others start with the first level bitmaps they need.
    Automatic,
    /// Free lists. The first extent starts with the segment header, and a block for each free list
    /// group if there are several.
    FreeLists {
        /// FREELISTS: lists in each group.
        lists: u32,
        /// FREELIST GROUPS.
        groups: u32,
    },
}

/// The extents of one segment, sized as AUTOALLOCATE sizes them: 8 blocks sixteen times, then 128
/// up to 64 MB, then 1024 (of 8 KB). They occupy one run of block numbers from a base.
#[derive(Clone, Debug)]
pub struct Extents {
    /// How free space is found.
    pub management: SpaceManagement,
    base: BlockAddress,
    blocks: u32,
    data_offsets: Vec<u32>,
    /// For each extent, the number of data blocks up to its end.
    ends: Vec<u32>,
    /// The first level bitmap blocks, in file order; none with free lists.
    pub first_level: Vec<FirstLevel>,
}

/// Offsets of the two other blocks which manage the space of an ASSM segment.
const SECOND_LEVEL_OFFSET: u32 = 1;
const HEADER_OFFSET: u32 = 2;

impl Extents {
    /// A segment of one extent that starts at `base`.
    pub fn new(base: BlockAddress, management: SpaceManagement) -> Extents {
        let mut extents = Extents {
            management,
            base,
            blocks: 0,
            data_offsets: Vec::new(),
            ends: Vec::new(),
            first_level: Vec::new(),
        };
        extents.add_extent();
        extents
    }

    /// Adds the next extent and tells how many blocks it has.
    pub fn add_extent(&mut self) -> u32 {
        let (size, mapped) = match self.ends.len() {
            0..16 => (8, 16),
            16..79 => (128, 64),
            _ => (1024, 256),
        };
        let (start, end) = (self.blocks, self.blocks + size);
        match self.management {
            SpaceManagement::FreeLists { groups, .. } => {
                let header_blocks = if groups > 1 { 1 + groups } else { 1 };
                let first = if self.ends.is_empty() { header_blocks.min(size - 1) } else { start };
                self.data_offsets.extend(first..end);
            }
            // An extent of 8 blocks shares the bitmap block of the one before it.
            SpaceManagement::Automatic if size < mapped && self.ends.len() % 2 == 1 => {
                self.map(start, end);
            }
            SpaceManagement::Automatic => {
                let bitmaps = (size / mapped).max(1);
                let first = if start == 0 { HEADER_OFFSET + 1 } else { start + bitmaps };
                for bitmap in 0..bitmaps {
                    let data = self.data_offsets.len() as u32;
                    self.first_level
                        .push(FirstLevel { offset: start + bitmap, blocks: data..data });
                    let from = start + bitmap * mapped;
                    self.map(from.max(first), (from + mapped).min(end));
                }
            }
        }
        self.blocks = end;
        self.ends.push(self.data_offsets.len() as u32);
        size
    }

    /// Makes blocks data blocks that the last bitmap maps.
    fn map(&mut self, from: u32, to: u32) {
        self.data_offsets.extend(from..to);
        let bitmap = self.first_level.last_mut().expect("a segment starts with a bitmap");
        bitmap.blocks.end = self.data_offsets.len() as u32;
    }

    /// Number of extents.
    pub fn count(&self) -> u32 {
        self.ends.len() as u32
    }

    /// Number of data blocks in the first `extents` extents.
    pub fn data_blocks_in(&self, extents: u32) -> u32 {
        self.ends[extents as usize - 1]
    }

    /// Number of blocks of every class.
    pub fn blocks(&self) -> u32 {
        self.blocks
    }

    /// Number of data blocks, used or not.
    pub fn data_blocks(&self) -> u32 {
        self.data_offsets.len() as u32
    }

    /// Where a data block lies.
    pub fn address(&self, block: BlockId) -> BlockAddress {
        self.at(self.data_offsets[block.index()])
    }

    /// Where the segment header lies.
    pub fn header(&self) -> BlockAddress {
        match self.management {
            SpaceManagement::Automatic => self.at(HEADER_OFFSET),
            SpaceManagement::FreeLists { .. } => self.at(0),
        }
    }

    /// Where the lists of a free list group are: a block of its own, or the segment header if
    /// there is one group only.
    pub fn free_list_group(&self, group: u32) -> (BlockAddress, BlockClass) {
        match self.management {
            SpaceManagement::FreeLists { groups, .. } if groups > 1 => {
                (self.at(1 + group), BlockClass::FreeList)
            }
            _ => (self.header(), BlockClass::SegmentHeader),
        }
    }

    /// Where the second level bitmap lies.
    pub fn second_level(&self) -> BlockAddress {
        self.at(SECOND_LEVEL_OFFSET)
    }

    /// Where the first level bitmap with this index lies.
    pub fn first_level(&self, bitmap: usize) -> BlockAddress {
        self.at(self.first_level[bitmap].offset)
    }

    /// The index of the first level bitmap that maps a data block.
    pub fn first_level_of(&self, block: BlockId) -> usize {
        self.first_level.partition_point(|bitmap| bitmap.blocks.end <= block.0)
    }

    fn at(&self, offset: u32) -> BlockAddress {
        BlockAddress { file: self.base.file, block: self.base.block + offset }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extents_grow_and_keep_blocks_for_their_bitmaps() {
        let base = BlockAddress { file: 7, block: 1000 };
        let mut extents = Extents::new(base, SpaceManagement::Automatic);
        assert_eq!(extents.data_blocks(), 5);
        assert_eq!(extents.header(), BlockAddress { file: 7, block: 1002 });
        assert_eq!(extents.address(BlockId(0)).block, 1003);
        assert_eq!(extents.add_extent(), 8);
        assert_eq!(extents.data_blocks(), 13);
        assert_eq!(extents.first_level[0].blocks, 0..13);
        for _ in 2..16 {
            assert_eq!(extents.add_extent(), 8);
        }
        assert_eq!((extents.blocks(), extents.data_blocks()), (128, 128 - 8 - 2));
        assert_eq!(extents.add_extent(), 128);
        assert_eq!(extents.first_level.len(), 10);
        assert_eq!(extents.first_level[8].blocks.len(), 62);
        assert_eq!(extents.first_level[9].blocks.len(), 64);
        for _ in 17..79 {
            assert_eq!(extents.add_extent(), 128);
        }
        assert_eq!(extents.blocks() * 8, 64 * 1024, "64 MB");
        assert_eq!(extents.add_extent(), 1024);
        let total: u32 = extents.first_level.iter().map(|b| b.blocks.len() as u32 + 1).sum();
        assert_eq!(total + 2, extents.blocks());
        for block in 0..extents.data_blocks() {
            let bitmap = &extents.first_level[extents.first_level_of(BlockId(block))];
            assert!(bitmap.blocks.contains(&block));
            assert!(bitmap.offset < extents.address(BlockId(block)).block - 1000);
        }
    }
    #[test]
    fn free_lists_need_a_header_only_and_their_groups_a_block_each() {
        let base = BlockAddress { file: 7, block: 1000 };
        let one = Extents::new(base, SpaceManagement::FreeLists { lists: 4, groups: 1 });
        assert_eq!((one.data_blocks(), one.header().block), (7, 1000));
        assert_eq!(one.free_list_group(0), (one.header(), BlockClass::SegmentHeader));
        let two = Extents::new(base, SpaceManagement::FreeLists { lists: 4, groups: 2 });
        assert_eq!((two.data_blocks(), two.address(BlockId(0)).block), (5, 1003));
        assert_eq!(two.free_list_group(1).0.block, 1002);
    }
}
