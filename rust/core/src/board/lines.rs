//! Stones in a row: runs of cells along the rows, columns and diagonals of a rectangle.
//!
//! [`Lines`] looks at runs in a bit set of the board: small states, a few steps from cell to cell. Random games in bulk
//! do better with [`Words`], which keep every line of the board in a word of its own, so that a stone costs four
//! words and no branch; they are too large for a state, but not for a playout.

use super::bits::Bits;
use super::grid::Grid;

/// The axes of lines as (column, row) steps; each runs up the cell numbers.
pub const AXES: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// The lines of a rectangle of at most 62 x 62 cells.
#[derive(Clone, Debug)]
pub struct Lines<const W: usize> {
    grid: Grid,
    /// By cell, the cells behind it and before it on each axis.
    room: Box<[[[u8; 2]; 4]]>,
    /// By axis, what a step adds to the number of a cell.
    step: [usize; 4],
    /// By axis, the cells that have a neighbour behind them, and those that have one before them.
    has_neighbour: [[Bits<W>; 2]; 4],
    /// By cell and axis, the word of its line, and its place in it.
    places: Box<[[(u16, u8); 4]]>,
}

/// A set of cells, line by line. See [`Lines::words`].
#[derive(Clone, Debug)]
pub struct Words(Vec<u64>);

impl<const W: usize> Lines<W> {
    /// The lines of a board.
    pub fn new(grid: Grid) -> Self {
        assert!(grid.columns <= 62 && grid.rows <= 62 && grid.len() <= 64 * W, "too large a board for these lines");
        let room: Box<[[[u8; 2]; 4]]> = (0..grid.len())
            .map(|cell| AXES.map(|(c, r)| [(-c, -r), (c, r)].map(|way| grid.ray(cell, way).count() as u8)))
            .collect();
        let with_room = |axis: usize, way: usize| {
            let cells = (0..grid.len()).filter(|&cell| room[cell][axis][way] > 0);
            cells.fold(Bits::EMPTY, |set, cell| set | Bits::one(cell))
        };
        Lines {
            grid,
            step: AXES.map(|(c, r)| (r * grid.columns as i32 + c) as usize),
            has_neighbour: [0, 1, 2, 3].map(|axis| [with_room(axis, 0), with_room(axis, 1)]),
            room,
            places: (0..grid.len())
                .map(|cell| {
                    let (c, r, all) = (grid.column(cell), grid.row(cell), grid.columns + grid.rows);
                    let lines = [r, grid.rows + c, all + r + grid.columns - 1 - c, 2 * all - 1 + r + c];
                    [0, 1, 2, 3].map(|axis| (lines[axis] as u16, if axis == 1 { r } else { c } as u8))
                })
                .collect(),
        }
    }

    /// The cells of a set, line by line.
    pub fn words(&self, set: &Bits<W>) -> Words {
        let mut words = Words(vec![0; 3 * (self.grid.rows + self.grid.columns)]);
        for cell in set.iter() {
            self.put(&mut words, cell, |_| 0);
        }
        words
    }

    /// Puts a cell in, and tells whether `found` finds anything in one of the four lines through it: [`at_least`] or
    /// [`exactly`] so many in a row.
    #[inline]
    pub fn put(&self, words: &mut Words, cell: usize, found: impl Fn(u64) -> u64) -> bool {
        let mut all = 0;
        for (word, place) in self.places[cell] {
            let line = &mut words.0[word as usize];
            *line |= 1 << place;
            all |= found(*line);
        }
        all != 0
    }

    /// Puts a cell in, and tells its [`arms`](Self::arms).
    #[inline]
    pub fn put_between(&self, words: &mut Words, cell: usize) -> [[usize; 2]; 4] {
        self.places[cell].map(|(word, place)| {
            let line = &mut words.0[word as usize];
            let behind = (*line << 1 << (63 - place)).leading_ones();
            let before = (*line >> place >> 1).trailing_ones();
            *line |= 1 << place;
            [behind as usize, before as usize]
        })
    }

