//! Transactions: one at a time a session, a new identity after each commit.

use crate::host::Pid;
use crate::segment::Xid;
use std::cell::Cell;
use std::num::NonZeroU32;

/// The active transactions of an instance.
pub struct Transactions {
    /// By session: its transaction, counted from 0 over its commits.
    serials: Vec<Cell<u32>>,
}

impl Transactions {
    /// The first transaction of each session.
    pub fn new(sessions: usize) -> Self {
        Self { serials: vec![Cell::new(0); sessions] }
    }

    /// The session's present transaction.
    pub fn of(&self, pid: Pid) -> Xid {
        let serial = self.serials[pid.0 as usize].get();
        let number = serial.wrapping_mul(self.serials.len() as u32).wrapping_add(pid.0 + 1);
        Xid(NonZeroU32::new(number).unwrap_or(NonZeroU32::MAX))
    }

    /// Whether nobody has committed the transaction.
    pub fn is_active(&self, xid: Xid) -> bool {
        self.of(self.session_of(xid)) == xid
    }

    /// The session that a transaction belongs to.
    pub fn session_of(&self, xid: Xid) -> Pid {
        Pid((xid.0.get() - 1) % self.serials.len() as u32)
    }

    /// Commits the session's transaction.
    pub fn commit(&self, pid: Pid) {
        let serial = &self.serials[pid.0 as usize];
        serial.set(serial.get().wrapping_add(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transaction_is_active_until_its_session_commits() {
        let transactions = Transactions::new(3);
        let first = transactions.of(Pid(2));
        assert!(transactions.is_active(first));
        transactions.commit(Pid(1));
        assert!(transactions.is_active(first));
        transactions.commit(Pid(2));
        assert!(!transactions.is_active(first));
        assert!(transactions.is_active(transactions.of(Pid(2))));
        assert_eq!(transactions.session_of(first), Pid(2));
    }
}
