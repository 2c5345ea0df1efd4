//! Cannon-Ball: two colours a side, a secret line-up, captures across a man of one's other colour.
//! Rules: the docs page of `cannon_ball`.
//!
//! Square `row * 6 + column`, a1 is 0, and the men of each colour are a 36-bit set. Steps that men make in one
//! direction are one shift of such a set, so at any time the legal steps are at most five sets of squares, 36
//! action numbers apart ([`CannonBall::steps`]); listing, counting and drawing read them alike. A capture needs
//! exactly one man between two squares of a line: the sets of squares between any two are in a table.
//!
//! Actions: 0 to 2 line up the next square (nothing, first colour, second colour); then entries by colour and column;
//! moves by direction and start square; captures by square; and the end of a turn without the capture on offer.

use crate::board::{Grid, KINGWISE, Repetition, Shape, ones, zobrist};
use crate::prelude::*;

mod texts;

const ENTRY: Action = 3;
const MOVE: Action = ENTRY + 2 * 6;
const CAPTURE: Action = MOVE + 5 * SQUARES as Action;
const STOP: Action = CAPTURE + SQUARES as Action;

const GRID: Grid = Grid::new(6, 6);
const SQUARES: usize = GRID.len();
const BOARD: u64 = (1 << SQUARES) - 1;
/// Row 1 and row 6: each seat's first row; the other one is its last.
const HOME: [u64; 2] = [0x3F, 0x3F << 30];
const LEFT: u64 = 0x041_041_041;
const RIGHT: u64 = LEFT << 5;
/// By direction (left, three ways forward, right): the squares without it, and the way for each seat.
const WAYS: [(u64, [i32; 2]); 5] = [(LEFT, [-1, -1]), (LEFT, [5, -7]), (0, [6, -6]), (RIGHT, [7, -5]), (RIGHT, [1, 1])];
const SIDEWAYS: [usize; 2] = [0, 4];

/// Letters by seat and colour.
const LETTERS: [[u8; 2]; 2] = [*b"RB", *b"GY"];
const FIXED: [&str; 2] = ["R.B.R./BRBRBR", "G.Y.G./YGYGYG"];
/// Squares of a line-up, and the men put on them.
const PLACES: usize = 12;
const LINED_UP: usize = 9;
/// With fewer men on the board a side has lost.
const ENOUGH: u32 = 6;

/// Which man of the enemy a man takes: R takes G, G takes B, B takes Y, Y takes R.
const fn prey(seat: usize, colour: usize) -> usize {
    colour ^ seat
}

/// Cannon-Ball.
pub struct CannonBall {
    fixed: bool,
    max_turns: u32,
    /// All squares in line with a square, in the eight directions.
    lines: [u64; SQUARES],
    /// The squares between two squares in line.
    between: Box<[[u64; SQUARES]; SQUARES]>,
    /// By seat and colour.
    keys: [[Box<[u64]>; 2]; 2],
}

/// What the next step is.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Phase {
    #[default]
    LineUp,
    /// An entry has to be made.
    Entry,
    /// A move, as the first step of the turn.
    Move,
    /// A move after an entry.
    Entered,
    /// The man that has moved may capture.
    Capture,
}

/// A position.
#[derive(Clone, Default)]
pub struct State {
    /// By seat and colour.
    men: [[u64; 2]; 2],
    /// Squares that can be entered on, or captured on.
    choices: u64,
    /// Of the men, reserves and the side to move; [`Game::key`] adds the rest.
    key: u64,
    seen: Repetition,
    turns: u32,
    reserves: [[u8; 2]; 2],
    /// Squares decided on in the line-ups, first player's first.
    lined_up: u8,
    player: u8,
    phase: Phase,
    /// Where the man stands that has moved and may capture.
    moved: u8,
    /// The opponent's last turn captured; whether or not an entry is possible.
    due: bool,
    /// Draws by repetition and by the limit count.
    draws: bool,
    end: Option<Outcome>,
}

impl Build for CannonBall {
    fn build(mut options: Options) -> Built {
        let fixed = options.bool("fixed", false)?;
        let max_turns = options.int("max_turns", 1000, 1..=20_000)? as u32;
        let options = options.finish("cannon_ball")?;
        let (mut lines, mut between) = ([0; SQUARES], Box::new([[0; SQUARES]; SQUARES]));
        for from in 0..SQUARES {
            for direction in KINGWISE {
                let mut passed = 0;
                for to in GRID.ray(from, direction) {
                    between[from][to] = passed;
                    passed |= 1 << to;
                }
                lines[from] |= passed;
            }
        }
        let keys = [0, 1].map(|seat| [0, 1].map(|colour| zobrist::table(2 * seat + colour, SQUARES)));
        Ok(erase("cannon_ball", options, CannonBall { fixed, max_turns, lines, between, keys }))
    }
}

