//! Background processes: they rest until somebody rings.

use crate::host::{Cpu, Pid};
use crate::session::Session;
use des::Span;
use std::cell::Cell;

/// A background process as the others see it.
pub struct Background {
    /// Its process.
    pub pid: Pid,
    resting: Cell<bool>,
    rung: Cell<bool>,
}

impl Background {
    /// A process that is busy with its start.
    pub fn new(pid: Pid) -> Self {
        Self { pid, resting: Cell::new(false), rung: Cell::new(false) }
    }

    /// Tells the process that there is something to do.
    pub fn ring(&self, session: &Session) {
        if self.resting.replace(false) {
            session.post(self.pid);
        } else if session.pid != self.pid {
            self.rung.set(true);
        }
    }

    /// The same from a process whose computing is accounted for elsewhere.
    pub fn ring_from_outside(&self, cpu: &Cpu) {
        if self.resting.replace(false) {
            cpu.post(self.pid);
        } else {
            self.rung.set(true);
        }
    }

    /// Rests until somebody rings, or has rung since the last rest.
    pub async fn rest(&self, me: &Session) {
        me.settle().await;
        if !self.rung.replace(false) {
            self.resting.set(true);
            me.cpu().sleep_until_posted(self.pid).await;
        }
    }

    /// The same for at most `limit`.
    pub async fn rest_for(&self, me: &Session, limit: Span) {
        me.settle().await;
        if !self.rung.replace(false) {
            self.resting.set(true);
            let give_up = || self.resting.set(false);
            me.cpu().sleep_until_posted_for(self.pid, limit, give_up).await;
        }
    }
}
