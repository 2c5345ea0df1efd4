//! Crunching Quax: stones are placed by threes, lines of stones move and crush enemy lines; join three sides of a
//! hexagon. Rules: the docs page of `crunching_quax`.
//!
//! A turn is three stones of which no two share a board line (two in the first turn), or the move of a line and a stone.
//! Actions: the cells, on which a stone is placed; behind them the line moves, numbered by the cells of the rear before
//! the move and of the head after it.
//!
//! The state has the stones twice: as sets of cells, and line by line in words, so that all a line of stones can do is
//! found by a few operations on two words. What moves down a line moves up the reversed words.

use crate::board::hexagons::DIRECTIONS;
use crate::board::{Bits, Graph, Hexagons, Pairs, Repetition, Shape, letters, ones, zobrist};
use crate::prelude::*;

/// Crunching Quax on a board that fits `W` words and has at most `L` lines.
pub struct CrunchingQuax<const W: usize = 2, const L: usize = 33> {
    board: Hexagons,
    cells: Bits<W>,
    graph: Graph<W>,
    /// Three sides of which no two are adjacent.
    goals: [[Bits<W>; 3]; 2],
    /// By cell, the cells that share no board line with it.
    apart: Box<[Bits<W>]>,
    /// The board lines, axis by axis.
    lines: Box<[Box<[u16]>]>,
    /// By cell, its line on each axis and its place in it.
    places: Box<[[(u8, u8); 3]]>,
    moves: Pairs<W>,
    /// By move, its line, and the places of the rear before it and of the head after it.
    ends: Box<[(u8, u8, u8)]>,
    keys: [Box<[u64]>; 2],
}

/// A position.
#[derive(Clone)]
pub struct State<const W: usize, const L: usize> {
    stones: [Bits<W>; 2],
    /// The stones of both sides, line by line.
    words: [[u32; 2]; L],
    /// Stones placed in this turn.
    fresh: Bits<W>,
    key: u64,
    /// The positions so far: stones that were placed may be crushed again, so any can come back.
    seen: Repetition,
    turns: u16,
    /// Stones still to be placed in this turn. At its beginning, as many as a turn without a line move has.
    left: u8,
    side: u8,
    /// Whether a line has moved in this turn.
    moved: bool,
    /// Why the game is over: [`JOINED`], which wins for who has just moved, or a draw.
    end: Option<&'static str>,
    no_draws: bool,
}

/// A line of stones that can move, as seen in its direction.
struct Way {
    line: usize,
    /// Whether the places of the line are counted from its last cell.
    down: bool,
    rear: u32,
    /// The places its head can move to.
    heads: u32,
    /// How many stones it kills if it goes to the farthest of them.
    kills: u32,
}

const JOINED: &str = "connection";
const NO_TURN: &str = "no legal turn";
const TURNS: u16 = 300;
const MOST: u8 = 3;
const SIDE_KEY: u64 = 0x6E1D_94B3_C05A_F728;
const MOVED_KEY: u64 = 0xD3A8_217F_5B90_E64C;
/// The kind of the keys of fresh stones.
const FRESH: u64 = 2;

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

/// A word with its first `size` bits in reverse order.
fn reversed(word: u32, size: u32) -> u32 {
    word.reverse_bits() >> (32 - size)
}

/// What a line of stones whose rear stands on a place of a board line can do upwards: the places its head can go to, and
/// the number of stones that the move to the farthest of them kills.
#[inline]
fn reach([own, enemy]: [u32; 2], size: u32, rear: u32) -> (u32, u32) {
    let length = (own >> rear).trailing_ones();
    let front = rear + length;
    let gap = ((own | enemy | !0 << size) >> front).trailing_zeros();
    let heads = ((1 << gap.min(length)) - 1) << front;
    let met = (enemy >> (front + gap)).trailing_ones();
    let kills = length.saturating_sub(met).min(met);
    if kills > 0 && gap + kills <= length { (heads | 1 << (front + gap + kills - 1), kills) } else { (heads, 0) }
}

