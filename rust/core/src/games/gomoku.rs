//! Gomoku: five in a row, after a restricted opening or in the two Pro forms. Rules: the docs page of `gomoku`.
//!
//! Cell `row * size + column`, row 0 at the bottom. Actions: the point to place a stone on; in the Pro forms also
//! `size²`, which ends the opening, and `size² + 1`, the swap.
//!
//! In the Pro forms who cannot make five any more loses. A row of n points has at least n / 5 windows of five that
//! share no point, so a side cannot be shut out before that many stones stand in every row; until then nobody looks,
//! and then a look is a few shifts of the whole board.

use crate::board::{Bits, Grid, Lines, Offer, Shape, at_least, legal_by_offer, letters, stones};
use crate::prelude::*;

/// Gomoku on a board that fits `W` words.
pub struct Gomoku<const W: usize = 6> {
    grid: Grid,
    lines: Lines<W>,
    board: Bits<W>,
    /// The Pro opening and its end, or else the centre, the zone and a limit of stones.
    pro: bool,
    /// What Black's second stone has to keep out of.
    zone: Bits<W>,
}

/// A position.
#[derive(Clone, Copy)]
pub struct State<const W: usize = 6> {
    stones: [Bits<W>; 2],
    /// Number of stones.
    placed: u16,
    phase: Phase,
    /// The colour that moves: Black 0, White 1.
    colour: u8,
    /// The seat that plays Black.
    black: u8,
    /// The winning seat, or [`NOBODY`]; how it won.
    winner: u8,
    five: bool,
}

/// Part of a Pro game; the other form knows only play.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// The first player places one to five stones.
    Opening,
    /// The second player plays on or swaps.
    Choice,
    Play,
}

const NOBODY: u8 = 2;
/// So many in a row win; more do too.
const ROW: usize = 5;
/// The most stones of a Pro opening.
const OPENING: u16 = 5;
/// With so many stones on the board a game that is not Pro is drawn.
const LIMIT: usize = 150;

impl Build for Gomoku {
    fn build(mut options: Options) -> Built {
        let pro = options.choice("opening", &["centre", "pro"])? == 1;
        let size = options.int("size", if pro { 15 } else { 19 }, if pro { 5..=25 } else { 9..=25 })? as usize;
        if !pro && size.is_multiple_of(2) {
            return Err(OptionError(format!("size={size}: the board needs a centre, an odd number is expected")));
        }
        let zone = if pro { None } else { options.word_or_int("zone", "site", 1..=size as i64 - 2)? };
        if let Some(even) = zone.filter(|k| k % 2 == 0) {
            return Err(OptionError(format!(
                "zone={even}: the zone lies around the centre, an odd number is expected"
            )));
        }
        let width = zone.map(|k| k as usize);
        let options = options.finish("gomoku")?;
        Ok(match size {
            ..=11 => erase("gomoku", options, Gomoku::<2>::new(size, pro, width)),
            12..=16 => erase("gomoku", options, Gomoku::<4>::new(size, pro, width)),
            17..=19 => erase("gomoku", options, Gomoku::<6>::new(size, pro, width)),
            _ => erase("gomoku", options, Gomoku::<10>::new(size, pro, width)),
        })
    }
}

impl<const W: usize> Gomoku<W> {
    /// `width` is the side of the zone, if it is a square.
    fn new(size: usize, pro: bool, width: Option<usize>) -> Self {
        let grid = Grid::new(size, size);
        let in_zone = |&cell: &usize| {
            let from_centre = |at: usize| at.abs_diff(size / 2);
            let (c, r) = (from_centre(grid.column(cell)), from_centre(grid.row(cell)));
            match width {
                Some(width) => c.max(r) <= width / 2,
                None => c.max(r) <= 3 || c.max(r) == 4 && c.min(r) == 0,
            }
        };
        Gomoku {
            grid,
            lines: Lines::new(grid),
            board: Bits::first(grid.len()),
            pro,
            zone: (0..grid.len()).filter(in_zone).collect(),
        }
    }

    fn done(&self) -> usize {
        self.grid.len()
    }

    fn swap(&self) -> usize {
        self.grid.len() + 1
    }

    /// The points where the next stone may go.
    fn points(&self, s: &State<W>) -> Bits<W> {
        let empty = self.board.without(s.stones[0] | s.stones[1]);
        match (self.pro, s.colour, s.placed) {
            (false, 0, 0) => Bits::one(self.grid.cell(self.grid.columns / 2, self.grid.rows / 2)),
            (false, 0, 2) if s.stones[0].count() == 1 => empty.without(self.zone),
            _ => empty,
        }
    }

    /// What can be played beside stones.
    fn word(&self, s: &State<W>) -> Option<usize> {
        match s.phase {
            Phase::Opening => (s.placed > 0).then_some(self.done()),
            Phase::Choice => Some(self.swap()),
            Phase::Play => None,
        }
    }

