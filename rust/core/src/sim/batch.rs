//! Many games of one kind stepped together, for training and bulk statistics: one call moves them
//! all, masks and observations go into the caller's arrays.
//!
//! Chance rolls by itself, with a generator per game, so results do not depend on the number of threads.

use super::threads;
use crate::game::{Action, Actor, CHANCE_BIT, Game, Illegal};
use crate::rng::Rng;
use crate::session::{Session, Variant};
use rayon::prelude::*;
use std::sync::Arc;

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

    /// Plays one action in every game. A finished game takes no action (its entry is ignored): with
    /// autoreset it starts anew, else it stays as it is. An action that is not legal is an error that
    /// names its game, and then nothing has changed.
    pub fn step(&mut self, actions: &[Action]) -> Result<(), (usize, Illegal)> {
        let Batch { game, slots, pool, players, rewards, terminated, truncated, autoreset } = self;
        let (game, autoreset) = (&***game, *autoreset);
        let check = |(i, (slot, &action)): (usize, (&Slot<G>, &Action))| match game.actor(&slot.state) {
            Actor::Player(_) if action as usize >= game.num_actions() => Err((i, Illegal::OutOfRange)),
            Actor::Player(_) => game.check(&slot.state, action).map_err(|why| (i, why)),
            _ => Ok(()),
        };
        match pool {
            None => slots.iter().zip(actions).enumerate().try_for_each(check)?,
            Some(p) => p.install(|| {
                let all = slots.par_iter().zip(actions).enumerate().with_min_len(CHUNK);
                all.map(check).find_first(Result::is_err).unwrap_or(Ok(()))
            })?,
        }
        let seats = game.num_players();
        let play = |((slot, &action), ((player, reward), (done, cut))): ((&mut Slot<G>, &Action), Row<'_>)| {
            reward.fill(0.0);
            (*done, *cut) = (false, false);
            let going_on = matches!(game.actor(&slot.state), Actor::Player(_));
            if going_on {
                game.play(&mut slot.state, action);
                slot.history.push(action);
                slot.roll(game);
            } else if autoreset {
                slot.restart(game);
            }
            *player = seat(game, &slot.state);
            if let Some(end) = game.outcome(&slot.state) {
                if going_on || autoreset {
                    reward.copy_from_slice(&end.returns[..seats]);
                }
                (*done, *cut) = (end.reason != TURN_LIMIT, end.reason == TURN_LIMIT);
            }
        };
        match pool {
            None => {
                let rows = players.iter_mut().zip(rewards.chunks_mut(seats)).zip(terminated.iter_mut().zip(truncated));
                slots.iter_mut().zip(actions).zip(rows).for_each(play);
            }
            Some(p) => p.install(|| {
                let ends = terminated.par_iter_mut().zip(truncated);
                let rows = players.par_iter_mut().zip(rewards.par_chunks_mut(seats)).zip(ends);
                slots.par_iter_mut().zip(actions).zip(rows).with_min_len(CHUNK).for_each(play);
            }),
        }
        Ok(())
    }

    /// Writes a uniformly random legal action for every game (0 where the game is over).
    pub fn random_actions(&mut self, out: &mut [Action]) {
        let game = &**self.game;
        let draw = |scratch: &mut Vec<Action>, (slot, action): (&mut Slot<G>, &mut Action)| {
            *action = match game.actor(&slot.state) {
                Actor::Player(_) => game.random_action(&slot.state, &mut slot.rng, scratch),
                _ => 0,
            };
        };
        match &self.pool {
            None => {
                let mut scratch = Vec::new();
                self.slots.iter_mut().zip(out).for_each(|item| draw(&mut scratch, item));
            }
            Some(p) => p.install(|| {
                self.slots.par_iter_mut().zip(out).with_min_len(CHUNK).for_each_init(Vec::new, draw);
            }),
        }
    }

    /// Writes one mask row of `num_actions` per game, 1 for legal; all 0 where the game is over.
    pub fn legal_mask(&self, out: &mut [u8]) {
        let game = &**self.game;
        self.rows(out, game.num_actions(), |state, scratch, row| {
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
        self.rows(out, size, |state, _, row| {
            row.fill(0.0);
            game.observe(state, seat(game, state).max(0) as usize, row);
        });
    }

    fn rows<T: Send>(&self, out: &mut [T], width: usize, write: impl Fn(&G::State, &mut Vec<Action>, &mut [T]) + Sync) {
        let each = |scratch: &mut Vec<Action>, (slot, row): (&Slot<G>, &mut [T])| write(&slot.state, scratch, row);
        match &self.pool {
            None => {
                let mut scratch = Vec::new();
                self.slots.iter().zip(out.chunks_mut(width)).for_each(|item| each(&mut scratch, item));
            }
            Some(p) => p.install(|| {
                let rows = self.slots.par_iter().zip(out.par_chunks_mut(width)).with_min_len(CHUNK);
                rows.for_each_init(Vec::new, each);
            }),
        }
    }
}

type Row<'a> = ((&'a mut i8, &'a mut [f32]), (&'a mut bool, &'a mut bool));

/// The reason of games ended by the library's limit of turns.
pub const TURN_LIMIT: &str = "turn limit";

fn seat<G: Game>(game: &G, s: &G::State) -> i8 {
    match game.actor(s) {
        Actor::Player(p) => p as i8,
        _ => -1,
    }
}
