//! Stores: what processes hand to each other, item by item or by amount.

use crate::clock::Span;
use crate::line::Line;
use crate::task::Handle;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

/// A first-in-first-out queue of items between producers and consumers.
///
/// ```
/// use des::{Simulation, Span, Store};
/// use std::rc::Rc;
///
/// let mut sim = Simulation::new();
/// let mail = Rc::new(Store::new(&sim.handle()));
/// let (h, inbox) = (sim.handle(), mail.clone());
/// sim.spawn("reader", async move {
///     assert_eq!(inbox.get().await, "hello");
///     assert_eq!(h.now().as_secs_f64(), 1.0);
/// });
/// let h = sim.handle();
/// sim.spawn("writer", async move {
///     h.sleep(Span::from_secs(1)).await;
///     mail.put("hello").await;
/// });
/// sim.run();
/// ```
pub struct Store<T> {
    handle: Handle,
    capacity: usize,
    items: RefCell<VecDeque<T>>,
    /// Items of the getters that were called and have not resumed yet, in their order.
    given: RefCell<VecDeque<T>>,
    /// Items of the putters that wait for room, in their order.
    held_back: RefCell<VecDeque<T>>,
    getters: Line,
    putters: Line,
}

impl<T> Store<T> {
    /// An empty store without a limit.
    pub fn new(handle: &Handle) -> Store<T> {
        Store::with_capacity(handle, usize::MAX)
    }

    /// An empty store that has room for `capacity` items.
    pub fn with_capacity(handle: &Handle, capacity: usize) -> Store<T> {
        Store {
            handle: handle.clone(),
            capacity,
            items: RefCell::new(VecDeque::new()),
            given: RefCell::new(VecDeque::new()),
            held_back: RefCell::new(VecDeque::new()),
            getters: Line::new(),
            putters: Line::new(),
        }
    }

    /// Puts an item in, or gives it back when there is no room.
    pub fn try_put(&self, item: T) -> Result<(), T> {
        if self.getters.call(&self.handle).is_some() {
            self.given.borrow_mut().push_back(item);
        } else if self.len() < self.capacity {
            self.items.borrow_mut().push_back(item);
        } else {
            return Err(item);
        }
        Ok(())
    }

    /// Puts an item in, waiting for room.
    pub async fn put(&self, item: T) {
        if let Err(item) = self.try_put(item) {
            self.held_back.borrow_mut().push_back(item);
            self.putters.wait(&self.handle, 0).await;
        }
    }

    /// Takes the oldest item if there is one.
    pub fn try_get(&self) -> Option<T> {
        let item = self.items.borrow_mut().pop_front()?;
        if let Some(waiting) = self.held_back.borrow_mut().pop_front() {
            self.items.borrow_mut().push_back(waiting);
            self.putters.call(&self.handle);
        }
        Some(item)
    }

    /// Takes the oldest item, waiting for one.
    pub async fn get(&self) -> T {
        if let Some(item) = self.try_get() {
            return item;
        }
        self.getters.wait(&self.handle, 0).await;
        self.take_given()
    }

    /// Takes the oldest item, waiting for `patience` at most.
    pub async fn get_within(&self, patience: Span) -> Option<T> {
        if let Some(item) = self.try_get() {
            return Some(item);
        }
        let called = self.getters.wait_within(&self.handle, 0, patience).await;
        called.then(|| self.take_given())
    }

    /// How many items lie in the store.
    pub fn len(&self) -> usize {
        self.items.borrow().len()
    }

    /// Whether no item lies in the store.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Called getters resume in the order in which they were called, so the first is theirs.
    fn take_given(&self) -> T {
        self.given.borrow_mut().pop_front().expect("an item for every called getter")
    }
}

/// An amount of something that is the same everywhere (bytes, litres), with a line at each end.
pub struct Container {
    handle: Handle,
    capacity: u64,
    level: Cell<u64>,
    getters: Line,
    wanted: RefCell<VecDeque<u64>>,
    putters: Line,
    offered: RefCell<VecDeque<u64>>,
}

impl Container {
    /// A container of which `level` of `capacity` is full.
    pub fn new(handle: &Handle, capacity: u64, level: u64) -> Container {
        assert!(level <= capacity, "a level of {level} in a container of {capacity}");
        Container {
            handle: handle.clone(),
            capacity,
            level: Cell::new(level),
            getters: Line::new(),
            wanted: RefCell::new(VecDeque::new()),
            putters: Line::new(),
            offered: RefCell::new(VecDeque::new()),
        }
    }

    /// Takes `amount` out, waiting until there is so much; nobody overtakes the first in the line.
    pub async fn get(&self, amount: u64) {
        if self.wanted.borrow().is_empty() && amount <= self.level.get() {
            self.level.set(self.level.get() - amount);
            self.serve();
        } else {
            self.wanted.borrow_mut().push_back(amount);
            self.getters.wait(&self.handle, 0).await;
        }
    }

    /// Puts `amount` in, waiting until there is room; nobody overtakes the first in the line.
    pub async fn put(&self, amount: u64) {
        if self.offered.borrow().is_empty() && amount <= self.capacity - self.level.get() {
            self.level.set(self.level.get() + amount);
            self.serve();
        } else {
            self.offered.borrow_mut().push_back(amount);
            self.putters.wait(&self.handle, 0).await;
        }
    }

    /// How much is in.
    pub fn level(&self) -> u64 {
        self.level.get()
    }

    /// Serves the heads of both lines as long as one of them can be served.
    fn serve(&self) {
        loop {
            let wanted = self.wanted.borrow().front().copied();
            let offered = self.offered.borrow().front().copied();
            if let Some(amount) = wanted.filter(|&amount| amount <= self.level.get()) {
                self.level.set(self.level.get() - amount);
                self.wanted.borrow_mut().pop_front();
                self.getters.call(&self.handle);
            } else if let Some(amount) =
                offered.filter(|&amount| amount <= self.capacity - self.level.get())
            {
                self.level.set(self.level.get() + amount);
                self.offered.borrow_mut().pop_front();
                self.putters.call(&self.handle);
            } else {
                return;
            }
        }
    }
}
