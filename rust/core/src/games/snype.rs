//! Snype: join the three edges of a hexagon; a stone can move as far as it is away from the centre. Rules: the docs
//! page of `snype`.
//!
//! A turn has two steps: a stone is moved, or none; a stone is placed, or none. The first turn is a placement alone,
//! and a swap is a turn of one step. Actions: the cells, on which a stone is placed; *no placement*; *no move*; *swap*;
//! the moves, numbered by the cells they leave and reach.
//!
//! A random move is drawn by trial: any move of the board, until it can be made. Positions come back only by turns in
//! which nothing is placed, so the list for the threefold repetition is short most of the time.

use crate::board::hexagons::DIRECTIONS;
use crate::board::{Bits, Draws, Graph, Hexagons, Offer, Pairs, Shape, letters, stones};
use crate::prelude::*;

/// Snype on a board that fits `W` words.
pub struct Snype<const W: usize = 1> {
    board: Hexagons,
    cells: Bits<W>,
    graph: Graph<W>,
    /// The three coloured edges #, ? and @, of two sides each.
    goal: [[Bits<W>; 3]; 1],
    moves: Pairs<W>,
    /// By move, the cells it passes over.
    passed: Box<[Bits<W>]>,
    max_turns: u32,
}

/// A position.
#[derive(Clone, Default)]
pub struct State<const W: usize> {
    /// Those of x, those of o.
    stones: [Bits<W>; 2],
    /// The cells to which stones have come in this turn.
    new: Bits<W>,
    /// The colour to move.
    side: u8,
    stage: Stage,
    /// Whether the players have changed colours.
    swapped: bool,
    /// Wholly empty turns just before this one.
    idle: u8,
    /// The positions since the last placement, and the turns.
    draws: Draws,
    end: Option<Outcome>,
}

/// What comes next.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Stage {
    /// The first stone of the game.
    #[default]
    First,
    /// A swap, or the second turn, which cannot begin with a move.
    Swap,
    /// A move, or none.
    Move,
    /// A placement, after a move.
    Moved,
    /// A placement, after none.
    Stayed,
}

/// An action, taken apart.
#[derive(Clone, Copy)]
enum Step {
    Place(usize),
    NoPlacement,
    NoMove,
    Swap,
    Move(usize),
}

const STAGES: [&str; 5] = ["first", "swap", "move", "moved", "stayed"];
const SIDES: [&str; 2] = ["x", "o"];
/// The colours of the players, before and after a swap.
const SEATS: [&str; 2] = ["xo", "ox"];
const JOINED: &str = "connection";
const EMPTY_TURNS: &str = "two empty turns";

impl Build for Snype {
    fn build(mut options: Options) -> Built {
        let size = options.int("size", 5, 3..=8)? as usize;
        let shorter = options.choice("move", &["exact", "upto"])? == 1;
        let max_turns = options.int("max_turns", 1000, 1..=20_000)? as u32;
        let options = options.finish("snype")?;
        Ok(match size {
            ..=5 => erase("snype", options, Snype::<1>::new(size, shorter, max_turns)),
            6..=7 => erase("snype", options, Snype::<2>::new(size, shorter, max_turns)),
            _ => erase("snype", options, Snype::<3>::new(size, shorter, max_turns)),
        })
    }
}

impl<const W: usize> Snype<W> {
    fn new(size: usize, shorter: bool, max_turns: u32) -> Self {
        let board = Hexagons::in_rows(size);
        let n = board.len();
        let range = |cell| {
            let (q, r): (i32, i32) = board.place(cell);
            q.abs().max(r.abs()).max((q + r).abs()) as usize
        };
        let targets = |cell| {
            let (far, near) = (range(cell), if shorter { 1 } else { range(cell) });
            let reached = |d| board.ray(cell, d).take(far).skip(near.saturating_sub(1));
            DIRECTIONS.into_iter().flat_map(reached).collect()
        };
        let moves = Pairs::new(n, targets);
        let passed = |(from, to)| {
            let ray = DIRECTIONS.into_iter().find(|&d| board.ray(from, d).any(|cell| cell == to));
            ray.into_iter().flat_map(|d| board.ray(from, d).take_while(|&cell| cell != to)).collect()
        };
        Snype {
            cells: Bits::first(n),
            graph: board.graph(),
            goal: [[0, 2, 4].map(|i| board.side(i) | board.side(i + 1))],
            passed: (0..moves.len()).map(|number| passed(moves.ends(number))).collect(),
            moves,
            max_turns,
            board,
        }
    }

