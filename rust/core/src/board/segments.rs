//! Ways along lines, and whether all cells of one are free: on square boards up to 32 x 32, for pieces that slide.
//!
//! The taken cells are kept as lines: each row, column and diagonal is a word with a bit for every place taken. A way
//! is a run of places on one line, so it is looked through in one step, however long. On boards up to 10 x 10
//! [`reach`](super::reach) tells how far one can go as well.

use super::grid::Grid;

/// The taken cells by line; a board has [`lines`] of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken<const L: usize>(pub(super) [u32; L]);

/// The number of lines of a square board.
pub const fn lines(size: usize) -> usize {
    6 * size - 2
}

/// A way along a line, without the cell where it begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Way {
    places: u32,
    line: u8,
}

/// The lines of a board.
#[derive(Clone, Debug)]
pub struct Segments(pub(super) Box<[Spot]>);

/// The four lines through a cell (row, column, rising and falling diagonal), and its place on each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) line: [u8; 4],
    pub(super) place: [u8; 4],
}

impl<const L: usize> Taken<L> {
    /// No cell is taken.
    pub const NONE: Self = Taken([0; L]);

    /// Whether all cells of a way are free.
    #[inline]
    pub fn is_free(&self, way: Way) -> bool {
        self.0[way.line as usize] & way.places == 0
    }
}

impl Segments {
    /// The lines of a square board.
    pub fn new(size: usize) -> Self {
        assert!(size <= 32, "lines are at most 32 long");
        let grid = Grid::new(size, size);
        let spot = |cell| {
            let (c, r) = (grid.column(cell), grid.row(cell));
            let line = [r, size + c, 3 * size - 1 + r - c, 4 * size - 1 + r + c].map(|line| line as u8);
            Spot { line, place: [c, r, c, c].map(|place| place as u8) }
        };
        Segments((0..grid.len()).map(spot).collect())
    }

    /// Takes a free cell, or frees a taken one.
    #[inline]
    pub fn flip<const L: usize>(&self, taken: &mut Taken<L>, cell: usize) {
        let Spot { line, place } = self.0[cell];
        for (line, place) in line.into_iter().zip(place) {
            taken.0[line as usize] ^= 1 << place;
        }
    }

    /// Whether a cell is taken.
    #[inline]
    pub fn has<const L: usize>(&self, taken: &Taken<L>, cell: usize) -> bool {
        let spot = &self.0[cell];
        taken.0[spot.line[0] as usize] >> spot.place[0] & 1 != 0
    }

    /// The way from one cell to another, if a line joins them.
    pub fn way(&self, from: usize, to: usize) -> Option<Way> {
        let (axis, here, there) = self.joined(from, to)?;
        let line = self.0[from].line[axis];
        let up_to = |place: u8| (2u64 << place) - 1;
        let between = (up_to(here) ^ up_to(there)) as u32;
        // Upwards that are the places behind `here`, downwards those from it on.
        let places = if there > here { between } else { between >> 1 };
        Some(Way { places, line })
    }

    /// Which of the four lines of a cell goes through another one too, and their places on it.
    pub(super) fn joined(&self, from: usize, to: usize) -> Option<(usize, u8, u8)> {
        let (here, there) = (&self.0[from], &self.0[to]);
        let axis = (0..4).find(|&axis| here.line[axis] == there.line[axis] && from != to)?;
        Some((axis, here.place[axis], there.place[axis]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::grid::KINGWISE;
    use proptest::prelude::*;

    fn agrees<const L: usize>(size: usize, cells: &[usize]) {
        assert_eq!(lines(size), L);
        let (grid, segments, mut taken) = (Grid::new(size, size), Segments::new(size), Taken::<L>::NONE);
        let cells: std::collections::BTreeSet<usize> = cells.iter().map(|&cell| cell % grid.len()).collect();
        cells.iter().for_each(|&cell| segments.flip(&mut taken, cell));
        for from in (0..grid.len()).step_by(3) {
            assert_eq!(segments.has(&taken, from), cells.contains(&from));
            let mut joined = 0;
            for direction in KINGWISE {
                let mut free = true;
                for to in grid.ray(from, direction) {
                    free &= !cells.contains(&to);
                    let way = segments.way(from, to).unwrap();
                    assert_eq!(taken.is_free(way), free);
                    joined += 1;
                }
            }
            assert_eq!((0..grid.len()).filter(|&to| segments.way(from, to).is_some()).count(), joined);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]
        #[test]
        fn agrees_with_walking(cells in proptest::collection::vec(0usize..2000, 0..60)) {
            agrees::<4>(1, &cells);
            agrees::<28>(5, &cells);
            agrees::<76>(13, &cells);
            agrees::<190>(32, &cells);
        }
    }
}
