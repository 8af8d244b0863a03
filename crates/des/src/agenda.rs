//! What happens next: items ordered by (time, insertion number).
//!
//! A 4-ary winner (tournament) tree. Every pending item has a slot among the leaves, and every
//! node holds the smallest key below it, so the first item stands at the top. Changing a leaf
//! replays the path above it: three loads and three minima a level, without a branch that depends
//! on the data. That makes it several times faster than a heap as long as it fits the cache.
//!
//! A key is one u64, `time since base | insertion number | slot`, the widths depending on how many
//! slots there are. The three parts are finite, and this is what keeps the order exact for ever:
//! - the slot of a popped item stays open, and the next push takes it: one replay instead of two;
//! - when the insertion numbers run out, the pending items are numbered anew in their old order;
//! - a time beyond the reach of a key is kept aside under the largest time a key can hold, and
//!   when such an item gets to the top, all keys move to a later base.

use crate::clock::Instant;

/// The place of a pending item; it is valid until the item is popped or cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot(u32);

/// The key of an empty slot.
const VACANT: u64 = u64::MAX;
const NO_SLOT: u32 = u32::MAX;
/// The group whose smallest key is the first of all.
const TOP: usize = 1;
/// With 64 insertion numbers a slot, numbering anew costs a hundredth of a push.
const NUMBERS_PER_SLOT_BITS: u32 = 6;

/// Pending items in the order of their time; items of the same time leave in the order they came.
///
/// ```
/// use des::{Agenda, Instant};
///
/// let mut agenda = Agenda::new();
/// agenda.push(Instant::from_nanos(30), 1);
/// let timeout = agenda.push(Instant::from_nanos(20), 2);
/// agenda.push(Instant::from_nanos(30), 3);
/// agenda.cancel(timeout);
/// assert_eq!(agenda.pop(), Some((Instant::from_nanos(30), 1)));
/// assert_eq!(agenda.pop(), Some((Instant::from_nanos(30), 3)));
/// assert_eq!(agenda.pop(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Agenda {
    /// Groups of four siblings. The children of lane `l` in group `g` are group `4 g + l`, so that a
    /// node's number, `4 g + l`, is its group of children, and the way up is two bits a level; the
    /// top is group 1, the leaves are the nodes from the number of slots on.
    tree: Vec<[u64; 4]>,
    /// The items, by slot.
    items: Vec<u32>,
    /// The times of the items that are out of the reach of a key, by slot.
    far_times: Vec<u64>,
    /// Vacant slots, except the open one.
    vacant: Vec<u32>,
    /// The slot of the last popped or cancelled item, whose key still stands in the tree.
    open: u32,
    /// The time that keys count from.
    base: u64,
    /// The next insertion number, in its place in a key.
    number: u64,
    /// The numbers are used up here, one before they are all ones: no key may look vacant.
    numbers_end: u64,
    /// The first time since base that is out of the reach of a key.
    reach: u64,
    slot_bits: u32,
    /// Number of bits below the time.
    time_shift: u32,
    /// The pending slots in the order of their numbers, while they are numbered anew.
    renumbering: Vec<u64>,
}

impl Default for Agenda {
    fn default() -> Agenda {
        Agenda::new()
    }
}

impl Agenda {
    /// An empty agenda.
    pub fn new() -> Agenda {
        let mut agenda = Agenda {
            tree: Vec::new(),
            items: Vec::new(),
            far_times: Vec::new(),
            vacant: Vec::new(),
            open: NO_SLOT,
            base: 0,
            number: 0,
            numbers_end: 0,
            reach: 0,
            slot_bits: 0,
            time_shift: 0,
            renumbering: Vec::new(),
        };
        agenda.lay_out(4);
        agenda
    }

    /// Puts `item` down for `at`, which must not lie before the last popped time.
    #[inline]
    pub fn push(&mut self, at: Instant, item: u32) -> Slot {
        let slot = if self.open != NO_SLOT {
            std::mem::replace(&mut self.open, NO_SLOT)
        } else if let Some(slot) = self.vacant.pop() {
            slot
        } else {
            return self.push_grown(at, item);
        };
        self.items[slot as usize] = item;
        self.set_time(slot, at)
    }

    /// Takes the next item.
    #[inline]
    pub fn pop(&mut self) -> Option<(Instant, u32)> {
        self.pop_until(Instant::MAX)
    }

    /// Takes the next item if its time is not after `limit`.
    #[inline]
    pub fn pop_until(&mut self, limit: Instant) -> Option<(Instant, u32)> {
        self.close();
        let mut first = smallest(self.tree[TOP]);
        if first >> self.time_shift >= self.reach {
            if first == VACANT || !self.rebase(limit) {
                return None;
            }
            first = smallest(self.tree[TOP]);
        }
        let at = Instant::from_nanos(self.base + (first >> self.time_shift));
        if at > limit {
            return None;
        }
        self.open = first as u32 & (self.items.len() as u32 - 1);
        Some((at, self.items[self.open as usize]))
    }

