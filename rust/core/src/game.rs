//! The contract: what a game is, and the words it speaks.
//!
//! **Rules and state are apart.** A value that implements [`Game`] holds the rules of one variant
//! (board graph, tables, keys); it is built once, never changes and is shared. Its
//! [`State`](Game::State) is small plain data without pointers into the rules, cheap to copy.
//!
//! **A step is a dense integer** in `0..num_actions`, with one meaning in every state of a game from one start. A
//! turn is the run of steps a player writes down at once: most games have turns of one step, others
//! set [`ONE_STEP_TURNS`](Game::ONE_STEP_TURNS) to `false` and say with [`in_turn`](Game::in_turn)
//! when a turn is still going on. Every legal step can be completed to a legal turn.
//!
//! **Chance** (dice, cards) acts by numbered outcomes with exact probabilities.
//!
//! What a game has to write is short: the shape, the start, `actor`, `legal`, `check`, `play`, `outcome`,
//! and its texts. All else has a default that a game overrides where a benchmark shows it pays.

use crate::board::Bits;
use crate::erased::AnyRules;
use crate::options::{OptionError, Options};
use crate::rng::Rng;
use std::fmt;
use std::ops::ControlFlow;

/// A step of a player: a dense integer in `0..num_actions`.
pub type Action = u32;

/// The most players any game here has.
pub const MAX_PLAYERS: usize = 4;

/// Who acts in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A player, by seat.
    Player(u8),
    /// Dice, cards: one of the numbered outcomes comes up.
    Chance,
    /// Nobody; the game is over.
    Over,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// One number in [-1, 1] per seat, summing to zero; seats beyond the number of players are 0.
    pub returns: [f32; MAX_PLAYERS],
    /// Why it ended, in a word or two: `"connection"`, `"no legal move"`, `"threefold repetition"`.
    pub reason: &'static str,
}

impl Outcome {
    /// One seat of a two-player game wins.
    pub fn win(seat: usize, reason: &'static str) -> Self {
        let mut returns = [0.0; MAX_PLAYERS];
        returns[seat] = 1.0;
        returns[1 - seat] = -1.0;
        Outcome { returns, reason }
    }

    /// Nobody wins.
    pub fn draw(reason: &'static str) -> Self {
        Outcome { returns: [0.0; MAX_PLAYERS], reason }
    }

    /// The given seats share the win and the others tie behind them: places first to last are worth
    /// +1 to -1 in equal steps, and players who share places share their mean.
    pub fn shared(winners: &[usize], players: usize, reason: &'static str) -> Self {
        let mut returns = [0.0; MAX_PLAYERS];
        if winners.is_empty() || winners.len() >= players {
            return Outcome { returns, reason };
        }
        let worth = |places: std::ops::Range<usize>| -> f32 {
            let n = places.len() as f32;
            places.map(|p| 1.0 - 2.0 * p as f32 / (players - 1) as f32).sum::<f32>() / n
        };
        let (top, rest) = (worth(0..winners.len()), worth(winners.len()..players));
        for (seat, r) in returns.iter_mut().enumerate().take(players) {
            *r = if winners.contains(&seat) { top } else { rest };
        }
        Outcome { returns, reason }
    }

    /// Two players by points: the larger number wins, equal numbers are a draw.
    pub fn by_score(first: f64, second: f64, reason: &'static str) -> Self {
        match first.partial_cmp(&second) {
            Some(std::cmp::Ordering::Greater) => Outcome::win(0, reason),
            Some(std::cmp::Ordering::Less) => Outcome::win(1, reason),
            _ => Outcome::draw(reason),
        }
    }
}

macro_rules! reasons {
    ($($(#[$doc:meta])* $name:ident = $word:literal, $text:literal;)*) => {
        /// Why a step is not legal.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Illegal { $($(#[$doc])* $name,)* }

        impl Illegal {
            /// All reasons.
            pub const ALL: &'static [Illegal] = &[$(Illegal::$name,)*];

            /// The reason as one lower-case word, such as `occupied`; Python's `Reason` has the same words.
            pub fn word(self) -> &'static str {
                match self { $(Illegal::$name => $word,)* }
            }
        }

        impl fmt::Display for Illegal {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $(Illegal::$name => $text,)* })
            }
        }
    };
}

