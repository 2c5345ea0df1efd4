//! What texts and observations ask of a board, and stones of two sides on it.

use super::bits::Bits;

/// A board as it is written down: cells in rows, and their places in a rectangle.
pub trait Shape {
    /// Number of cells.
    fn len(&self) -> usize;

    /// Whether there are no cells.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The lengths of the rows in which a position text has the cells.
    fn rows(&self) -> impl Iterator<Item = usize>;

    /// Rows and columns of a plane of an observation.
    fn frame(&self) -> [usize; 2];

    /// The place of a cell in such a plane.
    fn spot(&self, cell: usize) -> usize;

    /// The shape of an observation of so many planes.
    fn planes(&self, planes: usize) -> Vec<usize> {
        let [rows, columns] = self.frame();
        vec![planes, rows, columns]
    }

    /// Writes an observation whose first planes are sets of cells, and the others facts about the whole position: all
    /// ones where they hold.
    fn paint<const W: usize>(&self, sets: &[Bits<W>], facts: &[bool], out: &mut [f32]) {
        sets.iter().enumerate().for_each(|(plane, set)| self.show(set, plane, out));
        facts.iter().enumerate().for_each(|(i, &fact)| self.flag(fact, sets.len() + i, out));
    }

    /// Sets the cells of a set to one in plane `plane` of an observation.
    fn show<const W: usize>(&self, set: &Bits<W>, plane: usize, out: &mut [f32]) {
        let begin = plane * self.frame().iter().product::<usize>();
        set.iter().for_each(|cell| out[begin + self.spot(cell)] = 1.0);
    }

    /// Sets all of plane `plane` to one if `on`; places that are no cells included.
    fn flag(&self, on: bool, plane: usize, out: &mut [f32]) {
        let size = self.frame().iter().product::<usize>();
        if on {
            out[plane * size..(plane + 1) * size].fill(1.0);
        }
    }
}

/// One letter per cell for the stones of two sides, `.` for none.
pub fn letters<const W: usize>(cells: usize, stones: &[Bits<W>; 2], names: [u8; 2]) -> Vec<u8> {
    let mut out = vec![b'.'; cells];
    for (set, name) in stones.iter().zip(names) {
        set.iter().for_each(|cell| out[cell] = name);
    }
    out
}

/// The stones that [`letters`] wrote.
pub fn stones<const W: usize>(cells: &[u8], names: [u8; 2]) -> [Bits<W>; 2] {
    names.map(|name| cells.iter().enumerate().filter(|&(_, &c)| c == name).map(|(cell, _)| cell).collect())
}
