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

use crate::board::{Bits, Graph, Grid, KINGWISE, ORTHOGONAL, Shape, letters, stones};
use crate::prelude::*;

mod room;
mod tiles;

use room::{Window, windows};
use tiles::Tiles;

/// Polyomino on a board of `N` columns and rows, which fits `W` words, with tiles of up to `R + 1` squares.
pub struct Polyomino<const N: usize = 8, const W: usize = 1, const R: usize = 3> {
    grid: Grid,
    tiles: Tiles,
    /// Which squares share an edge,
    edges: Graph<W>,
    /// and which only a corner.
    corners: Graph<W>,
    /// How many of each tile a colour has at the start: one or two.
    copies: u8,
    /// Whether both colours take their tiles out of one set.
    common: bool,
    /// Whether squares are counted in the end, not tiles.
    by_squares: bool,
}

/// A position. By colour, where there are two; sets of tiles are bits by number.
#[derive(Clone, Copy, Default)]
pub struct State<const W: usize> {
    squares: [Bits<W>; 2],
    /// The squares that share an edge with these,
    beside: [Bits<W>; 2],
    /// and those that touch a corner.
    touched: [Bits<W>; 2],
    /// The tiles that are left.
    left: [u64; 2],
    /// Those that are on the board. Where there are two of each, one may be left.
    used: [u64; 2],
    /// The colour to move.
    colour: u8,
    /// Who plays Blue, when the second player has chosen.
    blue: Option<u8>,
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
            0 => erase("polyomino", options, Polyomino::<8, 1, 3>::new(1, false, by_squares)),
            1 => erase("polyomino", options, Polyomino::<12, 3, 3>::new(2, false, by_squares)),
            2 => erase("polyomino", options, Polyomino::<14, 4, 4>::new(1, false, by_squares)),
            _ => erase("polyomino", options, Polyomino::<20, 7, 5>::new(1, true, by_squares)),
        })
    }
}

impl<const N: usize, const W: usize, const R: usize> Polyomino<N, W, R> {
    fn new(copies: u8, common: bool, by_squares: bool) -> Self {
        let grid = Grid::new(N, N);
        let (edges, corners) = (grid.graph(&ORTHOGONAL), grid.graph(&KINGWISE[4..]));
        Polyomino { grid, tiles: Tiles::new(N, R + 1), edges, corners, copies, common, by_squares }
    }

    fn swap(&self) -> usize {
        self.tiles.places
    }

    fn pass(&self) -> usize {
        self.tiles.places + 1
    }

    /// All tiles.
    fn set(&self) -> u64 {
        (1 << self.tiles.count) - 1
    }

    fn phase(s: &State<W>) -> Phase {
        match (s.used, s.blue) {
            ([0, _], _) => Phase::First,
            ([_, 0], _) => Phase::Second,
            (_, None) => Phase::Choice,
            _ => Phase::Play,
        }
    }

    fn in_first_turn(s: &State<W>) -> bool {
        s.used[1] == 0
    }

    /// How many of a tile are left.
    fn left(&self, s: &State<W>, colour: usize, tile: usize) -> u8 {
        let spare = self.copies == 2 && s.used[colour] >> tile & 1 == 0;
        (s.left[colour] >> tile & 1) as u8 + u8::from(spare)
    }

    /// Number of tiles on the board.
    fn placed(&self, s: &State<W>, colour: usize) -> usize {
        let again = if self.copies == 2 { self.set() & !s.left[colour] } else { 0 };
        (s.used[colour].count_ones() + again.count_ones()) as usize
    }

    /// The tiles that a colour may place: the first two are different.
    fn offered(s: &State<W>, colour: usize) -> u64 {
        if Self::in_first_turn(s) { s.left[colour] & !s.used[0] } else { s.left[colour] }
    }

    /// The squares that a tile of a colour cannot cover, and those of which it must cover one: anywhere, if it is the
    /// first.
    fn ring(&self, s: &State<W>, colour: usize) -> (Bits<W>, Bits<W>) {
        let blocked = s.squares[0] | s.squares[1] | s.beside[colour];
        let points = if s.used[colour] == 0 { Bits::first(self.grid.len()) } else { s.touched[colour] };
        (blocked, points.without(blocked))
    }

