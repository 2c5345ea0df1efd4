//! English and International draughts. Rules: the docs page of `draughts`.
//!
//! One engine plays both; a [`Kind`] says in constants what differs. A step is a pair of squares on a shared
//! diagonal, no further apart than a piece can go, and its number is its place among all such pairs in ascending
//! order. A capture is a chain of steps, one per jump; a quiet move is one step.
//!
//! The board is three words (pieces by seat, kings), and all pieces move at once by shifts. The state also keeps
//! the pieces that can capture: if there are none, legal steps are a matter of counting bits. In a chain it holds
//! the pieces jumped so far, which stay on the board until the turn is over, and the one piece that goes on.

mod ballots;
mod moves;
mod text;

use crate::board::dark::{Dark, Direction, each};
use crate::board::repetition::Repetition;
use crate::erased::{AnyRules, erase};
use crate::game::{Action, Actor, Build, Game, Illegal, Outcome, TextError};
use crate::options::{OptionError, Options};
use crate::rng::{Rng, mix};
use std::marker::PhantomData;
use std::ops::ControlFlow::{self, Break, Continue};

/// What tells one kind of draughts from another.
pub trait Kind: Send + Sync + 'static {
    /// The board.
    const BOARD: Dark;
    /// Pieces a side begins with, and most it can have.
    const MEN: u32;
    /// White's seat; White moves up the board.
    const WHITE: u8;
    /// Kings move and capture over any distance.
    const FLYING: bool;
    /// Men capture backwards too.
    const MEN_CAPTURE_BACK: bool;
    /// Only captures that take the most pieces are legal.
    const MAXIMUM: bool;
    /// A man that reaches the far row in a chain becomes a king and stops; otherwise it goes on as a man.
    const CROWN_ENDS_TURN: bool;
    /// So many plies by kings only, without a capture, are a draw; and the name of that rule.
    const QUIET: (u8, &'static str);
    /// Whether a lone king has only so many plies to defend, see [`ENDINGS`].
    const LIMITED_ENDINGS: bool;

    /// Whether a direction is forward for a seat.
    #[inline(always)]
    fn forward(player: u8, direction: Direction) -> bool {
        (direction < 2) == (player == Self::WHITE)
    }

    /// Where men of a seat become kings.
    #[inline(always)]
    fn far_row(player: u8) -> u64 {
        if player == Self::WHITE { Self::BOARD.row(0) } else { Self::BOARD.row(Self::BOARD.size() - 1) }
    }
}

/// English draughts, checkers.
pub struct English;

impl Kind for English {
    const BOARD: Dark = Dark::new(4);
    const MEN: u32 = 12;
    const WHITE: u8 = 1;
    const FLYING: bool = false;
    const MEN_CAPTURE_BACK: bool = false;
    const MAXIMUM: bool = false;
    const CROWN_ENDS_TURN: bool = true;
    const QUIET: (u8, &'static str) = (80, "40-move rule");
    const LIMITED_ENDINGS: bool = false;
}

/// International draughts.
pub struct International;

impl Kind for International {
    const BOARD: Dark = Dark::new(5);
    const MEN: u32 = 20;
    const WHITE: u8 = 0;
    const FLYING: bool = true;
    const MEN_CAPTURE_BACK: bool = true;
    const MAXIMUM: bool = true;
    const CROWN_ENDS_TURN: bool = false;
    const QUIET: (u8, &'static str) = (50, "25-move rule");
    const LIMITED_ENDINGS: bool = true;
}

/// Endings of a lone king against a king and others: the fewest and most pieces of the stronger side, the plies
/// left from the moment they stand on the board, and the name of the rule.
const ENDINGS: [(u32, u32, u8, &str); 2] = [(3, 3, 32, "16-move rule"), (1, 2, 10, "5-move rule")];

/// How the game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    Open,
    /// The player to move has no move.
    Lost,
    Repeated,
    Quiet,
    /// By number in [`ENDINGS`].
    Ending(u8),
}

/// A position.
#[derive(Clone)]
pub struct State {
    /// By seat.
    pieces: [u64; 2],
    kings: u64,
    /// In a chain, the pieces jumped so far.
    jumped: u64,
    /// Own pieces that can capture, in a chain the one that goes on; if there are any, one of them must.
    jumpers: u64,
    past: Repetition,
    status: Status,
    player: u8,
    /// Plies by kings only since the last capture or move of a man.
    quiet: u8,
    /// For each of [`ENDINGS`], 0 before it is reached, then the plies since plus one.
    endings: [u8; 2],
    /// For perft: no draws.
    blind: bool,
}

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
    ballots: Vec<(String, State)>,
    kind: PhantomData<K>,
}

