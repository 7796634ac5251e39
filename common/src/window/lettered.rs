//! Boards whose columns have letters and whose rows have numbers: where the squares are on the screen, their coordinates,
//! and mouse and keyboard input.

use super::keys::{has_keyboard_focus, is_in_front, lock_arrows, move_focus};
use super::theme;
use super::typed_keys::{TypedKey, TypedKeys};
use crate::game::{BoardSize, Square};
use egui::{
    Align2, Color32, Id, Key, Painter, Pos2, Rect, Response, Role, Sense, Ui, Vec2, WidgetInfo, pos2, vec2,
};

/// The edge around the outer squares of a board of lines, as a part of the distance between two lines.
const LINE_MARGIN: f32 = 0.15;

/// Where the squares of a board are on the screen. Row 1 is at the bottom.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BoardGeometry {
    /// The board without its coordinates.
    pub board: Rect,
    /// The width of a square, or the distance between two lines.
    pub cell: f32,
    /// The number of columns that are shown.
    pub columns: u8,
    /// The number of rows that are shown.
    pub rows: u8,
    /// The lower left square; not `a1` if only a part of a board is shown.
    pub corner: Square,
    /// The space between the edge of the board and its outer squares.
    margin: f32,
}

impl BoardGeometry {
    /// The largest board of cells in the centre of a space, with room for coordinates on request.
    pub fn cells<const MIN: u8, const MAX: u8>(
        space: Rect,
        size: BoardSize<MIN, MAX>,
        coordinates: bool,
    ) -> BoardGeometry {
        BoardGeometry::fit(space, size, 0.0, coordinates)
    }

    /// The largest board of crossing lines in the centre of a space, with room for coordinates on request. The centre of
    /// each square is a crossing.
    pub fn crossings<const MIN: u8, const MAX: u8>(
        space: Rect,
        size: BoardSize<MIN, MAX>,
        coordinates: bool,
    ) -> BoardGeometry {
        BoardGeometry::fit(space, size, LINE_MARGIN, coordinates)
    }

    fn fit<const MIN: u8, const MAX: u8>(
        space: Rect,
        size: BoardSize<MIN, MAX>,
        margin: f32,
        coordinates: bool,
    ) -> BoardGeometry {
        let (columns, rows) = (size.columns(), size.rows());
        let in_cells = vec2(f32::from(columns), f32::from(rows)) + Vec2::splat(2.0 * margin);
        let fit = |gutter: f32| ((space.size() - Vec2::splat(gutter)) / in_cells).min_elem();
        let gutter = if coordinates { gutter(fit(24.0)) } else { 0.0 };
        let cell = fit(gutter).max(2.0);
        // Lines are sharp if they are a whole number of points apart.
        let cell = if coordinates { cell.floor() } else { cell };
        let board = in_cells * cell;
        let min = (space.center() - (board + Vec2::splat(gutter)) / 2.0).round() + vec2(gutter, 0.0);
        let corner = Square { row: 0, column: 0 };
        BoardGeometry {
            board: Rect::from_min_size(min, board),
            cell,
            columns,
            rows,
            corner,
            margin: margin * cell,
        }
    }

    /// The same place on the screen for the part of a larger board that begins at `corner`.
    pub fn starting_at(self, corner: Square) -> BoardGeometry {
        BoardGeometry { corner, ..self }
    }

    /// The centre of a square.
    pub fn centre(&self, square: Square) -> Pos2 {
        let column = f32::from(square.column) - f32::from(self.corner.column);
        let row = f32::from(square.row) - f32::from(self.corner.row);
        let origin = self.board.left_bottom() + vec2(self.margin, -self.margin);
        origin + vec2(column + 0.5, -row - 0.5) * self.cell
    }

    /// The area of a square.
    pub fn square(&self, square: Square) -> Rect {
        Rect::from_center_size(self.centre(square), Vec2::splat(self.cell))
    }

    /// Whether a square is shown.
    pub fn shows(&self, square: Square) -> bool {
        let within = |n: u8, first: u8, count: u8| n >= first && n - first < count;
        within(square.column, self.corner.column, self.columns)
            && within(square.row, self.corner.row, self.rows)
    }

