//! Position texts: FEN with the additions of each variant, and SFEN.
//!
//! FEN: rows from the far side, side to move, castling (and gating) rights, passed cell, plies without capture or
//! pawn move, number of the move. Hands stand in brackets behind the rows, promoted pieces of crazyhouse carry `~`.
//! SFEN: rows with `+` before promoted pieces, side to move, hands, number of the ply.

use super::position::{KING, NOWHERE, PAWN, Position, ROOK, code, decode};
use super::rules::{MOST_IN_HAND, Rules, TURN};
use super::variant::{Law, Part, Variant};
use crate::board::Bitboard;
use crate::prelude::*;
use std::fmt::Write as _;

/// Numbers of moves are counted up to this one.
const MOST_MOVES: u32 = 999_999;
/// No number of quiet plies is higher.
const MOST_QUIET: u64 = 9_999;

impl<V: Variant> Rules<V> {
    /// The letter of a kind, upper case for the first side.
    pub(super) fn letter(&self, kind: usize, side: usize) -> char {
        let letter = self.army.pieces[self.army.kinds(V::TRAITS)[kind].base].letter;
        char::from(if side == 0 { letter } else { letter.to_ascii_lowercase() })
    }

    /// Whether a kind is the promoted form of another one.
    pub(super) fn is_turned(&self, kind: usize) -> bool {
        self.army.kinds(V::TRAITS)[kind].base != kind
    }

    /// The position as text.
    pub(super) fn write(&self, p: &Position<V>) -> String {
        let mut out = String::with_capacity(90);
        self.write_rows(p, &mut out);
        if V::LAW == Law::Shogi {
            let _ = write!(out, " {} ", ["b", "w"][p.us()]);
            self.write_hands(p, &mut out, true);
            let _ = write!(out, " {}", p.ply + 1);
            return out;
        }
        if V::DROPS || V::GATES {
            out.push('[');
            self.write_hands(p, &mut out, false);
            out.push(']');
        }
        let _ = write!(out, " {} ", ["w", "b"][p.us()]);
        self.write_rights(p, &mut out);
        match p.ep {
            NOWHERE => out.push_str(" -"),
            ep => {
                let _ = write!(out, " {}", self.cell_name(ep as usize));
            }
        }
        let _ = write!(out, " {} {}", p.clock, (p.ply / 2 + 1).min(MOST_MOVES));
        out
    }

    fn write_rows(&self, p: &Position<V>, out: &mut String) {
        let grid = self.army.grid;
        for row in (0..grid.rows).rev() {
            let mut empty = 0;
            for column in 0..grid.columns {
                let cell = grid.cell(column, row);
                if p.at(cell) == 0 {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    let _ = write!(out, "{empty}");
                    empty = 0;
                }
                let (kind, side) = decode(p.at(cell));
                if self.is_turned(kind) {
                    out.push('+');
                }
                out.push(self.letter(kind, side));
                if V::DEMOTES && p.marks.get().has(cell) {
                    out.push('~');
                }
            }
            if empty > 0 {
                let _ = write!(out, "{empty}");
            }
            if row > 0 {
                out.push('/');
            }
        }
    }

    /// Hands, the first side's first: letters as often as there are pieces, or their number before the letter (SFEN).
    fn write_hands(&self, p: &Position<V>, out: &mut String, counted: bool) {
        let hands = p.hands();
        let before = out.len();
        for (side, hand) in hands.iter().enumerate() {
            for (number, &kind) in self.design.hand.iter().enumerate() {
                match (hand[number], counted) {
                    (0, _) => {}
                    (1, _) => out.push(self.letter(kind, side)),
                    (n, true) => {
                        let _ = write!(out, "{n}{}", self.letter(kind, side));
                    }
                    (n, false) => (0..n).for_each(|_| out.push(self.letter(kind, side))),
                }
            }
        }
        if counted && out.len() == before {
            out.push('-');
        }
    }

    fn write_rights(&self, p: &Position<V>, out: &mut String) {
        let before = out.len();
        let files = |side: usize, file: usize| {
            let letter = b'A' + file as u8;
            char::from(if side == 0 { letter } else { letter.to_ascii_lowercase() })
        };
        for side in 0..2 {
            for wing in 0..2 {
                let rook = p.rooks[2 * side + wing];
                if rook != NOWHERE {
                    out.push(match (self.design.king_takes_rook, side) {
                        (true, _) => files(side, self.army.grid.column(rook as usize)),
                        (false, 0) => ['K', 'Q'][wing],
                        (false, _) => ['k', 'q'][wing],
                    });
                }
            }
            if V::GATES {
                // K and Q speak for the cells of their king and rook too.
                let castling = p.rooks[2 * side..2 * side + 2].iter().any(|&rook| rook != NOWHERE);
                for cell in (p.marks.get() & p.sides[side]).cells() {
                    let implied = castling && cell == p.king(side) || p.rooks.contains(&(cell as u8));
                    if !implied {
                        out.push(files(side, self.army.grid.column(cell)));
                    }
                }
            }
        }
        if out.len() == before {
            out.push('-');
        }
    }

