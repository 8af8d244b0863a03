//! What `v$current_block_server` counts: how long blocks were held up before they were served.

use super::request::Flushing;
use des::Span;

/// The upper bounds of the bands, in milliseconds.
pub const LATENCY_BANDS: [u64; 5] = [1, 10, 100, 1_000, 10_000];

/// Delays by latency band.
#[derive(Clone, Debug, Default)]
pub struct Delays {
    /// How many.
    pub count: u64,
    /// Of them, by band of [`LATENCY_BANDS`].
    pub bands: [u64; 5],
}

impl Delays {
    /// Counts one.
    pub fn add(&mut self, delay: Span) {
        let millis = delay.as_nanos() / 1_000_000;
        let band = LATENCY_BANDS.iter().position(|&bound| millis < bound).unwrap_or(4);
        self.count += 1;
        self.bands[band] += 1;
    }
}

/// Blocks that an instance put on the wire for another one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sent {
    /// Current blocks.
    pub current: u64,
    /// Copies to read.
    pub cr: u64,
}

/// What an instance served, and what held up the current blocks among it.
#[derive(Clone, Debug, Default)]
pub struct BlockServer {
    /// By requesting node.
    pub sent: Vec<Sent>,
    /// Waits for a session of the instance to take its pin off.
    pub pins: Delays,
    /// Waits for the log writer.
    pub flushes: Delays,
    /// The flush that an LMS process waits for just now.
    pub flushing: Flushing,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_fall_into_the_bands_of_the_view() {
        let mut delays = Delays::default();
        for micros in [0, 999, 1_000, 9_999, 10_000, 99_999_999] {
            delays.add(Span::from_micros(micros));
        }
        assert_eq!((delays.count, delays.bands), (6, [2, 2, 1, 0, 1]));
    }
}
