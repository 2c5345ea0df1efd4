//! Positions as lists of pieces, the FEN of the draughts family: `W:WK6,18,21-24:B13,K30`.
//!
//! The side to move, then each side's pieces with kings marked K. The reader takes the two lists in either
//! order, small letters, runs of cells as ranges, blanks around words and a dot at the end. What follows behind
//! further colons is the game's.

use crate::game::TextError;
use crate::options::shorten;
use std::fmt::Write as _;
use std::str::Split;

/// A piece: its cell, and whether it is a king.
pub type Piece = (usize, bool);

/// Who is to move, and what stands where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lists {
    /// Whether White is to move.
    pub white_moves: bool,
    /// White's and Black's pieces.
    pub pieces: [Vec<Piece>; 2],
}

impl Lists {
    /// Writes the lists, White's first.
    pub fn write(&self, name: impl Fn(usize) -> String) -> String {
        let mut out = String::from(if self.white_moves { "W" } else { "B" });
        for (side, list) in ["W", "B"].into_iter().zip(&self.pieces) {
            let _ = write!(out, ":{side}");
            for (i, &(cell, king)) in list.iter().enumerate() {
                let _ = write!(out, "{}{}{}", if i > 0 { "," } else { "" }, if king { "K" } else { "" }, name(cell));
            }
        }
        out
    }

    /// Reads the lists of a board of `cells` cells, no two pieces on one; `cell` reads a
    /// cell's name. Further fields are left in the rest.
    pub fn read(
        text: &str,
        cells: usize,
        cell: impl Fn(&str) -> Result<usize, TextError>,
    ) -> Result<(Self, Split<'_, char>), TextError> {
        let mut fields = text.trim_end_matches(|c: char| c == '.' || c.is_ascii_whitespace()).split(':');
        let (mover, rest) = side(&mut fields, "the side to move")?;
        if !rest.is_empty() {
            return Err(TextError::new(format!("{:?} behind the side to move; a colon is expected", shorten(rest))));
        }
        let mut lists = Lists { white_moves: mover == 0, ..Lists::default() };
        let mut occupied = vec![false; cells];
        let mut seen = [false; 2];
        for _ in 0..2 {
            let (side, list) = side(&mut fields, "a list of pieces")?;
            if std::mem::replace(&mut seen[side], true) {
                return Err(TextError::new(format!("{} has two lists of pieces", ["White", "Black"][side])));
            }
            for item in list.split(',').map(str::trim).filter(|_| !list.is_empty()) {
                let squares = item.strip_prefix(['K', 'k']);
                let (first, last) = squares.unwrap_or(item).split_once('-').unwrap_or((squares.unwrap_or(item), ""));
                let first = cell(first.trim())?;
                let last = if last.is_empty() { first } else { cell(last.trim())? };
                if last < first {
                    return Err(TextError::new(format!("the range {:?} runs backwards", shorten(item))));
                }
                if occupied[first..=last].contains(&true) {
                    return Err(TextError::new(format!("two pieces on one square in {:?}", shorten(item))));
                }
                occupied[first..=last].fill(true);
                lists.pieces[side].extend((first..=last).map(|at| (at, squares.is_some())));
            }
        }
        Ok((lists, fields))
    }
}

/// A field that begins with a side's letter: 0 for White or 1 for Black, and what follows the letter.
fn side<'a>(fields: &mut Split<'a, char>, what: &str) -> Result<(usize, &'a str), TextError> {
    let field = fields.next().unwrap_or("").trim();
    match (field.as_bytes().first(), field.get(1..)) {
        (Some(b'W' | b'w'), Some(rest)) => Ok((0, rest.trim())),
        (Some(b'B' | b'b'), Some(rest)) => Ok((1, rest.trim())),
        _ => Err(TextError::new(format!(
            "{:?} where {what} with W or B is expected, as in W:WK6,18:B13,K30",
            shorten(field)
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<Lists, TextError> {
        let cell = |s: &str| s.parse().ok().filter(|&n| n < 32).ok_or_else(|| TextError::new("no cell"));
        Lists::read(text, 32, cell).map(|(lists, _)| lists)
    }

    #[test]
    fn lists_come_in_many_spellings() {
        let plain = read("W:WK6,18,20,21:B13,K30").unwrap();
        assert_eq!(plain.write(|cell| cell.to_string()), "W:WK6,18,20,21:B13,K30");
        for text in ["W:B13,K30:WK6,18,20,21", " w : w k6, 18,20-21 : b13 , K30 . ", "W:WK6,18,20 - 21:B13,K30:H3"] {
            let mut lists = read(text).unwrap();
            lists.pieces.iter_mut().for_each(|list| list.sort_unstable());
            assert_eq!(lists, plain, "{text}");
        }
        for text in [
            "",
            "W",
            "W:W1",
            "W:W1:W2",
            "X:W1:B2",
            "Wx:W1:B2",
            "W:W1,:B2",
            "W:W1,1:B2",
            "W:W1:B1",
            "W:W9-7:B1",
            "W:W40:B1",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
        assert!(read("B:W:B1").unwrap().pieces[0].is_empty());
    }

    proptest! {
        #[test]
        fn any_text_is_refused_or_read(text in "[WBKwb0-9:,. -]{0,40}|.{0,20}") {
            let _ = read(&text);
        }
    }
}
