//! Havannah: make a ring, a bridge or a fork on a hexagon of hexagons. Rules: the docs page of `havannah`.
//!
//! Cells column by column from the left, each from its lower end. Actions: a cell to place a stone on; the number of
//! cells is the swap (only where the option is on).
//!
//! All three aims are seen when the stone is placed, at its six neighbours. They form arcs of own stones, parted by
//! other cells. Groups are joined arc by arc; their marks say which corners and sides they hold. Two arcs that are in
//! one group already close a loop, with one of the gaps inside. A loop around own stones alone parts no arcs, but then
//! the stone completes the six neighbours of one of its own neighbours.

use crate::board::hexagons::DIRECTIONS;
use crate::board::{Bits, Groups, Hexagons, Offer, Shape, legal_by_offer, letters, ones, stones};
use crate::prelude::*;

/// Havannah on a board that fits `W` words, with at least one bit to spare.
pub struct Havannah<const W: usize = 3> {
    board: Hexagons,
    swap: bool,
    all: Bits<W>,
    spots: Box<[Spot]>,
}

/// What is around a cell.
struct Spot {
    /// The neighbours in their order around the cell; one that would be off the board is a cell that never has a stone.
    near: [u16; 6],
    /// The side the cell lies on (a bit below 6), or the corner it is (a bit from 6 on).
    marks: u16,
}

/// A position.
#[derive(Clone, Copy, Default)]
pub struct State<const W: usize> {
    stones: [Bits<W>; 2],
    /// Of both sides; their cells are different ones.
    groups: Groups<W>,
    /// Number of empty cells.
    left: u16,
    player: u8,
    end: Option<Outcome>,
}

/// The ends of the game by what the winner has made, as bits: a bridge, a fork, a ring.
const REASONS: [&str; 8] = [
    "full board",
    "bridge",
    "fork",
    "bridge and fork",
    "ring",
    "bridge and ring",
    "fork and ring",
    "bridge, fork and ring",
];
const SIDES: [&str; 2] = ["b", "w"];

impl Build for Havannah {
    fn build(mut options: Options) -> Built {
        let size = options.int("size", 8, 2..=13)? as usize;
        let swap = options.bool("swap", true)?;
        let options = options.finish("havannah")?;
        Ok(match size {
            ..=7 => erase("havannah", options, Havannah::<2>::new(size, swap)),
            8 => erase("havannah", options, Havannah::<3>::new(size, swap)),
            9..=10 => erase("havannah", options, Havannah::<5>::new(size, swap)),
            _ => erase("havannah", options, Havannah::<8>::new(size, swap)),
        })
    }
}

/// Directions (bits) turned by `n` sixths of a circle.
#[inline]
fn turned(directions: u8, n: u32) -> u8 {
    (directions << n | directions >> (6 - n)) & 0x3F
}

impl<const W: usize> Havannah<W> {
    fn new(size: usize, swap: bool) -> Self {
        let board = Hexagons::upright(size);
        let spot = |cell| {
            let sides = board.sides(cell);
            Spot {
                near: DIRECTIONS.map(|d| board.step(cell, d).unwrap_or(64 * W - 1) as u16),
                marks: match sides.count_ones() {
                    2 => u16::from(sides & turned(sides, 1)) << 6,
                    _ => u16::from(sides),
                },
            }
        };
        let spots = (0..board.len()).map(spot).collect();
        Havannah { swap, all: Bits::first(board.len()), spots, board }
    }

    fn empty(&self, s: &State<W>) -> Bits<W> {
        self.all.without(s.stones[0] | s.stones[1])
    }

    fn can_swap(&self, s: &State<W>) -> bool {
        self.swap && s.player == 1 && usize::from(s.left) + 1 == self.board.len() && s.stones[1].is_empty()
    }

    fn offer(&self, s: &State<W>) -> Offer<W> {
        Offer { cells: self.empty(s), other: self.can_swap(s).then_some(self.board.len()) }
    }

    /// The directions in which a cell has neighbours out of a set, as bits.
    #[inline]
    fn around(&self, cell: usize, set: &Bits<W>) -> u8 {
        let near = &self.spots[cell].near;
        (0..6).fold(0, |found, i| found | u8::from(set.has(near[i] as usize)) << i)
    }

    /// Whether one of the neighbours in some directions has six neighbours out of a set.
    #[inline(never)]
    fn completes(&self, near: &[u16; 6], directions: u8, set: &Bits<W>) -> bool {
        ones(u64::from(directions)).any(|i| self.around(near[i] as usize, set) == 0x3F)
    }

