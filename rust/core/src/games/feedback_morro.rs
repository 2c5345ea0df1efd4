//! Feedback Morro: own the longest line when the board is full. Rules: the docs page of `feedback_morro`.
//!
//! Cell `row * size + column`, row 0 on top. Actions: the cell to place a stone on; behind the cells, the end of a turn
//! of two stones that may have a third.
//!
//! Two lists of lines are compared from the longest line on, as numbers are from their first digit. So each length has
//! a weight above all that shorter lines on the board can weigh together, and the sum over the lines of one side minus
//! that of the other has the sign of the comparison. A stone changes this sum on four axes: it makes one run out of the
//! two beside it. A single stone is no line and weighs nothing.

use crate::board::{Bits, Grid, Lines, Offer, Shape, binomial, legal_by_offer, letters, stones};
use crate::prelude::*;

/// Feedback Morro on a board that fits `W` words.
pub struct FeedbackMorro<const W: usize = 2> {
    grid: Grid,
    lines: Lines<W>,
    board: Bits<W>,
    /// What a run weighs, by its length.
    weights: Box<[i128]>,
}

/// A position.
#[derive(Clone, Copy, Default)]
pub struct State<const W: usize> {
    stones: [Bits<W>; 2],
    /// The stones of the turn that is going on.
    placed: Bits<W>,
    /// What the lines of the first side weigh more than those of the second.
    lead: i128,
    empty: u16,
    player: u8,
    /// The most stones this turn may have.
    most: u8,
}

const SIDES: [&str; 2] = ["x", "o"];

impl Build for FeedbackMorro {
    fn build(mut options: Options) -> Built {
        let size = options.int("size", 9, 3..=19)? as usize;
        let options = options.finish("feedback_morro")?;
        Ok(match size {
            ..=11 => erase("feedback_morro", options, FeedbackMorro::<2>::new(size)),
            _ => erase("feedback_morro", options, FeedbackMorro::<6>::new(size)),
        })
    }
}

/// What a line of each length weighs: one more than all shorter lines on a board of this size possibly can.
fn weights(size: usize) -> Box<[i128]> {
    let mut weights = vec![0; size + 1];
    for length in 2..=size {
        // By the cells in a row, the most that shorter runs weigh there; between two runs is another cell.
        let mut best = vec![0; size + 2];
        for cells in 1..=size {
            let first = |run: usize| weights[run] + best[cells.saturating_sub(run + 1)];
            best[cells] = (0..length.min(cells + 1)).map(first).max().unwrap_or(0);
        }
        let diagonals = 2 * best[1..size].iter().sum::<i128>() + best[size];
        weights[length] = 1 + 2 * size as i128 * best[size] + 2 * diagonals;
    }
    weights.into()
}

impl<const W: usize> FeedbackMorro<W> {
    fn new(size: usize) -> Self {
        let grid = Grid::new(size, size);
        FeedbackMorro { grid, lines: Lines::new(grid), board: Bits::first(grid.len()), weights: weights(size) }
    }

    fn done(&self) -> usize {
        self.grid.len()
    }

    fn empty(&self, s: &State<W>) -> Bits<W> {
        self.board.without(s.stones[0] | s.stones[1])
    }

    /// The side with the better list of lines.
    #[inline]
    fn leader(s: &State<W>) -> Option<u8> {
        (s.lead != 0).then_some(u8::from(s.lead < 0))
    }

    /// Whether the turn may end here, with a third stone not placed.
    #[inline]
    fn may_end(s: &State<W>) -> bool {
        s.placed.count() == 2
    }

    fn offer(&self, s: &State<W>) -> Offer<W> {
        Offer { cells: self.empty(s), other: Self::may_end(s).then_some(self.done()) }
    }

    /// Puts a stone beside runs of such lengths on the board.
    #[inline]
    fn put(&self, s: &mut State<W>, side: usize, cell: usize, arms: [[usize; 2]; 4]) {
        s.stones[side].insert(cell);
        s.empty -= 1;
        let change = |[a, b]: [usize; 2]| self.weights[a + 1 + b] - self.weights[a] - self.weights[b];
        let gain = arms.into_iter().map(change).sum::<i128>();
        s.lead += if side == 0 { gain } else { -gain };
    }

    #[inline]
    fn step(&self, s: &mut State<W>, cell: usize, arms: [[usize; 2]; 4]) {
        self.put(s, s.player as usize, cell, arms);
        s.placed.insert(cell);
        if s.empty == 0 || s.placed.count() == s.most as usize {
            self.begin_turn(s, s.player ^ 1);
        }
    }

    #[inline]
    fn begin_turn(&self, s: &mut State<W>, player: u8) {
        s.player = player;
        s.placed = Bits::EMPTY;
        let is_first = s.empty as usize == self.grid.len();
        s.most = if is_first { 1 } else { 2 + u8::from(Self::leader(s) == Some(player ^ 1)) };
    }
}

impl<const W: usize> Game for FeedbackMorro<W> {
    type State = State<W>;

    const ONE_STEP_TURNS: bool = false;

    fn num_actions(&self) -> usize {
        self.grid.len() + 1
    }

    /// All stones, and an end to every two of them.
    fn max_steps(&self) -> usize {
        self.grid.len() * 3 / 2
    }

    fn start(&self, _seed: u64) -> State<W> {
        State { empty: self.grid.len() as u16, most: 1, ..State::default() }
    }

