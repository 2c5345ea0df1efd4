//! EinStein würfelt nicht!: a dice race of numbered stones on 5 x 5 squares. Rules: the docs page of `einstein`.
//!
//! Cell `row * 5 + column`, a1 first. The first player (Red) starts around a5 and runs for e1, the second (Blue) the
//! other way; turned by half a circle the two see the same board. Actions, numbers of stones counted from 0:
//!
//! * `n` puts stone `n` on the next square of one's triangle, from the corner outwards;
//! * `6 + 3 n + d` moves stone `n` of the player to move in direction `d`: sideways, forward or both at once;
//! * `24 + 3 n + d` captures with it in the opposite direction (only with the rule `backward`).
//!
//! All legal steps of a state fit one 64-bit set, made from two small tables: which stones a die lets move, and
//! which directions stay on the board. A position fits 64 bits as well, so its key has no collisions.

use crate::board::{Bits, Grid, select};
use crate::prelude::*;

/// EinStein würfelt nicht!
pub struct Einstein {
    hole: bool,
    backward: bool,
    backward_own: bool,
    hidden_setup: bool,
}

/// A position. Stone `n` of a side is number `8 * side + n`.
#[derive(Clone, Copy)]
pub struct State {
    /// The cell of every stone.
    at: [u8; 16],
    /// The stone on every cell.
    board: [u8; CELLS],
    /// The stones on the board.
    stones: u16,
    player: u8,
    /// What comes next: [`ROLL`], the die that is cast, [`SETUP`] or [`OVER`].
    stage: u8,
}

const CELLS: usize = 25;
const GRID: Grid = Grid::new(5, 5);
const HOLE: usize = 12;
/// Where each side starts; the other side's start is its goal.
const CORNER: [usize; 2] = [20, 4];
/// Stands for the stone of an empty cell: a number no stone has, so that removing it does nothing.
const EMPTY: u8 = 6;
/// The cell of a stone that is not on the board.
const NOWHERE: u8 = 31;
/// The squares in the order they are filled: down the diagonals, from the corner outwards.
const TRIANGLE: [[usize; 6]; 2] = [[20, 21, 22, 15, 16, 10], [4, 3, 2, 9, 8, 14]];
/// Ways of the three directions.
const STEP: [[isize; 3]; 2] = [[1, -5, -4], [-1, 5, 4]];
/// First actions of moves and of backward captures.
const ONWARD: u32 = 6;
const BACK: u32 = 24;
/// The stages as position texts call them; a game that is over waits for no die.
const STAGES: [&str; 8] = ["-", "1", "2", "3", "4", "5", "6", "setup"];
const ROLL: u8 = 0;
const SETUP: u8 = 7;
const OVER: u8 = 8;
const LETTERS: &str = "ABCDEFabcdef";

/// By side and cell: the directions (bits) that stay on the board.
static OPEN: [[u8; CELLS]; 2] = {
    let mut table = [[0; CELLS]; 2];
    let mut cell = 0;
    while cell < CELLS {
        let (side, ahead) = (cell % 5 < 4, cell >= 5);
        table[0][cell] = side as u8 | (ahead as u8) << 1 | ((side && ahead) as u8) << 2;
        table[1][CELLS - 1 - cell] = table[0][cell];
        cell += 1;
    }
    table
};

/// By die and stones left: the stones that may move. It is the die's own, else the next on either side of it.
static MOVERS: [[u8; 64]; 7] = {
    let mut table = [[0; 64]; 7];
    let mut die = 1;
    while die <= 6 {
        let mut left = 0u8;
        while left < 64 {
            let own = 1 << (die - 1);
            let (above, below) = (left & !(own - 1), left & (own - 1));
            let next = above & above.wrapping_neg();
            let last = if below == 0 { 0 } else { 1 << below.ilog2() };
            table[die][left as usize] = if next == own { own } else { next | last };
            left += 1;
        }
        die += 1;
    }
    table
};

impl Build for Einstein {
    fn build(mut options: Options) -> Built {
        let rule = options.choice("rule", &["standard", "blackhole", "backward"])?;
        let game = Einstein {
            hole: rule == 1,
            backward: rule == 2,
            backward_own: options.bool("backward_own", false)?,
            hidden_setup: options.bool("hidden_setup", false)?,
        };
        Ok(erase("einstein", options.finish("einstein")?, game))
    }
}

