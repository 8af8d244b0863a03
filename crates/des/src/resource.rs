//! Resources: what processes queue for.

use crate::task::{Handle, TaskId};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

/// So many equal units, served first come first served.
pub struct Resource {
    handle: Handle,
    free: Cell<u32>,
    queue: RefCell<VecDeque<TaskId>>,
}

impl Resource {
    /// A resource of `capacity` units, all free.
    pub fn new(handle: &Handle, capacity: u32) -> Resource {
        Resource {
            handle: handle.clone(),
            free: Cell::new(capacity),
            queue: RefCell::new(VecDeque::new()),
        }
    }

    /// Takes a unit if one is free.
    #[inline]
    pub fn try_request(&self) -> bool {
        let free = self.free.get();
        if free > 0 {
            self.free.set(free - 1);
        }
        free > 0
    }

    /// Waits for a unit.
    #[inline]
    pub async fn request(&self) {
        if !self.try_request() {
            self.queue.borrow_mut().push_back(self.handle.current());
            self.handle.park().await;
        }
    }

    /// Gives a unit back: it goes to the first in the queue.
    #[inline]
    pub fn release(&self) {
        match self.queue.borrow_mut().pop_front() {
            Some(next) => self.handle.wake(next),
            None => self.free.set(self.free.get() + 1),
        }
    }
}
