//! Dots and boxes: draw lines between dots; who closes a box owns it and draws again. Rules: the docs page of
//! `dots_and_boxes`.
//!
//! Rows count from the bottom. Actions: the horizontal line `row * columns + column` for rows `0..=rows`; then, after
//! all of those, the vertical line `row * (columns + 1) + column`; then, under the pie rule, stop, keep and swap.
//!
//! Each line knows the one or two boxes beside it, each box the set of its sides: a box is closed when no side is left
//! out of the lines drawn. Colours and seats are apart: the state speaks of colours, and only the pie rule's answer
//! says which seat is which.

use crate::board::{Bits, Grid, Shape};
use crate::prelude::*;

/// Dots and boxes on a board whose lines fit `W` words.
pub struct DotsAndBoxes<const W: usize = 1> {
    /// The cells of the picture, row 0 on top: dots, lines and boxes in turn.
    picture: Grid,
    /// How many lines the first player may set up; 0 without the pie rule.
    pie: usize,
    lines: Bits<W>,
    /// Number of lines, and the action `stop`; `keep` and `swap` follow.
    stop: usize,
    /// The sides of every box, row by row.
    sides: Box<[Bits<W>]>,
    /// The boxes beside every line, twice the same one at the rim.
    beside: Box<[[u16; 2]]>,
    /// The place in the picture of every line, then of every box.
    places: Box<[u16]>,
}

/// Where the game stands with the pie rule; without it, `Kept` from the start.
#[derive(Clone, Copy, PartialEq)]
enum Phase {
    /// The first player draws for both colours.
    Setup,
    /// The second player chooses his colour.
    Answer,
    /// The first player is Blue.
    Kept,
    /// The first player is Red.
    Swapped,
}

const PHASES: [Phase; 4] = [Phase::Setup, Phase::Answer, Phase::Kept, Phase::Swapped];
const PHASE_WORDS: [&str; 4] = ["setup", "answer", "keep", "swap"];

/// A position.
#[derive(Clone, Copy)]
pub struct State<const W: usize> {
    drawn: Bits<W>,
    /// Boxes of Blue and of Red.
    owned: [Bits<W>; 2],
    /// Whose line is next: 0 Blue, 1 Red.
    colour: u8,
    phase: Phase,
}

impl Build for DotsAndBoxes {
    fn build(mut options: Options) -> Built {
        let columns = options.int("columns", 5, 1..=15)? as usize;
        let rows = options.int("rows", 5, 1..=15)? as usize;
        let lines = columns * (rows + 1) + rows * (columns + 1);
        let pie = options.int("pie", 0, 0..=lines as i64 - 1)? as usize;
        let options = options.finish("dots_and_boxes")?;
        Ok(match lines {
            ..=64 => erase("dots_and_boxes", options, DotsAndBoxes::<1>::new(columns, rows, pie)),
            65..=128 => erase("dots_and_boxes", options, DotsAndBoxes::<2>::new(columns, rows, pie)),
            129..=256 => erase("dots_and_boxes", options, DotsAndBoxes::<4>::new(columns, rows, pie)),
            _ => erase("dots_and_boxes", options, DotsAndBoxes::<8>::new(columns, rows, pie)),
        })
    }
}

impl<const W: usize> DotsAndBoxes<W> {
    fn new(columns: usize, rows: usize, pie: usize) -> Self {
        let picture = Grid::new(2 * columns + 1, 2 * rows + 1);
        let horizontal = Grid::new(columns, rows + 1);
        let vertical = Grid::new(columns + 1, rows);
        let boxes = Grid::new(columns, rows);
        let stop = horizontal.len() + vertical.len();
        // Where a grid lies in the picture; its first cell is `right` of and `above` the bottom left corner.
        let places = |grid: Grid, right: usize, above: usize| {
            let row = move |i| 2 * rows - 2 * grid.row(i) - above;
            (0..grid.len()).map(move |i| picture.cell(2 * grid.column(i) + right, row(i)) as u16)
        };
        let mut sides = vec![Bits::EMPTY; boxes.len()];
        let mut beside = vec![[u16::MAX; 2]; stop];
        for (i, sides) in sides.iter_mut().enumerate() {
            let (column, row) = (boxes.column(i), boxes.row(i));
            let left = horizontal.len() + vertical.cell(column, row);
            for line in [horizontal.cell(column, row), horizontal.cell(column, row + 1), left, left + 1] {
                sides.insert(line);
                beside[line] = [beside[line][0].min(i as u16), i as u16];
            }
        }
        DotsAndBoxes {
            picture,
            pie,
            lines: Bits::first(stop),
            stop,
            sides: sides.into(),
            beside: beside.into(),
            places: places(horizontal, 1, 0).chain(places(vertical, 0, 1)).chain(places(boxes, 1, 1)).collect(),
        }
    }

