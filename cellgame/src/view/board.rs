//! The board: cells as widgets, the keyboard cursor, and the palette of states.

use super::controls::{BUTTON, state_button};
use super::geometry::Geometry;
use super::hints::{self, HintMarks};
use super::input::{self, EntryMode, Purpose};
use super::names::{cell_name, state_name};
use super::options::keep_next_size;
use super::paint::{self, Look};
use super::reveal::Reveal;
use super::typed_move::{self, TypedMove, TypedStep};
use crate::layout::Layout;
use crate::rules::{Effect, Move, Puzzle, Status};
use common::automaton::State;
use common::window::{
    Scene, ScrolledPicture, Tokens, TypedKey, TypedKeys, UiAction, ZoomAnchor, ZoomGesture, ZoomSteps,
    has_keyboard_focus, lock_arrows, move_focus, theme, zoom_gesture,
};
use egui::{
    Align2, Color32, CornerRadius, Id, Key, Popup, PopupAnchor, PopupCloseBehavior, Rect, Role, ScrollArea,
    Sense, Ui, Vec2, WidgetInfo, pos2, vec2,
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
    /// A move whose text is being typed.
    typed: TypedMove,
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
        self.typed.clear();
        self.reveal.reset();
    }

    /// Forgets the move that is being typed. False if there is none.
    pub fn forget_typed(&mut self) -> bool {
        self.typed.clear()
    }

    /// Runs shortcuts without the keys that are typed for the board.
    pub fn shortcuts<R>(&self, ui: &Ui, layout: &Layout, run: impl FnOnce() -> R) -> R {
        self.typed.shortcuts(ui, layout, run)
    }

    /// A shortcut with this letter was run, which may have been meant for the name of a cell.
    pub fn doubt(&mut self, letter: char, layout: &Layout) {
        self.typed.doubt(letter, layout);
    }

    /// Whether the palette of a cell is open.
    pub fn has_palette(&self) -> bool {
        self.palette.is_some()
    }

    /// The palette writes notes, or values.
    pub fn set_palette_notes(&mut self, notes: bool) {
        if let Some((_, palette)) = &mut self.palette {
            *palette = notes;
        }
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
            } else {
                self.typed.clear();
            }
            let pointed = self.cells(ui, &geometry, scene, entry, clip, &mut actions);
            self.reveal.notice(ui, view, scene.motion);
            paint(ui, &geometry, scene, entry, overlay, &pointed, clip);
            self.reveal.paint(ui, ui.painter(), &geometry, overlay.look, scene.motion);
            self.paint_cursor(ui, &geometry, scene, &pointed);
            overlay.look.paint_coordinates(ui.painter(), &geometry, view, clip);
            paint_typed(ui, &geometry, clip, self.typed.text());
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
        self.typed.clear();
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
            // Escape has closed it: Enter opens it again.
            if self.cursor == Some(index) && ui.memory(|memory| memory.focused().is_none()) {
                move_focus(ui, cell_id(ui, index));
            }
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
        let mut closes = false;
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
                && !closes
                && let Some(key) = self.keys.pop()
            {
                // A letter begins the name of another cell.
                closes = self.type_key(key, view.layout()).is_some();
                chosen = input::digit(key).map(|(state, shift)| (state, notes || shift)).filter(|_| !closes);
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
            None if closes => {
                Popup::close_id(ui.ctx(), id);
                self.palette = None;
                return None;
            }
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

    /// Adds a key to the move that is being typed, if it belongs to it.
    fn type_key(&mut self, key: TypedKey, layout: &Layout) -> Option<TypedStep> {
        let character = typed_move::character(key)?;
        self.typed.push(character, key.modifiers.shift, self.cursor.is_some(), layout)
    }

    /// Arrows move the cursor, digits enter states, Shift and a digit writes a note, Backspace erases, Enter clicks. A letter
    /// begins the text of a move.
    fn handle_keys(
        &mut self,
        ui: &Ui,
        geometry: &Geometry,
        scene: &Scene<'_, Puzzle>,
        entry: EntryMode,
    ) -> Option<UiAction> {
        let view = scene.game.view();
        if self.palette.is_some() {
            // Digits are for the palette, and letters close it.
            self.keys.read(ui, None, |key| typed_move::character(key).is_some());
            return None;
        }
        if !input::takes_digits(ui) {
            self.keys.clear();
            self.typed.clear();
            return None;
        }
        self.cursor = self.cursor.filter(|index| *index < view.cells.len());
        let under_cursor = cell_id(ui, self.cursor.unwrap_or(0));
        // Other widgets with the focus have their own arrow keys, but no use for letters and digits.
        let has_focus = has_keyboard_focus(ui, under_cursor);
        self.keys.read(ui, Some(under_cursor), |key| {
            let moves = BOARD_KEYS.contains(&key.key) && key.modifiers.is_none();
            has_focus && moves || typed_move::character(key).is_some()
        });
        let mut focused = ui.memory(|memory| memory.focused() == Some(under_cursor));
        let mut action = None;
        let mut moved = false;
        // What a key does is seen by the next one in the next frame.
        while action.is_none()
            && self.palette.is_none()
            && let Some(key) = self.keys.pop()
        {
            if let Some(step) = self.type_key(key, view.layout()) {
                let (to, done) = self.take_step(scene, entry, step);
                action = done;
                if to.or(self.cursor).is_some() {
                    (self.cursor, moved, focused) = (to.or(self.cursor), true, true);
                }
                continue;
            }
            if let Some((state, shift)) = input::digit(key) {
                action = Some(match self.cursor {
                    Some(index) => input::choose(view, index, state, entry.purpose(shift)),
                    None => {
                        UiAction::Explain("Choose a cell first, with the mouse or the arrow keys.".to_owned())
                    }
                });
                continue;
            }
            let doubtful = self.typed.doubtful_digit();
            let is_name = self.typed.is_name(view.layout());
            let was_typed = self.typed.clear();
            // If there is no cursor yet, the first key only shows it.
            let index = self.cursor.unwrap_or(0);
            let (row, column) = (index / geometry.columns, index % geometry.columns);
            let target = match key.key {
                Key::Enter | Key::Space if doubtful.is_some() => {
                    let enter = |state| input::choose(view, index, state, entry.purpose(false));
                    action = doubtful.map(enter);
                    continue;
                }
                // What was mistyped is forgotten.
                Key::Backspace if was_typed && !is_name => continue,
                Key::Enter | Key::Space => {
                    action = focused.then(|| self.click(ui, scene, index, entry, false)).flatten();
                    continue;
                }
                Key::Backspace | Key::Delete => {
                    action = self.cursor.map(|index| input::erase(view, index));
                    continue;
                }
                key if !BOARD_KEYS.contains(&key) => continue,
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

    /// What a step of a typed move does, and where the cursor goes.
    fn take_step(
        &self,
        scene: &Scene<'_, Puzzle>,
        entry: EntryMode,
        step: TypedStep,
    ) -> (Option<usize>, Option<UiAction>) {
        let view = scene.game.view();
        match step {
            TypedStep::More => (None, None),
            TypedStep::Go(cell) => (Some(cell), None),
            TypedStep::Enter(cell, state) => {
                (Some(cell), Some(input::choose(view, cell, state, Purpose::Value)))
            }
            TypedStep::Note(cell, notes, last) => {
                (Some(cell), Some(input::write_notes(view, cell, notes, last, entry.mode)))
            }
            TypedStep::Erase(cell) => (Some(cell), Some(input::erase(view, cell))),
            TypedStep::Explain(text) => (None, Some(UiAction::Explain(text))),
            TypedStep::Doubt(state, name) => {
                let cell = view.layout().cell(self.cursor.unwrap_or(0));
                let text = format!("Press Enter for {state} in {cell}, or = to go on with the cell {name}.");
                (None, Some(UiAction::Explain(text)))
            }
        }
    }
}

/// Paints what was typed of a move into the corner between the coordinates.
fn paint_typed(ui: &Ui, geometry: &Geometry, clip: Rect, text: &str) {
    if text.is_empty() {
        return;
    }
    let tokens = Tokens::of(ui);
    let (x, y) = geometry.coordinates(clip);
    let font = theme::heavy(theme::size::SMALL);
    let galley = ui.painter().layout_no_wrap(text.to_owned(), font, tokens.on_accent);
    let chip = Align2::CENTER_CENTER.anchor_size(pos2(x, y), galley.size() + vec2(8.0, 4.0));
    let chip = chip.translate(vec2((clip.left() - chip.left()).max(0.0), 0.0));
    ui.painter().rect_filled(chip, CornerRadius::same(4), tokens.accent);
    ui.painter().galley(chip.min + vec2(4.0, 2.0), galley, tokens.on_accent);
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
