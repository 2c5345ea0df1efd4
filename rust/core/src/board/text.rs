//! Position texts: boards as rows of piece letters, cells as letters and numbers.
//!
//! Our own position texts look like FEN: the rows in the order they are drawn, separated by `/`, runs of empty
//! cells as their number, then blank-separated fields (side to move first). Reading never trusts the text: every
//! length is checked before it is used, and errors name the place.

use super::grid::Grid;
use super::shape::Shape;
use crate::game::TextError;
use crate::options::shorten;
use std::fmt::Write as _;

/// Writes the rows of a board, the first cell first; `.` is an empty cell.
pub fn write_rows(board: &impl Shape, cells: &[u8]) -> String {
    let mut out = String::with_capacity(2 * cells.len());
    let mut cells = cells.iter();
    for (i, length) in board.rows().enumerate() {
        if i > 0 {
            out.push('/');
        }
        let mut empty = 0;
        for &c in cells.by_ref().take(length) {
            if c == b'.' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                let _ = write!(out, "{empty}");
                empty = 0;
            }
            out.push(c as char);
        }
        if empty > 0 {
            let _ = write!(out, "{empty}");
        }
    }
    out
}

/// Reads what [`write_rows`] wrote: one byte per cell out of `pieces`, or `.`.
pub fn read_rows(board: &impl Shape, text: &str, pieces: &str) -> Result<Vec<u8>, TextError> {
    let mut cells = Vec::with_capacity(board.len());
    let mut at = 0;
    let mut rows = 0;
    let mut texts = text.split('/');
    for length in board.rows() {
        let Some(row) = texts.next() else {
            let expected = board.rows().count();
            return Err(TextError::at(text.len(), format!("{rows} rows on the board, {expected} are expected")));
        };
        rows += 1;
        let full = cells.len() + length;
        let bytes = row.as_bytes();
        let mut i = 0;
        while i < bytes.len() {
            let c = bytes[i];
            if c.is_ascii_digit() {
                let mut run = 0usize;
                while i < bytes.len() && bytes[i].is_ascii_digit() {
                    run = run.saturating_mul(10).saturating_add(usize::from(bytes[i] - b'0'));
                    i += 1;
                }
                if run == 0 || run > full - cells.len() {
                    return Err(TextError::at(at + i, format!("row {rows} is not {length} cells long")));
                }
                cells.resize(cells.len() + run, b'.');
                continue;
            }
            if !(c == b'.' || pieces.as_bytes().contains(&c)) {
                let found = row[i..].chars().next().unwrap_or('?');
                return Err(TextError::at(at + i, format!("{found:?} is no piece of this game (they are {pieces})")));
            }
            if cells.len() == full {
                return Err(TextError::at(at + i, format!("row {rows} is longer than {length} cells")));
            }
            cells.push(c);
            i += 1;
        }
        if cells.len() != full {
            return Err(TextError::at(at + row.len(), format!("row {rows} is shorter than {length} cells")));
        }
        at += row.len() + 1;
    }
    if texts.next().is_some() {
        return Err(TextError::at(at, format!("more than {rows} rows on the board")));
    }
    Ok(cells)
}

/// Splits a position text into exactly `N` fields; `what` names them all for the error.
pub fn fields<'a, const N: usize>(text: &'a str, what: &str) -> Result<[&'a str; N], TextError> {
    let mut all = text.split_ascii_whitespace();
    let mut out = [""; N];
    for (i, field) in out.iter_mut().enumerate() {
        *field = all.next().ok_or_else(|| {
            TextError::at(text.len(), format!("{i} fields in {:?}, {N} are expected: {what}", shorten(text)))
        })?;
    }
    match all.next() {
        None => Ok(out),
        Some(extra) => Err(TextError::new(format!("too much in the position text at {:?}: {what}", shorten(extra)))),
    }
}

/// The index of a one-word field among `words`.
pub fn word(field: &str, words: &[&str], what: &str) -> Result<usize, TextError> {
    words.iter().position(|w| *w == field).ok_or_else(|| {
        TextError::new(format!("{what} is {:?}, one of {} is expected", shorten(field), words.join(", ")))
    })
}

/// A whole number field within bounds.
pub fn number(field: &str, lo: u64, hi: u64, what: &str) -> Result<u64, TextError> {
    field.parse().ok().filter(|n| (lo..=hi).contains(n)).ok_or_else(|| {
        TextError::new(format!("{what} is {:?}, a number from {lo} to {hi} is expected", shorten(field)))
    })
}

/// The name of a column: a … z, aa, ab, …
pub fn column_name(mut column: usize) -> String {
    let mut name = Vec::new();
    loop {
        name.push(b'a' + (column % 26) as u8);
        if column < 26 {
            break;
        }
        column = column / 26 - 1;
    }
    name.iter().rev().map(|&b| b as char).collect()
}

/// The name of a cell, column letters then row number from 1.
pub fn cell_name(grid: Grid, cell: usize) -> String {
    format!("{}{}", column_name(grid.column(cell)), grid.row(cell) + 1)
}

/// Reads a cell's name, in small or capital letters.
pub fn read_cell(grid: Grid, text: &str) -> Result<usize, TextError> {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (name, number) = text.split_at(letters);
    let column = match name.len() {
        1..=3 => name.bytes().fold(0, |n, b| n * 26 + usize::from(b.to_ascii_lowercase() - b'a') + 1).checked_sub(1),
        _ => None,
    };
    let row = match number.as_bytes() {
        [b'1'..=b'9', rest @ ..] if rest.len() < 4 => number.parse::<usize>().ok().map(|n| n - 1),
        _ => None,
    };
    match (column, row) {
        (Some(c), Some(r)) if c < grid.columns && r < grid.rows => Ok(grid.cell(c, r)),
        _ => Err(TextError::new(format!(
            "{:?} is no cell of this board (a1 to {})",
            shorten(text),
            cell_name(grid, grid.len() - 1)
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn columns_go_on_after_z() {
        assert_eq!([0, 25, 26, 51, 52, 701].map(column_name), ["a", "z", "aa", "az", "ba", "zz"]);
    }

    proptest! {
        #[test]
        fn rows_come_back(cells in proptest::collection::vec(prop_oneof![Just(b'.'), Just(b'x'), Just(b'o')], 35)) {
            let grid = Grid::new(7, 5);
            prop_assert_eq!(read_rows(&grid, &write_rows(&grid, &cells), "xo").unwrap(), cells);
        }

        #[test]
        fn cells_come_back(columns in 1usize..60, rows in 1usize..60, pick in 0usize..3600) {
            let grid = Grid::new(columns, rows);
            let cell = pick % grid.len();
            prop_assert_eq!(read_cell(grid, &cell_name(grid, cell)).unwrap(), cell);
        }

        #[test]
        fn any_text_is_refused_or_read(text in ".{0,40}") {
            let _ = read_rows(&Grid::new(3, 3), &text, "xo");
            let _ = read_cell(Grid::new(3, 3), &text);
        }
    }
}
