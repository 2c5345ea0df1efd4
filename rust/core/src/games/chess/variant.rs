//! What a variant is: types and switches the compiler sees, and a description read once.
//!
//! The switches (`const`) take whole rules out of the compiled code of a variant that does not have them. All
//! that is a matter of tables (board size, how pieces move, zones) is in the [`Design`].

use super::army::{Kind, Piece};
use crate::board::{Bitboard, Grid};

/// A fixed-size array.
pub trait Array<T>: Copy + AsRef<[T]> + AsMut<[T]> + Send + Sync + 'static {
    /// All entries the same.
    fn filled(value: T) -> Self;
}

impl<T: Copy + Send + Sync + 'static, const N: usize> Array<T> for [T; N] {
    fn filled(value: T) -> Self {
        [value; N]
    }
}

/// A part of a position that only some variants have: `()` has none of it, [`Kept`] has it.
pub trait Part<T>: Copy + Default + Send + Sync + 'static {
    /// What it holds; nothing for `()`.
    fn get(self) -> T;
    /// Replaces it.
    fn set(&mut self, value: T);
}

impl<T: Default> Part<T> for () {
    #[inline(always)]
    fn get(self) -> T {
        T::default()
    }
    #[inline(always)]
    fn set(&mut self, _: T) {}
}

/// A part that is there.
#[derive(Clone, Copy, Default)]
pub struct Kept<T>(T);

impl<T: Copy + Default + Send + Sync + 'static> Part<T> for Kept<T> {
    #[inline(always)]
    fn get(self) -> T {
        self.0
    }
    #[inline(always)]
    fn set(&mut self, value: T) {
        self.0 = value;
    }
}

/// Pieces in hand (or in reserve), by side and number in [`Design::hand`].
pub type Hands = [[u8; 8]; 2];

/// How games end beside mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Law {
    /// Stalemate, dead positions, claims at three occurrences and 50 moves, draws at five and 75.
    Fide,
    /// No move loses; three occurrences draw or are perpetual check; a limit of plies without capture.
    Xiangqi,
    /// No move loses; four occurrences draw; a limit of plies.
    Shogi,
}

/// A variant of chess. The king is always kind 0, the pawn of western chess kind 1.
pub trait Variant: Copy + Send + Sync + 'static {
    /// Sets of cells.
    type Set: Bitboard;
    /// A set per kind.
    type Kinds: Array<Self::Set>;
    /// A byte per cell.
    type Cells: Array<u8>;
    /// Pieces in hand.
    type Hands: Part<Hands>;
    /// A set of cells that matters beside the pieces: promoted pieces in crazyhouse, cells with a gating right in
    /// Seirawan chess, cells where any piece would be a screen for a cannon in xiangqi.
    type Marks: Part<Self::Set>;

    /// The traits of the kinds, where the compiler is to know them; empty where they depend on options.
    const TRAITS: &'static [Kind] = &[];
    /// Pawns of western chess: double steps, en passant, promotion by choice.
    const PAWNS: bool = false;
    /// Castling.
    const CASTLES: bool = false;
    /// Captured pieces go to the captor's hand and can be dropped.
    const DROPS: bool = false;
    /// Reserve pieces enter on cells left by a piece.
    const GATES: bool = false;
    /// Lame leapers and cannons.
    const SCREENS: bool = false;
    /// Pieces turn over in the zone, as in shogi.
    const TURNS_OVER: bool = false;
    /// Some piece jumps along a line, so that it could leave a pin over the pinning piece.
    const JUMPS_LINES: bool = false;
    /// See [`Law`].
    const LAW: Law = Law::Fide;

    /// Marks are promoted pieces, which are pawns again in a hand.
    const DEMOTES: bool = Self::DROPS && Self::PAWNS;
}

/// What is read once to build the tables.
#[derive(Clone)]
pub struct Design {
    /// The game's name in the catalog.
    pub slug: &'static str,
    /// The board; row 0 is the first player's.
    pub grid: Grid,
    /// The kinds.
    pub pieces: Vec<Piece>,
    /// Kinds in hand, in the order of the position text.
    pub hand: Vec<usize>,
    /// Kinds a pawn can become, or that can be gated, each with its suffix letter in move texts. Where pieces turn over
    /// there is one entry, for the `+`; its kind means nothing.
    pub choices: Vec<(u8, usize)>,
    /// How many of the last `choices` are gated.
    pub gated: usize,
    /// Rows of the zone, counted from the far side, in which a pawn may promote or a piece turn over.
    pub zone: usize,
    /// Whether a pawn may stay a pawn in the zone short of the last row.
    pub optional: bool,
    /// Whether a pawn may become only what has been captured.
    pub from_captured: bool,
    /// The row of the first player's pawns, from 0.
    pub pawn_row: usize,
    /// Most unpromoted own pawns on a file after a drop; 0 is no limit.
    pub pawns_a_file: usize,
    /// Whether a pawn drop may mate.
    pub drop_mates: bool,
    /// Whether a king on the far row wins.
    pub arrives: bool,
    /// Repetition draws at once on the third occurrence and at 100 plies (the option `draws=auto`).
    pub strict: bool,
    /// The start is one of 960, drawn by lot.
    pub lot: bool,
    /// Castling is written as the king's way to the rook's cell.
    pub king_takes_rook: bool,
    /// Plies without capture that draw (xiangqi), or plies of a game (shogi).
    pub limit: u32,
    /// Whether perpetual check loses.
    pub perpetual_loses: bool,
    /// Former positions in an observation, the present one included.
    pub planes: usize,
    /// The usual start as a position text.
    pub start: String,
}

impl Design {
    /// A design with no special rule.
    pub fn new(slug: &'static str, grid: Grid, pieces: Vec<Piece>, start: &str) -> Self {
        Design {
            slug,
            grid,
            pieces,
            hand: Vec::new(),
            choices: Vec::new(),
            gated: 0,
            zone: 1,
            optional: false,
            from_captured: false,
            pawn_row: 1,
            pawns_a_file: 0,
            drop_mates: true,
            arrives: false,
            strict: false,
            lot: false,
            king_takes_rook: false,
            limit: 0,
            perpetual_loses: false,
            planes: 1,
            start: start.to_string(),
        }
    }
}
