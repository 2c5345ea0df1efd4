//! Tiles: the polyominoes up to a size, their orientations, their places on a board, and a tree to find those that fit.
//!
//! The polyominoes that hold a given square form a tree: the root is the monomino, a child has one square more, and
//! every one comes once (Redelmeier, "Counting polyominoes: yet another attack", 1981). What fits on free squares is
//! found by a walk through this tree that leaves out whatever is below a square that is not free. So the walk costs
//! little more than what it finds.

use std::collections::{BTreeSet, HashMap};

/// The most squares of a tile.
pub const MOST: usize = 6;

/// Column and row.
type Square = (i32, i32);

/// A tile turned and mirrored in one way, in its box.
#[derive(Clone, Debug)]
pub struct Orientation {
    /// The number of the tile.
    pub tile: usize,
    /// Columns of the box.
    pub columns: usize,
    /// Rows of the box.
    pub rows: usize,
    /// The squares as bits by row, from below.
    pub shape: [u8; MOST],
    /// The number of its first place; the others follow, row by row.
    pub first: usize,
}

impl Orientation {
    /// Its number of places in a row of a board with `size` columns.
    pub fn across(&self, size: usize) -> usize {
        size + 1 - self.columns
    }

    /// Its number of places on a board of `size` columns and rows.
    pub fn places(&self, size: usize) -> usize {
        self.across(size) * (size + 1 - self.rows)
    }

    fn squares(&self) -> Vec<Square> {
        (0..MOST * MOST)
            .map(|i| ((i % MOST) as i32, (i / MOST) as i32))
            .filter(|&(column, row)| self.shape[row as usize] >> column & 1 != 0)
            .collect()
    }
}

/// A polyomino that holds the square in the middle of a window.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// See [`number`](Self::number).
    base: u32,
    /// So many nodes on is the next one that does not have all the squares of this one.
    pub skip: u16,
    /// The square it has more than its parent, by its number in the window.
    pub square: u8,
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
    pub orientations: Vec<Orientation>,
    /// The orientation by number of the place.
    orientation: Box<[u16]>,
    /// The tree, parents before their children; see [`Node`].
    pub tree: Box<[Node]>,
    /// The nodes that do not have the square right of the middle (even) or left of it (odd), nor the one above (0 and 1)
    /// or below (2 and 3), with all their squares as bits of a window. These lists are equally long.
    pub beside: [Box<[(u64, Node)]>; 4],
}

impl Tiles {
    /// The tiles of up to `most` squares on a board of `size` columns and rows.
    pub fn new(size: usize, most: usize) -> Self {
        let mut tiles = Tiles {
            size,
            count: 0,
            places: 0,
            orientations: Vec::new(),
            orientation: Box::new([]),
            tree: Box::new([]),
            beside: Default::default(),
        };
        let mut shapes = BTreeSet::from([vec![(0, 0)]]);
        let mut numbers = HashMap::new();
        for _ in 0..most {
            for shape in &shapes {
                for squares in turned(shape) {
                    numbers.insert(squares.clone(), tiles.orientations.len());
                    tiles.add(&squares);
                }
                tiles.count += 1;
            }
            shapes = shapes.iter().flat_map(|shape| larger(shape)).collect();
        }
        let orientations = tiles.orientations.iter().enumerate();
        tiles.orientation = orientations.flat_map(|(i, o)| vec![i as u16; o.places(size)]).collect();
        let mut tree = Vec::new();
        tiles.grow(&mut tree, most, &numbers, &mut Vec::new(), vec![(0, 0)], &[(0, 0)]);
        tiles.beside = [[(1, 0), (0, 1)], [(-1, 0), (0, 1)], [(1, 0), (0, -1)], [(-1, 0), (0, -1)]].map(|walls| {
            let walls = walls.iter().fold(0, |all, &wall| all | 1 << in_window(wall, most));
            tree.iter().copied().filter(|(mask, _)| mask & walls == 0).collect()
        });
        tiles.tree = tree.into_iter().map(|(_, node)| node).collect();
        tiles
    }

    fn add(&mut self, squares: &[Square]) {
        let mut shape = [0; MOST];
        squares.iter().for_each(|&(column, row)| shape[row as usize] |= 1 << column);
        let columns = squares.iter().map(|s| s.0 as usize + 1).max().unwrap_or(0);
        let rows = squares.iter().map(|s| s.1 as usize + 1).max().unwrap_or(0);
        let new = Orientation { tile: self.count, columns, rows, shape, first: self.places };
        self.places += new.places(self.size);
        self.orientations.push(new);
    }

