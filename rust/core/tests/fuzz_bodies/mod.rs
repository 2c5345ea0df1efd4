//! What a stranger may send, for every game of the catalog: texts, bytes, action numbers. Whatever comes
//! in, the answer is an error or a sound state, never a panic, and never a game without an end.
//!
//! Each body takes the slug of a game and arbitrary bytes, which decide the variant and all that
//! happens. They run under proptest in `tests/hostile.rs` and under libFuzzer in `fuzz/`.

use gamecore::erased::{AnyRules, AnyState};
use gamecore::game::{Action, Actor, CHANCE_BIT};
use gamecore::games::build;
use gamecore::options::{Options, Value};
use gamecore::records::pgn::{Next, Reader};
use gamecore::rng::{Rng, mix};
use gamecore::session::{Ending, Origin};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// A body: a game's slug, and the input.
pub type Body = fn(&'static str, &[u8]);

/// A position text, raw or made from a true one by small edits; if it is taken, the game from there is played out.
pub fn position(slug: &'static str, data: &[u8]) {
    let mut input = Input(data);
    let rules = rules(slug, input.byte());
    let mut rng = Rng::new(input.number().into());
    let text = if input.byte() & 1 == 0 {
        input.text()
    } else {
        let mut state = rules.start(rng.next_u64());
        state.play_random(usize::from(input.byte()), &mut rng, &mut Vec::new());
        input.edit(state.position())
    };
    if let Ok(state) = rules.parse_position(&text) {
        to_the_end(&*rules, state, &mut rng);
    }
}

/// A set-up text, in the same way.
pub fn setup(slug: &'static str, data: &[u8]) {
    let mut input = Input(data);
    let rules = rules(slug, input.byte());
    let mut rng = Rng::new(input.number().into());
    let text = match (input.byte() & 1, rules.start(rng.next_u64()).origin()) {
        (1, Origin::Setup(text)) => input.edit(text.clone()),
        _ => input.text(),
    };
    if let Ok(state) = rules.start_from_setup(&text) {
        let Origin::Setup(given) = state.origin().clone() else { panic!("a set-up is forgotten") };
        let again = rules.start_from_setup(&given).expect("a state's own set-up is read again");
        assert!(again.same(&*state), "set-up {given:?} gives another start the second time");
        to_the_end(&*rules, state, &mut rng);
    }
}

/// Bytes after the true header of the game, or the bytes of a true game with small edits.
pub fn bytes(slug: &'static str, data: &[u8]) {
    let mut input = Input(data);
    let rules = rules(slug, input.byte());
    let mut rng = Rng::new(input.number().into());
    let mut state = rules.start(rng.next_u64());
    let saved = if input.byte() & 1 == 0 {
        [header(&state.to_bytes()), input.0].concat()
    } else {
        state.play_random(usize::from(input.byte()), &mut rng, &mut Vec::new());
        input.edit_bytes(state.to_bytes())
    };
    if let Ok(state) = rules.restore(&saved) {
        saved_and_restored(&*rules, &*state);
        inspect(&*rules, &*state, &mut rng);
    }
}

/// Steps, legal and not, with undo, copies and ends from outside in between.
pub fn steps(slug: &'static str, data: &[u8]) {
    let mut input = Input(data);
    let rules = rules(slug, input.byte());
    let mut rng = Rng::new(input.number().into());
    let mut state = rules.start(rng.next_u64());
    inspect(&*rules, &*state, &mut rng);
    for _ in 0..64 {
        if input.0.is_empty() {
            break;
        }
        let before = Snapshot::of(&*state);
        match input.byte() % 12 {
            0..=5 => {
                step(&mut *state, input.number());
                check_undo(&*state, &before);
            }
            6 => {
                let action = input.number();
                let verdict = state.check(action);
                assert_eq!(state.play(action), verdict, "check and play disagree on {action}");
                if verdict.is_err() {
                    assert_eq!(Snapshot::of(&*state), before, "a refused step has changed the state");
                } else {
                    check_undo(&*state, &before);
                }
            }
            7 => {
                let actions = [input.number(), input.number()];
                if state.play_all(&actions).is_err() {
                    assert_eq!(Snapshot::of(&*state), before, "refused steps have changed the state");
                }
            }
            8 => assert_eq!(state.undo(), before.steps > 0 || before.ended, "undo"),
            9 => {
                state.undo_turn();
            }
            10 => {
                let ending = match input.byte() % 6 {
                    0 => Ending::Agreed,
                    1 => Ending::Claimed,
                    n => Ending::Resigned(n - 2),
                };
                if state.end(ending).is_ok() {
                    assert_eq!(state.actor(), Actor::Over);
                    inspect(&*rules, &*state, &mut rng);
                    saved_and_restored(&*rules, &*state);
                    assert!(state.undo());
                }
                assert_eq!(Snapshot::of(&*state), before, "an end was not taken back, or not refused");
            }
            _ => {
                let outcome = input.number();
                if state.play_chance(outcome).is_err() {
                    assert_eq!(Snapshot::of(&*state), before, "a refused outcome has changed the state");
                }
                state = state.copy();
            }
        }
        inspect(&*rules, &*state, &mut rng);
    }
    saved_and_restored(&*rules, &*state);
}

// ---- what must hold ----------------------------------------------------------------------

/// All that can be asked of one state.
fn inspect(rules: &dyn AnyRules, state: &dyn AnyState, rng: &mut Rng) {
    let actions = rules.num_actions() as Action;
    let mut legal = Vec::new();
    state.legal(&mut legal);
    assert_eq!(legal.len(), state.num_legal(), "num_legal");
    assert!(legal.is_sorted_by(|a, b| a < b), "legal steps are not ascending: {legal:?}");
    assert!(legal.iter().all(|&a| a < actions), "a legal step is out of range");
    let mut appended = vec![Action::MAX];
    state.legal(&mut appended);
    assert!(appended.split_first() == Some((&Action::MAX, &legal)), "legal touches what is in the list");
    let probe = |a: Action| {
        let listed = legal.binary_search(&a).is_ok();
        assert_eq!(listed, state.check(a).is_ok(), "legal and check disagree on {a}");
    };
    legal.iter().for_each(|&a| probe(a));
    match actions {
        ..=400 => (0..actions).for_each(probe),
        _ => (0..100).for_each(|_| probe(rng.below(actions as usize) as Action)),
    }
    [actions, actions + 1, CHANCE_BIT, Action::MAX].into_iter().for_each(probe);

    let mut odds = Vec::new();
    state.chance(&mut odds);
    let outcome = state.outcome();
    match state.actor() {
        Actor::Player(seat) => {
            assert!(usize::from(seat) < rules.num_players(), "there is no seat {seat}");
            assert!(!legal.is_empty(), "a player is to act and has no legal step");
            let drawn = state.random_action(rng, &mut Vec::new()).expect("a player acts");
            assert!(legal.binary_search(&drawn).is_ok(), "the random step {drawn} is not legal");
        }
        Actor::Chance => {
            assert_eq!(odds.len(), rules.num_chance_outcomes(), "odds of every outcome are expected");
            assert!(odds.iter().all(|p| *p >= 0.0), "odds {odds:?}");
            assert!((odds.iter().sum::<f64>() - 1.0).abs() < 1e-9, "odds {odds:?}");
        }
        Actor::Over => {
            let returns = outcome.expect("a game that is over has an outcome").returns;
            assert!(returns.iter().sum::<f32>().abs() < 1e-5, "returns {returns:?}");
            assert!(!state.in_turn(), "a turn goes on although the game is over");
        }
    }
    assert!(state.actor() == Actor::Chance || odds.is_empty());
    assert!(state.actor() == Actor::Over || outcome.is_none(), "an outcome before the end");

    let text = state.position();
    let again = rules.parse_position(&text).unwrap_or_else(|e| panic!("position {text:?} is not read again: {e}"));
    assert_eq!(again.position(), text, "the position text changes when it is read");
    assert_eq!(again.key(), state.key(), "key of {text:?}");
    if state.actor() != Actor::Over {
        assert_eq!(again.actor(), state.actor(), "who acts in {text:?}");
        let mut more = Vec::new();
        again.legal(&mut more);
        // What an earlier position forbids (superko) is not in the text.
        assert!(legal.iter().all(|a| more.binary_search(a).is_ok()), "steps are lost in {text:?}");
    }

    let mut seen = vec![0.0; rules.observation_shape().iter().product()];
    for seat in 0..rules.num_players() {
        state.observe(seat, &mut seen);
        assert!(seen.iter().all(|x| x.is_finite()), "an observation is not finite");
        assert!(state.cells(Some(seat)).is_ascii());
        let (view, _) = (state.view(seat), state.info(Some(seat)));
        if rules.has_hidden_information() {
            assert_eq!(state.determinize(seat, rng).view(seat), view, "a determinized state looks different");
        }
    }
    let _ = (state.cells(None), state.info(None), state.scores(), state.tournament_points());
    let _ = state.can_claim_draw();
}

/// Random steps from a state that a stranger's text gave. It may hold more pieces than any true game, hence the
/// factor; without a bound at all, a server that plays such a game out would hang.
fn to_the_end(rules: &dyn AnyRules, mut state: Box<dyn AnyState>, rng: &mut Rng) {
    let mut scratch = Vec::new();
    inspect(rules, &*state, rng);
    for _ in 0..6 {
        state.play_random(1 + rng.below(8), rng, &mut scratch);
        inspect(rules, &*state, rng);
    }
    let bound = 2 * rules.max_steps();
    let played = state.play_random(bound + 1, rng, &mut scratch);
    assert!(played <= bound, "no end after {bound} steps");
    assert_eq!(state.actor(), Actor::Over);
    inspect(rules, &*state, rng);
    saved_and_restored(rules, &*state);
}

fn saved_and_restored(rules: &dyn AnyRules, state: &dyn AnyState) {
    let saved = state.to_bytes();
    let again = rules.restore(&saved).unwrap_or_else(|e| panic!("own bytes are not read again: {e}"));
    assert_eq!(Snapshot::of(&*again), Snapshot::of(state), "bytes lose something");
    assert_eq!(again.history(), state.history());
    assert_eq!(again.to_bytes(), saved);
}

fn check_undo(state: &dyn AnyState, before: &Snapshot) {
    let mut back = state.copy();
    if before.steps < state.history().len() {
        assert!(back.undo());
        assert_eq!(Snapshot::of(&*back), *before, "undo");
    }
}

/// What a refused or taken back step must leave as it was.
#[derive(Debug, PartialEq)]
struct Snapshot {
    position: String,
    key: u64,
    actor: Actor,
    legal: Vec<Action>,
    steps: usize,
    ended: bool,
}

impl Snapshot {
    fn of(state: &dyn AnyState) -> Self {
        let mut legal = Vec::new();
        state.legal(&mut legal);
        let (actor, steps) = (state.actor(), state.history().len());
        Snapshot { position: state.position(), key: state.key(), actor, legal, steps, ended: state.ending().is_some() }
    }
}

/// Plays the legal step (or possible outcome) that `pick` chooses.
fn step(state: &mut dyn AnyState, pick: u32) {
    match state.actor() {
        Actor::Player(_) => {
            let mut legal = Vec::new();
            state.legal(&mut legal);
            state.play(legal[pick as usize % legal.len()]).expect("a legal step is played");
        }
        Actor::Chance => {
            let mut odds = Vec::new();
            state.chance(&mut odds);
            let possible: Vec<u32> = (0..odds.len() as u32).filter(|&o| odds[o as usize] > 0.0).collect();
            state.play_chance(possible[pick as usize % possible.len()]).expect("a possible outcome is played");
        }
        Actor::Over => {}
    }
}

// ---- input -------------------------------------------------------------------------------

/// Bytes taken from the front; zeros when there are none left.
struct Input<'a>(&'a [u8]);

