//! The syntax of record files that come by the gigabyte. It knows no game: texts of moves are handed to
//! [`AnyState::play_texts`](crate::erased::AnyState::play_texts), or to whoever asks.

pub mod pgn;
