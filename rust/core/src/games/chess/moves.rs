//! Legal moves.
//!
//! The generator gives whole sets: "the piece on this cell goes to any of these", "all pawns one step ahead to
//! these". What is done with them is up to a [`Sink`], and only who wants a list of moves pays for one.
//!
//! Moves are legal as they are generated. A position knows which pieces attack its king and which own pieces
//! stand in the way of an attack, so only the king's own steps, en passant and the few moves that touch a cannon's
//! or a horse's way to the king are tried out one by one.

use super::groups::Groups;
use super::position::{KING, NOWHERE, PAWN, Position, decode};
use super::rules::Rules;
use super::variant::{Hands, Part, Variant};
use crate::board::Bitboard;
use crate::prelude::*;

/// What takes the generated sets.
pub(super) trait Sink<S> {
    /// The piece on a cell (or in a hand: behind the board, as in [`Move`](super::plan::Move)) goes to any of these
    /// cells.
    fn from(&mut self, from: usize, to: S, suffix: u8);
    /// Pieces so many cells before go to these cells.
    fn shift(&mut self, by: i32, to: S, suffix: u8);
}

/// Counts.
struct Count(usize);

impl<S: Bitboard> Sink<S> for Count {
    #[inline(always)]
    fn from(&mut self, _: usize, to: S, _: u8) {
        self.0 += to.count();
    }
    #[inline(always)]
    fn shift(&mut self, _: i32, to: S, _: u8) {
        self.0 += to.count();
    }
}

/// Hands every move on: from-cell, to-cell, suffix.
pub(super) struct Each<F>(pub F);

impl<S: Bitboard, F: FnMut(usize, usize, u8)> Sink<S> for Each<F> {
    #[inline(always)]
    fn from(&mut self, from: usize, to: S, suffix: u8) {
        to.cells().for_each(|cell| (self.0)(from, cell, suffix));
    }
    #[inline(always)]
    fn shift(&mut self, by: i32, to: S, suffix: u8) {
        to.cells().for_each(|cell| (self.0)((cell as i32 - by) as usize, cell, suffix));
    }
}

/// Keeps the sets.
impl<S: Bitboard, const N: usize> Sink<S> for Groups<S, N> {
    #[inline(always)]
    fn from(&mut self, from: usize, to: S, suffix: u8) {
        self.push(to, from, 0, suffix);
    }
    #[inline(always)]
    fn shift(&mut self, by: i32, to: S, suffix: u8) {
        self.push(to, 0, by, suffix);
    }
}

/// Every piece has at most one set per suffix and there are seven kinds of drops: fewer than 166 in all on any board.
const MOST: usize = 192;

impl<V: Variant> Rules<V> {
    /// Appends the legal moves in ascending order.
    pub(super) fn list(&self, p: &Position<V>, out: &mut Vec<Action>) {
        let begin = out.len();
        self.generate(p, &mut Each(|from, to, suffix| out.push(self.plan.number(from, to, suffix))));
        out[begin..].sort_unstable();
    }

    /// Number of legal moves.
    #[inline]
    pub(super) fn count(&self, p: &Position<V>) -> usize {
        let mut count = Count(0);
        self.generate(p, &mut count);
        count.0
    }

    /// One of the legal moves, each as likely as the others.
    #[inline]
    pub(super) fn draw(&self, p: &Position<V>, rng: &mut Rng) -> Action {
        let mut groups = Groups::<V::Set, MOST>::none();
        self.generate(p, &mut groups);
        let m = groups.nth(rng.below(groups.total));
        self.plan.number(m.from as usize, m.to as usize, m.suffix)
    }

