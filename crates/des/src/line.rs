//! The waiting line in front of anything that processes queue for.

use crate::clock::Span;
use crate::task::{Handle, TaskId, Wake};
use std::cell::RefCell;
use std::collections::VecDeque;

/// Parked processes by priority, the lowest number first, and in each by arrival.
pub(crate) struct Line {
    waiting: RefCell<VecDeque<(i32, TaskId)>>,
}

impl Line {
    pub fn new() -> Line {
        Line { waiting: RefCell::new(VecDeque::new()) }
    }

    /// Parks the running process here until somebody calls its turn.
    #[inline]
    pub async fn wait(&self, handle: &Handle, priority: i32) {
        self.join(handle.current(), priority);
        handle.park().await;
    }

    /// The same for `span` at most; false when the time was over first.
    pub async fn wait_within(&self, handle: &Handle, priority: i32, span: Span) -> bool {
        let task = handle.current();
        self.join(task, priority);
        let posted = handle.park_for(span).await == Wake::Posted;
        if !posted {
            self.waiting.borrow_mut().retain(|&(_, waiting)| waiting != task);
        }
        posted
    }

    /// Wakes the first, and tells its priority and who it was.
    #[inline]
    pub fn call(&self, handle: &Handle) -> Option<(i32, TaskId)> {
        let first = self.waiting.borrow_mut().pop_front()?;
        handle.wake(first.1);
        Some(first)
    }

    pub fn len(&self) -> usize {
        self.waiting.borrow().len()
    }

    #[inline]
    fn join(&self, task: TaskId, priority: i32) {
        let mut waiting = self.waiting.borrow_mut();
        match waiting.back() {
            Some(&(last, _)) if last > priority => {
                let place = waiting.partition_point(|&(before, _)| before <= priority);
                waiting.insert(place, (priority, task));
            }
            _ => waiting.push_back((priority, task)),
        }
    }
}
