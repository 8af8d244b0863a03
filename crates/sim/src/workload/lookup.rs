//! Look-ups: sessions read cached blocks, some far more often than others, without a pause.

use super::memory::WorkingSet;
use super::{Progress, Sampling};
use crate::catalogue::{Kind, Statistic, levers};
use crate::ledger::{ObjectId, ObjectType};
use crate::scenario::Config;
use crate::session::Session;
use des::Span;
use des::random::Alias;
use std::rc::Rc;

levers! {
    /// The levers of the look-ups.
    pub struct LookupLevers("lookup.", "Workload", needs "workload.kind = lookups") {
        blocks: u32 = 20_000, Kind::Integer { min: 1, max: 4_000_000 }, "blocks",
            "Working set", "How many cached blocks the look-ups choose from.";
        skew: f64 = 0.74, Kind::Number { min: 0.0, max: 3.0 }, "", "Skew of the blocks",
            "The exponent of Zipf's law by which some blocks are wanted more often than others; 0 wants all alike.";
        row_us: f64 = 4.5, Kind::Number { min: 0.0, max: 10_000.0 }, "us", "Row work",
            "What a session computes for a get outside of the latch.";
        link_us: f64 = 0.07, Kind::Number { min: 0.0, max: 100.0 }, "us", "Link of a chain",
            "What a session computes to pass one buffer header on the chain, a memory access; on average it passes half of them.";
        short_share: f64 = 0.0, Kind::Number { min: 0.0, max: 1.0 }, "", "Short gets",
            "The share of the gets that read the block under a shared latch and pin nothing.";
    }
}

/// How far a session computes ahead of the others before it meets them: a few gets, and far less
/// than the time slices that make waits.
const AHEAD: Span = Span::from_micros(50);

/// What the sessions of a look-up workload share.
pub struct Lookups {
    object: ObjectId,
    blocks: u32,
    ranks: Alias,
    row: f64,
    short_share: f64,
    /// By latch: what a get computes before it has the latch, and how long it is held to find and
    /// pin a block.
    walks: Vec<(Span, Span)>,
    /// How long it is held to take the pin off.
    unpin: Span,
}

impl Lookups {
    /// The look-ups on an instance whose chains hold the working set and nothing else.
    pub fn new(config: &Config, instance: &crate::instance::Instance) -> Self {
        let (levers, hold_us) = (&config.lookup, config.latch.buffer_hold_us);
        let object = instance.ledger.register("LOOKUPS", ObjectType::Table);
        let chains = &instance.cache.chains;
        let weights: Vec<f64> =
            (1..=levers.blocks).map(|rank| libm::pow(f64::from(rank), -levers.skew)).collect();
        let all: f64 = weights.iter().sum();
        let shares = weights.iter().map(|weight| weight / all).collect();
        let place = |block| {
            let chain = chains.bucket_of(object, block);
            (chain, chains.latch_number(chain))
        };
        let set = WorkingSet::new(shares, chains.counts(), place);
        let (block_us, latch_us) = set.costs(&config.memory);
        let links = f64::from(levers.blocks) / chains.counts().0 as f64 / 2.0;
        let walk_us = hold_us + levers.link_us * links;
        let walk = |&(before, held): &(f64, f64)| {
            (Span::from_micros_f64(before), Span::from_micros_f64(walk_us + held))
        };
        Self {
            object,
            blocks: levers.blocks,
            ranks: Alias::new(&weights),
            row: levers.row_us + block_us,
            short_share: levers.short_share,
            walks: latch_us.iter().map(walk).collect(),
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
        let chains = &instance.cache.chains;
        let number = chains.latch_number(chains.bucket_of(self.object, rank as u32));
        let (latch, (before, walk)) = (&chains.latches()[number], self.walks[number]);
        session.charge(session.vary(self.row) + before);
        if session.local_now().saturating_since(session.now()) > AHEAD {
            session.settle().await;
        }
        if short {
            latch.share_in_passing(session, walk).await;
            instance.ledger.count(Statistic::ConsistentGetsExamination, 1);
        } else {
            latch.hold_in_passing(session, walk).await;
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
