//! Position and set-up texts of Go.
//!
//! A position: rows from the top (`B`, `W`; stones marked dead `b`, `w`), side to move, ko point or `-`, prisoners
//! `<Black's>:<White's>`, phase, and `<proposals>:<resumptions>` so far. Phases in play are `play` and `passed`; in
//! the scoring phase `propose`, `mark:<side>` and `answer:<side>` with the side that would play on; then `accepted`,
//! `area`, `limit` and `repetition`.
//! A set-up: `B:<points> W:<points>`, or a seed.

use super::{Go, MAX_PROPOSALS, MAX_RESUMES, NO_KO, Phase, State};
use crate::board::{Stones, Tally};
use crate::prelude::*;

const PHASES: [(&str, Phase); 11] = [
    ("play", Phase::Play),
    ("passed", Phase::Passed),
    ("propose", Phase::Propose),
    ("mark:b", Phase::Mark),
    ("mark:w", Phase::Mark),
    ("answer:b", Phase::Answer),
    ("answer:w", Phase::Answer),
    ("accepted", Phase::Accepted),
    ("area", Phase::Area),
    ("limit", Phase::Limit),
    ("repetition", Phase::Repeated),
];
const SIDES: [&str; 2] = ["b", "w"];
const FIELDS: &str = "rows from the top, side to move (b or w), ko point or -, prisoners (black:white), phase, \
                      proposals:resumptions";
/// The largest number of prisoners a text may name.
const MAX_PRISONERS: u64 = 1_000_000;
const LETTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

impl<const W: usize, const P: usize> Go<W, P> {
    /// Column letter, then row letter, from the top left.
    fn point_name(&self, point: usize) -> String {
        [self.grid.column(point), self.grid.row(point)].iter().map(|&i| char::from(LETTERS[i])).collect()
    }

    fn read_point(&self, text: &str) -> Result<usize, TextError> {
        let index = |b: &u8| LETTERS.iter().position(|l| l == b).filter(|&i| i < self.rules.size);
        let point = match text.as_bytes() {
            [column, row] => index(column).zip(index(row)),
            _ => None,
        };
        point.map(|(column, row)| self.grid.cell(column, row)).ok_or_else(|| {
            let last = self.point_name(self.points.len() - 1);
            TextError::new(format!("{:?} is no point of this board (aa to {last})", shorten(text)))
        })
    }

    /// Puts stones on empty points; every chain must have a liberty.
    fn set_up(&self, list: impl Iterator<Item = (usize, usize)>) -> Result<Stones<W, P>, TextError> {
        let mut stones = Stones::new(&self.points);
        for (colour, point) in list {
            ensure!(stones.at(point).is_none(), "two stones on {}", self.point_name(point));
            stones.add(&self.points, colour, point);
        }
        for p in stones.chains(&self.points) {
            ensure!(stones.pseudo_liberties(p) > 0, "no liberty for {}", self.point_name(p));
        }
        Ok(stones)
    }

    pub(super) fn write_setup(&self, s: &State<W, P>) -> String {
        let (n, size) = (self.points.len(), self.rules.size);
        let list = |colour| {
            let by_column = (0..n).map(|i| self.grid.cell(i / size, i % size));
            let own = by_column.filter(|&p| s.stones.at(p) == Some(colour));
            own.map(|p| self.point_name(p)).collect::<Vec<_>>().join(",")
        };
        format!("B:{} W:{}", list(0), list(1))
    }

    pub(super) fn read_setup(&self, text: &str) -> Result<State<W, P>, TextError> {
        let random = self.rules.random;
        ensure!(random, "this variant starts from the empty board, it takes no set-up (random=true does)");
        if let Ok(seed) = text.trim().parse() {
            return Ok(self.start(seed));
        }
        let fields = text::fields::<2>(text, "a seed, or B:<points> W:<points>")?;
        let mut list = Vec::new();
        for (colour, (field, name)) in fields.into_iter().zip(["B:", "W:"]).enumerate() {
            let points = field.strip_prefix(name).ok_or_else(|| {
                TextError::new(format!("{:?}: {name} and points separated by commas are expected", shorten(field)))
            })?;
            for point in points.split(',').filter(|_| !points.is_empty()) {
                list.push((colour, self.read_point(point)?));
            }
        }
        Ok(self.begin(self.set_up(list.into_iter())?))
    }

    pub(super) fn write_position(&self, s: &State<W, P>) -> String {
        let phase = PHASES.iter().filter(|p| p.1 == s.phase);
        let side = SIDES[usize::from(s.plays_on)];
        let word = phase.map(|p| p.0).find(|word| word.split_once(':').is_none_or(|(_, s)| s == side));
        let ko = if s.ko == NO_KO { "-".to_string() } else { self.point_name(usize::from(s.ko)) };
        format!(
            "{} {} {ko} {}:{} {} {}:{}",
            text::write_rows(&self.grid, &self.cells(s, None)),
            SIDES[usize::from(s.player)],
            s.prisoners[0],
            s.prisoners[1],
            word.unwrap_or_default(),
            s.proposals,
            s.resumes,
        )
    }

