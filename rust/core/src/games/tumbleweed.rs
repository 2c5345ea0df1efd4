//! Tumbleweed: stacks as high as the number of own stacks that see their cell. Rules: the docs page of `tumbleweed`.
//!
//! Cells are numbered up the columns from the left. Actions: the cell to place a stack on (in the opening first the black
//! one, then the white one); behind the cells `pass`, then `swap`.
//!
//! Every cell knows what ends its six lines of sight, counted by kind: black, white or neutral stacks, or the edge. A
//! new stack is the new end for the cells up to the next stack on each of its six rays, and all cells of a ray have lost
//! the same end for it. So a turn costs a walk along the rays, and with it go the sets of cells where a side may place:
//! those that it sees more often than their stack is high, an empty cell being of height 0.

use crate::board::bits::Bits;
use crate::board::grid::Neighbours;
use crate::board::hexagons::{DIRECTIONS, Hexagons};
use crate::board::shape::Shape;
use crate::board::{text, zobrist};
use crate::erased::{AnyRules, erase};
use crate::game::{Action, Actor, Build, Game, Illegal, Outcome, TextError};
use crate::options::{OptionError, Options};
use crate::rng::{Rng, mix};

/// Tumbleweed on a board that fits `W` words.
pub struct Tumbleweed<const W: usize = 3> {
    board: Hexagons,
    /// By `6 * cell + direction`, the cells from there to the edge.
    rays: Neighbours,
}

/// What stands on a cell, or ends a line of sight: a stack of seat 0 or 1, a neutral one, or nothing.
type Owner = u8;
const NEUTRAL: Owner = 2;
const NOBODY: Owner = 3;
/// The height of the neutral stack.
const NEUTRAL_HEIGHT: u8 = 2;
/// The letters of stacks, by owner and height.
const LETTERS: [&[u8]; 3] = [b"ABCDEF", b"abcdef", b" N"];

/// A cell.
#[derive(Clone, Copy)]
struct Cell {
    /// How many of the six lines of sight end with each kind of owner, in four bits each.
    ends: u16,
    height: u8,
    owner: Owner,
}

/// How far the game is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The black stack of the opening is to come, then the white one.
    Black,
    White,
    /// The second player may swap.
    Swap,
    Play,
    /// The last turn was a pass.
    Passed,
    Over,
}

/// The stages in position texts; the two of the opening are told apart by the board.
const STAGES: [(&str, Stage); 5] =
    [("opening", Stage::Black), ("swap", Stage::Swap), ("-", Stage::Play), ("pass", Stage::Passed), ("over", Stage::Over)];

/// A position.
#[derive(Clone, Copy)]
pub struct State<const W: usize> {
    cells: [[Cell; 64]; W],
    /// By seat, the cells it sees more often than their stack is high.
    open: [Bits<W>; 2],
    /// Of the stacks.
    key: u64,
    player: u8,
    stage: Stage,
}

impl Build for Tumbleweed {
    fn build(mut options: Options) -> Result<Box<dyn AnyRules>, OptionError> {
        let size = options.int("size", 8, 2..=11)? as usize;
        let options = options.finish("tumbleweed")?;
        Ok(match size {
            ..=4 => erase("tumbleweed", options, Tumbleweed::<1>::new(size)),
            5..=6 => erase("tumbleweed", options, Tumbleweed::<2>::new(size)),
            7..=8 => erase("tumbleweed", options, Tumbleweed::<3>::new(size)),
            _ => erase("tumbleweed", options, Tumbleweed::<6>::new(size)),
        })
    }
}

impl Cell {
    /// How many stacks of a kind are seen from here.
    #[inline]
    fn sees(self, owner: usize) -> u8 {
        (self.ends >> (4 * owner)) as u8 & 15
    }
}

impl<const W: usize> State<W> {
    #[inline]
    fn cell(&mut self, cell: usize) -> &mut Cell {
        &mut self.cells[cell / 64][cell % 64]
    }

    /// Brings up to date where the players may place.
    #[inline]
    fn look(&mut self, cell: usize) {
        let here = *self.cell(cell);
        for side in 0..2 {
            self.open[side].set(cell, here.sees(side) > here.height);
        }
    }
}

