//! Board tools that know no rule: bit sets, grids and their neighbours, keys, texts.

pub mod bitboard;
pub mod bits;
pub mod dark;
pub mod grid;
pub mod lines;
pub mod lists;
pub mod rays;
pub mod reach;
pub mod repetition;
pub mod text;
pub mod zobrist;