    fn left(&self, s: &State<W>) -> Bits<W> {
        self.lines.without(s.drawn)
    }

    /// The picture of a position, row by row from the top.
    fn draw(&self, s: &State<W>) -> Vec<u8> {
        let mut picture = vec![b'.'; self.picture.len()];
        self.places.iter().zip(self.cells(s, None)).for_each(|(&place, cell)| picture[usize::from(place)] = cell);
        picture
    }

    fn is_closed(&self, s: &State<W>, number: usize) -> bool {
        self.sides[number].without(s.drawn).is_empty()
    }

    /// Whether the first player may end the set-up.
    fn can_stop(s: &State<W>) -> bool {
        s.phase == Phase::Setup && !s.drawn.is_empty()
    }

    /// Boxes by seat.
    fn by_seat(s: &State<W>) -> [Bits<W>; 2] {
        let [blue, red] = s.owned;
        if s.phase == Phase::Swapped { [red, blue] } else { [blue, red] }
    }
}

impl<const W: usize> Game for DotsAndBoxes<W> {
    type State = State<W>;

    fn num_actions(&self) -> usize {
        self.stop + if self.pie > 0 { 3 } else { 0 }
    }

    fn max_steps(&self) -> usize {
        self.stop + if self.pie > 0 { 2 } else { 0 }
    }

    fn start(&self, _seed: u64) -> State<W> {
        let phase = if self.pie > 0 { Phase::Setup } else { Phase::Kept };
        State { drawn: Bits::EMPTY, owned: [Bits::EMPTY; 2], colour: 0, phase }
    }

    #[inline]
    fn actor(&self, s: &State<W>) -> Actor {
        match s.phase {
            Phase::Setup => Actor::Player(0),
            Phase::Answer => Actor::Player(1),
            _ if s.drawn == self.lines => Actor::Over,
            phase => Actor::Player(s.colour ^ u8::from(phase == Phase::Swapped)),
        }
    }

    fn legal(&self, s: &State<W>, out: &mut Vec<Action>) {
        let stop = self.stop as Action;
        if s.phase == Phase::Answer {
            return out.extend([stop + 1, stop + 2]);
        }
        out.extend(self.left(s).iter().map(|line| line as Action));
        out.extend(Self::can_stop(s).then_some(stop));
    }

    fn num_legal(&self, s: &State<W>) -> usize {
        match s.phase {
            Phase::Answer => 2,
            _ => self.left(s).count() + usize::from(Self::can_stop(s)),
        }
    }

    #[inline]
    fn random_action(&self, s: &State<W>, rng: &mut Rng, _scratch: &mut Vec<Action>) -> Action {
        let pick = rng.below(self.num_legal(s));
        let left = self.left(s);
        (match s.phase {
            Phase::Answer => self.stop + 1 + pick,
            Phase::Setup if pick == left.count() => self.stop,
            _ => left.nth(pick),
        }) as Action
    }

    fn check(&self, s: &State<W>, action: Action) -> Result<(), Illegal> {
        match (action as usize).checked_sub(self.stop) {
            Some(0) if s.phase != Phase::Setup => Err(Illegal::WrongPhase),
            Some(0) if s.drawn.is_empty() => Err(Illegal::NotOffered),
            Some(2) if s.phase != Phase::Answer => Err(Illegal::CannotSwap),
            Some(1) if s.phase != Phase::Answer => Err(Illegal::WrongPhase),
            None if s.phase == Phase::Answer => Err(Illegal::WrongPhase),
            None if s.drawn.has(action as usize) => Err(Illegal::Occupied),
            _ => Ok(()),
        }
    }

    #[inline]
    fn play(&self, s: &mut State<W>, action: Action) {
        let line = action as usize;
        if line >= self.stop {
            s.phase = PHASES[1 + line - self.stop];
            return;
        }
        s.drawn.insert(line);
        let mut closed = false;
        for number in self.beside[line].map(usize::from) {
            if self.is_closed(s, number) {
                s.owned[usize::from(s.colour)].insert(number);
                closed = true;
            }
        }
        s.colour ^= u8::from(!closed);
        if s.phase == Phase::Setup && s.drawn.count() == self.pie {
            s.phase = Phase::Answer;
        }
    }

    fn outcome(&self, s: &State<W>) -> Option<Outcome> {
        let [first, second] = Self::by_seat(s).map(|boxes| boxes.count() as f64);
        (self.actor(s) == Actor::Over).then(|| Outcome::by_score(first, second, "box count"))
    }

    /// Boxes by seat.
    fn scores(&self, s: &State<W>) -> Option<Vec<f64>> {
        Some(Self::by_seat(s).map(|boxes| boxes.count() as f64).to_vec())
    }

