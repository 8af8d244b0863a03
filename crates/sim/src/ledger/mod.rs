//! Who waited for what, on which block of which object, for how long, behind whom.
//!
//! A wait is entered and left in one place, so that nothing is forgotten: for every session
//! CPU + run queue + waits = elapsed, and for every event the objects' waits add up to its own.

mod chains;
mod heatmap;
mod series;

pub use chains::{Chain, Holder, Step};
pub use heatmap::{HeatCell, HeatMap};
pub use series::Series;

use crate::catalogue::{Event, Kind, SegmentStatistic, Statistic, levers};
use crate::host::Pid;
use crate::segment::BlockClass;
use chains::{Chains, Ended};
use des::{Instant, Span};
use std::cell::{Cell, RefCell};

levers! {
    /// The levers of SQL trace.
    pub struct TraceLevers("trace.", "Run") {
        sql: bool = false, Kind::Bool, "", "SQL trace",
            "Writes a trace line for every call and every wait, as event 10046 at level 8 does.",
            oracle "DBMS_MONITOR.SESSION_TRACE_ENABLE";
        line_us: f64 = 12.0, Kind::Number { min: 0.0, max: 1_000.0 }, "us", "Cost of a trace line",
            "What a session computes to write one line of SQL trace.",
            needs "trace.sql = true";
    }
}

/// What an object of the ledger is, as the segments table prints it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectType {
    /// A heap table.
    Table,
    /// An index of one partition.
    Index,
    /// One partition of an index.
    IndexPartition,
    /// A sequence.
    Sequence,
    /// A latch that covers more than one object.
    Latch,
    /// A mutex of the library cache.
    Mutex,
    /// The redo logs.
    Log,
    /// The undo segments.
    Undo,
    /// The machine.
    Host,
}

impl ObjectType {
    /// The name as reports print it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Table => "TABLE",
            Self::Index => "INDEX",
            Self::IndexPartition => "INDEX PARTITION",
            Self::Sequence => "SEQUENCE",
            Self::Latch => "LATCH",
            Self::Mutex => "MUTEX",
            Self::Log => "REDO LOG",
            Self::Undo => "TYPE2 UNDO",
            Self::Host => "HOST",
        }
    }
}

/// An object of the ledger: a segment, or what else sessions wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectId(pub u32);

/// A wait that a process enters.
#[derive(Clone, Copy, Debug)]
pub struct Wait {
    /// What for.
    pub event: Event,
    /// On which object.
    pub object: ObjectId,
    /// On which block of the object, as the segment numbers them, or on which of several latches or
    /// mutexes; none for what has neither.
    pub block: Option<u32>,
    /// Behind whom.
    pub holder: Option<Pid>,
}

/// How often and how long.
#[derive(Clone, Debug, Default)]
pub struct WaitTally {
    /// Waits that ended.
    pub waits: u64,
    /// Of them, those that timed out.
    pub timeouts: u64,
    /// Their durations together.
    pub total: Span,
    /// The longest.
    pub max: Span,
    /// Those longer than 100 ms.
    pub over_100_ms: u64,
}

impl WaitTally {
    /// Adds another account's waits.
    pub fn merge(&mut self, other: &Self) {
        self.waits += other.waits;
        self.timeouts += other.timeouts;
        self.total += other.total;
        self.max = self.max.max(other.max);
        self.over_100_ms += other.over_100_ms;
    }

    /// Adds `count` waits that are all alike and together took `duration`.
    fn add(&mut self, duration: Span, timed_out: bool, count: u64) {
        let each = duration / count;
        self.waits += count;
        self.timeouts += u64::from(timed_out) * count;
        self.total += duration;
        self.max = self.max.max(each);
        self.over_100_ms += u64::from(each > Span::from_millis(100)) * count;
    }
}

/// Waits by duration as `v$event_histogram` counts them: bucket `i` holds those under 2^i ms
/// that are in no smaller one.
pub type MilliHistogram = [u64; 23];

