//! Go: surround more of the board than your opponent. Rules: the docs page of `go`.
//!
//! Point `row * size + column`, row 0 on top. Actions, with n = size²: a point to place a stone on; n passes.
//! With territory scoring also, for the scoring phase: n + 1 + p marks the chain whose smallest point is p as
//! dead, in ascending order, so that each set of chains is marked in one way only; 2n + 1 sends the proposal,
//! 2n + 2 accepts the opponent's, 2n + 3 resumes play.
//!
//! The files: `scoring` is all that follows two passes, `random_board` draws the Random board,
//! `texts` are the position and set-up texts; here are the state and the contract.

use crate::board::{Bits, Grid, Points, Shape, Stones, Tally, zobrist};
use crate::prelude::*;

mod random_board;
mod scoring;
mod texts;

/// Go on a board of fewer than `P` points; `W` words hold a set of points.
pub struct Go<const W: usize = 6, const P: usize = 362> {
    grid: Grid,
    points: Points<P>,
    rules: Rules,
}

/// The options.
#[derive(Clone, Copy)]
struct Rules {
    size: usize,
    torus: bool,
    komi: f64,
    superko: bool,
    /// Two passes end the game at once, and stones and territory count.
    area: bool,
    random: bool,
    hahn: bool,
    max_turns: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
enum Phase {
    Play,
    /// Play after one pass.
    Passed,
    /// The first proposal is due.
    Propose,
    /// Some chains of a proposal are marked.
    Mark,
    /// A proposal waits for its answer.
    Answer,
    // Over: by an accepted proposal, by area, by the limit of turns, by repetition.
    Accepted,
    Area,
    Limit,
    Repeated,
}

impl Phase {
    fn is_play(self) -> bool {
        self <= Phase::Passed
    }

    fn is_over(self) -> bool {
        self >= Phase::Accepted
    }
}

/// A position.
#[derive(Clone)]
pub struct State<const W: usize, const P: usize> {
    stones: Stones<W, P>,
    /// The stones marked dead in the proposal that is being made, pending or accepted.
    dead: Bits<W>,
    /// What counts for repetition: with superko the stones, else the player and the ko with them.
    past: Tally,
    /// Stones taken, by the side that took them.
    prisoners: [u32; 2],
    turns: u32,
    /// The point that simple ko forbids, or `NO_KO`.
    ko: u16,
    /// Chains that begin on a smaller point can no longer be marked in this proposal.
    next_mark: u16,
    phase: Phase,
    player: u8,
    /// In the scoring phase: who is to move if play is resumed.
    plays_on: u8,
    proposals: u8,
    resumes: u8,
    /// Whether repetition under simple ko and the limit of turns are ignored.
    blind: bool,
}

const NO_KO: u16 = u16::MAX;
/// After this proposal there is no other.
const MAX_PROPOSALS: u8 = 10;
/// This resumption ends the game.
const MAX_RESUMES: u8 = 3;
const KO_KEYS: u64 = 2;
const DEAD_KEYS: u64 = 3;
const SIDE_KEY: u64 = 0x9D39_247E_3377_6D41;

impl Build for Go {
    fn build(mut options: Options) -> Built {
        let size = options.int("size", 19, 2..=52)? as usize;
        let rules = Rules {
            size,
            torus: options.bool("torus", false)?,
            komi: options.float("komi", 6.5, -10_000.0..=10_000.0)?,
            superko: options.choice("ko", &["simple", "superko"])? == 1,
            area: options.choice("scoring", &["territory", "area"])? == 1,
            random: options.bool("random", false)?,
            hahn: options.bool("hahn", false)?,
            max_turns: options.int("max_turns", 4 * (size * size) as i64, 1..=20_000)? as u32,
        };
        let options = options.finish("go")?;
        if rules.random && (rules.torus || size != random_board::SIZE) {
            return Err(OptionError("option random=true: the Random board is 19x19 and no torus".to_string()));
        }
        Ok(match size {
            ..=9 => erase("go", options, Go::<2, 82>::new(rules)),
            10..=13 => erase("go", options, Go::<3, 170>::new(rules)),
            14..=19 => erase("go", options, Go::<6, 362>::new(rules)),
            20..=37 => erase("go", options, Go::<22, 1370>::new(rules)),
            _ => erase("go", options, Go::<43, 2705>::new(rules)),
        })
    }
}

impl<const W: usize, const P: usize> Go<W, P> {
    fn new(rules: Rules) -> Self {
        let grid = Grid::new(rules.size, rules.size);
        Go { grid, points: Points::new(grid, rules.torus), rules }
    }

