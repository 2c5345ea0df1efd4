//! The best poker hand of five cards out of any number of cards, wild cards included, without any search.
//!
//! A row of cards keeps sets of ranks (bit 0 is a 2, bit 12 an ace): those of each suit, and those of which it has at
//! least one, two, … natural cards. With `w` wild cards, a rank makes `k` of a kind if it has at least `k - w` natural
//! cards; only an ace needs none. That one rule covers every category but straights, flushes and two ranks at once, and
//! wherever it leaves wild cards over, a higher category was possible. Fewer than five cards need no rule of their own:
//! what cannot be made of them is not found, and kickers that are missing count 0.

/// What a row is worth: the category (0 high card … 9 five of a kind), then up to five ranks (2 … 14) in the order in
/// which they are compared, four bits each. 0 for no cards.
pub type Value = u32;

const ACE: u16 = 1 << 12;

/// A row of cards.
#[derive(Clone, Copy, Debug, Default)]
pub struct Row {
    /// Ranks of the natural cards of each suit.
    suits: [u16; 5],
    /// Ranks with at least 1, 2, 3, 4, 5 natural cards.
    ranks: [u16; 5],
    /// Natural cards of each suit, and of the longest one.
    lengths: [u8; 5],
    longest: u8,
    wilds: u8,
}

/// The category of a value.
pub fn category(value: Value) -> u32 {
    value >> 20
}

impl Row {
    /// Adds a natural card, rank 0 (a 2) to 12 (an ace).
    #[inline]
    pub fn add(&mut self, rank: usize, suit: usize) {
        let mut bit = 1 << rank;
        self.suits[suit] |= bit;
        self.lengths[suit] += 1;
        self.longest = self.longest.max(self.lengths[suit]);
        for ranks in &mut self.ranks {
            let had = *ranks & bit;
            *ranks |= bit;
            bit = had;
        }
    }

    /// Adds a wild card.
    #[inline]
    pub fn add_wild(&mut self) {
        self.wilds += 1;
    }

    /// The ranks that can be made `k` of a kind.
    #[inline]
    fn alike(&self, k: usize) -> u16 {
        match k.checked_sub(usize::from(self.wilds)) {
            Some(naturals @ 1..) => self.ranks[naturals - 1],
            _ => ACE,
        }
    }

    /// The best hand.
    pub fn value(&self) -> Value {
        let wilds = u32::from(self.wilds);
        let [all, pairs, ..] = self.ranks;
        // The best `k` of a kind, and its kickers.
        let kind = |category: Value, k: usize| {
            let best = highest(self.alike(k));
            (best != 0).then(|| tops(tops(category, best, 1), all & !best, 5 - k) << (4 * (k - 1)))
        };
        if let Some(value) = kind(9, 5) {
            return value;
        }
        let (mut straight_flush, mut flush) = (0, 0);
        if self.longest + self.wilds >= 5 {
            let aces = (0..wilds).fold(5, |value, _| tops(value, ACE, 1));
            for (ranks, _) in self.suits.into_iter().zip(self.lengths).filter(|suit| suit.1 + self.wilds >= 5) {
                straight_flush = straight_flush.max(straight(ranks, wilds));
                flush = flush.max(tops(aces, ranks, 5 - wilds as usize));
            }
        }
        if straight_flush > 0 {
            return (8 << 4 | straight_flush) << 16;
        }
        if let Some(value) = kind(7, 4) {
            return value;
        }
        let three = highest(self.alike(3));
        if three != 0 && pairs & !three != 0 {
            return tops(tops(6, three, 1), pairs & !three, 1) << 12;
        }
        if flush > 0 {
            return flush;
        }
        match straight(all, wilds) {
            0 => {}
            top => return (4 << 4 | top) << 16,
        }
        if let Some(value) = kind(3, 3) {
            return value;
        }
        let high = highest(pairs);
        let low = highest(pairs & !high);
        if low != 0 {
            return tops(tops(2, high | low, 2), all & !(high | low), 1) << 8;
        }
        kind(1, 2).or_else(|| kind(0, 1)).unwrap_or(0)
    }
}

/// The highest rank of a set, as a set.
#[inline]
fn highest(ranks: u16) -> u16 {
    if ranks == 0 { 0 } else { 1 << ranks.ilog2() }
}

