//! The hot lock as async processes.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use des::random::Stream;
use des::tally::Histogram;
use des::{Handle, Progress, Simulation, TaskId};

use super::{COMPUTE_NS, CORES, HOLD_NS, THINK_NS_PER_PROCESS, exponential};
use crate::{Model, Outcome};

/// The hot lock as async processes that park in FIFO queues.
pub struct HotLockProcesses {
    simulation: Simulation,
    shared: Rc<Shared>,
}

struct Shared {
    handle: Handle,
    random: RefCell<Stream>,
    cores: Fifo,
    resource: Fifo,
    waits: RefCell<Histogram>,
    remaining: Cell<u64>,
}

struct Fifo {
    free: Cell<u32>,
    queue: RefCell<VecDeque<TaskId>>,
}

impl Fifo {
    fn new(n: u32) -> Fifo {
        Fifo { free: Cell::new(n), queue: RefCell::default() }
    }
    fn try_acquire(&self) -> bool {
        let free = self.free.get();
        if free > 0 {
            self.free.set(free - 1);
        }
        free > 0
    }
    async fn acquire(&self, handle: &Handle) {
        if !self.try_acquire() {
            self.queue.borrow_mut().push_back(handle.current());
            handle.park().await;
        }
    }
    fn release(&self, handle: &Handle) {
        match self.queue.borrow_mut().pop_front() {
            Some(next) => handle.wake(next),
            None => self.free.set(self.free.get() + 1),
        }
    }
}

impl HotLockProcesses {
    /// All `processes` think at first.
    pub fn new(processes: u32, operations: u64, random: Stream) -> HotLockProcesses {
        let mut simulation = Simulation::new();
        let shared = Rc::new(Shared {
            handle: simulation.handle(),
            random: RefCell::new(random),
            cores: Fifo::new(CORES),
            resource: Fifo::new(1),
            waits: RefCell::default(),
            remaining: Cell::new(operations),
        });
        let think_ns = THINK_NS_PER_PROCESS * f64::from(processes);
        for _ in 0..processes {
            simulation.spawn("worker", work(shared.clone(), think_ns));
        }
        HotLockProcesses { simulation, shared }
    }
}

async fn work(shared: Rc<Shared>, think_ns: f64) {
    let Shared { handle, cores, resource, .. } = &*shared;
    loop {
        shared.spend(think_ns).await;

        let asked = handle.now();
        cores.acquire(handle).await;
        shared.waits.borrow_mut().record(handle.now() - asked);
        shared.spend(COMPUTE_NS).await;

        let asked = handle.now();
        if !resource.try_acquire() {
            cores.release(handle);
            resource.acquire(handle).await;
            cores.acquire(handle).await;
        }
        shared.waits.borrow_mut().record(handle.now() - asked);
        shared.spend(HOLD_NS).await;

        resource.release(handle);
        cores.release(handle);
        shared.remaining.set(shared.remaining.get() - 1);
        if shared.remaining.get() == 0 {
            return handle.stop();
        }
    }
}

impl Shared {
    async fn spend(&self, mean_ns: f64) {
        let span = exponential(&mut self.random.borrow_mut(), mean_ns);
        self.handle.sleep(span).await;
    }
}

impl Model for HotLockProcesses {
    fn advance(&mut self, budget: u64) -> bool {
        self.simulation.advance(budget) == Progress::Running
    }

    fn outcome(&self) -> Outcome {
        let waits = self.shared.waits.borrow().clone();
        Outcome { now: self.simulation.now(), waits, visits: Vec::new() }
    }
}
