//! Morelli: stones slide towards the centre and convert enemies on the way; four stones in a frame take the throne.
//! Rules: the docs page of `morelli`.
//!
//! Cell `row * size + column`, row 0 at the bottom. Actions: moves numbered by start, then target, for all pairs of cells
//! on a line whose target is nearer to the centre, the centre itself left out.
//!
//! Rings are convex: where the first step of a line does not lead inwards, no later one does. So a stone can move if and
//! only if a cell next to it is free and nearer, which whole-board shifts tell of all stones at once; they are kept in
//! the state. A random move is any move of any of them, drawn until the way is free.

use crate::board::segments::{Segments, Taken, Way, lines};
use crate::board::{Bits, Grid, KINGWISE, Pairs, Shape, letters, stones};
use crate::prelude::*;
use arrayvec::ArrayVec;

/// Morelli on a board of `W` words and at most `L` lines.
pub struct Morelli<const W: usize = 3, const L: usize = { lines(13) }> {
    grid: Grid,
    throne: usize,
    /// The border cells around the board from a1; the second half lies opposite the first.
    border: Box<[u16]>,
    segments: Segments,
    pairs: Pairs<W>,
    /// By action.
    ways: Box<[Way]>,
    /// The most moves of one cell.
    most: usize,
    /// By direction, what a step adds to the number of a cell, and where it leads inwards.
    inward: [(isize, Bits<W>); 8],
    /// By cell, what lies next to it and behind that.
    pincers: Box<[ArrayVec<[u16; 2], 8>]>,
    /// By cell, the four of its frame.
    frames: Box<[[u16; 4]]>,
}

/// A position.
#[derive(Clone, Copy)]
pub struct State<const W: usize, const L: usize> {
    stones: [Bits<W>; 2],
    /// The stones of the player to move that can move.
    movable: Bits<W>,
    /// The stones, and the throne as soon as it is owned.
    taken: Taken<L>,
    player: u8,
    /// Of the throne: a seat, or [`NOBODY`].
    owner: u8,
}

const NOBODY: u8 = 2;

impl Build for Morelli {
    fn build(mut options: Options) -> Built {
        let size = options.int("size", 13, 5..=31)? as usize;
        let options = options.finish("morelli")?;
        if size.is_multiple_of(2) {
            return Err(OptionError(format!("size={size}: an odd number is expected, for the board has a centre")));
        }
        Ok(match size {
            ..=7 => erase("morelli", options, Morelli::<1, { lines(7) }>::new(size)),
            8..=11 => erase("morelli", options, Morelli::<2, { lines(11) }>::new(size)),
            12..=13 => erase("morelli", options, Morelli::<3, { lines(13) }>::new(size)),
            14..=19 => erase("morelli", options, Morelli::<6, { lines(19) }>::new(size)),
            _ => erase("morelli", options, Morelli::<16, { lines(31) }>::new(size)),
        })
    }
}

impl<const W: usize, const L: usize> Morelli<W, L> {
    fn new(size: usize) -> Self {
        let (grid, centre, last) = (Grid::new(size, size), size / 2, size - 1);
        let throne = grid.cell(centre, centre);
        let ring = |cell| grid.column(cell).abs_diff(centre).max(grid.row(cell).abs_diff(centre));
        let is_inward = |from: usize, to: usize| to != throne && ring(to) < ring(from);
        let inward_moves = |from| {
            let targets = KINGWISE.iter().flat_map(move |&d| grid.ray(from, d));
            targets.filter(|&to| is_inward(from, to)).collect()
        };
        let pairs = Pairs::new(grid.len(), inward_moves);
        let segments = Segments::new(size);
        let way = |number| {
            let (from, to) = pairs.ends(number);
            segments.way(from, to).unwrap_or_default()
        };
        let half: Vec<usize> =
            (0..last).map(|c| grid.cell(c, 0)).chain((0..last).map(|r| grid.cell(last, r))).collect();
        let opposite = half.iter().map(|&cell| grid.len() - 1 - cell);
        // A quarter turn about the centre.
        let turned = |cell: u16| grid.cell(last - grid.row(cell.into()), grid.column(cell.into())) as u16;
        let frame = |cell| std::array::from_fn(|quarters| (0..quarters).fold(cell as u16, |at, _| turned(at)));
        let pincers = |cell| {
            let ahead = KINGWISE.iter().filter_map(|&d| Some((grid.step(cell, d)?, d)));
            ahead.filter_map(|(near, d)| Some([near as u16, grid.step(near, d)? as u16])).collect()
        };
        Morelli {
            grid,
            throne,
            border: half.iter().copied().chain(opposite).map(|cell| cell as u16).collect(),
            ways: (0..pairs.len()).map(way).collect(),
            most: (0..grid.len()).map(|cell| pairs.all_from(cell).len()).max().unwrap_or(0),
            inward: KINGWISE.map(|d| {
                let leads = |&cell: &usize| grid.step(cell, d).is_some_and(|to| is_inward(cell, to));
                ((d.1 * size as i32 + d.0) as isize, (0..grid.len()).filter(leads).collect())
            }),
            pincers: (0..grid.len()).map(pincers).collect(),
            frames: (0..grid.len()).map(frame).collect(),
            segments,
            pairs,
        }
    }

