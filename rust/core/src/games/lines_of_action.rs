//! Lines of Action: a piece goes as far as there are pieces on its line; who unites all his pieces wins. Rules: the docs
//! page of `lines_of_action`.
//!
//! Cell `row * side + column`, row 0 at the bottom. Actions: moves numbered by start, then target, for all pairs of cells
//! on a line; behind them the pass.
//!
//! On one line in one direction a piece has one move or none, so the moves of a position are found by looking at every
//! piece and direction, and a random one by trying any of them until it can be made. Only a capture unites pieces of
//! the side that has not moved.

use crate::board::{Bitboard, Bits, Grid, KINGWISE, Kingwise, Pairs, Rays, Repetition, Shape, letters, zobrist};
use crate::prelude::*;

/// Lines of Action on a board of `SIDE` by `SIDE` cells.
pub struct LinesOfAction<B = u64, const SIDE: usize = 8> {
    rays: Rays<B>,
    kingwise: Kingwise<B, SIDE>,
    pairs: Pairs<2>,
    /// By direction, what a step adds to the number of a cell.
    deltas: [isize; 8],
    keys: [Box<[u64]>; 2],
    start: State<B>,
    /// The cell that swallows pieces, if any.
    hole: B,
    mover_wins: bool,
    max_turns: u16,
}

/// A position.
#[derive(Clone)]
pub struct State<B> {
    pieces: [B; 2],
    key: u64,
    /// The positions since a piece left the board.
    seen: Repetition,
    turns: u16,
    player: u8,
    end: Option<End>,
    /// Whether repetition and the number of turns do not count.
    no_draws: bool,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    United(u8),
    BothUnited,
    Threefold,
    NoMove,
    Limit,
}

const SIDE_KEY: u64 = 0x7A3D_91C4_5E08_B62F;
/// Trials to draw a random move; then the moves are listed.
const TRIALS: usize = 64;
/// Options of `start`, and the boards.
const STARTS: [&str; 4] = ["standard", "scramble", "quick", "blackhole"];
const BOARDS: [&str; 4] = [
    "1BBBBBB1/W6W/W6W/W6W/W6W/W6W/W6W/1BBBBBB1",
    "1BWBWBW1/W6B/B6W/W6B/B6W/W6B/B6W/1WBWBWB1",
    "2BBBB2/8/W6W/W6W/W6W/W6W/8/2BBBB2",
    "1BBBBBBB1/W7W/W7W/W7W/W7W/W7W/W7W/W7W/1BBBBBBB1",
];

impl Build for LinesOfAction {
    fn build(mut options: Options) -> Built {
        let start = options.choice("start", &STARTS)?;
        let mover_wins = options.choice("simultaneous", &["draw", "mover"])? == 1;
        let max_turns = options.int("max_turns", 1000, 1..=20_000)? as u16;
        let options = options.finish("lines_of_action")?;
        let (slug, board) = ("lines_of_action", BOARDS[start]);
        Ok(if start == 3 {
            erase(slug, options, LinesOfAction::<u128, 9>::new(board, Some(40), mover_wins, max_turns)?)
        } else {
            erase(slug, options, LinesOfAction::<u64, 8>::new(board, None, mover_wins, max_turns)?)
        })
    }
}

impl<B: Bitboard, const SIDE: usize> LinesOfAction<B, SIDE> {
    const GRID: Grid = Grid::new(SIDE, SIDE);

    fn new(board: &str, hole: Option<usize>, mover_wins: bool, max_turns: u16) -> Result<Self, OptionError> {
        let n = Self::GRID.len();
        let mut game = LinesOfAction {
            rays: Rays::new(Self::GRID),
            kingwise: Kingwise::new(SIDE),
            pairs: Pairs::new(n, |from| KINGWISE.iter().flat_map(|&d| Self::GRID.ray(from, d)).collect()),
            deltas: KINGWISE.map(|(column, row)| (row * SIDE as i32 + column) as isize),
            keys: [0, 1].map(|side| zobrist::table(side, n)),
            start: State::bare(),
            hole: hole.map_or(B::EMPTY, B::one),
            mover_wins,
            max_turns,
        };
        game.start = game.parse_position(&format!("{board} b")).map_err(|error| OptionError(error.message))?;
        Ok(game)
    }

