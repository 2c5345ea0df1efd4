//! A game in progress: the state, and how it came about.
//!
//! The history is a flat list of steps, so a copy is two small memory copies. Undo needs nothing from
//! the games: it replays from the nearest checkpoint, and leaves checkpoints behind as it goes, so
//! that a search that plays and takes back pays for a replay only rarely, and whoever never undoes
//! pays nothing.

use crate::erased::{BytesError, PlayError};
use crate::game::{Action, Actor, CHANCE_BIT, Game, Illegal, Outcome, TextError, apply};
use crate::options::Value;
use crate::rng::Rng;
use std::ops::Deref;
use std::sync::Arc;

/// How many states before the present one undo leaves behind as checkpoints.
const KEPT: usize = 16;

/// Where a game in progress began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// At the one start position.
    Start,
    /// From a set-up (given, or drawn from a seed).
    Setup(String),
    /// From a position text.
    Position(String),
}

/// An end from outside the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A seat resigned.
    Resigned(u8),
    /// The players agreed on a draw.
    Agreed,
    /// A draw was claimed.
    Claimed,
}

/// A game in one variant: its rules, its name in the catalog and all its options. Serves as the rules
/// themselves wherever those are asked for.
pub struct Variant<G: Game> {
    /// The name in the catalog.
    pub slug: &'static str,
    /// All options with their values.
    pub options: Vec<(&'static str, Value)>,
    /// Slug and options in one line, `hex size=13 swap=true`: what saved games are marked with.
    pub signature: String,
    game: G,
}

impl<G: Game> Variant<G> {
    /// Names a game.
    pub fn new(slug: &'static str, options: Vec<(&'static str, Value)>, game: G) -> Self {
        let pairs = options.iter().map(|(name, value)| format!(" {name}={value}"));
        let signature = std::iter::once(slug.to_string()).chain(pairs).collect();
        Variant { slug, options, signature, game }
    }
}

impl<G: Game> Deref for Variant<G> {
    type Target = G;

    fn deref(&self) -> &G {
        &self.game
    }
}

/// A game in progress.
pub struct Session<G: Game> {
    pub(crate) game: Arc<Variant<G>>,
    origin: Arc<(Origin, G::State)>,
    pub(crate) state: G::State,
    history: Vec<u32>,
    ending: Option<Ending>,
    /// Earlier states by length of the history, ascending; only undo makes them.
    checkpoints: Vec<(usize, G::State)>,
}

impl<G: Game> Clone for Session<G> {
    fn clone(&self) -> Self {
        let mut history = Vec::with_capacity(self.history.len() + 8);
        history.extend_from_slice(&self.history);
        Session {
            game: self.game.clone(),
            origin: self.origin.clone(),
            state: self.state.clone(),
            history,
            ending: self.ending,
            checkpoints: Vec::new(),
        }
    }
}

impl<G: Game> Session<G> {
    /// A game that begins in `state`.
    pub fn new(game: Arc<Variant<G>>, origin: Origin, state: G::State) -> Self {
        let start = Arc::new((origin, state.clone()));
        Session { game, origin: start, state, history: Vec::new(), ending: None, checkpoints: Vec::new() }
    }

    /// A game from the start; `seed` decides a random start.
    pub fn start(game: Arc<Variant<G>>, seed: u64) -> Self {
        let state = game.start(seed);
        Session::begun(game, state)
    }

    /// A game that begins in a start position.
    fn begun(game: Arc<Variant<G>>, start: G::State) -> Self {
        let origin = match game.setup(&start) {
            Some(text) => Origin::Setup(text),
            None => Origin::Start,
        };
        Session::new(game, origin, start)
    }

    /// A game in progress whose steps were played elsewhere: they lead from the start position to `state`.
    pub(crate) fn resumed(game: Arc<Variant<G>>, start: G::State, state: G::State, history: Vec<u32>) -> Self {
        Session { state, history, ..Session::begun(game, start) }
    }

