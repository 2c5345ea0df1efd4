//! Many games of one kind stepped together, for training and bulk statistics: one call moves them
//! all, masks and observations go into the caller's arrays.
//!
//! Chance rolls by itself, with a generator per game, so results do not depend on the number of threads.

use super::threads;
use crate::game::{Action, Actor, CHANCE_BIT, Game, Illegal};
use crate::rng::Rng;
use crate::session::{Session, Variant};
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// Fewer games than this are not worth handing to another thread.
const CHUNK: usize = 32;

struct Slot<G: Game> {
    state: G::State,
    rng: Rng,
    start: G::State,
    /// The steps since the start, chance outcomes with [`CHANCE_BIT`].
    history: Vec<u32>,
}

impl<G: Game> Slot<G> {
    fn new(game: &G, mut rng: Rng) -> Self {
        let start = game.start(rng.next_u64());
        let mut slot = Slot { state: start.clone(), rng, start, history: Vec::new() };
        slot.roll(game);
        slot
    }

    fn restart(&mut self, game: &G) {
        self.start = game.start(self.rng.next_u64());
        self.state = self.start.clone();
        self.history.clear();
        self.roll(game);
    }

    fn roll(&mut self, game: &G) {
        while game.actor(&self.state) == Actor::Chance {
            let outcome = game.sample_chance(&self.state, &mut self.rng);
            game.play_chance(&mut self.state, outcome);
            self.history.push(outcome | CHANCE_BIT);
        }
    }
}

/// `n` games side by side. Arrays have one entry (or row) per game, in order.
pub struct Batch<G: Game> {
    game: Arc<Variant<G>>,
    slots: Vec<Slot<G>>,
    autoreset: bool,
    pool: Option<rayon::ThreadPool>,
    /// Seat to act, -1 where the game is over.
    pub players: Vec<i8>,
    /// Rows of one reward per player: the returns when the last step ended the game, else 0.
    pub rewards: Vec<f32>,
    /// Whether the game is over by its rules.
    pub terminated: Vec<bool>,
    /// Whether the game was cut off by a limit of turns.
    pub truncated: Vec<bool>,
}

impl<G: Game> Batch<G> {
    /// `n` fresh games; game `i` draws its start, chance and random actions from `(seed, i)`.
    pub fn new(game: Arc<Variant<G>>, n: usize, seed: u64, asked: usize, autoreset: bool) -> Self {
        let workers = threads(asked).min(n.div_ceil(CHUNK)).max(1);
        // No pool (thread limit of the system reached) means one thread: slower, not wrong.
        let pool = if workers > 1 { rayon::ThreadPoolBuilder::new().num_threads(workers).build().ok() } else { None };
        let players = game.num_players();
        let slots = (0..n).map(|i| Slot::new(&**game, Rng::for_game(seed, i as u64))).collect();
        let mut batch = Batch {
            game,
            slots,
            autoreset,
            pool,
            players: vec![0; n],
            rewards: vec![0.0; n * players],
            terminated: vec![false; n],
            truncated: vec![false; n],
        };
        batch.describe();
        batch
    }

    /// Gives the pool up without waiting for its threads: in a process that was forked they do not exist.
    pub fn forget_threads(&mut self) {
        std::mem::forget(self.pool.take());
    }

    /// The rules.
    pub fn game(&self) -> &Arc<Variant<G>> {
        &self.game
    }

    /// Number of games.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Game `i` with its history.
    pub fn session(&self, i: usize) -> Session<G> {
        let slot = &self.slots[i];
        Session::resumed(self.game.clone(), slot.start.clone(), slot.state.clone(), slot.history.clone())
    }

    fn describe(&mut self) {
        let game = &**self.game;
        for (slot, player) in self.slots.iter().zip(&mut self.players) {
            *player = seat(game, &slot.state);
        }
    }

    /// Games per part of the work: one part a thread or two, but none so small that handing it over costs more.
    fn part(&self) -> usize {
        let parts = self.pool.as_ref().map_or(1, |pool| 2 * pool.current_num_threads());
        self.slots.len().div_ceil(parts).max(CHUNK)
    }

