//! `gamecore.State`: a game in progress.
//!
//! Numbers (actions, masks, arrays) are made here; for texts the state asks its game, a Python object.

use crate::convert;
use crate::rng::{Rng, with};
use crate::rules::arrays;
use gamecore::erased::{AnyRules, AnyState, TurnsError};
use gamecore::game::{Actor, CHANCE_BIT, Illegal};
use gamecore::session::{Ending, Origin};
use gamecore::sim::{By, Run, Stop, Stopped};
use numpy::{Element, PyArray1, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn, PyUntypedArrayMethods};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyAttributeError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyInt, PyList, PyString, PyTuple};
use std::cell::Cell;
use std::sync::Arc;

thread_local! {
    static SCRATCH: Cell<Vec<u32>> = const { Cell::new(Vec::new()) };
}

/// Lends this thread's buffer. It is taken out while in use: what Python does meanwhile (a finalizer that looks
/// at another state) finds an empty one, and costs an allocation instead of a panic.
fn with_scratch<T>(f: impl FnOnce(&mut Vec<u32>) -> T) -> T {
    let mut list = SCRATCH.take();
    let out = f(&mut list);
    SCRATCH.set(list);
    out
}

/// What all states of one variant share.
pub struct Shared {
    /// The actions as Python ints, made once: a list of legal actions only counts references.
    ints: Vec<Py<PyInt>>,
    pub shape: Vec<usize>,
    pub players: usize,
    pub num_actions: usize,
}

impl Shared {
    pub fn new(py: Python<'_>, rules: &dyn AnyRules) -> PyResult<Self> {
        let num_actions = rules.num_actions();
        let int = |n: usize| Ok(n.into_pyobject(py)?.unbind());
        Ok(Shared {
            ints: (0..num_actions).map(int).collect::<PyResult<_>>()?,
            shape: rules.observation_shape(),
            players: rules.num_players(),
            num_actions,
        })
    }
}

/// A game in progress. Made by the methods of a `Game`.
#[pyclass(module = "gamecore")]
pub struct State {
    game: Py<PyAny>,
    shared: Arc<Shared>,
    inner: Box<dyn AnyState>,
}

impl State {
    pub fn new(game: Py<PyAny>, shared: Arc<Shared>, inner: Box<dyn AnyState>) -> Self {
        State { game, shared, inner }
    }

    fn wrap(&self, py: Python<'_>, inner: Box<dyn AnyState>) -> State {
        State::new(self.game.clone_ref(py), self.shared.clone(), inner)
    }

    fn legal<T>(&self, f: impl FnOnce(&[u32]) -> T) -> T {
        with_scratch(|list| {
            list.clear();
            self.inner.legal(list);
            f(list)
        })
    }

    /// The seat asked for, if one was.
    fn seat(&self, asked: Option<&Bound<'_, PyAny>>) -> PyResult<Option<usize>> {
        let last = self.shared.players as u64 - 1;
        asked.map(|seat| convert::whole(seat, "player", 0, last).map(|seat| seat as usize)).transpose()
    }

    /// The seat asked for, or the one to act, or seat 0.
    fn seat_or_acting(&self, asked: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
        Ok(self.seat(asked)?.unwrap_or(match self.inner.actor() {
            Actor::Player(p) => usize::from(p),
            _ => 0,
        }))
    }

    /// What `play_turns` does.
    pub fn play_texts(slf: &Bound<'_, Self>, texts: &mut dyn Iterator<Item = &str>) -> PyResult<usize> {
        Ok(write(slf)?.inner.play_texts(texts))
    }

    fn ask<'py>(
        slf: &Bound<'py, Self>,
        method: &str,
        args: impl pyo3::call::PyCallArgs<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let game = read(slf)?.game.clone_ref(slf.py());
        game.into_bound(slf.py()).call_method1(method, args)
    }
}

/// The error of asking a game for what it does not have.
fn unknown(what: &str) -> PyErr {
    PyAttributeError::new_err(format!("this game knows no {what}"))
}

/// A state may be used by one thread at a time; who comes second gets this error.
fn busy(_: impl std::fmt::Debug) -> PyErr {
    PyRuntimeError::new_err("this State is in use by another thread; give each thread its own copy()")
}

fn read<'py>(slf: &Bound<'py, State>) -> PyResult<PyRef<'py, State>> {
    slf.try_borrow().map_err(busy)
}

