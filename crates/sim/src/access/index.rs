//! How sessions insert into a B-tree index: descend, pin the leaf, split it when it is full.

use crate::catalogue::{Event, Kind, Statistic, levers};
use crate::concurrency::{Enqueue, PinMode};
use crate::host::Pid;
use crate::instance::Buffers;
use crate::ledger::{Ledger, ObjectType};
use crate::segment::btree::{IndexOptions, SplitKind};
use crate::segment::{BTree, BlockAddress, BlockId, ItlSlot, Key, partition};
use crate::session::Session;
use des::{Span, Wake};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

levers! {
    /// The levers of the index.
    pub struct IndexLevers("index.", "Index and table", needs "workload.kind = inserts and index.exists = true") {
        reverse: bool = false, Kind::Bool, "", "Reverse key index",
            "Stores the bytes of every key in reverse order, which spreads consecutive keys over about a hundred leaf blocks.",
            oracle "REVERSE", headline true,
            price "Range scans on the key are lost, and the whole index is in use at all times.";
        partitions: u32 = 1, Kind::Integer { min: 1, max: 1_024 }, "partitions",
            "Hash partitions",
            "Splits the index by a hash of the key into B-trees of their own, each with its own right edge.",
            oracle "GLOBAL PARTITION BY HASH", headline true,
            price "A range scan must probe every partition.";
        exists: bool = true, Kind::Bool, "", "Index on the key",
            "Whether the table has an index on the number from the sequence.",
            needs "workload.kind = inserts";
        unique: bool = false, Kind::Bool, "", "Unique index",
            "A unique index stores one byte less for each entry.", oracle "UNIQUE";
        initrans: u32 = 2, Kind::Integer { min: 1, max: 169 }, "slots", "INITRANS, index",
            "How many transaction slots a new leaf block starts with, 24 bytes each.",
            oracle "INITRANS";
        descend_us: f64 = 6.0, Kind::Number { min: 0.1, max: 1_000.0 }, "us", "Descent",
            "What a session computes to search the blocks on the way from the root to a leaf.";
        leaf_us: f64 = 10.0, Kind::Number { min: 0.1, max: 1_000.0 }, "us", "Leaf change",
            "What a session computes while it has the leaf pinned: undo, redo, the new entry.";
        split_us: f64 = 450.0, Kind::Number { min: 1.0, max: 100_000.0 }, "us", "Leaf split",
            "What a session computes to split a block, beside reading the block that it adds.";
    }
}

/// One split under way: the leaf, and the recursive transaction that others wait for.
struct SplitUnderWay {
    leaf: BlockId,
    transaction: Rc<Enqueue>,
}

/// One B-tree of an index, with its buffers.
pub struct IndexPartition {
    /// The tree.
    pub tree: Rc<RefCell<BTree>>,
    /// Its buffers.
    pub buffers: Buffers,
    splits: Rc<RefCell<Vec<SplitUnderWay>>>,
    /// Sessions that wait for a transaction slot, and the leaf.
    slot_waiters: RefCell<Vec<(BlockId, Pid)>>,
}

/// An index: one B-tree, or one a hash partition.
pub struct Index {
    levers: IndexLevers,
    /// The B-trees.
    pub partitions: Vec<IndexPartition>,
    recursive_transactions: Rc<Cell<u64>>,
}

/// What a session finds in the leaf that it has pinned.
enum Look {
    /// The key belongs elsewhere by now.
    Moved,
    /// A recursive transaction is splitting the leaf.
    Splitting(Rc<Enqueue>),
    /// There is room for the entry, but not for one more transaction slot; who has the first.
    NoSlot(Pid),
    /// The leaf has as many transaction slots as it may have, and its halves would have the same;
    /// who has the first.
    AtLimit(Pid),
    /// There is no room for the entry.
    Full,
    /// There is room, with this slot for the transaction.
    Room(ItlSlot),
}

impl Index {
    /// An empty index.
    pub fn new(levers: &IndexLevers, ledger: &Ledger) -> Self {
        let options = IndexOptions {
            unique: levers.unique,
            initrans: levers.initrans,
            ..IndexOptions::default()
        };
        let partition = |number: u32| {
            let (name, kind) = match levers.partitions {
                1 => ("T1_I".to_string(), ObjectType::Index),
                _ => (format!("T1_I SYS_P{}", number + 1), ObjectType::IndexPartition),
            };
            let base = BlockAddress { file: INDEX_FILE, block: 128 + number * PARTITION_BLOCKS };
            IndexPartition {
                tree: Rc::new(RefCell::new(BTree::new(options, base))),
                buffers: Buffers::new(ledger.register(name, kind), INDEX_FILE),
                splits: Rc::default(),
                slot_waiters: RefCell::default(),
            }
        };
        let partitions = (0..levers.partitions).map(partition).collect();
        Self { levers: *levers, partitions, recursive_transactions: Rc::default() }
    }

