//! Tiles: the polyominoes up to a size, their orientations, their places on a board, and a tree to find those that fit.
//!
//! The polyominoes that hold a given square form a tree: the root is the monomino, a child has one square more, and
//! every one comes once (Redelmeier, "Counting polyominoes: yet another attack", 1981). What fits on free squares is
//! found by a walk through this tree that leaves out whatever is below a square that is not free. So the walk costs
//! little more than what it finds.

use crate::board::ORTHOGONAL;
use std::collections::BTreeSet;

/// Column and row.
type Square = (i32, i32);

/// A tile turned and mirrored in one way.
#[derive(Clone, Debug)]
pub struct Orientation {
    /// The number of the tile.
    pub tile: usize,
    /// In order; the lower left corner of the box around them is (0, 0).
    squares: Vec<Square>,
    /// Its number of places in a row of the board.
    across: usize,
    /// Its number of places in a column.
    upwards: usize,
    /// The number of its first place; the others follow, row by row.
    first: usize,
}

impl Orientation {
    /// Its number of places.
    fn places(&self) -> usize {
        self.across * self.upwards
    }
}

/// A polyomino that holds the square in the middle of a window.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// As bits of a window.
    pub squares: u64,
    /// See [`number`](Self::number).
    base: u32,
    /// So many nodes on is the next one that does not have all the squares of this one.
    pub skip: u16,
    /// The number of the tile.
    pub tile: u8,
    /// Its number of places in a row of the board.
    across: u8,
}

impl Node {
    /// The number of its place when the middle is in a column and row.
    #[inline]
    pub fn number(&self, column: u8, row: u8) -> u32 {
        self.base.wrapping_add(u32::from(row) * u32::from(self.across) + u32::from(column))
    }
}

/// All tiles up to a size on a square board.
pub struct Tiles {
    /// Columns and rows of the board.
    size: usize,
    /// The number of different tiles.
    pub count: usize,
    /// The number of places of all tiles together.
    pub places: usize,
    /// All orientations: the tiles by size, each size in the order of the smallest orientations, which come first.
    orientations: Vec<Orientation>,
    /// The orientation by number of the place.
    orientation: Box<[u16]>,
    /// The tree, parents before their children; see [`Node`].
    pub tree: Box<[Node]>,
    /// The nodes that do not have the square right of the middle (even) or left of it (odd), nor the one above (0 and
    /// 1) or below (2 and 3). These lists are equally long.
    pub beside: [Box<[Node]>; 4],
}

impl Tiles {
    /// The tiles of up to `most` squares on a board of `size` columns and rows.
    pub fn new(size: usize, most: usize) -> Self {
        let mut list = Vec::new();
        grow(&mut list, most, &[], vec![(0, 0)], &[(0, 0)]);
        let tiles: BTreeSet<_> = list.iter().map(|(squares, _)| (squares.len(), turned(squares))).collect();
        let (count, mut places, mut orientations) = (tiles.len(), 0, Vec::new());
        for (tile, (_, turned)) in tiles.into_iter().enumerate() {
            for squares in turned {
                let (right, top) = squares.iter().fold((0, 0), |(x, y), s| (s.0.max(x), s.1.max(y)));
                let (across, upwards) = (size - right as usize, size - top as usize);
                orientations.push(Orientation { tile, squares, across, upwards, first: places });
                places += across * upwards;
            }
        }
        let by_place = orientations.iter().enumerate().flat_map(|(i, o)| vec![i as u16; o.places()]);
        let orientation = by_place.collect();
        let (tree, beside) = (Box::default(), Default::default());
        let mut tiles = Tiles { size, count, places, orientations, orientation, tree, beside };
        tiles.tree = list.iter().filter_map(|(squares, skip)| tiles.node(squares, *skip, most)).collect();
        tiles.beside = [[(1, 0), (0, 1)], [(-1, 0), (0, 1)], [(1, 0), (0, -1)], [(-1, 0), (0, -1)]].map(|walls| {
            let walls = in_window(&walls, most);
            tiles.tree.iter().copied().filter(|node| node.squares & walls == 0).collect()
        });
        tiles
    }

    /// The node of a polyomino around (0, 0).
    fn node(&self, squares: &[Square], skip: usize, most: usize) -> Option<Node> {
        let (orientation, (x, y)) = (self.find(squares)?, corner(squares));
        Some(Node {
            squares: in_window(squares, most),
            base: (orientation.first as i32 + y * orientation.across as i32 + x) as u32,
            skip: skip as u16,
            tile: orientation.tile as u8,
            across: orientation.across as u8,
        })
    }

    /// The orientation of a tile with these squares.
    pub fn find(&self, squares: &[Square]) -> Option<&Orientation> {
        let squares = in_box(squares);
        self.orientations.iter().find(|o| o.squares == squares)
    }

