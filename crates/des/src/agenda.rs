//! What happens next: items ordered by (time, insertion number).

use crate::clock::Instant;
use std::collections::BTreeMap;

/// The place of a pending item; it is valid until the item is popped or cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot(u64, u64);

/// Pending items in the order of their time; items of the same time leave in the order they came.
#[derive(Default)]
pub struct Agenda {
    pending: BTreeMap<(u64, u64), u32>,
    inserted: u64,
}

impl Agenda {
    /// An empty agenda.
    pub fn new() -> Agenda {
        Agenda::default()
    }

    /// Puts `item` down for `at`.
    pub fn push(&mut self, at: Instant, item: u32) -> Slot {
        let key = (at.as_nanos(), self.inserted);
        self.inserted += 1;
        self.pending.insert(key, item);
        Slot(key.0, key.1)
    }

    /// Takes the next item if its time is not after `limit`.
    pub fn pop_until(&mut self, limit: Instant) -> Option<(Instant, u32)> {
        let first = self.pending.first_entry().filter(|e| e.key().0 <= limit.as_nanos())?;
        let ((at, _), item) = first.remove_entry();
        Some((Instant::from_nanos(at), item))
    }

    /// Removes a pending item.
    pub fn cancel(&mut self, slot: Slot) {
        let removed = self.pending.remove(&(slot.0, slot.1));
        debug_assert!(removed.is_some(), "cancelled an item that is not pending");
    }

    /// The time of a pending item.
    pub fn time_of(&self, slot: Slot) -> Instant {
        Instant::from_nanos(slot.0)
    }

    /// Number of pending items.
    pub fn len(&self) -> usize {
        self.pending.len()
    }

    /// Whether nothing is pending.
    pub fn is_empty(&self) -> bool {
        self.pending.is_empty()
    }
}
