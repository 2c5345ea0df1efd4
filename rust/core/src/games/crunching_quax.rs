//! Crunching Quax: stones are placed by threes, lines of stones move and crush enemy lines; join three sides of a
//! hexagon. Rules: the docs page of `crunching_quax`.
//!
//! A turn is three stones of which no two share a board line (two in the first turn), or the move of a line and a stone.
//! Actions: the cells, on which a stone is placed; behind them the line moves, numbered by the cells of the rear before
//! the move and of the head after it. Directions are those of [`DIRECTIONS`], by number.

use crate::board::hexagons::DIRECTIONS;
use crate::board::{Bits, Draws, Graph, Hexagons, Pairs, Shape, letters, ones, stones};
use crate::prelude::*;

/// Crunching Quax on a board that fits `W` words.
pub struct CrunchingQuax<const W: usize = 2> {
    board: Hexagons,
    cells: Bits<W>,
    graph: Graph<W>,
    /// Three sides of which no two are adjacent.
    goals: [[Bits<W>; 3]; 2],
    /// By cell and direction, the cells from this one, it included, to the edge.
    rays: Box<[[Box<[u16]>; 6]]>,
    /// By cell, the cells that share no board line with it.
    apart: Box<[Bits<W>]>,
    moves: Pairs<W>,
}

/// A position.
#[derive(Clone, Default)]
pub struct State<const W: usize> {
    /// Those of o, those of x.
    stones: [Bits<W>; 2],
    side: u8,
    /// Whether a line has moved in this turn.
    moved: bool,
    /// Stones placed in this turn, and those of the line that has moved on the cells where there was none of them.
    new: Bits<W>,
    /// Stones still to be placed in this turn. At its beginning, as many as a turn without a line move has.
    left: u8,
    /// The positions so far (stones that were placed may be crushed again, so any can come back), and the turns.
    draws: Draws,
    end: Option<Outcome>,
}

const JOINED: &str = "connection";
const TURNS: u32 = 300;
const MOST: u8 = 3;
const SIDES: [&str; 2] = ["o", "x"];

impl Build for CrunchingQuax {
    fn build(mut options: Options) -> Built {
        let size = options.int("size", 6, 3..=10)? as usize;
        let options = options.finish("crunching_quax")?;
        Ok(match size {
            ..=6 => erase("crunching_quax", options, CrunchingQuax::<2>::new(size)),
            _ => erase("crunching_quax", options, CrunchingQuax::<5>::new(size)),
        })
    }
}

/// The number of cells at the beginning of a ray that are in a set.
#[inline]
fn run<const W: usize>(ray: &[u16], set: &Bits<W>) -> usize {
    ray.iter().take_while(|&&cell| set.has(cell.into())).count()
}

/// Some cells of a ray as a set.
fn set<const W: usize>(ray: &[u16]) -> Bits<W> {
    ray.iter().map(|&cell| usize::from(cell)).collect()
}

fn opposite(direction: usize) -> usize {
    (direction + 3) % 6
}

impl<const W: usize> CrunchingQuax<W> {
    fn new(size: usize) -> Self {
        let board = Hexagons::in_rows(size);
        let n = board.len();
        let ray = |cell, d| std::iter::once(cell).chain(board.ray(cell, d)).map(|cell| cell as u16).collect();
        let rays: Box<[[Box<[u16]>; 6]]> = (0..n).map(|cell| DIRECTIONS.map(|d| ray(cell, d))).collect();
        // The cells in line with one, from so many steps away on.
        let in_line = |cell: usize, steps: usize| {
            rays[cell].iter().flat_map(|ray| ray.iter().skip(steps)).map(|&cell| usize::from(cell)).collect()
        };
        let cells = Bits::first(n);
        CrunchingQuax {
            cells,
            graph: board.graph(),
            goals: [0, 1].map(|first| [0, 2, 4].map(|i| board.side(first + i))),
            apart: (0..n).map(|cell| cells.without(in_line(cell, 0))).collect(),
            moves: Pairs::new(n, |cell| in_line(cell, 2)),
            rays,
            board,
        }
    }

    fn empty(&self, s: &State<W>) -> Bits<W> {
        self.cells.without(s.stones[0] | s.stones[1])
    }

    /// The stones that hinder others of the same turn.
    fn placed(s: &State<W>) -> Bits<W> {
        if s.moved { Bits::EMPTY } else { s.new }
    }