    /// What a piece attacks or, for a cannon, goes to.
    #[inline(always)]
    pub(super) fn targets(&self, kind: usize, side: usize, from: usize, occupied: V::Set) -> V::Set {
        let (army, traits) = (&self.army, self.army.kinds(V::TRAITS)[kind]);
        let mut to = if traits.leaps { army.leaps(kind, side, from) } else { V::Set::EMPTY };
        if V::SCREENS && traits.hops {
            let open = army.rays.orthogonal(from, occupied);
            let beyond = army.rays.orthogonal(from, occupied.without(open));
            return open.without(occupied) | (beyond & occupied).without(open);
        }
        if V::SCREENS && traits.lame {
            for &(leg, jumps) in army.legs(kind, side, from) {
                if !leg.meets(occupied) {
                    to |= jumps;
                }
            }
        }
        if traits.orthogonal || traits.diagonal {
            to |= self.slides(kind, side, from, occupied);
        }
        to
    }

    /// Where a piece slides to.
    #[inline(always)]
    fn slides(&self, kind: usize, side: usize, from: usize, occupied: V::Set) -> V::Set {
        let (army, traits) = (&self.army, self.army.kinds(V::TRAITS)[kind]);
        let mut to = V::Set::EMPTY;
        if traits.orthogonal {
            to |= army.rays.orthogonal(from, occupied);
        }
        if traits.diagonal {
            to |= army.rays.diagonal(from, occupied);
        }
        to & army.reach(kind, side, from)
    }

    /// The pieces of `by`, out of `alive`, that attack a cell when `occupied` cells are.
    pub(super) fn attackers_of(
        &self,
        p: &Position<V>,
        cell: usize,
        by: usize,
        occupied: V::Set,
        alive: V::Set,
    ) -> V::Set {
        let army = &self.army;
        let mut found = V::Set::EMPTY;
        for (kind, traits) in army.kinds(V::TRAITS).iter().enumerate() {
            let set = p.kinds.as_ref()[kind] & alive;
            if traits.leaps {
                found |= set & army.leaps_from(kind, by, cell);
            }
            if traits.rides {
                for from in (set & army.reach_from(kind, by, cell)).cells() {
                    if !army.rays.between(from, cell).meets(occupied) {
                        found |= V::Set::one(from);
                    }
                }
            }
            if V::SCREENS && traits.lame {
                for &(leg, jumps) in army.legs_from(kind, by, cell) {
                    if !leg.meets(occupied) {
                        found |= set & jumps;
                    }
                }
            }
            if V::SCREENS && traits.hops {
                for from in (set & army.reach_from(kind, by, cell)).cells() {
                    let between = army.rays.between(from, cell) & occupied;
                    if between.any() && !between.is_many() {
                        found |= V::Set::one(from);
                    }
                }
            }
        }
        found
    }

    /// Whether a cell is attacked by the other side when `occupied` cells are and its pieces on `gone` are taken.
    #[inline(always)]
    fn unsafe_for(&self, p: &Position<V>, us: usize, cell: usize, occupied: V::Set, gone: V::Set) -> bool {
        self.attackers_of(p, cell, 1 - us, occupied, p.sides[1 - us].without(gone)).any()
    }

    /// The cells out of `to`, next to the king, that are attacked once the king has left its own.
    #[inline(always)]
    fn attacked_around(&self, p: &Position<V>, us: usize, king: usize, to: V::Set) -> V::Set {
        let (army, them) = (&self.army, 1 - us);
        let open = p.occupied().without(V::Set::one(king));
        let mut bad = V::Set::EMPTY;
        if V::SCREENS {
            // What stands where matters too much.
            for cell in to.cells() {
                let taken = V::Set::one(cell);
                if self.unsafe_for(p, us, cell, open | taken, taken) {
                    bad |= taken;
                }
            }
            return bad;
        }
        if to.is_empty() {
            return bad;
        }
        for (kind, traits) in army.kinds(V::TRAITS).iter().enumerate() {
            for from in (p.of(kind, them) & army.near(kind, them, king)).cells() {
                if traits.leaps {
                    bad |= army.leaps(kind, them, from);
                }
                if traits.rides {
                    bad |= self.slides(kind, them, from, open);
                }
            }
        }
        bad
    }

