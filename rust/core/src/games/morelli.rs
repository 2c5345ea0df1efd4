//! Morelli: stones slide towards the centre and convert enemies on the way; four stones in a frame take the throne.
//! Rules: the docs page of `morelli`.
//!
//! Cell `row * size + column`, row 0 at the bottom. Actions: moves numbered by start, then target, for all pairs of
//! cells on a line whose target is nearer to the centre, the centre itself left out.
//!
//! Rings are convex: where the first step of a line does not lead inwards, no later one does. So a stone can move if
//! and only if a cell next to it is free and nearer, which whole-board shifts tell of all stones at once; they are kept
//! in the state. A random move is any move of any of them, drawn until the way is free.

use crate::board::segments::{Segments, Taken, Way, lines};
use crate::board::{Bits, Grid, KINGWISE, Pairs, Shape, letters, stones};
use crate::prelude::*;
use arrayvec::ArrayVec;

/// Morelli on a board of `W` words and at most `L` lines.
pub struct Morelli<const W: usize = 3, const L: usize = { lines(13) }> {
    grid: Grid,
    throne: usize,
    /// The border cells from a1 along the bottom and up the right side; the others lie opposite them.
    half: Box<[usize]>,
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
    /// The owner of the throne.
    owner: Option<u8>,
}

/// The sides in texts, and what stands for neither of them.
const SIDES: [&str; 3] = ["b", "w", "-"];

