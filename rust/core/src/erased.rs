//! The type-erased game: two object-safe traits, and their one implementation for every game.
//!
//! [`AnyRules`] is a game in one variant, [`AnyState`] a game in progress. A binding needs only these.

use crate::game::{Action, Actor, Game, Illegal, Outcome, TextError};
use crate::options::Value;
use crate::rng::Rng;
use crate::session::{Ending, Origin, Session, Variant};
use crate::sim::{self, Batch, By, Playouts, Run, Stop, Stopped};
use std::any::Any;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

/// First bytes of a saved game: a mark and the version. Then a line with the game and its options
/// ([`Variant::signature`]), then what [`Session::write`] writes.
const MAGIC: &[u8; 3] = b"GC\x01";

/// Bytes that are not a saved game of this game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BytesError(pub String);

impl BytesError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        BytesError(message.into())
    }
}

impl fmt::Display for BytesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BytesError {}

/// A step of a list that could not be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayError {
    /// Its place in the list.
    pub index: usize,
    /// The step.
    pub action: Action,
    /// What is wrong with it.
    pub why: Illegal,
}

/// More turns than asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnsError {
    /// There are more than the limit.
    Limit,
    /// The call was stopped.
    Stopped,
}

/// A game in one variant.
pub trait AnyRules: Send + Sync {
    /// The name in the catalog.
    fn slug(&self) -> &'static str;
    /// All options with their values.
    fn options(&self) -> &[(&'static str, Value)];
    /// Number of players.
    fn num_players(&self) -> usize;
    /// Number of actions.
    fn num_actions(&self) -> usize;
    /// Number of chance outcomes.
    fn num_chance_outcomes(&self) -> usize;
    /// Bound on the steps of players.
    fn max_steps(&self) -> usize;
    /// Shape of an observation.
    fn observation_shape(&self) -> Vec<usize>;
    /// Whether players know different things.
    fn has_hidden_information(&self) -> bool;
    /// Whether the start is drawn from a seed.
    fn has_random_start(&self) -> bool;
    /// A game from the start.
    fn start(&self, seed: u64) -> Box<dyn AnyState>;
    /// A game from a set-up text.
    fn start_from_setup(&self, text: &str) -> Result<Box<dyn AnyState>, TextError>;
    /// A game from a position text.
    fn parse_position(&self, text: &str) -> Result<Box<dyn AnyState>, TextError>;
    /// A game from its bytes.
    fn restore(&self, bytes: &[u8]) -> Result<Box<dyn AnyState>, BytesError>;
    /// The name of an action in plain coordinates, where the game has such names.
    fn action_name(&self, action: Action) -> Option<String>;
    /// Random games from fresh starts.
    fn playouts(&self, run: Run, stop: &Stop) -> Result<Playouts, Stopped>;
    /// Bytes of one state, as a batch keeps it (what it has on the heap aside).
    fn state_size(&self) -> usize;
    /// Many games side by side.
    fn batch(&self, n: usize, seed: u64, threads: usize, autoreset: bool) -> Box<dyn AnyBatch>;
}

/// A game in progress. See [`Session`] and [`Game`] for what the methods mean.
pub trait AnyState: Send + Sync {
    /// For comparing states of one type.
    fn as_any(&self) -> &dyn Any;
    /// An independent copy, history included.
    fn copy(&self) -> Box<dyn AnyState>;
    /// The same game back at its beginning.
    fn rewound(&self) -> Box<dyn AnyState>;
    /// Who acts.
    fn actor(&self) -> Actor;
    /// Whether a turn is going on.
    fn in_turn(&self) -> bool;
    /// Appends the legal steps; none unless a player acts.
    fn legal(&self, out: &mut Vec<Action>);
    /// Number of legal steps; 0 unless a player acts.
    fn num_legal(&self) -> usize;
    /// Why a step is not legal, if it is not.
    fn check(&self, action: Action) -> Result<(), Illegal>;
    /// Plays a step.
    fn play(&mut self, action: Action) -> Result<(), Illegal>;
    /// Plays several steps or none.
    fn play_all(&mut self, actions: &[Action]) -> Result<(), PlayError>;
    /// Draws a random step.
    fn random_action(&self, rng: &mut Rng, scratch: &mut Vec<Action>) -> Result<Action, Illegal>;
    /// Plays random steps.
    fn play_random(&mut self, n: usize, rng: &mut Rng, scratch: &mut Vec<Action>) -> usize;
    /// The odds of chance; empty unless chance acts.
    fn chance(&self, out: &mut Vec<f64>);
    /// Sets a chance outcome.
    fn play_chance(&mut self, outcome: u32) -> Result<(), Illegal>;
    /// Draws a chance outcome.
    fn roll(&mut self, rng: &mut Rng) -> Result<u32, Illegal>;
    /// Takes back a step.
    fn undo(&mut self) -> bool;
    /// Takes back a turn.
    fn undo_turn(&mut self) -> bool;
    /// Ends the game from outside.
    fn end(&mut self, ending: Ending) -> Result<(), Illegal>;
    /// How it was ended from outside.
    fn ending(&self) -> Option<Ending>;
    /// Whether a draw may be claimed.
    fn can_claim_draw(&self) -> bool;
    /// The result of a finished game.
    fn outcome(&self) -> Option<Outcome>;
    /// Points per player.
    fn scores(&self) -> Option<Vec<f64>>;
    /// Tournament points per player of a finished game.
    fn tournament_points(&self) -> Option<Vec<f64>>;
    /// The side a seat plays.
    fn side(&self, seat: usize) -> usize;
    /// All steps so far.
    fn history(&self) -> &[u32];
    /// Where the game began.
    fn origin(&self) -> &Origin;
    /// The position text.
    fn position(&self) -> String;
    /// The position as a seat may see it.
    fn view(&self, seat: usize) -> String;
    /// The board's cells.
    fn cells(&self, viewer: Option<usize>) -> Vec<u8>;
    /// Facts beside the board.
    fn info(&self, viewer: Option<usize>) -> Vec<(&'static str, i64)>;
    /// The position's key.
    fn key(&self) -> u64;
    /// Whether both are the same position of the same game and variant.
    fn same(&self, other: &dyn AnyState) -> bool;
    /// Fills `out` with the observation of a seat.
    fn observe(&self, seat: usize, out: &mut [f32]);
    /// A full state that fits what a seat knows.
    fn determinize(&self, seat: usize, rng: &mut Rng) -> Box<dyn AnyState>;
    /// The text of a legal step, where the core writes it.
    fn core_text(&self, action: Action) -> Option<String>;
    /// The step a text means, where the core reads it.
    fn read_core_text(&self, text: &str) -> Option<Result<Action, TextError>>;
    /// Plays turns given as texts as far as they are legal and the core reads them; returns how many were played.
    fn play_texts(&mut self, texts: &mut dyn Iterator<Item = &str>) -> usize;
    /// Whether the side to move is in check, in games that know check.
    fn is_check(&self) -> Option<bool>;
    /// Whether a legal step gives check, in games that know check.
    fn gives_check(&self, action: Action) -> Option<bool>;
    /// The cells from which a seat attacks a cell, in games that know attacks.
    fn attackers(&self, cell: usize, seat: usize) -> Option<Vec<usize>>;
    /// The key of the position in Polyglot opening books, for chess.
    fn polyglot(&self) -> Option<u64>;
    /// The whole game as bytes.
    fn to_bytes(&self) -> Vec<u8>;
    /// All legal turns as lists of steps, up to a limit.
    fn turns(&self, limit: usize, stop: &Stop) -> Result<Vec<Vec<u32>>, TurnsError>;
    /// The number of legal turns.
    fn count_turns(&self) -> u64;
    /// Counts sequences of plies.
    fn perft(&self, depth: u32, by: By, stop: &Stop) -> Result<u64, Stopped>;
    /// Random games from here.
    fn playouts(&self, run: Run, stop: &Stop) -> Result<Playouts, Stopped>;
}

/// Many games side by side. See [`Batch`].
pub trait AnyBatch: Send + Sync {
    /// Plays one action in every game.
    fn step(&mut self, actions: &[Action]) -> Result<(), (usize, Illegal)>;
    /// Random legal actions.
    fn random_actions(&mut self, out: &mut [Action]);
    /// Goes on without threads, in a process that was forked.
    fn forget_threads(&mut self);
    /// Legal masks.
    fn legal_mask(&self, out: &mut [u8]);
    /// Observations.
    fn observations(&self, out: &mut [f32]);
    /// Seats to act.
    fn players(&self) -> &[i8];
    /// Rewards.
    fn rewards(&self) -> &[f32];
    /// Games that ended.
    fn terminated(&self) -> &[bool];
    /// Games cut off by a limit.
    fn truncated(&self) -> &[bool];
    /// A copy of one game in progress.
    fn state(&self, i: usize) -> Box<dyn AnyState>;
}

/// A [`Variant`] as [`AnyRules`].
struct Rules<G: Game>(Arc<Variant<G>>);

/// Erases the type of a game: what [`Build`](crate::game::Build) returns.
pub fn erase<G: Game>(slug: &'static str, options: Vec<(&'static str, Value)>, game: G) -> Box<dyn AnyRules> {
    Box::new(Rules(Arc::new(Variant::new(slug, options, game))))
}

impl<G: Game> AnyRules for Rules<G> {
    fn slug(&self) -> &'static str {
        self.0.slug
    }
    fn options(&self) -> &[(&'static str, Value)] {
        &self.0.options
    }
    fn num_players(&self) -> usize {
        self.0.num_players()
    }
    fn num_actions(&self) -> usize {
        self.0.num_actions()
    }
    fn num_chance_outcomes(&self) -> usize {
        self.0.num_chance_outcomes()
    }
    fn max_steps(&self) -> usize {
        self.0.max_steps()
    }
    fn observation_shape(&self) -> Vec<usize> {
        self.0.observation_shape()
    }
    fn has_hidden_information(&self) -> bool {
        self.0.has_hidden_information()
    }
    fn has_random_start(&self) -> bool {
        self.0.has_random_start()
    }
    fn start(&self, seed: u64) -> Box<dyn AnyState> {
        Box::new(Session::start(self.0.clone(), seed))
    }
    fn start_from_setup(&self, text: &str) -> Result<Box<dyn AnyState>, TextError> {
        Ok(Box::new(Session::start_from_setup(self.0.clone(), text)?))
    }
    fn parse_position(&self, text: &str) -> Result<Box<dyn AnyState>, TextError> {
        Ok(Box::new(Session::from_position(self.0.clone(), text)?))
    }
    fn restore(&self, bytes: &[u8]) -> Result<Box<dyn AnyState>, BytesError> {
        let mut rest = bytes.strip_prefix(&MAGIC[..]).ok_or_else(|| match bytes {
            [b'G', b'C', version, ..] => {
                BytesError::new(format!("saved games of version {version} are not known here"))
            }
            _ => BytesError::new("these bytes are not a saved game (they would begin with \"GC\")"),
        })?;
        let signature = &self.0.signature;
        match rest.strip_prefix(signature.as_bytes()).and_then(|rest| rest.strip_prefix(b"\n")) {
            Some(after) => rest = after,
            None => {
                let line = rest.iter().take(100).position(|&b| b == b'\n').unwrap_or(rest.len().min(100));
                let found = String::from_utf8_lossy(&rest[..line]).into_owned();
                return Err(BytesError::new(format!("this is a saved game of {found:?}, {signature:?} is expected")));
            }
        }
        let session = Session::read(self.0.clone(), &mut rest)?;
        match rest.len() {
            0 => Ok(Box::new(session)),
            n => Err(BytesError::new(format!("{n} bytes too many after the saved game"))),
        }
    }
    fn action_name(&self, action: Action) -> Option<String> {
        self.0.action_name(action)
    }
    fn playouts(&self, run: Run, stop: &Stop) -> Result<Playouts, Stopped> {
        sim::playouts(&**self.0, None, run, stop)
    }
    fn state_size(&self) -> usize {
        std::mem::size_of::<G::State>()
    }
    fn batch(&self, n: usize, seed: u64, threads: usize, autoreset: bool) -> Box<dyn AnyBatch> {
        Box::new(Batch::new(self.0.clone(), n, seed, threads, autoreset))
    }
}

impl<G: Game> AnyState for Session<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn copy(&self) -> Box<dyn AnyState> {
        Box::new(self.clone())
    }
    fn rewound(&self) -> Box<dyn AnyState> {
        Box::new(Session::rewound(self))
    }
    fn actor(&self) -> Actor {
        Session::actor(self)
    }
    fn in_turn(&self) -> bool {
        Session::actor(self) != Actor::Over && self.game.in_turn(&self.state)
    }
    fn legal(&self, out: &mut Vec<Action>) {
        if let Actor::Player(_) = Session::actor(self) {
            self.game.legal(&self.state, out);
        }
    }
    fn num_legal(&self) -> usize {
        match Session::actor(self) {
            Actor::Player(_) => self.game.num_legal(&self.state),
            _ => 0,
        }
    }
    fn check(&self, action: Action) -> Result<(), Illegal> {
        Session::check(self, action)
    }
    fn play(&mut self, action: Action) -> Result<(), Illegal> {
        Session::play(self, action)
    }
    fn play_all(&mut self, actions: &[Action]) -> Result<(), PlayError> {
        Session::play_all(self, actions)
    }
    fn random_action(&self, rng: &mut Rng, scratch: &mut Vec<Action>) -> Result<Action, Illegal> {
        Session::random_action(self, rng, scratch)
    }
    fn play_random(&mut self, n: usize, rng: &mut Rng, scratch: &mut Vec<Action>) -> usize {
        Session::play_random(self, n, rng, scratch)
    }
    fn chance(&self, out: &mut Vec<f64>) {
        if Session::actor(self) == Actor::Chance {
            self.game.chance(&self.state, out);
        }
    }
    fn play_chance(&mut self, outcome: u32) -> Result<(), Illegal> {
        Session::play_chance(self, outcome)
    }
    fn roll(&mut self, rng: &mut Rng) -> Result<u32, Illegal> {
        Session::roll(self, rng)
    }
    fn undo(&mut self) -> bool {
        Session::undo(self)
    }
    fn undo_turn(&mut self) -> bool {
        Session::undo_turn(self)
    }
    fn end(&mut self, ending: Ending) -> Result<(), Illegal> {
        Session::end(self, ending)
    }
    fn ending(&self) -> Option<Ending> {
        Session::ending(self)
    }
    fn can_claim_draw(&self) -> bool {
        Session::can_claim_draw(self)
    }
    fn outcome(&self) -> Option<Outcome> {
        Session::outcome(self)
    }
    fn scores(&self) -> Option<Vec<f64>> {
        self.game.scores(&self.state)
    }
    fn tournament_points(&self) -> Option<Vec<f64>> {
        let resigned = match self.ending() {
            Some(Ending::Resigned(seat)) => Some(usize::from(seat)),
            _ => None,
        };
        if Session::actor(self) == Actor::Over { self.game.tournament_points(&self.state, resigned) } else { None }
    }
    fn side(&self, seat: usize) -> usize {
        self.game.side(&self.state, seat)
    }
    fn history(&self) -> &[u32] {
        Session::history(self)
    }
    fn origin(&self) -> &Origin {
        Session::origin(self)
    }
    fn position(&self) -> String {
        self.game.position(&self.state)
    }
    fn view(&self, seat: usize) -> String {
        self.game.view(&self.state, seat)
    }
    fn cells(&self, viewer: Option<usize>) -> Vec<u8> {
        self.game.cells(&self.state, viewer)
    }
    fn info(&self, viewer: Option<usize>) -> Vec<(&'static str, i64)> {
        self.game.info(&self.state, viewer)
    }
    fn key(&self) -> u64 {
        self.game.key(&self.state)
    }
    fn same(&self, other: &dyn AnyState) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| {
            self.game.signature == other.game.signature
                && self.key() == other.key()
                && self.position() == other.position()
        })
    }
    fn observe(&self, seat: usize, out: &mut [f32]) {
        out.fill(0.0);
        self.game.observe(&self.state, seat, out);
    }
    fn determinize(&self, seat: usize, rng: &mut Rng) -> Box<dyn AnyState> {
        let state = self.game.determinize(&self.state, seat, rng);
        let origin = Origin::Position(self.game.position(&state));
        Box::new(Session::new(self.game.clone(), origin, state))
    }
    fn core_text(&self, action: Action) -> Option<String> {
        self.game.core_text(&self.state, action)
    }
    fn read_core_text(&self, text: &str) -> Option<Result<Action, TextError>> {
        self.game.read_core_text(&self.state, text)
    }
    fn play_texts(&mut self, texts: &mut dyn Iterator<Item = &str>) -> usize {
        Session::play_texts(self, texts)
    }
    fn is_check(&self) -> Option<bool> {
        self.game.is_check(&self.state)
    }
    fn gives_check(&self, action: Action) -> Option<bool> {
        self.game.is_check(&self.state)?;
        let mut after = self.state.clone();
        self.game.play(&mut after, action);
        self.game.is_check(&after)
    }
    fn attackers(&self, cell: usize, seat: usize) -> Option<Vec<usize>> {
        self.game.attackers(&self.state, cell, seat)
    }
    fn polyglot(&self) -> Option<u64> {
        self.game.polyglot(&self.state)
    }
    fn to_bytes(&self) -> Vec<u8> {
        let signature = &self.game.signature;
        let mut out = Vec::with_capacity(MAGIC.len() + signature.len() + 2 * Session::history(self).len() + 16);
        out.extend_from_slice(MAGIC);
        out.extend_from_slice(signature.as_bytes());
        out.push(b'\n');
        self.write(&mut out);
        out
    }
    fn turns(&self, limit: usize, stop: &Stop) -> Result<Vec<Vec<u32>>, TurnsError> {
        let mut turns = Vec::new();
        let mut failed = None;
        if let Actor::Player(_) = Session::actor(self) {
            let _ = self.game.for_each_turn(&self.state, &mut |steps, _| {
                if turns.len() == limit {
                    failed = Some(TurnsError::Limit);
                } else if turns.len() % 4096 == 0 && stop.check().is_err() {
                    failed = Some(TurnsError::Stopped);
                } else {
                    turns.push(steps.to_vec());
                    return ControlFlow::Continue(());
                }
                ControlFlow::Break(())
            });
        }
        failed.map_or(Ok(turns), Err)
    }
    fn count_turns(&self) -> u64 {
        match Session::actor(self) {
            Actor::Player(_) => self.game.count_turns(&self.state),
            _ => 0,
        }
    }
    fn perft(&self, depth: u32, by: By, stop: &Stop) -> Result<u64, Stopped> {
        if self.ending().is_some() {
            return Ok(u64::from(depth == 0));
        }
        sim::perft(&**self.game, &self.state, depth, by, stop)
    }
    fn playouts(&self, run: Run, stop: &Stop) -> Result<Playouts, Stopped> {
        let mut out = sim::playouts(&**self.game, Some(&self.state), run, stop)?;
        if let (Some(_), Some(end)) = (self.ending(), Session::outcome(self)) {
            let seats = self.game.num_players();
            out.returns.chunks_mut(seats).for_each(|row| row.copy_from_slice(&end.returns[..seats]));
            out.steps.fill(0);
        }
        Ok(out)
    }
}

impl<G: Game> AnyBatch for Batch<G> {
    fn step(&mut self, actions: &[Action]) -> Result<(), (usize, Illegal)> {
        Batch::step(self, actions)
    }
    fn random_actions(&mut self, out: &mut [Action]) {
        Batch::random_actions(self, out);
    }
    fn forget_threads(&mut self) {
        Batch::forget_threads(self);
    }
    fn legal_mask(&self, out: &mut [u8]) {
        Batch::legal_mask(self, out);
    }
    fn observations(&self, out: &mut [f32]) {
        Batch::observations(self, out);
    }
    fn players(&self) -> &[i8] {
        &self.players
    }
    fn rewards(&self) -> &[f32] {
        &self.rewards
    }
    fn terminated(&self) -> &[bool] {
        &self.terminated
    }
    fn truncated(&self) -> &[bool] {
        &self.truncated
    }
    fn state(&self, i: usize) -> Box<dyn AnyState> {
        Box::new(self.session(i))
    }
}
