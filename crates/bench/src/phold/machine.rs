//! PHOLD by hand on the agenda.

use super::{Routes, outcome};
use crate::{Model, Outcome};
use des::{Agenda, Instant};

/// The model.
pub struct Phold {
    agenda: Agenda,
    now: Instant,
    routes: Routes,
    visits: Vec<u32>,
}

impl Phold {
    /// Schedules one event for each process.
    pub fn new(processes: u32, seed: u64) -> Phold {
        let mut routes = Routes::new(processes, seed);
        let mut agenda = Agenda::new();
        for process in 0..processes {
            agenda.push(Instant::ZERO + routes.delay(), process);
        }
        Phold { agenda, now: Instant::ZERO, routes, visits: vec![0; processes as usize] }
    }
}

impl Model for Phold {
    fn advance(&mut self, operations: u64) {
        for _ in 0..operations {
            let (now, process) = self.agenda.pop().expect("an event is always under way");
            self.now = now;
            self.visits[process as usize] += 1;
            let target = self.routes.target();
            let delay = self.routes.delay();
            self.agenda.push(now + delay, target);
        }
    }

    fn outcome(&self) -> Outcome {
        outcome(self.now, self.visits.iter().map(|&visits| u64::from(visits)))
    }
}
