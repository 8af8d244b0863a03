//! The hash chains of the buffer cache and the latches over them, rounded as Oracle rounds.

use crate::catalogue::Event;
use crate::concurrency::{Latch, LatchStatistics};
use crate::ledger::ObjectId;

/// The fewest chains that Oracle makes (observed: who asks for 100 gets 256).
const LEAST_BUCKETS: u64 = 256;
/// The fewest latches, unless there are fewer chains.
const LEAST_LATCHES: u64 = 1_024;

/// Chains (as many as buckets) that share latches.
pub struct HashChains {
    buckets: u64,
    latches: Vec<Latch>,
}

impl HashChains {
    /// The chains and latches that Oracle makes of what is asked for.
    pub fn new(buckets: u64, latches: u64, object: ObjectId) -> Self {
        let (buckets, latches) = rounded(buckets, latches);
        let latch = |child| Latch::new(Event::CacheBuffersChains, object, child as u32);
        Self { buckets, latches: (0..latches).map(latch).collect() }
    }

    /// The latch over the chain of a block: a well-mixed hash of its address.
    pub fn latch_of(&self, object: ObjectId, block: u32) -> &Latch {
        &self.latches[self.latch_number(self.bucket_of(object, block))]
    }

    /// The chain of a block.
    pub fn bucket_of(&self, object: ObjectId, block: u32) -> u64 {
        // Neighbours must not be spread evenly, so the bits are mixed twice (SplitMix64).
        let address = (u64::from(object.0) << 32) | u64::from(block);
        let once = (address ^ (address >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let twice = (once ^ (once >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (twice ^ (twice >> 31)) & (self.buckets - 1)
    }

    /// The latch over a chain; latches and chains are powers of two, so every latch has equally many.
    pub fn latch_number(&self, bucket: u64) -> usize {
        (bucket & (self.latches.len() as u64 - 1)) as usize
    }

    /// Chains, and latches over them.
    pub fn counts(&self) -> (u64, u64) {
        (self.buckets, self.latches.len() as u64)
    }

    /// The latches, each over its chains.
    pub fn latches(&self) -> &[Latch] {
        &self.latches
    }

    /// The figures of all latches together.
    pub fn statistics(&self) -> LatchStatistics {
        let mut sum = LatchStatistics::default();
        self.latches.iter().for_each(|latch| sum.add(&latch.statistics()));
        sum
    }
}

/// What Oracle makes of the chains and latches that are asked for: powers of two, at least 256
/// chains, and at least 1,024 latches unless there are fewer chains, which is the most there are.
fn rounded(buckets: u64, latches: u64) -> (u64, u64) {
    let buckets = buckets.next_power_of_two().max(LEAST_BUCKETS);
    let latches = latches.next_power_of_two().max(LEAST_LATCHES).min(buckets);
    (buckets, latches)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_and_latches_are_rounded_as_oracle_rounds() {
        assert_eq!(rounded(100, 100), (256, 256));
        assert_eq!(rounded(300, 300), (512, 512));
        assert_eq!(rounded(262_144, 1), (262_144, 1_024));
        assert_eq!(rounded(262_144, 5_000), (262_144, 8_192));
        assert_eq!(rounded(4_096, 65_536), (4_096, 4_096));
    }

    #[test]
    fn every_latch_covers_equally_many_chains() {
        let chains = HashChains::new(4_096, 1_024, ObjectId(0));
        let mut covered = vec![0; 1_024];
        (0..4_096).for_each(|bucket| covered[chains.latch_number(bucket)] += 1);
        assert!(covered.iter().all(|&chains| chains == 4));
    }
}
