//! The painting grid: where its cells are, what the mouse and the keyboard do on it, and how it is drawn.

use super::geometry::{Geometry, show_centred};
use super::marks::Mark;
use super::words;
use crate::contradiction::Cell;
use crate::mask::{ColourIndex, Mask, PAPER};

use common::window::{Tokens, ZoomAnchor, has_keyboard_focus, lock_arrows, move_focus, press_draws};
use egui::{
    Color32, Event, Id, Key, Modifiers, Painter, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2,
};
use std::ops::Range;

/// Smaller cells have no lines between them.
const MIN_LINED: f32 = 5.0;
/// The maximum number of cells with accessible names. On a larger grid only the cell under the cursor has one.
const MAX_NAMED: usize = 1600;

/// How the grid looks.
#[derive(Debug, Clone, Copy)]
pub struct GridLook<'a> {
    /// The paint colours.
    pub colours: &'a [Color32],
    /// The side of a cell. `None`: the largest size that fits.
    pub cell: Option<f32>,
    /// The colour of the lines between the cells.
    pub lines: Option<Color32>,
    /// The colour of the brush, for the cell under the pointer.
    pub brush: ColourIndex,
    /// Whether the mirror image is painted too.
    pub mirror: bool,
    /// Places that contradict each other.
    pub marks: &'a [Mark],
}

/// What the user did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GridEvent {
    /// The pointer went down on a cell, with the right button to erase.
    Press {
        /// The cell.
        cell: Cell,
        /// With the right button.
        erase: bool,
    },
    /// The pointer moved to another cell while it is down.
    Drag(Cell),
    /// The pointer went up.
    Release,
    /// A single cell is painted or erased from the keyboard or by a screen reader.
    Dab {
        /// The cell.
        cell: Cell,
        /// Whether it is erased.
        erase: bool,
    },
    /// A colour was chosen by its digit.
    Colour(ColourIndex),
}

/// The state of the grid on the screen.
#[derive(Debug, Default)]
pub struct PaintGrid {
    /// The cell for the keyboard.
    cursor: Cell,
    /// The cell that a stroke has reached.
    stroke: Option<Cell>,
    /// The cell under the pointer.
    hovered: Option<Cell>,
    /// The widget that had the focus when the frame began. The keys of this frame are meant for it, even if it has given
    /// up the focus since.
    focus: Option<Id>,
    /// The cell under the cursor should get the focus.
    takes_focus: bool,
    anchor: ZoomAnchor,
}

/// The grid with everything that is needed to draw it.
struct Drawing<'a> {
    geometry: Geometry,
    mask: &'a Mask,
    look: GridLook<'a>,
    tokens: Tokens,
    columns: Range<usize>,
    rows: Range<usize>,
}

impl PaintGrid {
    /// The cell under the pointer, otherwise the cell under the keyboard cursor if it has the focus.
    pub fn hovered(&self) -> Option<Cell> {
        self.hovered
    }

    /// Remembers which widget gets the keys of this frame. Must be called before other widgets are drawn.
    pub fn begin_frame(&mut self, ui: &Ui) {
        self.focus = ui.memory(egui::Memory::focused);
    }

    /// Gives the focus to the cell under the cursor, which shows where it is.
    pub fn take_focus(&mut self) {
        self.takes_focus = true;
    }

    /// Draws the grid and returns what the user did.
    pub fn ui(&mut self, ui: &mut Ui, mask: &Mask, look: GridLook<'_>) -> Vec<GridEvent> {
        self.cursor = (self.cursor.0.min(mask.width() - 1), self.cursor.1.min(mask.height() - 1));
        let mut anchor = std::mem::take(&mut self.anchor);
        let size = (mask.width(), mask.height());
        let events = show_centred(ui, size, look.cell, &mut anchor, |ui, geometry| {
            let (columns, rows) = geometry.visible(ui.clip_rect());
            let drawing = Drawing { geometry, mask, look, tokens: Tokens::of(ui), columns, rows };
            drawing.paint_cells(ui.painter());
            let mut events = self.handle_keys(ui, &drawing);
            self.interact(ui, &drawing, &mut events);
            let (x, y) = self.cursor;
            let is_visible = drawing.columns.contains(&x) && drawing.rows.contains(&y);
            if std::mem::take(&mut self.takes_focus) && is_visible {
                // Not before: Enter in a menu would be a click on the cell.
                move_focus(ui, id(ui, self.cursor));
            }
            drawing.paint_marks(ui.painter());
            self.paint_pointer(ui, &drawing);
            events
        });
        self.anchor = anchor;
        events
    }

