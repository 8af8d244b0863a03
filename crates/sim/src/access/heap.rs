//! How sessions insert into a heap table: find a block with room, pin it, keep the space map.

use super::hash_cluster::Cluster;
use crate::catalogue::{Choice, Event, Kind, Statistic, choices, levers};
use crate::cluster::Member;
use crate::concurrency::{Enqueue, PinMode};
use crate::instance::Buffers;
use crate::ledger::{Ledger, ObjectId, ObjectType};
use crate::segment::heap::{Candidate, TableOptions};
use crate::segment::{BlockAddress, BlockClass, BlockId, Heap, ItlSlot, SpaceManagement};
use crate::session::Session;
use des::Span;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

choices! {
    /// How the rows of the table lie.
    pub enum Organization {
        /// Wherever there is room.
        Heap = "heap",
        /// Where a hash of the key says: a single-table hash cluster.
        HashCluster = "hash_cluster",
    }
}

levers! {
    /// The levers of the table.
    pub struct TableLevers("table.", "Index and table", needs "workload.kind = inserts") {
        organization: Organization = Organization::Heap,
            Kind::Choice(Organization::WORDS), "", "Table organization",
            "Whether a row goes wherever there is room or into the block that a hash of its key names.",
            oracle "SINGLE TABLE HASHKEYS", headline true,
            price "Every block of the cluster is allocated in advance, most of them must be read before they can take their row, and a full scan reads them all.";
        hashkeys: u32 = 100_000, Kind::Integer { min: 1, max: 2_000_000 }, "keys", "HASHKEYS",
            "How many hash values the cluster has blocks for, rounded up to the next prime.",
            oracle "HASHKEYS",
            needs "workload.kind = inserts and table.organization = hash_cluster";
        size: u32 = 0, Kind::Integer { min: 0, max: 8_000 }, "bytes", "SIZE",
            "The bytes that the rows of one hash value get; 0 is no SIZE, a block for each.",
            oracle "SIZE",
            needs "workload.kind = inserts and table.organization = hash_cluster";
        hash_is: bool = true, Kind::Bool, "", "HASH IS the key",
            "Takes the key itself for its hash value, so that consecutive keys lie in consecutive blocks.",
            oracle "HASH IS",
            needs "workload.kind = inserts and table.organization = hash_cluster";
        initrans: u32 = 1, Kind::Integer { min: 1, max: 169 }, "slots", "INITRANS, table",
            "How many transaction slots a new table block starts with, 24 bytes each.",
            oracle "INITRANS";
        pctfree: u32 = 10, Kind::Integer { min: 0, max: 90 }, "%", "PCTFREE, table",
            "The share of a table block that inserts leave free.", oracle "PCTFREE";
        free_lists: u32 = 0, Kind::Integer { min: 0, max: 64 }, "lists", "Free lists",
            "How many free lists lead to blocks with room; 0 manages space by bitmaps (ASSM).",
            oracle "FREELISTS",
            needs "workload.kind = inserts and table.organization = heap";
        row_bytes: u32 = 12, Kind::Integer { min: 9, max: 4_000 }, "bytes", "Row length",
            "The bytes of one row in its block, with its entry in the row directory.";
        row_us: f64 = 10.0, Kind::Number { min: 0.1, max: 1_000.0 }, "us", "Row change",
            "What a session computes while it has a table block pinned: undo, redo, the new row.";
        bitmap_us: f64 = 3.0, Kind::Number { min: 0.1, max: 1_000.0 }, "us", "Space map change",
            "What a session computes while it has a bitmap block or a free list pinned.",
            needs "workload.kind = inserts and table.organization = heap";
        format_us: f64 = 20.0, Kind::Number { min: 0.1, max: 10_000.0 }, "us", "Formatting",
            "What a session computes to format one of the sixteen blocks of a batch.",
            needs "workload.kind = inserts and table.organization = heap";
        extend_us: f64 = 1_000.0, Kind::Number { min: 1.0, max: 1_000_000.0 }, "us",
            "High-water mark", "What a session computes to move the high-water mark of the table.",
            needs "workload.kind = inserts and table.organization = heap";
    }
}

/// The data file of the table, and its first block there.
pub(super) const BASE: BlockAddress = BlockAddress { file: 4, block: 128 };
/// Where the numbers of blocks that manage space begin, beside those that hold rows.
const HEADER: u32 = 0;
/// A search reads the segment header, the second level bitmap and a first level one.
const SEARCH_GETS: u64 = 3;

/// A table: a heap, or a hash cluster.
pub enum Table {
    /// Rows lie wherever there is room.
    Heap(Box<HeapTable>),
    /// Rows lie where a hash of the key says.
    Cluster(Box<Cluster>),
}

