//! The wait events: names exactly as Oracle prints them, wait classes, parameters.

use serde_json::{Value, json};

/// Oracle's wait classes, as far as the model posts to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WaitClass {
    /// Sessions in each other's way inside the database: pins, latches, mutexes.
    Concurrency,
    /// Reads and writes of data blocks that a session waits for.
    UserIo,
    /// Reads and writes of the background processes.
    SystemIo,
    /// Waiting for the redo of a commit.
    Commit,
    /// Something is sized too small: logs, caches, slots, space.
    Configuration,
    /// Row and table locks that the application's own transactions hold.
    Application,
    /// Blocks on their way between instances.
    Cluster,
    /// The Resource Manager holds the session back.
    Scheduler,
    /// Everything else.
    Other,
}

impl WaitClass {
    /// Every class, in the order in which charts stack them.
    pub const ALL: [WaitClass; 9] = [
        WaitClass::Scheduler,
        WaitClass::UserIo,
        WaitClass::SystemIo,
        WaitClass::Concurrency,
        WaitClass::Application,
        WaitClass::Commit,
        WaitClass::Configuration,
        WaitClass::Cluster,
        WaitClass::Other,
    ];

    /// The name as Oracle prints it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Concurrency => "Concurrency",
            Self::UserIo => "User I/O",
            Self::SystemIo => "System I/O",
            Self::Commit => "Commit",
            Self::Configuration => "Configuration",
            Self::Application => "Application",
            Self::Cluster => "Cluster",
            Self::Scheduler => "Scheduler",
            Self::Other => "Other",
        }
    }
}

/// A row: variant, name, class, the names of P1 to P3, one sentence.
macro_rules! waits {
    ($($variant:ident, $name:literal, $class:ident, [$p1:literal, $p2:literal, $p3:literal],
       $sentence:literal;)+) => {
        /// What a session can wait for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Event { $(#[doc = $sentence] $variant),+ }
        impl Event {
            /// Every event, in the order of the table; an event's place is `event as usize`.
            pub const ALL: &'static [Event] = &[$(Event::$variant),+];
            /// The name as Oracle prints it.
            pub const fn name(self) -> &'static str {
                match self { $(Event::$variant => $name),+ }
            }
            /// The wait class.
            pub const fn class(self) -> WaitClass {
                match self { $(Event::$variant => WaitClass::$class),+ }
            }
            /// What P1, P2 and P3 mean.
            pub const fn parameters(self) -> [&'static str; 3] {
                match self { $(Event::$variant => [$p1, $p2, $p3]),+ }
            }
            /// What it means, in one sentence.
            pub const fn sentence(self) -> &'static str {
                match self { $(Event::$variant => $sentence),+ }
            }
        }
    };
}

