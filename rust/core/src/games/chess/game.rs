//! The contract, kept by the family's engine.

use super::moves::Each;
use super::plan::Move;
use super::position::{End, KING, PAWN, Position, code, decode};
use super::rules::Rules;
use super::variant::{Law, Variant};
use crate::board::{Bitboard, Repetition};
use crate::prelude::*;

/// Names of `info` live for ever, so those of pieces in hand are cut out of this.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

impl<V: Variant> Game for Rules<V> {
    type State = Position<V>;

    fn num_actions(&self) -> usize {
        self.plan.len()
    }

    fn max_steps(&self) -> usize {
        let pieces: usize = self.start.occupied().count() + 2 * self.design.gated;
        match V::LAW {
            Law::Shogi => self.design.limit as usize,
            Law::Xiangqi => (pieces + 1) * self.design.limit as usize,
            Law::Fide if V::DROPS => self.design.limit as usize,
            Law::Fide => {
                let pawn_moves = 2 * self.army.grid.columns * (self.army.grid.rows - 2);
                (pawn_moves + pieces + 1) * if self.design.strict { 100 } else { 150 }
            }
        }
    }

    fn has_random_start(&self) -> bool {
        self.design.lot
    }

    fn start(&self, seed: u64) -> Position<V> {
        if self.design.lot {
            let start = self.parse(&super::standard::fen_of(Rng::new(seed).below(960)));
            debug_assert!(start.is_ok());
            return start.unwrap_or_else(|_| self.start.clone());
        }
        self.start.clone()
    }

    fn start_from_setup(&self, text: &str) -> Result<Position<V>, TextError> {
        let text = text.trim();
        if !self.design.lot || !text.bytes().all(|b| b.is_ascii_digit()) {
            return self.parse(text);
        }
        let number = text.parse().ok().filter(|n| *n < 960).ok_or_else(|| {
            TextError::new(format!("{:?} is no start: a number from 0 to 959 is expected", shorten(text)))
        })?;
        self.parse(&super::standard::fen_of(number))
    }

    fn setup(&self, start: &Position<V>) -> Option<String> {
        if !self.design.lot {
            return None;
        }
        let text = self.write(start);
        let number = super::standard::number_of(text.as_bytes())?;
        (super::standard::fen_of(number) == text).then(|| number.to_string())
    }

    fn actor(&self, p: &Position<V>) -> Actor {
        if p.end == End::Open { Actor::Player(p.turn) } else { Actor::Over }
    }

    fn legal(&self, p: &Position<V>, out: &mut Vec<Action>) {
        self.list(p, out);
    }

    fn check(&self, p: &Position<V>, action: Action) -> Result<(), Illegal> {
        let m = self.plan.get(action);
        ensure!(self.is_legal(p, m), self.why(p, m));
        Ok(())
    }

    fn play(&self, p: &mut Position<V>, action: Action) {
        if self.design.planes > 1 && !p.blind {
            if p.past.len() + 1 >= self.design.planes {
                p.past.remove(0);
            }
            p.past.push((p.kinds, p.sides, p.repeats));
        }
        self.apply(p, self.plan.get(action));
        self.settle(p);
    }

    fn outcome(&self, p: &Position<V>) -> Option<Outcome> {
        let winner = p.winner as usize;
        Some(match p.end {
            End::Open => return None,
            End::Checkmate => Outcome::win(winner, "checkmate"),
            End::Stalemate if V::LAW == Law::Fide => Outcome::draw("stalemate"),
            End::Stalemate => Outcome::win(winner, "stalemate"),
            End::Arrival => Outcome::win(winner, "lion on the far row"),
            End::PerpetualCheck => Outcome::win(winner, "perpetual check"),
            End::Dead => Outcome::draw("dead position"),
            End::Repetition => Outcome::draw("repetition"),
            End::Clock if V::LAW == Law::Xiangqi => Outcome::draw("no capture for too long"),
            End::Clock => Outcome::draw("no capture or pawn move for too long"),
            End::Limit => Outcome::draw(crate::sim::TURN_LIMIT),
        })
    }

    fn num_legal(&self, p: &Position<V>) -> usize {
        self.count(p)
    }

    fn random_action(&self, p: &Position<V>, rng: &mut Rng, _: &mut Vec<Action>) -> Action {
        self.draw(p, rng)
    }

    fn ignore_draws(&self, p: &mut Position<V>) {
        p.blind = true;
        p.history = Repetition::default();
        p.past = Vec::new();
        if matches!(p.end, End::Dead | End::Repetition | End::Clock | End::PerpetualCheck | End::Limit) {
            p.end = End::Open;
        }
    }

    fn can_claim_draw(&self, p: &Position<V>) -> bool {
        V::LAW == Law::Fide && p.end == End::Open && (p.repeats >= 3 || p.clock >= 100)
    }

    fn cells(&self, p: &Position<V>, _: Option<usize>) -> Vec<u8> {
        (0..self.army.grid.len())
            .map(|cell| match p.at(cell) {
                0 => b'.',
                found => {
                    let (kind, side) = decode(found);
                    let letter = self.army.pieces[kind].letter;
                    if side == 0 { letter } else { letter.to_ascii_lowercase() }
                }
            })
            .collect()
    }