    /// Whether the set has so many cells of which no two are in line. A set without two is a line or three cells in a
    /// triangle, so the search is short: there are few cells, or one of the first serves.
    fn fits(&self, set: Bits<W>, stones: u8) -> bool {
        match stones {
            0 => true,
            1 => !set.is_empty(),
            _ => set.iter().any(|cell| self.fits(set & self.apart[cell], stones - 1)),
        }
    }

    /// The number of sets of so many cells of which no two are in line.
    fn count_sets(&self, set: Bits<W>, stones: u8) -> u64 {
        if stones < 2 {
            return if stones == 0 { 0 } else { set.count() as u64 };
        }
        let mut left = set;
        set.iter()
            .map(|cell| {
                left.remove(cell);
                self.count_sets(left & self.apart[cell], stones - 1)
            })
            .sum()
    }

    /// The empty cells that are not in line with a stone placed in this turn.
    #[inline]
    fn open(&self, s: &State<W>) -> Bits<W> {
        Self::placed(s).iter().fold(self.empty(s), |open, cell| open & self.apart[cell])
    }

    /// Whether a stone on one of the open cells leaves room for those that have to follow.
    #[inline]
    fn can_place(&self, s: &State<W>, open: Bits<W>, cell: usize) -> bool {
        s.left > 0 && self.fits(open & self.apart[cell], s.left - 1)
    }

    /// The cells on which a stone can be placed.
    fn placements(&self, s: &State<W>) -> impl Iterator<Item = usize> {
        let open = self.open(s);
        open.iter().filter(move |&cell| self.can_place(s, open, cell))
    }

    /// The length of the line of own stones whose rear, seen in a direction, stands on a cell; 0 if there is none.
    #[inline]
    fn length(&self, s: &State<W>, rear: usize, direction: usize) -> usize {
        let own = &s.stones[s.side as usize];
        let behind = &self.rays[rear][opposite(direction)][1..];
        if run(behind, own) > 0 { 0 } else { run(&self.rays[rear][direction], own) }
    }

    /// How far such a line can go, in bits from 0 on; `ahead` is the ray before its head.
    #[inline]
    fn steps(&self, s: &State<W>, length: usize, ahead: &[u16]) -> u64 {
        let gap = run(ahead, &self.empty(s));
        let met = run(&ahead[gap..], &s.stones[1 - s.side as usize]);
        let kills = length.saturating_sub(met).min(met);
        let free = (2 << gap.min(length)) - 2;
        if kills > 0 && gap + kills <= length { free | 1 << (gap + kills) } else { free }
    }

    /// The stones that may move: all at the beginning of a turn.
    fn movers(&self, s: &State<W>) -> Bits<W> {
        if self.in_turn(s) { Bits::EMPTY } else { s.stones[s.side as usize] }
    }

    /// The line moves, ascending.
    fn line_moves(&self, s: &State<W>) -> impl Iterator<Item = Action> {
        self.movers(s).iter().flat_map(|rear| {
            let mut heads = Bits::EMPTY;
            for (direction, ray) in self.rays[rear].iter().enumerate() {
                let length = self.length(s, rear, direction);
                if length > 1 {
                    ones(self.steps(s, length, &ray[length..]))
                        .for_each(|by| heads.insert(ray[length - 1 + by].into()));
                }
            }
            self.moves.numbers(rear, heads).map(|number| (self.board.len() + number) as Action)
        })
    }

    /// The line move that belongs to an own stone and a direction, if it can be made: that by as many cells as there are
    /// stones from this one to the head. Each line move belongs to exactly one stone.
    #[inline]
    fn candidate(&self, s: &State<W>, cell: usize, direction: usize) -> Option<Action> {
        let own = &s.stones[s.side as usize];
        let (ray, back) = (&self.rays[cell][direction], &self.rays[cell][opposite(direction)]);
        let (ahead, behind) = (run(ray, own), run(back, own));
        let length = ahead + behind - 1;
        if length < 2 || self.steps(s, length, &ray[ahead..]) >> ahead & 1 == 0 {
            return None;
        }
        let number = self.moves.number(back[behind - 1].into(), ray[2 * ahead - 1].into())?;
        Some((self.board.len() + number) as Action)
    }

    /// Rear and direction of a line move, and the place of the head after it on the ray from the rear.
    fn way(&self, action: Action) -> (usize, usize, usize) {
        let (rear, head) = self.moves.ends(action as usize - self.board.len());
        let ((q, r), (to_q, to_r)) = (self.board.place(rear), self.board.place(head));
        let step = ((to_q - q).signum(), (to_r - r).signum());
        let direction = DIRECTIONS.iter().position(|&d| d == step).unwrap_or(0);
        (rear, direction, (to_q - q).abs().max((to_r - r).abs()) as usize)
    }