    /// A game that begins with these stones.
    fn begin(&self, stones: Stones<W, P>) -> State<W, P> {
        let mut s = State {
            stones,
            dead: Bits::EMPTY,
            past: Tally::default(),
            prisoners: [0; 2],
            turns: 0,
            ko: NO_KO,
            next_mark: 0,
            phase: Phase::Play,
            player: 0,
            plays_on: 0,
            proposals: 0,
            resumes: 0,
            blind: false,
        };
        s.past.note(self.repetition_key(&s));
        s
    }

    // ---- stones ------------------------------------------------------------------------

    /// Whether the player to move may place a stone on an empty point.
    #[inline]
    fn may_place(&self, s: &State<W, P>, point: usize) -> bool {
        point != usize::from(s.ko)
            && s.stones.has_room(&self.points, usize::from(s.player), point)
            && !self.breaks_superko(s, point)
    }

    /// Before the first capture no arrangement can come back.
    #[inline]
    fn breaks_superko(&self, s: &State<W, P>, point: usize) -> bool {
        self.rules.superko
            && s.prisoners != [0; 2]
            && s.past.has(s.stones.key_after(&self.points, usize::from(s.player), point))
    }

    /// The key of what may not come back (superko), or not three times.
    fn repetition_key(&self, s: &State<W, P>) -> u64 {
        if self.rules.superko { s.stones.key() } else { s.stones.key() ^ turn_key(s) }
    }

    #[inline]
    fn place(&self, s: &mut State<W, P>, point: usize) {
        let (taken, last) = s.stones.play(&self.points, usize::from(s.player), point);
        s.prisoners[usize::from(s.player)] += taken as u32;
        let ko =
            !self.rules.superko && taken == 1 && s.stones.size(point) == 1 && s.stones.pseudo_liberties(point) == 1;
        s.ko = if ko { last as u16 } else { NO_KO };
        s.player ^= 1;
        s.phase = Phase::Play;
        if self.rules.superko {
            s.past.note(s.stones.key());
        } else if !s.blind && s.past.note(self.repetition_key(s)) >= 3 {
            s.phase = Phase::Repeated;
        }
    }
}

/// The key of the player to move and the ko.
fn turn_key<const W: usize, const P: usize>(s: &State<W, P>) -> u64 {
    let ko = if s.ko == NO_KO { 0 } else { zobrist::key(KO_KEYS, usize::from(s.ko)) };
    ko ^ (SIDE_KEY * u64::from(s.player))
}

impl<const W: usize, const P: usize> Game for Go<W, P> {
    type State = State<W, P>;

    const ONE_STEP_TURNS: bool = false;

    fn num_actions(&self) -> usize {
        if self.rules.area { self.points.len() + 1 } else { 2 * self.points.len() + 4 }
    }

    fn max_steps(&self) -> usize {
        let marks = if self.rules.area { 0 } else { usize::from(MAX_PROPOSALS) * self.points.len() };
        self.rules.max_turns as usize + marks
    }

    fn has_random_start(&self) -> bool {
        self.rules.random
    }

    fn start(&self, seed: u64) -> State<W, P> {
        self.begin(if self.rules.random {
            random_board::random_board(&self.points, seed)
        } else {
            Stones::new(&self.points)
        })
    }

    fn start_from_setup(&self, text: &str) -> Result<State<W, P>, TextError> {
        self.read_setup(text)
    }

    fn setup(&self, start: &State<W, P>) -> Option<String> {
        self.rules.random.then(|| self.write_setup(start))
    }