impl<const W: usize, const L: usize> CrunchingQuax<W, L> {
    fn new(size: usize) -> Self {
        let board = Hexagons::in_rows(size);
        let n = board.len();
        let mut lines: Vec<Box<[u16]>> = Vec::new();
        let mut places = vec![[(0, 0); 3]; n];
        for (axis, &(dq, dr)) in DIRECTIONS[..3].iter().enumerate() {
            for start in (0..n).filter(|&cell| board.step(cell, (-dq, -dr)).is_none()) {
                let line: Box<[u16]> =
                    std::iter::once(start).chain(board.ray(start, (dq, dr))).map(|cell| cell as u16).collect();
                for (place, &cell) in line.iter().enumerate() {
                    places[cell as usize][axis] = (lines.len() as u8, place as u8);
                }
                lines.push(line);
            }
        }
        let ray = |cell, d: &(i32, i32)| board.ray(cell, *d).collect::<Vec<_>>();
        let moves = Pairs::new(n, |cell| DIRECTIONS.iter().flat_map(|d| ray(cell, d).into_iter().skip(1)).collect());
        let ends = |(rear, head): (usize, usize)| {
            let same = places[rear].iter().zip(&places[head]).find(|(a, b)| a.0 == b.0);
            same.map_or((0, 0, 0), |(a, b)| (a.0, a.1, b.1))
        };
        let cells = Bits::first(n);
        let in_line = |cell| DIRECTIONS.iter().flat_map(|d| ray(cell, d)).chain([cell]).collect();
        CrunchingQuax {
            cells,
            graph: board.graph(),
            goals: [0, 1].map(|first| [0, 2, 4].map(|i| board.side(first + i))),
            apart: (0..n).map(|cell| cells.without(in_line(cell))).collect(),
            ends: (0..moves.len()).map(|number| ends(moves.ends(number))).collect(),
            moves,
            lines: lines.into(),
            places: places.into(),
            keys: [zobrist::table(0, n), zobrist::table(1, n)],
            board,
        }
    }

