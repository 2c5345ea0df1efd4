//! Slither: join your two edges by a chain, with a stone a turn and, before it, a stone that may move. Rules: the docs
//! page of `slither`.
//!
//! Cell `row * size + column`, row 0 at the bottom. Actions: a cell to place a stone on, which ends the turn; behind
//! the cells the moves to one of the eight neighbours, numbered by start and target; then the pass, and the swap (only
//! where the option is on).
//!
//! The shape rule is looked at for the whole board at once: the four corners of all squares of 2 x 2 are four shifts of
//! the stones. Two stones face each other across a square whose other corners are not theirs: that is bare. If no
//! square is bare, a stone may go wherever it makes none so; if some are, only to a corner that repairs all of them.

use crate::board::{Bits, Graph, Grid, KINGWISE, ORTHOGONAL, Pairs, Shape, letters, stones};
use crate::prelude::*;

/// Slither on a board that fits `W` words.
pub struct Slither<const W: usize = 2> {
    grid: Grid,
    advanced: bool,
    swap: bool,
    board: Bits<W>,
    /// The cells that have one at their right: the squares of 2 x 2, by their lower left corner.
    squares: Bits<W>,
    graph: Graph<W>,
    moves: Pairs<W>,
    /// By side, the start and the goal edge: rows for Black, columns for White.
    edges: [[Bits<W>; 2]; 2],
}

/// A position. Sides are 0 (Black) and 1.
#[derive(Clone, Copy, Default)]
pub struct State<const W: usize> {
    stones: [Bits<W>; 2],
    /// The stones joined to their side's start edge.
    joined: [Bits<W>; 2],
    /// The side to move.
    side: usize,
    /// Whether a stone of the turn has moved, and one is to be placed.
    moved: bool,
    /// Whether the players have exchanged colours.
    swapped: bool,
}

const SIDES: [&str; 2] = ["b", "w"];
const MOVED: [&str; 2] = ["-", "moved"];

impl Build for Slither {
    fn build(mut options: Options) -> Built {
        let size = options.int("size", 9, 2..=26)? as usize;
        let advanced = options.bool("advanced", false)?;
        let swap = options.bool("swap", advanced)?;
        let options = options.finish("slither")?;
        Ok(match size {
            ..=8 => erase("slither", options, Slither::<1>::new(size, advanced, swap)),
            9..=11 => erase("slither", options, Slither::<2>::new(size, advanced, swap)),
            12..=13 => erase("slither", options, Slither::<3>::new(size, advanced, swap)),
            14..=19 => erase("slither", options, Slither::<6>::new(size, advanced, swap)),
            _ => erase("slither", options, Slither::<11>::new(size, advanced, swap)),
        })
    }
}

impl<const W: usize> Slither<W> {
    fn new(size: usize, advanced: bool, swap: bool) -> Self {
        let grid = Grid::new(size, size);
        let (board, edges) = (Bits::first(grid.len()), grid.edges::<W>());
        Slither {
            grid,
            advanced,
            swap,
            board,
            squares: board.without(edges[1][1]),
            graph: grid.graph(&ORTHOGONAL),
            moves: Pairs::new(grid.len(), |c| KINGWISE.iter().filter_map(|&d| grid.step(c, d)).collect()),
            edges,
        }
    }

    // ---- the shape rule ------------------------------------------------------------------------

    /// By square, whether the stone is there: lower left, lower right, upper left, upper right.
    #[inline]
    fn corners(&self, own: Bits<W>) -> [Bits<W>; 4] {
        let (n, all) = (self.grid.columns, self.squares);
        [own & all, (own >> 1) & all, (own >> n) & all, (own >> (n + 1)) & all]
    }

    /// Whether a turn may end so: no square is bare.
    fn is_sound(&self, own: Bits<W>) -> bool {
        let [a, b, c, d] = self.corners(own);
        (a & d).without(b | c).is_empty() && (b & c).without(a | d).is_empty()
    }

