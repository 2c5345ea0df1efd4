//! Where tiles fit: squares as rows of bits, the windows around touching points, and what is found in them.

use super::tiles::Tiles;
use crate::board::ones;
use crate::prelude::*;

/// Squares of a board, as bits by row.
pub type Squares<const N: usize> = [u32; N];

/// The squares above and below those of a set.
fn near<const N: usize>(rows: &Squares<N>, row: usize) -> u32 {
    rows.get(row.wrapping_sub(1)).unwrap_or(&0) | rows.get(row + 1).unwrap_or(&0)
}

/// The squares left and right of those of a row.
fn beside(row: u32) -> u32 {
    row << 1 | row >> 1
}

/// Those of `squares` that are connected with the first one.
pub fn connected<const N: usize>(squares: &Squares<N>) -> Squares<N> {
    let mut group = [0; N];
    if let Some(row) = squares.iter().position(|&row| row != 0) {
        group[row] = squares[row] & squares[row].wrapping_neg();
    }
    loop {
        let before = group;
        for y in 0..N {
            group[y] |= (near(&group, y) | beside(group[y])) & squares[y];
        }
        if group == before {
            return group;
        }
    }
}

/// The squares where a colour cannot place a tile, and its touching points.
#[inline]
pub fn ring<const N: usize>(own: &Squares<N>, other: &Squares<N>) -> (Squares<N>, Squares<N>) {
    let (mut blocked, mut points) = ([0; N], [0; N]);
    let flanks: Squares<N> = std::array::from_fn(|y| beside(own[y]));
    for y in 0..N {
        blocked[y] = own[y] | other[y] | flanks[y] | near(own, y);
        points[y] = near(&flanks, y) & !blocked[y] & ((1 << N) - 1);
    }
    (blocked, points)
}

/// What is blocked in the squares up to `R` steps from a point (see [`Tiles`] for their order).
#[derive(Clone, Copy)]
pub struct Window<const R: usize> {
    blocked: u64,
    column: u8,
    row: u8,
}

impl<const R: usize> Window<R> {
    /// Which of its neighbours are blocked for sure, for a touching point has a blocked one at its left or right, and one
    /// above or below: the index in [`Tiles::beside`].
    #[inline]
    fn walls(self) -> usize {
        let (middle, above) = (R * (R + 1), 2 * R);
        let free = |square: usize| usize::from(self.blocked >> square & 1 == 0);
        free(middle + 1) | free(middle + above) << 1
    }
}

/// The windows around points of the board. The points before each one count as blocked, so that no place is found twice.
#[inline]
pub fn windows<const N: usize, const R: usize>(blocked: &Squares<N>, points: &Squares<N>) -> Vec<Window<R>> {
    // The board with a blocked margin of R squares.
    let mut field = [!0u32; 32];
    for y in 0..N {
        field[y + R] = !(((1 << N) - 1) << R) | blocked[y] << R;
    }
    let mut windows = Vec::with_capacity(4 * N);
    for (y, &row) in points.iter().enumerate() {
        for x in ones(row.into()) {
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

/// The windows around the touching points of a colour that has the tiles `left`, in play.
#[inline]
pub fn room<const N: usize, const R: usize>(own: &Squares<N>, other: &Squares<N>, left: u64) -> Vec<Window<R>> {
    let (blocked, mut points) = ring(own, other);
    if left & 1 == 0 {
        // Without the monomino, points that have no free neighbour are of no use.
        let free: Squares<N> = std::array::from_fn(|y| !blocked[y] & ((1 << N) - 1));
        for y in 0..N {
            points[y] &= near(&free, y) | beside(free[y]);
        }
    }
    windows(&blocked, &points)
}

impl Tiles {
    /// Calls `f` with every place of the tiles `left` that holds the middle of a window and nothing blocked there.
    #[inline]
    pub fn fitting<const R: usize>(&self, windows: &[Window<R>], left: u64, mut f: impl FnMut(Action)) {
        for window in windows {
            let mut at = 0;
            while let Some(node) = self.tree.get(at) {
                if window.blocked >> node.square & 1 != 0 {
                    at += usize::from(node.skip);
                    continue;
                }
                if left >> node.tile & 1 != 0 {
                    f(node.number(window.column, window.row));
                }
                at += 1;
            }
        }
    }

    /// A random one of the places that [`fitting`](Self::fitting) finds around touching points and, if there is one, of
    /// another action. Pairs of a window and a polyomino around its middle are drawn until one fits: in open positions
    /// that is much faster than to list all that fit. `None` if there is no luck.
    #[inline]
    pub fn draw<const R: usize>(
        &self,
        windows: &[Window<R>],
        left: u64,
        other: Option<Action>,
        rng: &mut Rng,
    ) -> Option<Action> {
        let around = self.beside[0].len();
        for _ in 0..if windows.is_empty() { 0 } else { around } {
            if other.is_some() && rng.below(windows.len() * around + 1) == 0 {
                return other;
            }
            let window = windows[rng.below(windows.len())];
            let (squares, node) = self.beside[window.walls()][rng.below(around)];
            if window.blocked & squares == 0 && left >> node.tile & 1 != 0 {
                return Some(node.number(window.column, window.row));
            }
        }
        None
    }
}
