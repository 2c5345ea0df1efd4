//! The extension module `gamecore._core`: Python classes over the type-erased game, nothing else.
//!
//! Rules and results come from the crate `gamecore`; texts (moves, drawings, records) are made by the
//! Python class of the game, which a [`state::State`] asks when it needs one.

mod batch;
mod convert;
mod records;
mod rng;
mod rules;
mod state;

use pyo3::prelude::*;

/// The module. It keeps nothing global that changes, so free-threaded Python may use it.
#[pymodule(gil_used = false)]
mod _core {
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::records::{TaggedGame, TaggedGames};
    #[pymodule_export]
    use crate::rng::{Rng, after_fork};
    #[pymodule_export]
    use crate::rules::Rules;
    #[pymodule_export]
    use crate::state::State;

    use super::*;

    #[pymodule_init]
    fn init(m: &Bound<'_, PyModule>) -> PyResult<()> {
        m.add("__version__", env!("CARGO_PKG_VERSION"))?;
        m.add("SLUGS", pyo3::types::PyTuple::new(m.py(), gamecore::games::SLUGS)?)?;
        m.add("REASONS", pyo3::types::PyTuple::new(m.py(), gamecore::game::Illegal::ALL.iter().map(|r| r.word()))?)?;
        m.add("CHANCE_BIT", gamecore::game::CHANCE_BIT)
    }
}
