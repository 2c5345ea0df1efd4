//! 12* Giveaway Chess: two single moves a turn (White's first turn: one), who loses all pieces wins. Rules: the docs
//! page of `giveaway_chess_12`.
//!
//! A step is a single move, numbered as in the rest of the family: by from-cell, to-cell and promotion. What is legal
//! is found in [`moves`], the position text in [`text`]; here is the rest of the contract.

use crate::board::text::cell_name;
use crate::board::{Bitboard, Grid, Repetition, zobrist};
use crate::prelude::*;

mod moves;
mod text;

use super::army::Army;
use super::plan::{Move, Plan};
use super::position::{KING, PAWN};
use super::standard::{PIECES, PROMOTIONS, START};
use super::variant::Design;
use moves::{Board, First, LAST, Tables};

/// Turns without capture or pawn move after which the game is a draw.
const QUIET_TURNS: u8 = 100;
/// Most pieces of a side.
const PIECES_A_SIDE: usize = 16;

/// The game.
pub struct Giveaway12 {
    grid: Grid,
    tables: Tables,
    start: State,
}

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Open,
    /// A side has no piece left, and has won.
    Bare(u8),
    /// A side cannot move, and has won.
    Stuck(u8),
    Repetition,
    Quiet,
}

/// A position with what the draw rules need of its past.
#[derive(Clone)]
pub struct State {
    board: Board,
    /// Keys of the positions at the start of turns since the last capture or pawn move.
    past: Repetition,
    /// Turns since the last capture or pawn move; a turn counts from its first move.
    clock: u8,
    /// How often the position at the start of this turn has occurred.
    repeats: u8,
    end: End,
    /// Draw rules are off (perft).
    blind: bool,
}

impl Build for Giveaway12 {
    fn build(mut options: Options) -> Built {
        let approach = options.bool("approach_rule", true)?;
        let king = options.choice("distance", &["euclid", "king"])? == 1;
        let options = options.finish("giveaway_chess_12")?;
        let grid = Grid::new(8, 8);
        let army = Army::new(grid, &PIECES);
        let mut design = Design::new("giveaway_chess_12", grid, PIECES.to_vec(), START);
        design.choices = [&PROMOTIONS[..], &[(b'k', KING)]].concat();
        let plan = Plan::new(&army, &design, &LAST, &LAST);
        let mut promotions = [0; 6];
        design.choices.iter().zip(&mut promotions[1..]).for_each(|(choice, kind)| *kind = choice.1);
        let tables = Tables {
            army,
            plan,
            approach,
            nearer: Tables::measure(
                grid,
                if king { usize::max } else { |columns, rows| columns * columns + rows * rows },
            ),
            promotions,
            keys: (0..12).flat_map(|piece| zobrist::table(piece, grid.len())).collect(),
        };
        let mut game = Giveaway12 { grid, tables, start: State::new(Board::EMPTY) };
        game.start = game.parse(&format!("{START} w 1"))?;
        Ok(erase("giveaway_chess_12", options, game))
    }
}

impl Giveaway12 {
    /// Makes a legal single move, up to what the next one may be.
    fn advance(&self, s: &mut State, m: Move) {
        let b = &mut s.board;
        if b.first == First::Nothing {
            s.clock = s.clock.saturating_add(1);
        }
        if self.tables.step(b, m) {
            s.clock = 0;
            s.past.clear();
        }
        let them = 1 - b.us();
        if b.left == 0 {
            b.hand_over();
        }
        if b.sides[them].is_empty() {
            s.end = End::Bare(them as u8);
        }
        self.forget_passed(b);
    }

    /// Forgets passed cells on which no pawn can be taken now, so that equal positions are the same.
    fn forget_passed(&self, b: &mut Board) {
        if b.passed.any() {
            b.passed = self.tables.takeable(b);
        }
    }

    /// Sees whether the game is over, by what there is to move.
    fn settle(&self, s: &mut State, moves: usize) {
        if s.end != End::Open {
            return;
        }
        if moves == 0 {
            s.end = End::Stuck(s.board.turn);
        } else if !s.blind && s.board.first == First::Nothing {
            s.repeats = s.past.note(self.key(s)).min(3) as u8;
            if s.repeats == 3 {
                s.end = End::Repetition;
            } else if s.clock >= QUIET_TURNS {
                s.end = End::Quiet;
            }
        }
    }

