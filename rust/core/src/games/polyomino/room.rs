//! Where tiles fit: the windows around touching points, and what is found in them.

use super::tiles::Tiles;
use crate::board::{Bits, ones};
use crate::prelude::*;

/// What is blocked in the squares up to `R` steps from a point (see [`Tiles`] for their order).
#[derive(Clone, Copy)]
pub struct Window<const R: usize> {
    blocked: u64,
    column: u8,
    row: u8,
}

impl<const R: usize> Window<R> {
    /// Which of its neighbours are blocked for sure, for a touching point has a blocked one at its left or right, and
    /// one above or below: the index in [`Tiles::beside`].
    #[inline]
    fn walls(self) -> usize {
        let (middle, above) = (R * (R + 1), 2 * R);
        let free = |square: usize| usize::from(self.blocked >> square & 1 == 0);
        free(middle + 1) | free(middle + above) << 1
    }
}

/// The windows around points of a board of `N` columns and rows. The points before each one count as blocked, so that
/// no place is found twice. Points that have no free neighbour are left out unless there is a `monomino` to place.
#[inline]
pub fn windows<const N: usize, const W: usize, const R: usize>(
    blocked: &Bits<W>,
    points: &Bits<W>,
    monomino: bool,
) -> Vec<Window<R>> {
    let row = |set: &Bits<W>, y: usize| {
        let (word, bit) = (y * N / 64, y * N % 64);
        let beyond = set.0.get(word + 1).map_or(0, |next| next << 1 << (63 - bit));
        (set.0[word] >> bit | beyond) as u32 & ((1 << N) - 1)
    };
    // The board with a blocked margin of R squares.
    let mut field = [!0u32; 32];
    for y in 0..N {
        field[y + R] = !(((1 << N) - 1) << R) | row(blocked, y) << R;
    }
    let mut windows = Vec::with_capacity(4 * N);
    for y in 0..N {
        let closed = field[y + R] << 1 & field[y + R] >> 1 & field[y + R - 1] & field[y + R + 1];
        let open = if monomino { !0 } else { !closed >> R };
        for x in ones(u64::from(row(points, y) & open)) {
            let (mut blocked, mut width) = (0u64, 0);
            for d in 0..=2 * R {
                let narrow = d.abs_diff(R);
                let here = 2 * (R - narrow) + 1;
                blocked |= u64::from(field[y + d] >> (x + narrow) & ((1 << here) - 1)) << width;
                width += here;
            }
            windows.push(Window { blocked, column: x as u8, row: y as u8 });
            field[y + R] |= 1 << (x + R);
        }
    }
    windows
}

impl Tiles {
    /// Calls `f` with every place of some tiles that holds the middle of a window and nothing blocked there.
    #[inline]
    pub fn fitting<const R: usize>(&self, windows: &[Window<R>], tiles: u64, mut f: impl FnMut(Action)) {
        for window in windows {
            let mut at = 0;
            while let Some(node) = self.tree.get(at) {
                if window.blocked & node.squares != 0 {
                    at += usize::from(node.skip);
                    continue;
                }
                if tiles >> node.tile & 1 != 0 {
                    f(node.number(window.column, window.row));
                }
                at += 1;
            }
        }
    }

    /// How many polyominoes [`draw`](Self::draw) draws from, for each window.
    pub fn around(&self) -> usize {
        self.beside[0].len()
    }

    /// Draws one of the windows around touching points and a polyomino around its middle: its place, if it fits.
    #[inline]
    pub fn draw<const R: usize>(&self, windows: &[Window<R>], tiles: u64, rng: &mut Rng) -> Option<Action> {
        let window = windows[rng.below(windows.len())];
        let node = self.beside[window.walls()][rng.below(self.around())];
        let fits = window.blocked & node.squares == 0 && tiles >> node.tile & 1 != 0;
        fits.then(|| node.number(window.column, window.row))
    }
}