    /// Where a stone would end the turn, for it leaves no square bare, once stones have come or gone on these cells:
    /// the two ends of a move, or none.
    #[inline]
    fn places(&self, s: &State<W>, changed: Bits<W>) -> Bits<W> {
        let n = self.grid.columns;
        let [a, b, c, d] = self.corners(s.stones[s.side] ^ changed);
        let (rising, falling) = (a | d, b | c);
        // A stone bares a square if of the other corners only the opposite one is taken.
        let bares =
            d.without(falling) | a.without(falling) << (n + 1) | c.without(rising) << 1 | b.without(rising) << n;
        let mut open = (self.empty(s) ^ changed).without(bares);
        for (bare, first, second) in [((a & d).without(falling), 1, n), ((b & c).without(rising), 0, n + 1)] {
            for square in bare.iter() {
                open &= Bits::one(square + first) | Bits::one(square + second);
                if open.is_empty() {
                    return open;
                }
            }
        }
        open
    }

    fn empty(&self, s: &State<W>) -> Bits<W> {
        self.board.without(s.stones[0] | s.stones[1])
    }

    // ---- turns -----------------------------------------------------------------------------------

    /// The stones that may move: none behind a move. In the advanced game a group of both colours has, of the own
    /// stones in it, one beside an enemy stone, and joined to it by own stones are all the others.
    #[inline]
    fn movers(&self, s: &State<W>) -> Bits<W> {
        let own = if s.moved { Bits::EMPTY } else { s.stones[s.side] };
        if own.is_empty() || !self.advanced {
            return own;
        }
        let mut mixed = own & self.beside(s.stones[1 - s.side]);
        loop {
            let more = mixed | own & self.beside(mixed);
            if more == mixed {
                return mixed;
            }
            mixed = more;
        }
    }

    /// The neighbours of the cells of a set.
    #[inline]
    fn beside(&self, set: Bits<W>) -> Bits<W> {
        let n = self.grid.columns;
        (set & self.squares) << 1 | (set >> 1) & self.squares | set << n | set >> n
    }

    /// Where the turn can end after a move to an empty cell.
    #[inline(always)]
    fn places_after(&self, s: &State<W>, number: usize) -> Bits<W> {
        let (from, to) = self.moves.ends(number);
        self.places(s, Bits::one(from) | Bits::one(to))
    }

    /// The legal moves by number, each with the cells on which the turn can end.
    #[inline]
    fn legal_moves(&self, s: &State<W>) -> impl Iterator<Item = (usize, Bits<W>)> {
        let empty = self.empty(s);
        let moves = self.movers(s).iter().flat_map(|from| self.moves.all_from(from));
        let moves = moves.filter(move |&number| empty.has(self.moves.ends(number).1));
        moves.map(|number| (number, self.places_after(s, number))).filter(|(_, places)| !places.is_empty())
    }

    /// Whether nothing but a pass is possible.
    fn must_pass(&self, s: &State<W>) -> bool {
        self.places(s, Bits::EMPTY).is_empty() && self.legal_moves(s).next().is_none()
    }

    fn can_swap(&self, s: &State<W>) -> bool {
        self.swap && !s.swapped && s.side == 1 && s.stones[1].is_empty() && s.stones[0].count() == 1
    }

    fn pass(&self) -> usize {
        self.grid.len() + self.moves.len()
    }

    #[inline]
    fn put(&self, s: &mut State<W>, side: usize, cell: usize) {
        s.stones[side].insert(cell);
        let joined = &mut s.joined[side];
        if self.edges[side][0].has(cell) || self.graph.near(cell).meets(joined) {
            self.graph.extend(joined, cell, &s.stones[side]);
        }
    }

    /// Takes off a stone. Of those joined to the edge, the ones that need it not are found again.
    #[inline]
    fn lift(&self, s: &mut State<W>, side: usize, cell: usize) {
        s.stones[side].remove(cell);
        if s.joined[side].has(cell) {
            s.joined[side] = self.joined(side, s.joined[side].without(Bits::one(cell)));
        }
    }

    /// Of these stones of a side, those joined to its start edge.
    fn joined(&self, side: usize, stones: Bits<W>) -> Bits<W> {
        self.graph.spread(&(stones & self.edges[side][0]), &stones)
    }