impl Input<'_> {
    fn byte(&mut self) -> u8 {
        self.0.split_off_first().copied().unwrap_or(0)
    }

    /// Small numbers mostly, and any number now and then.
    fn number(&mut self) -> u32 {
        match self.byte() {
            255 => u32::from_le_bytes([self.byte(), self.byte(), self.byte(), self.byte()]),
            high @ 224..255 => u32::from(high - 224) << 8 | u32::from(self.byte()),
            small => small.into(),
        }
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(self.0).into_owned()
    }

    /// A few changes to something true: cut, double, replace, insert.
    fn edit_bytes(&mut self, mut bytes: Vec<u8>) -> Vec<u8> {
        for _ in 0..8 {
            if self.0.is_empty() {
                break;
            }
            let (kind, at, byte) = (self.byte() % 6, self.number() as usize, self.byte());
            let at = at % (bytes.len() + 1);
            let end = (at + 1 + usize::from(byte) % 8).min(bytes.len());
            match kind {
                0 => bytes.truncate(at),
                1 => bytes.insert(at, byte),
                2 if at < end => drop(bytes.drain(at..end)),
                3 => bytes.splice(at..at, bytes[at..end].to_vec()).for_each(drop),
                4 if at < bytes.len() => bytes[at] = byte,
                // Something that the text has elsewhere is more often of the right kind.
                5 if at < bytes.len() => bytes[at] = bytes[usize::from(byte) % bytes.len()],
                _ => {}
            }
        }
        bytes
    }

    fn edit(&mut self, text: String) -> String {
        String::from_utf8_lossy(&self.edit_bytes(text.into_bytes())).into_owned()
    }
}