impl<const W: usize> Tumbleweed<W> {
    fn new(size: usize) -> Self {
        let board = Hexagons::upright(size);
        let rays = Neighbours::new(6 * board.len(), |i| board.ray(i / 6, DIRECTIONS[i % 6]));
        Tumbleweed { rays, board }
    }

    fn pass(&self) -> usize {
        self.board.len()
    }

    fn swap(&self) -> usize {
        self.board.len() + 1
    }

    fn centre(&self) -> usize {
        self.board.len() / 2
    }

    /// A board without stacks.
    fn bare(&self) -> State<W> {
        let cell = Cell { ends: 6 << (4 * NOBODY), height: 0, owner: NOBODY };
        State { cells: [[cell; 64]; W], open: [Bits::EMPTY; 2], key: 0, player: 0, stage: Stage::Black }
    }

    fn all<'a>(&self, s: &'a State<W>) -> &'a [Cell] {
        &s.cells.as_flattened()[..self.board.len()]
    }

    /// Puts a stack on a cell, in place of what stands there.
    #[inline]
    fn put(&self, s: &mut State<W>, cell: usize, owner: Owner, height: u8) {
        let old = *s.cell(cell);
        if old.owner == NOBODY {
            // Behind an empty cell was seen what ends the opposite ray.
            let mut ends = [NOBODY; 6];
            for (d, end) in ends.iter_mut().enumerate() {
                let ray = self.rays.of(6 * cell + d).iter();
                *end = ray.map(|&at| s.cell(at.into()).owner).find(|&owner| owner != NOBODY).unwrap_or(NOBODY);
            }
            for d in 0..6 {
                self.show(s, cell, d, ends[(d + 3) % 6], owner);
            }
        } else {
            (0..6).for_each(|d| self.show(s, cell, d, old.owner, owner));
            s.key ^= Self::stack_key(cell, old.owner, old.height);
        }
        s.key ^= Self::stack_key(cell, owner, height);
        let here = s.cell(cell);
        (here.owner, here.height) = (owner, height);
        s.look(cell);
    }

    /// Exchanges one end for another on a ray from a cell, up to the first stack, which sees it last.
    #[inline]
    fn show(&self, s: &mut State<W>, cell: usize, direction: usize, old: Owner, new: Owner) {
        if old == new {
            return;
        }
        let change = (1u16 << (4 * new)).wrapping_sub(1 << (4 * old));
        for &at in self.rays.of(6 * cell + direction) {
            let there = s.cell(at.into());
            there.ends = there.ends.wrapping_add(change);
            let last = there.owner != NOBODY;
            s.look(at.into());
            if last {
                break;
            }
        }
    }

    fn stack_key(cell: usize, owner: Owner, height: u8) -> u64 {
        zobrist::key(u64::from(height) << 2 | u64::from(owner), cell)
    }

    fn opening(s: &State<W>) -> bool {
        matches!(s.stage, Stage::Black | Stage::White)
    }

    /// The cells where the player to move may place.
    fn choices(&self, s: &State<W>) -> Bits<W> {
        if !Self::opening(s) {
            return s.open[s.player as usize];
        }
        self.all(s).iter().enumerate().filter(|(_, here)| here.owner == NOBODY).map(|(cell, _)| cell).collect()
    }

    /// Stacks, and the empty cells that are seen more often by one side.
    fn points(&self, s: &State<W>) -> [u32; 2] {
        [0, 1].map(|side| {
            let counts = |here: &&Cell| {
                here.owner == side || here.owner == NOBODY && here.sees(side.into()) > here.sees(1 - usize::from(side))
            };
            self.all(s).iter().filter(counts).count() as u32
        })
    }
}

impl<const W: usize> Game for Tumbleweed<W> {
    type State = State<W>;

    const ONE_STEP_TURNS: bool = false;

    fn num_actions(&self) -> usize {
        self.board.len() + 2
    }

    /// A cell's stack grows at most six times; between two placements is at most one pass, and two come at the end.
    fn max_steps(&self) -> usize {
        12 * self.board.len() + 5
    }

