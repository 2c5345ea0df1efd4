//! Position texts: the FEN of PDN, and behind it what a FEN does not say but the rules need.
//!
//! `:H12` says that 12 plies were made by kings only since the last capture or move of a man (as lidraughts
//! writes it); `:L5` and `:S5`, that 5 plies were made since the long and the short ending of a lone king stood on
//! the board; `:X26,31,39`, that a capture is under way: the piece that goes on, and the pieces it has jumped. A
//! field is written only where its number is not 0.

use super::kinds::{ENDINGS, Kind};
use super::state::State;
use crate::board::dark::each;
use crate::board::lists::{Lists, Piece};
use crate::prelude::*;
use std::fmt::Write as _;

impl<K: Kind> State<K> {
    /// The position games begin from.
    pub(super) fn usual_start() -> Self {
        let men = |squares: std::ops::Range<usize>| squares.fold(0, |set, square| set | K::BOARD.bit(square));
        let mut pieces = [men(0..K::MEN); 2];
        pieces[usize::from(K::WHITE)] = men(K::BOARD.len() - K::MEN..K::BOARD.len());
        State::new(0, pieces, 0)
    }

    pub(super) fn write(&self) -> String {
        let list = |seat: u8| -> Vec<Piece> {
            let pieces = each(self.pieces[usize::from(seat)]);
            pieces.map(|bit| (K::BOARD.square(bit), self.kings & bit != 0)).collect()
        };
        let lists = Lists { white_moves: self.player == K::WHITE, pieces: [list(K::WHITE), list(1 - K::WHITE)] };
        let mut out = lists.write(|square| (square + 1).to_string());
        let [long, short] = self.endings.map(|plies| plies.saturating_sub(1));
        for (letter, plies) in [('H', self.quiet), ('L', long), ('S', short)] {
            if plies > 0 {
                let _ = write!(out, ":{letter}{plies}");
            }
        }
        if self.jumped != 0 {
            let _ = write!(out, ":X{}", K::BOARD.square(self.jumpers) + 1);
            for square in K::BOARD.squares(self.jumped) {
                let _ = write!(out, ",{}", square + 1);
            }
        }
        out
    }

    pub(super) fn read(text: &str) -> Result<Self, TextError> {
        let (lists, fields) = Lists::read(text, K::BOARD.len(), Self::read_square)?;
        let (mut pieces, mut kings) = ([0; 2], 0);
        for (list, seat) in lists.pieces.iter().zip([K::WHITE, 1 - K::WHITE]) {
            ensure!(list.len() <= K::MEN, "{} pieces of one side, at most {} can be", list.len(), K::MEN);
            for &(square, king) in list {
                pieces[usize::from(seat)] |= K::BOARD.bit(square);
                kings |= if king { K::BOARD.bit(square) } else { 0 };
            }
        }
        let mut s = State::new(K::WHITE ^ u8::from(!lists.white_moves), pieces, kings);
        s.read_fields(fields)?;
        let unable = (pieces[0] & K::far_row(0) | pieces[1] & K::far_row(1)) & !kings;
        if let Some(man) = each(unable & !s.going_on()).next() {
            return Err(TextError::new(format!("the man on {} would be a king", K::BOARD.square(man) + 1)));
        }
        s.begin_endings();
        if s.quiet > 0 {
            s.note();
        }
        if s.jumped == 0 {
            s.begin_turn(1);
        }
        Ok(s)
    }

    fn read_square(name: &str) -> Result<usize, TextError> {
        Ok(text::number(name.trim(), 1, K::BOARD.len() as u64, "a square")? as usize - 1)
    }

    /// What stands behind the lists of pieces.
    fn read_fields<'a>(&mut self, fields: impl Iterator<Item = &'a str>) -> Result<(), TextError> {
        let mut seen = String::new();
        for field in fields.map(str::trim) {
            let name = field.chars().next().unwrap_or(' ').to_ascii_uppercase();
            ensure!(!seen.contains(name), "two fields {name} behind the lists of pieces");
            seen.push(name);
            let rest = field.get(1..).unwrap_or("").trim();
            let number = |most: u8| text::number(rest, 0, most.into(), "a number of plies").map(|plies| plies as u8);
            let since = |plies| if plies == 0 { 0 } else { plies + 1 };
            match name {
                'H' => self.quiet = number(K::QUIET)?,
                'L' if K::LIMITED_ENDINGS => self.endings[0] = since(number(ENDINGS[0].plies)?),
                'S' if K::LIMITED_ENDINGS => self.endings[1] = since(number(ENDINGS[1].plies)?),
                // The number of the move, as lidraughts writes it.
                'F' => drop(text::number(rest, 0, 100_000, "the number of the move")?),
                'X' => self.read_chain(rest)?,
                _ => {
                    return Err(TextError::new(format!(
                        "{:?} behind the lists of pieces; fields H, F, X{} may stand there",
                        shorten(field),
                        if K::LIMITED_ENDINGS { ", L, S" } else { "" }
                    )));
                }
            }
        }
        Ok(())
    }

    /// A capture under way: the piece that goes on, and the pieces it has jumped.
    fn read_chain(&mut self, list: &str) -> Result<(), TextError> {
        let mut squares = list.split(',').map(|name| Self::read_square(name).map(|square| K::BOARD.bit(square)));
        let at = squares.next().unwrap_or(Ok(0))?;
        let jumped = squares.try_fold(0, |set, bit| Ok(set | bit?))?;
        let (own, foes, _) = self.sides();
        let has_jumped = at & own != 0 && jumped != 0 && jumped & !foes == 0;
        ensure!(
            has_jumped && self.chain(at).goes_on(at, jumped),
            "X{}: a piece of the side to move that can capture more, and the pieces it has jumped, are expected",
            shorten(list)
        );
        (self.jumpers, self.jumped) = (at, jumped);
        Ok(())
    }
}
