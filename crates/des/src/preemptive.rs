//! A resource that more important processes take away from less important ones.

use crate::clock::Span;
use crate::line::Line;
use crate::task::{Handle, TaskId, Wake};
use std::cell::RefCell;

/// Somebody more important took the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preempted {
    /// What was left of the time to hold it.
    pub left: Span,
}

#[derive(Clone, Copy)]
struct User {
    priority: i32,
    task: TaskId,
    /// It is in [`PreemptiveResource::hold`] and not on the way there.
    holds: bool,
}

/// So many equal units, given by priority (the lowest number first) and then by arrival; who asks
/// with a lower number than a holder's takes its unit away.
///
/// ```
/// use des::{PreemptiveResource, Simulation, Span};
/// use std::rc::Rc;
///
/// let mut sim = Simulation::new();
/// let cpu = Rc::new(PreemptiveResource::new(&sim.handle(), 1));
/// for (name, start, priority) in [("batch job", 0, 5), ("urgent job", 3, 1)] {
///     let (h, cpu) = (sim.handle(), cpu.clone());
///     sim.spawn(name, async move {
///         h.sleep(Span::from_secs(start)).await;
///         cpu.serve(priority, Span::from_secs(10)).await;
///         let done = if priority == 1 { 13.0 } else { 20.0 };
///         assert_eq!(h.now().as_secs_f64(), done);
///     });
/// }
/// sim.run();
/// ```
pub struct PreemptiveResource {
    handle: Handle,
    capacity: usize,
    /// In the order in which they got their units.
    users: RefCell<Vec<User>>,
    line: Line,
}

impl PreemptiveResource {
    /// A resource of `capacity` units, all free.
    pub fn new(handle: &Handle, capacity: u32) -> PreemptiveResource {
        PreemptiveResource {
            handle: handle.clone(),
            capacity: capacity as usize,
            users: RefCell::new(Vec::with_capacity(capacity as usize)),
            line: Line::new(),
        }
    }

    /// Waits for a unit; takes it from the least important holder, the latest among equals.
    pub async fn request(&self, priority: i32) {
        if self.in_use() == self.capacity && !self.preempt(priority) {
            // Whoever gives a unit back enters the first in the line as its next user.
            self.line.wait(&self.handle, priority).await;
        } else {
            self.enter(priority, self.handle.current());
        }
    }

    /// Holds the unit for `span`, unless it is taken away before.
    pub async fn hold(&self, span: Span) -> Result<(), Preempted> {
        if !self.set_holds(true) {
            return Err(Preempted { left: span });
        }
        let begun = self.handle.now();
        match self.handle.park_for(span).await {
            Wake::Posted => Err(Preempted { left: span - (self.handle.now() - begun) }),
            Wake::TimedOut => {
                self.set_holds(false);
                Ok(())
            }
        }
    }

    /// Gives the unit back; only its holder may.
    pub fn release(&self) {
        let task = self.handle.current();
        let place = self.users.borrow().iter().position(|user| user.task == task);
        self.users.borrow_mut().remove(place.expect("only a holder may release"));
        if let Some((priority, next)) = self.line.call(&self.handle) {
            self.enter(priority, next);
        }
    }

    /// Gets `span` of service, however often it is interrupted, and goes on where it was
    /// (preempt-resume).
    pub async fn serve(&self, priority: i32, span: Span) {
        let mut left = span;
        loop {
            self.request(priority).await;
            match self.hold(left).await {
                Ok(()) => return self.release(),
                Err(preempted) => left = preempted.left,
            }
        }
    }

    /// How many units are held.
    pub fn in_use(&self) -> usize {
        self.users.borrow().len()
    }

    /// How many processes wait.
    pub fn waiting(&self) -> usize {
        self.line.len()
    }

    fn enter(&self, priority: i32, task: TaskId) {
        self.users.borrow_mut().push(User { priority, task, holds: false });
    }

    /// False when the running process is no user any more.
    fn set_holds(&self, holds: bool) -> bool {
        let task = self.handle.current();
        let mut users = self.users.borrow_mut();
        let user = users.iter_mut().find(|user| user.task == task);
        user.map(|user| user.holds = holds).is_some()
    }

    /// Takes a unit away from somebody less important than `priority`.
    fn preempt(&self, priority: i32) -> bool {
        let mut users = self.users.borrow_mut();
        let worst = users.iter().enumerate().max_by_key(|&(place, user)| (user.priority, place));
        let Some((place, _)) = worst.filter(|(_, user)| user.priority > priority) else {
            return false;
        };
        let victim = users.remove(place);
        if victim.holds {
            self.handle.wake(victim.task);
        }
        true
    }
}
