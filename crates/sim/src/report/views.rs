//! The columns behind the page's pictures; no part of the digest.

use super::chains::chains;
use super::{ChainRow, Cores, LatchPicture};
use crate::catalogue::WaitClass;
use crate::instance::Instance;
use crate::ledger::{HeatCell, Object, ObjectId, ObjectType, Series, objects_of};
use crate::segment::{BlockAddress, BlockId};
use crate::workload::Lookups;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Rows of the heat map that the index's blocks share.
const INDEX_ROWS: usize = 128;
/// Rows of the heat map that the table's blocks share.
const TABLE_ROWS: usize = 48;
/// Rows of the heat map that the latches or mutexes of one kind share.
const LATCH_ROWS: usize = 48;
/// Beside segments that sessions wait for, latches and mutexes are drawn with at least one in so
/// many of all waits.
const DRAWN_SHARE: u64 = 20;
/// How many blocks the list of the hottest ones names.
const HOT_BLOCKS: usize = 24;

/// Heat map, activity over time, hottest blocks; who had the cores, and the latches over chains.
///
/// `cores` draws the Gantt picture (core by core, slice by slice: what for, by whom, with which
/// priority; `lost` are the bars of holders in the run queue), the load over time, and, by
/// following one process through its slices, how its priority decays. `latches` is there for
/// look-ups only: latch -> chains -> headers.
#[derive(Clone, Debug)]
pub struct Views {
    /// Waits and touches by time and place.
    pub heat: Heat,
    /// Active sessions by wait class over time.
    pub timeline: Timeline,
    /// The blocks with the most time waited, that one first.
    pub hot_blocks: Vec<HotBlock>,
    /// Blame chains, the one with the most time first.
    pub chains: Vec<ChainRow>,
    /// Who had the cores of the first instance, and how busy they were.
    pub cores: Cores,
    /// Hash chains and their latches.
    pub latches: Option<LatchPicture>,
}

/// The heat map: time from left to right, blocks in their segment's order from top to bottom.
#[derive(Clone, Debug, Default)]
pub struct Heat {
    /// The segments, each a band of rows.
    pub bands: Vec<Band>,
    /// Slices of time.
    pub columns: usize,
    /// Rows of all bands.
    pub rows: usize,
    /// Simulated seconds of one column.
    pub column_s: f64,
    /// Waits that ended, row by row.
    pub waits: Vec<u32>,
    /// Exclusive pins, row by row.
    pub touches: Vec<u32>,
    /// By row: the address of its block with the most waits, or else touches; of a latch or mutex
    /// its number among its kind, in file 0.
    pub hottest: Vec<BlockAddress>,
}

/// A segment's rows in the heat map.
#[derive(Clone, Debug)]
pub struct Band {
    /// The segment's name.
    pub name: String,
    /// What it is.
    pub kind: &'static str,
    /// Its first row.
    pub first_row: usize,
    /// Its rows.
    pub rows: usize,
    /// The blocks that share them.
    pub blocks: usize,
}

/// Active sessions over time, by what they do.
#[derive(Clone, Debug)]
pub struct Timeline {
    /// Simulated seconds of one step.
    pub step_s: f64,
    /// What the rows of `values` are: CPU, run queue, then the wait classes in use.
    pub classes: Vec<&'static str>,
    /// Mean active sessions, class by class, step by step.
    pub values: Vec<f32>,
    /// Steps of each class.
    pub steps: usize,
    /// The host's cores.
    pub cores: u32,
}

/// A block that sessions waited for.
#[derive(Clone, Debug)]
pub struct HotBlock {
    /// The segment's name.
    pub segment: String,
    /// What the segment is.
    pub kind: &'static str,
    /// Where the block lies.
    pub address: BlockAddress,
    /// Waits that ended, of any event.
    pub waits: u64,
    /// Seconds waited.
    pub total_s: f64,
    /// The longest wait in seconds.
    pub max_s: f64,
}

/// A segment whose blocks have an order and addresses, or latches in the order of their numbers.
#[derive(Clone)]
struct Placed {
    object: ObjectId,
    /// The blocks in the segment's order.
    order: Vec<BlockId>,
    addresses: Vec<BlockAddress>,
    rows: usize,
}