    /// Plays one action in every game. A finished game takes no action (its entry is ignored): with
    /// autoreset it starts anew, else it stays as it is. An action that is not legal is an error that
    /// names its game, and then nothing has changed.
    pub fn step(&mut self, actions: &[Action]) -> Result<(), (usize, Illegal)> {
        let size = self.part();
        let (game, autoreset, seats) = (&**self.game, self.autoreset, self.game.num_players());
        let check = |i: usize| match game.actor(&self.slots[i].state) {
            Actor::Player(_) if actions[i] as usize >= game.num_actions() => Err((i, Illegal::OutOfRange)),
            Actor::Player(_) => game.check(&self.slots[i].state, actions[i]).map_err(|why| (i, why)),
            _ => Ok(()),
        };
        let n = self.slots.len();
        let first_bad = AtomicUsize::new(n);
        spread(&self.pool, n.div_ceil(size), &|part| {
            if let Some(i) = (part * size..n.min((part + 1) * size)).find(|&i| check(i).is_err()) {
                first_bad.fetch_min(i, Ordering::Relaxed);
            }
        });
        let first_bad = first_bad.into_inner();
        if first_bad < n {
            return check(first_bad);
        }
        let results = self.rewards.chunks_mut(size * seats).zip(self.terminated.chunks_mut(size));
        let results = results.zip(self.truncated.chunks_mut(size)).zip(self.players.chunks_mut(size));
        let parts = locked(self.slots.chunks_mut(size).zip(actions.chunks(size)).zip(results));
        spread(&self.pool, parts.len(), &|part| {
            let Ok(mut part) = parts[part].lock() else { return };
            let ((slots, actions), (((rewards, terminated), truncated), players)) = &mut *part;
            for (i, (slot, &action)) in slots.iter_mut().zip(*actions).enumerate() {
                let reward = &mut rewards[i * seats..][..seats];
                reward.fill(0.0);
                (terminated[i], truncated[i]) = (false, false);
                let going_on = matches!(game.actor(&slot.state), Actor::Player(_));
                if going_on {
                    game.play(&mut slot.state, action);
                    slot.history.push(action);
                    slot.roll(game);
                } else if autoreset {
                    slot.restart(game);
                }
                players[i] = seat(game, &slot.state);
                if let Some(end) = game.outcome(&slot.state) {
                    if going_on || autoreset {
                        reward.copy_from_slice(&end.returns[..seats]);
                    }
                    (terminated[i], truncated[i]) = (end.reason != TURN_LIMIT, end.reason == TURN_LIMIT);
                }
            }
        });
        Ok(())
    }

    /// Writes a uniformly random legal action for every game (0 where the game is over).
    pub fn random_actions(&mut self, out: &mut [Action]) {
        let size = self.part();
        let game = &**self.game;
        let parts = locked(self.slots.chunks_mut(size).zip(out.chunks_mut(size)));
        spread(&self.pool, parts.len(), &|part| {
            let Ok(mut part) = parts[part].lock() else { return };
            let (slots, actions) = &mut *part;
            let mut scratch = Vec::new();
            for (slot, action) in slots.iter_mut().zip(actions.iter_mut()) {
                *action = match game.actor(&slot.state) {
                    Actor::Player(_) => game.random_action(&slot.state, &mut slot.rng, &mut scratch),
                    _ => 0,
                };
            }
        });
    }

    /// Writes one mask row of `num_actions` per game, 1 for legal; all 0 where the game is over.
    pub fn legal_mask(&self, out: &mut [u8]) {
        let game = &**self.game;
        self.rows(out, game.num_actions(), &|state, scratch, row| {
            row.fill(0);
            if let Actor::Player(_) = game.actor(state) {
                scratch.clear();
                game.legal(state, scratch);
                scratch.iter().for_each(|&a| row[a as usize] = 1);
            }
        });
    }

    /// Writes one observation per game, as seen by the seat to act (seat 0 where the game is over).
    pub fn observations(&self, out: &mut [f32]) {
        let game = &**self.game;
        let size = game.observation_shape().iter().product();
        self.rows(out, size, &|state, _, row| {
            row.fill(0.0);
            game.observe(state, seat(game, state).max(0) as usize, row);
        });
    }

    fn rows<T: Send>(&self, out: &mut [T], width: usize, write: &RowWriter<'_, G, T>) {
        let size = self.part();
        let parts = locked(self.slots.chunks(size).zip(out.chunks_mut(size * width)));
        spread(&self.pool, parts.len(), &|part| {
            let Ok(mut part) = parts[part].lock() else { return };
            let (slots, rows) = &mut *part;
            let mut scratch = Vec::new();
            for (slot, row) in slots.iter().zip(rows.chunks_mut(width)) {
                write(&slot.state, &mut scratch, row);
            }
        });
    }
}

/// Writes what is asked for of one state into its row; the list is scratch space.
type RowWriter<'a, G, T> = dyn Fn(&<G as Game>::State, &mut Vec<Action>, &mut [T]) + Sync + 'a;

/// Each part of the work behind a lock of its own, which only the thread that does the part ever takes.
fn locked<T>(parts: impl Iterator<Item = T>) -> Vec<Mutex<T>> {
    parts.map(Mutex::new).collect()
}

/// Does all parts of some work, on the pool if there is one. Takes a plain function object, so that the machinery of
/// the pool is compiled once and not for every game.
fn spread(pool: &Option<rayon::ThreadPool>, parts: usize, work: &(dyn Fn(usize) + Sync)) {
    match pool {
        Some(pool) if parts > 1 => pool.install(|| (0..parts).into_par_iter().for_each(work)),
        _ => (0..parts).for_each(work),
    }
}

/// The reason of games ended by the library's limit of turns.
pub const TURN_LIMIT: &str = "turn limit";

fn seat<G: Game>(game: &G, s: &G::State) -> i8 {
    match game.actor(s) {
        Actor::Player(p) => p as i8,
        _ => -1,
    }
}
