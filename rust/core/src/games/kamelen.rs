//! Kamelen: camels and dromedaries that move by leg and last step among rocks; bring a camel onto the enemy's home
//! field. Rules: the docs page of `kamelen`.
//!
//! Cell `row * 11 + column`, row 0 at the bottom. All moves of one kind of animal by one offset are a *jump*. Actions
//! are numbered jump by jump (camels first, offsets by row, then column) and by the cell they leave, as far as the
//! target is on the board.
//!
//! So the moves of a jump are found at once, as a set of the cells they leave: where an own animal of the kind is, the
//! leg is empty, and the target is not taken by a rock or an own animal. A random move is drawn by trial instead: any
//! own animal, any of its jumps, until it can be made. That is uniform too, and looks at a few cells only.

use crate::board::{Bits, Grid, KINGWISE, Repetition, Shape, zobrist};
use crate::prelude::*;
use arrayvec::ArrayVec;

/// Columns of every board. They are odd, so the parity of a cell's number is its colour.
const COLUMNS: usize = 11;
/// White's home field, and the rocks about it; the others are where the board is turned by half.
const HOME: usize = 5;
const ROCKS: [usize; 3] = [4, 6, 16];
/// Animals of a side.
const CAMELS: usize = 8;
const DROMEDARIES: usize = 10;
/// Turns without a capture that make a draw.
const QUIET: u8 = 100;
/// The win that is worth two points, not one.
const DOUBLE: &str = "double win";
const SIDE_KEY: u64 = 0x51C7_0E6A_93D8_B42F;

/// Kamelen on a board that fits `W` words.
pub struct Kamelen<const W: usize = 3> {
    grid: Grid,
    /// Those of camels, then those of dromedaries.
    jumps: Vec<Jump<W>>,
    camel_jumps: usize,
    /// By action: the jump, and the cell it leaves.
    moves: Vec<[u8; 2]>,
    /// Two to that power are enough for the jumps of a kind.
    jump_bits: u32,
    rocks: Bits<W>,
    /// By side, the cell its camels want to reach, and the cells from where they can.
    targets: [usize; 2],
    able: [Bits<W>; 2],
    /// By `2 * side + kind`.
    keys: [Box<[u64]>; 4],
    start: State<W>,
}

struct Jump<const W: usize> {
    /// From cell to target.
    shift: isize,
    /// What it may begin with: some jumps of `turn=any` have two legs.
    legs: ArrayVec<Leg<W>, 2>,
    /// By the cell it leaves.
    moves: Box<[Move]>,
}

/// Two steps in one direction.
struct Leg<const W: usize> {
    /// From cell to cell.
    shift: isize,
    /// Where it begins if leg and target are to be on the board.
    from: Bits<W>,
}

/// A move from one cell. Where there is no such leg or move, the cell itself, which is never empty, stands for the
/// cells of the leg.
#[derive(Clone)]
struct Move {
    action: u16,
    legs: [[u8; 2]; 2],
}

/// A position.
#[derive(Clone, Default)]
pub struct State<const W: usize> {
    animals: [Bits<W>; 2],
    /// Of both sides.
    camels: Bits<W>,
    key: u64,
    /// The positions since the last capture.
    seen: Repetition,
    /// The turns since then.
    quiet: u8,
    player: u8,
    end: Option<Outcome>,
    /// Whether repetition and quiet turns do not count.
    no_draws: bool,
}

impl Build for Kamelen {
    fn build(mut options: Options) -> Built {
        let rows = options.int("rows", 11, 11..=13)? as usize;
        let any = options.choice("turn", &["outward", "any"])? == 1;
        let options = options.finish("kamelen")?;
        Ok(match rows {
            11 => erase("kamelen", options, Kamelen::<2>::new(rows, any)?),
            _ => erase("kamelen", options, Kamelen::<3>::new(rows, any)?),
        })
    }
}

impl<const W: usize> Jump<W> {
    /// The cells where it can begin, as far as the leg decides.
    #[inline]
    fn clear(&self, empty: Bits<W>) -> Bits<W> {
        let clear = |leg: &Leg<W>| leg.from & empty.moved(-leg.shift) & empty.moved(-2 * leg.shift);
        self.legs.iter().fold(Bits::EMPTY, |all, leg| all | clear(leg))
    }

    /// Whether a cell is among them.
    #[inline]
    fn is_clear(&self, empty: &Bits<W>, from: usize) -> bool {
        self.moves[from].legs.iter().any(|leg| leg.iter().all(|&cell| empty.has(cell as usize)))
    }
}