/// Appends the `n` highest ranks of a set to a value, 0 for those that are missing.
#[inline]
fn tops(mut value: Value, mut ranks: u16, n: usize) -> Value {
    for _ in 0..n {
        let top = highest(ranks);
        value = value << 4 | if top == 0 { 0 } else { top.ilog2() + 2 };
        ranks &= !top;
    }
    value
}

/// The top rank of the best straight that needs no more than `wilds` (up to 3) further cards; 0 if there is none.
///
/// The ranks of all ten straights are counted at once, bit by bit: two full adders per place.
#[inline]
fn straight(ranks: u16, wilds: u32) -> Value {
    let ranks = ranks << 1 | ranks >> 12; // the ace below the 2 as well
    let (a, b, c, d, e) = (ranks, ranks >> 1, ranks >> 2, ranks >> 3, ranks >> 4);
    let (half, carry) = (a ^ b ^ c, a & b | a & c | b & c);
    let (ones, twos) = (half ^ d ^ e, half & d | half & e | d & e);
    let (twos, fours) = (twos ^ carry, twos & carry);
    let found = match wilds {
        0 => fours & ones,
        1 => fours,
        2 => fours | twos & ones,
        _ => fours | twos,
    };
    let found = found & 0x3FF;
    if found == 0 { 0 } else { found.ilog2() + 5 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    const RANKS: &str = "23456789TJQKA";
    const SUITS: &str = "shdcx";

    /// A row out of cards such as `Ks`, `*` for a joker.
    fn row(cards: &str, deuces: bool) -> Row {
        let mut row = Row::default();
        for card in cards.split_whitespace() {
            let mut letters = card.chars();
            match (letters.next().and_then(|c| RANKS.find(c)), letters.next().and_then(|c| SUITS.find(c))) {
                (Some(0), Some(_)) if deuces => row.add_wild(),
                (Some(rank), Some(suit)) => row.add(rank, suit),
                _ => row.add_wild(),
            }
        }
        row
    }

    fn value(category: Value, ranks: &[Value]) -> Value {
        (0..5).fold(category, |value, i| value << 4 | ranks.get(i).copied().unwrap_or(0))
    }

    #[test]
    fn worked_hands() {
        for (cards, category, ranks) in [
            ("As", 0, &[14][..]),
            ("*", 0, &[14]),
            ("* 2s", 1, &[2]),
            ("* *", 1, &[14]),
            ("Ks Qs", 0, &[13, 12]),
            ("Ks Kd *", 3, &[13]),
            ("As 2s 3d 4c 5h", 4, &[5]),
            ("6s 5d 4h 3c 2s Ad", 4, &[6]),
            ("As Ks Qs Js *", 8, &[14]),
            ("2s 3s 4s 5s *", 8, &[6]),
            ("Ts 9s 8s * *", 8, &[12]),
            ("9s 9d 9h * *", 9, &[9]),
            ("9s 9d 4h 4c *", 6, &[9, 4]),
            ("* * Ad 3c 3d", 7, &[3, 14]),
            ("7s 7d 7h 7c", 7, &[7]),
            ("7s 7d 7h 7c 2d", 7, &[7, 2]),
            ("Ks Kd Qs Qd Js Jd 2c", 2, &[13, 12, 11]),
            ("As Ks 9s 3s *", 5, &[14, 14, 13, 9, 3]),
        ] {
            assert_eq!(row(cards, false).value(), value(category, ranks), "{cards}");
        }
        for (cards, category, ranks) in
            [("2s", 0, &[14][..]), ("2s 9d 9h", 3, &[9]), ("2s 3s 4s 5s 7s", 8, &[7]), ("2s 2d 2h 2c *", 9, &[14])]
        {
            assert_eq!(row(cards, true).value(), value(category, ranks), "{cards} with wild deuces");
        }
        assert_eq!(Row::default().value(), 0);
    }

    /// The numbers of five-card hands by category, five of a kind first.
    fn counts(suits: usize, jokers: usize) -> [u32; 10] {
        fn choose(row: Row, from: usize, left: usize, suits: usize, jokers: usize, counts: &mut [u32; 10]) {
            if left == 0 {
                counts[9 - category(row.value()) as usize] += 1;
                return;
            }
            for card in from..13 * suits + jokers {
                let mut row = row;
                if card < 13 * suits {
                    row.add(card / suits, card % suits)
                } else {
                    row.add_wild()
                }
                choose(row, card + 1, left - 1, suits, jokers, counts);
            }
        }
        let mut found = [0; 10];
        choose(Row::default(), 0, 5, suits, jokers, &mut found);
        found
    }

    #[test]
    fn all_hands_of_52_to_54_cards() {
        let expected = [
            [0, 40, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540],
            [13, 204, 3120, 6552, 7804, 20532, 137280, 123552, 1268088, 1302540],
            [78, 624, 9360, 9360, 11388, 34704, 232968, 123552, 1437936, 1302540],
        ];
        for (jokers, expected) in expected.into_iter().enumerate() {
            assert_eq!(counts(4, jokers), expected);
        }
    }

    #[test]
    fn all_hands_of_65_cards() {
        assert_eq!(counts(5, 0), [13, 50, 3900, 15600, 6385, 31200, 214500, 429000, 3575000, 3984240]);
    }

    /// The value of at most five natural cards, by the definitions.
    fn plain(cards: &[(usize, usize)]) -> Value {
        let mut groups: Vec<(usize, usize)> = (0..13)
            .map(|rank| (cards.iter().filter(|card| card.0 == rank).count(), rank))
            .filter(|&(count, _)| count > 0)
            .collect();
        groups.sort_unstable_by(|a, b| b.cmp(a));
        let sizes: Vec<usize> = groups.iter().map(|group| group.0).collect();
        let ranks: Vec<Value> = groups.iter().map(|group| group.1 as Value + 2).collect();
        let flush = cards.len() == 5 && cards.iter().all(|card| card.1 == cards[0].1);
        let top = match ranks[..] {
            [14, 5, 4, 3, 2] => Some(5),
            [top, _, _, _, low] if ranks.len() == 5 && top - low == 4 => Some(top),
            _ => None,
        };
        let mut every: Vec<Value> = cards.iter().map(|card| card.0 as Value + 2).collect();
        every.sort_unstable_by(|a, b| b.cmp(a));
        match (&sizes[..], flush, top) {
            ([5], ..) => value(9, &ranks),
            (_, true, Some(top)) => value(8, &[top]),
            ([4, ..], ..) => value(7, &ranks),
            ([3, 2], ..) => value(6, &ranks),
            (_, true, _) => value(5, &every),
            (_, _, Some(top)) => value(4, &[top]),
            ([3, ..], ..) => value(3, &ranks),
            ([2, 2, ..], ..) => value(2, &ranks),
            ([2, ..], ..) => value(1, &ranks),
            _ => value(0, &ranks),
        }
    }

    /// The best of all choices of five cards, with every card of the deck tried for each wild one.
    fn brute(cards: &[Option<(usize, usize)>], suits: usize) -> Value {
        if let Some(wild) = cards.iter().position(Option::is_none) {
            let mut cards = cards.to_vec();
            let every = (0..13 * suits).map(|card| (card / suits, card % suits));
            return every.fold(0, |best, card| {
                cards[wild] = Some(card);
                best.max(brute(&cards, suits))
            });
        }
        let cards: Vec<(usize, usize)> = cards.iter().copied().flatten().collect();
        (0..1u32 << cards.len())
            .filter(|set| set.count_ones() as usize == cards.len().min(5))
            .map(|set| {
                let chosen = cards.iter().enumerate().filter(|(i, _)| set >> i & 1 != 0);
                plain(&chosen.map(|(_, &card)| card).collect::<Vec<_>>())
            })
            .max()
            .unwrap_or(0)
    }

    #[test]
    fn agrees_with_every_substitution() {
        let mut rng = Rng::new(11);
        for (suits, most, rounds) in [(4, 0, 2000), (5, 0, 2000), (4, 1, 400), (4, 2, 40), (4, 3, 4)] {
            for _ in 0..rounds {
                let wilds = rng.below(most + 1);
                let mut deck: Vec<usize> = (0..13 * suits).collect();
                // Few ranks and suits, so that the rare categories come up.
                if rng.below(2) == 0 {
                    let (low, suit) = (rng.below(8), rng.below(suits));
                    deck.retain(|card| (low..low + 6).contains(&(card / suits)) || card % suits == suit);
                }
                rng.shuffle(&mut deck);
                let naturals = rng.below(8 - wilds).max(usize::from(wilds == 0));
                let mut row = Row::default();
                let mut cards = vec![None; wilds];
                (0..wilds).for_each(|_| row.add_wild());
                for &card in &deck[..naturals] {
                    row.add(card / suits, card % suits);
                    cards.push(Some((card / suits, card % suits)));
                }
                assert_eq!(row.value(), brute(&cards, suits), "{cards:?}");
            }
        }
    }
}
