//! What a player sees, as planes over the board in the cell order of moves (row 0 is the first player's; the
//! board is not turned, so that planes and action numbers fit together).
//!
//! For each board, the present one first and then up to `planes - 1` former ones: the seat's own pieces by kind,
//! the opponent's by kind, then two planes that are 1 where the position stood for at least the second and the third
//! time. After all boards, constant planes: whether the seat is the first player; plies so far / 100; but in shogi,
//! quiet plies / 100; with castling, the seat's rights towards the last file and the first, then the opponent's; with
//! pawns, the cell a pawn has just passed; with hands, how many of each piece / 8, own ones first; with marks, promoted
//! pieces or gating rights.

use super::position::{NOWHERE, Position};
use super::rules::Rules;
use super::variant::{Law, Part, Variant};
use crate::board::Bitboard;

impl<V: Variant> Rules<V> {
    /// Number of planes.
    pub(super) fn num_planes(&self) -> usize {
        let hands = if V::DROPS || V::GATES { 2 * self.design.hand.len() } else { 0 };
        self.design.planes * self.planes_a_board()
            + 2
            + usize::from(V::LAW != Law::Shogi)
            + 4 * usize::from(V::CASTLES)
            + usize::from(V::PAWNS)
            + hands
            + usize::from(V::DEMOTES || V::GATES)
    }

    fn planes_a_board(&self) -> usize {
        2 * self.army.kinds(V::TRAITS).len() + 2
    }

    /// Fills the planes, all zeros before.
    pub(super) fn observe_planes(&self, p: &Position<V>, seat: usize, out: &mut [f32]) {
        let n = self.army.grid.len();
        let mut planes = out.chunks_exact_mut(n);
        let mut next = || planes.next().unwrap_or_default();
        let former = p.past.iter().rev().map(|(kinds, sides, repeats)| (kinds, sides, *repeats));
        let mut boards = std::iter::once((&p.kinds, &p.sides, p.repeats)).chain(former);
        for _ in 0..self.design.planes {
            let Some((kinds, sides, repeats)) = boards.next() else {
                for _ in 0..self.planes_a_board() {
                    next();
                }
                continue;
            };
            for side in [seat, 1 - seat] {
                for set in &kinds.as_ref()[..self.army.kinds(V::TRAITS).len()] {
                    fill(next(), *set & sides[side]);
                }
            }
            for times in [2, 3] {
                next().fill(f32::from(u8::from(repeats >= times)));
            }
        }
        next().fill(f32::from(u8::from(seat == 0)));
        next().fill(p.ply as f32 / 100.0);
        if V::LAW != Law::Shogi {
            next().fill(f32::from(p.clock) / 100.0);
        }
        if V::CASTLES {
            for slot in [2 * seat, 2 * seat + 1, 2 - 2 * seat, 3 - 2 * seat] {
                next().fill(f32::from(u8::from(p.rooks[slot] != NOWHERE)));
            }
        }
        if V::PAWNS {
            let plane = next();
            if p.ep != NOWHERE {
                plane[p.ep as usize] = 1.0;
            }
        }
        if V::DROPS || V::GATES {
            for side in [seat, 1 - seat] {
                for number in 0..self.design.hand.len() {
                    next().fill(f32::from(p.hands()[side][number]) / 8.0);
                }
            }
        }
        if V::DEMOTES || V::GATES {
            fill(next(), p.marks.get());
        }
    }
}

fn fill<S: Bitboard>(plane: &mut [f32], set: S) {
    set.cells().for_each(|cell| plane[cell] = 1.0);
}