    /// A game from a set-up text.
    pub fn start_from_setup(game: Arc<Variant<G>>, text: &str) -> Result<Self, TextError> {
        let state = game.start_from_setup(text)?;
        let origin = Origin::Setup(game.setup(&state).unwrap_or_else(|| text.to_string()));
        Ok(Session::new(game, origin, state))
    }

    /// A game from a position text.
    pub fn from_position(game: Arc<Variant<G>>, text: &str) -> Result<Self, TextError> {
        let state = game.parse_position(text)?;
        let origin = Origin::Position(game.position(&state));
        Ok(Session::new(game, origin, state))
    }

    /// The same game back at its beginning.
    pub fn rewound(&self) -> Self {
        Session {
            game: self.game.clone(),
            origin: self.origin.clone(),
            state: self.origin.1.clone(),
            history: Vec::new(),
            ending: None,
            checkpoints: Vec::new(),
        }
    }

    /// Where the game began.
    pub fn origin(&self) -> &Origin {
        &self.origin.0
    }

    /// All steps so far; chance outcomes carry [`CHANCE_BIT`].
    pub fn history(&self) -> &[u32] {
        &self.history
    }

    /// How the game was ended from outside, if it was.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Who acts.
    #[inline]
    pub fn actor(&self) -> Actor {
        if self.ending.is_some() { Actor::Over } else { self.game.actor(&self.state) }
    }

