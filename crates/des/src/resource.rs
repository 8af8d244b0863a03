//! Resources: units that processes hold for a while, and queue for.

use crate::clock::Span;
use crate::line::Line;
use crate::task::Handle;
use std::cell::Cell;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

/// So many equal units, given by priority and then first come first served.
///
/// A unit that is given back goes straight to the first in the line, so nobody overtakes.
///
/// ```
/// use des::{Resource, Simulation, Span};
/// use std::rc::Rc;
///
/// let mut sim = Simulation::new();
/// let cashier = Rc::new(Resource::new(&sim.handle(), 1));
/// for _ in 0..3 {
///     let (h, cashier) = (sim.handle(), cashier.clone());
///     sim.spawn("customer", async move {
///         cashier.request().await;
///         h.sleep(Span::from_secs(2)).await;
///         cashier.release();
///     });
/// }
/// sim.run();
/// assert_eq!(sim.now().as_secs_f64(), 6.0);
/// ```
pub struct Resource {
    handle: Handle,
    capacity: u32,
    free: Cell<u32>,
    line: Line,
}

impl Resource {
    /// A resource of `capacity` units, all free.
    pub fn new(handle: &Handle, capacity: u32) -> Resource {
        Resource { handle: handle.clone(), capacity, free: Cell::new(capacity), line: Line::new() }
    }

    /// Takes a unit if one is free.
    #[inline]
    pub fn try_request(&self) -> bool {
        let free = self.free.get();
        if free > 0 {
            self.free.set(free - 1);
        }
        free > 0
    }

    /// Waits for a unit.
    #[inline]
    pub fn request(&self) -> impl Future<Output = ()> + '_ {
        self.request_with(0)
    }

    /// Waits for a unit before everybody of a higher `priority` number; plain requests have 0.
    #[inline]
    pub fn request_with(&self, priority: i32) -> impl Future<Output = ()> + '_ {
        Request { resource: self, priority, begun: false }
    }

    /// Waits for a unit for `patience` at most; false means that it left the line without one.
    pub async fn request_within(&self, patience: Span) -> bool {
        self.try_request() || self.line.wait_within(&self.handle, 0, patience).await
    }

    /// Gives a unit back: it goes to the first in the line.
    #[inline]
    pub fn release(&self) {
        if self.line.call(&self.handle).is_none() {
            self.free.set(self.free.get() + 1);
            debug_assert!(self.free.get() <= self.capacity, "released more than was requested");
        }
    }

    /// How many units are held.
    pub fn in_use(&self) -> u32 {
        self.capacity - self.free.get()
    }

    /// How many processes wait.
    pub fn waiting(&self) -> usize {
        self.line.len()
    }
}

/// The wait for a unit. A state of its own is leaner than an async function around the line.
struct Request<'a> {
    resource: &'a Resource,
    priority: i32,
    begun: bool,
}

impl Future for Request<'_> {
    type Output = ();
    #[inline(always)]
    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if self.begun || self.resource.try_request() {
            return Poll::Ready(());
        }
        self.begun = true;
        let Resource { handle, line, .. } = self.resource;
        line.join(handle.current(), self.priority);
        handle.0.park();
        Poll::Pending
    }
}
