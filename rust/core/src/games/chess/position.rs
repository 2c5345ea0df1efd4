//! A position: plain data, changed piece by piece with its key.

use super::variant::{Array, Hands, Part, Variant};
use crate::board::{Bitboard, Repetition};

/// No cell (en passant, castling rooks).
pub const NOWHERE: u8 = u8::MAX;
/// The king's kind.
pub const KING: usize = 0;
/// The kinds of western chess.
pub const PAWN: usize = 1;
/// See [`PAWN`].
pub const KNIGHT: usize = 2;
/// See [`PAWN`].
pub const BISHOP: usize = 3;
/// See [`PAWN`].
pub const ROOK: usize = 4;
/// See [`PAWN`].
pub const QUEEN: usize = 5;

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum End {
    /// It goes on.
    #[default]
    Open,
    /// Attacked and no move.
    Checkmate,
    /// Not attacked and no move.
    Stalemate,
    /// No side can mate.
    Dead,
    /// The position has occurred too often.
    Repetition,
    /// Too many plies without capture or pawn move.
    Clock,
    /// One side checked all the way round.
    PerpetualCheck,
    /// A lion on the far row.
    Arrival,
    /// The limit of plies.
    Limit,
}

/// What a kind is on a cell, as a byte: 0 is empty.
#[inline(always)]
pub fn code(kind: usize, side: usize) -> u8 {
    (kind * 2 + side + 1) as u8
}

/// The kind and side of a byte that is not 0.
#[inline(always)]
pub fn decode(code: u8) -> (usize, usize) {
    ((code as usize - 1) / 2, (code as usize - 1) % 2)
}

/// A snapshot for observations: sets by kind, sets by side, occurrences.
pub type Past<V> = (<V as Variant>::Kinds, [<V as Variant>::Set; 2], u8);

/// A position with what the draw rules need of its past.
#[derive(Clone)]
pub struct Position<V: Variant> {
    /// Pieces of both sides by kind.
    pub(super) kinds: V::Kinds,
    /// Pieces of each side.
    pub(super) sides: [V::Set; 2],
    /// [`code`] per cell.
    pub(super) cells: V::Cells,
    /// Enemy pieces that attack the king of the side to move.
    pub(super) checkers: V::Set,
    /// Pieces of the side to move that may uncover an attack on its king.
    pub(super) pinned: V::Set,
    pub(super) hands: V::Hands,
    pub(super) marks: V::Marks,
    /// Castling rooks: of side s the one towards the last file at `2 * s`, the one towards the first at `2 * s + 1`.
    pub(super) rooks: [u8; 4],
    /// Zobrist key of pieces, hands, rooks, turn, and of marks that are no screens.
    pub(super) key: u64,
    /// Key of a legal en-passant capture, else 0.
    pub(super) ep_key: u64,
    /// Plies so far, those before a position text included.
    pub(super) ply: u32,
    pub(super) clock: u16,
    /// The side to move.
    pub(super) turn: u8,
    /// The cell a pawn has just passed.
    pub(super) ep: u8,
    pub(super) end: End,
    /// The seat that won, if the end is a win.
    pub(super) winner: u8,
    /// How often the position has occurred.
    pub(super) repeats: u8,
    /// Draw rules are off (perft).
    pub(super) blind: bool,
    /// Keys of positions that can come again, the present one last; in xiangqi shifted by one, with check as the low
    /// bit.
    pub(super) history: Repetition,
    /// Boards for observations, the present one left out, the latest last.
    pub(super) past: Vec<Past<V>>,
}

impl<V: Variant> Position<V> {
    /// An empty board.
    pub(super) fn empty() -> Self {
        Position {
            kinds: V::Kinds::filled(V::Set::EMPTY),
            sides: [V::Set::EMPTY; 2],
            cells: V::Cells::filled(0),
            checkers: V::Set::EMPTY,
            pinned: V::Set::EMPTY,
            hands: V::Hands::default(),
            marks: V::Marks::default(),
            rooks: [NOWHERE; 4],
            key: 0,
            ep_key: 0,
            ply: 0,
            clock: 0,
            turn: 0,
            ep: NOWHERE,
            end: End::Open,
            winner: 0,
            repeats: 1,
            blind: false,
            history: Repetition::default(),
            past: Vec::new(),
        }
    }

    /// The position without its past, blind to draws.
    pub(super) fn bare(&self) -> Self {
        Position { history: Repetition::default(), past: Vec::new(), blind: true, ..*self }
    }

    /// The side to move.
    #[inline(always)]
    pub(super) fn us(&self) -> usize {
        self.turn as usize
    }

    /// All pieces.
    #[inline(always)]
    pub(super) fn occupied(&self) -> V::Set {
        self.sides[0] | self.sides[1]
    }

    /// The pieces of one kind and side.
    #[inline(always)]
    pub(super) fn of(&self, kind: usize, side: usize) -> V::Set {
        self.kinds.as_ref()[kind] & self.sides[side]
    }

    /// The king's cell; there is one while the game goes on.
    #[inline(always)]
    pub(super) fn king(&self, side: usize) -> usize {
        self.of(KING, side).lowest()
    }

    /// What stands on a cell, as a [`code`].
    #[inline(always)]
    pub(super) fn at(&self, cell: usize) -> u8 {
        self.cells.as_ref()[cell]
    }

    /// Pieces in hand.
    #[inline(always)]
    pub(super) fn hands(&self) -> Hands {
        self.hands.get()
    }
}
