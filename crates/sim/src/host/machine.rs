//! The levers of the machine.

use crate::catalogue::{Choice, Kind, choices, levers};

choices! {
    /// The order of the run queue.
    pub enum SchedulerPolicy {
        /// One FIFO queue and equal slices.
        RoundRobin = "round_robin",
        /// Priorities that weaken with CPU use and recover with time (HP-UX).
        TimeShare = "time_share",
        /// Every process stays at priority 178 and runs its whole slice (HP-UX SCHED_NOAGE).
        NoAge = "no_age",
        /// Whoever has computed the least runs next (Linux CFS).
        Fair = "fair",
    }
}

choices! {
    /// What a process does that yields its turn.
    pub enum YieldScheme {
        /// It sleeps until the first clock tick that is at least a millisecond away (Windows).
        Tick = "tick",
        /// It goes to the end of the run queue (`sched_yield`).
        RunQueue = "run_queue",
    }
}

levers! {
    /// The levers of the machine.
    pub struct CpuLevers("cpu.", "Operating system") {
        cores: u32 = 8, Kind::Integer { min: 1, max: 256 }, "cores", "Cores",
            "How many processes can compute at the same moment.", oracle "CPU_COUNT";
        scheduler: SchedulerPolicy = SchedulerPolicy::RoundRobin,
            Kind::Choice(SchedulerPolicy::WORDS), "", "Scheduler",
            "Which process gets the next free core, for how long, and whether one that wakes up may take a core from another.",
            price "Waiters that yield go behind everybody for a whole slice, so single waits get longer while the long ones vanish.",
            oracle "HPUX_SCHED_NOAGE", cure "no_age";
        quantum_us: u64 = 31_250, Kind::Integer { min: 100, max: 1_000_000 }, "us", "Time slice",
            "How long a process may compute while others are ready to run.";
        priority_level_ms: f64 = 10.0, Kind::Number { min: 0.1, max: 1_000.0 }, "ms",
            "CPU time a priority level",
            "How much recent CPU time weakens a process by one of the 77 levels under time_share.",
            needs "cpu.scheduler = time_share";
        priority_kept: f64 = 0.9, Kind::Number { min: 0.0, max: 0.999 }, "",
            "CPU time kept in mind",
            "The share of the recent CPU time that still weakens a process a second later, under time_share.",
            needs "cpu.scheduler = time_share";
        fair_latency_us: u64 = 20_000, Kind::Integer { min: 100, max: 1_000_000 }, "us",
            "Latency target",
            "The time within which everyone gets a turn under fair, as long as slices stay above the granularity.",
            needs "cpu.scheduler = fair";
        fair_granularity_us: u64 = 4_000, Kind::Integer { min: 10, max: 1_000_000 }, "us",
            "Granularity",
            "The shortest slice under fair, and how far ahead a running process must be to lose its core to one that wakes up.",
            needs "cpu.scheduler = fair";
        spare_latch_holder: bool = false, Kind::Bool, "", "Spare latch holders",
            "A process that holds a latch or a mutex keeps its core until it has released it.",
            price "The operating system must be told of every get and release.";
        context_switch_us: f64 = 6.0, Kind::Number { min: 0.0, max: 1_000.0 }, "us",
            "Context switch", "What a core spends on going from one process to another.";
        wakeup_us: f64 = 80.0, Kind::Number { min: 0.0, max: 10_000.0 }, "us", "Wake-up latency",
            "How long a posted process takes to run when a core is free.";
        speed: f64 = 1.0, Kind::Number { min: 0.01, max: 100.0 }, "times", "Speed",
            "How fast the cores are beside those for which the costs of the steps are given.";
        post_us: f64 = 3.0, Kind::Number { min: 0.0, max: 1_000.0 }, "us", "Cost of a post",
            "What a process computes to wake another one.";
        yield_scheme: YieldScheme = YieldScheme::Tick,
            Kind::Choice(YieldScheme::WORDS), "", "Yield",
            "What becomes of a process that yields its turn: it sleeps to the next clock tick or goes to the end of the run queue.";
        clock_tick_us: u64 = 15_625, Kind::Integer { min: 100, max: 1_000_000 }, "us",
            "Clock tick", "How often the operating system looks at its timers.";
    }
}
