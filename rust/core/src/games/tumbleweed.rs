//! Tumbleweed: stacks as high as the number of own stacks that see their cell. Rules: the docs page of `tumbleweed`.
//!
//! Cells are numbered up the columns from the left. Actions: the cell to place a stack on (in the opening first the black
//! one, then the white one); behind the cells `pass`, then `swap`.
//!
//! Every cell knows what ends its six lines of sight, counted by kind: black, white or neutral stacks, or the edge. A
//! new stack is the new end for the cells up to the next stack on each of its six rays, and all cells of a ray have lost
//! the same end for it. So a turn costs a walk along the rays, and with it go the sets of cells where a side may place:
//! those that it sees more often than their stack is high, an empty cell being of height 0.

use crate::board::hexagons::DIRECTIONS;
use crate::board::{Bits, Hexagons, Neighbours, Shape, zobrist};
use crate::prelude::*;

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

/// The stages, and their words in position texts; those of the opening are told apart by the board.
const STAGES: [(Stage, &str); 6] = [
    (Stage::Black, "opening"),
    (Stage::White, "opening"),
    (Stage::Swap, "swap"),
    (Stage::Play, "-"),
    (Stage::Passed, "pass"),
    (Stage::Over, "over"),
];

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
    fn build(mut options: Options) -> Built {
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
    fn sees(self, owner: Owner) -> u8 {
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
        for (side, open) in (0..).zip(&mut self.open) {
            open.set(cell, here.sees(side) > here.height);
        }
    }
}

impl<const W: usize> Tumbleweed<W> {
    fn new(size: usize) -> Self {
        let board = Hexagons::upright(size);
        let rays = Neighbours::new(6 * board.len(), |i| board.ray(i / 6, DIRECTIONS[i % 6]));
        Tumbleweed { rays, board }
    }

