//! PHOLD: each event schedules one at an exponential distance for a random process.

use nexosim::model::{Context, Model, schedulable};
use nexosim::ports::{EventSinkReader, Output, SinkState, event_slot};
use nexosim::simulation::{Mailbox, SimInit, SimulationError};
use nexosim::time::MonotonicTime;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::{Outcome, exponential};

const MEAN_NS: f64 = 1e9;

#[derive(Serialize, Deserialize)]
struct Phold {
    finished: Output<f64>,
    random: Xoshiro256PlusPlus,
    visits: Vec<u32>,
    remaining: u64,
}

#[Model]
impl Phold {
    #[nexosim(init)]
    async fn init(&mut self, cx: &Context<Self>) {
        for process in 0..self.visits.len() {
            self.schedule(process as u32, cx);
        }
    }

    fn schedule(&mut self, process: u32, cx: &Context<Self>) {
        let delay = exponential(&mut self.random, MEAN_NS);
        cx.schedule_event(delay, schedulable!(Self::arrive), process).unwrap();
    }

    #[nexosim(schedulable)]
    async fn arrive(&mut self, process: u32, cx: &Context<Self>) {
        if self.remaining == 0 {
            return;
        }
        self.visits[process as usize] += 1;
        self.remaining -= 1;
        if self.remaining == 0 {
            let now = cx.time().duration_since(MonotonicTime::EPOCH).as_secs_f64();
            self.finished.send(now).await;
            return;
        }
        let draw = self.random.next_u32();
        let target = (u64::from(draw) * self.visits.len() as u64) >> 32;
        self.schedule(target as u32, cx);
    }
}

pub fn run(processes: u32, events: u64, seed: u64) -> Result<Outcome, SimulationError> {
    let mut model = Phold {
        finished: Output::default(),
        random: Xoshiro256PlusPlus::seed_from_u64(seed),
        visits: vec![0; processes as usize],
        remaining: events,
    };
    let (sink, mut finished) = event_slot(SinkState::Enabled);
    model.finished.connect_sink(sink);
    let mut simulation = SimInit::with_num_threads(1)
        .add_model(model, Mailbox::new(), "phold")
        .init(MonotonicTime::EPOCH)?;
    simulation.run()?;
    let simulated_s = finished.try_read().expect("the run ends when its last event is done");
    Ok(Outcome { simulated_s, mean_wait_us: 0.0 })
}