impl State {
    /// The stones a side has on the board, by number.
    #[inline]
    fn left(&self, side: usize) -> usize {
        usize::from(self.stones >> (8 * side) & 63)
    }

    /// Those of the player to move that the die lets move.
    #[inline]
    fn movers(&self) -> u8 {
        MOVERS[usize::from(self.stage)][self.left(usize::from(self.player))]
    }

    fn put(&mut self, stone: usize, cell: usize) {
        self.at[stone] = cell as u8;
        self.board[cell] = stone as u8;
        self.stones |= 1 << stone;
    }

    #[inline]
    fn remove(&mut self, cell: usize) {
        let stone = self.board[cell];
        self.at[usize::from(stone)] = NOWHERE;
        self.stones &= !(1 << stone);
        self.board[cell] = EMPTY;
    }

    /// The side of the stone on an occupied cell.
    fn owner(&self, cell: usize) -> usize {
        usize::from(self.board[cell] >> 3)
    }

    fn holds(&self, side: usize, cell: usize) -> bool {
        self.board[cell] != EMPTY && self.owner(cell) == side
    }

    /// Why a side has won, if it has.
    fn wins(&self, side: usize) -> Option<&'static str> {
        let (goal, alone) = (self.holds(side, CORNER[1 - side]), self.left(1 - side) == 0);
        if goal { Some("corner reached") } else { alone.then_some("no stones left") }
    }
}

/// Stone and way of a move, backward ones included.
#[inline]
fn decode(action: Action, side: usize) -> (usize, isize) {
    let way = (action - ONWARD) as usize;
    let step = STEP[side][way % 3];
    (way / 3 % 6, if action < BACK { step } else { -step })
}

impl Einstein {
    /// Whether a stone of `side` on `cell` could capture backward over `step`, which stays on the board.
    fn captures(&self, s: &State, side: usize, cell: usize, step: isize) -> bool {
        let target = cell.wrapping_add_signed(step);
        s.board[target] != EMPTY && (self.backward_own || s.owner(target) != side)
    }

    /// The legal steps when a player acts.
    #[inline]
    fn steps(&self, s: &State) -> u64 {
        let side = usize::from(s.player);
        if s.stage == SETUP {
            return !s.left(side) as u64 & 63;
        }
        let (mut set, mut movers) = (0, s.movers());
        while movers != 0 {
            let n = movers.trailing_zeros() as usize;
            movers &= movers - 1;
            let cell = usize::from(s.at[8 * side + n]);
            set |= u64::from(OPEN[side][cell]) << (ONWARD as usize + 3 * n);
            if self.backward {
                let open = OPEN[1 - side][cell];
                let way = |d: usize| open >> d & 1 != 0 && self.captures(s, side, cell, -STEP[side][d]);
                (0..3).filter(|&d| way(d)).for_each(|d| set |= 1 << (BACK as usize + 3 * n + d));
            }
        }
        set
    }

    fn hides(&self, s: &State, viewer: Option<usize>, side: usize) -> bool {
        self.hidden_setup && s.stage == SETUP && viewer.is_some_and(|seat| seat != side)
    }

    fn text(&self, s: &State, viewer: Option<usize>) -> String {
        let rows = text::write_rows(&GRID, &GRID.upside_down(&self.cells(s, viewer)));
        format!("{rows} {} {}", ["r", "b"][usize::from(s.player)], STAGES[usize::from(s.stage % OVER)])
    }
}

impl Game for Einstein {
    type State = State;
    const ONE_STEP_TURNS: bool = false;

    fn num_actions(&self) -> usize {
        if self.backward { 42 } else { 24 }
    }

    /// Twelve steps set up. Each side's stones are at most 40 steps away from the goal together, and every move brings
    /// one nearer, save the captures backward, at most eleven: each removes a stone and takes its own back by two.
    fn max_steps(&self) -> usize {
        12 + 80 + if self.backward { 22 } else { 0 }
    }

    fn num_chance_outcomes(&self) -> usize {
        6
    }

    fn has_hidden_information(&self) -> bool {
        self.hidden_setup
    }

    fn start(&self, _seed: u64) -> State {
        State { at: [NOWHERE; 16], board: [EMPTY; CELLS], stones: 0, player: 0, stage: SETUP }
    }

    fn actor(&self, s: &State) -> Actor {
        match s.stage {
            ROLL => Actor::Chance,
            OVER => Actor::Over,
            _ => Actor::Player(s.player),
        }
    }

