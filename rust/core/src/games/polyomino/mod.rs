//! Polyomino: tiles of two colours, each touching its own colour at corners only. Rules: the docs page of `polyomino`.
//!
//! Squares `row * size + column`, row 0 at the bottom; colours are 0 Blue and 1 Orange. Actions: the places of the
//! tiles, numbered by [`Tiles`], then the swap, then the pass. The first turn is two steps, Blue's tile and Orange's.
//!
//! Tiles of one colour never share an edge, so the squares of a colour tell its tiles, and so what is left of its set.
//!
//! A tile may be placed where it covers a *touching point* (a square that touches the own colour at a corner and not at
//! an edge) and nothing that is taken or at an own edge. The free squares around each touching point are gathered into
//! a word, the same for all points of the board, and a walk through a tree of polyominoes finds what fits. Points that
//! have been looked at count as taken, so every place is found once.

use crate::board::{Grid, Shape, ones};
use crate::prelude::*;

mod room;
mod tiles;

use room::{Squares, Window, connected, ring, room, windows};
use tiles::{Orientation, Tiles};

/// Polyomino on a board of `N` columns and rows, with tiles of up to `R + 1` squares.
pub struct Polyomino<const N: usize = 8, const R: usize = 3> {
    grid: Grid,
    tiles: Tiles,
    /// How many of each tile a colour has at the start.
    copies: u8,
    /// Whether both colours take their tiles out of one set.
    common: bool,
    /// Whether squares are counted in the end, not tiles.
    by_squares: bool,
}

/// A position. By colour, where there are two.
#[derive(Clone, Copy)]
pub struct State<const N: usize> {
    squares: [Squares<N>; 2],
    /// The tiles that are left, as bits by number.
    left: [u64; 2],
    /// Those of which there is a second one.
    spare: [u64; 2],
    /// Number of tiles placed.
    placed: [u8; 2],
    phase: Phase,
    /// The colour to move.
    colour: u8,
    /// Whether the first player has Blue.
    swapped: bool,
    /// Passes in a row.
    passes: u8,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// The first player places a blue tile,
    First,
    /// then an orange one.
    Second,
    /// The second player goes on as Blue or swaps.
    Choice,
    Play,
}

macro_rules! tile_names {
    ($($name:literal)*) => {
        /// What `info` calls the tiles left: of Blue, of Orange, of the common set.
        const LEFT: [[&str; 56]; 3] =
            [[$(concat!("blue_", $name)),*], [$(concat!("orange_", $name)),*], [$(concat!("left_", $name)),*]];
    };
}
tile_names!("1a" "2a" "3a" "3b" "4a" "4b" "4c" "4d" "4e" "5a" "5b" "5c" "5d" "5e" "5f" "5g" "5h" "5i" "5j" "5k" "5l"
    "6a" "6b" "6c" "6d" "6e" "6f" "6g" "6h" "6i" "6j" "6k" "6l" "6m" "6n" "6o" "6p" "6q" "6r" "6s" "6t" "6u" "6v" "6w"
    "6x" "6y" "6z" "6aa" "6ab" "6ac" "6ad" "6ae" "6af" "6ag" "6ah" "6ai");

const NAMES: [&str; 2] = ["blue", "orange"];
const COLOURS: [&str; 2] = ["b", "o"];
const OWNERS: [&str; 3] = ["-", "1", "2"];

impl Build for Polyomino {
    fn build(mut options: Options) -> Built {
        let variant = options.choice("variant", &["mini", "small", "penta", "hexa"])?;
        let by_squares = options.choice("score", &["tiles", "squares"])? == 1;
        let options = options.finish("polyomino")?;
        Ok(match variant {
            0 => erase("polyomino", options, Polyomino::<8, 3>::new(1, false, by_squares)),
            1 => erase("polyomino", options, Polyomino::<12, 3>::new(2, false, by_squares)),
            2 => erase("polyomino", options, Polyomino::<14, 4>::new(1, false, by_squares)),
            _ => erase("polyomino", options, Polyomino::<20, 5>::new(1, true, by_squares)),
        })
    }
}

