//! Stones that stand in chains: the board of Go, without its turns.
//!
//! Every stone knows the head of its chain, the stones of a chain form a ring, and the head counts the
//! chain's *pseudo-liberties*: the pairs of one of its stones and an empty point beside it. Of those, a
//! chain has at an empty point exactly as many as it has stones beside that point. So whether a chain
//! would live on without the point is a comparison of two small numbers, and legality needs no search.

use super::bits::Bits;
use super::grid::{Grid, ORTHOGONAL};
use super::zobrist;

/// What is on a point that has no stone: nothing, or it is not on the board. Stones are 0 (Black) and 1.
const EMPTY: u8 = 2;
const OUTSIDE: u8 = 3;

/// The graph of the points, and the keys of stones on them.
pub struct Points<const P: usize> {
    /// Neighbours; missing ones are the point outside the board, `P - 1`.
    around: Box<[[u16; 4]]>,
    keys: [Box<[u64]>; 2],
}

impl<const P: usize> Points<P> {
    /// The points of a rectangle, or of a torus.
    pub fn new(grid: Grid, torus: bool) -> Self {
        let around = |cell| {
            let mut near = [Stones::<0, P>::OUT; 4];
            for (i, &d) in ORTHOGONAL.iter().enumerate() {
                let next = if torus { Some(grid.step_around(cell, d)) } else { grid.step(cell, d) };
                // On the 2 x 2 torus two ways lead to the same neighbour.
                if let Some(next) = next.filter(|&n| !near.contains(&(n as u16))) {
                    near[i] = next as u16;
                }
            }
            near
        };
        Points {
            around: (0..grid.len()).map(around).collect(),
            keys: [zobrist::table(0, grid.len()), zobrist::table(1, grid.len())],
        }
    }

    /// Number of points.
    pub fn len(&self) -> usize {
        self.around.len()
    }

    /// Whether there are no points.
    pub fn is_empty(&self) -> bool {
        self.around.is_empty()
    }

    /// The neighbours of a point.
    pub fn neighbours(&self, point: usize) -> impl Iterator<Item = usize> {
        self.around(point).into_iter().filter(|&q| q < self.len())
    }

    #[inline]
    fn around(&self, point: usize) -> [usize; 4] {
        let [a, b, c, d] = self.around[point];
        [usize::from(a), usize::from(b), usize::from(c), usize::from(d)]
    }
}

#[derive(Clone, Copy)]
struct Chain {
    liberties: u16,
    size: u16,
}

/// The stones on a board of fewer than `P` points; `W` words hold a set of points.
#[derive(Clone)]
pub struct Stones<const W: usize, const P: usize> {
    colour: [u8; P],
    /// By stone: the head of its chain. By any other point: `OUT`, whose counts mean nothing, so that
    /// neighbours can be counted up and down without asking what they are.
    head: [u16; P],
    /// By stone: the next one of its ring.
    next: [u16; P],
    /// By head.
    chain: [Chain; P],
    empty: Bits<W>,
    key: u64,
}

impl<const W: usize, const P: usize> Stones<W, P> {
    const OUT: u16 = P as u16 - 1;

    /// The empty board.
    pub fn new(points: &Points<P>) -> Self {
        let mut colour = [OUTSIDE; P];
        colour[..points.len()].fill(EMPTY);
        Stones {
            colour,
            head: [Self::OUT; P],
            next: [0; P],
            chain: [Chain { liberties: 0, size: 0 }; P],
            empty: Bits::first(points.len()),
            key: 0,
        }
    }

    /// The empty points.
    pub fn empty(&self) -> &Bits<W> {
        &self.empty
    }

    /// A key of the stones alone.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The colour of the stone on a point.
    #[inline]
    pub fn at(&self, point: usize) -> Option<usize> {
        (self.colour[point] < EMPTY).then_some(usize::from(self.colour[point]))
    }

    /// The stone that stands for the chain of a stone; when chains are joined, that of one of them.
    #[inline]
    pub fn head(&self, stone: usize) -> usize {
        usize::from(self.head[stone])
    }

    /// Number of stones in the chain of a stone.
    pub fn size(&self, stone: usize) -> usize {
        usize::from(self.chain[usize::from(self.head[stone])].size)
    }

    /// Liberties of the chain of a stone, a point counted once for each stone beside it.
    pub fn pseudo_liberties(&self, stone: usize) -> usize {
        usize::from(self.chain[usize::from(self.head[stone])].liberties)
    }