fn set<const W: usize>(cells: impl IntoIterator<Item = usize>) -> Bits<W> {
    cells.into_iter().fold(Bits::EMPTY, |set, cell| set | Bits::one(cell))
}

impl<const W: usize> Kamelen<W> {
    fn new(rows: usize, any: bool) -> Result<Self, OptionError> {
        let grid = Grid::new(COLUMNS, rows);
        let last = grid.len() - 1;
        let targets = [last - HOME, HOME];
        let mut game = Kamelen {
            grid,
            jumps: Vec::new(),
            camel_jumps: 0,
            moves: Vec::new(),
            jump_bits: if any { 4 } else { 3 },
            rocks: set(ROCKS.into_iter().chain(ROCKS.map(|rock| last - rock))),
            targets,
            able: targets.map(|target| set((target % 2..=last).step_by(2))),
            keys: [0, 1, 2, 3].map(|kind| zobrist::table(kind, grid.len())),
            start: State::default(),
        };
        for kind in 0..2 {
            (-3..=3).for_each(|dr| (-3..=3).for_each(|dc| game.add_jump(kind, (dc, dr), any)));
        }
        let (camels, dromedaries) = ("cccc#1#cccc", "ddddd#ddddd");
        let army = format!("{camels}/{dromedaries}/{}{dromedaries}/{camels}", "11/".repeat(rows - 4));
        let (north, south) = army.split_at(army.len() / 2);
        game.start = game.parse_position(&format!("{north}{} w", south.to_uppercase()))?;
        Ok(game)
    }

    /// Numbers the moves by one offset, if animals of the kind have them.
    fn add_jump(&mut self, kind: usize, offset: (i32, i32), any: bool) {
        // Orthogonal and diagonal directions: one sort is for the leg, the other for the last step.
        let (legs, lasts) = (&KINGWISE[4 * kind..][..4], &KINGWISE[4 - 4 * kind..][..4]);
        let grid = self.grid;
        let shift = |(dc, dr): (i32, i32)| (dr * COLUMNS as i32 + dc) as isize;
        let leaves = |from: &usize| grid.step(*from, offset).is_some();
        let leg = |&(dc, dr): &(i32, i32)| {
            let step = (offset.0 - 2 * dc, offset.1 - 2 * dr);
            let stays = |from: &usize| leaves(from) && grid.step(*from, (2 * dc, 2 * dr)).is_some();
            (lasts.contains(&step) && (any || dc * step.0 + dr * step.1 > 0))
                .then(|| Leg { shift: shift((dc, dr)), from: set((0..grid.len()).filter(stays)) })
        };
        let legs: ArrayVec<_, 2> = legs.iter().filter_map(leg).collect();
        if legs.is_empty() {
            return;
        }
        let mut moves: Vec<_> = (0..grid.len()).map(|from| Move { action: 0, legs: [[from as u8; 2]; 2] }).collect();
        for from in (0..grid.len()).filter(leaves) {
            moves[from].action = self.moves.len() as u16;
            self.moves.push([self.jumps.len() as u8, from as u8]);
            for (cells, leg) in moves[from].legs.iter_mut().zip(&legs).filter(|(_, leg)| leg.from.has(from)) {
                *cells = [1, 2].map(|steps| from.wrapping_add_signed(steps * leg.shift) as u8);
            }
        }
        self.camel_jumps += 1 - kind;
        self.jumps.push(Jump { shift: shift(offset), legs, moves: moves.into() });
    }

