//! Coy Lips: be first to own all seven tetrahexes. Rules: the docs page of `coy_lips`.
//!
//! Cells are numbered row by row from the top. Actions: the cell to place a stone on; behind the cells, the end of the
//! turn, which passes the placements that are left.
//!
//! The stones of a turn have to stay in different groups. So where one of them is placed, its group and the cells
//! around that are barred for the rest of the turn, and all other empty cells are free.
//!
//! Of each side we keep the stones that are in groups of four, and how many such groups there are of each kind. The
//! kind is told by one number, the sum of the squares of the six distances between the four cells.

use crate::board::{Bits, Graph, Hexagons, Offer, Shape, legal_by_offer, letters, sets_by_size, stones};
use crate::prelude::*;

/// Coy Lips on a board that fits `W` words.
pub struct CoyLips<const W: usize = 2> {
    hexagons: Hexagons,
    board: Bits<W>,
    graph: Graph<W>,
    /// By cell, its place in the order in which turns are written; the end of the turn comes last.
    ranks: Box<[u32]>,
}

/// A position.
#[derive(Clone, Copy, Default)]
pub struct State<const W: usize> {
    stones: [Bits<W>; 2],
    /// The stones of the turn that is going on.
    placed: Bits<W>,
    /// Where no other stone of this turn may go.
    barred: Bits<W>,
    /// The stones that are in tetrahexes.
    fours: [Bits<W>; 2],
    /// How many tetrahexes there are, by side and kind.
    counts: [[u8; KINDS]; 2],
    /// The kinds of which there is one, as bits.
    sets: [u8; 2],
    /// The set of the side to move when its turn began.
    before: u8,
    /// The side whose set has changed last.
    newest: Option<u8>,
    /// Empty turns just before this one.
    passes: u8,
    player: u8,
}

const KINDS: usize = 7;
const ALL: u8 = (1 << KINDS) - 1;
/// By kind, the sum of the squares of all distances: bar, hook, three with side, zigzag, rhombus, arch, propeller.
const SPREAD: [i32; KINDS] = [20, 17, 11, 16, 8, 13, 12];
/// The sides in texts, and what stands for neither of them.
const SIDES: [&str; 3] = ["o", "x", "-"];

impl Build for CoyLips {
    fn build(mut options: Options) -> Built {
        let size = options.int("size", 7, 3..=9)? as usize;
        let options = options.finish("coy_lips")?;
        Ok(match size {
            ..=7 => erase("coy_lips", options, CoyLips::<2>::new(size)),
            _ => erase("coy_lips", options, CoyLips::<4>::new(size)),
        })
    }
}

impl<const W: usize> CoyLips<W> {
    fn new(size: usize) -> Self {
        let hexagons = Hexagons::in_rows(size);
        let ranks = (0..hexagons.len()).map(|cell| {
            let (q, r) = hexagons.place(cell);
            ((2 * q + r + 64) * 64 + r + 32) as u32
        });
        CoyLips {
            board: Bits::first(hexagons.len()),
            graph: hexagons.graph(),
            ranks: ranks.chain([u32::MAX]).collect(),
            hexagons,
        }
    }

    fn done(&self) -> usize {
        self.hexagons.len()
    }

    /// The empty cells where a stone of this turn may go.
    #[inline]
    fn free(&self, s: &State<W>) -> Bits<W> {
        self.board.without(s.stones[0] | s.stones[1] | s.barred)
    }

    fn offer(&self, s: &State<W>) -> Offer<W> {
        Offer { cells: self.free(s), other: Some(self.done()) }
    }

    /// How many stones this turn still may have.
    #[inline]
    fn left(s: &State<W>) -> usize {
        let is_first = s.player == 0 && s.stones[1].is_empty() && s.stones[0] == s.placed;
        (if is_first { 2 } else { 4 }) - s.placed.count()
    }

    fn kind(&self, four: &Bits<W>) -> usize {
        let norm = |(q, r): (i32, i32)| q * q + q * r + r * r;
        let (mut norms, mut sum) = (0, (0, 0));
        for (q, r) in four.iter().map(|cell| self.hexagons.place(cell)) {
            norms += norm((q, r));
            sum = (sum.0 + q, sum.1 + r);
        }
        let spread = 4 * norms - norm(sum);
        SPREAD.iter().position(|&of| of == spread).unwrap_or(0)
    }

