//! PGN and its children (PDN among them): tags, then moves.
//!
//! ```text
//! [White "name"]
//! [Result "1-0"]
//!
//! 1. e4 e5 2. Nf3 {a comment} Nc6 $1 (2... d6 3. d4) 3. Bb5 1-0
//! ```
//!
//! A [`Reader`] takes the text in pieces and gives back one [`TaggedGame`] after the other, or a [`Fault`] in
//! the place of one; it holds no more than the game at hand. A game is its own text and the places of its tags
//! and moves in it, so that whoever only replays the main line pays for nothing else; comments, glyphs and
//! variations are sorted out by [`TaggedGame::line`].
//!
//! It is as tolerant as files in circulation ask: tags in any order or none, bare quotes and missing quotes in
//! them, numbers glued to their moves or missing, missing results, glyphs of all kinds, prose between games.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// Moves a game may have, variations included; comments, glyphs and variations count as well.
pub const MAX_MOVES: usize = 100_000;
/// Bytes the comments of a game may have.
pub const MAX_TEXT: usize = 1 << 20;
/// Bytes a game may have.
pub const MAX_GAME: usize = 8 << 20;
/// Tags a game may have.
pub const MAX_TAGS: usize = 1_000;
/// Characters a tag's value may have.
pub const MAX_TAG: usize = 2_000;
/// How deep variations may be nested.
pub const MAX_DEPTH: usize = 100;

/// Bytes a word (a move, a number, a tag's name) may have.
const MAX_WORD: usize = 400;
/// Bytes of a line that are looked at to see whether it is a tag.
const MAX_LINE: usize = 5 * MAX_TAG;

/// A piece of a game's text.
type Span = (u32, u32);

/// What is wrong with a game, and where in the whole text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong and what would be right.
    pub message: String,
    /// Line, from 1.
    pub line: usize,
    /// Character in the line, from 1.
    pub column: usize,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for Fault {}

/// One game as its file has it.
#[derive(Clone, Debug)]
pub struct TaggedGame {
    text: String,
    tags: Vec<(Span, Span)>,
    moves: Vec<Span>,
    result: Option<Span>,
    /// Where the moves begin.
    body: usize,
    /// Whether there is anything but the moves of the main line.
    annotated: bool,
    /// What results look like.
    results: Arc<[String]>,
}

/// A line of moves: that of the game, or a variation of another one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line<'a> {
    /// The moves.
    pub moves: Vec<&'a str>,
    /// Comments by number of moves played in this line; several in one place are parted by line breaks.
    pub comments: Vec<(usize, String)>,
    /// Numeric annotation glyphs by number of moves played.
    pub nags: Vec<(usize, u32)>,
    /// Variations by number of moves played before they part.
    pub variations: Vec<(usize, Line<'a>)>,
}

impl TaggedGame {
    /// Names and values of the tags in order.
    pub fn tags(&self) -> impl Iterator<Item = (&str, Cow<'_, str>)> {
        self.tags.iter().map(|&(name, value)| (cut(&self.text, name), unescape(cut(&self.text, value))))
    }

    /// The moves of the main line.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = &str> {
        self.moves.iter().map(|&span| cut(&self.text, span))
    }

    /// The result behind the moves.
    pub fn result(&self) -> Option<&str> {
        self.result.map(|span| cut(&self.text, span))
    }

    /// The main line with all that is said of it.
    pub fn line(&self) -> Line<'_> {
        if !self.annotated {
            return Line { moves: self.moves().collect(), ..Line::default() };
        }
        let end = self.result.map_or(self.text.len(), |span| span.0 as usize);
        let text = &self.text[..end];
        let mut lexer = Lexer { text, pos: self.body, ended: true, results: &self.results, glyph: None };
        let mut main = Line::default();
        let mut open: Vec<Line<'_>> = Vec::new();
        while let Ok(token) = lexer.token() {
            let line = open.last_mut().unwrap_or(&mut main);
            let played = line.moves.len();
            match token {
                Token::Move(span) => line.moves.push(cut(&self.text, span)),
                Token::Comment(span) => {
                    let text = tidy(cut(&self.text, span));
                    match line.comments.last_mut() {
                        _ if text.is_empty() => {}
                        Some((at, before)) if *at == played => {
                            before.push('\n');
                            before.push_str(&text);
                        }
                        _ => line.comments.push((played, text)),
                    }
                }
                Token::Glyph(number) => line.nags.push((played, number)),
                Token::Open => open.push(Line::default()),
                Token::Close => {
                    if let Some(variation) = open.pop() {
                        let line = open.last_mut().unwrap_or(&mut main);
                        line.variations.push((line.moves.len().saturating_sub(1), variation));
                    }
                }
                Token::Result(_) => {}
                Token::End => break,
            }
        }
        main
    }
}

