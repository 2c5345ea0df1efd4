//! After two passes: proposals of dead stones, their answers, and the score.

use super::{Go, MAX_PROPOSALS, MAX_RESUMES, NO_KO, Phase, State};
use crate::board::Bits;
use crate::prelude::*;

impl<const W: usize, const P: usize> Go<W, P> {
    pub(super) fn pass(&self, s: &mut State<W, P>) {
        s.ko = NO_KO;
        s.player ^= 1;
        s.plays_on = s.player;
        s.phase = match s.phase {
            Phase::Play => Phase::Passed,
            _ if self.rules.area => Phase::Area,
            _ => Phase::Propose,
        };
    }

    /// Whether the player to move may make a proposal, or go on with his.
    pub(super) fn may_propose(s: &State<W, P>) -> bool {
        match s.phase {
            Phase::Propose | Phase::Mark => true,
            Phase::Answer => s.proposals < MAX_PROPOSALS,
            _ => false,
        }
    }

    /// The chains that can still be marked, by their smallest points.
    pub(super) fn markable(&self, s: &State<W, P>) -> impl Iterator<Item = usize> {
        let (open, from) = (Self::may_propose(s), usize::from(s.next_mark));
        s.stones.chains(&self.points).filter(move |&first| open && first >= from)
    }

    /// Drops the marks of the opponent's proposal when the player begins his own.
    fn begin_proposal(s: &mut State<W, P>) {
        if s.phase != Phase::Mark {
            s.dead = Bits::EMPTY;
        }
    }

    pub(super) fn mark(&self, s: &mut State<W, P>, first: usize) {
        Self::begin_proposal(s);
        s.stones.chain(first).for_each(|stone| s.dead.insert(stone));
        s.next_mark = first as u16 + 1;
        s.phase = Phase::Mark;
    }

    pub(super) fn submit(&self, s: &mut State<W, P>) {
        Self::begin_proposal(s);
        s.next_mark = 0;
        s.proposals += 1;
        s.player ^= 1;
        s.phase = Phase::Answer;
    }

    pub(super) fn resume(&self, s: &mut State<W, P>) {
        s.dead = Bits::EMPTY;
        s.resumes += 1;
        s.player = s.plays_on;
        let last = s.resumes == MAX_RESUMES || s.proposals == MAX_PROPOSALS;
        s.phase = if last { Phase::Area } else { Phase::Play };
    }

    /// Points of both sides as the board stands, without the stones marked dead.
    pub(super) fn points_of(&self, s: &State<W, P>) -> [f64; 2] {
        let area = self.rules.area || matches!(s.phase, Phase::Area | Phase::Limit);
        let mut points = s.stones.territory(&self.points, &s.dead).map(|n| n as u32);
        for p in 0..self.points.len() {
            match s.stones.at(p) {
                Some(colour) if area => points[colour] += 1,
                Some(colour) if s.dead.has(p) => points[1 - colour] += 1,
                _ => {}
            }
        }
        if !area {
            points[0] += s.prisoners[0];
            points[1] += s.prisoners[1];
        }
        [f64::from(points[0]), f64::from(points[1]) + self.rules.komi]
    }

    /// Ten more for the winner with every ten points of margin begun.
    pub(super) fn hahn_points(&self, s: &State<W, P>, resigned: Option<usize>) -> [f64; 2] {
        let [black, white] = self.points_of(s);
        let margin = match (resigned, self.outcome(s)) {
            (Some(seat), _) => [f64::NEG_INFINITY, f64::INFINITY][seat],
            (None, Some(end)) if end.returns[0] != 0.0 => black - white,
            _ => 0.0,
        };
        let first = 50.0 + margin.signum() * 10.0 * (margin.abs() / 10.0).ceil().min(5.0);
        [first, 100.0 - first]
    }
}
