//! Sets of squares as bits: 64, 128 or 256 bits, depending on the board size.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A set of squares, one bit each.
pub trait Word:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Maximum number of squares.
    const BITS: usize;
    /// The empty set.
    const NONE: Self;

    /// The set of one square.
    fn bit(index: usize) -> Self;
    /// Number of squares in the set.
    fn count(self) -> u32;
    /// The first square. The set must not be empty.
    fn first(self) -> usize;
    /// The 64-bit limbs of the set, lowest first.
    fn limbs(self) -> impl Iterator<Item = u64>;

    /// The `length` squares from `start` on, at most sixteen, as the low bits of a number.
    fn row(self, start: usize, length: u32) -> u32;

    /// Whether the set is empty.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::NONE
    }
    /// The squares in ascending order.
    #[inline]
    fn squares(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            (!self.is_empty()).then(|| {
                let first = self.first();
                self ^= Self::bit(first);
                first
            })
        })
    }
}

macro_rules! integer_word {
    ($word:ty, $limbs:expr) => {
        impl Word for $word {
            const BITS: usize = <$word>::BITS as usize;
            const NONE: $word = 0;

            #[inline]
            fn bit(index: usize) -> $word {
                1 << index
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline]
            fn limbs(self) -> impl Iterator<Item = u64> {
                (0..$limbs).map(move |n| (self >> (64 * n)) as u64)
            }
            #[inline]
            fn row(self, start: usize, length: u32) -> u32 {
                (self >> start) as u32 & ((1 << length) - 1)
            }
        }
    };
}

integer_word!(u64, 1);
integer_word!(u128, 2);

/// A set of up to 256 squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Wide([u64; 4]);

impl Wide {
    #[inline]
    fn zip(self, other: Wide, with: impl Fn(u64, u64) -> u64) -> Wide {
        Wide(std::array::from_fn(|n| with(self.0[n], other.0[n])))
    }
}

impl BitAnd for Wide {
    type Output = Wide;
    #[inline]
    fn bitand(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a & b)
    }
}
impl BitOr for Wide {
    type Output = Wide;
    #[inline]
    fn bitor(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a | b)
    }
}
impl BitXor for Wide {
    type Output = Wide;
    #[inline]
    fn bitxor(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a ^ b)
    }
}
impl BitAndAssign for Wide {
    #[inline]
    fn bitand_assign(&mut self, other: Wide) {
        *self = *self & other;
    }
}
impl BitOrAssign for Wide {
    #[inline]
    fn bitor_assign(&mut self, other: Wide) {
        *self = *self | other;
    }
}
impl BitXorAssign for Wide {
    #[inline]
    fn bitxor_assign(&mut self, other: Wide) {
        *self = *self ^ other;
    }
}
impl Not for Wide {
    type Output = Wide;
    #[inline]
    fn not(self) -> Wide {
        Wide(self.0.map(|limb| !limb))
    }
}
/// Shifts by less than 64 bits, which is enough for neighbours.
impl Shl<u32> for Wide {
    type Output = Wide;
    #[inline]
    fn shl(self, by: u32) -> Wide {
        let carried = |n: usize| if n == 0 || by == 0 { 0 } else { self.0[n - 1] >> (64 - by) };
        Wide(std::array::from_fn(|n| self.0[n] << by | carried(n)))
    }
}
/// Shifts by less than 64 bits, which is enough for neighbours.
impl Shr<u32> for Wide {
    type Output = Wide;
    #[inline]
    fn shr(self, by: u32) -> Wide {
        let carried = |n: usize| if n == 3 || by == 0 { 0 } else { self.0[n + 1] << (64 - by) };
        Wide(std::array::from_fn(|n| self.0[n] >> by | carried(n)))
    }
}

impl Word for Wide {
    const BITS: usize = 256;
    const NONE: Wide = Wide([0; 4]);

    #[inline]
    fn bit(index: usize) -> Wide {
        let mut limbs = [0; 4];
        limbs[index / 64] = 1 << (index % 64);
        Wide(limbs)
    }
    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|limb| limb.count_ones()).sum()
    }
    #[inline]
    fn first(self) -> usize {
        let limb = self.0.iter().position(|limb| *limb != 0).unwrap_or(3);
        64 * limb + self.0[limb].trailing_zeros() as usize
    }
    #[inline]
    fn limbs(self) -> impl Iterator<Item = u64> {
        self.0.into_iter()
    }
    #[inline]
    fn row(self, start: usize, length: u32) -> u32 {
        let (limb, shift) = (start / 64, start % 64);
        let next = self.0.get(limb + 1).map_or(0, |next| u128::from(*next));
        let two = u128::from(self.0[limb]) | next << 64;
        (two >> shift) as u32 & ((1 << length) - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_set_lists_its_squares_and_shifts_them_across_limbs() {
        let squares = [0, 5, 63, 64, 127, 128, 200, 255];
        let set = squares.iter().fold(Wide::NONE, |set, n| set | Wide::bit(*n));
        assert_eq!(set.squares().collect::<Vec<_>>(), squares);
        assert_eq!(set.count(), 8);
        for by in [0, 1, 16] {
            let moved = |keep: &dyn Fn(usize) -> Option<usize>| -> Vec<usize> {
                squares.iter().filter_map(|n| keep(*n)).collect()
            };
            let up = moved(&|n| Some(n + by as usize).filter(|n| *n < 256));
            let down = moved(&|n| n.checked_sub(by as usize));
            assert_eq!((set << by).squares().collect::<Vec<_>>(), up);
            assert_eq!((set >> by).squares().collect::<Vec<_>>(), down);
        }
        assert_eq!((!Wide::NONE).count(), 256);
        for start in [0, 1, 60, 63, 64, 120, 190, 240] {
            let expected: u32 =
                squares.iter().filter(|n| (start..start + 16).contains(*n)).map(|n| 1 << (n - start)).sum();
            assert_eq!(set.row(start, 16), expected, "from {start}");
        }
    }
}
