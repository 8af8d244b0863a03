//! Histograms by powers of two.

use crate::clock::Span;

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

#[cfg(test)]
mod tests {
    use super::*;

    fn histogram(nanos: &[u64]) -> Histogram {
        let mut histogram = Histogram::new();
        nanos.iter().for_each(|&n| histogram.record(Span::from_nanos(n)));
        histogram
    }

    #[test]
    fn buckets_are_powers_of_two() {
        let histogram = histogram(&[0, 1, 2, 3, 4, 7, 8]);
        let buckets: Vec<_> = histogram.buckets().map(|(b, c)| (b.as_nanos(), c)).collect();
        assert_eq!(buckets, [(1, 1), (2, 1), (4, 2), (8, 2), (16, 1)]);
        assert_eq!((histogram.count(), histogram.total()), (7, Span::from_nanos(25)));
    }

    #[test]
    fn quantiles_are_right_within_a_factor_of_two() {
        let spans: Vec<u64> = (1..=1_000).collect();
        let histogram = histogram(&spans);
        for q in [0.1, 0.5, 0.9, 0.99] {
            let quantile = histogram.quantile(q).as_nanos() as f64;
            assert!((500.0 * q..2_000.0 * q).contains(&quantile), "{q}: {quantile}");
        }
        assert_eq!(histogram.quantile(1.0), Span::from_nanos(1_000));
        assert_eq!(Histogram::new().quantile(0.5), Span::ZERO);
    }

    #[test]
    fn merging_is_recording_both() {
        let mut both = histogram(&[1, 5, 9]);
        both.merge(&histogram(&[100, 3]));
        assert_eq!(both, histogram(&[1, 5, 9, 100, 3]));
    }
}