    fn side(&self, s: &State<W>, seat: usize) -> usize {
        seat ^ usize::from(s.phase == Phase::Swapped)
    }

    /// Lines in the order of their actions (`-`, `|`), then boxes row by row from the bottom (`B`, `R`).
    fn cells(&self, s: &State<W>, _viewer: Option<usize>) -> Vec<u8> {
        let mut cells = vec![b'.'; self.places.len()];
        for line in s.drawn.iter() {
            cells[line] = b"-|"[self.picture.row(usize::from(self.places[line])) % 2];
        }
        for (owned, letter) in s.owned.iter().zip(*b"BR") {
            owned.iter().for_each(|number| cells[self.stop + number] = letter);
        }
        cells
    }

    /// The colour whose line is next, and how the pie rule stands (set-up, answer, kept, swapped).
    fn info(&self, s: &State<W>, _viewer: Option<usize>) -> Vec<(&'static str, i64)> {
        vec![("colour", i64::from(s.colour)), ("phase", s.phase as i64)]
    }

    fn observation_shape(&self) -> Vec<usize> {
        self.picture.planes(if self.pie > 0 { 6 } else { 4 })
    }

    /// Planes of the picture, row 0 on top: lines; own boxes; the opponent's boxes; all ones where the next line is of
    /// the seat's colour; under the pie rule also all ones in the set-up, and all ones while the answer is awaited.
    fn observe(&self, s: &State<W>, seat: usize, out: &mut [f32]) {
        let n = self.picture.len();
        let boxes = Self::by_seat(s);
        for (plane, set, first) in [(0, s.drawn, 0), (1, boxes[seat], self.stop), (2, boxes[1 - seat], self.stop)] {
            set.iter().for_each(|i| out[plane * n + usize::from(self.places[first + i])] = 1.0);
        }
        let facts = [usize::from(s.colour) == self.side(s, seat), s.phase == Phase::Setup, s.phase == Phase::Answer];
        for (plane, fact) in out[3 * n..].chunks_mut(n).zip(facts) {
            plane.fill(f32::from(u8::from(fact)));
        }
    }

    fn position(&self, s: &State<W>) -> String {
        let rows = text::write_rows(&self.picture, &self.draw(s));
        let colour = ["b", "r"][usize::from(s.colour)];
        match self.pie {
            0 => format!("{rows} {colour}"),
            _ => format!("{rows} {colour} {}", PHASE_WORDS[s.phase as usize]),
        }
    }

    fn parse_position(&self, text: &str) -> Result<State<W>, TextError> {
        let what = "rows of the picture from the top, colour of the next line (b or r)";
        let [rows, colour, phase] = match self.pie {
            0 => text::fields(text, what).map(|[rows, colour]| [rows, colour, "keep"])?,
            _ => text::fields(text, &format!("{what}, setup, answer, keep or swap"))?,
        };
        let mut s = self.start(0);
        s.phase = PHASES[text::word(phase, &PHASE_WORDS, "the state of the pie rule")?];
        s.colour = text::word(colour, &["b", "r"], "the colour of the next line")? as u8;
        let picture = text::read_rows(&self.picture, rows, "-|BR")?;
        for (i, &place) in self.places.iter().enumerate() {
            match picture[usize::from(place)] {
                b'-' | b'|' if i < self.stop => s.drawn.insert(i),
                b'B' if i >= self.stop => s.owned[0].insert(i - self.stop),
                b'R' if i >= self.stop => s.owned[1].insert(i - self.stop),
                _ => {}
            }
        }
        let owned = s.owned[0] | s.owned[1];
        let owned_if_closed = (0..self.sides.len()).all(|n| self.is_closed(&s, n) == owned.has(n));
        ensure!(owned_if_closed, "a box has an owner (B or R) exactly when its four sides are drawn");
        let in_place = self.draw(&s) == picture;
        ensure!(in_place, "in the picture - and | stand between dots, B and R in boxes, nothing on dots");
        let count = s.drawn.count();
        ensure!(s.phase != Phase::Setup || count < self.pie, "the set-up is complete, it has no more lines");
        ensure!(s.phase != Phase::Answer || count <= self.pie, "more lines than the set-up may have");
        ensure!(s.phase == Phase::Setup || self.pie == 0 || count > 0, "the set-up has one line at least");
        Ok(s)
    }

    /// Made when asked for, which is seldom; a step is too quick to carry it along.
    fn key(&self, s: &State<W>) -> u64 {
        let words = s.drawn.0.iter().chain(&s.owned[0].0).chain(&s.owned[1].0);
        words.fold(u64::from(s.colour) << 2 | s.phase as u64, |key, &word| mix(key, word))
    }
}
