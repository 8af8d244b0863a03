//! A sequence: numbers from the cache; `enq: SQ - contention` while one session fetches more.
//!
//! In a cluster each instance has a cache of its own, or (ORDER) all share one whose lock they pass
//! around; the row in the dictionary, and the lock on it, go to whoever fetches.

use super::Buffers;
use crate::catalogue::{Event, Kind, levers};
use crate::cluster::Member;
use crate::concurrency::{Enqueue, PinMode};
use crate::ledger::{Ledger, ObjectId, ObjectType, Wait};
use crate::segment::BlockClass;
use crate::session::Session;
use des::Span;
use std::cell::Cell;
use std::rc::Rc;

levers! {
    /// The levers of the sequence that makes the keys.
    pub struct SequenceLevers("sequence.", "Index and table", needs "workload.kind = inserts") {
        start: u64 = 1, Kind::Integer { min: 1, max: 10_000_000_000 }, "", "First number",
            "The first number that the sequence gives out.", oracle "START WITH";
        cache: u64 = 100_000, Kind::Integer { min: 0, max: 10_000_000 }, "numbers",
            "Sequence cache",
            "How many numbers one update of the dictionary fetches; 0 is NOCACHE, an update for every number.",
            oracle "CACHE";
        order: bool = false, Kind::Bool, "", "Ordered",
            "Whether the instances of a cluster share one cache, so that numbers come in order.",
            oracle "ORDER",
            needs "workload.kind = inserts and cluster.nodes > 1";
        by_client: bool = false, Kind::Bool, "", "Numbered by the client",
            "Whether the client numbers the rows itself and the database has no sequence to ask.";
        row_lock_ms: f64 = 1.2, Kind::Number { min: 0.0, max: 1_000.0 }, "ms", "Row cache lock",
            "How long a session waits for the lock on the sequence's row that another instance had last.",
            needs "workload.kind = inserts and cluster.nodes > 1";
        refill_us: f64 = 700.0, Kind::Number { min: 1.0, max: 100_000.0 }, "us", "Refill",
            "What a session computes to update the sequence's row in the dictionary.";
        next_us: f64 = 1.5, Kind::Number { min: 0.1, max: 100.0 }, "us", "NEXTVAL",
            "What a session computes to take the next number from the cache.";
    }
}

/// A sequence as one instance knows it.
pub struct Sequence {
    levers: SequenceLevers,
    object: ObjectId,
    next: Rc<Cell<u64>>,
    cached: Rc<Cell<u64>>,
    enqueue: Rc<Enqueue>,
    dictionary: Rc<Dictionary>,
    /// The lock on the common cache of an ordered sequence.
    order: Rc<Enqueue>,
    /// The buffers of the dictionary's rows, in a cluster.
    row: Option<Buffers>,
}

/// What the instances have in common.
struct Dictionary {
    /// The first number that nobody has fetched.
    next: Cell<u64>,
    /// The node that fetched last.
    fetched_by: Cell<usize>,
    /// The node that has the lock on the common cache.
    ordered_by: Cell<usize>,
}

/// The data file of the dictionary.
const SYSTEM_FILE: u32 = 1;

impl Sequence {
    /// A sequence with an empty cache.
    pub fn new(levers: &SequenceLevers, next: u64, ledger: &Ledger) -> Self {
        let object = ledger.register("S1", ObjectType::Sequence);
        let enqueue = |event| Rc::new(Enqueue::new(event, object, u64::from(object.0)));
        let (fetched_by, ordered_by) = Default::default();
        Self {
            levers: *levers,
            object,
            next: Rc::new(Cell::new(next)),
            cached: Rc::default(),
            enqueue: enqueue(Event::SqContention),
            dictionary: Rc::new(Dictionary { next: Cell::new(next), fetched_by, ordered_by }),
            order: enqueue(Event::SvContention),
            row: None,
        }
    }

    /// Becomes another instance's view of the same sequence.
    pub fn share(&mut self, first: &Self) {
        self.dictionary = first.dictionary.clone();
        self.enqueue = first.enqueue.clone();
        self.order = first.order.clone();
        if self.levers.order {
            self.next = first.next.clone();
            self.cached = first.cached.clone();
        }
    }

    /// Opens an account for the dictionary's rows, which travel between the instances.
    pub fn join_cluster(&mut self, ledger: &Ledger) {
        self.row = Some(Buffers::of_space_map(
            ledger.register("SEQ$", ObjectType::Table),
            SYSTEM_FILE,
            BlockClass::DataBlock,
        ));
    }

    /// The next number; whoever finds the cache empty fetches the next batch under the SQ enqueue.
    pub async fn next(&self, session: &Session) -> u64 {
        if self.levers.by_client {
            let number = self.dictionary.next.get();
            self.dictionary.next.set(number + 1);
            return number;
        }
        session.charge(Span::from_micros_f64(self.levers.next_us));
        match &session.instance.member {
            Some(member) if self.levers.order => self.next_in_order(session, member).await,
            _ => self.next_of_cache(session).await,
        }
    }

    async fn next_of_cache(&self, session: &Session) -> u64 {
        if self.cached.get() > 0 {
            return self.give();
        }
        self.enqueue.get(session).await;
        if self.cached.get() == 0 {
            self.fetch(session).await;
        }
        let mine = self.give();
        self.enqueue.release(session).await;
        mine
    }

    /// The next number of the common cache, under its lock: `enq: SV - contention`.
    async fn next_in_order(&self, session: &Session, member: &Member) -> u64 {
        self.order.get(session).await;
        if self.dictionary.ordered_by.replace(member.node) != member.node {
            session.settle().await;
            let wait = self.wait(Event::SvContention);
            session.wait_for(wait, member.lock_transfer()).await;
        }
        let mine = self.next_of_cache(session).await;
        self.order.release(session).await;
        mine
    }

    /// Fetches the next batch: an update of the sequence's row.
    async fn fetch(&self, session: &Session) {
        if let (Some(row), Some(member)) = (&self.row, &session.instance.member) {
            if self.dictionary.fetched_by.replace(member.node) != member.node {
                session.settle().await;
                let span = Span::from_micros_f64(self.levers.row_lock_ms * 1_000.0);
                session.wait_for(self.wait(Event::RowCacheLock), span).await;
            }
            row.pin(session, 0, PinMode::Exclusive).await;
            row.unpin(session, 0).await;
        }
        session.run(Span::from_micros_f64(self.levers.refill_us)).await;
        let batch = self.levers.cache.max(1);
        let first = self.dictionary.next.get();
        self.dictionary.next.set(first + batch);
        self.next.set(first);
        self.cached.set(batch);
    }

    fn wait(&self, event: Event) -> Wait {
        Wait { event, object: self.object, block: None, holder: None }
    }

    /// The number that it gives out next.
    pub fn next_number(&self) -> u64 {
        self.next.get()
    }

    fn give(&self) -> u64 {
        let number = self.next.get();
        self.next.set(number + 1);
        self.cached.set(self.cached.get() - 1);
        number
    }
}
