//! `gamecore.Batch`: many games stepped together. Its arrays are made once and reused.

use crate::convert;
use crate::state::{Shared, State, fill, fill_mask};
use gamecore::erased::AnyBatch;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::sync::Arc;

/// `n` games of one variant side by side. Made by `Game.batch`.
#[pyclass(module = "gamecore")]
pub struct Batch {
    game: Py<PyAny>,
    shared: Arc<Shared>,
    inner: Box<dyn AnyBatch>,
    n: usize,
    players: Py<PyArray1<i8>>,
    rewards: Py<PyArray2<f32>>,
    terminated: Py<PyArray1<bool>>,
    truncated: Py<PyArray1<bool>>,
}

impl Batch {
    pub fn new(
        py: Python<'_>,
        game: Py<PyAny>,
        shared: Arc<Shared>,
        inner: Box<dyn AnyBatch>,
        n: usize,
    ) -> PyResult<Self> {
        let mut batch = Batch {
            players: PyArray1::zeros(py, n, false).unbind(),
            rewards: PyArray2::zeros(py, [n, shared.players], false).unbind(),
            terminated: PyArray1::zeros(py, n, false).unbind(),
            truncated: PyArray1::zeros(py, n, false).unbind(),
            game,
            shared,
            inner,
            n,
        };
        batch.publish(py, |_| Ok(()))?;
        Ok(batch)
    }

    /// Copies what the core says into the arrays that Python holds; `step` runs it in between.
    fn publish(&mut self, py: Python<'_>, step: impl FnOnce(&mut dyn AnyBatch) -> PyResult<()>) -> PyResult<()> {
        let locked =
            |_| PyValueError::new_err("an array of the batch is read-only or in use; the batch writes into it");
        let mut players = self.players.bind(py).try_readwrite().map_err(locked)?;
        let mut rewards = self.rewards.bind(py).try_readwrite().map_err(locked)?;
        let mut terminated = self.terminated.bind(py).try_readwrite().map_err(locked)?;
        let mut truncated = self.truncated.bind(py).try_readwrite().map_err(locked)?;
        step(&mut *self.inner)?;
        players.as_slice_mut()?.copy_from_slice(self.inner.players());
        rewards.as_slice_mut()?.copy_from_slice(self.inner.rewards());
        terminated.as_slice_mut()?.copy_from_slice(self.inner.terminated());
        truncated.as_slice_mut()?.copy_from_slice(self.inner.truncated());
        Ok(())
    }
}

#[pymethods]
impl Batch {
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyAny> {
        self.game.clone_ref(py)
    }

    fn __len__(&self) -> usize {
        self.n
    }

    /// int8[n]: the seat to act, -1 where the game is over. Rewritten by `step`.
    #[getter]
    fn players(&self, py: Python<'_>) -> Py<PyArray1<i8>> {
        self.players.clone_ref(py)
    }

    /// float32[n, players]: the returns where the last step ended the game, else 0. Rewritten by `step`.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.rewards.clone_ref(py)
    }

    /// bool[n]: over by the rules. Rewritten by `step`.
    #[getter]
    fn terminated(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.terminated.clone_ref(py)
    }

    /// bool[n]: cut off by the limit of turns. Rewritten by `step`.
    #[getter]
    fn truncated(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.truncated.clone_ref(py)
    }

    #[pyo3(signature = (out = None))]
    fn legal_mask<'py>(&self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let shape = [self.n, self.shared.num_actions];
        fill_mask(py, out, &shape, "bool[n, num_actions]", |mask| {
            py.detach(|| self.inner.legal_mask(mask));
        })
    }

    #[pyo3(signature = (out = None))]
    fn observations<'py>(&self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let mut shape = vec![self.n];
        shape.extend(&self.shared.shape);
        fill(py, out, &shape, "float32[n, *observation_shape]", |rows: &mut [f32]| {
            py.detach(|| self.inner.observations(rows));
        })
    }

    #[pyo3(signature = (out = None))]
    fn random_actions<'py>(&mut self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let n = self.n;
        let inner = &mut self.inner;
        fill(py, out, &[n], "uint32[n]", |actions: &mut [u32]| {
            py.detach(|| inner.random_actions(actions));
        })
    }

    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let numbers = numbers(py, actions, self.n)?;
        self.publish(py, |inner| match py.detach(|| inner.step(&numbers)) {
            Ok(()) => Ok(()),
            Err((i, why)) => {
                let what = format!("game {i} of the batch: action {}", actions.get_item(i)?);
                Err(convert::illegal(py, what, why))
            }
        })
    }

    fn state(&self, py: Python<'_>, i: isize) -> PyResult<State> {
        let at = if i < 0 { i + self.n as isize } else { i };
        if at < 0 || at >= self.n as isize {
            return Err(PyIndexError::new_err(format!("game {i}: the batch has {} games", self.n)));
        }
        Ok(State::new(self.game.clone_ref(py), self.shared.clone(), self.inner.state(at as usize)))
    }
}

/// The actions as u32; numbers that cannot be actions become `u32::MAX`, which no game has.
fn numbers(py: Python<'_>, actions: &Bound<'_, PyAny>, n: usize) -> PyResult<Vec<u32>> {
    let list: Vec<u32> = if let Ok(array) = actions.extract::<PyReadonlyArray1<'_, u32>>() {
        array.as_array().iter().copied().collect()
    } else {
        let array = py.import("numpy")?.call_method1("asarray", (actions,))?;
        if n > 0 && !matches!(array.getattr("dtype")?.getattr("kind")?.extract::<&str>()?, "i" | "u") {
            return Err(PyTypeError::new_err("actions: an array or list of whole numbers is expected"));
        }
        let array = array.call_method1("astype", ("int64",))?;
        let array = array.extract::<PyReadonlyArray1<'_, i64>>()?;
        array.as_array().iter().map(|&a| u32::try_from(a).unwrap_or(u32::MAX)).collect()
    };
    if list.len() != n {
        return Err(PyValueError::new_err(format!("{} actions for {n} games", list.len())));
    }
    Ok(list)
}
