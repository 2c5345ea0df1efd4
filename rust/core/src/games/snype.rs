//! Snype: join the three edges of a hexagon; a stone can move as far as it is away from the centre. Rules: the docs page
//! of `snype`.
//!
//! A turn has two steps: a stone is moved, or none; a stone is placed, or none. The first turn is a placement alone, and
//! a swap is a turn of one step. Actions: the cells, on which a stone is placed; *no placement*; *no move*; *swap*; the
//! moves, numbered by the cells they leave and reach.
//!
//! A random move is drawn by trial: any own stone, any of its moves, until it can be made. Positions come back only by
//! turns in which nothing is placed, so the list for the threefold repetition is empty most of the time.

use crate::board::hexagons::DIRECTIONS;
use crate::board::{Bits, Graph, Hexagons, Offer, Pairs, Repetition, Shape, letters, stones, zobrist};
use crate::prelude::*;

/// Snype on a board that fits `W` words.
pub struct Snype<const W: usize = 1> {
    board: Hexagons,
    cells: Bits<W>,
    graph: Graph<W>,
    /// The three coloured edges #, ? and @, of two sides each.
    edges: [Bits<W>; 3],
    moves: Pairs<W>,
    /// By move, the cells it passes over.
    passed: Box<[Bits<W>]>,
    /// No cell has more moves.
    most: u32,
    max_turns: u32,
    keys: [Box<[u64]>; 2],
}

/// A position.
#[derive(Clone)]
pub struct State<const W: usize> {
    /// Those of x, those of o.
    stones: [Bits<W>; 2],
    /// Of the stones, the side to move and the seats.
    key: u64,
    /// The key of the position in which the turn began.
    begun: u64,
    /// The positions since the last placement, as soon as there is more than one.
    seen: Repetition,
    turns: u32,
    /// The colour to move.
    side: u8,
    /// Wholly empty turns just before this one.
    idle: u8,
    stage: Stage,
    /// Whether the players have changed colours.
    swapped: bool,
    /// Why the game is over: [`JOINED`], which wins for who has just moved, or a draw.
    end: Option<&'static str>,
    no_draws: bool,
}

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The first stone of the game.
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