    /// The side that has won: its edges are joined at the end of a turn.
    #[inline]
    fn winner(&self, s: &State<W>) -> Option<usize> {
        (0..2).find(|&side| !s.moved && s.joined[side].meets(&self.edges[side][1]))
    }
}

impl<const W: usize> Game for Slither<W> {
    type State = State<W>;

    const ONE_STEP_TURNS: bool = false;

    fn num_actions(&self) -> usize {
        self.pass() + 1 + usize::from(self.swap)
    }

    /// A stone, a move and a pass for every cell, and the swap: the opponent of a player who has to pass has a turn.
    fn max_steps(&self) -> usize {
        3 * self.grid.len() + 1
    }

    fn start(&self, _seed: u64) -> State<W> {
        State::default()
    }

    fn actor(&self, s: &State<W>) -> Actor {
        if self.winner(s).is_some() { Actor::Over } else { Actor::Player(self.side(s, s.side) as u8) }
    }

    fn in_turn(&self, s: &State<W>) -> bool {
        s.moved
    }

    fn legal(&self, s: &State<W>, out: &mut Vec<Action>) {
        let before = out.len();
        out.extend(self.places(s, Bits::EMPTY).iter().map(|cell| cell as Action));
        out.extend(self.legal_moves(s).map(|(number, _)| (self.grid.len() + number) as Action));
        if out.len() == before {
            out.push(self.pass() as Action);
        }
        out.extend(self.can_swap(s).then_some(self.pass() as Action + 1));
    }

    fn num_legal(&self, s: &State<W>) -> usize {
        let steps = self.places(s, Bits::EMPTY).count() + self.legal_moves(s).count();
        steps.max(1) + usize::from(self.can_swap(s))
    }

    /// Draws from the placements and all moves of all stones until what comes up is legal, which saves looking at most
    /// of the moves. If hardly any are, the list is made.
    fn random_action(&self, s: &State<W>, rng: &mut Rng, scratch: &mut Vec<Action>) -> Action {
        let places = self.places(s, Bits::EMPTY);
        let count = places.count();
        if s.moved {
            return places.nth(rng.below(count)) as Action;
        }
        let (movers, empty) = (self.movers(s), self.empty(s));
        let words = count + usize::from(self.can_swap(s));
        by_trial(self, s, rng, scratch, words + KINGWISE.len() * movers.count(), |pick| {
            if pick < words {
                return Some(if pick < count { places.nth(pick) } else { self.pass() + 1 } as Action);
            }
            let from = movers.nth((pick - words) / KINGWISE.len());
            let number = self.moves.all_from(from).nth((pick - words) % KINGWISE.len())?;
            let is_legal = empty.has(self.moves.ends(number).1) && !self.places_after(s, number).is_empty();
            is_legal.then_some((self.grid.len() + number) as Action)
        })
    }

    fn check(&self, s: &State<W>, action: Action) -> Result<(), Illegal> {
        let action = action as usize;
        if action < self.grid.len() {
            ensure!(self.empty(s).has(action), Illegal::Occupied);
            ensure!(self.places(s, Bits::EMPTY).has(action), Illegal::NotConnected);
            return Ok(());
        }
        ensure!(!s.moved, Illegal::WrongPhase);
        if action < self.pass() {
            let number = action - self.grid.len();
            let (from, to) = self.moves.ends(number);
            ensure!(s.stones[s.side].has(from), Illegal::NotYours);
            ensure!(self.empty(s).has(to), Illegal::Occupied);
            ensure!(self.movers(s).has(from), Illegal::NotOffered);
            ensure!(!self.places_after(s, number).is_empty(), Illegal::NotConnected);
        } else if action == self.pass() {
            ensure!(self.must_pass(s), Illegal::CannotPass);
        } else {
            ensure!(self.can_swap(s), Illegal::CannotSwap);
        }
        Ok(())
    }

