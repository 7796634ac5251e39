//! The board: cells as widgets, the keyboard cursor, and the palette of states.

use super::controls::{BUTTON, state_button};
use super::geometry::Geometry;
use super::hints::{self, HintMarks};
use super::input::{self, EntryMode};
use super::names::{cell_name, state_name};
use super::options::keep_next_size;
use super::paint::{self, Look};
use super::reveal::Reveal;
use crate::rules::{Effect, Move, Puzzle, Status};
use common::automaton::State;
use common::window::{
    Scene, ScrolledPicture, TypedKeys, UiAction, ZoomAnchor, ZoomGesture, ZoomSteps, has_keyboard_focus,
    lock_arrows, move_focus, zoom_gesture,
};
use egui::{
    Color32, CornerRadius, Id, Key, Popup, PopupAnchor, PopupCloseBehavior, Rect, Role, ScrollArea, Sense,
    Ui, Vec2, WidgetInfo, vec2,
};

/// How far the wheel turns until the cells change their size.
const ZOOM_STEP: f32 = 0.1;
/// The keys of the cursor, without digits.
const BOARD_KEYS: [Key; 10] = [
    Key::ArrowLeft,
    Key::ArrowRight,
    Key::ArrowUp,
    Key::ArrowDown,
    Key::Home,
    Key::End,
    Key::PageUp,
    Key::PageDown,
    Key::Backspace,
    Key::Delete,
];
/// The states in a row of the palette.
const PALETTE_COLUMNS: usize = 5;

/// The state of the board on the screen.
#[derive(Debug, Default)]
pub struct Board {
    /// The cell that was clicked or reached with arrows.
    cursor: Option<usize>,
    keys: TypedKeys,
    /// The cell whose palette is open, and whether it writes notes.
    palette: Option<(usize, bool)>,
    reveal: Reveal,
    /// The side of a cell as it was drawn last.
    cell_size: f32,
    /// What the wheel with Ctrl has added up to since the size changed.
    zoom: ZoomSteps,
    anchor: ZoomAnchor,
}

/// What the board shows besides the position.
pub struct Overlay<'a> {
    /// How cells are painted.
    pub look: &'a Look<'a>,
    /// Cells to highlight.
    pub marked: &'a [usize],
    /// What the hint draws.
    pub hint: Option<HintMarks>,
    /// The colour of highlights.
    pub highlight: Color32,
}

/// What the pointer and the focus are on.
#[derive(Default)]
struct Pointed {
    hovered: Option<usize>,
    focused: Option<usize>,
}

impl Board {
    /// The selected cell.
    pub fn selected(&self) -> Option<usize> {
        self.cursor
    }

    /// The side of a cell, as it was drawn last.
    pub fn cell_size(&self) -> f32 {
        self.cell_size
    }

    /// Forgets what belongs to another board.
    pub fn reset(&mut self) {
        self.palette = None;
        self.keys.clear();
        self.reveal.reset();
    }

    /// Forgets the selected cell, when another puzzle is shown.
    pub fn forget(&mut self) {
        *self = Board::default();
    }

