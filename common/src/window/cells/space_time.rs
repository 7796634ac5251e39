//! A scrollable space–time diagram: paints the visible part, finds the cell at the pointer, and lets the user paint on
//! the start row.

use super::CellStyle;
use super::diagram_keys::{CursorAction, RowCursor};
use super::texture::{Part, PartTexture};
use crate::automaton::{SpaceTime, State};
use crate::window::{Tokens, has_keyboard_focus, keys::keep_arrows, press_draws};
use egui::{
    Color32, Id, PointerButton, Pos2, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, vec2,
};
use std::ops::RangeInclusive;

/// The smallest cell size with grid lines and with accessible names for the cells of the start row.
const MIN_GRID_ZOOM: f32 = 8.0;

/// What a space–time diagram shows.
#[derive(Clone, Copy)]
pub struct Diagram<'a> {
    /// The generations.
    pub rows: &'a SpaceTime,
    /// A number that changes with every change of `rows`.
    pub version: u64,
    /// The look of the cells.
    pub style: &'a CellStyle,
    /// The side of a cell.
    pub zoom: f32,
    /// How many generations are shown; the space for the others stays empty.
    pub shown: usize,
    /// Scroll to the last shown generation.
    pub scroll_to_last: bool,
    /// It fills the window: it gets the keys even without the focus.
    pub is_alone: bool,
}

/// A cell of a space–time diagram.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellPosition {
    /// The index of the cell in its row.
    pub cell: usize,
    /// The generation; 0 is the start row.
    pub generation: usize,
}

/// What the user did with a space–time diagram in one frame.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SpaceTimeInput {
    /// The cell at the pointer.
    pub hovered: Option<CellPosition>,
    /// A clicked cell below the start row.
    pub clicked: Option<CellPosition>,
    /// Cells of the start row that get another state.
    pub painted: Option<(RangeInclusive<usize>, State)>,
}

/// The state with which the user paints on the start row, and the last painted cell.
#[derive(Debug, Clone, Copy)]
struct Brush {
    state: State,
    last_cell: usize,
}

/// The widget.
#[derive(Default)]
pub struct SpaceTimeView {
    texture: PartTexture,
    brush: Option<Brush>,
    cursor: RowCursor,
}

impl SpaceTimeView {
    /// Draws the diagram into the available width and at most `max_height`.
    pub fn ui(&mut self, ui: &mut Ui, diagram: Diagram, max_height: f32) -> SpaceTimeInput {
        // A shadow at the edge would change the colours of the cells.
        ui.spacing_mut().scroll.fade.strength = 0.0;
        let mut scroll = ScrollArea::both().id_salt("space-time").auto_shrink(false).max_height(max_height);
        if diagram.scroll_to_last {
            let bottom = diagram.shown as f32 * diagram.zoom;
            scroll = scroll.vertical_scroll_offset((bottom - max_height).max(0.0));
        }
        scroll.show_viewport(ui, |ui, viewport| self.contents(ui, diagram, viewport)).inner
    }

    fn contents(&mut self, ui: &mut Ui, diagram: Diagram, viewport: Rect) -> SpaceTimeInput {
        let Diagram { rows, zoom, .. } = diagram;
        let size = vec2(rows.width() as f32, rows.generations() as f32) * zoom;
        // A diagram that is narrower than the space is centred.
        let margin = ((ui.available_width() - size.x) / 2.0).max(0.0).floor();
        let (space, _) = ui.allocate_exact_size(vec2(size.x + margin, size.y), Sense::hover());
        let area = Rect::from_min_size(space.min + vec2(margin, 0.0), size);
        let part = Part::visible(rows, viewport.translate(vec2(-margin, 0.0)), zoom).before(diagram.shown);
        self.paint(ui, diagram, area, &part);
        let mut input = self.interact(ui, diagram, area, &part);
        self.use_keys(ui, diagram, area, viewport, &mut input);
        input
    }

