//! The hot lock: processes on four cores that need one exclusive FIFO resource.

use std::collections::VecDeque;

use nexosim::model::{Context, Model, schedulable};
use nexosim::ports::{EventSinkReader, Output, SinkState, event_slot};
use nexosim::simulation::{Mailbox, SimInit, SimulationError};
use nexosim::time::MonotonicTime;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::{Outcome, exponential};

#[derive(Serialize, Deserialize)]
struct HotLock {
    /// Simulated seconds and the mean wait in microseconds, sent once at the end.
    finished: Output<(f64, f64)>,
    random: Xoshiro256PlusPlus,
    think_ns: f64,
    since: Vec<MonotonicTime>,
    has_resource: Vec<bool>,
    free_cores: u32,
    core_queue: VecDeque<u32>,
    resource_held: bool,
    resource_queue: VecDeque<u32>,
    histogram: Vec<u64>,
    waits: u64,
    waited_ns: u64,
    remaining: u64,
}

#[Model]
impl HotLock {
    #[nexosim(init)]
    async fn init(&mut self, cx: &Context<Self>) {
        for process in 0..self.since.len() {
            self.think(process as u32, cx);
        }
    }

    fn think(&mut self, process: u32, cx: &Context<Self>) {
        let delay = exponential(&mut self.random, self.think_ns);
        cx.schedule_event(delay, schedulable!(Self::ask_core), process).unwrap();
    }

    #[nexosim(schedulable)]
    async fn ask_core(&mut self, process: u32, cx: &Context<Self>) {
        self.since[process as usize] = cx.time();
        self.get_core(process, cx);
    }

    fn get_core(&mut self, process: u32, cx: &Context<Self>) {
        if self.free_cores > 0 {
            self.free_cores -= 1;
            self.run_on_core(process, cx);
        } else {
            self.core_queue.push_back(process);
        }
    }

    /// Either begins the operation or goes on with the resource that was granted.
    fn run_on_core(&mut self, process: u32, cx: &Context<Self>) {
        let wait = cx.time().duration_since(self.since[process as usize]).as_nanos() as u64;
        self.histogram[(u64::BITS - wait.leading_zeros()) as usize] += 1;
        self.waits += 1;
        self.waited_ns += wait;
        if self.has_resource[process as usize] {
            let hold = exponential(&mut self.random, 10_000.0);
            cx.schedule_event(hold, schedulable!(Self::finish), process).unwrap();
        } else {
            let compute = exponential(&mut self.random, 20_000.0);
            cx.schedule_event(compute, schedulable!(Self::ask_resource), process).unwrap();
        }
    }

    fn release_core(&mut self, cx: &Context<Self>) {
        match self.core_queue.pop_front() {
            Some(next) => self.run_on_core(next, cx),
            None => self.free_cores += 1,
        }
    }

    #[nexosim(schedulable)]
    async fn ask_resource(&mut self, process: u32, cx: &Context<Self>) {
        self.since[process as usize] = cx.time();
        self.has_resource[process as usize] = true;
        if self.resource_held {
            self.resource_queue.push_back(process);
            self.release_core(cx);
        } else {
            self.resource_held = true;
            self.run_on_core(process, cx);
        }
    }

    #[nexosim(schedulable)]
    async fn finish(&mut self, process: u32, cx: &Context<Self>) {
        if self.remaining == 0 {
            return;
        }
        self.has_resource[process as usize] = false;
        match self.resource_queue.pop_front() {
            Some(granted) => self.get_core(granted, cx),
            None => self.resource_held = false,
        }
        self.release_core(cx);
        self.remaining -= 1;
        if self.remaining == 0 {
            let now = cx.time().duration_since(MonotonicTime::EPOCH).as_secs_f64();
            let mean_us = self.waited_ns as f64 / 1000.0 / self.waits as f64;
            // What is still pending runs out: nothing starts over after the last operation.
            self.finished.send((now, mean_us)).await;
        } else {
            self.think(process, cx);
        }
    }
}

pub fn run(processes: u32, operations: u64, seed: u64) -> Result<Outcome, SimulationError> {
    let mut model = HotLock {
        finished: Output::default(),
        random: Xoshiro256PlusPlus::seed_from_u64(seed),
        think_ns: 2000.0 * f64::from(processes),
        since: vec![MonotonicTime::EPOCH; processes as usize],
        has_resource: vec![false; processes as usize],
        free_cores: 4,
        core_queue: VecDeque::with_capacity(processes as usize),
        resource_held: false,
        resource_queue: VecDeque::with_capacity(processes as usize),
        histogram: vec![0; 65],
        waits: 0,
        waited_ns: 0,
        remaining: operations,
    };
    let (sink, mut finished) = event_slot(SinkState::Enabled);
    model.finished.connect_sink(sink);
    let mut simulation = SimInit::with_num_threads(1)
        .add_model(model, Mailbox::new(), "hot lock")
        .init(MonotonicTime::EPOCH)?;
    simulation.run()?;
    let (simulated_s, mean_wait_us) =
        finished.try_read().expect("the run ends when its last operation is done");
    Ok(Outcome { simulated_s, mean_wait_us })
}
