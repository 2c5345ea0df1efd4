//! What can be done with any game: perft, random games, batches.

mod batch;
mod perft;
mod playout;

pub use batch::{Batch, TURN_LIMIT};
pub use perft::{By, MAX_DEPTH, perft};
pub use playout::{Playouts, Run, playouts};

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread::{Thread, ThreadId};
use std::time::{Duration, Instant};

/// Lets a long call be stopped from outside: workers ask [`check`](Stop::check) as often as they like, and a few
/// times a second the thread that began the call asks `poll` (Python: a pending Ctrl-C?).
pub struct Stop<'a> {
    caller: ThreadId,
    flag: AtomicBool,
    poll: &'a (dyn Fn() -> bool + Sync),
    begun: Instant,
    /// When `poll` was asked last, in milliseconds since `begun`.
    polled: AtomicU64,
}

/// The call was stopped from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// How often `poll` is asked.
const POLL_EVERY: Duration = Duration::from_millis(50);

impl<'a> Stop<'a> {
    /// `poll` says whether to stop.
    pub fn new(poll: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Stop {
            caller: std::thread::current().id(),
            flag: AtomicBool::new(false),
            poll,
            begun: Instant::now(),
            polled: AtomicU64::new(0),
        }
    }

    /// An error when the work is to stop. Cheap enough for every few microseconds.
    pub fn check(&self) -> Result<(), Stopped> {
        let now = self.begun.elapsed().as_millis() as u64;
        let due = now >= self.polled.load(Ordering::Relaxed) + POLL_EVERY.as_millis() as u64;
        if due && std::thread::current().id() == self.caller {
            self.polled.store(now, Ordering::Relaxed);
            if (self.poll)() {
                self.flag.store(true, Ordering::Relaxed);
            }
        }
        if self.stopped() { Err(Stopped) } else { Ok(()) }
    }

    /// Whether a stop was asked for, without asking anew.
    pub fn stopped(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }
}

/// Signs a worker off when it ends, by a panic too, and wakes the thread that waits for all of them.
struct Leave<'a> {
    running: &'a AtomicUsize,
    caller: &'a Thread,
}

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        self.running.fetch_sub(1, Ordering::Release);
        self.caller.unpark();
    }
}

/// Waits for the workers, asking the caller's `poll` meanwhile.
fn wait(running: &AtomicUsize, stop: &Stop) {
    while running.load(Ordering::Acquire) > 0 {
        std::thread::park_timeout(POLL_EVERY);
        let _ = stop.check();
    }
}

/// The number of threads to use for `asked` (0 = one per core).
pub fn threads(asked: usize) -> usize {
    match asked {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        n => n.min(MAX_THREADS),
    }
}

/// More threads than this are never started, whatever is asked for.
pub const MAX_THREADS: usize = 256;
