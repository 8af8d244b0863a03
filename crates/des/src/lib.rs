//! A deterministic discrete-event kernel: the same seed gives the same run, to the bit, on every
//! target and in whatever slices it is run.
//!
//! # Processes
//!
//! A process is an async function that waits for moments and for others. It is given a [`Handle`]
//! and spawned into a [`Simulation`]; time is counted in whole nanoseconds, as an [`Instant`] or a
//! [`Span`].
//!
//! ```
//! use des::{Progress, Simulation, Span};
//!
//! let mut sim = Simulation::new();
//! let h = sim.handle();
//! sim.spawn("clock", async move {
//!     for _ in 0..3 {
//!         h.sleep(Span::from_millis(5)).await;
//!     }
//! });
//! assert_eq!(sim.run(), Progress::Finished);
//! assert_eq!(sim.now().as_secs_f64(), 0.015);
//! ```
//!
//! A process waits for one thing at a time, so it must not `select` or `join` waits: a timeout is
//! part of the wait ([`Handle::park_for`], [`Resource::request_within`]), and what should go on
//! at the same time is a process of its own.
//!
//! # Order
//!
//! What happens is ordered by (time, insertion number): of two things at the same nanosecond, the
//! one that was decided on earlier comes first. [`Agenda`] keeps that order, alone it serves a
//! state machine written by hand where a process would be too slow.
//!
//! # Resources
//!
//! Processes queue for a [`Resource`], can be thrown out of a [`PreemptiveResource`], hand items to
//! each other through a [`Store`] and amounts through a [`Container`], and hear of a [`Signal`] or
//! an [`Event`]. All of them are built on `park` and `wake`, and so can yours be.
//!
//! ```
//! use des::random::Streams;
//! use des::{BatchMeans, Resource, Simulation, Span};
//! use std::{cell::RefCell, rc::Rc};
//!
//! let mut sim = Simulation::new();
//! let h = sim.handle();
//! let counter = Rc::new(Resource::new(&h, 2));
//! let waits = Rc::new(RefCell::new(BatchMeans::new(1_000, 1_000)));
//! let streams = Streams::new(7);
//! for customer in 0..6 {
//!     let (h, counter, waits) = (h.clone(), counter.clone(), waits.clone());
//!     let mut pauses = streams.stream_for("pauses", customer);
//!     let mut services = streams.stream_for("services", customer);
//!     sim.spawn("customer", async move {
//!         loop {
//!             h.sleep(Span::from_secs_f64(pauses.exp(4.0))).await;
//!             let asked = h.now();
//!             counter.request().await;
//!             waits.borrow_mut().record((h.now() - asked).as_secs_f64());
//!             h.sleep(Span::from_secs_f64(services.exp(1.0))).await;
//!             counter.release();
//!         }
//!     });
//! }
//! sim.advance(100_000);
//! let wait = waits.borrow().interval().unwrap();
//! assert!(wait.half_width < 0.05 * wait.mean);
//! ```
//!
//! # Chance
//!
//! [`random::Streams`] derives a stream for every purpose from one seed, so that changing one thing
//! in a model does not reshuffle the rest. Transcendental functions come from `libm`, because those
//! of the platforms differ in the last bit.
//!
//! # Measuring
//!
//! [`TimeWeighted`] averages levels, [`Histogram`] counts spans by powers of two, [`Sample`] gives
//! exact quantiles, and [`BatchMeans`] a mean with an honest confidence interval.
//! [`Simulation::dump`] says what everyone is doing, for the day when nobody does anything.
#![forbid(unsafe_code)]

mod agenda;
mod clock;
mod line;
mod preemptive;
pub mod random;
mod resource;
mod schedule;
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