    /// Puts a stone on the board: what it makes; see [`REASONS`].
    #[inline]
    fn put(&self, s: &mut State<W>, side: usize, cell: usize) -> u8 {
        let Spot { near, marks } = &self.spots[cell];
        let stones = &mut s.stones[side];
        stones.insert(cell);
        s.left -= 1;
        s.groups.mark(cell, *marks);
        let own = self.around(cell, stones);
        let (mut root, mut ring) = (cell, false);
        for first in ones(u64::from(own & !turned(own, 1))) {
            let group = s.groups.root(near[first] as usize);
            ring |= group == root;
            root = s.groups.join(root, group);
        }
        let between_own = own & turned(own, 1) & turned(own, 5);
        ring |= between_own != 0 && self.completes(near, between_own, stones);
        let marks = s.groups.marks(root);
        let (fork, bridge) = ((marks & 0x3F).count_ones() > 2, (marks >> 6).count_ones() > 1);
        u8::from(bridge) | u8::from(fork) << 1 | u8::from(ring) << 2
    }

    /// Ends the game if a side has made something, or if the board is full.
    #[inline]
    fn finish(s: &mut State<W>, side: usize, made: u8) {
        let reason = REASONS[made as usize];
        if made != 0 {
            s.end = Some(Outcome::win(side, reason));
        } else if s.left == 0 {
            s.end = Some(Outcome::draw(reason));
        }
    }

    /// The turn of a stone.
    #[inline]
    fn place(&self, s: &mut State<W>, cell: usize) {
        let side = s.player as usize;
        let made = self.put(s, side, cell);
        Self::finish(s, side, made);
        s.player ^= 1;
    }
}

impl<const W: usize> Game for Havannah<W> {
    type State = State<W>;

    fn num_actions(&self) -> usize {
        self.board.len() + usize::from(self.swap)
    }

    fn max_steps(&self) -> usize {
        self.num_actions()
    }

    fn start(&self, _seed: u64) -> State<W> {
        State { left: self.board.len() as u16, ..State::default() }
    }

    fn actor(&self, s: &State<W>) -> Actor {
        if s.end.is_none() { Actor::Player(s.player) } else { Actor::Over }
    }

    legal_by_offer!();

    fn check(&self, s: &State<W>, action: Action) -> Result<(), Illegal> {
        let cell = action as usize;
        if cell == self.board.len() {
            ensure!(self.can_swap(s), Illegal::CannotSwap);
        } else {
            ensure!(self.empty(s).has(cell), Illegal::Occupied);
        }
        Ok(())
    }

    fn play(&self, s: &mut State<W>, action: Action) {
        if (action as usize) < self.board.len() {
            self.place(s, action as usize);
        } else {
            s.stones.swap(0, 1);
            s.player ^= 1;
        }
    }

    fn outcome(&self, s: &State<W>) -> Option<Outcome> {
        s.end
    }

    fn cells(&self, s: &State<W>, _viewer: Option<usize>) -> Vec<u8> {
        letters(self.board.len(), &s.stones, *b"BW")
    }

    fn observation_shape(&self) -> Vec<usize> {
        self.board.planes(4)
    }

    /// Planes: own stones, the opponent's stones, all ones for the first player, all ones where a swap is possible.
    fn observe(&self, s: &State<W>, seat: usize, out: &mut [f32]) {
        self.board.paint(&[s.stones[seat], s.stones[1 - seat]], &[seat == 0, self.can_swap(s)], out);
    }

    fn position(&self, s: &State<W>) -> String {
        format!("{} {}", text::write_rows(&self.board, &self.cells(s, None)), SIDES[s.player as usize])
    }

    fn parse_position(&self, text: &str) -> Result<State<W>, TextError> {
        let [columns, side] = text::fields(text, "columns from the left, side to move (b or w)")?;
        let cells = text::read_rows(&self.board, columns, "BW")?;
        let mut s = self.start(0);
        let mut made = [0; 2];
        for (side, set) in stones::<W>(&cells, *b"BW").iter().enumerate() {
            set.iter().for_each(|cell| made[side] |= self.put(&mut s, side, cell));
        }
        let [black, white] = made;
        ensure!(black == 0 || white == 0, "both sides have a ring, a bridge or a fork; only one can have won");
        Self::finish(&mut s, usize::from(white != 0), black | white);
        s.player = text::word(side, &SIDES, "the side to move")? as u8;
        Ok(s)
    }

    fn key(&self, s: &State<W>) -> u64 {
        s.stones.iter().flat_map(|stones| stones.0).fold(u64::from(s.player), mix)
    }

    fn playout(&self, s: &mut State<W>, rng: &mut Rng, scratch: &mut Vec<Action>) -> u32 {
        placements(self, s, rng, scratch, |s, cell| self.place(s, cell))
    }
}