    fn start(&self, _seed: u64) -> State<W> {
        let mut s = self.bare();
        self.put(&mut s, self.centre(), NEUTRAL, NEUTRAL_HEIGHT);
        s
    }

    fn actor(&self, s: &State<W>) -> Actor {
        if s.stage == Stage::Over { Actor::Over } else { Actor::Player(s.player) }
    }

    fn in_turn(&self, s: &State<W>) -> bool {
        s.stage == Stage::White
    }

    fn legal(&self, s: &State<W>, out: &mut Vec<Action>) {
        out.extend(self.choices(s).iter().map(|cell| cell as Action));
        if !Self::opening(s) {
            out.push(self.pass() as Action);
        }
        if s.stage == Stage::Swap {
            out.push(self.swap() as Action);
        }
    }

    fn num_legal(&self, s: &State<W>) -> usize {
        self.choices(s).count() + usize::from(!Self::opening(s)) + usize::from(s.stage == Stage::Swap)
    }

    fn random_action(&self, s: &State<W>, rng: &mut Rng, _scratch: &mut Vec<Action>) -> Action {
        let choices = self.choices(s);
        let count = choices.count();
        let pick = rng.below(count + usize::from(!Self::opening(s)) + usize::from(s.stage == Stage::Swap));
        (if pick < count { choices.nth(pick) } else { self.pass() + pick - count }) as Action
    }

    fn check(&self, s: &State<W>, action: Action) -> Result<(), Illegal> {
        let (cell, opening) = (action as usize, Self::opening(s));
        if cell == self.swap() {
            return if s.stage == Stage::Swap { Ok(()) } else { Err(Illegal::CannotSwap) };
        }
        if cell == self.pass() {
            return if opening { Err(Illegal::CannotPass) } else { Ok(()) };
        }
        let here = self.all(s)[cell];
        if opening {
            return if here.owner == NOBODY { Ok(()) } else { Err(Illegal::Occupied) };
        }
        match here.sees(s.player.into()) {
            0 => Err(Illegal::NotConnected),
            seen if seen > here.height => Ok(()),
            _ => Err(Illegal::Occupied),
        }
    }

    fn play(&self, s: &mut State<W>, action: Action) {
        let cell = action as usize;
        match s.stage {
            Stage::Black => {
                self.put(s, cell, 0, 1);
                s.stage = Stage::White;
                return;
            }
            Stage::White => {
                self.put(s, cell, 1, 1);
                s.stage = Stage::Swap;
            }
            _ if cell == self.pass() => s.stage = if s.stage == Stage::Passed { Stage::Over } else { Stage::Passed },
            _ if cell == self.swap() => {
                for cell in 0..self.board.len() {
                    let owner = s.cell(cell).owner;
                    if owner < NEUTRAL {
                        self.put(s, cell, 1 - owner, 1);
                    }
                }
                s.stage = Stage::Play;
            }
            _ => {
                let height = s.cell(cell).sees(s.player.into());
                self.put(s, cell, s.player, height);
                s.stage = Stage::Play;
            }
        }
        s.player ^= 1;
    }

    fn outcome(&self, s: &State<W>) -> Option<Outcome> {
        let [black, white] = self.points(s);
        (s.stage == Stage::Over).then(|| Outcome::by_score(black.into(), white.into(), "two passes"))
    }

    fn count_turns(&self, s: &State<W>) -> u64 {
        let steps = self.num_legal(s) as u64;
        if s.stage == Stage::Black { steps * (steps - 1) } else { steps }
    }

    fn scores(&self, s: &State<W>) -> Option<Vec<f64>> {
        Some(self.points(s).map(f64::from).to_vec())
    }

    /// A to F are black stacks of heights 1 to 6, a to f white ones, N is the neutral one.
    fn cells(&self, s: &State<W>, _viewer: Option<usize>) -> Vec<u8> {
        let letter = |here: &Cell| match here.owner {
            NOBODY => b'.',
            owner => LETTERS[owner as usize][here.height as usize - 1],
        };
        self.all(s).iter().map(letter).collect()
    }