    fn in_turn(&self, s: &State) -> bool {
        s.stage == SETUP && s.left(usize::from(s.player)) != 0
    }

    fn legal(&self, s: &State, out: &mut Vec<Action>) {
        out.extend(Bits([self.steps(s)]).iter().map(|a| a as Action));
    }

    fn num_legal(&self, s: &State) -> usize {
        self.steps(s).count_ones() as usize
    }

    fn random_action(&self, s: &State, rng: &mut Rng, _scratch: &mut Vec<Action>) -> Action {
        let set = self.steps(s);
        select(set, rng.below(set.count_ones() as usize) as u32)
    }

    fn check(&self, s: &State, action: Action) -> Result<(), Illegal> {
        if self.steps(s) >> action & 1 != 0 {
            return Ok(());
        }
        let side = usize::from(s.player);
        ensure!((action < ONWARD) == (s.stage == SETUP), Illegal::WrongPhase);
        ensure!(action >= ONWARD, Illegal::NoneLeft);
        let (n, _) = decode(action, side);
        let open = OPEN[if action < BACK { side } else { 1 - side }];
        ensure!(s.left(side) >> n & 1 != 0, Illegal::NotYours);
        ensure!(s.movers() >> n & 1 != 0, Illegal::WrongDie);
        ensure!(open[usize::from(s.at[8 * side + n])] >> (action % 3) & 1 != 0, Illegal::OffBoard);
        Err(Illegal::NoCapture)
    }

    #[inline]
    fn play(&self, s: &mut State, action: Action) {
        let side = usize::from(s.player);
        if action < ONWARD {
            let cell = TRIANGLE[side][s.left(side).count_ones() as usize];
            s.put(8 * side + action as usize, cell);
            if s.left(side) == 63 {
                s.player ^= 1;
                if side == 1 {
                    s.stage = ROLL;
                }
            }
            return;
        }
        let (n, step) = decode(action, side);
        let stone = 8 * side + n;
        let from = usize::from(s.at[stone]);
        let to = from.wrapping_add_signed(step);
        s.board[from] = EMPTY;
        s.remove(to);
        s.board[to] = stone as u8;
        s.at[stone] = to as u8;
        if to == HOLE && self.hole {
            s.remove(to);
        }
        s.player ^= 1;
        let over = to == CORNER[1 - side] || s.left(0) == 0 || s.left(1) == 0;
        s.stage = if over { OVER } else { ROLL };
    }

    /// Only set-ups have turns of several steps; the others need no list.
    fn for_each_turn(&self, s: &State, f: Visit<'_, State>) -> ControlFlow<()> {
        if s.stage == SETUP {
            return each_turn(self, s, f);
        }
        Bits([self.steps(s)]).iter().try_for_each(|action| {
            let mut next = *s;
            self.play(&mut next, action as Action);
            f(&[action as Action], &next)
        })
    }

    fn count_turns(&self, s: &State) -> u64 {
        let n = self.num_legal(s) as u64;
        if s.stage == SETUP { (1..=n).product() } else { n }
    }

    fn outcome(&self, s: &State) -> Option<Outcome> {
        if s.stage != OVER {
            return None;
        }
        (0..2).find_map(|side| s.wins(side).map(|reason| Outcome::win(side, reason)))
    }

    fn chance(&self, _s: &State, out: &mut Vec<f64>) {
        out.extend([1.0 / 6.0; 6]);
    }

    fn play_chance(&self, s: &mut State, outcome: u32) {
        s.stage = outcome as u8 + 1;
    }

    fn sample_chance(&self, _s: &State, rng: &mut Rng) -> u32 {
        rng.below(6) as u32
    }

    /// `A` to `F` are Red's stones 1 to 6, `a` to `f` Blue's, `?` is a stone the viewer may not know yet.
    fn cells(&self, s: &State, viewer: Option<usize>) -> Vec<u8> {
        let letter = |cell: usize| match s.board[cell] {
            EMPTY => b'.',
            _ if self.hides(s, viewer, s.owner(cell)) => b'?',
            stone => [b'A', b'a'][s.owner(cell)] + stone % 8,
        };
        (0..CELLS).map(letter).collect()
    }

    /// `die` is 0 where none is cast, `setup` 1 while stones are set up.
    fn info(&self, s: &State, _viewer: Option<usize>) -> Vec<(&'static str, i64)> {
        let die = if s.stage < SETUP { s.stage } else { 0 };
        vec![("die", i64::from(die)), ("setup", i64::from(s.stage == SETUP))]
    }

