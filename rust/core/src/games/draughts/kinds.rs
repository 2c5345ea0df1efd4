//! English and International draughts: what differs, in constants.

use crate::board::dark::{Dark, Direction};
use std::ops::RangeInclusive;

/// What tells one kind of draughts from another.
pub trait Kind: Clone + Send + Sync + 'static {
    /// The board.
    const BOARD: Dark;
    /// Pieces a side begins with, and most it can have.
    const MEN: usize;
    /// White's seat; White moves up the board.
    const WHITE: u8;
    /// Kings move and capture over any distance.
    const FLYING: bool;
    /// Men capture backwards too.
    const MEN_CAPTURE_BACK: bool;
    /// Only captures that take the most pieces are legal.
    const MAXIMUM: bool;
    /// A man that reaches the far row in a chain becomes a king and stops; otherwise it goes on as a man.
    const CROWN_ENDS_TURN: bool;
    /// So many plies by kings only, without a capture, are a draw.
    const QUIET: u8;
    /// The name of that rule.
    const QUIET_RULE: &'static str;
    /// Whether a lone king has only so many plies to defend, by the table below.
    const LIMITED_ENDINGS: bool;

    /// Whether a direction is forward for a seat.
    #[inline(always)]
    fn forward(player: u8, direction: Direction) -> bool {
        (direction < 2) == (player == Self::WHITE)
    }

    /// Where men of a seat become kings.
    #[inline(always)]
    fn far_row(player: u8) -> u64 {
        if player == Self::WHITE { Self::BOARD.row(0) } else { Self::BOARD.row(Self::BOARD.size() - 1) }
    }
}

/// English draughts, checkers.
#[derive(Clone)]
pub struct English;

impl Kind for English {
    const BOARD: Dark = Dark::new(4);
    const MEN: usize = 12;
    const WHITE: u8 = 1;
    const FLYING: bool = false;
    const MEN_CAPTURE_BACK: bool = false;
    const MAXIMUM: bool = false;
    const CROWN_ENDS_TURN: bool = true;
    const QUIET: u8 = 80;
    const QUIET_RULE: &'static str = "40-move rule";
    const LIMITED_ENDINGS: bool = false;
}

/// International draughts.
#[derive(Clone)]
pub struct International;

impl Kind for International {
    const BOARD: Dark = Dark::new(5);
    const MEN: usize = 20;
    const WHITE: u8 = 0;
    const FLYING: bool = true;
    const MEN_CAPTURE_BACK: bool = true;
    const MAXIMUM: bool = true;
    const CROWN_ENDS_TURN: bool = false;
    const QUIET: u8 = 50;
    const QUIET_RULE: &'static str = "25-move rule";
    const LIMITED_ENDINGS: bool = true;
}

/// A lone king against so many pieces, a king among them: a draw after so many plies.
pub(super) struct Ending {
    pub(super) pieces: RangeInclusive<u32>,
    pub(super) plies: u8,
    pub(super) rule: &'static str,
}

pub(super) const ENDINGS: [Ending; 2] = [
    Ending { pieces: 3..=3, plies: 32, rule: "16-move rule" },
    Ending { pieces: 1..=2, plies: 10, rule: "5-move rule" },
];