fn bucket(duration: Span) -> usize {
    let millis = duration.as_nanos() / 1_000_000;
    (u64::BITS - millis.leading_zeros()).min(22) as usize
}

/// One object with what was counted on it.
#[derive(Clone, Debug)]
pub struct Object {
    /// The name.
    pub name: String,
    /// What it is.
    pub kind: ObjectType,
    /// By [`SegmentStatistic`].
    pub statistics: Vec<u64>,
    /// By [`Event`].
    pub waits: Vec<WaitTally>,
    /// By block, as the segment numbers them, or by latch or mutex: waits of any event.
    pub blocks: Vec<WaitTally>,
}

impl Object {
    /// Adds what another instance counted on the same object.
    fn merge(&mut self, other: &Self) {
        self.statistics.iter_mut().zip(&other.statistics).for_each(|(sum, n)| *sum += n);
        self.waits.iter_mut().zip(&other.waits).for_each(|(sum, tally)| sum.merge(tally));
        if self.blocks.len() < other.blocks.len() {
            self.blocks.resize(other.blocks.len(), WaitTally::default());
        }
        self.blocks.iter_mut().zip(&other.blocks).for_each(|(sum, tally)| sum.merge(tally));
    }
}

/// The objects of several instances' books on one database, each with all that was counted on it.
pub fn objects_of<'a>(ledgers: impl IntoIterator<Item = &'a Ledger>) -> Vec<Object> {
    let mut sums: Vec<Object> = Vec::new();
    for ledger in ledgers {
        for (at, object) in ledger.objects().into_iter().enumerate() {
            match sums.get_mut(at) {
                Some(sum) => sum.merge(&object),
                None => sums.push(object),
            }
        }
    }
    sums
}

/// What was waited for an event in all of several instances' books, and its histogram.
pub fn event_of<'a>(
    ledgers: impl IntoIterator<Item = &'a Ledger>,
    event: Event,
) -> (WaitTally, MilliHistogram) {
    let mut sum = (WaitTally::default(), [0; 23]);
    for (tally, histogram) in ledgers.into_iter().map(|ledger| ledger.event(event)) {
        sum.0.merge(&tally);
        sum.1.iter_mut().zip(histogram).for_each(|(sum, count)| *sum += count);
    }
    sum
}

#[derive(Default)]
struct Books {
    objects: Vec<Object>,
    events: Vec<WaitTally>,
    /// The same for the background processes.
    background: Vec<WaitTally>,
    /// Busy waits by class of block: waits and time.
    busy: Vec<(BlockClass, u64, Span)>,
    histograms: Vec<MilliHistogram>,
    /// By wait class, in the order of [`crate::catalogue::WaitClass::ALL`].
    classes: Vec<Series>,
    heat: HeatMap,
}

/// The books of one instance.
pub struct Ledger {
    books: RefCell<Books>,
    statistics: Vec<Cell<u64>>,
    /// By process: the wait that it is in and since when.
    present: RefCell<Vec<Option<(Wait, Instant)>>>,
    chains: RefCell<Chains>,
    /// By process: the time it has waited.
    waited: Vec<Cell<Span>>,
    /// By process: the time it had nothing to do.
    idle: Vec<Cell<Span>>,
    /// The first so many processes are sessions, the others run in the background.
    sessions: u32,
}

impl Ledger {
    /// Empty books for `processes` processes, the first `sessions` of them sessions.
    pub fn new(sessions: u32, processes: usize) -> Self {
        let events = Event::ALL.len();
        let books = Books {
            events: vec![WaitTally::default(); events],
            background: vec![WaitTally::default(); events],
            histograms: vec![[0; 23]; events],
            classes: vec![Series::default(); crate::catalogue::WaitClass::ALL.len()],
            ..Books::default()
        };
        Self {
            books: RefCell::new(books),
            statistics: vec![Cell::new(0); Statistic::ALL.len()],
            present: RefCell::new(vec![None; processes]),
            chains: RefCell::new(Chains::new(sessions, processes)),
            waited: vec![Cell::new(Span::ZERO); processes],
            idle: vec![Cell::new(Span::ZERO); processes],
            sessions,
        }
    }

