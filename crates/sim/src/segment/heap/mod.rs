//! A heap table: blocks of rows, and the search for one with free space.
mod assm;
mod free_lists;

pub use assm::{FORMAT_BATCH, FreeSpace};

use assm::Assm;
use free_lists::FreeLists;

use super::{BlockAddress, BlockId, Extents, Itl, ItlSlot, SpaceManagement, Xid, itl};

/// What may be chosen when a table is created.
#[derive(Clone, Copy, Debug)]
pub struct TableOptions {
    /// INITRANS.
    pub initrans: u32,
    /// PCTFREE: per cent of a block that inserts leave free for updates.
    pub pctfree: u32,
    /// Block size in bytes.
    pub block_bytes: u32,
    /// How free space is found.
    pub space: SpaceManagement,
}

impl Default for TableOptions {
    fn default() -> Self {
        TableOptions {
            initrans: 1,
            pctfree: 10,
            block_bytes: 8192,
            space: SpaceManagement::Automatic,
        }
    }
}

/// Bytes of a block that are for neither rows nor its ITL.
const BLOCK_OVERHEAD: u32 = 74;

/// Where the search for free space has led a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Candidate {
    /// To this block; it may turn out full once it is pinned.
    Block(BlockId),
    /// To a first level bitmap, by index, whose formatted blocks are all full: a batch of its
    /// blocks must be formatted (`enq: FB - contention`).
    Format(usize),
    /// To an empty free list of a group: blocks must be moved to it from the master list.
    Refill {
        /// The group.
        group: u32,
        /// The list within the group.
        list: u32,
    },
    /// To the end of the segment: its high-water mark must be raised (`enq: HW - contention`).
    RaiseHighWaterMark {
        /// Whether this takes a new extent.
        new_extent: bool,
    },
}

#[derive(Clone, Debug)]
struct HeapBlock {
    row_bytes: u32,
    rows: u32,
    itl: Itl,
}

#[derive(Clone, Debug)]
enum Space {
    Automatic(Assm),
    FreeLists(FreeLists),
}

/// A heap table segment. Its data blocks are numbered in file order.
#[derive(Clone, Debug)]
pub struct Heap {
    /// Where its blocks lie.
    pub extents: Extents,
    /// Rows stored.
    pub rows: u64,
    options: TableOptions,
    blocks: Vec<HeapBlock>,
    /// Extents below the high-water mark.
    open_extents: u32,
    space: Space,
}

impl Heap {
    /// An empty table of one extent.
    pub fn new(options: TableOptions, base: BlockAddress) -> Heap {
        let extents = Extents::new(base, options.space);
        let space = match options.space {
            SpaceManagement::Automatic => Space::Automatic(Assm::new(&extents)),
            SpaceManagement::FreeLists { lists, groups } => {
                Space::FreeLists(FreeLists::new(lists, groups))
            }
        };
        let open_extents = u32::from(matches!(space, Space::Automatic(_)));
        let mut heap = Heap { extents, rows: 0, options, blocks: Vec::new(), open_extents, space };
        heap.grow_blocks();
        heap
    }

    /// Adds an extent before it is needed (ALLOCATE EXTENT), beyond the high-water mark.
    pub fn preallocate_extent(&mut self) {
        self.extents.add_extent();
        self.grow_blocks();
    }

    /// Where a session should insert whose last block is full or unknown.
    pub fn candidate(&self, pid: u32) -> Candidate {
        self.candidate_for(pid, (0, 1))
    }

    /// The same for a session of one instance of several on the database: which of how many.
    pub fn candidate_for(&self, pid: u32, share: (usize, usize)) -> Candidate {
        let found = match &self.space {
            Space::Automatic(assm) => assm.candidate(pid, share),
            Space::FreeLists(lists) => lists.candidate(pid),
        };
        found.unwrap_or(Candidate::RaiseHighWaterMark { new_extent: self.raise_needs_extent() })
    }

    /// Whether a row fits into the block, next to one more ITL slot if `itl_growth`, so that
    /// PCTFREE stays free. Any row fits into an empty block.
    pub fn fits(&self, block: BlockId, row_bytes: u32, itl_growth: bool) -> bool {
        let taken = row_bytes + if itl_growth { itl::SLOT_BYTES } else { 0 };
        let free = self.free_bytes(block);
        let reserve = self.options.block_bytes * self.options.pctfree / 100;
        let empty = self.blocks[block.index()].rows == 0;
        free >= taken && (empty || free - taken >= reserve)
    }

    /// Free bytes of a block.
    pub fn free_bytes(&self, block: BlockId) -> u32 {
        let block = &self.blocks[block.index()];
        let slots = block.itl.count() * itl::SLOT_BYTES;
        self.options.block_bytes - BLOCK_OVERHEAD - slots - block.row_bytes
    }

