//! Connect6: six in a row, with two stones a turn. Rules: the docs page of `connect6`.
//!
//! Cell `row * size + column`, row 0 at the bottom. Actions: the cell to place a stone on; a turn is two of them, or
//! one (the first turn, the last empty cell, a stone that makes six).
//!
//! The order of a turn's stones does not matter, so turns are counted as pairs. A stone that makes six by itself ends
//! the game at once: it is a turn alone, and the last of its pair. That gives the number of turns from the number of
//! such cells, which whole-board shifts find.

use crate::board::{Bits, Grid, Lines, Shape, at_least, binomial, letters, zobrist};
use crate::prelude::*;

/// Connect6 on a board that fits `W` words.
pub struct Connect6<const W: usize = 6> {
    grid: Grid,
    lines: Lines<W>,
    board: Bits<W>,
    /// The cells by column, then row: the order in which turns are written.
    by_column: Box<[u16]>,
    keys: [Box<[u64]>; 2],
}

/// A position.
#[derive(Clone, Copy, Default)]
pub struct State<const W: usize = 6> {
    stones: [Bits<W>; 2],
    key: u64,
    /// Number of empty cells.
    empty: u16,
    player: u8,
    /// One stone of the turn is placed, another is to come.
    in_turn: bool,
    winner: Option<u8>,
}

/// So many in a row win; more do too.
const ROW: usize = 6;
const SIDE_KEY: u64 = 0x51C6_E0A9_3B7D_4F28;
const IN_TURN_KEY: u64 = 0xB46D_9C02_71F8_A35E;

impl Build for Connect6 {
    fn build(mut options: Options) -> Built {
        let size = options.int("size", 19, 6..=59)? as usize;
        let options = options.finish("connect6")?;
        Ok(match size {
            ..=11 => erase("connect6", options, Connect6::<2>::new(size)),
            12..=19 => erase("connect6", options, Connect6::<6>::new(size)),
            20..=27 => erase("connect6", options, Connect6::<12>::new(size)),
            _ => erase("connect6", options, Connect6::<55>::new(size)),
        })
    }
}

impl<const W: usize> Connect6<W> {
    fn new(size: usize) -> Self {
        let grid = Grid::new(size, size);
        Connect6 {
            grid,
            lines: Lines::new(grid),
            board: Bits::first(grid.len()),
            by_column: (0..grid.len()).map(|i| grid.cell(i / size, i % size) as u16).collect(),
            keys: [zobrist::table(0, grid.len()), zobrist::table(1, grid.len())],
        }
    }

    fn empty(&self, s: &State<W>) -> Bits<W> {
        self.board.without(s.stones[0] | s.stones[1])
    }

    /// Whether the stone that is placed next ends the turn.
    fn is_last(&self, s: &State<W>) -> bool {
        s.in_turn || s.empty == 1 || s.empty as usize == self.grid.len()
    }

    fn is_over(s: &State<W>) -> bool {
        s.winner.is_some() || s.empty == 0
    }

    /// The empty cells where one stone of the player to move makes six.
    fn winning(&self, s: &State<W>) -> Bits<W> {
        let own = &s.stones[s.player as usize];
        if own.count() < ROW - 1 { Bits::EMPTY } else { self.lines.completing(own, ROW) & self.empty(s) }
    }

    /// Puts a stone on the board.
    #[inline]
    fn place(&self, s: &mut State<W>, side: usize, cell: usize, makes_six: bool) {
        s.stones[side].insert(cell);
        s.key ^= self.keys[side][cell];
        s.empty -= 1;
        if makes_six {
            s.winner = Some(side as u8);
        }
    }

    /// Plays a stone of the player to move. A finished game is in no turn: to move is who would be next.
    #[inline]
    fn step(&self, s: &mut State<W>, cell: usize, makes_six: bool) {
        let last = self.is_last(s);
        self.place(s, s.player as usize, cell, makes_six);
        let in_turn = !last && !Self::is_over(s);
        if in_turn != s.in_turn {
            s.in_turn = in_turn;
            s.key ^= IN_TURN_KEY;
        }
        if !in_turn {
            s.player ^= 1;
            s.key ^= SIDE_KEY;
        }
    }

    fn makes_six(&self, stones: &Bits<W>, cell: usize) -> bool {
        self.lines.runs(stones, cell).iter().any(|&run| run >= ROW)
    }
}

impl<const W: usize> Game for Connect6<W> {
    type State = State<W>;

    const ONE_STEP_TURNS: bool = false;

    fn num_actions(&self) -> usize {
        self.grid.len()
    }

    fn max_steps(&self) -> usize {
        self.grid.len()
    }

    fn start(&self, _seed: u64) -> State<W> {
        State { empty: self.grid.len() as u16, ..State::default() }
    }

    fn actor(&self, s: &State<W>) -> Actor {
        if Self::is_over(s) { Actor::Over } else { Actor::Player(s.player) }
    }

    fn in_turn(&self, s: &State<W>) -> bool {
        s.in_turn
    }

    fn legal(&self, s: &State<W>, out: &mut Vec<Action>) {
        out.extend(self.empty(s).iter().map(|cell| cell as Action));
    }

    fn num_legal(&self, s: &State<W>) -> usize {
        s.empty as usize
    }

