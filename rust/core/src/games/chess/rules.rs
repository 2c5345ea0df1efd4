//! The rules of one variant: tables, and playing a move.

use super::army::{Army, turned};
use super::plan::{Move, Plan};
use super::position::{BISHOP, End, KING, KNIGHT, NOWHERE, PAWN, Position, code, decode};
use super::variant::{Design, Law, Part, Variant};
use crate::board::{Bitboard, zobrist};

/// A variant with its tables; the [`Game`](crate::game::Game).
pub struct Rules<V: Variant> {
    pub(super) design: Design,
    pub(super) army: Army<V::Set>,
    pub(super) plan: Plan,
    /// Cells in which a pawn may promote or a piece turn over, by side.
    pub(super) zone: [V::Set; 2],
    /// Cells on which a pawn may not stay one.
    pub(super) forced: [V::Set; 2],
    /// The far row, by side.
    pub(super) last: [V::Set; 2],
    /// Where a pawn that made one step may make another.
    pub(super) passed: [V::Set; 2],
    /// The first and the last file.
    pub(super) edges: [V::Set; 2],
    /// All files.
    pub(super) files: Vec<V::Set>,
    /// By cell: its file.
    pub(super) file_of: Vec<V::Set>,
    /// By number in hand and side: where it may be dropped.
    pub(super) may_drop: Vec<[V::Set; 2]>,
    /// By kind and side: where an unpromoted piece could never move again.
    stuck: Vec<[V::Set; 2]>,
    /// The number in hand of the pawn (chick, swallow) of shogi.
    pub(super) pawn: Option<usize>,
    /// By kind: how many a side has at the start.
    pub(super) at_start: Vec<usize>,
    /// The number in hand by kind.
    pub(super) in_hand: Vec<Option<usize>>,
    /// By [`code`] and cell.
    piece_keys: Box<[u64]>,
    /// By side, number in hand and how many.
    hand_keys: Box<[u64]>,
    mark_keys: Box<[u64]>,
    rook_keys: Box<[u64]>,
    ep_keys: Box<[u64]>,
    /// The start.
    pub(super) start: Position<V>,
}

/// The key of the second side being to move.
pub(super) const TURN: u64 = 0x5851_F42D_4C95_7F2D;
/// More pieces in one hand than any board has.
pub(super) const MOST_IN_HAND: usize = 128;

impl<V: Variant> Rules<V> {
    /// Works out the tables.
    pub(super) fn new(design: Design) -> Self {
        let grid = design.grid;
        let (n, army) = (grid.len(), Army::<V::Set>::new(grid, &design.pieces));
        let rows = |from: usize, to: usize| {
            let mut set = V::Set::EMPTY;
            (from * grid.columns..to * grid.columns).for_each(|cell| set |= V::Set::one(cell));
            [set, (0..n).filter(|&c| set.has(turned(grid, c))).fold(V::Set::EMPTY, |s, c| s | V::Set::one(c))]
        };
        let zone = rows(grid.rows - design.zone, grid.rows);
        let last = rows(grid.rows - 1, grid.rows);
        let files: Vec<V::Set> = (0..grid.columns)
            .map(|file| (0..grid.rows).fold(V::Set::EMPTY, |set, row| set | V::Set::one(grid.cell(file, row))))
            .collect();
        let stuck: Vec<[V::Set; 2]> = (0..design.pieces.len())
            .map(|kind| {
                let stuck_for = |side| {
                    (0..n)
                        .filter(|&cell| army.all_targets(kind, side, cell).is_empty())
                        .fold(V::Set::EMPTY, |set, cell| set | V::Set::one(cell))
                };
                [stuck_for(0), stuck_for(1)]
            })
            .collect();
        let may_drop = design
            .hand
            .iter()
            .map(|&kind| {
                let barred = if V::PAWNS && kind == PAWN { [last[0] | last[1]; 2] } else { stuck[kind] };
                [army.board.without(barred[0]), army.board.without(barred[1])]
            })
            .collect();
        let plan = Plan::new(&army, &design, &zone, &last);
        let mut in_hand = vec![None; design.pieces.len()];
        design.hand.iter().enumerate().for_each(|(number, &kind)| in_hand[kind] = Some(number));
        let pawn = design.hand.iter().position(|&kind| V::TURNS_OVER && design.pieces[kind].steps == [(0, 1)]);
        let mut rules: Rules<V> = Rules {
            zone,
            forced: if design.optional { last } else { zone },
            last,
            passed: rows(design.pawn_row + 1, design.pawn_row + 2),
            edges: [files[0], files[grid.columns - 1]],
            file_of: (0..n).map(|cell| files[grid.column(cell)]).collect(),
            files,
            may_drop,
            stuck,
            pawn,
            at_start: vec![usize::MAX; design.pieces.len()],
            in_hand,
            piece_keys: (0..2 * design.pieces.len() as u64 + 1).flat_map(|kind| zobrist::table(kind, n)).collect(),
            hand_keys: (0..16).flat_map(|kind| zobrist::table(100 + kind, MOST_IN_HAND)).collect(),
            mark_keys: zobrist::table(200, n),
            rook_keys: zobrist::table(201, n),
            ep_keys: zobrist::table(202, n),
            start: Position::empty(),
            design,
            army,
            plan,
        };
        let start = rules.parse(&rules.design.start);
        debug_assert!(start.is_ok(), "{}: {:?}", rules.design.slug, start.as_ref().err());
        if let Ok(start) = start {
            rules.at_start = (0..rules.army.kinds(V::TRAITS).len()).map(|kind| start.of(kind, 0).count()).collect();
            rules.start = start;
        }
        rules
    }

