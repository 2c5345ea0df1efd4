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
    /// With so many stones the game ends.
    limit: usize,
}

/// A position.
#[derive(Clone, Copy, Default)]
pub struct State<const W: usize = 6> {
    stones: [Bits<W>; 2],
    /// Number of stones.
    placed: usize,
    phase: Phase,
    /// The colour that moves: Black 0, White 1.
    colour: u8,
    end: Option<Outcome>,
}

/// Part of the game.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Phase {
    /// Play, Black by the first player; the only part but in the Pro forms.
    #[default]
    First,
    /// Play, Black by the second player.
    Second,
    /// The first player places one to five stones.
    Opening,
    /// The second player plays on or swaps.
    Choice,
}

const PHASES: [&str; 4] = ["first", "second", "opening", "choice"];
/// So many in a row win; more do too.
const ROW: usize = 5;
/// The most stones of a Pro opening.
const OPENING: usize = 5;
/// With so many stones on the board a game that is not Pro is drawn.
const LIMIT: usize = 150;

impl Build for Gomoku {
    fn build(mut options: Options) -> Built {
        let pro = options.choice("opening", &["centre", "pro"])? == 1;
        let size = options.int("size", if pro { 15 } else { 19 }, if pro { 5..=25 } else { 9..=25 })? as usize;
        let even = |name, value| OptionError(format!("{name}={value}: an odd number is expected, with a centre"));
        ensure!(pro || size % 2 == 1, even("size", size as i64));
        let zone = if pro { None } else { options.word_or_int("zone", "site", 1..=size as i64 - 2)? };
        if let Some(side) = zone.filter(|side| side % 2 == 0) {
            return Err(even("zone", side));
        }
        let options = options.finish("gomoku")?;
        Ok(match size {
            ..=11 => erase("gomoku", options, Gomoku::<2>::new(size, pro, zone)),
            12..=16 => erase("gomoku", options, Gomoku::<4>::new(size, pro, zone)),
            17..=19 => erase("gomoku", options, Gomoku::<6>::new(size, pro, zone)),
            _ => erase("gomoku", options, Gomoku::<10>::new(size, pro, zone)),
        })
    }
}