    /// The windows in which the places of a colour lie.
    #[inline]
    fn room(&self, s: &State<W>, colour: usize) -> Vec<Window<R>> {
        let (blocked, points) = self.ring(s, colour);
        windows::<N, W, R>(&blocked, &points, s.left[colour] & 1 != 0)
    }

    fn count_fitting(&self, s: &State<W>, colour: usize) -> usize {
        let mut count = 0;
        self.tiles.fitting(&self.room(s, colour), Self::offered(s, colour), |_| count += 1);
        count
    }

    /// Adds the legal steps behind the first turn.
    fn list(&self, s: &State<W>, windows: &[Window<R>], out: &mut Vec<Action>) {
        let begin = out.len();
        self.tiles.fitting(windows, s.left[usize::from(s.colour)], |action| out.push(action));
        out[begin..].sort_unstable();
        let is_stuck = out.len() == begin;
        out.extend((Self::phase(s) == Phase::Choice).then_some(self.swap() as Action));
        out.extend(is_stuck.then_some(self.pass() as Action));
    }

    /// Puts a tile on the board.
    #[inline]
    fn put(&self, s: &mut State<W>, colour: usize, tile: usize, squares: impl Iterator<Item = usize>) {
        for square in squares {
            s.squares[colour].insert(square);
            s.beside[colour] |= *self.edges.near(square);
            s.touched[colour] |= *self.corners.near(square);
        }
        let bit = 1 << tile;
        if self.copies == 1 || s.used[colour] & bit != 0 {
            s.left[colour] &= !bit;
        }
        s.used[colour] |= bit;
        if self.common {
            s.left[1 - colour] = s.left[colour];
        }
    }

    fn points(&self, s: &State<W>) -> [f64; 2] {
        [0, 1].map(|seat| {
            let colour = self.side(s, seat);
            (if self.by_squares { s.squares[colour].count() } else { self.placed(s, colour) }) as f64
        })
    }
}

impl<const N: usize, const W: usize, const R: usize> Game for Polyomino<N, W, R> {
    type State = State<W>;

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

    fn start(&self, _seed: u64) -> State<W> {
        State { left: [self.set(); 2], ..State::default() }
    }

    fn actor(&self, s: &State<W>) -> Actor {
        let seat = if Self::in_first_turn(s) { 0 } else { s.colour ^ s.blue.unwrap_or(1) };
        if s.passes == 2 { Actor::Over } else { Actor::Player(seat) }
    }

    fn in_turn(&self, s: &State<W>) -> bool {
        Self::phase(s) == Phase::Second
    }

    fn legal(&self, s: &State<W>, out: &mut Vec<Action>) {
        if Self::in_first_turn(s) {
            out.extend((0..self.tiles.places as Action).filter(|&action| self.check(s, action).is_ok()));
        } else {
            self.list(s, &self.room(s, s.colour.into()), out);
        }
    }

    fn num_legal(&self, s: &State<W>) -> usize {
        self.count_fitting(s, s.colour.into()).max(1) + usize::from(Self::phase(s) == Phase::Choice)
    }

    fn random_action(&self, s: &State<W>, rng: &mut Rng, scratch: &mut Vec<Action>) -> Action {
        if Self::in_first_turn(s) {
            // Most places are legal.
            let candidate = |number| Some(number as Action).filter(|&action| self.check(s, action).is_ok());
            return by_trial(self, s, rng, scratch, self.tiles.places, candidate);
        }
        let (windows, left) = (self.room(s, s.colour.into()), s.left[usize::from(s.colour)]);
        let can_swap = Self::phase(s) == Phase::Choice;
        // Pairs of a window and a polyomino around its middle are drawn until one fits: in open positions that is much
        // faster than to list all that fit. Where a swap is on offer and there is a window, something fits: two tiles
        // are too few to shut one in.
        for _ in 0..if windows.is_empty() { 0 } else { self.tiles.around() } {
            if can_swap && rng.below(windows.len() * self.tiles.around() + 1) == 0 {
                return self.swap() as Action;
            }
            if let Some(action) = self.tiles.draw(&windows, left, rng) {
                return action;
            }
        }
        scratch.clear();
        self.list(s, &windows, scratch);
        scratch[rng.below(scratch.len())]
    }