fn cut(text: &str, span: Span) -> &str {
    &text[span.0 as usize..span.1 as usize]
}

fn unescape(value: &str) -> Cow<'_, str> {
    if !value.contains('\\') {
        return Cow::Borrowed(value);
    }
    let mut out = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = if c == '\\' { chars.next_if(|next| matches!(next, '"' | '\\')) } else { None };
        out.push(escaped.unwrap_or(c));
    }
    Cow::Owned(out)
}

/// A comment with single blanks.
fn tidy(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split(is_blank).filter(|word| !word.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// Blanks, among them the odd bytes that old files end with, and byte-order marks in their middle.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control() || c == '\u{feff}'
}

/// What the next thing in a game is.
enum Token {
    Move(Span),
    Comment(Span),
    Glyph(u32),
    Open,
    Close,
    Result(Span),
    End,
}

/// Why a token or a game could not be read.
enum Stop {
    /// The text goes on, and what follows matters.
    More,
    /// Something is wrong at `at`; the next game can be looked for from `resume` on.
    Fault { at: usize, resume: usize, message: String },
}

fn fault<T>(at: usize, message: impl Into<String>) -> Result<T, Stop> {
    Err(Stop::Fault { at, resume: at, message: message.into() })
}

/// Takes tokens from a text that may go on (unless it has `ended`).
struct Lexer<'a> {
    text: &'a str,
    pos: usize,
    ended: bool,
    results: &'a [String],
    /// A glyph that was glued to the last move.
    glyph: Option<u32>,
}

impl<'a> Lexer<'a> {
    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    fn char(&self, at: usize) -> Option<char> {
        self.text[at..].chars().next()
    }

    /// The end of the text, where that is the end.
    fn at_end(&self) -> Result<Token, Stop> {
        if self.ended { Ok(Token::End) } else { Err(Stop::More) }
    }

    fn skip_blanks(&mut self) {
        while let Some(byte) = self.byte(self.pos) {
            if byte <= b' ' || byte == 0x7f {
                self.pos += 1;
            } else {
                match self.char(self.pos) {
                    Some(c) if byte >= 0x80 && is_blank(c) => self.pos += c.len_utf8(),
                    _ => return,
                }
            }
        }
    }

    /// The end of the line, before its line break.
    fn line_end(&self, from: usize) -> Result<usize, Stop> {
        match self.text.as_bytes()[from..].iter().position(|b| matches!(b, b'\n' | b'\r')) {
            Some(length) => Ok(from + length),
            None if self.ended => Ok(self.text.len()),
            None => Err(Stop::More),
        }
    }

    fn token(&mut self) -> Result<Token, Stop> {
        if let Some(number) = self.glyph.take() {
            return Ok(Token::Glyph(number));
        }
        loop {
            self.skip_blanks();
            let Some(byte) = self.byte(self.pos) else { return self.at_end() };
            match byte {
                b'(' | b')' => {
                    self.pos += 1;
                    return Ok(if byte == b'(' { Token::Open } else { Token::Close });
                }
                b'{' => return self.comment(),
                b';' => {
                    let begin = self.pos + 1;
                    self.pos = self.line_end(begin)?;
                    return Ok(Token::Comment((begin as u32, self.pos as u32)));
                }
                b'%' => self.pos = self.line_end(self.pos)?,
                b'$' => {
                    let digits = self.digits(self.pos + 1);
                    if digits == self.text.len() && !self.ended {
                        return Err(Stop::More);
                    }
                    let number = self.text[self.pos + 1..digits].parse();
                    self.pos = digits;
                    if let Ok(number) = number {
                        return Ok(Token::Glyph(number));
                    }
                }
                b'[' if self.tag(self.pos)?.is_some_and(|tag| tag.proper) => return Ok(Token::End),
                b'[' | b']' | b'}' => {
                    return fault(self.pos, format!("{:?} where a move or a result should be", byte as char));
                }
                _ => {
                    if let Some(token) = self.word()? {
                        return Ok(token);
                    }
                }
            }
        }
    }

