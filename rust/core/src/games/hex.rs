//! Hex: join your two edges of a rhombus of hexagons. Rules: the docs page of `hex`.
//!
//! Cell `row * size + column`, row 0 on top. The first player joins top and bottom, the second left and
//! right. Actions: a cell to place a stone on; `size²` is the swap (only where the option is on).
//!
//! Connection costs next to nothing: of each side's stones we keep those that are joined to its first
//! edge. A stone that touches one of them brings in the chain behind it, so each stone is visited once
//! per game, and the set is a function of the stones alone.

use crate::board::{Bits, Graph, Grid, Offer, RHOMBUS, Shape, legal_by_offer, letters, zobrist};
use crate::prelude::*;

/// Hex on a board that fits `W` words.
pub struct Hex<const W: usize = 2> {
    grid: Grid,
    swap: bool,
    board: Bits<W>,
    graph: Graph<W>,
    /// By side, then start and goal edge.
    edges: [[Bits<W>; 2]; 2],
    keys: [Box<[u64]>; 2],
}

/// A position.
#[derive(Clone, Copy, Default)]
pub struct State<const W: usize> {
    stones: [Bits<W>; 2],
    /// The stones joined to their side's start edge.
    joined: [Bits<W>; 2],
    key: u64,
    player: u8,
    winner: Option<u8>,
}

const SIDE_KEY: u64 = 0x9D39_247E_3377_6D41;

impl Build for Hex {
    fn build(mut options: Options) -> Built {
        let size = options.int("size", 13, 2..=26)? as usize;
        let swap = options.bool("swap", true)?;
        let options = options.finish("hex")?;
        Ok(match size {
            ..=11 => erase("hex", options, Hex::<2>::new(size, swap)),
            12..=13 => erase("hex", options, Hex::<3>::new(size, swap)),
            14..=19 => erase("hex", options, Hex::<6>::new(size, swap)),
            _ => erase("hex", options, Hex::<11>::new(size, swap)),
        })
    }
}

impl<const W: usize> Hex<W> {
    fn new(size: usize, swap: bool) -> Self {
        let grid = Grid::new(size, size);
        Hex {
            grid,
            swap,
            board: Bits::first(grid.len()),
            graph: grid.graph(&RHOMBUS),
            edges: grid.edges(),
            keys: [zobrist::table(0, grid.len()), zobrist::table(1, grid.len())],
        }
    }

    fn empty(&self, s: &State<W>) -> Bits<W> {
        self.board.without(s.stones[0] | s.stones[1])
    }

    fn can_swap(&self, s: &State<W>) -> bool {
        self.swap && s.player == 1 && s.stones[1].is_empty() && s.stones[0].count() == 1
    }

    fn offer(&self, s: &State<W>) -> Offer<W> {
        Offer { cells: self.empty(s), other: self.can_swap(s).then_some(self.grid.len()) }
    }

    #[inline]
    fn place(&self, s: &mut State<W>, side: usize, cell: usize) {
        s.stones[side].insert(cell);
        s.key ^= self.keys[side][cell];
        let [start, goal] = &self.edges[side];
        let joined = &mut s.joined[side];
        if !start.has(cell) && !self.graph.near(cell).meets(joined) {
            return;
        }
        self.graph.extend(joined, cell, &s.stones[side]);
        if joined.meets(goal) {
            s.winner = Some(side as u8);
        }
    }

    fn pass_turn(s: &mut State<W>) {
        s.player ^= 1;
        s.key ^= SIDE_KEY;
    }
}

impl<const W: usize> Game for Hex<W> {
    type State = State<W>;

    fn num_actions(&self) -> usize {
        self.grid.len() + usize::from(self.swap)
    }

    fn max_steps(&self) -> usize {
        self.num_actions()
    }

    fn start(&self, _seed: u64) -> State<W> {
        State::default()
    }

    fn actor(&self, s: &State<W>) -> Actor {
        if s.winner.is_none() { Actor::Player(s.player) } else { Actor::Over }
    }

    legal_by_offer!();

    fn check(&self, s: &State<W>, action: Action) -> Result<(), Illegal> {
        let cell = action as usize;
        if cell == self.grid.len() {
            ensure!(self.can_swap(s), Illegal::CannotSwap);
        } else {
            ensure!(!(s.stones[0] | s.stones[1]).has(cell), Illegal::Occupied);
        }
        Ok(())
    }

    fn play(&self, s: &mut State<W>, action: Action) {
        let cell = action as usize;
        if cell < self.grid.len() {
            self.place(s, s.player as usize, cell);
        } else if let Some(stone) = s.stones[0].lowest() {
            let mirrored = self.grid.cell(self.grid.row(stone), self.grid.column(stone));
            *s = State { key: SIDE_KEY, player: 1, ..State::default() };
            self.place(s, 1, mirrored);
        }
        Self::pass_turn(s);
    }

    fn outcome(&self, s: &State<W>) -> Option<Outcome> {
        s.winner.map(|side| Outcome::win(side as usize, "connection"))
    }

    fn cells(&self, s: &State<W>, _viewer: Option<usize>) -> Vec<u8> {
        letters(self.grid.len(), &s.stones, *b"BW")
    }

    fn observation_shape(&self) -> Vec<usize> {
        self.grid.planes(4)
    }

    /// Planes: own stones, the opponent's stones, all ones for the first player, all ones where a swap is possible.
    fn observe(&self, s: &State<W>, seat: usize, out: &mut [f32]) {
        self.grid.paint(&[s.stones[seat], s.stones[1 - seat]], &[seat == 0, self.can_swap(s)], out);
    }

    fn position(&self, s: &State<W>) -> String {
        format!("{} {}", text::write_rows(&self.grid, &self.cells(s, None)), ["b", "w"][s.player as usize])
    }

    fn parse_position(&self, text: &str) -> Result<State<W>, TextError> {
        let [rows, side] = text::fields(text, "rows from the top, side to move (b or w)")?;
        let cells = text::read_rows(&self.grid, rows, "BW")?;
        let mut s = self.start(0);
        for (cell, &piece) in cells.iter().enumerate().filter(|&(_, &p)| p != b'.') {
            let before = s.winner;
            self.place(&mut s, usize::from(piece == b'W'), cell);
            ensure!(before.is_none() || before == s.winner, "both sides are connected; only one can be");
        }
        if text::word(side, &["b", "w"], "the side to move")? == 1 {
            Self::pass_turn(&mut s);
        }
        Ok(s)
    }

    fn key(&self, s: &State<W>) -> u64 {
        s.key
    }

    fn playout(&self, s: &mut State<W>, rng: &mut Rng, scratch: &mut Vec<Action>) -> u32 {
        placements(self, s, rng, scratch, |s, cell| {
            self.place(s, s.player as usize, cell);
            Self::pass_turn(s);
        })
    }
}
