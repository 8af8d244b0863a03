//! The columns behind the pictures of the cores and of the latches over hash chains.

use crate::concurrency::LatchStatistics;
use crate::host::{Cpu, Lost};
use crate::instance::{HashChains, Instance};
use crate::ledger::ObjectId;

/// How many latches the picture shows.
const LATCHES: usize = 16;
/// How many chains of each.
const CHAINS: usize = 16;

/// Who had the cores, in the window around the longest time that the holder of a latch or mutex
/// was without one; and how busy they were over the whole run.
#[derive(Clone, Debug)]
pub struct Cores {
    /// The host's cores.
    pub cores: u32,
    /// Simulated seconds at which the window begins.
    pub from_s: f64,
    /// Simulated seconds of a slice.
    pub slice_s: f64,
    /// Slices of each core.
    pub slices: usize,
    /// Core by core, slice by slice, what most of it was used for: 0 idle, 1 running, 2 spinning,
    /// 3 running with a latch or mutex.
    pub doing: Vec<u8>,
    /// By which process; where the core is idle it says nothing.
    pub pids: Vec<u32>,
    /// With which priority, the lower the stronger; all 0 where the policy knows none.
    pub priorities: Vec<u32>,
    /// Holders that were without a core, in the order in which they got one again: the process,
    /// its priority as it lost the core, and the seconds from when to when.
    pub lost: Vec<(u32, u32, f64, f64)>,
    /// Simulated seconds of a step of the load.
    pub step_s: f64,
    /// By step: the mean number of cores that were busy, spinning included.
    pub load: Vec<f32>,
    /// By step: the mean number of cores that spun within a wait.
    pub spinning: Vec<f32>,
}

impl Cores {
    pub(super) fn new(cpu: &Cpu) -> Self {
        let window = cpu.window();
        let [mut busy, spinning, _] = cpu.activity();
        busy.merge(&spinning);
        let shift = busy.shift();
        let lost = |lost: &Lost| {
            let (from, to) = (lost.from.as_secs_f64(), lost.to.as_secs_f64());
            (lost.pid.0, lost.priority, from, to)
        };
        Self {
            cores: cpu.levers.cores,
            from_s: window.from.as_secs_f64(),
            slice_s: window.slice.as_secs_f64(),
            slices: window.slices,
            doing: window.doing.iter().map(|&doing| doing as u8).collect(),
            pids: window.pids,
            priorities: window.priorities,
            lost: window.lost.iter().map(lost).collect(),
            step_s: (1_u64 << shift) as f64 / 1e9,
            load: busy.means(shift),
            spinning: spinning.means(shift),
        }
    }
}

/// The `cache buffers chains` latches that were slept on most, and what hangs below them.
#[derive(Clone, Debug)]
pub struct LatchPicture {
    /// Hash chains in all.
    pub chains: u64,
    /// Latches in all.
    pub latches: u64,
    /// Blocks of the working set in all.
    pub blocks: u32,
    /// The latches with the most sleeps, then misses, then gets; that one first.
    pub hottest: Vec<HotLatch>,
}

/// A latch, and the chains under it with headers of the working set.
#[derive(Clone, Debug)]
pub struct HotLatch {
    /// Its number.
    pub number: u32,
    /// Its figures.
    pub figures: LatchStatistics,
    /// How many chains hang under it, empty ones included.
    pub covers: u64,
    /// The chains with the most popular headers: number, headers, and the rank of the most
    /// popular block, from 0.
    pub chains: Vec<(u32, u32, u32)>,
}

impl LatchPicture {
    /// The latches over the chains of a working set whose blocks are numbered by popularity.
    pub(super) fn new(instance: &Instance, object: ObjectId, blocks: u32) -> Self {
        let chains = &instance.cache.chains;
        let (buckets, latches) = chains.counts();
        let figures: Vec<_> = chains.latches().iter().map(|latch| latch.statistics()).collect();
        let mut order: Vec<usize> = (0..figures.len()).collect();
        let heat = |at: usize| (figures[at].sleeps, figures[at].misses, figures[at].gets);
        order.sort_by_key(|&at| (std::cmp::Reverse(heat(at)), at));
        order.truncate(LATCHES);
        let mut hottest: Vec<HotLatch> = order
            .iter()
            .map(|&at| HotLatch {
                number: at as u32,
                figures: figures[at],
                covers: buckets / latches,
                chains: Vec::new(),
            })
            .collect();
        hang(chains, object, blocks, &mut hottest);
        Self { chains: buckets, latches, blocks, hottest }
    }
}

/// Hangs the headers on the chains of the latches shown.
fn hang(chains: &HashChains, object: ObjectId, blocks: u32, hottest: &mut [HotLatch]) {
    for block in 0..blocks {
        let bucket = chains.bucket_of(object, block);
        let latch = chains.latch_number(bucket) as u32;
        let Some(latch) = hottest.iter_mut().find(|hot| hot.number == latch) else { continue };
        match latch.chains.iter_mut().find(|chain| u64::from(chain.0) == bucket) {
            Some(chain) => chain.1 += 1,
            None => latch.chains.push((bucket as u32, 1, block)),
        }
    }
    hottest.iter_mut().for_each(|latch| latch.chains.truncate(CHAINS));
}
