//! How many sets of cells there are in which no two cells exclude each other: the number of turns in which several
//! stones are placed.
//!
//! Cells are decided in ascending order, each in the set or not. All that the past means for the future is which cells
//! are still free, so equal futures are counted together: on a board with neighbours nearby they are few, however
//! many sets there are.

use super::bits::Bits;
use std::collections::HashMap;

/// By size from 0 to `most`, the number of subsets of `free` in which no cell is in the `excluded` set of another one
/// (a symmetric relation; a cell's own membership does not matter). `u64::MAX` stands for that or more.
pub fn sets_by_size<const W: usize>(free: Bits<W>, most: usize, excluded: impl Fn(usize) -> Bits<W>) -> Vec<u64> {
    let most = most.min(free.count());
    let mut start = vec![0; most + 1];
    start[0] = 1;
    let mut futures = HashMap::from([(free.0, start)]);
    for cell in free.iter() {
        let out = excluded(cell);
        let mut next: HashMap<[u64; W], Vec<u64>> = HashMap::with_capacity(2 * futures.len());
        for (left, counts) in futures {
            let mut left = Bits(left);
            let can_grow = counts[..most].iter().any(|&n| n > 0);
            let is_free = left.has(cell);
            left.remove(cell);
            if is_free && can_grow {
                let with = next.entry(left.without(out).0).or_insert_with(|| vec![0; most + 1]);
                for (size, &n) in counts[..most].iter().enumerate() {
                    with[size + 1] = with[size + 1].saturating_add(n);
                }
            }
            // Full sets have no future that could be told apart.
            if !can_grow {
                left = Bits::EMPTY;
            }
            let without = next.entry(left.0).or_insert_with(|| vec![0; most + 1]);
            for (all, &n) in without.iter_mut().zip(&counts) {
                *all = all.saturating_add(n);
            }
        }
        futures = next;
    }
    futures.into_values().next().unwrap_or_default()
}

/// The number of ways to choose `k` of `n`; `u64::MAX` stands for that or more.
pub fn binomial(n: u64, k: u64) -> u64 {
    if k > n {
        return 0;
    }
    let mut all = 1u128;
    for i in 0..u128::from(k.min(n - k)) {
        all = all * (u128::from(n) - i) / (i + 1);
        if all > u128::from(u64::MAX) {
            return u64::MAX;
        }
    }
    all as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::grid::{Grid, KINGWISE};

    #[test]
    fn kings_that_do_not_attack_each_other() {
        // Sequence A063443 of the OEIS, all sizes of sets together.
        for (size, all) in [(1, 2), (2, 5), (3, 35), (4, 314), (5, 6427), (6, 202_841), (7, 12_727_570)] {
            let grid = Grid::new(size, size);
            let near = |cell| KINGWISE.iter().filter_map(|&d| grid.step(cell, d)).collect();
            let counts = sets_by_size::<1>(Bits::first(grid.len()), grid.len(), near);
            assert_eq!(counts.iter().sum::<u64>(), all);
            assert_eq!(counts[1] as usize, grid.len());
        }
    }

    #[test]
    fn cells_that_exclude_nothing_are_counted_by_binomials() {
        let counts = sets_by_size::<3>(Bits::first(130), 4, |_| Bits::EMPTY);
        assert_eq!(counts, (0..=4).map(|k| binomial(130, k)).collect::<Vec<_>>());
        assert_eq!(
            (binomial(3, 4), binomial(0, 0), binomial(68, 34), binomial(5000, 2500)),
            (0, 1, u64::MAX, u64::MAX)
        );
        assert_eq!(binomial(60, 30), 118_264_581_564_861_424);
    }
}
