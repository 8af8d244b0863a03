//! The machine: cores, the run queue, and what a process pays to leave and to get a core.

mod cpu;
mod disk;
mod round_robin;
mod scheduler;

pub use cpu::{Cpu, CpuLevers, Pid, YieldScheme};
pub use disk::{Disk, DiskLevers};
pub use scheduler::{Ready, Scheduler};