    /// Handles keys, if they are meant for the diagram, and shows the cursor on the start row.
    fn use_keys(
        &mut self,
        ui: &Ui,
        diagram: Diagram,
        area: Rect,
        viewport: Rect,
        input: &mut SpaceTimeInput,
    ) {
        let id = diagram_id(ui);
        let focused = ui.memory(|memory| memory.has_focus(id));
        if !has_keyboard_focus(ui, id) || !(focused || diagram.is_alone) {
            return;
        }
        if focused {
            keep_arrows(ui, id);
        }
        let action = self.cursor.handle_keys(ui, diagram, area, viewport);
        let Some(cell) = self.cursor.cell(diagram.rows.width()) else { return };
        let position = CellPosition { cell, generation: 0 };
        let frame = square(area, diagram.zoom, position);
        match action {
            Some(CursorAction::Moved) => ui.scroll_to_rect(frame, None),
            Some(CursorAction::Change { backwards }) => {
                let next = next_state(diagram, cell, backwards);
                input.painted = Some((cell..=cell, next));
            }
            None => {}
        }
        ui.painter().rect_stroke(frame, 0, Stroke::new(2.0, Tokens::of(ui).accent), StrokeKind::Outside);
        if ui.clip_rect().intersects(frame) {
            input.hovered = input.hovered.or(Some(position));
        }
    }

    fn paint(&mut self, ui: &Ui, diagram: Diagram, area: Rect, part: &Part) {
        let Diagram { rows, version, style, zoom, .. } = diagram;
        self.texture.update(ui.ctx(), rows, version, part, style);
        let corner = |cell: usize, generation: usize| area.min + vec2(cell as f32, generation as f32) * zoom;
        let visible = Rect::from_min_max(
            corner(part.cells.start, part.generations.start),
            corner(part.cells.end, part.generations.end),
        );
        self.texture.paint(ui.painter(), visible);
        if zoom >= MIN_GRID_ZOOM {
            let line = Stroke::new(1.0, Color32::from_gray(128).gamma_multiply(0.35));
            for cell in part.cells.start..=part.cells.end {
                ui.painter().vline(corner(cell, 0).x, visible.y_range(), line);
            }
            for generation in part.generations.start..=part.generations.end {
                ui.painter().hline(visible.x_range(), corner(0, generation).y, line);
            }
        }
        ui.painter().rect_stroke(area, 0, Stroke::new(1.0, Tokens::of(ui).line), StrokeKind::Outside);
    }

    fn interact(&mut self, ui: &Ui, diagram: Diagram, area: Rect, part: &Part) -> SpaceTimeInput {
        let Diagram { rows, zoom, .. } = diagram;
        let mut input = SpaceTimeInput::default();
        let response = ui.interact(area, diagram_id(ui), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, "preview"));
        // Dragging paints the start row; elsewhere a finger scrolls.
        let row = Rect::from_min_size(area.min, vec2(area.width(), zoom));
        let row = ui.interact(row, ui.scope_id().with("first generation"), Sense::CLICK | Sense::DRAG);
        // A click may begin and end within one frame.
        let mut tapped = row.clicked() || row.secondary_clicked();
        let mut backwards = row.long_touched();
        let mut hovered = response.hovered() || row.hovered();
        let mut pressed = row.is_pointer_button_down_on();
        let named = zoom >= MIN_GRID_ZOOM && part.generations.start == 0;
        for cell in if named { part.cells.clone() } else { 0..0 } {
            let square = square(area, zoom, CellPosition { cell, generation: 0 });
            let response =
                ui.interact(square, ui.scope_id().with(("start", cell)), Sense::CLICK | Sense::DRAG);
            let state = rows.row(0)[cell];
            response.widget_info(|| {
                WidgetInfo::labeled(Role::Button, true, format!("start cell {}, state {state}", cell + 1))
            });
            hovered |= response.hovered();
            pressed |= response.is_pointer_button_down_on();
            backwards |= response.long_touched();
            if response.clicked() || response.secondary_clicked() {
                if response.long_touched() || ui.input(|input| input.pointer.any_released()) {
                    tapped = true;
                } else {
                    // The click comes from the keyboard or from a screen reader.
                    input.painted = Some((cell..=cell, next_state(diagram, cell, false)));
                }
            }
        }
        let pointer = ui.input(|input| {
            backwards |=
                input.pointer.secondary_down() || input.pointer.button_released(PointerButton::Secondary);
            // A stroke begins where the pointer was pressed.
            let origin = input.pointer.press_origin().filter(|_| pressed && self.brush.is_none());
            origin.or(input.pointer.interact_pos())
        });
        let pointer = pointer.filter(|_| hovered || pressed);
        let draws = pressed && press_draws(ui);
        let hovered = pointer.and_then(|pointer| cell_at(rows, area.min, zoom, pointer));
        input.hovered = hovered.filter(|position| position.generation < diagram.shown);
        if let Some(position) = input.hovered {
            let frame = square(area, zoom, position);
            let stroke = Stroke::new(1.5, Tokens::of(ui).accent);
            ui.painter().rect_stroke(frame, 0, stroke, StrokeKind::Outside);
            if (draws || tapped) && (position.generation == 0 || self.brush.is_some()) {
                let next = next_state(diagram, position.cell, backwards);
                input.painted = self.drag_brush(position.cell, next).or(input.painted);
            } else if response.clicked_by(PointerButton::Primary) && position.generation > 0 {
                input.clicked = Some(position);
            }
        }
        if !pressed {
            self.brush = None;
        }
        input
    }

    /// Moves the brush to a cell, with `first_state` if painting starts here. Returns the cells to paint: also the cells
    /// between two pointer positions.
    fn drag_brush(&mut self, cell: usize, first_state: State) -> Option<(RangeInclusive<usize>, State)> {
        let brush = self.brush.replace(Brush { state: first_state, last_cell: cell });
        let Some(Brush { state, last_cell }) = brush else { return Some((cell..=cell, first_state)) };
        self.brush = Some(Brush { state, last_cell: cell });
        (last_cell != cell).then(|| (cell.min(last_cell)..=cell.max(last_cell), state))
    }
}