    fn random_action(&self, s: &State<W>, rng: &mut Rng, _scratch: &mut Vec<Action>) -> Action {
        self.empty(s).nth(rng.below(s.empty as usize)) as Action
    }

    fn check(&self, s: &State<W>, action: Action) -> Result<(), Illegal> {
        ensure!(self.empty(s).has(action as usize), Illegal::Occupied);
        Ok(())
    }

    fn play(&self, s: &mut State<W>, action: Action) {
        let cell = action as usize;
        self.step(s, cell, self.makes_six(&s.stones[s.player as usize], cell));
    }

    fn outcome(&self, s: &State<W>) -> Option<Outcome> {
        match s.winner {
            Some(side) => Some(Outcome::win(side as usize, "six in a row")),
            None => (s.empty == 0).then(|| Outcome::draw("full board")),
        }
    }

    fn for_each_turn(&self, s: &State<W>, f: Visit<'_, State<W>>) -> ControlFlow<()> {
        let after = |s: &State<W>, cell: u16| {
            let mut next = *s;
            self.play(&mut next, Action::from(cell));
            next
        };
        let (empty, winning) = (self.empty(s), self.winning(s));
        let cells: Vec<u16> = self.by_column.iter().copied().filter(|&cell| empty.has(cell as usize)).collect();
        let wins = |cell: u16| winning.has(cell as usize);
        for (i, &a) in cells.iter().enumerate() {
            let first = after(s, a);
            if self.is_last(s) || wins(a) {
                f(&[a.into()], &first)?;
            }
            if self.is_last(s) {
                continue;
            }
            for &b in &cells[i + 1..] {
                match (wins(a), wins(b)) {
                    (true, true) => {}
                    (true, false) => f(&[b.into(), a.into()], &after(&after(s, b), a))?,
                    (false, _) => f(&[a.into(), b.into()], &after(&first, b))?,
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Single winning stones, and all pairs but those of two such stones.
    fn count_turns(&self, s: &State<W>) -> u64 {
        let pairs = |n| binomial(n, 2);
        let empty = u64::from(s.empty);
        if self.is_last(s) {
            return empty;
        }
        let winning = self.winning(s).count() as u64;
        winning + pairs(empty) - pairs(winning)
    }

    fn cells(&self, s: &State<W>, _viewer: Option<usize>) -> Vec<u8> {
        letters(self.grid.len(), &s.stones, *b"BW")
    }

    fn info(&self, s: &State<W>, _viewer: Option<usize>) -> Vec<(&'static str, i64)> {
        vec![("stones_left", if Self::is_over(s) { 0 } else { 2 - i64::from(self.is_last(s)) })]
    }

    fn observation_shape(&self) -> Vec<usize> {
        self.grid.planes(4)
    }

    /// Planes: own stones, the opponent's stones, all ones where the seat is to move, all ones where the next stone
    /// ends the turn.
    fn observe(&self, s: &State<W>, seat: usize, out: &mut [f32]) {
        self.grid.paint(&[s.stones[seat], s.stones[1 - seat]], &[s.player as usize == seat, self.is_last(s)], out);
    }

    fn position(&self, s: &State<W>) -> String {
        let rows = text::write_rows(&self.grid, &self.grid.upside_down(&self.cells(s, None)));
        format!("{rows} {} {}", ["b", "w"][s.player as usize], u8::from(s.in_turn))
    }

    fn parse_position(&self, text: &str) -> Result<State<W>, TextError> {
        let [rows, side, placed] =
            text::fields(text, "rows from the top, side to move (b or w), its stones placed in this turn (0 or 1)")?;
        let cells = self.grid.upside_down(&text::read_rows(&self.grid, rows, "BW")?);
        let mut s = self.start(0);
        for (cell, &piece) in cells.iter().enumerate().filter(|&(_, &piece)| piece != b'.') {
            let before = s.winner;
            let side = usize::from(piece == b'W');
            let makes_six = self.makes_six(&s.stones[side], cell);
            self.place(&mut s, side, cell, makes_six);
            ensure!(before.is_none() || before == s.winner, "both sides have six in a row; only one can");
        }
        if text::word(side, &["b", "w"], "the side to move")? == 1 {
            s.player = 1;
            s.key ^= SIDE_KEY;
        }
        if text::word(placed, &["0", "1"], "the number of stones placed in this turn")? == 1 {
            let stones = self.grid.len() - s.empty as usize;
            let goes_on = !Self::is_over(&s) && !s.stones[s.player as usize].is_empty() && stones >= 2;
            ensure!(goes_on, "no turn can be half played here: 0 stones placed in this turn are expected");
            s.in_turn = true;
            s.key ^= IN_TURN_KEY;
        }
        Ok(s)
    }

    fn key(&self, s: &State<W>) -> u64 {
        s.key
    }

    /// Draws the empty cells without replacement, and keeps the stones by lines.
    fn playout(&self, s: &mut State<W>, rng: &mut Rng, scratch: &mut Vec<Action>) -> u32 {
        scratch.clear();
        self.legal(s, scratch);
        let mut words = s.stones.map(|stones| self.lines.words(&stones));
        let mut steps = 0;
        while !Self::is_over(s) {
            let cell = scratch.swap_remove(rng.below(scratch.len())) as usize;
            let six = self.lines.put(&mut words[s.player as usize], cell, |line| at_least(line, ROW));
            self.step(s, cell, six);
            steps += 1;
        }
        steps
    }
}
