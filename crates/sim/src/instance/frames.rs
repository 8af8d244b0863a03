//! The buffers of the cache as plain data: which block is where, which are dirty, which goes next.
//!
//! Replacement is a clock with a second chance, which comes close to Oracle's touch counts: the
//! hand passes buffers used since its last round, puts dirty ones on the write list, and takes the
//! first that is clean.

use std::collections::VecDeque;

/// Where a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Residence {
    /// Nowhere: nobody has used it, so there is nothing to read.
    New,
    /// On disk only.
    OnDisk,
    /// On its way from disk into a buffer.
    Reading,
    /// In a buffer.
    Current,
    /// In a buffer that is being written to disk.
    Writing,
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    object: u32,
    block: u32,
    pins: u32,
    touched: bool,
    residence: Residence,
    dirty: bool,
    listed: bool,
    /// The log that held the first change since the block was last written.
    log: u32,
    /// Distinguishes the present dirtiness from earlier ones in the queues.
    stamp: u32,
}

/// A buffer, by number.
pub type FrameId = u32;

/// The buffers of a cache.
pub struct Frames {
    frames: Vec<Frame>,
    capacity: usize,
    hand: usize,
    dirty: usize,
    /// By object and block: [`NOWHERE`], [`ON_DISK`] or the number of the buffer plus two.
    places: Vec<Vec<u32>>,
    /// Dirty buffers in the order of their first change.
    checkpoint: VecDeque<(FrameId, u32)>,
    /// Dirty buffers that the hand has met.
    write_list: VecDeque<(FrameId, u32)>,
}

const NOWHERE: u32 = 0;
const ON_DISK: u32 = 1;
const FIRST: u32 = 2;

impl Frames {
    /// Free buffers.
    pub fn new(capacity: usize) -> Self {
        let (frames, places, checkpoint, write_list) = Default::default();
        Self { frames, capacity, hand: 0, dirty: 0, places, checkpoint, write_list }
    }

    /// Puts the blocks of a segment that exists already on disk, the first of them into free
    /// buffers too: whoever formats a large segment recycles the last buffers that were free.
    pub fn load(&mut self, object: u32, blocks: u32) {
        for block in 0..blocks {
            *self.place(object, block) = ON_DISK;
            if self.frames.len() < self.capacity {
                self.frames.push(Frame::new(object, block, Residence::Current));
                *self.place(object, block) = self.frames.len() as u32 - 1 + FIRST;
            }
        }
        // The buffers filled last are the ones that are recycled.
        self.hand = self.capacity * 3 / 4;
    }

    fn place(&mut self, object: u32, block: u32) -> &mut u32 {
        let (object, block) = (object as usize, block as usize);
        if object >= self.places.len() {
            self.places.resize_with(object + 1, Vec::new);
        }
        let blocks = &mut self.places[object];
        if block >= blocks.len() {
            blocks.resize((block + 1).next_power_of_two(), NOWHERE);
        }
        &mut blocks[block]
    }

    #[inline]
    fn frame(&mut self, object: u32, block: u32) -> Option<&mut Frame> {
        let place = *self.places.get(object as usize)?.get(block as usize)?;
        (place >= FIRST).then(|| &mut self.frames[(place - FIRST) as usize])
    }

    /// Uses a block: tells where it is, and gives its buffer a second chance.
    #[inline]
    pub fn touch(&mut self, object: u32, block: u32) -> Residence {
        let blocks = self.places.get(object as usize);
        match blocks.and_then(|blocks| blocks.get(block as usize)) {
            None | Some(&NOWHERE) => Residence::New,
            Some(&ON_DISK) => Residence::OnDisk,
            Some(place) => {
                let frame = &mut self.frames[(place - FIRST) as usize];
                frame.touched = true;
                frame.residence
            }
        }
    }

    /// Keeps the block in its buffer until [`Frames::unpin`].
    #[inline]
    pub fn pin(&mut self, object: u32, block: u32) {
        if let Some(frame) = self.frame(object, block) {
            frame.pins += 1;
        }
    }

    /// Ends what [`Frames::pin`] began.
    #[inline]
    pub fn unpin(&mut self, object: u32, block: u32) {
        if let Some(frame) = self.frame(object, block) {
            frame.pins -= 1;
        }
    }

    /// Finds a buffer for a block that is about to be read or made; tells how many buffers the
    /// hand has put on the write list on its way, or that there is none to be had just now.
    pub fn claim(&mut self, object: u32, block: u32, scan: usize) -> Result<(), usize> {
        let frame = Frame::new(object, block, Residence::Reading);
        let id = if self.frames.len() < self.capacity {
            self.frames.push(frame);
            self.frames.len() - 1
        } else {
            let id = self.victim(scan)?;
            let old = self.frames[id];
            *self.place(old.object, old.block) = ON_DISK;
            self.frames[id] = Frame { stamp: old.stamp + 1, ..frame };
            id
        };
        *self.place(object, block) = id as u32 + FIRST;
        Ok(())
    }

    fn victim(&mut self, scan: usize) -> Result<usize, usize> {
        let mut listed = 0;
        for _ in 0..scan {
            let id = self.hand;
            self.hand = (self.hand + 1) % self.capacity;
            let frame = &mut self.frames[id];
            if frame.pins > 0 || frame.residence != Residence::Current {
                continue;
            }
            if std::mem::take(&mut frame.touched) {
                continue;
            }
            if !frame.dirty {
                return Ok(id);
            }
            if !std::mem::replace(&mut frame.listed, true) {
                self.write_list.push_back((id as u32, frame.stamp));
                listed += 1;
            }
        }
        Err(listed)
    }