    #[inline]
    fn read(&self, action: Action) -> Step {
        let (action, n) = (action as usize, self.board.len());
        match action.checked_sub(n) {
            None => Step::Place(action),
            Some(0) => Step::NoPlacement,
            Some(1) => Step::NoMove,
            Some(2) => Step::Swap,
            Some(more) => Step::Move(more - 3),
        }
    }

    fn empty(&self, s: &State<W>) -> Bits<W> {
        self.cells.without(s.stones[0] | s.stones[1])
    }

    /// What a stage of placement offers.
    fn offer(&self, s: &State<W>) -> Offer<W> {
        Offer { cells: self.empty(s), other: self.in_turn(s).then_some(self.board.len()) }
    }

    /// Whether a move can be made. It is asked of any moves, so there is one branch only.
    #[inline]
    fn can_go(&self, s: &State<W>, number: usize) -> bool {
        let (from, to) = self.moves.ends(number);
        let (own, enemy) = (&s.stones[s.side as usize], &s.stones[1 - s.side as usize]);
        own.has(from) & !own.has(to) & !enemy.has(to) & !self.passed[number].meets(enemy)
    }

    /// The actions that move a stone, ascending.
    fn ways(&self, s: &State<W>) -> impl Iterator<Item = Action> {
        let (empty, first) = (self.empty(s), self.board.len() + 3);
        let open = move |from| self.moves.numbers(from, *self.moves.targets(from) & empty);
        let numbers = s.stones[s.side as usize].iter().flat_map(open);
        numbers.filter(|&number| self.can_go(s, number)).map(move |number| (first + number) as Action)
    }

    /// What threefold repetition compares.
    fn repeated(s: &State<W>) -> u64 {
        let rest = u64::from(s.side) | u64::from(s.swapped) << 1 | (s.stage as u64) << 2;
        s.stones.iter().flat_map(|stones| stones.0).fold(rest, mix)
    }

    fn end_turn(&self, s: &mut State<W>, step: Step) {
        let side = usize::from(s.side);
        if self.graph.joins(&s.stones[side], &s.new, &self.goal) {
            s.end = Some(Outcome::win(self.side(s, side), JOINED));
        }
        let placed = matches!(step, Step::Place(_));
        s.idle = if s.stage == Stage::Stayed && !placed { s.idle + 1 } else { 0 };
        s.stage = if s.stage == Stage::First { Stage::Swap } else { Stage::Move };
        match step {
            Step::Swap => s.swapped = true,
            _ => s.side ^= 1,
        }
        s.new = Bits::EMPTY;
        if placed {
            s.draws.forget();
        }
        let draw = s.draws.turn(Self::repeated(s), self.max_turns, TURN_LIMIT);
        s.end = s.end.or((s.idle == 2).then(|| Outcome::draw(EMPTY_TURNS))).or(draw);
    }
}

impl<const W: usize> Game for Snype<W> {
    type State = State<W>;

    const ONE_STEP_TURNS: bool = false;

    fn num_actions(&self) -> usize {
        self.board.len() + 3 + self.moves.len()
    }

    fn max_steps(&self) -> usize {
        2 * self.max_turns as usize
    }

    fn start(&self, _seed: u64) -> State<W> {
        State::default()
    }

    fn actor(&self, s: &State<W>) -> Actor {
        if s.end.is_none() { Actor::Player(self.side(s, s.side.into()) as u8) } else { Actor::Over }
    }