    fn observation_shape(&self) -> Vec<usize> {
        vec![21, 5, 5]
    }

    /// Planes: own stones 1 to 6, the opponent's stones 1 to 6, stones not known yet; all ones: for the die 1 to 6,
    /// while stones are set up, where `seat` is to act. The board is turned so that `seat` starts in the first cell's
    /// corner.
    fn observe(&self, s: &State, seat: usize, out: &mut [f32]) {
        let first = CORNER[seat];
        for cell in (0..CELLS).filter(|&cell| s.board[cell] != EMPTY) {
            let (side, n) = (s.owner(cell), usize::from(s.board[cell] % 8));
            let plane = if self.hides(s, Some(seat), side) { 12 } else { n + if side == seat { 0 } else { 6 } };
            let (columns, rows) = (GRID.column(cell).abs_diff(first % 5), GRID.row(cell).abs_diff(first / 5));
            out[plane * CELLS + GRID.cell(columns, rows)] = 1.0;
        }
        let mut fill = |plane: usize| out[plane * CELLS..][..CELLS].fill(1.0);
        if s.stage != ROLL && s.stage != OVER {
            fill(12 + usize::from(s.stage)); // 13 to 18: the die; 19: the set-ups
        }
        if self.actor(s) == Actor::Player(seat as u8) {
            fill(20);
        }
    }

    fn determinize(&self, s: &State, seat: usize, rng: &mut Rng) -> State {
        let (mut next, side) = (*s, 1 - seat);
        if self.hides(s, Some(seat), side) {
            let squares = &TRIANGLE[side][..s.left(side).count_ones() as usize];
            squares.iter().for_each(|&cell| next.remove(cell));
            let mut numbers = [0, 1, 2, 3, 4, 5];
            rng.shuffle(&mut numbers);
            squares.iter().zip(numbers).for_each(|(&cell, n)| next.put(8 * side + n, cell));
        }
        next
    }

    fn view(&self, s: &State, seat: usize) -> String {
        self.text(s, Some(seat))
    }

    fn position(&self, s: &State) -> String {
        self.text(s, None)
    }

    fn parse_position(&self, text: &str) -> Result<State, TextError> {
        let [rows, side, stage] =
            text::fields(text, "rows from the top, side to move (r or b), setup or - or the die")?;
        let cells = GRID.upside_down(&text::read_rows(&GRID, rows, LETTERS)?);
        let mut s = self.start(0);
        for (cell, letter) in cells.iter().enumerate() {
            let Some(index) = LETTERS.bytes().position(|l| l == *letter) else { continue };
            let stone = index / 6 * 8 + index % 6;
            ensure!(s.stones >> stone & 1 == 0, "there are two stones {}", *letter as char);
            s.put(stone, cell);
        }
        s.player = text::word(side, &["r", "b"], "the side to move")? as u8;
        s.stage = text::word(stage, &STAGES, "the stage of the game")? as u8;
        let placed = [0, 1].map(|side| s.left(side).count_ones() as usize);
        if s.stage == SETUP {
            let filled = |side: usize| TRIANGLE[side][..placed[side]].iter().all(|&cell| s.holds(side, cell));
            let turn = if s.player == 0 { placed[0] < 6 && placed[1] == 0 } else { placed[0] == 6 && placed[1] < 6 };
            let stands = turn && filled(0) && filled(1);
            ensure!(stands, "the stones do not stand as a set-up in progress puts them");
            return Ok(s);
        }
        ensure!(!self.hole || cells[HOLE] == b'.', "no stone can stand on c3, it is a hole");
        let wins = [0, 1].map(|side| s.wins(side).is_some());
        ensure!(wins != [true; 2], "both sides have won, or there are no stones at all");
        if wins != [false; 2] {
            ensure!(s.stage == ROLL, "the game is over, - is expected for the die");
            s.stage = OVER;
        }
        Ok(s)
    }

    /// Twelve cells of 5 bits, the player and the stage, mixed one to one.
    fn key(&self, s: &State) -> u64 {
        let stage = u64::from(s.stage % OVER);
        let cells = s.at[..6].iter().chain(&s.at[8..14]);
        mix(cells.fold(stage << 1 | u64::from(s.player), |key, &cell| key << 5 | u64::from(cell)), 0)
    }
}
