//! A board on paper: its cells, all its rules and a caption, as SVG, PNG or text. States are shades of grey with digits.

mod font;

use crate::layout::{Cell, Layout};
use crate::rules::PuzzleView;
use crate::text;
use common::automaton::{AutomatonKind, Rule, State};
use font::{GLYPH_HEIGHT, GLYPH_WIDTH, glyph};
use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder, ImageError};
use std::fmt::Write;

/// The side of a board cell, in pixels.
const CELL: usize = 28;
/// The side of a rule's cell.
const RULE_CELL: usize = 16;
const MARGIN: usize = 36;
/// The narrowest sheet, so that captions and rules have space.
const MIN_WIDTH: usize = 760;
const BLACK: u8 = 0;
const WHITE: u8 = 255;
const LINE: u8 = 0x50;

/// What is drawn; coordinates are pixels from the top left.
enum Item {
    /// A square with a border, and a digit in its middle.
    Square { x: usize, y: usize, side: usize, grey: u8, digit: Option<State> },
    /// Letters; `scale` is the size of a font pixel.
    Text { x: usize, y: usize, scale: usize, text: String },
}

/// A drawing of a board.
pub(crate) struct Sheet {
    width: usize,
    height: usize,
    items: Vec<Item>,
}

/// Light to medium, so that a black digit is readable on each.
fn grey(state: State, states: u8) -> u8 {
    WHITE - (u16::from(state) * 0x78 / u16::from(states - 1)) as u8
}

/// The rules that are drawn: where the order of the cells does not matter, one for each set of cells.
fn rules(layout: &Layout) -> Vec<Rule> {
    let unordered = layout.automaton().kind() == AutomatonKind::Totalistic;
    layout.rules().filter(|rule| !unordered || rule.triple.sorted() == rule.triple).collect()
}

/// What is written below the board.
fn captions(view: &PuzzleView) -> Vec<String> {
    let layout = view.layout();
    let id = view.facts.id.as_ref().map_or("a board of your own".to_owned(), ToString::to_string);
    let edge = match layout.edge() {
        Some(edge) => format!("Beyond the left and the right edge every cell is {edge}."),
        None => "The left and the right edge are joined.".to_owned(),
    };
    let mut captions = vec![
        format!("{id}  ({}: {})", view.facts.grade, text::grade_about(view.facts.grade)),
        "Each cell follows from the three cells above it by the rules below. Find all cells.".to_owned(),
        edge,
    ];
    if layout.automaton().kind() == AutomatonKind::Totalistic {
        captions.push("In the rules the order of the three cells does not matter.".to_owned());
    }
    captions
}

impl Sheet {
    /// Draws a board with these cells.
    pub(crate) fn new(view: &PuzzleView, cells: &[Option<State>]) -> Sheet {
        let layout = view.layout();
        let (columns, rows, states) = (layout.width(), layout.height(), layout.states());
        let width = (columns * CELL + 2 * MARGIN).max(MIN_WIDTH);
        let mut items = Vec::new();
        let left = (width - columns * CELL) / 2;
        for column in 0..columns {
            let text = Cell::letters(column);
            let x = left + column * CELL + (CELL - text_width(&text, 1)) / 2;
            items.push(Item::Text { x, y: MARGIN - 12, scale: 1, text });
        }
        for row in 0..rows {
            let text = (row + 1).to_string();
            let (x, y) = (left - 8 - text_width(&text, 1), MARGIN + row * CELL + (CELL - GLYPH_HEIGHT) / 2);
            items.push(Item::Text { x, y, scale: 1, text });
        }
        for (index, state) in cells.iter().enumerate() {
            let Cell { row, column } = layout.cell(index);
            let (x, y) = (left + column * CELL, MARGIN + row * CELL);
            let grey = state.map_or(WHITE, |state| grey(state, states));
            items.push(Item::Square { x, y, side: CELL, grey, digit: *state });
        }
        let mut y = MARGIN + rows * CELL + 20;
        for text in captions(view) {
            // A packed automaton makes a long id.
            for line in wrapped(&text, (width - 2 * MARGIN) / ((GLYPH_WIDTH + 1) * 2)) {
                items.push(Item::Text { x: MARGIN, y, scale: 2, text: line });
                y += 22;
            }
        }
        y += 10;
        let (rule_width, rule_height) = (3 * RULE_CELL + 16, 2 * RULE_CELL + 14);
        let per_line = (width - 2 * MARGIN + 16) / rule_width;
        let rules = rules(layout);
        for (n, rule) in rules.iter().enumerate() {
            let (x, y) = (MARGIN + n % per_line * rule_width, y + n / per_line * rule_height);
            let mut square = |column: usize, row: usize, state: State| {
                let (x, y) = (x + column * RULE_CELL, y + row * RULE_CELL);
                let grey = grey(state, states);
                items.push(Item::Square { x, y, side: RULE_CELL, grey, digit: Some(state) });
            };
            let [left, middle, right] = rule.triple.cells();
            square(0, 0, left);
            square(1, 0, middle);
            square(2, 0, right);
            square(1, 1, rule.result);
        }
        let height = y + rules.len().div_ceil(per_line) * rule_height + MARGIN;
        Sheet { width, height, items }
    }

