//! Tumbleweed: stacks as high as the number of own stacks that see their cell. Rules: the docs page of `tumbleweed`.
//!
//! Cells are numbered up the columns from the left. Actions: the cell to place a stack on (in the opening first the
//! black one, then the white one); behind the cells `pass`, then `swap`.
//!
//! Every cell knows what ends its six lines of sight, counted by kind: black, white or neutral stacks, or the edge. A
//! new stack is the new end for the cells up to the next stack on each of its six rays, and all cells of a ray have
//! lost the same end for it. So a turn costs a walk along the rays, and with it go the sets of cells where a side may
//! place: those that it sees more often than their stack is high, an empty cell being of height 0.

use crate::board::hexagons::DIRECTIONS;
use crate::board::{Bits, Hexagons, Neighbours, Offer, Shape, legal_by_offer};
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
/// The stages of the game in position texts; the last three by the number of passes just before.
const STAGES: [&str; 5] = ["opening", "swap", "-", "pass", "over"];

/// A cell.
#[derive(Clone, Copy)]
struct Cell {
    /// How many of the six lines of sight end with each kind of owner, in four bits each.
    ends: u16,
    height: u8,
    owner: Owner,
}

/// A position.
#[derive(Clone, Copy)]
pub struct State<const W: usize> {
    cells: [[Cell; 64]; W],
    /// By seat, the cells it sees more often than their stack is high.
    open: [Bits<W>; 2],
    player: u8,
    /// Stacks of the opening that are to come: the black one, then the white one.
    opening: u8,
    /// Whether the second player may swap.
    can_swap: bool,
    /// Passes just before this turn.
    passes: u8,
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
        let cells = [[cell; 64]; W];
        State { cells, open: [Bits::EMPTY; 2], player: 0, opening: 0, can_swap: false, passes: 0 }
    }

    fn all<'a>(&self, s: &'a State<W>) -> &'a [Cell] {
        &s.cells.as_flattened()[..self.board.len()]
    }

    /// Puts a stack on a cell, in place of what stands there.
    #[inline]
    fn put(&self, s: &mut State<W>, cell: usize, owner: Owner, height: u8) {
        let old = s.cell(cell).owner;
        for direction in 0..6 {
            // Behind an empty cell was seen what ends the opposite ray.
            let end = if old == NOBODY { self.end(s, cell, (direction + 3) % 6) } else { old };
            if end != owner {
                self.show(s, cell, direction, end, owner);
            }
        }
        let here = s.cell(cell);
        (here.owner, here.height) = (owner, height);
        s.look(cell);
    }

    /// What ends a ray from a cell.
    #[inline]
    fn end(&self, s: &State<W>, cell: usize, direction: usize) -> Owner {
        let ray = self.rays.of(6 * cell + direction).iter();
        ray.map(|&at| self.all(s)[usize::from(at)].owner).find(|&owner| owner != NOBODY).unwrap_or(NOBODY)
    }

    /// Exchanges one end for another on a ray from a cell, up to the first stack, which sees it last.
    #[inline]
    fn show(&self, s: &mut State<W>, cell: usize, direction: usize, old: Owner, new: Owner) {
        let change = (1u16 << (4 * new)).wrapping_sub(1 << (4 * old));
        for at in self.rays.of(6 * cell + direction).iter().map(|&at| usize::from(at)) {
            s.cell(at).ends = s.cell(at).ends.wrapping_add(change);
            s.look(at);
            if s.cell(at).owner != NOBODY {
                break;
            }
        }
    }

    /// The height of a stack that is placed now; it has to be higher than what stands there.
    fn height(&self, s: &State<W>, cell: usize) -> u8 {
        if s.opening > 0 { 1 } else { self.all(s)[cell].sees(s.player) }
    }

    /// The legal actions as one set: cells, and the pass and the swap behind them, for which the words have room.
    fn offer(&self, s: &State<W>) -> Offer<W> {
        let mut actions = s.open[s.player as usize];
        if s.opening > 0 {
            let all = self.all(s).iter().enumerate();
            actions = all.filter(|(_, here)| here.owner == NOBODY).map(|(cell, _)| cell).collect();
        }
        actions.set(self.pass(), s.opening == 0);
        actions.set(self.swap(), s.can_swap);
        Offer { cells: actions, other: None }
    }

    /// Stacks, and the empty cells that are seen more often by one side.
    fn points(&self, s: &State<W>) -> [f64; 2] {
        [0, 1].map(|side| {
            let leads = |here: &Cell| here.owner == NOBODY && here.sees(side) > here.sees(1 - side);
            self.all(s).iter().filter(|here| here.owner == side || leads(here)).count() as f64
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
        let mut s = State { opening: 2, ..self.bare() };
        self.put(&mut s, self.centre(), NEUTRAL, NEUTRAL_HEIGHT);
        s
    }

    fn actor(&self, s: &State<W>) -> Actor {
        if s.passes == 2 { Actor::Over } else { Actor::Player(s.player) }
    }

    fn in_turn(&self, s: &State<W>) -> bool {
        s.opening == 1
    }

    legal_by_offer!();

    fn check(&self, s: &State<W>, action: Action) -> Result<(), Illegal> {
        let cell = action as usize;
        if cell == self.pass() {
            ensure!(s.opening == 0, Illegal::CannotPass);
        } else if cell == self.swap() {
            ensure!(s.can_swap, Illegal::CannotSwap);
        } else {
            let height = self.height(s, cell);
            ensure!(height > 0, Illegal::NotConnected);
            ensure!(height > self.all(s)[cell].height, Illegal::Occupied);
        }
        Ok(())
    }

    fn play(&self, s: &mut State<W>, action: Action) {
        let cell = action as usize;
        if cell == self.swap() {
            for cell in 0..self.board.len() {
                let Cell { owner, height, .. } = *s.cell(cell);
                if owner < NEUTRAL {
                    self.put(s, cell, 1 - owner, height);
                }
            }
        } else if cell < self.pass() {
            let owner = if s.opening == 1 { 1 } else { s.player };
            self.put(s, cell, owner, self.height(s, cell));
        }
        s.passes = if cell == self.pass() { s.passes + 1 } else { 0 };
        s.can_swap = s.opening == 1;
        s.opening = s.opening.saturating_sub(1);
        s.player ^= u8::from(s.opening == 0);
    }

    fn outcome(&self, s: &State<W>) -> Option<Outcome> {
        (s.passes == 2).then(|| {
            let [black, white] = self.points(s);
            Outcome::by_score(black, white, "two passes")
        })
    }

    fn count_turns(&self, s: &State<W>) -> u64 {
        let steps = self.num_legal(s) as u64;
        if s.opening == 2 { steps * (steps - 1) } else { steps }
    }

    fn scores(&self, s: &State<W>) -> Option<Vec<f64>> {
        Some(self.points(s).to_vec())
    }

    /// A to F are black stacks of heights 1 to 6, a to f white ones, N is the neutral one.
    fn cells(&self, s: &State<W>, _viewer: Option<usize>) -> Vec<u8> {
        let letter = |here: &Cell| match here.owner {
            NOBODY => b'.',
            NEUTRAL => b'N',
            side => b"Aa"[side as usize] + here.height - 1,
        };
        self.all(s).iter().map(letter).collect()
    }

    fn info(&self, s: &State<W>, _viewer: Option<usize>) -> Vec<(&'static str, i64)> {
        vec![("opening_stacks", s.opening.into()), ("can_swap", s.can_swap.into()), ("passes", s.passes.into())]
    }

    fn observation_shape(&self) -> Vec<usize> {
        self.board.planes(9)
    }

    /// Planes: heights of own stacks, heights of the opponent's stacks, the neutral stack, own stacks seen from each
    /// cell, the opponent's stacks seen (heights and numbers in sixths), all ones where the seat is to move, in the
    /// opening, where a swap is possible, after a pass.
    fn observe(&self, s: &State<W>, seat: usize, out: &mut [f32]) {
        let size = out.len() / 9;
        let own = seat as u8;
        for (cell, here) in self.all(s).iter().enumerate() {
            let height = |owner| if here.owner == owner { f32::from(here.height) / 6.0 } else { 0.0 };
            let neutral = f32::from(here.owner == NEUTRAL);
            let sees = |side| f32::from(here.sees(side)) / 6.0;
            let values = [height(own), height(1 - own), neutral, sees(own), sees(1 - own)];
            for (plane, value) in values.into_iter().enumerate() {
                out[plane * size + self.board.spot(cell)] = value;
            }
        }
        let facts = [usize::from(s.player) == seat, s.opening > 0, s.can_swap, s.passes == 1];
        self.board.paint::<W>(&[], &facts, &mut out[5 * size..]);
    }

    fn position(&self, s: &State<W>) -> String {
        let rows = text::write_rows(&self.board, &self.cells(s, None));
        let stage = match s.passes {
            0 if s.opening > 0 => 0,
            0 if s.can_swap => 1,
            passes => 2 + passes as usize,
        };
        format!("{rows} {} {}", ["b", "w"][s.player as usize], STAGES[stage])
    }

    fn parse_position(&self, text: &str) -> Result<State<W>, TextError> {
        let what = "columns from the left, side to move (b or w), one of opening, swap, -, pass, over";
        let [rows, side, stage] = text::fields(text, what)?;
        let mut s = self.bare();
        for (cell, piece) in text::read_rows(&self.board, rows, "ABCDEFabcdefN")?.into_iter().enumerate() {
            let (owner, height) = match piece {
                b'.' => continue,
                b'A'..=b'F' => (0, piece - b'A' + 1),
                b'a'..=b'f' => (1, piece - b'a' + 1),
                _ => (NEUTRAL, NEUTRAL_HEIGHT),
            };
            ensure!(owner != NEUTRAL || cell == self.centre(), "a neutral stack (N) can only stand in the centre");
            self.put(&mut s, cell, owner, height);
        }
        s.player = text::word(side, &["b", "w"], "the side to move")? as u8;
        let number = text::word(stage, &STAGES, "the stage of the game")?;
        let mut stacks: Vec<u8> = rows.bytes().filter(u8::is_ascii_alphabetic).collect();
        stacks.sort_unstable();
        match (stage, side, stacks.as_slice()) {
            ("opening", "b", b"N") => s.opening = 2,
            ("opening", "b", b"AN") => s.opening = 1,
            ("swap", "w", b"ANa") => s.can_swap = true,
            ("opening" | "swap", ..) => {
                let expected = "N, N and A, each with b, or N, A and a with w and swap";
                return Err(TextError::new(format!("this is no position of the opening: {expected}")));
            }
            _ => s.passes = number as u8 - 2,
        }
        Ok(s)
    }

    /// A stack takes five bits, so twelve cells make a word.
    fn key(&self, s: &State<W>) -> u64 {
        let rest = u32::from_le_bytes([s.player, s.opening, s.can_swap.into(), s.passes]);
        let bits = |word, here: &Cell| word << 5 | u64::from(here.height << 2 | here.owner);
        self.all(s).chunks(12).map(|cells| cells.iter().fold(0, bits)).fold(rest.into(), mix)
    }
}
