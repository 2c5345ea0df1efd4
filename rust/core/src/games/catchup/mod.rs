//! Catchup: the larger groups win, and who has fallen behind places more. Rules: the docs page of `catchup`.
//!
//! Cells of the hexagon are numbered up its columns from the left, those of a random board by q, then r. Actions: the
//! cell to place a stone on; behind the cells `done`, which ends a turn that could go on. The order of a turn's stones
//! does not matter, so turns are counted as sets.
//!
//! A side's score is its largest group: groups only grow, so a union-find knows it after every stone. What the rules
//! ask of the last turn (did its player's score go up?) is used up when the next one begins, in the number of stones
//! that may be placed; a state holds no more of the past than that.
//!
//! The regular board belongs to the rules. A random one belongs to the game that is played on it: its states share it.

use crate::board::{Bits, Grid, Groups, Offer, Shape, binomial, legal_by_offer, letters, stones};
use crate::prelude::*;

mod board;

use board::{Board, MOST};
use std::sync::Arc;

/// Catchup on a board that fits `W` words.
pub struct Catchup<const W: usize = 1> {
    /// The regular board; a random one that is drawn has as many cells.
    regular: Board<W>,
    random: bool,
    /// The number of actions that are cells; on a random board the later ones may be none.
    cells: usize,
}

/// A position.
#[derive(Clone, Default)]
pub struct State<const W: usize> {
    stones: [Bits<W>; 2],
    groups: Groups<W>,
    /// A random board.
    board: Option<Arc<Board<W>>>,
    /// The size of each side's largest group, 1 without stones.
    scores: [u16; 2],
    /// Number of empty cells.
    empty: u16,
    player: u8,
    /// Number of stones that may still be placed in this turn; 0 on a full board.
    left: u8,
    /// At least one has been placed.
    in_turn: bool,
    /// The player's score has gone up in this turn.
    rose: bool,
}

/// Observations of random boards have the cells in one row, whatever the shape of the board.
const RANDOM: Grid = Grid::new(MOST, 1);
const SIDES: [&str; 2] = ["w", "b"];
/// The beginning of a turn; inside of one: the score of its player has not gone up, or has.
const TURNS: [&str; 3] = ["-", "=", "+"];

impl Build for Catchup {
    fn build(mut options: Options) -> Built {
        let size = options.int("size", 5, 2..=11)? as usize;
        let random = options.bool("random", false)?;
        let options = options.finish("catchup")?;
        Ok(match size {
            8.. if random => return Err(OptionError("option random=true: sizes up to 7 are drawn".to_string())),
            ..=5 if !random => erase("catchup", options, Catchup::<1>::new(size, random)),
            ..=7 => erase("catchup", options, Catchup::<2>::new(size, random)),
            _ => erase("catchup", options, Catchup::<6>::new(size, random)),
        })
    }
}

impl<const W: usize> Catchup<W> {
    fn new(size: usize, random: bool) -> Self {
        let regular = Board::regular(size);
        Catchup { cells: if random { MOST } else { regular.cells.len() }, regular, random }
    }

    #[inline]
    fn board<'a>(&'a self, s: &'a State<W>) -> &'a Board<W> {
        s.board.as_deref().unwrap_or(&self.regular)
    }

    fn begin(&self, board: Option<Arc<Board<W>>>) -> State<W> {
        let empty = board.as_deref().unwrap_or(&self.regular).cells.len() as u16;
        State { board, scores: [1; 2], empty, left: 1, ..State::default() }
    }

    fn empty(&self, s: &State<W>) -> Bits<W> {
        self.board(s).all.without(s.stones[0] | s.stones[1])
    }

    fn offer(&self, s: &State<W>) -> Offer<W> {
        Offer { cells: self.empty(s), other: s.in_turn.then_some(self.cells) }
    }

    /// Puts a stone on the board; whether its side's score goes up.
    #[inline]
    fn put(&self, s: &mut State<W>, side: usize, cell: usize) -> bool {
        let near = *self.board(s).graph.near(cell) & s.stones[side];
        s.stones[side].insert(cell);
        s.empty -= 1;
        let root = s.groups.add(cell, 0, &near);
        let size = s.groups.size(root) as u16;
        let rises = size > s.scores[side];
        s.scores[side] = s.scores[side].max(size);
        rises
    }

