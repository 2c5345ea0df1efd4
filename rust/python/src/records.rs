//! `_core.TaggedGames`: the games of a PGN text, read in the core.

use crate::convert;
use crate::state::State;
use gamecore::records::pgn::{Fault, Line, Next, Reader, TaggedGame as Source};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList, PyString};

/// The games of a text that comes in pieces: each as a `TaggedGame`, or a NotationError in its place.
#[pyclass(module = "gamecore._core")]
pub struct TaggedGames {
    reader: Reader,
    pieces: Py<PyIterator>,
}

#[pymethods]
impl TaggedGames {
    #[new]
    fn new(pieces: &Bound<'_, PyAny>, results: Vec<String>, line: usize, column: usize) -> PyResult<Self> {
        Ok(TaggedGames { reader: Reader::new(results, line, column), pieces: pieces.try_iter()?.unbind() })
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        loop {
            match self.reader.next_game() {
                Next::Done => return Ok(None),
                Next::Game(Ok(game)) => return Ok(Some(Bound::new(py, TaggedGame(game))?.into_any())),
                Next::Game(Err(Fault { message, line, column })) => {
                    return Ok(Some(convert::notation(py, message, line, column)?));
                }
                Next::More => match self.pieces.bind(py).clone().next() {
                    Some(piece) => self.reader.feed(&convert::text(&piece?, "text", "RecordError")?),
                    None => self.reader.end(),
                },
            }
        }
    }
}

/// One game as its file has it.
#[pyclass(module = "gamecore._core", frozen)]
pub struct TaggedGame(Source);

#[pymethods]
impl TaggedGame {
    /// The tags; of those with one name the last.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, value) in self.0.tags() {
            dict.set_item(PyString::intern(py, name), value)?;
        }
        Ok(dict)
    }

    /// The moves of the main line.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.0.moves().collect::<Vec<_>>())
    }

    /// The number of moves of the main line.
    fn __len__(&self) -> usize {
        self.0.moves().len()
    }

    /// The result behind the moves.
    #[getter]
    fn result(&self) -> Option<&str> {
        self.0.result()
    }

    /// Plays the moves in a state as far as they are legal and the core reads them; returns how many were played.
    fn play(&self, state: &Bound<'_, State>) -> PyResult<usize> {
        State::play_texts(state, &mut self.0.moves())
    }

    /// The main line: its moves; comments, glyphs and variations (lines of the same form) by number of moves.
    fn line<'py>(&self, py: Python<'py>) -> PyResult<Parts<'py>> {
        parts(py, &self.0.line())
    }
}

type Parts<'py> = (Bound<'py, PyList>, Bound<'py, PyDict>, Bound<'py, PyDict>, Bound<'py, PyDict>);

fn parts<'py>(py: Python<'py>, line: &Line<'_>) -> PyResult<Parts<'py>> {
    let moves = PyList::new(py, &line.moves)?;
    let [comments, nags, variations] = [(); 3].map(|()| PyDict::new(py));
    for (played, text) in &line.comments {
        comments.set_item(played, text)?;
    }
    for (played, number) in &line.nags {
        list_of(&nags, *played)?.append(number)?;
    }
    for (played, variation) in &line.variations {
        list_of(&variations, *played)?.append(parts(py, variation)?)?;
    }
    Ok((moves, comments, nags, variations))
}

/// The list a dict has for a number, made where there is none.
fn list_of<'py>(dict: &Bound<'py, PyDict>, played: usize) -> PyResult<Bound<'py, PyList>> {
    if let Some(list) = dict.get_item(played)? {
        return Ok(list.cast_into()?);
    }
    let list = PyList::empty(dict.py());
    dict.set_item(played, &list)?;
    Ok(list)
}