/// The men that can step in a direction.
#[inline]
fn movers(men: u64, empty: u64, seat: usize, direction: usize) -> u64 {
    let (edge, way) = WAYS[direction];
    let way = way[seat];
    men & !edge & if way > 0 { empty >> way } else { empty << -way }
}

#[inline]
fn can_move(men: u64, empty: u64, seat: usize) -> bool {
    (0..5).any(|direction| movers(men, empty, seat, direction) != 0)
}

/// The square of a line-up's place.
fn place(seat: usize, place: usize) -> usize {
    let row = if seat == 0 { place / 6 } else { 5 - place / 6 };
    GRID.cell(place % 6, row)
}

impl State {
    #[inline]
    fn side(&self, seat: usize) -> u64 {
        self.men[seat][0] | self.men[seat][1]
    }

    #[inline]
    fn empty(&self) -> u64 {
        BOARD & !(self.side(0) | self.side(1))
    }

    /// Seat and colour of the man on a square.
    fn man(&self, square: usize) -> Option<(usize, usize)> {
        let has = |&(seat, colour): &(usize, usize)| self.men[seat][colour] >> square & 1 != 0;
        [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().find(has)
    }

    /// Of a seat's line-up: the squares decided on, and the men on them.
    fn line_up(&self, seat: usize) -> (usize, usize) {
        let decided = usize::from(self.lined_up).saturating_sub(PLACES * seat).min(PLACES);
        (decided, self.side(seat).count_ones() as usize)
    }
}

impl CannonBall {
    /// The legal steps: sets of bits, each 36 numbers after the one before; and the first one's number.
    #[inline]
    fn steps(&self, s: &State) -> (Action, [u64; 5]) {
        let seat = usize::from(s.player);
        match s.phase {
            Phase::LineUp => {
                let (decided, men) = s.line_up(seat);
                let nothing = u64::from(decided - men < PLACES - LINED_UP);
                (0, [nothing | if men < LINED_UP { 0b110 } else { 0 }, 0, 0, 0, 0])
            }
            Phase::Entry => {
                let columns = s.choices >> (30 * seat);
                let of = |colour: usize| if s.reserves[seat][colour] > 0 { columns } else { 0 };
                (ENTRY, [of(0) | of(1) << 6, 0, 0, 0, 0])
            }
            Phase::Move | Phase::Entered => {
                let (men, empty) = (s.side(seat), s.empty());
                (MOVE, std::array::from_fn(|direction| movers(men, empty, seat, direction)))
            }
            Phase::Capture => (CAPTURE, [s.choices, 1, 0, 0, 0]),
        }
    }

    /// The men a man can capture from `from`; `others` are all men but him.
    #[inline]
    fn captures(&self, men: &[[u64; 2]; 2], others: u64, seat: usize, colour: usize, from: usize) -> u64 {
        let mut found = 0;
        for at in ones(men[1 - seat][prey(seat, colour)] & self.lines[from]) {
            let screen = self.between[from][at] & others;
            if screen.is_power_of_two() && screen & men[seat][1 - colour] != 0 {
                found |= 1 << at;
            }
        }
        found
    }

    #[inline]
    fn toggle(&self, s: &mut State, seat: usize, colour: usize, square: usize) {
        s.men[seat][colour] ^= 1 << square;
        s.key ^= self.keys[seat][colour][square];
    }

    /// Moves a man and tells his colour.
    #[inline]
    fn shift(&self, s: &mut State, seat: usize, from: usize, to: usize) -> usize {
        let colour = (s.men[seat][1] >> from & 1) as usize;
        self.toggle(s, seat, colour, from);
        self.toggle(s, seat, colour, to);
        colour
    }

    fn set_reserve(s: &mut State, seat: usize, colour: usize, count: u8) {
        let key = |count: u8| zobrist::key(4, 40 * seat + 20 * colour + usize::from(count));
        s.key ^= key(s.reserves[seat][colour]) ^ key(count);
        s.reserves[seat][colour] = count;
    }

    fn pass_turn(s: &mut State) {
        s.player ^= 1;
        s.key ^= zobrist::key(5, 0);
    }

