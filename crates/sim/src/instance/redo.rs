//! Redo: the log buffer, the log writer, commits in groups, log switches; one an instance.

use super::background::Background;
use super::redo_strands::{RedoPlace, Strands};
use crate::catalogue::{Event, Kind, Statistic, levers};
use crate::host::{Cpu, Pid, State};
use crate::ledger::{Ledger, ObjectId, ObjectType, Wait};
use crate::session::Session;
use des::random::Stream;
use des::{Handle, Span};
use std::cell::{Cell, RefCell};

levers! {
    /// The levers of redo.
    pub struct RedoLevers("redo.", "Redo and undo", needs "workload.kind = inserts") {
        buffer_kb: u64 = 8_192, Kind::Integer { min: 64, max: 1_048_576 }, "KB", "Log buffer",
            "How much redo waits in memory for the log writer at most.", oracle "LOG_BUFFER";
        log_mb: u64 = 50, Kind::Integer { min: 1, max: 1_048_576 }, "MB", "Log file size",
            "How much redo a log file takes before the log writer goes on to the next one.";
        groups: u32 = 3, Kind::Integer { min: 2, max: 64 }, "groups", "Log groups",
            "How many log files there are, used in turn; a log is used again only when every change in it is in the data files.";
        write_ms: f64 = 0.9, Kind::Number { min: 0.0, max: 10_000.0 }, "ms", "Log write",
            "How long the smallest write to the log takes.";
        write_cv: f64 = 0.0, Kind::Number { min: 0.0, max: 5.0 }, "", "Spread of log writes",
            "The standard deviation of a log write's time as a share of its mean.";
        strands: u32 = 1, Kind::Integer { min: 1, max: 1_024 }, "strands", "Redo strands",
            "Over how many parts of the log buffer the sessions are dealt; a block that leaves for another instance has the redo of one of them written.",
            oracle "_log_private_parallelism";
        write_mb_s: f64 = 150.0, Kind::Number { min: 0.1, max: 100_000.0 }, "MB/s",
            "Log throughput", "How fast larger writes to the log go.";
        switch_ms: f64 = 45.0, Kind::Number { min: 0.0, max: 60_000.0 }, "ms", "Log switch",
            "How long the log writer takes to go from one log file to the next.";
        table_bytes: u64 = 250, Kind::Integer { min: 0, max: 100_000 }, "bytes",
            "Redo of a row", "The redo of inserting a row into a table block, undo included.";
        index_bytes: u64 = 400, Kind::Integer { min: 0, max: 100_000 }, "bytes",
            "Redo of an entry", "The redo of inserting an entry into a leaf, undo included.";
        block_bytes: u64 = 8_000, Kind::Integer { min: 0, max: 100_000 }, "bytes",
            "Redo of a split", "The redo of splitting a block in half, undo included.";
    }
}

/// Why sessions cannot write redo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    /// The log writer goes from a full log to the next one.
    Switch,
    /// The next log still holds changes that are not in the data files.
    Checkpoint,
}

/// The redo of an instance.
pub struct Redo {
    /// The account on which waits for the logs are booked.
    pub object: ObjectId,
    /// The levers of redo.
    pub levers: RedoLevers,
    /// The log writer.
    pub writer: Background,
    /// Bytes written to the log buffer so far, and from there to disk.
    generated: Cell<u64>,
    written: Cell<u64>,
    strands: Strands,
    /// Draws how long writes take.
    stream: RefCell<Stream>,
    log: Cell<u32>,
    log_room: Cell<u64>,
    stop: Cell<Option<Stop>>,
    space_waiters: RefCell<Vec<Pid>>,
    /// Commits: the session, and the redo that has to be on disk.
    commits: RefCell<Vec<(Pid, RedoPlace)>>,
}