    fn empty(&self, s: &State<W, L>) -> Bits<W> {
        self.cells.without(s.stones[0] | s.stones[1])
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
        s.fresh.iter().fold(self.empty(s), |open, cell| open & self.apart[cell])
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

    fn in_the_middle(s: &State<W, L>) -> bool {
        s.moved || !s.fresh.is_empty()
    }

    /// The words of a line, own stones first, in one of its directions.
    #[inline]
    fn words(&self, s: &State<W, L>, line: usize, down: bool) -> [u32; 2] {
        let (words, side) = (s.words[line], s.side as usize);
        let words = [words[side], words[1 - side]];
        if down { words.map(|word| reversed(word, self.lines[line].len() as u32)) } else { words }
    }

    /// The lines of stones of the side to move, each in both directions.
    fn ways(&self, s: &State<W, L>) -> impl Iterator<Item = Way> {
        let way = move |line, down| {
            let words = self.words(s, line, down);
            ones((words[0] & !(words[0] << 1) & words[0] >> 1).into()).map(move |rear| {
                let (heads, kills) = reach(words, self.lines[line].len() as u32, rear as u32);
                Way { line, down, rear: rear as u32, heads, kills }
            })
        };
        (0..self.lines.len()).flat_map(move |line| way(line, false).chain(way(line, true)))
    }

    /// The number of line moves, and of stones that are killed if each of them is made.
    fn count_moves(&self, s: &State<W, L>) -> [usize; 2] {
        self.ways(s)
            .fold([0, 0], |[moves, kills], way| [moves + way.heads.count_ones() as usize, kills + way.kills as usize])
    }

    fn cell(&self, line: usize, down: bool, place: u32) -> usize {
        let (cells, place) = (&self.lines[line], place as usize);
        cells[if down { cells.len() - 1 - place } else { place }].into()
    }

    fn moving(&self, line: usize, down: bool, rear: u32, head: u32) -> Option<Action> {
        let number = self.moves.number(self.cell(line, down, rear), self.cell(line, down, head))?;
        Some((self.board.len() + number) as Action)
    }

    /// Line, direction, and the places of the rear before a move and of the head after it.
    fn way(&self, action: Action) -> (usize, bool, u32, u32) {
        let (line, rear, head) = self.ends[action as usize - self.board.len()];
        let (line, down, last) = (usize::from(line), head < rear, self.lines[line as usize].len() as u32 - 1);
        let along = |place: u8| if down { last - u32::from(place) } else { place.into() };
        (line, down, along(rear), along(head))
    }

    /// The line move that belongs to an own stone and one of six directions, if it can be made: that by as many cells as
    /// there are stones from this one to the head. Each line move belongs to exactly one stone.
    #[inline]
    fn candidate(&self, s: &State<W, L>, cell: usize, direction: u32) -> Option<Action> {
        let (line, place) = self.places[cell][direction as usize / 2];
        let (line, down, size) = (usize::from(line), direction % 2 == 1, self.lines[line as usize].len() as u32);
        let words = self.words(s, line, down);
        let place = if down { size - 1 - u32::from(place) } else { place.into() };
        let (ahead, behind) = ((words[0] >> place).trailing_ones(), (words[0] << 1 << (31 - place)).leading_ones());
        let (rear, head) = (place - behind, place + 2 * ahead - 1);
        if ahead + behind < 2 || head >= size || reach(words, size, rear).0 >> head & 1 == 0 {
            return None;
        }
        self.moving(line, down, rear, head)
    }

    /// Puts a stone on the board, or takes it off.
    #[inline]
    fn flip(&self, s: &mut State<W, L>, side: usize, cell: usize) {
        s.stones[side] ^= Bits::one(cell);
        s.key ^= self.keys[side][cell];
        for (line, place) in self.places[cell] {
            s.words[line as usize][side] ^= 1 << place;
        }
    }

    /// Shifts a line: stones leave its rear and appear before its head.
    fn shift(&self, s: &mut State<W, L>, action: Action) {
        let (line, down, rear, head) = self.way(action);
        let [own, enemy] = self.words(s, line, down);
        let (side, front) = (s.side as usize, rear + (own >> rear).trailing_ones());
        for step in 0..=head - front {
            let cell = self.cell(line, down, front + step);
            if enemy >> (front + step) & 1 != 0 {
                self.flip(s, 1 - side, cell);
            }
            self.flip(s, side, cell);
            self.flip(s, side, self.cell(line, down, rear + step));
        }
    }

    fn has_won(&self, s: &State<W, L>, side: usize) -> bool {
        self.goals.iter().any(|sides| self.graph.joins(&s.stones[side], sides))
    }

    /// Begins the turn of the side to move. Whether it has one.
    fn begin(&self, s: &mut State<W, L>) -> bool {
        let empty = self.empty(s);
        let first = empty == self.cells;
        s.left = MOST - u8::from(first);
        if !first && !self.fits(empty, MOST) {
            s.left = 0;
            if self.ways(s).all(|way| way.heads == 0) {
                s.left = (1..MOST).rfind(|&stones| self.fits(empty, stones)).unwrap_or(0);
                return s.left > 0;
            }
        }
        true
    }

    fn end_turn(&self, s: &mut State<W, L>) {
        let won = self.has_won(s, s.side as usize);
        (s.fresh, s.moved) = (Bits::EMPTY, false);
        s.side ^= 1;
        s.key ^= SIDE_KEY;
        s.turns += 1;
        let goes_on = self.begin(s);
        s.end = if won {
            Some(JOINED)
        } else if !goes_on {
            Some(NO_TURN)
        } else if s.no_draws {
            None
        } else if s.seen.note(s.key) == 3 {
            Some("threefold repetition")
        } else {
            (s.turns >= TURNS).then_some("300 turns")
        };
    }
}

impl<const W: usize, const L: usize> Game for CrunchingQuax<W, L> {
    type State = State<W, L>;

    const ONE_STEP_TURNS: bool = false;

    fn num_actions(&self) -> usize {
        self.board.len() + self.moves.len()
    }

    fn max_steps(&self) -> usize {
        (TURNS * u16::from(MOST)).into()
    }

    /// The empty board never comes back, so it is not noted.
    fn start(&self, _seed: u64) -> State<W, L> {
        State {
            stones: [Bits::EMPTY; 2],
            words: [[0; 2]; L],
            fresh: Bits::EMPTY,
            key: 0,
            seen: Repetition::default(),
            turns: 0,
            left: MOST - 1,
            side: 0,
            moved: false,
            end: None,
            no_draws: false,
        }
    }

