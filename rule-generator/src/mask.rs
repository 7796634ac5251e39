//! The picture that an automaton is asked to draw: a grid of colours. The first row is the start row.

pub mod picture;
#[cfg(test)]
mod tests;
mod transform;

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The maximum width and height.
pub const MAX_SIDE: usize = 128;

/// The maximum number of colours: every colour needs a state of its own.
pub const MAX_COLOURS: usize = 10;

/// The index of a colour: 0 is paper, 1 is ink, and masks may have further colours.
pub type ColourIndex = u8;

/// Paper, the colour of an empty mask.
pub const PAPER: ColourIndex = 0;
/// Ink.
pub const INK: ColourIndex = 1;

/// The characters of the first two colours in text.
const PAPER_SYMBOL: char = '.';
const INK_SYMBOL: char = '#';

/// A grid of colours.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Mask {
    width: usize,
    cells: Vec<ColourIndex>,
    /// The character of each colour in text. Every mask has at least paper and ink.
    symbols: Vec<char>,
}

/// Why something is not a mask.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MaskError {
    /// It has no cells.
    #[error("there are no cells: write one line for each row, with # for ink and . for paper")]
    Empty,
    /// It starts with an empty line.
    #[error("the first line is empty: start with the first row")]
    EmptyFirstLine,
    /// It has no column or no row.
    #[error("at least one column and one row are needed")]
    NoCells,
    /// It is too large.
    #[error("it has {width}x{height} cells; at most {MAX_SIDE}x{MAX_SIDE} are allowed")]
    TooLarge {
        /// The number of columns.
        width: usize,
        /// The number of rows.
        height: usize,
    },
    /// A row has another length than the first one.
    #[error(
        "line {line} is {found} wide, but the first row is {expected} wide: all rows must have the same width"
    )]
    Ragged {
        /// The line, counted from 1.
        line: usize,
        /// Its number of cells.
        found: usize,
        /// The number of cells of the first row.
        expected: usize,
    },
    /// It has more colours than there are states.
    #[error("line {line} has an eleventh colour, '{symbol}'; at most {MAX_COLOURS} are allowed")]
    TooManyColours {
        /// The line, counted from 1.
        line: usize,
        /// The character.
        symbol: char,
    },
    /// A character that cannot be a colour.
    #[error("line {line} has a character that cannot be a colour: {symbol:?}")]
    BadSymbol {
        /// The line, counted from 1.
        line: usize,
        /// The character.
        symbol: char,
    },
}

impl Mask {
    /// An empty mask.
    ///
    /// # Panics
    /// If a side is 0 or longer than [`MAX_SIDE`].
    pub fn new(width: usize, height: usize) -> Mask {
        assert!((1..=MAX_SIDE).contains(&width) && (1..=MAX_SIDE).contains(&height), "{width}x{height}");
        Mask { width, cells: vec![PAPER; width * height], symbols: vec![PAPER_SYMBOL, INK_SYMBOL] }
    }

    /// Checks that a mask may have this size.
    pub fn check_size(width: usize, height: usize) -> Result<(), MaskError> {
        if width == 0 || height == 0 {
            Err(MaskError::NoCells)
        } else if width > MAX_SIDE || height > MAX_SIDE {
            Err(MaskError::TooLarge { width, height })
        } else {
            Ok(())
        }
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.cells.len() / self.width
    }

    /// The number of colours, at least two.
    pub fn colours(&self) -> usize {
        self.symbols.len()
    }

    /// The character of a colour in text.
    pub fn symbol(&self, colour: ColourIndex) -> char {
        self.symbols[usize::from(colour)]
    }

    /// The colour of a cell.
    pub fn get(&self, x: usize, y: usize) -> ColourIndex {
        self.row(y)[x]
    }

    /// Sets the colour of a cell. A colour beyond those of the mask adds colours to it.
    ///
    /// # Panics
    /// If there is no such cell or the colour is not below [`MAX_COLOURS`].
    pub fn set(&mut self, x: usize, y: usize, colour: ColourIndex) {
        assert!(x < self.width && usize::from(colour) < MAX_COLOURS, "{x}, {colour}");
        while self.symbols.len() <= usize::from(colour) {
            self.symbols.push(self.free_symbol());
        }
        self.cells[y * self.width + x] = colour;
    }

    /// A character for a new colour, after the last one if possible, because reading sorts the colours.
    fn free_symbol(&self) -> char {
        let last = self.symbols[2..].iter().max().copied().unwrap_or('`');
        let after = ('a'..='z').find(|symbol| *symbol > last);
        let free = || ('a'..='z').find(|symbol| !self.symbols.contains(symbol));
        after.or_else(free).unwrap_or('?')
    }

    /// The colours of a row.
    pub fn row(&self, y: usize) -> &[ColourIndex] {
        &self.cells[y * self.width..][..self.width]
    }

    /// The rows from top to bottom.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[ColourIndex]> {
        self.cells.chunks_exact(self.width)
    }

    /// The first cell whose mirror image in the same row has another colour.
    pub fn first_asymmetry(&self) -> Option<(usize, usize)> {
        let differs = |(x, y): &(usize, usize)| self.get(*x, *y) != self.get(self.width - 1 - x, *y);
        (0..self.height()).flat_map(|y| (0..self.width / 2).map(move |x| (x, y))).find(differs)
    }
}

/// One line for each row: `.` is paper, `#` is ink, every other character is a further colour. The further colours are
/// in the order of their characters. Empty lines at the end do not count.
impl FromStr for Mask {
    type Err = MaskError;

    fn from_str(text: &str) -> Result<Mask, MaskError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim_end_matches(['\n', '\r']);
        let width = text.lines().next().map_or(0, |line| line.chars().count());
        if width == 0 {
            return Err(if text.is_empty() { MaskError::Empty } else { MaskError::EmptyFirstLine });
        }
        Mask::check_size(width, text.lines().count())?;
        let symbols = symbols(text)?;
        let mut cells = Vec::with_capacity(width * width);
        for (index, line) in text.lines().enumerate() {
            let found = line.chars().count();
            if found != width {
                return Err(MaskError::Ragged { line: index + 1, found, expected: width });
            }
            let colour = |symbol| symbols.iter().position(|known| *known == symbol).unwrap_or_default();
            cells.extend(line.chars().map(|symbol| colour(symbol) as ColourIndex));
        }
        Ok(Mask { width, cells, symbols })
    }
}

/// The characters of all colours in a text.
fn symbols(text: &str) -> Result<Vec<char>, MaskError> {
    let mut symbols = vec![PAPER_SYMBOL, INK_SYMBOL];
    for (index, line) in text.lines().enumerate() {
        for symbol in line.chars() {
            if symbols.contains(&symbol) {
                continue;
            }
            if symbol.is_control() || symbol.is_whitespace() {
                return Err(MaskError::BadSymbol { line: index + 1, symbol });
            }
            if symbols.len() == MAX_COLOURS {
                return Err(MaskError::TooManyColours { line: index + 1, symbol });
            }
            symbols.push(symbol);
        }
    }
    symbols[2..].sort_unstable();
    Ok(symbols)
}

impl fmt::Display for Mask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.rows() {
            let line: String = row.iter().map(|colour| self.symbol(*colour)).collect();
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}
