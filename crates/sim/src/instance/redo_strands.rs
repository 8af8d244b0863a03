//! The log buffer's strands: how far each is filled, asked for and on disk.
//!
//! Sessions are dealt over the strands. A block that leaves for another instance needs the redo of
//! its last change on disk, which is in one strand, and that one is written as far as it is filled.

use crate::host::Pid;
use des::{Handle, Signal};
use std::cell::Cell;

/// A place in the redo of an instance: the strand, and how many bytes of it end there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RedoPlace {
    strand: u32,
    bytes: u64,
}

impl RedoPlace {
    /// How many bytes of its strand end there.
    pub fn bytes(self) -> u64 {
        self.bytes
    }
}

#[derive(Debug, Default)]
struct Strand {
    filled: Cell<u64>,
    asked: Cell<u64>,
    written: Cell<u64>,
}

/// The strands of an instance.
pub struct Strands {
    strands: Vec<Strand>,
    done: Signal,
}

impl Strands {
    /// So many empty strands.
    pub fn new(count: u32, handle: &Handle) -> Self {
        let strands = std::iter::repeat_with(Strand::default).take(count as usize).collect();
        Self { strands, done: Signal::new(handle) }
    }

    fn strand_of(&self, pid: Pid) -> u32 {
        pid.0 % self.strands.len() as u32
    }

    /// A session has put so many bytes into its strand.
    pub fn fill(&self, pid: Pid, bytes: u64) {
        let filled = &self.strands[self.strand_of(pid) as usize].filled;
        filled.set(filled.get() + bytes);
    }

    /// Where the redo of a session ends just now.
    pub fn end(&self, pid: Pid) -> RedoPlace {
        let strand = self.strand_of(pid);
        RedoPlace { strand, bytes: self.strands[strand as usize].filled.get() }
    }

    /// Somebody wants the redo up to `place` on disk.
    pub fn ask(&self, place: RedoPlace) {
        let asked = &self.strands[place.strand as usize].asked;
        asked.set(asked.get().max(place.bytes));
    }

    /// Whether the redo up to `place` is on disk.
    pub fn has_written(&self, place: RedoPlace) -> bool {
        self.strands[place.strand as usize].written.get() >= place.bytes
    }

    /// Whether anybody waits for redo that is not on disk.
    pub fn is_asked(&self) -> bool {
        self.strands.iter().any(|strand| strand.asked.get() > strand.written.get())
    }

    /// Bytes that the log writer takes next, and how far they go in each strand: those asked for,
    /// each to its end, or `all`.
    pub fn take(&self, all: bool) -> (u64, Vec<u64>) {
        let all = all || !self.is_asked();
        let end = |strand: &Strand| match all || strand.asked.get() > strand.written.get() {
            true => strand.filled.get(),
            false => strand.written.get(),
        };
        let ends: Vec<u64> = self.strands.iter().map(end).collect();
        let bytes = ends.iter().zip(&self.strands).map(|(end, s)| end - s.written.get()).sum();
        (bytes, ends)
    }

    /// What [`Strands::take`] gave is on disk.
    pub fn written(&self, ends: &[u64]) {
        self.strands.iter().zip(ends).for_each(|(strand, &end)| strand.written.set(end));
        self.done.notify_all();
    }

    /// Waits until the redo up to `place` is on disk.
    pub async fn wait(&self, place: RedoPlace) {
        while !self.has_written(place) {
            self.done.wait().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use des::Simulation;

    #[test]
    fn a_strand_is_written_whole_and_the_others_stay() {
        let strands = Strands::new(2, &Simulation::new().handle());
        strands.fill(Pid(0), 100);
        let wanted = strands.end(Pid(0));
        strands.fill(Pid(0), 50);
        strands.fill(Pid(1), 70);
        let other = strands.end(Pid(1));
        strands.ask(wanted);
        let (bytes, ends) = strands.take(false);
        assert_eq!((bytes, ends.as_slice()), (150, &[150, 0][..]));
        strands.written(&ends);
        assert!(strands.has_written(strands.end(Pid(2))) && !strands.has_written(other));
        assert_eq!(strands.take(false).0, 70, "nobody asks, so all that is left is written");
    }
}
