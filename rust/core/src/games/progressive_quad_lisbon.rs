//! Progressive Quad Lisbon: join three sides or close a loop. Rules: the docs page of `progressive_quad_lisbon`.
//!
//! Cell `row * size + column`, row 0 on top. Actions: the cell to place a stone on; behind the cells, the end of the
//! turn.
//!
//! The stones of a turn have to stay in different groups. So where one of them is placed, its group and the cells
//! around that are barred for the rest of the turn, and all other empty cells are free.
//!
//! A loop is closed where the other cells fall apart. Only the eight cells around the new stone need a look: its side
//! neighbours that are not own cut the circle of these eight into sectors (see [`Circles`]). If two sectors belong to
//! the same group, the new stone makes a circle of it that runs between two of its neighbours, and one of them is
//! inside. If all are of different groups, the stone parts nothing. A loop that is closed stays closed to the end of
//! the turn: whoever filled it would have to place a stone next to it, in its group.

use crate::board::{
    Bits, Circles, Graph, Grid, KINGWISE, ORTHOGONAL, Offer, Shape, legal_by_offer, letters, sets_by_size, stones,
};
use crate::prelude::*;

type Cells = Bits<2>;

/// Progressive Quad Lisbon on boards of at most 9 x 9 cells.
pub struct ProgressiveQuadLisbon {
    grid: Grid,
    board: Cells,
    kingwise: Graph<2>,
    orthogonal: Graph<2>,
    sides: [[Cells; 2]; 2],
    circles: Circles,
}

/// A position.
#[derive(Clone, Copy, Default)]
pub struct State {
    stones: [Cells; 2],
    /// The stones of the turn that is going on.
    placed: Cells,
    /// Where no other stone of this turn may go.
    barred: Cells,
    /// The number of the turn, from 1. Odd ones are those of the first side.
    turn: u8,
    /// How the side to move has won, if it ends its turn now; at the beginning of a turn, how the other one has.
    won: Option<&'static str>,
}

const THREE_SIDES: &str = "three sides";
const LOOP: &str = "closed loop";

impl Build for ProgressiveQuadLisbon {
    fn build(mut options: Options) -> Built {
        let size = options.int("size", 9, 3..=9)? as usize;
        Ok(erase("progressive_quad_lisbon", options.finish("progressive_quad_lisbon")?, Self::new(size)))
    }
}

impl ProgressiveQuadLisbon {
    fn new(size: usize) -> Self {
        let grid = Grid::new(size, size);
        ProgressiveQuadLisbon {
            grid,
            board: Bits::first(grid.len()),
            kingwise: grid.graph(&KINGWISE),
            orthogonal: grid.graph(&ORTHOGONAL),
            sides: grid.edges(),
            circles: Circles::new(grid),
        }
    }

    fn done(&self) -> usize {
        self.grid.len()
    }

    fn player(s: &State) -> usize {
        1 - usize::from(s.turn) % 2
    }

    /// The empty cells where a stone of this turn may go.
    #[inline]
    fn free(&self, s: &State) -> Cells {
        self.board.without(s.stones[0] | s.stones[1] | s.barred)
    }

    fn offer(&self, s: &State) -> Offer<2> {
        Offer { cells: self.free(s), other: self.in_turn(s).then_some(self.done()) }
    }

    fn left(s: &State) -> usize {
        usize::from(s.turn) - s.placed.count()
    }

    #[inline]
    fn joins_sides(&self, group: &Cells) -> bool {
        self.sides.as_flattened().iter().filter(|side| side.meets(group)).count() >= 3
    }

    /// Places a stone beside `own` ones: whether it closes a loop, and its group with all around it.
    #[inline]
    fn place(&self, own: &mut Cells, cell: usize) -> (bool, Cells) {
        let (mut closed, mut reached) = (false, Bits::EMPTY);
        for stone in self.circles.sectors(own, cell) {
            if reached.has(stone) {
                closed = true;
            } else {
                self.kingwise.extend_reach(&mut reached, stone, own);
            }
        }
        own.insert(cell);
        reached.insert(cell);
        (closed, reached | *self.kingwise.near(cell))
    }

    fn end_turn(s: &mut State) {
        s.placed = Bits::EMPTY;
        s.barred = Bits::EMPTY;
        s.turn += 1;
    }

    /// Whether stones have a loop: other cells that are not joined to the border.
    fn has_loop(&self, own: &Cells) -> bool {
        let other = self.board.without(*own);
        let border = self.sides.as_flattened().iter().fold(Bits::EMPTY, |all, &side| all | side) & other;
        let mut open = Bits::EMPTY;
        border.iter().for_each(|cell| self.orthogonal.extend(&mut open, cell, &other));
        open != other
    }

    /// How stones have won.
    fn won(&self, own: &Cells) -> Option<&'static str> {
        if self.kingwise.groups(own).any(|group| self.joins_sides(&group)) {
            return Some(THREE_SIDES);
        }
        self.has_loop(own).then_some(LOOP)
    }
}

impl Game for ProgressiveQuadLisbon {
    type State = State;

    const ONE_STEP_TURNS: bool = false;

    fn num_actions(&self) -> usize {
        self.grid.len() + 1
    }

    /// All stones, and an end to each of them.
    fn max_steps(&self) -> usize {
        2 * self.grid.len()
    }

    fn start(&self, _seed: u64) -> State {
        State { turn: 1, ..State::default() }
    }

