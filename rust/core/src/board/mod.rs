//! Board tools that know no rule: bit sets, grids, hexagons and other graphs, groups and chains, keys, texts.

pub mod bitboard;
pub mod bits;
pub mod chains;
pub mod choice;
pub mod circles;
pub mod dark;
pub mod graph;
pub mod grid;
pub mod groups;
pub mod hexagons;
pub mod kingwise;
pub mod lines;
pub mod lists;
pub mod offer;
pub mod pairs;
pub mod places;
pub mod rays;
pub mod reach;
pub mod repetition;
pub mod segments;
pub mod shape;
pub mod text;
pub mod zobrist;
