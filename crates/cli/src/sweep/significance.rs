//! Whether two sets of samples differ: normality, Welch's t, Mann-Whitney's U with ties.

use statrs::distribution::{ChiSquared, ContinuousCDF, Normal, StudentsT};

/// The threshold below which samples are told apart.
pub const ALPHA: f64 = 0.05;

/// A test's statistic and its two-sided p-value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// The test's statistic.
    pub statistic: f64,
    /// The probability of one at least as extreme where nothing differs.
    pub p: f64,
}

/// Which test told two sets apart, and what it said.
pub fn compare(a: &[f64], b: &[f64]) -> (&'static str, Outcome) {
    let normal = |values: &[f64]| jarque_bera(values).p >= ALPHA;
    if normal(a) && normal(b) {
        ("Welch's t", welch(a, b))
    } else {
        ("Mann-Whitney", mann_whitney(a, b))
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The mean of the deviations' powers.
fn moment(values: &[f64], power: usize) -> f64 {
    let mean = mean(values);
    let raised = |value: &f64| std::iter::repeat_n(value - mean, power).product::<f64>();
    values.iter().map(raised).sum::<f64>() / values.len() as f64
}

/// Jarque and Bera's test of normality, by skewness and kurtosis.
pub fn jarque_bera(values: &[f64]) -> Outcome {
    let n = values.len() as f64;
    let variance = moment(values, 2);
    if variance == 0.0 {
        return Outcome { statistic: 0.0, p: 1.0 };
    }
    let skewness = moment(values, 3) / (variance * variance.sqrt());
    let kurtosis = moment(values, 4) / (variance * variance) - 3.0;
    let statistic = n / 6.0 * (skewness * skewness + kurtosis * kurtosis / 4.0);
    let p = ChiSquared::new(2.0).expect("two degrees of freedom").sf(statistic);
    Outcome { statistic, p }
}

/// Welch's t-test of equal means where variances may differ.
pub fn welch(a: &[f64], b: &[f64]) -> Outcome {
    let squared_error = |values: &[f64]| {
        let n = values.len() as f64;
        moment(values, 2) * n / (n - 1.0) / n
    };
    let (ea, eb) = (squared_error(a), squared_error(b));
    let difference = mean(a) - mean(b);
    if ea + eb == 0.0 {
        let p = if difference == 0.0 { 1.0 } else { 0.0 };
        return Outcome { statistic: difference, p };
    }
    let statistic = difference / (ea + eb).sqrt();
    let (na, nb) = (a.len() as f64 - 1.0, b.len() as f64 - 1.0);
    let freedom = (ea + eb) * (ea + eb) / (ea * ea / na + eb * eb / nb);
    let t = StudentsT::new(0.0, 1.0, freedom).expect("positive degrees of freedom");
    Outcome { statistic, p: 2.0 * t.sf(statistic.abs()) }
}

/// Mann and Whitney's U by the normal approximation, corrected for ties and continuity.
pub fn mann_whitney(a: &[f64], b: &[f64]) -> Outcome {
    let (na, nb) = (a.len() as f64, b.len() as f64);
    let mut all: Vec<(f64, bool)> = a.iter().map(|&value| (value, true)).collect();
    all.extend(b.iter().map(|&value| (value, false)));
    all.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (mut rank_sum, mut ties, mut first) = (0.0, 0.0, 0);
    while first < all.len() {
        let equal = all[first..].iter().take_while(|entry| entry.0 == all[first].0).count();
        let rank = first as f64 + (equal as f64 + 1.0) / 2.0;
        let of_a = all[first..first + equal].iter().filter(|entry| entry.1).count();
        rank_sum += rank * of_a as f64;
        ties += (equal * equal * equal - equal) as f64;
        first += equal;
    }
    let u = rank_sum - na * (na + 1.0) / 2.0;
    let n = na + nb;
    let deviation = (na * nb / 12.0 * ((n + 1.0) - ties / (n * (n - 1.0)))).sqrt();
    if deviation == 0.0 {
        return Outcome { statistic: u, p: 1.0 };
    }
    let z = (u.max(na * nb - u) - na * nb / 2.0 - 0.5) / deviation;
    let p = 2.0 * Normal::standard().sf(z);
    Outcome { statistic: u, p: p.min(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn numbers(value: &Value) -> Vec<f64> {
        let list = value.as_array().expect("a list");
        list.iter().map(|number| number.as_f64().expect("a number")).collect()
    }

    fn close(name: &str, case: usize, ours: Outcome, stored: &Value) {
        for (ours, stored) in [(ours.statistic, &stored[0]), (ours.p, &stored[1])] {
            let stored = stored.as_f64().expect("a number");
            assert!(
                (ours - stored).abs() <= 1e-9 * stored.abs().max(1.0),
                "{name} {case}: {ours} {stored}"
            );
        }
    }

    /// The file holds what scipy.stats gives for the same samples.
    #[test]
    fn the_tests_agree_with_scipy() {
        let cases: Value = serde_json::from_str(include_str!("scipy.json")).expect("JSON");
        for (number, case) in cases.as_array().expect("a list").iter().enumerate() {
            let (a, b) = (numbers(&case["a"]), numbers(&case["b"]));
            close("Jarque-Bera", number, jarque_bera(&a), &case["jarque_bera"]);
            close("Welch", number, welch(&a, &b), &case["welch"]);
            close("Mann-Whitney", number, mann_whitney(&a, &b), &case["mann_whitney"]);
        }
    }
}
