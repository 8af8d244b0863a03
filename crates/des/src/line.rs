//! The waiting line in front of anything that processes queue for.

use crate::clock::Span;
use crate::task::{Handle, TaskId, Wake};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

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
    pub fn wait<'a>(&'a self, handle: &'a Handle, priority: i32) -> Turn<'a> {
        Turn { line: self, handle, priority, begun: false }
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
    pub fn join(&self, task: TaskId, priority: i32) {
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

/// The wait in a [`Line`]. A state of its own is leaner than an async function around `park`.
pub(crate) struct Turn<'a> {
    line: &'a Line,
    handle: &'a Handle,
    priority: i32,
    begun: bool,
}

impl Future for Turn<'_> {
    type Output = ();
    #[inline(always)]
    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if self.begun {
            return Poll::Ready(());
        }
        self.begun = true;
        self.line.join(self.handle.current(), self.priority);
        self.handle.0.park();
        Poll::Pending
    }
}
