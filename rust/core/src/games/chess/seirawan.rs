//! Seirawan chess: hawk and elephant enter on cells that a piece leaves for the first time. Rules: the docs page of
//! `seirawan`.

use super::army::{BISHOP, KNIGHT, Kind, Piece, ROOK, traits};
use super::rules::Rules;
use super::standard::{PIECES, PROMOTIONS, START, take_options};
use super::variant::{Design, Hands, Kept, Variant};
use crate::board::Grid;
use crate::prelude::*;

/// Seirawan chess.
#[derive(Clone, Copy)]
pub struct Seirawan;

/// Those of chess, and two that add a knight to a rook or a bishop.
const ALL: [Piece; 8] = {
    let [k, p, n, b, r, q] = PIECES;
    [k, p, n, b, r, q, Piece::both(b'H', BISHOP, KNIGHT), Piece::both(b'E', ROOK, KNIGHT)]
};

impl Variant for Seirawan {
    type Set = u64;
    type Kinds = [u64; 8];
    type Cells = [u8; 64];
    type Hands = Kept<Hands>;
    type Marks = Kept<u64>;
    const TRAITS: &'static [Kind] = &traits(&ALL);
    const PAWNS: bool = true;
    const CASTLES: bool = true;
    const GATES: bool = true;
}

impl Build for Seirawan {
    fn build(mut options: Options) -> Built {
        let start = format!("{START}[HEhe] w KQBCDFGkqbcdfg - 0 1");
        let mut design = Design::new("seirawan", Grid::new(8, 8), ALL.to_vec(), &start);
        design.choices = PROMOTIONS.to_vec();
        design.choices.extend([(b'h', 6), (b'e', 7)]);
        (design.hand, design.gated) = (vec![6, 7], 2);
        take_options(&mut design, &mut options)?;
        let options = options.finish("seirawan")?;
        Ok(erase("seirawan", options, Rules::<Seirawan>::new(design)))
    }
}
