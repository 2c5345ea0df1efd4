//! A position, how turns change it, and the end of the game.

use super::kinds::{ENDINGS, Kind};
use crate::board::Repetition;
use crate::prelude::*;
use std::marker::PhantomData;

/// A position.
#[derive(Clone)]
pub struct State<K> {
    /// By seat.
    pub(super) pieces: [u64; 2],
    pub(super) kings: u64,
    /// In a chain, the pieces jumped so far.
    pub(super) jumped: u64,
    /// Own pieces that can capture, in a chain the one that goes on; if there are any, one of them must.
    pub(super) jumpers: u64,
    past: Repetition,
    pub(super) end: Option<Outcome>,
    pub(super) player: u8,
    /// Plies by kings only since the last capture or move of a man.
    pub(super) quiet: u8,
    /// For each of [`ENDINGS`], 0 before it is reached, then the plies since plus one.
    pub(super) endings: [u8; 2],
    /// For perft: no draws.
    blind: bool,
    kind: PhantomData<K>,
}

impl<K: Kind> State<K> {
    /// A position without any past; [`begin_turn`](Self::begin_turn) is still to come.
    pub(super) fn new(player: u8, pieces: [u64; 2], kings: u64) -> Self {
        State {
            pieces,
            kings,
            jumped: 0,
            jumpers: 0,
            past: Repetition::default(),
            end: None,
            player,
            quiet: 0,
            endings: [0; 2],
            blind: false,
            kind: PhantomData,
        }
    }

    /// Own and enemy pieces, empty squares.
    #[inline]
    pub(super) fn sides(&self) -> (u64, u64, u64) {
        let (own, foes) = (self.pieces[usize::from(self.player)], self.pieces[usize::from(1 - self.player)]);
        (own, foes, K::BOARD.all & !(own | foes))
    }

    /// The piece that goes on with a chain; 0 between turns.
    pub(super) fn going_on(&self) -> u64 {
        if self.jumped == 0 { 0 } else { self.jumpers }
    }

    /// Plays a quiet move.
    #[inline]
    pub(super) fn quiet_move(&mut self, from: u64, to: u64) {
        let king = self.kings & from != 0;
        if king && self.quiet == 0 {
            // No earlier position can come back.
            self.past.clear();
            self.note();
        }
        self.shift(from, to);
        self.end_turn(to, king);
    }

    /// Plays one jump.
    #[inline]
    pub(super) fn jump(&mut self, from: u64, to: u64, over: u64) {
        let chain = self.chain(from);
        self.jumped |= over;
        if chain.goes_on(to, self.jumped) {
            self.shift(from, to);
            self.jumpers = to;
        } else {
            self.capture(from, to, self.jumped);
        }
    }

    /// Plays a capture, or what is left of it, at once: the jumped pieces leave the board after the last jump.
    #[inline]
    pub(super) fn capture(&mut self, from: u64, to: u64, taken: u64) {
        self.shift(from, to);
        self.pieces[usize::from(1 - self.player)] &= !taken;
        self.kings &= !taken;
        self.jumped = 0;
        self.end_turn(to, false);
    }

    /// Moves a piece, without any consequence.
    #[inline]
    fn shift(&mut self, from: u64, to: u64) {
        let own = &mut self.pieces[usize::from(self.player)];
        *own = *own & !from | to;
        if self.kings & from != 0 {
            self.kings = self.kings & !from | to;
        }
    }

    /// Ends the turn of a piece that has come to `to`; `quiet` if that was a quiet move of a king.
    #[inline]
    fn end_turn(&mut self, to: u64, quiet: bool) {
        self.kings |= to & K::far_row(self.player);
        self.player ^= 1;
        self.quiet = if quiet { self.quiet.saturating_add(1) } else { 0 };
        if !self.blind {
            self.endings = self.endings.map(|plies| plies + u8::from(plies > 0));
            self.begin_endings();
        }
        let times = if quiet { self.note() } else { 1 };
        self.begin_turn(times);
    }

    /// Starts the counters of endings that have come to stand on the board.
    #[inline]
    pub(super) fn begin_endings(&mut self) {
        if !K::LIMITED_ENDINGS || (self.pieces[0] | self.pieces[1]).count_ones() > 4 {
            return;
        }
        for seat in 0..2 {
            let (weak, strong) = (self.pieces[seat], self.pieces[1 - seat]);
            let lone_king = weak.count_ones() == 1 && weak & self.kings != 0 && strong & self.kings != 0;
            for (ending, plies) in ENDINGS.iter().zip(&mut self.endings) {
                if lone_king && *plies == 0 && ending.pieces.contains(&strong.count_ones()) {
                    *plies = 1;
                }
            }
        }
    }

    /// Finds the pieces that can capture at the beginning of a turn, and whether the game is over when the position has
    /// occurred so many times.
    #[inline]
    pub(super) fn begin_turn(&mut self, times: usize) {
        self.jumpers = self.find_jumpers();
        let full = ENDINGS.iter().zip(self.endings).find(|(ending, plies)| *plies > ending.plies);
        self.end = match full {
            _ if self.jumpers == 0 && !self.can_move() => {
                Some(Outcome::win(usize::from(1 - self.player), "no legal move"))
            }
            _ if self.blind => None,
            _ if times >= 3 => Some(Outcome::draw("threefold repetition")),
            _ if self.quiet >= K::QUIET => Some(Outcome::draw(K::QUIET_RULE)),
            full => full.map(|(ending, _)| Outcome::draw(ending.rule)),
        }
    }

    /// Notes the position for repetition; returns how often it has occurred.
    #[inline]
    pub(super) fn note(&mut self) -> usize {
        if self.blind { 1 } else { self.past.note(self.board_key()) }
    }

    /// The key of what repetition compares: pieces, kings, side to move.
    #[inline]
    fn board_key(&self) -> u64 {
        mix(mix(mix(self.pieces[0], self.pieces[1]), self.kings), u64::from(self.player))
    }

    pub(super) fn key(&self) -> u64 {
        let counters = u32::from_le_bytes([self.quiet, self.endings[0], self.endings[1], 0]);
        mix(mix(mix(self.board_key(), self.jumped), self.going_on()), u64::from(counters))
    }

    pub(super) fn ignore_draws(&mut self) {
        self.blind = true;
        self.past.clear();
        self.end = self.end.filter(|end| end.returns[0] != 0.0);
    }
}
