//! Lines of Action: a piece goes as far as there are pieces on its line; who unites all his pieces wins. Rules: the
//! docs page of `lines_of_action`.
//!
//! Cell `row * side + column`, row 0 at the bottom. Actions: moves numbered by start, then target, for all pairs of
//! cells on a line; behind them the pass.
//!
//! On one line in one direction a piece has one move or none, so the moves of a position are found by looking at every
//! piece and direction, and a random one by trying any of them until it can be made. Only a capture unites pieces of
//! the side that has not moved.

use crate::board::{Bitboard, Bits, Draws, Grid, KINGWISE, Kingwise, Pairs, Rays, Shape, letters, stones};
use crate::prelude::*;

/// Lines of Action on a board of `SIDE` by `SIDE` cells.
pub struct LinesOfAction<B = u64, const SIDE: usize = 8> {
    rays: Rays<B>,
    kingwise: Kingwise<B, SIDE>,
    pairs: Pairs<2>,
    /// By direction, what a step adds to the number of a cell.
    deltas: [isize; 8],
    /// The cell that swallows pieces: the middle, where there is one.
    hole: B,
    start: State<B>,
    mover_wins: bool,
    max_turns: u32,
}

/// A position.
#[derive(Clone, Default)]
pub struct State<B> {
    pieces: [B; 2],
    player: u8,
    /// The positions since a piece left the board, and the turns.
    draws: Draws,
    end: Option<Outcome>,
}

const UNITED: &str = "all pieces connected";
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
        let max_turns = options.int("max_turns", 1000, 1..=20_000)? as u32;
        let options = options.finish("lines_of_action")?;
        Ok(match start {
            3 => erase("lines_of_action", options, LinesOfAction::<u128, 9>::new(BOARDS[3], mover_wins, max_turns)?),
            _ => erase("lines_of_action", options, LinesOfAction::<u64, 8>::new(BOARDS[start], mover_wins, max_turns)?),
        })
    }
}

impl<B: Bitboard, const SIDE: usize> LinesOfAction<B, SIDE> {
    const GRID: Grid = Grid::new(SIDE, SIDE);

    fn new(board: &str, mover_wins: bool, max_turns: u32) -> Result<Self, OptionError> {
        let n = Self::GRID.len();
        let mut game = LinesOfAction {
            rays: Rays::new(Self::GRID),
            kingwise: Kingwise::new(SIDE),
            pairs: Pairs::new(n, |from| KINGWISE.iter().flat_map(|&d| Self::GRID.ray(from, d)).collect()),
            deltas: KINGWISE.map(|(column, row)| (row * SIDE as i32 + column) as isize),
            hole: if SIDE % 2 == 1 { B::one(n / 2) } else { B::EMPTY },
            start: State::default(),
            mover_wins,
            max_turns,
        };
        game.start = game.parse_position(&format!("{board} b"))?;
        Ok(game)
    }

    /// Where a piece of the player to move goes in one direction.
    #[inline(always)]
    fn target(&self, s: &State<B>, from: usize, direction: usize) -> Result<usize, Illegal> {
        let (own, enemy) = (s.pieces[s.player as usize], s.pieces[1 - s.player as usize]);
        let (ahead, back) = (self.rays.ray(from, direction), direction ^ 2);
        let steps = 1 + ((ahead | self.rays.ray(from, back)) & (own | enemy)).count();
        ensure!(steps <= ahead.count(), Illegal::BadMove);
        let to = from.wrapping_add_signed(self.deltas[direction] * steps as isize);
        ensure!(!own.has(to), Illegal::Occupied);
        ensure!(!enemy.meets(ahead & self.rays.ray(to, back)), Illegal::Blocked);
        Ok(to)
    }

    fn targets(&self, s: &State<B>, from: usize) -> impl Iterator<Item = usize> {
        (0..8).filter_map(move |direction| self.target(s, from, direction).ok())
    }

    /// The number of moves of pieces.
    fn moves(&self, s: &State<B>) -> usize {
        s.pieces[s.player as usize].cells().map(|from| self.targets(s, from).count()).sum()
    }

    /// Moves a piece. The end by union, which only a capture can bring to the other side.
    #[inline(always)]
    fn advance(&self, s: &mut State<B>, from: usize, to: usize) -> Option<Outcome> {
        let (side, enemy) = (s.player as usize, 1 - s.player as usize);
        let (captures, is_lost) = (s.pieces[enemy].has(to), self.hole.has(to));
        s.pieces[side] ^= B::one(from) | B::one(to).without(self.hole);
        if captures || is_lost {
            s.pieces[enemy] &= !B::one(to);
            s.draws.forget();
        }
        self.union(s, side, captures)
    }

