//! Oceans 11: a duel of poker hands, each player with a deck of his own. Rules: the docs page of `oceans_11`.
//!
//! A card is a number, `rank * suits + suit`, and behind these the jokers; what is turned up and what is out of play
//! are sets of cards. Decks are not shuffled: each card turned up is a chance node, drawn from what its player (or,
//! where one deck was halved, nobody) has seen yet. A set-up fixes the decks; then cards come by themselves. All that
//! needs no decision happens at once, in [`Oceans11::go_on`].
//!
//! Actions: 0 deals the weaker player's next card, 1 concedes the hand. Chance outcomes: the card; all jokers are one.

use crate::board::Bits;
use crate::prelude::*;

mod hand;
mod texts;

use hand::{Row, Value, category};

const DEAL: Action = 0;
const CONCEDE: Action = 1;
/// The largest deck.
const MOST: usize = 65;

type Cards = Bits<2>;

/// Oceans 11 with one kind of deck.
pub struct Oceans11 {
    suits: usize,
    /// Jokers of each player.
    jokers: usize,
    deuces: bool,
    /// One deck is halved between the players (jokers aside).
    halved: bool,
    target: u8,
    /// Rank and suit of the natural cards.
    natural: Box<[(usize, usize)]>,
    /// The natural cards.
    all: Cards,
}

/// A position.
#[derive(Clone, Copy)]
pub struct State {
    /// Cards turned up in this hand.
    up: [Cards; 2],
    used: [Cards; 2],
    rows: [Row; 2],
    values: [Value; 2],
    wins: [u8; 2],
    /// Cards left in the decks.
    left: [u8; 2],
    /// Seats that are to turn up a card, as bits.
    turning: u8,
    /// The seat that decides; 2 for nobody.
    player: u8,
    /// The decks are known.
    fixed: bool,
    /// Known decks as numbers of outcomes, and how many cards they had.
    decks: [[u8; MOST]; 2],
    sizes: [u8; 2],
}

const NAMES: [&str; 6] = ["standard", "no_wilds", "deuces", "five_suits", "mini26", "mini27"];

impl Build for Oceans11 {
    fn build(mut options: Options) -> Built {
        let deck = options.choice("deck", &NAMES)?;
        let options = options.finish("oceans_11")?;
        let suits = if deck == 3 { 5 } else { 4 };
        let game = Oceans11 {
            suits,
            jokers: [2, 0, 2, 0, 0, 1][deck],
            deuces: deck == 2,
            halved: deck >= 4,
            target: [6, 6, 6, 7, 3, 3][deck],
            natural: (0..13 * suits).map(|card| (card / suits, card % suits)).collect(),
            all: Bits::first(13 * suits),
        };
        Ok(erase("oceans_11", options, game))
    }
}

impl Oceans11 {
    fn joker(&self) -> usize {
        self.natural.len()
    }

    /// Cards in a player's deck at the start.
    fn size(&self) -> usize {
        self.jokers + if self.halved { self.joker() / 2 } else { self.joker() }
    }

    /// Jokers a player has not seen of his deck, and natural cards that may be in it.
    #[inline]
    fn unseen(&self, s: &State, seat: usize) -> (usize, Cards) {
        let mut seen = s.up[seat] | s.used[seat];
        let jokers = self.jokers - seen.without(self.all).count();
        if self.halved {
            seen |= s.up[1 - seat] | s.used[1 - seat];
        }
        (jokers, self.all.without(seen))
    }

    /// Puts a card into the set `of` cards of a player who has `seen` others; false if he has no (further) such card.
    fn insert(&self, of: &mut Cards, seen: Cards, card: usize) -> bool {
        let last = if card == self.joker() { self.joker() + self.jokers } else { card + 1 };
        let free = (card..last).find(|&at| !seen.has(at) && !of.has(at));
        free.inspect(|&at| of.insert(at)).is_some()
    }

    fn start_with(&self, decks: Option<&[Vec<u8>; 2]>) -> State {
        let mut s = State {
            up: [Bits::EMPTY; 2],
            used: [Bits::EMPTY; 2],
            rows: [Row::default(); 2],
            values: [0; 2],
            wins: [0; 2],
            left: [self.size() as u8; 2],
            turning: 0,
            player: 2,
            fixed: decks.is_some(),
            decks: [[0; MOST]; 2],
            sizes: [0; 2],
        };
        for (seat, deck) in decks.into_iter().flatten().enumerate() {
            s.decks[seat][..deck.len()].copy_from_slice(deck);
            (s.sizes[seat], s.left[seat]) = (deck.len() as u8, deck.len() as u8);
        }
        s
    }