    fn interact(&mut self, ui: &Ui, drawing: &Drawing, events: &mut Vec<GridEvent>) {
        let geometry = &drawing.geometry;
        let all = ui.interact(geometry.area, ui.scope_id().with("cells"), Sense::CLICK | Sense::DRAG);
        all.widget_info(|| {
            let Drawing { mask, .. } = drawing;
            let name = format!("picture, {} × {} cells", mask.width(), mask.height());
            WidgetInfo::labeled(Role::Image, true, name)
        });
        // A click may begin and end within one frame.
        let mut tapped = all.clicked() || all.secondary_clicked();
        let mut long = all.long_touched();
        let (mut hovered, mut down) = (all.hovered(), all.is_pointer_button_down_on());
        let named = drawing.columns.len() * drawing.rows.len() <= MAX_NAMED;
        for y in drawing.rows.clone() {
            for x in drawing.columns.clone() {
                let cell = (x, y);
                if !named && cell != self.cursor {
                    continue;
                }
                // Tab reaches only the cell under the cursor.
                let click = if cell == self.cursor { Sense::click() } else { Sense::CLICK };
                let response = ui.interact(geometry.cell(cell), id(ui, cell), click | Sense::DRAG);
                response.widget_info(|| WidgetInfo::labeled(Role::Button, true, drawing.name(cell)));
                hovered |= response.hovered();
                down |= response.is_pointer_button_down_on();
                long |= response.long_touched();
                if response.clicked() || response.secondary_clicked() {
                    if long || ui.input(|input| input.pointer.any_released()) {
                        tapped = true;
                    } else {
                        // The click comes from the keyboard or from a screen reader.
                        events.push(GridEvent::Dab { cell, erase: false });
                    }
                }
                if response.has_focus() {
                    lock_arrows(ui, response.id);
                }
            }
        }
        let (pointer, erase) = ui.input(|input| {
            let erase = long
                || input.pointer.secondary_down()
                || input.pointer.button_released(egui::PointerButton::Secondary);
            // A stroke begins where the pointer was pressed.
            let origin = input.pointer.press_origin().filter(|_| down && self.stroke.is_none());
            (origin.or(input.pointer.interact_pos()), erase)
        });
        let draws = down && press_draws(ui);
        self.hovered = pointer.filter(|_| hovered || down).map(|pointer| geometry.nearest(pointer));
        match (self.hovered.filter(|_| draws || tapped), self.stroke) {
            (Some(cell), None) => {
                self.cursor = cell;
                events.push(GridEvent::Press { cell, erase });
                self.stroke = Some(cell);
            }
            (Some(cell), Some(last)) if cell != last => {
                self.cursor = cell;
                events.push(GridEvent::Drag(cell));
                self.stroke = Some(cell);
            }
            _ => {}
        }
        if !down && self.stroke.take().is_some() {
            events.push(GridEvent::Release);
        }
    }

    fn handle_keys(&mut self, ui: &Ui, drawing: &Drawing) -> Vec<GridEvent> {
        let cursor = id(ui, self.cursor);
        if !has_keyboard_focus(ui, cursor) || self.focus.is_some_and(|focus| focus != cursor) {
            return Vec::new();
        }
        let (width, height) = (drawing.mask.width(), drawing.mask.height());
        let (mut events, mut moved) = (Vec::new(), false);
        let mut is_visible = self.focus == Some(cursor);
        let pressed = ui.input(|input| input.events.clone());
        // Enter and Space paint in the order of the keys. Of all clicks of a frame egui would make one, at its end.
        for key in [Key::Enter, Key::Space] {
            ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key));
        }
        for event in pressed {
            let Event::Key { key, physical_key, pressed: true, modifiers, .. } = event else { continue };
            let (x, y) = self.cursor;
            let target = match key {
                _ if modifiers != Modifiers::NONE && modifiers != Modifiers::SHIFT => continue,
                Key::ArrowLeft => (x.saturating_sub(1), y),
                Key::ArrowRight => ((x + 1).min(width - 1), y),
                Key::ArrowUp => (x, y.saturating_sub(1)),
                Key::ArrowDown => (x, (y + 1).min(height - 1)),
                Key::Home => (0, y),
                Key::End => (width - 1, y),
                Key::PageUp => (x, 0),
                Key::PageDown => (x, height - 1),
                // The first key only shows where the cursor is.
                Key::Space | Key::Enter | Key::Delete | Key::Backspace if !is_visible => (x, y),
                Key::Delete | Key::Backspace => {
                    events.push(GridEvent::Dab { cell: self.cursor, erase: true });
                    continue;
                }
                Key::Space | Key::Enter if modifiers == Modifiers::NONE => {
                    events.push(GridEvent::Dab { cell: self.cursor, erase: false });
                    continue;
                }
                _ => {
                    let digit = digit(key).or_else(|| digit(physical_key?));
                    // With the focus egui makes a click of Space and Enter.
                    events.extend(digit.filter(|_| modifiers.is_none()).map(GridEvent::Colour));
                    continue;
                }
            };
            if modifiers.shift_only() && is_visible && self.cursor != target {
                // Shift with arrows paints on the way.
                events.push(GridEvent::Dab { cell: self.cursor, erase: false });
                events.push(GridEvent::Dab { cell: target, erase: false });
            }
            (self.cursor, moved, is_visible) = (target, true, true);
        }
        if moved {
            move_focus(ui, id(ui, self.cursor));
            ui.scroll_to_rect(drawing.geometry.cell(self.cursor).expand(drawing.geometry.cell), None);
        }
        events
    }

    /// The ghost of the brush under the pointer, and the cursor.
    fn paint_pointer(&self, ui: &Ui, drawing: &Drawing) {
        let Drawing { geometry, mask, look, tokens, .. } = drawing;
        if let Some((x, y)) = self.hovered {
            let colour = look.colours[usize::from(look.brush)];
            let image = (mask.width() - 1 - x, y);
            let ghosts = [Some((x, y)), Some(image).filter(|_| look.mirror && image != (x, y))];
            for cell in ghosts.into_iter().flatten() {
                let rect = geometry.cell(cell);
                ui.painter().rect_filled(rect.shrink(rect.width() * 0.18), 2, colour.gamma_multiply(0.55));
                ui.painter().rect_stroke(
                    rect,
                    2,
                    Stroke::new(1.5, tokens.accent.gamma_multiply(0.8)),
                    StrokeKind::Inside,
                );
            }
        }
        let focus = ui.memory(egui::Memory::focused) == Some(id(ui, self.cursor));
        if focus {
            let rect = geometry.cell(self.cursor).expand(1.0);
            ui.painter().rect_stroke(rect.expand(1.0), 3, Stroke::new(1.0, tokens.card), StrokeKind::Outside);
            ui.painter().rect_stroke(rect, 3, Stroke::new(2.0, tokens.accent), StrokeKind::Middle);
        }
    }
}

