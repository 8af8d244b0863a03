//! The bytes of an index key: Oracle's NUMBER format, and the same bytes reversed.
use std::fmt;

/// The stored bytes of one indexed NUMBER, at most eight, ordered as `memcmp` orders them.
///
/// The bytes stand left-aligned in a `u64`. No byte of a NUMBER is zero, so the zeros on the right
/// say where the key ends and comparing integers compares bytes, a prefix before its extensions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(u64);

impl Key {
    /// Below every key: the low end of the leftmost leaf.
    pub const MIN: Key = Key(0);
    /// Above every key: the high end of the rightmost leaf.
    pub const MAX: Key = Key(u64::MAX);
    /// The largest number whose bytes always fit: 14 digits, a 6-digit prefix and 8 more.
    pub const LARGEST_NUMBER: u64 = 99_999_999_999_999;

    /// Encodes a number: an exponent byte, then each base-100 digit plus one without trailing
    /// zero digits, so 12345 is C3 02 18 2E and 100 is C2 02.
    ///
    /// Panics above [`Key::LARGEST_NUMBER`].
    pub fn number(number: u64) -> Key {
        assert!(number <= Key::LARGEST_NUMBER, "{number} has more than 14 digits");
        if number == 0 {
            return Key(0x80 << 56);
        }
        let (mut exponent, mut rest) = (0xC0, number);
        while rest.is_multiple_of(100) {
            rest /= 100;
            exponent += 1;
        }
        let (mut digits, mut width) = (0, 0);
        while rest > 0 {
            digits |= (rest % 100 + 1) << width;
            rest /= 100;
            exponent += 1;
            width += 8;
        }
        Key((exponent << width | digits) << (56 - width))
    }

    /// The same bytes in reverse order, as a REVERSE index stores them.
    pub fn reversed(self) -> Key {
        let swapped = self.0.swap_bytes();
        Key(swapped.checked_shl(swapped.leading_zeros() & !7).unwrap_or(0))
    }

    /// Number of bytes stored, without the length byte.
    pub fn size(self) -> u32 {
        8 - self.0.trailing_zeros() / 8
    }

    /// The shortest prefix of `right` that is above `left`, as a branch block keeps it; all of
    /// `right` if both are equal.
    pub(super) fn separator(left: Key, right: Key) -> Key {
        debug_assert!(left <= right);
        let first_difference = (left.0 ^ right.0).leading_zeros() & !7;
        Key(right.0 & !(u64::MAX.checked_shr(first_difference + 8).unwrap_or(0)))
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.0.to_be_bytes();
        for (index, byte) in bytes[..self.size() as usize].iter().enumerate() {
            write!(f, "{}{byte:02X}", if index == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Number, stored bytes, reversed bytes.
    const EXAMPLES: [(u64, &str, &str); 14] = [
        (0, "80", "80"),
        (1, "C1 02", "02 C1"),
        (19, "C1 14", "14 C1"),
        (20, "C1 15", "15 C1"),
        (21, "C1 16", "16 C1"),
        (99, "C1 64", "64 C1"),
        (100, "C2 02", "02 C2"),
        (10_000, "C3 02", "02 C3"),
        (12_345, "C3 02 18 2E", "2E 18 02 C3"),
        (12_346, "C3 02 18 2F", "2F 18 02 C3"),
        (12_445, "C3 02 19 2E", "2E 19 02 C3"),
        (12_300, "C3 02 18", "18 02 C3"),
        (1_234_567, "C4 02 18 2E 44", "44 2E 18 02 C4"),
        (Key::LARGEST_NUMBER, "C7 64 64 64 64 64 64 64", "64 64 64 64 64 64 64 C7"),
    ];

    #[test]
    fn numbers_are_stored_as_oracle_stores_them() {
        for (number, stored, reversed) in EXAMPLES {
            let key = Key::number(number);
            assert_eq!(format!("{key:?}"), stored);
            assert_eq!(format!("{:?}", key.reversed()), reversed);
            assert_eq!(key.size() as usize, stored.split(' ').count());
        }
    }

    #[test]
    fn a_separator_is_the_shortest_prefix_that_tells_two_keys_apart() {
        let separator = |left, right| Key::separator(Key::number(left), Key::number(right));
        assert_eq!(format!("{:?}", separator(12_345, 12_346)), "C3 02 18 2F");
        assert_eq!(format!("{:?}", separator(12_299, 12_301)), "C3 02 18");
        assert_eq!(format!("{:?}", separator(99, 100)), "C2");
        assert_eq!(separator(100, 100), Key::number(100));
        assert_eq!(Key::separator(Key::MIN, Key::number(12_345)).size(), 1);
    }

    proptest! {
        #[test]
        fn keys_order_as_their_numbers_and_reversed_keys_as_their_bytes(
            a in 0..=Key::LARGEST_NUMBER, b in 0..=Key::LARGEST_NUMBER
        ) {
            prop_assert_eq!(Key::number(a).cmp(&Key::number(b)), a.cmp(&b));
            prop_assert_eq!(Key::number(a).reversed().reversed(), Key::number(a));
            let bytes = |number| {
                let mut bytes = Key::number(number).0.to_be_bytes().to_vec();
                bytes.truncate(Key::number(number).size() as usize);
                bytes.reverse();
                bytes
            };
            let (left, right) = (Key::number(a).reversed(), Key::number(b).reversed());
            prop_assert_eq!(left.cmp(&right), bytes(a).cmp(&bytes(b)));
            let (left, right) = (left.min(right), left.max(right));
            let separator = Key::separator(left, right);
            prop_assert!(separator <= right && (left < separator || left == right));
        }
    }
}