impl<const N: usize, const R: usize> Polyomino<N, R> {
    fn new(copies: u8, common: bool, by_squares: bool) -> Self {
        Polyomino { grid: Grid::new(N, N), tiles: Tiles::new(N, R + 1), copies, common, by_squares }
    }

    fn swap(&self) -> usize {
        self.tiles.places
    }

    fn pass(&self) -> usize {
        self.tiles.places + 1
    }

    /// All tiles, as bits by number.
    fn set(&self) -> u64 {
        (1 << self.tiles.count) - 1
    }

    /// The tile of a colour that has one on the board, as a bit.
    fn first_tile(&self, s: &State<N>, colour: usize) -> u64 {
        self.set() & !(if self.copies == 2 { s.spare } else { s.left })[colour]
    }

    fn left(s: &State<N>, colour: usize, tile: usize) -> u8 {
        (s.left[colour] >> tile & 1) as u8 + (s.spare[colour] >> tile & 1) as u8
    }

    /// The windows in which the places of a colour lie, in play.
    #[inline]
    fn room(s: &State<N>, colour: usize) -> Vec<Window<R>> {
        room(&s.squares[colour], &s.squares[1 - colour], s.left[colour])
    }

    fn count_fitting(&self, s: &State<N>, colour: usize) -> usize {
        let mut count = 0;
        self.tiles.fitting(&Self::room(s, colour), s.left[colour], |_| count += 1);
        count
    }

    fn meets((orientation, x, y): (&Orientation, usize, usize), squares: &Squares<N>) -> bool {
        (0..orientation.rows).any(|i| u32::from(orientation.shape[i]) << x & squares[y + i] != 0)
    }

    /// Puts a tile on the board.
    #[inline]
    fn put(&self, s: &mut State<N>, colour: usize, number: usize) {
        let (orientation, x, y) = self.tiles.place(number);
        for i in 0..orientation.rows {
            s.squares[colour][y + i] |= u32::from(orientation.shape[i]) << x;
        }
        let bit = 1 << orientation.tile;
        if s.spare[colour] & bit != 0 {
            s.spare[colour] ^= bit;
        } else {
            s.left[colour] &= !bit;
        }
        if self.common {
            s.left[1 - colour] = s.left[colour];
        }
        s.placed[colour] += 1;
    }

    fn count_squares(s: &State<N>, colour: usize) -> u32 {
        s.squares[colour].iter().map(|row| row.count_ones()).sum()
    }

    fn in_first_turn(s: &State<N>) -> bool {
        matches!(s.phase, Phase::First | Phase::Second)
    }

    fn points(&self, s: &State<N>) -> [f64; 2] {
        [0, 1].map(|seat| {
            let colour = self.side(s, seat);
            f64::from(if self.by_squares { Self::count_squares(s, colour) } else { s.placed[colour].into() })
        })
    }

    /// Puts the tiles of a colour on the board whose squares these are.
    fn read_tiles(&self, s: &mut State<N>, colour: usize, mut squares: Squares<N>) -> Result<(), TextError> {
        while let Some(row) = squares.iter().position(|&row| row != 0) {
            let tile = connected(&squares);
            let number = self.tiles.find(&tile).filter(|&n| Self::left(s, colour, self.tiles.place(n).0.tile) > 0);
            let Some(number) = number else {
                let square = text::cell_name(self.grid, self.grid.cell(tile[row].trailing_zeros() as usize, row));
                return Err(TextError::new(format!("the {} tile at {square} is not in the set", NAMES[colour])));
            };
            self.put(s, colour, number);
            (0..N).for_each(|y| squares[y] &= !tile[y]);
        }
        Ok(())
    }
}

impl<const N: usize, const R: usize> Game for Polyomino<N, R> {
    type State = State<N>;

    const ONE_STEP_TURNS: bool = false;

    fn num_actions(&self) -> usize {
        self.tiles.places + 2
    }

    /// All tiles, as many passes between them (only one colour can be stuck while the other places), the swap, and the
    /// last two passes.
    fn max_steps(&self) -> usize {
        let sets = if self.common { 1 } else { 2 * usize::from(self.copies) };
        2 * sets * self.tiles.count + 3
    }