    /// Puts a stone on the board; returns its group with all around it.
    #[inline]
    fn put(&self, s: &mut State<W>, side: usize, cell: usize) -> Bits<W> {
        let (own, fours, counts) = (&mut s.stones[side], &mut s.fours[side], &mut s.counts[side]);
        while let Some(stone) = (*self.graph.near(cell) & *fours).lowest() {
            let spoilt = self.graph.group(stone, fours);
            *fours = fours.without(spoilt);
            let kind = self.kind(&spoilt);
            counts[kind] -= 1;
            s.sets[side] &= !(u8::from(counts[kind] == 0) << kind);
        }
        own.insert(cell);
        let reached = self.graph.reach(cell, own);
        let group = reached & *own;
        if group.count() == 4 {
            *fours |= group;
            let kind = self.kind(&group);
            counts[kind] += 1;
            s.sets[side] |= 1 << kind;
        }
        reached
    }

    fn end_turn(s: &mut State<W>) {
        if s.sets[s.player as usize] != s.before {
            s.newest = Some(s.player);
        }
        if s.placed.is_empty() {
            s.passes += 1;
        }
        s.placed = Bits::EMPTY;
        s.barred = Bits::EMPTY;
        s.player ^= 1;
        s.before = s.sets[s.player as usize];
    }
}

impl<const W: usize> Game for CoyLips<W> {
    type State = State<W>;

    const ONE_STEP_TURNS: bool = false;

    fn num_actions(&self) -> usize {
        self.hexagons.len() + 1
    }

    /// All stones, an end to each of them and an empty turn behind it, and two empty turns.
    fn max_steps(&self) -> usize {
        3 * self.hexagons.len() + 2
    }

    fn start(&self, _seed: u64) -> State<W> {
        State::default()
    }

    fn actor(&self, s: &State<W>) -> Actor {
        let is_over = s.passes == 2 || (s.placed.is_empty() && s.sets[1 - s.player as usize] == ALL);
        if is_over { Actor::Over } else { Actor::Player(s.player) }
    }

    fn in_turn(&self, s: &State<W>) -> bool {
        !s.placed.is_empty()
    }

    legal_by_offer!();

    fn check(&self, s: &State<W>, action: Action) -> Result<(), Illegal> {
        let cell = action as usize;
        if cell < self.done() {
            ensure!(!(s.stones[0] | s.stones[1]).has(cell), Illegal::Occupied);
            ensure!(!s.barred.has(cell), Illegal::Adjacent);
        }
        Ok(())
    }

    fn play(&self, s: &mut State<W>, action: Action) {
        let cell = action as usize;
        if cell == self.done() {
            return Self::end_turn(s);
        }
        let reached = self.put(s, s.player as usize, cell);
        s.placed.insert(cell);
        s.barred |= reached;
        s.passes = 0;
        if Self::left(s) == 0 || self.free(s).is_empty() {
            Self::end_turn(s);
        }
    }

    fn outcome(&self, s: &State<W>) -> Option<Outcome> {
        if self.actor(s) != Actor::Over {
            return None;
        }
        let [first, second] = s.sets.map(|set| f64::from(set.count_ones()));
        Some(if s.passes < 2 {
            Outcome::win(1 - s.player as usize, "complete set")
        } else if first != second {
            Outcome::by_score(first, second, "more kinds")
        } else if first > 0.0 {
            Outcome::win(usize::from(s.newest == Some(0)), "older set")
        } else {
            Outcome::draw("no tetrahex")
        })
    }

    fn for_each_turn(&self, s: &State<W>, f: Visit<'_, State<W>>) -> ControlFlow<()> {
        each_set(self, s, |step| self.ranks[step as usize], f)
    }

    fn count_turns(&self, s: &State<W>) -> u64 {
        let own = &s.stones[s.player as usize];
        sets_by_size(self.free(s), Self::left(s), |cell| self.graph.reach(cell, own)).iter().sum()
    }

    fn cells(&self, s: &State<W>, _viewer: Option<usize>) -> Vec<u8> {
        letters(self.hexagons.len(), &s.stones, *b"ox")
    }

    /// The most stones this turn still may have, the empty turns just before it, the kinds that each side has (bits in
    /// the order of the rules), and the number of the side whose set has changed last (-1: none has).
    fn info(&self, s: &State<W>, _viewer: Option<usize>) -> Vec<(&'static str, i64)> {
        vec![
            ("stones_left", Self::left(s) as i64),
            ("empty_turns", s.passes.into()),
            ("o_set", s.sets[0].into()),
            ("x_set", s.sets[1].into()),
            ("newest", s.newest.map_or(-1, i64::from)),
        ]
    }

