//! The bodies of the fuzz targets. They live among the tests of the core, where stable Rust runs them too.

#[path = "../../rust/core/tests/fuzz_bodies/mod.rs"]
mod fuzz_bodies;

pub use fuzz_bodies::*;
use gamecore::games::SLUGS;

/// Runs a body; the first byte is the game.
pub fn run(body: Body, data: &[u8]) {
    if let Some((&first, rest)) = data.split_first() {
        body(SLUGS[usize::from(first) % SLUGS.len()], rest);
    }
}
