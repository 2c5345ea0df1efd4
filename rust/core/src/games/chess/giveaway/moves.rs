//! The single moves, as groups of targets that share how they are reached.
//!
//! A first single move is legal only if a legal turn begins with it. Hardly ever does that need a trial. A capture in
//! either half frees the turn from the approach rule, so where there is one, every capture will do. Without one, a
//! *witness* is a move that comes closer to an enemy by itself: whatever else moves first can be followed by it, unless
//! that is the witness's own piece or stops on its way. A few witnesses settle all moves but the odd one, which is
//! tried.

use super::super::army::Army;
use super::super::groups::{Group, Groups};
use super::super::plan::{Move, Plan};
use super::super::position::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
use crate::board::{Bitboard, Grid};

/// What has happened in the turn so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum First {
    /// Nothing.
    Nothing,
    /// A capture: the approach rule asks no more.
    Capture,
    /// A move without capture, from cell to cell.
    Quiet(u8, u8),
}

/// The pieces, and what of the past decides the moves of a turn.
#[derive(Clone, Copy)]
pub struct Board {
    /// Pieces of both sides by kind.
    pub kinds: [u64; 6],
    /// Pieces of each side.
    pub sides: [u64; 2],
    /// Cells that enemy pawns have passed in the last turn, while those pawns stand where they stepped to.
    pub passed: u64,
    /// The same of the side to move, in the turn that goes on.
    pub stepped: u64,
    /// Zobrist key of the pieces.
    pub key: u64,
    /// The side to move.
    pub turn: u8,
    /// Single moves left in the turn.
    pub left: u8,
    /// The turn so far.
    pub first: First,
}

impl Board {
    /// A board without pieces.
    pub const EMPTY: Board =
        Board { kinds: [0; 6], sides: [0; 2], passed: 0, stepped: 0, key: 0, turn: 0, left: 2, first: First::Nothing };

    /// The side to move.
    #[inline(always)]
    pub fn us(&self) -> usize {
        self.turn as usize
    }

    /// Pieces of the other side.
    #[inline(always)]
    pub fn enemies(&self) -> u64 {
        self.sides[1 - self.us()]
    }

    /// All pieces.
    #[inline(always)]
    pub fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    /// Pieces of one kind of the side to move.
    #[inline(always)]
    fn own(&self, kind: usize) -> u64 {
        self.kinds[kind] & self.sides[self.us()]
    }

    /// The kind of the piece on a cell that is not empty, without a branch.
    #[inline(always)]
    pub fn kind(&self, cell: usize) -> usize {
        (1..6).map(|kind| if self.kinds[kind].has(cell) { kind } else { 0 }).sum()
    }

    /// Passes the turn on.
    pub fn hand_over(&mut self) {
        *self =
            Board { turn: 1 - self.turn, left: 2, first: First::Nothing, passed: self.stepped, stepped: 0, ..*self };
    }
}

/// At most 16 pieces, and if there are pawns among them, two ways to take, each also with five promotions.
pub type Moves = Groups<u64, 28>;

/// The targets in a group of the piece on this cell.
#[inline(always)]
fn targets_of(group: &Group<u64>, from: usize) -> u64 {
    match group.shift {
        0 if group.from as usize == from => group.to,
        0 => 0,
        shift => group.to & u64::one(from).moved(i32::from(shift)),
    }
}

/// The files at the left and the right edge.
const EDGES: [u64; 2] = [0x0101_0101_0101_0101, 0x8080_8080_8080_8080];
/// The last rank, by side.
pub const LAST: [u64; 2] = [0xFF << 56, 0xFF];
/// The rank on which a pawn's double step goes on, by side.
pub const THIRD: [u64; 2] = [0xFF << 16, 0xFF << 40];

/// One rank ahead.
#[inline(always)]
pub const fn ahead(side: usize) -> i32 {
    if side == 0 { 8 } else { -8 }
}

/// What pawns attack to their left and to their right.
#[inline(always)]
fn strikes(pawns: u64, side: usize) -> [u64; 2] {
    [(pawns & !EDGES[0]).moved(ahead(side) - 1), (pawns & !EDGES[1]).moved(ahead(side) + 1)]
}

/// The tables: how pieces move, and what comes closer to what.
pub struct Tables {
    /// How pieces jump and slide.
    pub army: Army<u64>,
    /// The numbers of moves.
    pub plan: Plan,
    /// Whether a turn without capture has to bring a piece closer to an enemy.
    pub approach: bool,
    /// By two cells: those to which the second is closer than the first.
    pub nearer: Box<[u64]>,
    /// By suffix number, the kind a pawn becomes.
    pub promotions: [usize; 6],
    /// By kind, side and cell.
    pub keys: Box<[u64]>,
}