    /// Stones leave the rear of a line and appear before its head.
    fn shift(&self, s: &mut State<W>, action: Action) {
        let (rear, direction, head) = self.way(action);
        let (ray, side) = (&self.rays[rear][direction], usize::from(s.side));
        let front = &ray[self.length(s, rear, direction)..=head];
        s.new = set(front);
        s.stones[side] = s.stones[side].without(set(&ray[..front.len()])) | s.new;
        s.stones[1 - side] = s.stones[1 - side].without(s.new);
    }

    /// Begins the turn of the side to move. The game is over if it has none.
    fn begin(&self, s: &mut State<W>) {
        let empty = self.empty(s);
        let most = if empty == self.cells { MOST - 1 } else { MOST };
        s.left = if self.fits(empty, most) { most } else { 0 };
        if s.left == 0 && self.line_moves(s).next().is_none() {
            s.left = (1..most).rfind(|&stones| self.fits(empty, stones)).unwrap_or(0);
            s.end = (s.left == 0).then(|| Outcome::draw("no legal turn"));
        }
    }

    fn end_turn(&self, s: &mut State<W>) {
        let side = usize::from(s.side);
        let won = self.graph.joins(&s.stones[side], &s.new, &self.goals);
        (s.new, s.moved) = (Bits::EMPTY, false);
        s.side ^= 1;
        self.begin(s);
        let draw = s.draws.turn(self.key(s), TURNS, "300 turns");
        s.end = if won { Some(Outcome::win(side, JOINED)) } else { s.end.or(draw) };
    }
}

impl<const W: usize> Game for CrunchingQuax<W> {
    type State = State<W>;

    const ONE_STEP_TURNS: bool = false;

    fn num_actions(&self) -> usize {
        self.board.len() + self.moves.len()
    }

    fn max_steps(&self) -> usize {
        TURNS as usize * usize::from(MOST)
    }

    /// The empty board never comes back, so it is not noted.
    fn start(&self, _seed: u64) -> State<W> {
        State { left: MOST - 1, ..State::default() }
    }

    fn actor(&self, s: &State<W>) -> Actor {
        if s.end.is_none() { Actor::Player(s.side) } else { Actor::Over }
    }

    fn in_turn(&self, s: &State<W>) -> bool {
        !s.new.is_empty()
    }

    fn legal(&self, s: &State<W>, out: &mut Vec<Action>) {
        out.extend(self.placements(s).map(|cell| cell as Action));
        out.extend(self.line_moves(s));
    }

    fn num_legal(&self, s: &State<W>) -> usize {
        self.placements(s).count() + self.line_moves(s).count()
    }

    /// By trial: nearly all open cells serve while the board is not full, and a good part of the stones and directions
    /// give a line move (see [`candidate`](Self::candidate)).
    fn random_action(&self, s: &State<W>, rng: &mut Rng, scratch: &mut Vec<Action>) -> Action {
        let (open, movers) = (self.open(s), self.movers(s));
        let cells = open.count();
        by_trial(self, s, rng, scratch, cells + 6 * movers.count(), |place| match place.checked_sub(cells) {
            None => Some(open.nth(place)).filter(|&cell| self.can_place(s, open, cell)).map(|cell| cell as Action),
            Some(way) => self.candidate(s, movers.nth(way / 6), way % 6),
        })
    }

    fn check(&self, s: &State<W>, action: Action) -> Result<(), Illegal> {
        let (cell, open) = (action as usize, self.open(s));
        if cell < self.board.len() {
            ensure!(self.empty(s).has(cell), Illegal::Occupied);
            ensure!(open.has(cell), Illegal::BadMove);
            ensure!(self.can_place(s, open, cell), Illegal::NotOffered);
            return Ok(());
        }
        ensure!(!self.in_turn(s), Illegal::WrongPhase);
        let (rear, direction, head) = self.way(action);
        ensure!(s.stones[s.side as usize].has(rear), Illegal::NotYours);
        let length = self.length(s, rear, direction);
        ensure!((length..2 * length).contains(&head), Illegal::BadMove);
        let steps = self.steps(s, length, &self.rays[rear][direction][length..]);
        ensure!(steps >> (head + 1 - length) & 1 != 0, Illegal::Blocked);
        Ok(())
    }

