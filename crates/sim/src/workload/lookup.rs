//! Look-ups: sessions read cached blocks, some far more often than others, without a pause.

use super::{Progress, Sampling};
use crate::catalogue::{Kind, Statistic, levers};
use crate::ledger::{ObjectId, ObjectType};
use crate::session::Session;
use des::Span;
use des::random::Zipf;
use std::rc::Rc;

levers! {
    /// The levers of the look-ups.
    pub struct LookupLevers("lookup.", "Workload", needs "workload.kind = lookups") {
        blocks: u32 = 190_000, Kind::Integer { min: 1, max: 4_000_000 }, "blocks",
            "Working set", "How many cached blocks the look-ups choose from.";
        skew: f64 = 0.8, Kind::Number { min: 0.0, max: 3.0 }, "", "Skew of the blocks",
            "The exponent of Zipf's law by which some blocks are wanted more often than others; 0 wants all alike.";
        row_us: f64 = 6.0, Kind::Number { min: 0.0, max: 10_000.0 }, "us", "Row work",
            "What a session computes for a get outside of the latch.";
        link_us: f64 = 0.07, Kind::Number { min: 0.0, max: 100.0 }, "us", "Link of a chain",
            "What a session computes to pass one buffer header on the chain; on average it passes half of them.";
        short_share: f64 = 0.0, Kind::Number { min: 0.0, max: 1.0 }, "", "Short gets",
            "The share of the gets that read the block under a shared latch and pin nothing.";
    }
}

/// What the sessions of a look-up workload share.
pub struct Lookups {
    object: ObjectId,
    blocks: u32,
    ranks: Zipf,
    row: f64,
    short_share: f64,
    /// How long the latch is held to find and pin a block, and to take the pin off.
    walk: Span,
    unpin: Span,
}

impl Lookups {
    /// The look-ups on an instance whose chains hold the working set and nothing else.
    pub fn new(levers: &LookupLevers, hold_us: f64, instance: &crate::instance::Instance) -> Self {
        let (buckets, _) = instance.cache.chains.counts();
        let links = f64::from(levers.blocks) / buckets as f64 / 2.0;
        let walk = Span::from_micros_f64(hold_us + levers.link_us * links);
        Self {
            object: instance.ledger.register("LOOKUPS", ObjectType::Table),
            blocks: levers.blocks,
            ranks: Zipf::new(u64::from(levers.blocks), levers.skew),
            row: levers.row_us,
            short_share: levers.short_share,
            walk,
            unpin: Span::from_micros_f64(hold_us),
        }
    }

    /// The object that is looked up in, and its blocks, numbered by popularity.
    pub fn working_set(&self) -> (ObjectId, u32) {
        (self.object, self.blocks)
    }

    /// One buffer get.
    async fn get(&self, session: &Session) {
        let instance = &session.instance;
        let rank = self.ranks.sample(&mut session.stream.borrow_mut());
        let short = self.short_share > 0.0 && session.stream.borrow_mut().chance(self.short_share);
        let latch = instance.cache.chains.latch_of(self.object, rank as u32);
        session.charge(session.vary(self.row));
        if short {
            session.settle().await;
            latch.share_in_passing(session, self.walk).await;
            instance.ledger.count(Statistic::ConsistentGetsExamination, 1);
        } else {
            latch.hold(session, self.walk).await;
            latch.hold_in_passing(session, self.unpin).await;
        }
        instance.ledger.count(Statistic::SessionLogicalReads, 1);
        instance.ledger.count(Statistic::ConsistentGets, 1);
    }
}

/// The life of a session: it gets blocks until the last sample is over.
pub async fn look_up(
    session: Session,
    lookups: Rc<Lookups>,
    sampling: Rc<Sampling>,
    progress: Rc<Progress>,
) {
    let me = session.pid.0 as usize;
    session.cpu().begin(session.pid).await;
    let start = session.now();
    while session.now() < sampling.end() {
        lookups.get(&session).await;
    }
    session.settle().await;
    progress.times[me].set((start, session.now()));
    session.cpu().end(session.pid).await;
    progress.one_less(&session);
}
