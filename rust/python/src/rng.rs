//! `gamecore.Rng`, and the generator used when none is given.

use crate::convert;
use gamecore::rng;
use pyo3::prelude::*;
use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};

thread_local! {
    static DEFAULT: RefCell<(u64, rng::Rng)> = RefCell::new((forks(), rng::Rng::new(rng::system_seed())));
}

static FORKS: AtomicU64 = AtomicU64::new(0);

/// How often this process has been forked off, as far as Python told (`os.register_at_fork`).
pub fn forks() -> u64 {
    FORKS.load(Ordering::Relaxed)
}

/// Called in every forked child: generators without a seed start anew there, and threads are gone.
#[pyfunction]
pub fn after_fork() {
    FORKS.fetch_add(1, Ordering::Relaxed);
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
            Some(seed) => convert::whole(seed, "seed", 0, u64::MAX)?,
        };
        Ok(Rng(rng::Rng::new(seed)))
    }

    /// A uniform whole number in `range(n)`.
    fn below(&mut self, n: &Bound<'_, PyAny>) -> PyResult<u64> {
        Ok(self.0.below(convert::whole(n, "n", 1, i64::MAX as u64)? as usize) as u64)
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
        None => DEFAULT.with(|default| {
            let (made, rng) = &mut *default.borrow_mut();
            if *made != forks() {
                (*made, *rng) = (forks(), rng::Rng::new(rng::system_seed()));
            }
            Ok(f(rng))
        }),
    }
}