    fn check(&self, s: &State<W>, action: Action) -> Result<(), Illegal> {
        let (number, colour) = (action as usize, usize::from(s.colour));
        if number == self.swap() {
            ensure!(Self::phase(s) == Phase::Choice, Illegal::CannotSwap);
            return Ok(());
        }
        if number == self.pass() {
            ensure!(self.count_fitting(s, colour) == 0, Illegal::CannotPass);
            return Ok(());
        }
        let (tile, squares) = self.tiles.place(number);
        let squares: Bits<W> = squares.collect();
        ensure!(!squares.meets(&(s.squares[0] | s.squares[1])), Illegal::Occupied);
        let is_again = Self::in_first_turn(s) && s.used[0] >> tile & 1 != 0;
        ensure!(!is_again, Illegal::NotOffered);
        ensure!(s.left[colour] >> tile & 1 != 0, Illegal::NoneLeft);
        let (blocked, points) = self.ring(s, colour);
        ensure!(!squares.meets(&blocked), Illegal::Adjacent);
        ensure!(squares.meets(&points), Illegal::NotConnected);
        Ok(())
    }

    fn play(&self, s: &mut State<W>, action: Action) {
        let number = action as usize;
        if Self::phase(s) == Phase::Choice {
            s.blue = Some(u8::from(number != self.swap()));
        }
        if number == self.swap() {
            return;
        }
        if number == self.pass() {
            s.passes += 1;
        } else {
            let (tile, squares) = self.tiles.place(number);
            self.put(s, s.colour.into(), tile, squares);
            s.passes = 0;
        }
        s.colour ^= 1;
    }

    fn outcome(&self, s: &State<W>) -> Option<Outcome> {
        let [first, second] = self.points(s);
        let reason = if self.by_squares { "square count" } else { "tile count" };
        (s.passes == 2).then(|| Outcome::by_score(first, second, reason))
    }

    fn count_turns(&self, s: &State<W>) -> u64 {
        if Self::phase(s) == Phase::First { self.tiles.pairs() } else { self.num_legal(s) as u64 }
    }

    fn scores(&self, s: &State<W>) -> Option<Vec<f64>> {
        Some(self.points(s).to_vec())
    }

    /// Blue is the second player's colour, unless he swaps.
    fn side(&self, s: &State<W>, seat: usize) -> usize {
        seat ^ usize::from(s.blue.unwrap_or(1))
    }

    fn cells(&self, s: &State<W>, _viewer: Option<usize>) -> Vec<u8> {
        letters(self.grid.len(), &s.squares, *b"BO")
    }

    fn info(&self, s: &State<W>, _viewer: Option<usize>) -> Vec<(&'static str, i64)> {
        let mut out = vec![
            ("phase", Self::phase(s) as i64),
            ("passes", s.passes.into()),
            ("blue_tiles", self.placed(s, 0) as i64),
            ("orange_tiles", self.placed(s, 1) as i64),
            ("blue_squares", s.squares[0].count() as i64),
            ("orange_squares", s.squares[1].count() as i64),
        ];
        let sets: &[(usize, usize)] = if self.common { &[(0, 2)] } else { &[(0, 0), (1, 1)] };
        for &(colour, names) in sets {
            let names = LEFT[names].iter().take(self.tiles.count).enumerate();
            out.extend(names.map(|(tile, &name)| (name, self.left(s, colour, tile).into())));
        }
        out
    }

    fn observation_shape(&self) -> Vec<usize> {
        self.grid.planes(8 + if self.common { 1 } else { 2 } * self.tiles.count)
    }

