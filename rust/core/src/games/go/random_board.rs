//! The Random board: 100 stones on 19 x 19, from a seed.

use crate::board::{Points, Stones};
use crate::rng::split_mix;

/// The only size of a Random board.
pub const SIZE: usize = 19;
const POINTS: usize = SIZE * SIZE;
const STONES: usize = 100;
/// Stones this far away count for nothing in the balance; one step nearer doubles the count.
const REACH: usize = 16;

/// Draws boards until one is balanced.
pub fn random_board<const W: usize, const P: usize>(points: &Points<P>, seed: u64) -> Stones<W, P> {
    let weights = weights();
    // Row by row from the bottom.
    let points_in_order: [u16; POINTS] = std::array::from_fn(|i| ((SIZE - 1 - i / SIZE) * SIZE + i % SIZE) as u16);
    let mut generator = seed;
    loop {
        let mut list = points_in_order;
        for i in (1..POINTS).rev() {
            list.swap(i, (split_mix(&mut generator) % (i as u64 + 1)) as usize);
        }
        let (mut stones, mut placed, mut balance) = (Stones::new(points), 0, [[0; SIZE]; SIZE]);
        for point in list.map(usize::from) {
            let colour = placed % 2;
            if placed < STONES && stones.has_room(points, colour, point) && !stones.would_capture(points, colour, point)
            {
                stones.add(points, colour, point);
                influence(&mut balance, &weights, colour, point);
                placed += 1;
            }
        }
        let lean = |point: usize| match stones.at(point) {
            Some(colour) => 1 - 2 * colour as i32,
            None => balance[point / SIZE][point % SIZE].signum(),
        };
        if (0..POINTS).map(lean).sum::<i32>().abs() <= 2 {
            return stones;
        }
    }
}

/// Adds what a stone counts on every point: more for Black, less for White.
fn influence(balance: &mut [[i32; SIZE]; SIZE], weights: &Weights, colour: usize, point: usize) {
    let (row, column) = (point / SIZE, point % SIZE);
    for (sums, weights) in balance.iter_mut().zip(&weights[SIZE - 1 - row..]) {
        let line = sums.iter_mut().zip(&weights[SIZE - 1 - column..]);
        if colour == 0 {
            line.for_each(|(sum, w)| *sum += w);
        } else {
            line.for_each(|(sum, w)| *sum -= w);
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
