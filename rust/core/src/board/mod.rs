//! Board tools that know no rule: bit sets, grids, hexagons and other graphs, groups and chains, keys, texts.
//!
//! What a game is likely to want can be had from here; the rest, whose names say little alone, from its own module.

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

pub use bitboard::Bitboard;
pub use bits::{Bits, ones, select};
pub use chains::{Points, Stones};
pub use choice::{binomial, sets_by_size};
pub use circles::Circles;
pub use graph::Graph;
pub use grid::{Grid, KINGWISE, Neighbours, ORTHOGONAL, RHOMBUS};
pub use groups::Groups;
pub use hexagons::Hexagons;
pub use kingwise::Kingwise;
pub use lines::{Lines, at_least};
pub use offer::Offer;
pub(crate) use offer::legal_by_offer;
pub use pairs::Pairs;
pub use places::Places;
pub use rays::Rays;
pub use repetition::{Draws, Repetition, Tally};
pub use shape::{Shape, letters, stones};