    fn info(&self, s: &State<W>, _viewer: Option<usize>) -> Vec<(&'static str, i64)> {
        let (opening, passes) = match s.stage {
            Stage::Black => (2, 0),
            Stage::White => (1, 0),
            Stage::Swap | Stage::Play => (0, 0),
            Stage::Passed => (0, 1),
            Stage::Over => (0, 2),
        };
        vec![("opening_stacks", opening), ("can_swap", (s.stage == Stage::Swap).into()), ("passes", passes)]
    }

    fn observation_shape(&self) -> Vec<usize> {
        self.board.planes(9)
    }

    /// Planes: heights of own stacks, heights of the opponent's stacks, the neutral stack, own stacks seen from each cell,
    /// the opponent's stacks seen (heights and numbers in sixths), all ones where the seat is to move, in the opening,
    /// where a swap is possible, after a pass.
    fn observe(&self, s: &State<W>, seat: usize, out: &mut [f32]) {
        let size = out.len() / 9;
        for (cell, here) in self.all(s).iter().enumerate() {
            let spot = self.board.spot(cell);
            match usize::from(here.owner) {
                owner if owner < 2 => out[(owner ^ seat) * size + spot] = f32::from(here.height) / 6.0,
                owner if owner < 3 => out[2 * size + spot] = 1.0,
                _ => {}
            }
            out[3 * size + spot] = f32::from(here.sees(seat)) / 6.0;
            out[4 * size + spot] = f32::from(here.sees(1 - seat)) / 6.0;
        }
        self.board.flag(usize::from(s.player) == seat, 5, out);
        self.board.flag(Self::opening(s), 6, out);
        self.board.flag(s.stage == Stage::Swap, 7, out);
        self.board.flag(s.stage == Stage::Passed, 8, out);
    }

    fn position(&self, s: &State<W>) -> String {
        let rows = text::write_rows(&self.board, &self.cells(s, None));
        let stage = if s.stage == Stage::White { Stage::Black } else { s.stage };
        let word = STAGES.iter().find(|&&(_, named)| named == stage).map_or("-", |&(word, _)| word);
        format!("{rows} {} {word}", ["b", "w"][s.player as usize])
    }

    fn parse_position(&self, text: &str) -> Result<State<W>, TextError> {
        let what = "columns from the left, side to move (b or w), one of opening, swap, -, pass, over";
        let [rows, side, stage] = text::fields(text, what)?;
        let mut s = self.bare();
        for (cell, piece) in text::read_rows(&self.board, rows, "ABCDEFabcdefN")?.into_iter().enumerate() {
            let stack = (0..).zip(LETTERS).find_map(|(owner, names)| Some((owner, names.iter().position(|&n| n == piece)?)));
            let Some((owner, height)) = stack else { continue };
            if owner == NEUTRAL && cell != self.centre() {
                return Err(TextError::new("a neutral stack (N) can only stand in the centre"));
            }
            self.put(&mut s, cell, owner, height as u8 + 1);
        }
        s.player = text::word(side, &["b", "w"], "the side to move")? as u8;
        s.stage = STAGES[text::word(stage, &STAGES.map(|(word, _)| word), "the stage of the game")?].1;
        let at_first = |stacks: &str| {
            let mut found: Vec<u8> = self.cells(&s, None).into_iter().filter(|&c| c != b'.').collect();
            found.sort_unstable();
            found == stacks.as_bytes()
        };
        match s.stage {
            Stage::Black if s.player == 0 && at_first("N") => {}
            Stage::Black if s.player == 0 && at_first("AN") => s.stage = Stage::White,
            Stage::Swap if s.player == 1 && at_first("ANa") => {}
            Stage::Black | Stage::Swap => {
                let expected = "N, N and A, each with b, or N, A and a with w and swap";
                return Err(TextError::new(format!("this is no position of the opening: {expected}")));
            }
            _ => {}
        }
        Ok(s)
    }

    fn key(&self, s: &State<W>) -> u64 {
        mix(s.key, (s.stage as u64) << 1 | u64::from(s.player))
    }
}
