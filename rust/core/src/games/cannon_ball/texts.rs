//! The texts of Cannon-Ball: line-ups and positions.

use super::{CannonBall, ENOUGH, GRID, HOME, LETTERS, PLACES, Phase, State, can_move, place};
use crate::prelude::*;
use std::fmt::Write as _;

impl State {
    /// A line-up as text, as far as it goes; `?` for what is hidden.
    fn line_up_text(&self, seat: usize, hidden: bool) -> String {
        let mut out = String::new();
        for i in 0..self.line_up(seat).0 {
            if i == 6 {
                out.push('/');
            }
            let letter = self.man(place(seat, i)).map_or(b'.', |(seat, colour)| LETTERS[seat][colour]);
            out.push(if hidden { '?' } else { letter as char });
        }
        out
    }
}

impl CannonBall {
    pub(super) fn write_position(&self, s: &State, viewer: Option<usize>) -> String {
        if s.phase == Phase::LineUp {
            let line_up = |seat| s.line_up_text(seat, viewer.is_some_and(|viewer| viewer != seat));
            return format!("lineup {} {}", line_up(0), line_up(1)).trim_end().into();
        }
        let cells = self.cells(s, None);
        let mut out = format!("{} {} ", text::write_rows(&GRID, &GRID.upside_down(&cells)), s.player + 1);
        for (letter, count) in LETTERS.concat().into_iter().zip(s.reserves.concat()) {
            let _ = write!(out, "{}{count}", letter as char);
        }
        out.push(' ');
        match s.phase {
            Phase::Capture => out.push_str(&text::cell_name(GRID, usize::from(s.moved))),
            Phase::Entered => out.push_str("entered"),
            _ => out.push_str(if s.due { "entry" } else { "-" }),
        }
        out
    }

    /// Reads line-ups as far as they go, the first player's first.
    pub(super) fn read_line_ups(&self, texts: &[&str]) -> Result<State, TextError> {
        let mut s = self.empty_board();
        for (seat, text) in texts.iter().enumerate() {
            let refuse = || {
                let letters: String = LETTERS[seat].iter().map(|&b| b as char).collect();
                let what = format!("six characters out of {letters} and . / six more, nine of them letters");
                TextError::new(format!("{:?} is no line-up; expected: {what}", shorten(text)))
            };
            let is_due = s.lined_up as usize == PLACES * seat;
            ensure!(is_due && (1..=PLACES + 1).contains(&text.len()), refuse());
            for (i, letter) in text.bytes().enumerate() {
                if i == 6 && letter == b'/' && text.len() > 7 {
                    continue;
                }
                let [first, second] = LETTERS[seat];
                let choice = [b'.', first, second].iter().position(|&b| b == letter).ok_or_else(refuse)?;
                let has_room = usize::from(s.lined_up) < PLACES * (seat + 1);
                ensure!(has_room && self.check(&s, choice as Action).is_ok(), refuse());
                self.line_up(&mut s, choice);
            }
        }
        Ok(s)
    }

    /// A position during the line-ups.
    pub(super) fn read_line_up_phase(&self, rest: &str) -> Result<State, TextError> {
        let texts: Vec<&str> = rest.split_ascii_whitespace().take(3).collect();
        let fits = !self.fixed && texts.len() <= 2;
        ensure!(fits, "too many line-ups: none is expected in the variant fixed, else two at most");
        let s = self.read_line_ups(&texts)?;
        ensure!(s.phase == Phase::LineUp, "both line-ups are complete; write the board");
        Ok(s)
    }

    /// A position after the line-ups.
    pub(super) fn read_board(&self, text: &str) -> Result<State, TextError> {
        let what = "rows from the top, side to move (1 or 2), reserves, and entry, entered, a square or -";
        let [rows, side, reserves, state] = text::fields(text, what)?;
        let mut s = State { lined_up: 2 * PLACES as u8, phase: Phase::Move, ..self.empty_board() };
        let letters = LETTERS.concat();
        let cells = GRID.upside_down(&text::read_rows(&GRID, rows, "RBGY")?);
        for (square, letter) in cells.iter().enumerate() {
            if let Some(i) = letters.iter().position(|l| l == letter) {
                self.toggle(&mut s, i / 2, i % 2, square);
            }
        }
        Self::read_reserves(&mut s, reserves)?;
        if text::word(side, &["1", "2"], "the side to move")? == 1 {
            Self::pass_turn(&mut s);
        }
        let seat = usize::from(s.player);
        match state {
            "-" => {}
            "entry" => s.due = true,
            "entered" => s.phase = Phase::Entered,
            _ => {
                let from = text::read_cell(GRID, state)?;
                let man = s.man(from).filter(|man| man.0 == seat);
                let (_, colour) = man.ok_or_else(|| TextError::new("the piece that has moved is not on its square"))?;
                s.choices = self.captures(&s.men, s.side(0) | s.side(1), seat, colour, from);
                (s.phase, s.moved) = (Phase::Capture, from as u8);
            }
        }
        Self::check_sound(&s)?;
        if s.phase == Phase::Move {
            self.settle(&mut s);
            s.seen.note(self.key(&s));
        }
        Ok(s)
    }

    /// Refuses what no game comes to: too many pieces, a game that was over before, a turn that cannot go on.
    fn check_sound(s: &State) -> Result<(), TextError> {
        for seat in 0..2 {
            let men = s.men[seat].map(|men| men.count_ones() as u8);
            let spare = s.reserves[seat];
            let fits = (0..2).all(|c| men[c] + spare[c] <= 9) && men[0] + men[1] <= 9 && spare[0] + spare[1] <= 9;
            ensure!(fits, "too many pieces: 9 of a colour, 9 a side on the board and in reserve");
        }
        let seat = usize::from(s.player);
        let (own, theirs) = (s.side(seat), s.side(1 - seat));
        let count = own.count_ones();
        let goes_on = match s.phase {
            Phase::Entered => {
                let spare = s.reserves[seat].iter().sum::<u8>();
                count > ENOUGH && spare < 9 && own & HOME[seat] != 0 && can_move(own, s.empty(), seat)
            }
            Phase::Capture => count >= ENOUGH && s.choices != 0,
            _ => !(s.due && count > 8),
        };
        let filled = |row: u64, men: u64| row & !men == 0;
        let lost_before = theirs.count_ones() < ENOUGH
            || s.phase != Phase::Move && filled(HOME[seat], theirs)
            || s.phase != Phase::Capture && filled(HOME[1 - seat], own);
        let is_sound = goes_on && !lost_before;
        ensure!(is_sound, "no game comes to this position: it was over before, or the turn cannot go on");
        Ok(())
    }

    /// Reads reserves such as `R4B5G4Y5`.
    fn read_reserves(s: &mut State, field: &str) -> Result<(), TextError> {
        let refuse = || TextError::new(format!("the reserves are {:?}, such as R4B5G4Y5 is expected", shorten(field)));
        let bytes: &[u8; 8] = field.as_bytes().try_into().map_err(|_| refuse())?;
        for (i, pair) in bytes.chunks(2).enumerate() {
            let (seat, colour) = (i / 2, i % 2);
            ensure!(pair[0] == LETTERS[seat][colour] && pair[1].is_ascii_digit(), refuse());
            Self::set_reserve(s, seat, colour, pair[1] - b'0');
        }
        Ok(())
    }
}