    /// Makes unknown decks known, with all orders equally likely.
    fn shuffle_decks(&self, s: &mut State, rng: &mut Rng, pool: &mut Vec<u32>) {
        for seat in 0..2 {
            let (jokers, naturals) = self.unseen(s, seat);
            if seat == 0 || !self.halved {
                pool.clear();
                pool.extend(naturals.iter().map(|card| card as u32));
                rng.shuffle(if self.halved { pool } else { &mut [] });
            }
            let deck = &mut s.decks[seat][..usize::from(s.left[seat])];
            let (first, others) = deck.split_at_mut(jokers);
            first.fill(self.joker() as u8);
            let count = others.len();
            let taken = pool.drain(..count);
            others.iter_mut().zip(taken).for_each(|(at, card)| *at = card as u8);
            rng.shuffle(deck);
        }
        (s.sizes, s.fixed) = (s.left, true);
    }

    /// Lays a card in a player's row.
    #[inline]
    fn lay(&self, s: &mut State, seat: usize, card: usize) {
        match self.natural.get(card) {
            Some(&(rank, suit)) if rank > 0 || !self.deuces => s.rows[seat].add(rank, suit),
            _ => s.rows[seat].add_wild(),
        }
    }

    fn turn_up(&self, s: &mut State, seat: usize, card: usize) {
        s.turning &= !(1 << seat);
        s.left[seat] -= 1;
        let used = s.used[seat];
        self.insert(&mut s.up[seat], used, card);
        self.lay(s, seat, card);
        s.values[seat] = s.rows[seat].value();
    }

    fn win_hand(s: &mut State, seat: usize) {
        s.wins[seat] += 1;
        for seat in 0..2 {
            s.used[seat] |= s.up[seat];
            s.up[seat] = Bits::EMPTY;
        }
        s.rows = [Row::default(); 2];
        s.values = [0; 2];
    }

    /// Goes on to the next decision, chance node or end.
    ///
    /// A player whose deck is empty when a hand begins has an empty row, which is weaker than any other.
    fn go_on(&self, s: &mut State) {
        s.player = 2;
        loop {
            while s.turning != 0 {
                if !s.fixed {
                    return;
                }
                let seat = s.turning.trailing_zeros() as usize;
                let card = s.decks[seat][usize::from(s.sizes[seat] - s.left[seat])];
                self.turn_up(s, seat, usize::from(card));
            }
            if s.wins.contains(&self.target) {
                return;
            }
            let [first, second] = s.values;
            if first == second {
                let have = [0, 1].map(|seat| s.left[seat] > 0);
                match have {
                    [false, false] => return,
                    [true, true] => s.turning = 0b11,
                    // At the beginning of a hand the other one turns up a card first.
                    [has, _] if first == 0 => s.turning = if has { 0b01 } else { 0b10 },
                    [has, _] => Self::win_hand(s, usize::from(!has)),
                }
            } else {
                let weaker = usize::from(first > second);
                if s.left[weaker] > 0 {
                    s.player = weaker as u8;
                    return;
                }
                Self::win_hand(s, 1 - weaker);
            }
        }
    }

    fn may_concede(&self, s: &State) -> bool {
        s.wins[usize::from(1 - s.player)] + 1 < self.target
    }
}

impl Game for Oceans11 {
    type State = State;

    fn num_actions(&self) -> usize {
        2
    }

    /// A deal uses up a card, a concession is a win for the other player short of the target.
    fn max_steps(&self) -> usize {
        2 * self.size() + 2 * usize::from(self.target)
    }

    fn num_chance_outcomes(&self) -> usize {
        self.joker() + usize::from(self.jokers > 0)
    }

    fn start(&self, _seed: u64) -> State {
        let mut s = self.start_with(None);
        self.go_on(&mut s);
        s
    }

    fn start_from_setup(&self, text: &str) -> Result<State, TextError> {
        let mut s = self.start_with(Some(&self.read_decks(text)?));
        self.go_on(&mut s);
        Ok(s)
    }

    fn setup(&self, start: &State) -> Option<String> {
        start.fixed.then(|| self.write_decks(start))
    }

    fn actor(&self, s: &State) -> Actor {
        match s.player {
            2 if s.turning != 0 => Actor::Chance,
            2 => Actor::Over,
            player => Actor::Player(player),
        }
    }

    fn legal(&self, s: &State, out: &mut Vec<Action>) {
        out.push(DEAL);
        if self.may_concede(s) {
            out.push(CONCEDE);
        }
    }

    fn num_legal(&self, s: &State) -> usize {
        1 + usize::from(self.may_concede(s))
    }

    fn random_action(&self, s: &State, rng: &mut Rng, _scratch: &mut Vec<Action>) -> Action {
        if self.may_concede(s) { rng.below(2) as Action } else { DEAL }
    }

    fn check(&self, s: &State, action: Action) -> Result<(), Illegal> {
        ensure!(action == DEAL || self.may_concede(s), Illegal::NotOffered);
        Ok(())
    }

    fn play(&self, s: &mut State, action: Action) {
        if action == DEAL {
            s.turning = 1 << s.player;
        } else {
            Self::win_hand(s, usize::from(1 - s.player));
        }
        self.go_on(s);
    }