    /// Opens an account for an object.
    pub fn register(&self, name: impl Into<String>, kind: ObjectType) -> ObjectId {
        let objects = &mut self.books.borrow_mut().objects;
        objects.push(Object {
            name: name.into(),
            kind,
            statistics: vec![0; SegmentStatistic::ALL.len()],
            waits: vec![WaitTally::default(); Event::ALL.len()],
            blocks: Vec::new(),
        });
        ObjectId(objects.len() as u32 - 1)
    }

    /// The process begins to wait.
    pub fn enter(&self, pid: Pid, wait: Wait, now: Instant) {
        let before = self.present.borrow_mut()[pid.0 as usize].replace((wait, now));
        debug_assert!(before.is_none(), "{pid:?} waits twice");
    }

    /// The process runs again; counts the wait that it was in, and blames it on what the one it
    /// waited for was doing, which `look` helps to tell.
    pub fn leave(&self, pid: Pid, now: Instant, timed_out: bool, look: &dyn Fn(Pid) -> Holder) {
        let present = self.present(pid);
        self.leave_waits(pid, now, timed_out, 1);
        if let Some((wait, start)) = present {
            let (end, present) = (now, &*self.present.borrow());
            self.chains.borrow_mut().ended(&Ended { pid, wait, start, end, present, look });
        }
    }

    /// The process holds a pin or an enqueue more, or one less: what it waits for meanwhile, others
    /// wait for too.
    #[inline]
    pub fn holds(&self, pid: Pid, more: bool) {
        self.chains.borrow_mut().holds(pid, more);
    }

    /// The blame chains, the one with the most time first.
    pub fn chains(&self) -> Vec<Chain> {
        self.chains.borrow().all()
    }

    /// The process runs again after `count` waits one after the other, all alike.
    pub fn leave_waits(&self, pid: Pid, now: Instant, timed_out: bool, count: u64) {
        let (wait, start) =
            self.present.borrow_mut()[pid.0 as usize].take().expect("the process was waiting");
        let duration = now - start;
        let waited = &self.waited[pid.0 as usize];
        waited.set(waited.get() + duration);
        let books = &mut *self.books.borrow_mut();
        let event = wait.event as usize;
        if pid.0 >= self.sessions {
            return books.background[event].add(duration, timed_out, count);
        }
        books.events[event].add(duration, timed_out, count);
        books.histograms[event][bucket(duration / count)] += count;
        books.classes[class_place(wait.event)].add(start, now);
        let object = &mut books.objects[wait.object.0 as usize];
        object.waits[event].add(duration, timed_out, count);
        if let Some(statistic) = segment_statistic(wait.event) {
            object.statistics[statistic as usize] += count;
        }
        if let Some(block) = wait.block {
            let at = block as usize;
            if at >= object.blocks.len() {
                object.blocks.resize((at + 1).next_power_of_two(), WaitTally::default());
            }
            object.blocks[at].add(duration, timed_out, count);
            books.heat.add(now, wait.object.0, block, count as u32, 0);
        }
    }

    /// Names the wait that a process is in once it is known what it was for.
    pub fn rename(&self, pid: Pid, event: Event) {
        if let Some((wait, _)) = &mut self.present.borrow_mut()[pid.0 as usize] {
            wait.event = event;
        }
    }

    /// The process had nothing to do.
    pub fn book_idle(&self, pid: Pid, span: Span) {
        let idle = &self.idle[pid.0 as usize];
        idle.set(idle.get() + span);
    }

    /// The time that a process had nothing to do.
    pub fn idle(&self, pid: Pid) -> Span {
        self.idle[pid.0 as usize].get()
    }

    /// Counts a wait of a background process.
    pub fn book_background(&self, event: Event, duration: Span) {
        self.books.borrow_mut().background[event as usize].add(duration, false, 1);
    }