    fn start(&self, _seed: u64) -> State<N> {
        State {
            squares: [[0; N]; 2],
            left: [self.set(); 2],
            spare: [if self.copies == 2 { self.set() } else { 0 }; 2],
            placed: [0; 2],
            phase: Phase::First,
            colour: 0,
            swapped: false,
            passes: 0,
        }
    }

    fn actor(&self, s: &State<N>) -> Actor {
        match s.phase {
            _ if s.passes == 2 => Actor::Over,
            Phase::First | Phase::Second => Actor::Player(0),
            Phase::Choice | Phase::Play => Actor::Player(s.colour ^ u8::from(!s.swapped)),
        }
    }

    fn in_turn(&self, s: &State<N>) -> bool {
        s.phase == Phase::Second
    }

    fn legal(&self, s: &State<N>, out: &mut Vec<Action>) {
        let begin = out.len();
        match s.phase {
            Phase::First => return out.extend(0..self.tiles.places as Action),
            Phase::Second => {
                let first = self.first_tile(s, 0);
                let others = self.tiles.orientations.iter().filter(|o| first >> o.tile & 1 == 0);
                let places = others.flat_map(|o| o.first..o.first + o.places(N));
                let free = places.filter(|&number| !Self::meets(self.tiles.place(number), &s.squares[0]));
                return out.extend(free.map(|number| number as Action));
            }
            Phase::Choice | Phase::Play => {
                let colour = usize::from(s.colour);
                self.tiles.fitting(&Self::room(s, colour), s.left[colour], |action| out.push(action));
            }
        }
        out[begin..].sort_unstable();
        let stuck = out.len() == begin;
        if s.phase == Phase::Choice {
            out.push(self.swap() as Action);
        }
        if stuck {
            out.push(self.pass() as Action);
        }
    }

    fn num_legal(&self, s: &State<N>) -> usize {
        match s.phase {
            Phase::First => self.tiles.places,
            Phase::Second => {
                let others = self.set() & !self.first_tile(s, 0);
                let mut met = 0;
                self.tiles.fitting::<R>(&windows(&[0; N], &s.squares[0]), others, |_| met += 1);
                let places = self.tiles.orientations.iter().filter(|o| others >> o.tile & 1 != 0);
                places.map(|o| o.places(N)).sum::<usize>() - met
            }
            Phase::Choice => self.count_fitting(s, s.colour.into()).max(1) + 1,
            Phase::Play => self.count_fitting(s, s.colour.into()).max(1),
        }
    }

    fn random_action(&self, s: &State<N>, rng: &mut Rng, scratch: &mut Vec<Action>) -> Action {
        match s.phase {
            Phase::First => rng.below(self.tiles.places) as Action,
            // Most places are legal.
            Phase::Second => loop {
                let action = rng.below(self.tiles.places) as Action;
                if self.check(s, action).is_ok() {
                    return action;
                }
            },
            Phase::Choice | Phase::Play => {
                let colour = usize::from(s.colour);
                let (windows, left) = (Self::room(s, colour), s.left[colour]);
                // Where a swap is on offer and there is a window, something fits: two tiles are too few to shut one in.
                let swap = (s.phase == Phase::Choice).then_some(self.swap() as Action);
                if let Some(action) = self.tiles.draw(&windows, left, swap, rng) {
                    return action;
                }
                scratch.clear();
                self.tiles.fitting(&windows, left, |action| scratch.push(action));
                if scratch.is_empty() {
                    scratch.push(self.pass() as Action);
                }
                scratch.extend(swap);
                scratch[rng.below(scratch.len())]
            }
        }
    }

