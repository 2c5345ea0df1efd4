//! Which positions have occurred, for draws by repetition and bans on it.

use crate::game::Outcome;

/// Keys of earlier positions. Games forget them at moves that cannot be taken back, so that the list
/// stays short. It is history, not position: position texts and keys leave it out.
#[derive(Clone, Debug, Default)]
pub struct Repetition(Vec<u64>);

impl Repetition {
    /// Notes a position and returns how often it has occurred, this time included.
    pub fn note(&mut self, key: u64) -> usize {
        self.0.push(key);
        self.0.iter().filter(|&&k| k == key).count()
    }

    /// Whether a position has occurred.
    pub fn has(&self, key: u64) -> bool {
        self.0.contains(&key)
    }

    /// The keys noted, the latest first.
    pub fn latest_first(&self) -> impl Iterator<Item = u64> {
        self.0.iter().rev().copied()
    }

    /// Forgets all, after a move that can never be taken back.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

/// How often keys have been noted, over the whole of a long game: a flat hash table that is cheap to copy.
/// [`Repetition`] is smaller and simpler where the list stays short.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Keys at the place their low bits say or in the next free one; 0 is free. The length is a power of two.
    slots: Vec<u64>,
    noted: usize,
}

impl Tally {
    /// Notes a key and returns how often it has been noted, this time included.
    pub fn note(&mut self, key: u64) -> usize {
        if 3 * (self.noted + 1) > 2 * self.slots.len() {
            let size = (2 * self.slots.len()).max(32);
            for old in std::mem::replace(&mut self.slots, vec![0; size]) {
                let (_, place) = self.look(old);
                self.slots[place] = old;
            }
        }
        let key = key.max(1);
        let (times, place) = self.look(key);
        self.slots[place] = key;
        self.noted += 1;
        times + 1
    }

    /// Whether a key has been noted.
    pub fn has(&self, key: u64) -> bool {
        self.noted > 0 && self.look(key.max(1)).0 > 0
    }

    /// How often a key is in the table, and the first free place for it.
    #[inline]
    fn look(&self, key: u64) -> (usize, usize) {
        let mask = self.slots.len() - 1;
        let (mut times, mut at) = (0, key as usize & mask);
        while self.slots[at] != 0 {
            times += usize::from(self.slots[at] == key);
            at = (at + 1) & mask;
        }
        (times, at)
    }
}

/// The draws of a game that might go round in circles: by the third occurrence of a position, and by a limit of turns.
#[derive(Clone, Debug, Default)]
pub struct Draws {
    seen: Repetition,
    turns: u32,
    ignored: bool,
}

impl Draws {
    /// No turn has been made, and this position has occurred.
    pub fn from(key: u64) -> Self {
        Draws { seen: Repetition(vec![key]), ..Draws::default() }
    }

    /// Counts a turn and notes the position after it. The draw that this makes: by threefold repetition, or else, with
    /// turn number `limit`, by the reason given.
    #[inline]
    pub fn turn(&mut self, key: u64, limit: u32, reason: &'static str) -> Option<Outcome> {
        self.turns += 1;
        if self.ignored {
            None
        } else if self.seen.note(key) == 3 {
            Some(Outcome::draw("threefold repetition"))
        } else {
            (self.turns >= limit).then(|| Outcome::draw(reason))
        }
    }

    /// Forgets the positions, in a turn that can never be taken back and before it is counted.
    pub fn forget(&mut self) {
        self.seen.clear();
    }

    /// From now on nothing is a draw.
    pub fn ignore(&mut self) {
        self.forget();
        self.ignored = true;
    }

    /// Number of turns.
    pub fn turns(&self) -> u32 {
        self.turns
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    proptest! {
        #[test]
        fn a_tally_counts(keys in proptest::collection::vec((0u64..40).prop_map(|k| k << 3), 0..300)) {
            let (mut tally, mut plain) = (Tally::default(), HashMap::new());
            for key in keys {
                prop_assert_eq!(tally.has(key), plain.contains_key(&key));
                let times = plain.entry(key).or_insert(0);
                *times += 1;
                prop_assert_eq!(tally.note(key), *times);
            }
        }
    }

    #[test]
    fn draws_come_with_the_third_position_and_the_last_turn() {
        let reasons = |mut draws: Draws, keys: &[u64]| -> Vec<Option<&str>> {
            keys.iter().map(|&key| draws.turn(key, 6, "limit").map(|end| end.reason)).collect()
        };
        let threefold = Some("threefold repetition");
        assert_eq!(reasons(Draws::from(1), &[2, 1, 2, 1]), [None, None, None, threefold]);
        assert_eq!(reasons(Draws::default(), &[1, 2, 1, 2, 3, 1]), [None, None, None, None, None, threefold]);
        assert_eq!(reasons(Draws::default(), &[1, 2, 3, 4, 5, 6])[4..], [None, Some("limit")]);
        let mut draws = Draws::from(1);
        assert_eq!((draws.turn(2, 6, ""), draws.turn(1, 6, "")), (None, None));
        draws.forget();
        assert_eq!((draws.turn(1, 6, ""), draws.turn(1, 6, ""), draws.turns()), (None, None, 4));
        draws.ignore();
        assert_eq!(reasons(draws, &[1, 1, 1, 1]), [None; 4]);
    }
}