impl Tables {
    /// For each pair of cells, the cells to which the second is closer by this measure of (columns, rows).
    pub fn measure(grid: Grid, distance: fn(usize, usize) -> usize) -> Box<[u64]> {
        let n = grid.len();
        let far =
            |a: usize, b: usize| distance(grid.column(a).abs_diff(grid.column(b)), grid.row(a).abs_diff(grid.row(b)));
        let closer = |s: usize, t: usize| (0..n).filter(|&e| far(t, e) < far(s, e)).fold(0, |set, e| set | u64::one(e));
        (0..n * n).map(|pair| closer(pair / n, pair % n)).collect()
    }

    /// Whether the way from one cell to another leads closer to one of the enemies.
    #[inline(always)]
    fn nears(&self, from: usize, to: usize, enemies: u64) -> bool {
        self.nearer[from * 64 + to].meets(enemies)
    }

    /// All captures.
    #[inline]
    pub fn captures(&self, b: &Board) -> Moves {
        let mut moves = Moves::none();
        self.fill::<true>(b, &mut moves);
        moves
    }

    /// All moves to empty cells, but for captures en passant; the approach rule and the duty to capture aside.
    #[inline]
    pub fn others(&self, b: &Board) -> Moves {
        let mut moves = Moves::none();
        self.fill::<false>(b, &mut moves);
        moves
    }

    /// The legal single moves.
    #[inline]
    pub fn moves(&self, b: &Board) -> Moves {
        let mut moves = Moves::none();
        self.find(b, &mut moves);
        moves
    }

    /// The legal single moves, in the place of others.
    pub fn find(&self, b: &Board, moves: &mut Moves) {
        *moves = Moves::none();
        self.fill::<true>(b, moves);
        if moves.total > 0 {
            return;
        }
        self.fill::<false>(b, moves);
        if self.approach && b.first != First::Capture {
            if b.left == 2 {
                self.keep_completable(b, moves)
            } else {
                self.keep_approaching(b, moves)
            }
            moves.total = moves.list.iter().map(|group| group.to.count()).sum();
        }
    }

    /// Adds all captures, or all other moves.
    #[inline(always)]
    fn fill<const CAPTURES: bool>(&self, b: &Board, moves: &mut Moves) {
        let (us, all, rays) = (b.us(), b.occupied(), &self.army.rays);
        let targets = if CAPTURES { b.enemies() } else { !all };
        let pawns = b.own(PAWN);
        let ahead = ahead(us);
        if pawns.any() {
            let (ways, reached) = if CAPTURES {
                ([ahead - 1, ahead + 1], strikes(pawns, us))
            } else {
                let one = pawns.moved(ahead);
                ([ahead, 2 * ahead], [one, (one & targets & THIRD[us]).moved(ahead)])
            };
            let targets = if CAPTURES { targets | b.passed & !all } else { targets };
            for (shift, reached) in ways.into_iter().zip(reached) {
                let to = reached & targets;
                moves.push(to & !LAST[us], 0, shift, 0);
                if to.meets(LAST[us]) {
                    (1..=5).for_each(|suffix| moves.push(to & LAST[us], 0, shift, suffix));
                }
            }
        }
        for kind in [KING, KNIGHT] {
            for from in b.own(kind).cells() {
                moves.push(self.army.leaps(kind, us, from) & targets, from, 0, 0);
            }
        }
        for from in b.own(BISHOP).cells() {
            moves.push(rays.diagonal(from, all) & targets, from, 0, 0);
        }
        for from in b.own(ROOK).cells() {
            moves.push(rays.orthogonal(from, all) & targets, from, 0, 0);
        }
        for from in b.own(QUEEN).cells() {
            moves.push((rays.diagonal(from, all) | rays.orthogonal(from, all)) & targets, from, 0, 0);
        }
    }

    /// Whether the move of a piece obeys the approach rule as the last one of a turn without capture.
    #[inline(always)]
    fn approaches(&self, b: &Board, from: usize, to: usize) -> bool {
        match b.first {
            // The piece that moved first counts from where it stood at the start of the turn.
            First::Quiet(start, now) if now as usize == from => self.nears(start as usize, to, b.enemies()),
            First::Quiet(start, now) if self.nears(start as usize, now as usize, b.enemies()) => true,
            _ => self.nears(from, to, b.enemies()),
        }
    }

