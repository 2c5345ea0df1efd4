//! Position texts: the FEN of PDN, and behind it what a FEN does not say but the rules need.
//!
//! `:H12` says that 12 plies were made by kings only since the last capture or move of a man (as lidraughts
//! writes it); `:L5` and `:S5`, that 5 plies were made since the long and the short ending of a lone king stood on
//! the board; `:X26,31,39`, that a capture is under way: the piece that goes on, and the pieces it has jumped. A
//! field is written only where its number is not 0.

use super::{Draughts, ENDINGS, Kind, State, Status, begin_endings, board_key};
use crate::board::dark::each;
use crate::board::lists::{Lists, Piece};
use crate::board::repetition::Repetition;
use crate::board::text;
use crate::game::TextError;
use crate::options::shorten;
use std::fmt::Write as _;

impl<K: Kind> Draughts<K> {
    /// The position games begin from.
    pub(super) fn usual_start() -> State {
        let men = K::MEN as usize;
        let top = (0..men).fold(0, |set, square| set | K::BOARD.bit(square));
        let bottom = (K::BOARD.len() - men..K::BOARD.len()).fold(0, |set, square| set | K::BOARD.bit(square));
        let mut pieces = [top; 2];
        pieces[usize::from(K::WHITE)] = bottom;
        State {
            pieces,
            kings: 0,
            jumped: 0,
            jumpers: 0,
            past: Repetition::default(),
            status: Status::Open,
            player: 0,
            quiet: 0,
            endings: [0; 2],
            blind: false,
        }
    }

    pub(super) fn write_position(s: &State) -> String {
        let white = usize::from(K::WHITE);
        let list = |seat: usize| -> Vec<Piece> {
            each(s.pieces[seat]).map(|bit| (K::BOARD.square(bit), s.kings & bit != 0)).collect()
        };
        let lists = Lists { white_moves: s.player == K::WHITE, pieces: [list(white), list(1 - white)] };
        let mut out = lists.write(|square| (square + 1).to_string());
        let elapsed = s.endings.map(|plies| plies.saturating_sub(1));
        for (letter, plies) in [('H', s.quiet), ('L', elapsed[0]), ('S', elapsed[1])] {
            if plies > 0 {
                let _ = write!(out, ":{letter}{plies}");
            }
        }
        if s.jumped != 0 {
            let _ = write!(out, ":X{}", K::BOARD.square(s.jumpers) + 1);
            K::BOARD.squares(s.jumped).for_each(|square| {
                let _ = write!(out, ",{}", square + 1);
            });
        }
        out
    }

    pub(super) fn read_position(text: &str) -> Result<State, TextError> {
        let square = |name: &str| {
            let last = K::BOARD.len() as u64;
            text::number(name, 1, last, "a square").map(|number| number as usize - 1)
        };
        let (lists, fields) = Lists::read(text, K::BOARD.len(), square)?;
        let mut s = State { player: K::WHITE ^ u8::from(!lists.white_moves), pieces: [0; 2], ..Self::usual_start() };
        for (list, seat) in lists.pieces.iter().zip([K::WHITE, 1 - K::WHITE]) {
            for &(square, king) in list {
                s.pieces[usize::from(seat)] |= K::BOARD.bit(square);
                s.kings |= if king { K::BOARD.bit(square) } else { 0 };
            }
            if list.len() > K::MEN as usize {
                return Err(TextError::new(format!("{} pieces of one side, at most {} can be", list.len(), K::MEN)));
            }
        }
        let mut seen = Vec::new();
        for field in fields {
            let field = field.trim();
            let name = field.chars().next().unwrap_or(' ').to_ascii_uppercase();
            if seen.contains(&name) {
                return Err(TextError::new(format!("two fields {name} in the position")));
            }
            seen.push(name);
            let rest = field.get(1..).unwrap_or("").trim();
            let plies = |limit: u8, what: &str| text::number(rest, 0, u64::from(limit), what).map(|plies| plies as u8);
            match name {
                'H' => s.quiet = plies(K::QUIET.0, "the number of plies by kings only (H)")?,
                'L' if K::LIMITED_ENDINGS => s.endings[0] = 1 + plies(ENDINGS[0].2, "the plies of an ending (L)")?,
                'S' if K::LIMITED_ENDINGS => s.endings[1] = 1 + plies(ENDINGS[1].2, "the plies of an ending (S)")?,
                'F' => drop(text::number(rest, 0, 100_000, "the number of the move (F)")?),
                'X' => Self::read_chain(&mut s, rest, square)?,
                _ => {
                    return Err(TextError::new(format!(
                        "{:?} behind the lists of pieces; fields H, F, X{} may stand there",
                        shorten(field),
                        if K::LIMITED_ENDINGS { ", L, S" } else { "" }
                    )));
                }
            }
        }
        let far = |seat: u8| s.pieces[usize::from(seat)] & K::far_row(seat) & !s.kings;
        let on_its_way = if s.jumped == 0 || K::CROWN_ENDS_TURN { 0 } else { s.jumpers };
        if (far(0) | far(1)) & !on_its_way != 0 {
            let squares: Vec<String> =
                K::BOARD.squares(far(0) | far(1)).map(|square| (square + 1).to_string()).collect();
            return Err(TextError::new(format!("a man on {} would be a king", squares.join(","))));
        }
        begin_endings::<K>(&mut s);
        if s.quiet > 0 {
            s.past.note(board_key(&s));
        }
        if s.jumped == 0 {
            s.status = Self::find_status(&mut s, false);
        }
        Ok(s)
    }

    /// A capture under way: the piece that goes on, and the pieces it has jumped.
    fn read_chain(
        s: &mut State,
        list: &str,
        square: impl Fn(&str) -> Result<usize, TextError>,
    ) -> Result<(), TextError> {
        let mut squares = list.split(',').map(|name| square(name.trim()).map(|square| K::BOARD.bit(square)));
        let at = squares.next().unwrap_or(Ok(0))?;
        let jumped = squares.try_fold(0, |set, bit| Ok(set | bit?))?;
        let (own, foes, _) = s.sides::<K>();
        if at & own == 0 || jumped == 0 || jumped & !foes != 0 || !s.chain::<K>(at).goes_on::<K>(at, jumped) {
            return Err(TextError::new(format!(
                "X{}: a piece of the side to move that can capture more, and the pieces it has jumped, are expected",
                shorten(list)
            )));
        }
        (s.jumpers, s.jumped) = (at, jumped);
        Ok(())
    }
}
