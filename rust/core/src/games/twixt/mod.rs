//! Twixt on paper: pegs in holes, links a knight's move long, and who joins his two border rows wins. Rules: the docs
//! page of `twixt`.
//!
//! Hole `row * size + column`, row 0 on top. White joins top and bottom, Black left and right. Actions: a hole to put a
//! peg in; then the swap (only where the option is on); then, with the option `removal`, an own link to take off,
//! `4 * (column * size + row) + direction` by its left end, the order in which links are written.
//!
//! Connection as in `hex`: of each side's pegs we keep those that are joined to its first border row. A peg is visited
//! once per game, unless a link of such pegs is taken off: then the set is made anew. Links have a file of their own.

use crate::board::{Bits, Grid, Shape, letters, ones, stones};
use crate::prelude::*;

mod links;

use links::{Links, NOWHERE, Net};

/// Twixt on a board that fits `W` words.
pub struct Twixt<const W: usize = 9> {
    grid: Grid,
    swap: bool,
    removal: bool,
    /// The first action that takes off a link.
    links: usize,
    /// By side, where it may put pegs: not in the border rows of the other.
    holes: [Bits<W>; 2],
    /// By side, its first and its last border row.
    borders: [[Bits<W>; 2]; 2],
    net: Net,
}

/// A position.
#[derive(Clone, Copy, Default)]
pub struct State<const W: usize> {
    pegs: [Bits<W>; 2],
    /// The pegs joined to their side's first border row.
    joined: [Bits<W>; 2],
    links: [Links<W>; 2],
    player: usize,
    /// The end by connection; a board may also have no hole left.
    won: Option<Outcome>,
    /// Whether the player to move has taken off links in this turn.
    removed: bool,
}

const SIDES: [&str; 4] = ["w", "b", "w-", "b-"];

impl Build for Twixt {
    fn build(mut options: Options) -> Built {
        let size = options.int("size", 24, 4..=48)? as usize;
        let (swap, removal) = (options.bool("swap", true)?, options.bool("removal", false)?);
        let options = options.finish("twixt")?;
        Ok(match size {
            ..=8 => erase("twixt", options, Twixt::<1>::new(size, swap, removal)),
            9..=16 => erase("twixt", options, Twixt::<4>::new(size, swap, removal)),
            17..=24 => erase("twixt", options, Twixt::<9>::new(size, swap, removal)),
            25..=30 => erase("twixt", options, Twixt::<15>::new(size, swap, removal)),
            _ => erase("twixt", options, Twixt::<36>::new(size, swap, removal)),
        })
    }
}

impl<const W: usize> Twixt<W> {
    fn new(size: usize, swap: bool, removal: bool) -> Self {
        let grid = Grid::new(size, size);
        let borders = grid.edges();
        let without_borders = |side: usize| Bits::first(grid.len()).without(borders[side][0] | borders[side][1]);
        Twixt {
            grid,
            swap,
            removal,
            links: grid.len() + usize::from(swap),
            holes: [1, 0].map(without_borders),
            borders,
            net: Net::new(grid),
        }
    }

    fn empty(&self, s: &State<W>, side: usize) -> Bits<W> {
        self.holes[side].without(s.pegs[0] | s.pegs[1])
    }

    fn can_swap(&self, s: &State<W>) -> bool {
        self.swap && s.player == 1 && s.pegs[1].is_empty() && s.pegs[0].count() == 1
    }

    /// The hole with column and row exchanged.
    fn mirrored(&self, hole: usize) -> usize {
        self.grid.cell(self.grid.row(hole), self.grid.column(hole))
    }

    #[inline]
    fn place(&self, s: &mut State<W>, side: usize, hole: usize) {
        s.pegs[side].insert(hole);
        let mut joined = self.borders[side][0].has(hole);
        for direction in ones(self.net.near(hole, &s.pegs[side]).into()) {
            if !self.net.crosses(&s.links[1 - side], hole, direction) {
                self.net.flip(&mut s.links[side], hole, direction);
                joined |= s.joined[side].has(self.net.end(hole, direction));
            }
        }
        if joined {
            self.join(s, side, Bits::one(hole));
        }
    }

    /// Adds pegs, and the chains that hang on them, to those joined to the first border row.
    fn join(&self, s: &mut State<W>, side: usize, mut todo: Bits<W>) {
        let joined = &mut s.joined[side];
        *joined |= todo;
        while let Some(at) = todo.lowest() {
            todo.remove(at);
            for direction in ones(s.links[side].at(at).into()) {
                let end = self.net.end(at, direction);
                if !joined.has(end) {
                    joined.insert(end);
                    todo.insert(end);
                }
            }
        }
        if joined.meets(&self.borders[side][1]) {
            s.won = Some(Outcome::win(side, "connection"));
        }
    }

    /// Finds the pegs joined to the first border row from nothing.
    fn join_anew(&self, s: &mut State<W>, side: usize) {
        s.joined[side] = Bits::EMPTY;
        self.join(s, side, s.pegs[side] & self.borders[side][0]);
    }

