//! Four in a row: discs fall down columns; four of a colour in a line win. Rules: the docs page of `four_in_a_row`.
//!
//! Actions: the column, from 0 at the left. Cells are seen as `row * columns + column`, row 0 at the bottom.
//!
//! Inside, a board is the well-known bitboard of John Tromp's solver: column after column from the bottom, each with a
//! spare bit on top that is never set. So a line cannot run on from one column's top to the next one's bottom, and
//! two shifts per direction find a line anywhere.

use crate::board::{Bits, Grid, Shape};
use crate::prelude::*;

/// Four in a row on a board that fits `W` words.
pub struct FourInARow<const W: usize = 1> {
    grid: Grid,
    board: Bits<W>,
    bottom: Bits<W>,
    /// The cells of each column.
    columns: Box<[Bits<W>]>,
}

/// A position.
#[derive(Clone, Copy, Default)]
pub struct State<const W: usize> {
    discs: [Bits<W>; 2],
    player: u8,
    end: Option<Outcome>,
}

impl Build for FourInARow {
    fn build(mut options: Options) -> Built {
        let columns = options.int("columns", 7, 4..=26)? as usize;
        let rows = options.int("rows", 6, 4..=26)? as usize;
        let options = options.finish("four_in_a_row")?;
        Ok(match columns * (rows + 1) {
            ..=64 => erase("four_in_a_row", options, FourInARow::<1>::new(columns, rows)),
            65..=128 => erase("four_in_a_row", options, FourInARow::<2>::new(columns, rows)),
            129..=256 => erase("four_in_a_row", options, FourInARow::<4>::new(columns, rows)),
            _ => erase("four_in_a_row", options, FourInARow::<11>::new(columns, rows)),
        })
    }
}

impl<const W: usize> FourInARow<W> {
    fn new(columns: usize, rows: usize) -> Self {
        let bit = |column, row| Bits::one(column * (rows + 1) + row);
        let all = |cells: &mut dyn Iterator<Item = Bits<W>>| cells.fold(Bits::EMPTY, |set, cell| set | cell);
        let by_column: Box<[_]> = (0..columns).map(|c| all(&mut (0..rows).map(|r| bit(c, r)))).collect();
        FourInARow {
            grid: Grid::new(columns, rows),
            board: all(&mut by_column.iter().copied()),
            bottom: all(&mut (0..columns).map(|c| bit(c, 0))),
            columns: by_column,
        }
    }

    /// The cells a disc can fall to, one for each column that is not full.
    #[inline]
    fn free(&self, s: &State<W>) -> Bits<W> {
        let discs = s.discs[0] | s.discs[1];
        (discs << 1 | self.bottom).without(discs) & self.board
    }

    /// Whether there are four in a line.
    #[inline]
    fn four(&self, discs: Bits<W>) -> bool {
        let next = self.grid.rows + 1;
        let mut found = Bits::EMPTY;
        for step in [1, next - 1, next, next + 1] {
            let pairs = discs & discs >> step;
            found |= pairs & pairs >> (2 * step);
        }
        !found.is_empty()
    }

    /// Ends the game if a side has four in a line, or the board is full.
    #[inline]
    fn settle(&self, s: &mut State<W>, side: usize) {
        if self.four(s.discs[side]) {
            s.end = Some(Outcome::win(side, "four in a row"));
        } else if s.discs[0] | s.discs[1] == self.board {
            s.end = Some(Outcome::draw("full board"));
        }
    }

    /// Board texts and arrays go by rows, bitboards by columns.
    fn bit(&self, cell: usize) -> usize {
        self.grid.column(cell) * (self.grid.rows + 1) + self.grid.row(cell)
    }
}

impl<const W: usize> Game for FourInARow<W> {
    type State = State<W>;

    fn num_actions(&self) -> usize {
        self.grid.columns
    }

    fn max_steps(&self) -> usize {
        self.grid.len()
    }

    fn start(&self, _seed: u64) -> State<W> {
        State::default()
    }

    fn actor(&self, s: &State<W>) -> Actor {
        if s.end.is_none() { Actor::Player(s.player) } else { Actor::Over }
    }

    fn legal(&self, s: &State<W>, out: &mut Vec<Action>) {
        let free = self.free(s);
        out.extend((0..self.grid.columns).filter(|&c| free.meets(&self.columns[c])).map(|c| c as Action));
    }

    fn num_legal(&self, s: &State<W>) -> usize {
        self.free(s).count()
    }

    fn random_action(&self, s: &State<W>, rng: &mut Rng, _scratch: &mut Vec<Action>) -> Action {
        let free = self.free(s);
        (free.nth(rng.below(free.count())) / (self.grid.rows + 1)) as Action
    }

    fn check(&self, s: &State<W>, action: Action) -> Result<(), Illegal> {
        ensure!(self.free(s).meets(&self.columns[action as usize]), Illegal::Occupied);
        Ok(())
    }

    fn play(&self, s: &mut State<W>, action: Action) {
        let side = s.player as usize;
        s.discs[side] |= self.free(s) & self.columns[action as usize];
        s.player ^= 1;
        self.settle(s, side);
    }

    fn outcome(&self, s: &State<W>) -> Option<Outcome> {
        s.end
    }