    /// Of the last moves of a turn without capture, those that obey the approach rule.
    fn keep_approaching(&self, b: &Board, moves: &mut Moves) {
        for group in &mut moves.list {
            let kept = group.to.cells().filter(|&to| self.approaches(b, group.origin(to), to));
            group.to = kept.fold(0, |set, to| set | u64::one(to));
        }
    }

    /// Of the first moves of a turn where nothing can be taken, those with which a legal turn begins.
    fn keep_completable(&self, b: &Board, moves: &mut Moves) {
        let enemies = b.enemies();
        // Of each witness, where it stands and the cells that must stay empty for it.
        let mut witnesses = [(0, 0); 3];
        let mut found = 0;
        'search: for group in &moves.list {
            for to in group.to.cells() {
                let from = group.origin(to);
                if self.nears(from, to, enemies) && witnesses[..found].iter().all(|witness| witness.0 != from) {
                    witnesses[found] = (from, self.army.rays.between(from, to) | u64::one(to));
                    found += 1;
                    if found == witnesses.len() {
                        break 'search;
                    }
                    if group.shift == 0 {
                        break;
                    }
                }
            }
        }
        for group in &mut moves.list {
            let follows = |sure, &(from, way): &(usize, u64)| sure | group.to & !way & !targets_of(group, from);
            let mut kept = witnesses[..found].iter().fold(0, follows);
            for to in (group.to & !kept).cells() {
                if self.completable(b, group.to(to)) {
                    kept |= u64::one(to);
                }
            }
            group.to = kept;
        }
    }

    /// Whether a legal turn begins with this move without capture, by trial: a second move comes closer or captures, or
    /// there is none at all and the first one comes closer by itself.
    fn completable(&self, b: &Board, m: Move) -> bool {
        let mut after = *b;
        self.step(&mut after, m);
        let others = self.others(&after);
        others.iter().any(|second| self.approaches(&after, second.from as usize, second.to as usize))
            || self.captures(&after).total > 0
            || others.total == 0 && self.nears(m.from as usize, m.to as usize, b.enemies())
    }

    /// The passed cells on which some legal turn takes en passant.
    pub fn takeable(&self, b: &Board) -> u64 {
        let (us, open, pawns) = (b.us(), b.passed & !b.occupied(), b.own(PAWN));
        let reached_from = |beside: u64| {
            let taken = open.cells().filter(|&cell| self.army.leaps_from(PAWN, us, cell).meets(beside));
            taken.fold(0, |set, cell| set | u64::one(cell))
        };
        if b.left == 1 {
            return reached_from(pawns);
        }
        // The first move may bring a pawn beside the one to be taken: by a capture, for a pawn that could step there
        // could take the other one where it stands, and has to take something.
        let [left, right] = strikes(pawns, us);
        reached_from(pawns | (left | right) & b.enemies())
    }

    /// Puts a piece on a cell, or takes it away.
    #[inline(always)]
    pub fn flip(&self, b: &mut Board, kind: usize, side: usize, cell: usize) {
        b.kinds[kind] ^= u64::one(cell);
        b.sides[side] ^= u64::one(cell);
        b.key ^= self.keys[(2 * kind + side) * 64 + cell];
    }

    /// Makes a single move; whether it was a capture or a pawn's.
    pub fn step(&self, b: &mut Board, m: Move) -> bool {
        let (us, from, to) = (b.us(), m.from as usize, m.to as usize);
        let (kind, ahead) = (b.kind(from), ahead(us));
        let mut captured = true;
        if b.enemies().has(to) {
            self.flip(b, b.kind(to), 1 - us, to);
            b.passed &= !u64::one(to).moved(ahead);
        } else if kind == PAWN && b.passed.has(to) && (from ^ to) & 7 != 0 {
            self.flip(b, PAWN, 1 - us, to.wrapping_add_signed(-ahead as isize));
            b.passed ^= u64::one(to);
        } else {
            captured = false;
        }
        self.flip(b, kind, us, from);
        self.flip(b, if m.suffix == 0 { kind } else { self.promotions[m.suffix as usize] }, us, to);
        // A pawn that goes on after its double step cannot be taken where it passed.
        b.stepped &= !u64::one(from).moved(-ahead);
        if kind == PAWN && from.abs_diff(to) == 16 {
            b.stepped |= u64::one((from + to) / 2);
        }
        b.left -= 1;
        b.first = match b.first {
            _ if captured => First::Capture,
            First::Nothing => First::Quiet(m.from, m.to),
            earlier => earlier,
        };
        captured || kind == PAWN
    }
}