    /// Adds to `squares` each of the `untried` ones in turn, with all that can be grown from there. Whatever has been
    /// `seen` is in the polyomino, is untried, or must stay out.
    fn grow(
        &self,
        tree: &mut Vec<(u64, Node)>,
        most: usize,
        numbers: &HashMap<Vec<Square>, usize>,
        squares: &mut Vec<Square>,
        mut untried: Vec<Square>,
        seen: &[Square],
    ) {
        while let Some(square) = untried.pop() {
            squares.push(square);
            let (at, (x, y)) = (tree.len(), corner(squares));
            let orientation = &self.orientations[numbers[&in_box(squares.clone())]];
            let across = orientation.across(self.size);
            let base = orientation.first as i32 + y * across as i32 + x;
            let (tile, across) = (orientation.tile as u8, across as u8);
            let mask = squares.iter().fold(0, |mask, &s| mask | 1 << in_window(s, most));
            tree.push((mask, Node { base: base as u32, skip: 0, square: in_window(square, most), tile, across }));
            if squares.len() < most {
                let new: Vec<Square> = around(square).into_iter().filter(|s| !seen.contains(s)).collect();
                let (untried, seen) = ([&untried[..], &new].concat(), [seen, &new].concat());
                self.grow(tree, most, numbers, squares, untried, &seen);
            }
            tree[at].1.skip = (tree.len() - at) as u16;
            squares.pop();
        }
    }

    /// The orientation in a place, and column and row of the lower left corner of its box.
    #[inline]
    pub fn place(&self, number: usize) -> (&Orientation, usize, usize) {
        let orientation = &self.orientations[self.orientation[number] as usize];
        let (at, across) = (number - orientation.first, orientation.across(self.size));
        (orientation, at % across, at / across)
    }

    /// The number of the place of a tile with these squares, as bits by row; they are connected.
    pub fn find(&self, squares: &[u32]) -> Option<usize> {
        let row = squares.iter().position(|&bits| bits != 0)?;
        let column = squares.iter().fold(0, |all, bits| all | bits).trailing_zeros();
        let shape: Vec<u32> = squares[row..].iter().map(|bits| bits >> column).take_while(|&bits| bits != 0).collect();
        let mut orientations = self.orientations.iter();
        let found =
            orientations.find(|o| o.shape[..o.rows].iter().map(|&bits| u32::from(bits)).eq(shape.iter().copied()))?;
        Some(found.first + row * found.across(self.size) + column as usize)
    }

    /// The number of pairs of places of two different tiles that do not overlap. Those that do are counted by
    /// orientations and their distance: as many as there are places for the box around both.
    pub fn pairs(&self) -> u64 {
        let squares: Vec<Vec<Square>> = self.orientations.iter().map(Orientation::squares).collect();
        let room = |a: usize, b: usize, distance: i32| {
            let span = (a as i32).max(b as i32 + distance) - distance.min(0);
            u64::from((self.size as i32 + 1 - span).max(0).unsigned_abs())
        };
        let mut pairs = 0;
        for (a, of_a) in self.orientations.iter().zip(&squares) {
            for (b, of_b) in self.orientations.iter().zip(&squares).filter(|(b, _)| b.tile != a.tile) {
                pairs += (a.places(self.size) * b.places(self.size)) as u64;
                let mut counted = 0u128;
                for (p, q) in of_a.iter().flat_map(|p| of_b.iter().map(move |q| (p, q))) {
                    let (x, y) = (p.0 - q.0, p.1 - q.1);
                    let bit = 1 << ((y + MOST as i32 - 1) * (2 * MOST as i32 - 1) + x + MOST as i32 - 1);
                    if counted & bit == 0 {
                        pairs -= room(a.columns, b.columns, x) * room(a.rows, b.rows, y);
                    }
                    counted |= bit;
                }
            }
        }
        pairs
    }
}

/// The squares that share an edge with a square.
fn around((column, row): Square) -> [Square; 4] {
    [(column + 1, row), (column, row + 1), (column - 1, row), (column, row - 1)]
}

/// The number of a square in the window of tiles of up to `most` squares: all squares at most `most - 1` steps from its
/// middle (0, 0), row by row from below.
fn in_window((column, row): Square, most: usize) -> u8 {
    let radius = most as i32 - 1;
    let below: i32 = (-radius..row).map(|r| 2 * (radius - r.abs()) + 1).sum();
    (below + column + radius - row.abs()) as u8
}

/// The lower left corner of the box around some squares.
fn corner(squares: &[Square]) -> Square {
    (squares.iter().map(|s| s.0).min().unwrap_or(0), squares.iter().map(|s| s.1).min().unwrap_or(0))
}

/// The squares moved so that their box begins at (0, 0), in order.
fn in_box(mut squares: Vec<Square>) -> Vec<Square> {
    let (left, bottom) = corner(&squares);
    squares.iter_mut().for_each(|s| *s = (s.0 - left, s.1 - bottom));
    squares.sort_unstable();
    squares
}

/// All orientations of a polyomino.
fn turned(shape: &[Square]) -> BTreeSet<Vec<Square>> {
    let moved = |i: usize, &(x, y): &Square| {
        let (x, y) = if i & 1 != 0 { (y, x) } else { (x, y) };
        (if i & 2 != 0 { -x } else { x }, if i & 4 != 0 { -y } else { y })
    };
    (0..8).map(|i| in_box(shape.iter().map(|s| moved(i, s)).collect())).collect()
}

/// The polyominoes with one square more, each in its smallest orientation.
fn larger(shape: &[Square]) -> BTreeSet<Vec<Square>> {
    let new = shape.iter().flat_map(|&s| around(s)).filter(|s| !shape.contains(s));
    new.filter_map(|s| turned(&[shape, &[s]].concat()).pop_first()).collect()
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
            assert_eq!(tiles.tree.len(), tiles.orientations.iter().map(|o| o.squares().len()).sum::<usize>());
        }
    }
}
