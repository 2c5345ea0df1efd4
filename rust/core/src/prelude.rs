//! What every game file needs: the contract, options, position texts, random numbers.

pub use crate::board::text;
pub use crate::erased::erase;
pub use crate::game::{Action, Actor, Build, Built, Game, Illegal, Outcome, TextError, Visit};
pub(crate) use crate::game::{by_trial, each_set, each_turn, ensure, placements, resume};
pub use crate::options::{OptionError, Options, shorten};
pub use crate::rng::{Rng, mix};
pub use crate::sim::TURN_LIMIT;
pub use std::ops::ControlFlow;