impl Redo {
    /// Empty logs.
    pub fn new(
        levers: &RedoLevers,
        writer: Pid,
        ledger: &Ledger,
        handle: &Handle,
        stream: Stream,
    ) -> Self {
        Self {
            object: ledger.register("redo log", ObjectType::Log),
            levers: *levers,
            writer: Background::new(writer),
            generated: Cell::new(0),
            written: Cell::new(0),
            strands: Strands::new(levers.strands, handle),
            stream: RefCell::new(stream),
            log: Cell::new(1),
            log_room: Cell::new(levers.log_mb << 20),
            stop: Cell::new(None),
            space_waiters: RefCell::default(),
            commits: RefCell::default(),
        }
    }

    /// The number of the present log.
    pub fn log(&self) -> u32 {
        self.log.get()
    }

    fn unwritten(&self) -> u64 {
        self.generated.get() - self.written.get()
    }

    /// Writes redo into the log buffer, after however long it takes to find space there and in the
    /// log file. The session may hold pins meanwhile, and others wait behind it.
    #[inline]
    pub async fn generate(&self, session: &Session, bytes: u64) {
        if !self.try_generate(session, bytes) {
            Box::pin(self.wait_for_space(session, bytes)).await;
        }
    }

    fn try_generate(&self, session: &Session, bytes: u64) -> bool {
        let fits = self.stop.get().is_none()
            && bytes <= self.log_room.get()
            && self.unwritten() + bytes <= self.levers.buffer_kb << 10;
        if fits {
            let before = self.unwritten();
            self.log_room.set(self.log_room.get() - bytes);
            self.generated.set(self.generated.get() + bytes);
            self.strands.fill(session.pid, bytes);
            session.instance.ledger.count(Statistic::RedoSize, bytes);
            let threshold = ONE_MEGABYTE.min((self.levers.buffer_kb << 10) / 3);
            if before < threshold && before + bytes >= threshold {
                self.writer.ring(session);
            }
        }
        fits
    }

    async fn wait_for_space(&self, session: &Session, bytes: u64) {
        loop {
            session.settle().await;
            if self.try_generate(session, bytes) {
                return;
            }
            if self.stop.get().is_none() && bytes > self.log_room.get() {
                let next_is_free = session.instance.cache.is_written_up_to(self.needed_log());
                self.stop.set(Some(if next_is_free { Stop::Switch } else { Stop::Checkpoint }));
            }
            let event = match self.stop.get() {
                None => Event::LogBufferSpace,
                Some(Stop::Switch) => Event::LogFileSwitchCompletion,
                Some(Stop::Checkpoint) => Event::LogFileSwitchCheckpoint,
            };
            self.writer.ring(session);
            session.settle().await;
            self.space_waiters.borrow_mut().push(session.pid);
            let mut wait = self.wait(event);
            if self.stop.get() == Some(Stop::Checkpoint) {
                wait.holder = Some(session.instance.cache.writer.pid);
            }
            session.wait_until_posted(wait).await;
        }
    }

    /// The log that the next one overwrites: its changes must be in the data files.
    fn needed_log(&self) -> u32 {
        (self.log.get() + 1).saturating_sub(self.levers.groups)
    }

    /// The commit record, and the wait until it is on disk (`log file sync`) if there is one.
    pub async fn commit(&self, session: &Session, wait_for_disk: bool) {
        self.generate(session, COMMIT_BYTES).await;
        if !wait_for_disk {
            return;
        }
        session.settle().await;
        let place = self.end(session.pid);
        if self.has_written(place) {
            // Another commit has taken it to disk while this one was on its way.
            return;
        }
        self.strands.ask(place);
        self.commits.borrow_mut().push((session.pid, place));
        self.writer.ring(session);
        session.settle().await;
        if self.commits.borrow().iter().any(|commit| commit.0 == session.pid) {
            session.wait_until_posted(self.wait(Event::LogFileSync)).await;
        }
    }

    fn wait(&self, event: Event) -> Wait {
        Wait { event, object: self.object, block: None, holder: Some(self.writer.pid) }
    }

    /// Where the redo of a session ends just now.
    pub fn end(&self, pid: Pid) -> RedoPlace {
        self.strands.end(pid)
    }

    /// Whether the redo up to `place` is on disk.
    pub fn has_written(&self, place: RedoPlace) -> bool {
        self.strands.has_written(place)
    }

