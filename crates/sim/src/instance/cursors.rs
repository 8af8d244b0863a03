//! The library cache of many statements: a latch or mutex to find a cursor, its own mutex to pin it.

use crate::catalogue::{Choice, Event, Kind, choices, levers};
use crate::concurrency::{Latch, LatchStatistics, Mutex};
use crate::ledger::{Ledger, ObjectType};
use crate::session::Session;
use des::Span;
use des::random::Alias;

choices! {
    /// What protects the library cache's hash chains.
    pub enum CursorProtection {
        /// A few latches (10g).
        Latch = "latch",
        /// A mutex for every chain (11g).
        Mutex = "mutex",
    }
}

levers! {
    /// The levers of cursors.
    pub struct CursorLevers("cursor.", "Cache and latches", needs "workload.kind = executions") {
        hot: u32 = 40, Kind::Integer { min: 1, max: 100_000 }, "cursors", "Cursors",
            "How many statements the sessions execute over and over.";
        skew: f64 = 1.0, Kind::Number { min: 0.0, max: 3.0 }, "", "Skew of the cursors",
            "The exponent of Zipf's law by which some statements are executed more often than others.";
        protection: CursorProtection = CursorProtection::Mutex,
            Kind::Choice(CursorProtection::WORDS), "", "Protection",
            "Whether a few latches (10g) or a mutex for every chain (11g) protect the library cache.";
        latches: u32 = 11, Kind::Integer { min: 1, max: 67 }, "latches", "Library cache latches",
            "How many latches share the library cache: a prime number from the number of cores on.",
            oracle "_kgl_latch_count";
        find_us: f64 = 6.0, Kind::Number { min: 0.01, max: 1_000.0 }, "us",
            "Hold, library cache",
            "How long a session holds the latch or mutex to find a cursor.";
        pin_us: f64 = 0.6, Kind::Number { min: 0.01, max: 1_000.0 }, "us", "Hold, cursor pin",
            "How long a session holds a cursor's mutex to count itself in or out.";
        hard_parse_share: f64 = 0.0, Kind::Number { min: 0.0, max: 1.0 }, "", "Hard parses",
            "The share of the executions that are of a statement with literals, which is parsed before.";
        reload_share: f64 = 0.0, Kind::Number { min: 0.0, max: 1.0 }, "", "Reloads",
            "The share of the executions that find their cursor aged out and load it, while the others wait.";
        parse_latch_us: f64 = 300.0, Kind::Number { min: 0.0, max: 100_000.0 }, "us",
            "Hold, hard parse",
            "How long a hard parse holds the library cache latch or mutex to make room for the cursor.";
        hard_parse_ms: f64 = 1.0, Kind::Number { min: 0.01, max: 10_000.0 }, "ms",
            "Cost of a hard parse", "What a session computes to parse a statement.";
    }
}

/// The cursors that sessions execute.
pub struct Cursors {
    levers: CursorLevers,
    popularity: Alias,
    latches: Vec<Latch>,
    buckets: Vec<Mutex>,
    pins: Vec<Mutex>,
    /// Who loads a cursor holds this one besides.
    loads: Vec<Mutex>,
    find: Span,
    pin: Span,
}

impl Cursors {
    /// Cursors that nobody uses.
    pub fn new(levers: &CursorLevers, ledger: &Ledger) -> Self {
        let latch = ledger.register("library cache latches", ObjectType::Latch);
        let bucket = ledger.register("library cache buckets", ObjectType::Mutex);
        let pin = ledger.register("cursors", ObjectType::Mutex);
        let mutexes = |object| (0..levers.hot).map(|child| Mutex::new(object, child)).collect();
        let weights: Vec<f64> =
            (1..=levers.hot).map(|rank| libm::pow(f64::from(rank), -levers.skew)).collect();
        Self {
            levers: *levers,
            popularity: Alias::new(&weights),
            latches: (0..levers.latches)
                .map(|child| Latch::new(Event::LibraryCache, latch, child))
                .collect(),
            buckets: mutexes(bucket),
            pins: mutexes(pin),
            loads: mutexes(pin),
            find: Span::from_micros_f64(levers.find_us),
            pin: Span::from_micros_f64(levers.pin_us),
        }
    }

    /// The session executes one of the statements, which computes for `span`.
    pub async fn execute(&self, session: &Session, span: Span) {
        let rank = self.popularity.sample(&mut session.stream.borrow_mut());
        self.hold_chain(session, rank, self.find).await;
        if happens(session, self.levers.hard_parse_share) {
            self.parse(session, rank).await;
        }
        let aged_out = happens(session, self.levers.reload_share);
        if aged_out || self.loads[rank].is_held() {
            self.load(session, rank, aged_out).await;
        }
        self.pins[rank].hold(session, self.pin, Event::CursorPinS).await;
        session.charge(span);
        self.pins[rank].hold(session, self.pin, Event::CursorPinS).await;
    }

    /// Holds what protects the chain of a cursor.
    async fn hold_chain(&self, session: &Session, rank: usize, span: Span) {
        match self.levers.protection {
            // Neighbours in popularity have different latches.
            CursorProtection::Latch => {
                self.latches[rank % self.latches.len()].hold(session, span).await;
            }
            CursorProtection::Mutex => {
                self.buckets[rank].hold(session, span, Event::LibraryCacheMutexX).await;
            }
        }
    }

    /// A hard parse: it makes room under the latch or mutex, then computes.
    async fn parse(&self, session: &Session, rank: usize) {
        self.hold_chain(session, rank, session.vary(self.levers.parse_latch_us)).await;
        session.charge(session.vary(self.levers.hard_parse_ms * 1_000.0));
    }

    /// Loads a cursor that has aged out; everyone else who wants it sleeps until it is loaded.
    async fn load(&self, session: &Session, rank: usize, aged_out: bool) {
        let load = &self.loads[rank];
        load.get_by_sleeping(session, Event::CursorPinSWaitOnX, LOAD_SLEEP).await;
        if aged_out {
            self.parse(session, rank).await;
            session.settle().await;
        }
        load.release(session);
    }

    /// The figures of the library cache latches together.
    pub fn statistics(&self) -> LatchStatistics {
        let mut sum = LatchStatistics::default();
        self.latches.iter().for_each(|latch| sum.add(&latch.statistics()));
        sum
    }
}

fn happens(session: &Session, share: f64) -> bool {
    share > 0.0 && session.stream.borrow_mut().chance(share)
}

/// How long a session sleeps that finds a cursor being loaded, before it looks again.
const LOAD_SLEEP: Span = Span::from_millis(10);
