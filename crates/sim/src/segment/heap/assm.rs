//! Automatic segment space management: bitmap blocks that show how free the data blocks are.
use super::Candidate;
use crate::segment::{BlockId, Extents};

/// Which instance of how many asks for space.
pub type Share = (usize, usize);

/// Blocks formatted at a time.
pub const FORMAT_BATCH: u32 = 16;

/// What a first level bitmap shows of a block: the class of its free space in per cent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FreeSpace {
    /// Never used and not formatted.
    Unformatted,
    /// A row did not fit.
    Full,
    /// Free space below 25 %.
    UpTo25,
    /// 25 to 50 %.
    UpTo50,
    /// 50 to 75 %.
    UpTo75,
    /// 75 to 100 %.
    UpTo100,
}

/// What the second level bitmap knows of a first level bitmap.
#[derive(Clone, Debug, Default)]
struct Bitmap {
    /// Its blocks that are formatted and not full, in file order.
    free: Vec<BlockId>,
    /// The next block to be formatted.
    next: u32,
    /// The end of its blocks below the high-water mark.
    end: u32,
}

impl Bitmap {
    fn has_space(&self) -> bool {
        !self.free.is_empty() || self.next < self.end
    }
}

#[derive(Clone, Debug)]
pub(super) struct Assm {
    states: Vec<FreeSpace>,
    bitmaps: Vec<Bitmap>,
    /// The bitmaps with space, in file order: those that the second level bitmap offers.
    offered: Vec<usize>,
}

impl Assm {
    pub(super) fn new(extents: &Extents) -> Assm {
        let mut assm = Assm { states: Vec::new(), bitmaps: Vec::new(), offered: Vec::new() };
        assm.open(extents, extents.data_blocks());
        assm
    }

    pub(super) fn state(&self, block: BlockId) -> FreeSpace {
        self.states[block.index()]
    }

    /// The process id chooses the bitmap, then the block where the search in it starts, so that
    /// sessions spread over the blocks. (Oracle's hash of the process id is not published; process
    /// ids are small consecutive numbers.)
    ///
    /// Each of `instances` only gets every so many-th bitmap, so that they keep out of each
    /// other's blocks; Oracle notes the owning instance in the bitmap.
    pub(super) fn candidate(&self, pid: u32, (instance, instances): Share) -> Option<Candidate> {
        let mine = self.offered.iter().filter(|&bitmap| bitmap % instances == instance);
        let choices = match instances {
            1 => self.offered.len(),
            _ => mine.clone().count(),
        } as u32;
        let place = pid.checked_rem(choices)? as usize;
        let bitmap = match instances {
            1 => self.offered[place],
            _ => *mine.clone().nth(place)?,
        };
        let free = &self.bitmaps[bitmap].free;
        let start = (pid / choices).checked_rem(free.len() as u32);
        Some(
            start.map_or(Candidate::Format(bitmap), |start| Candidate::Block(free[start as usize])),
        )
    }

    pub(super) fn set(&mut self, bitmap: usize, block: BlockId, space: FreeSpace) {
        self.states[block.index()] = space;
        if space == FreeSpace::Full {
            let free = &mut self.bitmaps[bitmap].free;
            if let Ok(index) = free.binary_search(&block) {
                free.remove(index);
            }
            self.renew_offer(bitmap);
        }
    }

    pub(super) fn format_batch(&mut self, bitmap: usize) -> u32 {
        let map = &mut self.bitmaps[bitmap];
        let formatted = map.next..map.end.min(map.next + FORMAT_BATCH);
        map.next = formatted.end;
        map.free.extend(formatted.clone().map(BlockId));
        self.states[formatted.start as usize..formatted.end as usize].fill(FreeSpace::UpTo100);
        formatted.len() as u32
    }

    /// Moves the high-water mark to the end of an extent.
    pub(super) fn open(&mut self, extents: &Extents, high_water_mark: u32) {
        self.states.resize(high_water_mark as usize, FreeSpace::Unformatted);
        for (index, first_level) in extents.first_level.iter().enumerate() {
            let blocks = &first_level.blocks;
            if blocks.start >= high_water_mark {
                break;
            }
            if index == self.bitmaps.len() {
                self.bitmaps.push(Bitmap { next: blocks.start, ..Default::default() });
            }
            let end = blocks.end.min(high_water_mark);
            if self.bitmaps[index].end < end {
                self.bitmaps[index].end = end;
                self.renew_offer(index);
            }
        }
    }

    pub(super) fn formatted(&self) -> u32 {
        self.states.iter().filter(|state| **state != FreeSpace::Unformatted).count() as u32
    }

    pub(super) fn free(&self) -> u32 {
        self.offered.iter().map(|bitmap| self.bitmaps[*bitmap].free.len() as u32).sum()
    }

    fn renew_offer(&mut self, bitmap: usize) {
        match (self.offered.binary_search(&bitmap), self.bitmaps[bitmap].has_space()) {
            (Err(position), true) => self.offered.insert(position, bitmap),
            (Ok(position), false) => {
                self.offered.remove(position);
            }
            _ => {}
        }
    }
}
