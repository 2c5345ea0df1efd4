//! The numbers of moves: every move that any piece could ever make, in the order of from-cell, to-cell and
//! suffix (none first), then the drops by piece and cell.

use super::army::Army;
use super::position::PAWN;
use super::variant::Design;
use crate::board::Bitboard;
use crate::prelude::*;

/// A move: from-cell, to-cell and suffix. A drop comes from cell `cells + number in hand`. Suffix 0 is none, others
/// are a promotion or a gate by their number in [`Design::choices`] plus one; in shogi 1 turns the piece over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// Where from.
    pub from: u8,
    /// Where to.
    pub to: u8,
    /// Which piece it becomes or leaves behind.
    pub suffix: u8,
}

/// The moves between two cells.
#[derive(Clone, Copy, Default)]
struct Pair {
    /// The first one's number.
    start: u16,
    /// Which suffixes exist, as bits.
    suffixes: u16,
}

/// The numbering of one variant.
pub struct Plan {
    cells: usize,
    pairs: Box<[Pair]>,
    moves: Box<[Move]>,
    drops: u32,
}

impl Plan {
    /// Numbers the moves of a variant.
    pub fn new<S: Bitboard>(army: &Army<S>, design: &Design, zones: &[S; 2], last: &[S; 2]) -> Self {
        let n = army.grid.len();
        let mut pairs = vec![Pair::default(); n * n].into_boxed_slice();
        let mut moves = Vec::new();
        let ends = last[0] | last[1];
        let pawns = army.pieces.get(PAWN).is_some_and(|piece| piece.pawn);
        for from in 0..n {
            let mut plain = S::EMPTY;
            let mut special = vec![S::EMPTY; design.choices.len() + 1];
            for (side, &zone) in zones.iter().enumerate() {
                for (kind, piece) in army.pieces.iter().enumerate() {
                    let to = army.all_targets(kind, side, from);
                    plain |= to;
                    if piece.promotes.is_some() {
                        let up = if zone.has(from) { to } else { to & zone };
                        special[1] |= up;
                    }
                }
                if pawns && !ends.has(from) {
                    // One and two steps ahead are on a queen's lines, so that only the suffixes are new.
                    let ahead = if side == 0 { from + army.grid.columns } else { from.wrapping_sub(army.grid.columns) };
                    let to = army.leaps(PAWN, side, from) | if ahead < n { S::one(ahead) } else { S::EMPTY };
                    special[1..].iter_mut().for_each(|set| *set |= to & zone);
                }
            }
            if ends.has(from) {
                special.iter_mut().rev().take(design.gated).for_each(|set| *set |= plain);
            }
            for to in 0..n {
                let mut pair = Pair { start: moves.len() as u16, suffixes: u16::from(plain.has(to)) };
                for (suffix, set) in special.iter().enumerate().skip(1) {
                    pair.suffixes |= u16::from(set.has(to)) << suffix;
                }
                for suffix in (0..16).filter(|s| pair.suffixes >> s & 1 != 0) {
                    moves.push(Move { from: from as u8, to: to as u8, suffix });
                }
                pairs[from * n + to] = pair;
            }
        }
        debug_assert!(moves.len() <= usize::from(u16::MAX));
        let drops = moves.len() as u32;
        let in_hand = if design.gated > 0 { 0 } else { design.hand.len() };
        for hand in 0..in_hand {
            moves.extend((0..n).map(|to| Move { from: (n + hand) as u8, to: to as u8, suffix: 0 }));
        }
        Plan { cells: n, pairs, moves: moves.into_boxed_slice(), drops }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// A move by number.
    #[inline(always)]
    pub fn get(&self, action: Action) -> Move {
        self.moves[action as usize]
    }

    /// A move's number; `None` if no piece can ever make it.
    pub fn find(&self, m: Move) -> Option<Action> {
        let number = || self.number(m.from as usize, m.to as usize, m.suffix);
        if m.from as usize >= self.cells {
            return ((m.to as usize) < self.cells && (number() as usize) < self.moves.len()).then(number);
        }
        let pair = self.pairs.get(m.from as usize * self.cells + m.to as usize)?;
        (m.suffix < 16 && pair.suffixes >> m.suffix & 1 != 0).then(number)
    }

    /// The number of a move that exists.
    #[inline(always)]
    pub fn number(&self, from: usize, to: usize, suffix: u8) -> Action {
        if from >= self.cells {
            return self.drops + ((from - self.cells) * self.cells + to) as u32;
        }
        let pair = self.pairs[from * self.cells + to];
        u32::from(pair.start) + (pair.suffixes & ((1 << suffix) - 1)).count_ones()
    }
}
