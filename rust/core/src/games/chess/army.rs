//! The pieces of a chess and how they move: short descriptions, worked out into tables.

use crate::board::{Bitboard, Grid, KINGWISE, Rays};

/// Which cells of a board, as the first player sees it.
pub type Zone = fn(Grid, usize) -> bool;

/// How a kind of piece moves, as seen by the first player: `(right, forward)` steps.
#[derive(Clone, Copy)]
pub struct Piece {
    /// Its letter in position texts, upper case.
    pub letter: u8,
    /// Jumps to cells nearby.
    pub steps: &'static [(i32, i32)],
    /// Slides: a direction and how far.
    pub rides: &'static [(i32, i32, usize)],
    /// Jumps that the first cell of the way can block: that cell's step, and the jump.
    pub lame: &'static [((i32, i32), (i32, i32))],
    /// Slides as its `rides` say, but takes only by hopping over exactly one piece (the cannon).
    pub hops: bool,
    /// A pawn of western chess: its steps are the cells it attacks.
    pub pawn: bool,
    /// Attacks its like along open files (the general of xiangqi).
    pub faces: bool,
    /// The cells it may stand on, if not all: by cell as the first player sees it.
    pub zone: Option<Zone>,
    /// Further steps from some cells (the soldier beyond the river).
    pub beyond: Option<(Zone, &'static [(i32, i32)])>,
    /// The kind it promotes to, where a move in the zone may turn it over (shogi).
    pub promotes: Option<usize>,
    /// The kind it is in a hand.
    pub base: Option<usize>,
}

impl Piece {
    /// A piece that cannot move, to start a description from.
    pub const fn new(letter: u8) -> Self {
        Piece {
            letter,
            steps: &[],
            rides: &[],
            lame: &[],
            hops: false,
            pawn: false,
            faces: false,
            zone: None,
            beyond: None,
            promotes: None,
            base: None,
        }
    }

    /// A piece that jumps.
    pub const fn leaper(letter: u8, steps: &'static [(i32, i32)]) -> Self {
        Piece { steps, ..Piece::new(letter) }
    }

    /// A piece that slides.
    pub const fn rider(letter: u8, rides: &'static [(i32, i32, usize)]) -> Self {
        Piece { rides, ..Piece::new(letter) }
    }

    /// A piece that slides and jumps.
    pub const fn both(letter: u8, rides: &'static [(i32, i32, usize)], steps: &'static [(i32, i32)]) -> Self {
        Piece { rides, ..Piece::leaper(letter, steps) }
    }

    /// The same piece as one that turns over to kind `promoted` in the zone.
    pub const fn turning(self, promoted: usize) -> Self {
        Piece { promotes: Some(promoted), ..self }
    }

