//! Groups of stones that only grow: a union-find with the size of each group, and marks of the game's own.
//!
//! Joining two groups costs a few steps whatever their sizes (the smaller is hung below the larger one, so no tree is
//! deeper than the logarithm of its size). A mark is a bit that a group has as soon as one of its stones has it: an
//! edge it touches, a corner it holds.

use super::bits::Bits;

/// The groups on a board that fits `W` words. Cells without a stone are groups of one cell without marks.
#[derive(Clone, Copy, Debug)]
pub struct Groups<const W: usize> {
    /// Of a root, the size of its group as a negative number; of any other cell, a cell nearer to the root.
    link: [[i16; 64]; W],
    /// Of a root, the marks of its group.
    marks: [[u16; 64]; W],
}

impl<const W: usize> Default for Groups<W> {
    fn default() -> Self {
        Groups { link: [[-1; 64]; W], marks: [[0; 64]; W] }
    }
}

impl<const W: usize> Groups<W> {
    /// The cell that stands for the group of a cell.
    #[inline]
    pub fn root(&self, mut cell: usize) -> usize {
        let link = self.link.as_flattened();
        while link[cell] >= 0 {
            cell = link[cell] as usize;
        }
        cell
    }

    /// Number of cells of the group with this root.
    #[inline]
    pub fn size(&self, root: usize) -> usize {
        -i32::from(self.link[root / 64][root % 64]) as usize
    }

    /// The marks of the group with this root.
    #[inline]
    pub fn marks(&self, root: usize) -> u16 {
        self.marks[root / 64][root % 64]
    }

    /// Adds marks to the group with this root.
    #[inline]
    pub fn mark(&mut self, root: usize, marks: u16) {
        self.marks[root / 64][root % 64] |= marks;
    }

    /// Makes one group of those of two roots; returns its root.
    #[inline]
    pub fn join(&mut self, a: usize, b: usize) -> usize {
        if a == b {
            return a;
        }
        let link = self.link.as_flattened_mut();
        let (root, other) = if link[a] <= link[b] { (a, b) } else { (b, a) };
        link[root] += link[other];
        link[other] = root as i16;
        let marks = self.marks.as_flattened_mut();
        marks[root] |= marks[other];
        root
    }

    /// Joins a new stone with the groups of its neighbours (cells of the same side); returns the root.
    #[inline]
    pub fn add(&mut self, cell: usize, marks: u16, near: &Bits<W>) -> usize {
        let mut root = cell;
        self.mark(cell, marks);
        for stone in near.iter() {
            root = self.join(root, self.root(stone));
        }
        root
    }
}

#[cfg(test)]
mod tests {
    use super::super::graph::Graph;
    use super::super::grid::{Grid, ORTHOGONAL};
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn groups_are_what_a_flood_finds(cells in proptest::collection::vec(0usize..80, 0..120)) {
            let grid = Grid::new(10, 8);
            let graph = Graph::<2>::new(grid.len(), |c| ORTHOGONAL.iter().filter_map(move |&d| grid.step(c, d)));
            let (mut groups, mut stones) = (Groups::<2>::default(), Bits::<2>::EMPTY);
            for cell in cells {
                if !stones.has(cell) {
                    stones.insert(cell);
                    groups.add(cell, 1 << grid.row(cell), &(*graph.near(cell) & stones));
                }
            }
            for group in graph.groups(&stones) {
                let first = group.lowest().unwrap();
                let root = groups.root(first);
                prop_assert!(group.iter().all(|cell| groups.root(cell) == root));
                prop_assert_eq!(group, graph.group(first, &stones));
                prop_assert_eq!(groups.size(root), group.count());
                prop_assert_eq!(groups.marks(root), group.iter().fold(0, |m, cell| m | 1 << grid.row(cell)));
            }
        }
    }
}