impl<const W: usize> Gomoku<W> {
    /// `zone` is the side of the zone, if it is a square.
    fn new(size: usize, pro: bool, zone: Option<i64>) -> Self {
        let grid = Grid::new(size, size);
        let in_zone = |&cell: &usize| {
            let from_centre = |at: usize| at.abs_diff(size / 2);
            let (c, r) = (from_centre(grid.column(cell)), from_centre(grid.row(cell)));
            match zone {
                Some(side) => c.max(r) <= side as usize / 2,
                None => c.max(r) <= 3 || c.max(r) == 4 && c.min(r) == 0,
            }
        };
        Gomoku {
            grid,
            limit: if pro { grid.len() } else { LIMIT.min(grid.len()) },
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

    fn offer(&self, s: &State<W>) -> Offer<W> {
        let empty = self.board.without(s.stones[0] | s.stones[1]);
        let cells = match (self.pro, s.colour, s.placed) {
            (false, 0, 0) => Bits::one(self.grid.cell(self.grid.columns / 2, self.grid.rows / 2)),
            (false, 0, 2) if s.stones[0].count() == 1 => empty.without(self.zone),
            _ => empty,
        };
        let other = match s.phase {
            Phase::Opening => (s.placed > 0).then_some(self.done()),
            Phase::Choice => Some(self.swap()),
            Phase::First | Phase::Second => None,
        };
        Offer { cells, other }
    }

    /// Puts a stone of the colour that moves on the board; the other colour is next.
    #[inline(always)]
    fn place(&self, s: &mut State<W>, cell: usize, five: bool) {
        s.stones[s.colour as usize].insert(cell);
        s.placed += 1;
        s.colour ^= 1;
        s.end = self.end(s, five.then_some(1 - s.colour));
    }

    /// The end of the game: a colour has five; in the Pro forms who is to move can make none; else a draw.
    #[inline(always)]
    fn end(&self, s: &State<W>, five: Option<u8>) -> Option<Outcome> {
        let win = |colour: u8, reason| Some(Outcome::win(self.side(s, colour.into()), reason));
        match five {
            Some(colour) => win(colour, "five in a row"),
            None if self.pro && self.is_shut_out(s) => win(1 - s.colour, "no five possible"),
            None if self.pro || s.placed < self.limit => None,
            None => Some(Outcome::draw(if self.limit == LIMIT { "150 stones" } else { "full board" })),
        }
    }

    /// Whether who is to move cannot make five any more.
    fn is_shut_out(&self, s: &State<W>) -> bool {
        let against = s.stones[1 - s.colour as usize];
        let enough = self.grid.rows * (self.grid.columns / ROW);
        against.count() >= enough
            && self.lines.completing(&self.board.without(against), ROW).without(against).is_empty()
    }

    fn makes_five(&self, stones: &Bits<W>, cell: usize) -> bool {
        self.lines.runs(stones, cell).iter().any(|&run| run >= ROW)
    }
}

impl<const W: usize> Game for Gomoku<W> {
    type State = State<W>;

    const ONE_STEP_TURNS: bool = false;

    fn num_actions(&self) -> usize {
        self.grid.len() + if self.pro { 2 } else { 0 }
    }

    fn max_steps(&self) -> usize {
        self.limit + if self.pro { 2 } else { 0 }
    }

    fn start(&self, _seed: u64) -> State<W> {
        State { phase: if self.pro { Phase::Opening } else { Phase::First }, ..State::default() }
    }

    fn actor(&self, s: &State<W>) -> Actor {
        match s.phase {
            _ if s.end.is_some() => Actor::Over,
            Phase::Opening => Actor::Player(0),
            Phase::Choice => Actor::Player(1),
            Phase::First => Actor::Player(s.colour),
            Phase::Second => Actor::Player(1 - s.colour),
        }
    }

    fn in_turn(&self, s: &State<W>) -> bool {
        s.phase == Phase::Opening && s.placed > 0
    }

    legal_by_offer!();

    fn check(&self, s: &State<W>, action: Action) -> Result<(), Illegal> {
        let (action, offer) = (action as usize, self.offer(s));
        if action < self.grid.len() {
            ensure!(!(s.stones[0] | s.stones[1]).has(action), Illegal::Occupied);
            ensure!(offer.cells.has(action), Illegal::NotOffered);
        } else {
            let why = if action == self.swap() { Illegal::CannotSwap } else { Illegal::WrongPhase };
            ensure!(offer.other == Some(action), why);
        }
        Ok(())
    }

    fn play(&self, s: &mut State<W>, action: Action) {
        let action = action as usize;
        if s.phase == Phase::Choice {
            // The colour that moves next is the second player's, or after a swap the first player's.
            let mover = u8::from(action != self.swap());
            s.phase = if mover == s.colour { Phase::First } else { Phase::Second };
        }
        if action < self.grid.len() {
            self.place(s, action, self.makes_five(&s.stones[s.colour as usize], action));
        }
        if s.phase == Phase::Opening && (action == self.done() || s.placed == OPENING) {
            s.phase = Phase::Choice;
        }
    }

    fn outcome(&self, s: &State<W>) -> Option<Outcome> {
        s.end
    }

    /// Openings are counted without a walk: after each stone but the last one may stop or go on.
    fn count_turns(&self, s: &State<W>) -> u64 {
        if s.phase != Phase::Opening {
            return self.num_legal(s) as u64;
        }
        let points = self.grid.len();
        let ways = |further, placed| u64::from(placed > 0) + (points - placed) as u64 * further;
        (s.placed..OPENING).rev().fold(1, ways)
    }

    /// Seats and colours change places alike, so this also gives the seat of a colour.
    fn side(&self, s: &State<W>, seat: usize) -> usize {
        seat ^ usize::from(s.phase == Phase::Second)
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
        let facts = [own == 0, s.phase == Phase::Opening, s.phase == Phase::Choice];
        self.grid.paint(&[s.stones[own], s.stones[1 - own]], &facts, out);
    }

    fn position(&self, s: &State<W>) -> String {
        let rows = text::write_rows(&self.grid, &self.grid.upside_down(&self.cells(s, None)));
        format!("{rows} {} {}", ["b", "w"][s.colour as usize], PHASES[s.phase as usize])
    }

    fn parse_position(&self, text: &str) -> Result<State<W>, TextError> {
        let what = "rows from the top, colour to move (b or w), the player of Black (first or second) or the part of the \
                    game (opening or choice)";
        let [rows, colour, phase] = text::fields(text, what)?;
        let cells = self.grid.upside_down(&text::read_rows(&self.grid, rows, "BW")?);
        let mut s = State { stones: stones(&cells, *b"BW"), ..State::default() };
        let [black, white] = s.stones.map(|set| set.count());
        s.placed = black + white;
        s.colour = text::word(colour, &["b", "w"], "the colour to move")? as u8;
        let phases = if self.pro { &PHASES[..] } else { &PHASES[..1] };
        let phase = text::word(phase, phases, "the player of Black, or the part of the game,")?;
        s.phase = [Phase::First, Phase::Second, Phase::Opening, Phase::Choice][phase];
        let by_turns = black == white + usize::from(s.colour);
        let fits = match s.phase {
            Phase::First | Phase::Second => true,
            Phase::Opening => by_turns && s.placed < OPENING,
            Phase::Choice => by_turns && (1..=OPENING).contains(&s.placed),
        };
        ensure!(fits, "an opening has up to five stones, by turns black and white from Black on");
        ensure!(s.placed <= self.limit, "{} stones, the game ends with {}", s.placed, self.limit);
        let [black, white] = s.stones.map(|set| set.iter().any(|cell| self.makes_five(&set, cell)));
        ensure!(!(black && white), "both colours have five in a row; only one can");
        s.end = self.end(&s, (black || white).then_some(u8::from(white)));
        Ok(s)
    }

    fn key(&self, s: &State<W>) -> u64 {
        let rest = u64::from(s.colour) | (s.phase as u64) << 1;
        s.stones.iter().flat_map(|stones| stones.0).fold(rest, mix)
    }

    /// Draws the empty points without replacement, and keeps the stones by lines.
    fn playout(&self, s: &mut State<W>, rng: &mut Rng, scratch: &mut Vec<Action>) -> u32 {
        let mut steps = 0;
        while s.end.is_none() && (s.placed < 3 || matches!(s.phase, Phase::Opening | Phase::Choice)) {
            let action = self.random_action(s, rng, scratch);
            self.play(s, action);
            steps += 1;
        }
        scratch.clear();
        self.legal(s, scratch);
        let mut words = s.stones.map(|stones| self.lines.words(&stones));
        while s.end.is_none() {
            let cell = scratch.swap_remove(rng.below(scratch.len())) as usize;
            let five = self.lines.put(&mut words[s.colour as usize], cell, |line| at_least(line, ROW));
            self.place(s, cell, five);
            steps += 1;
        }
        steps
    }
}
