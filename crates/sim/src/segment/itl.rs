//! The interested transaction list (ITL) of a block.
use std::num::NonZeroU32;

/// Identifies a transaction; a new one after each commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Xid(pub NonZeroU32);

/// Bytes of one ITL slot.
pub const SLOT_BYTES: u32 = 24;

/// Oracle's fixed MAXTRANS since 10g.
const MAXTRANS: u32 = 255;

/// How a transaction comes by an ITL slot in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItlSlot {
    /// It holds one already.
    Own,
    /// The slot at this index is unused, or its transaction has committed.
    Free(usize),
    /// The list must grow by 24 bytes.
    Grow,
    /// Every slot belongs to an active transaction and fewer than 24 bytes are free.
    NoSpace,
    /// Every slot belongs to an active transaction and the list is at its limit.
    Limit,
}

/// The slots of a block's transactions.
#[derive(Clone, Debug)]
pub struct Itl {
    /// The transaction of slot 1 of an index leaf, which only a recursive transaction (a split)
    /// may use; `None` while no split is under way.
    pub service: Option<Xid>,
    slots: Vec<Xid>,
    never_used: u32,
    reserved: u32,
}

impl Itl {
    /// A list of `initrans` slots, the first of them reserved if `service_slot`.
    pub fn new(initrans: u32, service_slot: bool) -> Itl {
        let reserved = u32::from(service_slot);
        let never_used = initrans.max(1 + reserved) - reserved;
        Itl { service: None, slots: Vec::new(), never_used, reserved }
    }

    /// Number of slots including the reserved one.
    pub fn count(&self) -> u32 {
        self.slots.len() as u32 + self.never_used + self.reserved
    }

    /// The most slots a block of this size may have: half of it, 169 in 8 KB, MAXTRANS at most.
    pub fn limit(block_bytes: u32) -> u32 {
        ((block_bytes / 2 - SLOT_BYTES) / SLOT_BYTES).min(MAXTRANS)
    }

    /// Which slot `xid` would use in a block with `free_bytes` left.
    pub fn slot(
        &self,
        xid: Xid,
        free_bytes: u32,
        block_bytes: u32,
        is_active: impl Fn(Xid) -> bool,
    ) -> ItlSlot {
        if self.holds(xid) {
            ItlSlot::Own
        } else if let Some(index) = self.slots.iter().position(|holder| !is_active(*holder)) {
            ItlSlot::Free(index)
        } else if self.never_used > 0 {
            ItlSlot::Free(self.slots.len())
        } else if self.count() >= Itl::limit(block_bytes) {
            ItlSlot::Limit
        } else if free_bytes < SLOT_BYTES {
            ItlSlot::NoSpace
        } else {
            ItlSlot::Grow
        }
    }

    /// Gives `xid` the slot that [`Itl::slot`] found.
    ///
    /// Panics if there was none.
    pub fn take(&mut self, xid: Xid, slot: ItlSlot) {
        match slot {
            ItlSlot::Own => debug_assert!(self.holds(xid)),
            ItlSlot::Free(index) if index == self.slots.len() => {
                self.never_used -= 1;
                self.slots.push(xid);
            }
            ItlSlot::Free(index) => self.slots[index] = xid,
            ItlSlot::Grow => self.slots.push(xid),
            ItlSlot::NoSpace | ItlSlot::Limit => panic!("{xid:?} takes a slot that is not there"),
        }
    }

    /// The transactions in the list, whether active or not; one without a slot waits for one of
    /// them.
    pub fn holders(&self) -> impl Iterator<Item = Xid> {
        self.slots.iter().copied()
    }

    fn holds(&self, xid: Xid) -> bool {
        // Whole chunks are compared without a branch: the list is searched at every insert.
        self.slots.chunks(16).any(|chunk| chunk.iter().fold(false, |any, s| any | (*s == xid)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn xid(number: u32) -> Xid {
        Xid(NonZeroU32::new(number).unwrap())
    }

    #[test]
    fn a_slot_is_own_then_free_then_grown() {
        let mut itl = Itl::new(2, true);
        let slot = |itl: &Itl, number, free| itl.slot(xid(number), free, 8192, |x| x.0.get() != 3);
        assert_eq!(slot(&itl, 1, 0), ItlSlot::Free(0));
        itl.take(xid(1), ItlSlot::Free(0));
        assert_eq!(slot(&itl, 1, 0), ItlSlot::Own);
        assert_eq!(slot(&itl, 2, 23), ItlSlot::NoSpace);
        assert_eq!(slot(&itl, 3, 24), ItlSlot::Grow);
        itl.take(xid(3), ItlSlot::Grow);
        assert_eq!(itl.count(), 3);
        assert_eq!(slot(&itl, 2, 0), ItlSlot::Free(1), "transaction 3 has committed");
        assert_eq!(itl.holders().collect::<Vec<_>>(), [xid(1), xid(3)]);
    }

    #[test]
    fn half_the_block_at_most_is_itl() {
        assert_eq!(Itl::limit(8192), 169);
        assert_eq!(Itl::limit(16_384), 255);
        let mut itl = Itl::new(2, true);
        for number in 1..169 {
            let slot = itl.slot(xid(number), 100, 8192, |_| true);
            itl.take(xid(number), slot);
        }
        assert_eq!(itl.count(), 169);
        assert_eq!(itl.slot(xid(500), 100, 8192, |_| true), ItlSlot::Limit);
        assert_eq!(itl.slot(xid(168), 0, 8192, |_| true), ItlSlot::Own);
    }
}