    /// Becomes another instance's view of the same trees.
    pub fn share(&mut self, first: &Self) {
        for (mine, its) in self.partitions.iter_mut().zip(&first.partitions) {
            mine.tree = its.tree.clone();
            mine.splits = its.splits.clone();
        }
        self.recursive_transactions = first.recursive_transactions.clone();
    }

    /// Inserts the entry for a number.
    pub async fn insert(&self, session: &Session, number: u64) {
        let partition = partition(number, self.levers.partitions);
        let key = Key::number(number);
        let key = if self.levers.reverse { key.reversed() } else { key };
        self.partitions[partition as usize].insert(self, session, key).await;
    }
}

/// How long a session waits for a slot before it splits the leaf to get one.
const SLOT_PATIENCE: Span = Span::from_millis(10);
/// How long it waits for one where the list is at its limit, as for any enqueue, before it looks
/// again; and how often before the leaf's list begins anew, lest all wait for each other: the database
/// would refuse one of their statements (ORA-00060).
const LIMIT_PATIENCE: (Span, u32) = (Span::from_millis(3_000), 20);
/// The data file of the indexes.
const INDEX_FILE: u32 = 5;
/// Room between the first blocks of two partitions.
const PARTITION_BLOCKS: u32 = 65_536;

impl IndexPartition {
    /// Inserts an entry: the whole of it, from the root, again after every wait for a split.
    ///
    /// A session that has waited for a split keeps the branch pinned until it has the leaf, to be
    /// sure of the way. One that holds a pin must not wait for another: when the leaf is taken it
    /// lets go, yields its turn (`buffer deadlock`) and starts again without.
    async fn insert(&self, index: &Index, session: &Session, key: Key) {
        let (mut keep_branch, mut patient, mut looks) = (false, true, 0);
        loop {
            let (branch, leaf) = self.descend(index, session, key, keep_branch).await;
            match branch.filter(|_| keep_branch) {
                None => {
                    if !self.buffers.pin_unless_moved(session, leaf.0, PinMode::Exclusive).await {
                        keep_branch = true;
                        continue;
                    }
                }
                Some(branch) => {
                    let pin = self.buffers.try_pin(session, leaf.0, PinMode::Exclusive).await;
                    self.buffers.unpin(session, branch.0).await;
                    keep_branch = false;
                    if let Err(holder) = pin {
                        let wait = self.buffers.wait(Event::BufferDeadlock, leaf.0, Some(holder));
                        session.yield_turn(wait).await;
                        continue;
                    }
                }
            }
            match self.look(session, leaf, key) {
                Look::Moved => self.buffers.unpin(session, leaf.0).await,
                Look::Splitting(transaction) => {
                    self.buffers.unpin(session, leaf.0).await;
                    self.wait_for_split(session, leaf, &transaction).await;
                    keep_branch = true;
                }
                Look::NoSlot(holder) if patient => {
                    self.buffers.unpin(session, leaf.0).await;
                    patient = self.wait_for_slot(session, leaf, holder, SLOT_PATIENCE).await;
                }
                Look::AtLimit(holder) if looks < LIMIT_PATIENCE.1 => {
                    self.buffers.unpin(session, leaf.0).await;
                    self.wait_for_slot(session, leaf, holder, LIMIT_PATIENCE.0).await;
                    looks += 1;
                }
                Look::AtLimit(_) => {
                    self.tree.borrow_mut().renew_itl(leaf);
                    looks = 0;
                    self.buffers.unpin(session, leaf.0).await;
                }
                Look::NoSlot(_) | Look::Full => self.split(index, session, leaf, key).await,
                Look::Room(slot) => {
                    self.apply(session, leaf, key, slot);
                    let instance = &session.instance;
                    instance.undo.write_entry(session).await;
                    instance.redo.generate(session, instance.redo.levers.index_bytes).await;
                    session.charge(session.vary(index.levers.leaf_us));
                    return self.buffers.unpin(session, leaf.0).await;
                }
            }
        }
    }

