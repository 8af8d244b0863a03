//! Seeded random streams, one per purpose, the same draws on every target.
//!
//! Every transcendental function comes from `libm`, whose results do not depend on the platform.

use rand::{Rng, SeedableRng};
use rand_distr::{Distribution, Exp1, StandardNormal};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The streams of one run: all are derived from its seed.
#[derive(Clone, Copy, Debug)]
pub struct Streams {
    seed: u64,
}

impl Streams {
    /// The streams that belong to `seed`.
    pub const fn new(seed: u64) -> Streams {
        Streams { seed }
    }

    /// The stream of one purpose; the same purpose gives the same draws.
    pub fn stream(&self, purpose: &str) -> Stream {
        self.stream_for(purpose, 0)
    }

    /// The stream of one purpose for the `index`-th of several (sessions, disks, ...).
    pub fn stream_for(&self, purpose: &str, index: u64) -> Stream {
        // FNV-1a over the purpose, then one mixing step for each of the three parts.
        let name = purpose.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| {
            (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3)
        });
        let seed = mix(mix(mix(self.seed) ^ name) ^ index);
        Stream(Xoshiro256PlusPlus::seed_from_u64(seed))
    }
}

/// A checksum over the bits of many draws of every kind; it is the same on every target, and a test
/// of the program that runs on one can hold it.
pub fn fingerprint(seed: u64) -> u64 {
    let mut stream = Streams::new(seed).stream("fingerprint");
    let (zipf, discrete) = (Zipf::new(1_000, 0.9), Discrete::new([0.2, 0.5, 0.3]));
    let mut hash = seed;
    for _ in 0..20_000 {
        let reals = [
            stream.uniform(),
            stream.exp(3.0),
            stream.normal(1.0, 2.0),
            stream.lognormal(5.0, 0.7),
        ];
        let whole = [stream.below(1_000_003), zipf.sample(&mut stream)];
        let chosen = discrete.sample(&mut stream) as u64 + u64::from(stream.chance(0.25));
        let words = reals.into_iter().map(f64::to_bits).chain(whole).chain([chosen]);
        hash = words.fold(hash, |hash, word| mix(hash ^ word));
    }
    hash
}

/// The finaliser of SplitMix64.
const fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// One stream of random draws (Xoshiro256++).
#[derive(Clone, Debug)]
pub struct Stream(Xoshiro256PlusPlus);

impl Stream {
    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Uniform in [0, 1), in steps of 2^-53.
    #[inline]
    pub fn uniform(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
    }

    /// Uniform in `0..n`, without bias (Lemire 2019); panics when `n` is 0.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        assert!(n > 0, "nothing is below 0");
        let Ok(small) = u32::try_from(n) else {
            return self.below_large(n);
        };
        loop {
            let product = (self.bits() >> 32) * n;
            let low = product as u32;
            if low >= small || low >= small.wrapping_neg() % small {
                return product >> 32;
            }
        }
    }

    /// The same with a product of 128 bits, which is a call in wasm.
    fn below_large(&mut self, n: u64) -> u64 {
        loop {
            let product = u128::from(self.bits()) * u128::from(n);
            let low = product as u64;
            if low >= n || low >= n.wrapping_neg() % n {
                return (product >> 64) as u64;
            }
        }
    }

    /// True with probability `p`.
    #[inline]
    pub fn chance(&mut self, p: f64) -> bool {
        self.uniform() < p
    }

    /// Exponential with the given mean (ziggurat).
    #[inline]
    pub fn exp(&mut self, mean: f64) -> f64 {
        let unit: f64 = Exp1.sample(&mut self.0);
        unit * mean
    }

    /// Normal with the given mean and standard deviation (ziggurat).
    #[inline]
    pub fn normal(&mut self, mean: f64, sd: f64) -> f64 {
        let unit: f64 = StandardNormal.sample(&mut self.0);
        mean + sd * unit
    }

    /// Lognormal with the given mean and coefficient of variation (standard deviation / mean).
    pub fn lognormal(&mut self, mean: f64, cv: f64) -> f64 {
        let variance = libm::log1p(cv * cv);
        mean * libm::exp(self.normal(-0.5 * variance, variance.sqrt()))
    }
}

/// Zipf's distribution over `0..n`: rank `k` has a weight of `1 / (k + 1)^exponent`.
///
/// Rejection-inversion (Hörmann and Derflinger 1996): no table, about 1.1 draws each.
#[derive(Clone, Copy, Debug)]
pub struct Zipf {
    n: f64,
    exponent: f64,
    h_first: f64,
    h_last: f64,
    shortcut: f64,
}

