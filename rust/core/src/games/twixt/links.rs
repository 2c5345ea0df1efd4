//! Links: a knight's move long, between the holes of a square board, and what crosses what.
//!
//! The links of a side are a byte per hole: the directions in which they leave the peg there, so that each is noted at
//! both its ends. Of the six holes in the box around a link two are its ends, and whatever crosses it has an end on one
//! of the other four (the tests look at all of them). So four bytes of the other side tell whether a link can be made,
//! and none of the four holes is ever off the board.

use crate::board::{Bits, Grid, ones};
use crate::prelude::*;

type Step = (i32, i32);

/// The directions, as (column, row) steps: those to the right in the order in which links are written, then the way
/// back of each, four places on.
const DIRECTIONS: [Step; 8] = [(1, -2), (1, 2), (2, -1), (2, 1), (-1, 2), (-1, -2), (-2, 1), (-2, -1)];
const TO_THE_RIGHT: u8 = 0b1111;
/// A corner, where there is no hole and never a peg, stands for all that is off the board.
pub const NOWHERE: usize = 0;

/// The links of a side on a board that fits `W` words.
#[derive(Clone, Copy)]
pub struct Links<const W: usize>([[u8; 64]; W]);

impl<const W: usize> Default for Links<W> {
    fn default() -> Self {
        Links([[0; 64]; W])
    }
}

impl<const W: usize> Links<W> {
    /// The directions of the links at a hole.
    #[inline]
    pub fn at(&self, hole: usize) -> u8 {
        self.0[hole / 64][hole % 64]
    }

    /// Whether there is a link from a hole in this direction.
    #[inline]
    pub fn has(&self, hole: usize, direction: usize) -> bool {
        self.at(hole) >> direction & 1 != 0
    }

    /// All links by their left ends, with the directions.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let bytes = self.0.as_flattened().iter().enumerate();
        bytes.flat_map(|(hole, byte)| ones(u64::from(byte & TO_THE_RIGHT)).map(move |direction| (hole, direction)))
    }

    /// Number of links.
    pub fn count(&self) -> usize {
        self.words().map(|word| word.count_ones() as usize).sum::<usize>() / 2
    }

    /// The links as numbers, for keys.
    pub fn words(&self) -> impl Iterator<Item = u64> + '_ {
        self.0.as_flattened().as_chunks().0.iter().map(|&bytes| u64::from_le_bytes(bytes))
    }
}

/// A board with all links there can be.
pub struct Net {
    grid: Grid,
    /// By hole and direction, the hole there; where it would be off the board, [`NOWHERE`].
    ends: Box<[[u16; 8]]>,
    /// By direction of a link, the other holes of its box (how far away), and the directions of links there that cross
    /// it.
    boxes: [[(isize, u8); 4]; 8],
}

impl Net {
    /// A square board of at least 3 by 3 holes.
    pub fn new(grid: Grid) -> Self {
        let end = |hole, step| grid.step(hole, step).unwrap_or(NOWHERE) as u16;
        let crossing = |end: Step, (column, row): Step| {
            let to = |d: usize| (column + DIRECTIONS[d].0, row + DIRECTIONS[d].1);
            (0..8).filter(|&d| cross((0, 0), end, (column, row), to(d))).map(|d| 1 << d).sum()
        };
        let others = |end: Step| {
            let (c, r) = (end.0 / 2, end.1 / 2); // half of the long way, and nothing of the short one
            let others = [(c, r), (2 * c, 2 * r), (end.0 - c, end.1 - r), (end.0 - 2 * c, end.1 - 2 * r)];
            others.map(|hole| (hole.1 as isize * grid.columns as isize + hole.0 as isize, crossing(end, hole)))
        };
        Net {
            grid,
            ends: (0..grid.len()).map(|hole| DIRECTIONS.map(|step| end(hole, step))).collect(),
            boxes: DIRECTIONS.map(others),
        }
    }

    /// The hole in a direction, or [`NOWHERE`].
    #[inline]
    pub fn end(&self, hole: usize, direction: usize) -> usize {
        self.ends[hole][direction].into()
    }

