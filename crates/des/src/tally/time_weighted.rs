//! Levels over time.

use crate::clock::Instant;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Span;

    #[test]
    fn levels_weigh_by_their_time() {
        let at = |secs| Instant::ZERO + Span::from_secs(secs);
        let mut queue = TimeWeighted::new(at(0), 0.0);
        queue.add(at(2), 4.0);
        queue.add(at(3), -1.0);
        assert_eq!(queue.mean(at(4)), (4.0 + 3.0) / 4.0);
        assert_eq!(queue.max(), 4.0);
        queue.restart(at(4));
        assert_eq!((queue.mean(at(4)), queue.mean(at(9)), queue.max()), (3.0, 3.0, 3.0));
    }
}