    fn offer(&self, s: &State<W>) -> Offer<W> {
        Offer { cells: self.points(s), other: self.word(s) }
    }

    fn is_full(&self, s: &State<W>) -> bool {
        s.placed as usize == self.limit()
    }

    /// With so many stones the game ends.
    fn limit(&self) -> usize {
        if self.pro { self.grid.len() } else { LIMIT.min(self.grid.len()) }
    }

    fn is_over(&self, s: &State<W>) -> bool {
        s.winner != NOBODY || self.is_full(s)
    }

    /// The seat that plays a colour.
    fn seat(s: &State<W>, colour: u8) -> u8 {
        s.black ^ colour
    }

    /// From now on the colour that moves next is played by `seat`.
    fn begin(s: &mut State<W>, seat: u8) {
        s.phase = Phase::Play;
        s.black = seat ^ s.colour;
    }

    /// Puts a stone of the colour that moves on the board; the other colour is next.
    #[inline]
    fn place(&self, s: &mut State<W>, cell: usize, five: bool) {
        let colour = s.colour as usize;
        s.stones[colour].insert(cell);
        s.placed += 1;
        if five {
            s.winner = Self::seat(s, s.colour);
            s.five = true;
        }
        s.colour ^= 1;
        if self.pro && s.winner == NOBODY {
            self.look_for_room(s);
        }
    }

    /// Who is to move and cannot make five any more has lost.
    fn look_for_room(&self, s: &mut State<W>) {
        let against = &s.stones[1 - s.colour as usize];
        let enough = self.grid.rows * (self.grid.columns / ROW);
        let shut_out = || self.lines.completing(&self.board.without(*against), ROW).without(*against).is_empty();
        if against.count() >= enough && shut_out() {
            s.winner = Self::seat(s, 1 - s.colour);
        }
    }

    fn makes_five(&self, stones: &Bits<W>, cell: usize) -> bool {
        self.lines.runs(stones, cell).iter().any(|&run| run >= ROW)
    }

    /// The openings that go on from here.
    fn openings(&self, placed: u64) -> u64 {
        let points = self.grid.len() as u64;
        (placed..u64::from(OPENING)).rev().fold(1, |further, k| u64::from(k > 0) + (points - k) * further)
    }
}

impl<const W: usize> Game for Gomoku<W> {
    type State = State<W>;

    const ONE_STEP_TURNS: bool = false;

    fn num_actions(&self) -> usize {
        self.grid.len() + if self.pro { 2 } else { 0 }
    }

    fn max_steps(&self) -> usize {
        self.limit() + if self.pro { 2 } else { 0 }
    }

    fn start(&self, _seed: u64) -> State<W> {
        let phase = if self.pro { Phase::Opening } else { Phase::Play };
        State { stones: [Bits::EMPTY; 2], placed: 0, phase, colour: 0, black: 0, winner: NOBODY, five: false }
    }

    fn actor(&self, s: &State<W>) -> Actor {
        match s.phase {
            _ if self.is_over(s) => Actor::Over,
            Phase::Opening => Actor::Player(0),
            Phase::Choice => Actor::Player(1),
            Phase::Play => Actor::Player(Self::seat(s, s.colour)),
        }
    }

    fn in_turn(&self, s: &State<W>) -> bool {
        s.phase == Phase::Opening && s.placed > 0
    }

    legal_by_offer!();

    fn check(&self, s: &State<W>, action: Action) -> Result<(), Illegal> {
        let action = action as usize;
        if action >= self.grid.len() {
            let why = if action == self.swap() { Illegal::CannotSwap } else { Illegal::WrongPhase };
            return if self.word(s) == Some(action) { Ok(()) } else { Err(why) };
        }
        if (s.stones[0] | s.stones[1]).has(action) {
            return Err(Illegal::Occupied);
        }
        if self.points(s).has(action) { Ok(()) } else { Err(Illegal::NotOffered) }
    }

    fn play(&self, s: &mut State<W>, action: Action) {
        let action = action as usize;
        if action == self.done() {
            s.phase = Phase::Choice;
        } else if action == self.swap() {
            Self::begin(s, 0);
        } else {
            if s.phase == Phase::Choice {
                Self::begin(s, 1);
            }
            self.place(s, action, self.makes_five(&s.stones[s.colour as usize], action));
            if s.phase == Phase::Opening && s.placed == OPENING {
                s.phase = Phase::Choice;
            }
        }
    }

    fn outcome(&self, s: &State<W>) -> Option<Outcome> {
        match s.winner {
            NOBODY if self.is_full(s) => {
                Some(Outcome::draw(if self.limit() == LIMIT { "150 stones" } else { "full board" }))
            }
            NOBODY => None,
            seat => Some(Outcome::win(seat as usize, if s.five { "five in a row" } else { "no five possible" })),
        }
    }