    /// Counts a busy wait on a block of a class, as `v$waitstat` does.
    pub fn count_busy(&self, class: BlockClass, duration: Span) {
        let busy = &mut self.books.borrow_mut().busy;
        match busy.iter_mut().find(|row| row.0 == class) {
            Some(row) => (row.1, row.2) = (row.1 + 1, row.2 + duration),
            None => busy.push((class, 1, duration)),
        }
    }

    /// Busy waits by class of block: waits and time, in the order of first use.
    pub fn busy(&self) -> Vec<(BlockClass, u64, Span)> {
        self.books.borrow().busy.clone()
    }

    /// What the background processes waited for an event in all.
    pub fn background(&self, event: Event) -> WaitTally {
        self.books.borrow().background[event as usize].clone()
    }

    /// Counts an exclusive pin of a block, for the heat map.
    pub fn touch(&self, now: Instant, object: ObjectId, block: u32) {
        self.books.borrow_mut().heat.add(now, object.0, block, 0, 1);
    }

    /// Adds to a statistic of the instance.
    #[inline]
    pub fn count(&self, statistic: Statistic, by: u64) {
        let cell = &self.statistics[statistic as usize];
        cell.set(cell.get() + by);
    }

    /// Adds to a statistic of an object.
    #[inline]
    pub fn count_on(&self, object: ObjectId, statistic: SegmentStatistic, by: u64) {
        let objects = &mut self.books.borrow_mut().objects;
        objects[object.0 as usize].statistics[statistic as usize] += by;
    }

    /// The value of a statistic of the instance.
    pub fn statistic(&self, statistic: Statistic) -> u64 {
        self.statistics[statistic as usize].get()
    }

    /// The time that a process has waited.
    pub fn waited(&self, pid: Pid) -> Span {
        self.waited[pid.0 as usize].get()
    }

    /// The wait that a process is in, and since when.
    pub fn present(&self, pid: Pid) -> Option<(Wait, Instant)> {
        self.present.borrow()[pid.0 as usize]
    }

    /// The name of an object.
    pub fn name(&self, object: u32) -> String {
        self.books.borrow().objects[object as usize].name.clone()
    }

    /// Every object with its account, in the order of registration.
    pub fn objects(&self) -> Vec<Object> {
        self.books.borrow().objects.clone()
    }

    /// What was waited for an event in all, and its histogram.
    pub fn event(&self, event: Event) -> (WaitTally, MilliHistogram) {
        let books = self.books.borrow();
        (books.events[event as usize].clone(), books.histograms[event as usize])
    }

    /// Time waited by wait class, in the order of [`crate::catalogue::WaitClass::ALL`].
    pub fn classes(&self) -> Vec<Series> {
        self.books.borrow().classes.clone()
    }

    /// Hands the cells of the heat map, and the width of their columns as a power of two of
    /// nanoseconds, to `read`.
    pub fn with_heat<T>(&self, read: impl FnOnce(&[HeatCell], u32) -> T) -> T {
        let mut books = self.books.borrow_mut();
        let (cells, shift) = books.heat.cells();
        read(cells, shift)
    }
}

fn class_place(event: Event) -> usize {
    let class = event.class();
    crate::catalogue::WaitClass::ALL.iter().position(|&c| c == class).expect("in the table")
}

/// The segment statistic that counts an event's waits.
fn segment_statistic(event: Event) -> Option<SegmentStatistic> {
    match event {
        Event::BufferBusyWaits => Some(SegmentStatistic::BufferBusyWaits),
        Event::TxIndexContention => Some(SegmentStatistic::RowLockWaits),
        Event::TxAllocateItl => Some(SegmentStatistic::ItlWaits),
        Event::GcBufferBusyAcquire | Event::GcBufferBusyRelease => {
            Some(SegmentStatistic::GcBufferBusy)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_those_of_v_event_histogram() {
        assert_eq!(bucket(Span::from_micros(999)), 0);
        assert_eq!(bucket(Span::from_millis(1)), 1);
        assert_eq!(bucket(Span::from_micros(1_999)), 1);
        assert_eq!(bucket(Span::from_millis(2)), 2);
        assert_eq!(bucket(Span::from_millis(100)), 7);
    }
}
