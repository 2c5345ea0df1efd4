//! Lines of a rectangular board for pieces that slide: what they reach, and what stands between two cells.
//!
//! A ray is cut at its first piece without a search: towards higher cells, the bits up to the lowest piece are
//! `o ^ (o - 1)`; towards lower cells, those from the highest piece on are a shift.

use super::bitboard::Bitboard;
use super::grid::{Grid, KINGWISE};

/// No direction.
const NONE: u8 = 8;

/// The rays of a board in all eight directions.
pub struct Rays<B> {
    cells: usize,
    /// By cell and direction (the order of [`KINGWISE`]), the cell itself not included.
    rays: Box<[[B; 8]]>,
    /// By two cells: the direction from the first to the second, or `NONE`.
    towards: Box<[u8]>,
}

impl<B: Bitboard> Rays<B> {
    /// The tables of a board.
    pub fn new(grid: Grid) -> Self {
        let n = grid.len();
        let mut towards = vec![NONE; n * n].into_boxed_slice();
        let rays = (0..n)
            .map(|from| {
                let mut eight = [B::EMPTY; 8];
                for (direction, ray) in eight.iter_mut().enumerate() {
                    let mut at = from;
                    while let Some(next) = grid.step(at, KINGWISE[direction]) {
                        at = next;
                        *ray |= B::one(at);
                        towards[from * n + at] = direction as u8;
                    }
                }
                eight
            })
            .collect();
        Rays { cells: n, rays, towards }
    }

    /// The ray from a cell in one direction of [`KINGWISE`], on an empty board.
    #[inline(always)]
    pub fn ray(&self, from: usize, direction: usize) -> B {
        self.rays[from][direction]
    }

    /// The direction from one cell to another, if a line joins them.
    #[inline(always)]
    pub fn direction(&self, from: usize, to: usize) -> Option<usize> {
        let direction = self.towards[from * self.cells + to];
        (direction != NONE).then_some(direction.into())
    }

    #[inline(always)]
    fn up(ray: B, occupied: B) -> B {
        ray & (ray & occupied).until_lowest()
    }

    #[inline(always)]
    fn down(ray: B, occupied: B) -> B {
        ray & (ray & occupied).since_highest()
    }

    /// What a rook reaches, the first piece on each ray included.
    #[inline(always)]
    pub fn orthogonal(&self, from: usize, occupied: B) -> B {
        let r = &self.rays[from];
        Self::up(r[0], occupied) | Self::up(r[1], occupied) | Self::down(r[2], occupied) | Self::down(r[3], occupied)
    }

    /// What a bishop reaches, the first piece on each ray included.
    #[inline(always)]
    pub fn diagonal(&self, from: usize, occupied: B) -> B {
        let r = &self.rays[from];
        Self::up(r[4], occupied) | Self::up(r[5], occupied) | Self::down(r[6], occupied) | Self::down(r[7], occupied)
    }

    /// The cells between two cells on one line, both left out; none if they are on no line.
    #[inline(always)]
    pub fn between(&self, a: usize, b: usize) -> B {
        match self.towards[a * self.cells + b] {
            NONE => B::EMPTY,
            d => self.rays[a][d as usize % 8] & self.rays[b][(d ^ 2) as usize % 8],
        }
    }

    /// The ray from a cell that leads over another one; none if they are on no line.
    #[inline(always)]
    pub fn beam(&self, from: usize, over: usize) -> B {
        match self.towards[from * self.cells + over] {
            NONE => B::EMPTY,
            d => self.rays[from][d as usize % 8],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The same by walking.
    fn walk(grid: Grid, from: usize, occupied: u128, directions: &[(i32, i32)]) -> u128 {
        let mut set = 0;
        for &d in directions {
            let mut at = from;
            while let Some(next) = grid.step(at, d) {
                at = next;
                set |= 1 << at;
                if occupied.has(at) {
                    break;
                }
            }
        }
        set
    }

    proptest! {
        #[test]
        fn slides_are_those_of_a_walk(occupied: u128, other: u128, pick in 0usize..100) {
            for (columns, rows) in [(8, 8), (9, 10), (10, 10), (3, 4)] {
                let grid = Grid::new(columns, rows);
                let (rays, from) = (Rays::<u128>::new(grid), pick % grid.len());
                let occupied = occupied & other & u128::first(grid.len());
                prop_assert_eq!(rays.orthogonal(from, occupied), walk(grid, from, occupied, &KINGWISE[..4]));
                prop_assert_eq!(rays.diagonal(from, occupied), walk(grid, from, occupied, &KINGWISE[4..]));
            }
        }
    }

    #[test]
    fn between_and_beam() {
        let rays = Rays::<u64>::new(Grid::new(8, 8));
        assert_eq!(rays.between(0, 27), 1 << 9 | 1 << 18);
        assert_eq!(rays.between(27, 0), 1 << 9 | 1 << 18);
        assert_eq!(rays.between(0, 10), 0);
        assert_eq!(rays.beam(9, 10).cells().collect::<Vec<_>>(), [10, 11, 12, 13, 14, 15]);
        assert_eq!(rays.beam(63, 56).count(), 7);
        assert_eq!((rays.direction(0, 27), rays.direction(27, 0), rays.direction(0, 10)), (Some(4), Some(6), None));
    }
}