    #[inline]
    fn end_turn(s: &mut State<W>) {
        let side = s.player as usize;
        let limit = if s.rose && s.scores[side] >= s.scores[1 - side] { 3 } else { 2 };
        s.left = s.empty.min(limit) as u8;
        s.player ^= 1;
        (s.in_turn, s.rose) = (false, false);
    }

    /// The sizes of a side's groups, the largest first.
    fn sizes(s: &State<W>, side: usize) -> Vec<usize> {
        let roots = s.stones[side].iter().filter(|&cell| s.groups.root(cell) == cell);
        let mut sizes: Vec<usize> = roots.map(|root| s.groups.size(root)).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes
    }
}

impl<const W: usize> Game for Catchup<W> {
    type State = State<W>;

    const ONE_STEP_TURNS: bool = false;

    fn num_actions(&self) -> usize {
        self.cells + 1
    }

    fn max_steps(&self) -> usize {
        2 * self.cells
    }

    fn has_random_start(&self) -> bool {
        self.random
    }

    fn start(&self, seed: u64) -> State<W> {
        self.begin(self.random.then(|| Arc::new(Board::drawn(self.regular.cells.len(), seed))))
    }

    fn start_from_setup(&self, text: &str) -> Result<State<W>, TextError> {
        ensure!(self.random, "this variant has one board, it takes no set-up (random=true does)");
        Ok(self.begin(Some(Arc::new(Board::read(text)?))))
    }

    fn setup(&self, start: &State<W>) -> Option<String> {
        start.board.as_ref().map(|board| board.write(" "))
    }

    fn actor(&self, s: &State<W>) -> Actor {
        if s.empty == 0 { Actor::Over } else { Actor::Player(s.player) }
    }

    fn in_turn(&self, s: &State<W>) -> bool {
        s.in_turn
    }

    legal_by_offer!();

    fn check(&self, s: &State<W>, action: Action) -> Result<(), Illegal> {
        let cell = action as usize;
        if cell == self.cells {
            ensure!(s.in_turn, Illegal::CannotPass);
            return Ok(());
        }
        ensure!(!(s.stones[0] | s.stones[1]).has(cell), Illegal::Occupied);
        ensure!(self.board(s).all.has(cell), Illegal::OffBoard);
        Ok(())
    }

    #[inline]
    fn play(&self, s: &mut State<W>, action: Action) {
        if action as usize == self.cells {
            Self::end_turn(s);
            return;
        }
        s.rose |= self.put(s, s.player as usize, action as usize);
        s.left -= 1;
        s.in_turn = true;
        if s.left == 0 {
            Self::end_turn(s);
        }
    }

    /// The list that is larger at the first difference, or goes on where the other ends, wins; that is how lists
    /// compare.
    fn outcome(&self, s: &State<W>) -> Option<Outcome> {
        (s.empty == 0).then(|| match Self::sizes(s, 0).cmp(&Self::sizes(s, 1)) {
            std::cmp::Ordering::Equal => Outcome::draw("equal groups"),
            order => Outcome::win(usize::from(order.is_lt()), "larger groups"),
        })
    }

    fn for_each_turn(&self, s: &State<W>, f: Visit<'_, State<W>>) -> ControlFlow<()> {
        each_set(self, s, |action| action, f)
    }

    fn count_turns(&self, s: &State<W>) -> u64 {
        (u64::from(!s.in_turn)..=u64::from(s.left)).map(|stones| binomial(s.empty.into(), stones)).sum()
    }

    fn scores(&self, s: &State<W>) -> Option<Vec<f64>> {
        Some(s.scores.map(f64::from).to_vec())
    }

    fn cells(&self, s: &State<W>, _viewer: Option<usize>) -> Vec<u8> {
        letters(self.board(s).cells.len(), &s.stones, *b"WB")
    }

    fn info(&self, s: &State<W>, _viewer: Option<usize>) -> Vec<(&'static str, i64)> {
        vec![("stones_left", s.left.into())]
    }

    fn observation_shape(&self) -> Vec<usize> {
        if self.random { RANDOM.planes(10) } else { self.regular.cells.planes(7) }
    }

