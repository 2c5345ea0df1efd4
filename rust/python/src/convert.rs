//! Between Rust and Python: errors, options, outcomes, and calls that Ctrl-C can stop.

use gamecore::game::{Illegal, TextError};
use gamecore::options::{OptionError, Value, shorten};
use gamecore::sim::{Stop, Stopped};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyString};
use std::sync::Mutex;

fn errors(py: Python<'_>) -> PyResult<&Bound<'_, PyModule>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    MODULE.get_or_try_init(py, || Ok(py.import("gamecore.errors")?.unbind())).map(|m| m.bind(py))
}

fn error<'py>(py: Python<'py>, class: &str, args: impl pyo3::call::PyCallArgs<'py>) -> PyErr {
    let make = || errors(py)?.getattr(class)?.call1(args);
    match make() {
        Ok(value) => PyErr::from_value(value),
        Err(err) => err,
    }
}

/// An `IllegalMoveError` with its reason.
pub fn illegal(py: Python<'_>, what: String, why: Illegal) -> PyErr {
    error(py, "IllegalMoveError", (format!("{what}: {why}"), why.word()))
}

/// Any other error of `gamecore.errors`, by class name.
pub fn named(py: Python<'_>, class: &str, message: String) -> PyErr {
    error(py, class, (message,))
}

/// A `NotationError` with its place in a text, not raised.
pub fn notation(py: Python<'_>, message: String, line: usize, column: usize) -> PyResult<Bound<'_, PyAny>> {
    let place = PyDict::new(py);
    place.set_item("line", line)?;
    place.set_item("column", column)?;
    errors(py)?.getattr("NotationError")?.call((message,), Some(&place))
}

/// A `LimitError` for a number that 64 bits do not hold.
pub fn too_many(py: Python<'_>, what: &str) -> PyErr {
    named(py, "LimitError", format!("there are more than 2^64 - 2 {what}"))
}

/// A `PositionError` about a text.
pub fn position(py: Python<'_>, what: &str, text: &str, err: &TextError) -> PyErr {
    let before = |at: usize| text.char_indices().take_while(|&(i, _)| i < at).count();
    let place = err.at.map_or_else(String::new, |at| format!(" (at character {})", before(at) + 1));
    named(py, "PositionError", format!("{what}: {}{place}", err.message))
}

/// A `VariantError`.
pub fn variant(py: Python<'_>, err: OptionError) -> PyErr {
    named(py, "VariantError", err.0)
}

/// Options out of a dict.
pub fn options(given: &Bound<'_, PyDict>) -> PyResult<Vec<(String, Value)>> {
    let mut out = Vec::with_capacity(given.len());
    for (name, mut value) in given {
        let name = text(&name, "option", "VariantError")?;
        if value.hasattr("dtype")? {
            // A numpy number is as good as any; an array is refused below.
            value = value.call_method0("item").unwrap_or(value);
        }
        let value = if value.is_instance_of::<PyBool>() {
            Value::Bool(value.extract()?)
        } else if value.is_instance_of::<PyString>() {
            Value::Text(text(&value, "option", "VariantError")?)
        } else if value.is_instance_of::<PyFloat>() {
            Value::Float(value.extract()?)
        } else if value.is_instance_of::<PyInt>() || value.hasattr("__index__")? {
            match value.extract() {
                Ok(number) => Value::Int(number),
                // Too large for any option: kept as text, so that the error names what was given.
                Err(_) => Value::Text(shown(&value)),
            }
        } else {
            let name = shorten(&name);
            let message = format!("option {name}={}: a number, a word or a truth value is expected", shown(&value));
            return Err(variant(given.py(), OptionError(message)));
        };
        out.push((name, value));
    }
    Ok(out)
}

/// One option's value for Python.
pub fn value<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Int(v) => v.into_pyobject(py)?.into_any(),
        Value::Float(v) => v.into_pyobject(py)?.into_any(),
        Value::Bool(v) => v.into_pyobject(py)?.to_owned().into_any(),
        Value::Text(v) => v.into_pyobject(py)?.into_any(),
    })
}

/// Runs a long call without the GIL; a pending signal (Ctrl-C) stops it and is raised.
pub fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(&Stop) -> Result<T, Stopped> + Send) -> PyResult<T> {
    let raised = Mutex::new(None);
    let poll = || {
        Python::attach(|py| match py.check_signals() {
            Ok(()) => false,
            Err(err) => {
                if let Ok(mut slot) = raised.lock() {
                    *slot = Some(err);
                }
                true
            }
        })
    };
    py.detach(|| work(&Stop::new(&poll))).map_err(|Stopped| {
        let err = raised.lock().ok().and_then(|mut slot| slot.take());
        err.unwrap_or_else(|| pyo3::exceptions::PyKeyboardInterrupt::new_err(()))
    })
}

/// An action given as any kind of whole number; what cannot be one of the game's is out of range.
pub fn action(value: &Bound<'_, PyAny>) -> PyResult<u32> {
    match value.extract::<u32>() {
        Ok(n) => Ok(n),
        Err(_) if value.hasattr("__index__")? => Ok(u32::MAX),
        Err(_) => Err(PyTypeError::new_err(format!("{} is no action: a whole number is expected", shown(value)))),
    }
}

/// A whole number of any kind within bounds, or a `GamecoreError` that names it.
pub fn whole(value: &Bound<'_, PyAny>, what: &str, lo: u64, hi: u64) -> PyResult<u64> {
    match value.extract::<u64>() {
        Ok(n) if (lo..=hi).contains(&n) => Ok(n),
        _ => {
            let message = format!("{what} {}: a whole number from {lo} to {hi} is expected", shown(value));
            Err(named(value.py(), "GamecoreError", message))
        }
    }
}

/// A value from outside for a message: its first characters, whatever it is.
pub fn shown(value: &Bound<'_, PyAny>) -> String {
    match value.len() {
        Ok(n) if n > 100 => format!("a {} of length {n}", value.get_type()),
        // Python refuses to write very long numbers.
        _ => value.repr().map_or_else(|_| "a huge number".to_string(), |text| shorten(&text.to_string_lossy())),
    }
}

/// Text out of Python; an error of this class for half a surrogate pair, which is no text.
pub fn text(value: &Bound<'_, PyAny>, what: &str, class: &str) -> PyResult<String> {
    match value.cast::<PyString>() {
        Ok(text) => text.to_cow().map(|t| t.into_owned()).map_err(|_| {
            named(value.py(), class, format!("{what}: {} is no text, it holds half a surrogate pair", shown(value)))
        }),
        Err(_) => Err(PyTypeError::new_err(format!("{what}: {} is no text", shown(value)))),
    }
}

/// So much memory is the most that one call may ask for.
const MOST_BYTES: usize = 4 << 30;

/// A `LimitError` if `n` things of so many bytes are too much.
pub fn fits(py: Python<'_>, n: usize, bytes: usize, what: &str) -> PyResult<()> {
    match n.checked_mul(bytes) {
        Some(all) if all <= MOST_BYTES => Ok(()),
        _ => Err(named(py, "LimitError", format!("{what} would take more than 4 GiB"))),
    }
}

/// numpy is imported on first use; an error if it cannot be.
pub fn need_numpy(py: Python<'_>) -> PyResult<()> {
    static NUMPY: PyOnceLock<()> = PyOnceLock::new();
    NUMPY.get_or_try_init(py, || py.import("numpy").map(drop)).copied()
}
