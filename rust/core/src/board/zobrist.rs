//! Zobrist keys: a fixed pseudo-random 64-bit number per (piece, cell), the same in every build.

use crate::rng::mix;

/// The key of piece (or fact) `kind` on `cell`. Pure, so a table is needed only where it is hot.
#[inline]
pub fn key(kind: u64, cell: usize) -> u64 {
    mix(0x6761_6D65_636F_7265 ^ kind.wrapping_mul(0x9E37_79B9_7F4A_7C15), cell as u64 + 1)
}

/// The keys of one kind on `n` cells.
pub fn table(kind: u64, n: usize) -> Box<[u64]> {
    (0..n).map(|cell| key(kind, cell)).collect()
}
