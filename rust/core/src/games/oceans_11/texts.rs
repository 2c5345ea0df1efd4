//! The texts of Oceans 11: cards, decks, positions.

use super::{Cards, MOST, Oceans11, State};
use crate::board::Bits;
use crate::prelude::*;

const RANKS: &[u8; 13] = b"23456789TJQKA";
const SUITS: &[u8; 5] = b"shdcx";
const TURNING: [&str; 4] = ["-", "1", "2", "12"];

impl Oceans11 {
    /// A card's text; all jokers are `*`.
    fn name(&self, card: usize) -> String {
        match self.natural.get(card) {
            Some(&(rank, suit)) => [RANKS[rank] as char, SUITS[suit] as char].iter().collect(),
            None => "*".into(),
        }
    }

    /// Cards of a set, jokers first, then from aces down; `-` for none.
    fn names(&self, cards: Cards) -> String {
        let mut all: Vec<usize> = cards.iter().collect();
        all.reverse();
        self.join(all, "")
    }

    fn join(&self, cards: impl IntoIterator<Item = usize>, between: &str) -> String {
        let names: Vec<String> = cards.into_iter().map(|card| self.name(card)).collect();
        if names.is_empty() { "-".into() } else { names.join(between) }
    }

    /// The cards still in a known deck, top card first.
    pub(super) fn remaining(s: &State, seat: usize) -> &[u8] {
        let size = usize::from(s.sizes[seat]);
        &s.decks[seat][size - usize::from(s.left[seat])..size]
    }

    /// Known decks as they were at the start.
    pub(super) fn write_decks(&self, s: &State) -> String {
        let deck = |seat: usize| {
            let cards = &s.decks[seat][..usize::from(s.sizes[seat])];
            self.join(cards.iter().map(|&card| usize::from(card)), " ")
        };
        format!("{} / {}", deck(0), deck(1))
    }

    pub(super) fn write_position(&self, s: &State) -> String {
        let pair = |of: &dyn Fn(usize) -> String| format!("{}/{}", of(0), of(1));
        let up = pair(&|seat| self.names(s.up[seat]));
        let used = pair(&|seat| self.names(s.used[seat]));
        let mut out = format!("{}-{} {up} {used} {}", s.wins[0], s.wins[1], TURNING[usize::from(s.turning)]);
        if s.fixed {
            let deck = |seat: usize| self.join(Self::remaining(s, seat).iter().map(|&card| usize::from(card)), "");
            out.push(' ');
            out.push_str(&pair(&deck));
        }
        out
    }

    /// Reads cards, with or without blanks between them, as numbers of outcomes.
    fn read_cards(&self, text: &str) -> Result<Vec<u8>, TextError> {
        let mut cards = Vec::new();
        let text = text.trim_ascii();
        let mut rest = if text == "-" { b"" } else { text.as_bytes() };
        while let Some((&first, after)) = rest.split_first() {
            let rank = RANKS.iter().position(|&rank| rank == first.to_ascii_uppercase());
            let suit = after.first().and_then(|suit| SUITS.iter().position(|s| *s == suit.to_ascii_lowercase()));
            rest = after.trim_ascii_start();
            match (first, rank, suit) {
                (b'*', ..) if self.jokers > 0 => cards.push(self.joker() as u8),
                (_, Some(rank), Some(suit)) if suit < self.suits => {
                    cards.push((rank * self.suits + suit) as u8);
                    rest = after[1..].trim_ascii_start();
                }
                _ => {
                    let at = text.len() - after.len() - 1;
                    let found = shorten(text.get(at..).unwrap_or("?"));
                    let suits = String::from_utf8_lossy(&SUITS[..self.suits]);
                    let joker = if self.jokers > 0 { ", or *" } else { "" };
                    let what = format!("a rank of 23456789TJQKA with a suit of {suits}{joker} is expected");
                    return Err(TextError::at(at, format!("no card of this game at {found:?}: {what}")));
                }
            }
            ensure!(cards.len() <= MOST, "more than {MOST} cards in a deck");
        }
        Ok(cards)
    }

