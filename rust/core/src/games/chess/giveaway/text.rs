//! Position texts: rows from the top, side to move, single moves left in this turn; then what of the past decides the
//! next moves (passed cells, the turn so far) and the number of quiet turns. Texts that end earlier are read too.

use super::moves::{Board, First, LAST, THIRD, ahead};
use super::{End, Giveaway12, PIECES_A_SIDE, QUIET_TURNS, State};
use crate::board::Bitboard;
use crate::games::chess::plan::Move;
use crate::games::chess::position::PAWN;
use crate::games::chess::standard::PIECES;
use crate::prelude::*;

impl Giveaway12 {
    /// The position as text.
    pub(super) fn write(&self, s: &State) -> String {
        let b = &s.board;
        let name = |cell| text::cell_name(self.grid, cell);
        let rows = text::write_rows(&self.grid, &self.grid.upside_down(&self.cells(s, None)));
        let passed = if b.passed.any() { b.passed.cells().map(name).collect() } else { "-".to_string() };
        let first = match b.first {
            First::Nothing => "-".to_string(),
            First::Capture => "x".to_string(),
            First::Quiet(from, to) => name(from as usize) + &name(to as usize),
        };
        format!("{rows} {} {} {passed} {first} {}", ["w", "b"][b.us()], b.left, s.clock)
    }

    /// Reads a position text.
    pub(super) fn parse(&self, text: &str) -> Result<State, TextError> {
        let mut fields = text.split_ascii_whitespace();
        let mut next = |usual| fields.next().unwrap_or(usual);
        let mut b = self.read_board(next(""))?;
        b.turn = text::word(next("w"), &["w", "b"], "the side to move")? as u8;
        b.left = text::number(next("2"), 1, 2, "the number of single moves left")? as u8;
        b.passed = self.read_passed(&b, next("-"))?;
        b.first = match next("-") {
            "-" => First::Nothing,
            "x" => First::Capture,
            first => self.read_first(&mut b, first)?,
        };
        ensure!(b.first == First::Nothing || b.left == 1, "after the first single move of a turn 1 is left, not 2");
        let mut s = State::new(b);
        s.clock = text::number(next("0"), 0, u64::from(QUIET_TURNS), "the number of quiet turns")? as u8;
        if let Some(extra) = fields.next() {
            return Err(TextError::new(format!("too much in the position text at {:?}", shorten(extra))));
        }
        if let Some(side) = (0..2).find(|&side| b.sides[side].is_empty()) {
            s.end = End::Bare(side as u8);
        }
        self.forget_passed(&mut s.board);
        self.settle(&mut s, self.tables.moves(&b).total);
        Ok(s)
    }

    fn read_board(&self, rows: &str) -> Result<Board, TextError> {
        let cells = self.grid.upside_down(&text::read_rows(&self.grid, rows, "KPNBRQkpnbrq")?);
        let mut b = Board::EMPTY;
        for (cell, letter) in cells.into_iter().enumerate() {
            if let Some(kind) = PIECES.iter().position(|piece| piece.letter == letter.to_ascii_uppercase()) {
                self.tables.flip(&mut b, kind, usize::from(letter.is_ascii_lowercase()), cell);
            }
        }
        ensure!(b.occupied().any(), "there is no piece on the board");
        for (side, name) in ["White", "Black"].into_iter().enumerate() {
            ensure!(b.sides[side].count() <= PIECES_A_SIDE, "{name} has more than {PIECES_A_SIDE} pieces");
            let arrived = b.kinds[PAWN] & b.sides[side] & LAST[side];
            ensure!(arrived.is_empty(), "a pawn of {name} stands where it would have been promoted");
        }
        Ok(b)
    }

    /// The cells passed by pawns of the side that is not to move, written without blanks: `d6e6`.
    fn read_passed(&self, b: &Board, text: &str) -> Result<u64, TextError> {
        if text == "-" {
            return Ok(0);
        }
        let (them, mut passed) = (1 - b.us(), 0);
        for name in text.as_bytes().chunks(2) {
            let cell = text::read_cell(self.grid, &String::from_utf8_lossy(name))?;
            let pawn = u64::one(cell).moved(ahead(them)) & b.kinds[PAWN] & b.sides[them];
            let was_passed = THIRD[them].has(cell) && !b.occupied().has(cell) && pawn.any();
            ensure!(was_passed, "no pawn has passed {} with its last move", text::cell_name(self.grid, cell));
            passed |= u64::one(cell);
        }
        ensure!(passed.count() <= 2, "no more than two pawns can have passed cells in a turn");
        Ok(passed)
    }

    /// The first move of the turn, which was no capture: `e2e4`. It must have been legal.
    fn read_first(&self, b: &mut Board, text: &str) -> Result<First, TextError> {
        let wrong = || TextError::new(format!("{:?} was no legal first move of this turn", shorten(text)));
        let (Some(from), Some(to), 4) = (text.get(..2), text.get(2..), text.len()) else { return Err(wrong()) };
        let (from, to) = (text::read_cell(self.grid, from)?, text::read_cell(self.grid, to)?);
        ensure!(b.sides[b.us()].has(to) && !b.occupied().has(from), wrong());
        let kind = b.kind(to);
        let promotions = (1..=5).filter(|&suffix| self.tables.promotions[suffix as usize] == kind);
        let was_legal = |suffix: u8| {
            let mut before = Board { left: 2, ..*b };
            self.tables.flip(&mut before, kind, b.us(), to);
            self.tables.flip(&mut before, if suffix == 0 { kind } else { PAWN }, b.us(), from);
            let m = Move { from: from as u8, to: to as u8, suffix };
            self.tables.moves(&before).iter().any(|found| found == m)
        };
        ensure!(std::iter::once(0).chain(promotions).any(was_legal), wrong());
        if kind == PAWN && from.abs_diff(to) == 16 {
            b.stepped = u64::one((from + to) / 2);
        }
        Ok(First::Quiet(from as u8, to as u8))
    }
}