    /// Whether an item is pending whose time is not after `now`.
    #[inline]
    pub fn is_due(&self, now: Instant) -> bool {
        let ahead = now.as_nanos() - self.base;
        if ahead >= self.reach {
            return self.iter().any(|(at, _)| at <= now);
        }
        self.first_beside_open() >> self.time_shift <= ahead
    }

    /// Removes a pending item.
    pub fn cancel(&mut self, slot: Slot) {
        debug_assert!(self.is_pending(slot), "cancelled an item that is not pending");
        self.close();
        self.open = slot.0;
    }

    /// Moves a pending item to another time, behind the items that are there already.
    pub fn reschedule(&mut self, slot: Slot, at: Instant) {
        debug_assert!(self.is_pending(slot), "rescheduled an item that is not pending");
        self.set_time(slot.0, at);
    }

    /// The time of a pending item.
    pub fn time_of(&self, slot: Slot) -> Instant {
        Instant::from_nanos(self.time_at(slot.0))
    }

    /// The pending items and their times, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (Instant, u32)> + '_ {
        self.pending().map(|slot| (self.time_of(Slot(slot)), self.items[slot as usize]))
    }

    /// Number of pending items.
    pub fn len(&self) -> usize {
        self.items.len() - self.vacant.len() - usize::from(self.open != NO_SLOT)
    }

    /// Whether nothing is pending.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[inline]
    fn key(&self, slot: u32) -> u64 {
        let leaf = self.items.len() + slot as usize;
        self.tree[leaf / 4][leaf % 4]
    }

    #[inline]
    fn key_mut(&mut self, slot: u32) -> &mut u64 {
        let leaf = self.items.len() + slot as usize;
        &mut self.tree[leaf / 4][leaf % 4]
    }

    fn time_at(&self, slot: u32) -> u64 {
        let ahead = self.key(slot) >> self.time_shift;
        if ahead < self.reach { self.base + ahead } else { self.far_times[slot as usize] }
    }

    fn is_pending(&self, slot: Slot) -> bool {
        slot.0 != self.open && self.key(slot.0) != VACANT
    }

    fn pending(&self) -> impl Iterator<Item = u32> + '_ {
        let slots = 0..self.items.len() as u32;
        slots.filter(|&slot| self.is_pending(Slot(slot)))
    }

    /// Gives up the slot of the last popped item, if no push has taken it.
    #[inline]
    fn close(&mut self) {
        if self.open != NO_SLOT {
            self.replay(self.open, VACANT);
            self.vacant.push(self.open);
            self.open = NO_SLOT;
        }
    }

    #[cold]
    fn push_grown(&mut self, at: Instant, item: u32) -> Slot {
        self.grow();
        self.push(at, item)
    }

    /// Gives a slot the next number at a time. What is rare goes on in calls of its own, so that
    /// what is common needs no room for it.
    #[inline]
    fn set_time(&mut self, slot: u32, at: Instant) -> Slot {
        debug_assert!(at.as_nanos() >= self.base, "{at} is past");
        let ahead = at.as_nanos() - self.base;
        if self.number == self.numbers_end {
            return self.set_time_renumbered(slot, at);
        }
        if ahead >= self.reach {
            return self.set_far_time(slot, at);
        }
        self.set_key(slot, ahead)
    }

    #[cold]
    fn set_time_renumbered(&mut self, slot: u32, at: Instant) -> Slot {
        self.renumber(slot);
        self.set_time(slot, at)
    }

    #[cold]
    fn set_far_time(&mut self, slot: u32, at: Instant) -> Slot {
        self.far_times[slot as usize] = at.as_nanos();
        self.set_key(slot, self.reach)
    }

    #[inline]
    fn set_key(&mut self, slot: u32, ahead: u64) -> Slot {
        let key = ahead << self.time_shift | self.number | u64::from(slot);
        self.number += self.items.len() as u64;
        self.replay(slot, key);
        Slot(slot)
    }

    /// Gives a leaf another key and plays the matches above it again.
    #[inline]
    fn replay(&mut self, slot: u32, key: u64) {
        let mut node = self.items.len() + slot as usize;
        let mut winner = key;
        loop {
            // The three siblings are loaded independently of the winner from below, so a level
            // adds one comparison to the critical path.
            let siblings = &mut self.tree[node / 4];
            let lane = node % 4;
            siblings[lane] = winner;
            node /= 4;
            if node == TOP {
                return;
            }
            let rest = siblings[lane ^ 1].min(siblings[lane ^ 2]).min(siblings[lane ^ 3]);
            winner = winner.min(rest);
        }
    }

    /// The smallest key, leaving out that of the open slot, which stays open.
    #[inline]
    fn first_beside_open(&self) -> u64 {
        if self.open == NO_SLOT {
            return smallest(self.tree[TOP]);
        }
        let mut node = self.items.len() + self.open as usize;
        let mut first = VACANT;
        while node > TOP {
            let (siblings, lane) = (&self.tree[node / 4], node % 4);
            let rest = siblings[lane ^ 1].min(siblings[lane ^ 2]).min(siblings[lane ^ 3]);
            first = first.min(rest);
            node /= 4;
        }
        first
    }

    /// Numbers the pending items from 0 in their old order; `except` is about to get a key.
    #[cold]
    fn renumber(&mut self, except: u32) {
        let mut order = std::mem::take(&mut self.renumbering);
        let below_time = (1 << self.time_shift) - 1;
        order.clear();
        order.extend(self.pending().filter(|&s| s != except).map(|s| self.key(s) & below_time));
        order.sort_unstable();
        let (slots, slot_bits) = (self.items.len() as u64, self.slot_bits);
        for (number, key) in order.iter().enumerate() {
            let slot = key % slots;
            let leaf = self.key_mut(slot as u32);
            *leaf = *leaf & !below_time | (number as u64) << slot_bits | slot;
        }
        self.number = (order.len() as u64) << self.slot_bits;
        self.renumbering = order;
        self.replay_all();
    }

    /// Counts the keys from the earliest pending time on, unless that is after `limit`: the clock
    /// may stay before it then.
    #[cold]
    fn rebase(&mut self, limit: Instant) -> bool {
        let earliest = self.pending().map(|slot| self.time_at(slot)).min();
        let Some(base) = earliest.filter(|&time| time <= limit.as_nanos()) else {
            return false;
        };
        self.move_to(base, self.time_shift, self.slot_bits);
        true
    }

    /// Writes the keys of all pending items anew, for another base and other widths.
    fn move_to(&mut self, base: u64, time_shift: u32, slot_bits: u32) {
        let below_time = (1 << self.time_shift) - 1;
        let reach = u64::MAX >> time_shift;
        for slot in 0..self.items.len() as u32 {
            let key = self.key(slot);
            if key == VACANT {
                continue;
            }
            let time = self.time_at(slot);
            let number = (key & below_time) >> self.slot_bits;
            let mut ahead = time - base;
            if ahead >= reach {
                ahead = reach;
                self.far_times[slot as usize] = time;
            }
            *self.key_mut(slot) = ahead << time_shift | number << slot_bits | u64::from(slot);
        }
        self.number = self.number >> self.slot_bits << slot_bits;
        (self.base, self.time_shift, self.slot_bits) = (base, time_shift, slot_bits);
        self.reach = reach;
        self.replay_all();
    }

    fn replay_all(&mut self) {
        // Between the levels are groups that nobody reads, nor what they write.
        for group in (TOP + 1..self.tree.len()).rev() {
            self.tree[group / 4][group % 4] = smallest(self.tree[group]);
        }
    }

    /// Makes room for four times as many items.
    #[cold]
    fn grow(&mut self) {
        let keys = self.tree.split_off(self.items.len() / 4);
        let old_widths = (self.time_shift, self.slot_bits, self.reach);
        self.lay_out(self.items.len() * 4);
        self.tree[self.items.len() / 4..][..keys.len()].copy_from_slice(&keys);
        // The keys still have the old widths, which `move_to` reads them by.
        let (time_shift, slot_bits) = (self.time_shift, self.slot_bits);
        (self.time_shift, self.slot_bits, self.reach) = old_widths;
        self.move_to(self.base, time_shift, slot_bits);
    }

    /// Sets up a tree of `slots` leaves, a power of four; the added slots are vacant.
    fn lay_out(&mut self, slots: usize) {
        let before = self.items.len();
        self.tree = vec![[VACANT; 4]; slots / 2];
        self.items.resize(slots, 0);
        self.far_times.resize(slots, 0);
        self.vacant.reserve(slots);
        self.vacant.extend((before as u32..slots as u32).rev());
        self.renumbering = Vec::with_capacity(slots);
        self.slot_bits = slots.trailing_zeros();
        self.time_shift = 2 * self.slot_bits + NUMBERS_PER_SLOT_BITS;
        self.reach = u64::MAX >> self.time_shift;
        self.numbers_end = (1 << self.time_shift) - (1 << self.slot_bits);
    }
}

#[inline]
fn smallest(keys: [u64; 4]) -> u64 {
    keys[0].min(keys[1]).min(keys[2].min(keys[3]))
}

#[cfg(test)]
mod tests;
