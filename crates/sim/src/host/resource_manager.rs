//! The Resource Manager: sessions beyond the cap wait for `resmgr:cpu quantum`, not in the run
//! queue of the operating system.

use super::Pid;
use crate::catalogue::{Kind, levers};
use des::Instant;
use std::cell::{Cell, RefCell};

levers! {
    /// The levers of the Resource Manager.
    pub struct ResourceManagerLevers("resource_manager.", "Operating system") {
        plan: bool = true, Kind::Bool, "", "Resource Manager plan",
            "Whether a plan is active: then a session that comes back from a wait while all cores are taken waits for its CPU quantum, and the wait shows.",
            oracle "RESOURCE_MANAGER_PLAN";
        cpu_count: u32 = 0, Kind::Integer { min: 0, max: 256 }, "cores", "Instance caging",
            "How many cores the sessions may use at most while a plan is active; 0 is all.",
            oracle "CPU_COUNT",
            needs "resource_manager.plan = true";
    }
}

impl ResourceManagerLevers {
    /// How many of the host's cores processes may use.
    pub fn cap(&self, cores: u32) -> u32 {
        match (self.plan, self.cpu_count) {
            (false, _) | (true, 0) => cores,
            (true, count) => count.min(cores),
        }
    }
}

/// What the Resource Manager notes of the processes that it looks after.
pub struct Manager {
    /// The first so many processes are under the plan, or none.
    managed: u32,
    /// By process: when it came back from a wait and was refused a core.
    refused: Vec<Cell<Option<Instant>>>,
    /// Turns between slices that are not booked yet: whose, from when, to when.
    turns: RefCell<Vec<(Pid, Instant, Instant)>>,
}

impl Manager {
    /// Looks after the first `sessions` of `processes` processes if a plan is active.
    pub fn new(levers: &ResourceManagerLevers, sessions: u32, processes: usize) -> Self {
        Self {
            managed: if levers.plan { sessions } else { 0 },
            refused: vec![Cell::new(None); processes],
            turns: RefCell::default(),
        }
    }

    /// A process that comes back from a wait finds no core.
    pub fn note_refusal(&self, pid: Pid, now: Instant) {
        if pid.0 < self.managed {
            self.refused[pid.0 as usize].set(Some(now));
        }
    }

    /// When the process was refused a core at the end of its wait, if it was.
    pub fn take_refusal(&self, pid: Pid) -> Option<Instant> {
        self.refused[pid.0 as usize].take()
    }

    /// A process has been without a core between two slices; whether that is to be booked here.
    pub fn note_turn(&self, pid: Pid, from: Instant, to: Instant) -> bool {
        let managed = pid.0 < self.managed;
        if managed {
            self.turns.borrow_mut().push((pid, from, to));
        }
        managed
    }

    /// Whether turns between slices wait to be booked.
    pub fn has_turns(&self) -> bool {
        !self.turns.borrow().is_empty()
    }

    /// The turns between slices of a process since the last call: from when to when.
    pub fn take_turns(&self, pid: Pid) -> Vec<(Instant, Instant)> {
        let mut turns = self.turns.borrow_mut();
        let mine = turns.iter().filter(|turn| turn.0 == pid).map(|turn| (turn.1, turn.2)).collect();
        turns.retain(|turn| turn.0 != pid);
        mine
    }
}
