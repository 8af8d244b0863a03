//! A queue at a counter: customers arrive every 60 s on average, one of two clerks serves each of
//! them for 100 s on average, and who has waited for 5 minutes goes away.

use des::random::Streams;
use des::{Histogram, Resource, Simulation, Span};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

fn main() {
    let mut sim = Simulation::new();
    let h = sim.handle();
    let clerks = Rc::new(Resource::new(&h, 2));
    let waits = Rc::new(RefCell::new(Histogram::new()));
    let gone = Rc::new(Cell::new(0));

    let streams = Streams::new(7);
    let (mut gaps, mut services) = (streams.stream("arrivals"), streams.stream("services"));
    let (counted_waits, counted_gone) = (waits.clone(), gone.clone());
    sim.spawn("door", async move {
        loop {
            h.sleep(Span::from_secs_f64(gaps.exp(60.0))).await;
            let service = Span::from_secs_f64(services.exp(100.0));
            let (handle, clerks) = (h.clone(), clerks.clone());
            let (waits, gone) = (counted_waits.clone(), counted_gone.clone());
            h.spawn("customer", async move {
                let arrived = handle.now();
                if !clerks.request_within(Span::from_secs(300)).await {
                    return gone.set(gone.get() + 1);
                }
                waits.borrow_mut().record(handle.now() - arrived);
                handle.sleep(service).await;
                clerks.release();
            });
        }
    });

    sim.run_until(des::Instant::ZERO + Span::from_secs(8 * 3600));
    let waits = waits.borrow();
    println!(
        "served {}, gone away {}, mean wait {:.1} s",
        waits.count(),
        gone.get(),
        waits.mean_s()
    );
    println!("nine in ten waited less than {}", waits.quantile(0.9));
}
