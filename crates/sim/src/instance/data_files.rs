//! Data files that grow: an extension may take seconds, and everybody who needs space waits.

use crate::catalogue::{Event, Kind, levers};
use crate::ledger::{ObjectId, Wait};
use crate::session::Session;
use des::Span;

levers! {
    /// The levers of data files.
    pub struct DataFileLevers("data_file.", "Redo and undo", needs "workload.kind = inserts") {
        extension_ms: f64 = 4_500.0, Kind::Number { min: 0.0, max: 600_000.0 }, "ms",
            "Data file extension", "How long the operating system takes to make a file larger.",
            oracle "AUTOEXTEND ON";
        extension_mb: u64 = 100, Kind::Integer { min: 1, max: 1_048_576 }, "MB",
            "Growth of a data file", "By how much a data file grows at a time.", oracle "NEXT";
    }
}

/// The data files of a database.
pub struct DataFiles {
    levers: DataFileLevers,
}

impl DataFiles {
    /// Files that grow as the levers say.
    pub fn new(levers: &DataFileLevers) -> Self {
        Self { levers: *levers }
    }

    /// Makes a file larger and tells by how many bytes.
    pub async fn grow(&self, session: &Session, object: ObjectId) -> u64 {
        let event = Event::DataFileInitWrite;
        session.settle().await;
        let span = Span::from_micros_f64(self.levers.extension_ms * 1_000.0);
        session.wait_for(Wait { event, object, block: None, holder: None }, span).await;
        self.levers.extension_mb << 20
    }
}