    fn digits(&self, from: usize) -> usize {
        from + self.text.as_bytes()[from..].iter().take_while(|b| b.is_ascii_digit()).count()
    }

    /// A comment in braces. One that is not closed before the next game's tags would swallow that game.
    fn comment(&mut self) -> Result<Token, Stop> {
        let begin = self.pos + 1;
        let mut at = begin;
        loop {
            let rest = &self.text.as_bytes()[at..];
            match rest.iter().position(|b| matches!(b, b'}' | b'\n' | b'\r')) {
                Some(n) if rest[n] == b'}' => {
                    self.pos = at + n + 1;
                    return Ok(Token::Comment((begin as u32, (at + n) as u32)));
                }
                Some(n) => at = self.line_begin(at + n + 1),
                None if self.ended || self.text.len() - begin > MAX_TEXT => {
                    let limit =
                        if self.ended { "at the end of the text".into() } else { format!("within {MAX_TEXT} bytes") };
                    let message = format!("the comment is not closed {limit}: '}}' expected");
                    return Err(Stop::Fault { at: self.pos, resume: self.text.len(), message });
                }
                None => return Err(Stop::More),
            }
            if self.byte(at) == Some(b'[') && self.tag(at)?.is_some_and(|tag| tag.alone) {
                let message = "the comment is not closed before the next game: '}' expected".into();
                return Err(Stop::Fault { at: self.pos, resume: at, message });
            }
        }
    }

    /// The first byte of a line that is no blank or tab.
    fn line_begin(&self, from: usize) -> usize {
        from + self.text.as_bytes()[from..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count()
    }

    /// A move, number, result or glyph; None for what says nothing.
    fn word(&mut self) -> Result<Option<Token>, Stop> {
        let begin = self.pos;
        let mut end = begin;
        loop {
            let rest = &self.text.as_bytes()[end..];
            end += rest.iter().position(|&byte| !IN_WORD[usize::from(byte)]).unwrap_or(rest.len());
            match self.char(end) {
                Some(c) if c >= '\u{80}' && !is_blank(c) => end += c.len_utf8(),
                _ => break,
            }
        }
        if end - begin > MAX_WORD {
            return fault(begin, "a word that is too long where a move or a result should be");
        }
        if end == self.text.len() && !self.ended {
            return Err(Stop::More);
        }
        self.pos = end;
        if let (first, Some(last)) = (self.text.as_bytes()[begin], self.text.as_bytes()[begin..end].last()) {
            // Nearly all words are plain moves and plain numbers.
            if first.is_ascii_alphabetic() && (last.is_ascii_alphanumeric() || matches!(last, b'+' | b'#')) {
                return Ok(Some(Token::Move((begin as u32, end as u32))));
            }
            if *last == b'.' && self.digits(begin) == end - 1 {
                return Ok(None);
            }
        }
        let mut word = &self.text[begin..end];
        if !self.is_result(word) {
            // The number: `12.` or `12...`, a lone `12`, dots that were parted from it.
            let digits = self.digits(begin).min(end) - begin;
            let rest = word[digits..].trim_start_matches(['.', '…']);
            if rest.is_empty() {
                return Ok(None);
            }
            if rest.len() < word.len() - digits {
                word = rest;
            }
        }
        let begin = end - word.len();
        let span = |length: usize| (begin as u32, (begin + length) as u32);
        if self.is_result(word) {
            return Ok(Some(Token::Result(span(word.len()))));
        }
        if let Some(number) = glyph(word) {
            return Ok(Some(Token::Glyph(number)));
        }
        let bare = word.trim_end_matches(['!', '?', '*']);
        if bare.len() < word.len() {
            self.glyph = glyph(word[bare.len()..].trim_end_matches('*'));
        }
        Ok(match bare {
            "" | "+" | "#" | "++" | "e.p." => self.glyph.take().map(Token::Glyph),
            _ => Some(Token::Move(span(bare.len()))),
        })
    }

    fn is_result(&self, word: &str) -> bool {
        self.results.iter().any(|result| result == word)
    }

    /// The tag that begins with the bracket at `at`, if one does.
    fn tag(&self, at: usize) -> Result<Option<Tag>, Stop> {
        let mut end = self.text.len().min(at + MAX_LINE);
        match self.text.as_bytes()[at..end].iter().position(|b| matches!(b, b'\n' | b'\r')) {
            Some(length) => end = at + length,
            None if end == self.text.len() && !self.ended => return Err(Stop::More),
            None => {
                while !self.text.is_char_boundary(end) {
                    end -= 1;
                }
            }
        }
        Ok(Tag::read(&self.text[at..end]).map(|tag| tag.shifted(at)))
    }
}

/// The ASCII characters that a word is made of.
const IN_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = b'!';
    while byte < 0x7f {
        table[byte as usize] = !matches!(byte, b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';' | b'$');
        byte += 1;
    }
    table
};