    /// Planes: own stones, the opponent's stones, all ones where the seat is to move, where two or more stones may
    /// still be placed, where three may, where the turn may be ended, where the score of the player to move has gone up
    /// in this turn. On random boards three more: the cells of the board, their q, their r.
    fn observe(&self, s: &State<W>, seat: usize, out: &mut [f32]) {
        let sets = [s.stones[seat], s.stones[1 - seat]];
        let facts = [s.player as usize == seat, s.left >= 2, s.left >= 3, s.in_turn, s.rose];
        if !self.random {
            return self.regular.cells.paint(&sets, &facts, out);
        }
        let board = self.board(s);
        RANDOM.paint(&sets, &facts, out);
        RANDOM.show(&board.all, 7, out);
        for cell in 0..board.cells.len() {
            let (q, r) = board.cells.place(cell);
            out[8 * MOST + cell] = q as f32;
            out[9 * MOST + cell] = r as f32;
        }
    }

    fn position(&self, s: &State<W>) -> String {
        let board = self.board(s);
        let cells = if self.random { board.write(",") + " " } else { String::new() };
        let rows = text::write_rows(&board.cells, &self.cells(s, None));
        let turn = TURNS[usize::from(s.in_turn) + usize::from(s.rose)];
        format!("{cells}{rows} {} {} {turn}", SIDES[s.player as usize], s.left)
    }

    fn parse_position(&self, text: &str) -> Result<State<W>, TextError> {
        let what = "columns from the left, side to move (w or b), stones it may still place, - at the beginning of a \
                    turn or else + or = (its score has gone up in it or not)";
        let (mut s, [rows, side, left, turn]) = if self.random {
            let [cells, rest @ ..] = text::fields::<5>(text, &format!("the cells of the board, {what}"))?;
            (self.begin(Some(Arc::new(Board::read(cells)?))), rest)
        } else {
            (self.begin(None), text::fields(text, what)?)
        };
        let cells = text::read_rows(&self.board(&s).cells, rows, "WB")?;
        for (side, set) in stones::<W>(&cells, *b"WB").iter().enumerate() {
            set.iter().for_each(|cell| _ = self.put(&mut s, side, cell));
        }
        let side = text::word(side, &SIDES, "the side to move")?;
        s.player = side as u8;
        s.left = text::number(left, 0, 3, "the number of stones that may still be placed")? as u8;
        let turn = text::word(turn, &TURNS, "the state of the turn")?;
        (s.in_turn, s.rose) = (turn > 0, turn == 2);
        // What the turn before must have been like, and this one so far.
        let (left, empty, [own, other]) = (u16::from(s.left), s.empty, [s.scores[side], s.scores[1 - side]]);
        let most = if other > 1 && (s.in_turn || other >= own) { 3 } else { 2 };
        let fits = if s.stones == [Bits::EMPTY; 2] {
            (side, left, turn) == (0, 1, 0)
        } else if turn > 0 {
            (1..most).contains(&left) && left <= empty && !s.stones[side].is_empty() && (own > 1 || !s.rose)
        } else {
            left == empty.min(2) || left == empty.min(most)
        };
        ensure!(fits, "no turn can be at \"{left} {}\" here", TURNS[turn]);
        Ok(s)
    }

    fn key(&self, s: &State<W>) -> u64 {
        let rest = s.player | s.left << 1 | u8::from(s.in_turn) << 3 | u8::from(s.rose) << 4;
        let words = s.stones.iter().flat_map(|set| set.0);
        words.chain([rest.into()]).fold(self.board(s).key, mix)
    }

    /// Draws the empty cells without replacement, which spares looking for them anew at every step.
    fn playout(&self, s: &mut State<W>, rng: &mut Rng, scratch: &mut Vec<Action>) -> u32 {
        scratch.clear();
        scratch.extend(self.empty(s).iter().map(|cell| cell as Action));
        let mut steps = 0;
        while !scratch.is_empty() {
            let pick = rng.below(scratch.len() + usize::from(s.in_turn));
            let done = self.cells as Action;
            self.play(s, if pick == scratch.len() { done } else { scratch.swap_remove(pick) });
            steps += 1;
        }
        steps
    }
}