    /// The stones of the chain of a stone, that stone first.
    pub fn chain(&self, stone: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(stone), move |&at| {
            let next = usize::from(self.next[at]);
            (next != stone).then_some(next)
        })
    }

    /// The smallest point of every chain, ascending.
    pub fn chains(&self, points: &Points<P>) -> impl Iterator<Item = usize> {
        let mut met = [false; P];
        (0..points.len())
            .filter(move |&p| self.at(p).is_some() && !std::mem::replace(&mut met[usize::from(self.head[p])], true))
    }

    /// Whether a stone of a colour on an empty point would have a liberty, after captures.
    #[inline]
    pub fn has_room(&self, points: &Points<P>, colour: usize, point: usize) -> bool {
        let near = points.around(point);
        near.iter().any(|&q| self.colour[q] == EMPTY)
            || near
                .iter()
                .any(|&q| self.colour[q] < EMPTY && self.lives_without(near, q) == (self.at(q) == Some(colour)))
    }

    /// Whether the chain of the stone `q`, one of the points `near` an empty one, has other liberties.
    #[inline]
    fn lives_without(&self, near: [usize; 4], q: usize) -> bool {
        let touching = near.iter().filter(|&&r| self.head[r] == self.head[q]).count();
        self.pseudo_liberties(q) > touching
    }

    /// The chains of the other colour that a stone on an empty point would capture, by one stone of each.
    fn captures(&self, points: &Points<P>, colour: usize, point: usize) -> impl Iterator<Item = usize> {
        let near = points.around(point);
        (0..4).map(move |i| (i, near[i])).filter_map(move |(i, q)| {
            let first = near[..i].iter().all(|&r| self.head[r] != self.head[q]);
            (first && self.at(q) == Some(1 - colour) && !self.lives_without(near, q)).then_some(q)
        })
    }

    /// Whether a stone on an empty point would capture something.
    #[inline]
    pub fn would_capture(&self, points: &Points<P>, colour: usize, point: usize) -> bool {
        let near = points.around(point);
        near.iter().any(|&q| usize::from(self.colour[q]) == 1 - colour && !self.lives_without(near, q))
    }

    /// The key after a stone on an empty point and its captures.
    pub fn key_after(&self, points: &Points<P>, colour: usize, point: usize) -> u64 {
        let key = self.key ^ points.keys[colour][point];
        if !self.would_capture(points, colour, point) {
            return key;
        }
        let taken = self.captures(points, colour, point).flat_map(|q| self.chain(q));
        taken.fold(key, |key, q| key ^ points.keys[1 - colour][q])
    }

    /// Puts a stone on an empty point and captures; returns how many stones were taken, and the last of them.
    #[inline]
    pub fn play(&mut self, points: &Points<P>, colour: usize, point: usize) -> (usize, usize) {
        self.add(points, colour, point);
        let (mut taken, mut last) = (0, 0);
        for q in points.around(point) {
            if self.at(q) == Some(1 - colour) && self.pseudo_liberties(q) == 0 {
                taken += self.remove(points, q);
                last = q;
            }
        }
        (taken, last)
    }

    /// Puts a stone on an empty point and captures nothing, not even itself.
    #[inline]
    pub fn add(&mut self, points: &Points<P>, colour: usize, point: usize) {
        let near = points.around(point);
        let mut liberties = 0;
        for q in near {
            liberties += u16::from(self.colour[q] == EMPTY);
            let beside = &mut self.chain[usize::from(self.head[q])].liberties;
            *beside = beside.wrapping_sub(1);
        }
        self.colour[point] = colour as u8;
        self.head[point] = point as u16;
        self.next[point] = point as u16;
        self.chain[point] = Chain { liberties, size: 1 };
        self.empty.remove(point);
        self.key ^= points.keys[colour][point];
        for q in near {
            if self.at(q) == Some(colour) {
                self.join(usize::from(self.head[point]), usize::from(self.head[q]));
            }
        }
    }

    /// Makes one chain of two, given by their heads: the smaller one joins the other.
    #[inline]
    fn join(&mut self, a: usize, b: usize) {
        if a == b {
            return;
        }
        let (a, b) = if self.chain[a].size < self.chain[b].size { (b, a) } else { (a, b) };
        self.chain[a].size += self.chain[b].size;
        self.chain[a].liberties += self.chain[b].liberties;
        let mut at = b;
        loop {
            self.head[at] = a as u16;
            at = usize::from(self.next[at]);
            if at == b {
                break;
            }
        }
        self.next.swap(a, b);
    }

    /// Takes the chain of a stone off the board; returns its size.
    fn remove(&mut self, points: &Points<P>, stone: usize) -> usize {
        let keys = &points.keys[usize::from(self.colour[stone])];
        let size = self.size(stone);
        let mut at = stone;
        for _ in 0..size {
            self.colour[at] = EMPTY;
            self.head[at] = Self::OUT;
            self.empty.insert(at);
            self.key ^= keys[at];
            for q in points.around(at) {
                let beside = &mut self.chain[usize::from(self.head[q])].liberties;
                *beside = beside.wrapping_add(1);
            }
            at = usize::from(self.next[at]);
        }
        size
    }

    /// By colour, the points of the empty regions that touch stones of this colour only. The stones in
    /// `dead` count as taken off.
    pub fn territory(&self, points: &Points<P>, dead: &Bits<W>) -> [usize; 2] {
        let mut out = [0; 2];
        let mut left = self.empty | *dead;
        let free = left;
        while let Some(first) = left.lowest() {
            left.remove(first);
            let (mut region, mut size, mut touched) = (vec![first], 0, [false; 2]);
            while let Some(at) = region.pop() {
                size += 1;
                for q in points.around(at).into_iter().filter(|&q| self.colour[q] != OUTSIDE) {
                    if left.has(q) {
                        left.remove(q);
                        region.push(q);
                    } else if !free.has(q) {
                        touched[usize::from(self.colour[q])] = true;
                    }
                }
            }
            match touched {
                [true, false] => out[0] += size,
                [false, true] => out[1] += size,
                _ => {}
            }
        }
        out
    }
}