    /// Where a piece of the player to move goes in one direction.
    #[inline(always)]
    fn target(&self, s: &State<B>, from: usize, direction: usize) -> Result<usize, Illegal> {
        let (own, enemy) = (s.pieces[s.player as usize], s.pieces[1 - s.player as usize]);
        let (ahead, back) = (self.rays.ray(from, direction), direction ^ 2);
        let steps = 1 + ((ahead | self.rays.ray(from, back)) & (own | enemy)).count();
        if steps > ahead.count() {
            return Err(Illegal::OffBoard);
        }
        let to = from.wrapping_add_signed(self.deltas[direction] * steps as isize);
        if own.has(to) {
            Err(Illegal::Occupied)
        } else if enemy.meets(ahead & self.rays.ray(to, back)) {
            Err(Illegal::Blocked)
        } else {
            Ok(to)
        }
    }

    fn targets(&self, s: &State<B>, from: usize) -> impl Iterator<Item = usize> {
        (0..8).filter_map(move |direction| self.target(s, from, direction).ok())
    }

    /// The number of moves of pieces.
    fn moves(&self, s: &State<B>) -> usize {
        s.pieces[s.player as usize].cells().map(|from| self.targets(s, from).count()).sum()
    }

    /// A random move of a piece; none if no trial found one.
    #[inline]
    fn draw(&self, s: &State<B>, rng: &mut Rng) -> Option<(usize, usize)> {
        let own = s.pieces[s.player as usize];
        let ways = 8 * own.count();
        (0..TRIALS).find_map(|_| {
            let pick = rng.below(ways);
            let from = own.nth(pick / 8);
            self.target(s, from, pick % 8).ok().map(|to| (from, to))
        })
    }

    /// Moves a piece, and ends the turn.
    #[inline]
    fn advance(&self, s: &mut State<B>, from: usize, to: usize) {
        let (side, enemy) = (s.player as usize, 1 - s.player as usize);
        let captures = s.pieces[enemy].has(to);
        if captures {
            self.flip(s, enemy, to);
        }
        self.flip(s, side, from);
        if !self.hole.has(to) {
            self.flip(s, side, to);
        }
        if captures || self.hole.has(to) {
            s.seen.clear();
        }
        Self::pass_turn(s);
        s.end = self.union(s, captures);
        if s.end.is_none() {
            self.count_turn(s);
        }
    }

    /// Puts a piece on a cell, or takes it off.
    #[inline]
    fn flip(&self, s: &mut State<B>, side: usize, cell: usize) {
        s.pieces[side] ^= B::one(cell);
        s.key ^= self.keys[side][cell];
    }

    fn pass_turn(s: &mut State<B>) {
        s.player ^= 1;
        s.key ^= SIDE_KEY;
    }

    /// The end by union after a turn; of the player now to move only where that can have changed.
    #[inline]
    fn union(&self, s: &State<B>, changed: bool) -> Option<End> {
        let (mover, other) = (1 - s.player, s.player);
        let is_united = |side: u8| self.kingwise.is_connected(s.pieces[side as usize]);
        match (is_united(mover), changed && is_united(other)) {
            (true, true) if !self.mover_wins => Some(End::BothUnited),
            (true, _) => Some(End::United(mover)),
            (_, true) => Some(End::United(other)),
            _ => None,
        }
    }

    /// The draws that come with the number of positions and turns.
    #[inline]
    fn count_turn(&self, s: &mut State<B>) {
        if s.no_draws {
            return;
        }
        s.turns += 1;
        if s.seen.note(s.key) == 3 {
            s.end = Some(End::Threefold);
        } else if s.turns >= self.max_turns {
            s.end = Some(End::Limit);
        }
    }
}

impl<B: Bitboard> State<B> {
    /// A board without pieces.
    fn bare() -> Self {
        let (pieces, seen) = ([B::EMPTY; 2], Repetition::default());
        State { pieces, key: 0, seen, turns: 0, player: 0, end: None, no_draws: false }
    }

    fn sets(&self) -> [Bits<2>; 2] {
        self.pieces.map(|pieces| pieces.cells().collect())
    }
}

impl<B: Bitboard, const SIDE: usize> Game for LinesOfAction<B, SIDE> {
    type State = State<B>;

    fn num_actions(&self) -> usize {
        self.pairs.len() + 1
    }

    fn max_steps(&self) -> usize {
        self.max_turns.into()
    }

    fn start(&self, _seed: u64) -> State<B> {
        self.start.clone()
    }

