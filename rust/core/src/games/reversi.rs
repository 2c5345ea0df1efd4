//! Reversi (Othello): enclose enemy disks in straight rows to flip them. Rules: the docs page of `reversi`.
//!
//! Cell `row * N + column`, row 0 on top. Actions: a cell to place a disk on; `N²` is the pass, which is a
//! step of its own, legal exactly when it is forced.
//!
//! Moves of all rows at once: from the mover's disks we spread along a direction over enemy disks
//! by doubling (one cell, two, then pairs of them), and where an empty cell follows, a disk may be placed.
//! Spreading from the new disk instead, and looking for an own disk behind the run, gives the flips.
//! Nothing depends on the size but the number of words and of doublings, both known to the compiler.

use crate::board::{Bits, Grid, Shape, letters, stones};
use crate::prelude::*;

/// Reversi on `N` x `N` cells, which fit `W` words.
pub struct Reversi<const N: usize = 8, const W: usize = 1>;

/// A position.
#[derive(Clone, Copy, Default)]
pub struct State<const W: usize> {
    /// Disks of the player to move.
    own: Bits<W>,
    /// Disks of the opponent.
    other: Bits<W>,
    /// Where the player to move may place one.
    moves: Bits<W>,
    player: u8,
    over: bool,
}

impl Build for Reversi {
    fn build(mut options: Options) -> Built {
        let size = options.int("size", 8, 4..=12)?;
        let options = options.finish("reversi")?;
        match size {
            4 => Ok(erase("reversi", options, Reversi::<4, 1>)),
            6 => Ok(erase("reversi", options, Reversi::<6, 1>)),
            8 => Ok(erase("reversi", options, Reversi::<8, 1>)),
            10 => Ok(erase("reversi", options, Reversi::<10, 2>)),
            12 => Ok(erase("reversi", options, Reversi::<12, 3>)),
            _ => Err(OptionError(format!("option size={size}: an even number from 4 to 12 is expected"))),
        }
    }
}

/// The union of what a function finds along each of the eight directions.
macro_rules! all_directions {
    ($f:ident $arguments:tt) => { all_directions!($f $arguments, 0 1 2 3 4 5 6 7) };
    ($f:ident $arguments:tt, $($d:literal)*) => { Bits::EMPTY $(| Self::$f::<$d> $arguments)* };
}

impl<const N: usize, const W: usize> Reversi<N, W> {
    const CELLS: usize = N * N;
    const GRID: Grid = Grid::new(N, N);
    const BOARD: Bits<W> = Self::columns(0, N);
    /// All but the first and last column: where a run that is not vertical may lie, so that none goes on round the
    /// edge.
    const INNER: Bits<W> = Self::columns(1, N - 1);
    /// The middle four cells, taken in every position.
    const CENTRE: [usize; 4] = {
        let first = (N / 2 - 1) * (N + 1);
        [first, first + 1, first + N, first + N + 1]
    };

    const fn columns(from: usize, to: usize) -> Bits<W> {
        let mut words = [0; W];
        let mut cell = 0;
        while cell < N * N {
            if from <= cell % N && cell % N < to {
                words[cell / 64] |= 1 << (cell % 64);
            }
            cell += 1;
        }
        Bits(words)
    }

    /// The set moved one or two cells along direction `D`: 0 to 3 towards higher cells, 4 to 7 back.
    #[inline(always)]
    fn shift<const D: usize>(set: Bits<W>, cells: usize) -> Bits<W> {
        let step = [1, N - 1, N, N + 1][D % 4];
        if D < 4 { set << (cells * step) } else { set >> (cells * step) }
    }

    /// The runs along `D` of cells of `other` that begin next to `from`; they are at most `N - 2` long.
    #[inline(always)]
    fn run<const D: usize>(from: Bits<W>, other: Bits<W>) -> Bits<W> {
        let over = if D % 4 == 2 { other } else { other & Self::INNER };
        let mut run = over & Self::shift::<D>(from, 1);
        run |= over & Self::shift::<D>(run, 1);
        let pairs = over & Self::shift::<D>(over, 1);
        for _ in 0..(N - 4) / 2 {
            run |= pairs & Self::shift::<D>(run, 2);
        }
        run
    }

    /// The cells along `D` behind runs that begin next to `own`.
    #[inline(always)]
    fn behind<const D: usize>(own: Bits<W>, other: Bits<W>) -> Bits<W> {
        Self::shift::<D>(Self::run::<D>(own, other), 1)
    }

    /// The run along `D` next to a new disk, if an own disk ends it.
    #[inline(always)]
    fn enclosed<const D: usize>(disk: Bits<W>, own: Bits<W>, other: Bits<W>) -> Bits<W> {
        let run = Self::run::<D>(disk, other);
        if Self::shift::<D>(run, 1).meets(&own) { run } else { Bits::EMPTY }
    }

    /// Where the side of `own` may place a disk.
    #[inline(always)]
    fn placements(own: Bits<W>, other: Bits<W>) -> Bits<W> {
        all_directions!(behind(own, other)) & Self::BOARD.without(own | other)
    }

    /// What a new disk flips.
    #[inline(always)]
    fn flips(cell: usize, own: Bits<W>, other: Bits<W>) -> Bits<W> {
        let disk = Bits::one(cell);
        all_directions!(enclosed(disk, own, other))
    }

