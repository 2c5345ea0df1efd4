//! Uniformly random games in bulk. Game `i` of seed `s` depends on `(s, i)` alone, so the result is the
//! same whatever the number of threads.

use super::{Leave, Stop, Stopped, threads, wait};
use crate::game::Game;
use crate::rng::{Rng, mix};
use std::sync::Mutex;
use std::sync::atomic::AtomicUsize;

/// The results of `n` games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Playouts {
    /// `n` rows of one return per player.
    pub returns: Vec<f32>,
    /// Steps of players in each game.
    pub steps: Vec<i32>,
}

/// Which games to play, and on how many threads.
#[derive(Clone, Copy, Debug, Default)]
pub struct Run {
    /// Number of games.
    pub n: usize,
    /// Seed of the run.
    pub seed: u64,
    /// Number of the first game: a long run may be played in parts.
    pub first: u64,
    /// Threads, 0 for one per core.
    pub threads: usize,
}

/// Salt that keeps the seed of a random start apart from the seed of the game played on it.
const START_SALT: u64 = 0x5EED_0057_A217;

/// At most this many games are handed out at once.
const CHUNK: usize = 64;

/// Plays games `first..first + n` of the run with this `seed`, from `from` or from fresh starts, on `asked` threads
/// (0 = all cores).
pub fn playouts<G: Game>(
    game: &G,
    from: Option<&G::State>,
    Run { n, seed, first, threads: asked }: Run,
    stop: &Stop,
) -> Result<Playouts, Stopped> {
    let players = game.num_players();
    let mut out = Playouts { returns: vec![0.0; n * players], steps: vec![0; n] };
    let fixed = match from {
        Some(s) => Some(s.clone()),
        None if !game.has_random_start() => Some(game.start(0)),
        None => None,
    };
    let run = |at: usize, returns: &mut [f32], steps: &mut [i32], scratch: &mut Vec<u32>| {
        for (i, (r, k)) in returns.chunks_mut(players).zip(steps).enumerate() {
            if stop.stopped() {
                return;
            }
            let index = first.wrapping_add((at + i) as u64);
            let mut s = match &fixed {
                Some(s) => s.clone(),
                None => game.start(mix(seed ^ START_SALT, index)),
            };
            *k = game.playout(&mut s, &mut Rng::for_game(seed, index), scratch) as i32;
            if let Some(end) = game.outcome(&s) {
                r.copy_from_slice(&end.returns[..players]);
            }
        }
    };
    let workers = threads(asked).min(n);
    let chunk = (n / (8 * workers).max(1)).clamp(1, CHUNK);
    let chunks = out.returns.chunks_mut(chunk * players).zip(out.steps.chunks_mut(chunk));
    if workers <= 1 {
        let mut scratch = Vec::new();
        for (i, (returns, steps)) in chunks.enumerate() {
            run(i * chunk, returns, steps, &mut scratch);
            stop.check()?;
        }
        return Ok(out);
    }
    let work = Mutex::new(chunks.enumerate());
    let running = AtomicUsize::new(workers);
    let caller = std::thread::current();
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                let _leave = Leave { running: &running, caller: &caller };
                let mut scratch = Vec::new();
                while !stop.stopped() {
                    // A worker that panics poisons the lock at worst: the others then finish at
                    // once, and the scope passes the panic on.
                    let Ok(mut queue) = work.lock() else { break };
                    let Some((i, (returns, steps))) = queue.next() else { break };
                    drop(queue);
                    run(i * chunk, returns, steps, &mut scratch);
                }
            });
        }
        wait(&running, stop);
    });
    if stop.stopped() { Err(Stopped) } else { Ok(out) }
}
