//! The hot lock as async processes.

use super::{CORES, Times, outcome};
use crate::{Model, Outcome};
use des::{Handle, Histogram, Progress, Resource, Simulation};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// What the processes share.
struct Shop {
    handle: Handle,
    cores: Resource,
    lock: Resource,
    times: RefCell<Times>,
    waits: RefCell<Histogram>,
    done: Cell<u64>,
    /// Operations after which the run stops.
    target: Cell<u64>,
}

/// The model.
pub struct HotLock {
    simulation: Simulation,
    shop: Rc<Shop>,
}

impl HotLock {
    /// Starts the processes, thinking.
    pub fn new(processes: u32, seed: u64) -> HotLock {
        let mut simulation = Simulation::new();
        let handle = simulation.handle();
        let shop = Rc::new(Shop {
            cores: Resource::new(&handle, CORES),
            lock: Resource::new(&handle, 1),
            handle,
            times: RefCell::new(Times::new(processes, seed)),
            waits: RefCell::new(Histogram::new()),
            done: Cell::new(0),
            target: Cell::new(0),
        });
        for _ in 0..processes {
            simulation.spawn("session", session(shop.clone()));
        }
        HotLock { simulation, shop }
    }
}

async fn session(shop: Rc<Shop>) {
    let handle = shop.handle.clone();
    loop {
        let think = shop.times.borrow_mut().think();
        handle.sleep(think).await;

        let asked = handle.now();
        shop.cores.request().await;
        shop.waits.borrow_mut().record(handle.now() - asked);
        let compute = shop.times.borrow_mut().compute();
        handle.sleep(compute).await;

        let asked = handle.now();
        if !shop.lock.try_request() {
            shop.cores.release();
            shop.lock.request().await;
            shop.cores.request().await;
        }
        shop.waits.borrow_mut().record(handle.now() - asked);
        let hold = shop.times.borrow_mut().hold();
        handle.sleep(hold).await;

        shop.lock.release();
        shop.cores.release();
        shop.done.set(shop.done.get() + 1);
        if shop.done.get() >= shop.target.get() {
            handle.stop();
        }
    }
}

impl Model for HotLock {
    fn advance(&mut self, operations: u64) {
        self.shop.target.set(self.shop.target.get() + operations);
        if self.shop.done.get() < self.shop.target.get() {
            self.simulation.run();
        }
        // What else is due at the moment of the last operation belongs to it.
        while self.simulation.run_until(self.simulation.now()) == Progress::Stopped {}
    }

    fn outcome(&self) -> Outcome {
        outcome(self.simulation.now(), &self.shop.waits.borrow())
    }
}