/// A numeric annotation glyph for the signs that stand for it.
fn glyph(sign: &str) -> Option<u32> {
    Some(match sign {
        "!" => 1,
        "?" => 2,
        "!!" | "!!!" => 3,
        "??" | "???" => 4,
        "!?" => 5,
        "?!" => 6,
        "□" => 7,
        "=" => 10,
        "∞" => 13,
        "+=" | "+/=" | "⩲" => 14,
        "=+" | "=/+" | "⩱" => 15,
        "+/-" | "±" => 16,
        "-/+" | "∓" => 17,
        "+-" => 18,
        "-+" => 19,
        _ => return None,
    })
}

/// A tag: the places of its name and value, and where it ends.
struct Tag {
    name: Span,
    value: Span,
    end: usize,
    /// Whether it looks as it should, `[Name "value"]`.
    proper: bool,
    /// Whether nothing else stands on its line.
    alone: bool,
}

impl Tag {
    /// Reads a line that begins with a bracket. A value may hold bare quotes: it ends with a quote before a
    /// bracket. Where there is none, what stands on the line is the value.
    fn read(line: &str) -> Option<Tag> {
        let bytes = line.as_bytes();
        let blanks = |from: usize| from + bytes[from..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
        let begin = blanks(1);
        let in_name = |c: &char| c.is_alphanumeric() || matches!(c, '_' | '-' | '+' | '#' | '=' | ':');
        let name_end = begin + line[begin..].chars().take_while(in_name).map(char::len_utf8).sum::<usize>();
        let open = blanks(name_end);
        let quoted = bytes.get(open) == Some(&b'"');
        if name_end == begin || name_end - begin > MAX_WORD || (open == name_end && !quoted) {
            return None;
        }
        let name = (begin as u32, name_end as u32);
        let mut escaped = None;
        let mut backslashes = 0;
        for (at, &byte) in bytes.iter().enumerate().skip(open + 1) {
            if byte == b'"' && quoted {
                let end = blanks(at + 1) + 1;
                if bytes.get(end - 1) == Some(&b']') && ends_tag(line, end) {
                    let value = (open as u32 + 1, at as u32);
                    let tag = Tag { name, value, end, proper: true, alone: blanks(end) == line.len() };
                    if backslashes % 2 == 0 {
                        return Some(tag);
                    }
                    escaped = Some(tag);
                }
            }
            backslashes = if byte == b'\\' { backslashes + 1 } else { 0 };
        }
        // A value that ends with a backslash which nobody meant as an escape.
        escaped.or_else(|| {
            let value = line[open..].trim_end_matches(is_blank);
            let value = value.strip_suffix(']').unwrap_or(value).trim_end_matches(is_blank);
            let value = value.trim_start_matches('"');
            let begin = line.len() - line[open..].trim_start_matches('"').len();
            let length = value.trim_end_matches('"').len();
            let value = (begin as u32, (begin + length) as u32);
            Some(Tag { name, value, end: line.len(), proper: false, alone: false })
        })
    }

    fn shifted(self, by: usize) -> Tag {
        let shift = |span: Span| (span.0 + by as u32, span.1 + by as u32);
        Tag { name: shift(self.name), value: shift(self.value), end: self.end + by, ..self }
    }
}

/// Whether a tag may end here: what follows it is blank, or another tag.
fn ends_tag(line: &str, at: usize) -> bool {
    line[at..].chars().next().is_none_or(|c| c == '[' || is_blank(c))
}

/// Whether a line begins (with blanks perhaps) behind a text, which has itself begun with a line or not.
fn begins_line(before: &str, fresh: bool) -> bool {
    match before.trim_end_matches([' ', '\t']).bytes().next_back() {
        Some(byte) => matches!(byte, b'\n' | b'\r'),
        None => fresh,
    }
}

/// What a [`Reader`] has to give.
pub enum Next {
    /// A game, or what is wrong with one.
    Game(Result<TaggedGame, Fault>),
    /// Nothing before more text is [fed](Reader::feed), or its [end](Reader::end) is told.
    More,
    /// Nothing any more.
    Done,
}

/// Where the reader stands.
enum Phase {
    /// Before the first game: whatever comes is one.
    First,
    /// Between games, where there may be prose.
    Between,
    /// In a game.
    Game,
    /// Behind a fault: at the next line that begins with a tag a game begins.
    Lost {
        /// Whether a line begins here.
        line_begin: bool,
    },
}

/// Finds the games in a text that comes in pieces.
pub struct Reader {
    text: String,
    pos: usize,
    ended: bool,
    phase: Phase,
    /// No game can be read before so many bytes are there (so that a long game costs linear time).
    want: usize,
    results: Arc<[String]>,
    /// Whether a line begins with `text`.
    fresh: bool,
    /// A place in `text`, never ahead of `pos`, with its line and column.
    known: (usize, usize, usize),
}

impl Reader {
    /// A reader of games that end with one of these results; its text begins at this line and column (from 1).
    pub fn new(results: Vec<String>, line: usize, column: usize) -> Self {
        Reader {
            text: String::new(),
            pos: 0,
            ended: false,
            phase: Phase::First,
            want: 1,
            results: results.into(),
            fresh: true,
            known: (0, line, column),
        }
    }

