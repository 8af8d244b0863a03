//! The log writer: one write at a time takes everything that has been asked for by then.

use crate::catalogue::{Event, Kind, levers};
use crate::ledger::{Ledger, ObjectId, ObjectType, Wait};
use crate::session::Session;
use des::random::Stream;
use des::{Handle, Signal, Span};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

levers! {
    /// The levers of the redo log.
    pub struct LogLevers("log.", "Operating system") {
        write_ms: f64 = 0.9, Kind::Number { min: 0.01, max: 10_000.0 }, "ms", "Log write",
            "How long the log writer takes on average to write redo to disk.";
        write_cv: f64 = 0.3, Kind::Number { min: 0.0, max: 5.0 }, "", "Spread of log writes",
            "The standard deviation of a log write's time as a share of its mean.";
    }
}

/// The redo of one instance and the process that writes it.
pub struct LogWriter {
    levers: LogLevers,
    handle: Handle,
    stream: RefCell<Stream>,
    /// Changes made so far.
    made: Cell<u64>,
    /// Of them, those whose redo is on disk.
    written: Cell<u64>,
    writing: Cell<bool>,
    done: Signal,
    /// The account on which commits are booked, where sessions wait for them.
    object: Cell<Option<ObjectId>>,
}

impl LogWriter {
    /// An empty log whose write times are drawn from `stream`.
    pub fn new(levers: LogLevers, handle: &Handle, stream: Stream) -> Self {
        Self {
            levers,
            handle: handle.clone(),
            stream: RefCell::new(stream),
            made: Cell::new(0),
            written: Cell::new(0),
            writing: Cell::new(false),
            done: Signal::new(handle),
            object: Cell::new(None),
        }
    }

    /// From now on sessions wait for the redo of their commits.
    pub fn open_account(&self, ledger: &Ledger) {
        self.object.set(Some(ledger.register("redo log", ObjectType::Log)));
    }

    /// Whether a write is under way.
    pub fn is_writing(&self) -> bool {
        self.writing.get()
    }

    /// A session commits: `log file sync` until its redo is on disk.
    pub async fn sync(self: &Rc<Self>, session: &Session) {
        let Some(object) = self.object.get() else { return };
        session.settle().await;
        let (log, place) = (self.clone(), self.append());
        let (cpu, pid) = (session.instance.cpu.clone(), session.pid);
        self.handle.spawn("commit", async move {
            log.flush(place).await;
            cpu.post(pid);
        });
        let wait = Wait { event: Event::LogFileSync, object, block: None, holder: None };
        session.wait_until_posted(wait).await;
    }

    /// A change has put its redo into the log buffer, where it ends at the returned place.
    pub fn append(&self) -> u64 {
        self.made.set(self.made.get() + 1);
        self.made.get()
    }

    /// The place of the last redo in the log buffer.
    pub fn end(&self) -> u64 {
        self.made.get()
    }

    /// Whether the redo up to `place` is on disk.
    pub fn has_written(&self, place: u64) -> bool {
        self.written.get() >= place
    }

    /// Waits until the redo up to `place` is on disk; whoever finds no write under way starts one
    /// for all redo there is.
    pub async fn flush(&self, place: u64) {
        while !self.has_written(place) {
            if self.writing.get() {
                self.done.wait().await;
                continue;
            }
            self.writing.set(true);
            let end = self.made.get();
            let LogLevers { write_ms, write_cv } = self.levers;
            let ms = self.stream.borrow_mut().lognormal(write_ms, write_cv);
            self.handle.sleep(Span::from_micros_f64(ms * 1_000.0)).await;
            self.written.set(end);
            self.writing.set(false);
            self.done.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use des::Simulation;
    use des::random::Streams;
    use std::rc::Rc;

    #[test]
    fn those_who_come_during_a_write_share_the_next_one() {
        let mut kernel = Simulation::new();
        let handle = kernel.handle();
        let levers = LogLevers { write_ms: 1.0, write_cv: 0.0 };
        let log = Rc::new(LogWriter::new(levers, &handle, Streams::new(1).stream("log")));
        for start_us in [0, 300, 600] {
            let (log, handle) = (log.clone(), handle.clone());
            kernel.spawn("committer", async move {
                handle.sleep(Span::from_micros(start_us)).await;
                log.flush(log.append()).await;
                let ended = handle.now().as_nanos() / 1_000;
                assert_eq!(ended, if start_us == 0 { 1_000 } else { 2_000 });
            });
        }
        kernel.run();
        assert_eq!(log.end(), 3);
        assert!(log.has_written(3));
    }
}
