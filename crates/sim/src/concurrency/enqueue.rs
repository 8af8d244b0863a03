//! Enqueues: named locks with a FIFO queue, granted by the holder who leaves.

use super::latch::{Latch, LatchMode, LatchStatistics};
use crate::catalogue::Event;
use crate::host::Pid;
use crate::ledger::{Ledger, ObjectId, ObjectType, Wait};
use crate::session::Session;
use des::Span;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

/// The child latches over the chains of the enqueue hash table, as many as there are cores.
pub struct EnqueueLatches {
    latches: Vec<Latch>,
    hold: Span,
}

impl EnqueueLatches {
    /// `cores` child latches, each held for `hold` to find and change a lock.
    pub fn new(cores: u32, hold: Span, ledger: &Ledger) -> Self {
        let object = ledger.register("enqueue hash chains", ObjectType::Latch);
        let latch = |child| Latch::new(Event::EnqueueHashChains, object, child);
        Self { latches: (0..cores).map(latch).collect(), hold }
    }

    fn of(&self, resource: u64) -> &Latch {
        let mixed = resource.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        &self.latches[mixed as usize % self.latches.len()]
    }

    /// The figures of all child latches together.
    pub fn statistics(&self) -> LatchStatistics {
        let mut sum = LatchStatistics::default();
        self.latches.iter().for_each(|latch| sum.add(&latch.statistics()));
        sum
    }
}

/// One resource that one session at a time may hold in exclusive mode.
pub struct Enqueue {
    event: Event,
    object: ObjectId,
    /// Chooses the child latch.
    resource: u64,
    holder: Cell<Option<Pid>>,
    /// Those who want it for themselves, or (shared) only want it gone.
    waiters: RefCell<VecDeque<(Pid, bool)>>,
}

impl Enqueue {
    /// A free resource whose waits are posted as `event` on `object`.
    pub fn new(event: Event, object: ObjectId, resource: u64) -> Self {
        let (holder, waiters) = Default::default();
        Self { event, object, resource, holder, waiters }
    }

    /// The session holds it from its making on, as a new transaction holds itself.
    pub fn start(&self, session: &Session) {
        session.instance.ledger.holds(session.pid, true);
        self.holder.set(Some(session.pid));
    }

    /// Gets it in exclusive mode; whether the session had to wait.
    pub async fn get(&self, session: &Session) -> bool {
        let latches = &session.instance.enqueue_latches;
        latches.of(self.resource).hold(session, latches.hold).await;
        session.settle().await;
        if self.holder.get().is_none() {
            self.holder.set(Some(session.pid));
            session.instance.ledger.holds(session.pid, true);
            return false;
        }
        self.waiters.borrow_mut().push_back((session.pid, false));
        session.wait_until_posted(self.wait(self.event, None)).await;
        debug_assert_eq!(self.holder.get(), Some(session.pid), "granted by the one who left");
        session.instance.ledger.holds(session.pid, true);
        true
    }

    /// Waits, as `event` on `block`, until the holder has gone; takes nothing.
    ///
    /// The one who leaves grants the share-mode lock; the waiter takes the latch once more to
    /// clear it away.
    pub async fn wait_until_gone(&self, session: &Session, event: Event, block: Option<u32>) {
        let latches = &session.instance.enqueue_latches;
        latches.of(self.resource).hold(session, latches.hold).await;
        session.settle().await;
        if self.holder.get().is_none() {
            return;
        }
        self.waiters.borrow_mut().push_back((session.pid, true));
        session.wait_until_posted(self.wait(event, block)).await;
        latches.of(self.resource).hold(session, latches.hold).await;
    }

    /// Gives it up: under the latch, everyone who only wanted it gone is posted, and the first
    /// who wants it gets it.
    pub async fn release(&self, session: &Session) {
        let latches = &session.instance.enqueue_latches;
        let latch = latches.of(self.resource);
        session.instance.ledger.holds(session.pid, false);
        if self.waiters.borrow().is_empty() {
            latch.hold(session, latches.hold).await;
        }
        if self.waiters.borrow().is_empty() {
            self.holder.set(None);
            return;
        }
        latch.get(session, LatchMode::Exclusive).await;
        session.run(latches.hold).await;
        self.holder.set(None);
        loop {
            let next = self.waiters.borrow_mut().pop_front();
            let Some((pid, shared)) = next else { break };
            if !shared {
                self.holder.set(Some(pid));
            }
            session.post(pid);
            session.settle().await;
            if !shared {
                break;
            }
        }
        latch.release(session);
    }

    fn wait(&self, event: Event, block: Option<u32>) -> Wait {
        Wait { event, object: self.object, block, holder: self.holder.get() }
    }
}
