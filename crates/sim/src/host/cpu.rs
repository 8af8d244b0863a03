//! Cores and processes: a process computes only on a core and gives it up whenever it waits.

use super::round_robin::RoundRobin;
use super::scheduler::{Ready, Scheduler};
use crate::catalogue::{Choice, Kind, choices, levers};
use crate::ledger::Series;
use des::{Handle, Instant, Span, TaskId, Wake};
use std::cell::{Cell, RefCell};

choices! {
    /// The order of the run queue.
    pub enum SchedulerPolicy {
        /// One FIFO queue and equal slices.
        RoundRobin = "round_robin",
    }
}

choices! {
    /// What a process does that yields its turn.
    pub enum YieldScheme {
        /// It sleeps until the first clock tick that is at least a millisecond away (Windows).
        Tick = "tick",
        /// It goes to the end of the run queue (`sched_yield`).
        RunQueue = "run_queue",
    }
}

levers! {
    /// The levers of the machine.
    pub struct CpuLevers("cpu.", "Operating system") {
        cores: u32 = 8, Kind::Integer { min: 1, max: 256 }, "cores", "Cores",
            "How many processes can compute at the same moment.", oracle "CPU_COUNT";
        scheduler: SchedulerPolicy = SchedulerPolicy::RoundRobin,
            Kind::Choice(SchedulerPolicy::WORDS), "", "Scheduler",
            "Which process gets the next free core, and for how long.";
        quantum_us: u64 = 31_250, Kind::Integer { min: 100, max: 1_000_000 }, "us", "Time slice",
            "How long a process may compute while others are ready to run.";
        context_switch_us: f64 = 6.0, Kind::Number { min: 0.0, max: 1_000.0 }, "us",
            "Context switch", "What a core spends on going from one process to another.";
        wakeup_us: f64 = 40.0, Kind::Number { min: 0.0, max: 10_000.0 }, "us", "Wake-up latency",
            "How long a posted process takes to run when a core is free.";
        post_us: f64 = 3.0, Kind::Number { min: 0.0, max: 1_000.0 }, "us", "Cost of a post",
            "What a process computes to wake another one.";
        yield_scheme: YieldScheme = YieldScheme::Tick,
            Kind::Choice(YieldScheme::WORDS), "", "Yield",
            "What becomes of a process that yields its turn: it sleeps to the next clock tick or goes to the end of the run queue.";
        clock_tick_us: u64 = 15_625, Kind::Integer { min: 100, max: 1_000_000 }, "us",
            "Clock tick", "How often the operating system looks at its timers.";
    }
}

/// A process of a host: the place in its table, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pid(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Asleep,
    Ready,
    Running,
}

#[derive(Debug)]
struct Process {
    /// The task that lives the process; set when it begins.
    task: Cell<Option<TaskId>>,
    state: Cell<State>,
    /// When the state was entered.
    since: Cell<Instant>,
    /// When the slice of a running process ends.
    slice_end: Cell<Instant>,
    /// CPU time that the process has used but not yet lived through.
    owed: Cell<Span>,
    cpu: Cell<Span>,
    /// Time ready to run in the middle of its work, not behind a wait.
    run_queue: Cell<Span>,
}

/// The cores of a host and the processes that want them.
pub struct Cpu {
    handle: Handle,
    /// The levers that the host runs on.
    pub levers: CpuLevers,
    policy: RefCell<Box<dyn Scheduler>>,
    idle_cores: Cell<u32>,
    processes: Vec<Process>,
    context_switch: Span,
    wakeup: Span,
    context_switches: Cell<u64>,
    involuntary_switches: Cell<u64>,
    busy: RefCell<Series>,
    run_queue: RefCell<Series>,
}

impl Cpu {
    /// A host with idle cores and `processes` processes, none of which has begun.
    pub fn new(handle: Handle, levers: CpuLevers, processes: usize) -> Self {
        let quantum = Span::from_micros(levers.quantum_us);
        let policy: Box<dyn Scheduler> = match levers.scheduler {
            SchedulerPolicy::RoundRobin => Box::new(RoundRobin::new(quantum)),
        };
        let process = || Process {
            task: Cell::new(None),
            state: Cell::new(State::Asleep),
            since: Cell::new(handle.now()),
            slice_end: Cell::new(handle.now()),
            owed: Cell::new(Span::ZERO),
            cpu: Cell::new(Span::ZERO),
            run_queue: Cell::new(Span::ZERO),
        };
        Self {
            processes: (0..processes).map(|_| process()).collect(),
            policy: RefCell::new(policy),
            idle_cores: Cell::new(levers.cores),
            context_switch: Span::from_micros_f64(levers.context_switch_us),
            wakeup: Span::from_micros_f64(levers.wakeup_us),
            context_switches: Cell::new(0),
            involuntary_switches: Cell::new(0),
            busy: RefCell::default(),
            run_queue: RefCell::default(),
            handle,
            levers,
        }
    }

