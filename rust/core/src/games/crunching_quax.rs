//! Crunching Quax: stones are placed by threes, lines of stones move and crush enemy lines; join three sides of a
//! hexagon. Rules: the docs page of `crunching_quax`.
//!
//! A turn is three stones of which no two share a board line (two in the first turn), or the move of a line and a
//! stone. Actions: the cells, on which a stone is placed; behind them the line moves, numbered by the cells of the rear
//! before the move and of the head after it. Directions are those of [`DIRECTIONS`], by number.
//!
//! The state has the stones twice: as sets of cells, and line by line in words, so that all a line of stones can do is
//! found by a few operations on two words.

use crate::board::hexagons::DIRECTIONS;
use crate::board::{Bits, Draws, Graph, Hexagons, Pairs, Shape, letters, ones, stones};
use crate::prelude::*;

/// Crunching Quax on a board that fits `W` words and has at most `L` lines.
pub struct CrunchingQuax<const W: usize = 2, const L: usize = 33> {
    board: Hexagons,
    cells: Bits<W>,
    graph: Graph<W>,
    /// Three sides of which no two are adjacent.
    goals: [[Bits<W>; 3]; 2],
    /// By cell and direction, the cells from this one, it included, to the edge.
    rays: Box<[[Box<[u16]>; 6]]>,
    /// By cell and axis (that of a direction and its opposite), its line and its place on this.
    places: Box<[[(u8, u8); 3]]>,
    /// By cell, the cells that share no board line with it.
    apart: Box<[Bits<W>]>,
    moves: Pairs<W>,
}

/// A position.
#[derive(Clone)]
pub struct State<const W: usize, const L: usize> {
    /// Those of o, those of x.
    stones: [Bits<W>; 2],
    /// The same by line.
    words: [[u32; 2]; L],
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

/// A board line as seen from a cell in a direction.
struct View<'a> {
    /// The cells from this one to the edge.
    ray: &'a [u16],
    /// The stones of the side to move and those of the other: bit 32 is the cell, the direction is upwards.
    own: u64,
    enemy: u64,
}

impl View<'_> {
    /// The number of own stones that follow each other from the cell on, and of those behind it.
    #[inline]
    fn stones(&self) -> (usize, usize) {
        ((self.own >> 32).trailing_ones() as usize, (self.own << 32).leading_ones() as usize)
    }

    /// How far a line of stones can go that ends before place `front` of the ray: bit by bit, from 1 on.
    #[inline]
    fn steps(&self, length: usize, front: usize) -> u64 {
        let taken = (self.own | self.enemy) >> (32 + front);
        let gap = (taken.trailing_zeros() as usize).min(self.ray.len() - front);
        let met = (self.enemy >> (32 + front + gap)).trailing_ones() as usize;
        let kills = length.saturating_sub(met).min(met);
        let free = (2 << gap.min(length)) - 2;
        if kills > 0 && gap + kills <= length { free | 1 << (gap + kills) } else { free }
    }
}

impl Build for CrunchingQuax {
    fn build(mut options: Options) -> Built {
        let size = options.int("size", 6, 3..=10)? as usize;
        let options = options.finish("crunching_quax")?;
        Ok(match size {
            ..=6 => erase("crunching_quax", options, CrunchingQuax::<2, 33>::new(size)),
            _ => erase("crunching_quax", options, CrunchingQuax::<5, 57>::new(size)),
        })
    }
}