    /// Draws the board into all the space there is.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        scene: &Scene<'_, Puzzle>,
        entry: EntryMode,
        overlay: &Overlay<'_>,
    ) -> Vec<UiAction> {
        let view = scene.game.view();
        let space = ui.available_size();
        let geometry = Geometry::new(view.layout(), overlay.look.options, space);
        self.cell_size = geometry.cell;
        let gesture = zoom_gesture(ui, ui.max_rect());
        let mut actions: Vec<UiAction> =
            gesture.and_then(|gesture| self.zoomed(gesture)).into_iter().collect();
        // The bars of a scroll area take space; a board that fits does not need them.
        let scrolls = geometry.size.x > space.x || geometry.size.y > space.y;
        let mut area = if scrolls { ScrollArea::both() } else { ScrollArea::neither() };
        let margin = ((space - geometry.size) / 2.0).max(Vec2::ZERO);
        let picture = ScrolledPicture { origin: margin + geometry.origin.to_vec2(), unit: geometry.step };
        if let Some(offset) = self.anchor.offset(gesture, ui.available_rect_before_wrap(), picture) {
            area = area.scroll_offset(offset);
        }
        let shown = area.id_salt("board").auto_shrink(false).show_viewport(ui, |ui, _| {
            let size = geometry.size.max(ui.available_size());
            let (area, _) = ui.allocate_exact_size(size, Sense::hover());
            let corner = (area.min + (size - geometry.size) / 2.0).round();
            let geometry = geometry.translate(corner.to_vec2());
            let clip = ui.clip_rect().intersect(area);
            if scene.active {
                actions.extend(self.handle_keys(ui, &geometry, scene, entry));
            }
            let pointed = self.cells(ui, &geometry, scene, entry, clip, &mut actions);
            self.reveal.notice(ui, view, scene.motion);
            paint(ui, &geometry, scene, entry, overlay, &pointed, clip);
            self.reveal.paint(ui, ui.painter(), &geometry, overlay.look, scene.motion);
            self.paint_cursor(ui, &geometry, scene, &pointed);
            overlay.look.paint_coordinates(ui.painter(), &geometry, view, clip);
            actions.extend(self.palette(ui, &geometry, scene, entry, overlay.look));
        });
        self.anchor.note(picture, shown.state.clamped_offset());
        actions
    }

    /// The wheel with Ctrl, or two fingers, change the size of the cells.
    fn zoomed(&mut self, gesture: ZoomGesture) -> Option<UiAction> {
        let larger = self.zoom.add(gesture.factor, ZOOM_STEP)?;
        keep_next_size(self.cell_size, larger)
    }

    /// Adds a widget for each visible cell.
    fn cells(
        &mut self,
        ui: &Ui,
        geometry: &Geometry,
        scene: &Scene<'_, Puzzle>,
        entry: EntryMode,
        clip: Rect,
        actions: &mut Vec<UiAction>,
    ) -> Pointed {
        let view = scene.game.view();
        let (columns, rows) = geometry.visible(clip);
        let tab_stop = self.cursor.unwrap_or(0);
        let mut pointed = Pointed::default();
        for row in rows {
            for column in columns.clone() {
                let index = row * geometry.columns + column;
                // Tab reaches only the cell under the cursor; arrow keys move from there.
                let sense = if index == tab_stop { Sense::click() } else { Sense::CLICK };
                let response = ui.interact(geometry.rect(index), cell_id(ui, index), sense);
                response
                    .widget_info(|| WidgetInfo::labeled(Role::Button, scene.active, cell_name(view, index)));
                if response.has_focus() {
                    pointed.focused = Some(index);
                    lock_arrows(ui, response.id);
                }
                if response.hovered() {
                    pointed.hovered = Some(index);
                }
                if response.clicked() || response.secondary_clicked() {
                    actions.extend(self.click(ui, scene, index, entry, response.secondary_clicked()));
                }
            }
        }
        pointed
    }

    /// Selects a cell. On a hidden one it enters the armed state, or opens the palette.
    fn click(
        &mut self,
        ui: &Ui,
        scene: &Scene<'_, Puzzle>,
        index: usize,
        entry: EntryMode,
        secondary: bool,
    ) -> Option<UiAction> {
        self.cursor = Some(index);
        let view = scene.game.view();
        if !scene.active || !input::is_open(view, index) {
            return None;
        }
        let notes = entry.notes || secondary;
        if let Some(state) = entry.armed {
            return Some(input::choose(view, index, state, entry.purpose(notes)));
        }
        self.palette = Some((index, notes));
        Popup::open_id(ui.ctx(), palette_id(ui, index));
        None
    }

    /// The palette of states beside a cell.
    fn palette(
        &mut self,
        ui: &Ui,
        geometry: &Geometry,
        scene: &Scene<'_, Puzzle>,
        entry: EntryMode,
        look: &Look<'_>,
    ) -> Option<UiAction> {
        let (index, mut notes) = self.palette?;
        let (view, id) = (scene.game.view(), palette_id(ui, index));
        if !scene.active || !input::is_open(view, index) || !Popup::is_id_open(ui.ctx(), id) {
            self.palette = None;
            return None;
        }
        let cell = view.cells[index];
        let layout = view.layout();
        let anchor = PopupAnchor::ParentRect(geometry.rect(index).expand(2.0));
        let popup = Popup::new(id, ui.ctx().clone(), anchor, ui.layer_id())
            .open_memory(None)
            .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
            .accessible_name(format!("states of {}", layout.cell(index)));
        let mut chosen = None;
        let mut erase = false;
        popup.show(|ui| {
            let states: Vec<State> = (0..layout.states()).collect();
            for row in states.chunks(PALETTE_COLUMNS) {
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = 4.0;
                    for state in row {
                        let has = |states: u16| states >> state & 1 == 1;
                        let selected = if notes { has(cell.notes) } else { cell.state == Some(*state) };
                        let verb = if notes { "note" } else { "enter" };
                        let name = format!("{verb} {}", state_name(layout.automaton(), *state));
                        if state_button(ui, &look.style, *state, selected, !has(cell.struck), &name, BUTTON) {
                            chosen = Some((*state, notes));
                        }
                    }
                });
            }
            ui.horizontal(|ui| {
                ui.checkbox(&mut notes, "Notes");
                if cell.status == Status::Entered {
                    erase = ui.button("Erase").clicked();
                }
            });
            while chosen.is_none()
                && let Some(key) = self.keys.pop()
            {
                chosen = input::digit(key).map(|(state, shift)| (state, notes || shift));
            }
            self.keys.wait(ui);
        });
        self.palette = Some((index, notes));
        let action = match chosen {
            Some((state, note)) => {
                let purpose = EntryMode { notes: note, ..entry }.purpose(note);
                input::choose(view, index, state, purpose)
            }
            None if erase => UiAction::Play(Move::Erase(layout.cell(index)).to_string()),
            None => return None,
        };
        if !matches!(chosen, Some((_, true))) {
            Popup::close_id(ui.ctx(), id);
            self.palette = None;
        }
        Some(action)
    }

    fn paint_cursor(&self, ui: &Ui, geometry: &Geometry, scene: &Scene<'_, Puzzle>, pointed: &Pointed) {
        let tokens = &scene.tokens;
        let (index, width) = match (pointed.focused, self.cursor) {
            (Some(focused), _) => (focused, 3.0),
            (None, Some(cursor)) if cursor < scene.game.view().cells.len() => (cursor, 2.0),
            _ => return,
        };
        // The inner line keeps the frame visible on cells of a similar colour.
        let rect = geometry.rect(index);
        paint::frame(ui.painter(), rect.shrink(1.5), 1.0, tokens.page);
        paint::frame(ui.painter(), rect.expand(0.5), width, tokens.accent);
    }

    /// Arrows move the cursor, digits enter states, Shift and a digit writes a note, Backspace erases, Enter clicks.
    fn handle_keys(
        &mut self,
        ui: &Ui,
        geometry: &Geometry,
        scene: &Scene<'_, Puzzle>,
        entry: EntryMode,
    ) -> Option<UiAction> {
        let view = scene.game.view();
        if self.palette.is_some() {
            // Digits are for the palette.
            self.keys.read(ui, None, |key| input::digit(key).is_some());
            return None;
        }
        if !input::takes_digits(ui) {
            self.keys.clear();
            return None;
        }
        self.cursor = self.cursor.filter(|index| *index < view.cells.len());
        let under_cursor = cell_id(ui, self.cursor.unwrap_or(0));
        // Other widgets with the focus have their own arrow keys, but no use for digits.
        let has_focus = has_keyboard_focus(ui, under_cursor);
        self.keys.read(ui, Some(under_cursor), |key| {
            let moves = BOARD_KEYS.contains(&key.key) && key.modifiers.is_none();
            has_focus && moves || input::digit(key).is_some()
        });
        let mut focused = ui.memory(|memory| memory.focused() == Some(under_cursor));
        let mut action = None;
        let mut moved = false;
        // What a key does is seen by the next one in the next frame.
        while action.is_none()
            && self.palette.is_none()
            && let Some(key) = self.keys.pop()
        {
            if let Some((state, shift)) = input::digit(key) {
                action = Some(match self.cursor {
                    Some(index) => input::choose(view, index, state, entry.purpose(shift)),
                    None => {
                        UiAction::Explain("Choose a cell first, with the mouse or the arrow keys.".to_owned())
                    }
                });
                continue;
            }
            // If there is no cursor yet, the first key only shows it.
            let index = self.cursor.unwrap_or(0);
            let (row, column) = (index / geometry.columns, index % geometry.columns);
            let target = match key.key {
                Key::Enter | Key::Space => {
                    action = focused.then(|| self.click(ui, scene, index, entry, false)).flatten();
                    continue;
                }
                Key::Backspace | Key::Delete => {
                    action = self.cursor.map(|index| input::erase(view, index));
                    continue;
                }
                _ if self.cursor.is_none() => index,
                Key::ArrowLeft => index - usize::from(column > 0),
                Key::ArrowRight => index + usize::from(column + 1 < geometry.columns),
                Key::ArrowUp if row > 0 => index - geometry.columns,
                Key::ArrowDown if row + 1 < geometry.rows => index + geometry.columns,
                Key::Home => row * geometry.columns,
                Key::End => (row + 1) * geometry.columns - 1,
                Key::PageUp => column,
                Key::PageDown => (geometry.rows - 1) * geometry.columns + column,
                _ => continue,
            };
            (self.cursor, moved, focused) = (Some(target), true, true);
        }
        self.keys.wait(ui);
        if let Some(index) = self.cursor.filter(|_| moved) {
            move_focus(ui, cell_id(ui, index));
            ui.scroll_to_rect(geometry.rect(index).expand2(vec2(40.0, 32.0)), None);
        }
        action
    }
}

