//! Crazyhouse: captured pieces change sides. Rules: the docs page of `crazyhouse`.

use super::army::{Kind, traits};
use super::position::{BISHOP, KNIGHT, PAWN, QUEEN, ROOK};
use super::rules::Rules;
use super::standard::{PIECES, PROMOTIONS, START, take_options};
use super::variant::{Design, Hands, Kept, Variant};
use crate::board::Grid;
use crate::prelude::*;

/// Crazyhouse.
#[derive(Clone, Copy)]
pub struct Crazyhouse;

impl Variant for Crazyhouse {
    type Set = u64;
    type Kinds = [u64; 6];
    type Cells = [u8; 64];
    type Hands = Kept<Hands>;
    type Marks = Kept<u64>;
    const TRAITS: &'static [Kind] = &traits(&PIECES);
    const PAWNS: bool = true;
    const CASTLES: bool = true;
    const DROPS: bool = true;
}

impl Build for Crazyhouse {
    fn build(mut options: Options) -> Built {
        let start = format!("{START}[] w KQkq - 0 1");
        let mut design = Design::new("crazyhouse", Grid::new(8, 8), PIECES.to_vec(), &start);
        design.choices = PROMOTIONS.to_vec();
        design.hand = vec![QUEEN, ROOK, BISHOP, KNIGHT, PAWN];
        take_options(&mut design, &mut options)?;
        // Pieces never leave the game, so that repetition alone would end it only in theory.
        design.limit = options.int("max_turns", 20_000, 1..=20_000)? as u32;
        let options = options.finish("crazyhouse")?;
        Ok(erase("crazyhouse", options, Rules::<Crazyhouse>::new(design)))
    }
}
