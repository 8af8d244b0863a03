//! How sessions insert into a single-table hash cluster: the key alone tells the block.

use super::heap::{BASE, TableLevers};
use crate::catalogue::Event;
use crate::concurrency::{Enqueue, PinMode};
use crate::instance::Buffers;
use crate::ledger::{Ledger, ObjectType};
use crate::segment::hash_cluster::{ClusterOptions, ClusterSpace};
use crate::segment::{BlockId, HashCluster, ItlSlot};
use crate::session::Session;
use des::Span;
use std::cell::RefCell;
use std::rc::Rc;

/// A hash cluster with its buffers.
pub struct Cluster {
    levers: TableLevers,
    /// The blocks.
    pub cluster: Rc<RefCell<HashCluster>>,
    /// Their buffers.
    pub buffers: Buffers,
    high_water_mark: Rc<Enqueue>,
}

impl Cluster {
    /// A cluster without rows, all of whose blocks exist.
    pub fn new(levers: &TableLevers, name: &str, ledger: &Ledger) -> Self {
        let options = ClusterOptions {
            hashkeys: levers.hashkeys,
            size_bytes: (levers.size > 0).then_some(levers.size),
            hash_is_key: levers.hash_is,
            initrans: levers.initrans.max(2),
            ..ClusterOptions::default()
        };
        let object = ledger.register(name, ObjectType::Table);
        let resource = u64::from(object.0) << 40;
        Self {
            levers: *levers,
            cluster: Rc::new(RefCell::new(HashCluster::new(options, BASE))),
            buffers: Buffers::new(object, BASE.file),
            high_water_mark: Rc::new(Enqueue::new(Event::HwContention, object, resource)),
        }
    }

    /// Becomes another instance's view of the same cluster.
    pub fn share(&mut self, first: &Self) {
        self.cluster = first.cluster.clone();
        self.high_water_mark = first.high_water_mark.clone();
    }

    /// Inserts the row of a key into the first block of its chain with room.
    pub async fn insert(&self, session: &Session, key: u64) {
        loop {
            let space = self.cluster.borrow().find_space(key, self.levers.row_bytes);
            let (block, links) = match space {
                ClusterSpace::Block { block, links } => (block, links),
                ClusterSpace::Full { last, .. } => {
                    self.chain_overflow(session, last).await;
                    continue;
                }
            };
            self.follow(session, key, links).await;
            self.buffers.pin(session, block.0, PinMode::Exclusive).await;
            let Some(slot) = self.room(session, key, block) else {
                self.buffers.unpin(session, block.0).await;
                self.make_room(session, key, block).await;
                continue;
            };
            {
                let mut cluster = self.cluster.borrow_mut();
                cluster.take_itl_slot(block, session.xid(), slot);
                cluster.insert(block, key, self.levers.row_bytes);
            }
            self.buffers.changed(session, block.0);
            let instance = &session.instance;
            instance.undo.write_row(session).await;
            instance.redo.generate(session, instance.redo.levers.table_bytes).await;
            session.charge(session.vary(self.levers.row_us));
            return self.buffers.unpin(session, block.0).await;
        }
    }

    /// Reads the blocks of the key's chain before the one with room, a short get each.
    async fn follow(&self, session: &Session, key: u64, links: u32) {
        for link in 0..links as usize {
            let block = self.cluster.borrow().chain(key).nth(link);
            if let Some(block) = block {
                self.buffers.examine(session, block.0).await;
            }
        }
    }

    /// The slot for the session's transaction if the pinned block still has room for the row.
    fn room(&self, session: &Session, key: u64, block: BlockId) -> Option<ItlSlot> {
        let cluster = self.cluster.borrow();
        let transactions = &session.instance.transactions;
        let slot = cluster.itl_slot(block, session.xid(), |xid| transactions.is_active(xid));
        let has_slot = !matches!(slot, ItlSlot::NoSpace | ItlSlot::Limit);
        let fits = cluster.fits(block, key, self.levers.row_bytes, slot == ItlSlot::Grow);
        (has_slot && fits).then_some(slot)
    }

    /// The block turned out full, of rows or of transactions: another one is chained behind it.
    async fn make_room(&self, session: &Session, key: u64, block: BlockId) {
        let next = self.cluster.borrow().chain(key).skip_while(|b| *b != block).nth(1);
        if next.is_none() {
            self.chain_overflow(session, block).await;
        }
    }

    /// Chains an overflow block under the HW enqueue, unless another session has done it.
    async fn chain_overflow(&self, session: &Session, last: BlockId) {
        self.high_water_mark.get(session).await;
        if self.cluster.borrow_mut().add_overflow(last).1 {
            session.run(Span::from_micros_f64(self.levers.extend_us)).await;
        }
        self.high_water_mark.release(session).await;
    }
}
