//! `_core.Rules`: one variant of one game.

use crate::batch::Batch;
use crate::convert;
use crate::state::{Shared, State};
use gamecore::erased::AnyRules;
use gamecore::options::Options;
use gamecore::rng::system_seed;
use gamecore::sim::{Playouts, Run};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::sync::Arc;

/// Rules of one variant; the Python class `Game` wraps it.
#[pyclass(module = "gamecore._core", frozen)]
pub struct Rules {
    inner: Box<dyn AnyRules>,
    shared: Arc<Shared>,
}

/// Bulk results as arrays: returns of shape (n, players), steps of shape (n,).
pub fn arrays<'py>(py: Python<'py>, out: Playouts, players: usize) -> PyResult<PlayoutArrays<'py>> {
    let n = out.steps.len();
    Ok((PyArray1::from_vec(py, out.returns).reshape([n, players])?, PyArray1::from_vec(py, out.steps)))
}

type PlayoutArrays<'py> = (Bound<'py, PyArray2<f32>>, Bound<'py, PyArray1<i32>>);

#[pymethods]
impl Rules {
    #[new]
    fn new(py: Python<'_>, slug: &str, options: &Bound<'_, PyDict>) -> PyResult<Self> {
        let options = Options::new(convert::options(options)?);
        let inner = gamecore::games::build(slug, options).map_err(|e| convert::variant(py, e))?;
        let shared = Arc::new(Shared::new(py, &*inner)?);
        Ok(Rules { inner, shared })
    }

    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, value) in self.inner.options() {
            dict.set_item(name, convert::value(py, value)?)?;
        }
        Ok(dict)
    }

    #[getter]
    fn num_players(&self) -> usize {
        self.inner.num_players()
    }

    #[getter]
    fn num_actions(&self) -> usize {
        self.inner.num_actions()
    }

    #[getter]
    fn num_chance_outcomes(&self) -> usize {
        self.inner.num_chance_outcomes()
    }

    #[getter]
    fn max_steps(&self) -> usize {
        self.inner.max_steps()
    }

    #[getter]
    fn observation_shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.inner.observation_shape())
    }

    /// The names of all actions in plain coordinates, where the game has such names.
    fn action_names<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let names: Option<Vec<String>> =
            (0..self.inner.num_actions() as u32).map(|action| self.inner.action_name(action)).collect();
        names.map(|names| PyTuple::new(py, names)).transpose()
    }

    #[getter]
    fn has_hidden_information(&self) -> bool {
        self.inner.has_hidden_information()
    }

    #[getter]
    fn has_random_start(&self) -> bool {
        self.inner.has_random_start()
    }

    #[pyo3(signature = (game, seed = None, setup = None))]
    fn start(
        &self,
        py: Python<'_>,
        game: Py<PyAny>,
        seed: Option<u64>,
        setup: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<State> {
        let setup = setup.map(|text| convert::text(text, "set-up", "PositionError")).transpose()?;
        let inner = match &setup {
            // A start that is not drawn needs no seed.
            None if !self.inner.has_random_start() => self.inner.start(0),
            None => self.inner.start(seed.unwrap_or_else(system_seed)),
            Some(text) => self.inner.start_from_setup(text).map_err(|e| convert::position(py, "set-up", text, &e))?,
        };
        Ok(State::new(game, self.shared.clone(), inner))
    }

    fn parse_position(&self, py: Python<'_>, game: Py<PyAny>, text: &Bound<'_, PyAny>) -> PyResult<State> {
        let text = convert::text(text, "position", "PositionError")?;
        let inner = self.inner.parse_position(&text).map_err(|e| convert::position(py, "position", &text, &e))?;
        Ok(State::new(game, self.shared.clone(), inner))
    }

    fn restore(&self, py: Python<'_>, game: Py<PyAny>, data: &[u8]) -> PyResult<State> {
        let inner = self.inner.restore(data).map_err(|e| convert::named(py, "PositionError", e.0))?;
        Ok(State::new(game, self.shared.clone(), inner))
    }

    fn playouts<'py>(
        &self,
        py: Python<'py>,
        n: usize,
        seed: u64,
        first: u64,
        threads: usize,
    ) -> PyResult<PlayoutArrays<'py>> {
        convert::need_numpy(py)?;
        let out = convert::interruptible(py, |stop| self.inner.playouts(Run { n, seed, first, threads }, stop))?;
        arrays(py, out, self.inner.num_players())
    }

    fn batch(
        &self,
        py: Python<'_>,
        game: Py<PyAny>,
        n: usize,
        seed: u64,
        threads: usize,
        autoreset: bool,
    ) -> PyResult<Batch> {
        convert::fits(py, n, 2 * self.inner.state_size() + 128, &format!("a batch of {n} games"))?;
        let inner = py.detach(|| self.inner.batch(n, seed, threads, autoreset));
        Batch::new(py, game, self.shared.clone(), inner, n)
    }
}