    /// Reads cards for both players, and adds them to those `seen`.
    fn read_both(&self, text: &str, seen: &mut [Cards; 2]) -> Result<[Vec<u8>; 2], TextError> {
        let Some((first, second)) = text.split_once('/') else {
            return Err(TextError::new(format!(
                "{:?}: the cards of both players with / in between are expected",
                shorten(text)
            )));
        };
        let both = [self.read_cards(first)?, self.read_cards(second)?];
        for (seat, cards) in both.iter().enumerate() {
            for &card in cards {
                let card = usize::from(card);
                let others = if self.halved && card < self.joker() { seen[1 - seat] } else { Bits::EMPTY };
                let was_left = self.insert(&mut seen[seat], others, card);
                ensure!(was_left, "{} is there too often", self.name(card));
            }
            // Jokers aside: their number has been looked at.
            let fits = (seen[seat] & self.all).count() <= self.size() - self.jokers;
            ensure!(fits, "a deck has {} cards, there are more", self.size());
        }
        Ok(both)
    }

    pub(super) fn read_decks(&self, text: &str) -> Result<[Vec<u8>; 2], TextError> {
        self.read_both(text, &mut [Bits::EMPTY; 2])
    }

    pub(super) fn read_position(&self, position: &str) -> Result<State, TextError> {
        let what = "wins, cards turned up, cards out of play, who turns up a card (1, 2, 12 or -), known decks if any";
        let fixed = position.split_ascii_whitespace().count() > 4;
        let [wins, up, used, turning, decks] = if fixed {
            text::fields(position, what)?
        } else {
            let [wins, up, used, turning] = text::fields(position, what)?;
            [wins, up, used, turning, "-/-"]
        };
        let mut seen = [Bits::EMPTY; 2];
        let used = self.read_both(used, &mut seen)?;
        let out_of_play = seen;
        let up = self.read_both(up, &mut seen)?;
        let turned = seen;
        let decks = self.read_both(decks, &mut seen)?;
        let mut s = self.start_with(fixed.then_some(&decks));
        for seat in 0..2 {
            s.used[seat] = out_of_play[seat];
            s.up[seat] = turned[seat].without(out_of_play[seat]);
            up[seat].iter().for_each(|&card| self.lay(&mut s, seat, usize::from(card)));
            s.values[seat] = s.rows[seat].value();
            if !fixed {
                s.left[seat] -= (used[seat].len() + up[seat].len()) as u8;
            }
        }
        s.turning = text::word(turning, &TURNING, "who turns up a card")? as u8;
        for (seat, wins) in self.read_wins(wins)?.into_iter().enumerate() {
            s.wins[seat] = wins;
            let fits = usize::from(wins) <= used[seat].len();
            ensure!(fits, "a player has won more hands than he has cards out of play");
        }
        let (before, may_stand) = (self.write_position(&s), self.may_stand(&s));
        if may_stand {
            self.go_on(&mut s);
        }
        // Nothing may be left that would have happened by itself.
        let stands = may_stand && self.write_position(&s) == before;
        ensure!(stands, "a game does not stop at this position: cards have to be turned up, or a hand is decided");
        Ok(s)
    }

    /// Whether those turn up cards who have to, and have cards.
    fn may_stand(&self, s: &State) -> bool {
        let [first, second] = s.values;
        let have = u8::from(s.left[0] > 0) | u8::from(s.left[1] > 0) << 1;
        let fits = match s.up.map(|cards| cards.count()) {
            [0, 0] => s.turning == if s.wins.contains(&self.target) { 0 } else { have },
            _ if s.wins.contains(&self.target) => false,
            [1, 0] => s.turning == 0b10,
            [0, _] | [_, 0] => false,
            _ => [true, first < second, first >= second, first == second][usize::from(s.turning)],
        };
        fits && s.turning & !have == 0
    }

    fn read_wins(&self, text: &str) -> Result<[u8; 2], TextError> {
        let most = u64::from(self.target);
        let (first, second) = text.split_once('-').unwrap_or((text, ""));
        let number = |wins| text::number(wins, 0, most, "a player's number of wins").map(|n| n as u8);
        let wins = [number(first)?, number(second)?];
        ensure!(wins != [self.target; 2], "both players have reached the target");
        Ok(wins)
    }
}