    fn actor(&self, s: &State<W>) -> Actor {
        if s.empty == 0 { Actor::Over } else { Actor::Player(s.player) }
    }

    fn in_turn(&self, s: &State<W>) -> bool {
        !s.placed.is_empty()
    }

    legal_by_offer!();

    fn check(&self, s: &State<W>, action: Action) -> Result<(), Illegal> {
        let cell = action as usize;
        if cell == self.done() {
            ensure!(Self::may_end(s), Illegal::CannotPass);
        } else {
            ensure!(self.empty(s).has(cell), Illegal::Occupied);
        }
        Ok(())
    }

    fn play(&self, s: &mut State<W>, action: Action) {
        let cell = action as usize;
        if cell == self.done() {
            self.begin_turn(s, s.player ^ 1);
        } else {
            self.step(s, cell, self.lines.arms(&s.stones[s.player as usize], cell));
        }
    }

    fn outcome(&self, s: &State<W>) -> Option<Outcome> {
        (s.empty == 0).then(|| match Self::leader(s) {
            Some(side) => Outcome::win(side as usize, "longest lines"),
            None => Outcome::draw("equal lines"),
        })
    }

    fn for_each_turn(&self, s: &State<W>, f: Visit<'_, State<W>>) -> ControlFlow<()> {
        let (size, done) = (self.grid.columns as Action, self.done() as Action);
        each_set(self, s, |step| (step == done, step % size, step / size), f)
    }

    fn count_turns(&self, s: &State<W>) -> u64 {
        let (empty, placed) = (u64::from(s.empty), s.placed.count() as u64);
        // So many stones may the rest of the turn have; no more than there are empty cells.
        let least = u64::from(s.most.min(2)) - placed;
        let (least, most) = (least.min(empty), (u64::from(s.most) - placed).min(empty));
        (least..=most).map(|stones| binomial(empty, stones)).sum()
    }

    fn cells(&self, s: &State<W>, _viewer: Option<usize>) -> Vec<u8> {
        letters(self.grid.len(), &s.stones, *b"xo")
    }

    /// The stones this turn still may have, and the number of the side with the better lines (-1: they are equal).
    fn info(&self, s: &State<W>, _viewer: Option<usize>) -> Vec<(&'static str, i64)> {
        let left = (s.most as usize - s.placed.count()).min(s.empty as usize);
        vec![("stones_left", left as i64), ("leader", Self::leader(s).map_or(-1, i64::from))]
    }

    fn observation_shape(&self) -> Vec<usize> {
        self.grid.planes(5)
    }

    /// Planes: own stones, the opponent's stones, those placed in this turn, all ones where the seat is to move, all
    /// ones where the turn may have three stones.
    fn observe(&self, s: &State<W>, seat: usize, out: &mut [f32]) {
        self.grid.paint(
            &[s.stones[seat], s.stones[1 - seat], s.placed],
            &[s.player as usize == seat, s.most == 3],
            out,
        );
    }

    fn position(&self, s: &State<W>) -> String {
        let mut cells = self.cells(s, None);
        s.placed.iter().for_each(|cell| cells[cell].make_ascii_uppercase());
        format!("{} {}", text::write_rows(&self.grid, &cells), SIDES[s.player as usize])
    }

    fn parse_position(&self, text: &str) -> Result<State<W>, TextError> {
        let [rows, side] = text::fields(text, "rows from the top (stones of this turn as capitals), side to move")?;
        let cells = text::read_rows(&self.grid, rows, "xoXO")?;
        let mut s = self.start(0);
        for (side, set) in stones::<W>(&cells, *b"xo").into_iter().enumerate() {
            for cell in set.iter() {
                let arms = self.lines.arms(&s.stones[side], cell);
                self.put(&mut s, side, cell, arms);
            }
        }
        let side = text::word(side, &SIDES, "the side to move")?;
        self.begin_turn(&mut s, side as u8);
        resume(self, &mut s, stones::<W>(&cells, *b"XO"), side)?;
        Ok(s)
    }

    fn key(&self, s: &State<W>) -> u64 {
        let words = s.stones.iter().chain([&s.placed]).flat_map(|set| set.0);
        words.fold(u64::from(s.player), mix)
    }

    /// Draws the empty cells without replacement, and keeps the stones by lines.
    fn playout(&self, s: &mut State<W>, rng: &mut Rng, scratch: &mut Vec<Action>) -> u32 {
        scratch.clear();
        scratch.extend(self.empty(s).iter().map(|cell| cell as Action));
        let mut words = s.stones.map(|stones| self.lines.words(&stones));
        let mut steps = 0;
        while !scratch.is_empty() {
            let pick = rng.below(scratch.len() + usize::from(Self::may_end(s)));
            if pick == scratch.len() {
                self.begin_turn(s, s.player ^ 1);
            } else {
                let cell = scratch.swap_remove(pick) as usize;
                let arms = self.lines.put_between(&mut words[s.player as usize], cell);
                self.step(s, cell, arms);
            }
            steps += 1;
        }
        steps
    }
}

#[cfg(test)]
mod tests {
    use super::weights;

    #[test]
    fn the_weights_of_all_lines_of_the_largest_board_fit() {
        let weights = weights(19);
        assert_eq!(weights[..3], [0, 0, 1]);
        // 40 lines as long as a row; two shorter ones have no room in it.
        assert!(weights[19].checked_mul(2 * 40).is_some());
        assert!(weights.windows(2).skip(1).all(|pair| pair[0] < pair[1]));
    }
}