    fn line_up(&self, s: &mut State, choice: usize) {
        let seat = usize::from(s.player);
        if choice > 0 {
            let (decided, _) = s.line_up(seat);
            self.toggle(s, seat, choice - 1, place(seat, decided));
        }
        s.lined_up += 1;
        if usize::from(s.lined_up) % PLACES == 0 {
            Self::pass_turn(s);
        }
        if usize::from(s.lined_up) == 2 * PLACES {
            for (seat, colour) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                Self::set_reserve(s, seat, colour, 9 - s.men[seat][colour].count_ones() as u8);
            }
            self.begin_turn(s);
            s.seen.note(self.key(s));
        }
    }

    /// Sets the first step of a turn; false if the player to move has no legal turn.
    #[inline]
    fn begin_turn(&self, s: &mut State) -> bool {
        let seat = usize::from(s.player);
        let (men, empty) = (s.side(seat), s.empty());
        let free = HOME[seat] & empty;
        if !s.due || free == 0 || s.reserves[seat] == [0, 0] {
            s.phase = Phase::Move;
            return can_move(men, empty, seat);
        }
        s.phase = Phase::Entry;
        s.choices = ones(free).map(|at| 1 << at).filter(|at| can_move(men | at, empty & !at, seat)).sum();
        s.choices != 0
    }

    /// Begins the turn of the player to move, or finds that the other one has won.
    fn settle(&self, s: &mut State) {
        let seat = usize::from(s.player);
        let can_play = self.begin_turn(s);
        if HOME[seat] & !s.side(1 - seat) == 0 {
            s.end = Some(Outcome::win(1 - seat, "last row filled"));
        } else if s.side(seat).count_ones() < ENOUGH {
            s.end = Some(Outcome::win(1 - seat, "fewer than six pieces"));
        } else if !can_play {
            s.end = Some(Outcome::win(1 - seat, "no legal turn"));
        }
    }

    #[inline]
    fn end_turn(&self, s: &mut State, captured: bool) {
        Self::pass_turn(s);
        s.due = captured;
        s.turns += 1;
        self.settle(s);
        if s.draws && s.end.is_none() {
            if s.seen.note(self.key(s)) >= 3 {
                s.end = Some(Outcome::draw("threefold repetition"));
            } else if s.turns >= self.max_turns {
                s.end = Some(Outcome::draw(TURN_LIMIT));
            }
        }
    }

    /// The number of turns from here that begin with a move.
    fn count_moves(&self, men: &[[u64; 2]; 2], seat: usize) -> u64 {
        let own = men[seat][0] | men[seat][1];
        let all = own | men[1 - seat][0] | men[1 - seat][1];
        let mut n = 0;
        for (direction, (_, way)) in WAYS.iter().enumerate() {
            for from in ones(movers(own, BOARD & !all, seat, direction)) {
                let colour = (men[seat][1] >> from & 1) as usize;
                let to = from.wrapping_add_signed(way[seat] as isize);
                n += 1 + u64::from(self.captures(men, all ^ 1 << from, seat, colour, to).count_ones());
            }
        }
        n
    }

    fn empty_board(&self) -> State {
        State { draws: true, ..State::default() }
    }
}

impl Game for CannonBall {
    type State = State;

    const ONE_STEP_TURNS: bool = false;

    fn num_actions(&self) -> usize {
        STOP as usize + 1
    }

    fn max_steps(&self) -> usize {
        2 * PLACES + 3 * self.max_turns as usize
    }

    fn has_hidden_information(&self) -> bool {
        !self.fixed
    }

    fn start(&self, _seed: u64) -> State {
        let fixed = if self.fixed { self.read_line_ups(&FIXED).ok() } else { None };
        fixed.unwrap_or_else(|| self.empty_board())
    }

    fn actor(&self, s: &State) -> Actor {
        if s.end.is_none() { Actor::Player(s.player) } else { Actor::Over }
    }

    fn in_turn(&self, s: &State) -> bool {
        match s.phase {
            Phase::LineUp => usize::from(s.lined_up) % PLACES != 0,
            Phase::Entered | Phase::Capture => true,
            Phase::Entry | Phase::Move => false,
        }
    }

    fn legal(&self, s: &State, out: &mut Vec<Action>) {
        let (mut first, sets) = self.steps(s);
        for set in sets {
            out.extend(ones(set).map(|at| first + at as Action));
            first += SQUARES as Action;
        }
    }

    fn num_legal(&self, s: &State) -> usize {
        self.steps(s).1.iter().map(|set| set.count_ones() as usize).sum()
    }