    /// Finds out what attacks the king to move and which own pieces are in between.
    pub(super) fn look_around(&self, p: &mut Position<V>) {
        let army = &self.army;
        let (us, them) = (p.us(), 1 - p.us());
        let (king, own, occupied) = (p.king(us), p.sides[us], p.occupied());
        let (mut checkers, mut pinned, mut screens) = (V::Set::EMPTY, V::Set::EMPTY, V::Set::EMPTY);
        for (kind, traits) in army.kinds(V::TRAITS).iter().enumerate() {
            let set = p.of(kind, them);
            if traits.leaps {
                checkers |= set & army.leaps_from(kind, them, king);
            }
            if traits.rides {
                for from in (set & army.reach_from(kind, them, king)).cells() {
                    let between = army.rays.between(from, king) & occupied;
                    if between.is_empty() {
                        checkers |= V::Set::one(from);
                    } else if !between.is_many() {
                        pinned |= between & own;
                    }
                }
            }
            if V::SCREENS && traits.lame {
                for &(leg, jumps) in army.legs_from(kind, them, king) {
                    if set.meets(jumps) {
                        if leg.meets(occupied) {
                            pinned |= leg & own;
                        } else {
                            checkers |= set & jumps;
                        }
                    }
                }
            }
            if V::SCREENS && traits.hops {
                for from in (set & army.reach_from(kind, them, king)).cells() {
                    let way = army.rays.between(from, king);
                    match (way & occupied).count() {
                        0 => screens |= way,
                        1 => checkers |= V::Set::one(from),
                        2 => pinned |= way & own,
                        _ => {}
                    }
                }
            }
        }
        p.checkers = checkers;
        p.pinned = pinned;
        if V::SCREENS {
            p.marks.set(screens);
        }
    }

    /// Gives all legal moves to a sink.
    #[inline(always)]
    pub(super) fn generate<K: Sink<V::Set>>(&self, p: &Position<V>, sink: &mut K) {
        self.generate_for(p, self.army.board, true, sink);
    }

    /// Gives the legal moves of the pieces on `movers`, and the drops if they are wanted, to a sink.
    #[inline(always)]
    pub(super) fn generate_for<K: Sink<V::Set>>(&self, p: &Position<V>, movers: V::Set, drops: bool, sink: &mut K) {
        let army = &self.army;
        let (us, them) = (p.us(), 1 - p.us());
        let (own, occupied) = (p.sides[us], p.occupied());
        let king = p.king(us);
        let attacked = p.checkers.any();
        if movers.has(king) {
            let to = army.leaps(KING, us, king).without(own);
            self.emit(p, sink, KING, us, king, to.without(self.attacked_around(p, us, king, to)));
        }
        if V::CASTLES
            && !attacked
            && (p.rooks[2 * us] & p.rooks[2 * us + 1]) != NOWHERE
            && (movers.has(king) || V::GATES)
        {
            self.castle(p, movers, sink);
        }
        // Where a piece other than the king may go: anywhere but on own pieces, or between the king and the one
        // checker.
        let mut target = army.board.without(own);
        if attacked && !V::SCREENS {
            if p.checkers.is_many() {
                return;
            }
            let checker = p.checkers.lowest();
            target = p.checkers;
            // Nothing stops a jump on its way, even if it goes along a line.
            if !V::JUMPS_LINES || !army.leaps_from(decode(p.at(checker)).0, them, king).has(checker) {
                target |= army.rays.between(king, checker);
            }
        }
        let first = if V::PAWNS {
            self.pawns(p, movers, target, sink);
            PAWN + 1
        } else {
            KING + 1
        };
        let screens = if V::SCREENS { p.marks.get() } else { V::Set::EMPTY };
        // In check a cannon or horse may be blocked in more ways than can be told from the board: all is tried.
        let free = if V::SCREENS && attacked { V::Set::EMPTY } else { movers.without(p.pinned) };
        for kind in first..army.kinds(V::TRAITS).len() {
            let set = p.of(kind, us);
            for from in (set & free).cells() {
                let to = self.targets(kind, us, from, occupied) & target;
                self.emit(p, sink, kind, us, from, to.without(screens));
            }
            for from in (set & movers).without(free).cells() {
                let mut to = self.targets(kind, us, from, occupied) & target;
                if V::SCREENS {
                    to = self.tried(p, us, from, to);
                } else {
                    to &= army.rays.beam(king, from);
                    if V::JUMPS_LINES {
                        let open = occupied.without(V::Set::one(from));
                        to &= army.rays.orthogonal(king, open) | army.rays.diagonal(king, open);
                    }
                }
                self.emit(p, sink, kind, us, from, to);
            }
        }
        if V::DROPS && drops {
            let hands: Hands = p.hands();
            if hands[us] != [0; 8] {
                self.drops(p, us, them, target.without(occupied), &hands[us], sink);
            }
        }
    }

