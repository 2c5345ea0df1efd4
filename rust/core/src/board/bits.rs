//! Fixed-size bit sets: one bit per cell, `W` words of 64 bits.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A set of cells `0..64 * W`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> Bits<W> {
    /// No cell.
    pub const EMPTY: Self = Bits([0; W]);

    /// The first `n` cells.
    pub fn first(n: usize) -> Self {
        let mut set = Self::EMPTY;
        for (i, word) in set.0.iter_mut().enumerate() {
            let here = n.saturating_sub(64 * i).min(64);
            *word = if here == 64 { !0 } else { (1 << here) - 1 };
        }
        set
    }

    /// One cell.
    #[inline]
    pub fn one(cell: usize) -> Self {
        let mut set = Self::EMPTY;
        set.insert(cell);
        set
    }

    /// Whether a cell is in the set.
    #[inline]
    pub fn has(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 != 0
    }

    /// Puts a cell in.
    #[inline]
    pub fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    /// Takes a cell out.
    #[inline]
    pub fn remove(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    /// Puts a cell in or takes it out, without a branch.
    #[inline]
    pub fn set(&mut self, cell: usize, is_in: bool) {
        let (word, bit) = (&mut self.0[cell / 64], cell % 64);
        *word = *word & !(1 << bit) | u64::from(is_in) << bit;
    }

    /// Whether there is no cell in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&w| w == 0)
    }

    /// Number of cells in it.
    #[inline]
    pub fn count(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether two sets share a cell.
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        !(*self & *other).is_empty()
    }

    /// The smallest cell.
    #[inline]
    pub fn lowest(&self) -> Option<usize> {
        self.0.iter().position(|&w| w != 0).map(|i| 64 * i + self.0[i].trailing_zeros() as usize)
    }

    /// Takes the smallest cell out. By indices the compiler knows, so that the words can stay in registers.
    #[inline]
    pub fn pop(&mut self) -> Option<usize> {
        for i in 0..W {
            if self.0[i] != 0 {
                let cell = 64 * i + self.0[i].trailing_zeros() as usize;
                self.0[i] &= self.0[i] - 1;
                return Some(cell);
            }
        }
        None
    }

    /// The cell with `n` smaller ones in the set (`n < count()`).
    #[inline]
    pub fn nth(&self, mut n: usize) -> usize {
        for (i, &word) in self.0.iter().enumerate() {
            let here = word.count_ones() as usize;
            if n < here {
                return 64 * i + select(word, n as u32) as usize;
            }
            n -= here;
        }
        unreachable!("nth: fewer cells than asked for")
    }

    /// How many cells of the set are smaller than this one; the inverse of [`nth`](Self::nth).
    #[inline]
    pub fn rank(&self, cell: usize) -> usize {
        let below = self.0[cell / 64] & ((1 << (cell % 64)) - 1);
        self.0[..cell / 64].iter().map(|w| w.count_ones() as usize).sum::<usize>() + below.count_ones() as usize
    }

    /// The cells in ascending order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<W> {
        let words = self.0;
        words.into_iter().enumerate().flat_map(|(i, word)| ones(word).map(move |bit| 64 * i + bit))
    }

    /// All cells moved up by so many (down, if negative; less than 64); what leaves the words is lost.
    #[inline]
    pub fn moved(self, by: isize) -> Self {
        if by < 0 { self >> by.unsigned_abs() } else { self << by.unsigned_abs() }
    }

    /// The cells of `self` that are not in `other`.
    #[inline]
    pub fn without(self, other: Self) -> Self {
        self & !other
    }
}

impl<const W: usize> FromIterator<usize> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

/// The positions of the set bits of a word, ascending.
#[inline]
pub fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if word == 0 {
            return None;
        }
        let bit = word.trailing_zeros() as usize;
        word &= word - 1;
        Some(bit)
    })
}

