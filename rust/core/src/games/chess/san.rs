//! Moves as texts: standard algebraic notation, and coordinates.
//!
//! SAN is written shortest: a piece is told from others of its kind that could legally go to the same cell by
//! file, else by rank, else by both. Reading takes more: needless or long disambiguation, `0-0`, promotion without `=`,
//! marks and comments of moves, and coordinates as UCI has them, castling by king or rook.

use super::moves::Each;
use super::plan::Move;
use super::position::{End, KING, NOWHERE, PAWN, Position, code, decode};
use super::rules::Rules;
use super::variant::{Law, Variant};
use crate::board::Bitboard;
use crate::prelude::*;
use std::fmt::Write as _;

/// What a text says of a move.
#[derive(Default)]
struct Said {
    /// The kind, if a letter says it.
    kind: Option<usize>,
    file: Option<usize>,
    row: Option<usize>,
    to: usize,
    /// The suffix by its letter.
    suffix: u8,
}

impl<V: Variant> Rules<V> {
    /// A move in plain coordinates: UCI, with drops as `N@f3`, or USI.
    pub(super) fn coordinates(&self, action: Action) -> String {
        let m = self.plan.get(action);
        let cells = self.army.grid.len();
        let to = self.cell_name(m.to as usize);
        if m.from as usize >= cells {
            let letter = self.letter(self.design.hand[m.from as usize - cells], 0);
            return format!("{letter}{}{to}", if V::LAW == Law::Shogi { '*' } else { '@' });
        }
        let mut text = self.cell_name(m.from as usize) + &to;
        if m.suffix > 0 {
            text.push(if V::TURNS_OVER { '+' } else { char::from(self.design.choices[m.suffix as usize - 1].0) });
        }
        text
    }

    /// A legal move in SAN.
    pub(super) fn san(&self, p: &Position<V>, action: Action) -> String {
        let m = self.plan.get(action);
        let cells = self.army.grid.len();
        let (from, to) = (m.from as usize, m.to as usize);
        let mut out = String::with_capacity(8);
        if from >= cells {
            out.push(self.letter(self.design.hand[from - cells], 0));
            out.push('@');
            out += &self.cell_name(to);
        } else if let Some((_, _, wing)) = self.castling(p, p.us(), m) {
            out += ["O-O", "O-O-O"][wing];
            if m.suffix > 0 {
                let _ = write!(out, "/{}{}", self.choice(m.suffix), self.cell_name(from));
            }
        } else {
            let kind = decode(p.at(from)).0;
            let capture = p.at(to) != 0;
            if V::PAWNS && kind == PAWN {
                if from % self.army.grid.columns != to % self.army.grid.columns {
                    out.push(self.file_name(from));
                    out.push('x');
                }
                out += &self.cell_name(to);
                if m.suffix > 0 {
                    let _ = write!(out, "={}", self.choice(m.suffix));
                }
            } else {
                out.push(self.letter(kind, 0));
                self.tell_apart(p, kind, from, to, &mut out);
                if capture {
                    out.push('x');
                }
                out += &self.cell_name(to);
                if m.suffix > 0 {
                    let _ = write!(out, "/{}", self.choice(m.suffix));
                }
            }
        }
        let mut after = p.bare();
        self.apply(&mut after, m);
        self.settle(&mut after);
        if after.end == End::Checkmate {
            out.push('#');
        } else if after.checkers.any() {
            out.push('+');
        }
        out
    }

    fn choice(&self, suffix: u8) -> char {
        char::from(self.design.choices[suffix as usize - 1].0.to_ascii_uppercase())
    }

    fn file_name(&self, cell: usize) -> char {
        char::from(b'a' + self.army.grid.column(cell) as u8)
    }

    /// Adds what tells the piece from others of its kind that could go to the same cell.
    fn tell_apart(&self, p: &Position<V>, kind: usize, from: usize, to: usize, out: &mut String) {
        let others = p.of(kind, p.us()).without(V::Set::one(from));
        if others.is_empty() {
            return;
        }
        let rivals = self.movers_to(p, others, to);
        if rivals.is_empty() {
            return;
        }
        let grid = self.army.grid;
        let file = rivals.cells().any(|cell| grid.column(cell) == grid.column(from));
        let row = rivals.cells().any(|cell| grid.row(cell) == grid.row(from));
        if !file || row {
            out.push(self.file_name(from));
        }
        if file {
            let _ = write!(out, "{}", grid.row(from) + 1);
        }
    }

    /// Which of these pieces have a legal move to a cell.
    fn movers_to(&self, p: &Position<V>, movers: V::Set, to: usize) -> V::Set {
        let mut found = V::Set::EMPTY;
        self.generate_for(
            p,
            movers,
            false,
            &mut Each(|from, cell, _| {
                if cell == to {
                    found |= V::Set::one(from);
                }
            }),
        );
        found
    }