    /// The way to the leaf by short gets, and the branch above the leaf: pinned, if it is to be
    /// kept.
    async fn descend(
        &self,
        index: &Index,
        session: &Session,
        key: Key,
        keep_branch: bool,
    ) -> (Option<BlockId>, BlockId) {
        session.charge(session.vary(index.levers.descend_us));
        loop {
            let path = self.tree.borrow().descend(key);
            let Some((&last, above)) = path.branches.split_last() else {
                // Who reads a root does not know yet that it is the leaf to be changed.
                if session.instance.member.is_some() {
                    self.buffers.examine(session, path.leaf.0).await;
                }
                return (None, path.leaf);
            };
            for branch in above {
                self.buffers.examine(session, branch.0).await;
            }
            if !keep_branch {
                self.buffers.examine(session, last.0).await;
                return (Some(last), path.leaf);
            }
            self.buffers.pin(session, last.0, PinMode::Shared).await;
            if self.tree.borrow().descend(key).branches.last() == Some(&last) {
                return (Some(last), self.tree.borrow().descend(key).leaf);
            }
            self.buffers.unpin(session, last.0).await;
        }
    }

    /// What the pinned block holds for the key and the session's transaction.
    fn look(&self, session: &Session, leaf: BlockId, key: Key) -> Look {
        let tree = self.tree.borrow();
        if !tree.covers(leaf, key) {
            return Look::Moved;
        }
        let transactions = &session.instance.transactions;
        let slot = tree.itl_slot(leaf, session.xid(), |xid| transactions.is_active(xid));
        let splits = self.splits.borrow();
        if let Some(split) = splits.iter().find(|split| split.leaf == leaf) {
            return Look::Splitting(split.transaction.clone());
        }
        let has_slot = !matches!(slot, ItlSlot::NoSpace | ItlSlot::Limit);
        if has_slot && tree.leaf_fits(leaf, key, slot == ItlSlot::Grow) {
            return Look::Room(slot);
        }
        let itl = tree.leaf(leaf).map(|leaf| &leaf.itl);
        let holder = itl.and_then(|itl| itl.holders().next());
        if let Some(xid) = holder.filter(|_| slot == ItlSlot::Limit && !tree.appends(leaf, key)) {
            return Look::AtLimit(transactions.session_of(xid));
        }
        match holder {
            Some(xid) if tree.leaf_fits(leaf, key, false) => {
                Look::NoSlot(transactions.session_of(xid))
            }
            _ => Look::Full,
        }
    }

    fn apply(&self, session: &Session, leaf: BlockId, key: Key, slot: ItlSlot) {
        let mut tree = self.tree.borrow_mut();
        tree.take_itl_slot(leaf, session.xid(), slot);
        tree.insert_into(leaf, key);
        self.buffers.changed(session, leaf.0);
    }

    /// Waits for the recursive transaction of a split, after a look at every transaction in the
    /// leaf: each costs a short get of its undo header.
    async fn wait_for_split(&self, session: &Session, leaf: BlockId, transaction: &Enqueue) {
        self.look_up_transactions(session, leaf).await;
        let event = Event::TxIndexContention;
        transaction.wait_until_gone(session, event, Some(leaf.0)).await;
    }

    /// A look at every transaction in the leaf: a short get of its undo header each.
    async fn look_up_transactions(&self, session: &Session, leaf: BlockId) {
        let slots = self.tree.borrow().leaf(leaf).map_or(0, |leaf| leaf.itl.count());
        session.examine_undo_headers(u64::from(slots));
        if session.instance.member.is_some() {
            let holders = self.active_in(session, leaf);
            session.instance.undo.fetch_headers(session, holders.into_iter()).await;
        }
    }

    fn active_in(&self, session: &Session, leaf: BlockId) -> Vec<Pid> {
        let (tree, transactions) = (self.tree.borrow(), &session.instance.transactions);
        let holders = tree.leaf(leaf).into_iter().flat_map(|leaf| leaf.itl.holders());
        holders
            .filter(|&xid| transactions.is_active(xid))
            .map(|xid| transactions.session_of(xid))
            .collect()
    }

