//! The boards of Catchup: the hexagon of hexagons, and any connected set of hexagons, drawn or read.

use crate::board::hexagons::DIRECTIONS;
use crate::board::{Bits, Graph, Hexagons, Shape};
use crate::prelude::*;

/// The most cells of a board that is given.
pub const MOST: usize = 127;
/// The farthest coordinate of a cell that is given.
const FAR: i32 = 9999;

/// A board: its cells, which of them touch, and a key that tells it from others.
pub struct Board<const W: usize> {
    pub cells: Hexagons,
    pub graph: Graph<W>,
    pub all: Bits<W>,
    pub key: u64,
}

impl<const W: usize> Board<W> {
    /// The hexagon of hexagons.
    pub fn regular(size: usize) -> Self {
        Board::new(Hexagons::upright(size))
    }

    fn new(cells: Hexagons) -> Self {
        let places = (0..cells.len()).map(|cell| cells.place(cell));
        let key = places.fold(0, |key, (q, r)| mix(mix(key, q as u64), r as u64));
        Board { graph: cells.graph(), all: Bits::first(cells.len()), key, cells }
    }

    /// Grows a board of so many cells from one: each is drawn from those that touch the cells before, with equal odds.
    pub fn drawn(cells: usize, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        // A square around the first cell from which none can lead out.
        let side = 2 * cells as i32 + 1;
        let at = |(q, r): (i32, i32)| (side * (side / 2 + r) + side / 2 + q) as usize;
        let mut seen = vec![false; (side * side) as usize];
        seen[at((0, 0))] = true;
        let (mut places, mut edge) = (Vec::with_capacity(cells), vec![(0, 0)]);
        while places.len() < cells {
            let (q, r) = edge.swap_remove(rng.below(edge.len()));
            places.push((q, r));
            for next in DIRECTIONS.map(|(dq, dr)| (q + dq, r + dr)) {
                if !std::mem::replace(&mut seen[at(next)], true) {
                    edge.push(next);
                }
            }
        }
        Board::new(Hexagons::free(places))
    }

    /// Reads cells `q:r` between blanks or commas, in any order.
    pub fn read(text: &str) -> Result<Self, TextError> {
        let number = |text: &str| text.parse().ok().filter(|n| (-FAR..=FAR).contains(n));
        let expected = format!("two numbers from -{FAR} to {FAR}, as in -2:1, are expected");
        let mut places = Vec::new();
        for word in text.split(|c: char| c == ',' || c.is_ascii_whitespace()).filter(|word| !word.is_empty()) {
            let place = word.split_once(':').and_then(|(q, r)| Some((number(q)?, number(r)?)));
            let word = shorten(word);
            let place = place.ok_or_else(|| TextError::new(format!("{word:?} is no cell: {expected}")))?;
            ensure!(!places.contains(&place), "the cell {word:?} is named twice");
            ensure!(places.len() < MOST, "the board has more than {MOST} cells");
            places.push(place);
        }
        ensure!(!places.is_empty(), "the board has no cells: some, as in -1:0 -1:1 0:0, are expected");
        // Connected cells lie close together, and only such fit the table of a board.
        let (q, r) = places[0];
        let is_close = places.iter().all(|&(x, y)| x.abs_diff(q).max(y.abs_diff(r)) < MOST as u32);
        let board = is_close.then(|| Board::new(Hexagons::free(places)));
        let connected = board.filter(|board| board.graph.group(0, &board.all) == board.all);
        connected.ok_or_else(|| TextError::new("the cells are not connected"))
    }

    /// The cells as [`read`](Self::read) takes them, by q, then r.
    pub fn write(&self, between: &str) -> String {
        let name = |cell| {
            let (q, r) = self.cells.place(cell);
            format!("{q}:{r}")
        };
        (0..self.cells.len()).map(name).collect::<Vec<_>>().join(between)
    }
}