    /// The tile in a place, and its squares as cells of the board.
    #[inline]
    pub fn place(&self, number: usize) -> (usize, impl Iterator<Item = usize>) {
        let o = &self.orientations[self.orientation[number] as usize];
        let at = number - o.first;
        let corner = at / o.across * self.size + at % o.across;
        (o.tile, o.squares.iter().map(move |s| corner + s.1 as usize * self.size + s.0 as usize))
    }

    /// The number of pairs of places of two different tiles that do not overlap, in either order. Those that do are
    /// counted by orientations and their distance.
    pub fn pairs(&self) -> u64 {
        // The number of places in a line for one out of `a` and one out of `b` at a distance.
        let in_line = |a: usize, b: usize, distance: i32| {
            let (from, to) = ((-distance).max(0), (a as i32).min(b as i32 - distance));
            (to - from).max(0) as u64
        };
        let mut pairs = 0;
        for a in &self.orientations {
            for b in self.orientations.iter().filter(|b| b.tile < a.tile) {
                let both = a.squares.iter().flat_map(|p| b.squares.iter().map(move |q| (p.0 - q.0, p.1 - q.1)));
                let mut overlapping: Vec<Square> = both.collect();
                overlapping.sort_unstable();
                overlapping.dedup();
                pairs += (a.places() * b.places()) as u64;
                for (x, y) in overlapping {
                    pairs -= in_line(a.across, b.across, x) * in_line(a.upwards, b.upwards, y);
                }
            }
        }
        2 * pairs
    }
}

/// Lists the polyominoes of up to `most` squares that add some of the `untried` ones to `squares`, and all that can be
/// grown from there: each with the number of those, itself included, that follow on the list and have all its squares.
/// Whatever has been `seen` is in the polyomino, is untried, or must stay out.
fn grow(
    list: &mut Vec<(Vec<Square>, usize)>,
    most: usize,
    squares: &[Square],
    mut untried: Vec<Square>,
    seen: &[Square],
) {
    while let Some(square) = untried.pop() {
        let (at, larger) = (list.len(), [squares, &[square]].concat());
        list.push((larger.clone(), 0));
        if larger.len() < most {
            let around = ORTHOGONAL.map(|(x, y)| (square.0 + x, square.1 + y));
            let new: Vec<Square> = around.into_iter().filter(|s| !seen.contains(s)).collect();
            grow(list, most, &larger, [&untried[..], &new].concat(), &[seen, &new].concat());
        }
        list[at].1 = list.len() - at;
    }
}

/// Squares as bits of the window of tiles of up to `most` squares: all squares at most `most - 1` steps from its middle
/// (0, 0), row by row from below.
fn in_window(squares: &[Square], most: usize) -> u64 {
    let radius = most as i32 - 1;
    let number = |&(column, row): &Square| {
        let below: i32 = (-radius..row).map(|r| 2 * (radius - r.abs()) + 1).sum();
        below + column + radius - row.abs()
    };
    squares.iter().fold(0, |bits, square| bits | 1 << number(square))
}

/// The lower left corner of the box around some squares.
fn corner(squares: &[Square]) -> Square {
    (squares.iter().map(|s| s.0).min().unwrap_or(0), squares.iter().map(|s| s.1).min().unwrap_or(0))
}

/// The squares moved so that their box begins at (0, 0), in order.
fn in_box(squares: &[Square]) -> Vec<Square> {
    let (left, bottom) = corner(squares);
    let moved: BTreeSet<Square> = squares.iter().map(|s| (s.0 - left, s.1 - bottom)).collect();
    moved.into_iter().collect()
}

/// All orientations of a polyomino.
fn turned(shape: &[Square]) -> BTreeSet<Vec<Square>> {
    let moved = |i: usize, &(x, y): &Square| {
        let (x, y) = if i & 1 != 0 { (y, x) } else { (x, y) };
        (if i & 2 != 0 { -x } else { x }, if i & 4 != 0 { -y } else { y })
    };
    (0..8).map(|i| in_box(&shape.iter().map(|s| moved(i, s)).collect::<Vec<_>>())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_tiles_orientations_and_places_as_there_are() {
        for (size, most, places) in [(8, 4, 1269), (12, 4, 3229), (14, 5, 13_729), (20, 6, 97_929)] {
            let tiles = Tiles::new(size, most);
            let free = [1, 2, 4, 9, 21, 56];
            let fixed = [1, 3, 9, 28, 91, 307];
            assert_eq!((tiles.count, tiles.orientations.len()), (free[most - 1], fixed[most - 1]));
            assert_eq!((tiles.places, tiles.orientation.len()), (places, places));
            assert!(tiles.beside.iter().all(|list| list.len() == tiles.beside[0].len()));
            // Each orientation once with each of its squares in the middle.
            assert_eq!(tiles.tree.len(), tiles.orientations.iter().map(|o| o.squares.len()).sum::<usize>());
        }
    }
}
