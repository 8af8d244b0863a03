//! What the sessions of a scenario do.

mod calls;
mod insert;
mod lookup;
mod memory;
mod sampling;

pub use calls::{CallLevers, Calls, serve_calls};
pub use insert::{Progress, insert_rows};
pub use lookup::{LookupLevers, Lookups, look_up};
pub use memory::MemoryLevers;
pub use sampling::{Reading, Sampling, SamplingLevers, take_samples};

use crate::catalogue::{Choice, Kind, choices, levers};

choices! {
    /// What the sessions do.
    pub enum WorkloadKind {
        /// They insert rows.
        Inserts = "inserts",
        /// They read cached blocks.
        Lookups = "lookups",
        /// They execute statements in calls, with long pauses in between.
        Executions = "executions",
    }
}

choices! {
    /// Where the statements of a session come from.
    pub enum Client {
        /// A PL/SQL loop in the server, which waits for the redo of its commits at its end only.
        PlSql = "plsql",
        /// A client that waits for the redo of every commit.
        Sql = "sql",
    }
}

choices! {
    /// Who decides how many rows a session inserts.
    pub enum Quota {
        /// Every session inserts its own number of rows.
        PerSession = "per_session",
        /// The sessions take rows from one common number until it is used up.
        Shared = "shared",
    }
}

levers! {
    /// The levers of the workload.
    pub struct WorkloadLevers("workload.", "Workload") {
        kind: WorkloadKind = WorkloadKind::Inserts, Kind::Choice(WorkloadKind::WORDS), "",
            "Workload", "What the sessions do: insert rows, look up cached blocks, or execute statements in calls.";
        sessions: u32 = 100, Kind::Integer { min: 1, max: 5_000 }, "sessions", "Sessions",
            "How many sessions work at the same time.", oracle "SESSIONS";
        rows_per_session: u64 = 10_000, Kind::Integer { min: 1, max: 10_000_000 }, "rows",
            "Rows a session", "How many rows a session inserts, one statement each.",
            needs "workload.kind = inserts";
        quota: Quota = Quota::PerSession, Kind::Choice(Quota::WORDS), "", "Quota",
            "Whether every session inserts its own rows or all take theirs from the common total.",
            needs "workload.kind = inserts";
        connect_interval_ms: f64 = 40.0, Kind::Number { min: 0.0, max: 10_000.0 }, "ms",
            "Connect interval", "How long after one session the next one starts.";
        commit_rows: u64 = 0, Kind::Integer { min: 0, max: 1_000_000 }, "rows",
            "Rows a commit", "How many rows a transaction inserts; 0 commits once, at the end.",
            needs "workload.kind = inserts";
        client_ms: f64 = 0.0, Kind::Number { min: 0.0, max: 10_000.0 }, "ms", "Client time",
            "How long the client takes between two statements, the way over the network included.";
        client_cv: f64 = 0.1, Kind::Number { min: 0.0, max: 5.0 }, "",
            "Spread of client time",
            "The standard deviation of the client's time as a share of its mean.";
        client: Client = Client::PlSql, Kind::Choice(Client::WORDS), "", "Client",
            "Whether the statements come from a PL/SQL loop, which waits for the redo of its commits only at its end, or from a client that waits for every one.",
            needs "workload.kind = inserts";
        execute_us: f64 = 22.0, Kind::Number { min: 0.0, max: 100_000.0 }, "us", "Execute",
            "What a session computes for a statement outside of the blocks that it changes.";
        cpu_variation: f64 = 0.1, Kind::Number { min: 0.0, max: 1.0 }, "", "Variation",
            "By how much each single cost varies about its mean, as a share of it.";
    }
}