    /// How many cells of the set come right behind a cell, and right before it, on each axis.
    #[inline]
    pub fn arms(&self, set: &Bits<W>, cell: usize) -> [[usize; 2]; 4] {
        let room = &self.room[cell];
        std::array::from_fn(|axis| {
            let (step, [behind, before]) = (self.step[axis], room[axis]);
            let back = (1..=behind as usize).take_while(|i| set.has(cell - i * step)).count();
            let forth = (1..=before as usize).take_while(|i| set.has(cell + i * step)).count();
            [back, forth]
        })
    }

    /// The length of the run through a cell on each axis. The cell counts as one of the set.
    #[inline]
    pub fn runs(&self, set: &Bits<W>, cell: usize) -> [usize; 4] {
        self.arms(set, cell).map(|[back, forth]| 1 + back + forth)
    }

    /// The cells, in the set or not, that are in a run of at least `k` (1 to 8) if they are counted as in the set.
    pub fn completing(&self, set: &Bits<W>, k: usize) -> Bits<W> {
        let board = Bits::first(self.grid.len());
        let mut all = Bits::EMPTY;
        for (step, [can_back, can_forth]) in self.step.into_iter().zip(self.has_neighbour) {
            // behind[i] are the cells right behind which stand i or more cells of the set; so with `before`.
            let mut behind = [Bits::EMPTY; 8];
            behind[0] = board;
            for i in 1..k {
                behind[i] = ((behind[i - 1] & *set) << step) & can_back;
                if behind[i].is_empty() {
                    break;
                }
            }
            let mut before = board;
            for i in (0..k).rev() {
                all |= behind[i] & before;
                before = ((before & *set) >> step) & can_forth;
                if before.is_empty() {
                    break;
                }
            }
        }
        all
    }
}

/// Where `k` or more in a row begin in a line: each place from which the next `k` are in it.
#[inline]
pub fn at_least(mut line: u64, k: usize) -> u64 {
    let mut have = 1;
    while have < k {
        let more = have.min(k - have);
        line &= line >> more;
        have += more;
    }
    line
}

/// Where just `k` in a row begin in a line.
#[inline]
pub fn exactly(line: u64, k: usize) -> u64 {
    at_least(line, k) & !(line << 1) & !(line >> k)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The run through a cell, walked on the grid.
    fn walk(grid: Grid, set: &Bits<2>, cell: usize, (c, r): (i32, i32)) -> usize {
        let way = |d| grid.ray(cell, d).take_while(|&c| set.has(c)).count();
        1 + way((c, r)) + way((-c, -r))
    }

    proptest! {
        #[test]
        fn agrees_with_walking(
            columns in 1usize..12,
            rows in 1usize..11,
            k in 1usize..=8,
            cells in proptest::collection::btree_set(0usize..110, 0..90),
        ) {
            let grid = Grid::new(columns, rows);
            let lines = Lines::<2>::new(grid);
            let set = cells.iter().filter(|&&c| c < grid.len()).fold(Bits::EMPTY, |set, &c| set | Bits::one(c));
            let completing = lines.completing(&set, k);
            let words = lines.words(&set);
            for cell in 0..grid.len() {
                let runs = AXES.map(|axis| walk(grid, &set, cell, axis));
                prop_assert_eq!(lines.runs(&set, cell), runs);
                prop_assert_eq!(lines.put_between(&mut words.clone(), cell), lines.arms(&set, cell));
                prop_assert_eq!(completing.has(cell), runs.iter().any(|&run| run >= k));
                let with = set | Bits::one(cell);
                let on_line = |(c, r)| grid.ray(cell, (c, r)).chain(grid.ray(cell, (-c, -r))).chain([cell]);
                let runs: Vec<usize> = AXES
                    .into_iter()
                    .flat_map(|axis| on_line(axis).filter(|&at| with.has(at)).map(move |at| walk(grid, &with, at, axis)))
                    .collect();
                let at_least = lines.put(&mut words.clone(), cell, |line| at_least(line, k));
                prop_assert_eq!(at_least, runs.iter().any(|&run| run >= k));
                prop_assert_eq!(lines.put(&mut words.clone(), cell, |line| exactly(line, k)), runs.contains(&k));
            }
            prop_assert!(completing.without(Bits::first(grid.len())).is_empty());
        }
    }
}
