//! Processes as async functions on a deterministic single-thread executor.
//!
//! A process waits for one thing at a time: a moment (`sleep`), somebody else (`park`), or
//! whichever of the two comes first (`park_for`). Everything due now stands in one ready queue,
//! first come first served; what is due later stands in the [`Agenda`].

use crate::agenda::{Agenda, Slot};
use crate::clock::{Instant, Span};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fmt::Write;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

/// Names a process; numbers are reused after a process has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskId(u32);

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

/// What [`Simulation::advance`] came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The budget is used up and there is more to do.
    Running,
    /// Nothing is left to happen.
    Finished,
    /// A process or the owner called `stop`.
    Stopped,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Free,
    Ready,
    Asleep(Slot),
    Parked,
    ParkedFor(Slot),
    TimedOut,
}

struct Task {
    name: &'static str,
    doing: Cell<&'static str>,
    since: Cell<Instant>,
    state: Cell<State>,
}

type Process = Pin<Box<dyn Future<Output = ()>>>;

/// What the owner and the processes share.
#[derive(Default)]
struct Kernel {
    now: Cell<Instant>,
    current: Cell<u32>,
    stopped: Cell<bool>,
    agenda: RefCell<Agenda>,
    ready: RefCell<VecDeque<u32>>,
    tasks: RefCell<Vec<Task>>,
    free: RefCell<Vec<u32>>,
    /// Processes that were spawned since the executor last looked.
    spawned: RefCell<Vec<(u32, Process)>>,
}

impl Kernel {
    fn spawn(&self, name: &'static str, process: Process) -> TaskId {
        let mut tasks = self.tasks.borrow_mut();
        let task = Task {
            name,
            doing: Cell::new(""),
            since: Cell::new(self.now.get()),
            state: Cell::new(State::Ready),
        };
        let id = match self.free.borrow_mut().pop() {
            Some(id) => {
                tasks[id as usize] = task;
                id
            }
            None => {
                tasks.push(task);
                tasks.len() as u32 - 1
            }
        };
        self.spawned.borrow_mut().push((id, process));
        self.ready.borrow_mut().push_back(id);
        TaskId(id)
    }

    /// The next process to resume, moving the clock when nobody is due now.
    fn next(&self, limit: Instant) -> Option<u32> {
        if let Some(id) = self.ready.borrow_mut().pop_front() {
            return Some(id);
        }
        let (at, id) = self.agenda.borrow_mut().pop_until(limit)?;
        self.now.set(at);
        let tasks = self.tasks.borrow();
        let state = &tasks[id as usize].state;
        if let State::ParkedFor(_) = state.get() {
            state.set(State::TimedOut);
        } else {
            state.set(State::Ready);
        }
        Some(id)
    }
}