    /// Reads a move, legal or not, and says whether it is known to be legal.
    pub(super) fn read(&self, p: &Position<V>, text: &str) -> Result<(Action, bool), TextError> {
        let wrong = |why: &str| TextError::new(format!("{:?}: {why}", shorten(text)));
        let bare = text.trim_end_matches(['+', '#', '!', '?']);
        let bare = bare.strip_suffix("e.p.").unwrap_or(bare).trim_end();
        ensure!(p.end == End::Open, wrong("the game is over"));
        ensure!(bare.is_ascii() && bare.len() <= 16, wrong("no move is written like this"));
        let bytes = bare.as_bytes();
        if V::CASTLES && matches!(bytes, [b'O' | b'0' | b'o', b'-', b'O' | b'0' | b'o', ..]) {
            let castling = self.read_castling(p, bytes).map(|action| (action, false));
            return castling.ok_or_else(|| wrong("there is no such castling"));
        }
        if V::DROPS
            && let Some(at) = bytes.iter().position(|&b| b == b'@')
        {
            let kind = match &bytes[..at] {
                [] => Some(PAWN),
                [letter] => self.kind_of(*letter),
                _ => None,
            };
            let hand = kind.and_then(|kind| self.in_hand[kind]);
            return match (hand, self.read_cell(&bytes[at + 1..])) {
                (Some(hand), Some((to, []))) => Ok((self.plan.number(self.army.grid.len() + hand, to, 0), false)),
                _ => Err(wrong("a drop is written like N@f3")),
            };
        }
        let said = self.parse_move(bytes).ok_or_else(|| wrong("no move is written like this"))?;
        self.find_move(p, &said).map_err(|why| wrong(&why))
    }