    /// The position with these stones, Black to move.
    fn set_up(&self, stones: [Bits<W>; 2]) -> State<W, L> {
        let mut s = State { stones, movable: Bits::EMPTY, taken: Taken::NONE, player: 0, owner: NOBODY };
        (stones[0] | stones[1]).iter().for_each(|cell| self.segments.flip(&mut s.taken, cell));
        s.movable = self.movable(&s);
        s
    }

    /// The start with the white stones among the first half of the border given by bits; the other half is their
    /// opposite.
    fn begin(&self, white: u64) -> State<W, L> {
        let half = self.border.len() / 2;
        let is_white = |i: usize| (white >> (i % half) & 1 != 0) == (i < half);
        let side = |of| (0..2 * half).filter(|&i| is_white(i) == of).map(|i| self.border[i].into()).collect();
        self.set_up([side(false), side(true)])
    }

    #[inline]
    fn movable(&self, s: &State<W, L>) -> Bits<W> {
        let (own, free) = (s.stones[s.player as usize], !(s.stones[0] | s.stones[1]));
        self.inward.iter().fold(Bits::EMPTY, |all, &(step, from)| all | (from & free.moved(-step))) & own
    }

    /// The legal moves of one stone.
    #[inline]
    fn moves(&self, s: &State<W, L>, from: usize) -> impl Iterator<Item = Action> {
        self.pairs.all_from(from).filter(|&number| s.taken.is_free(self.ways[number])).map(|number| number as Action)
    }

    fn give_throne(&self, s: &mut State<W, L>, side: u8) {
        if s.owner == NOBODY {
            self.segments.flip(&mut s.taken, self.throne);
        }
        s.owner = side;
    }
}

impl<const W: usize, const L: usize> Game for Morelli<W, L> {
    type State = State<W, L>;

    fn num_actions(&self) -> usize {
        self.pairs.len()
    }

    /// Every move brings a stone nearer by a ring or more, and none reaches the throne.
    fn max_steps(&self) -> usize {
        self.border.len() * (self.grid.columns / 2 - 1)
    }

    fn has_random_start(&self) -> bool {
        true
    }

    fn start(&self, seed: u64) -> State<W, L> {
        self.begin(Rng::new(seed).next_u64())
    }

