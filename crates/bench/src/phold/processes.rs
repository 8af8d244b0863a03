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
    visits: Vec<Cell<u32>>,
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
        });
        let mut spawn = |number| {
            let (handle, ring) = (ring.handle.clone(), ring.clone());
            simulation.spawn("process", async move {
                loop {
                    handle.park().await;
                    ring.visit(&handle, number);
                }
            })
        };
        let ids = (0..processes as usize).map(&mut spawn).collect();
        for &id in ring.processes.get_or_init(|| ids) {
            let delay = ring.routes.borrow_mut().delay();
            ring.handle.post_after(id, delay);
        }
        // Everybody gets to where an event can reach it; from then on a resumption is an event.
        simulation.advance(u64::from(processes));
        Phold { simulation, ring }
    }
}

impl Ring {
    /// Handles an event at process `number`, and sends the next one.
    #[inline]
    fn visit(&self, handle: &Handle, number: usize) {
        let visits = &self.visits[number];
        visits.set(visits.get() + 1);
        let (target, delay) = {
            let mut routes = self.routes.borrow_mut();
            (routes.target(), routes.delay())
        };
        let processes = self.processes.get().expect("set before anybody runs");
        handle.post_after(processes[target as usize], delay);
    }
}

impl Model for Phold {
    fn advance(&mut self, operations: u64) {
        self.simulation.advance(operations);
    }

    fn outcome(&self) -> Outcome {
        outcome(
            self.simulation.now(),
            self.ring.visits.iter().map(|visits| u64::from(visits.get())),
        )
    }
}
