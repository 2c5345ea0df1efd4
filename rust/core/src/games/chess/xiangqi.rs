//! Xiangqi, Chinese chess. Rules: the docs page of `xiangqi`.

use super::army::{Kind, Piece, ROOK, traits};
use super::rules::Rules;
use super::variant::{Design, Kept, Law, Variant};
use crate::board::Grid;
use crate::prelude::*;

/// Xiangqi.
#[derive(Clone, Copy)]
pub struct Xiangqi;

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// General, advisor, elephant, horse, chariot, cannon, soldier.
const PIECES: [Piece; 7] = [
    Piece { faces: true, zone: Some(palace), ..Piece::leaper(b'K', &[(1, 0), (0, 1), (-1, 0), (0, -1)]) },
    Piece { zone: Some(advisors), ..Piece::leaper(b'A', &[(1, 1), (-1, 1), (-1, -1), (1, -1)]) },
    Piece {
        zone: Some(elephants),
        lame: &[((1, 1), (2, 2)), ((-1, 1), (-2, 2)), ((-1, -1), (-2, -2)), ((1, -1), (2, -2))],
        ..Piece::new(b'B')
    },
    Piece {
        lame: &[
            ((0, 1), (1, 2)),
            ((0, 1), (-1, 2)),
            ((1, 0), (2, 1)),
            ((1, 0), (2, -1)),
            ((0, -1), (1, -2)),
            ((0, -1), (-1, -2)),
            ((-1, 0), (-2, 1)),
            ((-1, 0), (-2, -1)),
        ],
        ..Piece::new(b'N')
    },
    Piece::rider(b'R', ROOK),
    Piece { hops: true, ..Piece::rider(b'C', ROOK) },
    Piece { beyond: Some((beyond_the_river, &[(1, 0), (-1, 0)])), ..Piece::leaper(b'P', &[(0, 1)]) },
];

fn palace(grid: Grid, cell: usize) -> bool {
    (3..=5).contains(&grid.column(cell)) && grid.row(cell) <= 2
}

/// The middle and the corners of the palace.
fn advisors(grid: Grid, cell: usize) -> bool {
    palace(grid, cell) && !(grid.column(cell) + grid.row(cell)).is_multiple_of(2)
}

/// The seven points an elephant can come to.
fn elephants(grid: Grid, cell: usize) -> bool {
    let (column, row) = (grid.column(cell), grid.row(cell));
    matches!((column % 4, row), (2, 0 | 4) | (0, 2))
}

fn beyond_the_river(grid: Grid, cell: usize) -> bool {
    grid.row(cell) >= 5
}

impl Variant for Xiangqi {
    type Set = u128;
    type Kinds = [u128; 7];
    type Cells = [u8; 90];
    type Hands = ();
    type Marks = Kept<u128>;
    const TRAITS: &'static [Kind] = &traits(&PIECES);
    const SCREENS: bool = true;
    const LAW: Law = Law::Xiangqi;
}

impl Build for Xiangqi {
    fn build(mut options: Options) -> Built {
        let mut design = Design::new("xiangqi", Grid::new(9, 10), PIECES.to_vec(), START);
        design.perpetual_loses = options.choice("perpetual", &["lose", "draw"])? == 0;
        design.limit = options.int("no_capture_limit", 120, 1..=1000)? as u32;
        design.planes = options.int("history", 1, 1..=8)? as usize;
        let options = options.finish("xiangqi")?;
        Ok(erase("xiangqi", options, Rules::<Xiangqi>::new(design)))
    }
}
