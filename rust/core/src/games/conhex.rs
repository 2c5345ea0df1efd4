//! ConHex: stones on points claim the spaces between them, claimed spaces join two opposite sides of the board. Rules:
//! the docs page of `conhex`.
//!
//! Points and spaces both lie in a frame of 11 x 11 and are numbered row by row from the bottom: 69 points, and 41
//! spaces under the name of the place in their middle (some of these are points as well). Actions: a point to place a
//! stone on; the number of points is the swap (only where the option is on).
//!
//! How many stones a side still needs is counted for all spaces at once, in two sets that hold the low and the high bit
//! of every space's number: a stone costs one addition, and the spaces that overflow are the claimed ones. Of each
//! side's spaces we keep those that are joined to its first edge.

use crate::board::{Bits, Graph, Grid, Offer, Places, Shape, legal_by_offer, letters, stones};
use crate::prelude::*;

/// The board.
const FRAME: Grid = Grid::new(11, 11);

/// The spaces of the upper quarter, each with its points. The first four lie on the top side, the first one also on the
/// left. The other quarters are this one turned; then the space in the middle is left.
const QUARTER: [(&str, &str); 10] = [
    ("B10", "A11 C10 B9"),
    ("D11", "C10 D10 E10"),
    ("F11", "E10 F10 G10"),
    ("H11", "G10 H10 I10"),
    ("C9", "C10 D10 B9 D9 B8 C8"),
    ("E10", "D10 E10 F10 D9 E9 F9"),
    ("G10", "F10 G10 H10 F9 G9 H9"),
    ("D8", "D9 E9 C8 E8 C7 D7"),
    ("F9", "E9 F9 G9 E8 F8 G8"),
    ("E7", "E8 F8 D7 F7 D6 E6"),
];
const MIDDLE: (&str, &str) = ("F6", "F6 F7 E6 G6 F5");

/// The rules of ConHex.
pub struct Conhex {
    swap: bool,
    points: Places,
    spaces: Places,
    all: Bits<2>,
    /// By point, the spaces it belongs to.
    around: Box<[Bits<1>]>,
    /// Which spaces are neighbours.
    graph: Graph<1>,
    /// By side, then start and goal edge: the spaces on it.
    edges: [[Bits<1>; 2]; 2],
    /// What the counters begin with: four less what is needed, as the low and the high bit.
    counters: [Bits<1>; 2],
}

/// A position.
#[derive(Clone, Copy, Default)]
pub struct State {
    stones: [Bits<2>; 2],
    /// By side, the low and the high bit of the number of every space.
    counters: [[Bits<1>; 2]; 2],
    claimed: [Bits<1>; 2],
    /// The claimed spaces joined to their side's start edge.
    joined: [Bits<1>; 2],
    player: u8,
    /// The seat that has won, which is smaller than an outcome: perft copies it with the state.
    winner: Option<u8>,
}

const SIDES: [&str; 2] = ["b", "r"];

impl Build for Conhex {
    fn build(mut options: Options) -> Built {
        let swap = options.bool("swap", true)?;
        let options = options.finish("conhex")?;
        Ok(erase("conhex", options, Conhex::new(swap)))
    }
}

/// A place turned clockwise by `quarters` of a circle.
fn turned(place: usize, quarters: usize) -> usize {
    (0..quarters).fold(place, |p, _| FRAME.cell(FRAME.row(p), FRAME.columns - 1 - FRAME.column(p)))
}

impl Conhex {
    fn new(swap: bool) -> Self {
        let place = |name| text::read_cell(FRAME, name).unwrap_or_default();
        let quarters = (0..4).flat_map(|turn| QUARTER.map(|space| (turn, space)));
        let (middles, corners): (Vec<usize>, Vec<Vec<usize>>) = quarters
            .chain([(0, MIDDLE)])
            .map(|(turn, (middle, corners))| {
                (turned(place(middle), turn), corners.split(' ').map(|corner| turned(place(corner), turn)).collect())
            })
            .unzip();
        let (points, spaces) = (Places::new(FRAME, corners.concat()), Places::new(FRAME, middles.clone()));
        let mut around = vec![Bits::EMPTY; points.len()];
        let mut counters = [Bits::EMPTY; 2];
        for (&middle, corners) in middles.iter().zip(&corners) {
            let Some(space) = spaces.at(middle) else { continue };
            corners.iter().filter_map(|&corner| points.at(corner)).for_each(|point| around[point].insert(space));
            counters[usize::from(corners.len() == 3)].insert(space);
        }
        let edge = |turn: usize| {
            let first = turn % 4 * QUARTER.len();
            let on_it = (first..first + 4).chain([(first + QUARTER.len()) % (middles.len() - 1)]);
            on_it.filter_map(|space| spaces.at(middles[space])).collect()
        };
        let near = |space: usize| around.iter().filter(move |set| set.has(space)).flat_map(Bits::iter);
        Conhex {
            swap,
            all: Bits::first(points.len()),
            graph: Graph::new(spaces.len(), |space| near(space).filter(move |&other| other != space)),
            edges: [[edge(2), edge(0)], [edge(3), edge(1)]],
            counters,
            around: around.into(),
            points,
            spaces,
        }
    }

    fn empty(&self, s: &State) -> Bits<2> {
        self.all.without(s.stones[0] | s.stones[1])
    }

    fn can_swap(&self, s: &State) -> bool {
        self.swap && s.player == 1 && s.stones[1].is_empty() && s.stones[0].count() == 1
    }

    fn offer(&self, s: &State) -> Offer<2> {
        Offer { cells: self.empty(s), other: self.can_swap(s).then_some(self.points.len()) }
    }