    #[inline(always)]
    pub(super) fn stuck(&self, kind: usize, side: usize) -> V::Set {
        self.stuck[kind][side]
    }

    #[inline(always)]
    pub(super) fn put(&self, p: &mut Position<V>, kind: usize, side: usize, cell: usize) {
        let (one, code) = (V::Set::one(cell), code(kind, side));
        p.kinds.as_mut()[kind] |= one;
        p.sides[side] |= one;
        p.cells.as_mut()[cell] = code;
        p.key ^= self.piece_keys[code as usize * self.army.grid.len() + cell];
    }

    #[inline(always)]
    fn take(&self, p: &mut Position<V>, cell: usize) -> (usize, usize) {
        let found = p.at(cell);
        let ((kind, side), one) = (decode(found), V::Set::one(cell));
        p.kinds.as_mut()[kind] ^= one;
        p.sides[side] ^= one;
        p.cells.as_mut()[cell] = 0;
        p.key ^= self.piece_keys[found as usize * self.army.grid.len() + cell];
        (kind, side)
    }

    /// Changes a hand.
    #[inline(always)]
    pub(super) fn hold(&self, p: &mut Position<V>, side: usize, number: usize, by: i8) {
        let mut hands = p.hands();
        let held = &mut hands[side][number];
        let at = (side * 8 + number) * MOST_IN_HAND;
        p.key ^= self.hand_keys[at + *held as usize];
        *held = held.wrapping_add_signed(by);
        p.key ^= self.hand_keys[at + *held as usize];
        p.hands.set(hands);
    }

    #[inline(always)]
    pub(super) fn mark(&self, p: &mut Position<V>, cell: usize, on: bool) {
        let marks = p.marks.get();
        if marks.has(cell) != on {
            p.marks.set(marks ^ V::Set::one(cell));
            p.key ^= self.mark_keys[cell];
        }
    }

    /// Sets or takes a castling right.
    #[inline(always)]
    pub(super) fn allow(&self, p: &mut Position<V>, slot: usize, rook: u8) {
        for cell in [std::mem::replace(&mut p.rooks[slot], rook), rook] {
            if cell != NOWHERE {
                // The two sides have different cells; left and right of one side too.
                p.key ^= self.rook_keys[cell as usize];
            }
        }
    }