impl Build for Morelli {
    fn build(mut options: Options) -> Built {
        let size = options.int("size", 13, 5..=31)? as usize;
        let options = options.finish("morelli")?;
        let why = "an odd number is expected, for the board has a centre";
        ensure!(size % 2 == 1, OptionError(format!("size={size}: {why}")));
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
        // A cell, and where the quarter turns about the centre take it.
        let frame = |cell| {
            let turned = grid.cell(last - grid.row(cell), grid.column(cell));
            [cell, turned, grid.len() - 1 - cell, grid.len() - 1 - turned].map(|cell| cell as u16)
        };
        let pincers = |cell| {
            let rays = KINGWISE.iter().map(|&d| grid.ray(cell, d));
            rays.filter_map(|mut ray| Some([ray.next()? as u16, ray.next()? as u16])).collect()
        };
        Morelli {
            grid,
            throne,
            half: (0..last).map(|c| grid.cell(c, 0)).chain((0..last).map(|r| grid.cell(last, r))).collect(),
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

    /// The position with these stones and this owner of the throne.
    fn set_up(&self, stones: [Bits<W>; 2], player: u8, owner: Option<u8>) -> State<W, L> {
        let mut s = State { stones, movable: Bits::EMPTY, taken: Taken::NONE, player, owner };
        let taken = (stones[0] | stones[1]).iter().chain(owner.map(|_| self.throne));
        taken.for_each(|cell| self.segments.flip(&mut s.taken, cell));
        s.movable = self.movable(&s);
        s
    }

    /// The cell on the other side of the centre.
    fn opposite(&self, cell: usize) -> usize {
        self.grid.len() - 1 - cell
    }

    /// The start with these black stones, the white ones opposite them.
    fn begin(&self, black: Bits<W>) -> State<W, L> {
        self.set_up([black, black.iter().map(|cell| self.opposite(cell)).collect()], 0, None)
    }

    /// The start by its code, which says of each cell of the half whether the white one of the two stones is there.
    fn decode(&self, is_white: impl Iterator<Item = bool>) -> State<W, L> {
        let black = |(&cell, is_white): (&usize, bool)| if is_white { self.opposite(cell) } else { cell };
        self.begin(self.half.iter().zip(is_white).map(black).collect())
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
}

impl<const W: usize, const L: usize> Game for Morelli<W, L> {
    type State = State<W, L>;

    fn num_actions(&self) -> usize {
        self.pairs.len()
    }

    /// Every move brings a stone nearer by a ring or more, and none reaches the throne.
    fn max_steps(&self) -> usize {
        2 * self.half.len() * (self.grid.columns / 2 - 1)
    }

    fn has_random_start(&self) -> bool {
        true
    }

    fn start(&self, seed: u64) -> State<W, L> {
        let bits = Rng::new(seed).next_u64();
        self.decode((0..).map(|i| bits >> i & 1 != 0))
    }

    fn start_from_setup(&self, text: &str) -> Result<State<W, L>, TextError> {
        let (half, text) = (self.half.len(), text.trim());
        let expected = format!("{half} digits 0 and 1 are expected, or the {half} black cells of the border");
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            let is_code = text.len() == half && text.bytes().all(|b| matches!(b, b'0' | b'1'));
            ensure!(is_code, "{} characters that begin with a digit; {expected}", text.len());
            return Ok(self.decode(text.bytes().map(|b| b == b'1')));
        }
        let mut black = Bits::EMPTY;
        for name in text.split_ascii_whitespace() {
            let cell = text::read_cell(self.grid, name)?;
            let two = [cell, self.opposite(cell)];
            let is_border = two.iter().any(|cell| self.half.contains(cell));
            let is_new = is_border && !two.iter().any(|&cell| black.has(cell));
            ensure!(is_new, "{name} is not on the border, or stands there twice, or so does its opposite; {expected}");
            black.insert(cell);
        }
        ensure!(black.count() == half, "{} black cells; {expected}", black.count());
        Ok(self.begin(black))
    }

    fn setup(&self, start: &State<W, L>) -> Option<String> {
        Some(self.half.iter().map(|&cell| if start.stones[1].has(cell) { '1' } else { '0' }).collect())
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
        ensure!(s.stones[s.player as usize].has(from), Illegal::NotYours);
        ensure!(!(s.stones[0] | s.stones[1]).has(to), Illegal::Occupied);
        ensure!(s.taken.is_free(self.ways[action as usize]), Illegal::Blocked);
        Ok(())
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
        if s.owner != Some(s.player) && new.iter().any(is_framed) {
            if s.owner.is_none() {
                self.segments.flip(&mut s.taken, self.throne);
            }
            s.owner = Some(s.player);
        }
        s.player ^= 1;
        s.movable = self.movable(s);
    }

    fn outcome(&self, s: &State<W, L>) -> Option<Outcome> {
        s.movable.is_empty().then(|| match s.owner {
            None => Outcome::draw("no legal move, throne vacant"),
            Some(owner) => Outcome::win(owner.into(), "throne"),
        })
    }

    fn cells(&self, s: &State<W, L>, _viewer: Option<usize>) -> Vec<u8> {
        letters(self.grid.len(), &s.stones, *b"BW")
    }

    fn info(&self, s: &State<W, L>, _viewer: Option<usize>) -> Vec<(&'static str, i64)> {
        vec![("throne", s.owner.map_or(-1, i64::from))]
    }

    fn observation_shape(&self) -> Vec<usize> {
        self.grid.planes(5)
    }

    /// Planes: own stones, the opponent's stones, all ones where the seat owns the throne, all ones where the opponent
    /// does, all ones where the seat is to move.
    fn observe(&self, s: &State<W, L>, seat: usize, out: &mut [f32]) {
        let owns = |seat: usize| s.owner == Some(seat as u8);
        let facts = [owns(seat), owns(1 - seat), s.player as usize == seat];
        self.grid.paint(&[s.stones[seat], s.stones[1 - seat]], &facts, out);
    }

    fn position(&self, s: &State<W, L>) -> String {
        let rows = text::write_rows(&self.grid, &self.grid.upside_down(&self.cells(s, None)));
        format!("{rows} {} {}", SIDES[s.player as usize], SIDES[s.owner.map_or(2, usize::from)])
    }

    fn parse_position(&self, text: &str) -> Result<State<W, L>, TextError> {
        let [rows, side, owner] =
            text::fields(text, "rows from the top, side to move (b or w), owner of the throne (b, w or -)")?;
        let cells = self.grid.upside_down(&text::read_rows(&self.grid, rows, "BW")?);
        let found: [Bits<W>; 2] = stones(&cells, *b"BW");
        let (count, most) = (found[0].count() + found[1].count(), 2 * self.half.len());
        ensure!(cells[self.throne] == b'.', "a stone stands on the throne; none can");
        ensure!(count <= most, "{count} stones; the game has {most}");
        let player = text::word(side, &SIDES[..2], "the side to move")? as u8;
        let owner = [Some(0), Some(1), None][text::word(owner, &SIDES, "the owner of the throne")?];
        Ok(self.set_up(found, player, owner))
    }

    fn key(&self, s: &State<W, L>) -> u64 {
        let rest = u64::from(s.player) | u64::from(s.owner.unwrap_or(2)) << 1;
        s.stones.iter().flat_map(|stones| stones.0).fold(rest, mix)
    }
}