/// A process's way to the simulation; cheap to clone.
#[derive(Clone)]
pub struct Handle(Rc<Kernel>);

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
        Sleep { handle: self, span, begun: false }
    }

    /// Waits until somebody calls [`Handle::wake`] for this process.
    #[inline]
    pub fn park(&self) -> impl Future<Output = ()> + '_ {
        Park { handle: self, begun: false }
    }

    /// Waits until somebody calls [`Handle::wake`] for this process, `span` at most.
    ///
    /// It is also the interruptible sleep: `Posted` means that it was interrupted.
    #[inline]
    pub fn park_for(&self, span: Span) -> impl Future<Output = Wake> + '_ {
        ParkFor { handle: self, span, begun: false }
    }

    /// Puts a parked process into the ready queue, behind everything that is already due now.
    ///
    /// Waking a process that is not parked is a bug; debug builds panic.
    #[inline]
    pub fn wake(&self, task: TaskId) {
        let tasks = self.0.tasks.borrow();
        let state = &tasks[task.index()].state;
        match state.get() {
            State::Parked => {}
            State::ParkedFor(slot) => self.0.agenda.borrow_mut().cancel(slot),
            other => {
                debug_assert!(false, "woke {task:?}, which is {other:?}");
                return;
            }
        }
        state.set(State::Ready);
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
        let tasks = self.0.tasks.borrow();
        let state = &tasks[task.index()].state;
        let mut agenda = self.0.agenda.borrow_mut();
        match state.get() {
            State::Parked => {}
            State::ParkedFor(slot) => agenda.cancel(slot),
            other => {
                debug_assert!(false, "woke {task:?}, which is {other:?}");
                return;
            }
        }
        state.set(State::Asleep(agenda.push(self.now() + span, task.0)));
    }

    /// Ends the run after the present step.
    pub fn stop(&self) {
        self.0.stopped.set(true);
    }

    /// Says what the running process is about, for [`Simulation::dump`].
    pub fn doing(&self, what: &'static str) {
        self.0.tasks.borrow()[self.current().index()].doing.set(what);
    }

    fn set_state(&self, state: State) {
        let task = &self.0.tasks.borrow()[self.current().index()];
        task.since.set(self.now());
        task.state.set(state);
    }

    fn timer(&self, span: Span) -> Slot {
        self.0.agenda.borrow_mut().push(self.now() + span, self.0.current.get())
    }
}

struct Sleep<'a> {
    handle: &'a Handle,
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
        if self.span == Span::ZERO {
            self.handle.0.ready.borrow_mut().push_back(self.handle.0.current.get());
        } else {
            self.handle.set_state(State::Asleep(self.handle.timer(self.span)));
        }
        Poll::Pending
    }
}

struct Park<'a> {
    handle: &'a Handle,
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
        self.handle.set_state(State::Parked);
        Poll::Pending
    }
}

struct ParkFor<'a> {
    handle: &'a Handle,
    span: Span,
    begun: bool,
}

impl Future for ParkFor<'_> {
    type Output = Wake;
    #[inline]
    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Wake> {
        if !self.begun {
            self.begun = true;
            self.handle.set_state(State::ParkedFor(self.handle.timer(self.span)));
            return Poll::Pending;
        }
        let tasks = self.handle.0.tasks.borrow();
        let state = &tasks[self.handle.current().index()].state;
        let timed_out = state.get() == State::TimedOut;
        state.set(State::Ready);
        Poll::Ready(if timed_out { Wake::TimedOut } else { Wake::Posted })
    }
}

/// Owns the processes and runs them.
pub struct Simulation {
    kernel: Rc<Kernel>,
    processes: Vec<Option<Process>>,
    events: u64,
}

impl Default for Simulation {
    fn default() -> Self {
        Simulation::new()
    }
}

impl Simulation {
    /// A simulation at its start, with nothing to do.
    pub fn new() -> Simulation {
        Simulation { kernel: Rc::new(Kernel::default()), processes: Vec::new(), events: 0 }
    }

    /// A handle for processes and resources.
    pub fn handle(&self) -> Handle {
        Handle(self.kernel.clone())
    }

    /// Starts a process; it runs after everything that is already due now.
    pub fn spawn(
        &mut self,
        name: &'static str,
        process: impl Future<Output = ()> + 'static,
    ) -> TaskId {
        self.kernel.spawn(name, Box::pin(process))
    }

    /// Runs until nothing is left to happen or somebody stops it.
    pub fn run(&mut self) -> Progress {
        self.resume(Instant::MAX, u64::MAX)
    }

    /// Runs everything up to and including `end`, and moves the clock there.
    pub fn run_until(&mut self, end: Instant) -> Progress {
        let progress = self.resume(end, u64::MAX);
        if progress == Progress::Stopped {
            return progress;
        }
        self.kernel.now.set(end.max(self.now()));
        if self.kernel.agenda.borrow().is_empty() { Progress::Finished } else { Progress::Running }
    }

    /// Resumes at most `events` processes; how a run is sliced does not change what happens.
    pub fn advance(&mut self, events: u64) -> Progress {
        self.resume(Instant::MAX, events)
    }