    /// Moves the pieces and hands the turn over; who may move next is for `settle`.
    pub(super) fn apply(&self, p: &mut Position<V>, m: Move) {
        let n = self.army.grid.len();
        let (us, to) = (p.us(), m.to as usize);
        p.clock = p.clock.saturating_add(1);
        p.key ^= TURN;
        p.turn ^= 1;
        p.ply += 1;
        let ep = std::mem::replace(&mut p.ep, NOWHERE);
        if V::DROPS && m.from as usize >= n {
            let number = m.from as usize - n;
            let kind = self.design.hand[number];
            self.hold(p, us, number, -1);
            self.put(p, kind, us, to);
            if V::PAWNS && kind == PAWN {
                p.clock = 0;
            }
            return;
        }
        let from = m.from as usize;
        if V::CASTLES && self.castle_move(p, m) {
            return;
        }
        if p.at(to) != 0 {
            let (kind, _) = self.take(p, to);
            p.clock = 0;
            if V::DROPS {
                let base =
                    if V::DEMOTES && p.marks.get().has(to) { PAWN } else { self.army.kinds(V::TRAITS)[kind].base };
                if let Some(number) = self.in_hand[base] {
                    self.hold(p, us, number, 1);
                }
            }
            if V::DEMOTES || V::GATES {
                self.mark(p, to, false);
            }
        }
        let (mut kind, _) = self.take(p, from);
        if V::PAWNS && kind == PAWN {
            p.clock = 0;
            let columns = self.army.grid.columns;
            if from.abs_diff(to) == 2 * columns {
                p.ep = ((from + to) / 2) as u8;
            } else if to == ep as usize && from.abs_diff(to) != columns {
                self.take(p, self.behind(us, to));
                if V::DROPS
                    && let Some(number) = self.in_hand[PAWN]
                {
                    self.hold(p, us, number, 1);
                }
            }
            if m.suffix > 0 {
                kind = self.design.choices[m.suffix as usize - 1].1;
                if V::DEMOTES {
                    self.mark(p, to, true);
                }
            }
        } else {
            if V::DEMOTES && p.marks.get().has(from) {
                self.mark(p, from, false);
                self.mark(p, to, true);
            }
            if V::GATES && p.marks.get().has(from) {
                self.mark(p, from, false);
                if m.suffix > 0 {
                    self.gate(p, us, m.suffix, from);
                }
            }
            if V::TURNS_OVER && m.suffix > 0 {
                kind = self.army.kinds(V::TRAITS)[kind].promotes.unwrap_or(kind);
            }
        }
        self.put(p, kind, us, to);
        if V::CASTLES && p.rooks != [NOWHERE; 4] {
            if kind == KING {
                self.allow(p, 2 * us, NOWHERE);
                self.allow(p, 2 * us + 1, NOWHERE);
            }
            for slot in 0..4 {
                let rook = p.rooks[slot];
                if rook == m.from || rook == m.to {
                    self.allow(p, slot, NOWHERE);
                }
            }
        }
    }

    /// Puts a reserve piece down.
    fn gate(&self, p: &mut Position<V>, us: usize, suffix: u8, cell: usize) {
        let first = self.design.choices.len() - self.design.gated;
        self.hold(p, us, suffix as usize - 1 - first, -1);
        self.put(p, self.design.choices[suffix as usize - 1].1, us, cell);
        self.spend_rights(p, us);
    }

    /// The rights to gate go with the last reserve piece.
    pub(super) fn spend_rights(&self, p: &mut Position<V>, side: usize) {
        if p.hands()[side] == [0; 8] {
            (p.marks.get() & p.sides[side]).cells().for_each(|cell| self.mark(p, cell, false));
        }
    }

    /// The king's and the rook's cell and the wing, if a move of `us` castles: king to its second next cell, or on its
    /// own rook, or (with a gate) rook on its own king.
    #[inline(always)]
    pub(super) fn castling(&self, p: &Position<V>, us: usize, m: Move) -> Option<(usize, usize, usize)> {
        let (from, to) = (m.from as usize, m.to as usize);
        if V::GATES && m.suffix > 0 && p.at(to) == code(KING, us) {
            return Some((to, from, usize::from(from < to)));
        }
        if !V::CASTLES || p.at(from) != code(KING, us) {
            return None;
        }
        let castles = if self.design.king_takes_rook {
            p.at(to) != 0 && decode(p.at(to)).1 == us
        } else {
            from.abs_diff(to) == 2
        };
        let wing = usize::from(to < from);
        castles.then(|| (from, p.rooks[2 * us + wing] as usize, wing))
    }

    /// Castles, if the move is castling.
    fn castle_move(&self, p: &mut Position<V>, m: Move) -> bool {
        let us = 1 - p.us();
        let Some((king, rook, wing)) = self.castling(p, us, m) else {
            return false;
        };
        let (king_to, rook_to) = self.castled(us, wing);
        self.take(p, king);
        let (rook_kind, _) = self.take(p, rook);
        self.put(p, KING, us, king_to);
        self.put(p, rook_kind, us, rook_to);
        self.allow(p, 2 * us, NOWHERE);
        self.allow(p, 2 * us + 1, NOWHERE);
        if V::GATES {
            self.mark(p, king, false);
            self.mark(p, rook, false);
            if m.suffix > 0 {
                self.gate(p, us, m.suffix, m.from as usize);
            }
        }
        true
    }

