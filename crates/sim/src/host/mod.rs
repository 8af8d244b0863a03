//! The machine: cores, the run queue, and what a process pays to leave and to get a core.

mod activity;
mod cpu;
mod disk;
mod fair;
mod machine;
mod no_age;
mod occupancy;
mod process;
mod resource_manager;
mod round_robin;
mod scheduler;
mod time_share;
mod timer;

pub use cpu::Cpu;
pub use disk::{Disk, DiskLevers};
pub use machine::{CpuLevers, SchedulerPolicy, YieldScheme};
pub use occupancy::{Doing, Lost, Window};
pub use process::{Pid, State};
pub use resource_manager::{Manager, ResourceManagerLevers};
pub use scheduler::{Core, Ready, Scheduler};