    fn actor(&self, s: &State<W, P>) -> Actor {
        if s.phase.is_over() { Actor::Over } else { Actor::Player(s.player) }
    }

    fn in_turn(&self, s: &State<W, P>) -> bool {
        s.phase == Phase::Mark
    }

    fn legal(&self, s: &State<W, P>, out: &mut Vec<Action>) {
        let n = self.points.len() as Action;
        if s.phase.is_play() {
            out.extend(s.stones.empty().iter().filter(|&p| self.may_place(s, p)).map(|p| p as Action));
            out.push(n);
            return;
        }
        out.extend(self.markable(s).map(|first| n + 1 + first as Action));
        if Self::may_propose(s) {
            out.push(2 * n + 1);
        }
        if s.phase == Phase::Answer {
            out.extend([2 * n + 2, 2 * n + 3]);
        }
    }

    fn num_legal(&self, s: &State<W, P>) -> usize {
        if s.phase.is_play() {
            return 1 + s.stones.empty().iter().filter(|&p| self.may_place(s, p)).count();
        }
        let mut list = Vec::new();
        self.legal(s, &mut list);
        list.len()
    }

    /// In play, draws from the empty points and the pass until what comes up is legal.
    fn random_action(&self, s: &State<W, P>, rng: &mut Rng, scratch: &mut Vec<Action>) -> Action {
        if s.phase.is_play() {
            let n = self.points.len();
            loop {
                let pick = rng.below(n + 1);
                if pick == n || s.stones.empty().has(pick) && self.may_place(s, pick) {
                    return pick as Action;
                }
            }
        }
        scratch.clear();
        self.legal(s, scratch);
        scratch[rng.below(scratch.len())]
    }

    fn check(&self, s: &State<W, P>, action: Action) -> Result<(), Illegal> {
        let (n, action) = (self.points.len(), action as usize);
        ensure!((action <= n) == s.phase.is_play(), Illegal::WrongPhase);
        if action < n {
            ensure!(s.stones.at(action).is_none(), Illegal::Occupied);
            ensure!(action != usize::from(s.ko), Illegal::Ko);
            ensure!(s.stones.has_room(&self.points, usize::from(s.player), action), Illegal::Suicide);
            ensure!(!self.breaks_superko(s, action), Illegal::Superko);
        } else if action > 2 * n + 1 {
            ensure!(s.phase == Phase::Answer, Illegal::WrongPhase);
        } else if action > n {
            ensure!(Self::may_propose(s), Illegal::NotOffered);
            if action <= 2 * n {
                let first = action - n - 1;
                let is_first = s.stones.at(first).is_some() && s.stones.chain(first).all(|p| p >= first);
                ensure!(is_first, Illegal::OffBoard);
                ensure!(first >= usize::from(s.next_mark), Illegal::NotOffered);
            }
        }
        Ok(())
    }

    #[inline]
    fn play(&self, s: &mut State<W, P>, action: Action) {
        let (n, action) = (self.points.len(), action as usize);
        if action < n {
            self.place(s, action);
        } else if action == n {
            self.pass(s);
        } else if action <= 2 * n {
            return self.mark(s, action - n - 1);
        } else {
            match action - 2 * n {
                1 => self.submit(s),
                2 => s.phase = Phase::Accepted,
                _ => self.resume(s),
            }
        }
        s.turns += 1;
        if s.turns >= self.rules.max_turns && !s.blind && !s.phase.is_over() {
            s.dead = Bits::EMPTY;
            s.phase = Phase::Limit;
        }
    }

    fn outcome(&self, s: &State<W, P>) -> Option<Outcome> {
        let reason = match s.phase {
            Phase::Accepted => "agreed score",
            Phase::Area => "area score",
            Phase::Limit => TURN_LIMIT,
            Phase::Repeated => return Some(Outcome::draw("threefold repetition")),
            _ => return None,
        };
        let [black, white] = self.points_of(s);
        Some(Outcome::by_score(black, white, reason))
    }