    /// Why a move is not legal.
    fn why(&self, b: &Board, m: Move) -> Illegal {
        let (us, from, to) = (b.us(), m.from as usize, m.to as usize);
        if !b.sides[us].has(from) {
            return Illegal::NotYours;
        }
        if b.sides[us].has(to) {
            return Illegal::Occupied;
        }
        let (captures, others) = (self.tables.captures(b), self.tables.others(b));
        if others.iter().any(|found| found == m) {
            // Unless it had to be a capture, no turn that begins with it comes closer to an enemy.
            return if captures.total > 0 { Illegal::MustCapture } else { Illegal::NotOffered };
        }
        if captures.iter().chain(others.iter()).any(|found| (found.from, found.to) == (m.from, m.to)) {
            // A promotion is missing, or there is one too many.
            return Illegal::NotOffered;
        }
        let kind = b.kind(from);
        if kind != PAWN && self.tables.army.all_targets(kind, us, from).has(to) {
            Illegal::Blocked
        } else {
            Illegal::BadMove
        }
    }
}

impl State {
    fn new(board: Board) -> Self {
        State { board, past: Repetition::default(), clock: 0, repeats: 0, end: End::Open, blind: false }
    }
}

impl Game for Giveaway12 {
    type State = State;

    const ONE_STEP_TURNS: bool = false;

    fn num_actions(&self) -> usize {
        self.tables.plan.len()
    }

    /// Every piece may make seven pawn moves and be captured, and [`QUIET_TURNS`] may pass in between.
    fn max_steps(&self) -> usize {
        2 * QUIET_TURNS as usize * (2 * PIECES_A_SIDE * 8 + 1)
    }

    fn start(&self, _seed: u64) -> State {
        self.start.clone()
    }

    fn actor(&self, s: &State) -> Actor {
        if s.end == End::Open { Actor::Player(s.board.turn) } else { Actor::Over }
    }

    fn in_turn(&self, s: &State) -> bool {
        s.end == End::Open && s.board.first != First::Nothing
    }

    fn legal(&self, s: &State, out: &mut Vec<Action>) {
        let begin = out.len();
        let number = |m: Move| self.tables.plan.number(m.from as usize, m.to as usize, m.suffix);
        out.extend(self.tables.moves(&s.board).iter().map(number));
        out[begin..].sort_unstable();
    }

    fn num_legal(&self, s: &State) -> usize {
        self.tables.moves(&s.board).total
    }

    fn random_action(&self, s: &State, rng: &mut Rng, _scratch: &mut Vec<Action>) -> Action {
        let moves = self.tables.moves(&s.board);
        let m = moves.nth(rng.below(moves.total));
        self.tables.plan.number(m.from as usize, m.to as usize, m.suffix)
    }

    fn check(&self, s: &State, action: Action) -> Result<(), Illegal> {
        let m = self.tables.plan.get(action);
        let legal = self.tables.moves(&s.board).iter().any(|found| found == m);
        ensure!(legal, self.why(&s.board, m));
        Ok(())
    }

    fn play(&self, s: &mut State, action: Action) {
        self.advance(s, self.tables.plan.get(action));
        if s.end == End::Open {
            self.settle(s, self.tables.moves(&s.board).total);
        }
    }

    /// What can be moved is worked out once a step, for the end of the game and for the choice.
    fn playout(&self, s: &mut State, rng: &mut Rng, _scratch: &mut Vec<Action>) -> u32 {
        let mut steps = 0;
        if s.end != End::Open {
            return steps;
        }
        let mut moves = self.tables.moves(&s.board);
        loop {
            self.advance(s, moves.nth(rng.below(moves.total)));
            steps += 1;
            if s.end == End::Open {
                self.tables.find(&s.board, &mut moves);
                self.settle(s, moves.total);
            }
            if s.end != End::Open {
                return steps;
            }
        }
    }

