//! Chess, and Chess960. Rules: the docs page of `chess`.

use super::army::{BISHOP, KING, KNIGHT, Kind, Piece, QUEEN, ROOK, traits};
use super::position as kind;
use super::rules::Rules;
use super::variant::{Design, Variant};
use crate::board::Grid;
use crate::prelude::*;

/// Chess.
#[derive(Clone, Copy)]
pub struct Chess;

/// The start, without the part between the ranks and the rights that variants change.
pub(super) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// King, pawn, knight, bishop, rook, queen.
pub(super) const PIECES: [Piece; 6] = [
    Piece::leaper(b'K', KING),
    Piece { pawn: true, ..Piece::leaper(b'P', &[(-1, 1), (1, 1)]) },
    Piece::leaper(b'N', KNIGHT),
    Piece::rider(b'B', BISHOP),
    Piece::rider(b'R', ROOK),
    Piece::rider(b'Q', QUEEN),
];

/// What a pawn becomes: queen, rook, bishop, knight.
pub(super) const PROMOTIONS: [(u8, usize); 4] =
    [(b'q', kind::QUEEN), (b'r', kind::ROOK), (b'b', kind::BISHOP), (b'n', kind::KNIGHT)];

impl Variant for Chess {
    type Set = u64;
    type Kinds = [u64; 6];
    type Cells = [u8; 64];
    type Hands = ();
    type Marks = ();
    const TRAITS: &'static [Kind] = &traits(&PIECES);
    const PAWNS: bool = true;
    const CASTLES: bool = true;
}

/// The options all western chesses share: how draws come about, and how many boards an observation shows.
pub(super) fn take_options(design: &mut Design, options: &mut Options) -> Result<(), OptionError> {
    design.strict = options.choice("draws", &["fide", "auto"])? == 1;
    design.planes = options.int("history", 1, 1..=8)? as usize;
    Ok(())
}

impl Build for Chess {
    fn build(mut options: Options) -> Built {
        let shuffled = options.bool("chess960", false)?;
        let number = options.int("number", -1, -1..=959)?;
        let start = match number {
            -1 => format!("{START} w KQkq - 0 1"),
            _ if !shuffled => return Err(OptionError("option number is for chess960=true".to_string())),
            number => fen_of(number as usize),
        };
        let mut design = Design::new("chess", Grid::new(8, 8), PIECES.to_vec(), &start);
        design.choices = PROMOTIONS.to_vec();
        design.king_takes_rook = shuffled;
        design.lot = shuffled && number == -1;
        take_options(&mut design, &mut options)?;
        let options = options.finish("chess")?;
        Ok(erase("chess", options, Rules::<Chess>::new(design)))
    }
}

/// Start position `number` (0 to 959) of Chess960, with the rooks' files as castling rights.
pub(super) fn fen_of(number: usize) -> String {
    let mut rank = [0u8; 8];
    let (n2, light) = (number / 4, number % 4);
    rank[2 * light + 1] = b'b';
    let (n3, dark) = (n2 / 4, n2 % 4);
    rank[2 * dark] = b'b';
    let mut place = |nth: usize, piece: u8| {
        let free = (0..8).filter(|&file| rank[file] == 0).nth(nth).unwrap_or(0);
        rank[free] = piece;
        free
    };
    place(n3 % 6, b'q');
    // The two knights on five free files: the pairs in order. The second one is counted after the first is placed.
    let pairs = (0..5).flat_map(|a| (a + 1..5).map(move |b| (a, b)));
    let (a, b) = pairs.into_iter().nth(n3 / 6 % 10).unwrap_or((0, 1));
    place(a, b'n');
    place(b - 1, b'n');
    let left = place(0, b'r');
    place(0, b'k');
    let right = place(0, b'r');
    let black = String::from_utf8_lossy(&rank).into_owned();
    let (left, right) = (char::from(b'a' + left as u8), char::from(b'a' + right as u8));
    let rights = format!("{right}{left}");
    format!(
        "{black}/pppppppp/8/8/8/8/PPPPPPPP/{} w {}{rights} - 0 1",
        black.to_ascii_uppercase(),
        rights.to_ascii_uppercase()
    )
}

/// The number of the start whose back rank this is, in small letters; `None` if there is none.
pub(super) fn number_of(rank: &[u8]) -> Option<usize> {
    let rank = rank.get(..8)?;
    let places = |piece: u8| (0..8).filter(move |&file| rank[file] == piece);
    let (dark, light) = (places(b'b').find(|file| file % 2 == 0)?, places(b'b').find(|file| file % 2 == 1)?);
    let queen = places(b'q').next()?;
    let free = |others: &[u8], file: usize| (0..file).filter(|&f| !others.contains(&rank[f])).count();
    let mut knights = places(b'n').map(|file| free(b"bq", file));
    let pair = (knights.next()?, knights.next()?);
    let nth = (0..5).flat_map(|a| (a + 1..5).map(move |b| (a, b))).position(|found| found == pair)?;
    Some(light / 2 + 4 * (dark / 2 + 4 * (free(b"b", queen) + 6 * nth)))
}