    pub(super) fn read_position(&self, text: &str) -> Result<State<W, P>, TextError> {
        let [rows, side, ko, prisoners, phase, counts] = text::fields(text, FIELDS)?;
        let cells = text::read_rows(&self.grid, rows, "BWbw")?;
        let stones = cells.iter().enumerate().filter(|&(_, &c)| c != b'.');
        let mut s = self.begin(self.set_up(stones.map(|(p, c)| (usize::from(c.eq_ignore_ascii_case(&b'W')), p)))?);
        s.past = Tally::default();
        s.player = text::word(side, &SIDES, "the side to move")? as u8;
        if ko != "-" {
            s.ko = self.read_point(ko)? as u16;
        }
        let two = |field: &str, most: u64, what| match field.split_once(':') {
            Some((a, b)) => Ok([text::number(a, 0, most, what)? as u32, text::number(b, 0, most, what)? as u32]),
            None => Err(TextError::new(format!("{what}: {:?}, two numbers as 3:5 are expected", shorten(field)))),
        };
        s.prisoners = two(prisoners, MAX_PRISONERS, "the prisoners")?;
        [s.proposals, s.resumes] = two(counts, u64::from(MAX_PROPOSALS), "proposals and resumptions")?.map(|n| n as u8);
        let words = PHASES.map(|p| p.0);
        let word = text::word(phase, &words, "the phase")?;
        s.phase = PHASES[word].1;
        s.plays_on = if phase.ends_with(":w") || (s.phase == Phase::Propose && s.player == 1) { 1 } else { 0 };
        cells.iter().enumerate().filter(|(_, c)| c.is_ascii_lowercase()).for_each(|(p, _)| s.dead.insert(p));
        s.next_mark = match s.stones.chains(&self.points).filter(|&first| s.dead.has(first)).last() {
            Some(first) if s.phase == Phase::Mark => first as u16 + 1,
            _ => 0,
        };
        self.verify(&s)?;
        if self.rules.superko || s.phase == Phase::Play {
            s.past.note(self.repetition_key(&s));
        }
        Ok(s)
    }

    /// Refuses what no game could have led to.
    fn verify(&self, s: &State<W, P>) -> Result<(), TextError> {
        let (proposals, resumes, scoring) = (s.proposals, s.resumes, !self.rules.area);
        let going_on = resumes < MAX_RESUMES && resumes <= proposals;
        let counts_fit = match s.phase {
            Phase::Limit => going_on,
            Phase::Play | Phase::Passed => going_on && proposals < MAX_PROPOSALS,
            Phase::Repeated => going_on && proposals < MAX_PROPOSALS && !self.rules.superko,
            Phase::Propose | Phase::Mark => going_on && proposals < MAX_PROPOSALS && scoring,
            Phase::Answer | Phase::Accepted => going_on && resumes < proposals && scoring,
            Phase::Area if scoring => {
                let last = resumes == MAX_RESUMES || resumes > 0 && proposals == MAX_PROPOSALS;
                last && resumes <= MAX_RESUMES && resumes <= proposals
            }
            Phase::Area => true,
        };
        ensure!(
            counts_fit && (scoring || (proposals, resumes) == (0, 0)),
            "the phase does not go with the numbers of proposals and resumptions, or not with these rules"
        );
        let marks_fit = match s.phase {
            Phase::Mark => !s.dead.is_empty(),
            Phase::Answer | Phase::Accepted => true,
            _ => s.dead.is_empty(),
        };
        ensure!(marks_fit, "dead stones (small letters) go with the phases mark, answer and accepted");
        let whole = s.dead.iter().all(|p| s.stones.chain(p).all(|q| s.dead.has(q)));
        ensure!(whole, "only a part of a group is marked dead");
        if s.ko == NO_KO {
            return Ok(());
        }
        let (point, taker) = (usize::from(s.ko), usize::from(1 - s.player));
        let near = || self.points.neighbours(point);
        let was_taken = near().all(|q| s.stones.at(q) == Some(taker)) && s.prisoners[taker] > 0;
        let by_one = near().any(|q| was_taken && s.stones.size(q) == 1 && s.stones.pseudo_liberties(q) == 1);
        let in_play = matches!(s.phase, Phase::Play | Phase::Limit | Phase::Repeated) && !self.rules.superko;
        ensure!(by_one && in_play && s.stones.at(point).is_none(), "there can be no ko on the ko point");
        Ok(())
    }
}
