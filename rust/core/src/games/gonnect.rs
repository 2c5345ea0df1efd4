//! Gonnect: the stones of Go without the pass; the first chain that joins two opposite edges wins. Rules: the docs page
//! of `gonnect`.
//!
//! Point `row * size + column`, row 0 at the bottom. Actions: a point to place a stone on; `size²` is the swap (only
//! where the option is on).
//!
//! Every chain has marks, the edges it touches, kept at its head: a new stone brings together those of the chains it
//! joins, and a captured chain takes its own with it. No board may come back; but a stone can bring back a board only
//! on a point where its side has lost one.

use crate::board::{Bits, Grid, Points, Shape, Stones, Tally, stones, zobrist};
use crate::prelude::*;

/// Gonnect on a board of fewer than `P` points; `W` words hold a set of points.
pub struct Gonnect<const W: usize = 3, const P: usize = 170> {
    grid: Grid,
    points: Points<P>,
    swap: bool,
    max_turns: u32,
    /// By point, the edges it lies on; see [`is_joined`].
    edges: Box<[u8]>,
}

/// A position.
#[derive(Clone)]
pub struct State<const W: usize, const P: usize> {
    stones: Stones<W, P>,
    /// By head of a chain, the edges it touches.
    marks: [u8; P],
    /// The boards so far.
    past: Tally,
    turns_left: u32,
    player: u8,
    /// By side, the points on which it has lost a stone: no board can come back but by a stone on one of them.
    lost: [Bits<W>; 2],
    end: Option<Outcome>,
}

const JOINED: &str = "connection";

const BANNED_KEYS: u64 = 2;
const SIDE_KEY: u64 = 0x9D39_247E_3377_6D41;
const SIDES: [&str; 2] = ["b", "w"];

impl Build for Gonnect {
    fn build(mut options: Options) -> Built {
        let size = options.int("size", 13, 2..=25)? as usize;
        let swap = options.bool("swap", true)?;
        let max_turns = options.int("max_turns", 10 * (size * size) as i64, 1..=20_000)? as u32;
        let options = options.finish("gonnect")?;
        Ok(match size {
            ..=9 => erase("gonnect", options, Gonnect::<2, 82>::new(size, swap, max_turns)),
            10..=13 => erase("gonnect", options, Gonnect::<3, 170>::new(size, swap, max_turns)),
            14..=19 => erase("gonnect", options, Gonnect::<6, 362>::new(size, swap, max_turns)),
            _ => erase("gonnect", options, Gonnect::<10, 626>::new(size, swap, max_turns)),
        })
    }
}

impl<const W: usize, const P: usize> Gonnect<W, P> {
    fn new(size: usize, swap: bool, max_turns: u32) -> Self {
        let grid = Grid::new(size, size);
        let edges = |p| {
            let on = [grid.column(p) == 0, grid.column(p) == size - 1, grid.row(p) == 0, grid.row(p) == size - 1];
            on.iter().enumerate().map(|(edge, &on)| u8::from(on) << edge).sum()
        };
        let edges = (0..grid.len()).map(edges).collect();
        Gonnect { grid, points: Points::new(grid, false), swap, max_turns, edges }
    }

    /// Whether the player to move may place a stone on an empty point.
    #[inline]
    fn may_place(&self, s: &State<W, P>, point: usize) -> bool {
        s.stones.has_room(&self.points, usize::from(s.player), point) && !self.would_repeat(s, point)
    }

    #[inline]
    fn would_repeat(&self, s: &State<W, P>, point: usize) -> bool {
        let side = usize::from(s.player);
        s.lost[side].has(point) && s.past.has(s.stones.key_after(&self.points, side, point))
    }

    /// The empty points on which a stone would be legal if the board had not been so before.
    fn banned(&self, s: &State<W, P>) -> impl Iterator<Item = usize> {
        let is_won = s.end.is_some_and(|end| end.reason == JOINED);
        let lost = if is_won { Bits::EMPTY } else { s.lost[usize::from(s.player)] };
        (lost & *s.stones.empty())
            .iter()
            .filter(|&p| s.stones.has_room(&self.points, usize::from(s.player), p) && self.would_repeat(s, p))
    }