    /// Rows of a block.
    pub fn rows_in(&self, block: BlockId) -> u32 {
        self.blocks[block.index()].rows
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

    /// Gives `xid` the slot that [`Heap::itl_slot`] found, without a wait in between.
    pub fn take_itl_slot(&mut self, block: BlockId, xid: Xid, slot: ItlSlot) {
        self.blocks[block.index()].itl.take(xid, slot);
    }

    /// Adds a row. If the block's free space has changed class by that, tells which one its first
    /// level bitmap should now show: pin the bitmap, then call [`Heap::update_bitmap`].
    ///
    /// Panics if the row does not fit.
    pub fn insert(&mut self, block: BlockId, row_bytes: u32) -> Option<FreeSpace> {
        assert!(self.fits(block, row_bytes, false), "the row does not fit into {block:?}");
        let contents = &mut self.blocks[block.index()];
        contents.row_bytes += row_bytes;
        contents.rows += 1;
        self.rows += 1;
        let Space::Automatic(assm) = &self.space else { return None };
        let space = self.free_space(block);
        (assm.state(block) != space && assm.state(block) != FreeSpace::Full).then_some(space)
    }

    /// Enters the block's free space in its first level bitmap, whose index it returns. A block
    /// marked full stays so.
    ///
    /// Panics if the table has free lists.
    pub fn update_bitmap(&mut self, block: BlockId) -> usize {
        let space = self.free_space(block);
        let bitmap = self.extents.first_level_of(block);
        let Space::Automatic(assm) = &mut self.space else { panic!("a table without bitmaps") };
        if assm.state(block) != FreeSpace::Full {
            assm.set(bitmap, block, space);
        }
        bitmap
    }

    /// Takes a block in which a row did not fit off the search: marks it FULL in its first level
    /// bitmap, or unlinks it from the head of its free list. Tells whether that changed anything
    /// (another session may have done it).
    pub fn mark_full(&mut self, block: BlockId) -> bool {
        match &mut self.space {
            Space::Automatic(assm) => {
                let changed = assm.state(block) != FreeSpace::Full;
                assm.set(self.extents.first_level_of(block), block, FreeSpace::Full);
                changed
            }
            Space::FreeLists(lists) => lists.unlink(block),
        }
    }

    /// Formats the next 16 blocks of a first level bitmap, or what is left of it, and tells how
    /// many; 0 if another session has formatted the last.
    ///
    /// Panics if the table has free lists.
    pub fn format_batch(&mut self, bitmap: usize) -> u32 {
        let Space::Automatic(assm) = &mut self.space else { panic!("a table without bitmaps") };
        assm.format_batch(bitmap)
    }

    /// Moves blocks from the master list to a free list and tells how many; 0 if the master list
    /// is empty by now.
    ///
    /// Panics if the table has bitmaps.
    pub fn refill(&mut self, group: u32, list: u32) -> u32 {
        let Space::FreeLists(lists) = &mut self.space else { panic!("a table without free lists") };
        lists.refill(group, list)
    }

    /// Raises the high-water mark for the session's search, with a new extent if there is none: by
    /// an extent with ASSM, by a batch of blocks for a master list with free lists. Tells how many
    /// extents it added.
    pub fn raise_high_water_mark(&mut self, pid: u32) -> u32 {
        let new_extent = self.raise_needs_extent();
        if new_extent {
            self.extents.add_extent();
            self.grow_blocks();
        }
        match &mut self.space {
            Space::Automatic(assm) => {
                self.open_extents += 1;
                assm.open(&self.extents, self.extents.data_blocks_in(self.open_extents));
            }
            Space::FreeLists(lists) => lists.raise(pid, self.extents.data_blocks()),
        }
        u32::from(new_extent)
    }

    /// Data blocks below the high-water mark.
    pub fn high_water_mark(&self) -> u32 {
        match &self.space {
            Space::Automatic(_) => self.extents.data_blocks_in(self.open_extents),
            Space::FreeLists(lists) => lists.high_water_mark,
        }
    }

    /// Data blocks that a full scan reads: those formatted.
    pub fn full_scan_blocks(&self) -> u32 {
        match &self.space {
            Space::Automatic(assm) => assm.formatted(),
            Space::FreeLists(lists) => lists.high_water_mark,
        }
    }

    /// Blocks that the search may offer: formatted, and not known to be full.
    pub fn free_blocks(&self) -> u32 {
        match &self.space {
            Space::Automatic(assm) => assm.free(),
            Space::FreeLists(lists) => lists.free(),
        }
    }

    /// Where a data block lies.
    pub fn address(&self, block: BlockId) -> BlockAddress {
        self.extents.address(block)
    }

    /// The free list group whose lists the session uses (see [`Extents::free_list_group`] for its
    /// block); 0 without free lists.
    pub fn group_of(&self, pid: u32) -> u32 {
        match self.options.space {
            SpaceManagement::FreeLists { groups, .. } => pid % groups.max(1),
            SpaceManagement::Automatic => 0,
        }
    }

    fn raise_needs_extent(&self) -> bool {
        match &self.space {
            Space::Automatic(_) => self.open_extents == self.extents.count(),
            Space::FreeLists(lists) => lists.high_water_mark == self.extents.data_blocks(),
        }
    }

    fn free_space(&self, block: BlockId) -> FreeSpace {
        let total = self.options.block_bytes - BLOCK_OVERHEAD;
        match self.free_bytes(block) * 4 / total {
            0 => FreeSpace::UpTo25,
            1 => FreeSpace::UpTo50,
            2 => FreeSpace::UpTo75,
            _ => FreeSpace::UpTo100,
        }
    }

    fn grow_blocks(&mut self) {
        let itl = Itl::new(self.options.initrans, false);
        let empty = HeapBlock { row_bytes: 0, rows: 0, itl };
        self.blocks.resize(self.extents.data_blocks() as usize, empty);
    }
}

#[cfg(test)]
mod tests;