fn write<'py>(slf: &Bound<'py, State>) -> PyResult<PyRefMut<'py, State>> {
    slf.try_borrow_mut().map_err(busy)
}

/// The caller's array, if it is of this type, contiguous and of this length.
fn buffer<'py, T: Element>(
    out: &Bound<'py, PyAny>,
    len: usize,
    what: &str,
) -> PyResult<(Bound<'py, PyArrayDyn<T>>, PyReadwriteArrayDyn<'py, T>)> {
    convert::need_numpy(out.py())?;
    let wrong = || PyValueError::new_err(format!("out: a writable C-contiguous numpy array is expected: {what}"));
    let array = out.cast::<PyArrayDyn<T>>().map_err(|_| wrong())?;
    let rw = array.try_readwrite().map_err(|_| wrong())?;
    if array.len() != len || !array.is_c_contiguous() {
        return Err(wrong());
    }
    Ok((array.clone(), rw))
}

/// Fills the caller's array, or a new one of this shape.
pub fn fill<'py, T: Element + Default + Clone>(
    py: Python<'py>,
    out: Option<&Bound<'py, PyAny>>,
    shape: &[usize],
    what: &str,
    f: impl FnOnce(&mut [T]),
) -> PyResult<Bound<'py, PyAny>> {
    let len = shape.iter().product();
    match out {
        Some(out) => {
            let (array, mut rw) = buffer::<T>(out, len, what)?;
            f(rw.as_slice_mut()
                .map_err(|_| PyValueError::new_err(format!("out: an aligned array is expected: {what}")))?);
            Ok(array.into_any())
        }
        None => {
            convert::need_numpy(py)?;
            convert::fits(py, len, std::mem::size_of::<T>(), "the array")?;
            let mut data = vec![T::default(); len];
            f(&mut data);
            Ok(PyArray1::from_vec(py, data).reshape(shape.to_vec())?.into_any())
        }
    }
}

/// [`fill`] for truth values. They are written as bytes: a caller's array may hold bytes that are no `bool` of Rust's.
pub fn fill_mask<'py>(
    py: Python<'py>,
    out: Option<&Bound<'py, PyAny>>,
    shape: &[usize],
    what: &str,
    f: impl FnOnce(&mut [u8]),
) -> PyResult<Bound<'py, PyAny>> {
    let Some(out) = out else {
        return fill(py, None, shape, what, f)?.call_method1("view", ("bool",));
    };
    convert::need_numpy(py)?;
    if out.cast::<PyArrayDyn<bool>>().is_err() {
        return Err(PyValueError::new_err(format!("out: a numpy array is expected: {what}")));
    }
    let bytes = out.call_method1("view", ("uint8",))?;
    fill(py, Some(&bytes), shape, what, f)?;
    Ok(out.clone())
}

