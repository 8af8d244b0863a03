//! What a process can do: know the time, wait, wake others, start others.
//!
//! A process waits for one thing at a time: a moment (`sleep`), somebody else (`park`), or
//! whichever of the two comes first (`park_for`). What is due later stands in the [`Agenda`]; what
//! becomes due now joins the ready queue, and that costs no match in the tree. The queue is served
//! when the agenda has nothing left for this moment: all of that was put down earlier. So the order
//! is (time, insertion number) throughout.

use crate::agenda::{Agenda, Slot};
use crate::clock::{Instant, Span};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
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

/// How a process may be woken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// There is no such process.
    Ended,
    /// It runs, is due now, or sleeps: nobody else may wake it.
    Committed,
    /// It waits for somebody's wake-up.
    Parked,
    /// The same, with its timeout in the agenda.
    ParkedFor(Slot),
    /// Its timeout came; it runs next.
    TimedOut,
}

/// What a process waits for: what every step touches, kept apart from what only a dump reads.
pub(crate) struct Task {
    pub state: Cell<State>,
    pub parked_since: Cell<Instant>,
}

/// What a process is called and says of itself.
pub(crate) struct Label {
    pub name: &'static str,
    pub doing: Cell<&'static str>,
}

pub(crate) type Process = Pin<Box<dyn Future<Output = ()>>>;

/// Why an item stands in the agenda; the lowest bits of the item, above them the process.
#[derive(Clone, Copy)]
pub(crate) enum Due {
    /// The process goes on.
    Resume,
    /// The timeout of a parked process.
    Timeout,
    /// Somebody's wake-up arrives at a process that has to be parked by then.
    Post,
}

const DUE_BITS: u32 = 2;

impl Due {
    #[inline]
    fn item(self, task: u32) -> u32 {
        task << DUE_BITS | self as u32
    }
}

/// The process that an item of the agenda is for.
#[inline]
pub(crate) fn task_of(item: u32) -> u32 {
    item >> DUE_BITS
}

/// What the owner of a simulation and its processes share.
#[derive(Default)]
pub(crate) struct Kernel {
    pub now: Cell<Instant>,
    pub current: Cell<u32>,
    pub stopped: Cell<bool>,
    /// The agenda has nothing left for this moment.
    settled: Cell<bool>,
    pub agenda: RefCell<Agenda>,
    pub ready: RefCell<VecDeque<u32>>,
    pub tasks: RefCell<Vec<Task>>,
    pub labels: RefCell<Vec<Label>>,
    /// Numbers of processes that have ended.
    pub free: RefCell<Vec<u32>>,
    /// Processes that the executor has not seen yet.
    pub spawned: RefCell<Vec<(u32, Process)>>,
}

impl Kernel {
    pub fn spawn(&self, name: &'static str, process: Process) -> TaskId {
        let (mut tasks, mut labels) = (self.tasks.borrow_mut(), self.labels.borrow_mut());
        let id = self.free.borrow_mut().pop().unwrap_or(tasks.len() as u32);
        assert!(id < 1 << (u32::BITS - DUE_BITS), "too many processes");
        let since = Cell::new(self.now.get());
        let task = Task { state: Cell::new(State::Committed), parked_since: since };
        let label = Label { name, doing: Cell::new("") };
        if id as usize == tasks.len() {
            tasks.push(task);
            labels.push(label);
        } else {
            tasks[id as usize] = task;
            labels[id as usize] = label;
        }
        self.spawned.borrow_mut().push((id, process));
        self.ready.borrow_mut().push_back(id);
        TaskId(id)
    }

    /// The next process to resume, moving the clock up to `limit` when nobody is due now.
    #[inline]
    pub fn next(&self, limit: Instant) -> Option<u32> {
        let mut ready = self.ready.borrow_mut();
        let mut agenda = self.agenda.borrow_mut();
        if !ready.is_empty() && (self.settled.get() || !agenda.is_due(self.now.get())) {
            self.settled.set(true);
            return ready.pop_front();
        }
        let (at, item) = agenda.pop_until(limit)?;
        drop(agenda);
        self.now.set(at);
        self.settled.set(false);
        let task = task_of(item);
        if item == Due::Timeout.item(task) {
            self.tasks.borrow()[task as usize].state.set(State::TimedOut);
        } else if item == Due::Post.item(task) {
            self.unpark(task);
        }
        Some(task)
    }

    #[inline]
    fn schedule(&self, span: Span, due: Due, task: u32) -> Slot {
        self.agenda.borrow_mut().push(self.now.get() + span, due.item(task))
    }

    /// Commits a parked process to go on, and drops its timeout.
    #[inline]
    fn unpark(&self, task: u32) {
        let state = &self.tasks.borrow()[task as usize].state;
        match state.replace(State::Committed) {
            State::Parked => {}
            State::ParkedFor(slot) => self.agenda.borrow_mut().cancel(slot),
            other => panic!("process {task} was woken while it was not parked but {other:?}"),
        }
    }

    #[inline]
    fn park(&self, state: State) {
        let task = &self.tasks.borrow()[self.current.get() as usize];
        task.state.set(state);
        task.parked_since.set(self.now.get());
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
        self.0.unpark(task.0);
        self.0.ready.borrow_mut().push_back(task.0);
    }

    /// Wakes a parked process `span` from now, as one event; until then nobody else may wake it.
    ///
    /// With no span it is [`Handle::wake`]. A `park_for` that ends this way was posted.
    #[inline]
    pub fn wake_after(&self, task: TaskId, span: Span) {
        if span == Span::ZERO {
            return self.wake(task);
        }
        self.0.unpark(task.0);
        self.0.schedule(span, Due::Resume, task.0);
    }

    /// Sends a wake-up that arrives `span` from now; the process has to be parked when it does.
    ///
    /// Several may be under way to the same process.
    #[inline]
    pub fn post_after(&self, task: TaskId, span: Span) {
        if span == Span::ZERO {
            return self.wake(task);
        }
        self.0.schedule(span, Due::Post, task.0);
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
    #[inline]
    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if self.begun {
            return Poll::Ready(());
        }
        self.begun = true;
        let task = self.kernel.current.get();
        if self.span == Span::ZERO {
            self.kernel.ready.borrow_mut().push_back(task);
        } else {
            self.kernel.schedule(self.span, Due::Resume, task);
        }
        Poll::Pending
    }
}

struct Park<'a> {
    kernel: &'a Kernel,
    begun: bool,
}

impl Future for Park<'_> {
    type Output = ();
    #[inline]
    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if self.begun {
            return Poll::Ready(());
        }
        self.begun = true;
        self.kernel.park(State::Parked);
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
    #[inline]
    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Wake> {
        let kernel = self.kernel;
        if !self.begun {
            self.begun = true;
            let slot = kernel.schedule(self.span, Due::Timeout, kernel.current.get());
            kernel.park(State::ParkedFor(slot));
            return Poll::Pending;
        }
        let state = &kernel.tasks.borrow()[kernel.current.get() as usize].state;
        match state.replace(State::Committed) {
            State::TimedOut => Poll::Ready(Wake::TimedOut),
            _ => Poll::Ready(Wake::Posted),
        }
    }
}
