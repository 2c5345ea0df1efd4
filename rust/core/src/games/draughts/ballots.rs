//! The three-move openings of English draughts: the deck of 156.

use super::{Draughts, Kind, State};
use crate::prelude::*;

/// One line for two plies, with the third plies they are played with.
const DECK: &str = "\
9-13 21-17: 5-9 6-9
9-13 22-17: 13-22
9-13 22-18: 6-9 10-14 10-15 11-15 11-16 12-16
9-13 23-18: 5-9 6-9 10-15 11-15 11-16 12-16
9-13 23-19: 5-9 6-9 10-14 10-15 11-16
9-13 24-19: 5-9 6-9 10-14 11-15 11-16
9-13 24-20: 5-9 6-9 10-14 10-15 11-15 11-16
9-14 22-17: 5-9 6-9 11-15 11-16
9-14 22-18: 5-9 10-15 11-15 11-16
9-14 23-18: 14-23
9-14 23-19: 5-9 11-16 14-18
9-14 24-19: 5-9 11-15 11-16
9-14 24-20: 5-9 10-15 11-15 11-16
10-14 22-17: 7-10 9-13 11-15 11-16 14-18
10-14 22-18: 6-10 7-10 11-15 11-16 12-16
10-14 23-18: 14-23
10-14 23-19: 6-10 7-10 11-15 11-16 14-18
10-14 24-19: 6-10 7-10 11-16 14-18
10-14 24-20: 6-10 7-10 11-15 11-16 14-18
10-15 21-17: 6-10 7-10 9-13 11-16 15-18
10-15 22-17: 6-10 7-10 9-13 11-16 15-19
10-15 22-18: 15-22
10-15 23-18: 6-10 7-10 9-14 11-16 12-16
10-15 23-19: 6-10 7-10 11-16
10-15 24-19: 15-24
10-15 24-20: 6-10 7-10 15-19
11-15 21-17: 8-11 9-13 9-14 15-19
11-15 22-17: 8-11 9-13 15-18 15-19
11-15 22-18: 15-22
11-15 23-18: 8-11 9-14 10-14 12-16 15-19
11-15 23-19: 8-11 9-13 9-14
11-15 24-19: 15-24
11-15 24-20: 8-11 12-16 15-18
11-16 21-17: 7-11 8-11 9-13 9-14 16-20
11-16 22-17: 7-11 8-11 9-13 16-20
11-16 22-18: 7-11 8-11 16-19 16-20
11-16 23-18: 7-11 8-11 9-14 10-14 16-20
11-16 23-19: 16-23
11-16 24-19: 7-11 8-11 16-20
11-16 24-20: 7-11 16-19
12-16 21-17: 9-13 9-14 16-19 16-20
12-16 22-17: 16-19 16-20
12-16 22-18: 16-19 16-20
12-16 23-18: 16-19 16-20
12-16 24-19: 16-20
12-16 24-20: 8-12 10-15";

/// The two squares of a ply, with any of the usual signs between them.
fn read_ply(text: &str) -> Option<[usize; 2]> {
    let (from, to) = text.split_once(['-', 'x', ':', 'X'])?;
    Some([from.parse().ok()?, to.parse().ok()?])
}

impl<K: Kind> Draughts<K> {
    /// The same rules, but with a drawn opening.
    pub(super) fn with_ballots(mut self) -> Self {
        let lines = DECK.lines().filter_map(|line| line.split_once(": "));
        self.ballots = lines
            .flat_map(|(two, thirds)| thirds.split(' ').map(move |third| format!("{two} {third}")))
            .map(|plies| self.play_ballot(&plies))
            .collect();
        self
    }

    /// The canonical text of a ballot of the deck, and its position.
    fn play_ballot(&self, plies: &str) -> (String, State<K>) {
        let (mut text, mut s) = (Vec::new(), State::usual_start());
        for [from, to] in plies.split(' ').filter_map(read_ply) {
            text.push(format!("{from}{}{to}", if s.jumpers == 0 { '-' } else { 'x' }));
            self.play(&mut s, self.number(K::BOARD.bit(from - 1), K::BOARD.bit(to - 1)));
        }
        (text.join(" "), s)
    }

    /// The start position of a ballot.
    pub(super) fn read_ballot(&self, text: &str) -> Result<State<K>, TextError> {
        ensure!(!self.ballots.is_empty(), "a set-up needs the option opening=3move");
        let given: Option<Vec<_>> = text.split_ascii_whitespace().take(4).map(read_ply).collect();
        let same = |ballot: &str| given == ballot.split(' ').map(read_ply).collect();
        let found = self.ballots.iter().find(|(ballot, _)| same(ballot));
        found.map(|(_, state)| state.clone()).ok_or_else(|| {
            TextError::new(format!(
                "{:?} is not one of the 156 three-move openings, such as {:?}",
                shorten(text),
                self.ballots[0].0
            ))
        })
    }
}
