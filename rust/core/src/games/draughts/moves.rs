//! Where pieces go: quiet moves of all pieces at once, and chains of captures of one.

use super::kinds::Kind;
use super::state::State;
use crate::board::dark::{Direction, each};
use crate::prelude::*;
use arrayvec::ArrayVec;
use std::collections::BTreeSet;
use std::marker::PhantomData;
use std::ops::ControlFlow::Continue;

impl<K: Kind> State<K> {
    /// The own pieces that go in a direction; men go forward only.
    #[inline]
    fn movers(&self, own: u64, direction: Direction) -> u64 {
        if K::forward(self.player, direction) { own } else { own & self.kings }
    }

    /// The own pieces that can capture.
    #[inline]
    pub(super) fn find_jumpers(&self) -> u64 {
        let (own, foes, empty) = self.sides();
        let mut found = 0;
        for d in 0..4 {
            // Squares before an enemy piece that has an empty square behind it.
            let mut before = K::BOARD.step(K::BOARD.step(empty, 3 - d) & foes, 3 - d);
            found |= before & if K::MEN_CAPTURE_BACK { own } else { self.movers(own, d) };
            if K::FLYING && self.kings & own != 0 {
                while before & empty != 0 {
                    before = K::BOARD.step(before & empty, 3 - d);
                    found |= before & own & self.kings;
                }
            }
        }
        found
    }

    /// Whether a quiet move is possible.
    #[inline]
    pub(super) fn can_move(&self) -> bool {
        let (own, _, empty) = self.sides();
        (0..4).any(|d| K::BOARD.step(self.movers(own, d), d) & empty != 0)
    }

    /// Calls `f` with sets of squares that pieces move to, `n` steps in a direction. One piece at most moves to
    /// each square of a set, since a king's way ends at the next king on it.
    #[inline]
    pub(super) fn quiet<B>(&self, mut f: impl FnMut(u64, Direction, u32) -> ControlFlow<B>) -> ControlFlow<B> {
        let (own, _, empty) = self.sides();
        for d in 0..4 {
            f(K::BOARD.step(self.movers(own, d), d) & empty, d, 1)?;
            if K::FLYING && self.kings & own != 0 {
                let (mut to, mut n) = (K::BOARD.step(own & self.kings, d) & empty, 1);
                while to != 0 {
                    (to, n) = (K::BOARD.step(to, d) & empty, n + 1);
                    f(to, d, n)?;
                }
            }
        }
        Continue(())
    }

    /// The captures of one own piece, which is taken off its square.
    #[inline]
    pub(super) fn chain(&self, from: u64) -> Chain<K> {
        let (_, foes, empty) = self.sides();
        Chain { player: self.player, king: self.kings & from != 0, foes, empty: empty | from, kind: PhantomData }
    }
}

/// A piece on its way along a chain. Jumped pieces stay where they are, so the board is the same all along.
pub(super) struct Chain<K> {
    player: u8,
    king: bool,
    foes: u64,
    empty: u64,
    kind: PhantomData<K>,
}

/// The squares of a chain, the start included: one more than the most pieces a side can have.
pub(super) type Path = ArrayVec<u64, 21>;

impl<K: Kind> Chain<K> {
    /// The piece that can be jumped in a direction, and where the jump may land; zeros if there is none.
    #[inline]
    fn jump(&self, at: u64, taken: u64, d: Direction) -> (u64, u64) {
        if !(self.king || K::MEN_CAPTURE_BACK || K::forward(self.player, d)) {
            return (0, 0);
        }
        let far = K::FLYING && self.king;
        let mut over = K::BOARD.step(at, d);
        while far && over & self.empty != 0 {
            over = K::BOARD.step(over, d);
        }
        over &= self.foes & !taken;
        let mut to = K::BOARD.step(over, d) & self.empty;
        let mut all = to;
        while far && to != 0 {
            to = K::BOARD.step(to, d) & self.empty;
            all |= to;
        }
        (over, all)
    }

    /// Whether the turn ends here, because a man becomes a king.
    #[inline]
    fn ends_at(&self, at: u64) -> bool {
        K::CROWN_ENDS_TURN && !self.king && at & K::far_row(self.player) != 0
    }

    /// Whether the piece has to go on.
    #[inline]
    pub(super) fn goes_on(&self, at: u64, taken: u64) -> bool {
        !self.ends_at(at) && (0..4).any(|d| self.jump(at, taken, d).1 != 0)
    }

    /// Calls `f` with every jump: the landing square, in ascending order, and the piece jumped.
    #[inline]
    pub(super) fn jumps(&self, at: u64, taken: u64, mut f: impl FnMut(u64, u64) -> ControlFlow<()>) -> ControlFlow<()> {
        if !(K::FLYING && self.king) {
            for d in 0..4 {
                let (over, to) = self.jump(at, taken, d);
                if to != 0 {
                    f(to, over)?;
                }
            }
            return Continue(());
        }
        let jumps = [0, 1, 2, 3].map(|d| self.jump(at, taken, d));
        each(jumps.iter().fold(0, |all, j| all | j.1)).try_for_each(|to| {
            let over = jumps.iter().fold(0, |over, j| if j.1 & to != 0 { j.0 } else { over });
            f(to, over)
        })
    }

    /// Calls `f` with every way to end a chain: its squares, and the pieces taken with those of before. Ways that
    /// meet, having taken the same pieces, are followed once, by the smallest list of squares.
    #[inline]
    pub(super) fn ends(
        &self,
        at: u64,
        taken: u64,
        f: &mut impl FnMut(&Path, u64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut path = Path::new();
        path.push(at);
        self.follow(&mut path, taken, &mut BTreeSet::new(), f)
    }

    fn follow<F: FnMut(&Path, u64) -> ControlFlow<()>>(
        &self,
        path: &mut Path,
        taken: u64,
        seen: &mut BTreeSet<(u64, u64)>,
        f: &mut F,
    ) -> ControlFlow<()> {
        let at = path[path.len() - 1];
        // No two ways meet before their second jump; if a piece lands right behind its victims, not before
        // the fourth, on a square that one goes left and the other right.
        let meet = if K::FLYING && self.king { 2 } else { 4 };
        if path.len() > meet && !seen.insert((taken, at)) {
            return Continue(());
        }
        let mut last = true;
        if !self.ends_at(at) {
            self.jumps(at, taken, |to, over| {
                last = false;
                path.push(to);
                self.follow(path, taken | over, seen, f)?;
                path.pop();
                Continue(())
            })?;
        }
        if last { f(path, taken) } else { Continue(()) }
    }

    /// The most pieces that can still be taken.
    #[inline]
    pub(super) fn longest(&self, at: u64, taken: u64) -> usize {
        let mut most = 0;
        let _ = self.ends(at, taken, &mut |path, _| {
            most = most.max(path.len() - 1);
            Continue(())
        });
        most
    }
}