    fn outcome(&self, s: &State) -> Option<Outcome> {
        match s.end {
            End::Open => None,
            End::Bare(side) => Some(Outcome::win(side as usize, "no piece left")),
            End::Stuck(side) => Some(Outcome::win(side as usize, "no legal move")),
            End::Repetition => Some(Outcome::draw("threefold repetition")),
            End::Quiet => Some(Outcome::draw("no capture or pawn move for too long")),
        }
    }

    /// Each first move with the number of its second ones; it is a turn by itself where there is none.
    fn count_turns(&self, s: &State) -> u64 {
        let moves = self.tables.moves(&s.board);
        if s.board.left == 1 {
            return moves.total as u64;
        }
        let after = |m| {
            let mut board = s.board;
            self.tables.step(&mut board, m);
            if board.enemies().is_empty() { 1 } else { self.tables.moves(&board).total.max(1) as u64 }
        };
        moves.iter().map(after).sum()
    }

    fn ignore_draws(&self, s: &mut State) {
        s.blind = true;
        s.past.clear();
        if matches!(s.end, End::Repetition | End::Quiet) {
            s.end = End::Open;
        }
    }

    fn cells(&self, s: &State, _viewer: Option<usize>) -> Vec<u8> {
        let b = &s.board;
        let letter = |cell| match PIECES[b.kind(cell)].letter {
            letter if b.sides[0].has(cell) => letter,
            letter => letter.to_ascii_lowercase(),
        };
        (0..self.grid.len()).map(|cell| if b.occupied().has(cell) { letter(cell) } else { b'.' }).collect()
    }

    fn info(&self, s: &State, _viewer: Option<usize>) -> Vec<(&'static str, i64)> {
        vec![
            ("moves_left", i64::from(s.board.left)),
            ("quiet_turns", i64::from(s.clock)),
            ("occurrences", i64::from(s.repeats)),
        ]
    }

    fn observation_shape(&self) -> Vec<usize> {
        vec![20, self.grid.rows, self.grid.columns]
    }

    /// Planes: own pieces by kind (king, pawn, knight, bishop, rook, queen), the opponent's; cells on which a pawn can
    /// be taken en passant; where the piece moved first in this turn came from, and where it went to, if that was no
    /// capture; constants: the seat is White, it is to move, one move is left of the turn, a capture was made in this
    /// turn, turns without capture or pawn move / 100.
    fn observe(&self, s: &State, seat: usize, out: &mut [f32]) {
        let b = &s.board;
        let mut planes = out.chunks_exact_mut(self.grid.len());
        let mut next = |set: u64, value: f32| {
            let plane = planes.next().unwrap_or_default();
            set.cells().for_each(|cell| plane[cell] = value);
        };
        for side in [seat, 1 - seat] {
            b.kinds.iter().for_each(|kind| next(kind & b.sides[side], 1.0));
        }
        next(b.passed, 1.0);
        let (from, to) = match b.first {
            First::Quiet(from, to) => (u64::one(from as usize), u64::one(to as usize)),
            _ => (0, 0),
        };
        next(from, 1.0);
        next(to, 1.0);
        for fact in [seat == 0, seat == b.us(), b.left == 1, b.first == First::Capture] {
            next(if fact { !0 } else { 0 }, 1.0);
        }
        next(!0, f32::from(s.clock) / 100.0);
    }

    fn position(&self, s: &State) -> String {
        self.write(s)
    }

    fn parse_position(&self, text: &str) -> Result<State, TextError> {
        self.parse(text)
    }

    fn key(&self, s: &State) -> u64 {
        let b = &s.board;
        // The pieces have the kinds of keys below 12.
        let turn = zobrist::key(20, (2 * b.turn + b.left) as usize);
        let first = match b.first {
            First::Nothing => 0,
            First::Capture => zobrist::key(21, 0),
            First::Quiet(from, to) => zobrist::key(22, from as usize) ^ zobrist::key(23, to as usize),
        };
        b.passed.cells().fold(b.key ^ turn ^ first, |key, cell| key ^ zobrist::key(24, cell))
    }

    fn action_name(&self, action: Action) -> Option<String> {
        let m = self.tables.plan.get(action);
        let promotion = ["", "q", "r", "b", "n", "k"][m.suffix as usize];
        let [from, to] = [m.from, m.to].map(|cell| cell_name(self.grid, cell as usize));
        Some(format!("{from}{to}{promotion}"))
    }
}
