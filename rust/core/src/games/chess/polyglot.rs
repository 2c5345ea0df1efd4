//! Keys of Polyglot opening books.
//!
//! The 781 random numbers are those of the book format of Fabien Letouzey's PolyGlot, as every program that reads
//! such books has them: 64 for each piece (black pawn, white pawn, black knight, …), then castling, en passant, turn.

use super::position::{BISHOP, KING, KNIGHT, NOWHERE, PAWN, Position, QUEEN, ROOK};
use super::rules::Rules;
use super::variant::Variant;
use crate::board::Bitboard;

/// 781 numbers of eight bytes, the high byte first.
static NUMBERS: &[u8; 781 * 8] = include_bytes!("polyglot.bin");
const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE: usize = 780;

fn number(index: usize) -> u64 {
    NUMBERS[8 * index..8 * index + 8].iter().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

impl<V: Variant> Rules<V> {
    /// The key of a position of chess.
    pub(super) fn polyglot_key(&self, p: &Position<V>) -> u64 {
        let mut key = 0;
        // Books count pawn, knight, bishop, rook, queen, king.
        for (order, kind) in [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING].into_iter().enumerate() {
            for side in 0..2 {
                p.of(kind, side).cells().for_each(|cell| key ^= number(64 * (2 * order + 1 - side) + cell));
            }
        }
        for (slot, _) in p.rooks.iter().enumerate().filter(|&(_, &rook)| rook != NOWHERE) {
            key ^= number(CASTLING + slot);
        }
        let near = p.ep != NOWHERE && self.army.leaps_from(PAWN, p.us(), p.ep as usize).meets(p.of(PAWN, p.us()));
        if near {
            key ^= number(EN_PASSANT + self.army.grid.column(p.ep as usize));
        }
        if p.turn == 0 { key ^ number(WHITE) } else { key }
    }
}
