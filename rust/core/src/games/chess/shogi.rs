//! Shogi and its smaller sisters. Rules: the docs page of `shogi`.

use super::army::{BISHOP, FAR, KING, Kind, Piece, ROOK, traits};
use super::rules::Rules;
use super::variant::{Design, Hands, Kept, Law, Variant};
use crate::board::Grid;
use crate::prelude::*;

/// Shogi on 9 x 9 cells.
#[derive(Clone, Copy)]
pub struct Shogi;

/// The shogis of at most 64 cells.
#[derive(Clone, Copy)]
pub struct SmallShogi;

impl Variant for Shogi {
    type Set = u128;
    type Kinds = [u128; 14];
    type Cells = [u8; 81];
    type Hands = Kept<Hands>;
    type Marks = ();
    const TRAITS: &'static [Kind] = &traits(&ARMY);
    const DROPS: bool = true;
    const TURNS_OVER: bool = true;
    const LAW: Law = Law::Shogi;
}

impl Variant for SmallShogi {
    type Set = u64;
    type Kinds = [u64; 12];
    type Cells = [u8; 49];
    type Hands = Kept<Hands>;
    type Marks = ();
    const DROPS: bool = true;
    const TURNS_OVER: bool = true;
    const JUMPS_LINES: bool = true;
    const LAW: Law = Law::Shogi;
}

/// What a gold does, and all that promote to it.
const GOLD: &[(i32, i32)] = &[(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1)];
const SILVER: &[(i32, i32)] = &[(0, 1), (1, 1), (-1, 1), (1, -1), (-1, -1)];
const ORTHOGONAL: &[(i32, i32)] = &[(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: &[(i32, i32)] = &[(1, 1), (-1, 1), (-1, -1), (1, -1)];
const FORWARD: &[(i32, i32)] = &[(0, 1)];
const CRANE: &[(i32, i32)] = &[(0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)];
const FALCON: &[(i32, i32)] = &[(0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0), (1, -1), (-1, -1)];

/// Describes an army: a letter per kind. The promoted form of a piece has its letter in small.
const fn army<const N: usize>(list: &[u8; N]) -> [Piece; N] {
    let mut pieces = [one(list[0]); N];
    let mut kind = 0;
    while kind < N {
        pieces[kind] = one(list[kind]);
        let other = place(list, list[kind] ^ 0x20);
        if list[kind].is_ascii_uppercase() {
            pieces[kind].promotes = other;
        } else {
            pieces[kind].base = other;
        }
        kind += 1;
    }
    pieces
}

const fn place(list: &[u8], letter: u8) -> Option<usize> {
    let mut kind = 0;
    while kind < list.len() {
        if list[kind] == letter {
            return Some(kind);
        }
        kind += 1;
    }
    None
}

/// The army of the big board.
const ARMY: [Piece; 14] = army(b"KRBGSNLPrbsnlp");

/// One piece of the boards from 5 x 5 to 9 x 9; the letters of promoted ones are only for drawing.
const fn one(letter: u8) -> Piece {
    match letter {
        b'K' => Piece::leaper(b'K', KING),
        b'R' => Piece::rider(b'R', ROOK),
        b'r' => Piece::both(b'D', ROOK, DIAGONAL),
        b'B' => Piece::rider(b'B', BISHOP),
        b'b' => Piece::both(b'H', BISHOP, ORTHOGONAL),
        b'G' => Piece::leaper(b'G', GOLD),
        b'S' => Piece::leaper(b'S', SILVER),
        b's' => Piece::leaper(b'V', GOLD),
        b'N' => Piece::leaper(b'N', &[(1, 2), (-1, 2)]),
        b'n' => Piece::leaper(b'M', GOLD),
        b'L' => Piece::rider(b'L', &[(0, 1, FAR)]),
        b'l' => Piece::leaper(b'U', GOLD),
        b'P' => Piece::leaper(b'P', FORWARD),
        _ => Piece::leaper(b'T', GOLD),
    }
}

/// Lion, giraffe, elephant, chick, hen.
fn animals() -> Vec<Piece> {
    vec![
        Piece::leaper(b'K', KING),
        Piece::leaper(b'R', ORTHOGONAL),
        Piece::leaper(b'B', DIAGONAL),
        Piece::leaper(b'P', FORWARD).turning(4),
        Piece::leaper(b'T', GOLD).turned(3),
    ]
}

/// Phoenix, falcon, crane, pheasant, left quail, right quail, swallow, eagle, goose.
fn birds() -> Vec<Piece> {
    vec![
        Piece::leaper(b'K', KING),
        Piece::leaper(b'F', FALCON).turning(7),
        Piece::leaper(b'C', CRANE),
        Piece::leaper(b'P', &[(0, 2), (1, -1), (-1, -1)]),
        Piece::both(b'L', &[(0, 1, FAR), (1, -1, FAR)], &[(-1, -1)]),
        Piece::both(b'R', &[(0, 1, FAR), (-1, -1, FAR)], &[(1, -1)]),
        Piece::leaper(b'S', FORWARD).turning(8),
        Piece::both(b'E', &[(1, 1, FAR), (-1, 1, FAR), (0, -1, FAR), (1, -1, 2), (-1, -1, 2)], KING).turned(1),
        Piece::leaper(b'O', &[(2, 2), (-2, 2), (0, -2)]).turned(6),
    ]
}

const VARIANTS: &[&str] = &["shogi", "minishogi", "shogi56", "shogi56plus", "shogi34", "torishogi"];

impl Build for Shogi {
    fn build(mut options: Options) -> Built {
        let (grid, pieces, hand, zone, start) = match VARIANTS[options.choice("variant", VARIANTS)?] {
            "minishogi" => (Grid::new(5, 5), army(b"KRBGSPrbsp").to_vec(), "RBGSP", 1, "rbsgk/4p/5/P4/KGSBR b - 1"),
            "shogi56" => (Grid::new(5, 6), army(b"KGSPsp").to_vec(), "GSP", 2, "sgkgs/5/1ppp1/1PPP1/5/SGKGS b - 1"),
            "shogi56plus" => {
                (Grid::new(5, 6), army(b"KGSNLPsnlp").to_vec(), "GSNLP", 2, "sgkgs/5/1ppp1/1PPP1/5/SGKGS b NLnl 1")
            }
            "shogi34" => (Grid::new(3, 4), animals(), "RBP", 1, "rkb/1p1/1P1/BKR b - 1"),
            "torishogi" => {
                (Grid::new(7, 7), birds(), "FPCLRS", 2, "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR b - 1")
            }
            _ => (
                Grid::new(9, 9),
                ARMY.to_vec(),
                "RBGSNLP",
                3,
                "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            ),
        };
        let mut design = Design::new("shogi", grid, pieces, start);
        let kind = |letter: u8| design.pieces.iter().position(|piece| piece.letter == letter);
        design.hand = hand.bytes().filter_map(kind).collect();
        let (lions, birds) = (grid.columns == 3, grid.columns == 7);
        design.choices = vec![(b'+', 0)];
        design.zone = zone;
        design.arrives = lions;
        design.drop_mates = lions;
        design.pawns_a_file = [1, 0, 2][usize::from(lions) + 2 * usize::from(birds)];
        design.limit = options.int("max_turns", 1000, 1..=20_000)? as u32;
        design.planes = options.int("history", 1, 1..=8)? as usize;
        let options = options.finish("shogi")?;
        if grid.columns == 9 {
            Ok(erase("shogi", options, Rules::<Shogi>::new(design)))
        } else {
            Ok(erase("shogi", options, Rules::<SmallShogi>::new(design)))
        }
    }
}
