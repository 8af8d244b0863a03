//! What stays in the processor's cache: a latch, a chain or a block that is wanted seldom has been
//! displaced by what was wanted since, and comes from memory.
//!
//! An LRU cache keeps what was used within a characteristic time T, the same for everything; T is
//! where the lines used within it just fill the cache (Che, Tung and Wang 2002). So what is used
//! with the probability p a get is missed with e^(-pT). More latches are more lines: what shorter
//! chains save, latches that must be fetched take back from some number of them on.

use crate::catalogue::{Kind, levers};

levers! {
    /// The levers of the processor's cache.
    pub struct MemoryLevers("memory.", "Operating system", needs "workload.kind = lookups") {
        cache_mb: f64 = 8.0, Kind::Number { min: 0.1, max: 4_096.0 }, "MB", "Processor cache",
            "The cache that the cores share: what look-ups touch competes for it (8 MB: the Intel processors with four cores of 2008 to 2012).";
        access_ns: f64 = 70.0, Kind::Number { min: 0.0, max: 10_000.0 }, "ns", "Memory access",
            "How long a core waits for a line that is not in the cache (60 to 100 ns on servers of two decades).";
        latch_lines: u32 = 4, Kind::Integer { min: 1, max: 64 }, "lines", "Lines of a latch",
            "How many cache lines of 64 bytes a latch lies on: a child latch takes 160 to 200 bytes, and does not begin with a line.";
        block_lines: u32 = 10, Kind::Integer { min: 0, max: 1_000 }, "lines", "Lines of a get",
            "How many lines of a buffer header and its block a get touches: header, block head, row directory, row.";
    }
}

/// Bytes of a cache line.
const LINE: f64 = 64.0;
/// Heads of chains on one line: 16 bytes each.
const HEADS_A_LINE: usize = 4;

/// How often things are wanted, as shares of all gets.
pub(super) struct WorkingSet {
    /// By block.
    pub blocks: Vec<f64>,
    /// By latch.
    pub latches: Vec<f64>,
    /// By line of heads of chains.
    pub heads: Vec<f64>,
}

impl WorkingSet {
    /// Blocks as popular as `popularity` says, on chains and under latches as `place` says.
    pub fn new(
        popularity: Vec<f64>,
        (chains, latches): (u64, u64),
        place: impl Fn(u32) -> (u64, usize),
    ) -> Self {
        let mut set = Self {
            blocks: popularity,
            latches: vec![0.0; latches as usize],
            heads: vec![0.0; (chains as usize).div_ceil(HEADS_A_LINE)],
        };
        for (block, share) in set.blocks.iter().enumerate() {
            let (chain, latch) = place(block as u32);
            set.latches[latch] += share;
            set.heads[chain as usize / HEADS_A_LINE] += share;
        }
        set
    }

    /// The gets within which the lines used just fill the cache.
    fn characteristic_time(&self, levers: &MemoryLevers) -> f64 {
        let fill = levers.cache_mb * f64::from(1 << 20) / LINE;
        let used = |shares: &[f64], time: f64| -> f64 {
            shares.iter().filter(|&&share| share > 0.0).map(|p| -libm::expm1(-p * time)).sum()
        };
        let lines = |time: f64| {
            f64::from(levers.block_lines) * used(&self.blocks, time)
                + f64::from(levers.latch_lines) * used(&self.latches, time)
                + used(&self.heads, time)
        };
        // Halving the interval of the exponent 16 times leaves less than a thousandth.
        let (mut least, mut most) = (1.0, 1e12);
        for _ in 0..16 {
            let middle = libm::sqrt(least * most);
            if lines(middle) < fill { least = middle } else { most = middle }
        }
        libm::sqrt(least * most)
    }

    /// What a get costs in memory accesses, in us: outside of the latch on average, before the
    /// latch is had and while it is held by latch.
    pub fn costs(&self, levers: &MemoryLevers) -> (f64, Vec<(f64, f64)>) {
        let time = self.characteristic_time(levers);
        let access_us = levers.access_ns / 1_000.0;
        let missed = |share: f64| libm::exp(-share * time);
        let mean = |shares: &[f64]| -> f64 { shares.iter().map(|&p| p * missed(p)).sum() };
        let block = f64::from(levers.block_lines) * mean(&self.blocks) * access_us;
        let head = mean(&self.heads) * access_us;
        let latch = |&share: &f64| {
            let line = missed(share) * access_us;
            // The line of the latch itself comes before, those of its counters while it is held.
            (line, f64::from(levers.latch_lines - 1) * line + head)
        };
        (block, self.latches.iter().map(latch).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn costs(latches: u64, cache_mb: f64) -> (f64, f64) {
        let levers = MemoryLevers { cache_mb, ..Default::default() };
        let blocks = 20_000;
        let popularity = vec![1.0 / f64::from(blocks); blocks as usize];
        let place =
            |block: u32| (u64::from(block) % latches, (u64::from(block) % latches) as usize);
        let (block, latch) = WorkingSet::new(popularity, (latches, latches), place).costs(&levers);
        (block, latch[0].0 + latch[0].1)
    }

    #[test]
    fn what_fits_the_cache_costs_nothing() {
        let (block, latch) = costs(1_024, 64.0);
        assert!(block < 1e-6 && latch < 1e-6, "{block} {latch}");
    }

    #[test]
    fn more_latches_are_missed_more_often() {
        let (few, many) = (costs(1_024, 8.0), costs(16_384, 8.0));
        assert!(few.1 < 0.01 && many.1 > 0.05, "{few:?} {many:?}");
        // 20,000 blocks of 10 lines and some latches share 131,072 lines: a third is missed.
        let share = few.0 / 0.7;
        assert!((0.3..0.4).contains(&share), "{share}");
    }
}
