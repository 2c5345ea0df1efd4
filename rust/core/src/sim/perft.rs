//! Perft: the number of turn (or step) sequences of a given length, the field's standard proof that
//! a move generator is right.
//!
//! Draw rules that look at the past (repetition, move counters) are left out, as in all published
//! tables. At a chance node the count is the sum over its possible outcomes; a die is no ply.

use super::{Leave, Stop, Stopped, wait};
use crate::game::{Action, Actor, Game};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicUsize;

/// What a ply is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Whole turns, one per canonical text.
    Turn,
    /// Single steps.
    Step,
}

/// Nobody counts deeper.
pub const MAX_DEPTH: u32 = 64;

/// With more actions than this, a walk may have to be stopped two plies above its end.
const MANY: usize = 1000;

/// Deeper walks get a thread with a stack of their own, for the caller's may be small.
const ANY_STACK: u32 = 4;
const STACK: usize = 64 << 20;

/// Counts the sequences of `depth` plies from `s` (at most [`MAX_DEPTH`]); `u64::MAX` stands for that or more.
pub fn perft<G: Game>(game: &G, s: &G::State, depth: u32, by: By, stop: &Stop) -> Result<u64, Stopped> {
    let depth = depth.min(MAX_DEPTH);
    let mut s = s.clone();
    game.ignore_draws(&mut s);
    if depth <= ANY_STACK {
        return count(game, &s, depth, by, stop, &mut Vec::new());
    }
    let (running, caller) = (AtomicUsize::new(1), std::thread::current());
    std::thread::scope(|scope| {
        let walk = || {
            let _leave = Leave { running: &running, caller: &caller };
            count(game, &s, depth, by, stop, &mut Vec::new())
        };
        let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, walk).map_err(|_| Stopped)?;
        wait(&running, stop);
        worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// `list` serves all depths: each appends its steps and takes them off again.
fn count<G: Game>(
    game: &G,
    s: &G::State,
    depth: u32,
    by: By,
    stop: &Stop,
    list: &mut Vec<Action>,
) -> Result<u64, Stopped> {
    if depth == 0 {
        return Ok(1);
    }
    // Looking at the clock costs as much as a few leaves, of which games of few moves have not many more.
    if depth >= 3 || (depth == 2 && game.num_actions() > MANY) {
        stop.check()?;
    }
    let mut total = 0u64;
    match game.actor(s) {
        Actor::Over => {}
        Actor::Chance => {
            let mut odds = Vec::new();
            game.chance(s, &mut odds);
            for outcome in (0..odds.len()).filter(|&o| odds[o] > 0.0) {
                let mut next = s.clone();
                game.play_chance(&mut next, outcome as u32);
                total = total.saturating_add(count(game, &next, depth, by, stop, list)?);
            }
        }
        Actor::Player(_) => match (by, depth) {
            (By::Turn, 1) => total = game.count_turns(s),
            (By::Step, 1) => total = game.num_legal(s) as u64,
            (By::Turn, _) if !G::ONE_STEP_TURNS => {
                let (mut failed, mut seen) = (false, 0u32);
                let _ = game.for_each_turn(s, &mut |_, next| {
                    // A game of big turns spends seconds in one node.
                    seen += 1;
                    let go_on = if seen.is_multiple_of(256) { stop.check() } else { Ok(()) };
                    match go_on.and_then(|()| count(game, next, depth - 1, by, stop, list)) {
                        Ok(n) => {
                            total = total.saturating_add(n);
                            ControlFlow::Continue(())
                        }
                        Err(Stopped) => {
                            failed = true;
                            ControlFlow::Break(())
                        }
                    }
                });
                if failed {
                    return Err(Stopped);
                }
            }
            _ => {
                let begin = list.len();
                game.legal(s, list);
                for i in begin..list.len() {
                    let mut next = s.clone();
                    game.play(&mut next, list[i]);
                    total = total.saturating_add(count(game, &next, depth - 1, by, stop, list)?);
                }
                list.truncate(begin);
            }
        },
    }
    Ok(total)
}