    fn actor(&self, s: &State<B>) -> Actor {
        if s.end.is_none() { Actor::Player(s.player) } else { Actor::Over }
    }

    fn legal(&self, s: &State<B>, out: &mut Vec<Action>) {
        let before = out.len();
        for from in s.pieces[s.player as usize].cells() {
            let targets = self.targets(s, from).collect();
            out.extend(self.pairs.numbers(from, targets).map(|number| number as Action));
        }
        if out.len() == before {
            out.push(self.pairs.len() as Action);
        }
    }

    fn num_legal(&self, s: &State<B>) -> usize {
        self.moves(s).max(1)
    }

    fn random_action(&self, s: &State<B>, rng: &mut Rng, scratch: &mut Vec<Action>) -> Action {
        if let Some(number) = self.draw(s, rng).and_then(|(from, to)| self.pairs.number(from, to)) {
            return number as Action;
        }
        scratch.clear();
        self.legal(s, scratch);
        scratch[rng.below(scratch.len())]
    }

    fn check(&self, s: &State<B>, action: Action) -> Result<(), Illegal> {
        if action as usize == self.pairs.len() {
            return if self.moves(s) == 0 { Ok(()) } else { Err(Illegal::CannotPass) };
        }
        let (from, to) = self.pairs.ends(action as usize);
        if !s.pieces[s.player as usize].has(from) {
            return Err(Illegal::NotYours);
        }
        let direction = self.rays.direction(from, to).ok_or(Illegal::BadMove)?;
        match self.target(s, from, direction) {
            Ok(target) if target != to => Err(Illegal::BadMove),
            Err(Illegal::OffBoard) => Err(Illegal::BadMove),
            result => result.map(|_| ()),
        }
    }

    fn play(&self, s: &mut State<B>, action: Action) {
        if (action as usize) < self.pairs.len() {
            let (from, to) = self.pairs.ends(action as usize);
            return self.advance(s, from, to);
        }
        Self::pass_turn(s);
        self.count_turn(s);
        if self.moves(s) == 0 {
            s.end = Some(End::NoMove);
        }
    }

    fn outcome(&self, s: &State<B>) -> Option<Outcome> {
        s.end.map(|end| match end {
            End::United(seat) => Outcome::win(seat.into(), "all pieces connected"),
            End::BothUnited => Outcome::draw("both sides connected"),
            End::Threefold => Outcome::draw("threefold repetition"),
            End::NoMove => Outcome::draw("no legal move"),
            End::Limit => Outcome::draw(TURN_LIMIT),
        })
    }

    fn ignore_draws(&self, s: &mut State<B>) {
        s.no_draws = true;
        s.seen.clear();
    }

    fn cells(&self, s: &State<B>, _viewer: Option<usize>) -> Vec<u8> {
        letters(Self::GRID.len(), &s.sets(), *b"BW")
    }

    fn observation_shape(&self) -> Vec<usize> {
        Self::GRID.planes(3)
    }

    /// Planes: own pieces, the opponent's pieces, all ones where the seat is to move.
    fn observe(&self, s: &State<B>, seat: usize, out: &mut [f32]) {
        let sets = s.sets();
        Self::GRID.paint(&[sets[seat], sets[1 - seat]], &[s.player as usize == seat], out);
    }

    fn position(&self, s: &State<B>) -> String {
        let rows = text::write_rows(&Self::GRID, &Self::GRID.upside_down(&self.cells(s, None)));
        format!("{rows} {}", ["b", "w"][s.player as usize])
    }

    fn parse_position(&self, text: &str) -> Result<State<B>, TextError> {
        let [rows, side] = text::fields(text, "rows from the top, side to move (b or w)")?;
        let cells = Self::GRID.upside_down(&text::read_rows(&Self::GRID, rows, "BW")?);
        let mut s = State::bare();
        for (cell, &letter) in cells.iter().enumerate().filter(|&(_, &letter)| letter != b'.') {
            if self.hole.has(cell) {
                let name = text::cell_name(Self::GRID, cell);
                return Err(TextError::new(format!("{name} is the hole, no piece can stand there")));
            }
            self.flip(&mut s, usize::from(letter == b'W'), cell);
        }
        if text::word(side, &["b", "w"], "the side to move")? == 1 {
            Self::pass_turn(&mut s);
        }
        s.end = self.union(&s, true);
        s.seen.note(s.key);
        Ok(s)
    }

    fn key(&self, s: &State<B>) -> u64 {
        s.key
    }
}