waits! {
    BufferBusyWaits, "buffer busy waits", Concurrency, ["file#", "block#", "class#"],
        "Another session of this instance has the block pinned in a way that excludes this one.";
    BufferDeadlock, "buffer deadlock", Other, ["dba", "class*10+mode", "flag"],
        "A session that holds one pin found the next block pinned, let go and yields its turn.";
    TxIndexContention, "enq: TX - index contention", Concurrency,
        ["name|mode", "usn<<16 | slot", "sequence"],
        "Another session is splitting the index block that this one wants to change.";
    TxAllocateItl, "enq: TX - allocate ITL entry", Configuration,
        ["name|mode", "usn<<16 | slot", "sequence"],
        "Every slot of the block's interested transaction list is taken and the list cannot grow.";
    EnqueueHashChains, "latch: enqueue hash chains", Other, ["address", "number", "tries"],
        "The latch over the chain of this enqueue resource is held by another session.";
    CacheBuffersChains, "latch: cache buffers chains", Concurrency,
        ["address", "number", "tries"],
        "The latch over the hash chain of this block is held by another session.";
    DbFileSequentialRead, "db file sequential read", UserIo, ["file#", "block#", "blocks"],
        "The session reads one block from disk.";
    SqContention, "enq: SQ - contention", Configuration, ["name|mode", "object #", "0"],
        "Another session is fetching the next batch of numbers for the sequence.";
    HwContention, "enq: HW - contention", Configuration,
        ["name|mode", "table space #", "block"],
        "Another session is moving the high-water mark of the segment.";
    GcBufferBusyAcquire, "gc buffer busy acquire", Cluster, ["file#", "block#", "class#"],
        "Another session of this instance is already asking for the block.";
    GcBufferBusyRelease, "gc buffer busy release", Cluster, ["file#", "block#", "class#"],
        "Another instance is taking the block away from this one.";
    GcCurrentRequest, "gc current request", Cluster, ["file#", "block#", "id#"],
        "The session has asked for a block to change, and nothing has come yet.";
    GcCurrentBlock2Way, "gc current block 2-way", Cluster, ["", "", ""],
        "A block to change came straight from the instance that the request went to.";
    GcCurrentBlock3Way, "gc current block 3-way", Cluster, ["", "", ""],
        "A block to change came from a third instance, to which the master had passed the request.";
    GcCurrentBlockBusy, "gc current block busy", Cluster, ["", "", ""],
        "A block to change came late: it was pinned, wanted by others or waited for its redo.";
    GcCurrentBlockCongested, "gc current block congested", Cluster, ["", "", ""],
        "A block to change came late: an LMS process took more than a millisecond to turn to it.";
    GcCurrentGrant2Way, "gc current grant 2-way", Cluster, ["", "", ""],
        "The master allowed the session to change a block that no other instance holds.";
    GcCurrentGrantBusy, "gc current grant busy", Cluster, ["", "", ""],
        "The master allowed the session to change a block after others had let go of it.";
    GcCurrentGrantCongested, "gc current grant congested", Cluster, ["", "", ""],
        "The permission to change a block came late because an LMS process was not free.";
    GcCrRequest, "gc cr request", Cluster, ["file#", "block#", "class#"],
        "The session has asked for a block to read, and nothing has come yet.";
    GcCrBlock2Way, "gc cr block 2-way", Cluster, ["", "", ""],
        "A block to read came straight from the instance that the request went to.";
    GcCrBlock3Way, "gc cr block 3-way", Cluster, ["", "", ""],
        "A block to read came from a third instance, to which the master had passed the request.";
    GcCrBlockBusy, "gc cr block busy", Cluster, ["", "", ""],
        "A block to read came late: it was pinned, wanted by others or waited for its redo.";
    GcCrBlockCongested, "gc cr block congested", Cluster, ["", "", ""],
        "A block to read came late: an LMS process took more than a millisecond to turn to it.";
    GcCrGrant2Way, "gc cr grant 2-way", Cluster, ["", "", ""],
        "The master allowed the session to read a block that no other instance holds.";
    LogFileSync, "log file sync", Commit, ["buffer#", "sync scn", ""],
        "The session has committed and waits until its redo is on disk.";
    GcsLogFlushSync, "gcs log flush sync", Other, ["waittime", "poll", "event"],
        "An LMS process waits for the redo of a block that it is about to ship.";
    SvContention, "enq: SV - contention", Other, ["type|mode", "id1", "id2"],
        "Another session, here or on another instance, is taking a number from the ordered sequence.";
    RowCacheLock, "row cache lock", Concurrency, ["cache id", "mode", "request"],
        "The row of the sequence in the dictionary cache is locked by another instance.";
    FbContention, "enq: FB - contention", Other, ["name|mode", "table space #", "dba"],
        "Another session is formatting the batch of blocks that this one wants.";
    TxContention, "enq: TX - contention", Other, ["name|mode", "usn<<16 | slot", "sequence"],
        "A transaction that manages space is changing what this session wants to use.";
    ReadByOtherSession, "read by other session", UserIo, ["file#", "block#", "class#"],
        "Another session is reading the block that this one wants.";
    FreeBufferWaits, "free buffer waits", Configuration, ["file#", "block#", "set-id#"],
        "Every buffer that could be replaced is dirty and must first be written.";
    WriteCompleteWaits, "write complete waits", Configuration, ["file#", "block#", ""],
        "The block that the session wants to change is being written to disk.";
    CacheBuffersLruChain, "latch: cache buffers lru chain", Other,
        ["address", "number", "tries"],
        "The latch over the list of buffers to be replaced is held by another session.";
    DiskFileOperations, "Disk file operations I/O", UserIo,
        ["FileOperation", "fileno", "filetype"],
        "The session opens a data file that it reads for the first time.";
    DataFileInitWrite, "Data file init write", UserIo, ["count", "intr", "timeout"],
        "The session makes a data file larger.";
    DbFileParallelWrite, "db file parallel write", SystemIo, ["requests", "interrupt", "timeout"],
        "The database writer waits for a batch of blocks to be on disk.";
    LogFileParallelWrite, "log file parallel write", SystemIo, ["files", "blocks", "requests"],
        "The log writer waits for redo to be on disk.";
    ControlFileParallelWrite, "control file parallel write", SystemIo,
        ["files", "blocks", "requests"],
        "The log writer notes in the control file which log is the present one.";
    LogBufferSpace, "log buffer space", Configuration, ["", "", ""],
        "Sessions make redo faster than the log writer brings it to disk.";
    LogFileSwitchCompletion, "log file switch completion", Configuration, ["", "", ""],
        "The log file is full and the log writer goes on to the next one.";
    LogFileSwitchCheckpoint, "log file switch (checkpoint incomplete)", Configuration,
        ["", "", ""],
        "The next log file still holds changes that are not in the data files.";
    UsContention, "enq: US - contention", Other, ["name|mode", "undo segment #", "0"],
        "Another session is bringing an undo segment online or making it larger.";
    UndoSegmentExtension, "undo segment extension", Configuration, ["segment#", "", ""],
        "The undo tablespace is being made larger.";
    LibraryCache, "latch: library cache", Concurrency, ["address", "number", "tries"],
        "The latch over the chain of this cursor is held by another session.";
    CursorPinS, "cursor: pin S", Concurrency, ["idn", "value", "where|sleeps"],
        "Another session is changing the number of those that have this cursor pinned.";
    CursorPinSWaitOnX, "cursor: pin S wait on X", Concurrency, ["idn", "value", "where|sleeps"],
        "Another session is parsing this cursor.";
    LibraryCacheMutexX, "library cache: mutex X", Concurrency, ["idn", "value", "where"],
        "Another session holds the mutex of the statement in the library cache.";
    ResmgrCpuQuantum, "resmgr:cpu quantum", Scheduler, ["location", "consumer group id", ""],
        "As many sessions compute as the Resource Manager allows.";
}

impl Event {
    /// The row as the page reads it.
    pub fn json(self) -> Value {
        let [p1, p2, p3] = self.parameters();
        json!({"name": self.name(), "class": self.class().name(),
               "p1": p1, "p2": p2, "p3": p3, "sentence": self.sentence()})
    }
}