impl<const W: usize, const L: usize> CrunchingQuax<W, L> {
    fn new(size: usize) -> Self {
        let board = Hexagons::in_rows(size);
        let n = board.len();
        let ray = |cell, d| std::iter::once(cell).chain(board.ray(cell, d)).map(|cell| cell as u16).collect();
        let rays: Box<[[Box<[u16]>; 6]]> = (0..n).map(|cell| DIRECTIONS.map(|d| ray(cell, d))).collect();
        // The cells in line with one, from so many steps away on.
        let in_line = |cell: usize, steps: usize| {
            rays[cell].iter().flat_map(|ray| ray.iter().skip(steps)).map(|&cell| usize::from(cell)).collect()
        };
        // On each axis one coordinate tells the line, and another one the place.
        let places = |cell| {
            let ((q, r), m) = (board.place(cell), size as i32 - 1);
            let place = |(axis, line, place)| ((axis * (2 * m + 1) + line + m) as u8, (place + m) as u8);
            [(0, r, q), (1, q, r), (2, q + r, r)].map(place)
        };
        let cells = Bits::first(n);
        CrunchingQuax {
            cells,
            places: (0..n).map(places).collect(),
            graph: board.graph(),
            goals: [0, 1].map(|first| [0, 2, 4].map(|i| board.side(first + i))),
            apart: (0..n).map(|cell| cells.without(in_line(cell, 0))).collect(),
            moves: Pairs::new(n, |cell| in_line(cell, 2)),
            rays,
            board,
        }
    }

    fn empty(&self, s: &State<W, L>) -> Bits<W> {
        self.cells.without(s.stones[0] | s.stones[1])
    }

    /// The stones that hinder others of the same turn.
    fn placed(s: &State<W, L>) -> Bits<W> {
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
    fn open(&self, s: &State<W, L>) -> Bits<W> {
        Self::placed(s).iter().fold(self.empty(s), |open, cell| open & self.apart[cell])
    }

    /// Whether a stone on one of the open cells leaves room for those that have to follow.
    #[inline]
    fn can_place(&self, s: &State<W, L>, open: Bits<W>, cell: usize) -> bool {
        s.left > 0 && self.fits(open & self.apart[cell], s.left - 1)
    }

    /// The cells on which a stone can be placed.
    fn placements(&self, s: &State<W, L>) -> impl Iterator<Item = usize> {
        let open = self.open(s);
        open.iter().filter(move |&cell| self.can_place(s, open, cell))
    }

    /// What is on a line, seen from a cell.
    #[inline(always)]
    fn view(&self, s: &State<W, L>, cell: usize, direction: usize) -> View<'_> {
        let (line, place) = self.places[cell][direction % 3];
        let seen = |side: u8| {
            let word = u64::from(s.words[line as usize][side as usize]) << (32 - place);
            if direction < 3 { word } else { word.reverse_bits() << 1 }
        };
        View { ray: &self.rays[cell][direction], own: seen(s.side), enemy: seen(1 - s.side) }
    }

    /// The line moves, ascending. A turn can only begin with one.
    fn line_moves(&self, s: &State<W, L>) -> impl Iterator<Item = Action> {
        let own = if self.in_turn(s) { Bits::EMPTY } else { s.stones[s.side as usize] };
        own.iter().flat_map(|rear| {
            let mut heads = Bits::EMPTY;
            for view in (0..6).map(|direction| self.view(s, rear, direction)) {
                let (length, behind) = view.stones();
                if length > 1 && behind == 0 {
                    let places = ones(view.steps(length, length)).map(|by| length - 1 + by);
                    places.for_each(|place| heads.insert(view.ray[place].into()));
                }
            }
            self.moves.numbers(rear, heads).map(|number| (self.board.len() + number) as Action)
        })
    }

    /// The line move that belongs to an own stone and a direction, if it can be made: that by as many cells as there
    /// are stones from this one to the head. Each line move belongs to exactly one stone.
    #[inline]
    fn candidate(&self, s: &State<W, L>, cell: usize, direction: usize) -> Option<Action> {
        let view = self.view(s, cell, direction);
        let (ahead, behind) = view.stones();
        if ahead + behind < 2 || view.steps(ahead + behind, ahead) >> ahead & 1 == 0 {
            return None;
        }
        let rear = self.rays[cell][(direction + 3) % 6][behind];
        let number = self.moves.number(rear.into(), view.ray[2 * ahead - 1].into())?;
        Some((self.board.len() + number) as Action)
    }

