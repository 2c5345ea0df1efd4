//! The games, one file each, and the catalog: this list is the only place that knows them all.

use crate::game::{Build, Built};
use crate::options::{OptionError, Options, shorten};

/// The module of a game, unless it is part of a family that has one.
macro_rules! module {
    ($slug:ident) => {
        pub mod $slug;
    };
    ($slug:ident $family:ident) => {};
}

/// The type that builds a game.
macro_rules! rules {
    ($rules:ident, $slug:ident) => {
        $slug::$rules
    };
    ($rules:ident, $slug:ident $family:ident) => {
        $family::$rules
    };
}

macro_rules! catalog {
    ($($slug:ident: $rules:ident $(in $family:ident)?,)*) => {
        $(module!($slug $($family)?);)*

        /// Names of all games, in alphabetical order.
        pub const SLUGS: &[&str] = &[$(stringify!($slug),)*];

        /// A game in one variant, by name and options.
        pub fn build(slug: &str, options: Options) -> Built {
            match slug {
                $(stringify!($slug) => <rules!($rules, $slug $($family)?) as Build>::build(options),)*
                _ => Err(OptionError(format!("there is no game {:?}; the games: {}", shorten(slug), SLUGS.join(", ")))),
            }
        }
    };
}

catalog! {
    amazons: Amazons,
    cannon_ball: CannonBall,
    catchup: Catchup,
    chess: Chess,
    conhex: Conhex,
    connect6: Connect6,
    coy_lips: CoyLips,
    crazyhouse: Crazyhouse in chess,
    crunching_quax: CrunchingQuax,
    dots_and_boxes: DotsAndBoxes,
    draughts: Draughts,
    einstein: Einstein,
    feedback_morro: FeedbackMorro,
    four_in_a_row: FourInARow,
    giveaway_chess_12: Giveaway12 in chess,
    go: Go,
    gomoku: Gomoku,
    gonnect: Gonnect,
    grand_chess: GrandChess in chess,
    havannah: Havannah,
    hex: Hex,
    kamelen: Kamelen,
    lines_of_action: LinesOfAction,
    morelli: Morelli,
    oceans_11: Oceans11,
    plan_a_head: PlanAHead,
    polyomino: Polyomino,
    progressive_quad_lisbon: ProgressiveQuadLisbon,
    reversi: Reversi,
    seirawan: Seirawan in chess,
    shogi: Shogi in chess,
    slither: Slither,
    snype: Snype,
    tumbleweed: Tumbleweed,
    twixt: Twixt,
    xiangqi: Xiangqi in chess,
}