impl Zipf {
    /// Panics when `n` is 0 or `exponent` is negative; an exponent of 0 is uniform.
    pub fn new(n: u64, exponent: f64) -> Zipf {
        assert!(n > 0 && exponent >= 0.0, "Zipf({n}, {exponent})");
        let mut zipf = Zipf { n: n as f64, exponent, h_first: 0.0, h_last: 0.0, shortcut: 0.0 };
        zipf.h_first = zipf.integral(1.5) - 1.0;
        zipf.h_last = zipf.integral(zipf.n + 0.5);
        zipf.shortcut = 2.0 - zipf.integral_inverse(zipf.integral(2.5) - zipf.weight(2.0));
        zipf
    }

    /// Draws a rank, 0 being the most likely.
    pub fn sample(&self, stream: &mut Stream) -> u64 {
        loop {
            let u = self.h_last + stream.uniform() * (self.h_first - self.h_last);
            let x = self.integral_inverse(u);
            let k = libm::floor(x + 0.5).clamp(1.0, self.n);
            if k - x <= self.shortcut || u >= self.integral(k + 0.5) - self.weight(k) {
                return k as u64 - 1;
            }
        }
    }

    fn weight(&self, x: f64) -> f64 {
        libm::exp(-self.exponent * libm::log(x))
    }

    /// The integral of the weight, (x^(1-s) - 1) / (1 - s), without a hole at s = 1.
    fn integral(&self, x: f64) -> f64 {
        let log = libm::log(x);
        log * expm1_ratio((1.0 - self.exponent) * log)
    }

    fn integral_inverse(&self, x: f64) -> f64 {
        // Rounding may push the argument a hair under -1, where the logarithm ends.
        let t = (x * (1.0 - self.exponent)).max(-1.0);
        libm::exp(x * log1p_ratio(t))
    }
}

/// A choice among `0..n` by weight in constant time (the alias method of Walker and Vose).
///
/// Eight bytes a choice, one draw each; [`Discrete`] needs no set-up beyond a sum, but searches.
#[derive(Clone, Debug)]
pub struct Alias {
    /// By column: below which 32-bit number it is chosen itself, and who is chosen else.
    columns: Vec<(u32, u32)>,
}

impl Alias {
    /// Panics where there are no weights, or 2^32, or where they add up to nothing.
    pub fn new(weights: &[f64]) -> Alias {
        let sum: f64 = weights.iter().sum();
        let n = u32::try_from(weights.len()).expect("fewer than 2^32 weights");
        assert!(sum > 0.0 && sum.is_finite(), "weights add up to {sum}");
        let mut scaled: Vec<f64> = weights.iter().map(|w| w / sum * f64::from(n)).collect();
        let mut columns: Vec<(u32, u32)> = (0..n).map(|own| (u32::MAX, own)).collect();
        let (mut small, mut large): (Vec<u32>, Vec<u32>) =
            (0..n).partition(|&at| scaled[at as usize] < 1.0);
        while let (Some(&little), Some(&much)) = (small.last(), large.last()) {
            let share = scaled[little as usize];
            columns[little as usize] = ((share * 4_294_967_296.0) as u32, much);
            small.pop();
            let left = &mut scaled[much as usize];
            *left -= 1.0 - share;
            if *left < 1.0 {
                large.pop();
                small.push(much);
            }
        }
        Alias { columns }
    }

    /// Draws an index.
    #[inline]
    pub fn sample(&self, stream: &mut Stream) -> usize {
        let bits = stream.bits();
        let column = (((bits >> 32) * self.columns.len() as u64) >> 32) as usize;
        let (own_below, other) = self.columns[column];
        if (bits as u32) < own_below { column } else { other as usize }
    }
}

/// (e^x - 1) / x, which is 1 at 0.
fn expm1_ratio(x: f64) -> f64 {
    if x.abs() > 1e-8 { libm::expm1(x) / x } else { 1.0 + x * 0.5 }
}

/// ln(1 + x) / x, which is 1 at 0.
fn log1p_ratio(x: f64) -> f64 {
    if x.abs() > 1e-8 { libm::log1p(x) / x } else { 1.0 - x * 0.5 }
}

/// A choice among `0..n` by weight.
#[derive(Clone, Debug)]
pub struct Discrete {
    cumulative: Vec<f64>,
}

