//! Once everything has its place, a run allocates nothing.

use des::random::Streams;
use des::{PreemptiveResource, Resource, Signal, Simulation, Span, Store};
use std::alloc::{GlobalAlloc, Layout, System};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

struct Counting;

// SAFETY: every call is passed on to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn the_steady_state_does_not_allocate() {
    let mut sim = Simulation::new();
    let h = sim.handle();
    let cores = Rc::new(Resource::new(&h, 4));
    let press = Rc::new(PreemptiveResource::new(&h, 1));
    let mail = Rc::new(Store::with_capacity(&h, 8));
    let bell = Rc::new(Signal::new(&h));
    for id in 0..60 {
        let (h, cores, press) = (h.clone(), cores.clone(), press.clone());
        let (mail, bell) = (mail.clone(), bell.clone());
        let mut random = Streams::new(1).stream_for("worker", id);
        sim.spawn("worker", async move {
            loop {
                h.sleep(Span::from_micros_f64(random.exp(50.0))).await;
                cores.request().await;
                h.sleep(Span::from_micros_f64(random.exp(5.0))).await;
                cores.release();
                press.serve(random.below(3) as i32, Span::from_nanos(random.below(500))).await;
                match id % 4 {
                    0 => mail.put(id).await,
                    1 => drop(mail.get_within(Span::from_micros(30)).await),
                    2 => drop(bell.wait_within(Span::from_micros(40)).await),
                    _ => drop(bell.notify_all()),
                }
                // Beyond the reach of a key now and then.
                if random.chance(1e-4) {
                    h.sleep(Span::from_secs(random.below(7_200))).await;
                }
            }
        });
    }
    // Getters are patient for a while only, so some putters are always left: the world goes on.
    sim.advance(300_000);
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    sim.advance(1_000_000);
    assert_eq!(ALLOCATIONS.load(Ordering::Relaxed) - before, 0);
    assert!(sim.events() > 1_000_000, "the world came to rest:\n{}", sim.dump());
}