    /// The same piece as the promoted form of kind `base`.
    pub const fn turned(self, base: usize) -> Self {
        Piece { base: Some(base), ..self }
    }
}

/// Farther than any board.
pub const FAR: usize = 16;
/// The eight neighbours.
pub const KING: &[(i32, i32)] = &KINGWISE;
/// The knight's jumps.
pub const KNIGHT: &[(i32, i32)] = &[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
/// The rook's directions.
pub const ROOK: &[(i32, i32, usize)] = &[(1, 0, FAR), (0, 1, FAR), (-1, 0, FAR), (0, -1, FAR)];
/// The bishop's directions.
pub const BISHOP: &[(i32, i32, usize)] = &[(1, 1, FAR), (-1, 1, FAR), (-1, -1, FAR), (1, -1, FAR)];
/// The queen's directions.
pub const QUEEN: &[(i32, i32, usize)] =
    &[(1, 0, FAR), (0, 1, FAR), (-1, 0, FAR), (0, -1, FAR), (1, 1, FAR), (-1, 1, FAR), (-1, -1, FAR), (1, -1, FAR)];

/// What the move generator asks of a kind without looking into tables.
#[derive(Clone, Copy)]
pub struct Kind {
    /// It jumps.
    pub leaps: bool,
    /// It slides along ranks or files.
    pub orthogonal: bool,
    /// It slides along diagonals.
    pub diagonal: bool,
    /// It may attack from afar along open lines.
    pub rides: bool,
    /// See [`Piece::lame`].
    pub lame: bool,
    /// See [`Piece::hops`].
    pub hops: bool,
    /// See [`Piece::promotes`].
    pub promotes: Option<usize>,
    /// The kind in a hand: itself unless it is promoted.
    pub base: usize,
}

/// The jumps of one lame leaper from (or to) one cell, by the cell that blocks them.
type Legs<S> = [(S, S); 4];

/// Tables of all kinds: `[kind][side][cell]`, flat.
pub struct Army<S> {
    /// The board.
    pub grid: Grid,
    /// All its cells.
    pub board: S,
    /// Its lines.
    pub rays: Rays<S>,
    /// The kinds, in the order of the description.
    kinds: Vec<Kind>,
    /// The description.
    pub pieces: Vec<Piece>,
    leaps: Box<[S]>,
    leaps_from: Box<[S]>,
    reach: Box<[S]>,
    reach_from: Box<[S]>,
    legs: Box<[Legs<S>]>,
    legs_from: Box<[Legs<S>]>,
    /// From where a piece attacks, on an empty board, a neighbour of a king on the cell.
    near: Box<[S]>,
}

impl<S: Bitboard> Army<S> {
    /// Works out the tables.
    pub fn new(grid: Grid, pieces: &[Piece]) -> Self {
        let n = grid.len();
        let size = pieces.len() * 2 * S::MOST;
        let rays = Rays::new(grid);
        let empty = || vec![S::EMPTY; size].into_boxed_slice();
        let no_legs = || vec![[(S::EMPTY, S::EMPTY); 4]; size].into_boxed_slice();
        let mut army = Army {
            grid,
            board: S::first(n),
            rays,
            kinds: pieces.iter().enumerate().map(|(kind, piece)| one(kind, piece)).collect(),
            pieces: pieces.to_vec(),
            leaps: empty(),
            leaps_from: empty(),
            reach: empty(),
            reach_from: empty(),
            legs: no_legs(),
            legs_from: no_legs(),
            near: empty(),
        };
        for (kind, piece) in pieces.iter().enumerate() {
            for side in 0..2 {
                for cell in 0..n {
                    army.fill(kind, piece, side, cell);
                }
            }
        }
        for kind in 0..pieces.len() {
            for side in 0..2 {
                for cell in 0..n {
                    let around = army.leaps(0, 1 - side, cell).cells();
                    let near = around.map(|to| army.leaps_from(kind, side, to) | army.reach_from(kind, side, to));
                    let at = army.at(kind, side, cell);
                    army.near[at] = near.fold(S::EMPTY, |set, from| set | from);
                }
            }
        }
        army
    }

    fn fill(&mut self, kind: usize, piece: &Piece, side: usize, from: usize) {
        let grid = self.grid;
        // The second player sees the board turned by half.
        let seen = |cell: usize| if side == 0 { cell } else { turned(grid, cell) };
        let forward = |(dx, dy): (i32, i32)| if side == 0 { (dx, dy) } else { (-dx, -dy) };
        let allowed = |cell: usize| piece.zone.is_none_or(|zone| zone(grid, seen(cell)));
        let at = self.at(kind, side, from);
        let beyond = match piece.beyond {
            Some((zone, steps)) if zone(grid, seen(from)) => steps,
            _ => &[],
        };
        for &step in piece.steps.iter().chain(beyond) {
            if let Some(to) = grid.step(from, forward(step)).filter(|&to| allowed(to)) {
                self.leaps[at] |= S::one(to);
                let back = self.at(kind, side, to);
                self.leaps_from[back] |= S::one(from);
            }
        }
        for &(dx, dy, far) in piece.rides {
            let mut cell = from;
            for _ in 0..far {
                let Some(to) = grid.step(cell, forward((dx, dy))) else { break };
                cell = to;
                self.reach[at] |= S::one(to);
                let back = self.at(kind, side, to);
                self.reach_from[back] |= S::one(from);
            }
        }
        if piece.faces {
            self.reach_from[at] = self.rays.ray(from, 1) | self.rays.ray(from, 3);
        }
        for &(leg, jump) in piece.lame {
            let (Some(leg), Some(to)) = (grid.step(from, forward(leg)), grid.step(from, forward(jump))) else {
                continue;
            };
            if allowed(to) {
                add(&mut self.legs[at], leg, to);
                let back = self.at(kind, side, to);
                add(&mut self.legs_from[back], leg, from);
            }
        }
    }

    #[inline(always)]
    fn at(&self, kind: usize, side: usize, cell: usize) -> usize {
        (kind * 2 + side) * S::MOST + cell
    }

    /// Where a piece jumps to.
    #[inline(always)]
    pub fn leaps(&self, kind: usize, side: usize, from: usize) -> S {
        self.leaps[self.at(kind, side, from)]
    }

    /// From where a piece jumps to a cell.
    #[inline(always)]
    pub fn leaps_from(&self, kind: usize, side: usize, to: usize) -> S {
        self.leaps_from[self.at(kind, side, to)]
    }

    /// Where a piece slides to on an empty board.
    #[inline(always)]
    pub fn reach(&self, kind: usize, side: usize, from: usize) -> S {
        self.reach[self.at(kind, side, from)]
    }

    /// From where a piece slides to a cell on an empty board.
    #[inline(always)]
    pub fn reach_from(&self, kind: usize, side: usize, to: usize) -> S {
        self.reach_from[self.at(kind, side, to)]
    }

    /// From where a piece may attack what is next to a king on a cell.
    #[inline(always)]
    pub fn near(&self, kind: usize, side: usize, king: usize) -> S {
        self.near[self.at(kind, side, king)]
    }

    /// Where a lame leaper jumps to: sets of cells, each with the cell that blocks it.
    #[inline(always)]
    pub fn legs(&self, kind: usize, side: usize, from: usize) -> &Legs<S> {
        &self.legs[self.at(kind, side, from)]
    }

    /// From where a lame leaper jumps to a cell.
    #[inline(always)]
    pub fn legs_from(&self, kind: usize, side: usize, to: usize) -> &Legs<S> {
        &self.legs_from[self.at(kind, side, to)]
    }

    /// The traits of the kinds: those the compiler knows (`fixed`), else those of the description.
    #[inline(always)]
    pub fn kinds(&self, fixed: &'static [Kind]) -> &[Kind] {
        if fixed.is_empty() { &self.kinds } else { fixed }
    }

    /// The cells a piece can go to without enemies and blocks, for numbering moves.
    pub fn all_targets(&self, kind: usize, side: usize, from: usize) -> S {
        let lame = self.legs(kind, side, from).iter().fold(S::EMPTY, |set, leg| set | leg.1);
        self.leaps(kind, side, from) | self.reach(kind, side, from) | lame
    }

    /// The cells a piece may stand on.
    pub fn may_stand(&self, kind: usize, side: usize, cell: usize) -> bool {
        self.pieces[kind]
            .zone
            .is_none_or(|zone| zone(self.grid, if side == 0 { cell } else { turned(self.grid, cell) }))
    }
}

/// The cell a cell is when the board is turned by half.
pub fn turned(grid: Grid, cell: usize) -> usize {
    grid.len() - 1 - cell
}

/// The traits of an army, worked out by the compiler.
pub const fn traits<const N: usize>(pieces: &[Piece; N]) -> [Kind; N] {
    let mut all = [one(0, &pieces[0]); N];
    let mut kind = 1;
    while kind < N {
        all[kind] = one(kind, &pieces[kind]);
        kind += 1;
    }
    all
}

const fn one(kind: usize, piece: &Piece) -> Kind {
    let (mut orthogonal, mut diagonal, mut i) = (false, false, 0);
    while i < piece.rides.len() {
        if piece.rides[i].0 * piece.rides[i].1 == 0 {
            orthogonal = true;
        } else {
            diagonal = true;
        }
        i += 1;
    }
    Kind {
        leaps: !piece.steps.is_empty() || piece.beyond.is_some(),
        orthogonal,
        diagonal,
        rides: !piece.rides.is_empty() && !piece.hops || piece.faces,
        lame: !piece.lame.is_empty(),
        hops: piece.hops,
        promotes: piece.promotes,
        base: match piece.base {
            Some(base) => base,
            None => kind,
        },
    }
}

fn add<S: Bitboard>(legs: &mut Legs<S>, leg: usize, to: usize) {
    let leg = S::one(leg);
    if let Some(free) = legs.iter_mut().find(|entry| entry.0 == leg || entry.0.is_empty()) {
        free.0 = leg;
        free.1 |= S::one(to);
    }
}
