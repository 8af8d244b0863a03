//! Cores and processes: a process computes only on a core and gives it up whenever it waits.

use super::machine::{CpuLevers, YieldScheme};
use super::occupancy::{Doing, Lost, Occupancy};
use super::process::{Pid, Process, State};
use super::resource_manager::{Manager, ResourceManagerLevers};
use super::scheduler::{Core, Ready, Scheduler, policy};
use crate::ledger::Series;
use des::{Handle, Instant, Span, Wake};
use std::cell::{Cell, RefCell};

/// The cores of a host and the processes that want them.
pub struct Cpu {
    pub(super) handle: Handle,
    /// The levers that the host runs on.
    pub levers: CpuLevers,
    pub(super) policy: RefCell<Box<dyn Scheduler>>,
    /// Whether the policy wants to know what everyone computes, and takes cores away.
    preempts: bool,
    idle_cores: RefCell<Vec<Core>>,
    /// By core: who runs on it.
    running: Vec<Cell<Option<Pid>>>,
    pub(super) processes: Vec<Process>,
    /// The Resource Manager.
    pub manager: Manager,
    context_switch: Span,
    wakeup: Span,
    pub(super) context_switches: Cell<u64>,
    pub(super) involuntary_switches: Cell<u64>,
    pub(super) holders_preempted: Cell<u64>,
    pub(super) busy: RefCell<Series>,
    pub(super) busy_waiting: RefCell<Series>,
    pub(super) run_queue: RefCell<Series>,
    pub(super) occupancy: RefCell<Occupancy>,
}

impl Cpu {
    /// A host with idle cores and `processes` processes, none of which has begun; the first
    /// `sessions` of them are those that the Resource Manager looks after.
    pub fn new(
        handle: Handle,
        levers: CpuLevers,
        manager: &ResourceManagerLevers,
        sessions: u32,
        processes: usize,
    ) -> Self {
        let policy = policy(&levers, processes);
        let cores = manager.cap(levers.cores);
        Self {
            processes: (0..processes).map(|_| Process::new(handle.now())).collect(),
            preempts: policy.preempts(),
            policy: RefCell::new(policy),
            manager: Manager::new(manager, sessions, processes),
            idle_cores: RefCell::new((0..cores).rev().map(Core).collect()),
            running: vec![Cell::new(None); levers.cores as usize],
            context_switch: Span::from_micros_f64(levers.context_switch_us),
            wakeup: Span::from_micros_f64(levers.wakeup_us),
            context_switches: Cell::new(0),
            involuntary_switches: Cell::new(0),
            holders_preempted: Cell::new(0),
            busy: RefCell::default(),
            busy_waiting: RefCell::default(),
            run_queue: RefCell::default(),
            occupancy: RefCell::new(Occupancy::new(
                levers.cores,
                Span::from_micros(levers.quantum_us),
            )),
            handle,
            levers,
        }
    }

    /// The present moment.
    pub fn now(&self) -> Instant {
        self.handle.now()
    }

    /// Ends the run: nobody is left whose end anybody waits for.
    pub fn stop(&self) {
        self.handle.stop();
    }

    /// The calling task becomes the process and gets a core.
    pub async fn begin(&self, pid: Pid) {
        self.process(pid).task.set(Some(self.handle.current()));
        self.get_core(pid).await;
        self.manager.take_refusal(pid);
    }

    /// The process ends and leaves its core.
    pub async fn end(&self, pid: Pid) {
        self.settle(pid).await;
        self.leave_core(pid);
    }

    /// Adds to what the process computes before it next meets anybody; takes no event.
    pub fn charge(&self, pid: Pid, span: Span) {
        self.owe(pid, self.at_speed(span));
    }

    /// Adds a time on the core, whatever the speed of the core is.
    pub fn owe(&self, pid: Pid, time: Span) {
        let owed = &self.process(pid).owed;
        owed.set(owed.get() + time);
    }