    /// The drawing as SVG.
    pub(crate) fn svg(&self) -> String {
        let Sheet { width, height, .. } = self;
        // Writing to a `String` cannot fail.
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"sans-serif\" text-anchor=\"middle\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
        );
        for item in &self.items {
            let _ = match item {
                Item::Square { x, y, side, grey, digit } => {
                    let _ = writeln!(
                        svg,
                        "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"#{grey:02x}{grey:02x}{grey:02x}\" \
                         stroke=\"#505050\"/>"
                    );
                    let Some(digit) = digit else { continue };
                    let (x, y, size) = (x + side / 2, y + side * 7 / 10, side * 6 / 10);
                    writeln!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{digit}</text>")
                }
                Item::Text { x, y, scale, text } => {
                    let (y, size) = (y + 7 * scale, 4 + 5 * scale);
                    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
                    writeln!(
                        svg,
                        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"start\">{text}</text>"
                    )
                }
            };
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// The drawing as PNG.
    pub(crate) fn png(&self) -> Result<Vec<u8>, ImageError> {
        let mut canvas = Canvas { width: self.width, pixels: vec![WHITE; self.width * self.height] };
        for item in &self.items {
            match item {
                Item::Square { x, y, side, grey, digit } => {
                    canvas.fill(*x, *y, side + 1, side + 1, LINE);
                    canvas.fill(x + 1, y + 1, side - 1, side - 1, *grey);
                    if let Some(digit) = digit {
                        let scale = side / 12;
                        let (x, y) = (x + (side - 5 * scale) / 2 + 1, y + (side - 7 * scale) / 2 + 1);
                        canvas.text(x, y, scale, &digit.to_string());
                    }
                }
                Item::Text { x, y, scale, text } => canvas.text(*x, *y, *scale, text),
            }
        }
        let mut bytes = Vec::new();
        let encoder = PngEncoder::new(&mut bytes);
        encoder.write_image(&canvas.pixels, self.width as u32, self.height as u32, ExtendedColorType::L8)?;
        Ok(bytes)
    }
}

/// The file extensions of sheets.
pub(crate) const EXTENSIONS: [&str; 3] = ["png", "svg", "txt"];

/// A sheet as the bytes of a file with this extension.
pub(crate) fn bytes(
    view: &PuzzleView,
    cells: &[Option<State>],
    extension: &str,
) -> Result<Vec<u8>, ImageError> {
    match extension {
        "txt" => Ok(plain_text(view, cells).into_bytes()),
        "svg" => Ok(Sheet::new(view, cells).svg().into_bytes()),
        _ => Sheet::new(view, cells).png(),
    }
}

/// The same as text.
pub(crate) fn plain_text(view: &PuzzleView, cells: &[Option<State>]) -> String {
    let layout = view.layout();
    let grid = text::grid(layout, |cell| cells[cell].map_or(".".to_owned(), |state| state.to_string()));
    let rules: Vec<String> = rules(layout).iter().map(ToString::to_string).collect();
    let lines: Vec<String> = rules.chunks(12).map(|line| line.join("   ")).collect();
    format!("{grid}\n{}\n\n{}\n", captions(view).join("\n"), lines.join("\n"))
}

fn text_width(text: &str, scale: usize) -> usize {
    text.chars().count() * (GLYPH_WIDTH + 1) * scale
}

/// Lines of at most so many characters, broken at spaces where there are any.
fn wrapped(text: &str, max: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let letters: Vec<char> = word.chars().collect();
        for part in letters.chunks(max) {
            let part: String = part.iter().collect();
            match lines.last_mut() {
                Some(line) if line.is_empty() => *line = part,
                Some(line) if line.chars().count() + 1 + part.chars().count() <= max => {
                    line.push(' ');
                    line.push_str(&part);
                }
                _ => lines.push(part),
            }
        }
    }
    lines
}

/// Grey pixels, row by row.
struct Canvas {
    width: usize,
    pixels: Vec<u8>,
}

impl Canvas {
    fn fill(&mut self, x: usize, y: usize, width: usize, height: usize, grey: u8) {
        for row in y..y + height {
            let start = row * self.width + x;
            if let Some(line) = self.pixels.get_mut(start..start + width) {
                line.fill(grey);
            }
        }
    }

    fn text(&mut self, x: usize, y: usize, scale: usize, text: &str) {
        for (n, letter) in text.chars().enumerate() {
            for (column, bits) in glyph(letter).into_iter().enumerate() {
                for row in (0..GLYPH_HEIGHT).filter(|row| bits >> row & 1 == 1) {
                    let x = x + (n * (GLYPH_WIDTH + 1) + column) * scale;
                    self.fill(x, y + row * scale, scale, scale, BLACK);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_captions_are_wrapped() {
        assert_eq!(wrapped("a bb ccc", 4), ["a bb", "ccc"]);
        assert_eq!(wrapped("abcdefg h", 3), ["abc", "def", "g h"]);
        assert_eq!(wrapped("", 3), [""]);
    }

    #[test]
    fn shades_are_light_and_different() {
        for states in 2..=10 {
            let greys: Vec<u8> = (0..states).map(|state| grey(state, states)).collect();
            assert!(greys.windows(2).all(|pair| pair[0] > pair[1] + 8), "{greys:?}");
            assert!(greys.iter().all(|grey| *grey > 0x80), "{greys:?}");
        }
    }
}
