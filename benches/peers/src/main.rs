//! Chess, Chess960 and Crazyhouse by shakmaty, as a peer for the benches.
//!
//! `gamecore-peers VARIANT perft DEPTH [FEN]`: paths of DEPTH moves, the last move counted without being made.
//!
//! `gamecore-peers VARIANT playouts GAMES [SEED]`: random games, each move uniform over the legal ones. A game ends by
//! mate, stalemate, insufficient material (as shakmaty defines it for the variant) or 150 plies of the half-move clock;
//! nothing else ends it: repetitions are not looked for. This is the loop that the library's own methods suggest,
//! `while !is_game_over() { legal_moves(); … play_unchecked() }`, which finds the legal moves twice.
//!
//! `gamecore-peers VARIANT lean-playouts GAMES [SEED]`: the same games, with the legal moves found once.
//!
//! VARIANT is `chess`, `chess960` or `crazyhouse`. Prints a line of JSON with counts and the CPU time they took.

use std::hint::black_box;
use std::process::ExitCode;

use cpu_time::ProcessTime;
use shakmaty::fen::Fen;
use shakmaty::variant::Crazyhouse;
use shakmaty::{CastlingMode, Chess, FromSetup, Position, perft};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const CLOCK: u32 = 150;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let line = match words.first() {
        Some(&"chess") => run::<Chess>(&words, CastlingMode::Standard),
        Some(&"chess960") => run::<Chess>(&words, CastlingMode::Chess960),
        Some(&"crazyhouse") => run::<Crazyhouse>(&words, CastlingMode::Standard),
        _ => Err("a variant is expected: chess, chess960 or crazyhouse".to_owned()),
    };
    match line {
        Ok(line) => {
            println!("{line}");
            ExitCode::SUCCESS
        }
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::FAILURE
        }
    }
}

fn run<P: Position + FromSetup + Clone>(words: &[&str], mode: CastlingMode) -> Result<String, String> {
    match words[1..] {
        ["perft", depth, ref fen @ ..] => {
            let fen = fen.first().unwrap_or(&START);
            let setup = fen.parse::<Fen>().map_err(|fault| format!("{fen}: {fault}"))?;
            let position = P::from_setup(setup.into_setup(), mode).map_err(|fault| format!("{fen}: {fault}"))?;
            let depth = number(depth)?;
            let begun = ProcessTime::now();
            let nodes = perft(black_box(&position), black_box(depth));
            let seconds = begun.elapsed().as_secs_f64();
            Ok(format!(r#"{{"nodes": {nodes}, "seconds": {seconds}, "per_second": {:.0}}}"#, nodes as f64 / seconds))
        }
        [how @ ("playouts" | "lean-playouts"), games, ref seed @ ..] => {
            let play = if how == "playouts" { playout } else { lean_playout };
            let setup = START.parse::<Fen>().map_err(|fault| fault.to_string())?;
            let position = P::from_setup(setup.into_setup(), mode).map_err(|fault| fault.to_string())?;
            let games = number(games)?;
            let mut rng = fastrand::Rng::with_seed(number(seed.first().unwrap_or(&"1"))?.into());
            let begun = ProcessTime::now();
            let moves: u64 = (0..games).map(|_| play(black_box(&position).clone(), &mut rng)).sum();
            let seconds = begun.elapsed().as_secs_f64();
            Ok(format!(
                r#"{{"games": {games}, "moves": {moves}, "seconds": {seconds}, "per_second": {:.0}}}"#,
                moves as f64 / seconds
            ))
        }
        _ => {
            Err("what to do is expected: perft DEPTH [FEN], playouts GAMES [SEED] or lean-playouts GAMES [SEED]"
                .to_owned())
        }
    }
}

fn number(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("{text}: a number is expected"))
}

fn playout<P: Position>(mut position: P, rng: &mut fastrand::Rng) -> u64 {
    let mut moves = 0;
    while position.halfmoves() < CLOCK && !position.is_game_over() {
        let legal = position.legal_moves();
        position.play_unchecked(legal[rng.usize(..legal.len())]);
        moves += 1;
    }
    moves
}

fn lean_playout<P: Position>(mut position: P, rng: &mut fastrand::Rng) -> u64 {
    let mut moves = 0;
    while position.halfmoves() < CLOCK && !position.is_insufficient_material() {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        position.play_unchecked(legal[rng.usize(..legal.len())]);
        moves += 1;
    }
    moves
}