    /// Finds the moves of a position whose disks are set.
    #[inline(always)]
    fn settle(s: &mut State<W>) {
        s.moves = Self::placements(s.own, s.other);
        s.over = s.moves.is_empty() && Self::placements(s.other, s.own).is_empty();
    }

    /// The disks of Black, then White.
    fn by_side(s: &State<W>) -> [Bits<W>; 2] {
        if s.player == 0 { [s.own, s.other] } else { [s.other, s.own] }
    }
}

impl<const N: usize, const W: usize> Game for Reversi<N, W> {
    type State = State<W>;

    fn num_actions(&self) -> usize {
        Self::CELLS + 1
    }

    /// Every pass is followed by a placement.
    fn max_steps(&self) -> usize {
        2 * (Self::CELLS - 4)
    }

    fn start(&self, _seed: u64) -> State<W> {
        let [white, black, black_too, white_too] = Self::CENTRE.map(Bits::one);
        let (own, other) = (black | black_too, white | white_too);
        let mut s = State { own, other, ..State::default() };
        Self::settle(&mut s);
        s
    }

    fn actor(&self, s: &State<W>) -> Actor {
        if s.over { Actor::Over } else { Actor::Player(s.player) }
    }

    fn legal(&self, s: &State<W>, out: &mut Vec<Action>) {
        if s.moves.is_empty() {
            out.push(Self::CELLS as Action);
        }
        out.extend(s.moves.iter().map(|c| c as Action));
    }

    fn num_legal(&self, s: &State<W>) -> usize {
        s.moves.count().max(1)
    }

    fn random_action(&self, s: &State<W>, rng: &mut Rng, _scratch: &mut Vec<Action>) -> Action {
        match s.moves.count() {
            0 => Self::CELLS as Action,
            n => s.moves.nth(rng.below(n)) as Action,
        }
    }

    fn check(&self, s: &State<W>, action: Action) -> Result<(), Illegal> {
        let cell = action as usize;
        if cell == Self::CELLS {
            ensure!(s.moves.is_empty(), Illegal::CannotPass);
            return Ok(());
        }
        ensure!(!(s.own | s.other).has(cell), Illegal::Occupied);
        ensure!(!s.moves.is_empty(), Illegal::MustPass);
        ensure!(s.moves.has(cell), Illegal::NoCapture);
        Ok(())
    }

    #[inline]
    fn play(&self, s: &mut State<W>, action: Action) {
        let cell = action as usize;
        if cell < Self::CELLS {
            let flips = Self::flips(cell, s.own, s.other);
            s.own ^= flips;
            s.own.insert(cell);
            s.other ^= flips;
        }
        (s.own, s.other) = (s.other, s.own);
        s.player ^= 1;
        Self::settle(s);
    }

    fn outcome(&self, s: &State<W>) -> Option<Outcome> {
        let [black, white] = Self::by_side(s).map(|disks| disks.count() as f64);
        s.over.then(|| Outcome::by_score(black, white, "disk count"))
    }

    /// The disks of Black and of White.
    fn scores(&self, s: &State<W>) -> Option<Vec<f64>> {
        Some(Self::by_side(s).map(|disks| disks.count() as f64).to_vec())
    }

    fn cells(&self, s: &State<W>, _viewer: Option<usize>) -> Vec<u8> {
        letters(Self::CELLS, &Self::by_side(s), *b"BW")
    }

    fn observation_shape(&self) -> Vec<usize> {
        Self::GRID.planes(3)
    }

    /// Planes: own disks, the opponent's disks, all ones where it is the seat's turn.
    fn observe(&self, s: &State<W>, seat: usize, out: &mut [f32]) {
        let sides = Self::by_side(s);
        let to_move = self.actor(s) == Actor::Player(seat as u8);
        Self::GRID.paint(&[sides[seat], sides[1 - seat]], &[to_move], out);
    }

    fn position(&self, s: &State<W>) -> String {
        format!("{} {}", text::write_rows(&Self::GRID, &self.cells(s, None)), ["b", "w"][s.player as usize])
    }

    /// Also reads the form of the endgame test suites: all cells in one line as `X` (Black), `O` and `-`, then the
    /// side.
    fn parse_position(&self, text: &str) -> Result<State<W>, TextError> {
        let [rows, side] = text::fields(text, "rows from the top, side to move (b or w)")?;
        let one_line = rows.len() == Self::CELLS && rows.bytes().all(|c| b"XO-".contains(&c));
        let cells: Vec<u8> = match one_line {
            true => rows.bytes().map(|c| if c == b'-' { b'.' } else { b"BW"[usize::from(c == b'O')] }).collect(),
            false => text::read_rows(&Self::GRID, rows, "BW")?,
        };
        let is_taken = Self::CENTRE.iter().all(|&c| cells[c] != b'.');
        ensure!(is_taken, "one of the four cells in the middle is empty; they are taken from the start on");
        let player = text::word(side, &["b", "w", "X", "O"], "the side to move")? as u8 % 2;
        let [own, other] = stones(&cells, if player == 0 { *b"BW" } else { *b"WB" });
        let mut s = State { own, other, player, ..State::default() };
        Self::settle(&mut s);
        Ok(s)
    }

    /// A hash of the disks and the side to move, made when asked for: flips would make a running key dear.
    fn key(&self, s: &State<W>) -> u64 {
        s.own.0.iter().chain(&s.other.0).fold(u64::from(s.player), |key, &word| mix(key, word))
    }
}
