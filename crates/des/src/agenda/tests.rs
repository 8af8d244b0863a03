//! The agenda beside a sorted map.

use super::*;
use proptest::prelude::*;
use std::collections::BTreeMap;

#[derive(Clone, Debug)]
enum Step {
    Push { ahead: u64 },
    Pop { wait: u64 },
    Cancel { which: usize },
    Reschedule { which: usize, ahead: u64 },
}

/// Many ties, some distances beyond the reach of every key.
fn ahead() -> impl Strategy<Value = u64> {
    prop_oneof![
        4 => 0_u64..4,
        4 => 0_u64..1_000_000,
        1 => (0_u64..4).prop_map(|n| n << 50),
        1 => (0_u64..8).prop_map(|n| n * 3_600_000_000_000),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        5 => ahead().prop_map(|ahead| Step::Push { ahead }),
        4 => prop_oneof![Just(u64::MAX), 0_u64..1_000].prop_map(|wait| Step::Pop { wait }),
        1 => any::<usize>().prop_map(|which| Step::Cancel { which }),
        1 => (any::<usize>(), ahead())
            .prop_map(|(which, ahead)| Step::Reschedule { which, ahead }),
    ]
}

/// The agenda beside a sorted map that does the same.
#[derive(Default)]
struct Pair {
    agenda: Agenda,
    sorted: BTreeMap<(u64, u64), (u32, Slot)>,
    inserted: u64,
    now: u64,
}

impl Pair {
    fn push(&mut self, ahead: u64) {
        let (at, item) = (self.now + ahead, self.inserted as u32);
        let slot = self.agenda.push(Instant::from_nanos(at), item);
        self.sorted.insert((at, self.inserted), (item, slot));
        self.inserted += 1;
    }

    fn pop(&mut self, wait: u64) {
        let limit = self.now.saturating_add(wait);
        let due = self.sorted.first_key_value().is_some_and(|(key, _)| key.0 <= self.now);
        assert_eq!(self.agenda.is_due(Instant::from_nanos(self.now)), due);
        let popped = self.agenda.pop_until(Instant::from_nanos(limit));
        let first = self.sorted.first_entry().filter(|e| e.key().0 <= limit);
        let expected = first.map(|e| e.remove_entry());
        let expected = expected.map(|((at, _), (item, _))| (Instant::from_nanos(at), item));
        assert_eq!(popped, expected);
        self.now = popped.map_or(self.now, |(at, _)| at.as_nanos());
    }

    fn pick(&mut self, which: usize) -> Option<((u64, u64), (u32, Slot))> {
        let keys = self.sorted.len();
        let key = *self.sorted.keys().nth(which.checked_rem(keys)?)?;
        self.sorted.remove_entry(&key)
    }

    fn step(&mut self, step: &Step) {
        match *step {
            Step::Push { ahead } => self.push(ahead),
            Step::Pop { wait } => self.pop(wait),
            Step::Cancel { which } => {
                if let Some((key, (_, slot))) = self.pick(which) {
                    assert_eq!(self.agenda.time_of(slot).as_nanos(), key.0);
                    self.agenda.cancel(slot);
                }
            }
            Step::Reschedule { which, ahead } => {
                if let Some((_, (item, slot))) = self.pick(which) {
                    let at = self.now + ahead;
                    self.agenda.reschedule(slot, Instant::from_nanos(at));
                    self.sorted.insert((at, self.inserted), (item, slot));
                    self.inserted += 1;
                }
            }
        }
        assert_eq!(self.agenda.len(), self.sorted.len());
    }
}

proptest! {
    #[test]
    fn agrees_with_a_sorted_map(
        steps in prop::collection::vec(step(), 1..600),
        repeats in 1_usize..4,
    ) {
        let mut pair = Pair::default();
        for step in steps.iter().cycle().take(steps.len() * repeats) {
            pair.step(step);
        }
        while !pair.sorted.is_empty() {
            pair.pop(u64::MAX);
        }
        prop_assert_eq!(pair.agenda.pop(), None);
    }
}

#[test]
fn ties_stay_in_order_when_numbers_run_out() {
    let mut pair = Pair::default();
    for _ in 0..40 {
        pair.push(1_000);
    }
    for round in 0..20_000 {
        pair.push(if round % 7 == 0 { 1 << 45 } else { round % 5 });
        pair.pop(u64::MAX);
    }
}

#[test]
fn ten_thousand_items_over_hours_leave_in_order() {
    let mut pair = Pair::default();
    for i in 0..10_000 {
        pair.push((i * 7_919 % 10_007) * 1_000_000_000);
    }
    for i in 0..100_000 {
        pair.pop(u64::MAX);
        pair.push((i * 104_729 % 20_011) * 1_000_000_000);
    }
    assert!(pair.now > 3 * 3_600_000_000_000);
}