    fn actor(&self, s: &State<W, L>) -> Actor {
        if s.end.is_none() { Actor::Player(s.side) } else { Actor::Over }
    }

    fn in_turn(&self, s: &State<W, L>) -> bool {
        Self::in_the_middle(s)
    }

    fn legal(&self, s: &State<W, L>, out: &mut Vec<Action>) {
        out.extend(self.placements(s).map(|cell| cell as Action));
        if !Self::in_the_middle(s) {
            let begin = out.len();
            for Way { line, down, rear, heads, .. } in self.ways(s) {
                out.extend(ones(heads.into()).filter_map(|head| self.moving(line, down, rear, head as u32)));
            }
            out[begin..].sort_unstable();
        }
    }

    fn num_legal(&self, s: &State<W, L>) -> usize {
        self.placements(s).count() + if Self::in_the_middle(s) { 0 } else { self.count_moves(s)[0] }
    }

    /// By trial: nearly all open cells serve while the board is not full, and a good part of the stones and directions
    /// give a line move (see [`candidate`](Self::candidate)).
    fn random_action(&self, s: &State<W, L>, rng: &mut Rng, _scratch: &mut Vec<Action>) -> Action {
        let open = if s.left > 0 { self.open(s) } else { Bits::EMPTY };
        let own = if Self::in_the_middle(s) { Bits::EMPTY } else { s.stones[s.side as usize] };
        let (cells, ways) = (open.count() as u32, 6 * own.count() as u32);
        loop {
            let pick = rng.below((cells + ways) as usize) as u32;
            if pick < cells {
                let cell = open.nth(pick as usize);
                if self.can_place(s, open, cell) {
                    return cell as Action;
                }
            } else if let Some(action) = self.candidate(s, own.nth((pick - cells) as usize / 6), (pick - cells) % 6) {
                return action;
            }
        }
    }

    fn check(&self, s: &State<W, L>, action: Action) -> Result<(), Illegal> {
        let cell = action as usize;
        if cell < self.board.len() {
            let open = self.open(s);
            return if !self.empty(s).has(cell) {
                Err(Illegal::Occupied)
            } else if !open.has(cell) {
                Err(Illegal::BadMove)
            } else if !self.can_place(s, open, cell) {
                Err(Illegal::NotOffered)
            } else {
                Ok(())
            };
        }
        if Self::in_the_middle(s) {
            return Err(Illegal::WrongPhase);
        }
        let (line, down, rear, head) = self.way(action);
        let words = self.words(s, line, down);
        let length = (words[0] >> rear).trailing_ones();
        let behind = words[0] << 1 >> rear & 1 != 0;
        if length == 0 {
            Err(Illegal::NotYours)
        } else if behind || length < 2 || head < rear + length || head >= rear + 2 * length {
            Err(Illegal::BadMove)
        } else if reach(words, self.lines[line].len() as u32, rear).0 >> head & 1 == 0 {
            Err(Illegal::Blocked)
        } else {
            Ok(())
        }
    }

    fn play(&self, s: &mut State<W, L>, action: Action) {
        let cell = action as usize;
        if cell >= self.board.len() {
            self.shift(s, action);
            (s.moved, s.left) = (true, 1);
            return;
        }
        self.flip(s, s.side as usize, cell);
        s.left -= 1;
        if s.left == 0 {
            self.end_turn(s);
        } else {
            s.fresh.insert(cell);
        }
    }

    fn outcome(&self, s: &State<W, L>) -> Option<Outcome> {
        Some(match s.end? {
            JOINED => Outcome::win(1 - s.side as usize, JOINED),
            reason => Outcome::draw(reason),
        })
    }

    fn for_each_turn(&self, s: &State<W, L>, f: Visit<'_, State<W, L>>) -> ControlFlow<()> {
        let cells = self.board.len() as Action;
        each_set(self, s, |action| if action < cells { action + 1 } else { 0 }, f)
    }

