//! Amazons: an amazon moves like a chess queen, then shoots an arrow the same way; the cell it hits burns. Who
//! cannot move loses. Rules: the docs page of `amazons`.
//!
//! Cell `row * size + column`, row 0 at the bottom. Actions: a cell number is the arrow to that cell; behind them
//! come the amazons' moves, numbered by the cell they leave, the direction and the distance. So what an amazon can
//! do in one direction is a run of consecutive numbers, and all are 3,040 on the board of 10 x 10.

use crate::board::reach::{DIRECTIONS, QueenLines, Reach, Taken};
use crate::board::{Bits, Grid, Shape, zobrist};
use crate::prelude::*;

/// Amazons on one board.
pub struct Amazons {
    grid: Grid,
    lines: QueenLines,
    /// Amazons of a side.
    amazons: usize,
    start: State,
    /// By cell and direction, the number before that of a move by one step.
    base: Box<[[u16; 8]]>,
    /// Start and target of the moves.
    moves: Box<[[u8; 2]]>,
    /// Of White's and Black's amazons, burnt cells, the amazon that has to shoot.
    keys: [Box<[u64]>; 4],
}

/// A position.
#[derive(Clone, Copy)]
pub struct State {
    /// Cells that are burnt or hold an amazon.
    taken: Taken,
    /// By side in ascending order, then [`NONE`].
    amazons: [[u8; 4]; 2],
    key: u64,
    player: u8,
    /// The amazon that has moved and has to shoot.
    shooter: u8,
    over: bool,
}

/// No cell.
const NONE: u8 = u8::MAX;

const SIDE_KEY: u64 = 0x2C1B_3C6D_95A7_61E3;

impl Build for Amazons {
    fn build(mut options: Options) -> Built {
        let size = options.int("size", 10, 4..=10)? as usize;
        let start = ["standard", "cross"][options.choice("start", &["standard", "cross"])?];
        let options = options.finish("amazons")?;
        let (amazons, rows) = match (size, start) {
            (10, "standard") => (4, "3B2B3/10/10/B8B/10/10/W8W/10/10/3W2W3"),
            (10, "cross") => (4, "3W2W3/10/10/B8B/10/10/B8B/10/10/3W2W3"),
            (6, "standard") => (2, "4W1/B5/6/6/5B/1W4"),
            (5, "standard") => (1, "2B2/5/5/5/2W2"),
            (4, "standard") => (1, "2B1/4/4/1W2"),
            _ => {
                return Err(OptionError(format!(
                    "amazons has no start={start} for size={size}; the sizes are 4, 5, 6 and 10, cross is for 10"
                )));
            }
        };
        let mut game = Amazons::new(size, amazons);
        game.start = game.parse_position(&format!("{rows} w -"))?;
        Ok(erase("amazons", options, game))
    }
}

impl Amazons {
    /// The board alone: the start is still to be put on it.
    fn new(size: usize, amazons: usize) -> Self {
        let (grid, lines) = (Grid::new(size, size), QueenLines::new(size));
        let mut moves = Vec::new();
        let base = |cell| {
            DIRECTIONS.map(|direction| {
                let base = grid.len() + moves.len() - 1;
                moves.extend(grid.ray(cell, direction).map(|to| [cell as u8, to as u8]));
                base as u16
            })
        };
        let base = (0..grid.len()).map(base).collect();
        Amazons {
            grid,
            start: State::bare(&lines),
            lines,
            amazons,
            base,
            moves: moves.into(),
            keys: [0, 1, 2, 3].map(|kind| zobrist::table(kind, grid.len())),
        }
    }

    #[inline]
    fn reach(&self, s: &State, cell: u8) -> Reach {
        self.lines.reach(&s.taken, cell as usize)
    }

    /// The pieces that can move now, in ascending order, each with what it reaches: the amazons of the player to
    /// move, or the arrow of the one that has to shoot.
    #[inline]
    fn movers(&self, s: &State) -> [(u8, Reach); 4] {
        let arrow = [s.shooter, NONE, NONE, NONE];
        let cells = if s.shooter == NONE { s.amazons[s.player as usize] } else { arrow };
        cells.map(|cell| (cell, if cell == NONE { Reach::default() } else { self.reach(s, cell) }))
    }

    #[inline]
    fn is_own(s: &State, cell: u8) -> bool {
        s.amazons[s.player as usize].contains(&cell)
    }