    /// The action; the next one is the swap.
    fn pass(&self) -> usize {
        self.board.len()
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

    /// How many of `pass`, `swap` are legal.
    fn words(s: &State<W>) -> usize {
        match s.stage {
            Stage::Black | Stage::White => 0,
            Stage::Swap => 2,
            _ => 1,
        }
    }

    /// The height of a stack that is placed now; it has to be higher than what stands there.
    fn height(s: &State<W>, cell: usize) -> u8 {
        if Self::words(s) == 0 { 1 } else { s.cells[cell / 64][cell % 64].sees(s.player) }
    }

    /// The cells where the player to move may place.
    fn choices(&self, s: &State<W>) -> Bits<W> {
        if Self::words(s) > 0 {
            return s.open[s.player as usize];
        }
        self.all(s).iter().enumerate().filter(|(_, here)| here.owner == NOBODY).map(|(cell, _)| cell).collect()
    }

    /// Stacks, and the empty cells that are seen more often by one side.
    fn points(&self, s: &State<W>) -> [u32; 2] {
        [0, 1].map(|side| {
            let counts =
                |here: &&Cell| here.owner == side || here.owner == NOBODY && here.sees(side) > here.sees(1 - side);
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
        let words = self.pass()..self.pass() + Self::words(s);
        out.extend(self.choices(s).iter().chain(words).map(|action| action as Action));
    }

    fn num_legal(&self, s: &State<W>) -> usize {
        self.choices(s).count() + Self::words(s)
    }

    fn random_action(&self, s: &State<W>, rng: &mut Rng, _scratch: &mut Vec<Action>) -> Action {
        let choices = self.choices(s);
        let count = choices.count();
        let pick = rng.below(count + Self::words(s));
        (if pick < count { choices.nth(pick) } else { self.pass() + pick - count }) as Action
    }

    fn check(&self, s: &State<W>, action: Action) -> Result<(), Illegal> {
        let (cell, words) = (action as usize, Self::words(s));
        if cell >= self.pass() {
            let why = if cell == self.pass() { Illegal::CannotPass } else { Illegal::CannotSwap };
            return if cell - self.pass() < words { Ok(()) } else { Err(why) };
        }
        match Self::height(s, cell) {
            0 => Err(Illegal::NotConnected),
            height if height > self.all(s)[cell].height => Ok(()),
            _ => Err(Illegal::Occupied),
        }
    }

    fn play(&self, s: &mut State<W>, action: Action) {
        let cell = action as usize;
        let next = match s.stage {
            Stage::Black => Stage::White,
            Stage::White => Stage::Swap,
            Stage::Passed if cell == self.pass() => Stage::Over,
            _ if cell == self.pass() => Stage::Passed,
            _ => Stage::Play,
        };
        if cell < self.pass() {
            let owner = if s.stage == Stage::White { 1 } else { s.player };
            self.put(s, cell, owner, Self::height(s, cell));
        } else if cell > self.pass() {
            for cell in 0..self.board.len() {
                let old = *s.cell(cell);
                if old.owner < NEUTRAL {
                    self.put(s, cell, 1 - old.owner, old.height);
                }
            }
        }
        s.stage = next;
        s.player ^= u8::from(next != Stage::White);
    }

    fn outcome(&self, s: &State<W>) -> Option<Outcome> {
        (s.stage == Stage::Over).then(|| {
            let [black, white] = self.points(s).map(f64::from);
            Outcome::by_score(black, white, "two passes")
        })
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
        let (opening, passes) = ([2, 1, 0, 0, 0, 0], [0, 0, 0, 0, 1, 2]);
        let stage = s.stage as usize;
        vec![
            ("opening_stacks", opening[stage]),
            ("can_swap", (s.stage == Stage::Swap).into()),
            ("passes", passes[stage]),
        ]
    }

    fn observation_shape(&self) -> Vec<usize> {
        self.board.planes(9)
    }

    /// Planes: heights of own stacks, heights of the opponent's stacks, the neutral stack, own stacks seen from each cell,
    /// the opponent's stacks seen (heights and numbers in sixths), all ones where the seat is to move, in the opening,
    /// where a swap is possible, after a pass.
    fn observe(&self, s: &State<W>, seat: usize, out: &mut [f32]) {
        let size = out.len() / 9;
        let own = seat as u8;
        for (cell, here) in self.all(s).iter().enumerate() {
            let mut set = |plane: u8, value: f32| out[usize::from(plane) * size + self.board.spot(cell)] = value;
            match here.owner {
                NOBODY => {}
                NEUTRAL => set(2, 1.0),
                owner => set(owner ^ own, f32::from(here.height) / 6.0),
            }
            set(3, f32::from(here.sees(own)) / 6.0);
            set(4, f32::from(here.sees(1 - own)) / 6.0);
        }
        self.board.flag(usize::from(s.player) == seat, 5, out);
        self.board.flag(Self::words(s) == 0, 6, out);
        self.board.flag(s.stage == Stage::Swap, 7, out);
        self.board.flag(s.stage == Stage::Passed, 8, out);
    }

    fn position(&self, s: &State<W>) -> String {
        let rows = text::write_rows(&self.board, &self.cells(s, None));
        format!("{rows} {} {}", ["b", "w"][s.player as usize], STAGES[s.stage as usize].1)
    }

    fn parse_position(&self, text: &str) -> Result<State<W>, TextError> {
        let what = "columns from the left, side to move (b or w), one of opening, swap, -, pass, over";
        let [rows, side, stage] = text::fields(text, what)?;
        let mut s = self.bare();
        for (cell, piece) in text::read_rows(&self.board, rows, "ABCDEFabcdefN")?.into_iter().enumerate() {
            let stack =
                (0..).zip(LETTERS).find_map(|(owner, names)| Some((owner, names.iter().position(|&n| n == piece)?)));
            let Some((owner, height)) = stack else { continue };
            if owner == NEUTRAL && cell != self.centre() {
                return Err(TextError::new("a neutral stack (N) can only stand in the centre"));
            }
            self.put(&mut s, cell, owner, height as u8 + 1);
        }
        s.player = text::word(side, &["b", "w"], "the side to move")? as u8;
        s.stage = STAGES[text::word(stage, &STAGES.map(|(_, word)| word), "the stage of the game")?].0;
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
