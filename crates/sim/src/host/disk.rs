//! The disk: how long a read of one block takes.

use crate::catalogue::{Event, Kind, levers};
use crate::ledger::Wait;
use crate::session::Session;
use des::Span;
use des::random::Stream;
use std::cell::RefCell;

levers! {
    /// The levers of the disk.
    pub struct DiskLevers("disk.", "Operating system") {
        read_ms: f64 = 3.0, Kind::Number { min: 0.0, max: 1_000.0 }, "ms", "Single-block read",
            "How long the disk takes on average to read one block.";
        read_cv: f64 = 0.8, Kind::Number { min: 0.0, max: 5.0 }, "", "Spread of reads",
            "The standard deviation of a read's time as a share of its mean.";
    }
}

/// A disk that serves every request at once.
pub struct Disk {
    levers: DiskLevers,
    stream: RefCell<Stream>,
}

impl Disk {
    /// A disk whose latencies are drawn from `stream`.
    pub fn new(levers: DiskLevers, stream: Stream) -> Self {
        Self { levers, stream: RefCell::new(stream) }
    }

    /// Reads one block: `db file sequential read`.
    pub async fn read(&self, session: &Session, mut wait: Wait) {
        let DiskLevers { read_ms, read_cv } = self.levers;
        let ms = self.stream.borrow_mut().lognormal(read_ms, read_cv);
        session.settle().await;
        wait.event = Event::DbFileSequentialRead;
        session.wait_for(wait, Span::from_micros_f64(ms * 1_000.0)).await;
    }
}
