//! The eight cells around a cell of a square board, cut into sectors: whether a stone joins or parts anything.
//!
//! Side neighbours that are not in a set cut the circle of the eight; what is not on the board is not in the set. The
//! cells of the set between two cuts are a sector: they are connected with each other kingwise. A new stone in the
//! middle joins the sectors; if two of them are connected already, it parts the other cells, those connected by their
//! sides.

use super::bits::{Bits, ones};
use super::grid::Grid;

/// What stands around the cells of a board, as eight bits in the order of the cells.
#[derive(Clone, Debug)]
pub struct Circles {
    size: usize,
    /// By cell, which of the eight are on the board.
    on_board: Box<[u8]>,
    /// By what is own of the eight, one stone of each sector.
    sectors: [u8; 256],
}

impl Circles {
    /// The circles of a square board of at most 9 x 9 cells.
    pub fn new(grid: Grid) -> Self {
        /// The eight bits as they follow each other around the stone, beginning above it: every other one is a side
        /// neighbour.
        const ROUND: [usize; 8] = [1, 2, 4, 7, 6, 5, 3, 0];
        let ways = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
        let mask = |cell| (0..8).filter(|&i| grid.step(cell, ways[i]).is_some()).map(|i| 1 << i).sum();
        let sectors = std::array::from_fn(|own| {
            let is_own = |place: usize| own >> ROUND[place % 8] & 1 != 0;
            let begin = [0, 2, 4, 6].into_iter().find(|&place| !is_own(place)).unwrap_or(0);
            let (mut found, mut is_new) = (0, true);
            for place in begin..begin + 8 {
                if is_own(place) {
                    found |= u8::from(is_new) << ROUND[place % 8];
                    is_new = false;
                } else if place % 2 == 0 {
                    is_new = true;
                }
            }
            found
        });
        Circles { size: grid.columns, on_board: (0..grid.len()).map(mask).collect(), sectors }
    }

    /// One own stone of each sector around a cell.
    #[inline]
    pub fn sectors(&self, own: &Bits<2>, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let n = self.size;
        let all = u128::from(own.0[0]) | u128::from(own.0[1]) << 64;
        let near = (all << (n + 1) >> cell) as u64; // from the upper left neighbour on
        let row = |at: usize| near >> at & 7;
        let around = row(0) | (row(n) & 1) << 3 | (row(n) & 4) << 2 | row(2 * n) << 5;
        let found = self.sectors[(around as u8 & self.on_board[cell]) as usize];
        let ways = [0, 1, 2, n, n + 2, 2 * n, 2 * n + 1, 2 * n + 2];
        ones(found.into()).map(move |way| cell + ways[way] - (n + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sectors_lie_between_side_neighbours_that_are_not_own() {
        let grid = Grid::new(9, 9);
        let circles = Circles::new(grid);
        let sectors = |middle: usize, own: &[usize]| {
            let own = own.iter().copied().collect();
            circles.sectors(&own, middle).collect::<Vec<_>>()
        };
        let [above, left, right, below] = [31, 39, 41, 49];
        assert_eq!(sectors(40, &[]), []);
        assert_eq!(sectors(40, &[30, 32, 48, 50]), [30, 32, 48, 50]);
        assert_eq!(sectors(40, &[above, left, right, below, 30, 32, 48, 50]).len(), 1);
        assert_eq!(sectors(40, &[above, right]).len(), 1);
        assert_eq!(sectors(40, &[above, below, 30, 48]).len(), 2);
        // At the left border the cells at the end of the row before are no neighbours.
        assert_eq!(sectors(9, &[8, 17, 26]), []);
        assert_eq!(sectors(0, &[1, 9, 10]).len(), 1);
        assert_eq!(sectors(80, &[79, 71, 70]).len(), 1);
    }
}