    /// The point beyond the diagonal A1-K11.
    fn mirrored(&self, point: usize) -> Option<usize> {
        let place = self.points.spot(point);
        self.points.at(FRAME.cell(FRAME.row(place), FRAME.column(place)))
    }

    /// Adds a stone; returns the spaces of which the side now has just enough points.
    #[inline]
    fn count(&self, s: &mut State, side: usize, point: usize) -> Bits<1> {
        s.stones[side].insert(point);
        let [low, high] = &mut s.counters[side];
        let one = self.around[point];
        let two = *low & one;
        let four = *high & two;
        *low ^= one;
        *high ^= two;
        four
    }

    #[inline]
    fn claim(&self, s: &mut State, side: usize, spaces: Bits<1>) {
        s.claimed[side] |= spaces;
        let ([start, goal], joined) = (&self.edges[side], &mut s.joined[side]);
        for space in spaces.iter() {
            if start.has(space) || self.graph.near(space).meets(joined) {
                self.graph.extend(joined, space, &s.claimed[side]);
            }
        }
        if joined.meets(goal) {
            s.winner = Some(side as u8);
        }
    }

    /// The turn of a stone.
    #[inline]
    fn place(&self, s: &mut State, point: usize) {
        let side = s.player as usize;
        let enough = self.count(s, side, point);
        self.claim(s, side, enough.without(s.claimed[1 - side]));
        s.player ^= 1;
    }
}

impl Game for Conhex {
    type State = State;

    fn num_actions(&self) -> usize {
        self.points.len() + usize::from(self.swap)
    }

    fn max_steps(&self) -> usize {
        self.num_actions()
    }

    fn start(&self, _seed: u64) -> State {
        State { counters: [self.counters; 2], ..State::default() }
    }

    fn actor(&self, s: &State) -> Actor {
        if s.winner.is_none() { Actor::Player(s.player) } else { Actor::Over }
    }

    legal_by_offer!();

    fn check(&self, s: &State, action: Action) -> Result<(), Illegal> {
        let point = action as usize;
        if point == self.points.len() {
            ensure!(self.can_swap(s), Illegal::CannotSwap);
        } else {
            ensure!(self.empty(s).has(point), Illegal::Occupied);
        }
        Ok(())
    }

    fn play(&self, s: &mut State, action: Action) {
        if (action as usize) < self.points.len() {
            self.place(s, action as usize);
        } else if let Some(point) = s.stones[0].lowest().and_then(|stone| self.mirrored(stone)) {
            *s = self.start(0);
            self.count(s, 1, point);
        }
    }

    fn outcome(&self, s: &State) -> Option<Outcome> {
        s.winner.map(|seat| Outcome::win(seat.into(), "connection"))
    }

    /// The points, then the spaces.
    fn cells(&self, s: &State, _viewer: Option<usize>) -> Vec<u8> {
        [letters(self.points.len(), &s.stones, *b"BR"), letters(self.spaces.len(), &s.claimed, *b"BR")].concat()
    }

    fn observation_shape(&self) -> Vec<usize> {
        self.points.planes(6)
    }

    /// Planes of the frame: own stones, the opponent's stones, own spaces, the opponent's spaces (each at the place it
    /// is called after), all ones for the first player, all ones where a swap is possible.
    fn observe(&self, s: &State, seat: usize, out: &mut [f32]) {
        for (plane, side) in [seat, 1 - seat].into_iter().enumerate() {
            self.points.show(&s.stones[side], plane, out);
            self.spaces.show(&s.claimed[side], 2 + plane, out);
        }
        self.points.flag(seat == 0, 4, out);
        self.points.flag(self.can_swap(s), 5, out);
    }

    fn position(&self, s: &State) -> String {
        let cells = self.cells(s, None);
        let (points, spaces) = cells.split_at(self.points.len());
        let write = |places: &Places, cells| text::write_rows(places, &places.upside_down(cells));
        format!("{} {} {}", write(&self.points, points), write(&self.spaces, spaces), SIDES[s.player as usize])
    }

    fn parse_position(&self, text: &str) -> Result<State, TextError> {
        let [points, spaces, side] =
            text::fields(text, "points in rows from the top, spaces in rows from the top, side to move (b or r)")?;
        let read = |places: &Places, rows| text::read_rows(places, rows, "BR").map(|cells| places.upside_down(&cells));
        let mut s = self.start(0);
        let mut enough = [Bits::EMPTY; 2];
        for (side, set) in stones::<2>(&read(&self.points, points)?, *b"BR").into_iter().enumerate() {
            set.iter().for_each(|point| enough[side] |= self.count(&mut s, side, point));
        }
        let claimed = stones(&read(&self.spaces, spaces)?, *b"BR");
        let is_earned = (0..2).all(|side| claimed[side].without(enough[side]).is_empty());
        let is_complete = claimed[0] | claimed[1] == enough[0] | enough[1];
        ensure!(
            is_earned && is_complete,
            "a space belongs to a side with stones on half of its points, and to nobody else"
        );
        (0..2).for_each(|side| self.claim(&mut s, side, claimed[side]));
        s.player = text::word(side, &SIDES, "the side to move")? as u8;
        Ok(s)
    }

    fn key(&self, s: &State) -> u64 {
        let (stones, claimed) = (s.stones.iter().flat_map(|set| set.0), s.claimed.iter().flat_map(|set| set.0));
        stones.chain(claimed).fold(u64::from(s.player), mix)
    }

    fn playout(&self, s: &mut State, rng: &mut Rng, scratch: &mut Vec<Action>) -> u32 {
        placements(self, s, rng, scratch, |s, point| self.place(s, point))
    }
}
