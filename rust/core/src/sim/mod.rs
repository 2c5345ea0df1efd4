//! What can be done with any game: perft, random games, batches.

mod batch;
mod perft;
mod playout;

pub use batch::{Batch, TURN_LIMIT};
pub use perft::{By, perft};
pub use playout::{Playouts, Run, playouts};

use std::sync::atomic::{AtomicBool, Ordering};

/// Lets a long call be stopped from outside. The worker asks [`stopped`](Stop::stopped) now and then; the
/// thread that called asks its `poll` (Python: a pending Ctrl-C?) and raises the flag.
pub struct Stop<'a> {
    flag: AtomicBool,
    poll: &'a (dyn Fn() -> bool + Sync),
}

/// The call was stopped from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl<'a> Stop<'a> {
    /// `poll` says whether to stop.
    pub fn new(poll: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Stop { flag: AtomicBool::new(false), poll }
    }

    /// Asks `poll`; an error when the work is to stop.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.stopped() || (self.poll)() {
            self.flag.store(true, Ordering::Relaxed);
            return Err(Stopped);
        }
        Ok(())
    }

    /// Whether a stop was asked for, without asking anew.
    pub fn stopped(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
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