const JOINED: &str = "connection";
const EMPTY_TURNS: &str = "two empty turns";
const STAGES: [&str; 5] = ["first", "swap", "move", "moved", "stayed"];
const SIDE_KEY: u64 = 0x8A3F_D10C_72E5_496B;
const SWAPPED_KEY: u64 = 0x3C96_A7E1_0B5D_F824;
/// The kinds of further keys.
const STAGE: u64 = 2;
const IDLE: u64 = 3;

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
            edges: [0, 2, 4].map(|i| board.side(i) | board.side(i + 1)),
            passed: (0..moves.len()).map(|number| passed(moves.ends(number))).collect(),
            most: (0..n).map(|cell| moves.all_from(cell).len()).max().unwrap_or(0) as u32,
            moves,
            max_turns,
            keys: [zobrist::table(0, n), zobrist::table(1, n)],
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

    /// Whether an own stone that stands where the move begins can make it.
    #[inline]
    fn can_go(&self, s: &State<W>, number: usize) -> bool {
        let (_, to) = self.moves.ends(number);
        !(s.stones[0] | s.stones[1]).has(to) && !self.passed[number].meets(&s.stones[1 - s.side as usize])
    }

    /// The actions that move a stone, ascending.
    fn ways(&self, s: &State<W>) -> impl Iterator<Item = Action> {
        let numbers = s.stones[s.side as usize].iter().flat_map(|from| self.moves.all_from(from));
        numbers.filter(|&number| self.can_go(s, number)).map(|number| self.moving(number))
    }

    fn moving(&self, number: usize) -> Action {
        (self.board.len() + 3 + number) as Action
    }

    #[inline]
    fn flip(&self, s: &mut State<W>, cell: usize) {
        let side = s.side as usize;
        s.stones[side] ^= Bits::one(cell);
        s.key ^= self.keys[side][cell];
    }

    fn has_joined(&self, s: &State<W>, side: usize) -> bool {
        self.graph.joins(&s.stones[side], &self.edges)
    }

    /// What threefold repetition compares.
    fn repeated(s: &State<W>) -> u64 {
        s.key ^ zobrist::key(STAGE, s.stage as usize)
    }

    fn end_turn(&self, s: &mut State<W>, step: Step) {
        let (swap, placed) = (matches!(step, Step::Swap), matches!(step, Step::Place(_)));
        let empty = !placed && s.stage == Stage::Stayed;
        s.end = (!empty && self.has_joined(s, s.side as usize)).then_some(JOINED);
        s.idle = if empty { s.idle + 1 } else { 0 };
        s.turns += 1;
        s.stage = if s.stage == Stage::First { Stage::Swap } else { Stage::Move };
        if swap {
            s.swapped = true;
            s.key ^= SWAPPED_KEY;
        } else {
            s.side ^= 1;
            s.key ^= SIDE_KEY;
        }
        let begun = s.begun;
        s.begun = Self::repeated(s);
        if placed {
            s.seen.clear();
        } else if !s.no_draws {
            if s.seen.is_empty() {
                s.seen.note(begun);
            }
            if s.seen.note(s.begun) == 3 {
                s.end = s.end.or(Some("threefold repetition"));
            }
        }
        if s.idle == 2 {
            s.end = Some(EMPTY_TURNS);
        } else if s.turns >= self.max_turns && !s.no_draws {
            s.end = s.end.or(Some(TURN_LIMIT));
        }
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
        let mut s = State {
            stones: [Bits::EMPTY; 2],
            key: 0,
            begun: 0,
            seen: Repetition::default(),
            turns: 0,
            side: 0,
            idle: 0,
            stage: Stage::First,
            swapped: false,
            end: None,
            no_draws: false,
        };
        s.begun = Self::repeated(&s);
        s
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
            Stage::First | Stage::Moved | Stage::Stayed => {
                out.extend(self.empty(s).iter().map(|cell| cell as Action));
                out.extend((s.stage != Stage::First).then_some(n));
            }
        }
    }

    fn num_legal(&self, s: &State<W>) -> usize {
        match s.stage {
            Stage::First => self.cells.count(),
            Stage::Swap => 2,
            Stage::Move => self.ways(s).count() + 1,
            Stage::Moved | Stage::Stayed => self.empty(s).count() + 1,
        }
    }

    fn random_action(&self, s: &State<W>, rng: &mut Rng, scratch: &mut Vec<Action>) -> Action {
        let n = self.board.len();
        if self.in_turn(s) {
            return Offer { cells: self.empty(s), other: Some(n) }.draw(rng);
        }
        let own = if s.stage == Stage::Move { s.stones[s.side as usize] } else { Bits::EMPTY };
        let slots = own.count() as u32 * self.most;
        by_trial(self, s, rng, scratch, slots as usize + usize::from(s.stage == Stage::Move), |place| {
            let place = place as u32;
            if place == slots {
                return Some(n as Action + 1);
            }
            let moves = self.moves.all_from(own.nth((place / self.most) as usize));
            let number = moves.start + (place % self.most) as usize;
            (number < moves.end && self.can_go(s, number)).then(|| self.moving(number))
        })
    }

    fn check(&self, s: &State<W>, action: Action) -> Result<(), Illegal> {
        let step = self.read(action);
        let wanted = match step {
            Step::Place(_) => s.stage == Stage::First || self.in_turn(s),
            Step::NoPlacement => self.in_turn(s),
            Step::NoMove | Step::Move(_) => matches!(s.stage, Stage::Swap | Stage::Move),
            Step::Swap => s.stage == Stage::Swap,
        };
        let taken = s.stones[0] | s.stones[1];
        match step {
            Step::Swap if !wanted => Err(Illegal::CannotSwap),
            Step::NoPlacement if s.stage == Stage::First => Err(Illegal::CannotPass),
            _ if !wanted => Err(Illegal::WrongPhase),
            Step::Place(cell) if taken.has(cell) => Err(Illegal::Occupied),
            Step::Move(number) => {
                let (from, to) = self.moves.ends(number);
                if !s.stones[s.side as usize].has(from) {
                    Err(Illegal::NotYours)
                } else if taken.has(to) {
                    Err(Illegal::Occupied)
                } else if !self.can_go(s, number) {
                    Err(Illegal::Blocked)
                } else {
                    Ok(())
                }
            }
            _ => Ok(()),
        }
    }

    fn play(&self, s: &mut State<W>, action: Action) {
        let step = self.read(action);
        match step {
            Step::NoMove => s.stage = Stage::Stayed,
            Step::Move(number) => {
                let (from, to) = self.moves.ends(number);
                self.flip(s, from);
                self.flip(s, to);
                s.stage = Stage::Moved;
            }
            Step::Place(cell) => {
                self.flip(s, cell);
                self.end_turn(s, step);
            }
            Step::NoPlacement | Step::Swap => self.end_turn(s, step),
        }
    }

    fn outcome(&self, s: &State<W>) -> Option<Outcome> {
        Some(match s.end? {
            JOINED => Outcome::win(1 - self.side(s, s.side.into()), JOINED),
            reason => Outcome::draw(reason),
        })
    }

    /// Placements do not hinder moves, which come first; and a move leaves as many empty cells as there were.
    fn count_turns(&self, s: &State<W>) -> u64 {
        let placements = self.empty(s).count() as u64 + 1;
        match s.stage {
            Stage::First => placements - 1,
            Stage::Swap => placements + 1,
            Stage::Move => placements * (self.ways(s).count() as u64 + 1),
            Stage::Moved | Stage::Stayed => placements,
        }
    }

    fn ignore_draws(&self, s: &mut State<W>) {
        s.no_draws = true;
        s.seen.clear();
    }

    fn cells(&self, s: &State<W>, _viewer: Option<usize>) -> Vec<u8> {
        letters(self.board.len(), &s.stones, *b"xo")
    }

    fn info(&self, s: &State<W>, _viewer: Option<usize>) -> Vec<(&'static str, i64)> {
        vec![("turns", s.turns.into()), ("idle", s.idle.into())]
    }

    fn observation_shape(&self) -> Vec<usize> {
        self.board.planes(8)
    }

    /// Planes: own stones, the opponent's stones; all ones where the seat plays x, where it is to move, where a placement
    /// is next, where a stone was moved in this turn, where a swap is possible, where the turn before was wholly empty.
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
        let (side, seats) = (["x", "o"][s.side as usize], ["xo", "ox"][usize::from(s.swapped)]);
        format!("{rows} {side} {} {seats} {}", STAGES[s.stage as usize], s.idle)
    }

    fn parse_position(&self, text: &str) -> Result<State<W>, TextError> {
        let what = "rows from the top, side to move (x or o), stage, colours of the players (xo or ox), empty turns";
        let [rows, side, stage, seats, idle] = text::fields(text, what)?;
        let mut s = self.start(0);
        s.stones = stones(&text::read_rows(&self.board, rows, "xo")?, *b"xo");
        for (set, keys) in s.stones.iter().zip(&self.keys) {
            s.key ^= set.iter().fold(0, |all, cell| all ^ keys[cell]);
        }
        if text::word(side, &["x", "o"], "the side to move")? == 1 {
            s.side = 1;
            s.key ^= SIDE_KEY;
        }
        let stages = [Stage::First, Stage::Swap, Stage::Move, Stage::Moved, Stage::Stayed];
        s.stage = stages[text::word(stage, &STAGES, "the stage of the turn")?];
        if text::word(seats, &["xo", "ox"], "the players' colours")? == 1 {
            s.swapped = true;
            s.key ^= SWAPPED_KEY;
        }
        s.idle = text::number(idle, 0, 2, "the number of empty turns just before")? as u8;
        s.begun = Self::repeated(&s);
        let [x, o] = [s.stones[0].count(), s.stones[1].count()];
        let fits = match s.stage {
            Stage::First => (x, o, s.side, s.swapped, s.idle) == (0, 0, 0, false, 0),
            Stage::Swap => (x, o, s.side, s.swapped, s.idle) == (1, 0, 1, false, 0),
            Stage::Move => x > 0,
            Stage::Moved => s.idle < 2 && [x, o][s.side as usize] > 0 && !self.empty(&s).is_empty(),
            Stage::Stayed => s.idle < 2 && x > 0 && !self.empty(&s).is_empty(),
        };
        if !fits {
            return Err(TextError::new(format!("the stage {stage:?} does not fit the rest of the position")));
        }
        let (next, last) = (s.side as usize, 1 - s.side as usize);
        if s.stage != Stage::Moved && self.has_joined(&s, next) || s.stage != Stage::Move && self.has_joined(&s, last) {
            return Err(TextError::new("the edges are joined already: the game was over before"));
        }
        s.end = if self.has_joined(&s, last) {
            if s.idle > 0 {
                return Err(TextError::new("a turn that joins the edges is not empty"));
            }
            Some(JOINED)
        } else {
            (s.idle == 2).then_some(EMPTY_TURNS)
        };
        Ok(s)
    }

    fn key(&self, s: &State<W>) -> u64 {
        Self::repeated(s) ^ zobrist::key(IDLE, s.idle.into())
    }
}