    /// All squares that are shown, row by row from the lower left corner.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        let Square { row, column } = self.corner;
        let columns = column..column + self.columns;
        (row..row + self.rows).flat_map(move |row| columns.clone().map(move |column| Square { row, column }))
    }

    /// Paints the letters below the board and the numbers on its left.
    pub fn paint_coordinates(&self, painter: &Painter, color: Color32) {
        let BoardGeometry { board, cell, corner, .. } = *self;
        let font = theme::plain((cell * 0.28).clamp(10.0, 14.0));
        // Small boards have room for every second coordinate only.
        let step = if cell < 15.0 { 2 } else { 1 };
        let outside = gutter(cell) / 2.0;
        let text = |place: Pos2, text: String| {
            painter.text(place, Align2::CENTER_CENTER, text, font.clone(), color);
        };
        for column in (corner.column..corner.column + self.columns).step_by(step) {
            let x = self.centre(Square { column, ..corner }).x;
            text(pos2(x, board.bottom() + outside), Square::letter(column).to_string());
        }
        for row in (corner.row..corner.row + self.rows).step_by(step) {
            let y = self.centre(Square { row, ..corner }).y;
            text(pos2(board.left() - outside, y), (u16::from(row) + 1).to_string());
        }
    }
}

/// The width of the space for coordinates.
fn gutter(cell: f32) -> f32 {
    (cell * 0.45).clamp(16.0, 25.0)
}

/// The maximum number of typed characters.
const MAX_TYPED: usize = 20;

/// The keyboard cursor of a board.
///
/// Tab reaches only the square under the cursor. Arrows move the cursor, a letter and digits go to a square (`c4`), and
/// Enter clicks it.
#[derive(Debug, Clone, Default)]
pub struct BoardCursor {
    square: Option<Square>,
    /// The characters that were typed since the cursor was moved in another way.
    typed: String,
    keys: TypedKeys,
}

/// What happens on a board in a frame.
#[derive(Debug, Clone, Default)]
pub struct BoardInput {
    /// The square that was clicked, or chosen with Enter.
    pub clicked: Option<Square>,
    /// What was typed before Enter, if it names no square.
    pub unknown: Option<String>,
    /// The square under the pointer, and its widget.
    pub hovered: Option<(Square, Response)>,
    /// The square with the keyboard focus.
    pub focused: Option<Square>,
}

impl BoardInput {
    /// The square under the pointer, otherwise the one with the keyboard focus.
    pub fn target(&self) -> Option<Square> {
        self.hovered.as_ref().map(|(square, _)| *square).or(self.focused)
    }
}

