//! The dark squares of a checkered board in one word.
//!
//! Squares have the numbers of draughts less one: row by row from the top, the top left corner being light. Two
//! rows take `2 * half + 1` bits: the first row, the second, and a bit no square has. So a diagonal step is
//! one and the same shift from every square, and a step over an edge meets a bit that no square has.

/// A direction: 0 up left, 1 up right, 2 down left, 3 down right. From one square, a neighbour in a
/// higher direction has a higher number; `3 - d` leads back.
pub type Direction = usize;

/// A board with `half` dark squares in each of its `2 * half` rows; `half` is at most 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dark {
    /// Dark squares per row.
    pub half: u32,
    /// All squares.
    pub all: u64,
}

impl Dark {
    /// The board.
    pub const fn new(half: u32) -> Self {
        assert!(half >= 1 && half <= 5);
        let (mut all, mut pair) = (0, 0);
        while pair < half {
            all |= ((1 << (2 * half)) - 1) << (pair * (2 * half + 1));
            pair += 1;
        }
        Dark { half, all }
    }

    /// Number of rows, and of columns.
    pub const fn size(self) -> usize {
        2 * self.half as usize
    }

    /// Number of squares.
    pub const fn len(self) -> usize {
        self.half as usize * self.size()
    }

    /// Whether there are no squares.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The bit of a square.
    #[inline]
    pub const fn bit(self, square: usize) -> u64 {
        1 << (square + square / self.size())
    }

    /// The square of a bit, or the first one of several.
    #[inline]
    pub const fn square(self, bit: u64) -> usize {
        let at = bit.trailing_zeros() as usize;
        at - at / (self.size() + 1)
    }

    /// The squares of a set in ascending order.
    pub fn squares(self, set: u64) -> impl Iterator<Item = usize> {
        each(set).map(move |bit| self.square(bit))
    }

    /// The squares of a row, counted from the top.
    pub const fn row(self, row: usize) -> u64 {
        let half = self.half as usize;
        ((1 << half) - 1) * self.bit(row * half)
    }

    /// The cell `row * size + column` of a square, rows from the top.
    pub const fn cell(self, square: usize) -> usize {
        let (row, place) = (square / self.half as usize, square % self.half as usize);
        row * self.size() + 2 * place + (1 - row % 2)
    }

    /// A whole set moved `n` steps. What leaves the board is on no square, but may come back if moved on:
    /// mask each step (or know that the way is on the board).
    #[inline(always)]
    pub const fn go(self, set: u64, direction: Direction, n: u32) -> u64 {
        match direction {
            0 => set >> (n * (self.half + 1)),
            1 => set >> (n * self.half),
            2 => set << (n * self.half),
            _ => set << (n * (self.half + 1)),
        }
    }

    /// A whole set moved one step, see [`go`](Self::go).
    #[inline(always)]
    pub const fn step(self, set: u64, direction: Direction) -> u64 {
        self.go(set, direction, 1)
    }

    /// The bits from a square (left out) to the edge.
    pub fn ray(self, bit: u64, direction: Direction) -> impl Iterator<Item = u64> {
        let next = move |&at: &u64| Some(self.step(at, direction) & self.all).filter(|&to| to != 0);
        std::iter::successors(next(&bit), next)
    }
}

/// The single bits of a set, lowest first.
#[inline]
pub fn each(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::grid::Grid;

    #[test]
    fn steps_agree_with_rows_and_columns() {
        for half in 1..=5 {
            let board = Dark::new(half);
            let grid = Grid::new(board.size(), board.size());
            assert_eq!(board.squares(board.all).collect::<Vec<_>>(), (0..board.len()).collect::<Vec<_>>());
            for square in 0..board.len() {
                assert_eq!(board.square(board.bit(square)), square);
                assert!(board.row(square / half as usize) & board.bit(square) != 0);
                for (direction, by) in [(-1, -1), (1, -1), (-1, 1), (1, 1)].into_iter().enumerate() {
                    let ours: Vec<_> =
                        board.ray(board.bit(square), direction).map(|b| board.cell(board.square(b))).collect();
                    assert_eq!(ours, grid.ray(board.cell(square), by).collect::<Vec<_>>());
                }
            }
        }
    }
}