    /// The left end and the direction of the link that an action takes off.
    fn link(&self, action: Action) -> (usize, usize) {
        let number = action as usize - self.links;
        (self.mirrored(number / 4), number % 4)
    }

    /// The actions that take off a link of the player to move, in no order.
    fn removals(&self, s: &State<W>) -> impl Iterator<Item = Action> {
        let links = self.removal.then(|| s.links[s.player].iter()).into_iter().flatten();
        links.map(|(hole, direction)| (self.links + 4 * self.mirrored(hole) + direction) as Action)
    }

    /// How many links the player to move may take off.
    fn count_removals(&self, s: &State<W>) -> usize {
        if self.removal { s.links[s.player].count() } else { 0 }
    }
}

impl<const W: usize> Game for Twixt<W> {
    type State = State<W>;

    const ONE_STEP_TURNS: bool = false;

    fn num_actions(&self) -> usize {
        self.links + if self.removal { 4 * self.grid.len() } else { 0 }
    }

    /// A peg in every hole, the swap, and each pair of holes a knight's move apart linked and parted once.
    fn max_steps(&self) -> usize {
        let n = self.grid.columns;
        self.links - 4 + if self.removal { 4 * (n - 1) * (n - 2) } else { 0 }
    }

    fn start(&self, _seed: u64) -> State<W> {
        State::default()
    }

    #[inline]
    fn actor(&self, s: &State<W>) -> Actor {
        let is_over = s.won.is_some() || self.empty(s, s.player).is_empty();
        if is_over { Actor::Over } else { Actor::Player(s.player as u8) }
    }

    fn in_turn(&self, s: &State<W>) -> bool {
        s.removed
    }

    fn legal(&self, s: &State<W>, out: &mut Vec<Action>) {
        out.extend(self.empty(s, s.player).iter().map(|hole| hole as Action));
        out.extend(self.can_swap(s).then_some(self.grid.len() as Action));
        let begin = out.len();
        out.extend(self.removals(s));
        out[begin..].sort_unstable();
    }

    fn num_legal(&self, s: &State<W>) -> usize {
        self.empty(s, s.player).count() + usize::from(self.can_swap(s)) + self.count_removals(s)
    }

    fn random_action(&self, s: &State<W>, rng: &mut Rng, _scratch: &mut Vec<Action>) -> Action {
        let empty = self.empty(s, s.player);
        let pick = rng.below(self.num_legal(s));
        match pick.checked_sub(empty.count()) {
            None => empty.nth(pick) as Action,
            // A swap finds no links.
            Some(number) => self.removals(s).nth(number).unwrap_or(self.grid.len() as Action),
        }
    }

    fn check(&self, s: &State<W>, action: Action) -> Result<(), Illegal> {
        let (hole, side) = (action as usize, s.player);
        if hole < self.grid.len() {
            ensure!(self.holes[side].has(hole), Illegal::OffBoard);
            ensure!(!(s.pegs[0] | s.pegs[1]).has(hole), Illegal::Occupied);
        } else if hole < self.links {
            ensure!(self.can_swap(s), Illegal::CannotSwap);
        } else {
            let (hole, direction) = self.link(action);
            ensure!(self.net.end(hole, direction) != NOWHERE, Illegal::OffBoard);
            ensure!(!s.links[1 - side].has(hole, direction), Illegal::NotYours);
            ensure!(s.links[side].has(hole, direction), Illegal::NoneLeft);
        }
        Ok(())
    }

    fn play(&self, s: &mut State<W>, action: Action) {
        let (hole, side) = (action as usize, s.player);
        if hole < self.grid.len() {
            self.place(s, side, hole);
            s.player ^= 1;
            s.removed = false;
        } else if hole >= self.links {
            let (hole, direction) = self.link(action);
            self.net.flip(&mut s.links[side], hole, direction);
            s.removed = true;
            if s.joined[side].has(hole) {
                self.join_anew(s, side);
            }
        } else if let Some(peg) = s.pegs[0].lowest() {
            *s = self.start(0);
            self.place(s, 1, self.mirrored(peg));
        }
    }

    fn outcome(&self, s: &State<W>) -> Option<Outcome> {
        s.won.or_else(|| (self.actor(s) == Actor::Over).then(|| Outcome::draw("no legal move")))
    }

    /// Links are taken off as a set: each set once, in ascending order, before the peg.
    fn for_each_turn(&self, s: &State<W>, f: Visit<'_, State<W>>) -> ControlFlow<()> {
        each_set(self, s, |action| if (action as usize) < self.links { u32::MAX } else { action }, f)
    }

    /// Any of the holes after any set of removals; a swap finds no links.
    fn count_turns(&self, s: &State<W>) -> u64 {
        let removals = self.count_removals(s);
        let ends = (self.num_legal(s) - removals) as u64;
        ends.saturating_mul(1u64.checked_shl(removals as u32).unwrap_or(u64::MAX))
    }

