//! The bodies of the fuzz targets (`fuzz_bodies`) under proptest, for every game.
//!
//! `HOSTILE_CASES=n` runs n cases per game and body, drawn anew each time; without it there are few, and
//! always the same, so that a red test means a change in the code.

mod fuzz_bodies;

use fuzz_bodies::{Body, bytes, position, records, setup, steps};
use gamecore::games::SLUGS;
use proptest::collection::vec;
use proptest::prelude::any;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

fn every_game(body: Body) {
    let cases = std::env::var("HOSTILE_CASES").ok().map(|n| n.parse().expect("HOSTILE_CASES is a number"));
    let config = Config { cases: cases.unwrap_or(200), failure_persistence: None, ..Config::default() };
    let mut failures = Vec::new();
    for &slug in SLUGS {
        let mut runner = match cases {
            Some(_) => TestRunner::new(config.clone()),
            None => {
                let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
                TestRunner::new_with_rng(config.clone(), rng)
            }
        };
        let run = runner.run(&vec(any::<u8>(), 0..200), |data| {
            body(slug, &data);
            Ok(())
        });
        if let Err(error) = run {
            failures.push(format!("{slug}: {error}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn positions() {
    every_game(position);
}

#[test]
fn setups() {
    every_game(setup);
}

#[test]
fn saved_games() {
    every_game(bytes);
}

#[test]
fn any_steps() {
    every_game(steps);
}

#[test]
fn record_files() {
    every_game(records);
}