    /// The targets after which the own king is not attacked, each tried.
    fn tried(&self, p: &Position<V>, us: usize, from: usize, to: V::Set) -> V::Set {
        let (king, occupied) = (p.king(us), p.occupied().without(V::Set::one(from)));
        let mut safe = V::Set::EMPTY;
        for cell in to.cells() {
            let taken = V::Set::one(cell);
            if !self.unsafe_for(p, us, king, occupied | taken, taken) {
                safe |= taken;
            }
        }
        safe
    }

    /// A piece's moves with the suffixes they may have.
    #[inline(always)]
    fn emit<K: Sink<V::Set>>(&self, p: &Position<V>, sink: &mut K, kind: usize, us: usize, from: usize, to: V::Set) {
        if V::TURNS_OVER && self.army.kinds(V::TRAITS)[kind].promotes.is_some() {
            let zone = self.zone[us];
            sink.from(from, to.without(self.stuck(kind, us)), 0);
            sink.from(from, if zone.has(from) { to } else { to & zone }, 1);
        } else {
            sink.from(from, to, 0);
        }
        if V::GATES && p.marks.get().has(from) {
            for suffix in self.gates(p, us) {
                sink.from(from, to, suffix);
            }
        }
    }

    /// The suffixes of the reserve pieces a side still has.
    pub(super) fn gates(&self, p: &Position<V>, us: usize) -> impl Iterator<Item = u8> + use<V> {
        let (hand, first) = (p.hands()[us], self.design.choices.len() - self.design.gated);
        (0..self.design.gated).filter(move |&i| hand[i] > 0).map(move |i| (first + i + 1) as u8)
    }

    /// Pawn moves: all free pawns at once, pinned ones each on its line.
    #[inline(always)]
    fn pawns<K: Sink<V::Set>>(&self, p: &Position<V>, movers: V::Set, target: V::Set, sink: &mut K) {
        let us = p.us();
        let pawns = p.of(PAWN, us) & movers;
        let king = p.king(us);
        self.pawn_steps(p, us, pawns.without(p.pinned), target, sink);
        for from in (pawns & p.pinned).cells() {
            self.pawn_steps(p, us, V::Set::one(from), target & self.army.rays.beam(king, from), sink);
        }
        if p.ep != NOWHERE {
            let ep = p.ep as usize;
            for from in (pawns & self.army.leaps_from(PAWN, us, ep)).cells() {
                if self.ep_is_safe(p, us, from, ep) {
                    sink.from(from, V::Set::one(ep), 0);
                }
            }
        }
    }

