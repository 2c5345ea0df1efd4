//! The games, one file each, and the catalog: this list is the only place that knows them all.

use crate::erased::AnyRules;
use crate::game::Build;
use crate::options::{OptionError, Options, shorten};

macro_rules! catalog {
    ($($slug:ident: $rules:ident,)*) => {
        $(pub mod $slug;)*

        /// Names of all games, in alphabetical order.
        pub const SLUGS: &[&str] = &[$(stringify!($slug),)*];

        /// A game in one variant, by name and options.
        pub fn build(slug: &str, options: Options) -> Result<Box<dyn AnyRules>, OptionError> {
            match slug {
                $(stringify!($slug) => <$slug::$rules as Build>::build(options),)*
                _ => Err(OptionError(format!("there is no game {:?}; the games: {}", shorten(slug), SLUGS.join(", ")))),
            }
        }
    };
}

catalog! {
    amazons: Amazons,
    cannon_ball: CannonBall,
    connect6: Connect6,
    dots_and_boxes: DotsAndBoxes,
    draughts: Draughts,
    einstein: Einstein,
    four_in_a_row: FourInARow,
    go: Go,
    hex: Hex,
    kamelen: Kamelen,
    oceans_11: Oceans11,
    plan_a_head: PlanAHead,
    reversi: Reversi,
}
