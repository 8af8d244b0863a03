//! The library cache as the one statement of the workload uses it: a mutex for every execution.

use crate::catalogue::{Event, Kind, levers};
use crate::host::Pid;
use crate::ledger::{Ledger, ObjectId, ObjectType, Wait};
use crate::session::Session;
use des::{Instant, Span};
use std::cell::Cell;

levers! {
    /// The levers of the library cache.
    pub struct LibraryCacheLevers("library_cache.", "Cache and latches", needs "workload.kind = inserts") {
        hold_us: f64 = 0.62, Kind::Number { min: 0.0, max: 1_000.0 }, "us",
            "Hold, library cache mutex",
            "How long an execution holds the mutex of its statement.";
        parse_us: f64 = 100.0, Kind::Number { min: 0.0, max: 100_000.0 }, "us", "Parse",
            "How long a session holds the mutex when it parses the statement, once.";
        spin_us: f64 = 0.6, Kind::Number { min: 0.0, max: 1_000.0 }, "us", "Spin on a mutex",
            "How long a session tries for the mutex before it sleeps.",
            oracle "_mutex_spin_count";
    }
}

/// The mutex of the statement.
pub struct LibraryCache {
    object: ObjectId,
    hold: Span,
    parse: Span,
    spin: Span,
    /// The last hold: who, from when, until when.
    noted: Cell<(Option<Pid>, Instant, Instant)>,
}

impl LibraryCache {
    /// A free mutex.
    pub fn new(levers: &LibraryCacheLevers, ledger: &Ledger) -> Self {
        Self {
            object: ledger.register("library cache", ObjectType::Mutex),
            hold: Span::from_micros_f64(levers.hold_us),
            parse: Span::from_micros_f64(levers.parse_us),
            spin: Span::from_micros_f64(levers.spin_us),
            noted: Cell::new((None, Instant::ZERO, Instant::ZERO)),
        }
    }

    /// The session parses the statement.
    pub async fn parse(&self, session: &Session) {
        self.hold_for(session, self.parse).await;
    }

    /// The session executes the statement.
    #[inline]
    pub async fn execute(&self, session: &Session) {
        self.hold_for(session, self.hold).await;
    }

    /// Holds the mutex; whoever meets it held spins for a moment and then sleeps: there is no
    /// queue, and nobody is posted.
    #[inline]
    async fn hold_for(&self, session: &Session, span: Span) {
        loop {
            let at = session.local_now();
            let (holder, from, until) = self.noted.get();
            if at < from || at >= until {
                break;
            }
            // The other one's hold is a time on the clock, whatever the speed of the cores is.
            session.cpu().owe(session.pid, self.spin.min(until - at));
            if until - at > self.spin {
                let event = Event::LibraryCacheMutexX;
                let wait = Wait { event, object: self.object, block: None, holder };
                Box::pin(session.sleep_tick(wait)).await;
            }
        }
        let at = session.local_now();
        let held = session.cpu().at_speed(span);
        self.noted.set((Some(session.pid), at, at + held));
        session.cpu().owe(session.pid, held);
    }
}