    fn in_turn(&self, s: &State<W>) -> bool {
        matches!(s.stage, Stage::Moved | Stage::Stayed)
    }

    /// Colours and seats change places alike, so this also gives the seat of a colour.
    fn side(&self, s: &State<W>, seat: usize) -> usize {
        seat ^ usize::from(s.swapped)
    }

    fn legal(&self, s: &State<W>, out: &mut Vec<Action>) {
        let n = self.board.len() as Action;
        match s.stage {
            Stage::Swap => out.extend([n + 1, n + 2]),
            Stage::Move => {
                out.push(n + 1);
                out.extend(self.ways(s));
            }
            Stage::First | Stage::Moved | Stage::Stayed => self.offer(s).list(out),
        }
    }

    fn num_legal(&self, s: &State<W>) -> usize {
        match s.stage {
            Stage::Swap => 2,
            Stage::Move => 1 + self.ways(s).count(),
            Stage::First | Stage::Moved | Stage::Stayed => self.offer(s).count(),
        }
    }

    fn random_action(&self, s: &State<W>, rng: &mut Rng, scratch: &mut Vec<Action>) -> Action {
        let n = self.board.len();
        match s.stage {
            Stage::Swap => (n + 1 + rng.below(2)) as Action,
            Stage::Move => by_trial(self, s, rng, scratch, self.moves.len() + 1, |place| match place.checked_sub(1) {
                None => Some(n as Action + 1),
                Some(number) => self.can_go(s, number).then_some((n + 3 + number) as Action),
            }),
            Stage::First | Stage::Moved | Stage::Stayed => self.offer(s).draw(rng),
        }
    }

    fn check(&self, s: &State<W>, action: Action) -> Result<(), Illegal> {
        let begins = matches!(s.stage, Stage::Swap | Stage::Move);
        match self.read(action) {
            Step::Place(cell) => {
                ensure!(!begins, Illegal::WrongPhase);
                ensure!(self.empty(s).has(cell), Illegal::Occupied);
            }
            Step::NoPlacement => {
                ensure!(s.stage != Stage::First, Illegal::CannotPass);
                ensure!(!begins, Illegal::WrongPhase);
            }
            Step::NoMove => ensure!(begins, Illegal::WrongPhase),
            Step::Swap => ensure!(s.stage == Stage::Swap, Illegal::CannotSwap),
            Step::Move(number) => {
                ensure!(begins, Illegal::WrongPhase);
                let (from, to) = self.moves.ends(number);
                ensure!(s.stones[s.side as usize].has(from), Illegal::NotYours);
                ensure!(self.empty(s).has(to), Illegal::Occupied);
                ensure!(self.can_go(s, number), Illegal::Blocked);
            }
        }
        Ok(())
    }

    fn play(&self, s: &mut State<W>, action: Action) {
        let (step, side) = (self.read(action), usize::from(s.side));
        match step {
            Step::NoMove => s.stage = Stage::Stayed,
            Step::Move(number) => {
                let (from, to) = self.moves.ends(number);
                s.stones[side].remove(from);
                s.stones[side].insert(to);
                s.new = Bits::one(to);
                s.stage = Stage::Moved;
            }
            Step::Place(cell) => {
                s.stones[side].insert(cell);
                s.new.insert(cell);
                self.end_turn(s, step);
            }
            Step::NoPlacement | Step::Swap => self.end_turn(s, step),
        }
    }

    fn outcome(&self, s: &State<W>) -> Option<Outcome> {
        s.end
    }

    /// Placements do not hinder moves, which come first; and a move leaves as many empty cells as there were.
    fn count_turns(&self, s: &State<W>) -> u64 {
        let placements = self.empty(s).count() as u64 + 1;
        match s.stage {
            Stage::Swap => placements + 1,
            Stage::Move => placements * self.num_legal(s) as u64,
            Stage::First | Stage::Moved | Stage::Stayed => self.num_legal(s) as u64,
        }
    }

    fn ignore_draws(&self, s: &mut State<W>) {
        s.draws.ignore();
    }

