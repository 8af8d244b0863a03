//! A deterministic discrete-event kernel.
//!
//! ```
//! use des::{Simulation, Span};
//!
//! let mut sim = Simulation::new();
//! let h = sim.handle();
//! sim.spawn("clock", async move {
//!     for _ in 0..3 {
//!         h.sleep(Span::from_millis(5)).await;
//!     }
//! });
//! sim.run();
//! assert_eq!(sim.now().as_secs_f64(), 0.015);
//! ```
#![forbid(unsafe_code)]

mod agenda;
mod clock;
mod line;
mod preemptive;
pub mod random;
mod resource;
mod signal;
mod simulation;
mod store;
pub mod tally;
mod task;

pub use agenda::{Agenda, Slot};
pub use clock::{Instant, Span};
pub use preemptive::{Preempted, PreemptiveResource};
pub use resource::Resource;
pub use signal::{Event, Signal};
pub use simulation::{Progress, Simulation};
pub use store::{Container, Store};
pub use tally::{BatchMeans, Histogram, Interval, Sample, TimeWeighted};
pub use task::{Handle, TaskId, Wake};
