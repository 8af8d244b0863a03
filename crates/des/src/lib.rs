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

pub mod agenda;
mod clock;
pub mod random;
pub mod resource;
mod simulation;
pub mod tally;
mod task;

pub use agenda::Agenda;
pub use clock::{Instant, Span};
pub use resource::Resource;
pub use simulation::{Progress, Simulation};
pub use tally::Histogram;
pub use task::{Handle, TaskId, Wake};