impl Build for Draughts {
    fn build(mut options: Options) -> Result<Box<dyn AnyRules>, OptionError> {
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
                steps.extend(
                    ray.iter().enumerate().map(|(i, &to)| Step { from, to, between: between(i), direction }),
                );
            }
            steps[first..].sort_unstable_by_key(|step| step.to);
            let to = steps[first..].iter().fold(0, |all, step| all | step.to);
            numbers[from.trailing_zeros() as usize] = (first as Action, to);
        }
        Draughts { steps: steps.into(), numbers, ballots: Vec::new(), kind: PhantomData }
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

    /// Appends the legal jumps.
    fn jumps(&self, s: &State, out: &mut Vec<Action>) {
        let (mut most, begin) = (0, out.len());
        for from in each(s.jumpers) {
            let chain = s.chain::<K>(from);
            let _ = chain.jumps::<K>(from, s.jumped, |to, over| {
                let count = if K::MAXIMUM { 1 + chain.longest::<K>(to, s.jumped | over) } else { most };
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

    /// Moves a piece, without any consequence.
    #[inline]
    fn shift(s: &mut State, from: u64, to: u64) {
        let own = &mut s.pieces[usize::from(s.player)];
        *own = *own & !from | to;
        if s.kings & from != 0 {
            s.kings = s.kings & !from | to;
        }
    }

    #[inline]
    fn quiet_move(&self, s: &mut State, from: u64, to: u64) {
        let king = s.kings & from != 0;
        if king && !s.blind && s.quiet == 0 {
            // No earlier position can come back: the list begins here.
            s.past.clear();
            s.past.note(board_key(s));
        }
        Self::shift(s, from, to);
        self.end_turn(s, to, king);
    }

    /// The jumped pieces leave the board after the last jump, to `to`.
    #[inline]
    fn end_chain(&self, s: &mut State, to: u64) {
        s.pieces[usize::from(1 - s.player)] &= !s.jumped;
        s.kings &= !s.jumped;
        s.jumped = 0;
        self.end_turn(s, to, false);
    }

    /// Ends the turn of a piece that has come to `to`; `quiet` if that was a quiet move of a king.
    #[inline]
    fn end_turn(&self, s: &mut State, to: u64, quiet: bool) {
        s.kings |= to & K::far_row(s.player);
        s.player ^= 1;
        s.quiet = if quiet { s.quiet.saturating_add(1) } else { 0 };
        if !s.blind {
            s.endings = s.endings.map(|plies| plies + u8::from(plies > 0));
            begin_endings::<K>(s);
        }
        let again = quiet && !s.blind && s.past.note(board_key(s)) >= 3;
        s.status = Self::find_status(s, again);
    }

    /// How the game stands at the beginning of a turn; finds the pieces that can capture.
    #[inline]
    fn find_status(s: &mut State, third_time: bool) -> Status {
        s.jumpers = s.find_jumpers::<K>();
        if s.jumpers == 0 && !s.can_move::<K>() {
            return Status::Lost;
        }
        if s.blind {
            return Status::Open;
        }
        if third_time {
            return Status::Repeated;
        }
        if s.quiet >= K::QUIET.0 {
            return Status::Quiet;
        }
        let full = (0..2).find(|&i| s.endings[i] > ENDINGS[i].2);
        full.map_or(Status::Open, |i| Status::Ending(i as u8))
    }
}

/// Starts the counters of endings that have come to stand on the board.
#[inline]
fn begin_endings<K: Kind>(s: &mut State) {
    if !K::LIMITED_ENDINGS || (s.pieces[0] | s.pieces[1]).count_ones() > 4 {
        return;
    }
    for (weak, strong) in [(s.pieces[0], s.pieces[1]), (s.pieces[1], s.pieces[0])] {
        let lone_king = weak.count_ones() == 1 && weak & s.kings != 0 && strong & s.kings != 0;
        for ((fewest, most, ..), plies) in ENDINGS.iter().zip(&mut s.endings) {
            if lone_king && *plies == 0 && (*fewest..=*most).contains(&strong.count_ones()) {
                *plies = 1;
            }
        }
    }
}

/// The key of what repetition compares: pieces, kings, side to move.
#[inline]
fn board_key(s: &State) -> u64 {
    mix(mix(mix(s.pieces[0], s.pieces[1]), s.kings), u64::from(s.player))
}

impl<K: Kind> Game for Draughts<K> {
    type State = State;

    const ONE_STEP_TURNS: bool = false;

    fn num_actions(&self) -> usize {
        self.steps.len()
    }

    /// Each man has as many moves as rows before it, each capture may take it two rows back, and between two such
    /// steps come fewer quiet moves of kings than make a draw.
    fn max_steps(&self) -> usize {
        let men = 2 * K::MEN as usize;
        (men * (K::BOARD.size() - 1) + 3 * men + 1) * (usize::from(K::QUIET.0) + 1)
    }

    fn has_random_start(&self) -> bool {
        !self.ballots.is_empty()
    }

    fn start(&self, seed: u64) -> State {
        if self.ballots.is_empty() {
            return Self::usual_start();
        }
        self.ballots[Rng::new(seed).below(self.ballots.len())].1.clone()
    }

    fn start_from_setup(&self, text: &str) -> Result<State, TextError> {
        self.read_ballot(text)
    }

    fn setup(&self, start: &State) -> Option<String> {
        let (text, _) = self.ballots.iter().find(|(_, state)| state.pieces == start.pieces)?;
        Some(text.clone())
    }

    fn actor(&self, s: &State) -> Actor {
        if s.status == Status::Open { Actor::Player(s.player) } else { Actor::Over }
    }

    fn in_turn(&self, s: &State) -> bool {
        s.jumped != 0
    }

    fn legal(&self, s: &State, out: &mut Vec<Action>) {
        let begin = out.len();
        if s.jumpers != 0 {
            self.jumps(s, out);
        } else {
            let _ = s.quiet::<K, ()>(|to, direction, n| {
                out.extend(each(to).map(|to| self.number_to(to, direction, n)));
                Continue(())
            });
        }
        out[begin..].sort_unstable();
    }

    fn num_legal(&self, s: &State) -> usize {
        if s.jumpers == 0 {
            return self.count_turns(s) as usize;
        }
        let mut list = Vec::new();
        self.jumps(s, &mut list);
        list.len()
    }

    fn random_action(&self, s: &State, rng: &mut Rng, scratch: &mut Vec<Action>) -> Action {
        if s.jumpers != 0 {
            scratch.clear();
            self.jumps(s, scratch);
            return scratch[rng.below(scratch.len())];
        }
        let mut pick = rng.below(self.count_turns(s) as usize);
        let found = s.quiet::<K, Action>(|to, direction, n| {
            let here = to.count_ones() as usize;
            if pick >= here {
                pick -= here;
                return Continue(());
            }
            each(to).nth(pick).map_or(Continue(()), |to| Break(self.number_to(to, direction, n)))
        });
        found.break_value().unwrap_or_default()
    }

    fn check(&self, s: &State, action: Action) -> Result<(), Illegal> {
        let Step { from, to, between, direction } = self.steps[action as usize];
        let (own, foes, empty) = s.sides::<K>();
        let king = s.kings & from != 0;
        let neighbours = between == 0;
        if own & from == 0 {
            return Err(Illegal::NotYours);
        }
        if empty & to == 0 {
            return Err(Illegal::Occupied);
        }
        if s.jumpers == 0 {
            let over = between & !empty;
            return match () {
                () if !(king || K::forward(s.player, direction)) => Err(Illegal::BadMove),
                () if neighbours || K::FLYING && king && over == 0 => Ok(()),
                () if over & foes != 0 => Err(Illegal::NoCapture),
                () if over != 0 => Err(Illegal::Blocked),
                () => Err(Illegal::BadMove),
            };
        }
        let mut jumps = false;
        if s.jumpers & from != 0 {
            let _ = s.chain::<K>(from).jumps::<K>(from, s.jumped, |square, _| {
                jumps |= square == to;
                Continue(())
            });
        }
        if !jumps {
            return Err(Illegal::MustCapture);
        }
        let mut list = Vec::new();
        if K::MAXIMUM {
            self.jumps(s, &mut list);
        }
        if K::MAXIMUM && !list.contains(&action) { Err(Illegal::NotMaximal) } else { Ok(()) }
    }

    fn play(&self, s: &mut State, action: Action) {
        let Step { from, to, between, .. } = self.steps[action as usize];
        if s.jumpers == 0 {
            return self.quiet_move(s, from, to);
        }
        let chain = s.chain::<K>(from);
        s.jumped |= between & s.pieces[usize::from(1 - s.player)];
        Self::shift(s, from, to);
        if chain.goes_on::<K>(to, s.jumped) {
            s.jumpers = to;
        } else {
            self.end_chain(s, to);
        }
    }

    fn outcome(&self, s: &State) -> Option<Outcome> {
        match s.status {
            Status::Open => None,
            Status::Lost => Some(Outcome::win(usize::from(1 - s.player), "no legal move")),
            Status::Repeated => Some(Outcome::draw("threefold repetition")),
            Status::Quiet => Some(Outcome::draw(K::QUIET.1)),
            Status::Ending(i) => Some(Outcome::draw(ENDINGS[usize::from(i)].3)),
        }
    }

    fn for_each_turn(
        &self,
        s: &State,
        f: &mut dyn FnMut(&[u32], &State) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if s.jumpers == 0 {
            return s.quiet::<K, ()>(|to, direction, n| {
                each(to).try_for_each(|to| {
                    let from = K::BOARD.go(to, 3 - direction, n);
                    let mut next = s.clone();
                    self.quiet_move(&mut next, from, to);
                    f(&[self.number(from, to)], &next)
                })
            });
        }
        let most = if K::MAXIMUM { self.most(s) } else { 0 };
        let mut steps = Vec::with_capacity(4);
        for from in each(s.jumpers) {
            s.chain::<K>(from).ends::<K>(from, s.jumped, &mut |path, taken| {
                if path.len() - 1 < most {
                    return Continue(());
                }
                let mut next = s.clone();
                next.jumped = taken;
                let to = path[path.len() - 1];
                Self::shift(&mut next, from, to);
                self.end_chain(&mut next, to);
                steps.clear();
                steps.extend(path.windows(2).map(|step| self.number(step[0], step[1])));
                f(&steps, &next)
            })?;
        }
        Continue(())
    }

    fn count_turns(&self, s: &State) -> u64 {
        let mut count = 0;
        if s.jumpers == 0 {
            let _ = s.quiet::<K, ()>(|to, _, _| {
                count += u64::from(to.count_ones());
                Continue(())
            });
            return count;
        }
        let mut most = 0;
        for from in each(s.jumpers) {
            let _ = s.chain::<K>(from).ends::<K>(from, s.jumped, &mut |path, _| {
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

    fn ignore_draws(&self, s: &mut State) {
        s.blind = true;
        s.past.clear();
        if s.status != Status::Lost {
            s.status = Status::Open;
        }
    }

    fn side(&self, _s: &State, seat: usize) -> usize {
        seat ^ usize::from(K::WHITE)
    }

    fn cells(&self, s: &State, _viewer: Option<usize>) -> Vec<u8> {
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

    fn info(&self, s: &State, _viewer: Option<usize>) -> Vec<(&'static str, i64)> {
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
    /// all ones for White; the plies by kings only as a part of their limit; in International draughts also the
    /// plies since each of the two endings of a lone king, as a part of their limits.
    fn observe(&self, s: &State, seat: usize, out: &mut [f32]) {
        let mut planes = out.chunks_mut(K::BOARD.size() * K::BOARD.size());
        let (own, foes) = (s.pieces[seat], s.pieces[1 - seat]);
        let going_on = if s.jumped == 0 { 0 } else { s.jumpers };
        let sets = [own & !s.kings, own & s.kings, foes & !s.kings, foes & s.kings, s.jumped, going_on];
        for (set, plane) in sets.into_iter().zip(&mut planes) {
            K::BOARD.squares(set).for_each(|square| plane[K::BOARD.cell(square)] = 1.0);
        }
        let part = |plies: u8, limit: u8| f32::from(plies) / f32::from(limit);
        let endings = ENDINGS.iter().zip(s.endings).map(|(ending, plies)| part(plies.saturating_sub(1), ending.2));
        let values = [f32::from(u8::from(seat as u8 == K::WHITE)), part(s.quiet, K::QUIET.0)];
        planes.zip(values.into_iter().chain(endings)).for_each(|(plane, value)| plane.fill(value));
    }

    fn position(&self, s: &State) -> String {
        Self::write_position(s)
    }

    fn parse_position(&self, text: &str) -> Result<State, TextError> {
        Self::read_position(text)
    }

    fn key(&self, s: &State) -> u64 {
        let counters = u32::from_le_bytes([s.quiet, s.endings[0], s.endings[1], 0]);
        let going_on = if s.jumped == 0 { 0 } else { s.jumpers };
        mix(mix(mix(board_key(s), s.jumped), going_on), u64::from(counters))
    }
}

impl<K: Kind> Draughts<K> {
    /// The most pieces that can be taken.
    fn most(&self, s: &State) -> usize {
        each(s.jumpers).map(|from| s.chain::<K>(from).longest::<K>(from, s.jumped)).max().unwrap_or(0)
    }
}
