//! The machine: cores, the run queue, and what a process pays to leave and to get a core.

mod cpu;
mod disk;
mod fair;
mod no_age;
mod process;
mod round_robin;
mod scheduler;
mod time_share;

pub use cpu::{Cpu, CpuLevers, SchedulerPolicy, YieldScheme};
pub use disk::{Disk, DiskLevers};
pub use process::{Pid, State};
pub use scheduler::{Core, Ready, Scheduler};
