//! Moves in groups: targets that share how they are reached. Counting needs no list of moves, and a random move is
//! found by its number among all.

use super::plan::Move;
use crate::board::Bitboard;
use arrayvec::ArrayVec;

/// Targets of one piece, of one kind of drop, or of all pawns that move in one way.
#[derive(Clone, Copy)]
pub(super) struct Group<S> {
    pub to: S,
    /// Where the piece comes from, as in [`Move`].
    pub from: u8,
    /// For pawns, how far `to` lies from where they stand; otherwise 0.
    pub shift: i8,
    pub suffix: u8,
}

impl<S: Bitboard> Group<S> {
    /// Where the piece with this target comes from.
    #[inline(always)]
    pub fn origin(&self, to: usize) -> usize {
        if self.shift == 0 { self.from as usize } else { to.wrapping_add_signed(-isize::from(self.shift)) }
    }

    /// The move to this target.
    #[inline(always)]
    pub fn to(&self, to: usize) -> Move {
        Move { from: self.origin(to) as u8, to: to as u8, suffix: self.suffix }
    }
}

/// At most `N` groups of moves.
pub(super) struct Groups<S, const N: usize> {
    pub list: ArrayVec<Group<S>, N>,
    /// How many moves there are.
    pub total: usize,
}

impl<S: Bitboard, const N: usize> Groups<S, N> {
    /// No move.
    #[inline(always)]
    pub fn none() -> Self {
        Groups { list: ArrayVec::new(), total: 0 }
    }

    /// Adds a group, if there is a move in it.
    #[inline(always)]
    pub fn push(&mut self, to: S, from: usize, shift: i32, suffix: u8) {
        if to.any() {
            self.total += to.count();
            self.list.push(Group { to, from: from as u8, shift: shift as i8, suffix });
        }
    }

    /// One of the moves by number (`n < total`), in no particular order.
    #[inline]
    pub fn nth(&self, mut n: usize) -> Move {
        for group in &self.list {
            let here = group.to.count();
            if n < here {
                return group.to(group.to.nth(n));
            }
            n -= here;
        }
        unreachable!("fewer moves than were counted")
    }

    /// All of them, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = Move> {
        self.list.iter().flat_map(|group| group.to.cells().map(|to| group.to(to)))
    }
}