reasons! {
    /// The number is not below `num_actions`.
    OutOfRange = "out_of_range", "there is no such action";
    /// The game has ended.
    GameOver = "game_over", "the game is over";
    /// Chance acts, not a player.
    ChanceActs = "chance_acts", "chance acts now, no player can";
    /// No chance node.
    NoChance = "no_chance", "a player acts now, not chance";
    /// The target is not empty.
    Occupied = "occupied", "the place is taken";
    /// The place is not on the board, or not of the kind needed.
    OffBoard = "off_board", "there is no such place";
    /// There is no piece of the mover on the start square.
    NotYours = "not_yours", "no piece of the player to move stands there";
    /// The piece does not move that way.
    BadMove = "bad_move", "the piece cannot go there";
    /// Something stands in the way.
    Blocked = "blocked", "the way is blocked";
    /// Nothing would be flipped or captured.
    NoCapture = "no_capture", "nothing would be captured";
    /// A capture is possible and has to be made.
    MustCapture = "must_capture", "a capture is possible and must be made";
    /// The rules ask for the capture of more pieces.
    NotMaximal = "not_maximal", "another capture takes more pieces and must be made";
    /// Simple ko.
    Ko = "ko", "the ko may not be retaken at once";
    /// Positional superko.
    Superko = "superko", "the position has stood on the board before";
    /// The move would leave the mover's own group without liberties.
    Suicide = "suicide", "the stone would have no liberty";
    /// The king would be in check.
    InCheck = "in_check", "the king would be in check";
    /// The place is not connected as the rules ask.
    NotConnected = "not_connected", "the place is not connected as the rules ask";
    /// An adjacent piece forbids it.
    Adjacent = "adjacent", "a neighbouring piece forbids it";
    /// A pass is not allowed now.
    CannotPass = "cannot_pass", "passing is not allowed now";
    /// Only a pass is possible.
    MustPass = "must_pass", "only a pass is possible";
    /// Swap is not on offer now.
    CannotSwap = "cannot_swap", "swapping is not possible now";
    /// The step belongs to another part of the turn or of the game.
    WrongPhase = "wrong_phase", "this step belongs to another part of the game";
    /// There is none left of what would be used.
    NoneLeft = "none_left", "none of these is left";
    /// The die shows something else.
    WrongDie = "wrong_die", "the die shows something else";
    /// The rules do not offer it.
    NotOffered = "not_offered", "the rules do not offer this now";
}

impl std::error::Error for Illegal {}

/// A text (position, set-up) that cannot be read: what is wrong, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// What is wrong and what would be right.
    pub message: String,
    /// Byte offset in the text, where one can be told.
    pub at: Option<usize>,
}

impl TextError {
    /// An error about the text as a whole.
    pub fn new(message: impl Into<String>) -> Self {
        TextError { message: message.into(), at: None }
    }