impl Drawing<'_> {
    /// A cell in words: "column 3, row 2, ink".
    fn name(&self, cell: Cell) -> String {
        let name = words::cell_in_words(cell, self.mask.get(cell.0, cell.1));
        let letters: Vec<String> = self
            .look
            .marks
            .iter()
            .filter(|mark| mark.covers(cell))
            .map(|mark| format!(", place {}", mark.letter))
            .collect();
        name + &letters.concat()
    }

    fn paint_cells(&self, painter: &Painter) {
        let Drawing { geometry, mask, look, tokens, columns, rows } = self;
        paint_part(painter, geometry, mask, look.colours, columns, rows);
        paint_lines(painter, geometry, look.lines, columns, rows);
        let frame = Stroke::new(1.0, tokens.ink.gamma_multiply(0.35));
        painter.rect_stroke(geometry.area, 0, frame, StrokeKind::Outside);
        if look.mirror {
            let x = geometry.area.center().x;
            let line = egui::Shape::dashed_line(
                &[pos2(x, geometry.area.top() - 8.0), pos2(x, geometry.area.bottom() + 8.0)],
                Stroke::new(1.5, tokens.accent),
                6.0,
                4.0,
            );
            painter.extend(line);
        }
    }

    fn paint_marks(&self, painter: &Painter) {
        for (index, mark) in self.look.marks.iter().enumerate() {
            mark.paint(painter, &self.geometry, index, &self.tokens);
        }
    }
}

/// Paints a mask into a rectangle.
pub fn paint_mask(painter: &Painter, area: Rect, mask: &Mask, colours: &[Color32]) {
    let (columns, rows) = (mask.width(), mask.height());
    let geometry = Geometry { area, cell: area.width() / columns as f32, columns, rows };
    paint_part(painter, &geometry, mask, colours, &(0..columns), &(0..rows));
}

/// Paints some columns and rows of a mask, with one rectangle for each run of equal cells in a row.
fn paint_part(
    painter: &Painter,
    geometry: &Geometry,
    mask: &Mask,
    colours: &[Color32],
    columns: &Range<usize>,
    rows: &Range<usize>,
) {
    painter.rect_filled(geometry.area, 0, colours[usize::from(PAPER)]);
    for y in rows.clone() {
        let row = &mask.row(y)[columns.clone()];
        let mut x = columns.start;
        for run in row.chunk_by(|a, b| a == b) {
            if run[0] != PAPER {
                let (first, last) = (geometry.cell((x, y)), geometry.cell((x + run.len() - 1, y)));
                painter.rect_filled(first.union(last), 0, colours[usize::from(run[0])]);
            }
            x += run.len();
        }
    }
}

/// Lines between the cells, if the cells are large enough.
pub fn paint_lines(
    painter: &Painter,
    geometry: &Geometry,
    color: Option<Color32>,
    columns: &Range<usize>,
    rows: &Range<usize>,
) {
    let Some(color) = color.filter(|_| geometry.cell >= MIN_LINED) else { return };
    let line = Stroke::new(1.0, color);
    for column in columns.start.max(1)..=columns.end.min(geometry.columns - 1) {
        painter.vline(geometry.cell((column, 0)).left(), geometry.area.y_range(), line);
    }
    for row in rows.start.max(1)..=rows.end.min(geometry.rows - 1) {
        painter.hline(geometry.area.x_range(), geometry.cell((0, row)).top(), line);
    }
}

fn digit(key: Key) -> Option<ColourIndex> {
    let mut name = key.name().chars();
    let digit = name.next()?.to_digit(10)? as ColourIndex;
    name.next().is_none().then_some(digit)
}

fn id(ui: &Ui, cell: Cell) -> Id {
    ui.scope_id().with(("cell", cell))
}
