//! English and International draughts. Rules: the docs page of `draughts`.
//!
//! One engine plays both; a [`Kind`] says in constants what differs. A step is a pair of squares on a shared
//! diagonal, no further apart than a piece can go, and its number is its place among all such pairs in ascending
//! order. A capture is a chain of steps, one per jump; a quiet move is one step.
//!
//! The board is three words (pieces by seat, kings), and all pieces move at once by shifts. The state also keeps
//! the pieces that can capture: if there are none, legal steps are a matter of counting bits. In a chain it holds
//! the pieces jumped so far, which stay on the board until the turn is over, and the one piece that goes on.

use crate::board::dark::{Direction, each};
use crate::prelude::*;
use std::ops::ControlFlow::{Break, Continue};

mod ballots;
mod kinds;
mod moves;
mod state;
mod text;

pub use kinds::{English, International, Kind};
pub use state::State;

use kinds::ENDINGS;

/// A step: two squares of one diagonal as bits, the bits between them, and the direction.
struct Step {
    from: u64,
    to: u64,
    between: u64,
    direction: Direction,
}

/// The rules.
pub struct Draughts<K: Kind = English> {
    steps: Box<[Step]>,
    /// By the bit of the start square: the number of its first step, and the squares it leads to.
    numbers: Box<[(Action, u64); 64]>,
    /// The three-move openings and their positions; none if play begins from the usual position.
    ballots: Vec<(String, State<K>)>,
}

impl Build for Draughts {
    fn build(mut options: Options) -> Built {
        let rules = options.choice("rules", &["english", "international"])?;
        let opening = options.choice("opening", &["free", "3move"])?;
        let options = options.finish("draughts")?;
        match (rules, opening) {
            (0, 0) => Ok(erase("draughts", options, Draughts::<English>::new())),
            (0, _) => Ok(erase("draughts", options, Draughts::<English>::new().with_ballots())),
            (_, 0) => Ok(erase("draughts", options, Draughts::<International>::new())),
            _ => Err(OptionError("option opening=3move: only rules=english have three-move openings".into())),
        }
    }
}

impl<K: Kind> Draughts<K> {
    fn new() -> Self {
        let (board, reach) = (K::BOARD, if K::FLYING { K::BOARD.size() } else { 2 });
        let (mut steps, mut numbers) = (Vec::new(), Box::new([(0, 0); 64]));
        for from in each(board.all) {
            let first = steps.len();
            for direction in 0..4 {
                let ray: Vec<u64> = board.ray(from, direction).take(reach).collect();
                let between = |i: usize| ray[..i].iter().fold(0, |all, bit| all | bit);
                steps.extend(ray.iter().enumerate().map(|(i, &to)| Step { from, to, between: between(i), direction }));
            }
            steps[first..].sort_unstable_by_key(|step| step.to);
            let to = steps[first..].iter().fold(0, |all, step| all | step.to);
            numbers[from.trailing_zeros() as usize] = (first as Action, to);
        }
        Draughts { steps: steps.into(), numbers, ballots: Vec::new() }
    }

    #[inline]
    fn number(&self, from: u64, to: u64) -> Action {
        let (first, all) = self.numbers[from.trailing_zeros() as usize & 63];
        first + (all & (to - 1)).count_ones()
    }

    /// The number of a step of `n` squares, by where it ends.
    #[inline]
    fn number_to(&self, to: u64, direction: Direction, n: u32) -> Action {
        self.number(K::BOARD.go(to, 3 - direction, n), to)
    }

    /// The most pieces that can be taken.
    fn most(s: &State<K>) -> usize {
        each(s.jumpers).map(|from| s.chain(from).longest(from, s.jumped)).max().unwrap_or(0)
    }

    /// Appends the legal jumps.
    fn jumps(&self, s: &State<K>, out: &mut Vec<Action>) {
        let (mut most, begin) = (0, out.len());
        for from in each(s.jumpers) {
            let chain = s.chain(from);
            let _ = chain.jumps(from, s.jumped, |to, over| {
                let count = if K::MAXIMUM { 1 + chain.longest(to, s.jumped | over) } else { most };
                if count > most {
                    most = count;
                    out.truncate(begin);
                }
                if count == most {
                    out.push(self.number(from, to));
                }
                Continue(())
            });
        }
    }
}

impl<K: Kind> Game for Draughts<K> {
    type State = State<K>;

    const ONE_STEP_TURNS: bool = false;

