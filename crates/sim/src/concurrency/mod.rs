//! The things that a session waits for: latches, buffer pins, enqueues.

mod enqueue;
mod latch;
mod mutex;
mod pin;

pub use enqueue::{Enqueue, EnqueueLatches};
pub use latch::{Latch, LatchLevers, LatchMode, LatchRules, LatchStatistics};
pub use mutex::{Mutex, MutexLevers, MutexRules, MutexWaitScheme};
pub use pin::{PinMode, Pins};