#[pymethods]
impl State {
    /// The game and variant.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyAny> {
        self.game.clone_ref(py)
    }

    /// Seat to act, or None.
    #[getter]
    fn player(&self) -> Option<u8> {
        match self.inner.actor() {
            Actor::Player(p) => Some(p),
            _ => None,
        }
    }

    #[getter]
    fn is_chance(&self) -> bool {
        self.inner.actor() == Actor::Chance
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.inner.actor() == Actor::Over
    }

    /// Whether a turn of several steps is going on.
    #[getter]
    fn in_turn(&self) -> bool {
        self.inner.in_turn()
    }

    #[getter]
    fn sides<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let names = self.game.bind(py).getattr("sides")?;
        let sides = (0..self.shared.players).map(|seat| names.get_item(self.inner.side(seat)));
        PyTuple::new(py, sides.collect::<PyResult<Vec<_>>>()?)
    }

    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.legal(|list| PyList::new(py, list.iter().map(|&a| self.shared.ints[a as usize].bind(py))))
    }

    #[pyo3(signature = (out = None))]
    fn legal_array<'py>(&self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        convert::need_numpy(py)?;
        let Some(out) = out else {
            return Ok(self.legal(|list| PyArray1::from_slice(py, list)).into_any());
        };
        let what = "uint32, at least num_legal long";
        let len = out.len()?;
        let n = self.legal(|list| {
            let (_, mut rw) = buffer::<u32>(out, len, what)?;
            let target = rw.as_slice_mut()?.get_mut(..list.len());
            target.map(|t| t.copy_from_slice(list)).ok_or_else(|| {
                PyValueError::new_err(format!("out has room for {len} actions, {} are legal", list.len()))
            })?;
            PyResult::Ok(list.len())
        })?;
        out.get_item(pyo3::types::PySlice::new(py, 0, n as isize, 1))
    }

    #[pyo3(signature = (out = None))]
    fn legal_mask<'py>(&self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        fill_mask(py, out, &[self.shared.num_actions], "bool, num_actions long", |mask| {
            mask.fill(0);
            self.legal(|list| list.iter().for_each(|&a| mask[a as usize] = 1));
        })
    }

    #[getter]
    fn num_legal(&self) -> usize {
        self.inner.num_legal()
    }

    fn is_legal(&self, action: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.inner.check(convert::action(action)?).is_ok())
    }

    #[pyo3(signature = (rng = None))]
    fn random_action(&self, py: Python<'_>, rng: Option<&Bound<'_, Rng>>) -> PyResult<Py<PyInt>> {
        let drawn = with(rng, |rng| with_scratch(|list| self.inner.random_action(rng, list)))?;
        match drawn {
            Ok(action) => Ok(self.shared.ints[action as usize].clone_ref(py)),
            Err(why) => Err(convert::illegal(py, "no action can be drawn".to_string(), why)),
        }
    }

    #[pyo3(signature = (n = None, rng = None), text_signature = "($self, n=1, rng=None)")]
    fn play_random<'py>(
        slf: Bound<'py, Self>,
        n: Option<&Bound<'py, PyAny>>,
        rng: Option<&Bound<'py, Rng>>,
    ) -> PyResult<Bound<'py, Self>> {
        let n = n.map_or(Ok(1), |n| convert::whole(n, "n", 0, i64::MAX as u64))? as usize;
        {
            let mut s = write(&slf)?;
            with(rng, |rng| with_scratch(|list| s.inner.play_random(n, rng, list)))?;
        }
        Ok(slf)
    }

    fn play<'py>(slf: Bound<'py, Self>, action: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Self>> {
        if action.is_instance_of::<PyString>() {
            State::ask(&slf, "_play_text", (&slf, action))?;
            return Ok(slf);
        }
        let number = convert::action(action)?;
        let result = write(&slf)?.inner.play(number);
        match result {
            Ok(()) => Ok(slf),
            Err(why) => {
                let slug = read(&slf)?.game.bind(slf.py()).getattr("slug")?;
                Err(convert::illegal(
                    slf.py(),
                    format!("{slug}: action {} is not legal now", convert::shown(action)),
                    why,
                ))
            }
        }
    }

    /// Plays several actions (chance outcomes among them carry CHANCE_BIT), all or none.
    fn play_all<'py>(slf: Bound<'py, Self>, actions: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Self>> {
        let actions = actions.try_iter()?.map(|a| convert::action(&a?)).collect::<PyResult<Vec<u32>>>()?;
        let result = write(&slf)?.inner.play_all(&actions);
        match result {
            Ok(()) => Ok(slf),
            Err(e) => {
                let what = format!("action {} (number {} of the list) is not legal", e.action, e.index);
                Err(convert::illegal(slf.py(), what, e.why))
            }
        }
    }

    /// The reason (a word) why an action is not legal, or None.
    fn why_illegal(&self, action: &Bound<'_, PyAny>) -> PyResult<Option<&'static str>> {
        Ok(self.inner.check(convert::action(action)?).err().map(Illegal::word))
    }

    fn chance_outcomes(&self) -> Vec<(usize, f64)> {
        let mut odds = Vec::new();
        self.inner.chance(&mut odds);
        odds.into_iter().enumerate().filter(|&(_, p)| p > 0.0).collect()
    }

    #[pyo3(signature = (rng = None, *, outcome = None))]
    fn play_chance<'py>(
        slf: Bound<'py, Self>,
        rng: Option<&Bound<'py, Rng>>,
        outcome: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, Self>> {
        let result = {
            let mut s = write(&slf)?;
            match outcome {
                Some(outcome) => s.inner.play_chance(convert::action(outcome)?),
                None => with(rng, |rng| s.inner.roll(rng).map(|_| ()))?,
            }
        };
        let what = || outcome.map_or_else(|| "chance".to_string(), |o| format!("chance outcome {}", convert::shown(o)));
        result.map_err(|why| convert::illegal(slf.py(), what(), why))?;
        Ok(slf)
    }

    fn undo<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        let done = write(&slf)?.inner.undo();
        State::taken_back(slf, done, "there is no step to take back")
    }

    fn undo_turn<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        let done = write(&slf)?.inner.undo_turn();
        State::taken_back(slf, done, "there is no turn to take back")
    }

    #[pyo3(signature = (player = None))]
    fn resign<'py>(slf: Bound<'py, Self>, player: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, Self>> {
        let seat = {
            let s = read(&slf)?;
            match (s.seat(player)?, s.inner.actor()) {
                (Some(seat), _) => seat as u8,
                (None, Actor::Player(seat)) => seat,
                (None, Actor::Chance) => {
                    return Err(convert::illegal(slf.py(), "resigning".into(), Illegal::ChanceActs));
                }
                (None, Actor::Over) => return Err(convert::illegal(slf.py(), "resigning".into(), Illegal::GameOver)),
            }
        };
        State::end(slf, Ending::Resigned(seat), "resigning")
    }

    fn agree_draw<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        State::end(slf, Ending::Agreed, "a draw by agreement")
    }

    fn claim_draw<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        State::end(slf, Ending::Claimed, "claiming a draw")
    }

    #[getter]
    fn can_claim_draw(&self) -> bool {
        self.inner.can_claim_draw()
    }

    /// How the game was ended from outside: "resign:<seat>", "draw:agreed", "draw:claimed", or None.
    #[getter]
    fn ending(&self) -> Option<String> {
        self.inner.ending().map(|ending| match ending {
            Ending::Resigned(seat) => format!("resign:{seat}"),
            Ending::Agreed => "draw:agreed".to_string(),
            Ending::Claimed => "draw:claimed".to_string(),
        })
    }

    fn returns(&self) -> Vec<f32> {
        let returns = self.inner.outcome().map_or([0.0; gamecore::game::MAX_PLAYERS], |end| end.returns);
        returns[..self.shared.players].to_vec()
    }

    /// The reason of the end, or None.
    #[getter]
    fn end_reason(&self) -> Option<&'static str> {
        self.inner.outcome().map(|end| end.reason)
    }

    #[getter]
    fn outcome<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        State::ask(slf, "_outcome", (slf,))
    }

    fn scores(&self) -> Option<Vec<f64>> {
        self.inner.scores()
    }

    fn tournament_points(&self) -> Option<Vec<f64>> {
        self.inner.tournament_points()
    }

    #[getter]
    fn actions(&self) -> Vec<u32> {
        self.inner.history().iter().map(|step| step & !CHANCE_BIT).collect()
    }

    /// The history with CHANCE_BIT set on chance outcomes.
    #[getter]
    fn history(&self) -> Vec<u32> {
        self.inner.history().to_vec()
    }

    #[getter]
    fn turns<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        State::ask(slf, "_turns", (slf,))
    }

    #[getter]
    fn setup(&self) -> Option<&str> {
        match self.inner.origin() {
            Origin::Setup(text) => Some(text),
            _ => None,
        }
    }

    /// The position text the game began from, or None when it began at a start.
    #[getter]
    fn start_position(&self) -> Option<&str> {
        match self.inner.origin() {
            Origin::Position(text) => Some(text),
            _ => None,
        }
    }

    fn position(&self) -> String {
        self.inner.position()
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.inner.to_bytes())
    }

    /// Pickled as its bytes alone: they name the game too.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        static LOAD: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let load = LOAD.import(py, "gamecore.game", "load_state")?;
        Ok((load.clone(), (self.to_bytes(py),)))
    }

    /// 64-bit key of the position.
    #[getter]
    fn hash(&self) -> u64 {
        self.inner.key()
    }

    fn __richcmp__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = slf.py();
        let (Ok(other), CompareOp::Eq | CompareOp::Ne) = (other.cast::<State>(), op) else {
            return Ok(py.NotImplemented());
        };
        let same = slf.is(other) || read(slf)?.inner.same(&*read(other)?.inner);
        let answer = same == matches!(op, CompareOp::Eq);
        Ok(answer.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __hash__(&self) -> PyResult<isize> {
        Err(PyTypeError::new_err("a State can change, so it has no hash(); use .hash, the key of its position"))
    }

    fn copy(&self, py: Python<'_>) -> State {
        self.wrap(py, self.inner.copy())
    }

    fn __copy__(&self, py: Python<'_>) -> State {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> State {
        self.copy(py)
    }

    /// The same game back at its beginning, as a new State.
    fn rewound(&self, py: Python<'_>) -> State {
        self.wrap(py, self.inner.rewound())
    }

    #[pyo3(signature = (player = None, out = None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        player: Option<&Bound<'py, PyAny>>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.seat_or_acting(player)?;
        fill(py, out, &self.shared.shape, "float32, of observation_shape", |row: &mut [f32]| {
            self.inner.observe(seat, row);
        })
    }

    fn view(&self, player: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.inner.view(self.seat_or_acting(Some(player))?))
    }

    #[pyo3(signature = (player, rng = None))]
    fn determinize(&self, py: Python<'_>, player: &Bound<'_, PyAny>, rng: Option<&Bound<'_, Rng>>) -> PyResult<State> {
        let player = self.seat_or_acting(Some(player))?;
        let inner = with(rng, |rng| self.inner.determinize(player, rng))?;
        Ok(self.wrap(py, inner))
    }

    /// One character per cell, for notation and drawing.
    #[pyo3(signature = (player = None))]
    fn cells(&self, player: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        Ok(self.inner.cells(self.seat(player)?).into_iter().map(char::from).collect())
    }

    /// Named whole numbers that the board does not show.
    #[pyo3(signature = (player = None))]
    fn info<'py>(&self, py: Python<'py>, player: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyDict>> {
        let player = self.seat(player)?;
        let dict = PyDict::new(py);
        for (name, value) in self.inner.info(player) {
            dict.set_item(name, value)?;
        }
        Ok(dict)
    }

    /// Whether the side to move is in check; AttributeError in games without check, so that `hasattr` tells.
    #[getter]
    fn is_check(&self) -> PyResult<bool> {
        self.inner.is_check().ok_or_else(|| unknown("check"))
    }

    fn gives_check<'py>(slf: Bound<'py, Self>, action: &Bound<'py, PyAny>) -> PyResult<bool> {
        read(&slf)?.inner.is_check().ok_or_else(|| unknown("check"))?;
        let action = if action.is_instance_of::<PyString>() { State::parse(&slf, action)? } else { action.clone() };
        let (action, state) = (convert::action(&action)?, read(&slf)?);
        state.inner.check(action).map_err(|why| convert::illegal(slf.py(), format!("action {action}"), why))?;
        state.inner.gives_check(action).ok_or_else(|| unknown("check"))
    }

    /// Cells (by their place in `cells()`) of the pieces of a seat that attack a cell.
    fn attackers(&self, cell: &Bound<'_, PyAny>, player: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
        let last = self.inner.cells(None).len() as u64 - 1;
        let cell = convert::whole(cell, "cell", 0, last)? as usize;
        let seat = self.seat_or_acting(Some(player))?;
        self.inner.attackers(cell, seat).ok_or_else(|| unknown("attacks"))
    }

    fn polyglot_hash(&self) -> PyResult<u64> {
        self.inner.polyglot().ok_or_else(|| unknown("Polyglot books"))
    }

    /// The text of a legal step where the core writes it, or None.
    fn core_text(&self, action: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let action = convert::action(action)?;
        Ok(self.inner.check(action).ok().and_then(|()| self.inner.core_text(action)))
    }

    /// The step a text means where the core reads it, or None; NotationError if it is no step's text.
    fn read_core_text(&self, py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        let text = convert::text(text, "turn", "NotationError")?;
        let read = self.inner.read_core_text(&text).transpose();
        read.map_err(|error| convert::named(py, "NotationError", error.message))
    }

    /// Plays turns given as texts as far as they are legal and the core reads them; returns how many were played.
    fn play_turns(slf: &Bound<'_, Self>, turns: &Bound<'_, PyList>) -> PyResult<usize> {
        let texts: Vec<Bound<'_, PyString>> = turns.iter().map_while(|turn| turn.cast_into().ok()).collect();
        let texts: Vec<_> = texts.iter().map_while(|text| text.to_cow().ok()).collect();
        State::play_texts(slf, &mut texts.iter().map(|text| &**text))
    }

    /// All whole legal turns as lists of steps (chance outcomes inside a turn carry CHANCE_BIT).
    fn turn_steps(&self, py: Python<'_>, limit: usize) -> PyResult<Vec<Vec<u32>>> {
        let out = convert::interruptible(py, |stop| match self.inner.turns(limit, stop) {
            Err(TurnsError::Stopped) => Err(Stopped),
            Err(TurnsError::Limit) => Ok(None),
            Ok(turns) => Ok(Some(turns)),
        })?;
        out.ok_or_else(|| convert::named(py, "LimitError", format!("there are more than {limit} legal turns")))
    }

    #[pyo3(signature = (limit = None))]
    fn num_turns(&self, py: Python<'_>, limit: Option<&Bound<'_, PyAny>>) -> PyResult<u64> {
        let limit = limit.map(|n| convert::whole(n, "limit", 0, u64::MAX)).transpose()?;
        let n = py.detach(|| self.inner.count_turns());
        match limit {
            _ if n == u64::MAX => Err(convert::too_many(py, "legal turns")),
            Some(limit) if n > limit => {
                Err(convert::named(py, "LimitError", format!("there are {n} legal turns, more than {limit}")))
            }
            _ => Ok(n),
        }
    }

    #[pyo3(signature = (depth, by_turn))]
    fn perft(&self, py: Python<'_>, depth: u32, by_turn: bool) -> PyResult<u64> {
        let by = if by_turn { By::Turn } else { By::Step };
        match convert::interruptible(py, |stop: &Stop| self.inner.perft(depth, by, stop))? {
            u64::MAX => Err(convert::too_many(py, "sequences")),
            n => Ok(n),
        }
    }

    fn playouts<'py>(
        &self,
        py: Python<'py>,
        n: usize,
        seed: u64,
        first: u64,
        threads: usize,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        convert::need_numpy(py)?;
        let out = convert::interruptible(py, |stop| self.inner.playouts(Run { n, seed, first, threads }, stop))?;
        let (returns, steps) = arrays(py, out, self.shared.players)?;
        Ok((returns.into_any(), steps.into_any()))
    }

    // ---- texts: the game's Python class makes them ---------------------------------------

    fn legal_moves<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        State::ask(slf, "_legal_moves", (slf,))
    }

    #[pyo3(signature = (limit = None), text_signature = "($self, limit=1000000)")]
    fn legal_turns<'py>(slf: &Bound<'py, Self>, limit: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let limit = limit.map_or(Ok(1_000_000), |n| convert::whole(n, "limit", 0, 1 << 40))?;
        State::ask(slf, "_legal_turns", (slf, limit))
    }

    fn play_step<'py>(slf: Bound<'py, Self>, text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Self>> {
        State::ask(&slf, "_play_step", (&slf, text))?;
        Ok(slf)
    }

    fn parse<'py>(slf: &Bound<'py, Self>, text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        State::ask(slf, "_parse", (slf, text))
    }

    fn parse_turn<'py>(slf: &Bound<'py, Self>, text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        State::ask(slf, "_parse_turn", (slf, text))
    }

    fn format<'py>(slf: &Bound<'py, Self>, action: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        State::ask(slf, "_format", (slf, action))
    }

    fn format_turn<'py>(slf: &Bound<'py, Self>, actions: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        State::ask(slf, "_format_turn", (slf, actions))
    }

    #[pyo3(signature = (player = None))]
    fn svg<'py>(slf: &Bound<'py, Self>, player: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let player = read(slf)?.seat(player)?;
        State::ask(slf, "_svg", (slf, player))
    }

    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        State::ask(slf, "_svg", (slf, None::<usize>))
    }

    fn __str__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        State::ask(slf, "_text", (slf,))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let s = read(slf)?;
        Ok(format!("<gamecore.State {} {:?}>", s.game.bind(slf.py()).repr()?, s.inner.position()))
    }
}

impl State {
    fn taken_back<'py>(slf: Bound<'py, Self>, done: bool, message: &str) -> PyResult<Bound<'py, Self>> {
        if done { Ok(slf) } else { Err(convert::illegal(slf.py(), message.to_string(), Illegal::NotOffered)) }
    }

    fn end<'py>(slf: Bound<'py, Self>, ending: Ending, what: &str) -> PyResult<Bound<'py, Self>> {
        let result = write(&slf)?.inner.end(ending);
        match result {
            Ok(()) => Ok(slf),
            Err(why) => Err(convert::illegal(slf.py(), what.to_string(), why)),
        }
    }
}
