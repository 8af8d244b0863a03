//! Observations kept one by one.

/// All observations, for exact quantiles.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    values: Vec<f64>,
    sorted: bool,
}

impl Sample {
    /// No observations.
    pub fn new() -> Sample {
        Sample::default()
    }

    /// Takes in one observation.
    pub fn record(&mut self, value: f64) {
        self.values.push(value);
        self.sorted = false;
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The `q`-quantile, linear between neighbours; NaN when there are no observations.
    pub fn quantile(&mut self, q: f64) -> f64 {
        if self.values.is_empty() {
            return f64::NAN;
        }
        if !self.sorted {
            self.values.sort_by(f64::total_cmp);
            self.sorted = true;
        }
        let place = q.clamp(0.0, 1.0) * (self.values.len() - 1) as f64;
        let below = place as usize;
        let above = (below + 1).min(self.values.len() - 1);
        let (low, high) = (self.values[below], self.values[above]);
        low + (high - low) * (place - below as f64)
    }

    /// Forgets all observations: removes the warm-up.
    pub fn restart(&mut self) {
        self.values.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_lie_between_neighbours() {
        let mut sample = Sample::new();
        [4.0, 1.0, 3.0, 2.0].into_iter().for_each(|value| sample.record(value));
        assert_eq!([0.0, 0.5, 1.0].map(|q| sample.quantile(q)), [1.0, 2.5, 4.0]);
        sample.restart();
        assert!(sample.quantile(0.5).is_nan());
    }
}
