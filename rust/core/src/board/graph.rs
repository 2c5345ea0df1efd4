//! The neighbours of every cell as sets, and floods: which cells are connected.
//!
//! Where sets only grow, [`extend`](Graph::extend) keeps the set of the cells joined to something up to date, each cell
//! being visited once per game. For groups with sizes and marks see [`Groups`](super::groups::Groups).

use super::bits::Bits;

/// The neighbours of every cell.
#[derive(Clone, Debug)]
pub struct Graph<const W: usize> {
    near: Box<[Bits<W>]>,
}

impl<const W: usize> Graph<W> {
    /// A graph with `n` cells; `of` gives the neighbours of one.
    pub fn new<I: Iterator<Item = usize>>(n: usize, of: impl Fn(usize) -> I) -> Self {
        Graph { near: (0..n).map(|cell| of(cell).collect()).collect() }
    }

    /// The neighbours of a cell.
    #[inline]
    pub fn near(&self, cell: usize) -> &Bits<W> {
        &self.near[cell]
    }

    /// The neighbours of all cells of a set, in the set or not.
    #[inline]
    pub fn around(&self, set: &Bits<W>) -> Bits<W> {
        set.iter().fold(Bits::EMPTY, |all, cell| all | self.near[cell])
    }

    /// Brings into `joined` the cell, and all of `within` that is connected with it through `within`. What is in
    /// `joined` already is not visited again.
    #[inline]
    pub fn extend(&self, joined: &mut Bits<W>, cell: usize, within: &Bits<W>) {
        joined.insert(cell);
        let new = (self.near[cell] & *within).without(*joined);
        *joined |= new;
        self.flood(joined, new, within);
    }

    /// These cells, and all of `within` that is connected with one of them through `within`.
    #[inline]
    pub fn spread(&self, from: &Bits<W>, within: &Bits<W>) -> Bits<W> {
        let mut joined = *from;
        self.flood(&mut joined, *from, within);
        joined
    }

    /// Goes on from the cells of `todo`, which are in `joined`.
    #[inline]
    fn flood(&self, joined: &mut Bits<W>, mut todo: Bits<W>, within: &Bits<W>) {
        let mut left = within.without(*joined);
        while let Some(at) = todo.pop() {
            let new = self.near[at] & left;
            left ^= new;
            todo |= new;
        }
        *joined |= within.without(left);
    }

    /// The cells connected with a cell through the cells of a set; the cell itself counts as in it.
    #[inline]
    pub fn group(&self, cell: usize, within: &Bits<W>) -> Bits<W> {
        let mut group = Bits::EMPTY;
        self.extend(&mut group, cell, within);
        group
    }

    /// Brings into `reached` the cells connected with a cell through `within`, and all neighbours of these. Parts of
    /// `within` that are in `reached` already are not visited again.
    #[inline]
    pub fn extend_reach(&self, reached: &mut Bits<W>, cell: usize, within: &Bits<W>) {
        reached.insert(cell);
        let mut todo = Bits::one(cell);
        while let Some(at) = todo.lowest() {
            todo.remove(at);
            let new = self.near[at].without(*reached);
            *reached |= new;
            todo |= new & *within;
        }
    }

    /// The group of a cell through the cells of a set, together with all neighbours of the group: where a stone would
    /// be in that group too.
    #[inline]
    pub fn reach(&self, cell: usize, within: &Bits<W>) -> Bits<W> {
        let mut reached = Bits::EMPTY;
        self.extend_reach(&mut reached, cell, within);
        reached
    }

    /// Whether one group of a set that has a cell in `new` joins the sides of a goal: it has a cell on each of three
    /// sides of the board. If no group did so before these cells came to the set, this finds out whether any does now.
    #[inline]
    pub fn joins(&self, set: &Bits<W>, new: &Bits<W>, goals: &[[Bits<W>; 3]]) -> bool {
        let is_met = |set: &Bits<W>| goals.iter().any(|sides| sides.iter().all(|side| side.meets(set)));
        if !is_met(set) {
            return false;
        }
        let mut left = *new;
        while let Some(cell) = left.lowest() {
            let group = self.group(cell, set);
            if is_met(&group) {
                return true;
            }
            left = left.without(group);
        }
        false
    }

    /// The groups of a set: its parts that are connected in themselves, by their smallest cells.
    pub fn groups(&self, set: &Bits<W>) -> impl Iterator<Item = Bits<W>> {
        let mut left = *set;
        std::iter::from_fn(move || {
            let group = self.group(left.lowest()?, &left);
            left = left.without(group);
            Some(group)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::grid::{Grid, ORTHOGONAL};
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn reach_is_the_group_and_what_is_around_it(cells in proptest::collection::vec(0usize..80, 0..80), at in 0usize..80) {
            let grid = Grid::new(10, 8);
            let graph = Graph::<2>::new(grid.len(), |c| ORTHOGONAL.iter().filter_map(move |&d| grid.step(c, d)));
            let set = cells.into_iter().collect();
            let group = graph.group(at, &set);
            prop_assert_eq!(graph.reach(at, &set), group | graph.around(&group));
        }

        #[test]
        fn a_spread_is_the_groups_of_its_cells(cells in proptest::collection::vec(0usize..80, 0..80), few in 0usize..6) {
            let grid = Grid::new(10, 8);
            let graph = Graph::<2>::new(grid.len(), |c| ORTHOGONAL.iter().filter_map(move |&d| grid.step(c, d)));
            let from: Bits<2> = cells.iter().copied().take(few).collect();
            let set = cells.into_iter().skip(few / 2).collect();
            let groups = from.iter().fold(Bits::EMPTY, |all, cell| all | graph.group(cell, &set));
            prop_assert_eq!(graph.spread(&from, &set), groups);
        }

        #[test]
        fn a_group_that_joins_three_sides_is_found(word: u64, more: u64) {
            let grid = Grid::new(7, 5);
            let graph = Graph::<1>::new(grid.len(), |c| ORTHOGONAL.iter().filter_map(move |&d| grid.step(c, d)));
            let side = |on: fn(Grid, usize) -> bool| (0..grid.len()).filter(|&c| on(grid, c)).collect::<Bits<1>>();
            let sides = [side(|g, c| g.row(c) == 0), side(|g, c| g.row(c) == 4), side(|g, c| g.column(c) == 0)];
            let set = Bits::first(grid.len()).without(Bits([word & word.rotate_left(7)]));
            let found = |set: &Bits<1>| graph.groups(set).any(|group| sides.iter().all(|side| side.meets(&group)));
            prop_assert_eq!(graph.joins(&set, &set, &[sides]), found(&set));
            let new = set & Bits([more]);
            prop_assert!(found(&set.without(new)) || graph.joins(&set, &new, &[sides]) == found(&set));
        }
    }
}
