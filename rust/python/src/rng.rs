//! `gamecore.Rng`, and the generator used when none is given.

use crate::convert;
use gamecore::rng;
use pyo3::prelude::*;
use std::cell::RefCell;

thread_local! {
    static DEFAULT: RefCell<rng::Rng> = RefCell::new(rng::Rng::new(rng::system_seed()));
}

/// A small fast random generator (xoshiro256++); the same seed gives the same numbers on every machine.
#[pyclass(module = "gamecore")]
pub struct Rng(pub rng::Rng);

#[pymethods]
impl Rng {
    #[classattr]
    const STREAM_VERSION: u32 = rng::STREAM_VERSION;

    #[new]
    #[pyo3(signature = (seed = None))]
    fn new(seed: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let seed = match seed {
            None => rng::system_seed(),
            Some(seed) => seed.extract().map_err(|_| {
                let message = format!("seed {seed}: a whole number from 0 to 2^64-1 is expected");
                convert::named(seed.py(), "GamecoreError", message)
            })?,
        };
        Ok(Rng(rng::Rng::new(seed)))
    }

    /// A uniform whole number in `range(n)`.
    fn below(&mut self, n: usize) -> PyResult<usize> {
        if n == 0 {
            return Err(pyo3::exceptions::PyValueError::new_err("n is 0, a number from 1 is expected"));
        }
        Ok(self.0.below(n))
    }

    /// A uniform number in [0, 1).
    fn random(&mut self) -> f64 {
        self.0.uniform()
    }

    /// An independent copy that goes on with the same numbers.
    fn copy(&self) -> Self {
        Rng(self.0.clone())
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }
}

/// Calls `f` with the given generator, or with this thread's own.
pub fn with<T>(given: Option<&Bound<'_, Rng>>, f: impl FnOnce(&mut rng::Rng) -> T) -> PyResult<T> {
    match given {
        Some(rng) => Ok(f(&mut rng.try_borrow_mut()?.0)),
        None => DEFAULT.with(|rng| Ok(f(&mut rng.borrow_mut()))),
    }
}