    fn observation_shape(&self) -> Vec<usize> {
        self.hexagons.planes(8 + 2 * KINDS)
    }

    /// Planes: own stones, the opponent's stones, those placed in this turn, own tetrahexes, the opponent's; all ones
    /// where the seat is to move, where the last turn was empty, where the own set has changed last; then all ones for
    /// each kind in the own set, and for each in the opponent's.
    fn observe(&self, s: &State<W>, seat: usize, out: &mut [f32]) {
        let sets = [s.stones[seat], s.stones[1 - seat], s.placed, s.fours[seat], s.fours[1 - seat]];
        let turn = [s.player as usize == seat, s.passes > 0, s.newest == Some(seat as u8)];
        let kinds = |seat: usize| (0..KINDS).map(move |kind| s.sets[seat] >> kind & 1 != 0);
        let facts: Vec<bool> = turn.into_iter().chain(kinds(seat)).chain(kinds(1 - seat)).collect();
        self.hexagons.paint(&sets, &facts, out);
    }

    fn position(&self, s: &State<W>) -> String {
        let mut cells = self.cells(s, None);
        s.placed.iter().for_each(|cell| cells[cell].make_ascii_uppercase());
        let rows = text::write_rows(&self.hexagons, &cells);
        format!("{rows} {} {} {}", SIDES[s.player as usize], SIDES[s.newest.map_or(2, usize::from)], s.passes)
    }

    fn parse_position(&self, text: &str) -> Result<State<W>, TextError> {
        let [rows, side, newest, passes] = text::fields(
            text,
            "rows from the top (stones of this turn as capitals), side to move, side whose set changed last, empty turns",
        )?;
        let cells = text::read_rows(&self.hexagons, rows, "oxOX")?;
        let mut s = self.start(0);
        for (side, set) in stones::<W>(&cells, *b"ox").into_iter().enumerate() {
            for cell in set.iter() {
                self.put(&mut s, side, cell);
            }
        }
        let side = text::word(side, &SIDES[..2], "the side to move")?;
        s.player = side as u8;
        s.before = s.sets[side];
        s.newest = [Some(0), Some(1), None][text::word(newest, &SIDES, "the side whose set changed last")?];
        s.passes = text::number(passes, 0, 2, "the number of empty turns before")? as u8;
        let placed = stones::<W>(&cells, *b"OX");
        let is_changed = s.sets == [0; 2] || s.newest.is_some();
        ensure!(is_changed, "there are tetrahexes, so one side's set (o or x) has changed last");
        let is_on = s.sets[side] != ALL && (s.sets[1 - side] != ALL || s.passes == 0);
        ensure!(is_on, "the game ended when a side completed its set, before this turn");
        let is_empty = placed == [Bits::EMPTY; 2];
        ensure!(is_empty || s.passes == 0, "this turn is not empty: 0 empty turns are expected");
        let is_start = is_empty && s.stones == [Bits::EMPTY; 2];
        let is_fair = !is_start || usize::from(s.passes) % 2 == side;
        ensure!(is_fair, "on an empty board o is to move first, or x after one empty turn");
        resume(self, &mut s, placed, side)?;
        Ok(s)
    }

    fn key(&self, s: &State<W>) -> u64 {
        let words = s.stones.iter().chain([&s.placed]).flat_map(|set| set.0);
        words.fold(u64::from(s.passes << 4 | s.newest.unwrap_or(2) << 1 | s.player), mix)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_however_they_lie() {
        let rules = [
            [(0, 0), (0, 1), (0, 2), (0, 3)],
            [(0, 0), (0, 1), (0, 2), (1, -1)],
            [(0, 0), (0, 1), (0, 2), (1, 0)],
            [(0, 0), (0, 1), (1, -2), (1, -1)],
            [(0, 0), (0, 1), (1, -1), (1, 0)],
            [(0, 0), (0, 1), (1, -1), (1, 1)],
            [(0, 0), (1, -2), (1, -1), (2, -1)],
        ];
        let game = CoyLips::<2>::new(5);
        for (kind, cells) in rules.into_iter().enumerate() {
            let mut turned = cells;
            for _ in 0..6 {
                turned = turned.map(|(q, r)| (-r, q + r));
                for four in [turned, turned.map(|(q, r)| (r, q))] {
                    let four = four.iter().filter_map(|&place| game.hexagons.at(place)).collect();
                    assert_eq!(game.kind(&four), kind);
                }
            }
        }
    }
}
