//! How far a queen can go: free cells in the eight directions on boards up to 10 x 10.
//!
//! The taken cells are kept as lines, as in [`segments`]. Through a cell go four of them, and one look
//! into a table tells from the word of a line and the place on it how far one can go both ways. Eight such distances in
//! the bytes of one number are all that a queen can reach.

use super::segments::{self, Segments, Spot, lines};

/// The longest line. What a line lacks of it counts as taken.
const LENGTH: usize = 10;

/// The directions as (column, row) steps: four down their lines, then the same four up.
pub const DIRECTIONS: [(i32, i32); 8] = [(-1, 0), (0, -1), (-1, -1), (-1, 1), (1, 0), (0, 1), (1, 1), (1, -1)];

/// By place on a line and the line's word: the free places next to it, downwards in the low half of the byte and
/// upwards in the high half.
static FREE: [[u8; 1 << LENGTH]; LENGTH] = free_places();

const fn free_places() -> [[u8; 1 << LENGTH]; LENGTH] {
    let mut table = [[0; 1 << LENGTH]; LENGTH];
    let mut i = 0;
    while i < LENGTH << LENGTH {
        let (place, taken) = (i >> LENGTH, i & ((1 << LENGTH) - 1));
        let below = ((taken << 1) | 1) & ((2 << place) - 1);
        let above = (taken | (1 << LENGTH)) >> (place + 1);
        table[place][taken] = ((place as u32 - below.ilog2()) | (above.trailing_zeros() << 4)) as u8;
        i += 1;
    }
    table
}

/// The taken cells.
pub type Taken = segments::Taken<{ lines(LENGTH) }>;

/// The lines of a board.
#[derive(Clone, Debug)]
pub struct QueenLines {
    segments: Segments,
    cells: usize,
    /// By direction, what a step adds to the number of a cell.
    deltas: [isize; 8],
}

impl QueenLines {
    /// The lines of a square board, at most 10 x 10.
    pub fn new(size: usize) -> Self {
        assert!(size <= LENGTH, "lines are at most {LENGTH} long");
        QueenLines {
            segments: Segments::new(size),
            cells: size * size,
            deltas: DIRECTIONS.map(|(c, r)| c as isize + r as isize * size as isize),
        }
    }

    /// A board with no cell taken.
    pub fn empty(&self) -> Taken {
        let mut taken = segments::Taken([(1 << LENGTH) - 1; lines(LENGTH)]);
        (0..self.cells).for_each(|cell| self.flip(&mut taken, cell));
        taken
    }

    /// Takes a free cell, or frees a taken one.
    #[inline]
    pub fn flip(&self, taken: &mut Taken, cell: usize) {
        self.segments.flip(taken, cell);
    }

    /// Whether a cell is taken.
    #[inline]
    pub fn has(&self, taken: &Taken, cell: usize) -> bool {
        self.segments.has(taken, cell)
    }

    /// What a queen reaches from a cell, be it taken or not.
    #[inline]
    pub fn reach(&self, taken: &Taken, cell: usize) -> Reach {
        let Spot { line, place } = self.segments.0[cell];
        let free = u32::from_le_bytes(std::array::from_fn(|axis| {
            FREE[place[axis] as usize][taken.0[line[axis] as usize] as usize]
        }));
        Reach(u64::from(free & 0x0F0F_0F0F) | u64::from(free >> 4 & 0x0F0F_0F0F) << 32)
    }

    /// The cell at a distance.
    #[inline]
    pub fn target(&self, cell: usize, direction: usize, distance: usize) -> usize {
        cell.wrapping_add_signed(self.deltas[direction] * distance as isize)
    }

    /// Direction and distance from one cell to another, if a line joins them.
    pub fn way(&self, from: usize, to: usize) -> Option<(usize, usize)> {
        let (axis, here, there) = self.segments.joined(from, to)?;
        Some((axis + if there > here { 4 } else { 0 }, here.abs_diff(there).into()))
    }
}

/// Eight distances, one a byte in the order of [`DIRECTIONS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reach(u64);

impl Reach {
    const ONES: u64 = 0x0101_0101_0101_0101;

    /// Whether no cell is in reach.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of cells in reach.
    #[inline]
    pub fn count(self) -> usize {
        (self.0.wrapping_mul(Self::ONES) >> 56) as usize
    }

    /// How far one can go in a direction.
    #[inline]
    pub fn distance(self, direction: usize) -> usize {
        (self.0 >> (8 * direction) & 0xFF) as usize
    }

    /// Direction and distance of every cell in reach, direction by direction.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = (usize, usize)> {
        (0..8).flat_map(move |direction| (1..=self.distance(direction)).map(move |distance| (direction, distance)))
    }

    /// Direction and distance of the cell that comes after `n` others. No branch: byte `i` of `sums` is the number of
    /// cells in the directions up to `i`, and those not above `n` are counted in one subtraction.
    #[inline]
    pub fn nth(self, n: usize) -> (usize, usize) {
        let sums = self.0.wrapping_mul(Self::ONES);
        let passed = ((n as u64 | 0x80) * Self::ONES - sums) & (0x80 * Self::ONES);
        let direction = passed.count_ones() as usize;
        (direction, n + 1 - ((sums << 8) >> (8 * direction) & 0xFF) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Grid;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_walking(size in 1usize..=10, cells in proptest::collection::btree_set(0usize..100, 0..60)) {
            let (grid, lines) = (Grid::new(size, size), QueenLines::new(size));
            let mut taken = lines.empty();
            let cells: Vec<usize> = cells.into_iter().filter(|&c| c < grid.len()).collect();
            cells.iter().for_each(|&cell| lines.flip(&mut taken, cell));
            for from in 0..grid.len() {
                prop_assert_eq!(lines.has(&taken, from), cells.contains(&from));
                let reach = lines.reach(&taken, from);
                let walked: Vec<usize> =
                    DIRECTIONS.iter().flat_map(|&d| grid.ray(from, d).take_while(|c| !cells.contains(c))).collect();
                let found: Vec<usize> = reach.iter().map(|(d, n)| lines.target(from, d, n)).collect();
                prop_assert_eq!(&found, &walked);
                prop_assert_eq!((reach.count(), reach.is_empty()), (walked.len(), walked.is_empty()));
                for (n, (way, &to)) in reach.iter().zip(&walked).enumerate() {
                    prop_assert_eq!(reach.nth(n), way);
                    prop_assert_eq!(lines.way(from, to), Some(way));
                }
                prop_assert_eq!(lines.way(from, from), None);
            }
        }
    }
}
