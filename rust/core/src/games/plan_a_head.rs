//! Plan-A-Head: four colours, nine selections of one piece each, and no two neighbours alike. Rules: the docs page of
//! `plan_a_head`.
//!
//! Cell `row * 6 + column`, a1 first; colours R, B, G, Y are 0 to 3. Action `colour * 36 + cell` places a piece.
//!
//! All is sets of actions, 144 bits: the placements made, and those that no placement has closed yet. Each closes
//! its cell to all colours and the cells around it to its own. The board says the rest: of each colour as many
//! pieces are gone as there are selections used up, and one more of those taken from the selection in play.

use crate::board::{Bits, Grid, Shape};
use crate::prelude::*;

/// Plan-A-Head for two or three.
pub struct PlanAHead {
    players: usize,
    /// By action: what can no longer be done after it, itself included.
    closes: Box<[Actions]>,
    /// By the colours (bits) left in a selection: what could be done on an empty board.
    left: [Actions; 16],
}

type Actions = Bits<3>;

/// A position.
#[derive(Clone, Copy)]
pub struct State {
    made: Actions,
    open: Actions,
    /// Colours (bits) left in the selection.
    left: u8,
    placed: u8,
}

const CELLS: usize = 36;
const GRID: Grid = Grid::new(6, 6);
const LETTERS: &str = "RBGY";

impl Build for PlanAHead {
    fn build(mut options: Options) -> Built {
        let players = options.int("players", 2, 2..=3)? as usize;
        Ok(erase("plan_a_head", options.finish("plan_a_head")?, PlanAHead::new(players)))
    }
}

impl PlanAHead {
    fn new(players: usize) -> Self {
        let set = |test: &dyn Fn(usize) -> bool| (0..4 * CELLS).filter(|&action| test(action)).collect();
        let near = |a: usize, b: usize| (a / 6).abs_diff(b / 6) < 2 && (a % 6).abs_diff(b % 6) < 2;
        let closes =
            |a: usize, b: usize| a % CELLS == b % CELLS || a / CELLS == b / CELLS && near(a % CELLS, b % CELLS);
        PlanAHead {
            players,
            closes: (0..4 * CELLS).map(|a| set(&|b| closes(a, b))).collect(),
            left: std::array::from_fn(|left| set(&|action| left >> (action / CELLS) & 1 != 0)),
        }
    }

    #[inline]
    fn steps(&self, s: &State) -> Actions {
        s.open & self.left[usize::from(s.left)]
    }

    #[inline]
    fn put(&self, s: &mut State, action: usize) {
        s.made.insert(action);
        s.open = s.open.without(self.closes[action]);
        s.placed += 1;
    }

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
        State { made: Actions::EMPTY, open: self.left[15], left: 15, placed: 0 }
    }

    fn actor(&self, s: &State) -> Actor {
        if self.steps(s).is_empty() { Actor::Over } else { Actor::Player(self.mover(s.placed) as u8) }
    }

    fn legal(&self, s: &State, out: &mut Vec<Action>) {
        out.extend(self.steps(s).iter().map(|action| action as Action));
    }

    fn num_legal(&self, s: &State) -> usize {
        self.steps(s).count()
    }

    fn random_action(&self, s: &State, rng: &mut Rng, _scratch: &mut Vec<Action>) -> Action {
        let steps = self.steps(s);
        steps.nth(rng.below(steps.count())) as Action
    }

    fn check(&self, s: &State, action: Action) -> Result<(), Illegal> {
        let (colour, cell) = (action as usize / CELLS, action as usize % CELLS);
        ensure!(s.left >> colour & 1 != 0, Illegal::NoneLeft);
        ensure!((0..4).all(|colour| !s.made.has(colour * CELLS + cell)), Illegal::Occupied);
        ensure!(s.open.has(action as usize), Illegal::Adjacent);
        Ok(())
    }

    #[inline]
    fn play(&self, s: &mut State, action: Action) {
        self.put(s, action as usize);
        s.left &= !(1 << (action as usize / CELLS));
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
        let mut cells = vec![b'.'; CELLS];
        s.made.iter().for_each(|action| cells[action % CELLS] = LETTERS.as_bytes()[action / CELLS]);
        cells
    }

    /// `placed` counts the pieces on the board; the colours are 1 where the selection still has that piece.
    fn info(&self, s: &State, _viewer: Option<usize>) -> Vec<(&'static str, i64)> {
        let left = |colour: u8| i64::from(s.left >> colour & 1);
        let placed = i64::from(s.placed);
        vec![("placed", placed), ("red", left(0)), ("blue", left(1)), ("green", left(2)), ("yellow", left(3))]
    }

    fn observation_shape(&self) -> Vec<usize> {
        GRID.planes(9 + self.players)
    }

    /// Planes: red, blue, green, yellow pieces; all ones for each of these colours left in the selection; the share of
    /// pieces placed; all ones where `seat` is to act, where the next seat is, and so on round the table.
    fn observe(&self, s: &State, seat: usize, out: &mut [f32]) {
        s.made.iter().for_each(|action| out[action] = 1.0);
        let mut fill = |plane: usize, value: f32| out[plane * CELLS..][..CELLS].fill(value);
        (0..4).filter(|colour| s.left >> colour & 1 != 0).for_each(|colour| fill(4 + colour, 1.0));
        fill(8, f32::from(s.placed) / CELLS as f32);
        if let Actor::Player(player) = self.actor(s) {
            fill(9 + (usize::from(player) + self.players - seat) % self.players, 1.0);
        }
    }

    fn position(&self, s: &State) -> String {
        text::write_rows(&GRID, &GRID.upside_down(&self.cells(s, None)))
    }

    fn parse_position(&self, text: &str) -> Result<State, TextError> {
        let [rows] = text::fields(text, "rows from the top")?;
        let cells = GRID.upside_down(&text::read_rows(&GRID, rows, LETTERS)?);
        let mut s = self.start(0);
        for (cell, &letter) in cells.iter().enumerate() {
            let Some(colour) = LETTERS.bytes().position(|l| l == letter) else { continue };
            let (action, piece) = (colour * CELLS + cell, letter as char);
            let fits = s.open.has(action);
            ensure!(fits, "{piece}{} touches a piece of its colour", text::cell_name(GRID, cell));
            self.put(&mut s, action);
        }
        let gone: [usize; 4] = std::array::from_fn(|colour| (s.made & self.left[1 << colour]).count());
        let selections = usize::from(s.placed / 4);
        let fits = gone.iter().all(|&n| n == selections || n == selections + 1);
        ensure!(fits, "{gone:?} pieces of the colours {LETTERS} cannot come out of selections");
        s.left = (0..4).filter(|&colour| gone[colour] == selections).map(|colour| 1 << colour).sum();
        Ok(s)
    }

    fn key(&self, s: &State) -> u64 {
        s.made.0.iter().fold(0, |key, &word| mix(key, word))
    }
}
