//! Means of dependent observations, with an honest interval.

/// A mean and the half width of its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The estimate.
    pub mean: f64,
    /// How far the true mean may be away on either side.
    pub half_width: f64,
}

impl Interval {
    /// Whether `value` is inside.
    pub fn contains(&self, value: f64) -> bool {
        (value - self.mean).abs() <= self.half_width
    }
}

/// The mean of observations that depend on their neighbours (waits in a queue), by batch means:
/// the means of batches much longer than the memory of the process are nearly independent.
#[derive(Clone, Debug)]
pub struct BatchMeans {
    warm_up: u64,
    batch: u64,
    seen: u64,
    sum: f64,
    means: Vec<f64>,
}

impl BatchMeans {
    /// Ignores the first `warm_up` observations, then makes a batch of every `batch` of them.
    pub fn new(warm_up: u64, batch: u64) -> BatchMeans {
        assert!(batch > 0, "a batch has observations");
        BatchMeans { warm_up, batch, seen: 0, sum: 0.0, means: Vec::new() }
    }

    /// Takes in the next observation.
    pub fn record(&mut self, value: f64) {
        self.seen += 1;
        if self.seen <= self.warm_up {
            return;
        }
        self.sum += value;
        if (self.seen - self.warm_up).is_multiple_of(self.batch) {
            self.means.push(self.sum / self.batch as f64);
            self.sum = 0.0;
        }
    }

    /// How many batches are complete.
    pub fn batches(&self) -> usize {
        self.means.len()
    }

    /// The mean and its interval from the complete batches, of which there must be two at least.
    pub fn interval(&self) -> Option<Interval> {
        let n = self.means.len() as f64;
        if n < 2.0 {
            return None;
        }
        let mean = self.means.iter().sum::<f64>() / n;
        let squares: f64 = self.means.iter().map(|m| (m - mean) * (m - mean)).sum();
        let error = (squares / (n - 1.0) / n).sqrt();
        Some(Interval { mean, half_width: student_t_95(n - 1.0) * error })
    }

    /// How much neighbouring batches depend on each other, in [-1, 1]: well above
    /// 2 / sqrt(batches) means that the batches are too short for the interval to be trusted.
    pub fn correlation(&self) -> f64 {
        let n = self.means.len() as f64;
        let mean = self.means.iter().sum::<f64>() / n;
        let squares: f64 = self.means.iter().map(|m| (m - mean) * (m - mean)).sum();
        let products: f64 = self.means.windows(2).map(|w| (w[0] - mean) * (w[1] - mean)).sum();
        products / squares
    }
}

/// The 97.5 % quantile of Student's t: its expansion around the normal one (Abramowitz and Stegun
/// 26.7.5), exact below three degrees of freedom, where that fails.
fn student_t_95(degrees: f64) -> f64 {
    if degrees < 1.5 {
        return 12.706_204_736;
    }
    if degrees < 2.5 {
        return 4.302_652_730;
    }
    let z = 1.959_963_984_540_054_f64;
    let z2 = z * z;
    let terms = [
        z * (z2 + 1.0) / 4.0,
        z * ((5.0 * z2 + 16.0) * z2 + 3.0) / 96.0,
        z * (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) / 384.0,
        z * ((((79.0 * z2 + 776.0) * z2 + 1482.0) * z2 - 1920.0) * z2 - 945.0) / 92_160.0,
    ];
    z + terms.iter().rev().fold(0.0, |sum, term| (sum + term) / degrees)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Streams;

    #[test]
    fn quantiles_of_t_agree_with_the_tables() {
        let table = [(1.0, 12.706), (2.0, 4.303), (3.0, 3.182), (9.0, 2.262), (29.0, 2.045)];
        for (degrees, expected) in table {
            assert!((student_t_95(degrees) - expected).abs() < 0.01, "{degrees}");
        }
    }

    #[test]
    fn the_interval_covers_the_mean_as_often_as_it_says() {
        let covered = (0..1_000).filter(|&seed| {
            let mut stream = Streams::new(seed).stream("normal");
            let mut means = BatchMeans::new(3, 2);
            (0..23).for_each(|_| means.record(stream.normal(5.0, 2.0)));
            means.interval().unwrap().contains(5.0)
        });
        assert!((930..970).contains(&covered.count()));
    }

    #[test]
    fn the_warm_up_leaves_no_trace() {
        let mut means = BatchMeans::new(2, 2);
        [900.0, 900.0, 1.0, 3.0, 3.0, 5.0, 700.0].into_iter().for_each(|x| means.record(x));
        assert_eq!((means.batches(), means.interval().unwrap().mean), (2, 3.0));
    }
}
