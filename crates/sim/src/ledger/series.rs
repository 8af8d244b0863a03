//! Time spent, by slice of simulated time; the slices grow as the run does.

use des::Instant;

/// The most slices a series keeps before pairs of them become one.
const SLICES: usize = 512;
/// The first slices are 2^20 ns, about a millisecond, wide.
const FIRST_SHIFT: u32 = 20;

/// Nanoseconds of activity in each slice of simulated time.
#[derive(Clone, Debug)]
pub struct Series {
    shift: u32,
    nanos: Vec<u64>,
}

impl Default for Series {
    fn default() -> Self {
        Self { shift: FIRST_SHIFT, nanos: Vec::new() }
    }
}

impl Series {
    /// Adds an activity that went on from `start` to `end`.
    pub fn add(&mut self, start: Instant, end: Instant) {
        let (mut at, end) = (start.as_nanos(), end.as_nanos());
        while (end >> self.shift) as usize >= SLICES {
            self.widen();
        }
        while at < end {
            let slice = (at >> self.shift) as usize;
            let stop = end.min((slice as u64 + 1) << self.shift);
            if slice >= self.nanos.len() {
                self.nanos.resize(slice + 1, 0);
            }
            self.nanos[slice] += stop - at;
            at = stop;
        }
    }

    /// Adds the activities of another series.
    pub fn merge(&mut self, other: &Self) {
        let mut other = other.clone();
        while self.shift < other.shift {
            self.widen();
        }
        while other.shift < self.shift {
            other.widen();
        }
        if self.nanos.len() < other.nanos.len() {
            self.nanos.resize(other.nanos.len(), 0);
        }
        self.nanos.iter_mut().zip(&other.nanos).for_each(|(sum, nanos)| *sum += nanos);
    }

    /// The width of a slice as a power of two of nanoseconds.
    pub fn shift(&self) -> u32 {
        self.shift
    }

    /// The series with slices of 2^`shift` ns, each as the mean number of activities under way.
    ///
    /// `shift` is at least that of the series.
    pub fn means(&self, shift: u32) -> Vec<f32> {
        let mut wide = self.clone();
        while wide.shift < shift {
            wide.widen();
        }
        let width = (1_u64 << shift) as f64;
        wide.nanos.iter().map(|&nanos| (nanos as f64 / width) as f32).collect()
    }

    fn widen(&mut self) {
        self.nanos = self.nanos.chunks(2).map(|pair| pair.iter().sum()).collect();
        self.shift += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_series_keeps_all_time_while_it_widens() {
        let mut series = Series::default();
        let mut total = 0;
        for i in 0..5_000_u64 {
            let start = i * 7_000_003;
            series.add(Instant::from_nanos(start), Instant::from_nanos(start + 3_000_000));
            total += 3_000_000;
        }
        assert!(series.nanos.len() <= SLICES);
        assert_eq!(series.nanos.iter().sum::<u64>(), total);
        let mean: f32 = series.means(series.shift() + 3).iter().take(10).sum::<f32>() / 10.0;
        assert!((mean - 3.0 / 7.0).abs() < 0.01, "{mean}");
    }
}