    /// The name of a cell in moves: `e4`, or in shogi `5d`.
    pub(super) fn cell_name(&self, cell: usize) -> String {
        let grid = self.army.grid;
        if V::LAW == Law::Shogi {
            let rank = char::from(b'a' + (grid.rows - 1 - grid.row(cell)) as u8);
            return format!("{}{rank}", grid.columns - grid.column(cell));
        }
        text::cell_name(grid, cell)
    }

    /// Reads a position text.
    pub(super) fn parse(&self, text: &str) -> Result<Position<V>, TextError> {
        ensure!(text.len() <= 1000, "a position text has at most 1000 characters");
        let mut fields = text.split_ascii_whitespace();
        let board = fields.next().ok_or_else(|| TextError::new("the position text is empty"))?;
        let mut p = Position::empty();
        let (rows, hand) = self.split_hand(board)?;
        self.read_rows(&mut p, rows)?;
        let shogi = V::LAW == Law::Shogi;
        let side = fields.next().unwrap_or(if shogi { "b" } else { "w" });
        p.turn = match (side, shogi) {
            ("w", false) | ("b", true) => 0,
            ("r", false) if V::LAW == Law::Xiangqi => 0,
            ("b", false) | ("w", true) => 1,
            _ => return Err(TextError::new(format!("the side to move is {:?}, w or b is expected", shorten(side)))),
        };
        if p.turn == 1 {
            p.key ^= TURN;
        }
        if shogi {
            self.read_hands(&mut p, fields.next().unwrap_or("-"), true)?;
            // One more than the limit is the number of a game that the limit has ended.
            let most = u64::from(self.design.limit) + 1;
            let ply = fields.next().map_or(Ok(1), |field| text::number(field, 1, most, "the number of the ply"))?;
            p.ply = ply as u32 - 1;
        } else {
            self.read_hands(&mut p, hand, false)?;
            self.read_rights(&mut p, fields.next().unwrap_or("-"))?;
            self.read_passed(&mut p, fields.next().unwrap_or("-"))?;
            let clock = fields.next().map_or(Ok(0), |f| text::number(f, 0, MOST_QUIET, "the number of quiet plies"))?;
            let number =
                fields.next().map_or(Ok(1), |f| text::number(f, 0, u64::from(MOST_MOVES), "the number of the move"))?;
            p.clock = clock as u16;
            p.ply = 2 * (number.max(1) as u32 - 1) + u32::from(p.turn);
        }
        if let Some(extra) = fields.next() {
            return Err(TextError::new(format!("too much in the position text at {:?}", shorten(extra))));
        }
        self.verify(&p)?;
        self.settle(&mut p);
        Ok(p)
    }