    fn info(&self, p: &Position<V>, _: Option<usize>) -> Vec<(&'static str, i64)> {
        let mut info = vec![
            ("check", i64::from(p.checkers.any())),
            ("ply", i64::from(p.ply)),
            ("occurrences", i64::from(p.repeats)),
        ];
        if V::LAW != Law::Shogi {
            info.push(("quiet_plies", i64::from(p.clock)));
        }
        for (side, hand) in p.hands().iter().enumerate() {
            for (number, &kind) in self.design.hand.iter().enumerate() {
                // A piece in hand goes by its letter in position texts.
                if let Some(at) = LETTERS.find(self.letter(kind, side)) {
                    info.push((&LETTERS[at..=at], i64::from(hand[number])));
                }
            }
        }
        info
    }

    fn observation_shape(&self) -> Vec<usize> {
        vec![self.num_planes(), self.army.grid.rows, self.army.grid.columns]
    }

    fn observe(&self, p: &Position<V>, seat: usize, out: &mut [f32]) {
        self.observe_planes(p, seat, out);
    }

    fn position(&self, p: &Position<V>) -> String {
        self.write(p)
    }

    fn parse_position(&self, text: &str) -> Result<Position<V>, TextError> {
        self.parse(text)
    }

    fn key(&self, p: &Position<V>) -> u64 {
        self.identity(p)
    }

    fn core_text(&self, p: &Position<V>, action: Action) -> Option<String> {
        Some(match V::LAW {
            Law::Fide => self.san(p, action),
            Law::Xiangqi => self.coordinates(action),
            Law::Shogi => return None,
        })
    }

    fn read_core_text(&self, p: &Position<V>, text: &str) -> Option<Result<Action, TextError>> {
        (V::LAW != Law::Shogi).then(|| self.read(p, text).map(|(action, _)| action))
    }

    fn read_legal(&self, p: &Position<V>, text: &str) -> Option<Action> {
        if V::LAW == Law::Shogi {
            return None;
        }
        let (action, sure) = self.read(p, text).ok()?;
        (sure || self.is_legal(p, self.plan.get(action))).then_some(action)
    }

    fn action_name(&self, action: Action) -> Option<String> {
        Some(self.coordinates(action))
    }

    fn is_check(&self, p: &Position<V>) -> Option<bool> {
        Some(p.checkers.any())
    }

    fn attackers(&self, p: &Position<V>, cell: usize, seat: usize) -> Option<Vec<usize>> {
        Some(self.attackers_of(p, cell, seat, p.occupied(), p.sides[seat]).cells().collect())
    }

    fn polyglot(&self, p: &Position<V>) -> Option<u64> {
        (self.design.slug == "chess").then(|| self.polyglot_key(p))
    }
}

impl<V: Variant> Rules<V> {
    /// Whether a move is legal: whether the generator gives it when asked for this piece's moves.
    fn is_legal(&self, p: &Position<V>, m: Move) -> bool {
        let cells = self.army.grid.len();
        let wanted = (m.from as usize, m.to as usize, m.suffix);
        let mut found = false;
        let (movers, drop) = if wanted.0 < cells { (V::Set::one(wanted.0), false) } else { (V::Set::EMPTY, true) };
        self.generate_for(
            p,
            movers,
            drop,
            &mut Each(|from, to, suffix| {
                found |= (from, to, suffix) == wanted;
            }),
        );
        found
    }

    /// Why a move is not legal.
    fn why(&self, p: &Position<V>, m: Move) -> Illegal {
        let (us, cells, to) = (p.us(), self.army.grid.len(), m.to as usize);
        if m.from as usize >= cells {
            let number = m.from as usize - cells;
            return if p.hands()[us][number] == 0 {
                Illegal::NoneLeft
            } else if p.at(to) != 0 {
                Illegal::Occupied
            } else if !self.may_drop[number][us].has(to) || self.is_full(p, number, to) || p.checkers.is_empty() {
                Illegal::BadMove
            } else {
                Illegal::InCheck
            };
        }
        let from = m.from as usize;
        if p.at(from) == 0 || decode(p.at(from)).1 != us {
            return Illegal::NotYours;
        }
        let kind = decode(p.at(from)).0;
        if p.at(to) != 0 && decode(p.at(to)).1 == us {
            let castling = self.design.king_takes_rook && kind == KING && p.rooks.contains(&m.to)
                || V::GATES && m.suffix > 0 && p.at(to) == code(KING, us);
            return if castling { Illegal::NotOffered } else { Illegal::Occupied };
        }
        let pawn = V::PAWNS && kind == PAWN;
        if self.targets(kind, us, from, p.occupied()).has(to) && !(pawn && p.at(to) == 0)
            || pawn && self.steps(p, from, to)
        {
            // The move is there without the suffix, or it leaves the king attacked.
            let other = (0..=self.design.choices.len() as u8).any(|suffix| self.is_legal(p, Move { suffix, ..m }));
            return if other { Illegal::NotOffered } else { Illegal::InCheck };
        }
        if kind == KING && V::CASTLES && from.abs_diff(to) == 2 {
            Illegal::NotOffered
        } else if self.army.all_targets(kind, us, from).has(to) && !pawn {
            Illegal::Blocked
        } else {
            Illegal::BadMove
        }
    }

    /// Whether a pawn could step to a cell ahead, the safety of its king aside.
    fn steps(&self, p: &Position<V>, from: usize, to: usize) -> bool {
        let us = p.us();
        let one = self.behind(1 - us, from);
        p.at(to) == 0 && (to == one || self.passed[us].has(one) && p.at(one) == 0 && to == self.behind(1 - us, one))
    }
}