    fn cells(&self, s: &State<W>, _viewer: Option<usize>) -> Vec<u8> {
        letters(self.board.len(), &s.stones, *b"xo")
    }

    fn info(&self, s: &State<W>, _viewer: Option<usize>) -> Vec<(&'static str, i64)> {
        vec![("turns", s.draws.turns().into()), ("idle", s.idle.into())]
    }

    fn observation_shape(&self) -> Vec<usize> {
        self.board.planes(8)
    }

    /// Planes: own stones, the opponent's stones; all ones where the seat plays x, where it is to move, where a
    /// placement is next, where a stone was moved in this turn, where a swap is possible, where the turn before was
    /// wholly empty.
    fn observe(&self, s: &State<W>, seat: usize, out: &mut [f32]) {
        let own = self.side(s, seat);
        let placement = s.stage == Stage::First || self.in_turn(s);
        let to_move = s.end.is_none() && s.side as usize == own;
        let (moved, swap) = (s.stage == Stage::Moved, s.stage == Stage::Swap);
        let facts = [own == 0, to_move, placement, moved, swap, s.idle > 0];
        self.board.paint(&[s.stones[own], s.stones[1 - own]], &facts, out);
    }

    fn position(&self, s: &State<W>) -> String {
        let rows = text::write_rows(&self.board, &self.cells(s, None));
        let [side, seats, stage] = [SIDES[s.side as usize], SEATS[usize::from(s.swapped)], STAGES[s.stage as usize]];
        format!("{rows} {side} {stage} {seats} {}", s.idle)
    }

    fn parse_position(&self, text: &str) -> Result<State<W>, TextError> {
        let what = "rows from the top, side to move (x or o), stage, colours of the players (xo or ox), empty turns";
        let [rows, side, stage, seats, idle] = text::fields(text, what)?;
        let stages = [Stage::First, Stage::Swap, Stage::Move, Stage::Moved, Stage::Stayed];
        let mut s = State {
            stones: stones(&text::read_rows(&self.board, rows, "xo")?, *b"xo"),
            side: text::word(side, &SIDES, "the side to move")? as u8,
            stage: stages[text::word(stage, &STAGES, "the stage of the turn")?],
            swapped: text::word(seats, &SEATS, "the players' colours")? == 1,
            idle: text::number(idle, 0, 2, "the number of empty turns just before")? as u8,
            ..State::default()
        };
        if s.stage == Stage::Moved {
            s.new = s.stones[s.side as usize]; // any of them can have moved
        }
        s.draws = Draws::from(Self::repeated(&s));
        let ([x, o], can_place) = (s.stones.map(|set| set.count()), !self.empty(&s).is_empty());
        let fits = match s.stage {
            Stage::First => (x, o, s.side, s.swapped, s.idle) == (0, 0, 0, false, 0),
            Stage::Swap => (x, o, s.side, s.swapped, s.idle) == (1, 0, 1, false, 0),
            Stage::Move => x > 0,
            Stage::Moved => s.idle < 2 && [x, o][s.side as usize] > 0 && can_place,
            Stage::Stayed => s.idle < 2 && x > 0 && can_place,
        };
        ensure!(fits, "the stage {stage:?} does not fit the rest of the position");
        let (next, last) = (usize::from(s.side), 1 - usize::from(s.side));
        let joined = s.stones.map(|set| self.graph.joins(&set, &set, &self.goal));
        let over_before = joined[next] && s.stage != Stage::Moved || joined[last] && s.stage != Stage::Move;
        ensure!(!over_before, "the edges are joined already: the game was over before");
        ensure!(!joined[last] || s.idle == 0, "a turn that joins the edges is not empty");
        if joined[last] {
            s.end = Some(Outcome::win(self.side(&s, last), JOINED));
        } else if s.idle == 2 {
            s.end = Some(Outcome::draw(EMPTY_TURNS));
        }
        Ok(s)
    }

    fn key(&self, s: &State<W>) -> u64 {
        mix(Self::repeated(s), s.idle.into())
    }
}