    fn start_from_setup(&self, text: &str) -> Result<State<W, L>, TextError> {
        let (half, text) = (self.border.len() / 2, text.trim());
        if text.bytes().all(|b| matches!(b, b'0' | b'1')) && text.len() == half {
            return Ok(self.begin(text.bytes().rev().fold(0, |bits, b| bits << 1 | u64::from(b == b'1'))));
        }
        let wrong = |what| {
            let message =
                format!("{what}; {half} digits 0 and 1 are expected, or the {half} black cells of the border");
            Err(TextError::new(message))
        };
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            return wrong(format!("{} characters that begin with a digit", text.len()));
        }
        let mut black = Bits::<W>::EMPTY;
        for name in text.split_ascii_whitespace() {
            let cell = text::read_cell(self.grid, name)?;
            if !self.border.contains(&(cell as u16)) || black.has(cell) || black.has(self.grid.len() - 1 - cell) {
                return wrong(format!("{name} is not on the border, or stands there twice, or so does its opposite"));
            }
            black.insert(cell);
        }
        if black.count() != half {
            return wrong(format!("{} black cells", black.count()));
        }
        let white = self.border.iter().map(|&cell| usize::from(cell)).filter(|&cell| !black.has(cell)).collect();
        Ok(self.set_up([black, white]))
    }

    fn setup(&self, start: &State<W, L>) -> Option<String> {
        let half = &self.border[..self.border.len() / 2];
        Some(half.iter().map(|&cell| if start.stones[1].has(cell.into()) { '1' } else { '0' }).collect())
    }

    fn actor(&self, s: &State<W, L>) -> Actor {
        if s.movable.is_empty() { Actor::Over } else { Actor::Player(s.player) }
    }

    fn legal(&self, s: &State<W, L>, out: &mut Vec<Action>) {
        s.movable.iter().for_each(|from| out.extend(self.moves(s, from)));
    }

    fn num_legal(&self, s: &State<W, L>) -> usize {
        s.movable.iter().map(|from| self.moves(s, from).count()).sum()
    }

    fn random_action(&self, s: &State<W, L>, rng: &mut Rng, scratch: &mut Vec<Action>) -> Action {
        by_trial(self, s, rng, scratch, s.movable.count() * self.most, |place| {
            let moves = self.pairs.all_from(s.movable.nth(place / self.most));
            let number = moves.start + place % self.most;
            (number < moves.end && s.taken.is_free(self.ways[number])).then_some(number as Action)
        })
    }

    fn check(&self, s: &State<W, L>, action: Action) -> Result<(), Illegal> {
        let (from, to) = self.pairs.ends(action as usize);
        if !s.stones[s.player as usize].has(from) {
            Err(Illegal::NotYours)
        } else if (s.stones[0] | s.stones[1]).has(to) {
            Err(Illegal::Occupied)
        } else if s.taken.is_free(self.ways[action as usize]) {
            Ok(())
        } else {
            Err(Illegal::Blocked)
        }
    }

    fn play(&self, s: &mut State<W, L>, action: Action) {
        let (from, to) = self.pairs.ends(action as usize);
        let (side, enemy) = (s.player as usize, 1 - s.player as usize);
        s.stones[side].remove(from);
        s.stones[side].insert(to);
        self.segments.flip(&mut s.taken, from);
        self.segments.flip(&mut s.taken, to);
        let mut new = ArrayVec::<usize, 9>::from_iter([to]);
        for &[near, behind] in &self.pincers[to] {
            let near = near as usize;
            if s.stones[enemy].has(near) && s.stones[side].has(behind.into()) {
                s.stones[enemy].remove(near);
                s.stones[side].insert(near);
                new.push(near);
            }
        }
        let own = s.stones[side];
        let is_framed = |&cell: &usize| self.frames[cell].iter().all(|&corner| own.has(corner.into()));
        if s.owner != s.player && new.iter().any(is_framed) {
            self.give_throne(s, s.player);
        }
        s.player ^= 1;
        s.movable = self.movable(s);
    }

    fn outcome(&self, s: &State<W, L>) -> Option<Outcome> {
        s.movable.is_empty().then(|| match s.owner {
            NOBODY => Outcome::draw("no legal move, throne vacant"),
            owner => Outcome::win(owner.into(), "throne"),
        })
    }

    fn cells(&self, s: &State<W, L>, _viewer: Option<usize>) -> Vec<u8> {
        letters(self.grid.len(), &s.stones, *b"BW")
    }

    fn info(&self, s: &State<W, L>, _viewer: Option<usize>) -> Vec<(&'static str, i64)> {
        vec![("throne", if s.owner == NOBODY { -1 } else { s.owner.into() })]
    }

    fn observation_shape(&self) -> Vec<usize> {
        self.grid.planes(5)
    }

    /// Planes: own stones, the opponent's stones, all ones where the seat owns the throne, all ones where the opponent
    /// does, all ones where the seat is to move.
    fn observe(&self, s: &State<W, L>, seat: usize, out: &mut [f32]) {
        self.grid.paint(
            &[s.stones[seat], s.stones[1 - seat]],
            &[s.owner as usize == seat, s.owner as usize == 1 - seat, s.player as usize == seat],
            out,
        );
    }

    fn position(&self, s: &State<W, L>) -> String {
        let rows = text::write_rows(&self.grid, &self.grid.upside_down(&self.cells(s, None)));
        format!("{rows} {} {}", ["b", "w"][s.player as usize], ["b", "w", "-"][s.owner as usize])
    }

    fn parse_position(&self, text: &str) -> Result<State<W, L>, TextError> {
        let [rows, side, owner] =
            text::fields(text, "rows from the top, side to move (b or w), owner of the throne (b, w or -)")?;
        let cells = self.grid.upside_down(&text::read_rows(&self.grid, rows, "BW")?);
        let found: [Bits<W>; 2] = stones(&cells, *b"BW");
        if cells[self.throne] != b'.' {
            return Err(TextError::new("a stone stands on the throne; none can"));
        }
        let (count, most) = (found[0].count() + found[1].count(), self.border.len());
        if count > most {
            return Err(TextError::new(format!("{count} stones; the game has {most}")));
        }
        let mut s = self.set_up(found);
        s.player = text::word(side, &["b", "w"], "the side to move")? as u8;
        s.movable = self.movable(&s);
        match text::word(owner, &["b", "w", "-"], "the owner of the throne")? as u8 {
            NOBODY => {}
            owner => self.give_throne(&mut s, owner),
        }
        Ok(s)
    }

    fn key(&self, s: &State<W, L>) -> u64 {
        let rest = u64::from(s.player) | u64::from(s.owner) << 1;
        s.stones.iter().flat_map(|stones| stones.0).fold(rest, mix)
    }
}