    /// Has the log writer bring the redo up to `place` to disk, for another background process.
    pub async fn flush(&self, cpu: &Cpu, place: RedoPlace) {
        self.strands.ask(place);
        self.writer.ring_from_outside(cpu);
        self.strands.wait(place).await;
    }

    /// The database writer has written blocks: the next log may be free by now.
    pub(super) fn data_files_advanced(&self, writer: &Session) {
        if self.stop.get() == Some(Stop::Checkpoint) {
            self.writer.ring(writer);
        }
    }

    async fn write_buffer(&self, me: &Session) {
        // A trace line of its last wait may be owed.
        me.settle().await;
        let urgent = self.unwritten() >= ONE_MEGABYTE
            || self.stop.get().is_some()
            || !self.space_waiters.borrow().is_empty();
        let (bytes, ends) = self.strands.take(urgent);
        let transfer_ms = bytes as f64 / (self.levers.write_mb_s * 1_048.576);
        let wait = Wait { holder: None, ..self.wait(Event::LogFileParallelWrite) };
        let RedoLevers { write_ms, write_cv, .. } = self.levers;
        let write_ms = match write_cv {
            0.0 => write_ms,
            _ => self.stream.borrow_mut().lognormal(write_ms, write_cv),
        };
        let span = Span::from_micros_f64((write_ms + transfer_ms) * 1_000.0);
        me.wait_for(wait, span).await;
        self.written.set(self.written.get() + bytes);
        self.strands.written(&ends);
        let done = |commit: &(Pid, RedoPlace)| self.strands.has_written(commit.1);
        // Who is still on its way to sleep finds its commit gone, and need not be posted.
        let sleeps = |commit: &&(Pid, RedoPlace)| me.cpu().state(commit.0) == State::Asleep;
        let mut ready = self.commits.borrow().clone();
        ready.retain(|commit| done(commit) && sleeps(&commit));
        self.commits.borrow_mut().retain(|commit| !done(commit));
        for (pid, _) in ready {
            self.post(me, pid).await;
        }
        if self.stop.get().is_none() {
            self.post_space_waiters(me).await;
        }
    }

    async fn post_space_waiters(&self, me: &Session) {
        for pid in self.space_waiters.take() {
            self.post(me, pid).await;
        }
    }

    async fn post(&self, me: &Session, pid: Pid) {
        me.post(pid);
        me.settle().await;
    }

    /// Goes on to the next log once the data files have caught up with what it holds.
    async fn switch(&self, me: &Session) {
        let cache = &me.instance.cache;
        while !cache.is_written_up_to(self.needed_log()) {
            self.stop.set(Some(Stop::Checkpoint));
            cache.start_checkpoint(me, self.log.get(), true);
            self.writer.rest(me).await;
        }
        self.stop.set(Some(Stop::Switch));
        let wait = Wait { holder: None, ..self.wait(Event::ControlFileParallelWrite) };
        me.settle().await;
        me.wait_for(wait, Span::from_micros_f64(self.levers.switch_ms * 1_000.0)).await;
        let full = self.log.get();
        self.log.set(full + 1);
        self.log_room.set(self.levers.log_mb << 20);
        self.stop.set(None);
        me.instance.ledger.count(Statistic::LogSwitches, 1);
        cache.start_checkpoint(me, full, false);
        self.post_space_waiters(me).await;
    }
}

/// The life of the log writer: it writes when a commit wants it, when a third of the buffer or a
/// megabyte waits, and before a switch.
pub async fn write_logs(me: Session) {
    me.cpu().begin(me.pid).await;
    let redo = &me.instance.redo;
    loop {
        if redo.unwritten() > 0 {
            redo.write_buffer(&me).await;
        }
        if redo.stop.get().is_some() && redo.unwritten() == 0 {
            redo.switch(&me).await;
        }
        let commits = !redo.commits.borrow().is_empty();
        if !commits && !redo.strands.is_asked() && redo.unwritten() < ONE_MEGABYTE {
            redo.writer.rest(&me).await;
        }
    }
}

const ONE_MEGABYTE: u64 = 1 << 20;
/// The redo of a commit.
const COMMIT_BYTES: u64 = 200;