impl BoardCursor {
    /// Adds a widget for each square with an accessible name, and handles the keyboard.
    pub fn show(
        &mut self,
        ui: &Ui,
        geometry: &BoardGeometry,
        enabled: bool,
        name: impl Fn(Square) -> String,
    ) -> BoardInput {
        let entered = self.handle_keys(ui, geometry);
        let cursor = self.square(geometry);
        let mut input = BoardInput::default();
        match entered {
            Some(Entered::Square) => input.clicked = Some(cursor),
            Some(Entered::Unknown(text)) => input.unknown = Some(text),
            None => {}
        }
        for square in geometry.squares() {
            let sense = if square == cursor { Sense::click() } else { Sense::CLICK };
            let response = ui.interact(geometry.square(square), id(ui, square), sense);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, name(square)));
            if response.clicked() {
                input.clicked = Some(square);
            }
            if response.has_focus() {
                input.focused = Some(square);
                lock_arrows(ui, response.id);
            }
            if response.hovered() {
                input.hovered = Some((square, response));
            }
        }
        if input.clicked.is_some() {
            self.square = input.clicked;
            self.typed.clear();
        }
        input
    }

    /// Whether keys are meant for the board.
    pub fn has_keyboard_focus(&self, ui: &Ui, geometry: &BoardGeometry) -> bool {
        has_keyboard_focus(ui, id(ui, self.square(geometry)))
    }

    /// Forgets what was typed.
    pub fn reset(&mut self) {
        self.typed.clear();
        self.keys.clear();
    }

    /// The square under the cursor, first the one in the centre.
    fn square(&self, geometry: &BoardGeometry) -> Square {
        let Square { row, column } = geometry.corner;
        let centre = Square { row: row + geometry.rows / 2, column: column + geometry.columns / 2 };
        self.square.filter(|square| geometry.shows(*square)).unwrap_or(centre)
    }

    fn handle_keys(&mut self, ui: &Ui, geometry: &BoardGeometry) -> Option<Entered> {
        let has_focus = self.has_keyboard_focus(ui, geometry);
        // A button has no use for letters and digits: while one has the focus, they are meant for the board too.
        if !has_focus && (!is_in_front(ui) || ui.ctx().text_edit_focused()) {
            self.keys.clear();
            return None;
        }
        let under_cursor = id(ui, self.square(geometry));
        self.keys.read(ui, Some(under_cursor), |key| match BoardKey::read(key) {
            Some(BoardKey::Arrow(..)) => has_focus,
            key => key.is_some(),
        });
        let mut focused = has_focus && ui.memory(|memory| memory.focused().is_some());
        let mut entered = None;
        while entered.is_none()
            && let Some(key) = self.keys.pop()
        {
            if key.is_click() {
                entered = Some(self.enter(geometry));
                continue;
            }
            let cursor = self.square(geometry);
            let moved = match BoardKey::read(key) {
                Some(BoardKey::Arrow(up, right)) => {
                    self.typed.clear();
                    let row = cursor.row.saturating_add_signed(up);
                    let column = cursor.column.saturating_add_signed(right);
                    let next = Some(Square { row, column }).filter(|square| geometry.shows(*square));
                    // The first arrow only shows where the cursor is.
                    next.filter(|_| focused).unwrap_or(cursor)
                }
                Some(BoardKey::Letter(letter)) => {
                    if self.typed.ends_with(|last: char| last.is_ascii_digit()) {
                        self.typed.clear();
                    }
                    self.type_character(letter);
                    cursor
                }
                Some(BoardKey::Digit(digit)) => {
                    self.type_character(digit);
                    Square::read(&self.typed, |square| geometry.shows(square)).unwrap_or(cursor)
                }
                None => continue,
            };
            focused = true;
            self.square = Some(moved);
            move_focus(ui, id(ui, moved));
        }
        self.keys.wait(ui);
        entered
    }

    fn type_character(&mut self, character: char) {
        if self.typed.len() < MAX_TYPED {
            self.typed.push(character);
        }
    }

    /// Enter chooses the square under the cursor, unless something else was typed.
    fn enter(&mut self, geometry: &BoardGeometry) -> Entered {
        let typed = std::mem::take(&mut self.typed);
        match Square::read(&typed, |square| geometry.shows(square)) {
            Err(_) if !typed.is_empty() => Entered::Unknown(typed),
            _ => Entered::Square,
        }
    }
}

/// What Enter chooses.
enum Entered {
    /// The square under the cursor.
    Square,
    /// A text that names no square.
    Unknown(String),
}

fn id(ui: &Ui, square: Square) -> Id {
    ui.scope_id().with(square)
}

/// A key that has a meaning on a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BoardKey {
    /// Rows up, columns to the right.
    Arrow(i8, i8),
    /// The letter of a column.
    Letter(char),
    /// A digit of the number of a row.
    Digit(char),
}

impl BoardKey {
    fn read(key: TypedKey) -> Option<BoardKey> {
        if !key.modifiers.is_none() {
            return None;
        }
        match key.key {
            Key::ArrowUp => Some(BoardKey::Arrow(1, 0)),
            Key::ArrowDown => Some(BoardKey::Arrow(-1, 0)),
            Key::ArrowLeft => Some(BoardKey::Arrow(0, -1)),
            Key::ArrowRight => Some(BoardKey::Arrow(0, 1)),
            key => {
                let mut name = key.name().chars();
                match (name.next(), name.next()) {
                    (Some(letter @ 'A'..='Z'), None) => Some(BoardKey::Letter(letter.to_ascii_lowercase())),
                    (Some(digit @ '0'..='9'), None) => Some(BoardKey::Digit(digit)),
                    _ => None,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
