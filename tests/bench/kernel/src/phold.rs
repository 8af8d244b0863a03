//! PHOLD: each event schedules one at an exponential distance for a random process.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use des::random::Stream;
use des::tally::Histogram;
use des::{Agenda, Handle, Instant, Progress, Simulation, Span};

use crate::{Model, Outcome};

const MEAN_NS: f64 = 1e9;

fn exponential(random: &mut Stream) -> Span {
    Span::from_nanos_f64(random.exp(MEAN_NS))
}

/// PHOLD as async processes: each event in flight is one that travels from process to process.
pub struct PholdProcesses {
    simulation: Simulation,
    shared: Rc<Shared>,
}

struct Shared {
    random: RefCell<Stream>,
    visits: RefCell<Vec<u32>>,
    remaining: Cell<u64>,
}

impl PholdProcesses {
    /// One event in flight for each of the `processes`.
    pub fn new(processes: u32, events: u64, random: Stream) -> PholdProcesses {
        let mut simulation = Simulation::new();
        let shared = Rc::new(Shared {
            random: RefCell::new(random),
            visits: RefCell::new(vec![0; processes as usize]),
            remaining: Cell::new(events),
        });
        for process in 0..processes {
            simulation.spawn("event", travel(simulation.handle(), shared.clone(), process));
        }
        PholdProcesses { simulation, shared }
    }
}

async fn travel(handle: Handle, shared: Rc<Shared>, start: u32) {
    let mut process = start;
    loop {
        let delay = exponential(&mut shared.random.borrow_mut());
        handle.sleep(delay).await;
        let mut visits = shared.visits.borrow_mut();
        visits[process as usize] += 1;
        let processes = visits.len() as u64;
        process = shared.random.borrow_mut().below(processes) as u32;
        drop(visits);
        shared.remaining.set(shared.remaining.get() - 1);
        if shared.remaining.get() == 0 {
            handle.stop();
            return;
        }
    }
}

impl Model for PholdProcesses {
    fn advance(&mut self, budget: u64) -> bool {
        self.simulation.advance(budget) == Progress::Running
    }

    fn outcome(&self) -> Outcome {
        let visits = self.shared.visits.borrow().clone();
        Outcome { now: self.simulation.now(), waits: Histogram::new(), visits }
    }
}

/// PHOLD straight on the agenda.
pub struct PholdSteps {
    agenda: Agenda,
    now: Instant,
    random: Stream,
    visits: Vec<u32>,
    remaining: u64,
}

impl PholdSteps {
    /// One event in flight for each of the `processes`.
    pub fn new(processes: u32, events: u64, mut random: Stream) -> PholdSteps {
        let mut agenda = Agenda::new();
        for process in 0..processes {
            agenda.push(Instant::ZERO + exponential(&mut random), process);
        }
        let visits = vec![0; processes as usize];
        PholdSteps { agenda, now: Instant::ZERO, random, visits, remaining: events }
    }
}

impl Model for PholdSteps {
    fn advance(&mut self, budget: u64) -> bool {
        for _ in 0..budget.min(self.remaining) {
            let (now, process) = self.agenda.pop_until(Instant::MAX).expect("an event in flight");
            self.now = now;
            self.visits[process as usize] += 1;
            let target = self.random.below(self.visits.len() as u64) as u32;
            self.agenda.push(now + exponential(&mut self.random), target);
        }
        self.remaining -= budget.min(self.remaining);
        self.remaining > 0
    }

    fn outcome(&self) -> Outcome {
        Outcome { now: self.now, waits: Histogram::new(), visits: self.visits.clone() }
    }
}
