//! Boards that are some places of a rectangle, with gaps between them.

use super::grid::Grid;
use super::shape::Shape;

/// Some places of a rectangle, numbered row by row.
#[derive(Clone, Debug)]
pub struct Places {
    grid: Grid,
    /// The place of every cell, ascending.
    places: Box<[usize]>,
}

impl Places {
    /// The board with these places of a rectangle.
    pub fn new(grid: Grid, mut places: Vec<usize>) -> Self {
        places.sort_unstable();
        places.dedup();
        Places { grid, places: places.into() }
    }

    /// The cell at a place of the rectangle, if it is on the board.
    pub fn at(&self, place: usize) -> Option<usize> {
        self.places.binary_search(&place).ok()
    }

    /// The cells row by row from the last row to the first: texts begin with the top row, cells with the bottom one.
    /// The rows must have the same lengths in either order; then this is also the way back.
    pub fn upside_down(&self, cells: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(cells.len());
        let mut end = cells.len();
        for length in self.rows() {
            out.extend_from_slice(&cells[end - length..end]);
            end -= length;
        }
        out
    }
}

impl Shape for Places {
    fn len(&self) -> usize {
        self.places.len()
    }

    fn rows(&self) -> impl Iterator<Item = usize> {
        self.places.chunk_by(|&a, &b| self.grid.row(a) == self.grid.row(b)).map(<[_]>::len)
    }

    fn frame(&self) -> [usize; 2] {
        [self.grid.rows, self.grid.columns]
    }

    fn spot(&self, cell: usize) -> usize {
        self.places[cell]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_numbered_by_rows() {
        let board = Places::new(Grid::new(3, 3), vec![7, 1, 3, 4, 5, 1]);
        assert_eq!((board.len(), board.frame()), (5, [3, 3]));
        assert_eq!(board.rows().collect::<Vec<_>>(), [1, 3, 1]);
        assert_eq!((0..5).map(|cell| board.at(board.spot(cell))).collect::<Vec<_>>(), [0, 1, 2, 3, 4].map(Some));
        assert_eq!((board.at(0), board.at(99)), (None, None));
        assert_eq!(board.upside_down(b"abcde"), b"ebcda");
        assert_eq!(board.upside_down(&board.upside_down(b"abcde")), b"abcde");
    }
}
