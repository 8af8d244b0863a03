//! The statistics: names as `v$sysstat` and `v$segment_statistics` print them.

/// A row: variant, name, one sentence.
macro_rules! statistics {
    ($(#[$doc:meta])* $enum:ident { $($variant:ident, $name:literal, $sentence:literal;)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $enum { $(#[doc = $sentence] $variant),+ }
        impl $enum {
            /// Every row, in order; a row's place is `row as usize`.
            pub const ALL: &'static [$enum] = &[$($enum::$variant),+];
            /// The name as Oracle prints it.
            pub const fn name(self) -> &'static str {
                match self { $($enum::$variant => $name),+ }
            }
            /// What it counts, in one sentence.
            pub const fn sentence(self) -> &'static str {
                match self { $($enum::$variant => $sentence),+ }
            }
        }
    };
}

statistics! {
    /// What an instance counts.
    Statistic {
        ExecuteCount, "execute count", "Statements executed.";
        UserCommits, "user commits", "Transactions committed by sessions.";
        SessionLogicalReads, "session logical reads", "Current and consistent gets together.";
        DbBlockGets, "db block gets", "Blocks got in current mode, restarts included.";
        ConsistentGets, "consistent gets", "Blocks got as of a moment, undo headers included.";
        ConsistentGetsExamination, "consistent gets - examination",
            "Consistent gets that read the block under its latch without a pin.";
        DbBlockChanges, "db block changes", "Changes made to blocks.";
        PhysicalReads, "physical reads", "Blocks read from disk.";
        PhysicalWrites, "physical writes", "Blocks written to disk.";
        RedoSize, "redo size", "Bytes of redo generated.";
        LogSwitches, "redo log switches", "Times the log writer went on to the next log file.";
        LeafNodeSplits, "leaf node splits", "Index leaf blocks that became two.";
        LeafNode9010Splits, "leaf node 90-10 splits",
            "Leaf splits at the right edge that left the old leaf full.";
        BranchNodeSplits, "branch node splits", "Index branch blocks that became two.";
        RootNodeSplits, "root node splits", "Index roots that grew the tree by a level.";
        ContextSwitches, "OS context switches",
            "Times a core went from one session to another.";
        GcCurrentBlocksReceived, "gc current blocks received",
            "Blocks to change that came from other instances.";
        GcCurrentBlocksServed, "gc current blocks served",
            "Blocks to change that went to other instances.";
        GcCrBlocksReceived, "gc cr blocks received",
            "Blocks to read that came from other instances.";
        GcCrBlocksServed, "gc cr blocks served", "Blocks to read that went to other instances.";
        InvoluntarySwitches, "OS involuntary context switches",
            "Times a session lost its core in the middle of its work.";
        LatchHoldersPreempted, "OS latch holders preempted",
            "Times a session lost its core while it held a latch or a mutex.";
    }
}

statistics! {
    /// What is counted for each segment.
    SegmentStatistic {
        LogicalReads, "logical reads", "Gets of the segment's blocks.";
        BufferBusyWaits, "buffer busy waits", "Buffer busy waits on the segment's blocks.";
        DbBlockChanges, "db block changes", "Changes made to the segment's blocks.";
        PhysicalReads, "physical reads", "Blocks of the segment read from disk.";
        PhysicalWrites, "physical writes", "Blocks of the segment written to disk.";
        RowLockWaits, "row lock waits",
            "Waits for a transaction that changes the segment, index splits included.";
        ItlWaits, "ITL waits", "Waits for a slot in a block's interested transaction list.";
        GcBufferBusy, "gc buffer busy",
            "Waits for a block that another session is getting or another instance is taking.";
        GcCurrentBlocksReceived, "gc cu blocks received",
            "The segment's blocks that came from other instances to be changed.";
        GcCurrentBlocksServed, "gc cu blocks served",
            "The segment's blocks that went to other instances to be changed.";
        GcCrBlocksReceived, "gc cr blocks received",
            "The segment's blocks that came from other instances to be read.";
    }
}
