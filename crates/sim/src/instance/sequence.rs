//! A sequence: numbers from the cache; `enq: SQ - contention` while one session fetches more.

use crate::catalogue::{Event, Kind, levers};
use crate::concurrency::Enqueue;
use crate::ledger::{Ledger, ObjectType};
use crate::session::Session;
use des::Span;
use std::cell::Cell;

levers! {
    /// The levers of the sequence that makes the keys.
    pub struct SequenceLevers("sequence.", "Index and table") {
        start: u64 = 1, Kind::Integer { min: 1, max: 10_000_000_000 }, "", "First number",
            "The first number that the sequence gives out.", oracle "START WITH";
        cache: u64 = 100_000, Kind::Integer { min: 0, max: 10_000_000 }, "numbers",
            "Sequence cache",
            "How many numbers one update of the dictionary fetches; 0 is NOCACHE, an update for every number.",
            oracle "CACHE";
        refill_us: f64 = 700.0, Kind::Number { min: 1.0, max: 100_000.0 }, "us", "Refill",
            "What a session computes to update the sequence's row in the dictionary.";
        next_us: f64 = 1.5, Kind::Number { min: 0.1, max: 100.0 }, "us", "NEXTVAL",
            "What a session computes to take the next number from the cache.";
    }
}

/// A sequence of one instance.
pub struct Sequence {
    next: Cell<u64>,
    cached: Cell<u64>,
    fetch: u64,
    enqueue: Enqueue,
    refill: Span,
    take: Span,
}

impl Sequence {
    /// A sequence with an empty cache.
    pub fn new(levers: &SequenceLevers, ledger: &Ledger) -> Self {
        let object = ledger.register("S1", ObjectType::Sequence);
        Self {
            next: Cell::new(levers.start),
            cached: Cell::new(0),
            fetch: levers.cache.max(1),
            enqueue: Enqueue::new(Event::SqContention, object, u64::from(object.0)),
            refill: Span::from_micros_f64(levers.refill_us),
            take: Span::from_micros_f64(levers.next_us),
        }
    }

    /// The next number; whoever finds the cache empty fetches the next batch under the SQ enqueue.
    pub async fn next(&self, session: &Session) -> u64 {
        session.charge(self.take);
        if self.cached.get() > 0 {
            return self.give();
        }
        self.enqueue.get(session).await;
        if self.cached.get() == 0 {
            session.run(self.refill).await;
            self.cached.set(self.fetch);
        }
        let mine = self.give();
        self.enqueue.release(session).await;
        mine
    }

    fn give(&self) -> u64 {
        let number = self.next.get();
        self.next.set(number + 1);
        self.cached.set(self.cached.get() - 1);
        number
    }
}
