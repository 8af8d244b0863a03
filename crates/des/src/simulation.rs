//! The owner of the processes, and the loop that resumes them.

use crate::clock::Instant;
use crate::schedule::{State, task_of};
use crate::task::{Handle, Kernel, Process, TaskId};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::future::Future;
use std::rc::Rc;
use std::task::{Context, Waker};

/// What a run came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The budget or the time is used up and there is more to do.
    Running,
    /// Nothing is left to happen: every process has ended or is parked for ever.
    Finished,
    /// Somebody called `stop`.
    Stopped,
}

/// Owns the processes and runs them.
#[derive(Default)]
pub struct Simulation {
    kernel: Rc<Kernel>,
    processes: Vec<Option<Process>>,
    events: u64,
}

impl Simulation {
    /// A simulation at its start, with nothing to do.
    pub fn new() -> Simulation {
        Simulation::default()
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
        let is_over = self.kernel.schedule.borrow().agenda.is_empty();
        if is_over { Progress::Finished } else { Progress::Running }
    }

    /// Resumes processes at most `events` times; how a run is sliced does not change what happens.
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

    /// Lets the next run come back at once.
    pub fn stop(&mut self) {
        self.kernel.stopped.set(true);
    }

    /// What everyone is doing, one line a process.
    pub fn dump(&self) -> String {
        let schedule = self.kernel.schedule.borrow();
        let pending = schedule.agenda.iter();
        let due: BTreeMap<u32, Instant> = pending.map(|(at, item)| (task_of(item), at)).collect();
        let mut text = format!("at {}\n", self.now());
        let labels = self.kernel.labels.borrow();
        for (id, (&state, label)) in schedule.states.iter().zip(labels.iter()).enumerate() {
            let since = schedule.parked_since[id];
            let state = match (state, due.get(&(id as u32))) {
                (State::Ended, _) => continue,
                (State::Committed, Some(until)) => format!("asleep until {until}"),
                (State::Parked, Some(until)) => format!("parked since {since}, posted at {until}"),
                (State::ParkedFor(_), Some(until)) => format!("parked since {since} until {until}"),
                (State::Parked | State::ParkedFor(_), None) => format!("parked since {since}"),
                (State::Committed | State::TimedOut, _) => "due now".to_string(),
            };
            let line = format!("{id:>5} {:<20} {state}  {}", label.name, label.doing.get());
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }

    fn resume(&mut self, limit: Instant, budget: u64) -> Progress {
        let kernel = &*self.kernel;
        let mut context = Context::from_waker(Waker::noop());
        let mut left = budget;
        while left > 0 && !kernel.stopped.get() {
            let next = kernel.schedule.borrow_mut().next(kernel.now.get(), limit);
            let Some((now, task)) = next else {
                self.events += budget - left;
                return Progress::Finished;
            };
            left -= 1;
            kernel.now.set(now);
            kernel.current.set(task);
            let has_ended = match self.processes.get_mut(task as usize) {
                Some(Some(process)) => process.as_mut().poll(&mut context).is_ready(),
                _ => {
                    adopt(kernel, &mut self.processes);
                    let process = self.processes[task as usize].as_mut();
                    process.expect("a live process").as_mut().poll(&mut context).is_ready()
                }
            };
            if has_ended {
                self.processes[task as usize] = None;
                kernel.schedule.borrow_mut().remove(task);
            }
        }
        self.events += budget - left;
        if kernel.stopped.take() { Progress::Stopped } else { Progress::Running }
    }
}

/// Takes in the processes that were spawned since the last time.
#[cold]
fn adopt(kernel: &Kernel, processes: &mut Vec<Option<Process>>) {
    for (task, process) in kernel.spawned.borrow_mut().drain(..) {
        let index = task as usize;
        if index >= processes.len() {
            processes.resize_with(index + 1, || None);
        }
        processes[index] = Some(process);
    }
}

impl Drop for Simulation {
    fn drop(&mut self) {
        // Processes hold handles to the kernel, so those it still keeps would keep it alive.
        let spawned = self.kernel.spawned.take();
        drop(spawned);
    }
}