    /// The result of a finished game.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.ending {
            None => self.game.outcome(&self.state),
            Some(Ending::Resigned(seat)) => self.game.resign(&self.state, usize::from(seat)),
            Some(Ending::Agreed) => Some(Outcome::draw("agreed draw")),
            Some(Ending::Claimed) => Some(Outcome::draw("claimed draw")),
        }
    }

    fn player(&self) -> Result<u8, Illegal> {
        match self.actor() {
            Actor::Player(p) => Ok(p),
            Actor::Chance => Err(Illegal::ChanceActs),
            Actor::Over => Err(Illegal::GameOver),
        }
    }

    /// Whether a number is a legal step now.
    pub fn check(&self, action: Action) -> Result<(), Illegal> {
        self.player()?;
        if action as usize >= self.game.num_actions() {
            return Err(Illegal::OutOfRange);
        }
        self.game.check(&self.state, action)
    }

    /// Plays a step, or says why it is not legal and changes nothing.
    #[inline]
    pub fn play(&mut self, action: Action) -> Result<(), Illegal> {
        self.check(action)?;
        self.game.play(&mut self.state, action);
        self.history.push(action);
        Ok(())
    }

    /// Plays several steps (chance outcomes among them carry [`CHANCE_BIT`]); if one is not legal, none is played.
    pub fn play_all(&mut self, steps: &[u32]) -> Result<(), PlayError> {
        let (before, len) = (self.state.clone(), self.history.len());
        for (index, &action) in steps.iter().enumerate() {
            // The largest number stands for whatever is no step at all.
            let chance = action & CHANCE_BIT != 0 && action != u32::MAX;
            let done = if chance { self.play_chance(action & !CHANCE_BIT) } else { self.play(action) };
            if let Err(why) = done {
                self.state = before;
                self.history.truncate(len);
                return Err(PlayError { index, action, why });
            }
        }
        Ok(())
    }

    /// Plays turns given as texts, in games whose core reads them, up to the first that is not legal (or no
    /// turn's text); returns how many were played.
    pub fn play_texts(&mut self, texts: &mut dyn Iterator<Item = &str>) -> usize {
        let mut played = 0;
        while let (true, Actor::Player(_)) = (G::ONE_STEP_TURNS, self.actor()) {
            let Some(text) = texts.next() else { break };
            let Some(action) = self.game.read_legal(&self.state, text) else { break };
            self.game.play(&mut self.state, action);
            self.history.push(action);
            played += 1;
        }
        played
    }

    /// Sets a chance outcome.
    pub fn play_chance(&mut self, outcome: u32) -> Result<(), Illegal> {
        match self.actor() {
            Actor::Chance => {}
            Actor::Player(_) => return Err(Illegal::NoChance),
            Actor::Over => return Err(Illegal::GameOver),
        }
        let mut odds = Vec::new();
        self.game.chance(&self.state, &mut odds);
        if odds.get(outcome as usize).is_none_or(|&p| p <= 0.0) {
            return Err(Illegal::OutOfRange);
        }
        self.set_chance(outcome);
        Ok(())
    }

    fn set_chance(&mut self, outcome: u32) {
        self.game.play_chance(&mut self.state, outcome);
        self.history.push(outcome | CHANCE_BIT);
    }

    /// Draws a chance outcome by its odds and returns it.
    pub fn roll(&mut self, rng: &mut Rng) -> Result<u32, Illegal> {
        match self.actor() {
            Actor::Chance => {
                let outcome = self.game.sample_chance(&self.state, rng);
                self.set_chance(outcome);
                Ok(outcome)
            }
            Actor::Player(_) => Err(Illegal::NoChance),
            Actor::Over => Err(Illegal::GameOver),
        }
    }

    /// Draws a uniformly random legal step.
    pub fn random_action(&self, rng: &mut Rng, scratch: &mut Vec<Action>) -> Result<Action, Illegal> {
        self.player()?;
        Ok(self.game.random_action(&self.state, rng, scratch))
    }

    /// Plays up to `n` uniformly random steps of players, and rolls chance by its odds before and after each;
    /// returns how many were played (fewer only when the game ended). Leaves off where a player acts.
    pub fn play_random(&mut self, n: usize, rng: &mut Rng, scratch: &mut Vec<Action>) -> usize {
        let mut played = 0;
        if self.ending.is_some() || n == 0 {
            return 0;
        }
        loop {
            match self.game.actor(&self.state) {
                Actor::Player(_) if played < n => {
                    let action = self.game.random_action(&self.state, rng, scratch);
                    self.game.play(&mut self.state, action);
                    self.history.push(action);
                    played += 1;
                }
                Actor::Chance => {
                    let outcome = self.game.sample_chance(&self.state, rng);
                    self.set_chance(outcome);
                }
                _ => return played,
            }
        }
    }

    /// Ends the game from outside: resignation, agreed or claimed draw.
    pub fn end(&mut self, ending: Ending) -> Result<(), Illegal> {
        if self.actor() == Actor::Over {
            return Err(Illegal::GameOver);
        }
        let offered = match ending {
            Ending::Resigned(seat) => {
                usize::from(seat) < self.game.num_players()
                    && self.game.resign(&self.state, usize::from(seat)).is_some()
            }
            Ending::Agreed => true,
            Ending::Claimed => self.can_claim_draw(),
        };
        if !offered {
            return Err(Illegal::NotOffered);
        }
        self.ending = Some(ending);
        Ok(())
    }

    /// Whether the player to move may claim a draw now.
    pub fn can_claim_draw(&self) -> bool {
        matches!(self.actor(), Actor::Player(_)) && self.game.can_claim_draw(&self.state)
    }

    /// Takes back the last step (or the end from outside); false at the beginning.
    pub fn undo(&mut self) -> bool {
        if self.ending.take().is_some() {
            return true;
        }
        let Some(target) = self.history.len().checked_sub(1) else { return false };
        self.checkpoints.truncate(self.checkpoints.partition_point(|c| c.0 <= target));
        let (mut at, mut state) = match self.checkpoints.last() {
            Some((at, state)) => (*at, state.clone()),
            None => (0, self.origin.1.clone()),
        };
        while at < target {
            if target - at <= KEPT && self.checkpoints.last().is_none_or(|c| c.0 < at) {
                self.checkpoints.push((at, state.clone()));
            }
            apply(&**self.game, &mut state, self.history[at]);
            at += 1;
        }
        if self.checkpoints.last().is_some_and(|c| c.0 < target) {
            self.checkpoints.push((target, state.clone()));
        }
        self.history.truncate(target);
        self.state = state;
        true
    }

    /// Takes back the last turn: goes to where its player was to play its first step, or to the beginning if the
    /// game began within that turn. An end from outside counts as a turn of its own. False when no turn has been
    /// played.
    pub fn undo_turn(&mut self) -> bool {
        if self.ending.take().is_some() {
            return true;
        }
        if !self.history.iter().any(|step| step & CHANCE_BIT == 0) {
            return false;
        }
        loop {
            let Some(&step) = self.history.last() else { return true };
            self.undo();
            if step & CHANCE_BIT == 0 && !self.game.in_turn(&self.state) {
                return true;
            }
        }
    }

    /// The whole game as bytes: origin, history and ending, but not the game itself (see
    /// [`erased`](crate::erased) for the framing).
    pub fn write(&self, out: &mut Vec<u8>) {
        let (kind, text) = match self.origin() {
            Origin::Start => (0, ""),
            Origin::Setup(text) => (1, text.as_str()),
            Origin::Position(text) => (2, text.as_str()),
        };
        out.push(kind);
        put_number(out, text.len() as u64);
        out.extend_from_slice(text.as_bytes());
        out.push(match self.ending {
            None => 0,
            Some(Ending::Agreed) => 1,
            Some(Ending::Claimed) => 2,
            Some(Ending::Resigned(seat)) => 3 + seat,
        });
        put_number(out, self.history.len() as u64);
        for &step in &self.history {
            put_number(out, u64::from(step & !CHANCE_BIT) << 1 | u64::from(step >> 31));
        }
    }

    /// The inverse of [`write`](Self::write): every step is checked, so bytes from a stranger
    /// give a state that play could have reached, or an error.
    pub fn read(game: Arc<Variant<G>>, bytes: &mut &[u8]) -> Result<Self, BytesError> {
        let kind = take_byte(bytes)?;
        let len = take_number(bytes)? as usize;
        if len > bytes.len() {
            return Err(BytesError::new("the bytes end inside a text"));
        }
        let (text, rest) = bytes.split_at(len);
        *bytes = rest;
        let text = std::str::from_utf8(text).map_err(|_| BytesError::new("a text in the bytes is not UTF-8"))?;
        let mut session = match kind {
            0 if !game.has_random_start() => Session::start(game, 0),
            1 => Session::start_from_setup(game, text).map_err(|e| BytesError::new(e.message))?,
            2 => Session::from_position(game, text).map_err(|e| BytesError::new(e.message))?,
            _ => return Err(BytesError::new(format!("there is no kind of start {kind} in this game"))),
        };
        let ending = take_byte(bytes)?;
        let steps = take_number(bytes)?;
        for i in 0..steps {
            let n = take_number(bytes)?;
            let step = u32::try_from(n >> 1).map_err(|_| BytesError::new("a step in the bytes is too large"))?;
            let done = if n & 1 == 1 { session.play_chance(step) } else { session.play(step) };
            done.map_err(|why| BytesError::new(format!("step {i} ({step}) in the bytes is not legal: {why}")))?;
        }
        let ending = match ending {
            0 => None,
            1 => Some(Ending::Agreed),
            2 => Some(Ending::Claimed),
            n => Some(Ending::Resigned(n - 3)),
        };
        if let Some(ending) = ending {
            session
                .end(ending)
                .map_err(|why| BytesError::new(format!("the end in the bytes is not possible: {why}")))?;
        }
        Ok(session)
    }
}

/// Appends a number, seven bits a byte, low bits first (LEB128).
fn put_number(out: &mut Vec<u8>, mut n: u64) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

fn take_byte(bytes: &mut &[u8]) -> Result<u8, BytesError> {
    let (&first, rest) = bytes.split_first().ok_or_else(|| BytesError::new("the bytes end too early"))?;
    *bytes = rest;
    Ok(first)
}

fn take_number(bytes: &mut &[u8]) -> Result<u64, BytesError> {
    let mut n = 0u64;
    for shift in (0..63).step_by(7) {
        let byte = take_byte(bytes)?;
        n |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Ok(n);
        }
    }
    Err(BytesError::new("a number in the bytes is too large"))
}