    /// Whether an en-passant capture leaves the own king alone.
    pub(super) fn ep_is_safe(&self, p: &Position<V>, us: usize, from: usize, ep: usize) -> bool {
        let taken = V::Set::one(self.behind(us, ep));
        let occupied = p.occupied().without(taken | V::Set::one(from)) | V::Set::one(ep);
        !self.unsafe_for(p, us, p.king(us), occupied, taken)
    }

    /// The cell one row nearer to a side.
    #[inline(always)]
    pub(super) fn behind(&self, side: usize, cell: usize) -> usize {
        let columns = self.army.grid.columns;
        if side == 0 { cell - columns } else { cell + columns }
    }

    #[inline(always)]
    fn pawn_steps<K: Sink<V::Set>>(&self, p: &Position<V>, us: usize, pawns: V::Set, target: V::Set, sink: &mut K) {
        let columns = self.army.grid.columns as i32;
        let ahead = if us == 0 { columns } else { -columns };
        let empty = self.army.board.without(p.occupied());
        let enemy = p.sides[1 - us];
        let one = pawns.moved(ahead) & empty;
        let two = (one & self.passed[us]).moved(ahead) & empty & target;
        self.pawn_set(p, us, ahead, one & target, sink);
        sink.shift(2 * ahead, two, 0);
        let (left, right) = (ahead - 1, ahead + 1);
        self.pawn_set(p, us, left, pawns.without(self.edges[0]).moved(left) & enemy & target, sink);
        self.pawn_set(p, us, right, pawns.without(self.edges[1]).moved(right) & enemy & target, sink);
    }

    /// Pawn moves of one direction, with promotion where the zone has it.
    #[inline(always)]
    fn pawn_set<K: Sink<V::Set>>(&self, p: &Position<V>, us: usize, by: i32, to: V::Set, sink: &mut K) {
        let promoting = to & self.zone[us];
        sink.shift(by, to.without(self.forced[us]), 0);
        if promoting.any() {
            for suffix in 1..=self.design.choices.len() as u8 {
                if !self.design.from_captured || self.is_available(p, us, suffix) {
                    sink.shift(by, promoting, suffix);
                }
            }
        }
    }

    /// Whether a piece to promote to is missing from the starting set.
    pub(super) fn is_available(&self, p: &Position<V>, us: usize, suffix: u8) -> bool {
        let kind = self.design.choices[suffix as usize - 1].1;
        p.of(kind, us).count() < self.at_start[kind]
    }

    /// Castling: free ways, and no attack on the king's.
    fn castle<K: Sink<V::Set>>(&self, p: &Position<V>, movers: V::Set, sink: &mut K) {
        let us = p.us();
        let king = p.king(us);
        let occupied = p.occupied();
        for wing in 0..2 {
            let rook = p.rooks[2 * us + wing];
            if rook == NOWHERE {
                continue;
            }
            let rook = rook as usize;
            let (king_to, rook_to) = self.castled(us, wing);
            let both = V::Set::one(king) | V::Set::one(rook);
            let way = span::<V::Set>(king, king_to);
            if ((way | span(rook, rook_to)) & occupied).without(both).any()
                || way.cells().any(|cell| self.unsafe_for(p, us, cell, occupied, V::Set::EMPTY))
                || (self.design.king_takes_rook
                    && self.unsafe_for(
                        p,
                        us,
                        king_to,
                        occupied.without(both) | V::Set::one(king_to) | V::Set::one(rook_to),
                        V::Set::EMPTY,
                    ))
            {
                continue;
            }
            let to = V::Set::one(if self.design.king_takes_rook { rook } else { king_to });
            if movers.has(king) {
                sink.from(king, to, 0);
            }
            if V::GATES {
                let marks = p.marks.get();
                for suffix in self.gates(p, us) {
                    if movers.has(king) && marks.has(king) {
                        sink.from(king, to, suffix);
                    }
                    if movers.has(rook) && marks.has(rook) {
                        sink.from(rook, V::Set::one(king), suffix);
                    }
                }
            }
        }
    }