    /// Planes: squares of the own and of the other colour, their touching points; ones where the seat is to move, where
    /// its colour is Blue, where the first turn goes on, where a swap is possible; then by tile the part of the own
    /// ones that is left, and (but in a common set) of the other colour's.
    fn observe(&self, s: &State<W>, seat: usize, out: &mut [f32]) {
        let own = self.side(s, seat);
        let points = |colour: usize| s.touched[colour].without(self.ring(s, colour).0);
        self.grid.paint(
            &[s.squares[own], s.squares[1 - own], points(own), points(1 - own)],
            &[
                self.actor(s) == Actor::Player(seat as u8),
                own == 0,
                Self::in_first_turn(s),
                Self::phase(s) == Phase::Choice,
            ],
            out,
        );
        for (plane, out) in out.chunks_mut(self.grid.len()).skip(8).enumerate() {
            let colour = if plane < self.tiles.count { own } else { 1 - own };
            let left = self.left(s, colour, plane % self.tiles.count);
            out.fill(f32::from(left) / f32::from(self.copies));
        }
    }

    fn position(&self, s: &State<W>) -> String {
        let rows = text::write_rows(&self.grid, &self.grid.upside_down(&self.cells(s, None)));
        let owner = s.blue.map_or(0, |seat| seat + 1);
        format!("{rows} {} {} {}", COLOURS[usize::from(s.colour)], OWNERS[usize::from(owner)], s.passes)
    }

    fn parse_position(&self, text: &str) -> Result<State<W>, TextError> {
        let what = "rows from the top, colour to move (b or o), player of Blue (1, 2, -), passes in a row";
        let [rows, colour, owner, passes] = text::fields(text, what)?;
        let cells = self.grid.upside_down(&text::read_rows(&self.grid, rows, "BO")?);
        let mut s = self.start(0);
        for (colour, set) in stones(&cells, *b"BO").iter().enumerate() {
            for group in self.edges.groups(set) {
                let squares = group.iter().map(|cell| (self.grid.column(cell) as i32, self.grid.row(cell) as i32));
                let found = self.tiles.find(&squares.collect::<Vec<_>>());
                let tile = found.map(|o| o.tile).filter(|tile| s.left[colour] >> tile & 1 != 0);
                let Some(tile) = tile else {
                    let square = text::cell_name(self.grid, group.lowest().unwrap_or(0));
                    return Err(TextError::new(format!("the {} tile at {square} is not in the set", NAMES[colour])));
                };
                self.put(&mut s, colour, tile, group.iter());
            }
        }
        s.colour = text::word(colour, &COLOURS, "the colour to move")? as u8;
        s.passes = text::number(passes, 0, 2, "the number of passes")? as u8;
        s.blue = text::word(owner, &OWNERS, "the player of Blue")?.checked_sub(1).map(|seat| seat as u8);
        let fits = match ([0, 1].map(|colour| self.placed(&s, colour)), s.colour, s.blue) {
            ([0, 0], 0, None) | ([1, 0], 1, None) => true,
            ([1, 1], 0, None) => self.common || s.used[0] != s.used[1],
            ([blue, orange], _, Some(_)) => blue > 0 && orange > 0,
            _ => false,
        };
        ensure!(fits, "these tiles, colour to move and player of Blue do not go together");
        let mut passed = [1 - s.colour, s.colour].into_iter().take(s.passes.into());
        let is_stuck = passed.all(|colour| s.blue.is_some() && self.count_fitting(&s, colour.into()) == 0);
        ensure!(is_stuck, "a colour may pass only where it can place no tile");
        Ok(s)
    }

    fn key(&self, s: &State<W>) -> u64 {
        let rest = u64::from(s.passes) << 16 | s.blue.map_or(0, |seat| u64::from(seat) + 1) << 8 | u64::from(s.colour);
        s.squares.iter().flat_map(|set| set.0).fold(rest, mix)
    }

    fn action_name(&self, action: Action) -> Option<String> {
        let number = action as usize;
        if number >= self.tiles.places {
            return Some(if number == self.swap() { "swap" } else { "pass" }.to_string());
        }
        let squares: Bits<W> = self.tiles.place(number).1.collect();
        Some(squares.iter().map(|square| text::cell_name(self.grid, square)).collect())
    }
}