impl Table {
    /// An empty table.
    pub fn new(levers: &TableLevers, name: &str, sessions: usize, ledger: &Ledger) -> Self {
        match levers.organization {
            Organization::Heap => {
                Self::Heap(Box::new(HeapTable::new(levers, name, sessions, ledger)))
            }
            Organization::HashCluster => {
                Self::Cluster(Box::new(Cluster::new(levers, name, ledger)))
            }
        }
    }

    /// Inserts the row of a key.
    pub async fn insert(&self, session: &Session, key: u64) {
        match self {
            Self::Heap(heap) => heap.insert(session).await,
            Self::Cluster(cluster) => cluster.insert(session, key).await,
        }
    }

    /// Becomes another instance's view of the same table.
    pub fn share(&mut self, first: &Self) {
        match (self, first) {
            (Self::Heap(mine), Self::Heap(its)) => mine.share(its),
            (Self::Cluster(mine), Self::Cluster(its)) => mine.share(its),
            _ => unreachable!("all instances have the same configuration"),
        }
    }

    /// The account of the table.
    pub fn object(&self) -> ObjectId {
        match self {
            Self::Heap(heap) => heap.buffers.object,
            Self::Cluster(cluster) => cluster.buffers.object,
        }
    }

    /// The addresses of the blocks in use, in the order of their numbers.
    pub fn addresses(&self) -> Vec<BlockAddress> {
        match self {
            Self::Heap(table) => {
                let heap = table.heap.borrow();
                (0..heap.high_water_mark()).map(|block| heap.address(BlockId(block))).collect()
            }
            Self::Cluster(table) => {
                let cluster = table.cluster.borrow();
                let blocks = 0..cluster.full_scan_blocks();
                blocks.map(|block| cluster.address(BlockId(block))).collect()
            }
        }
    }
}

/// A heap table with its buffers.
pub struct HeapTable {
    levers: TableLevers,
    /// The blocks and the space map.
    pub heap: Rc<RefCell<Heap>>,
    /// The buffers of the blocks that hold rows.
    pub buffers: Buffers,
    /// Those of the first level bitmaps.
    bitmaps: Buffers,
    /// That of the segment header with its free lists.
    header: Buffers,
    high_water_mark: Rc<Enqueue>,
    /// By first level bitmap: the right to format a batch of its blocks.
    format: Rc<RefCell<Vec<Rc<Enqueue>>>>,
    /// By session: the block that took its last row.
    hints: RefCell<Vec<Cell<Option<BlockId>>>>,
}

impl HeapTable {
    /// An empty table.
    pub fn new(levers: &TableLevers, name: &str, sessions: usize, ledger: &Ledger) -> Self {
        let space = match levers.free_lists {
            0 => SpaceManagement::Automatic,
            lists => SpaceManagement::FreeLists { lists, groups: 1 },
        };
        let options = TableOptions {
            initrans: levers.initrans,
            pctfree: levers.pctfree,
            space,
            ..TableOptions::default()
        };
        let object = ledger.register(name, ObjectType::Table);
        Self {
            levers: *levers,
            heap: Rc::new(RefCell::new(Heap::new(options, BASE))),
            buffers: Buffers::new(object, BASE.file),
            bitmaps: Buffers::of_space_map(object, BASE.file, BlockClass::FirstLevelBitmap),
            header: Buffers::of_space_map(object, BASE.file, BlockClass::SegmentHeader),
            high_water_mark: Rc::new(Enqueue::new(
                Event::HwContention,
                object,
                resource(object, 0),
            )),
            format: Rc::default(),
            hints: RefCell::new(vec![Cell::new(None); sessions]),
        }
    }

    /// Becomes another instance's view of the same blocks.
    pub fn share(&mut self, first: &Self) {
        self.heap = first.heap.clone();
        self.high_water_mark = first.high_water_mark.clone();
        self.format = first.format.clone();
    }

    /// Inserts a row where the session's last one went, or where the space map sends it.
    pub async fn insert(&self, session: &Session) {
        let me = session.pid.0 as usize;
        loop {
            let hint = self.hints.borrow()[me].get();
            let block = match hint {
                Some(block) => block,
                None => self.find_block(session).await,
            };
            self.buffers.pin(session, block.0, PinMode::Exclusive).await;
            if let Some(slot) = self.room(session, block) {
                self.hints.borrow()[me].set(Some(block));
                return self.apply(session, block, slot).await;
            }
            self.buffers.unpin(session, block.0).await;
            self.hints.borrow()[me].set(None);
            self.leave_full(session, block).await;
        }
    }

    /// The slot for the session's transaction if the pinned block has room for the row.
    fn room(&self, session: &Session, block: BlockId) -> Option<ItlSlot> {
        let heap = self.heap.borrow();
        let transactions = &session.instance.transactions;
        let slot = heap.itl_slot(block, session.xid(), |xid| transactions.is_active(xid));
        let has_slot = !matches!(slot, ItlSlot::NoSpace | ItlSlot::Limit);
        let fits = heap.fits(block, self.levers.row_bytes, slot == ItlSlot::Grow);
        (has_slot && fits).then_some(slot)
    }