    /// A kill leaves more room for the stone that is placed behind it.
    fn count_turns(&self, s: &State<W, L>) -> u64 {
        let sets = self.count_sets(self.open(s), s.left);
        if Self::in_the_middle(s) {
            return sets;
        }
        let [moves, kills] = self.count_moves(s);
        sets + (moves * self.empty(s).count() + kills) as u64
    }

    fn ignore_draws(&self, s: &mut State<W, L>) {
        s.no_draws = true;
        s.seen.clear();
    }

    fn cells(&self, s: &State<W, L>, _viewer: Option<usize>) -> Vec<u8> {
        letters(self.board.len(), &s.stones, *b"ox")
    }

    fn info(&self, s: &State<W, L>, _viewer: Option<usize>) -> Vec<(&'static str, i64)> {
        vec![("turns", s.turns.into()), ("left", s.left.into())]
    }

    fn observation_shape(&self) -> Vec<usize> {
        self.board.planes(6)
    }

    /// Planes: own stones, the opponent's stones, those placed in this turn; all ones for player 1, where the seat is to
    /// move, where a line has moved in this turn.
    fn observe(&self, s: &State<W, L>, seat: usize, out: &mut [f32]) {
        self.board.paint(
            &[s.stones[seat], s.stones[1 - seat], s.fresh],
            &[seat == 0, s.end.is_none() && s.side as usize == seat, s.moved],
            out,
        );
    }

    fn position(&self, s: &State<W, L>) -> String {
        let mut cells = self.cells(s, None);
        s.fresh.iter().for_each(|cell| cells[cell].make_ascii_uppercase());
        let rows = text::write_rows(&self.board, &cells);
        format!("{rows} {} {}", ["o", "x"][s.side as usize], if s.moved { "moved" } else { "-" })
    }

    fn parse_position(&self, text: &str) -> Result<State<W, L>, TextError> {
        let what = "rows from the top (capitals: placed in this turn), side to move (o or x), - or moved";
        let [rows, side, moved] = text::fields(text, what)?;
        let cells = text::read_rows(&self.board, rows, "oxOX")?;
        let mut s = self.start(0);
        s.side = text::word(side, &["o", "x"], "the side to move")? as u8;
        s.key = SIDE_KEY * u64::from(s.side);
        s.moved = text::word(moved, &["-", "moved"], "what was done in this turn")? == 1;
        let mut fresh = Vec::new();
        let (next, last) = (s.side as usize, 1 - s.side as usize);
        for (cell, letter) in cells.iter().enumerate() {
            match letter {
                b'o' => self.flip(&mut s, 0, cell),
                b'x' => self.flip(&mut s, 1, cell),
                b'.' => {}
                _ if usize::from(*letter == b'X') == next && fresh.len() < 2 && !s.moved => fresh.push(cell),
                _ => return Err(TextError::new("at most two stones, of the side to move, can be placed in this turn")),
            }
        }
        if s.stones == [Bits::EMPTY; 2] && next == 1 {
            return Err(TextError::new("the first stones are those of o"));
        }
        if self.has_won(&s, next) && !s.moved || self.has_won(&s, last) && (s.moved || !fresh.is_empty()) {
            return Err(TextError::new("three sides are joined already: the game was over before"));
        }
        if s.moved {
            if s.stones[next].count() < 2 || self.empty(&s).is_empty() {
                return Err(TextError::new("no line can have moved"));
            }
            s.left = 1;
            return Ok(s);
        }
        if !self.begin(&mut s) {
            s.end = Some(NO_TURN);
        }
        if self.has_won(&s, last) {
            s.end = Some(JOINED);
        }
        if fresh.is_empty() {
            s.seen.note(s.key);
        }
        for cell in fresh {
            if s.left < 2 || !self.open(&s).has(cell) || !self.can_place(&s, self.open(&s), cell) {
                return Err(TextError::new("these stones cannot be placed in one turn, with others to follow"));
            }
            self.play(&mut s, cell as Action);
        }
        Ok(s)
    }

    fn key(&self, s: &State<W, L>) -> u64 {
        let fresh = s.fresh.iter().fold(s.key, |all, cell| all ^ zobrist::key(FRESH, cell));
        if s.moved { fresh ^ MOVED_KEY } else { fresh }
    }
}