    /// Where king and rook stand after castling.
    #[inline(always)]
    pub(super) fn castled(&self, side: usize, wing: usize) -> (usize, usize) {
        let row = if side == 0 { 0 } else { self.army.grid.len() - self.army.grid.columns };
        if wing == 0 { (row + 6, row + 5) } else { (row + 2, row + 3) }
    }

    fn drops<K: Sink<V::Set>>(
        &self,
        p: &Position<V>,
        us: usize,
        them: usize,
        free: V::Set,
        hand: &[u8; 8],
        sink: &mut K,
    ) {
        for (number, &kind) in self.design.hand.iter().enumerate() {
            if hand[number] == 0 {
                continue;
            }
            let mut to = free & self.may_drop[number][us];
            if self.is_pawn(number) {
                to = to.without(self.full_files(p, kind, us));
                if !self.design.drop_mates {
                    let attacking = to & self.army.leaps_from(kind, us, p.king(them));
                    if attacking.any() && self.drop_mates(p, number, attacking.lowest()) {
                        to = to.without(attacking);
                    }
                }
            }
            sink.from(self.army.grid.len() + number, to, 0);
        }
    }

    /// Whether the number in hand is the piece of which there may not be many on a file (pawn, swallow).
    #[inline(always)]
    fn is_pawn(&self, number: usize) -> bool {
        V::TURNS_OVER && self.pawn == Some(number)
    }

    /// Whether a drop would put too many pawns on a file.
    pub(super) fn is_full(&self, p: &Position<V>, number: usize, to: usize) -> bool {
        self.is_pawn(number) && self.full_files(p, self.design.hand[number], p.us()).has(to)
    }

    /// Files with as many unpromoted own pawns as may stand there.
    fn full_files(&self, p: &Position<V>, kind: usize, us: usize) -> V::Set {
        let (once, mut full, mut seen) = (self.design.pawns_a_file == 1, V::Set::EMPTY, V::Set::EMPTY);
        if self.design.pawns_a_file == 0 {
            return full;
        }
        for cell in p.of(kind, us).cells() {
            let file = self.file_of[cell];
            if once || seen.meets(file) {
                full |= file;
            }
            seen |= file;
        }
        full
    }

    /// Whether a pawn drop leaves the other side without a move.
    fn drop_mates(&self, p: &Position<V>, number: usize, to: usize) -> bool {
        let mut after = p.bare();
        self.apply(&mut after, self.plan.get(self.plan.number(self.army.grid.len() + number, to, 0)));
        self.look_around(&mut after);
        self.count(&after) == 0
    }

    /// Whether the side to move has a legal move.
    #[inline]
    pub(super) fn can_move(&self, p: &Position<V>) -> bool {
        // A piece that is neither pinned nor needed against a check and sees a free cell can go there.
        if p.checkers.is_empty() {
            let us = p.us();
            let (own, occupied) = (p.sides[us], p.occupied());
            let free = own.without(p.pinned);
            let columns = self.army.grid.columns as i32;
            let ahead = if us == 0 { columns } else { -columns };
            if V::PAWNS {
                let steps = (p.kinds.as_ref()[PAWN] & free).moved(ahead) & self.army.board;
                if steps.without(occupied | self.forced[us]).any() {
                    return true;
                }
            }
            let screens = if V::SCREENS { p.marks.get() } else { V::Set::EMPTY };
            for kind in PAWN + usize::from(V::PAWNS)..self.army.kinds(V::TRAITS).len() {
                for from in (p.kinds.as_ref()[kind] & free).cells() {
                    if self.targets(kind, us, from, occupied).without(own | screens).any() {
                        return true;
                    }
                }
            }
        }
        self.count(p) > 0
    }
}

/// The cells of a row from one to another, both included.
#[inline(always)]
fn span<S: Bitboard>(a: usize, b: usize) -> S {
    S::first(a.max(b) + 1).without(S::first(a.min(b)))
}
