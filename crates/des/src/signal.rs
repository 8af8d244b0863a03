//! Signals: something happens, and whoever waits for it goes on.

use crate::clock::Span;
use crate::line::Line;
use crate::task::Handle;
use std::cell::Cell;

/// Something that may happen again and again; only those who wait at that moment hear of it.
pub struct Signal {
    handle: Handle,
    line: Line,
}

impl Signal {
    /// A signal that nobody waits for.
    pub fn new(handle: &Handle) -> Signal {
        Signal { handle: handle.clone(), line: Line::new() }
    }

    /// Waits for the next time.
    pub async fn wait(&self) {
        self.line.wait(&self.handle, 0).await;
    }

    /// Waits for the next time, for `patience` at most; false when it did not happen.
    pub async fn wait_within(&self, patience: Span) -> bool {
        self.line.wait_within(&self.handle, 0, patience).await
    }

    /// Lets the first who waits go on; false when nobody does.
    pub fn notify_one(&self) -> bool {
        self.line.call(&self.handle).is_some()
    }

    /// Lets everybody who waits go on, in the order in which they came; tells how many.
    pub fn notify_all(&self) -> usize {
        std::iter::from_fn(|| self.line.call(&self.handle)).count()
    }

    /// How many processes wait.
    pub fn waiting(&self) -> usize {
        self.line.len()
    }
}

/// Something that happens once; who comes later does not wait.
///
/// ```
/// use des::{Event, Simulation, Span};
/// use std::rc::Rc;
///
/// let mut sim = Simulation::new();
/// let opened = Rc::new(Event::new(&sim.handle()));
/// let (h, door) = (sim.handle(), opened.clone());
/// sim.spawn("guest", async move {
///     door.wait().await;
///     door.wait().await;
///     assert_eq!(h.now().as_secs_f64(), 8.0);
/// });
/// let h = sim.handle();
/// sim.spawn("host", async move {
///     h.sleep(Span::from_secs(8)).await;
///     opened.fire();
/// });
/// sim.run();
/// ```
pub struct Event {
    signal: Signal,
    fired: Cell<bool>,
}

impl Event {
    /// An event that has not happened.
    pub fn new(handle: &Handle) -> Event {
        Event { signal: Signal::new(handle), fired: Cell::new(false) }
    }

    /// Lets it happen: everybody who waits goes on. Again is the same as once.
    pub fn fire(&self) {
        self.fired.set(true);
        self.signal.notify_all();
    }

    /// Waits until it has happened.
    pub async fn wait(&self) {
        if !self.fired.get() {
            self.signal.wait().await;
        }
    }

    /// Waits for `patience` at most; tells whether it has happened.
    pub async fn wait_within(&self, patience: Span) -> bool {
        self.fired.get() || self.signal.wait_within(patience).await
    }

    /// Whether it has happened.
    pub fn has_fired(&self) -> bool {
        self.fired.get()
    }
}