    fn check(&self, s: &State<N>, action: Action) -> Result<(), Illegal> {
        let (number, colour) = (action as usize, usize::from(s.colour));
        if number == self.swap() {
            return if s.phase == Phase::Choice { Ok(()) } else { Err(Illegal::CannotSwap) };
        }
        if number == self.pass() {
            let stuck = !Self::in_first_turn(s) && self.count_fitting(s, colour) == 0;
            return if stuck { Ok(()) } else { Err(Illegal::CannotPass) };
        }
        let place = self.tiles.place(number);
        if s.squares.iter().any(|squares| Self::meets(place, squares)) {
            return Err(Illegal::Occupied);
        }
        let again = s.phase == Phase::Second && self.first_tile(s, 0) >> place.0.tile & 1 != 0;
        if again || s.left[colour] >> place.0.tile & 1 == 0 {
            return Err(if again { Illegal::NotOffered } else { Illegal::NoneLeft });
        }
        let (blocked, points) = ring(&s.squares[colour], &s.squares[1 - colour]);
        match () {
            () if Self::in_first_turn(s) => Ok(()),
            () if Self::meets(place, &blocked) => Err(Illegal::Adjacent),
            () if !Self::meets(place, &points) => Err(Illegal::NotConnected),
            () => Ok(()),
        }
    }

    fn play(&self, s: &mut State<N>, action: Action) {
        let number = action as usize;
        if number == self.swap() {
            s.swapped = true;
            s.phase = Phase::Play;
            return;
        }
        if number == self.pass() {
            s.passes += 1;
        } else {
            self.put(s, s.colour.into(), number);
            s.passes = 0;
        }
        s.colour ^= 1;
        s.phase = match s.phase {
            Phase::First => Phase::Second,
            Phase::Second => Phase::Choice,
            Phase::Choice | Phase::Play => Phase::Play,
        };
    }

    fn outcome(&self, s: &State<N>) -> Option<Outcome> {
        let [first, second] = self.points(s);
        let reason = if self.by_squares { "square count" } else { "tile count" };
        (s.passes == 2).then(|| Outcome::by_score(first, second, reason))
    }

    fn count_turns(&self, s: &State<N>) -> u64 {
        if s.phase == Phase::First { self.tiles.pairs() } else { self.num_legal(s) as u64 }
    }

    fn scores(&self, s: &State<N>) -> Option<Vec<f64>> {
        Some(self.points(s).to_vec())
    }

    /// Blue is the second player's colour, unless he swaps.
    fn side(&self, s: &State<N>, seat: usize) -> usize {
        seat ^ usize::from(!s.swapped)
    }

    fn cells(&self, s: &State<N>, _viewer: Option<usize>) -> Vec<u8> {
        let of = |cell| s.squares.map(|rows| rows[self.grid.row(cell)] >> self.grid.column(cell) & 1);
        (0..self.grid.len()).map(|cell| b".BO"[of(cell)[0] as usize + 2 * of(cell)[1] as usize]).collect()
    }

    fn info(&self, s: &State<N>, _viewer: Option<usize>) -> Vec<(&'static str, i64)> {
        let mut out = vec![
            ("phase", s.phase as i64),
            ("passes", s.passes.into()),
            ("blue_tiles", s.placed[0].into()),
            ("orange_tiles", s.placed[1].into()),
            ("blue_squares", Self::count_squares(s, 0).into()),
            ("orange_squares", Self::count_squares(s, 1).into()),
        ];
        let sets: &[(usize, usize)] = if self.common { &[(0, 2)] } else { &[(0, 0), (1, 1)] };
        for &(colour, names) in sets {
            let names = LEFT[names].iter().take(self.tiles.count).enumerate();
            out.extend(names.map(|(tile, &name)| (name, Self::left(s, colour, tile).into())));
        }
        out
    }

    fn observation_shape(&self) -> Vec<usize> {
        self.grid.planes(8 + if self.common { 1 } else { 2 } * self.tiles.count)
    }

