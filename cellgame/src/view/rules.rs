//! The page of rules, with pictures.

use super::heading;
use crate::layout::Cell;
use common::automaton::{Colour, State, Triple};
use common::window::cells::{CellStyle, RulePicture, paint_dashed_frame};
use common::window::page::illustrated;
use common::window::{Tokens, quiet, theme};
use egui::{Align2, Label, Painter, Rect, Role, Sense, Ui, Vec2, WidgetInfo, pos2, vec2};

/// The width of a picture, and that in a narrow window, where the text needs the room.
const WIDTH: f32 = 150.0;
const NARROW_WIDTH: f32 = 108.0;
/// A page that is narrower than this has narrow pictures.
const NARROW: f32 = 480.0;

/// The side of a cell in a picture with this area.
fn cell_side(area: Rect) -> f32 {
    (area.width() * 0.147).round()
}

/// A section: title, text, the accessible name of the picture, its height, and how it is painted.
type Section = (&'static str, &'static str, &'static str, f32, fn(&Painter, Rect, &CellStyle, &Tokens));

const SECTIONS: [Section; 4] = [
    (
        "Rows and windows",
        "The board shows the generations of a cellular automaton, one below the other. The state of a cell follows from the \
         three cells above it: left, middle and right. These four cells are a window. Every window on the board follows the \
         rules of the automaton.",
        "a window: three cells and the result below the middle one",
        70.0,
        paint_window,
    ),
    (
        "Find the hidden cells",
        "Some cells are given; the hatched ones are hidden. Find their states. You can reason downwards, and upwards too: \
         if only one rule fits a window, its hidden cells are known. On a flat plan the pale columns beside the board have a \
         fixed state; on a cyclic plan the last column is the left neighbour of the first.",
        "a window with a hidden cell at the right: the rule tells it",
        70.0,
        paint_hidden,
    ),
    (
        "The names of cells",
        "A cell has the letters of its column and the number of its row: c4 is in column c, row 4. After z come aa, ab and \
         so on. Type c4=2 to give it the state 2, or c4?12 to note 1 and 2; files and the terminal write moves like this too.",
        "columns a to d, rows 1 to 4, with c4 marked",
        116.0,
        paint_names,
    ),
    (
        "Points",
        "A right value earns the reward: 1 at first, and 1 more after every five right values in a row. A wrong value is \
         struck out. It costs ten times the reward, and the reward falls back to 1. Each stage of a hint costs 5 points. Undo gives \
         nothing back.",
        "a cell with the value 1 struck out",
        54.0,
        paint_struck,
    ),
];

fn paint_window(painter: &Painter, area: Rect, style: &CellStyle, tokens: &Tokens) {
    let picture = RulePicture { cell: cell_side(area), gap: 2.0 };
    picture.paint(painter, area, Triple::new(0, 1, 1), Some(2), style);
    super::paint::window_outline(painter, picture.cells(area), egui::Stroke::new(1.5, tokens.accent));
}

fn paint_hidden(painter: &Painter, area: Rect, style: &CellStyle, tokens: &Tokens) {
    let picture = RulePicture { cell: cell_side(area), gap: 2.0 };
    picture.paint(painter, area, Triple::new(0, 1, 1), Some(2), style);
    let right = picture.cells(area)[2];
    painter.rect_filled(right, 0.0, tokens.card);
    paint_dashed_frame(painter, right, tokens.quiet);
    painter.text(right.center(), Align2::CENTER_CENTER, "?", theme::heavy(theme::size::SMALL), tokens.ink);
}

fn paint_names(painter: &Painter, area: Rect, style: &CellStyle, tokens: &Tokens) {
    const STATES: [[State; 4]; 4] = [[0, 1, 0, 2], [1, 1, 2, 0], [0, 2, 1, 0], [1, 0, 2, 1]];
    let side = cell_side(area);
    let step = side + 1.0;
    let origin = pos2(area.center().x - 2.0 * step + 8.0, area.top() + 18.0);
    let font = theme::plain(theme::size::SMALL);
    for (row, states) in STATES.iter().enumerate() {
        for (column, state) in states.iter().enumerate() {
            let min = origin + vec2(column as f32, row as f32) * step;
            let rect = Rect::from_min_size(min, Vec2::splat(side));
            style.paint_cell(painter, rect, *state);
            if row == 0 {
                let at = rect.center_top() - vec2(0.0, 9.0);
                painter.text(at, Align2::CENTER_CENTER, Cell::letters(column), font.clone(), tokens.quiet);
            }
            if column == 0 {
                let at = rect.left_center() - vec2(10.0, 0.0);
                painter.text(at, Align2::CENTER_CENTER, (row + 1).to_string(), font.clone(), tokens.quiet);
            }
            if (row, column) == (3, 2) {
                super::paint::frame(painter, rect, 2.0, tokens.accent);
            }
        }
    }
}

fn paint_struck(painter: &Painter, area: Rect, _: &CellStyle, tokens: &Tokens) {
    let rect = Rect::from_center_size(area.center(), Vec2::splat(34.0));
    paint_dashed_frame(painter, rect, tokens.quiet);
    let at = rect.center();
    painter.text(at, Align2::CENTER_CENTER, "1", theme::plain(theme::size::TEXT), tokens.bad);
    painter.hline(at.x - 8.0..=at.x + 8.0, at.y, egui::Stroke::new(1.5, tokens.bad));
}

/// Draws the page.
pub fn page(ui: &mut Ui) {
    let tokens = Tokens::of(ui);
    let colours = (0..3).map(|state| Colour::default_for(state).0);
    let style = CellStyle::new(colours, None, true, tokens);
    let width = if ui.available_width() < NARROW { NARROW_WIDTH } else { WIDTH };
    for (title, text, name, height, paint) in SECTIONS {
        let picture = |ui: &mut Ui| {
            let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(Role::Image, true, name));
            paint(ui.painter(), rect, &style, &tokens);
        };
        illustrated(ui, picture, |ui| {
            ui.label(heading(title));
            ui.add(Label::new(text).wrap());
        });
        ui.add_space(4.0);
    }
    for note in [
        "Mouse: click a hidden cell and choose its state. With a state chosen among the controls, a click enters it at once. The right button writes notes.",
        "Keys: arrows move the cursor, a digit enters a state, Shift and a digit writes a note, N switches to notes, Backspace erases. L, M, R and U show the rules that fit the cell as left, middle, right or result, P pins them.",
        "Typed moves: a letter begins the name of a cell, digits complete it, and the cursor goes there. L, M, N, P, R and U are shortcuts: with Shift they begin a name too, as in L4=2. Escape forgets what was typed.",
        "Grades: on a sweep board one window at a time is enough; on an easy one, note what each cell can be; medium boards need pairs of rows, hard ones assumptions that lead to a contradiction, fiendish ones assumptions within assumptions. Classic boards are as in the original game: often some cells must be guessed.",
    ] {
        ui.label(quiet(note));
    }
}