    /// Parts the rows from a hand, in brackets or as one more row.
    fn split_hand<'a>(&self, board: &'a str) -> Result<(&'a str, &'a str), TextError> {
        if !(V::DROPS || V::GATES) || V::LAW == Law::Shogi {
            return Ok((board, ""));
        }
        if let Some((rows, rest)) = board.split_once('[') {
            let hand = rest.strip_suffix(']').ok_or_else(|| TextError::new("the hand is not closed: ] is expected"))?;
            return Ok((rows, if hand == "-" { "" } else { hand }));
        }
        match board.match_indices('/').nth(self.army.grid.rows - 1) {
            Some((at, _)) => Ok((&board[..at], &board[at + 1..])),
            None => Ok((board, "")),
        }
    }

    /// The kind of a letter, capital or small.
    pub(super) fn kind_of(&self, letter: u8) -> Option<usize> {
        let letter = match (letter.to_ascii_uppercase(), V::LAW) {
            (b'H', Law::Xiangqi) => b'N',
            (b'E', Law::Xiangqi) => b'B',
            (letter, _) => letter,
        };
        self.army.pieces.iter().position(|piece| piece.letter == letter && piece.base.is_none())
    }

    fn read_rows(&self, p: &mut Position<V>, rows: &str) -> Result<(), TextError> {
        let grid = self.army.grid;
        let mut row = grid.rows;
        for line in rows.split('/') {
            row = row.checked_sub(1).ok_or_else(|| TextError::new(format!("more than {} rows", grid.rows)))?;
            let (name, bytes) = (grid.rows - row, line.as_bytes());
            let short =
                |what| TextError::new(format!("row {name} ({:?}) is {what} than {}", shorten(line), grid.columns));
            let (mut column, mut i) = (0, 0);
            while i < bytes.len() {
                if bytes[i].is_ascii_digit() {
                    let digits = bytes[i..].iter().take(3).take_while(|b| b.is_ascii_digit()).count();
                    let empty = line[i..i + digits].parse().unwrap_or(0);
                    column += empty;
                    i += digits;
                    ensure!(empty > 0 && column <= grid.columns, short("longer"));
                    continue;
                }
                let (start, turned) = (i, bytes[i] == b'+');
                i += usize::from(turned);
                let letter = bytes.get(i).copied().unwrap_or(b'?');
                let plain = self.kind_of(letter);
                let kind =
                    if turned { plain.and_then(|kind| self.army.kinds(V::TRAITS)[kind].promotes) } else { plain };
                let kind = kind.ok_or_else(|| {
                    TextError::new(format!("{:?} in row {name} is no piece of this game", shorten(&line[start..])))
                })?;
                let side = usize::from(letter.is_ascii_lowercase());
                i += 1;
                ensure!(column < grid.columns, short("longer"));
                let cell = grid.cell(column, row);
                self.put(p, kind, side, cell);
                if bytes.get(i) == Some(&b'~') {
                    let may_be_promoted = V::DEMOTES && kind != KING && kind != PAWN;
                    ensure!(may_be_promoted, "~ in row {name}: only a promoted piece carries it");
                    self.mark(p, cell, true);
                    i += 1;
                }
                column += 1;
            }
            ensure!(column == grid.columns, short("shorter"));
        }
        ensure!(row == 0, "{} rows, {} are expected", grid.rows - row, grid.rows);
        Ok(())
    }

    /// Reads hands in any order; SFEN has numbers before letters.
    fn read_hands(&self, p: &mut Position<V>, text: &str, counted: bool) -> Result<(), TextError> {
        if text == "-" {
            return Ok(());
        }
        let wrong = |why: &str| TextError::new(format!("hand {:?}: {why}", shorten(text)));
        let mut number = None;
        for letter in text.bytes() {
            if counted && letter.is_ascii_digit() {
                number = Some((number.unwrap_or(0) * 10 + usize::from(letter - b'0')).min(1000));
                continue;
            }
            let side = usize::from(letter.is_ascii_lowercase());
            let hand = self.kind_of(letter).and_then(|kind| self.in_hand[kind]);
            let hand = hand.ok_or_else(|| wrong(&format!("pieces in hand are {}", self.hand_letters())))?;
            let (more, most) = (number.take().unwrap_or(1), if V::GATES { 1 } else { MOST_IN_HAND - 1 });
            let fits = more > 0 && usize::from(p.hands()[side][hand]) + more <= most;
            ensure!(fits, wrong(&format!("none or more than {most} of one piece")));
            (0..more).for_each(|_| self.hold(p, side, hand, 1));
        }
        ensure!(number.is_none(), wrong("a piece is expected after a number"));
        Ok(())
    }

    fn hand_letters(&self) -> String {
        self.design.hand.iter().map(|&kind| self.letter(kind, 0)).collect()
    }

    /// Reads castling rights in X-FEN or Shredder-FEN, and gating rights.
    fn read_rights(&self, p: &mut Position<V>, text: &str) -> Result<(), TextError> {
        if text == "-" {
            return Ok(());
        }
        let wrong = |why: &str| TextError::new(format!("castling rights {:?}: {why}", shorten(text)));
        ensure!(V::CASTLES, wrong("this game has no castling, - is expected"));
        ensure!((0..2).all(|side| p.of(KING, side).count() == 1), wrong("each side needs one king"));
        let grid = self.army.grid;
        for letter in text.bytes() {
            let side = usize::from(letter.is_ascii_lowercase());
            let row = if side == 0 { 0 } else { grid.rows - 1 };
            let king = p.king(side);
            let home = grid.row(king) == row && (self.design.king_takes_rook || grid.column(king) == 4);
            let rooks: Vec<usize> = (0..grid.columns)
                .map(|column| grid.cell(column, row))
                .filter(|&cell| p.at(cell) == code(ROOK, side))
                .filter(|&cell| !(V::DEMOTES && p.marks.get().has(cell)))
                .collect();
            let rook = match letter.to_ascii_uppercase() {
                b'K' => rooks.iter().copied().rfind(|&cell| cell > king),
                b'Q' => rooks.iter().copied().find(|&cell| cell < king),
                file @ b'A'..=b'H' => {
                    let cell = grid.cell(usize::from(file - b'A'), row);
                    if V::GATES {
                        let gates = p.sides[side].has(cell) && decode(p.at(cell)).0 != PAWN;
                        ensure!(gates, wrong("a gating right needs a piece on its cell"));
                        self.mark(p, cell, true);
                        continue;
                    }
                    rooks.iter().copied().find(|&found| found == cell)
                }
                _ => return Err(wrong("letters of KQkq or of files are expected")),
            };
            let rook = rook.filter(|_| home);
            let rook = rook.ok_or_else(|| wrong("no king and rook stand so that they could castle"))?;
            let wing = usize::from(rook < king);
            let in_place = self.design.king_takes_rook || grid.column(rook) == [grid.columns - 1, 0][wing];
            ensure!(in_place, wrong("the rook is not in its corner"));
            let slot = 2 * side + wing;
            let is_only = p.rooks[slot] == NOWHERE || p.rooks[slot] == rook as u8;
            ensure!(is_only, wrong("two rooks on one side of the king"));
            if p.rooks[slot] == NOWHERE {
                self.allow(p, slot, rook as u8);
            }
            if V::GATES {
                self.mark(p, king, true);
                self.mark(p, rook, true);
            }
        }
        if V::GATES {
            (0..2).for_each(|side| self.spend_rights(p, side));
        }
        Ok(())
    }

    /// Reads the cell a pawn has just passed.
    fn read_passed(&self, p: &mut Position<V>, text: &str) -> Result<(), TextError> {
        if text == "-" {
            return Ok(());
        }
        let grid = self.army.grid;
        let cell = text::read_cell(grid, text)?;
        let them = 1 - p.us();
        let was_passed = V::PAWNS
            && self.passed[them].has(cell)
            && p.at(cell) == 0
            && p.at(self.behind(p.us(), cell)) == code(PAWN, them)
            && p.at(self.behind(them, cell)) == 0;
        ensure!(was_passed, "no pawn has just passed {:?} with a double step", shorten(text));
        p.ep = cell as u8;
        Ok(())
    }

    /// What the rest of the code takes for granted.
    fn verify(&self, p: &Position<V>) -> Result<(), TextError> {
        for (side, name) in self.side_names().into_iter().enumerate() {
            let kings = p.of(KING, side).count();
            ensure!(kings == 1, "{name} has {kings} kings, one is expected");
            for cell in p.sides[side].cells() {
                let kind = decode(p.at(cell)).0;
                let has_arrived = V::PAWNS && kind == PAWN && (self.last[0] | self.last[1]).has(cell);
                let may_stand = !has_arrived && self.army.may_stand(kind, side, cell);
                ensure!(may_stand, "no {} can stand on {}", self.letter(kind, side), self.cell_name(cell));
            }
            let count =
                |side: usize| p.sides[side].count() + p.hands()[side].iter().map(|&n| usize::from(n)).sum::<usize>();
            let (count, who) = if V::DROPS { (count(0) + count(1), "the game") } else { (count(side), name) };
            ensure!(count <= self.most_pieces(), "{who} has more than {} pieces", self.most_pieces());
            let (pawns, most) = (p.of(PAWN, side).count(), self.army.grid.columns);
            ensure!(!V::PAWNS || V::DROPS || pawns <= most, "{name} has more than {most} pawns");
        }
        Ok(())
    }

    /// The most pieces a side may have, reserves included: its own at the start (a reserve may be on the board and
    /// there again); where captured pieces change sides, both together what the game has, and in crazyhouse as much
    /// again.
    fn most_pieces(&self) -> usize {
        let all = self.start.occupied().count();
        let held: usize = self.start.hands().iter().flatten().map(|&n| usize::from(n)).sum();
        match all {
            0 => usize::MAX,
            _ if V::DEMOTES => 2 * all,
            _ if V::DROPS => all + held,
            _ => all / 2 + held,
        }
    }

    pub(super) fn side_names(&self) -> [&'static str; 2] {
        match V::LAW {
            Law::Fide => ["White", "Black"],
            Law::Xiangqi => ["Red", "Black"],
            Law::Shogi => ["Sente", "Gote"],
        }
    }
}