    /// The present moment.
    pub fn now(&self) -> Instant {
        self.handle.now()
    }

    /// The calling task becomes the process and gets a core.
    pub async fn begin(&self, pid: Pid) {
        self.process(pid).task.set(Some(self.handle.current()));
        self.get_core(pid).await;
    }

    /// The process ends and leaves its core.
    pub async fn end(&self, pid: Pid) {
        self.settle(pid).await;
        self.leave_core(pid);
    }

    /// Adds to what the process computes before it next meets anybody; takes no event.
    pub fn charge(&self, pid: Pid, span: Span) {
        let owed = &self.process(pid).owed;
        owed.set(owed.get() + span);
    }

    /// The moment at which the process will have lived through what it owes.
    pub fn local_now(&self, pid: Pid) -> Instant {
        self.handle.now() + self.process(pid).owed.get()
    }

    /// Computes for `span` and for whatever has been charged before.
    pub async fn run(&self, pid: Pid, span: Span) {
        self.charge(pid, span);
        self.settle(pid).await;
    }

    /// Lives through what has been charged, slice by slice, in the run queue between slices.
    pub async fn settle(&self, pid: Pid) {
        let process = self.process(pid);
        while process.owed.get() > Span::ZERO {
            let left = process.slice_end.get().saturating_since(self.handle.now());
            if left == Span::ZERO {
                self.end_slice(pid).await;
                continue;
            }
            let step = process.owed.get().min(left);
            let start = self.handle.now();
            self.handle.sleep(step).await;
            process.owed.set(process.owed.get() - step);
            process.cpu.set(process.cpu.get() + step);
            self.busy.borrow_mut().add(start, self.handle.now());
        }
    }

    /// A new slice at once where nobody else is ready, else a turn in the run queue.
    async fn end_slice(&self, pid: Pid) {
        if self.policy.borrow().is_idle() {
            let slice = self.policy.borrow().slice(pid);
            self.process(pid).slice_end.set(self.handle.now() + slice);
            return;
        }
        self.involuntary_switches.set(self.involuntary_switches.get() + 1);
        self.requeue(pid, Ready::Preempted).await;
    }

    /// To the run queue and back, without a wait: the time counts as run-queue time.
    async fn requeue(&self, pid: Pid, why: Ready) {
        let process = self.process(pid);
        let start = self.handle.now();
        self.make_ready(pid, why);
        self.leave_core_to_next();
        self.handle.park().await;
        process.run_queue.set(process.run_queue.get() + (self.handle.now() - start));
        self.run_queue.borrow_mut().add(start, self.handle.now());
    }

    /// Computes until [`Cpu::interrupt`] or for `limit`, within the slice: spinning on a latch.
    pub async fn spin(&self, pid: Pid, limit: Span) -> Wake {
        let process = self.process(pid);
        let start = self.handle.now();
        let left = process.slice_end.get().saturating_since(start);
        let wake = self.handle.park_for(limit.min(left)).await;
        process.cpu.set(process.cpu.get() + (self.handle.now() - start));
        self.busy.borrow_mut().add(start, self.handle.now());
        wake
    }

    /// Ends the spin of a process.
    pub fn interrupt(&self, pid: Pid) {
        self.handle.wake(self.process(pid).task.get().expect("a spinning process has begun"));
    }

    /// How much of its slice a process has left after what it owes.
    pub fn slice_left(&self, pid: Pid) -> Span {
        self.process(pid).slice_end.get().saturating_since(self.local_now(pid))
    }

    /// Leaves the core until another process posts this one and it runs again.
    pub async fn sleep_until_posted(&self, pid: Pid) {
        self.leave_core(pid);
        self.handle.park().await;
    }

    /// The same with a limit; when it is over, `give_up` runs before the process gets a core
    /// again, so that nobody posts it twice.
    pub async fn sleep_until_posted_for(
        &self,
        pid: Pid,
        limit: Span,
        give_up: impl FnOnce(),
    ) -> Wake {
        self.leave_core(pid);
        let wake = self.handle.park_for(limit).await;
        if wake == Wake::TimedOut {
            give_up();
            self.get_core(pid).await;
        }
        wake
    }