    /// Waits for a transaction slot in a leaf that has no room for one more: until somebody
    /// splits the leaf, or for `patience`. Whether somebody did.
    async fn wait_for_slot(
        &self,
        session: &Session,
        leaf: BlockId,
        holder: Pid,
        patience: Span,
    ) -> bool {
        session.settle().await;
        let waiters = &self.slot_waiters;
        waiters.borrow_mut().push((leaf, session.pid));
        let give_up = || waiters.borrow_mut().retain(|&(_, pid)| pid != session.pid);
        let wait = self.buffers.wait(Event::TxAllocateItl, leaf.0, Some(holder));
        let wake = session.wait_until_posted_for(wait, patience, give_up).await;
        wake == Wake::Posted
    }

    fn post_slot_waiters(&self, session: &Session, leaf: BlockId) {
        for (waiting, pid) in self.slot_waiters.take() {
            if waiting == leaf {
                session.post(pid);
            } else {
                self.slot_waiters.borrow_mut().push((waiting, pid));
            }
        }
    }

    /// Splits the pinned leaf as a recursive transaction, during which the leaf itself is not
    /// pinned: whoever comes finds the transaction in slot 1 and waits for it.
    async fn split(&self, index: &Index, session: &Session, leaf: BlockId, key: Key) {
        let number = index.recursive_transactions.get() + 1;
        index.recursive_transactions.set(number);
        let object = self.buffers.object;
        let resource = (u64::from(object.0) << 40) | number;
        let transaction = Rc::new(Enqueue::new(Event::TxIndexContention, object, resource));
        transaction.start(session);
        self.splits.borrow_mut().push(SplitUnderWay { leaf, transaction: transaction.clone() });
        self.buffers.unpin(session, leaf.0).await;
        self.look_up_transactions(session, leaf).await;
        session.charge(session.vary(index.levers.split_us));
        self.buffers.read_outside(session).await;
        let kind = self.link_new_leaf(session, leaf, key).await;
        let redo = &session.instance.redo;
        let bytes = match kind {
            SplitKind::NinetyTen => redo.levers.index_bytes,
            SplitKind::FiftyFifty => redo.levers.block_bytes,
        };
        redo.generate(session, bytes).await;
        self.splits.borrow_mut().retain(|split| !Rc::ptr_eq(&split.transaction, &transaction));
        self.post_slot_waiters(session, leaf);
        transaction.release(session).await;
    }

    /// The end of a split: the branch and the leaf are pinned together and changed.
    async fn link_new_leaf(&self, session: &Session, leaf: BlockId, key: Key) -> SplitKind {
        loop {
            let branch = self.tree.borrow().descend(key).branches.last().copied();
            let Some(branch) = branch else {
                self.buffers.pin(session, leaf.0, PinMode::Exclusive).await;
                break;
            };
            self.buffers.pin(session, branch.0, PinMode::Exclusive).await;
            if self.tree.borrow().descend(key).branches.last() != Some(&branch) {
                self.buffers.unpin(session, branch.0).await;
                continue;
            }
            match self.buffers.try_pin(session, leaf.0, PinMode::Exclusive).await {
                Ok(()) => {
                    let kind = self.finish_split(session, leaf, key);
                    self.buffers.unpin(session, leaf.0).await;
                    self.buffers.unpin(session, branch.0).await;
                    return kind;
                }
                Err(holder) => {
                    self.buffers.unpin(session, branch.0).await;
                    let wait = self.buffers.wait(Event::BufferDeadlock, leaf.0, Some(holder));
                    session.yield_turn(wait).await;
                    self.buffers.bring(session, leaf.0).await;
                }
            }
        }
        let kind = self.finish_split(session, leaf, key);
        self.buffers.unpin(session, leaf.0).await;
        kind
    }

    fn finish_split(&self, session: &Session, leaf: BlockId, key: Key) -> SplitKind {
        let mut tree = self.tree.borrow_mut();
        let before = tree.statistics;
        let split = tree.split(leaf, key).expect("a leaf under split keeps its keys");
        let ledger = &session.instance.ledger;
        ledger.count(Statistic::LeafNodeSplits, 1);
        ledger.count(Statistic::LeafNode9010Splits, u64::from(split.kind == SplitKind::NinetyTen));
        let after = tree.statistics;
        ledger.count(
            Statistic::BranchNodeSplits,
            after.branch_node_splits - before.branch_node_splits,
        );
        ledger.count(Statistic::RootNodeSplits, after.root_node_splits - before.root_node_splits);
        self.buffers.changed(session, leaf.0);
        split.kind
    }
}