    /// A cell at the beginning of a text, and the rest.
    fn read_cell<'a>(&self, bytes: &'a [u8]) -> Option<(usize, &'a [u8])> {
        let grid = self.army.grid;
        let (&file, rest) = bytes.split_first()?;
        let column = usize::from(file.to_ascii_lowercase().checked_sub(b'a')?);
        let (row, rest) = read_row(rest, grid.rows)?;
        (column < grid.columns).then(|| (grid.cell(column, row), rest))
    }

    /// Castling: the wing, and what is gated where.
    fn read_castling(&self, p: &Position<V>, bytes: &[u8]) -> Option<Action> {
        let rest = bytes.get(3..)?;
        let long = matches!(rest, [b'-', b'O' | b'0' | b'o', ..]);
        let rest = if long { &rest[2..] } else { rest };
        let us = p.us();
        let king = p.king(us);
        let wing = usize::from(long);
        let king_to = self.castled(us, wing).0;
        // Without the right it is still a move that can be named, if the king is at home.
        let rook = match p.rooks[2 * us + wing] {
            NOWHERE if self.design.king_takes_rook || king.abs_diff(king_to) != 2 => return None,
            rook => rook as usize,
        };
        let to = if self.design.king_takes_rook { rook } else { king_to };
        let (mut from, mut target, mut suffix) = (king, to, 0);
        if let [b'/', letter, gate @ ..] = rest {
            suffix = self.suffix(*letter)?;
            match self.read_cell(gate)? {
                (cell, []) if cell == rook => (from, target) = (rook, king),
                (cell, []) if cell == king => {}
                _ => return None,
            }
        } else if !rest.is_empty() {
            return None;
        }
        self.plan.find(Move { from: from as u8, to: target as u8, suffix })
    }

    fn suffix(&self, letter: u8) -> Option<u8> {
        if V::TURNS_OVER {
            return (letter == b'+').then_some(1);
        }
        let found = self.design.choices.iter().position(|choice| choice.0 == letter.to_ascii_lowercase())?;
        Some(found as u8 + 1)
    }

    /// The parts of a move's text: piece, origin, target, suffix.
    fn parse_move(&self, bytes: &[u8]) -> Option<Said> {
        let mut said = Said::default();
        let mut rest = bytes;
        let columns = self.army.grid.columns;
        let file_of =
            |letter: u8| letter.to_ascii_lowercase().checked_sub(b'a').map(usize::from).filter(|&f| f < columns);
        if let [letter, after @ ..] = rest {
            // A small letter is a file if there is such a file; a capital one is a piece, or begins a cell.
            let capital = letter.is_ascii_uppercase();
            let kind = self.kind_of(*letter);
            if kind.is_some() && (capital || file_of(*letter).is_none()) {
                (said.kind, rest) = (kind, after);
            } else if capital && !after.first().is_some_and(u8::is_ascii_digit) {
                return None;
            }
        }
        // The last cell of the text is the target; a file, a row or a cell before it is the origin.
        let rows = self.army.grid.rows;
        let (mut file, mut row) = (None, None);
        let (mut target, mut after) = (None, rest);
        loop {
            rest = match rest {
                [b'x' | b'X' | b'-' | b':', more @ ..] if rest.len() < bytes.len() => more,
                more => more,
            };
            if let Some((cell, more)) = self.read_cell(rest) {
                if file.is_some() && target.is_some() {
                    return None;
                }
                if let Some(before) = target.replace(cell) {
                    (file, row) = (Some(self.army.grid.column(before)), Some(self.army.grid.row(before)));
                }
                (rest, after) = (more, more);
                if more.first().is_none_or(|&b| file_of(b).is_none() && !matches!(b, b'x' | b'X' | b'-' | b':')) {
                    break;
                }
                continue;
            }
            if target.is_some() {
                break;
            }
            match rest {
                [letter, more @ ..] if file.is_none() && row.is_none() && file_of(*letter).is_some() => {
                    file = file_of(*letter);
                    rest = more;
                }
                [b'0'..=b'9', ..] if row.is_none() => {
                    let (found, more) = read_row(rest, rows)?;
                    row = Some(found);
                    rest = more;
                }
                _ => return None,
            }
        }
        said.to = target?;
        (said.file, said.row) = (file, row);
        said.suffix = match after {
            [] => 0,
            [b'=' | b'/', letter] | [letter] | [b'(', letter, b')'] => self.suffix(*letter)?,
            _ => return None,
        };
        Some(said)
    }

    /// The move a text means among those that could be made.
    fn find_move(&self, p: &Position<V>, said: &Said) -> Result<(Action, bool), String> {
        let (us, grid) = (p.us(), self.army.grid);
        let mut movers = p.sides[us];
        if let (Some(file), Some(row)) = (said.file, said.row) {
            // Both coordinates: whatever stands there.
            let from = grid.cell(file, row);
            let to = self.castling_target(p, from, said.to);
            let m = Move { from: from as u8, to: to as u8, suffix: said.suffix };
            let stands = said.kind.is_none_or(|kind| p.at(from) == code(kind, us));
            ensure!(stands, format!("no such piece of the side to move stands on {}", self.cell_name(from)));
            return self.plan.find(m).map(|found| (found, false)).ok_or_else(|| "no piece moves like this".to_string());
        }
        let kind = match said.kind {
            Some(kind) => kind,
            None if V::PAWNS => PAWN,
            None => return Err("which piece?".to_string()),
        };
        movers &= p.kinds.as_ref()[kind];
        if let Some(file) = said.file {
            movers &= self.files[file];
        }
        if let Some(row) = said.row {
            movers &= V::Set::first((row + 1) * grid.columns).without(V::Set::first(row * grid.columns));
        }
        if V::PAWNS && kind == PAWN && said.file.is_none() {
            movers &= self.files[grid.column(said.to)];
        }
        let occupied = p.occupied();
        let sees = |cell: &usize| self.targets(kind, us, *cell, occupied).has(said.to);
        let near = if p.sides[us].has(said.to) {
            V::Set::EMPTY // a king that goes there castles, which is written O-O
        } else if V::PAWNS && kind == PAWN {
            movers
        } else {
            movers.cells().filter(sees).fold(V::Set::EMPTY, |set, cell| set | V::Set::one(cell))
        };
        let legal = self.movers_to(p, near, said.to);
        if legal.is_many() {
            let names: Vec<String> = legal.cells().map(|cell| self.cell_name(cell)).collect();
            return Err(format!("it may be the piece on any of {}", names.join(", ")));
        }
        let number = |from: usize| self.plan.find(Move { from: from as u8, to: said.to as u8, suffix: said.suffix });
        if legal.any() {
            let found = number(legal.lowest()).ok_or_else(|| "no piece moves like this".to_string())?;
            // A pawn in the zone may have to become another piece, and other suffixes may be none here.
            let sure = said.suffix == 0 && !(V::PAWNS && kind == PAWN && self.zone[us].has(said.to));
            return Ok((found, sure));
        }
        // Not legal: the piece that is nearest to it, so that the reason can be told.
        let plain = |action: &Action| self.castling(p, us, self.plan.get(*action)).is_none();
        let found = near.cells().chain(movers.cells()).find_map(number).filter(plain).map(|action| (action, false));
        found.ok_or_else(|| format!("no such piece can go to {}", self.cell_name(said.to)))
    }

    /// Castling may be written by the king's target or by the rook's cell; this is the one we number.
    fn castling_target(&self, p: &Position<V>, from: usize, to: usize) -> usize {
        let us = p.us();
        if !V::CASTLES || p.at(from) != code(KING, us) {
            return to;
        }
        for wing in 0..2 {
            let rook = p.rooks[2 * us + wing] as usize;
            if p.rooks[2 * us + wing] == NOWHERE {
                continue;
            }
            let king_to = self.castled(us, wing).0;
            if self.design.king_takes_rook {
                let step = self.army.leaps(KING, us, from).has(to) && self.movers_to(p, V::Set::one(from), to).any();
                if to == king_to && to != rook && !step && p.at(to) == 0 {
                    return rook;
                }
            } else if to == rook {
                return king_to;
            }
        }
        to
    }
}

/// A row number at the beginning of a text, as an index, and the rest.
fn read_row(bytes: &[u8], rows: usize) -> Option<(usize, &[u8])> {
    let (&first, mut rest) = bytes.split_first()?;
    let mut number = usize::from(first.checked_sub(b'0').filter(|&d| d <= 9)?);
    if let Some((&second @ b'0'..=b'9', more)) = rest.split_first() {
        number = number * 10 + usize::from(second - b'0');
        rest = more;
    }
    (1..=rows).contains(&number).then(|| (number - 1, rest))
}
