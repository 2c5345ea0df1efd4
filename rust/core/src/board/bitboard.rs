//! Sets of cells in one machine number, for boards of up to 64 cells (`u64`) or 128 (`u128`).
//!
//! [`Bits`](super::bits::Bits) serves boards of any size; these are for games that live on whole-board arithmetic.

use super::bits::select;
use crate::rng::mix;
use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of cells, as a number with one bit per cell.
pub trait Bitboard:
    Copy
    + Eq
    + Default
    + Debug
    + Send
    + Sync
    + 'static
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// The number of cells it has room for.
    const MOST: usize;
    /// No cell.
    const EMPTY: Self;
    /// One cell.
    fn one(cell: usize) -> Self;
    /// The first `n` cells.
    fn first(n: usize) -> Self;
    /// Whether a cell is in the set.
    fn has(self, cell: usize) -> bool;
    /// Whether there is no cell in it.
    fn is_empty(self) -> bool;
    /// Whether there are two cells or more in it.
    fn is_many(self) -> bool;
    /// Number of cells in it.
    fn count(self) -> usize;
    /// The smallest cell of a set that is not empty.
    fn lowest(self) -> usize;
    /// The set without its smallest cell.
    fn rest(self) -> Self;
    /// The cell with `n` smaller ones in the set (`n < count()`).
    fn nth(self, n: usize) -> usize;
    /// All cells moved up by so many (down, if negative); what leaves the number is lost.
    fn moved(self, by: i32) -> Self;
    /// All cells up to the smallest one of the set, it included; all there are if the set is empty.
    fn until_lowest(self) -> Self;
    /// All cells from the largest one of the set on, it included; all there are if the set is empty.
    fn since_highest(self) -> Self;

    /// The set and a number, mixed to a key.
    fn mixed(self, with: u64) -> u64;

    /// Whether two sets share a cell.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The cells of `self` that are not in `other`.
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self & !other
    }

    /// Whether there is a cell in it.
    #[inline(always)]
    fn any(self) -> bool {
        !self.is_empty()
    }

    /// The cells in ascending order.
    #[inline(always)]
    fn cells(self) -> Cells<Self> {
        Cells(self)
    }
}

/// The cells of a set in ascending order.
#[derive(Clone, Copy)]
pub struct Cells<B>(B);

impl<B: Bitboard> Iterator for Cells<B> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let cell = self.0.lowest();
        self.0 = self.0.rest();
        Some(cell)
    }
}

macro_rules! bitboard {
    ($word:ident, $nth:expr, $mixed:expr) => {
        impl Bitboard for $word {
            const MOST: usize = $word::BITS as usize;
            const EMPTY: Self = 0;
            #[inline(always)]
            fn one(cell: usize) -> Self {
                1 << (cell % $word::BITS as usize)
            }
            #[inline(always)]
            fn first(n: usize) -> Self {
                if n >= $word::BITS as usize { !0 } else { (1 << n) - 1 }
            }
            #[inline(always)]
            fn has(self, cell: usize) -> bool {
                self >> (cell % $word::BITS as usize) & 1 != 0
            }
            #[inline(always)]
            fn is_empty(self) -> bool {
                self == 0
            }
            #[inline(always)]
            fn is_many(self) -> bool {
                self.rest() != 0
            }
            #[inline(always)]
            fn count(self) -> usize {
                self.count_ones() as usize
            }
            #[inline(always)]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline(always)]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn nth(self, n: usize) -> usize {
                $nth(self, n)
            }
            #[inline(always)]
            fn moved(self, by: i32) -> Self {
                if by < 0 { self >> by.unsigned_abs() } else { self << by as u32 }
            }
            #[inline(always)]
            fn until_lowest(self) -> Self {
                self ^ self.wrapping_sub(1)
            }
            #[inline(always)]
            fn since_highest(self) -> Self {
                !0 << (self | 1).ilog2()
            }
            #[inline(always)]
            fn mixed(self, with: u64) -> u64 {
                $mixed(self, with)
            }
        }
    };
}

bitboard!(u64, |set: u64, n: usize| select(set, n as u32) as usize, |set: u64, with: u64| mix(with, set));
bitboard!(
    u128,
    |set: u128, n: usize| {
        let (low, here) = (set as u64, (set as u64).count_ones() as usize);
        if n < here {
            select(low, n as u32) as usize
        } else {
            64 + select((set >> 64) as u64, (n - here) as u32) as usize
        }
    },
    |set: u128, with: u64| mix(mix(with, set as u64), (set >> 64) as u64)
);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn agrees<B: Bitboard>(cells: &std::collections::BTreeSet<usize>, size: usize) {
        let set = cells.iter().fold(B::EMPTY, |set, &c| set | B::one(c));
        assert_eq!(set.cells().collect::<Vec<_>>(), cells.iter().copied().collect::<Vec<_>>());
        assert_eq!((set.count(), set.is_empty(), set.is_many()), (cells.len(), cells.is_empty(), cells.len() > 1));
        assert!(cells.iter().enumerate().all(|(n, &c)| set.nth(n) == c && set.has(c)));
        let lowest = cells.first().map_or(size, |&c| c + 1);
        assert_eq!(set.until_lowest(), B::first(lowest));
        assert_eq!(set.since_highest(), !B::first(cells.last().copied().unwrap_or(0)));
        for by in [-9i32, -1, 0, 1, 10] {
            let moved = cells.iter().filter_map(|&c| c.checked_add_signed(by as isize)).filter(|&c| c < size);
            assert_eq!(set.moved(by).cells().collect::<Vec<_>>(), moved.collect::<Vec<_>>());
        }
    }

    proptest! {
        #[test]
        fn agree_with_ordinary_sets(cells in proptest::collection::btree_set(0usize..128, 0..40)) {
            agrees::<u128>(&cells, 128);
            agrees::<u64>(&cells.into_iter().filter(|&c| c < 64).collect(), 64);
        }
    }
}
