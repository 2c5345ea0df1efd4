//! Rules, legal moves, connection detection and scoring of abstract, word and card games.
//!
//! The crate has four layers, and arrows point one way only:
//!
//! * [`game`] is the contract: the trait [`game::Game`] and the words it speaks.
//! * [`board`] holds geometry and board tools that know no rule: bit sets, grids, keys.
//! * [`games`] has one file per game, and is the catalog of them all.
//! * [`session`] and [`sim`] are what can be done with *any* game: a game in progress with its
//!   history, undo and bytes; random games, perft, batches.
//!
//! [`records`] is the syntax of big record files, which knows no game at all.
//!
//! Everything outside the crate talks to a game through the two object-safe traits of
//! [`erased`], so that a bulk call costs one dynamic call and the work inside is compiled for
//! the game at hand.

pub mod board;
pub mod erased;
pub mod game;
pub mod games;
pub mod options;
mod prelude;
pub mod records;
pub mod rng;
pub mod session;
pub mod sim;