    /// The next piece of the text.
    pub fn feed(&mut self, piece: &str) {
        let (line, column) = self.place(self.pos);
        self.known = (0, line, column);
        self.fresh = begins_line(&self.text[..self.pos], self.fresh);
        self.text.drain(..self.pos);
        self.pos = 0;
        self.text.push_str(piece);
    }

    /// There is no more text.
    pub fn end(&mut self) {
        self.ended = true;
    }

    /// The next game.
    pub fn next_game(&mut self) -> Next {
        loop {
            if self.rest() < self.want && !self.ended {
                return Next::More;
            }
            self.want = 1;
            match self.phase {
                Phase::First | Phase::Between => match self.find_game() {
                    Ok(true) => self.phase = Phase::Game,
                    Ok(false) => return Next::Done,
                    Err(_) if self.rest() > MAX_TEXT => self.phase = Phase::Lost { line_begin: false },
                    Err(_) => self.want = 2 * self.rest() + 1,
                },
                Phase::Game => match self.game() {
                    Ok(game) => {
                        self.phase = Phase::Between;
                        return Next::Game(Ok(game));
                    }
                    Err(Stop::More) if self.rest() <= MAX_GAME => self.want = 2 * self.rest(),
                    Err(Stop::More) => {
                        let message = format!("the game is longer than {MAX_GAME} bytes");
                        return self.lost(self.pos, self.text.len(), message);
                    }
                    Err(Stop::Fault { at, resume, message }) => return self.lost(at, resume, message),
                },
                Phase::Lost { line_begin } => {
                    if self.find_tag(line_begin) {
                        self.phase = Phase::Game;
                    } else if self.ended {
                        return Next::Done;
                    } else {
                        self.phase = Phase::Lost { line_begin: false };
                        self.want = 2 * self.rest() + 1;
                    }
                }
            }
        }
    }

