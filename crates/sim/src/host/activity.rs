//! What the host can tell about its processes.

use super::Cpu;
use super::occupancy::Window;
use super::process::{Pid, State};
use crate::ledger::{Holder, Series};
use des::Span;
use std::cell::Cell;

impl Cpu {
    /// CPU time outside of waits and run-queue time of a process so far.
    pub fn used(&self, pid: Pid) -> (Span, Span) {
        let process = self.process(pid);
        (process.cpu.get(), process.run_queue.get())
    }

    /// CPU time of a process inside of its waits so far.
    pub fn used_waiting(&self, pid: Pid) -> Span {
        self.process(pid).cpu_waiting.get()
    }

    /// Context switches so far, those that a process did not want, and of these, those that took
    /// the core from the holder of a latch or mutex.
    pub fn switches(&self) -> (u64, u64, u64) {
        let counts = [&self.context_switches, &self.involuntary_switches, &self.holders_preempted];
        let [all, involuntary, holders] = counts.map(Cell::get);
        (all, involuntary, holders)
    }

    /// Over time: cores that compute outside and inside of waits, and processes in the run queue
    /// outside of waits.
    pub fn activity(&self) -> [Series; 3] {
        [&self.busy, &self.busy_waiting, &self.run_queue].map(|series| series.borrow().clone())
    }

    /// Who had the cores around the longest time that the holder of a latch was without one.
    pub fn window(&self) -> Window {
        self.occupancy.borrow().window(self.handle.now())
    }

    /// What somebody who waits for the process may know of it.
    pub fn look_at(&self, pid: Pid) -> Holder {
        let known = (pid.0 as usize) < self.processes.len();
        let turn = || self.process(pid).last_turn.get();
        let now = self.handle.now();
        Holder {
            turn: if known { turn() } else { (now, now) },
            rests: known && self.state(pid) == State::Asleep,
        }
    }

    /// How many processes the host has, background processes included.
    pub fn processes(&self) -> u32 {
        self.processes.len() as u32
    }

    /// Where the process is just now.
    pub fn state(&self, pid: Pid) -> State {
        self.process(pid).state.get()
    }

    /// The priority that a listing of the processes shows just now.
    pub fn priority(&self, pid: Pid) -> u32 {
        let asleep = self.state(pid) == State::Asleep;
        self.policy.borrow_mut().priority(pid, asleep, self.handle.now())
    }
}
