//! Dense numbers for moves from cell to cell: every move the geometry of a board allows, in the order of start and
//! target.

use super::bits::Bits;
use std::ops::Range;

/// The moves of a board, numbered.
#[derive(Clone, Debug)]
pub struct Pairs<const W: usize> {
    /// By cell, the number of its first move; at the end the number of all.
    first: Box<[u32]>,
    /// By cell, its targets.
    targets: Box<[Bits<W>]>,
    /// Start and target by number.
    ends: Box<[(u16, u16)]>,
}

impl<const W: usize> Pairs<W> {
    /// Numbers the moves of `n` cells; `targets` gives those of one.
    pub fn new(n: usize, targets: impl Fn(usize) -> Bits<W>) -> Self {
        let targets: Box<[Bits<W>]> = (0..n).map(targets).collect();
        let (mut first, mut ends) = (vec![0], Vec::new());
        for (from, set) in targets.iter().enumerate() {
            ends.extend(set.iter().map(|to| (from as u16, to as u16)));
            first.push(ends.len() as u32);
        }
        Pairs { first: first.into(), targets, ends: ends.into() }
    }

    /// Number of moves.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no moves.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Start and target of a move.
    #[inline]
    pub fn ends(&self, number: usize) -> (usize, usize) {
        let (from, to) = self.ends[number];
        (from.into(), to.into())
    }

    /// The number of a move; `None` if there is no such move.
    #[inline]
    pub fn number(&self, from: usize, to: usize) -> Option<usize> {
        let targets = self.targets.get(from)?;
        (to < 64 * W && targets.has(to)).then(|| self.first[from] as usize + targets.rank(to))
    }

    /// The targets of the moves from a cell.
    #[inline]
    pub fn targets(&self, from: usize) -> &Bits<W> {
        &self.targets[from]
    }

    /// The numbers of all moves from a cell, in the order of their targets.
    #[inline]
    pub fn all_from(&self, from: usize) -> Range<usize> {
        self.first[from] as usize..self.first[from + 1] as usize
    }

    /// The numbers of the moves from a cell to some of its targets, ascending.
    #[inline]
    pub fn numbers(&self, from: usize, to: Bits<W>) -> impl Iterator<Item = usize> {
        to.iter().map(move |to| self.first[from] as usize + self.targets[from].rank(to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_ends_are_inverse() {
        let knight = |cell: usize| (0..100).filter(|&to| [8, 12, 19, 21].contains(&cell.abs_diff(to))).collect();
        let pairs = Pairs::<2>::new(100, knight);
        let all: Vec<usize> = (0..100).flat_map(|from| pairs.numbers(from, knight(from)).collect::<Vec<_>>()).collect();
        assert_eq!(all, (0..pairs.len()).collect::<Vec<_>>());
        assert_eq!(all, (0..100).flat_map(|from| pairs.all_from(from)).collect::<Vec<_>>());
        for number in 0..pairs.len() {
            let (from, to) = pairs.ends(number);
            assert_eq!(pairs.number(from, to), Some(number));
        }
        assert_eq!((pairs.number(0, 1), pairs.number(0, 1000), pairs.number(100, 0)), (None, None, None));
    }
}