    /// The end by union after a turn of `mover`; by that of the other side only where it can be new.
    #[inline(always)]
    fn union(&self, s: &State<B>, mover: usize, is_new: bool) -> Option<Outcome> {
        let is_united = |side: usize| self.kingwise.is_connected(s.pieces[side]);
        match (is_united(mover), is_new && is_united(1 - mover)) {
            (true, true) if !self.mover_wins => Some(Outcome::draw("both sides connected")),
            (true, _) => Some(Outcome::win(mover, UNITED)),
            (_, true) => Some(Outcome::win(1 - mover, UNITED)),
            _ => None,
        }
    }

    fn sets(s: &State<B>) -> [Bits<2>; 2] {
        s.pieces.map(|pieces| pieces.cells().collect())
    }
}

impl<B: Bitboard, const SIDE: usize> Game for LinesOfAction<B, SIDE> {
    type State = State<B>;

    fn num_actions(&self) -> usize {
        self.pairs.len() + 1
    }

    fn max_steps(&self) -> usize {
        self.max_turns as usize
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
        let own = s.pieces[s.player as usize];
        by_trial(self, s, rng, scratch, 8 * own.count(), |place| {
            let from = own.nth(place / 8);
            let to = self.target(s, from, place % 8).ok()?;
            self.pairs.number(from, to).map(|number| number as Action)
        })
    }

    fn check(&self, s: &State<B>, action: Action) -> Result<(), Illegal> {
        if action as usize == self.pairs.len() {
            ensure!(self.moves(s) == 0, Illegal::CannotPass);
            return Ok(());
        }
        let (from, to) = self.pairs.ends(action as usize);
        ensure!(s.pieces[s.player as usize].has(from), Illegal::NotYours);
        let direction = self.rays.direction(from, to).ok_or(Illegal::BadMove)?;
        ensure!(self.target(s, from, direction)? == to, Illegal::BadMove);
        Ok(())
    }

    fn play(&self, s: &mut State<B>, action: Action) {
        let is_pass = action as usize == self.pairs.len();
        if !is_pass {
            let (from, to) = self.pairs.ends(action as usize);
            s.end = self.advance(s, from, to);
        }
        s.player ^= 1;
        if is_pass && self.moves(s) == 0 {
            s.end = Some(Outcome::draw("no legal move"));
        }
        if s.end.is_none() {
            s.end = s.draws.turn(self.key(s), self.max_turns, TURN_LIMIT);
        }
    }

    fn outcome(&self, s: &State<B>) -> Option<Outcome> {
        s.end
    }

    fn ignore_draws(&self, s: &mut State<B>) {
        s.draws.ignore();
    }

    fn cells(&self, s: &State<B>, _viewer: Option<usize>) -> Vec<u8> {
        letters(Self::GRID.len(), &Self::sets(s), *b"BW")
    }

    fn observation_shape(&self) -> Vec<usize> {
        Self::GRID.planes(3)
    }

    /// Planes: own pieces, the opponent's pieces, all ones where the seat is to move.
    fn observe(&self, s: &State<B>, seat: usize, out: &mut [f32]) {
        let sets = Self::sets(s);
        Self::GRID.paint(&[sets[seat], sets[1 - seat]], &[s.player as usize == seat], out);
    }

    fn position(&self, s: &State<B>) -> String {
        let rows = text::write_rows(&Self::GRID, &Self::GRID.upside_down(&self.cells(s, None)));
        format!("{rows} {}", ["b", "w"][s.player as usize])
    }

    fn parse_position(&self, text: &str) -> Result<State<B>, TextError> {
        let [rows, side] = text::fields(text, "rows from the top, side to move (b or w)")?;
        let cells = Self::GRID.upside_down(&text::read_rows(&Self::GRID, rows, "BW")?);
        let sets: [Bits<2>; 2] = stones(&cells, *b"BW");
        let pieces = sets.map(|set| set.iter().fold(B::EMPTY, |pieces, cell| pieces | B::one(cell)));
        ensure!(!self.hole.meets(pieces[0] | pieces[1]), "no piece can stand on the hole");
        let player = text::word(side, &["b", "w"], "the side to move")? as u8;
        let mut s = State { pieces, player, ..State::default() };
        s.end = self.union(&s, 1 - usize::from(player), true);
        s.draws = Draws::from(self.key(&s));
        Ok(s)
    }

    fn key(&self, s: &State<B>) -> u64 {
        s.pieces[1].mixed(s.pieces[0].mixed(s.player.into()))
    }
}