    /// Whether a queen gets from one cell to another, and what is in its way.
    fn check_way(&self, s: &State, from: u8, to: usize) -> Result<(), Illegal> {
        let (direction, distance) = self.lines.way(from as usize, to).ok_or(Illegal::BadMove)?;
        ensure!(!self.lines.has(&s.taken, to), Illegal::Occupied);
        ensure!(distance <= self.reach(s, from).distance(direction), Illegal::Blocked);
        Ok(())
    }
}

impl State {
    /// A board without amazons.
    fn bare(lines: &QueenLines) -> Self {
        State { taken: lines.empty(), amazons: [[NONE; 4]; 2], key: 0, player: 0, shooter: NONE, over: false }
    }
}

/// Four numbers in order, without a branch.
#[inline]
fn sorted([a, b, c, d]: [u8; 4]) -> [u8; 4] {
    let (a, b, c, d) = (a.min(b), a.max(b), c.min(d), c.max(d));
    let (a, b, c, d) = (a.min(c), b.min(d), a.max(c), b.max(d));
    [a, b.min(c), b.max(c), d]
}

impl Game for Amazons {
    type State = State;

    const ONE_STEP_TURNS: bool = false;

    fn num_actions(&self) -> usize {
        self.grid.len() + self.moves.len()
    }

    /// Every turn burns a cell.
    fn max_steps(&self) -> usize {
        2 * (self.grid.len() - 2 * self.amazons)
    }

    fn start(&self, _seed: u64) -> State {
        self.start
    }

    fn actor(&self, s: &State) -> Actor {
        if s.over { Actor::Over } else { Actor::Player(s.player) }
    }

    fn in_turn(&self, s: &State) -> bool {
        s.shooter != NONE
    }

    fn legal(&self, s: &State, out: &mut Vec<Action>) {
        if s.shooter != NONE {
            let mut targets = Bits::<2>::EMPTY;
            for (direction, distance) in self.reach(s, s.shooter).iter() {
                targets.insert(self.lines.target(s.shooter as usize, direction, distance));
            }
            return out.extend(targets.iter().map(|cell| cell as Action));
        }
        for (cell, reach) in self.movers(s).into_iter().filter(|(_, reach)| !reach.is_empty()) {
            for (direction, &base) in self.base[cell as usize].iter().enumerate() {
                let base = Action::from(base) + 1;
                out.extend(base..base + reach.distance(direction) as Action);
            }
        }
    }

    fn num_legal(&self, s: &State) -> usize {
        self.movers(s).iter().map(|(_, reach)| reach.count()).sum()
    }

    fn random_action(&self, s: &State, rng: &mut Rng, _scratch: &mut Vec<Action>) -> Action {
        if s.shooter != NONE {
            let reach = self.reach(s, s.shooter);
            let (direction, distance) = reach.nth(rng.below(reach.count()));
            return self.lines.target(s.shooter as usize, direction, distance) as Action;
        }
        let movers = self.movers(s);
        let mut n = rng.below(movers.iter().map(|(_, reach)| reach.count()).sum());
        for (cell, reach) in movers {
            if n < reach.count() {
                let (direction, distance) = reach.nth(n);
                return Action::from(self.base[cell as usize][direction]) + distance as Action;
            }
            n -= reach.count();
        }
        unreachable!("fewer moves than were counted")
    }

    fn check(&self, s: &State, action: Action) -> Result<(), Illegal> {
        match (self.moves.get((action as usize).wrapping_sub(self.grid.len())), self.in_turn(s)) {
            (None, true) => self.check_way(s, s.shooter, action as usize),
            (Some(&[from, to]), false) if Self::is_own(s, from) => self.check_way(s, from, to as usize),
            (Some(_), false) => Err(Illegal::NotYours),
            _ => Err(Illegal::WrongPhase),
        }
    }

    fn play(&self, s: &mut State, action: Action) {
        if s.shooter == NONE {
            let [from, to] = self.moves[action as usize - self.grid.len()];
            self.lines.flip(&mut s.taken, from as usize);
            self.lines.flip(&mut s.taken, to as usize);
            let amazons = &mut s.amazons[s.player as usize];
            *amazons = sorted(amazons.map(|cell| if cell == from { to } else { cell }));
            let keys = &self.keys[s.player as usize];
            s.key ^= keys[from as usize] ^ keys[to as usize] ^ self.keys[3][to as usize];
            s.shooter = to;
        } else {
            self.lines.flip(&mut s.taken, action as usize);
            s.key ^= self.keys[2][action as usize] ^ self.keys[3][s.shooter as usize] ^ SIDE_KEY;
            s.shooter = NONE;
            s.player ^= 1;
            let own = s.amazons[s.player as usize];
            s.over = own.into_iter().all(|cell| cell == NONE || self.reach(s, cell).is_empty());
        }
    }