/// The position of the `n`-th (from 0) set bit of a word that has more than `n`.
///
/// No branches: counts by byte, summed up by one multiplication, tell the byte (Vigna, "Broadword implementation of
/// rank/select queries", 2008), and a table the bit in it.
#[inline]
pub fn select(word: u64, n: u32) -> u32 {
    const LOW: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let pairs = word - ((word >> 1) & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
    let up_to = ((nibbles + (nibbles >> 4)) & 0x0F0F_0F0F_0F0F_0F0F).wrapping_mul(LOW);
    let passed = ((u64::from(n) * LOW + HIGH) - up_to) & HIGH;
    let at = passed.count_ones() * 8;
    let rest = n - ((up_to << 8) >> at) as u32 % 256;
    at + u32::from(IN_BYTE[rest as usize % 8][(word >> at) as usize % 256])
}

/// By number and byte: the place of that set bit.
static IN_BYTE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut n, mut bit) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                table[n][byte] = bit;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

// Loops by index, for calls into array iterators (`zip`, `map`, `from_fn`) are not always compiled away.
macro_rules! bitwise {
    ($trait:ident $fn:ident $assign:ident $assign_fn:ident $op:tt) => {
        impl<const W: usize> $trait for Bits<W> {
            type Output = Self;
            #[inline]
            fn $fn(self, other: Self) -> Self {
                let mut out = Self::EMPTY;
                for i in 0..W {
                    out.0[i] = self.0[i] $op other.0[i];
                }
                out
            }
        }
        impl<const W: usize> $assign for Bits<W> {
            #[inline]
            fn $assign_fn(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    };
}
bitwise!(BitAnd bitand BitAndAssign bitand_assign &);
bitwise!(BitOr bitor BitOrAssign bitor_assign |);
bitwise!(BitXor bitxor BitXorAssign bitxor_assign ^);

impl<const W: usize> Not for Bits<W> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        let mut out = Self::EMPTY;
        for i in 0..W {
            out.0[i] = !self.0[i];
        }
        out
    }
}

/// Moves every cell up by `n`; what leaves the top is lost. `n < 64`.
impl<const W: usize> Shl<usize> for Bits<W> {
    type Output = Self;
    #[inline]
    fn shl(self, n: usize) -> Self {
        let mut out = Self::EMPTY;
        for i in (0..W).rev() {
            let carry = if i > 0 && n > 0 { self.0[i - 1] >> (64 - n) } else { 0 };
            out.0[i] = self.0[i] << n | carry;
        }
        out
    }
}

/// Moves every cell down by `n`; what leaves the bottom is lost. `n < 64`.
impl<const W: usize> Shr<usize> for Bits<W> {
    type Output = Self;
    #[inline]
    fn shr(self, n: usize) -> Self {
        let mut out = Self::EMPTY;
        for i in 0..W {
            let carry = if i + 1 < W && n > 0 { self.0[i + 1] << (64 - n) } else { 0 };
            out.0[i] = self.0[i] >> n | carry;
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    #[test]
    fn select_counts_in_full_words() {
        assert!((0..64).all(|n| select(!0, n) == n));
        assert!((0..32).all(|n| select(0xAAAA_AAAA_AAAA_AAAA, n) == 2 * n + 1));
    }

    proptest! {
        #[test]
        fn agrees_with_an_ordinary_set(cells in proptest::collection::btree_set(0usize..192, 0..80), n in 0usize..64) {
            let mut set = Bits::<3>::EMPTY;
            cells.iter().for_each(|&c| set.insert(c));
            prop_assert_eq!(set.count(), cells.len());
            prop_assert_eq!(set.iter().collect::<BTreeSet<_>>(), cells.clone());
            prop_assert_eq!(set.lowest(), cells.first().copied());
            let mut left = set;
            prop_assert_eq!(std::iter::from_fn(|| left.pop()).collect::<BTreeSet<_>>(), cells.clone());
            for (i, &c) in cells.iter().enumerate() {
                prop_assert!(set.has(c));
                prop_assert_eq!((set.nth(i), set.rank(c)), (c, i));
            }
            let (mut with, mut without) = (set, set);
            with.set(n, true);
            without.set(n, false);
            prop_assert_eq!((with, without), (set | Bits::one(n), set.without(Bits::one(n))));
            let up: BTreeSet<_> = cells.iter().map(|c| c + n).filter(|&c| c < 192).collect();
            let down: BTreeSet<_> = cells.iter().filter(|&&c| c >= n).map(|c| c - n).collect();
            prop_assert_eq!((set << n).iter().collect::<BTreeSet<_>>(), up);
            prop_assert_eq!((set >> n).iter().collect::<BTreeSet<_>>(), down);
            prop_assert_eq!(Bits::<3>::first(n).count(), n);
        }
    }
}
