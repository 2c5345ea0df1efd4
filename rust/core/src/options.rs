//! Options of a game: typed values by name, checked where the game is built.

use crate::game::TextError;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

/// One option's value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A whole number (sizes, limits).
    Int(i64),
    /// A real number (komi).
    Float(f64),
    /// Yes or no (swap).
    Bool(bool),
    /// One word out of a list (ko rule, scoring).
    Text(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(v) => write!(f, "{v}"),
            Value::Float(v) => write!(f, "{v:?}"),
            Value::Bool(v) => write!(f, "{v}"),
            Value::Text(v) => f.write_str(v),
        }
    }
}

/// An option that cannot be used: unknown name, wrong type or out of bounds. The text says which,
/// and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionError(pub String);

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OptionError {}

/// For rules that read the start of a variant from a text.
impl From<TextError> for OptionError {
    fn from(error: TextError) -> Self {
        OptionError(error.message)
    }
}

/// The options given for a game. A game takes each option it knows by name, with its default and
/// bounds; what is left over at the end is unknown. The values taken are kept in order, defaults
/// included: they say in full which variant this is.
#[derive(Clone, Debug, Default)]
pub struct Options {
    given: BTreeMap<String, Value>,
    taken: Vec<(&'static str, Value)>,
}

impl Options {
    /// Options as given by the caller.
    pub fn new(given: impl IntoIterator<Item = (String, Value)>) -> Self {
        Options { given: given.into_iter().collect(), taken: Vec::new() }
    }

    fn keep(&mut self, name: &'static str, value: Value) {
        self.taken.push((name, value));
    }

    /// A whole number within `bounds`.
    pub fn int(&mut self, name: &'static str, default: i64, bounds: RangeInclusive<i64>) -> Result<i64, OptionError> {
        let value = match self.given.remove(name) {
            None => default,
            Some(Value::Int(v)) if bounds.contains(&v) => v,
            Some(other) => {
                let (lo, hi) = (bounds.start(), bounds.end());
                return Err(refused(name, &other, &format!("a whole number from {lo} to {hi} is expected")));
            }
        };
        self.keep(name, Value::Int(value));
        Ok(value)
    }

    /// A whole number within `bounds`, or by default a word (`None`).
    pub fn word_or_int(
        &mut self,
        name: &'static str,
        word: &'static str,
        bounds: RangeInclusive<i64>,
    ) -> Result<Option<i64>, OptionError> {
        match self.given.get(name) {
            Some(Value::Int(_)) => self.int(name, 0, bounds).map(Some),
            None => {
                self.keep(name, Value::Text(word.to_string()));
                Ok(None)
            }
            Some(Value::Text(text)) if text == word => self.choice(name, &[word]).map(|_| None),
            Some(other) => {
                let (lo, hi) = (bounds.start(), bounds.end());
                Err(refused(name, other, &format!("{word} or a whole number from {lo} to {hi} is expected")))
            }
        }
    }

    /// A finite real number within `bounds` (whole numbers are taken too).
    pub fn float(&mut self, name: &'static str, default: f64, bounds: RangeInclusive<f64>) -> Result<f64, OptionError> {
        let value = match self.given.remove(name) {
            None => default,
            Some(Value::Float(v)) if bounds.contains(&v) => v,
            Some(Value::Int(v)) if bounds.contains(&(v as f64)) => v as f64,
            Some(other) => {
                let (lo, hi) = (bounds.start(), bounds.end());
                return Err(refused(name, &other, &format!("a number from {lo} to {hi} is expected")));
            }
        };
        let value = value + 0.0; // there is one zero
        self.keep(name, Value::Float(value));
        Ok(value)
    }

    /// Yes or no.
    pub fn bool(&mut self, name: &'static str, default: bool) -> Result<bool, OptionError> {
        let value = match self.given.remove(name) {
            None => default,
            Some(Value::Bool(v)) => v,
            Some(other) => {
                return Err(refused(name, &other, "true or false is expected"));
            }
        };
        self.keep(name, Value::Bool(value));
        Ok(value)
    }

    /// One of `choices`, returned as its index; the first is the default.
    pub fn choice(&mut self, name: &'static str, choices: &[&'static str]) -> Result<usize, OptionError> {
        let index = match self.given.remove(name) {
            None => 0,
            Some(Value::Text(v)) if choices.contains(&v.as_str()) => choices.iter().position(|c| *c == v).unwrap_or(0),
            Some(other) => {
                let list = choices.join(", ");
                return Err(refused(name, &other, &format!("one of {list} is expected")));
            }
        };
        self.keep(name, Value::Text(choices[index].to_string()));
        Ok(index)
    }

    /// Ends the taking: all options with their values, or an error that names the first unknown one.
    pub fn finish(self, slug: &str) -> Result<Vec<(&'static str, Value)>, OptionError> {
        if let Some(name) = self.given.keys().next() {
            let known: Vec<&str> = self.taken.iter().map(|(n, _)| *n).collect();
            let known = if known.is_empty() { "none".to_string() } else { known.join(", ") };
            return Err(OptionError(format!("{slug} has no option {:?}; its options: {known}", shorten(name))));
        }
        Ok(self.taken)
    }
}

fn refused(name: &str, value: &Value, expected: &str) -> OptionError {
    OptionError(format!("option {name}={}: {expected}", shorten(&value.to_string())))
}

/// The first 60 characters of a text from outside, for error messages.
pub fn shorten(text: &str) -> String {
    match text.char_indices().nth(60) {
        None => text.to_string(),
        Some((at, _)) => format!("{}…", &text[..at]),
    }
}