    fn num_actions(&self) -> usize {
        self.steps.len()
    }

    /// Each man has as many moves as rows before it, each capture may take it two rows back, and between two such
    /// steps come fewer quiet moves of kings than make a draw.
    fn max_steps(&self) -> usize {
        let men = 2 * K::MEN;
        (men * (K::BOARD.size() - 1) + 3 * men + 1) * (usize::from(K::QUIET) + 1)
    }

    fn has_random_start(&self) -> bool {
        !self.ballots.is_empty()
    }

    fn start(&self, seed: u64) -> State<K> {
        if self.ballots.is_empty() {
            return State::usual_start();
        }
        self.ballots[Rng::new(seed).below(self.ballots.len())].1.clone()
    }

    fn start_from_setup(&self, text: &str) -> Result<State<K>, TextError> {
        self.read_ballot(text)
    }

    fn setup(&self, start: &State<K>) -> Option<String> {
        let (text, _) = self.ballots.iter().find(|(_, state)| state.pieces == start.pieces)?;
        Some(text.clone())
    }

    fn actor(&self, s: &State<K>) -> Actor {
        if s.end.is_none() { Actor::Player(s.player) } else { Actor::Over }
    }

    fn in_turn(&self, s: &State<K>) -> bool {
        s.jumped != 0
    }

    fn legal(&self, s: &State<K>, out: &mut Vec<Action>) {
        let begin = out.len();
        if s.jumpers != 0 {
            self.jumps(s, out);
        } else {
            let _ = s.quiet::<()>(|to, direction, n| {
                out.extend(each(to).map(|to| self.number_to(to, direction, n)));
                Continue(())
            });
        }
        out[begin..].sort_unstable();
    }

    fn num_legal(&self, s: &State<K>) -> usize {
        if s.jumpers == 0 {
            return self.count_turns(s) as usize;
        }
        let mut list = Vec::new();
        self.jumps(s, &mut list);
        list.len()
    }

    fn random_action(&self, s: &State<K>, rng: &mut Rng, scratch: &mut Vec<Action>) -> Action {
        if s.jumpers != 0 {
            scratch.clear();
            self.jumps(s, scratch);
            return scratch[rng.below(scratch.len())];
        }
        let mut pick = rng.below(self.count_turns(s) as usize);
        let found = s.quiet(|to, direction, n| {
            let here = to.count_ones() as usize;
            if pick >= here {
                pick -= here;
                return Continue(());
            }
            each(to).nth(pick).map_or(Continue(()), |to| Break(self.number_to(to, direction, n)))
        });
        found.break_value().unwrap_or_default()
    }

    fn check(&self, s: &State<K>, action: Action) -> Result<(), Illegal> {
        let Step { from, to, between, direction } = self.steps[action as usize];
        let (own, _, empty) = s.sides();
        let king = s.kings & from != 0;
        ensure!(own & from != 0, Illegal::NotYours);
        ensure!(empty & to != 0, Illegal::Occupied);
        if s.jumpers == 0 {
            ensure!(king || K::forward(s.player, direction), Illegal::BadMove);
            ensure!(between & !empty == 0, Illegal::Blocked);
            ensure!(between == 0 || K::FLYING && king, Illegal::BadMove);
            return Ok(());
        }
        let found =
            s.chain(from).jumps(from, s.jumped, |square, _| if square == to { Break(()) } else { Continue(()) });
        ensure!(s.jumpers & from != 0 && found.is_break(), Illegal::MustCapture);
        if K::MAXIMUM {
            let mut list = Vec::new();
            self.jumps(s, &mut list);
            ensure!(list.contains(&action), Illegal::NotMaximal);
        }
        Ok(())
    }

    fn play(&self, s: &mut State<K>, action: Action) {
        let Step { from, to, between, .. } = self.steps[action as usize];
        if s.jumpers == 0 {
            s.quiet_move(from, to);
        } else {
            s.jump(from, to, between & s.pieces[usize::from(1 - s.player)]);
        }
    }

    fn outcome(&self, s: &State<K>) -> Option<Outcome> {
        s.end
    }