/// Paints everything but the cursor and the coordinates.
fn paint(
    ui: &Ui,
    geometry: &Geometry,
    scene: &Scene<'_, Puzzle>,
    entry: EntryMode,
    overlay: &Overlay<'_>,
    pointed: &Pointed,
    clip: Rect,
) {
    let (view, tokens, look) = (scene.game.view(), &scene.tokens, overlay.look);
    let painter = ui.painter();
    look.paint_cells(painter, geometry, view, clip);
    for index in overlay.marked.iter().filter(|index| **index < view.cells.len()) {
        let rect = geometry.rect(*index);
        painter.rect_filled(rect, CornerRadius::ZERO, overlay.highlight.gamma_multiply(0.25));
        paint::frame(painter, rect, 2.0, overlay.highlight);
    }
    if let Some(marks) = &overlay.hint {
        hints::paint_marks(painter, geometry, view, marks, overlay.highlight);
    }
    if let Some(ply) = scene.game.last_ply() {
        let wrong = ply
            .effect
            .as_ref()
            .is_some_and(|effect: &Effect| effect.checked().iter().any(|(_, right)| !right));
        let color = if wrong { tokens.bad } else { tokens.accent };
        let cell = ply.m.and_then(Move::cell).and_then(|cell| view.layout().index(cell));
        if let Some(index) = cell {
            paint::frame(painter, geometry.rect(index).expand(0.5), 1.5, color);
        }
    }
    if let Some(index) = pointed.hovered.filter(|index| scene.active && input::is_open(view, *index)) {
        let rect = geometry.rect(index);
        match entry.armed {
            Some(state) if !entry.notes => look.paint_ghost(painter, rect, state),
            _ => paint::frame(painter, rect.shrink(1.0), 1.5, tokens.accent),
        }
    }
}

fn cell_id(ui: &Ui, index: usize) -> Id {
    ui.scope_id().with(("cell", index))
}

fn palette_id(ui: &Ui, index: usize) -> Id {
    ui.scope_id().with(("palette", index))
}