    /// Works out who is attacked and whether the game is over, after a move or a position text.
    pub(super) fn settle(&self, p: &mut Position<V>) {
        (p.ep_key, p.repeats) = (0, 1);
        if p.of(KING, p.us()).is_empty() {
            // Taken, for the position text gave the move to a side that attacks the other king.
            (p.checkers, p.pinned) = (V::Set::EMPTY, V::Set::EMPTY);
            self.allow(p, 2 * p.us(), NOWHERE);
            self.allow(p, 2 * p.us() + 1, NOWHERE);
            (p.end, p.winner) = (End::Checkmate, 1 - p.turn);
            return;
        }
        self.look_around(p);
        if V::PAWNS && p.ep != NOWHERE {
            let (us, ep) = (p.us(), p.ep as usize);
            let pawns = p.of(PAWN, us) & self.army.leaps_from(PAWN, us, ep);
            if pawns.cells().any(|from| self.ep_is_safe(p, us, from, ep)) {
                p.ep_key = self.ep_keys[ep];
            }
        }
        if self.design.arrives {
            for side in 0..2 {
                if self.last[side].has(p.king(side)) {
                    (p.end, p.winner) = (End::Arrival, side as u8);
                    return;
                }
            }
        }
        if !self.can_move(p) {
            p.end = if p.checkers.any() { End::Checkmate } else { End::Stalemate };
            p.winner = 1 - p.turn;
            return;
        }
        if !p.blind {
            self.look_back(p);
        }
    }

    /// Draws, and what else the past decides.
    fn look_back(&self, p: &mut Position<V>) {
        // What can never come again is forgotten: captured pieces come back only where they are dropped.
        if !V::DROPS && p.clock == 0 {
            p.history.clear();
        }
        let key = self.identity(p);
        let entry = if V::LAW == Law::Xiangqi { key << 1 | u64::from(p.checkers.any()) } else { key };
        p.repeats = p.history.note(entry).min(255) as u8;
        p.end = match V::LAW {
            Law::Fide => {
                let (times, plies) = if self.design.strict { (3, 100) } else { (5, 150) };
                if self.is_dead(p) {
                    End::Dead
                } else if p.repeats >= times {
                    End::Repetition
                } else if p.clock >= plies {
                    End::Clock
                } else if V::DROPS && p.ply >= self.design.limit {
                    End::Limit
                } else {
                    End::Open
                }
            }
            Law::Xiangqi => {
                if self.is_dead(p) {
                    End::Dead
                } else if p.repeats >= 3 {
                    self.perpetual(p)
                } else if u32::from(p.clock) >= self.design.limit {
                    End::Clock
                } else {
                    End::Open
                }
            }
            Law::Shogi if p.repeats >= 4 => End::Repetition,
            Law::Shogi if p.ply >= self.design.limit => End::Limit,
            Law::Shogi => End::Open,
        };
    }

    /// Third occurrence in xiangqi: whoever alone checked with every move since the second one has lost.
    fn perpetual(&self, p: &mut Position<V>) -> End {
        let mut checked = [true; 2];
        let mut last = None;
        for (age, entry) in p.history.latest_first().enumerate() {
            if last == Some(entry) {
                break;
            }
            last = last.or(Some(entry));
            // The present entry was made by the other side's move.
            let mover = (p.us() + 1 + age) % 2;
            checked[mover] &= entry & 1 == 1;
        }
        if self.design.perpetual_loses && checked[0] != checked[1] {
            p.winner = u8::from(checked[0]);
            return End::PerpetualCheck;
        }
        End::Repetition
    }

    /// Whether the material can never mate, as the variant's rule has it.
    fn is_dead(&self, p: &Position<V>) -> bool {
        let all = p.occupied();
        let spare = all.without(p.kinds.as_ref()[KING]);
        if V::LAW == Law::Xiangqi {
            // Only advisors and elephants beside the generals (kinds 1 and 2).
            return spare.without(p.kinds.as_ref()[1] | p.kinds.as_ref()[2]).is_empty();
        }
        if V::DROPS {
            return spare.is_empty() && p.hands() == [[0; 8]; 2];
        }
        if V::GATES && (0..2).any(|side| p.hands()[side] != [0; 8] && p.marks.get().meets(p.sides[side])) {
            return false;
        }
        if spare.is_empty() {
            return true;
        }
        let (knights, bishops) = (p.kinds.as_ref()[KNIGHT], p.kinds.as_ref()[BISHOP]);
        if spare == knights && !knights.is_many() {
            return true;
        }
        let dark = bishops.cells().filter(|&cell| self.is_dark(cell)).count();
        spare == bishops && (dark == 0 || dark == bishops.count())
    }

    fn is_dark(&self, cell: usize) -> bool {
        (self.army.grid.column(cell) + self.army.grid.row(cell)).is_multiple_of(2)
    }

    /// The key of the position as repetition rules see it.
    #[inline(always)]
    pub(super) fn identity(&self, p: &Position<V>) -> u64 {
        p.key ^ p.ep_key
    }
}
