//! How sessions insert into a heap table: find a block with room, pin it, keep the space map.

use crate::catalogue::{Event, Kind, levers};
use crate::cluster::Member;
use crate::concurrency::{Enqueue, PinMode};
use crate::instance::Buffers;
use crate::ledger::{Ledger, ObjectId, ObjectType};
use crate::segment::heap::{Candidate, TableOptions};
use crate::segment::{BlockAddress, BlockId, Heap, ItlSlot, SpaceManagement};
use crate::session::Session;
use des::Span;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

levers! {
    /// The levers of the table.
    pub struct TableLevers("table.", "Index and table") {
        initrans: u32 = 1, Kind::Integer { min: 1, max: 169 }, "slots", "INITRANS, table",
            "How many transaction slots a new table block starts with, 24 bytes each.",
            oracle "INITRANS";
        pctfree: u32 = 10, Kind::Integer { min: 0, max: 90 }, "%", "PCTFREE, table",
            "The share of a table block that inserts leave free.", oracle "PCTFREE";
        free_lists: u32 = 0, Kind::Integer { min: 0, max: 64 }, "lists", "Free lists",
            "How many free lists lead to blocks with room; 0 manages space by bitmaps (ASSM).",
            oracle "FREELISTS";
        row_bytes: u32 = 12, Kind::Integer { min: 9, max: 4_000 }, "bytes", "Row length",
            "The bytes of one row in its block, with its entry in the row directory.";
        row_us: f64 = 10.0, Kind::Number { min: 0.1, max: 1_000.0 }, "us", "Row change",
            "What a session computes while it has a table block pinned: undo, redo, the new row.";
        bitmap_us: f64 = 3.0, Kind::Number { min: 0.1, max: 1_000.0 }, "us", "Space map change",
            "What a session computes while it has a bitmap block or a free list pinned.";
        format_us: f64 = 20.0, Kind::Number { min: 0.1, max: 10_000.0 }, "us", "Formatting",
            "What a session computes to format one of the sixteen blocks of a batch.";
        extend_us: f64 = 1_000.0, Kind::Number { min: 1.0, max: 1_000_000.0 }, "us",
            "High-water mark", "What a session computes to move the high-water mark of the table.";
    }
}

/// The data file of the table, and its first block there.
const BASE: BlockAddress = BlockAddress { file: 4, block: 128 };
/// Where the numbers of blocks that manage space begin, beside those that hold rows.
const HEADER: u32 = 0;

/// A heap table with its buffers.
pub struct Table {
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

impl Table {
    /// An empty table.
    pub fn new(levers: &TableLevers, sessions: usize, ledger: &Ledger) -> Self {
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
        let object = ledger.register("T1", ObjectType::Table);
        Self {
            levers: *levers,
            heap: Rc::new(RefCell::new(Heap::new(options, BASE))),
            buffers: Buffers::new(object),
            bitmaps: Buffers::of_space_map(object),
            header: Buffers::of_space_map(object),
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
        self.buffers.changed(session);
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
            let share = session.instance.member.as_ref().map_or((0, 1), Member::share);
            let candidate = self.heap.borrow().candidate_for(session.pid.0, share);
            match candidate {
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

    /// Formats a batch of blocks under the FB enqueue, unless another session has done it.
    async fn format_batch(&self, session: &Session, bitmap: usize) {
        let enqueue = self.format_enqueue(bitmap);
        if !enqueue.get(session).await {
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
            self.heap.borrow_mut().raise_high_water_mark(session.pid.0);
        }
        self.high_water_mark.release(session).await;
    }
}

/// The number by which an enqueue on an object chooses its latch.
fn resource(object: ObjectId, number: u64) -> u64 {
    (u64::from(object.0) << 40) | number
}
