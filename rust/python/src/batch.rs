//! `gamecore.Batch`: many games stepped together. Its arrays are made once and reused.

use crate::convert;
use crate::rng::forks;
use crate::state::{Shared, State, fill, fill_mask};
use gamecore::erased::AnyBatch;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::sync::Arc;

/// `n` games of one variant side by side. Made by `Game.batch`.
#[pyclass(module = "gamecore")]
pub struct Batch {
    game: Py<PyAny>,
    shared: Arc<Shared>,
    inner: Box<dyn AnyBatch>,
    n: usize,
    forks: u64,
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
        convert::need_numpy(py)?;
        let mut batch = Batch {
            forks: forks(),
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
        let arrays = (self.players.bind(py), self.rewards.bind(py), self.terminated.bind(py), self.truncated.bind(py));
        let spoilt = || PyValueError::new_err("an array of the batch was made read-only or reshaped, or is in use");
        let mut players = arrays.0.try_readwrite().map_err(|_| spoilt())?;
        let mut rewards = arrays.1.try_readwrite().map_err(|_| spoilt())?;
        let mut terminated = arrays.2.try_readwrite().map_err(|_| spoilt())?;
        let mut truncated = arrays.3.try_readwrite().map_err(|_| spoilt())?;
        let players = whole(players.as_slice_mut(), self.inner.players().len()).ok_or_else(spoilt)?;
        let rewards = whole(rewards.as_slice_mut(), self.inner.rewards().len()).ok_or_else(spoilt)?;
        let terminated = whole(terminated.as_slice_mut(), self.n).ok_or_else(spoilt)?;
        let truncated = whole(truncated.as_slice_mut(), self.n).ok_or_else(spoilt)?;
        step(&mut *self.inner)?;
        players.copy_from_slice(self.inner.players());
        rewards.copy_from_slice(self.inner.rewards());
        terminated.copy_from_slice(self.inner.terminated());
        truncated.copy_from_slice(self.inner.truncated());
        Ok(())
    }

    /// The core's batch; in a process that was forked it must do without its threads.
    fn inner(&mut self) -> &mut dyn AnyBatch {
        if self.forks != forks() {
            self.forks = forks();
            self.inner.forget_threads();
        }
        &mut *self.inner
    }
}

fn whole<T, E>(slice: Result<&mut [T], E>, len: usize) -> Option<&mut [T]> {
    slice.ok().filter(|slice| slice.len() == len)
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
    fn legal_mask<'py>(&mut self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let shape = [self.n, self.shared.num_actions];
        let inner = self.inner();
        fill_mask(py, out, &shape, "bool[n, num_actions]", |mask| {
            py.detach(|| inner.legal_mask(mask));
        })
    }

    #[pyo3(signature = (out = None))]
    fn observations<'py>(&mut self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let mut shape = vec![self.n];
        shape.extend(&self.shared.shape);
        let inner = self.inner();
        fill(py, out, &shape, "float32[n, *observation_shape]", |rows: &mut [f32]| {
            py.detach(|| inner.observations(rows));
        })
    }

    #[pyo3(signature = (out = None))]
    fn random_actions<'py>(&mut self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let n = self.n;
        let inner = self.inner();
        fill(py, out, &[n], "uint32[n]", |actions: &mut [u32]| {
            py.detach(|| inner.random_actions(actions));
        })
    }

    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let numbers = numbers(py, actions, self.n)?;
        self.inner();
        self.publish(py, |inner| match py.detach(|| inner.step(&numbers)) {
            Ok(()) => Ok(()),
            Err((i, why)) => {
                let what = format!("game {i} of the batch: action {}", convert::shown(&actions.get_item(i)?));
                Err(convert::illegal(py, what, why))
            }
        })
    }

    fn state(&self, py: Python<'_>, i: &Bound<'_, PyAny>) -> PyResult<State> {
        let i = match i.extract::<isize>() {
            Err(error) if error.is_instance_of::<PyOverflowError>(py) => isize::MAX,
            i => i?,
        };
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
