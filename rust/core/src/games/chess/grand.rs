//! Grand Chess: ten by ten squares, marshall and cardinal. Rules: the docs page of `grand_chess`.

use super::army::{BISHOP, KNIGHT, Kind, Piece, ROOK, traits};
use super::rules::Rules;
use super::standard::{PIECES, PROMOTIONS, take_options};
use super::variant::{Design, Variant};
use crate::board::Grid;
use crate::prelude::*;

/// Grand Chess.
#[derive(Clone, Copy)]
pub struct GrandChess;

const START: &str = "r8r/1nbqkmcbn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKMCBN1/R8R w - - 0 1";

/// Those of chess, and two that add a knight to a rook or a bishop.
const ALL: [Piece; 8] = {
    let [k, p, n, b, r, q] = PIECES;
    [k, p, n, b, r, q, Piece::both(b'M', ROOK, KNIGHT), Piece::both(b'C', BISHOP, KNIGHT)]
};

impl Variant for GrandChess {
    type Set = u128;
    type Kinds = [u128; 8];
    type Cells = [u8; 100];
    type Hands = ();
    type Marks = ();
    const TRAITS: &'static [Kind] = &traits(&ALL);
    const PAWNS: bool = true;
}

impl Build for GrandChess {
    fn build(mut options: Options) -> Built {
        let mut design = Design::new("grand_chess", Grid::new(10, 10), ALL.to_vec(), START);
        design.choices = PROMOTIONS.to_vec();
        design.choices.extend([(b'm', 6), (b'c', 7)]);
        (design.zone, design.optional, design.from_captured, design.pawn_row) = (3, true, true, 2);
        take_options(&mut design, &mut options)?;
        let options = options.finish("grand_chess")?;
        Ok(erase("grand_chess", options, Rules::<GrandChess>::new(design)))
    }
}