impl Views {
    pub(crate) fn new(instances: &[Rc<Instance>], lookups: Option<&Lookups>) -> Self {
        let placed = placed(&instances[0]);
        let objects = objects_of(instances.iter().map(|instance| &*instance.ledger));
        Self {
            heat: Heat::new(instances, &objects, drawn(&placed, &objects)),
            timeline: Timeline::new(instances),
            hot_blocks: hot_blocks(&objects, &placed),
            chains: chains(instances),
            cores: Cores::new(&instances[0].cpu),
            latches: lookups.map(|lookups| {
                let (object, blocks) = lookups.working_set();
                LatchPicture::new(&instances[0], object, blocks)
            }),
        }
    }
}

/// The index's trees from left to right, each with its branches first, then the table.
fn placed(instance: &Instance) -> Vec<Placed> {
    let mut all = Vec::new();
    if let Some(index) = &instance.index {
        let share = (INDEX_ROWS / index.partitions.len()).max(1);
        for partition in &index.partitions {
            let tree = partition.tree.borrow();
            let leaves = tree.leaves().map(|(block, _)| block);
            // The root was the only leaf once, with all the waits of its time.
            let order: Vec<_> = tree.branch_blocks().chain(leaves).collect();
            let addresses = order.iter().map(|&block| tree.address(block)).collect();
            let rows = share.min(order.len());
            all.push(Placed { object: partition.buffers.object, order, addresses, rows });
        }
    }
    let addresses = instance.table.addresses();
    let order: Vec<_> = (0..addresses.len() as u32).map(BlockId).collect();
    let rows = TABLE_ROWS.min(order.len());
    all.push(Placed { object: instance.table.object(), order, addresses, rows });
    all
}

/// What the heat map draws: segments that were used, and below them the latches and mutexes that
/// sessions waited for, each in the order of its number. Where nothing was, the segments.
fn drawn(placed: &[Placed], objects: &[Object]) -> Vec<Placed> {
    let waits = |object: &Object| object.blocks.iter().map(|tally| tally.waits).sum::<u64>();
    let all: u64 = objects.iter().map(waits).sum();
    let on_segments: u64 = placed.iter().map(|it| waits(&objects[it.object.0 as usize])).sum();
    let least = if on_segments == 0 { 1 } else { (all / DRAWN_SHARE).max(1) };
    let mut shown: Vec<_> = placed
        .iter()
        .filter(|segment| {
            let object = &objects[segment.object.0 as usize];
            all == 0 || waits(object) > 0 || object.statistics.iter().any(|&n| n > 0)
        })
        .cloned()
        .collect();
    for (at, object) in objects.iter().enumerate() {
        let kind = matches!(object.kind, ObjectType::Latch | ObjectType::Mutex);
        let used = object.blocks.iter().rposition(|tally| tally.waits > 0).map_or(0, |at| at + 1);
        if kind && waits(object) >= least {
            let order: Vec<_> = (0..used as u32).map(BlockId).collect();
            let addresses = (0..used as u32).map(|block| BlockAddress { file: 0, block }).collect();
            let rows = LATCH_ROWS.min(used);
            shown.push(Placed { object: ObjectId(at as u32), order, addresses, rows });
        }
    }
    shown
}

impl Heat {
    fn new(instances: &[Rc<Instance>], objects: &[Object], placed: Vec<Placed>) -> Self {
        let mut heat = Self::default();
        // Where each block of each object falls: its row, and its place in the order.
        let mut places: BTreeMap<u32, Vec<Option<(usize, usize)>>> = BTreeMap::new();
        for segment in &placed {
            let object = &objects[segment.object.0 as usize];
            let band = Band {
                name: object.name.clone(),
                kind: object.kind.name(),
                first_row: heat.rows,
                rows: segment.rows,
                blocks: segment.order.len(),
            };
            let last = segment.order.iter().map(|block| block.0 as usize).max().unwrap_or(0);
            let place = places.entry(segment.object.0).or_insert_with(|| vec![None; last + 1]);
            for (at, block) in segment.order.iter().enumerate() {
                let row = heat.rows + at * segment.rows / segment.order.len();
                place[block.0 as usize] = Some((row, at));
            }
            heat.rows += segment.rows;
            heat.bands.push(band);
        }
        let find = |cell: &HeatCell| {
            places.get(&cell.object).and_then(|blocks| *blocks.get(cell.block as usize)?)
        };
        let (cells, shift) = cells(instances);
        heat.fill(&cells, shift, find);
        heat.name_hottest(&placed);
        heat
    }