    /// An error at a byte offset.
    pub fn at(at: usize, message: impl Into<String>) -> Self {
        TextError { message: message.into(), at: Some(at) }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for TextError {}

/// In a list of steps that may hold chance outcomes too (a history, a turn with a die in its
/// middle), an outcome is marked by this bit.
pub const CHANCE_BIT: u32 = 1 << 31;

/// What is done with every turn: it gets the steps and the state after them, and says whether to go on.
pub type Visit<'a, State> = &'a mut dyn FnMut(&[u32], &State) -> ControlFlow<()>;

/// The rules of one variant of one game. See the module's text.
pub trait Game: Sized + Send + Sync + 'static {
    /// A state of play: plain data, cheap to copy. All that decides legal steps and results,
    /// repetition history included, is in it.
    type State: Clone + Send + Sync + 'static;

    /// Whether each turn is a single step (then [`in_turn`](Self::in_turn) is never true).
    const ONE_STEP_TURNS: bool = true;

    // ---- shape -------------------------------------------------------------------------

    /// Number of players.
    fn num_players(&self) -> usize {
        2
    }

    /// Number of actions: steps are numbers below it.
    fn num_actions(&self) -> usize;

    /// No game takes more steps of players than this.
    fn max_steps(&self) -> usize;

    /// Number of chance outcomes: 0 for a game without chance.
    fn num_chance_outcomes(&self) -> usize {
        0
    }

    /// Whether players know different things.
    fn has_hidden_information(&self) -> bool {
        false
    }

    /// Whether [`start`](Self::start) depends on its seed.
    fn has_random_start(&self) -> bool {
        false
    }

    // ---- starts ------------------------------------------------------------------------

    /// The start position; games with a random start draw it from the seed.
    fn start(&self, seed: u64) -> Self::State;

    /// The start position a set-up text describes.
    fn start_from_setup(&self, text: &str) -> Result<Self::State, TextError> {
        let _ = text;
        Err(TextError::new("this game starts from one position only, it takes no set-up"))
    }

    /// The set-up text of a start position, where the game has set-ups.
    fn setup(&self, start: &Self::State) -> Option<String> {
        let _ = start;
        None
    }

    // ---- rules -------------------------------------------------------------------------

    /// Who acts.
    fn actor(&self, s: &Self::State) -> Actor;

    /// Whether the player to act (or chance) is in the middle of a turn: some steps of it are played,
    /// and it is not complete.
    fn in_turn(&self, s: &Self::State) -> bool {
        let _ = s;
        false
    }

    /// Appends the legal steps in ascending order. Called only when a player acts; there is always one.
    fn legal(&self, s: &Self::State, out: &mut Vec<Action>);

    /// Whether a step is legal, and why not. Called with any number below `num_actions` when a player acts.
    fn check(&self, s: &Self::State, action: Action) -> Result<(), Illegal>;

    /// Plays a legal step.
    fn play(&self, s: &mut Self::State, action: Action);

    /// The result, when the actor is [`Actor::Over`].
    fn outcome(&self, s: &Self::State) -> Option<Outcome>;

    /// Number of legal steps.
    fn num_legal(&self, s: &Self::State) -> usize {
        let mut list = Vec::new();
        self.legal(s, &mut list);
        list.len()
    }

    /// A uniformly random legal step. `scratch` is the caller's buffer, its content of no interest.
    fn random_action(&self, s: &Self::State, rng: &mut Rng, scratch: &mut Vec<Action>) -> Action {
        scratch.clear();
        self.legal(s, scratch);
        scratch[rng.below(scratch.len())]
    }

    /// The probabilities of the chance outcomes `0..num_chance_outcomes`, when chance acts.
    fn chance(&self, s: &Self::State, out: &mut Vec<f64>) {
        let _ = (s, out);
    }

    /// Sets a chance outcome of positive probability.
    fn play_chance(&self, s: &mut Self::State, outcome: u32) {
        let _ = (s, outcome);
    }

    /// Draws an outcome by its probability.
    fn sample_chance(&self, s: &Self::State, rng: &mut Rng) -> u32 {
        let mut weights = Vec::new();
        self.chance(s, &mut weights);
        rng.weighted(&weights) as u32
    }

    // ---- turns -------------------------------------------------------------------------

    /// Calls `f` with every legal turn from here, each once: its steps, and the state after it. Turns
    /// that are the same in the rule file's notation (stones in another order, another way to the
    /// same capture) count as one; `f` gets the steps of the canonical one. Inside a turn: every way to
    /// end it. Called when a player acts.
    fn for_each_turn(&self, s: &Self::State, f: Visit<'_, Self::State>) -> ControlFlow<()> {
        each_turn(self, s, f)
    }

    /// The number of turns [`for_each_turn`](Self::for_each_turn) gives; `u64::MAX` stands for that or more.
    fn count_turns(&self, s: &Self::State) -> u64 {
        if Self::ONE_STEP_TURNS {
            return self.num_legal(s) as u64;
        }
        let mut n = 0;
        let _ = self.for_each_turn(s, &mut |_, _| {
            n += 1;
            ControlFlow::Continue(())
        });
        n
    }

    /// Makes the state blind to draws by repetition, by move counters and by dead material, for perft. A state that is
    /// over by one of them may stay over.
    fn ignore_draws(&self, s: &mut Self::State) {
        let _ = s;
    }

    // ---- results beside the board --------------------------------------------------------

    /// The game's own points per player, where it has any.
    fn scores(&self, s: &Self::State) -> Option<Vec<f64>> {
        let _ = s;
        None
    }

    /// Tournament points per player of a finished game (`resigned`: by resignation of that seat).
    fn tournament_points(&self, s: &Self::State, resigned: Option<usize>) -> Option<Vec<f64>> {
        let _ = (s, resigned);
        None
    }

    /// The result when a seat resigns; `None` where the rules do not offer it.
    fn resign(&self, s: &Self::State, seat: usize) -> Option<Outcome> {
        let _ = s;
        (self.num_players() == 2).then(|| Outcome::win(1 - seat, "resignation"))
    }

    /// Whether the player to move may claim a draw.
    fn can_claim_draw(&self, s: &Self::State) -> bool {
        let _ = s;
        false
    }

    /// Which side (colour, by number in the rule file's order) a seat plays now.
    fn side(&self, s: &Self::State, seat: usize) -> usize {
        let _ = s;
        seat
    }

    // ---- what can be seen ----------------------------------------------------------------

    /// The board as one ASCII character per cell in the game's cell order, `.` for empty, as `viewer`
    /// (a seat; `None` = everything) may see it. For drawing and notation.
    fn cells(&self, s: &Self::State, viewer: Option<usize>) -> Vec<u8>;

    /// What the board does not show (die, phase, reserves), as named whole numbers, as `viewer` may see it.
    fn info(&self, s: &Self::State, viewer: Option<usize>) -> Vec<(&'static str, i64)> {
        let _ = (s, viewer);
        Vec::new()
    }

    /// Shape of an observation: planes, rows, columns, or whatever fits.
    fn observation_shape(&self) -> Vec<usize>;

    /// Writes what `seat` sees into `out`, which is all zeros and as long as the shape's product.
    fn observe(&self, s: &Self::State, seat: usize, out: &mut [f32]);

    /// A full state drawn from all that fit what `seat` knows.
    fn determinize(&self, s: &Self::State, seat: usize, rng: &mut Rng) -> Self::State {
        let _ = (seat, rng);
        s.clone()
    }

    /// The position as `seat` may see it, as text.
    fn view(&self, s: &Self::State, seat: usize) -> String {
        let _ = seat;
        self.position(s)
    }

    // ---- texts and keys --------------------------------------------------------------------

    /// The position as text: all that decides legal turns and results, repetition history aside.
    fn position(&self, s: &Self::State) -> String;

    /// Reads a position text. Must stand up to any text a stranger sends.
    fn parse_position(&self, text: &str) -> Result<Self::State, TextError>;

    /// A 64-bit key of the position: equal for equal position texts. It leaves out what repetition rules leave out:
    /// counters of plies, and a cell passed by a pawn that nobody can take.
    fn key(&self, s: &Self::State) -> u64;

    // ---- what only some games say --------------------------------------------------------------

    /// The text of a step in the game's notation, for games whose records are read so fast that the core
    /// must know it (SAN of the chess family). `None` where Python writes it. Called with a legal step.
    fn core_text(&self, s: &Self::State, action: Action) -> Option<String> {
        let _ = (s, action);
        None
    }

    /// Reads a step's text, of any spelling the game's records use: the step it means here, legal or not, or
    /// what is wrong with it. `None` where Python reads it. Must stand up to any text.
    fn read_core_text(&self, s: &Self::State, text: &str) -> Option<Result<Action, TextError>> {
        let _ = (s, text);
        None
    }

    /// The step a text surely means: one that is legal here. What a replay asks first; `None` says nothing.
    fn read_legal(&self, s: &Self::State, text: &str) -> Option<Action> {
        let action = self.read_core_text(s, text)?.ok()?;
        self.check(s, action).is_ok().then_some(action)
    }

    /// The name of an action in plain coordinates (UCI, USI), where the game has such names; the same in every state.
    fn action_name(&self, action: Action) -> Option<String> {
        let _ = action;
        None
    }

    /// Whether the royal piece of the side to move is attacked, in games that know check.
    fn is_check(&self, s: &Self::State) -> Option<bool> {
        let _ = s;
        None
    }

    /// The cells of the pieces of `seat` that attack `cell`, ascending, in games that know attacks.
    fn attackers(&self, s: &Self::State, cell: usize, seat: usize) -> Option<Vec<usize>> {
        let _ = (s, cell, seat);
        None
    }

    /// The key of the position in Polyglot opening books, for chess.
    fn polyglot(&self, s: &Self::State) -> Option<u64> {
        let _ = s;
        None
    }

    // ---- bulk work -------------------------------------------------------------------------

    /// Plays uniformly random steps (chance by its odds) until the game is over; returns the number of
    /// steps of players. A game may override it with a faster way to the same distribution.
    fn playout(&self, s: &mut Self::State, rng: &mut Rng, scratch: &mut Vec<Action>) -> u32 {
        let mut steps = 0;
        loop {
            match self.actor(s) {
                Actor::Player(_) => {
                    let action = self.random_action(s, rng, scratch);
                    self.play(s, action);
                    steps += 1;
                }
                Actor::Chance => {
                    let outcome = self.sample_chance(s, rng);
                    self.play_chance(s, outcome);
                }
                Actor::Over => return steps,
            }
        }
    }
}

/// Returns an error unless a condition holds: the one given, or a [`TextError`] with the text given as to `format!`.
macro_rules! ensure {
    ($holds:expr, $text:literal $(, $part:expr)*) => {
        if !$holds {
            return Err($crate::game::TextError::new(format!($text $(, $part)*)));
        }
    };
    ($holds:expr, $why:expr) => {
        if !$holds {
            return Err($why);
        }
    };
}
pub(crate) use ensure;

/// The rules in type-erased form, or what is wrong with the options.
pub type Built = Result<Box<dyn AnyRules>, OptionError>;

/// How a game is built from options; what the catalog calls. A game whose board size decides the
/// layout of its state picks the compiled form here.
pub trait Build {
    /// The rules of the variant.
    fn build(options: Options) -> Built;
}

/// The plain walk through all ways to complete a turn: steps that lead on are followed, chance in the middle of a turn
/// branches by outcome.
pub(crate) fn each_turn<G: Game>(game: &G, s: &G::State, f: Visit<'_, G::State>) -> ControlFlow<()> {
    walk(game, s, |_, _| true, f)
}

/// The walk through turns whose order of steps does not matter, stones that are placed as a set: each set comes once,
/// in ascending order of `rank`. Every order of the steps must be legal, and end the turn with the last one; a step
/// that says the turn is complete has the highest rank.
pub(crate) fn each_set<G: Game, Rank: Ord>(
    game: &G,
    s: &G::State,
    rank: impl Fn(Action) -> Rank,
    f: Visit<'_, G::State>,
) -> ControlFlow<()> {
    walk(game, s, |steps, next| steps.last().is_none_or(|&last| rank(last) < rank(next)), f)
}

/// Plays the stones of a turn that is going on in a position text, given by side; `side` is to move. They are steps
/// that place a stone on a cell, in any order. Written with them, a turn that they complete is not going on.
pub(crate) fn resume<G: Game, const W: usize>(
    game: &G,
    s: &mut G::State,
    stones: [Bits<W>; 2],
    side: usize,
) -> Result<(), TextError> {
    let refused = |why: &dyn fmt::Display| Err(TextError::new(format!("the stones of this turn (capitals): {why}")));
    if !stones[1 - side].is_empty() {
        return refused(&Illegal::NotYours);
    }
    for (placed, cell) in stones[side].iter().enumerate() {
        if game.actor(s) == Actor::Over || (placed > 0 && !game.in_turn(s)) {
            return refused(&"too many of them");
        }
        if let Err(why) = game.check(s, cell as Action) {
            return refused(&why);
        }
        game.play(s, cell as Action);
    }
    if game.in_turn(s) || stones[side].is_empty() { Ok(()) } else { refused(&"they complete it, so it is over") }
}

/// A playout for games of stones that are placed one a turn and stay. After two steps, when no swap is on offer any
/// more, what is legal must stay so until it is played: it is drawn without replacement, which spares looking for it
/// anew, and given to `place`, which does what `play` does.
#[inline]
pub(crate) fn placements<G: Game>(
    game: &G,
    s: &mut G::State,
    rng: &mut Rng,
    scratch: &mut Vec<Action>,
    place: impl Fn(&mut G::State, usize),
) -> u32 {
    let mut steps = 0;
    while steps < 2 && game.actor(s) != Actor::Over {
        let action = game.random_action(s, rng, scratch);
        game.play(s, action);
        steps += 1;
    }
    scratch.clear();
    if game.actor(s) != Actor::Over {
        game.legal(s, scratch);
    }
    while game.actor(s) != Actor::Over {
        place(s, scratch.swap_remove(rng.below(scratch.len())) as usize);
        steps += 1;
    }
    steps
}

/// A random step by trial: `candidate` says which step stands at a place out of `places`, if that one is legal. Every
/// legal step has just one place. Where luck fails long, the legal steps are listed.
#[inline]
pub(crate) fn by_trial<G: Game>(
    game: &G,
    s: &G::State,
    rng: &mut Rng,
    scratch: &mut Vec<Action>,
    places: usize,
    mut candidate: impl FnMut(usize) -> Option<Action>,
) -> Action {
    const TRIALS: usize = 100;
    for _ in 0..if places > 0 { TRIALS } else { 0 } {
        if let Some(action) = candidate(rng.below(places)) {
            return action;
        }
    }
    scratch.clear();
    game.legal(s, scratch);
    scratch[rng.below(scratch.len())]
}

/// Follows the steps that `goes_on` accepts behind those before. The stack is a list, for a turn may have a thousand
/// steps (dead groups on a big Go board).
fn walk<G: Game>(
    game: &G,
    s: &G::State,
    goes_on: impl Fn(&[u32], u32) -> bool,
    f: Visit<'_, G::State>,
) -> ControlFlow<()> {
    let mut steps = Vec::new();
    let mut stack = vec![(s.clone(), next_steps(game, s).into_iter())];
    while let Some((state, choices)) = stack.last_mut() {
        let Some(step) = choices.next() else {
            stack.pop();
            steps.pop();
            continue;
        };
        if !goes_on(&steps, step) {
            continue;
        }
        let mut next = state.clone();
        apply(game, &mut next, step);
        steps.push(step);
        if !G::ONE_STEP_TURNS && game.in_turn(&next) && game.actor(&next) != Actor::Over {
            let choices = next_steps(game, &next).into_iter();
            stack.push((next, choices));
        } else {
            f(&steps, &next)?;
            steps.pop();
        }
    }
    ControlFlow::Continue(())
}

/// All that can come next: a player's steps, or chance outcomes with [`CHANCE_BIT`].
fn next_steps<G: Game>(game: &G, s: &G::State) -> Vec<u32> {
    let mut list = Vec::new();
    match game.actor(s) {
        Actor::Player(_) => game.legal(s, &mut list),
        Actor::Chance => {
            let mut odds = Vec::new();
            game.chance(s, &mut odds);
            list.extend((0..odds.len() as u32).filter(|&o| odds[o as usize] > 0.0).map(|o| o | CHANCE_BIT));
        }
        Actor::Over => {}
    }
    list
}

/// Plays a step of a history: a player's action, or a chance outcome with [`CHANCE_BIT`].
pub(crate) fn apply<G: Game>(game: &G, state: &mut G::State, step: u32) {
    if step & CHANCE_BIT == 0 {
        game.play(state, step);
    } else {
        game.play_chance(state, step & !CHANCE_BIT);
    }
}
