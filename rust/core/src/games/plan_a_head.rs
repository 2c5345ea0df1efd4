//! Plan-A-Head: four colours, nine selections of one piece each, and no two neighbours alike. Rules: the docs page of
//! `plan_a_head`.
//!
//! Cell `row * 6 + column`, a1 first; colours R, B, G, Y are 0 to 3. Action `colour * 36 + cell` places a piece.
//!
//! The board says it all: as many pieces of each colour are gone as there are selections used up, and one more of
//! those already taken from the selection in play. Beside the pieces we keep, for each colour, the cells still open
//! to it; a placement closes its cell to all colours and the cells around it to its own.

use crate::board::bits::{Bits, select};
use crate::board::grid::Grid;
use crate::board::text;
use crate::erased::{AnyRules, erase};
use crate::game::{Action, Actor, Build, Game, Illegal, Outcome, TextError};
use crate::options::{OptionError, Options};
use crate::rng::{Rng, mix};

/// Plan-A-Head for two or three.
pub struct PlanAHead {
    players: usize,
}

/// A position: sets of cells by colour.
#[derive(Clone, Copy)]
pub struct State {
    pieces: [u64; 4],
    open: [u64; 4],
    /// Colours (bits) left in the selection.
    left: u8,
    placed: u8,
}

const CELLS: usize = 36;
const GRID: Grid = Grid::new(6, 6);
const BOARD: u64 = (1 << CELLS) - 1;
const LETTERS: &str = "RBGY";

/// Each cell with the cells around it.
static AROUND: [u64; CELLS] = {
    let mut table = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut other = 0;
        while other < CELLS {
            if (cell / 6).abs_diff(other / 6) <= 1 && (cell % 6).abs_diff(other % 6) <= 1 {
                table[cell] |= 1 << other;
            }
            other += 1;
        }
        cell += 1;
    }
    table
};

impl Build for PlanAHead {
    fn build(mut options: Options) -> Result<Box<dyn AnyRules>, OptionError> {
        let players = options.int("players", 2, 2..=3)? as usize;
        Ok(erase("plan_a_head", options.finish("plan_a_head")?, PlanAHead { players }))
    }
}

impl State {
    /// The cells where a piece of a colour can go now.
    #[inline]
    fn targets(&self, colour: usize) -> u64 {
        if self.left >> colour & 1 != 0 { self.open[colour] } else { 0 }
    }

    #[inline]
    fn put(&mut self, colour: usize, cell: usize) {
        self.pieces[colour] |= 1 << cell;
        self.open.iter_mut().for_each(|open| *open &= !(1 << cell));
        self.open[colour] &= !AROUND[cell];
        self.placed += 1;
    }
}

impl PlanAHead {
    /// Who makes placement number `k`. Two players take turns, save that whoever ends a selection begins the next.
    #[inline]
    fn mover(&self, k: u8) -> usize {
        usize::from(if self.players == 2 { (k / 4 + k) % 2 } else { k % 3 })
    }
}

impl Game for PlanAHead {
    type State = State;

    fn num_players(&self) -> usize {
        self.players
    }

    fn num_actions(&self) -> usize {
        4 * CELLS
    }

    fn max_steps(&self) -> usize {
        CELLS
    }

    fn start(&self, _seed: u64) -> State {
        State { pieces: [0; 4], open: [BOARD; 4], left: 15, placed: 0 }
    }

    fn actor(&self, s: &State) -> Actor {
        let any = (0..4).fold(0, |all, colour| all | s.targets(colour));
        if any == 0 { Actor::Over } else { Actor::Player(self.mover(s.placed) as u8) }
    }

    fn legal(&self, s: &State, out: &mut Vec<Action>) {
        for colour in 0..4 {
            out.extend(Bits([s.targets(colour)]).iter().map(|cell| (colour * CELLS + cell) as Action));
        }
    }

    fn num_legal(&self, s: &State) -> usize {
        (0..4).map(|colour| s.targets(colour).count_ones() as usize).sum()
    }

    fn random_action(&self, s: &State, rng: &mut Rng, _scratch: &mut Vec<Action>) -> Action {
        let mut pick = rng.below(self.num_legal(s)) as u32;
        let mut colour = 0;
        loop {
            let targets = s.targets(colour);
            let count = targets.count_ones();
            if pick < count {
                return (colour * CELLS) as Action + select(targets, pick);
            }
            pick -= count;
            colour += 1;
        }
    }