    /// How long the cores of this host take for what takes one of speed 1 `span`.
    pub fn at_speed(&self, span: Span) -> Span {
        match self.levers.speed {
            1.0 => span,
            speed => Span::from_nanos((span.as_nanos() as f64 / speed) as u64),
        }
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
            let start = self.handle.now();
            let left = process.slice_end.get().saturating_since(start);
            if left == Span::ZERO {
                self.end_slice(pid).await;
                continue;
            }
            let step = process.owed.get().min(left);
            if self.preempts {
                process.interruptible.set(true);
                self.handle.park_for(step).await;
                process.interruptible.set(false);
            } else {
                self.handle.sleep(step).await;
            }
            process.owed.set(process.owed.get() - (self.handle.now() - start));
            let doing = match process.latches.get() {
                0 if process.in_wait.get() => Doing::Spinning,
                0 => Doing::Running,
                _ => Doing::Holding,
            };
            self.computed(pid, doing, start);
        }
    }

    /// Books that the process has computed since `start`.
    fn computed(&self, pid: Pid, doing: Doing, start: Instant) {
        let process = self.process(pid);
        let now = self.handle.now();
        let (time, series) = match process.in_wait.get() {
            false => (&process.cpu, &self.busy),
            true => (&process.cpu_waiting, &self.busy_waiting),
        };
        time.set(time.get() + (now - start));
        series.borrow_mut().add(start, now);
        if self.preempts {
            self.policy.borrow_mut().used(pid, now - start, now);
        }
        let priority = || self.policy.borrow_mut().priority(pid, false, now);
        let core = process.core.get();
        self.occupancy.borrow_mut().add(core, pid, doing, (start, now), priority);
    }

    /// A new slice at once where the policy lets the process go on, else a turn in the run queue.
    async fn end_slice(&self, pid: Pid) {
        let process = self.process(pid);
        let now = self.handle.now();
        let holds = process.latches.get() > 0;
        if holds && self.levers.spare_latch_holder {
            return process.slice_end.set(now + SPARED);
        }
        if !self.policy.borrow_mut().gives_way(pid, process.core.get(), now) {
            return process.slice_end.set(now + self.policy.borrow().slice(pid));
        }
        self.involuntary_switches.set(self.involuntary_switches.get() + 1);
        self.holders_preempted.set(self.holders_preempted.get() + u64::from(holds));
        let priority = self.policy.borrow_mut().priority(pid, false, now);
        self.requeue(pid, Ready::Preempted).await;
        if holds {
            let lost = Lost { pid, priority, from: now, to: self.handle.now() };
            self.occupancy.borrow_mut().regained(lost);
        }
    }

    /// To the run queue and back; the time counts as run-queue time where it is in no wait.
    async fn requeue(&self, pid: Pid, why: Ready) {
        let process = self.process(pid);
        let start = self.handle.now();
        self.make_ready(pid, why);
        if self.pass_core_on(pid) {
            self.handle.park().await;
        }
        if process.in_wait.get() {
            return;
        }
        process.last_turn.set((start, self.handle.now()));
        if !self.manager.note_turn(pid, start, self.handle.now()) {
            process.run_queue.set(process.run_queue.get() + (self.handle.now() - start));
            self.run_queue.borrow_mut().add(start, self.handle.now());
        }
    }

    /// Computes until [`Cpu::interrupt`] or for `limit`, within the slice: spinning on a latch.
    pub async fn spin(&self, pid: Pid, limit: Span) -> Wake {
        let process = self.process(pid);
        let start = self.handle.now();
        let left = process.slice_end.get().saturating_since(start);
        process.interruptible.set(true);
        let wake = self.handle.park_for(limit.min(left)).await;
        process.interruptible.set(false);
        self.computed(pid, Doing::Spinning, start);
        wake
    }

    /// Ends the spin of a process, unless it has ended at this very moment.
    pub fn interrupt(&self, pid: Pid) {
        let process = self.process(pid);
        if process.interruptible.replace(false) {
            self.handle.wake(process.task.get().expect("a spinning process has begun"));
        }
    }

    /// Gives way where the slice is over; for one that spins and owes nothing.
    pub async fn look_at_slice(&self, pid: Pid) {
        if self.process(pid).slice_end.get() <= self.handle.now() {
            self.end_slice(pid).await;
        }
    }

    /// For how long the process is sure to compute after what it owes; no time at all where
    /// somebody who wakes up may take its core.
    pub fn sure_of_core(&self, pid: Pid) -> Span {
        if self.preempts {
            return Span::ZERO;
        }
        self.process(pid).slice_end.get().saturating_since(self.local_now(pid))
    }

    /// Takes note that the process holds one latch or mutex more.
    pub fn holds_latch(&self, pid: Pid) {
        let latches = &self.process(pid).latches;
        latches.set(latches.get() + 1);
    }

    /// Takes note that the process holds one latch or mutex less.
    pub fn released_latch(&self, pid: Pid) {
        let latches = &self.process(pid).latches;
        latches.set(latches.get() - 1);
    }

    /// From here until `false` what the process computes, and its turns in the run queue, are
    /// part of a wait.
    pub fn computes_in_wait(&self, pid: Pid, in_wait: bool) {
        self.process(pid).in_wait.set(in_wait);
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
        if self.handle.park_for(limit).await == Wake::Posted {
            return Wake::Posted;
        }
        if self.process(pid).state.get() == State::Ready {
            // Posted in time, but still in the run queue.
            self.handle.park().await;
            return Wake::Posted;
        }
        give_up();
        self.get_core(pid).await;
        Wake::TimedOut
    }

    /// Leaves the core for a while, as behind a device or a timer, and gets one again.
    pub async fn sleep_for(&self, pid: Pid, span: Span) {
        self.leave_core(pid);
        self.handle.sleep(span).await;
        self.get_core(pid).await;
    }

    /// Yields the turn as the operating system does it; whether the core went to anybody else.
    pub async fn yield_turn(&self, pid: Pid) -> bool {
        if self.levers.yield_scheme == YieldScheme::Tick {
            self.nap(pid).await;
            return true;
        }
        self.give_way(pid).await
    }

    /// Whether a yield would hand the core to somebody who works; one that spins within a wait
    /// would only yield in turn.
    pub fn yields_to_work(&self, pid: Pid) -> bool {
        let core = self.process(pid).core.get();
        let heir = self.policy.borrow_mut().yields(pid, core, self.handle.now());
        heir.is_some_and(|heir| !self.process(heir).in_wait.get())
    }

    /// Goes to the end of the run queue (`sched_yield`); whether there is anybody to give way to.
    pub async fn give_way(&self, pid: Pid) -> bool {
        let core = self.process(pid).core.get();
        let now = self.handle.now();
        if self.policy.borrow_mut().yields(pid, core, now).is_none() {
            return false;
        }
        // The successor is chosen first, so that it is not the process itself.
        let next = self.policy.borrow_mut().successor(core, now);
        self.make_ready(pid, Ready::Yielded);
        self.hand_core(core, next);
        self.handle.park().await;
        true
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
            self.wake_without_core(pid);
        }
    }

    pub(super) fn process(&self, pid: Pid) -> &Process {
        &self.processes[pid.0 as usize]
    }

    fn make_ready(&self, pid: Pid, why: Ready) {
        let process = self.process(pid);
        if why == Ready::Woken {
            debug_assert_eq!(process.state.get(), State::Asleep, "{pid:?} is posted twice");
            self.manager.note_refusal(pid, self.handle.now());
        }
        process.state.set(State::Ready);
        self.policy.borrow_mut().enqueue(pid, process.core.get(), why, self.handle.now());
    }

    /// Into a run queue, and on to the core of the weakest where the policy says so.
    fn wake_without_core(&self, pid: Pid) {
        let core = &self.process(pid).core;
        if !self.preempts {
            core.set(self.policy.borrow_mut().place(core.get()));
            return self.make_ready(pid, Ready::Woken);
        }
        let weakest = self.weakest();
        core.set(weakest.map_or(core.get(), |(_, core)| core));
        self.make_ready(pid, Ready::Woken);
        let Some((weakest, _)) = weakest else { return };
        if self.policy.borrow_mut().takes_over(pid, weakest, self.handle.now()) {
            // It gives way as soon as it looks: at once, where it can be interrupted.
            self.process(weakest).slice_end.set(self.handle.now());
            self.interrupt(weakest);
        }
    }

    /// The weakest of those that run and have not been told to give way.
    fn weakest(&self) -> Option<(Pid, Core)> {
        let now = self.handle.now();
        let mut policy = self.policy.borrow_mut();
        let spare = self.levers.spare_latch_holder;
        let candidates = self.running.iter().enumerate().filter_map(|(core, pid)| {
            let pid = pid.get()?;
            let process = self.process(pid);
            let spared = spare && process.latches.get() > 0;
            (process.slice_end.get() > now && !spared).then_some((pid, Core(core as u32)))
        });
        candidates.max_by_key(|&(pid, core)| (policy.weakness(pid, now), core))
    }

    fn take_idle_core(&self, pid: Pid) -> bool {
        let Some(core) = self.idle_cores.borrow_mut().pop() else { return false };
        if self.preempts {
            self.policy.borrow_mut().starts(pid);
        }
        self.start_slice(pid, core, self.wakeup);
        true
    }

    fn start_slice(&self, pid: Pid, core: Core, latency: Span) {
        let process = self.process(pid);
        process.state.set(State::Running);
        process.core.set(core);
        self.running[core.0 as usize].set(Some(pid));
        let slice = self.policy.borrow().slice(pid);
        process.slice_end.set(self.handle.now() + latency + slice);
    }

    /// Waits, off the core, for a core.
    async fn get_core(&self, pid: Pid) {
        if self.take_idle_core(pid) {
            self.handle.sleep(self.wakeup).await;
        } else {
            self.wake_without_core(pid);
            self.handle.park().await;
        }
    }

    fn leave_core(&self, pid: Pid) {
        debug_assert_eq!(self.process(pid).owed.get(), Span::ZERO, "{pid:?} left with a debt");
        self.process(pid).state.set(State::Asleep);
        self.pass_core_on(pid);
    }

    /// The core of `pid` goes to the head of the run queue, or becomes idle; whether `pid`, which
    /// may be in the run queue too, has lost it.
    fn pass_core_on(&self, pid: Pid) -> bool {
        let core = self.process(pid).core.get();
        let next = self.policy.borrow_mut().next(core, self.handle.now());
        if next == Some(pid) {
            self.start_slice(pid, core, Span::ZERO);
            return false;
        }
        self.hand_core(core, next);
        true
    }

    fn hand_core(&self, core: Core, next: Option<Pid>) {
        self.context_switches.set(self.context_switches.get() + 1);
        match next {
            None => {
                self.running[core.0 as usize].set(None);
                self.idle_cores.borrow_mut().push(core);
            }
            Some(next) => {
                self.start_slice(next, core, self.context_switch);
                let task = self.process(next).task.get().expect("a ready process has begun");
                self.handle.wake_after(task, self.context_switch);
            }
        }
    }
}

/// How long the spared holder of a latch computes before the policy looks at it again.
const SPARED: Span = Span::from_micros(20);