    /// Puts the row into the pinned block, unpins it, and notes in the space map what is left.
    async fn apply(&self, session: &Session, block: BlockId, slot: ItlSlot) {
        let crossed = {
            let mut heap = self.heap.borrow_mut();
            heap.take_itl_slot(block, session.xid(), slot);
            heap.insert(block, self.levers.row_bytes)
        };
        self.buffers.changed(session, block.0);
        let instance = &session.instance;
        instance.undo.write_row(session).await;
        instance.redo.generate(session, instance.redo.levers.table_bytes).await;
        session.charge(session.vary(self.levers.row_us));
        self.buffers.unpin(session, block.0).await;
        if crossed.is_some() {
            let bitmap = self.heap.borrow().extents.first_level_of(block) as u32;
            self.change_space_map(session, &self.bitmaps, bitmap, |heap| {
                heap.update_bitmap(block);
            })
            .await;
        }
    }

    /// Notes in the space map that the block is full.
    async fn leave_full(&self, session: &Session, block: BlockId) {
        let (buffers, number) = match self.levers.free_lists {
            0 => (&self.bitmaps, self.heap.borrow().extents.first_level_of(block) as u32),
            _ => (&self.header, HEADER),
        };
        self.change_space_map(session, buffers, number, |heap| {
            heap.mark_full(block);
        })
        .await;
    }

    /// Pins a block that manages space, changes it and unpins it.
    async fn change_space_map(
        &self,
        session: &Session,
        buffers: &Buffers,
        block: u32,
        change: impl FnOnce(&mut Heap),
    ) {
        buffers.pin(session, block, PinMode::Exclusive).await;
        change(&mut self.heap.borrow_mut());
        session.charge(session.vary(self.levers.bitmap_us));
        buffers.unpin(session, block).await;
    }

    /// A block that the space map says has room; formats or extends until there is one.
    async fn find_block(&self, session: &Session) -> BlockId {
        loop {
            session.instance.ledger.count(Statistic::SessionLogicalReads, SEARCH_GETS);
            session.instance.ledger.count(Statistic::ConsistentGets, SEARCH_GETS);
            if session.instance.member.is_some() {
                // Another instance may have moved the high-water mark.
                self.header.examine(session, HEADER).await;
            }
            match self.candidate(session) {
                Candidate::Block(block) => return block,
                Candidate::Format(bitmap) => self.format_batch(session, bitmap).await,
                Candidate::Refill { group, list } => {
                    self.change_space_map(session, &self.header, HEADER, |heap| {
                        heap.refill(group, list);
                    })
                    .await;
                }
                Candidate::RaiseHighWaterMark { .. } => self.extend(session).await,
            }
        }
    }

    /// Where the space map sends the session.
    fn candidate(&self, session: &Session) -> Candidate {
        let share = session.instance.member.as_ref().map_or((0, 1), Member::share);
        self.heap.borrow().candidate_for(session.pid.0, share)
    }

    /// Formats a batch of blocks under the FB enqueue, unless another session has done it.
    async fn format_batch(&self, session: &Session, bitmap: usize) {
        let enqueue = self.format_enqueue(bitmap);
        enqueue.get(session).await;
        if self.candidate(session) == Candidate::Format(bitmap) {
            let formatted = self.heap.borrow_mut().format_batch(bitmap);
            session.charge(session.vary(self.levers.format_us) * u64::from(formatted));
        }
        enqueue.release(session).await;
    }

    fn format_enqueue(&self, bitmap: usize) -> Rc<Enqueue> {
        let object = self.buffers.object;
        let mut enqueues = self.format.borrow_mut();
        while enqueues.len() <= bitmap {
            let number = enqueues.len() as u64 + 1;
            let enqueue = Enqueue::new(Event::FbContention, object, resource(object, number));
            enqueues.push(Rc::new(enqueue));
        }
        enqueues[bitmap].clone()
    }

    /// Moves the high-water mark under the HW enqueue, unless another session has done it.
    async fn extend(&self, session: &Session) {
        let before = self.heap.borrow().high_water_mark();
        self.high_water_mark.get(session).await;
        if self.heap.borrow().high_water_mark() == before {
            session.run(Span::from_micros_f64(self.levers.extend_us)).await;
            if session.instance.member.is_some() {
                self.header.pin(session, HEADER, PinMode::Exclusive).await;
            }
            self.heap.borrow_mut().raise_high_water_mark(session.pid.0);
            if session.instance.member.is_some() {
                self.header.unpin(session, HEADER).await;
            }
        }
        self.high_water_mark.release(session).await;
    }
}

/// The number by which an enqueue on an object chooses its latch.
fn resource(object: ObjectId, number: u64) -> u64 {
    (u64::from(object.0) << 40) | number
}
