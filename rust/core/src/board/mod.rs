//! Board tools that know no rule: bit sets, grids and their neighbours, keys, texts.

pub mod bits;
pub mod grid;
pub mod lines;
pub mod reach;
pub mod repetition;
pub mod text;
pub mod zobrist;