    fn chance(&self, s: &State, out: &mut Vec<f64>) {
        let seat = s.turning.trailing_zeros() as usize;
        let (jokers, naturals) = self.unseen(s, seat);
        let left = f64::from(s.left[seat]);
        let natural = (left - jokers as f64) / left / naturals.count() as f64;
        out.extend((0..self.joker()).map(|card| if naturals.has(card) { natural } else { 0.0 }));
        if self.jokers > 0 {
            out.push(jokers as f64 / left);
        }
    }

    fn sample_chance(&self, s: &State, rng: &mut Rng) -> u32 {
        let seat = s.turning.trailing_zeros() as usize;
        let (jokers, naturals) = self.unseen(s, seat);
        if jokers > 0 && rng.below(usize::from(s.left[seat])) < jokers {
            return self.joker() as u32;
        }
        naturals.nth(rng.below(naturals.count())) as u32
    }

    fn play_chance(&self, s: &mut State, outcome: u32) {
        let seat = s.turning.trailing_zeros() as usize;
        self.turn_up(s, seat, outcome as usize);
        self.go_on(s);
    }

    fn outcome(&self, s: &State) -> Option<Outcome> {
        let reason = if s.wins.contains(&self.target) { "target reached" } else { "decks used up" };
        (self.actor(s) == Actor::Over).then(|| Outcome::by_score(f64::from(s.wins[0]), f64::from(s.wins[1]), reason))
    }

    fn scores(&self, s: &State) -> Option<Vec<f64>> {
        Some(s.wins.iter().map(|&wins| f64::from(wins)).collect())
    }

    /// Each player's cards in the order of their numbers: `u` turned up, `o` out of play.
    fn cells(&self, s: &State, _viewer: Option<usize>) -> Vec<u8> {
        let of = |seat: usize, card| match (s.up[seat].has(card), s.used[seat].has(card)) {
            (true, _) => b'u',
            (_, true) => b'o',
            _ => b'.',
        };
        (0..2).flat_map(|seat| (0..self.joker() + self.jokers).map(move |card| of(seat, card))).collect()
    }

    fn info(&self, s: &State, _viewer: Option<usize>) -> Vec<(&'static str, i64)> {
        let hand = |seat: usize| if s.values[seat] == 0 { -1 } else { i64::from(category(s.values[seat])) };
        vec![
            ("wins_1", i64::from(s.wins[0])),
            ("wins_2", i64::from(s.wins[1])),
            ("left_1", i64::from(s.left[0])),
            ("left_2", i64::from(s.left[1])),
            ("hand_1", hand(0)),
            ("hand_2", hand(1)),
        ]
    }

    fn observation_shape(&self) -> Vec<usize> {
        vec![4 * self.num_chance_outcomes() + 6]
    }

    /// Own cards turned up, the opponent's, own cards out of play, the opponent's: a number for each chance outcome.
    /// Then, own first: wins by the target, cards left by the deck's size, and whether the player decides.
    fn observe(&self, s: &State, seat: usize, out: &mut [f32]) {
        let kinds = self.num_chance_outcomes();
        for (i, set) in [s.up[seat], s.up[1 - seat], s.used[seat], s.used[1 - seat]].into_iter().enumerate() {
            set.iter().for_each(|card| out[i * kinds + card.min(self.joker())] += 1.0);
        }
        for (i, seat) in [seat, 1 - seat].into_iter().enumerate() {
            out[4 * kinds + i] = f32::from(s.wins[seat]) / f32::from(self.target);
            out[4 * kinds + 2 + i] = f32::from(s.left[seat]) / self.size() as f32;
            out[4 * kinds + 4 + i] = f32::from(u8::from(usize::from(s.player) == seat));
        }
    }

    fn position(&self, s: &State) -> String {
        self.write_position(s)
    }

    fn parse_position(&self, text: &str) -> Result<State, TextError> {
        self.read_position(text)
    }

    /// Shuffles the decks first: cards that come by themselves are faster than drawing each.
    fn playout(&self, s: &mut State, rng: &mut Rng, scratch: &mut Vec<Action>) -> u32 {
        if !s.fixed {
            self.shuffle_decks(s, rng, scratch);
            self.go_on(s);
        }
        let mut steps = 0;
        while s.player < 2 {
            let action = self.random_action(s, rng, scratch);
            self.play(s, action);
            steps += 1;
        }
        steps
    }

    /// Made from the whole position when asked for: there are no boards here to be searched with a table.
    fn key(&self, s: &State) -> u64 {
        let small = [s.wins[0], s.wins[1], s.left[0], s.left[1], s.turning, u8::from(s.fixed)];
        let sets = s.up.into_iter().chain(s.used).flat_map(|set| set.0);
        let decks =
            (0..2).filter(|_| s.fixed).flat_map(|seat| Self::remaining(s, seat).iter().map(|&card| card.into()));
        let words = small.into_iter().map(u64::from).chain(sets).chain(decks);
        words.enumerate().fold(0, |key, (i, word)| mix(key ^ word, i as u64))
    }
}