    /// The only stone on the board, while White may take it over.
    #[inline]
    fn swappable(&self, s: &State<W, P>) -> Option<usize> {
        if !self.swap || s.player == 0 || s.stones.empty().count() + 1 < self.points.len() {
            return None;
        }
        (0..self.points.len()).find(|&p| s.stones.at(p) == Some(0))
    }

    #[inline]
    fn place(&self, s: &mut State<W, P>, point: usize) {
        let side = usize::from(s.player);
        let own = self.points.neighbours(point).filter(|&q| s.stones.at(q) == Some(side));
        let marks = own.fold(self.edges[point], |marks, q| marks | s.marks[s.stones.head(q)]);
        let before = *s.stones.empty();
        s.stones.play(&self.points, side, point);
        s.lost[1 - side] |= s.stones.empty().without(before);
        s.marks[s.stones.head(point)] = marks;
        if is_joined(marks) {
            s.end = Some(Outcome::win(side, JOINED));
        }
    }

    /// Ends the game if the player to move has no legal turn.
    #[inline]
    fn look_for_turns(&self, s: &mut State<W, P>) {
        if s.end.is_none() && !s.stones.empty().iter().any(|p| self.may_place(s, p)) && self.swappable(s).is_none() {
            s.end = Some(Outcome::win(usize::from(1 - s.player), "no legal move"));
        }
    }
}

/// Whether marks have both of two opposite edges: left and right are the low bits, bottom and top those above.
fn is_joined(marks: u8) -> bool {
    marks & marks >> 1 & 0b0101 != 0
}

impl<const W: usize, const P: usize> Game for Gonnect<W, P> {
    type State = State<W, P>;

    fn num_actions(&self) -> usize {
        self.points.len() + usize::from(self.swap)
    }

    fn max_steps(&self) -> usize {
        self.max_turns as usize
    }

    fn start(&self, _seed: u64) -> State<W, P> {
        let mut s = State {
            stones: Stones::new(&self.points),
            marks: [0; P],
            past: Tally::default(),
            turns_left: self.max_turns,
            player: 0,
            lost: [Bits::EMPTY; 2],
            end: None,
        };
        s.past.note(s.stones.key());
        s
    }

    fn actor(&self, s: &State<W, P>) -> Actor {
        if s.end.is_none() { Actor::Player(s.player) } else { Actor::Over }
    }

    fn legal(&self, s: &State<W, P>, out: &mut Vec<Action>) {
        out.extend(s.stones.empty().iter().filter(|&p| self.may_place(s, p)).map(|p| p as Action));
        out.extend(self.swappable(s).map(|_| self.points.len() as Action));
    }

    fn num_legal(&self, s: &State<W, P>) -> usize {
        let places = s.stones.empty().iter().filter(|&p| self.may_place(s, p)).count();
        places + usize::from(self.swappable(s).is_some())
    }

    /// Draws from the empty points and the swap until what comes up is legal.
    fn random_action(&self, s: &State<W, P>, rng: &mut Rng, _scratch: &mut Vec<Action>) -> Action {
        let empty = s.stones.empty();
        let count = empty.count();
        let all = count + usize::from(self.swappable(s).is_some());
        loop {
            let pick = rng.below(all);
            if pick == count {
                return self.points.len() as Action;
            }
            let point = empty.nth(pick);
            if self.may_place(s, point) {
                return point as Action;
            }
        }
    }

    fn check(&self, s: &State<W, P>, action: Action) -> Result<(), Illegal> {
        let point = action as usize;
        if point == self.points.len() {
            ensure!(self.swappable(s).is_some(), Illegal::CannotSwap);
            return Ok(());
        }
        ensure!(s.stones.at(point).is_none(), Illegal::Occupied);
        ensure!(s.stones.has_room(&self.points, usize::from(s.player), point), Illegal::Suicide);
        ensure!(!self.would_repeat(s, point), Illegal::Superko);
        Ok(())
    }

