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
    /// Observations have the cells in one row, whatever the shape of the board.
    in_row: bool,
}

impl<const W: usize> Board<W> {
    /// The hexagon of hexagons.
    pub fn regular(size: usize) -> Self {
        Board::new(Hexagons::upright(size), false)
    }

    fn new(cells: Hexagons, in_row: bool) -> Self {
        let places = (0..cells.len()).map(|cell| cells.place(cell));
        let key = places.fold(0, |key, (q, r)| mix(mix(key, q as u64), r as u64));
        let board = &cells;
        let graph = Graph::new(cells.len(), |cell| DIRECTIONS.iter().filter_map(move |&d| board.step(cell, d)));
        Board { graph, all: Bits::first(cells.len()), key, cells, in_row }
    }

    /// Grows a board of so many cells from one: each is drawn from those that touch the cells before, with equal odds.
    pub fn drawn(cells: usize, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let side = 2 * cells as i32 + 1;
        let at = |(q, r): (i32, i32)| (side * (side / 2 + r) + side / 2 + q) as usize;
        let mut seen = vec![false; (side * side) as usize];
        let (mut places, mut edge) = (Vec::with_capacity(cells), vec![(0, 0)]);
        seen[at((0, 0))] = true;
        while places.len() < cells {
            let (q, r) = edge.swap_remove(rng.below(edge.len()));
            places.push((q, r));
            for next in DIRECTIONS.map(|(dq, dr)| (q + dq, r + dr)) {
                if !std::mem::replace(&mut seen[at(next)], true) {
                    edge.push(next);
                }
            }
        }
        Board::new(Hexagons::free(places), true)
    }

    /// Reads cells `q:r` between blanks or commas, in any order.
    pub fn read(text: &str) -> Result<Self, TextError> {
        let number = |text: &str| text.parse().ok().filter(|n| (-FAR..=FAR).contains(n));
        let mut places = Vec::new();
        for word in text.split(|c: char| c == ',' || c.is_ascii_whitespace()).filter(|word| !word.is_empty()) {
            let Some(place) = word.split_once(':').and_then(|(q, r)| Some((number(q)?, number(r)?))) else {
                let expected = format!("two numbers from -{FAR} to {FAR}, as in -2:1, are expected");
                return Err(TextError::new(format!("{:?} is no cell: {expected}", shorten(word))));
            };
            if places.contains(&place) {
                return Err(TextError::new(format!("the cell {:?} is named twice", shorten(word))));
            }
            if places.len() == MOST {
                return Err(TextError::new(format!("the board has more than {MOST} cells")));
            }
            places.push(place);
        }
        // Connected cells lie close together, and only such fit the table of a board.
        let Some(&(q, r)) = places.first() else {
            return Err(TextError::new("the board has no cells: some, as in -1:0 -1:1 0:0, are expected"));
        };
        if places.iter().all(|&(x, y)| x.abs_diff(q).max(y.abs_diff(r)) < MOST as u32) {
            let board = Board::new(Hexagons::free(places), true);
            if board.graph.group(0, &board.all) == board.all {
                return Ok(board);
            }
        }
        Err(TextError::new("the cells are not connected"))
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

impl<const W: usize> Shape for Board<W> {
    fn len(&self) -> usize {
        self.cells.len()
    }

    fn rows(&self) -> impl Iterator<Item = usize> {
        self.cells.rows()
    }

    fn frame(&self) -> [usize; 2] {
        if self.in_row { [1, MOST] } else { self.cells.frame() }
    }

    fn spot(&self, cell: usize) -> usize {
        if self.in_row { cell } else { self.cells.spot(cell) }
    }
}
