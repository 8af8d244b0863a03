//! The disk: a queue in front of a number of requests that it serves at the same time.

use crate::catalogue::{Kind, levers};
use des::random::Stream;
use des::{Instant, Span};
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

levers! {
    /// The levers of the disk.
    pub struct DiskLevers("disk.", "Operating system") {
        read_ms: f64 = 3.0, Kind::Number { min: 0.0, max: 1_000.0 }, "ms", "Single-block read",
            "How long the disk takes on average to read one block, once it begins.";
        write_ms: f64 = 3.0, Kind::Number { min: 0.0, max: 1_000.0 }, "ms", "Single-block write",
            "How long the disk takes on average to write one block, once it begins.";
        read_cv: f64 = 0.8, Kind::Number { min: 0.0, max: 5.0 }, "", "Spread of disk times",
            "The standard deviation of a request's time as a share of its mean.";
        parallel: u32 = 112, Kind::Integer { min: 1, max: 4_096 }, "requests", "Parallel requests",
            "How many requests the disk serves at the same time; others queue.";
        open_reads: u32 = 12, Kind::Integer { min: 0, max: 10_000 }, "reads", "File open",
            "How many single reads, one after the other, opening a data file costs a session.";
    }
}

/// A disk that serves a number of requests at once, in the order of their arrival.
pub struct Disk {
    /// Its levers.
    pub levers: DiskLevers,
    stream: RefCell<Stream>,
    /// When each of the parallel servers is free again.
    free_at: RefCell<BinaryHeap<Reverse<Instant>>>,
}

impl Disk {
    /// An idle disk whose latencies are drawn from `stream`.
    pub fn new(levers: DiskLevers, stream: Stream) -> Self {
        let free_at = (0..levers.parallel).map(|_| Reverse(Instant::ZERO)).collect();
        Self { levers, stream: RefCell::new(stream), free_at: RefCell::new(free_at) }
    }

    /// How long a read that is asked for now takes, its time in the queue included.
    pub fn read(&self, now: Instant) -> Span {
        self.request(now, self.levers.read_ms)
    }

    /// How long it takes until the last of `blocks` blocks that are written together is on disk.
    pub fn write(&self, now: Instant, blocks: usize) -> Span {
        let spans = (0..blocks).map(|_| self.request(now, self.levers.write_ms));
        spans.max().unwrap_or_default()
    }

    fn request(&self, now: Instant, mean_ms: f64) -> Span {
        let ms = self.stream.borrow_mut().lognormal(mean_ms, self.levers.read_cv);
        let mut free_at = self.free_at.borrow_mut();
        let mut server = free_at.peek_mut().expect("a disk serves at least one request");
        server.0 = server.0.max(now) + Span::from_micros_f64(ms * 1_000.0);
        server.0 - now
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use des::random::Streams;

    #[test]
    fn requests_beyond_the_parallel_ones_queue() {
        let levers = DiskLevers { read_ms: 1.0, read_cv: 0.0, parallel: 2, ..Default::default() };
        let disk = Disk::new(levers, Streams::new(1).stream("disk"));
        let spans: Vec<_> = (0..5).map(|_| disk.read(Instant::ZERO).as_nanos()).collect();
        assert_eq!(spans, [1_000_000, 1_000_000, 2_000_000, 2_000_000, 3_000_000]);
    }
}