    fn cells(&self, s: &State<W>, _viewer: Option<usize>) -> Vec<u8> {
        letters(self.grid.len(), &s.pegs, *b"WB")
    }

    fn observation_shape(&self) -> Vec<usize> {
        self.grid.planes(12)
    }

    /// Planes: own pegs; the opponent's pegs; four planes of own links, by direction, at their left ends; the same of
    /// the opponent's links; all ones for the first player; all ones where a swap is possible.
    fn observe(&self, s: &State<W>, seat: usize, out: &mut [f32]) {
        for (i, side) in [seat, 1 - seat].into_iter().enumerate() {
            self.grid.show(&s.pegs[side], i, out);
            for (hole, direction) in s.links[side].iter() {
                out[(2 + 4 * i + direction) * self.grid.len() + hole] = 1.0;
            }
        }
        self.grid.flag(seat == 0, 10, out);
        self.grid.flag(self.can_swap(s), 11, out);
    }

    fn position(&self, s: &State<W>) -> String {
        let mut links: Vec<_> = s.links.iter().flat_map(Links::iter).collect();
        links.sort_unstable_by_key(|&(hole, direction)| (self.mirrored(hole), direction));
        let links: Vec<_> = links.iter().map(|&(hole, direction)| self.net.name(hole, direction)).collect();
        let links = if links.is_empty() { "-".to_owned() } else { links.join(",") };
        let side = SIDES[s.player + 2 * usize::from(s.removed)];
        format!("{} {side} {links}", text::write_rows(&self.grid, &self.cells(s, None)))
    }

    fn parse_position(&self, text: &str) -> Result<State<W>, TextError> {
        let sides = if self.removal { &SIDES[..] } else { &SIDES[..2] };
        let what = format!("rows from the top, side to move ({}), links such as c3d5,e5g6 or -", sides.join(", "));
        let [rows, side, links] = text::fields(text, &what)?;
        let mut s = self.start(0);
        s.pegs = stones(&text::read_rows(&self.grid, rows, "WB")?, *b"WB");
        for (side, name) in ["white", "black"].into_iter().enumerate() {
            for peg in s.pegs[side].iter() {
                let hole = || text::cell_name(self.grid, peg);
                ensure!(self.holes[side].has(peg), "a {name} peg on {}, where it may not stand", hole());
            }
        }
        for link in links.split(',').filter(|_| links != "-") {
            let (hole, direction) = self.net.read(link)?;
            let ends = Bits::one(hole) | Bits::one(self.net.end(hole, direction));
            let side = s.pegs.iter().position(|pegs| ends.without(*pegs).is_empty());
            let side = side.ok_or_else(|| TextError::new(format!("{link} does not join two pegs of one side")))?;
            ensure!(!self.net.crosses(&s.links[1 - side], hole, direction), "{link} crosses a link of the other side");
            if !s.links[side].has(hole, direction) {
                self.net.flip(&mut s.links[side], hole, direction);
            }
        }
        // Links of the two sides do not cross, so one of them can be connected at most.
        (0..2).for_each(|side| self.join_anew(&mut s, side));
        let side = text::word(side, sides, "the side to move")?;
        (s.player, s.removed) = (side % 2, side >= 2);
        let can_have_removed = s.pegs[s.player].count() > 1 && self.actor(&s) != Actor::Over;
        ensure!(!s.removed || can_have_removed, "{}: no link can have been taken off in this turn", SIDES[side]);
        Ok(s)
    }

    /// Made when asked for, which is seldom; a step is too quick to carry it along.
    fn key(&self, s: &State<W>) -> u64 {
        let words = s.pegs.iter().flat_map(|pegs| pegs.0).chain(s.links.iter().flat_map(Links::words));
        words.fold(s.player as u64 + 2 * u64::from(s.removed), mix)
    }

    /// Where nothing but pegs is left to choose, each side draws from a list of its empty holes without replacement,
    /// and passes over those that the other side has taken in the meantime.
    fn playout(&self, s: &mut State<W>, rng: &mut Rng, scratch: &mut Vec<Action>) -> u32 {
        let mut steps = 0;
        while self.actor(s) != Actor::Over && (self.removal || s.pegs[1].is_empty()) {
            let action = self.random_action(s, rng, scratch);
            self.play(s, action);
            steps += 1;
        }
        let mut lists = [0, 1].map(|side| {
            let mut list = Vec::with_capacity(self.grid.len());
            list.extend(self.empty(s, side).iter());
            list
        });
        let mut side = s.player;
        while s.won.is_none() && !lists[side].is_empty() {
            let hole = lists[side].swap_remove(rng.below(lists[side].len()));
            if !s.pegs[1 - side].has(hole) {
                self.place(s, side, hole);
                side ^= 1;
                steps += 1;
            }
        }
        s.player = side;
        steps
    }
}