    fn check(&self, s: &State, action: Action) -> Result<(), Illegal> {
        let (colour, cell) = (action as usize / CELLS, action as usize % CELLS);
        if s.left >> colour & 1 == 0 {
            Err(Illegal::NoneLeft)
        } else if s.open[colour] >> cell & 1 != 0 {
            Ok(())
        } else if s.pieces.iter().any(|pieces| pieces >> cell & 1 != 0) {
            Err(Illegal::Occupied)
        } else {
            Err(Illegal::Adjacent)
        }
    }

    fn play(&self, s: &mut State, action: Action) {
        let (colour, cell) = (action as usize / CELLS, action as usize % CELLS);
        s.put(colour, cell);
        s.left &= !(1 << colour);
        if s.left == 0 {
            s.left = 15;
        }
    }

    fn outcome(&self, s: &State) -> Option<Outcome> {
        let last = self.mover(s.placed.checked_sub(1)?);
        (self.actor(s) == Actor::Over).then(|| Outcome::shared(&[last], self.players, "last placement"))
    }

    /// With three players a game has no sense without one of them.
    fn resign(&self, _s: &State, seat: usize) -> Option<Outcome> {
        (self.players == 2).then(|| Outcome::win(1 - seat, "resignation"))
    }

    fn cells(&self, s: &State, _viewer: Option<usize>) -> Vec<u8> {
        let letter = |cell| (0..4).find(|&colour| s.pieces[colour] >> cell & 1 != 0).map(|c| LETTERS.as_bytes()[c]);
        (0..CELLS).map(|cell| letter(cell).unwrap_or(b'.')).collect()
    }

    /// `placed` counts the pieces on the board; the colours are 1 where the selection still has that piece.
    fn info(&self, s: &State, _viewer: Option<usize>) -> Vec<(&'static str, i64)> {
        let left = |colour: u8| i64::from(s.left >> colour & 1);
        let placed = i64::from(s.placed);
        vec![("placed", placed), ("red", left(0)), ("blue", left(1)), ("green", left(2)), ("yellow", left(3))]
    }

    fn observation_shape(&self) -> Vec<usize> {
        vec![9 + self.players, 6, 6]
    }

    /// Planes: red, blue, green, yellow pieces; all ones for each of these colours left in the selection; the share of
    /// pieces placed; all ones where `seat` is to act, where the next seat is, and so on round the table.
    fn observe(&self, s: &State, seat: usize, out: &mut [f32]) {
        for (colour, &pieces) in s.pieces.iter().enumerate() {
            Bits([pieces]).iter().for_each(|cell| out[colour * CELLS + cell] = 1.0);
        }
        let mut fill = |plane: usize, value: f32| out[plane * CELLS..][..CELLS].fill(value);
        (0..4).filter(|colour| s.left >> colour & 1 != 0).for_each(|colour| fill(4 + colour, 1.0));
        fill(8, f32::from(s.placed) / CELLS as f32);
        if let Actor::Player(player) = self.actor(s) {
            fill(9 + (usize::from(player) + self.players - seat) % self.players, 1.0);
        }
    }

    fn position(&self, s: &State) -> String {
        text::write_rows(GRID, &GRID.upside_down(&self.cells(s, None)))
    }

    fn parse_position(&self, text: &str) -> Result<State, TextError> {
        let [rows] = text::fields(text, "rows from the top")?;
        let cells = GRID.upside_down(&text::read_rows(GRID, rows, LETTERS)?);
        let mut s = self.start(0);
        for (cell, &letter) in cells.iter().enumerate() {
            let Some(colour) = LETTERS.bytes().position(|l| l == letter) else { continue };
            if s.open[colour] >> cell & 1 == 0 {
                let cell = text::cell_name(GRID, cell);
                return Err(TextError::new(format!("{}{cell} touches a piece of its colour", letter as char)));
            }
            s.put(colour, cell);
        }
        let gone = s.pieces.map(u64::count_ones);
        let selections = u32::from(s.placed / 4);
        if gone.iter().any(|&n| n != selections && n != selections + 1) {
            return Err(TextError::new(format!("{gone:?} pieces of the colours {LETTERS} cannot come out of selections")));
        }
        s.left = (0..4).filter(|&colour| gone[colour] == selections).map(|colour| 1 << colour).sum();
        Ok(s)
    }

    fn key(&self, s: &State) -> u64 {
        s.pieces.iter().fold(0, |key, &pieces| mix(key, pieces))
    }
}