    /// The jumps, each with the cells from where it can be made now.
    #[inline]
    fn ways(&self, s: &State<W>) -> impl DoubleEndedIterator<Item = (&Jump<W>, Bits<W>)> + use<'_, W> {
        let own = s.animals[s.player as usize];
        let (empty, goals) = (self.empty(s), !(own | self.rocks));
        let animals = [own & s.camels, own.without(s.camels)];
        self.jumps.iter().enumerate().map(move |(number, jump)| {
            let animals = animals[usize::from(number >= self.camel_jumps)];
            (jump, animals & goals.moved(-jump.shift) & jump.clear(empty))
        })
    }

    /// All cells that can be crossed, and some beyond the board.
    #[inline]
    fn empty(&self, s: &State<W>) -> Bits<W> {
        !(s.animals[0] | s.animals[1] | self.rocks)
    }

    /// Whether the animal on a cell, one of the player to move, can make a jump.
    #[inline]
    fn check_way(&self, s: &State<W>, number: usize, from: usize) -> Result<(), Illegal> {
        let jump = &self.jumps[number];
        let (to, taken) = (from.wrapping_add_signed(jump.shift), s.animals[s.player as usize] | self.rocks);
        ensure!(s.kind(from) == usize::from(number >= self.camel_jumps), Illegal::BadMove);
        ensure!(jump.is_clear(&self.empty(s), from), Illegal::Blocked);
        ensure!(!taken.has(to), Illegal::Occupied);
        Ok(())
    }

    /// Whether a side has a camel where it wants one.
    #[inline]
    fn is_home(&self, s: &State<W>, side: usize) -> bool {
        (s.animals[side] & s.camels).has(self.targets[side])
    }

    /// Whether a side has an able camel.
    #[inline]
    fn is_able(&self, s: &State<W>, side: usize) -> bool {
        (s.animals[side] & s.camels).meets(&self.able[side])
    }

    /// Dromedaries, which come last, have the most room: so the search begins at the end.
    #[inline]
    fn can_move(&self, s: &State<W>) -> bool {
        self.ways(s).rev().any(|(_, from)| !from.is_empty())
    }

    /// Ends the game if the last move has won it, or none can follow.
    #[inline]
    fn settle(&self, s: &mut State<W>) {
        let (next, last) = (s.player as usize, 1 - s.player as usize);
        if self.is_home(s, last) {
            s.end = Some(Outcome::win(last, DOUBLE));
        } else if !self.is_able(s, next) {
            s.end = Some(Outcome::win(last, "single win"));
        } else if !self.can_move(s) {
            s.end = Some(Outcome::draw("no legal move"));
        }
    }

    #[inline]
    fn put(&self, s: &mut State<W>, side: usize, kind: usize, cell: usize) {
        s.animals[side].insert(cell);
        if kind == 0 {
            s.camels.insert(cell);
        }
        s.key ^= self.keys[2 * side + kind][cell];
    }

    #[inline]
    fn take(&self, s: &mut State<W>, side: usize, cell: usize) -> usize {
        let kind = s.kind(cell);
        s.animals[side].remove(cell);
        s.camels.remove(cell);
        s.key ^= self.keys[2 * side + kind][cell];
        kind
    }
}

impl<const W: usize> State<W> {
    /// The kind of the animal on a cell.
    #[inline]
    fn kind(&self, cell: usize) -> usize {
        usize::from(!self.camels.has(cell))
    }
}

impl<const W: usize> Game for Kamelen<W> {
    type State = State<W>;

    fn num_actions(&self) -> usize {
        self.moves.len()
    }

    /// With an able camel on either side at most 34 animals are gone; the next capture, or the 100th turn without one,
    /// is the end.
    fn max_steps(&self) -> usize {
        35 * QUIET as usize
    }

    fn start(&self, _seed: u64) -> State<W> {
        self.start.clone()
    }

    fn actor(&self, s: &State<W>) -> Actor {
        if s.end.is_none() { Actor::Player(s.player) } else { Actor::Over }
    }

    fn legal(&self, s: &State<W>, out: &mut Vec<Action>) {
        for (jump, from) in self.ways(s) {
            out.extend(from.iter().map(|cell| Action::from(jump.moves[cell].action)));
        }
    }

    fn num_legal(&self, s: &State<W>) -> usize {
        self.ways(s).map(|(_, from)| from.count()).sum()
    }

    fn random_action(&self, s: &State<W>, rng: &mut Rng, scratch: &mut Vec<Action>) -> Action {
        let own = s.animals[s.player as usize];
        by_trial(self, s, rng, scratch, own.count() << self.jump_bits, |place| {
            let from = own.nth(place >> self.jump_bits);
            let number = s.kind(from) * self.camel_jumps + (place & ((1 << self.jump_bits) - 1));
            let goes = number < self.jumps.len() && self.check_way(s, number, from).is_ok();
            goes.then(|| self.jumps[number].moves[from].action.into())
        })
    }

    fn check(&self, s: &State<W>, action: Action) -> Result<(), Illegal> {
        let [number, from] = self.moves[action as usize].map(usize::from);
        ensure!(s.animals[s.player as usize].has(from), Illegal::NotYours);
        self.check_way(s, number, from)
    }

    fn play(&self, s: &mut State<W>, action: Action) {
        let [number, from] = self.moves[action as usize].map(usize::from);
        let to = from.wrapping_add_signed(self.jumps[number].shift);
        let (side, enemy) = (s.player as usize, 1 - s.player as usize);
        s.quiet = s.quiet.saturating_add(1);
        if s.animals[enemy].has(to) {
            self.take(s, enemy, to);
            s.seen.clear();
            s.quiet = 0;
        }
        let kind = self.take(s, side, from);
        self.put(s, side, kind, to);
        s.key ^= SIDE_KEY;
        s.player ^= 1;
        self.settle(s);
        if s.end.is_none() && !s.no_draws {
            if s.seen.note(s.key) == 3 {
                s.end = Some(Outcome::draw("threefold repetition"));
            } else if s.quiet == QUIET {
                s.end = Some(Outcome::draw("100 turns without a capture"));
            }
        }
    }

