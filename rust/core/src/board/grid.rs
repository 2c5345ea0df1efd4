//! Rectangles of cells: index `row * columns + column`, and tables of neighbours and rays.

use super::bits::Bits;
use super::graph::Graph;
use super::shape::Shape;

/// The eight directions as (column, row) steps: first the four orthogonal ones, then the diagonals.
pub const KINGWISE: [(i32, i32); 8] = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];

/// The four orthogonal directions.
pub const ORTHOGONAL: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// The six neighbours on a rhombus of hexagons whose every row is half a cell right of the row before.
pub const RHOMBUS: [(i32, i32); 6] = [(0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1)];

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Number of columns.
    pub columns: usize,
    /// Number of rows.
    pub rows: usize,
}

impl Grid {
    /// A rectangle.
    pub const fn new(columns: usize, rows: usize) -> Self {
        Grid { columns, rows }
    }

    /// Number of cells.
    pub const fn len(self) -> usize {
        self.columns * self.rows
    }

    /// Whether there are no cells.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The cell in a column and row.
    pub const fn cell(self, column: usize, row: usize) -> usize {
        row * self.columns + column
    }

    /// Column of a cell.
    pub const fn column(self, cell: usize) -> usize {
        cell % self.columns
    }

    /// Row of a cell.
    pub const fn row(self, cell: usize) -> usize {
        cell / self.columns
    }

    /// The cell one step away, if it is on the board.
    pub fn step(self, cell: usize, (dc, dr): (i32, i32)) -> Option<usize> {
        let column = self.column(cell).checked_add_signed(dc as isize)?;
        let row = self.row(cell).checked_add_signed(dr as isize)?;
        (column < self.columns && row < self.rows).then(|| self.cell(column, row))
    }

    /// The cell one step away on a torus.
    pub fn step_around(self, cell: usize, (dc, dr): (i32, i32)) -> usize {
        let wrap = |at: usize, d: i32, n: usize| (at as i64 + i64::from(d)).rem_euclid(n as i64) as usize;
        self.cell(wrap(self.column(cell), dc, self.columns), wrap(self.row(cell), dr, self.rows))
    }

    /// The cells from `cell` (left out) to the edge in one direction.
    pub fn ray(self, cell: usize, direction: (i32, i32)) -> impl Iterator<Item = usize> {
        std::iter::successors(self.step(cell, direction), move |&c| self.step(c, direction))
    }

    /// The cells row by row from the last row to the first: texts begin with the top row, cells with the bottom one.
    pub fn upside_down(self, cells: &[u8]) -> Vec<u8> {
        cells.rchunks(self.columns).flatten().copied().collect()
    }

    /// The edges: the first and the last row, and the first and the last column.
    pub fn edges<const W: usize>(self) -> [[Bits<W>; 2]; 2] {
        let row = |row| (0..self.columns).map(|column| self.cell(column, row)).collect();
        let column = |column| (0..self.rows).map(|row| self.cell(column, row)).collect();
        [[0, self.rows - 1].map(row), [0, self.columns - 1].map(column)]
    }

    /// For every cell its neighbours in the given directions.
    pub fn neighbours(self, directions: &[(i32, i32)]) -> Neighbours {
        Neighbours::new(self.len(), |cell| directions.iter().filter_map(move |&d| self.step(cell, d)))
    }

    /// The neighbours in the given directions as sets, for floods.
    pub fn graph<const W: usize>(self, directions: &[(i32, i32)]) -> Graph<W> {
        Graph::new(self.len(), |cell| directions.iter().filter_map(move |&d| self.step(cell, d)))
    }
}

impl Shape for Grid {
    fn len(&self) -> usize {
        self.columns * self.rows
    }

    fn rows(&self) -> impl Iterator<Item = usize> {
        std::iter::repeat_n(self.columns, self.rows)
    }

    fn frame(&self) -> [usize; 2] {
        [self.rows, self.columns]
    }

    fn spot(&self, cell: usize) -> usize {
        cell
    }
}

/// The neighbours of every cell in one flat table.
#[derive(Clone, Debug)]
pub struct Neighbours {
    start: Box<[u32]>,
    list: Box<[u16]>,
}

impl Neighbours {
    /// The table of any graph with `n` cells (at most 65,536).
    pub fn new<I: Iterator<Item = usize>>(n: usize, of: impl Fn(usize) -> I) -> Self {
        let (mut start, mut list) = (vec![0], Vec::new());
        for cell in 0..n {
            list.extend(of(cell).map(|c| c as u16));
            start.push(list.len() as u32);
        }
        Neighbours { start: start.into(), list: list.into() }
    }

    /// The neighbours of a cell.
    #[inline]
    pub fn of(&self, cell: usize) -> &[u16] {
        &self.list[self.start[cell] as usize..self.start[cell + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_the_outermost_rows_and_columns() {
        let [rows, columns] = Grid::new(3, 2).edges::<1>();
        let cells = |edges: [Bits<1>; 2]| edges.map(|edge| edge.iter().collect::<Vec<_>>());
        assert_eq!(cells(rows), [[0, 1, 2], [3, 4, 5]]);
        assert_eq!(cells(columns), [[0, 3], [2, 5]]);
    }
}