    fn lost(&mut self, at: usize, resume: usize, message: String) -> Next {
        let (line, column) = self.place(at);
        self.known = (at, line, column);
        self.pos = resume;
        self.phase = Phase::Lost { line_begin: true };
        Next::Game(Err(Fault { message, line, column }))
    }

    fn rest(&self) -> usize {
        self.text.len() - self.pos
    }

    /// Line and column of a place, from 1.
    fn place(&self, at: usize) -> (usize, usize) {
        let (from, line, column) = self.known;
        let before = &self.text[from..at];
        let lines = before.bytes().filter(|&b| b == b'\n').count();
        match before.rfind('\n') {
            Some(newline) => (line + lines, before[newline + 1..].chars().count() + 1),
            None => (line, column + before.chars().count()),
        }
    }

    fn lexer(&self) -> Lexer<'_> {
        Lexer { text: &self.text, pos: self.pos, ended: self.ended, results: &self.results, glyph: None }
    }

    /// Goes to the next thing that looks like the beginning of a game; false if there is none any more.
    fn find_game(&mut self) -> Result<bool, Stop> {
        let mut lexer = self.lexer();
        let first = matches!(self.phase, Phase::First);
        let mut kept;
        let found = loop {
            lexer.skip_blanks();
            kept = lexer.pos;
            let Some(byte) = lexer.byte(lexer.pos) else {
                break lexer.at_end().map(|_| false);
            };
            if first {
                break Ok(true);
            }
            let passed = match byte {
                b'[' => match lexer.tag(lexer.pos) {
                    Ok(Some(tag)) if tag.proper || begins_line(&lexer.text[..lexer.pos], self.fresh) => break Ok(true),
                    Ok(_) => lexer.line_end(lexer.pos),
                    Err(stop) => Err(stop),
                },
                b'0'..=b'9' => {
                    let digits = lexer.digits(lexer.pos);
                    match lexer.byte(digits) {
                        Some(b'.') => break Ok(true),
                        None if !lexer.ended => Err(Stop::More),
                        _ => Ok(digits),
                    }
                }
                b'%' | b';' => lexer.line_end(lexer.pos),
                b'{' => lexer.comment().map(|_| lexer.pos),
                _ => match lexer.text[lexer.pos..].find(is_blank) {
                    Some(length) => Ok(lexer.pos + length),
                    None if lexer.ended => Ok(lexer.text.len()),
                    None => Err(Stop::More),
                },
            };
            match passed {
                Ok(end) => lexer.pos = end,
                Err(Stop::Fault { resume, .. }) => lexer.pos = resume,
                Err(stop) => break Err(stop),
            }
        };
        self.pos = kept;
        found
    }

    /// Goes to the next line that begins with a tag, and forgets what lies before it (or before where it may
    /// begin); false if there is none yet.
    fn find_tag(&mut self, mut line_begin: bool) -> bool {
        let lexer = self.lexer();
        let mut at = self.pos;
        let mut begin = at;
        loop {
            begin = lexer.line_begin(begin);
            if line_begin && lexer.byte(begin) == Some(b'[') {
                match lexer.tag(begin) {
                    Ok(Some(tag)) if tag.proper => {
                        self.pos = begin;
                        return true;
                    }
                    Err(_) => break,
                    Ok(_) => {}
                }
            }
            match lexer.text.as_bytes()[begin..].iter().position(|b| matches!(b, b'\n' | b'\r')) {
                Some(n) => (at, begin, line_begin) = (begin + n, begin + n + 1, true),
                None => {
                    at = lexer.text.len();
                    break;
                }
            }
        }
        self.pos = at;
        false
    }