    fn outcome(&self, s: &State<W>) -> Option<Outcome> {
        s.end
    }

    fn ignore_draws(&self, s: &mut State<W>) {
        s.no_draws = true;
        s.seen = Repetition::default();
    }

    fn scores(&self, s: &State<W>) -> Option<Vec<f64>> {
        let worth = if s.end.is_some_and(|end| end.reason == DOUBLE) { 2.0 } else { 1.0 };
        let score = |seat: usize| s.end.map_or(0.0, |end| worth * f64::from(end.returns[seat].max(0.0)));
        Some(vec![score(0), score(1)])
    }

    fn cells(&self, s: &State<W>, _viewer: Option<usize>) -> Vec<u8> {
        let mut cells = vec![b'.'; self.grid.len()];
        self.rocks.iter().for_each(|cell| cells[cell] = b'#');
        for (animals, letters) in s.animals.iter().zip([b"CD", b"cd"]) {
            animals.iter().for_each(|cell| cells[cell] = letters[s.kind(cell)]);
        }
        cells
    }

    fn info(&self, s: &State<W>, _viewer: Option<usize>) -> Vec<(&'static str, i64)> {
        vec![("quiet", s.quiet.into())]
    }

    fn observation_shape(&self) -> Vec<usize> {
        self.grid.planes(8)
    }

    /// Planes: own camels, own dromedaries, the opponent's camels and dromedaries, rocks, all ones for White, all ones
    /// where the seat is to move, the part of 100 turns that has passed without a capture.
    fn observe(&self, s: &State<W>, seat: usize, out: &mut [f32]) {
        let [own, enemy] = [s.animals[seat], s.animals[1 - seat]];
        let sets = [own & s.camels, own.without(s.camels), enemy & s.camels, enemy.without(s.camels), self.rocks];
        let to_move = s.end.is_none() && s.player as usize == seat;
        let facts = [f32::from(seat == 0), f32::from(to_move), f32::from(s.quiet) / f32::from(QUIET)];
        let (boards, rest) = out.split_at_mut(sets.len() * self.grid.len());
        for (plane, set) in boards.chunks_mut(self.grid.len()).zip(sets) {
            set.iter().for_each(|cell| plane[cell] = 1.0);
        }
        rest.chunks_mut(self.grid.len()).zip(facts).for_each(|(plane, fact)| plane.fill(fact));
    }

    fn position(&self, s: &State<W>) -> String {
        let rows = text::write_rows(&self.grid, &self.grid.upside_down(&self.cells(s, None)));
        format!("{rows} {}", ["w", "b"][s.player as usize])
    }

    fn parse_position(&self, text: &str) -> Result<State<W>, TextError> {
        let [rows, side] = text::fields(text, "rows from the top, side to move (w or b)")?;
        let cells = self.grid.upside_down(&text::read_rows(&self.grid, rows, "CDcd#")?);
        let mut s = State::default();
        for (cell, &letter) in cells.iter().enumerate() {
            ensure!(
                (letter == b'#') == self.rocks.has(cell),
                "rocks (#) stand on their six cells and nowhere else; see {}",
                text::cell_name(self.grid, cell)
            );
            if let Some(animal) = b"CDcd".iter().position(|&l| l == letter) {
                self.put(&mut s, animal / 2, animal % 2, cell);
            }
        }
        for (animals, name) in s.animals.iter().zip(["White", "Black"]) {
            let (camels, dromedaries) = ((*animals & s.camels).count(), animals.without(s.camels).count());
            ensure!(
                camels <= CAMELS && dromedaries <= DROMEDARIES,
                "{name} has {camels} camels and {dromedaries} dromedaries; there are at most {CAMELS} and {DROMEDARIES}"
            );
        }
        if text::word(side, &["w", "b"], "the side to move")? == 1 {
            s.player = 1;
            s.key ^= SIDE_KEY;
        }
        let (next, last) = (s.player as usize, 1 - s.player as usize);
        let has_won = self.is_home(&s, next) || !self.is_able(&s, last);
        ensure!(!has_won, "the side to move has won already, so the other side did not move last");
        self.settle(&mut s);
        s.seen.note(s.key);
        Ok(s)
    }

    fn key(&self, s: &State<W>) -> u64 {
        s.key
    }
}