    fn outcome(&self, s: &State) -> Option<Outcome> {
        s.over.then(|| Outcome::win(1 - s.player as usize, "no legal move"))
    }

    /// Every move with every arrow, for which the place just left is free.
    fn count_turns(&self, s: &State) -> u64 {
        if s.shooter != NONE {
            return self.num_legal(s) as u64;
        }
        let mut turns = 0;
        for (cell, reach) in self.movers(s).into_iter().filter(|(_, reach)| !reach.is_empty()) {
            let mut taken = s.taken;
            self.lines.flip(&mut taken, cell as usize);
            for (direction, distance) in reach.iter() {
                turns += self.lines.reach(&taken, self.lines.target(cell as usize, direction, distance)).count();
            }
        }
        turns as u64
    }

    fn cells(&self, s: &State, _viewer: Option<usize>) -> Vec<u8> {
        let taken = (0..self.grid.len()).map(|cell| self.lines.has(&s.taken, cell));
        let mut cells: Vec<u8> = taken.map(|taken| if taken { b'x' } else { b'.' }).collect();
        for (amazons, letter) in s.amazons.iter().zip(*b"WB") {
            amazons[..self.amazons].iter().for_each(|&cell| cells[cell as usize] = letter);
        }
        cells
    }

    fn info(&self, s: &State, _viewer: Option<usize>) -> Vec<(&'static str, i64)> {
        vec![("shooter", if s.shooter == NONE { -1 } else { i64::from(s.shooter) })]
    }

    fn observation_shape(&self) -> Vec<usize> {
        self.grid.planes(5)
    }

    /// Planes: own amazons, the opponent's amazons, burnt cells, the amazon that has to shoot, all ones where the seat
    /// is to move.
    fn observe(&self, s: &State, seat: usize, out: &mut [f32]) {
        let n = self.grid.len();
        for (cell, burnt) in out[2 * n..3 * n].iter_mut().enumerate() {
            *burnt = if self.lines.has(&s.taken, cell) { 1.0 } else { 0.0 };
        }
        for (plane, side) in [seat, 1 - seat].into_iter().enumerate() {
            for &cell in &s.amazons[side][..self.amazons] {
                out[plane * n + cell as usize] = 1.0;
                out[2 * n + cell as usize] = 0.0;
            }
        }
        if s.shooter != NONE {
            out[3 * n + s.shooter as usize] = 1.0;
        }
        self.grid.flag(s.player as usize == seat, 4, out);
    }

    fn position(&self, s: &State) -> String {
        let rows = text::write_rows(&self.grid, &self.grid.upside_down(&self.cells(s, None)));
        let shooter = if s.shooter == NONE { "-".into() } else { text::cell_name(self.grid, s.shooter as usize) };
        format!("{rows} {} {shooter}", ["w", "b"][s.player as usize])
    }

    fn parse_position(&self, text: &str) -> Result<State, TextError> {
        let [rows, side, shooter] =
            text::fields(text, "rows from the top, side to move (w or b), the amazon that has to shoot (or -)")?;
        let cells = self.grid.upside_down(&text::read_rows(&self.grid, rows, "WBx")?);
        let mut s = State::bare(&self.lines);
        for (kind, letter) in ['W', 'B', 'x'].into_iter().enumerate() {
            let found: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] == letter as u8).collect();
            if kind < 2 {
                let (count, expected) = (found.len(), self.amazons);
                ensure!(count == expected, "{count} amazons {letter}, {expected} are expected");
                s.amazons[kind].iter_mut().zip(&found).for_each(|(amazon, &cell)| *amazon = cell as u8);
            }
            for cell in found {
                self.lines.flip(&mut s.taken, cell);
                s.key ^= self.keys[kind][cell];
            }
        }
        if text::word(side, &["w", "b"], "the side to move")? == 1 {
            s.player = 1;
            s.key ^= SIDE_KEY;
        }
        if shooter == "-" {
            s.over = self.num_legal(&s) == 0;
            return Ok(s);
        }
        let cell = text::read_cell(self.grid, shooter)? as u8;
        let can_shoot = Self::is_own(&s, cell) && !self.reach(&s, cell).is_empty();
        ensure!(can_shoot, "no amazon of the side to move can shoot from {shooter}");
        s.shooter = cell;
        s.key ^= self.keys[3][cell as usize];
        Ok(s)
    }

    fn key(&self, s: &State) -> u64 {
        s.key
    }
}