    fn cells(&self, s: &State<W>, _viewer: Option<usize>) -> Vec<u8> {
        (0..self.grid.len())
            .map(|cell| match s.discs.map(|discs| discs.has(self.bit(cell))) {
                [true, _] => b'Y',
                [_, true] => b'R',
                _ => b'.',
            })
            .collect()
    }

    fn observation_shape(&self) -> Vec<usize> {
        self.grid.planes(3)
    }

    /// Planes, the bottom row first: own discs, the opponent's discs, all ones for the first player.
    fn observe(&self, s: &State<W>, seat: usize, out: &mut [f32]) {
        let n = self.grid.len();
        for (plane, discs) in [s.discs[seat], s.discs[1 - seat]].into_iter().enumerate() {
            (0..n).filter(|&cell| discs.has(self.bit(cell))).for_each(|cell| out[plane * n + cell] = 1.0);
        }
        self.grid.flag(seat == 0, 2, out);
    }

    fn position(&self, s: &State<W>) -> String {
        let rows = text::write_rows(&self.grid, &self.grid.upside_down(&self.cells(s, None)));
        format!("{rows} {}", ["y", "r"][s.player as usize])
    }

    fn parse_position(&self, text: &str) -> Result<State<W>, TextError> {
        let [rows, side] = text::fields(text, "rows from the top, side to move (y or r)")?;
        let cells = self.grid.upside_down(&text::read_rows(&self.grid, rows, "YR")?);
        let mut s = self.start(0);
        for (cell, &piece) in cells.iter().enumerate().filter(|&(_, &piece)| piece != b'.') {
            let at = Bits::one(self.bit(cell));
            let stands = self.free(&s).meets(&at);
            ensure!(stands, "there is nothing under {}", text::cell_name(self.grid, cell));
            s.discs[usize::from(piece == b'R')] |= at;
        }
        s.player = text::word(side, &["y", "r"], "the side to move")? as u8;
        let [yellow, red] = s.discs.map(|discs| discs.count());
        let fits = yellow == red + usize::from(s.player);
        ensure!(fits, "{yellow} yellow and {red} red discs do not fit the side to move");
        let next = s.player as usize;
        ensure!(!self.four(s.discs[next]), "the side to move has four in a row; the game was over before");
        self.settle(&mut s, 1 - next);
        Ok(s)
    }

    /// Whose move it is follows from the discs. A position is so few words that a sum kept up would cost more.
    fn key(&self, s: &State<W>) -> u64 {
        s.discs.iter().flat_map(|discs| discs.0).fold(0, mix)
    }

    /// Keeps the free cells in a list, and the two sides apart.
    fn playout(&self, s: &mut State<W>, rng: &mut Rng, scratch: &mut Vec<Action>) -> u32 {
        scratch.clear();
        scratch.extend(self.free(s).iter().map(|cell| cell as Action));
        let [mut own, mut other] = if s.player == 0 { s.discs } else { [s.discs[1], s.discs[0]] };
        let (mut steps, mut over) = (0, s.end.is_some());
        while !over {
            let pick = rng.below(scratch.len());
            let cell = scratch[pick] as usize;
            own.insert(cell);
            steps += 1;
            if self.board.has(cell + 1) {
                scratch[pick] += 1;
            } else {
                scratch.swap_remove(pick);
            }
            over = self.four(own) || scratch.is_empty();
            std::mem::swap(&mut own, &mut other);
            s.player ^= 1;
        }
        s.discs = if s.player == 0 { [own, other] } else { [other, own] };
        self.settle(s, 1 - s.player as usize);
        steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Four cells whose bits are equally far apart are a line just if they are one on the grid.
    fn lines_of<const W: usize>(columns: usize, rows: usize) {
        let game = FourInARow::<W>::new(columns, rows);
        let grid = game.grid;
        let on_grid: HashSet<Bits<W>> = (0..grid.len())
            .flat_map(|cell| [(1, 0), (0, 1), (1, 1), (1, -1)].map(|axis| (cell, axis)))
            .filter_map(|(cell, axis)| {
                let line: Vec<usize> = grid.ray(cell, axis).take(3).chain([cell]).collect();
                (line.len() == 4).then(|| line.iter().fold(Bits::EMPTY, |set, &c| set | Bits::one(game.bit(c))))
            })
            .collect();
        assert_eq!(on_grid.len(), 4 * columns * rows + 18 - 9 * (columns + rows));
        for &line in &on_grid {
            assert!(game.four(line));
            assert!(line.iter().all(|bit| !game.four(line.without(Bits::one(bit)))));
        }
        for first in 0..64 * W {
            for step in 1..=2 * rows + 4 {
                let bits = (0..4).map(|i| first + i * step);
                if bits.clone().all(|bit| bit < 64 * W && game.board.has(bit)) {
                    let set = bits.fold(Bits::EMPTY, |set, bit| set | Bits::one(bit));
                    assert_eq!(game.four(set), on_grid.contains(&set));
                }
            }
        }
    }

    #[test]
    fn lines_are_those_of_the_grid() {
        lines_of::<1>(4, 4);
        lines_of::<1>(7, 6);
        lines_of::<2>(10, 10);
        lines_of::<4>(16, 15);
        lines_of::<11>(26, 26);
    }
}