    /// Leaves the core for a while, as behind a device or a timer, and gets one again.
    pub async fn sleep_for(&self, pid: Pid, span: Span) {
        self.leave_core(pid);
        self.handle.sleep(span).await;
        self.get_core(pid).await;
    }

    /// Yields the turn as the operating system does it.
    pub async fn yield_turn(&self, pid: Pid) {
        match self.levers.yield_scheme {
            YieldScheme::Tick => {
                let tick = self.levers.clock_tick_us * 1_000;
                let due = self.handle.now().as_nanos() + MILLISECOND.as_nanos();
                let woken = due.div_ceil(tick) * tick;
                let span = Span::from_nanos(woken - self.handle.now().as_nanos());
                self.sleep_for(pid, span).await;
            }
            YieldScheme::RunQueue => {
                if !self.policy.borrow().is_idle() {
                    self.make_ready(pid, Ready::Yielded);
                    self.leave_core_to_next();
                    self.handle.park().await;
                }
            }
        }
    }

    /// Wakes a process that sleeps until it is posted.
    ///
    /// It runs after the wake-up latency where a core is idle, else it joins the run queue; it
    /// is told nothing else, so whoever is running may take what it was posted for.
    pub fn post(&self, pid: Pid) {
        if self.take_idle_core(pid) {
            let task = self.process(pid).task.get().expect("a posted process has begun");
            self.handle.wake_after(task, self.wakeup);
        } else {
            self.make_ready(pid, Ready::Woken);
        }
    }

    /// CPU time and run-queue time of a process so far.
    pub fn used(&self, pid: Pid) -> (Span, Span) {
        let process = self.process(pid);
        (process.cpu.get(), process.run_queue.get())
    }

    /// Context switches so far, and those that a process did not want.
    pub fn switches(&self) -> (u64, u64) {
        (self.context_switches.get(), self.involuntary_switches.get())
    }

    /// Cores that compute, and processes in the run queue outside of waits, over time.
    pub fn activity(&self) -> (Series, Series) {
        (self.busy.borrow().clone(), self.run_queue.borrow().clone())
    }

    /// Whether the process has a core just now.
    pub fn is_running(&self, pid: Pid) -> bool {
        self.process(pid).state.get() == State::Running
    }

    /// Whether the process is in the run queue just now.
    pub fn is_ready(&self, pid: Pid) -> bool {
        self.process(pid).state.get() == State::Ready
    }

    fn process(&self, pid: Pid) -> &Process {
        &self.processes[pid.0 as usize]
    }

    fn enter(&self, pid: Pid, state: State) {
        self.process(pid).state.set(state);
        self.process(pid).since.set(self.handle.now());
    }

    fn make_ready(&self, pid: Pid, why: Ready) {
        self.enter(pid, State::Ready);
        self.policy.borrow_mut().enqueue(pid, why, self.handle.now());
    }

    fn take_idle_core(&self, pid: Pid) -> bool {
        let idle = self.idle_cores.get();
        if idle == 0 {
            return false;
        }
        self.idle_cores.set(idle - 1);
        self.start_slice(pid, self.wakeup);
        true
    }

    fn start_slice(&self, pid: Pid, latency: Span) {
        self.enter(pid, State::Running);
        let slice = self.policy.borrow().slice(pid);
        self.process(pid).slice_end.set(self.handle.now() + latency + slice);
    }

    /// Waits, off the core, for a core.
    async fn get_core(&self, pid: Pid) {
        if self.take_idle_core(pid) {
            self.handle.sleep(self.wakeup).await;
        } else {
            self.make_ready(pid, Ready::Woken);
            self.handle.park().await;
        }
    }

    fn leave_core(&self, pid: Pid) {
        debug_assert_eq!(self.process(pid).owed.get(), Span::ZERO, "{pid:?} left with a debt");
        self.enter(pid, State::Asleep);
        self.leave_core_to_next();
    }

    /// The core goes to the head of the run queue, or becomes idle.
    fn leave_core_to_next(&self) {
        self.context_switches.set(self.context_switches.get() + 1);
        let next = self.policy.borrow_mut().next(self.handle.now());
        match next {
            None => self.idle_cores.set(self.idle_cores.get() + 1),
            Some(next) => {
                self.start_slice(next, self.context_switch);
                let task = self.process(next).task.get().expect("a ready process has begun");
                self.handle.wake_after(task, self.context_switch);
            }
        }
    }
}

const MILLISECOND: Span = Span::from_millis(1);
