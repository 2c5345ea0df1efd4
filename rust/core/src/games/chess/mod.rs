//! The chess family: one engine, and a short description per variant.
//!
//! A variant says which pieces there are, how they move, and which rules hold ([`variant`]): switches that the
//! compiler sees take what a variant lacks out of its code. From the description come tables ([`army`]) and the
//! numbers of all moves ([`plan`]). A [`position`] is sets of cells by kind and by side, with the pieces that attack
//! the king and those that shield it; [`moves`] generates whole sets of legal moves (kept in [`groups`] where they are
//! kept), [`mod@rules`] plays them and knows the ends of the game, [`text`] reads and writes positions, [`san`] moves.
//! [`game`] is the contract on top of it all.

mod army;
mod crazyhouse;
mod game;
mod giveaway;
mod grand;
mod groups;
mod moves;
mod observe;
mod plan;
mod polyglot;
mod position;
mod rules;
mod san;
mod seirawan;
mod shogi;
mod standard;
mod text;
mod variant;
mod xiangqi;

pub use crazyhouse::Crazyhouse;
pub use giveaway::Giveaway12;
pub use grand::GrandChess;
pub use position::Position;
pub use rules::Rules;
pub use seirawan::Seirawan;
pub use shogi::Shogi;
pub use standard::Chess;
pub use xiangqi::Xiangqi;
