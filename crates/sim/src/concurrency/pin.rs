//! Buffer pins: who uses which block of a segment, and who waits for it.
//!
//! Shared pins go together, an exclusive one goes alone. On release the first waiter is posted,
//! and the shared ones behind it if it wants a shared pin too. The pin is not handed over: a
//! posted waiter repeats its get, and whoever is running may pin first (barging). As long as a
//! posted waiter is on its way nobody else is posted for that buffer, so a hot block costs one
//! wake-up a wake-up latency, not one a release. Neither rule is documented by Oracle.

use crate::host::Pid;
use std::cell::RefCell;
use std::collections::VecDeque;

/// What a session means to do with a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PinMode {
    /// Read it.
    Shared,
    /// Change it.
    Exclusive,
}

#[derive(Debug, Default)]
struct Buffer {
    exclusive: Option<Pid>,
    shared: Vec<Pid>,
    waiters: VecDeque<(Pid, PinMode)>,
    /// Posted waiters that have not run yet.
    on_their_way: u32,
}

/// The pins on the blocks of one segment.
#[derive(Debug, Default)]
pub struct Pins {
    buffers: RefCell<Vec<Buffer>>,
}

impl Pins {
    /// Pins a block, or names a session whose pin excludes that.
    pub fn try_pin(&self, block: u32, pid: Pid, mode: PinMode) -> Result<(), Pid> {
        let buffers = &mut *self.buffers.borrow_mut();
        if block as usize >= buffers.len() {
            buffers.resize_with((block as usize + 1).next_power_of_two(), Buffer::default);
        }
        let buffer = &mut buffers[block as usize];
        if let Some(holder) = buffer.exclusive {
            return Err(holder);
        }
        match mode {
            PinMode::Shared => buffer.shared.push(pid),
            PinMode::Exclusive => match buffer.shared.first() {
                Some(&holder) => return Err(holder),
                None => buffer.exclusive = Some(pid),
            },
        }
        Ok(())
    }

    /// Whether a pin of this mode would be granted.
    pub fn is_open(&self, block: u32, mode: PinMode) -> bool {
        let buffers = self.buffers.borrow();
        let buffer = &buffers[block as usize];
        buffer.exclusive.is_none() && (mode == PinMode::Shared || buffer.shared.is_empty())
    }

    /// Names a session that has the block pinned.
    pub fn holder(&self, block: u32) -> Option<Pid> {
        let buffers = self.buffers.borrow();
        let buffer = buffers.get(block as usize)?;
        buffer.exclusive.or(buffer.shared.first().copied())
    }

    /// Names a session that has the block pinned for a change.
    pub fn changing(&self, block: u32) -> Option<Pid> {
        self.buffers.borrow().get(block as usize).and_then(|buffer| buffer.exclusive)
    }

    /// Joins the waiters of a block that could not be pinned.
    pub fn join(&self, block: u32, pid: Pid, mode: PinMode) {
        self.buffers.borrow_mut()[block as usize].waiters.push_back((pid, mode));
    }

    /// Leaves the waiters, as when the wait timed out.
    pub fn give_up(&self, block: u32, pid: Pid) {
        self.buffers.borrow_mut()[block as usize].waiters.retain(|&(waiter, _)| waiter != pid);
    }

    /// A posted waiter runs again.
    pub fn arrived(&self, block: u32) {
        self.buffers.borrow_mut()[block as usize].on_their_way -= 1;
    }

    /// Takes the pin off and posts those whose turn it is.
    pub fn unpin(&self, block: u32, pid: Pid, mut post: impl FnMut(Pid)) {
        let buffers = &mut *self.buffers.borrow_mut();
        let buffer = &mut buffers[block as usize];
        if buffer.exclusive == Some(pid) {
            buffer.exclusive = None;
        } else {
            let place = buffer.shared.iter().position(|&holder| holder == pid);
            buffer.shared.swap_remove(place.expect("only a holder unpins"));
            if !buffer.shared.is_empty() {
                return;
            }
        }
        if buffer.on_their_way > 0 {
            return;
        }
        while let Some((waiter, mode)) = buffer.waiters.pop_front() {
            buffer.on_their_way += 1;
            post(waiter);
            let next_is_shared = matches!(buffer.waiters.front(), Some((_, PinMode::Shared)));
            if mode == PinMode::Exclusive || !next_is_shared {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Pid = Pid(1);
    const B: Pid = Pid(2);
    const C: Pid = Pid(3);

    #[test]
    fn shared_pins_go_together_and_an_exclusive_one_goes_alone() {
        let pins = Pins::default();
        assert_eq!(pins.try_pin(0, A, PinMode::Shared), Ok(()));
        assert_eq!(pins.try_pin(0, B, PinMode::Shared), Ok(()));
        assert_eq!(pins.try_pin(0, C, PinMode::Exclusive), Err(A));
        pins.unpin(0, A, |_| panic!("nobody waits"));
        pins.unpin(0, B, |_| panic!("nobody waits"));
        assert_eq!(pins.try_pin(0, C, PinMode::Exclusive), Ok(()));
        assert_eq!(pins.try_pin(0, A, PinMode::Shared), Err(C));
        assert_eq!(pins.changing(0), Some(C));
    }

    #[test]
    fn one_waiter_at_a_time_is_on_its_way() {
        let pins = Pins::default();
        pins.try_pin(3, A, PinMode::Exclusive).unwrap();
        pins.join(3, B, PinMode::Exclusive);
        pins.join(3, C, PinMode::Exclusive);
        let mut posted = Vec::new();
        pins.unpin(3, A, |pid| posted.push(pid));
        pins.try_pin(3, A, PinMode::Exclusive).expect("a running session may barge in");
        pins.unpin(3, A, |pid| posted.push(pid));
        assert_eq!(posted, [B]);
        pins.arrived(3);
        pins.try_pin(3, B, PinMode::Exclusive).unwrap();
        pins.unpin(3, B, |pid| posted.push(pid));
        assert_eq!(posted, [B, C]);
    }
}