/// The line of a saved game that names the game.
fn header(saved: &[u8]) -> &[u8] {
    let end = saved.iter().position(|&b| b == b'\n').expect("a saved game begins with a line of text");
    &saved[..=end]
}

// ---- variants ----------------------------------------------------------------------------

type Kept = HashMap<(&'static str, u8), Rc<dyn AnyRules>>;

thread_local! {
    /// Rules are dear to build in some games (word lists), so they are kept.
    static RULES: RefCell<Kept> = RefCell::default();
}

/// One of eight variants of a game: the default, and others drawn from what its options allow.
fn rules(slug: &'static str, variant: u8) -> Rc<dyn AnyRules> {
    let variant = variant % 8;
    let known = RULES.with_borrow(|all| all.get(&(slug, variant)).cloned());
    known.unwrap_or_else(|| {
        let usual = build(slug, Options::default()).expect("the default variant");
        let built = if variant == 0 { usual } else { build(slug, draw_options(&*usual, variant)).unwrap_or(usual) };
        let built: Rc<dyn AnyRules> = built.into();
        RULES.with_borrow_mut(|all| all.insert((slug, variant), built.clone()));
        built
    })
}

/// Changes about half of the options. Sizes stay near the smallest that are allowed, to find the odd cases quickly.
fn draw_options(usual: &dyn AnyRules, variant: u8) -> Options {
    let mut rng = Rng::new(mix(u64::from(variant), 0));
    let mut drawn = Vec::new();
    for (name, value) in usual.options() {
        if rng.below(2) == 0 {
            continue;
        }
        let allowed = allowed(usual.slug(), name);
        let value = match (value, &allowed[..]) {
            (Value::Bool(v), _) => Value::Bool(!v),
            (Value::Int(v), [low, high]) => match (low.parse::<i64>(), high.parse::<i64>()) {
                (Ok(low), Ok(high)) => Value::Int((low + rng.below(5) as i64).min(high)),
                _ => Value::Int(*v),
            },
            (Value::Float(v), [low, high]) => match (low.parse::<f64>(), high.parse::<f64>()) {
                (Ok(low), Ok(high)) => Value::Float((v + rng.below(9) as f64 / 2.0 - 2.0).clamp(low, high)),
                _ => Value::Float(*v),
            },
            (Value::Text(_), [_, ..]) => Value::Text(allowed[rng.below(allowed.len())].clone()),
            (value, _) => value.clone(),
        };
        drawn.push((name.to_string(), value));
    }
    Options::new(drawn)
}

/// What an option may be: both bounds of a number, or the list of words. The error for a wrong value names them.
fn allowed(slug: &str, name: &str) -> Vec<String> {
    let wrong = Options::new([(name.to_string(), Value::Text("?".to_string()))]);
    let Err(error) = build(slug, wrong) else { return Vec::new() };
    let text = error.0.trim_end_matches(" is expected");
    let list = |from: &str, by: &str| {
        text.split_once(from).map(|(_, list)| list.split(by).map(str::to_string).collect::<Vec<_>>())
    };
    list("number from ", " to ").or_else(|| list(": one of ", ", ")).unwrap_or_default()
}

/// What record files are made of.
const PIECES: [&str; 32] = [
    "[White \"w\"]",
    "[B \"x\\\"]",
    "[",
    "]",
    "\"",
    "\\",
    "\n",
    "\n\n",
    "\r\n",
    " ",
    "1.",
    "1...",
    "e4",
    "Nf3!?",
    "--",
    "$7",
    "{",
    "}",
    "{a}",
    "(",
    ")",
    ";",
    "%",
    "1-0",
    "*",
    "1/2-1/2",
    "é",
    "東",
    "\u{a0}",
    "\u{feff}",
    "\0",
    "[A x]",
];

/// A text of tags and moves, in one piece and in small ones: the same games and faults come out of both.
pub fn records(_: &'static str, data: &[u8]) {
    let mut input = Input(data);
    let size = 1 + usize::from(input.byte() % 16);
    let text: String = if input.byte() & 3 == 0 {
        input.text()
    } else {
        input.0.iter().map(|&byte| PIECES[usize::from(byte) % PIECES.len()]).collect()
    };
    let chars: Vec<char> = text.chars().collect();
    let pieces = chars.chunks(size).map(|chunk| chunk.iter().collect());
    assert_eq!(games_of(std::iter::once(text.clone())), games_of(pieces), "in pieces {text:?} holds other games");
}

fn games_of(mut pieces: impl Iterator<Item = String>) -> Vec<String> {
    let results = ["1-0", "1/2-1/2", "*"].map(str::to_string).to_vec();
    let mut reader = Reader::new(results, 1, 1);
    let mut found = Vec::new();
    loop {
        match reader.next_game() {
            Next::Done => return found,
            Next::Game(Ok(game)) => {
                let tags: Vec<_> = game.tags().map(|(name, value)| (name.to_string(), value.into_owned())).collect();
                let line = game.line();
                assert!(line.moves.iter().copied().eq(game.moves()), "the line has other moves than the game");
                found.push(format!("{tags:?} {line:?} {:?}", game.result()));
            }
            Next::Game(Err(fault)) => found.push(fault.to_string()),
            Next::More => match pieces.next() {
                Some(piece) => reader.feed(&piece),
                None => reader.end(),
            },
        }
    }
}
