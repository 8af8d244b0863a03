//! What a process can do: know the time, wait, wake others, start others.
//!
//! A process waits for one thing at a time: a moment (`sleep`), somebody else (`park`), or
//! whichever of the two comes first (`park_for`). What is due later stands in the [`Agenda`](crate::Agenda); what
//! becomes due now joins the ready queue, and that costs no match in the tree. The queue is served
//! when the agenda has nothing left for this moment: all of that was put down earlier. So the order
//! is (time, insertion number) throughout.

use crate::clock::{Instant, Span};
use crate::schedule::{Due, Schedule, State};
use std::cell::{Cell, RefCell};
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

/// Names a process; numbers are reused after a process has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskId(pub(crate) u32);

impl TaskId {
    /// The number as a dense index, for tables beside the simulation.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What ended a [`Handle::park_for`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wake {
    /// Somebody called [`Handle::wake`].
    Posted,
    /// The time was over first.
    TimedOut,
}

/// What a process is called and says of itself.
pub(crate) struct Label {
    pub name: &'static str,
    pub doing: Cell<&'static str>,
}

pub(crate) type Process = Pin<Box<dyn Future<Output = ()>>>;

/// What the owner of a simulation and its processes share.
#[derive(Default)]
pub(crate) struct Kernel {
    pub now: Cell<Instant>,
    pub current: Cell<u32>,
    pub stopped: Cell<bool>,
    pub schedule: RefCell<Schedule>,
    pub labels: RefCell<Vec<Label>>,
    /// Processes that the executor has not seen yet.
    pub spawned: RefCell<Vec<(u32, Process)>>,
}

impl Kernel {
    pub fn spawn(&self, name: &'static str, process: Process) -> TaskId {
        let task = self.schedule.borrow_mut().add(self.now.get());
        let label = Label { name, doing: Cell::new("") };
        let mut labels = self.labels.borrow_mut();
        match labels.get_mut(task as usize) {
            Some(place) => *place = label,
            None => labels.push(label),
        }
        self.spawned.borrow_mut().push((task, process));
        TaskId(task)
    }

    /// Parks the running process.
    #[inline]
    pub fn park(&self) {
        let (task, now) = (self.current.get(), self.now.get());
        self.schedule.borrow_mut().park(task, now, State::Parked);
    }
}

/// A process's way to the simulation; cheap to clone.
#[derive(Clone)]
pub struct Handle(pub(crate) Rc<Kernel>);

impl Handle {
    /// The present moment.
    #[inline]
    pub fn now(&self) -> Instant {
        self.0.now.get()
    }

    /// The process that is running.
    #[inline]
    pub fn current(&self) -> TaskId {
        TaskId(self.0.current.get())
    }

    /// Starts a process; it runs after everything that is already due now.
    pub fn spawn(&self, name: &'static str, process: impl Future<Output = ()> + 'static) -> TaskId {
        self.0.spawn(name, Box::pin(process))
    }

    /// Waits for `span`; with no time at all, behind everything that is already due now.
    #[inline]
    pub fn sleep(&self, span: Span) -> impl Future<Output = ()> + '_ {
        Sleep { kernel: &self.0, span, begun: false }
    }

    /// Waits until somebody wakes this process.
    #[inline]
    pub fn park(&self) -> impl Future<Output = ()> + '_ {
        Park { kernel: &self.0, begun: false }
    }

    /// Waits until somebody wakes this process, `span` at most.
    ///
    /// It is also the interruptible sleep: `Posted` means that it was interrupted. With no time at
    /// all the timeout comes when nothing else is left to do at this moment.
    #[inline]
    pub fn park_for(&self, span: Span) -> impl Future<Output = Wake> + '_ {
        ParkFor { kernel: &self.0, span, begun: false }
    }

    /// Wakes a parked process: it runs now, after everything that is already due.
    ///
    /// Waking a process that is not parked is a bug, and panics.
    #[inline]
    pub fn wake(&self, task: TaskId) {
        let mut schedule = self.0.schedule.borrow_mut();
        schedule.unpark(task.0);
        schedule.make_ready(task.0);
    }

    /// Wakes a parked process `span` from now, as one event; until then nobody else may wake it.
    ///
    /// With no span it is [`Handle::wake`]. A `park_for` that ends this way was posted.
    #[inline]
    pub fn wake_after(&self, task: TaskId, span: Span) {
        if span == Span::ZERO {
            return self.wake(task);
        }
        let mut schedule = self.0.schedule.borrow_mut();
        schedule.unpark(task.0);
        schedule.put_down(self.now() + span, Due::Resume, task.0);
    }

    /// Sends a wake-up that arrives `span` from now; the process has to be parked when it does.
    ///
    /// Several may be under way to the same process.
    #[inline]
    pub fn post_after(&self, task: TaskId, span: Span) {
        if span == Span::ZERO {
            return self.wake(task);
        }
        self.0.schedule.borrow_mut().put_down(self.now() + span, Due::Post, task.0);
    }

    /// Ends the present run after this step; a later call to run goes on.
    pub fn stop(&self) {
        self.0.stopped.set(true);
    }

    /// Says what the running process is about, for [`Simulation::dump`](crate::Simulation::dump).
    pub fn doing(&self, what: &'static str) {
        self.0.labels.borrow()[self.current().index()].doing.set(what);
    }
}

struct Sleep<'a> {
    kernel: &'a Kernel,
    span: Span,
    begun: bool,
}

impl Future for Sleep<'_> {
    type Output = ();
    #[inline(always)]
    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if self.begun {
            return Poll::Ready(());
        }
        self.begun = true;
        let task = self.kernel.current.get();
        let mut schedule = self.kernel.schedule.borrow_mut();
        if self.span == Span::ZERO {
            schedule.make_ready(task);
        } else {
            schedule.put_down(self.kernel.now.get() + self.span, Due::Resume, task);
        }
        drop(schedule);
        Poll::Pending
    }
}

struct Park<'a> {
    kernel: &'a Kernel,
    begun: bool,
}

impl Future for Park<'_> {
    type Output = ();
    #[inline(always)]
    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if self.begun {
            return Poll::Ready(());
        }
        self.begun = true;
        self.kernel.park();
        Poll::Pending
    }
}

struct ParkFor<'a> {
    kernel: &'a Kernel,
    span: Span,
    begun: bool,
}

impl Future for ParkFor<'_> {
    type Output = Wake;
    #[inline(always)]
    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Wake> {
        let (now, task) = (self.kernel.now.get(), self.kernel.current.get());
        let mut schedule = self.kernel.schedule.borrow_mut();
        if !self.begun {
            let slot = schedule.put_down(now + self.span, Due::Timeout, task);
            schedule.park(task, now, State::ParkedFor(slot));
            drop(schedule);
            self.begun = true;
            return Poll::Pending;
        }
        let state = &mut schedule.states[task as usize];
        match std::mem::replace(state, State::Committed) {
            State::TimedOut => Poll::Ready(Wake::TimedOut),
            _ => Poll::Ready(Wake::Posted),
        }
    }
}