impl Discrete {
    /// Panics when the weights are not finite, negative, or none is positive.
    pub fn new(weights: impl IntoIterator<Item = f64>) -> Discrete {
        let mut sum = 0.0;
        let cumulative: Vec<f64> = weights
            .into_iter()
            .map(|weight| {
                assert!(weight >= 0.0 && weight.is_finite(), "weight {weight}");
                sum += weight;
                sum
            })
            .collect();
        assert!(sum > 0.0, "no weight is positive");
        Discrete { cumulative }
    }

    /// Draws an index.
    pub fn sample(&self, stream: &mut Stream) -> usize {
        let sum = self.cumulative[self.cumulative.len() - 1];
        let u = stream.uniform() * sum;
        self.cumulative.partition_point(|&c| c <= u).min(self.cumulative.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(n: u32, mut draw: impl FnMut() -> f64) -> f64 {
        (0..n).map(|_| draw()).sum::<f64>() / f64::from(n)
    }

    #[test]
    fn the_alias_method_keeps_the_weights() {
        let weights = [5.0, 0.0, 1.0, 3.0, 1.0];
        let (alias, mut stream) = (Alias::new(&weights), Streams::new(3).stream("alias"));
        let mut counts = [0_u32; 5];
        (0..100_000).for_each(|_| counts[alias.sample(&mut stream)] += 1);
        for (count, weight) in counts.iter().zip(weights) {
            let expected = weight * 10_000.0;
            let off = (f64::from(*count) - expected).abs();
            assert!(off <= 4.0 * f64::sqrt(expected), "{counts:?}");
        }
    }

    #[test]
    fn purposes_and_indices_have_streams_of_their_own() {
        let streams = Streams::new(7);
        let first = |mut s: Stream| s.bits();
        assert_eq!(first(streams.stream("think")), first(streams.stream_for("think", 0)));
        assert_ne!(first(streams.stream("think")), first(streams.stream("service")));
        assert_ne!(first(streams.stream("think")), first(streams.stream_for("think", 1)));
        assert_ne!(first(streams.stream("think")), first(Streams::new(8).stream("think")));
    }

    /// Without libm in every dependency, one seed in ten differs between targets.
    #[test]
    fn draws_are_the_same_on_every_target_and_for_ever() {
        let all = (0..100).fold(0, |hash, seed| mix(hash ^ fingerprint(seed)));
        assert_eq!(format!("{all:016x}"), "3eaae7f802adf3ff");
        assert_eq!(format!("{:016x}", fingerprint(1)), "af207146736fc091");
    }

    #[test]
    fn means_are_as_asked() {
        let mut s = Streams::new(1).stream("means");
        assert!((mean(100_000, || s.exp(20.0)) / 20.0 - 1.0).abs() < 0.02);
        assert!((mean(100_000, || s.normal(5.0, 2.0)) / 5.0 - 1.0).abs() < 0.02);
        assert!((mean(100_000, || s.lognormal(3.0, 0.8)) / 3.0 - 1.0).abs() < 0.02);
        assert!((mean(100_000, || s.below(11) as f64) / 5.0 - 1.0).abs() < 0.02);
    }

    #[test]
    fn zipf_follows_its_weights() {
        for exponent in [0.0, 0.5, 1.0, 1.5] {
            let zipf = Zipf::new(50, exponent);
            let mut s = Streams::new(2).stream("zipf");
            let mut seen = [0_u32; 50];
            for _ in 0..200_000 {
                seen[zipf.sample(&mut s) as usize] += 1;
            }
            let weight = |k: usize| libm::pow(k as f64 + 1.0, -exponent);
            let sum: f64 = (0..50).map(weight).sum();
            for (k, &count) in seen.iter().enumerate() {
                let expected = 200_000.0 * weight(k) / sum;
                assert!(
                    (f64::from(count) - expected).abs() < 5.0 * expected.sqrt(),
                    "{exponent} {k}"
                );
            }
        }
    }

    #[test]
    fn discrete_follows_its_weights() {
        let discrete = Discrete::new([1.0, 0.0, 3.0]);
        let mut s = Streams::new(3).stream("discrete");
        let mut seen = [0_u32; 3];
        for _ in 0..40_000 {
            seen[discrete.sample(&mut s)] += 1;
        }
        assert_eq!(seen[1], 0);
        assert!((f64::from(seen[0]) - 10_000.0).abs() < 500.0);
    }
}