    /// Puts a stone on the board, or takes it off.
    #[inline]
    fn flip(&self, s: &mut State<W, L>, side: usize, cell: usize) {
        s.stones[side] ^= Bits::one(cell);
        for (line, place) in self.places[cell] {
            s.words[line as usize][side] ^= 1 << place;
        }
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
    fn shift(&self, s: &mut State<W, L>, action: Action) {
        let (rear, direction, head) = self.way(action);
        let view = self.view(s, rear, direction);
        let (side, (length, _)) = (usize::from(s.side), view.stones());
        for (&from, &to) in view.ray.iter().zip(&view.ray[length..=head]) {
            if s.stones[1 - side].has(to.into()) {
                self.flip(s, 1 - side, to.into());
            }
            self.flip(s, side, from.into());
            self.flip(s, side, to.into());
            s.new.insert(to.into());
        }
    }

    /// Begins the turn of the side to move. The game is over if it has none.
    fn begin(&self, s: &mut State<W, L>) {
        let empty = self.empty(s);
        let most = if empty == self.cells { MOST - 1 } else { MOST };
        s.left = if self.fits(empty, most) { most } else { 0 };
        if s.left == 0 && self.line_moves(s).next().is_none() {
            s.left = (1..most).rfind(|&stones| self.fits(empty, stones)).unwrap_or(0);
            s.end = (s.left == 0).then(|| Outcome::draw("no legal turn"));
        }
    }

    fn end_turn(&self, s: &mut State<W, L>) {
        let side = usize::from(s.side);
        let won = self.graph.joins(&s.stones[side], &s.new, &self.goals);
        (s.new, s.moved) = (Bits::EMPTY, false);
        s.side ^= 1;
        self.begin(s);
        let draw = s.draws.turn(self.key(s), TURNS, "300 turns");
        s.end = if won { Some(Outcome::win(side, JOINED)) } else { s.end.or(draw) };
    }
}

impl<const W: usize, const L: usize> Game for CrunchingQuax<W, L> {
    type State = State<W, L>;

    const ONE_STEP_TURNS: bool = false;

    fn num_actions(&self) -> usize {
        self.board.len() + self.moves.len()
    }

    fn max_steps(&self) -> usize {
        TURNS as usize * usize::from(MOST)
    }

    /// The empty board never comes back, so it is not noted.
    fn start(&self, _seed: u64) -> State<W, L> {
        State {
            stones: [Bits::EMPTY; 2],
            words: [[0; 2]; L],
            side: 0,
            moved: false,
            new: Bits::EMPTY,
            left: MOST - 1,
            draws: Draws::default(),
            end: None,
        }
    }

    fn actor(&self, s: &State<W, L>) -> Actor {
        if s.end.is_none() { Actor::Player(s.side) } else { Actor::Over }
    }

    fn in_turn(&self, s: &State<W, L>) -> bool {
        !s.new.is_empty()
    }

    fn legal(&self, s: &State<W, L>, out: &mut Vec<Action>) {
        out.extend(self.placements(s).map(|cell| cell as Action));
        out.extend(self.line_moves(s));
    }

    fn num_legal(&self, s: &State<W, L>) -> usize {
        self.placements(s).count() + self.line_moves(s).count()
    }

    /// By trial: any cell, and at the beginning of a turn any own stone in any direction; see
    /// [`candidate`](Self::candidate).
    fn random_action(&self, s: &State<W, L>, rng: &mut Rng, scratch: &mut Vec<Action>) -> Action {
        let (open, own, cells) = (self.open(s), s.stones[s.side as usize], self.board.len());
        let ways = if self.in_turn(s) { 0 } else { 6 * own.count() };
        by_trial(self, s, rng, scratch, cells + ways, |place| match place.checked_sub(cells) {
            None => (open.has(place) && self.can_place(s, open, place)).then_some(place as Action),
            Some(way) => self.candidate(s, own.nth(way / 6), way % 6),
        })
    }