    fn random_action(&self, s: &State, rng: &mut Rng, _scratch: &mut Vec<Action>) -> Action {
        let (mut first, sets) = self.steps(s);
        let counts = sets.map(u64::count_ones);
        let mut pick = rng.below(counts.iter().sum::<u32>() as usize) as u32;
        for (mut set, count) in sets.into_iter().zip(counts) {
            if pick < count {
                (0..pick).for_each(|_| set &= set - 1);
                return first + set.trailing_zeros();
            }
            pick -= count;
            first += SQUARES as Action;
        }
        unreachable!("random_action: a player always has a step")
    }

    fn check(&self, s: &State, action: Action) -> Result<(), Illegal> {
        let (first, sets) = self.steps(s);
        let at = action.wrapping_sub(first) as usize;
        if sets.get(at / SQUARES).is_some_and(|set| set >> (at % SQUARES) & 1 != 0) {
            return Ok(());
        }
        let seat = usize::from(s.player);
        Err(match (s.phase, action) {
            (Phase::LineUp, 0..ENTRY) => Illegal::NoneLeft,
            (Phase::Entry, ENTRY..MOVE) if s.reserves[seat][at / 6] == 0 => Illegal::NoneLeft,
            (Phase::Entry, ENTRY..MOVE) if s.empty() >> (30 * seat + at % 6) & 1 == 0 => Illegal::Occupied,
            (Phase::Entry, ENTRY..MOVE) => Illegal::Blocked,
            (Phase::Move | Phase::Entered, MOVE..CAPTURE) => {
                let from = at % SQUARES;
                if s.side(seat) >> from & 1 == 0 {
                    Illegal::NotYours
                } else if movers(1 << from, BOARD, seat, at / SQUARES) == 0 {
                    Illegal::OffBoard
                } else {
                    Illegal::Occupied
                }
            }
            (Phase::Capture, CAPTURE..STOP) => Illegal::NoCapture,
            _ => Illegal::WrongPhase,
        })
    }

    fn play(&self, s: &mut State, action: Action) {
        let seat = usize::from(s.player);
        match action {
            0..ENTRY => self.line_up(s, action as usize),
            ENTRY..MOVE => {
                let (colour, column) = ((action - ENTRY) as usize / 6, (action - ENTRY) as usize % 6);
                self.toggle(s, seat, colour, 30 * seat + column);
                Self::set_reserve(s, seat, colour, s.reserves[seat][colour] - 1);
                s.seen.clear();
                s.due = false;
                s.phase = Phase::Entered;
            }
            MOVE..CAPTURE => {
                let (direction, from) = ((action - MOVE) as usize / SQUARES, (action - MOVE) as usize % SQUARES);
                let to = from.wrapping_add_signed(WAYS[direction].1[seat] as isize);
                let colour = self.shift(s, seat, from, to);
                s.due = false;
                if !SIDEWAYS.contains(&direction) {
                    s.seen.clear();
                }
                s.choices = self.captures(&s.men, BOARD & !s.empty(), seat, colour, to);
                if s.choices == 0 {
                    self.end_turn(s, false);
                } else {
                    s.phase = Phase::Capture;
                    s.moved = to as u8;
                }
            }
            CAPTURE..STOP => {
                let (from, to) = (usize::from(s.moved), (action - CAPTURE) as usize);
                let colour = self.shift(s, seat, from, to);
                self.toggle(s, 1 - seat, prey(seat, colour), to);
                s.seen.clear();
                self.end_turn(s, true);
            }
            _ => self.end_turn(s, false),
        }
    }

    fn outcome(&self, s: &State) -> Option<Outcome> {
        s.end
    }

    fn count_turns(&self, s: &State) -> u64 {
        let seat = usize::from(s.player);
        match s.phase {
            Phase::LineUp => {
                let (decided, men) = s.line_up(seat);
                let (places, men) = ((PLACES - decided) as u64, (LINED_UP - men) as u64);
                // Binomial coefficient: which of the places; then a colour for each.
                (0..men).fold(1, |n, i| n * (places - i) / (i + 1)) << men
            }
            Phase::Entry => (0..2)
                .filter(|&colour| s.reserves[seat][colour] > 0)
                .flat_map(|colour| ones(s.choices).map(move |at| (colour, at)))
                .map(|(colour, at)| {
                    let mut men = s.men;
                    men[seat][colour] |= 1 << at;
                    self.count_moves(&men, seat)
                })
                .sum(),
            Phase::Move | Phase::Entered => self.count_moves(&s.men, seat),
            Phase::Capture => u64::from(s.choices.count_ones()) + 1,
        }
    }