    fn play(&self, s: &mut State<W>, action: Action) {
        let cell = action as usize;
        if cell >= self.board.len() {
            self.shift(s, action);
            (s.moved, s.left) = (true, 1);
            return;
        }
        s.stones[s.side as usize].insert(cell);
        s.new.insert(cell);
        s.left -= 1;
        if s.left == 0 {
            self.end_turn(s);
        }
    }

    fn outcome(&self, s: &State<W>) -> Option<Outcome> {
        s.end
    }

    fn for_each_turn(&self, s: &State<W>, f: Visit<'_, State<W>>) -> ControlFlow<()> {
        let cells = self.board.len() as Action;
        each_set(self, s, |action| if action < cells { action + 1 } else { 0 }, f)
    }

    /// A line move leaves the cells empty that were so, and those of the stones that it kills.
    fn count_turns(&self, s: &State<W>) -> u64 {
        let behind = |action| {
            let mut next = s.clone();
            self.play(&mut next, action);
            self.empty(&next).count() as u64
        };
        self.count_sets(self.open(s), s.left) + self.line_moves(s).map(behind).sum::<u64>()
    }

    fn ignore_draws(&self, s: &mut State<W>) {
        s.draws.ignore();
    }

    fn cells(&self, s: &State<W>, _viewer: Option<usize>) -> Vec<u8> {
        letters(self.board.len(), &s.stones, *b"ox")
    }

    fn info(&self, s: &State<W>, _viewer: Option<usize>) -> Vec<(&'static str, i64)> {
        vec![("turns", s.draws.turns().into()), ("left", s.left.into())]
    }

    fn observation_shape(&self) -> Vec<usize> {
        self.board.planes(6)
    }

    /// Planes: own stones, the opponent's stones, those placed in this turn; all ones for player 1, where the seat is to
    /// move, where a line has moved in this turn.
    fn observe(&self, s: &State<W>, seat: usize, out: &mut [f32]) {
        let sets = [s.stones[seat], s.stones[1 - seat], Self::placed(s)];
        self.board.paint(&sets, &[seat == 0, s.end.is_none() && s.side as usize == seat, s.moved], out);
    }

    fn position(&self, s: &State<W>) -> String {
        let mut cells = self.cells(s, None);
        Self::placed(s).iter().for_each(|cell| cells[cell].make_ascii_uppercase());
        let rows = text::write_rows(&self.board, &cells);
        format!("{rows} {} {}", SIDES[s.side as usize], if s.moved { "moved" } else { "-" })
    }

    fn parse_position(&self, text: &str) -> Result<State<W>, TextError> {
        let what = "rows from the top (capitals: placed in this turn), side to move (o or x), - or moved";
        let [rows, side, moved] = text::fields(text, what)?;
        let cells = text::read_rows(&self.board, rows, "oxOX")?;
        let mut s = State {
            stones: stones(&cells, *b"ox"),
            side: text::word(side, &SIDES, "the side to move")? as u8,
            moved: text::word(moved, &["-", "moved"], "what was done in this turn")? == 1,
            ..State::default()
        };
        let (next, last) = (usize::from(s.side), 1 - usize::from(s.side));
        ensure!(s.stones != [Bits::EMPTY; 2] || next == 0, "the first stones are those of o");
        let joined = s.stones.map(|stones| self.graph.joins(&stones, &stones, &self.goals));
        let placed: [Bits<W>; 2] = stones(&cells, *b"OX");
        let goes_on = s.moved || placed != [Bits::EMPTY; 2];
        let over_before = joined[next] && !s.moved || joined[last] && goes_on;
        ensure!(!over_before, "three sides are joined already: the game was over before");
        if s.moved {
            ensure!(s.stones[next].count() > 1 && !self.empty(&s).is_empty(), "no line can have moved");
            (s.new, s.left) = (s.stones[next], 1);
        } else {
            self.begin(&mut s);
        }
        if joined[last] {
            s.end = Some(Outcome::win(last, JOINED));
        }
        if !goes_on {
            s.draws = Draws::from(self.key(&s));
        }
        resume(self, &mut s, placed, next)?;
        Ok(s)
    }

    fn key(&self, s: &State<W>) -> u64 {
        let rest = u64::from(s.side) | u64::from(s.moved) << 1;
        s.stones.iter().chain([&Self::placed(s)]).flat_map(|set| set.0).fold(rest, mix)
    }
}
