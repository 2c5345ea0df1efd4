//! What a player may choose from in games of placed stones: cells, and perhaps one thing more whose number lies behind
//! those of the cells (a swap, the end of the turn).

use super::bits::Bits;
use crate::game::Action;
use crate::rng::Rng;

/// The legal steps, as cells and one number more.
#[derive(Clone, Copy, Debug)]
pub struct Offer<const W: usize> {
    /// The cells.
    pub cells: Bits<W>,
    /// The number behind the cells, where it is on offer.
    pub other: Option<usize>,
}

impl<const W: usize> Offer<W> {
    /// Appends all, in ascending order.
    #[inline]
    pub fn list(&self, out: &mut Vec<Action>) {
        out.extend(self.cells.iter().chain(self.other).map(|number| number as Action));
    }

    /// How many there are.
    #[inline]
    pub fn count(&self) -> usize {
        self.cells.count() + usize::from(self.other.is_some())
    }

    /// One of them, each as likely as the others. There must be one.
    #[inline]
    pub fn draw(&self, rng: &mut Rng) -> Action {
        let pick = rng.below(self.count());
        match self.other {
            Some(other) if pick + 1 == self.count() => other as Action,
            _ => self.cells.nth(pick) as Action,
        }
    }
}

/// In the `impl Game` of a game with a method `offer(&self, &State) -> Offer`: all that lists, counts and draws legal
/// steps.
macro_rules! legal_by_offer {
    () => {
        fn legal(&self, s: &Self::State, out: &mut Vec<$crate::game::Action>) {
            self.offer(s).list(out);
        }

        fn num_legal(&self, s: &Self::State) -> usize {
            self.offer(s).count()
        }

        fn random_action(
            &self,
            s: &Self::State,
            rng: &mut $crate::rng::Rng,
            _scratch: &mut Vec<$crate::game::Action>,
        ) -> $crate::game::Action {
            self.offer(s).draw(rng)
        }
    };
}
pub(crate) use legal_by_offer;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_is_listed_is_drawn() {
        for (other, numbers) in [(None, vec![3, 70]), (Some(90), vec![3, 70, 90])] {
            let offer = Offer::<2> { cells: [3, 70].into_iter().collect(), other };
            let mut listed = Vec::new();
            offer.list(&mut listed);
            let mut rng = Rng::new(1);
            let mut drawn: Vec<Action> = (0..100).map(|_| offer.draw(&mut rng)).collect();
            drawn.sort_unstable();
            drawn.dedup();
            assert_eq!((listed, drawn, offer.count()), (numbers.clone(), numbers.clone(), numbers.len()));
        }
    }
}
