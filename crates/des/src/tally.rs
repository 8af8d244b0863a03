//! Tallies: what a run is measured by.

use crate::clock::{Instant, Span};

/// The time-weighted mean of a level (a queue's length, busy servers, ...).
#[derive(Clone, Copy, Debug)]
pub struct TimeWeighted {
    level: f64,
    area: f64,
    changed: Instant,
    begun: Instant,
    max: f64,
}

impl TimeWeighted {
    /// Starts at `now` with `level`.
    pub fn new(now: Instant, level: f64) -> TimeWeighted {
        TimeWeighted { level, area: 0.0, changed: now, begun: now, max: level }
    }

    /// The level is `level` from `now` on.
    pub fn set(&mut self, now: Instant, level: f64) {
        self.area += self.level * (now - self.changed).as_secs_f64();
        self.changed = now;
        self.level = level;
        self.max = self.max.max(level);
    }

    /// The level changes by `step` at `now`.
    pub fn add(&mut self, now: Instant, step: f64) {
        self.set(now, self.level + step);
    }

    /// The present level.
    pub fn level(&self) -> f64 {
        self.level
    }

    /// The highest level since the start or the last restart.
    pub fn max(&self) -> f64 {
        self.max
    }

    /// The level's integral up to `now`, in level-seconds.
    pub fn area(&self, now: Instant) -> f64 {
        self.area + self.level * (now - self.changed).as_secs_f64()
    }

    /// The mean up to `now`; the level itself when no time has passed.
    pub fn mean(&self, now: Instant) -> f64 {
        let seconds = (now - self.begun).as_secs_f64();
        if seconds > 0.0 { self.area(now) / seconds } else { self.level }
    }

    /// Forgets what was before `now` and keeps the level: removes the warm-up.
    pub fn restart(&mut self, now: Instant) {
        *self = TimeWeighted::new(now, self.level);
    }
}

/// Counts of spans by power of two: bucket `b` holds `2^(b-1) ns <= span < 2^b ns`, bucket 0 none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    counts: [u64; 65],
    count: u64,
    sum: u64,
    max: u64,
}

impl Default for Histogram {
    fn default() -> Self {
        Histogram::new()
    }
}

impl Histogram {
    /// An empty histogram.
    pub const fn new() -> Histogram {
        Histogram { counts: [0; 65], count: 0, sum: 0, max: 0 }
    }

    /// Counts one span.
    #[inline]
    pub fn record(&mut self, span: Span) {
        let nanos = span.as_nanos();
        self.counts[(64 - nanos.leading_zeros()) as usize] += 1;
        self.count += 1;
        self.sum += nanos;
        self.max = self.max.max(nanos);
    }

    /// How many spans were counted.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The sum of all spans.
    pub fn total(&self) -> Span {
        Span::from_nanos(self.sum)
    }

    /// The longest span.
    pub fn max(&self) -> Span {
        Span::from_nanos(self.max)
    }

    /// The exact mean in seconds; 0 when empty.
    pub fn mean_s(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum as f64 / 1e9 / self.count as f64 }
    }

    /// The non-empty buckets: (exclusive upper bound, count), shortest first.
    pub fn buckets(&self) -> impl Iterator<Item = (Span, u64)> + '_ {
        let bound = |b: usize| if b == 64 { u64::MAX } else { 1 << b };
        let buckets = self.counts.iter().enumerate().filter(|(_, c)| **c > 0);
        buckets.map(move |(b, &c)| (Span::from_nanos(bound(b)), c))
    }

    /// The `q`-quantile, interpolated inside its bucket and so within a factor of two.
    pub fn quantile(&self, q: f64) -> Span {
        let rank = q.clamp(0.0, 1.0) * self.count as f64;
        let mut below = 0.0;
        for (upper, count) in self.buckets() {
            let count = count as f64;
            if below + count >= rank {
                let upper = upper.as_nanos().min(self.max) as f64;
                let lower = (upper / 2.0).min(upper);
                let inside = (rank - below) / count;
                return Span::from_nanos_f64(lower + (upper - lower) * inside);
            }
            below += count;
        }
        self.max()
    }

    /// Adds the counts of another histogram.
    pub fn merge(&mut self, other: &Histogram) {
        for (mine, theirs) in self.counts.iter_mut().zip(&other.counts) {
            *mine += theirs;
        }
        self.count += other.count;
        self.sum += other.sum;
        self.max = self.max.max(other.max);
    }
}