    fn actor(&self, s: &State) -> Actor {
        let is_over = s.placed.is_empty() && (s.won.is_some() || self.free(s).is_empty());
        if is_over { Actor::Over } else { Actor::Player(Self::player(s) as u8) }
    }

    fn in_turn(&self, s: &State) -> bool {
        !s.placed.is_empty()
    }

    legal_by_offer!();

    fn check(&self, s: &State, action: Action) -> Result<(), Illegal> {
        let cell = action as usize;
        if cell == self.done() {
            ensure!(self.in_turn(s), Illegal::CannotPass);
        } else {
            ensure!(!(s.stones[0] | s.stones[1]).has(cell), Illegal::Occupied);
            ensure!(!s.barred.has(cell), Illegal::Adjacent);
        }
        Ok(())
    }

    fn play(&self, s: &mut State, action: Action) {
        let cell = action as usize;
        if cell == self.done() {
            return Self::end_turn(s);
        }
        let own = &mut s.stones[Self::player(s)];
        let (closed, reached) = self.place(own, cell);
        if self.joins_sides(&(reached & *own)) {
            s.won = Some(THREE_SIDES);
        } else if closed {
            s.won = s.won.or(Some(LOOP));
        }
        s.placed.insert(cell);
        s.barred |= reached;
        if Self::left(s) == 0 || self.free(s).is_empty() {
            Self::end_turn(s);
        }
    }

    fn outcome(&self, s: &State) -> Option<Outcome> {
        let winner = 1 - Self::player(s);
        let result = s.won.map_or(Outcome::draw("full board"), |reason| Outcome::win(winner, reason));
        (self.actor(s) == Actor::Over).then_some(result)
    }

    fn for_each_turn(&self, s: &State, f: Visit<'_, State>) -> ControlFlow<()> {
        let (size, done) = (self.grid.columns as Action, self.done() as Action);
        each_set(self, s, |step| (step == done, step % size, step / size), f)
    }

    fn count_turns(&self, s: &State) -> u64 {
        let own = &s.stones[Self::player(s)];
        let sets = sets_by_size(self.free(s), Self::left(s), |cell| self.kingwise.reach(cell, own));
        sets[usize::from(!self.in_turn(s))..].iter().fold(0, |all, &n| all.saturating_add(n))
    }

    fn cells(&self, s: &State, _viewer: Option<usize>) -> Vec<u8> {
        letters(self.grid.len(), &s.stones, *b"xo")
    }

    /// The number of the turn, and the most stones it still may have.
    fn info(&self, s: &State, _viewer: Option<usize>) -> Vec<(&'static str, i64)> {
        vec![("turn", s.turn.into()), ("stones_left", Self::left(s) as i64)]
    }

    fn observation_shape(&self) -> Vec<usize> {
        self.grid.planes(6)
    }

    /// Planes: own stones, the opponent's stones, those placed in this turn, empty cells where no stone of this turn
    /// may go any more, all ones where the seat is to move, everywhere the most stones of the turn that are left as a
    /// part of all cells.
    fn observe(&self, s: &State, seat: usize, out: &mut [f32]) {
        let cells = self.grid.len();
        self.grid.paint(
            &[s.stones[seat], s.stones[1 - seat], s.placed, s.barred.without(s.stones[0] | s.stones[1])],
            &[Self::player(s) == seat],
            out,
        );
        out[5 * cells..].fill(Self::left(s) as f32 / cells as f32);
    }

    fn position(&self, s: &State) -> String {
        let mut cells = self.cells(s, None);
        s.placed.iter().for_each(|cell| cells[cell].make_ascii_uppercase());
        format!("{} {}", text::write_rows(&self.grid, &cells), s.turn)
    }

    fn parse_position(&self, text: &str) -> Result<State, TextError> {
        let [rows, turn] =
            text::fields(text, "rows from the top (stones of this turn as capitals), number of the turn")?;
        let cells = text::read_rows(&self.grid, rows, "xoXO")?;
        let mut s = State { stones: stones(&cells, *b"xo"), ..self.start(0) };
        s.turn = text::number(turn, 1, self.grid.len() as u64 + 1, "the number of the turn")? as u8;
        let side = Self::player(&s);
        let has_won = self.won(&s.stones[side]).is_some();
        ensure!(!has_won, "the side to move has joined three sides or closed a loop before this turn");
        s.won = self.won(&s.stones[1 - side]);
        resume(self, &mut s, stones::<2>(&cells, *b"XO"), side)?;
        Ok(s)
    }

    fn key(&self, s: &State) -> u64 {
        let words = s.stones.iter().chain([&s.placed]).flat_map(|set| set.0);
        words.fold(u64::from(s.turn), mix)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Stones are placed as long as there is no loop, so that there is one behind the last stone at most.
        #[test]
        fn loops_are_where_a_flood_from_the_border_does_not_come(
            size in 3usize..=9,
            cells in proptest::collection::vec(0usize..81, 0..150),
        ) {
            let game = ProgressiveQuadLisbon::new(size);
            let mut own = Bits::EMPTY;
            for cell in cells.into_iter().map(|cell| cell % (size * size)) {
                if own.has(cell) {
                    continue;
                }
                let (closed, reached) = game.place(&mut own, cell);
                let group = game.kingwise.group(cell, &own);
                prop_assert_eq!(reached, group | game.kingwise.around(&group));
                prop_assert_eq!(closed, game.has_loop(&own));
                if closed {
                    break;
                }
            }
        }
    }
}
