//! Boards of hexagons by axial coordinates (q, r): the hexagon of hexagons, and any other set of cells.
//!
//! The neighbours of (q, r) are the six [`DIRECTIONS`] away. In a hexagon of side n are the cells with |q|, |r| and
//! |q + r| below n. Two ways to look at it are in use, and they differ in the order of the cells alone: in rows (r
//! counts the rows from the top, q to the right), or in upright columns (q counts the columns from the left, r
//! upwards).

use super::bits::Bits;
use super::graph::Graph;
use super::grid::Neighbours;
use super::shape::Shape;

/// The six neighbours, in the order in which they lie around a cell.
pub const DIRECTIONS: [(i32, i32); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// No cell.
const NONE: u16 = u16::MAX;

/// A board of hexagons.
#[derive(Clone, Debug)]
pub struct Hexagons {
    /// The coordinates of every cell.
    places: Box<[(i32, i32)]>,
    /// Cells by place in the smallest rhombus around the board, or [`NONE`].
    cells: Box<[u16]>,
    /// The least q and r.
    low: (i32, i32),
    /// Columns and rows of the rhombus.
    columns: usize,
    rows: usize,
    /// The lengths of the rows (or columns) of the text.
    lengths: Box<[usize]>,
}

impl Hexagons {
    /// A hexagon of side `size`, the cells row by row from the top, each from the left.
    pub fn in_rows(size: usize) -> Self {
        let mut places = hexagon(size);
        places.sort_unstable_by_key(|&(q, r)| (r, q));
        Hexagons::new(places, |(_, r)| r)
    }

    /// A hexagon of side `size`, the cells column by column from the left, each from its lower end.
    pub fn upright(size: usize) -> Self {
        Hexagons::new(hexagon(size), |(q, _)| q)
    }

    /// Any set of hexagons, in the order of q, then r: a line of the text for every q. They must be fewer than 65,535
    /// and lie close together, for a rhombus around them is kept as a table.
    pub fn free(mut places: Vec<(i32, i32)>) -> Self {
        places.sort_unstable();
        places.dedup();
        Hexagons::new(places, |(q, _)| q)
    }

    /// `line` says which places stand in one line of the text; they come one after another.
    fn new(places: Vec<(i32, i32)>, line: impl Fn((i32, i32)) -> i32) -> Self {
        let bounds = |of: fn(&(i32, i32)) -> i32| {
            let all = || places.iter().map(of);
            let low = all().min().unwrap_or(0);
            (low, (all().max().unwrap_or(low - 1) - low + 1) as usize)
        };
        let ((low_q, columns), (low_r, rows)) = (bounds(|p| p.0), bounds(|p| p.1));
        let mut cells = vec![NONE; columns * rows];
        for (cell, &(q, r)) in places.iter().enumerate() {
            cells[(r - low_r) as usize * columns + (q - low_q) as usize] = cell as u16;
        }
        let lengths = places.chunk_by(|&a, &b| line(a) == line(b)).map(<[_]>::len).collect();
        Hexagons { places: places.into(), cells: cells.into(), low: (low_q, low_r), columns, rows, lengths }
    }

    /// The coordinates of a cell.
    pub fn place(&self, cell: usize) -> (i32, i32) {
        self.places[cell]
    }

    /// The cell at a place, if the board has it.
    pub fn at(&self, (q, r): (i32, i32)) -> Option<usize> {
        let column = usize::try_from(q.checked_sub(self.low.0)?).ok().filter(|&c| c < self.columns)?;
        let row = usize::try_from(r.checked_sub(self.low.1)?).ok().filter(|&r| r < self.rows)?;
        Some(self.cells[row * self.columns + column]).filter(|&cell| cell != NONE).map(usize::from)
    }

    /// The cell one step away, if it is on the board.
    pub fn step(&self, cell: usize, (dq, dr): (i32, i32)) -> Option<usize> {
        let (q, r) = self.places[cell];
        self.at((q + dq, r + dr))
    }

    /// The cells from `cell` (left out) to the edge in one direction.
    pub fn ray(&self, cell: usize, direction: (i32, i32)) -> impl Iterator<Item = usize> {
        std::iter::successors(self.step(cell, direction), move |&c| self.step(c, direction))
    }

    /// For every cell its neighbours, in the order of [`DIRECTIONS`].
    pub fn neighbours(&self) -> Neighbours {
        Neighbours::new(self.len(), |cell| DIRECTIONS.iter().filter_map(move |&d| self.step(cell, d)))
    }

    /// The neighbours of every cell as sets.
    pub fn graph<const W: usize>(&self) -> Graph<W> {
        Graph::new(self.len(), |cell| DIRECTIONS.iter().filter_map(move |&d| self.step(cell, d)))
    }

    /// The cells of side `i` of a hexagon; see [`sides`](Self::sides).
    pub fn side<const W: usize>(&self, i: usize) -> Bits<W> {
        (0..self.len()).filter(|&cell| self.sides(cell) >> i & 1 != 0).collect()
    }

    /// The sides of a hexagon that a cell lies on, as bits; a corner lies on two that follow each other. Side `i` is
    /// the one whose cells have no neighbour in the directions `i` and `i + 1`. In rows these are, from 0: lower right,
    /// bottom, lower left, upper left, top, upper right.
    pub fn sides(&self, cell: usize) -> u8 {
        let missing = |i: usize| self.step(cell, DIRECTIONS[i % 6]).is_none();
        (0..6).filter(|&i| missing(i) && missing(i + 1)).map(|i| 1 << i).sum()
    }
}

/// The places of a hexagon, in the order of q, then r.
fn hexagon(size: usize) -> Vec<(i32, i32)> {
    let n = size as i32 - 1;
    (-n..=n).flat_map(|q| (-n..=n).map(move |r| (q, r))).filter(|(q, r)| (q + r).abs() <= n).collect()
}

impl Shape for Hexagons {
    fn len(&self) -> usize {
        self.places.len()
    }

    fn rows(&self) -> impl Iterator<Item = usize> {
        self.lengths.iter().copied()
    }

    fn frame(&self) -> [usize; 2] {
        [self.rows, self.columns]
    }

    fn spot(&self, cell: usize) -> usize {
        let (q, r) = self.places[cell];
        (r - self.low.1) as usize * self.columns + (q - self.low.0) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hexagon_has_its_cells_sides_and_corners() {
        for size in 2..9 {
            for board in [Hexagons::in_rows(size), Hexagons::upright(size)] {
                assert_eq!(board.len(), 3 * size * (size - 1) + 1);
                assert_eq!(board.rows().sum::<usize>(), board.len());
                assert_eq!(board.rows().next(), Some(size));
                assert_eq!(board.frame(), [2 * size - 1; 2]);
                let sides: Vec<u32> = (0..board.len()).map(|cell| board.sides(cell).count_ones()).collect();
                assert_eq!(sides.iter().filter(|&&n| n == 2).count(), 6);
                assert_eq!(sides.iter().sum::<u32>() as usize, 6 * size);
                assert!((0..6).all(|i| board.side::<4>(i).count() == size));
                for cell in 0..board.len() {
                    assert_eq!(board.at(board.place(cell)), Some(cell));
                    for (i, &d) in DIRECTIONS.iter().enumerate() {
                        let next = board.step(cell, d);
                        assert_eq!(next.and_then(|c| board.step(c, DIRECTIONS[(i + 3) % 6])), next.map(|_| cell));
                    }
                }
            }
        }
        let top = Hexagons::in_rows(3);
        assert_eq!((0..3).map(|cell| top.sides(cell)).collect::<Vec<_>>(), [0b01_1000, 0b01_0000, 0b11_0000]);
    }

    #[test]
    fn any_cells_make_a_board() {
        let board = Hexagons::free(vec![(5, -2), (4, -2), (4, -1), (5, -2)]);
        assert_eq!(board.len(), 3);
        assert_eq!(board.rows().collect::<Vec<_>>(), [2, 1]);
        assert_eq!(board.at((4, -1)), Some(1));
        assert_eq!((board.at((5, -1)), board.at((i32::MIN, 0)), board.at((i32::MAX, i32::MAX))), (None, None, None));
        assert_eq!(board.neighbours().of(0), [2, 1]);
        assert!(Hexagons::free(Vec::new()).is_empty());
    }
}