    /// The present moment.
    pub fn now(&self) -> Instant {
        self.kernel.now.get()
    }

    /// How many times a process has been resumed.
    pub fn events(&self) -> u64 {
        self.events
    }

    /// Ends the run: every later call to advance it comes back `Stopped`.
    pub fn stop(&mut self) {
        self.kernel.stopped.set(true);
    }

    /// What everyone is doing, one line a process.
    pub fn dump(&self) -> String {
        let mut text = format!("at {}\n", self.now());
        for (id, task) in self.kernel.tasks.borrow().iter().enumerate() {
            let state = match task.state.get() {
                State::Free => continue,
                State::Ready | State::TimedOut => "ready".to_string(),
                State::Asleep(slot) => {
                    format!("asleep until {}", self.kernel.agenda.borrow().time_of(slot))
                }
                State::Parked => format!("parked since {}", task.since.get()),
                State::ParkedFor(slot) => format!(
                    "parked since {} until {}",
                    task.since.get(),
                    self.kernel.agenda.borrow().time_of(slot)
                ),
            };
            let _ = writeln!(text, "{id:>5} {:<20} {state} {}", task.name, task.doing.get());
        }
        text
    }

    fn resume(&mut self, limit: Instant, budget: u64) -> Progress {
        let mut cx = Context::from_waker(Waker::noop());
        for _ in 0..budget {
            if self.kernel.stopped.get() {
                return Progress::Stopped;
            }
            self.adopt();
            let Some(id) = self.kernel.next(limit) else {
                return Progress::Finished;
            };
            self.events += 1;
            self.kernel.current.set(id);
            let process = self.processes[id as usize].as_mut().expect("a live process");
            if process.as_mut().poll(&mut cx).is_ready() {
                self.processes[id as usize] = None;
                self.kernel.tasks.borrow()[id as usize].state.set(State::Free);
                self.kernel.free.borrow_mut().push(id);
            }
        }
        if self.kernel.stopped.get() { Progress::Stopped } else { Progress::Running }
    }

    fn adopt(&mut self) {
        for (id, process) in self.kernel.spawned.borrow_mut().drain(..) {
            let index = id as usize;
            if index >= self.processes.len() {
                self.processes.resize_with(index + 1, || None);
            }
            self.processes[index] = Some(process);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_are_first_in_first_out() {
        let mut sim = Simulation::new();
        let log = Rc::new(RefCell::new(Vec::new()));
        for (i, delay) in [5, 3, 5, 0, 3].into_iter().enumerate() {
            let (h, log) = (sim.handle(), log.clone());
            sim.spawn("sleeper", async move {
                h.sleep(Span::from_nanos(delay)).await;
                log.borrow_mut().push((h.now().as_nanos(), i));
            });
        }
        assert_eq!(sim.run(), Progress::Finished);
        assert_eq!(*log.borrow(), [(0, 3), (3, 1), (3, 4), (5, 0), (5, 2)]);
    }

    #[test]
    fn a_parked_process_is_posted_or_times_out() {
        let mut sim = Simulation::new();
        let h = sim.handle();
        let waiter = sim.spawn("waiter", async move {
            assert_eq!(h.park_for(Span::from_nanos(10)).await, Wake::TimedOut);
            assert_eq!(h.now(), Instant::from_nanos(10));
            assert_eq!(h.park_for(Span::from_nanos(10)).await, Wake::Posted);
            assert_eq!(h.now(), Instant::from_nanos(15));
            h.park().await;
            assert_eq!(h.now(), Instant::from_nanos(25));
        });
        let h = sim.handle();
        sim.spawn("poster", async move {
            for delay in [15, 10] {
                h.sleep(Span::from_nanos(delay)).await;
                h.wake(waiter);
            }
        });
        assert_eq!(sim.run(), Progress::Finished);
        assert_eq!(sim.now(), Instant::from_nanos(25));
    }
}
