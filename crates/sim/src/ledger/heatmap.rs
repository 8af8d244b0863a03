//! Waits and touches by block and slice of simulated time; the slices grow as the run does.

use des::Instant;

const COLUMNS: u64 = 256;
const FIRST_SHIFT: u32 = 20;

/// What happened on one block in one slice of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeatCell {
    /// The slice.
    pub column: u32,
    /// The object, as the ledger numbers them.
    pub object: u32,
    /// The block, as its segment numbers them.
    pub block: u32,
    /// Waits that ended.
    pub waits: u32,
    /// Exclusive pins.
    pub touches: u32,
}

/// The cells in which anything happened.
#[derive(Debug)]
pub struct HeatMap {
    shift: u32,
    column: u64,
    /// By object and block: (waits, touches) of the present slice.
    open: Vec<Vec<(u32, u32)>>,
    dirty: Vec<(u32, u32)>,
    closed: Vec<HeatCell>,
}

impl Default for HeatMap {
    fn default() -> Self {
        let (open, dirty, closed) = Default::default();
        Self { shift: FIRST_SHIFT, column: 0, open, dirty, closed }
    }
}

impl HeatMap {
    /// Counts `waits` and `touches` on a block.
    #[inline]
    pub fn add(&mut self, now: Instant, object: u32, block: u32, waits: u32, touches: u32) {
        if now.as_nanos() >> self.shift != self.column {
            self.turn_to(now);
        }
        let (object_at, block_at) = (object as usize, block as usize);
        if object_at >= self.open.len() {
            self.open.resize(object_at + 1, Vec::new());
        }
        let blocks = &mut self.open[object_at];
        if block_at >= blocks.len() {
            blocks.resize((block_at + 1).next_power_of_two(), (0, 0));
        }
        let cell = &mut blocks[block_at];
        if *cell == (0, 0) {
            self.dirty.push((object, block));
        }
        cell.0 += waits;
        cell.1 += touches;
    }

    /// The cells so far and the width of a slice as a power of two of nanoseconds.
    pub fn cells(&mut self) -> (&[HeatCell], u32) {
        self.close();
        (&self.closed, self.shift)
    }

    fn turn_to(&mut self, now: Instant) {
        self.close();
        while now.as_nanos() >> self.shift >= COLUMNS {
            self.shift += 1;
            for cell in &mut self.closed {
                cell.column >>= 1;
            }
            self.merge();
        }
        self.column = now.as_nanos() >> self.shift;
    }

    fn close(&mut self) {
        for (object, block) in self.dirty.drain(..) {
            let cell = std::mem::take(&mut self.open[object as usize][block as usize]);
            let (waits, touches) = cell;
            let column = self.column as u32;
            self.closed.push(HeatCell { column, object, block, waits, touches });
        }
    }

    fn merge(&mut self) {
        self.closed.sort_unstable_by_key(|cell| (cell.column, cell.object, cell.block));
        self.closed.dedup_by(|later, kept| {
            let same =
                (later.column, later.object, later.block) == (kept.column, kept.object, kept.block);
            if same {
                kept.waits += later.waits;
                kept.touches += later.touches;
            }
            same
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_lost_while_columns_merge() {
        let mut map = HeatMap::default();
        for i in 0..10_000_u64 {
            map.add(Instant::from_nanos(i * 1_000_000), 1, (i % 7) as u32, 1, 2);
        }
        let (cells, shift) = map.cells();
        assert!(10_000_000_000 >> shift < COLUMNS);
        assert_eq!(cells.iter().map(|cell| cell.waits).sum::<u32>(), 10_000);
        assert_eq!(cells.iter().map(|cell| cell.touches).sum::<u32>(), 20_000);
    }
}