    /// The block has arrived in its buffer.
    pub fn arrived(&mut self, object: u32, block: u32) {
        if let Some(frame) = self.frame(object, block) {
            frame.residence = Residence::Current;
            frame.touched = true;
        }
    }

    /// The block has been changed under the redo log `log`.
    #[inline]
    pub fn change(&mut self, object: u32, block: u32, log: u32) {
        let Some(frame) = self.frame(object, block).filter(|frame| !frame.dirty) else { return };
        frame.dirty = true;
        frame.log = log;
        frame.stamp += 1;
        let stamp = frame.stamp;
        let id = self.places[object as usize][block as usize] - FIRST;
        self.checkpoint.push_back((id, stamp));
        self.dirty += 1;
    }

    fn is_present(&self, (id, stamp): (FrameId, u32)) -> bool {
        let frame = &self.frames[id as usize];
        frame.dirty && frame.stamp == stamp
    }

    /// The log of the oldest change that is not on disk.
    pub fn oldest_log(&mut self) -> Option<u32> {
        while let Some(&entry) = self.checkpoint.front() {
            if self.is_present(entry) {
                return Some(self.frames[entry.0 as usize].log);
            }
            self.checkpoint.pop_front();
        }
        None
    }

    /// Dirty buffers.
    pub fn dirty(&self) -> usize {
        self.dirty
    }

    /// How many buffers there are.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Dirty buffers on the write list, some of which may have been written since.
    pub fn listed(&self) -> usize {
        self.write_list.len()
    }

    /// Takes up to `limit` dirty buffers to be written: those of the write list, then those with
    /// changes in logs up to `upto`. Of the latter, and of a buffer that somebody uses just now,
    /// a copy is written: its user may itself wait for the log that the write sets free.
    pub fn take_batch(&mut self, limit: usize, upto: Option<u32>) -> Vec<FrameId> {
        let mut batch = Vec::new();
        while batch.len() < limit
            && let Some(entry) = self.write_list.pop_front()
        {
            self.take(entry, true, &mut batch);
        }
        while batch.len() < limit && self.oldest_log().is_some_and(|log| Some(log) <= upto) {
            let Some(entry) = self.checkpoint.pop_front() else { break };
            self.take(entry, false, &mut batch);
        }
        batch
    }

    fn take(&mut self, entry: (FrameId, u32), to_replace: bool, batch: &mut Vec<FrameId>) {
        if !self.is_present(entry) {
            return;
        }
        let frame = &mut self.frames[entry.0 as usize];
        (frame.dirty, frame.listed) = (false, false);
        if to_replace && frame.pins == 0 {
            frame.residence = Residence::Writing;
        }
        self.dirty -= 1;
        batch.push(entry.0);
    }

    /// The buffers of a batch are on disk; names their objects.
    pub fn written(&mut self, batch: &[FrameId]) -> Vec<u32> {
        let mut objects = Vec::with_capacity(batch.len());
        for &id in batch {
            let frame = &mut self.frames[id as usize];
            if frame.residence == Residence::Writing {
                frame.residence = Residence::Current;
            }
            objects.push(frame.object);
        }
        objects
    }
}

impl Frame {
    fn new(object: u32, block: u32, residence: Residence) -> Self {
        let (pins, touched, dirty, listed) = (0, false, false, false);
        Self { object, block, pins, touched, residence, dirty, listed, log: 0, stamp: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill(frames: &mut Frames, blocks: std::ops::Range<u32>) {
        for block in blocks {
            frames.claim(1, block, 10).expect("a clean buffer");
            frames.arrived(1, block);
        }
    }

    #[test]
    fn the_block_used_last_stays_and_the_other_goes() {
        let mut frames = Frames::new(2);
        assert_eq!(frames.touch(1, 0), Residence::New);
        fill(&mut frames, 0..2);
        frames.claim(1, 2, 10).unwrap();
        assert_eq!(frames.touch(1, 2), Residence::Reading);
        frames.arrived(1, 2);
        assert_eq!(frames.touch(1, 0), Residence::OnDisk, "both had been used, so the hand won");
        assert_eq!(frames.touch(1, 1), Residence::Current);
    }

    #[test]
    fn dirty_and_pinned_buffers_are_not_replaced() {
        let mut frames = Frames::new(2);
        fill(&mut frames, 0..2);
        frames.change(1, 0, 7);
        frames.pin(1, 1);
        assert_eq!(frames.claim(1, 2, 10), Err(1), "the dirty one goes on the write list");
        assert_eq!((frames.dirty(), frames.listed(), frames.oldest_log()), (1, 1, Some(7)));
        let batch = frames.take_batch(10, None);
        assert_eq!(frames.touch(1, 0), Residence::Writing);
        assert_eq!(frames.claim(1, 2, 10), Err(0));
        assert_eq!(frames.written(&batch), [1]);
        assert_eq!((frames.dirty(), frames.oldest_log()), (0, None));
        assert_eq!(frames.claim(1, 2, 10), Ok(()));
    }

    #[test]
    fn a_checkpoint_takes_old_changes_only() {
        let mut frames = Frames::new(4);
        fill(&mut frames, 0..3);
        frames.change(1, 2, 1);
        frames.change(1, 0, 2);
        assert_eq!(frames.take_batch(10, Some(1)).len(), 1);
        assert_eq!(frames.oldest_log(), Some(2));
    }

    #[test]
    fn the_first_blocks_of_a_loaded_segment_are_cached() {
        let mut frames = Frames::new(3);
        frames.load(4, 5);
        let places: Vec<_> = (0..5).map(|block| frames.touch(4, block)).collect();
        assert_eq!(places[..3], [Residence::Current; 3]);
        assert_eq!(places[3..], [Residence::OnDisk; 2]);
    }
}
