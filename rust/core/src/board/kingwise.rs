//! Sets of cells that touch kingwise, along sides or at corners: growth by whole-board shifts, and whether a set is
//! connected.

use super::bitboard::Bitboard;
use super::grid::Grid;

/// Kingwise neighbours on a rectangle of `COLUMNS` columns.
#[derive(Clone, Copy, Debug)]
pub struct Kingwise<B, const COLUMNS: usize> {
    /// The cells with a neighbour on the right, and those with one on the left.
    sides: [B; 2],
}

impl<B: Bitboard, const COLUMNS: usize> Kingwise<B, COLUMNS> {
    /// The neighbours on a board of so many rows.
    pub fn new(rows: usize) -> Self {
        let grid = Grid::new(COLUMNS, rows);
        assert!(grid.len() <= B::MOST, "too many cells for one number");
        let outside = |column: usize| {
            let inside = (0..grid.len()).filter(|&cell| grid.column(cell) != column);
            inside.fold(B::EMPTY, |set, cell| set | B::one(cell))
        };
        Kingwise { sides: [outside(COLUMNS - 1), outside(0)] }
    }

    /// The neighbours of the cells of a set; some of its own cells may be among them, and places behind the last row.
    #[inline(always)]
    pub fn around(&self, set: B) -> B {
        let beside = (set & self.sides[0]).moved(1) | (set & self.sides[1]).moved(-1);
        let wide = set | beside;
        beside | wide.moved(COLUMNS as i32) | wide.moved(-(COLUMNS as i32))
    }

    /// Whether all cells of a set hang together, as one cell does, and no cell.
    ///
    /// Most sets that do not are told by a cell without a neighbour, so that is looked for before anything is grown.
    #[inline]
    pub fn is_connected(&self, set: B) -> bool {
        if set.without(self.around(set)).any() {
            return !set.is_many();
        }
        let mut group = set.without(set.rest());
        loop {
            let grown = group | (self.around(group) & set);
            let grown = grown | (self.around(grown) & set);
            if grown == group {
                return group == set;
            }
            group = grown;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::bits::Bits;
    use crate::board::graph::Graph;
    use crate::board::grid::KINGWISE;
    use proptest::prelude::*;

    fn agrees<B: Bitboard, const COLUMNS: usize>(rows: usize, cells: &[usize]) {
        let grid = Grid::new(COLUMNS, rows);
        let (kingwise, board) = (Kingwise::<B, COLUMNS>::new(rows), B::first(grid.len()));
        let graph = Graph::<2>::new(grid.len(), |cell| KINGWISE.iter().filter_map(move |&d| grid.step(cell, d)));
        let set: Bits<2> = cells.iter().copied().filter(|&cell| cell < grid.len()).collect();
        let packed = set.iter().fold(B::EMPTY, |packed, cell| packed | B::one(cell));
        assert_eq!((kingwise.around(packed) & board).cells().collect::<Bits<2>>(), graph.around(&set));
        assert_eq!(kingwise.is_connected(packed), graph.groups(&set).count() < 2);
    }

    proptest! {
        #[test]
        fn agrees_with_a_graph(cells in proptest::collection::vec(0usize..81, 0..50), few in 0usize..6) {
            for cells in [&cells[..], &cells[..few.min(cells.len())]] {
                agrees::<u64, 8>(8, cells);
                agrees::<u64, 5>(3, cells);
                agrees::<u128, 9>(9, cells);
            }
        }
    }
}