    /// Reads the game that begins here.
    fn game(&mut self) -> Result<TaggedGame, Stop> {
        let begin = self.pos;
        let mut lexer = self.lexer();
        let mut tags = Vec::with_capacity(16);
        let whole = head(&mut lexer, &mut tags)?;
        let body = lexer.pos;
        let mut moves = Vec::with_capacity(100);
        let mut result = None;
        let (mut words, mut comments) = (0, 0);
        let mut annotated = false;
        let mut open = Vec::new();
        while !whole {
            let at = lexer.pos;
            match lexer.token()? {
                Token::Move(span) => {
                    words += 1;
                    if open.is_empty() {
                        moves.push(span);
                    }
                }
                Token::Comment(span) => {
                    annotated = true;
                    words += 1;
                    comments += (span.1 - span.0) as usize;
                }
                Token::Glyph(_) => {
                    annotated = true;
                    words += 1;
                }
                Token::Open => {
                    annotated = true;
                    words += 1;
                    open.push(lexer.pos - 1);
                    if open.len() > MAX_DEPTH {
                        return fault(at, format!("variations are nested more than {MAX_DEPTH} deep"));
                    }
                }
                Token::Close => {
                    if open.pop().is_none() {
                        return fault(lexer.pos - 1, "')' where a move or a result should be");
                    }
                }
                Token::Result(span) if open.is_empty() => {
                    result = Some(span);
                    break;
                }
                Token::Result(_) => {}
                Token::End => {
                    let Some(&at) = open.first() else { break };
                    let message = "the game ends inside this variation: ')' expected".into();
                    return Err(Stop::Fault { at, resume: lexer.pos, message });
                }
            }
            if words > MAX_MOVES || comments > MAX_TEXT {
                let message =
                    format!("the game has more than {MAX_MOVES} moves and remarks, or {MAX_TEXT} bytes of comments");
                return fault(lexer.pos, message);
            }
        }
        let end = lexer.pos;
        let text = self.text[begin..end].to_string();
        let results = self.results.clone();
        self.pos = end;
        let base = begin as u32;
        let shift = |span: Span| (span.0 - base, span.1 - base);
        tags.iter_mut().for_each(|(name, value)| (*name, *value) = (shift(*name), shift(*value)));
        moves.iter_mut().for_each(|span| *span = shift(*span));
        Ok(TaggedGame { text, tags, moves, result: result.map(shift), body: body - begin, annotated, results })
    }
}

/// Reads the tags; whether the game ends with them, because those of another one follow.
fn head(lexer: &mut Lexer<'_>, tags: &mut Vec<(Span, Span)>) -> Result<bool, Stop> {
    let mut wrong = None;
    let mut last = lexer.pos;
    let whole = loop {
        lexer.skip_blanks();
        match lexer.byte(lexer.pos) {
            Some(b'[') => match lexer.tag(lexer.pos)? {
                Some(tag) => {
                    let name = cut(lexer.text, tag.name);
                    if tags.iter().any(|&(other, _)| cut(lexer.text, other) == name)
                        && lexer.text[last..lexer.pos].matches('\n').count() > 1
                    {
                        // The same tag once more, after a blank line: another game.
                        lexer.pos = last;
                        break true;
                    }
                    if tags.len() == MAX_TAGS {
                        return fault(lexer.pos, format!("the game has more than {MAX_TAGS} tags"));
                    }
                    if (tag.value.1 - tag.value.0) as usize > MAX_TAG
                        && cut(lexer.text, tag.value).chars().count() > MAX_TAG
                    {
                        let message = format!("the tag's value has more than {MAX_TAG} characters");
                        return Err(Stop::Fault { at: lexer.pos, resume: tag.end, message });
                    }
                    tags.push((tag.name, tag.value));
                    lexer.pos = tag.end;
                    last = tag.end;
                }
                None => {
                    // The rest of the head still belongs to this game, so the fault waits until it has been passed.
                    wrong = wrong.or(Some(lexer.pos));
                    lexer.pos = lexer.line_end(lexer.pos)?;
                }
            },
            Some(b'%') => lexer.pos = lexer.line_end(lexer.pos)?,
            None if !lexer.ended => return Err(Stop::More),
            _ => break false,
        }
    };
    match wrong {
        Some(at) => {
            let message = "a tag should look like [Name \"value\"]".into();
            Err(Stop::Fault { at, resume: lexer.pos, message })
        }
        None => Ok(whole),
    }
}