    #[inline]
    fn play(&self, s: &mut State<W, P>, action: Action) {
        let point = action as usize;
        if point < self.points.len() {
            self.place(s, point);
        } else if let Some(stone) = self.swappable(s) {
            s.stones = Stones::new(&self.points);
            s.stones.add(&self.points, 1, stone);
            s.lost[0].insert(stone);
        }
        s.past.note(s.stones.key());
        s.player ^= 1;
        s.turns_left -= 1;
        if s.turns_left == 0 {
            s.end = s.end.or(Some(Outcome::draw(TURN_LIMIT)));
        }
        self.look_for_turns(s);
    }

    fn outcome(&self, s: &State<W, P>) -> Option<Outcome> {
        s.end
    }

    fn ignore_draws(&self, s: &mut State<W, P>) {
        s.turns_left = u32::MAX;
    }

    /// `x` is an empty point that the ban on repetition forbids.
    fn cells(&self, s: &State<W, P>, _viewer: Option<usize>) -> Vec<u8> {
        let mut cells: Vec<u8> =
            (0..self.points.len()).map(|p| s.stones.at(p).map_or(b'.', |side| b"BW"[side])).collect();
        self.banned(s).for_each(|p| cells[p] = b'x');
        cells
    }

    fn observation_shape(&self) -> Vec<usize> {
        self.grid.planes(4)
    }

    /// Planes: own stones, the opponent's stones, points that the ban on repetition forbids, all ones where a swap is
    /// possible.
    fn observe(&self, s: &State<W, P>, seat: usize, out: &mut [f32]) {
        let n = self.points.len();
        for (p, cell) in self.cells(s, None).into_iter().enumerate().filter(|&(_, cell)| cell != b'.') {
            let plane = if cell == b'x' { 2 } else { usize::from(cell != b"BW"[seat]) };
            out[plane * n + p] = 1.0;
        }
        self.grid.flag(self.swappable(s).is_some(), 3, out);
    }

    fn position(&self, s: &State<W, P>) -> String {
        let rows = text::write_rows(&self.grid, &self.grid.upside_down(&self.cells(s, None)));
        format!("{rows} {}", SIDES[usize::from(s.player)])
    }

    fn parse_position(&self, text: &str) -> Result<State<W, P>, TextError> {
        let [rows, side] = text::fields(text, "rows from the top, side to move (b or w)")?;
        let cells = self.grid.upside_down(&text::read_rows(&self.grid, rows, "BWx")?);
        let mut s = self.start(0);
        s.player = text::word(side, &SIDES, "the side to move")? as u8;
        let sides: [Bits<W>; 2] = stones(&cells, *b"BW");
        for (side, set) in sides.iter().enumerate() {
            set.iter().for_each(|p| s.stones.add(&self.points, side, p));
        }
        let is_dead = |p| s.stones.pseudo_liberties(p) == 0;
        ensure!(!s.stones.chains(&self.points).any(is_dead), "a chain of stones has no liberty");
        let joins = |set: &Bits<W>| {
            set.iter().any(|p| {
                let marks = &mut s.marks[s.stones.head(p)];
                *marks |= self.edges[p];
                is_joined(*marks)
            })
        };
        let [black, white] = sides.each_ref().map(joins);
        ensure!(!(black && white), "chains of both sides join edges; only one side can have won");
        s.end = (black || white).then(|| Outcome::win(usize::from(white), JOINED));
        s.past = Tally::default();
        s.past.note(s.stones.key());
        let [forbidden, _] = stones::<W>(&cells, *b"x ");
        for p in forbidden.iter() {
            let has_room = s.stones.has_room(&self.points, usize::from(s.player), p);
            ensure!(has_room, "x is a point where only an earlier board forbids a stone, not on a suicide");
            s.past.note(s.stones.key_after(&self.points, usize::from(s.player), p));
        }
        s.lost[usize::from(s.player)] = forbidden;
        self.look_for_turns(&mut s);
        Ok(s)
    }

    fn key(&self, s: &State<W, P>) -> u64 {
        let key = s.stones.key() ^ (SIDE_KEY * u64::from(s.player));
        self.banned(s).fold(key, |key, p| key ^ zobrist::key(BANNED_KEYS, p))
    }
}