    /// The directions in which there is one of these pegs. No branches, for nobody can foretell the answers.
    #[inline]
    pub fn near<const W: usize>(&self, hole: usize, pegs: &Bits<W>) -> u8 {
        let ends = self.ends[hole].iter().enumerate();
        ends.fold(0, |near, (direction, &end)| near | u8::from(pegs.has(end.into())) << direction)
    }

    /// Whether one of these links crosses the one from a hole in this direction.
    #[inline]
    pub fn crosses<const W: usize>(&self, links: &Links<W>, hole: usize, direction: usize) -> bool {
        let mut found = 0;
        for &(step, crossing) in &self.boxes[direction] {
            found |= links.at(hole.wrapping_add_signed(step)) & crossing;
        }
        found != 0
    }

    /// Notes a link at both its ends, or strikes it out.
    #[inline]
    pub fn flip<const W: usize>(&self, links: &mut Links<W>, hole: usize, direction: usize) {
        let end = self.end(hole, direction);
        links.0[hole / 64][hole % 64] ^= 1 << direction;
        links.0[end / 64][end % 64] ^= 1 << (direction ^ 4);
    }

    /// A link as text: `c3d5`.
    pub fn name(&self, hole: usize, direction: usize) -> String {
        text::cell_name(self.grid, hole) + &text::cell_name(self.grid, self.end(hole, direction))
    }

    /// Reads a link, either end first: that end, and the direction.
    pub fn read(&self, name: &str) -> Result<(usize, usize), TextError> {
        let (is_digit, is_letter) = (|c: char| c.is_ascii_digit(), |c: char| c.is_ascii_alphabetic());
        let a = name.trim_end_matches(is_digit).trim_end_matches(is_letter);
        let b = text::read_cell(self.grid, &name[a.len()..])?;
        let a = text::read_cell(self.grid, a)?;
        let direction = (0..8).find(|&direction| b != NOWHERE && self.end(a, direction) == b);
        let error = || TextError::new(format!("{:?} is no link: it is not a knight's move long", shorten(name)));
        Ok((a, direction.ok_or_else(error)?))
    }
}

/// Whether the links ab and cd cross: each has its ends on either side of the other one.
fn cross(a: Step, b: Step, c: Step, d: Step) -> bool {
    let parts = |a: Step, b: Step, p: Step, q: Step| {
        let side = |p: Step| ((b.0 - a.0) * (p.1 - a.1) - (b.1 - a.1) * (p.0 - a.0)).signum();
        side(p) * side(q) < 0
    };
    parts(a, b, c, d) && parts(c, d, a, b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_box_of_a_link_tells_all_that_crosses_it() {
        let grid = Grid::new(7, 7);
        let net = Net::new(grid);
        let board = Bits::<1>::first(grid.len()).without(Bits::one(NOWHERE));
        let all = || (1..grid.len()).flat_map(|hole| ones(net.near(hole, &board).into()).map(move |d| (hole, d)));

        let place = |hole| (grid.column(hole) as i32, grid.row(hole) as i32);
        let mut most = 0;
        for (a, to_b) in all() {
            let mut crossed = 0;
            for (c, to_d) in all() {
                let (b, d) = (net.end(a, to_b), net.end(c, to_d));
                let mut links = Links::<1>::default();
                net.flip(&mut links, c, to_d);
                let expected = cross(place(a), place(b), place(c), place(d));
                assert_eq!(net.crosses(&links, a, to_b), expected, "{a} {b} {c} {d}");
                crossed += usize::from(expected);
            }
            most = most.max(crossed / 2); // each was there by either end
        }
        assert_eq!(most, 9);
    }

    #[test]
    fn names_come_back() {
        let net = Net::new(Grid::new(48, 48));
        assert_eq!(net.name(2 * 48 + 2, 1), "c3d5");
        assert_eq!(net.read("D5C3").unwrap(), (4 * 48 + 3, 5));
        for name in ["", "c3", "c3d", "c3d6", "c3c3", "c3d5e7", "3c5d", "c3-d5", "é3d5", "c3é5", "av48aw50"] {
            assert!(net.read(name).is_err(), "{name}");
        }
    }
}