    fn count_turns(&self, s: &State<W>) -> u64 {
        if s.phase == Phase::Opening { self.openings(s.placed.into()) } else { self.num_legal(s) as u64 }
    }

    fn side(&self, s: &State<W>, seat: usize) -> usize {
        seat ^ s.black as usize
    }

    fn cells(&self, s: &State<W>, _viewer: Option<usize>) -> Vec<u8> {
        letters(self.grid.len(), &s.stones, *b"BW")
    }

    fn observation_shape(&self) -> Vec<usize> {
        self.grid.planes(5)
    }

    /// Planes: own stones, the opponent's stones (by the colours the seats have now), all ones where the seat plays
    /// Black, all ones in an opening of Pro, all ones where a swap is possible.
    fn observe(&self, s: &State<W>, seat: usize, out: &mut [f32]) {
        let own = self.side(s, seat);
        self.grid.paint(
            &[s.stones[own], s.stones[1 - own]],
            &[own == 0, s.phase == Phase::Opening, s.phase == Phase::Choice],
            out,
        );
    }

    fn position(&self, s: &State<W>) -> String {
        let rows = text::write_rows(&self.grid, &self.grid.upside_down(&self.cells(s, None)));
        let phase = match s.phase {
            Phase::Opening => "opening",
            Phase::Choice => "choice",
            Phase::Play => ["first", "second"][s.black as usize],
        };
        format!("{rows} {} {phase}", ["b", "w"][s.colour as usize])
    }

    fn parse_position(&self, text: &str) -> Result<State<W>, TextError> {
        let what = "rows from the top, colour to move (b or w), the player of Black (first or second) or the part of the \
                    game (opening or choice)";
        let [rows, colour, phase] = text::fields(text, what)?;
        let cells = self.grid.upside_down(&text::read_rows(&self.grid, rows, "BW")?);
        let mut s = self.start(0);
        s.stones = stones(&cells, *b"BW");
        s.placed = s.stones.iter().map(|set| set.count() as u16).sum();
        s.colour = text::word(colour, &["b", "w"], "the colour to move")? as u8;
        let phases: &[&str] = if self.pro { &["first", "second", "opening", "choice"] } else { &["first"] };
        match text::word(phase, phases, "the player of Black, or the part of the game,")? {
            black @ (0 | 1) => {
                let mover = black as u8 ^ s.colour;
                Self::begin(&mut s, mover);
            }
            part => {
                let bounds = if part == 2 { 0..=OPENING - 1 } else { 1..=OPENING };
                let black = s.placed.div_ceil(2) as usize;
                if !bounds.contains(&s.placed) || s.stones[0].count() != black || u16::from(s.colour) != s.placed % 2 {
                    return Err(TextError::new(
                        "an opening has up to five stones, by turns black and white from Black on",
                    ));
                }
                s.phase = if part == 2 { Phase::Opening } else { Phase::Choice };
            }
        }
        let limit = self.limit();
        if s.placed as usize > limit {
            return Err(TextError::new(format!("{} stones, the game ends with {limit}", s.placed)));
        }
        let fives = [0, 1].map(|c| s.stones[c].iter().any(|cell| self.makes_five(&s.stones[c], cell)));
        match fives {
            [true, true] => return Err(TextError::new("both colours have five in a row; only one can")),
            [false, false] if self.pro => self.look_for_room(&mut s),
            [false, false] => {}
            [black, _] => {
                s.winner = Self::seat(&s, u8::from(!black));
                s.five = true;
            }
        }
        Ok(s)
    }

    fn key(&self, s: &State<W>) -> u64 {
        let rest = u64::from(s.colour) | u64::from(s.black) << 1 | (s.phase as u64) << 2;
        s.stones.iter().flat_map(|stones| stones.0).fold(rest, mix)
    }

    /// Draws the empty points without replacement, and keeps the stones by lines.
    fn playout(&self, s: &mut State<W>, rng: &mut Rng, scratch: &mut Vec<Action>) -> u32 {
        let mut steps = 0;
        while !self.is_over(s) && (s.placed < 3 || s.phase != Phase::Play) {
            let action = self.random_action(s, rng, scratch);
            self.play(s, action);
            steps += 1;
        }
        scratch.clear();
        self.legal(s, scratch);
        let mut words = s.stones.map(|stones| self.lines.words(&stones));
        while !self.is_over(s) {
            let cell = scratch.swap_remove(rng.below(scratch.len())) as usize;
            let five = self.lines.put(&mut words[s.colour as usize], cell, |line| at_least(line, ROW));
            self.place(s, cell, five);
            steps += 1;
        }
        steps
    }
}