    fn for_each_turn(&self, s: &State<K>, f: Visit<'_, State<K>>) -> ControlFlow<()> {
        if s.jumpers == 0 {
            return s.quiet(|to, direction, n| {
                each(to).try_for_each(|to| {
                    let from = K::BOARD.go(to, 3 - direction, n);
                    let mut next = s.clone();
                    next.quiet_move(from, to);
                    f(&[self.number(from, to)], &next)
                })
            });
        }
        let most = if K::MAXIMUM { Self::most(s) } else { 0 };
        let mut steps = Vec::with_capacity(4);
        for from in each(s.jumpers) {
            s.chain(from).ends(from, s.jumped, &mut |path, taken| {
                if path.len() - 1 < most {
                    return Continue(());
                }
                let mut next = s.clone();
                next.capture(from, path[path.len() - 1], taken);
                steps.clear();
                steps.extend(path.windows(2).map(|step| self.number(step[0], step[1])));
                f(&steps, &next)
            })?;
        }
        Continue(())
    }

    fn count_turns(&self, s: &State<K>) -> u64 {
        let mut count = 0;
        if s.jumpers == 0 {
            let _ = s.quiet::<()>(|to, _, _| {
                count += u64::from(to.count_ones());
                Continue(())
            });
            return count;
        }
        let mut most = 0;
        for from in each(s.jumpers) {
            let _ = s.chain(from).ends(from, s.jumped, &mut |path, _| {
                let length = if K::MAXIMUM { path.len() } else { 0 };
                if length > most {
                    (most, count) = (length, 0);
                }
                count += u64::from(length == most);
                Continue(())
            });
        }
        count
    }

    fn ignore_draws(&self, s: &mut State<K>) {
        s.ignore_draws();
    }

    fn side(&self, _s: &State<K>, seat: usize) -> usize {
        seat ^ usize::from(K::WHITE)
    }

    fn cells(&self, s: &State<K>, _viewer: Option<usize>) -> Vec<u8> {
        let white = s.pieces[usize::from(K::WHITE)];
        each(K::BOARD.all)
            .map(|bit| match ((s.pieces[0] | s.pieces[1]) & bit, white & bit, s.kings & bit) {
                (0, ..) => b'.',
                (_, 0, 0) => b'b',
                (_, 0, _) => b'B',
                (_, _, 0) => b'w',
                _ => b'W',
            })
            .collect()
    }

    /// Whether the next step must be a capture, the plies by kings only, and in International draughts the plies since
    /// each of the two endings of a lone king (-1 before it).
    fn info(&self, s: &State<K>, _viewer: Option<usize>) -> Vec<(&'static str, i64)> {
        let mut list = vec![("must_capture", i64::from(s.jumpers != 0)), ("quiet", i64::from(s.quiet))];
        if K::LIMITED_ENDINGS {
            let elapsed = s.endings.map(|plies| i64::from(plies) - 1);
            list.extend([("against_three", elapsed[0]), ("against_two", elapsed[1])]);
        }
        list
    }

    fn observation_shape(&self) -> Vec<usize> {
        vec![8 + 2 * usize::from(K::LIMITED_ENDINGS), K::BOARD.size(), K::BOARD.size()]
    }

    /// Planes: own men, own kings, the opponent's men, his kings; the pieces jumped so far, the piece that goes on;
    /// all ones for White; the plies by kings only as a part of their limit; in International draughts also, for
    /// each of the two endings of a lone king, 0 before it, then the plies since plus 1 as a part of the limit plus 1.
    fn observe(&self, s: &State<K>, seat: usize, out: &mut [f32]) {
        let mut planes = out.chunks_mut(K::BOARD.size() * K::BOARD.size());
        let (own, foes) = (s.pieces[seat], s.pieces[1 - seat]);
        let sets = [own & !s.kings, own & s.kings, foes & !s.kings, foes & s.kings, s.jumped, s.going_on()];
        for (set, plane) in sets.into_iter().zip(&mut planes) {
            K::BOARD.squares(set).for_each(|square| plane[K::BOARD.cell(square)] = 1.0);
        }
        let part = |plies: u8, limit: u8| f32::from(plies) / f32::from(limit);
        let endings = ENDINGS.iter().zip(s.endings).map(|(ending, plies)| part(plies, ending.plies + 1));
        let values = [f32::from(u8::from(seat as u8 == K::WHITE)), part(s.quiet, K::QUIET)];
        planes.zip(values.into_iter().chain(endings)).for_each(|(plane, value)| plane.fill(value));
    }

    fn position(&self, s: &State<K>) -> String {
        s.write()
    }

    fn parse_position(&self, text: &str) -> Result<State<K>, TextError> {
        State::read(text)
    }

    fn key(&self, s: &State<K>) -> u64 {
        s.key()
    }
}