    fn ignore_draws(&self, s: &mut State) {
        s.draws = false;
        s.seen = Repetition::default();
    }

    fn cells(&self, s: &State, viewer: Option<usize>) -> Vec<u8> {
        let hidden = |seat| s.phase == Phase::LineUp && viewer.is_some_and(|viewer| viewer != seat);
        let letter = |(seat, colour): (usize, usize)| if hidden(seat) { b'.' } else { LETTERS[seat][colour] };
        (0..SQUARES).map(|square| s.man(square).map_or(b'.', letter)).collect()
    }

    fn info(&self, s: &State, _viewer: Option<usize>) -> Vec<(&'static str, i64)> {
        let mut out = vec![("seat", i64::from(s.player)), ("lined_up", i64::from(s.lined_up))];
        out.push(("entry_due", i64::from(s.due)));
        out.push(("moved", if s.phase == Phase::Capture { i64::from(s.moved) } else { -1 }));
        if s.phase != Phase::LineUp {
            let names = ["reserve_R", "reserve_B", "reserve_G", "reserve_Y"];
            out.extend(names.into_iter().zip(s.reserves.concat().into_iter().map(i64::from)));
        }
        out
    }

    fn observation_shape(&self) -> Vec<usize> {
        GRID.planes(14)
    }

    /// Planes, row 1 first: own men of the first and of the second colour, the men these can capture; the reserves of
    /// the same four colours in ninths; all ones for the first player, for the player to move, while an entry is due,
    /// and during the line-ups; the square to line up next (own line-up); the man that may capture.
    fn observe(&self, s: &State, seat: usize, out: &mut [f32]) {
        let lining_up = s.phase == Phase::LineUp;
        let mut planes = out.chunks_mut(SQUARES);
        let mut put = |set: u64, value: f32| {
            if let Some(plane) = planes.next() {
                ones(set).for_each(|square| plane[square] = value);
            }
        };
        let of = [(seat, 0), (seat, 1), (1 - seat, prey(seat, 0)), (1 - seat, prey(seat, 1))];
        of.into_iter().for_each(|(of, colour)| put(if of != seat && lining_up { 0 } else { s.men[of][colour] }, 1.0));
        of.into_iter().for_each(|(of, colour)| put(BOARD, f32::from(s.reserves[of][colour]) / 9.0));
        let to_move = s.end.is_none() && usize::from(s.player) == seat;
        [seat == 0, to_move, s.due, lining_up].into_iter().for_each(|fact| put(if fact { BOARD } else { 0 }, 1.0));
        put(if lining_up && to_move { 1 << place(seat, s.line_up(seat).0) } else { 0 }, 1.0);
        put(if s.phase == Phase::Capture { 1 << s.moved } else { 0 }, 1.0);
    }

    /// During the line-ups the opponent's squares are drawn anew, each line-up equally likely.
    fn determinize(&self, s: &State, seat: usize, rng: &mut Rng) -> State {
        let mut drawn = s.clone();
        if s.phase != Phase::LineUp {
            return drawn;
        }
        let other = 1 - seat;
        for square in ones(s.side(other)) {
            let colour = (s.men[other][1] >> square & 1) as usize;
            self.toggle(&mut drawn, other, colour, square);
        }
        let mut left = LINED_UP;
        for at in 0..s.line_up(other).0 {
            if rng.below(PLACES - at) < left {
                left -= 1;
                self.toggle(&mut drawn, other, rng.below(2), place(other, at));
            }
        }
        drawn
    }

    fn view(&self, s: &State, seat: usize) -> String {
        self.write_position(s, Some(seat))
    }

    fn position(&self, s: &State) -> String {
        self.write_position(s, None)
    }

    fn parse_position(&self, text: &str) -> Result<State, TextError> {
        match text.trim_ascii_start().strip_prefix("lineup") {
            Some(rest) => self.read_line_up_phase(rest),
            None => self.read_board(text),
        }
    }

    fn key(&self, s: &State) -> u64 {
        let rest = match s.phase {
            Phase::LineUp => 64 + usize::from(s.lined_up),
            Phase::Entered => 2,
            Phase::Capture => 3 + usize::from(s.moved),
            Phase::Entry | Phase::Move => usize::from(s.due),
        };
        s.key ^ zobrist::key(6, rest)
    }
}