    fn check(&self, s: &State<W, L>, action: Action) -> Result<(), Illegal> {
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
        let view = self.view(s, rear, direction);
        let (length, behind) = view.stones();
        ensure!(behind == 0 && (length..2 * length).contains(&head), Illegal::BadMove);
        ensure!(view.steps(length, length) >> (head + 1 - length) & 1 != 0, Illegal::Blocked);
        Ok(())
    }

    fn play(&self, s: &mut State<W, L>, action: Action) {
        let cell = action as usize;
        if cell >= self.board.len() {
            self.shift(s, action);
            (s.moved, s.left) = (true, 1);
            return;
        }
        self.flip(s, s.side.into(), cell);
        s.new.insert(cell);
        s.left -= 1;
        if s.left == 0 {
            self.end_turn(s);
        }
    }

    fn outcome(&self, s: &State<W, L>) -> Option<Outcome> {
        s.end
    }

    fn for_each_turn(&self, s: &State<W, L>, f: Visit<'_, State<W, L>>) -> ControlFlow<()> {
        let cells = self.board.len() as Action;
        each_set(self, s, |action| if action < cells { action + 1 } else { 0 }, f)
    }

    /// A line move leaves the cells empty that were so, and those of the stones that it kills.
    fn count_turns(&self, s: &State<W, L>) -> u64 {
        let behind = |action| {
            let mut next = s.clone();
            self.play(&mut next, action);
            self.empty(&next).count() as u64
        };
        self.count_sets(self.open(s), s.left) + self.line_moves(s).map(behind).sum::<u64>()
    }

    fn ignore_draws(&self, s: &mut State<W, L>) {
        s.draws.ignore();
    }

    fn cells(&self, s: &State<W, L>, _viewer: Option<usize>) -> Vec<u8> {
        letters(self.board.len(), &s.stones, *b"ox")
    }

    fn info(&self, s: &State<W, L>, _viewer: Option<usize>) -> Vec<(&'static str, i64)> {
        vec![("turns", s.draws.turns().into()), ("left", s.left.into())]
    }

    fn observation_shape(&self) -> Vec<usize> {
        self.board.planes(6)
    }

    /// Planes: own stones, the opponent's stones, those placed in this turn; all ones for player 1, where the seat is
    /// to move, where a line has moved in this turn.
    fn observe(&self, s: &State<W, L>, seat: usize, out: &mut [f32]) {
        let sets = [s.stones[seat], s.stones[1 - seat], Self::placed(s)];
        self.board.paint(&sets, &[seat == 0, s.end.is_none() && s.side as usize == seat, s.moved], out);
    }

    fn position(&self, s: &State<W, L>) -> String {
        let mut cells = self.cells(s, None);
        Self::placed(s).iter().for_each(|cell| cells[cell].make_ascii_uppercase());
        let rows = text::write_rows(&self.board, &cells);
        format!("{rows} {} {}", SIDES[s.side as usize], if s.moved { "moved" } else { "-" })
    }

    fn parse_position(&self, text: &str) -> Result<State<W, L>, TextError> {
        let what = "rows from the top (capitals: placed in this turn), side to move (o or x), - or moved";
        let [rows, side, moved] = text::fields(text, what)?;
        let cells = text::read_rows(&self.board, rows, "oxOX")?;
        let mut s = State {
            side: text::word(side, &SIDES, "the side to move")? as u8,
            moved: text::word(moved, &["-", "moved"], "what was done in this turn")? == 1,
            ..self.start(0)
        };
        for (side, set) in stones::<W>(&cells, *b"ox").iter().enumerate() {
            set.iter().for_each(|cell| self.flip(&mut s, side, cell));
        }
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

    fn key(&self, s: &State<W, L>) -> u64 {
        let facts = u64::from(s.side) | u64::from(s.moved) << 1;
        let words = s.stones.into_iter().chain([Self::placed(s)]).flat_map(|set| set.0);
        words.zip(facts << 8..).fold(0, |key, (word, place)| key ^ mix(word, place))
    }
}