/// The widget that gets the focus.
fn diagram_id(ui: &Ui) -> Id {
    ui.scope_id().with("cells")
}

/// The state that a cell of the start row gets next, or the one before it.
fn next_state(diagram: Diagram, cell: usize, backwards: bool) -> State {
    let states = diagram.style.states();
    let step = if backwards { states - 1 } else { 1 };
    (diagram.rows.row(0)[cell] + step) % states
}

fn square(area: Rect, zoom: f32, position: CellPosition) -> Rect {
    let offset = vec2(position.cell as f32, position.generation as f32) * zoom;
    Rect::from_min_size(area.min + offset, Vec2::splat(zoom))
}

/// The cell at a position on the screen.
fn cell_at(rows: &SpaceTime, origin: Pos2, zoom: f32, pointer: Pos2) -> Option<CellPosition> {
    let offset = ((pointer - origin) / zoom).floor();
    if offset.x < 0.0 || offset.y < 0.0 {
        return None;
    }
    let position = CellPosition { cell: offset.x as usize, generation: offset.y as usize };
    (position.cell < rows.width() && position.generation < rows.generations()).then_some(position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automaton::{Boundary, Colour, evolve, wolfram};
    use egui::{Context, Event, Key, Modifiers, RawInput, pos2};

    /// A view of three generations of rule 90, driven by pointer events.
    struct Window {
        ctx: Context,
        view: SpaceTimeView,
        rows: SpaceTime,
        time: f64,
    }

    impl Window {
        fn open() -> Window {
            let rows = evolve(&wolfram::table(2, "90").unwrap(), Boundary::default(), &[0, 0, 1, 0, 0], 3);
            let mut window =
                Window { ctx: Context::default(), view: SpaceTimeView::default(), rows, time: 0.0 };
            window.frame(Vec::new());
            window
        }

        fn frame(&mut self, events: Vec<Event>) -> SpaceTimeInput {
            let screen = Rect::from_min_size(Pos2::ZERO, vec2(400.0, 300.0));
            self.time += 1.0 / 60.0;
            let (rows, view) = (&self.rows, &mut self.view);
            let colours = [0, 1].map(|state| Colour::default_for(state).0);
            let style = CellStyle::new(colours, None, true, Tokens::new(false));
            let diagram = Diagram {
                rows,
                version: 1,
                style: &style,
                zoom: 20.0,
                shown: 3,
                scroll_to_last: false,
                is_alone: true,
            };
            let mut input = SpaceTimeInput::default();
            let raw =
                RawInput { screen_rect: Some(screen), time: Some(self.time), events, ..RawInput::default() };
            self.ctx.run_ui(raw, |ui| input = view.ui(ui, diagram, 250.0)).textures_delta.clear();
            input
        }

        /// Moves the pointer to a cell, wherever the view has placed it.
        fn point(&mut self, cell: usize, generation: usize) -> (Pos2, SpaceTimeInput) {
            for (x, y) in (0..40).flat_map(|x| (0..30).map(move |y| (x, y))) {
                let pointer = pos2(x as f32 * 10.0 + 5.0, y as f32 * 10.0 + 5.0);
                self.frame(vec![Event::PointerMoved(pointer)]);
                let input = self.frame(Vec::new());
                if input.hovered == Some(CellPosition { cell, generation }) {
                    return (pointer, input);
                }
            }
            panic!("cell {cell} of generation {generation} is not visible");
        }

        fn button(&mut self, pos: Pos2, button: PointerButton, pressed: bool) -> SpaceTimeInput {
            self.frame(vec![Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE }])
        }
    }

    #[test]
    fn a_click_below_the_start_row_returns_the_cell() {
        let mut window = Window::open();
        let (pointer, input) = window.point(3, 2);
        assert_eq!((input.clicked, input.painted), (None, None));
        let pressed = window.button(pointer, PointerButton::Primary, true);
        assert_eq!((pressed.clicked, pressed.painted), (None, None));
        let released = window.button(pointer, PointerButton::Primary, false);
        assert_eq!(released.clicked, Some(CellPosition { cell: 3, generation: 2 }));
        assert_eq!(released.painted, None);
    }

    #[test]
    fn pressing_on_the_start_row_paints_it() {
        let mut window = Window::open();
        let (end, _) = window.point(4, 0);
        let (start, _) = window.point(1, 0);
        let pressed = window.button(start, PointerButton::Primary, true);
        assert_eq!(pressed.painted, Some((1..=1, 1)));
        let dragged = window.frame(vec![Event::PointerMoved(end)]);
        assert_eq!(dragged.painted, Some((1..=4, 1)));
        let released = window.button(end, PointerButton::Primary, false);
        assert_eq!((released.painted, released.clicked), (None, None));
        let pressed = window.button(end, PointerButton::Primary, true);
        assert_eq!(pressed.painted, Some((4..=4, 1)), "the brush is new");
    }

    #[test]
    fn keys_move_a_cursor_on_the_start_row_and_change_its_cell() {
        let mut window = Window::open();
        let mut key = |key, modifiers| {
            let event = Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
            window.frame(vec![event])
        };
        let at = |cell| Some(CellPosition { cell, generation: 0 });
        assert_eq!(
            key(Key::Space, Modifiers::NONE),
            SpaceTimeInput { hovered: at(2), ..SpaceTimeInput::default() }
        );
        assert_eq!(key(Key::ArrowRight, Modifiers::NONE).hovered, at(3));
        assert_eq!(key(Key::Space, Modifiers::NONE).painted, Some((3..=3, 1)));
        for _ in 0..9 {
            key(Key::ArrowLeft, Modifiers::NONE);
        }
        let changed = key(Key::Space, Modifiers::SHIFT);
        assert_eq!((changed.hovered, changed.painted), (at(0), Some((0..=0, 1))));
        assert_eq!(key(Key::Space, Modifiers::COMMAND).painted, None);
    }

    #[test]
    fn the_pointer_finds_its_cell() {
        let rows = evolve(&wolfram::table(2, "90").unwrap(), Boundary::default(), &[0, 1, 0], 2);
        let find = |x: f32, y: f32| cell_at(&rows, pos2(100.0, 50.0), 10.0, pos2(x, y));
        assert_eq!(find(100.0, 50.0), Some(CellPosition { cell: 0, generation: 0 }));
        assert_eq!(find(129.9, 69.9), Some(CellPosition { cell: 2, generation: 1 }));
        for (x, y) in [(99.9, 50.0), (100.0, 49.9), (130.0, 50.0), (100.0, 70.0)] {
            assert_eq!(find(x, y), None, "{x}, {y}");
        }
    }

    #[test]
    fn dragging_paints_the_first_state_and_skips_no_cell() {
        let mut view = SpaceTimeView::default();
        assert_eq!(view.drag_brush(4, 2), Some((4..=4, 2)));
        assert_eq!(view.drag_brush(4, 0), None, "this cell is painted already");
        assert_eq!(view.drag_brush(7, 0), Some((4..=7, 2)));
        assert_eq!(view.drag_brush(5, 1), Some((5..=7, 2)));
    }
}