    fn fill(
        &mut self,
        cells: &[HeatCell],
        shift: u32,
        find: impl Fn(&HeatCell) -> Option<(usize, usize)>,
    ) {
        self.column_s = (1_u64 << shift) as f64 / 1e9;
        self.columns = cells.iter().map(|cell| cell.column as usize + 1).max().unwrap_or(0);
        self.waits = vec![0; self.columns * self.rows];
        self.touches = vec![0; self.columns * self.rows];
        for cell in cells {
            if let Some((row, _)) = find(cell) {
                let at = row * self.columns + cell.column as usize;
                self.waits[at] += cell.waits;
                self.touches[at] += cell.touches;
            }
        }
        let mut heats: Vec<BTreeMap<usize, (u32, u32)>> = vec![BTreeMap::new(); self.rows];
        for cell in cells {
            if let Some((row, at)) = find(cell) {
                let sum = heats[row].entry(at).or_default();
                sum.0 += cell.waits;
                sum.1 += cell.touches;
            }
        }
        let hottest = |blocks: &BTreeMap<usize, (u32, u32)>| {
            blocks.iter().max_by_key(|(_, heat)| **heat).map_or(0, |(at, _)| *at)
        };
        // Held as places in the order until `name_hottest` knows the addresses.
        self.hottest = heats
            .iter()
            .map(|blocks| BlockAddress { file: 0, block: hottest(blocks) as u32 })
            .collect();
    }

    fn name_hottest(&mut self, placed: &[Placed]) {
        for (band, segment) in self.bands.iter().zip(placed) {
            for hottest in &mut self.hottest[band.first_row..band.first_row + band.rows] {
                *hottest = segment.addresses[hottest.block as usize];
            }
        }
    }
}

/// What happened on the blocks of all instances, in slices of the same width.
fn cells(instances: &[Rc<Instance>]) -> (Vec<HeatCell>, u32) {
    let width = |instance: &Rc<Instance>| instance.ledger.with_heat(|_, shift| shift);
    let widest = instances.iter().map(width).max().unwrap_or_default();
    let mut all = Vec::new();
    for instance in instances {
        instance.ledger.with_heat(|cells, shift| {
            let wide =
                |cell: &HeatCell| HeatCell { column: cell.column >> (widest - shift), ..*cell };
            all.extend(cells.iter().map(wide));
        });
    }
    (all, widest)
}

/// Active sessions of an instance over time: CPU, run queue, then by wait class.
fn activity(instance: &Instance) -> Vec<(&'static str, Series)> {
    let [busy, _, run_queue] = instance.cpu.activity();
    let classes = WaitClass::ALL.iter().map(|class| class.name());
    let waits = classes.zip(instance.ledger.classes());
    [("CPU", busy), ("Run queue", run_queue)].into_iter().chain(waits).collect()
}

impl Timeline {
    fn new(instances: &[Rc<Instance>]) -> Self {
        let mut rows = activity(&instances[0]);
        for instance in &instances[1..] {
            let more = activity(instance);
            rows.iter_mut().zip(&more).for_each(|(sum, series)| sum.1.merge(&series.1));
        }
        let shift = rows.iter().map(|(_, series)| series.shift()).max().unwrap_or_default();
        let means: Vec<_> =
            rows.iter().map(|(name, series)| (*name, series.means(shift))).collect();
        let used: Vec<_> =
            means.iter().filter(|(_, means)| means.iter().any(|&mean| mean > 0.0)).collect();
        let steps = used.iter().map(|(_, means)| means.len()).max().unwrap_or(0);
        let mut values = Vec::with_capacity(used.len() * steps);
        for (_, means) in &used {
            values.extend_from_slice(means);
            values.extend(std::iter::repeat_n(0.0, steps - means.len()));
        }
        Self {
            step_s: (1_u64 << shift) as f64 / 1e9,
            classes: used.iter().map(|(name, _)| *name).collect(),
            values,
            steps,
            cores: instances.iter().map(|instance| instance.cpu.levers.cores).sum(),
        }
    }
}

fn hot_blocks(objects: &[Object], placed: &[Placed]) -> Vec<HotBlock> {
    let mut all = Vec::new();
    for segment in placed {
        let object = &objects[segment.object.0 as usize];
        for (block, address) in segment.order.iter().zip(&segment.addresses) {
            let tally = object.blocks.get(block.0 as usize).filter(|tally| tally.waits > 0);
            all.extend(tally.map(|tally| HotBlock {
                segment: object.name.clone(),
                kind: object.kind.name(),
                address: *address,
                waits: tally.waits,
                total_s: tally.total.as_secs_f64(),
                max_s: tally.max.as_secs_f64(),
            }));
        }
    }
    all.sort_by(|a, b| b.total_s.total_cmp(&a.total_s));
    all.truncate(HOT_BLOCKS);
    all
}
