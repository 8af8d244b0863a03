//! PHOLD as async processes that post each other.

use super::{Routes, outcome};
use crate::{Model, Outcome};
use des::{Handle, Simulation, TaskId};
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

/// What the processes share.
struct Ring {
    handle: Handle,
    routes: RefCell<Routes>,
    processes: OnceCell<Vec<TaskId>>,
    visits: Vec<Cell<u64>>,
    /// Events to handle before the run stops.
    remaining: Cell<u64>,
}

/// The model.
pub struct Phold {
    simulation: Simulation,
    ring: Rc<Ring>,
}

impl Phold {
    /// Starts the processes, with one event under way to each.
    pub fn new(processes: u32, seed: u64) -> Phold {
        let mut simulation = Simulation::new();
        let ring = Rc::new(Ring {
            handle: simulation.handle(),
            routes: RefCell::new(Routes::new(processes, seed)),
            processes: OnceCell::new(),
            visits: (0..processes).map(|_| Cell::new(0)).collect(),
            remaining: Cell::new(0),
        });
        let numbers = 0..processes as usize;
        let ids = numbers.map(|number| {
            let process = process(ring.handle.clone(), ring.clone(), number);
            simulation.spawn("process", process)
        });
        for &id in ring.processes.get_or_init(|| ids.collect()) {
            let delay = ring.routes.borrow_mut().delay();
            ring.handle.post_after(id, delay);
        }
        Phold { simulation, ring }
    }
}

async fn process(handle: Handle, ring: Rc<Ring>, number: usize) {
    loop {
        handle.park().await;
        let visits = &ring.visits[number];
        visits.set(visits.get() + 1);
        let (target, delay) = {
            let mut routes = ring.routes.borrow_mut();
            (routes.target(), routes.delay())
        };
        let processes = ring.processes.get().expect("set before anybody runs");
        handle.post_after(processes[target as usize], delay);
        let remaining = ring.remaining.get() - 1;
        ring.remaining.set(remaining);
        if remaining == 0 {
            handle.stop();
        }
    }
}

impl Model for Phold {
    fn advance(&mut self, operations: u64) {
        if operations > 0 {
            self.ring.remaining.set(operations);
            self.simulation.run();
        }
    }

    fn outcome(&self) -> Outcome {
        outcome(self.simulation.now(), self.ring.visits.iter().map(Cell::get))
    }
}
