//! The hot lock as a hand-made state machine on the kernel's agenda.

use std::collections::VecDeque;

use des::random::Stream;
use des::tally::Histogram;
use des::{Agenda, Instant};

use super::{COMPUTE_NS, CORES, HOLD_NS, THINK_NS_PER_PROCESS, exponential};
use crate::{Model, Outcome};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Thinking,
    Computing,
    Holding,
}

#[derive(Clone, Copy)]
struct Process {
    phase: Phase,
    asked: Instant,
}

/// The hot lock as a state machine: three kinds of event, two queues.
pub struct HotLockSteps {
    agenda: Agenda,
    now: Instant,
    random: Stream,
    think_ns: f64,
    processes: Vec<Process>,
    free_cores: u32,
    core_queue: VecDeque<u32>,
    resource_held: bool,
    resource_queue: VecDeque<u32>,
    waits: Histogram,
    remaining: u64,
}

impl HotLockSteps {
    /// All `processes` think at first.
    pub fn new(processes: u32, operations: u64, random: Stream) -> HotLockSteps {
        let thinking = Process { phase: Phase::Thinking, asked: Instant::ZERO };
        let mut model = HotLockSteps {
            agenda: Agenda::new(),
            now: Instant::ZERO,
            random,
            think_ns: THINK_NS_PER_PROCESS * f64::from(processes),
            processes: vec![thinking; processes as usize],
            free_cores: CORES,
            core_queue: VecDeque::with_capacity(processes as usize),
            resource_held: false,
            resource_queue: VecDeque::with_capacity(processes as usize),
            waits: Histogram::new(),
            remaining: operations,
        };
        for id in 0..processes {
            model.schedule(id, Phase::Thinking, model.think_ns);
        }
        model
    }

    fn schedule(&mut self, id: u32, phase: Phase, mean_ns: f64) {
        self.processes[id as usize].phase = phase;
        let at = self.now + exponential(&mut self.random, mean_ns);
        self.agenda.push(at, id);
    }

    fn get_core(&mut self, id: u32) {
        if self.free_cores > 0 {
            self.free_cores -= 1;
            self.run_on_core(id);
        } else {
            self.core_queue.push_back(id);
        }
    }

    /// Either begins the operation or goes on with the resource that was granted.
    fn run_on_core(&mut self, id: u32) {
        let Process { phase, asked } = self.processes[id as usize];
        self.waits.record(self.now - asked);
        if phase == Phase::Thinking {
            self.schedule(id, Phase::Computing, COMPUTE_NS);
        } else {
            self.schedule(id, Phase::Holding, HOLD_NS);
        }
    }

    fn release_core(&mut self) {
        match self.core_queue.pop_front() {
            Some(next) => self.run_on_core(next),
            None => self.free_cores += 1,
        }
    }

    fn ask_resource(&mut self, id: u32) {
        if self.resource_held {
            self.resource_queue.push_back(id);
            self.release_core();
        } else {
            self.resource_held = true;
            self.run_on_core(id);
        }
    }

    fn finish(&mut self, id: u32) {
        match self.resource_queue.pop_front() {
            Some(granted) => self.get_core(granted),
            None => self.resource_held = false,
        }
        self.release_core();
        self.remaining -= 1;
        self.schedule(id, Phase::Thinking, self.think_ns);
    }
}

impl Model for HotLockSteps {
    fn advance(&mut self, budget: u64) -> bool {
        for _ in 0..budget {
            if self.remaining == 0 {
                return false;
            }
            let (now, id) = self.agenda.pop_until(Instant::MAX).expect("someone is always busy");
            self.now = now;
            match self.processes[id as usize].phase {
                Phase::Thinking => {
                    self.processes[id as usize].asked = now;
                    self.get_core(id);
                }
                Phase::Computing => {
                    self.processes[id as usize].asked = now;
                    self.ask_resource(id);
                }
                Phase::Holding => self.finish(id),
            }
        }
        true
    }

    fn outcome(&self) -> Outcome {
        Outcome { now: self.now, waits: self.waits.clone(), visits: Vec::new() }
    }
}
