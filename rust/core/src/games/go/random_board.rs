//! The Random board: 100 stones on 19 x 19, from a seed.

use super::chains::{Points, Stones};
use crate::board::grid::Grid;
use crate::rng::split_mix;

/// The only size of a Random board.
pub const SIZE: usize = 19;
const STONES: usize = 100;
/// Stones this far away count for nothing in the balance; one step nearer doubles the count.
const REACH: usize = 16;

/// Draws boards until one is balanced.
pub fn random_board<const W: usize, const P: usize>(grid: Grid, points: &Points<P>, seed: u64) -> Stones<W, P> {
    let weights = weights();
    let mut generator = seed;
    loop {
        let mut list: Vec<usize> =
            (0..grid.len()).map(|i| grid.cell(grid.column(i), SIZE - 1 - grid.row(i))).collect();
        for i in (1..list.len()).rev() {
            let j = split_mix(&mut generator) % (i as u64 + 1);
            list.swap(i, j as usize);
        }
        let (mut stones, mut placed, mut balance) = (Stones::new(points), 0, Balance::default());
        for point in list {
            let colour = placed % 2;
            if placed < STONES && stones.has_room(points, colour, point) && !stones.would_capture(points, colour, point) {
                stones.add(points, colour, point);
                balance.add(&weights, grid.column(point), grid.row(point), 1 - 2 * colour as i32);
                placed += 1;
            }
        }
        let lean = |point: usize| match stones.at(point) {
            Some(colour) => 1 - 2 * colour as i32,
            None => balance.0[grid.row(point)][grid.column(point)].signum(),
        };
        if (0..grid.len()).map(lean).sum::<i32>().abs() <= 2 {
            return stones;
        }
    }
}

/// By point, what Black's stones count there, less what White's do.
#[derive(Default)]
struct Balance([[i32; SIZE]; SIZE]);

impl Balance {
    fn add(&mut self, weights: &Weights, column: usize, row: usize, sign: i32) {
        for (r, line) in self.0.iter_mut().enumerate() {
            let weights = &weights[SIZE - 1 - row + r][SIZE - 1 - column..];
            line.iter_mut().zip(weights).for_each(|(sum, w)| *sum += sign * w);
        }
    }
}

/// What a stone counts, by row and column distance + 18.
type Weights = [[i32; 2 * SIZE - 1]; 2 * SIZE - 1];

fn weights() -> Weights {
    let weight = |row: usize, column: usize| {
        let distance = row.abs_diff(SIZE - 1) + column.abs_diff(SIZE - 1);
        if distance <= REACH { 1 << (REACH - distance) } else { 0 }
    };
    std::array::from_fn(|row| std::array::from_fn(|column| weight(row, column)))
}