    /// Planes: squares of the own and of the other colour, their touching points; ones where the seat is to move, where
    /// its colour is Blue, where the first turn goes on, where a swap is possible; then by tile the part of the own
    /// ones that is left, and (but in a common set) of the other colour's.
    fn observe(&self, s: &State<N>, seat: usize, out: &mut [f32]) {
        let own = self.side(s, seat);
        for (i, colour) in [own, 1 - own].into_iter().enumerate() {
            for (plane, rows) in [(i, &s.squares[colour]), (2 + i, &ring(&s.squares[colour], &s.squares[1 - colour]).1)]
            {
                for (y, &row) in rows.iter().enumerate() {
                    ones(row.into()).for_each(|x| out[plane * N * N + self.grid.cell(x, y)] = 1.0);
                }
            }
        }
        self.grid.flag(self.actor(s) == Actor::Player(seat as u8), 4, out);
        self.grid.flag(own == 0, 5, out);
        self.grid.flag(Self::in_first_turn(s), 6, out);
        self.grid.flag(s.phase == Phase::Choice, 7, out);
        for (plane, out) in out.chunks_mut(N * N).skip(8).enumerate() {
            let colour = if plane < self.tiles.count { own } else { 1 - own };
            let left = Self::left(s, colour, plane % self.tiles.count);
            out.fill(f32::from(left) / f32::from(self.copies));
        }
    }

    fn position(&self, s: &State<N>) -> String {
        let cells = self.grid.upside_down(&self.cells(s, None));
        let owner = if s.phase != Phase::Play { 0 } else { 2 - usize::from(s.swapped) };
        let (colour, owner) = (COLOURS[usize::from(s.colour)], OWNERS[owner]);
        format!("{} {colour} {owner} {}", text::write_rows(&self.grid, &cells), s.passes)
    }

    fn parse_position(&self, text: &str) -> Result<State<N>, TextError> {
        let what = "rows from the top, colour to move (b or o), player of Blue (1, 2, -), passes in a row";
        let [rows, colour, owner, passes] = text::fields(text, what)?;
        let cells = self.grid.upside_down(&text::read_rows(&self.grid, rows, "BO")?);
        let mut s = self.start(0);
        for (colour, letter) in [b'B', b'O'].into_iter().enumerate() {
            let mut squares = [0; N];
            for (row, line) in squares.iter_mut().zip(cells.chunks(N)) {
                *row = line.iter().rev().fold(0, |bits, &cell| bits << 1 | u32::from(cell == letter));
            }
            self.read_tiles(&mut s, colour, squares)?;
        }
        s.colour = text::word(colour, &COLOURS, "the colour to move")? as u8;
        s.passes = text::number(passes, 0, 2, "the number of passes")? as u8;
        let owner = text::word(owner, &OWNERS, "the player of Blue")?;
        s.swapped = owner == 1;
        s.phase = match (s.placed, s.colour, owner) {
            ([0, 0], 0, 0) => Phase::First,
            ([1, 0], 1, 0) => Phase::Second,
            ([1, 1], 0, 0) if self.common || self.first_tile(&s, 0) != self.first_tile(&s, 1) => Phase::Choice,
            ([blue, orange], _, 1..) if blue.min(orange) > 0 => Phase::Play,
            _ => return Err(TextError::new("these tiles, colour to move and player of Blue do not go together")),
        };
        let mut passed = [1 - s.colour, s.colour].into_iter().take(s.passes.into());
        if passed.any(|colour| s.phase != Phase::Play || self.count_fitting(&s, colour.into()) > 0) {
            return Err(TextError::new("a colour may pass only where it can place no tile"));
        }
        Ok(s)
    }

    fn key(&self, s: &State<N>) -> u64 {
        let rest = u64::from(s.passes) << 16 | u64::from(s.swapped) << 12 | u64::from(s.colour) << 8 | s.phase as u64;
        let [blue, orange] = &s.squares;
        blue.iter().zip(orange).fold(rest, |key, (&b, &o)| mix(key, u64::from(b) << 32 | u64::from(o)))
    }

    fn action_name(&self, action: Action) -> Option<String> {
        let number = action as usize;
        if number >= self.tiles.places {
            return Some(if number == self.swap() { "swap" } else { "pass" }.to_string());
        }
        let (orientation, x, y) = self.tiles.place(number);
        let squares = (0..orientation.rows)
            .flat_map(|i| ones(orientation.shape[i].into()).map(move |column| self.grid.cell(x + column, y + i)));
        Some(squares.map(|square| text::cell_name(self.grid, square)).collect())
    }
}