    #[inline]
    fn play(&self, s: &mut State<W>, action: Action) {
        let action = action as usize;
        if action < self.grid.len() {
            self.put(s, s.side, action);
            s.moved = false;
            s.side ^= 1;
        } else if action < self.pass() {
            let (from, to) = self.moves.ends(action - self.grid.len());
            self.lift(s, s.side, from);
            self.put(s, s.side, to);
            s.moved = true;
        } else if action == self.pass() {
            s.side ^= 1;
        } else {
            s.swapped = true;
        }
    }

    fn outcome(&self, s: &State<W>) -> Option<Outcome> {
        self.winner(s).map(|winner| Outcome::win(self.side(s, winner), "connection"))
    }

    fn count_turns(&self, s: &State<W>) -> u64 {
        let moves = self.legal_moves(s).map(|(_, places)| places.count());
        let turns = self.places(s, Bits::EMPTY).count() + moves.sum::<usize>();
        (turns.max(1) + usize::from(self.can_swap(s))) as u64
    }

    fn side(&self, s: &State<W>, seat: usize) -> usize {
        seat ^ usize::from(s.swapped)
    }

    fn cells(&self, s: &State<W>, _viewer: Option<usize>) -> Vec<u8> {
        letters(self.grid.len(), &s.stones, *b"BW")
    }

    fn info(&self, s: &State<W>, _viewer: Option<usize>) -> Vec<(&'static str, i64)> {
        vec![("moved", i64::from(s.moved)), ("swapped", i64::from(s.swapped))]
    }

    fn observation_shape(&self) -> Vec<usize> {
        self.grid.planes(5)
    }

    /// Planes: own stones, the opponent's stones; all ones where the seat plays Black now, where a stone of the turn
    /// has moved, where a swap is possible.
    fn observe(&self, s: &State<W>, seat: usize, out: &mut [f32]) {
        let side = self.side(s, seat);
        let facts = [side == 0, s.moved, self.can_swap(s)];
        self.grid.paint(&[s.stones[side], s.stones[1 - side]], &facts, out);
    }

    fn position(&self, s: &State<W>) -> String {
        let rows = text::write_rows(&self.grid, &self.grid.upside_down(&self.cells(s, None)));
        let [side, first] = [s.side, usize::from(s.swapped)].map(|side| SIDES[side]);
        format!("{rows} {side} {} {first}", MOVED[usize::from(s.moved)])
    }

    fn parse_position(&self, text: &str) -> Result<State<W>, TextError> {
        let what = "rows from the top, side to move (b or w), - or moved, colour of the first player (b or w)";
        let [rows, side, moved, first] = text::fields(text, what)?;
        let cells = self.grid.upside_down(&text::read_rows(&self.grid, rows, "BW")?);
        let mut s = State { stones: stones(&cells, *b"BW"), ..State::default() };
        s.joined = [0, 1].map(|side| self.joined(side, s.stones[side]));
        s.side = text::word(side, &SIDES, "the side to move")?;
        let firsts = if self.swap { &SIDES[..] } else { &SIDES[..1] };
        s.swapped = text::word(first, firsts, "the colour of the first player")? == 1;
        let has_won = self.winner(&s).is_some_and(|winner| winner != s.side);
        s.moved = text::word(moved, &MOVED, "the part of the turn")? == 1;
        let [own, enemy] = [s.stones[s.side], s.stones[1 - s.side]];
        let must_pass = self.must_pass(&s);
        let can_have_moved = !must_pass && !has_won && !own.is_empty();
        ensure!(!s.moved || can_have_moved, "no stone can have moved in this turn: it could not be completed");
        let is_sound = self.is_sound(enemy) && (!must_pass || self.is_sound(own));
        ensure!(is_sound, "two stones are diagonal neighbours without a common one, and no turn mends it");
        Ok(s)
    }

    /// Made when asked for, which is seldom; a step is too quick to carry it along.
    fn key(&self, s: &State<W>) -> u64 {
        let facts = (s.side as u64) << 2 | u64::from(s.moved) << 1 | u64::from(s.swapped);
        s.stones.iter().flat_map(|set| set.0).fold(facts, mix)
    }
}
