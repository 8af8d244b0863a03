//! Pins on blocks that other instances may hold: first the right to the block, then the pin.

use super::Buffers;
use crate::catalogue::Event;
use crate::cluster::{Admission, Member, Mode, Request};
use crate::concurrency::PinMode;
use crate::ledger::Wait;
use crate::session::Session;

impl Buffers {
    /// A current get that pins the block. False: the block had to come from another instance, so
    /// the session has waited long enough to look again for the block that it wants.
    pub async fn pin_unless_moved(&self, session: &Session, block: u32, mode: PinMode) -> bool {
        let Some(member) = &session.instance.member else {
            self.pin_alone(session, block, mode).await;
            return true;
        };
        let key = self.key(block);
        loop {
            self.count_get(session);
            let cache = &session.instance.cache;
            cache.latch_of(self.object, block).hold(session, cache.hold).await;
            session.settle().await;
            let event = match self.try_pin_here(session, member, block, mode) {
                Ok(()) => return true,
                Err(Admission::Wait(event)) => event,
                Err(_) => {
                    self.fetch(session, member, block, mode).await;
                    return false;
                }
            };
            member.join(key, session.pid);
            session.wait_until_posted(self.wait(event, block, self.pins.holder(block))).await;
            if !member.woke(key, session.pid) {
                return false;
            }
        }
    }

    /// Has the block in this instance, for a session that holds another pin when it needs it.
    pub async fn bring(&self, session: &Session, block: u32) {
        let Some(member) = &session.instance.member else { return };
        if !member.is_changeable(self.key(block)) {
            self.pin(session, block, PinMode::Exclusive).await;
            self.unpin(session, block).await;
        }
    }

    /// Pins the block if this instance may use it and none of its sessions is in the way.
    pub(super) fn try_pin_here(
        &self,
        session: &Session,
        member: &Member,
        block: u32,
        mode: PinMode,
    ) -> Result<(), Admission> {
        let key = self.key(block);
        match member.admit(key, global(mode)) {
            Admission::Admitted => {}
            other => return Err(other),
        }
        if self.pins.try_pin(block, session.pid, mode).is_err() {
            return Err(Admission::Wait(member.pinned_event(key)));
        }
        member.pinned(key);
        session.instance.ledger.holds(session.pid, true);
        if mode == PinMode::Exclusive && self.holds_data {
            session.instance.ledger.touch(session.now(), self.object, block);
        }
        Ok(())
    }

    /// Asks for the block and waits until it has come.
    async fn fetch(&self, session: &Session, member: &Member, block: u32, mode: PinMode) {
        let key = self.key(block);
        member.ask(key, session.pid);
        session.charge(session.vary(member.request_cost_us()));
        session.settle().await;
        let (node, pid) = (member.node, session.pid);
        member.request(Request { node, pid, key, mode: global(mode) });
        let wait: Wait = self.wait(Event::GcCurrentRequest, block, None);
        session.wait_until_posted(wait).await;
    }
}

fn global(mode: PinMode) -> Mode {
    match mode {
        PinMode::Shared => Mode::Shared,
        PinMode::Exclusive => Mode::Exclusive,
    }
}