    /// In the scoring phase, counted without marking anything.
    fn count_turns(&self, s: &State<W, P>) -> u64 {
        if !Self::may_propose(s) {
            return self.num_legal(s) as u64;
        }
        let sets = 1u64.checked_shl(self.markable(s).count() as u32).unwrap_or(u64::MAX);
        sets.saturating_add(if s.phase == Phase::Answer { 2 } else { 0 })
    }

    fn ignore_draws(&self, s: &mut State<W, P>) {
        s.blind = true;
        if !self.rules.superko {
            s.past = Tally::default();
        }
    }

    /// The score as the board stands; none of a game that has no result.
    fn scores(&self, s: &State<W, P>) -> Option<Vec<f64>> {
        (s.phase != Phase::Repeated).then(|| self.points_of(s).to_vec())
    }

    fn tournament_points(&self, s: &State<W, P>, resigned: Option<usize>) -> Option<Vec<f64>> {
        self.rules.hahn.then(|| self.hahn_points(s, resigned).to_vec())
    }

    /// Stones marked dead are small letters.
    fn cells(&self, s: &State<W, P>, _viewer: Option<usize>) -> Vec<u8> {
        let letter = |p| match s.stones.at(p) {
            Some(colour) => [b"BW", b"bw"][usize::from(s.dead.has(p))][colour],
            None => b'.',
        };
        (0..self.points.len()).map(letter).collect()
    }

    fn info(&self, s: &State<W, P>, _viewer: Option<usize>) -> Vec<(&'static str, i64)> {
        vec![
            ("black_prisoners", i64::from(s.prisoners[0])),
            ("white_prisoners", i64::from(s.prisoners[1])),
            ("ko", if s.ko == NO_KO { -1 } else { i64::from(s.ko) }),
            ("passes", i64::from(s.phase == Phase::Passed)),
            ("scoring", i64::from(matches!(s.phase, Phase::Propose | Phase::Mark | Phase::Answer))),
            ("proposals", i64::from(s.proposals)),
            ("resumes", i64::from(s.resumes)),
        ]
    }

    fn observation_shape(&self) -> Vec<usize> {
        self.grid.planes(8)
    }

    /// Planes: own stones, the opponent's stones, stones marked dead, the point forbidden by ko; then whole planes:
    /// ones for Black, ones after a pass, ones in the scoring phase, own prisoners less the opponent's, per point.
    fn observe(&self, s: &State<W, P>, seat: usize, out: &mut [f32]) {
        let n = self.points.len();
        for p in 0..n {
            if let Some(colour) = s.stones.at(p) {
                out[p + if colour == seat { 0 } else { n }] = 1.0;
            }
        }
        s.dead.iter().for_each(|p| out[2 * n + p] = 1.0);
        if s.ko != NO_KO {
            out[3 * n + usize::from(s.ko)] = 1.0;
        }
        let more = f64::from(s.prisoners[seat]) - f64::from(s.prisoners[1 - seat]);
        let facts = [
            f32::from(seat == 0),
            f32::from(s.phase == Phase::Passed),
            f32::from((Phase::Propose..=Phase::Answer).contains(&s.phase)),
            (more / n as f64) as f32,
        ];
        out[4 * n..].chunks_mut(n).zip(facts).for_each(|(plane, fact)| plane.fill(fact));
    }

    fn position(&self, s: &State<W, P>) -> String {
        self.write_position(s)
    }

    fn parse_position(&self, text: &str) -> Result<State<W, P>, TextError> {
        self.read_position(text)
    }

    fn key(&self, s: &State<W, P>) -> u64 {
        let plays_on = if matches!(s.phase, Phase::Mark | Phase::Answer) { s.plays_on } else { 0 };
        let small = u32::from_le_bytes([s.phase as u8, plays_on, s.proposals, s.resumes]);
        let [black, white] = s.prisoners.map(u64::from);
        let facts = mix(u64::from(small), black << 32 | white);
        s.dead.iter().fold(s.stones.key() ^ turn_key(s) ^ facts, |key, p| key ^ zobrist::key(DEAD_KEYS, p))
    }
}
