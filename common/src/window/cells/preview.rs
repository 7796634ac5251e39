//! The preview: how an automaton evolves from a start row that the user chooses, at any zoom.

use super::playback::Playback;
use super::{CellPosition, CellStyle, Diagram, PLAY_SPEEDS, PreviewStart, SpaceTimeView};
use crate::automaton::{Automaton, SpaceTime, State, Triple, evolve};
use crate::window::{ZoomSteps, combo_box, quiet, zoom_gesture};
use egui::{Button, ComboBox, Label, Rect, Role, Slider, Stroke, TextStyle, Ui, Vec2, WidgetInfo, vec2};
use std::ops::RangeInclusive;
use std::time::Duration;

/// The sizes that a cell may have.
const ZOOM_LEVELS: [f32; 13] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0, 16.0, 20.0, 28.0, 40.0];
/// How many screens of generations are computed.
const PAGES: usize = 8;
/// The maximum number of computed cells.
const MAX_CELLS: usize = 1 << 22;
/// The maximum number of generations, unless a file has more.
const MAX_GENERATIONS: usize = 20_000;
/// In one row there is a button for steps if this width is left for it and for what comes after it.
const MIN_STEP: f32 = 215.0;
/// Two fingers change the cell size when their distance has changed by this factor, as a logarithm.
const PINCH_STEP: f32 = 0.2;
/// The maximum seed of random cells.
const MAX_SEED: u64 = 999_999;
/// The width of the button that maximises the preview.
const MAXIMISE: f32 = 34.0;
/// The space between controls.
const CONTROL_SPACING: f32 = 6.0;
/// Below this height there is only one row of controls and no description.
const COMPACT: f32 = 240.0;

/// What the user did in the preview.
#[derive(Debug, Clone, PartialEq)]
pub enum PreviewEvent {
    /// The user painted on the start row of the automaton's file. This is the new row.
    StartRowPainted(Vec<State>),
    /// The user clicked a cell. This is the triple that it comes from.
    CellClicked(Triple),
    /// The user chose another cell size.
    ZoomChanged(f32),
    /// The user chose another speed.
    SpeedChanged(f32),
    /// The preview should fill the window, or get its normal size again.
    MaximiseToggled,
}

/// What the user has chosen about the preview. It belongs to the caller.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PreviewOptions {
    /// The side of a cell.
    pub zoom: f32,
    /// How fast it plays, in generations per second.
    pub speed: f32,
    /// Whether the preview fills the window.
    pub maximised: bool,
}

/// What the generations were computed for.
#[derive(Debug, Clone, PartialEq)]
struct CacheKey {
    revision: u64,
    start: PreviewStart,
    /// The highest state, if the states of the start row are swapped.
    swapped: Option<State>,
    cells: usize,
    generations: usize,
    /// How many generations fit into the space.
    visible_generations: usize,
}

/// The preview.
#[derive(Default)]
pub struct Preview {
    start: Option<PreviewStart>,
    /// The start row is shown with swapped states, except that of a file.
    negative: bool,
    /// The cell size of a file's picture. `None`: the largest size that fits.
    file_zoom: Option<f32>,
    rows: Option<(CacheKey, SpaceTime)>,
    /// Counts how often the generations were computed.
    version: u64,
    view: SpaceTimeView,
    pinch: ZoomSteps,
    playback: Playback,
    widths: ControlWidths,
}

/// The widths of the groups of controls when they were drawn last.
#[derive(Debug, Clone, Copy, Default)]
struct ControlWidths {
    start: f32,
    play: f32,
    zoom: f32,
}

impl ControlWidths {
    /// The width of a row with all controls.
    fn sum(self) -> f32 {
        self.start + self.play + self.zoom + MAXIMISE + 3.0 * CONTROL_SPACING
    }
}

impl Preview {
    /// Forgets everything; call this when another automaton is shown.
    pub fn reset(&mut self) {
        *self = Preview::default();
    }

    /// Swaps the states of the start row, or not: `s` becomes `k - 1 - s`. The row of a file stays as it is.
    pub fn show_negative(&mut self, negative: bool) {
        self.negative = negative;
    }

    /// The start row and the number of generations that are visible without scrolling.
    pub fn visible_picture(&self) -> Option<(Vec<State>, usize)> {
        let (key, rows) = self.rows.as_ref()?;
        Some((rows.row(0).to_vec(), key.visible_generations))
    }

    /// Starts, continues or pauses the evolution.
    pub fn toggle_playing(&mut self) {
        self.playback.toggle(self.max_generations());
    }

    /// Shows one more generation.
    pub fn step(&mut self) {
        self.playback.step(self.max_generations());
    }

    /// Shows all generations again.
    pub fn show_all(&mut self) {
        self.playback.show_all();
    }

    /// Whether the evolution is playing.
    pub fn is_playing(&self) -> bool {
        self.playback.is_playing()
    }

    /// The number of generations up to which the evolution plays.
    fn max_generations(&self) -> usize {
        self.rows.as_ref().map_or(1, |(key, rows)| match key.start {
            PreviewStart::File => rows.generations(),
            _ => max_generations(key.cells).max(rows.generations()),
        })
    }

    /// Draws the preview into the available space. `revision` changes with every change of the automaton.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        automaton: &Automaton,
        revision: u64,
        style: &CellStyle,
        options: PreviewOptions,
    ) -> Vec<PreviewEvent> {
        let mut events = Vec::new();
        let start = self.start(automaton);
        let compact = ui.available_height() < COMPACT;
        let one_row = compact || ui.available_width() >= self.widths.sum();
        let controls = match (compact, one_row) {
            (true, _) => 38.0,
            (false, true) => 66.0,
            (false, false) => 102.0,
        };
        let space = vec2(ui.available_width(), ui.available_height() - controls).max(Vec2::splat(24.0));
        let zoom = match automaton.start().filter(|_| start == PreviewStart::File) {
            Some((row, generations)) => {
                self.file_zoom.unwrap_or_else(|| fitting_zoom(row.len(), generations, space))
            }
            None => options.zoom,
        };
        events.extend(self.controls(ui, automaton, &start, zoom, options, (compact, one_row)));
        self.play(ui, options.speed);
        let start = self.start(automaton);
        self.compute(automaton, revision, &start, zoom, space);
        let area = Rect::from_min_size(ui.cursor().min, space);
        events.extend(self.zoom_by_wheel(ui, area, &start, zoom));
        let scroll_to_last = self.playback.take_scroll();
        let Some((_, rows)) = &self.rows else { return events };
        let shown = self.playback.shown(rows.generations());
        let is_alone = options.maximised;
        let diagram = Diagram { rows, version: self.version, style, zoom, shown, scroll_to_last, is_alone };
        let input = self.view.ui(ui, diagram, space.y);
        if !compact {
            let text = match input.hovered {
                Some(position) => describe_cell(automaton, rows, position),
                None if !self.playback.shows_all() => format!("Generation {}.", shown - 1),
                None => describe_size(automaton, rows, &start),
            };
            ui.add(Label::new(quiet(text)).truncate());
        }
        if let Some(CellPosition { cell, generation }) = input.clicked {
            let row = rows.row(generation - 1);
            events.push(PreviewEvent::CellClicked(automaton.boundary().neighbourhood(row, cell)));
        }
        if let Some((cells, state)) = input.painted {
            events.extend(self.paint_start_row(cells, state));
        }
        events
    }

    /// The controls above the diagram, in one row or in two.
    fn controls(
        &mut self,
        ui: &mut Ui,
        automaton: &Automaton,
        start: &PreviewStart,
        zoom: f32,
        options: PreviewOptions,
        (compact, one_row): (bool, bool),
    ) -> Vec<PreviewEvent> {
        let mut events = Vec::new();
        let mut widths = self.widths;
        // A row that is lower than its buttons would grow while they are added, and each would be at another height.
        let button = ui.text_style_height(&TextStyle::Button) + 2.0 * ui.spacing().button_padding.y;
        let height = std::mem::replace(&mut ui.spacing_mut().interact_size.y, button);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = CONTROL_SPACING;
            widths.start = group(ui, |ui| self.start_controls(ui, automaton, start, compact));
            if one_row {
                widths.play = group(ui, |ui| events.extend(self.play_controls(ui, options.speed, compact)));
            }
            // From left to right, because Tab goes through the buttons in the order in which they are added.
            let right = widths.zoom + if one_row { CONTROL_SPACING + MAXIMISE } else { 0.0 };
            ui.add_space((ui.available_width() - right).max(0.0));
            widths.zoom = group(ui, |ui| events.extend(self.zoom_controls(ui, start, zoom)));
            if one_row {
                events.extend(maximise_button(ui, options.maximised));
            }
        });
        if !one_row {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = CONTROL_SPACING;
                widths.play = group(ui, |ui| events.extend(self.play_controls(ui, options.speed, false)));
                ui.add_space((ui.available_width() - MAXIMISE).max(0.0));
                events.extend(maximise_button(ui, options.maximised));
            });
        }
        ui.spacing_mut().interact_size.y = height;
        let before = std::mem::replace(&mut self.widths, widths);
        if (before.sum() - widths.sum()).abs() > 0.5 || (before.zoom - widths.zoom).abs() > 0.5 {
            ui.ctx().request_discard("the controls have another width");
        }
        events
    }

    /// Shows the generations that are due, and asks for the next frame.
    fn play(&mut self, ui: &Ui, speed: f32) {
        let all = self.max_generations();
        self.playback.advance(ui.input(|input| input.time), speed, all);
        if self.playback.is_playing() {
            let next = Duration::from_secs_f32(1.0 / speed.clamp(1.0, 60.0));
            ui.ctx().request_repaint_after(next);
        }
    }

    /// The chosen start, or the default one.
    fn start(&mut self, automaton: &Automaton) -> PreviewStart {
        let gone = self.start == Some(PreviewStart::File) && automaton.start().is_none();
        match &self.start {
            Some(start) if !gone => start.clone(),
            _ => self.start.insert(PreviewStart::default_for(automaton)).clone(),
        }
    }

    fn start_controls(&mut self, ui: &mut Ui, automaton: &Automaton, start: &PreviewStart, compact: bool) {
        if !compact && ui.available_width() >= 330.0 {
            ui.label("Start");
        }
        let seed = if let PreviewStart::Random(seed) = start { *seed } else { 1 };
        let combo = ComboBox::from_id_salt("start").width(if compact { 110.0 } else { 130.0 });
        let combo = combo.selected_text(start.name());
        let combo = combo_box(ui, combo, |ui, list| {
            let file = automaton.start().map(|_| PreviewStart::File);
            let drawn = match start {
                PreviewStart::Drawn(_) => start.clone(),
                _ => PreviewStart::Drawn(vec![1]),
            };
            let others = [PreviewStart::Single, PreviewStart::Random(seed), drawn];
            for choice in file.into_iter().chain(others) {
                if list.entry(ui, choice == *start, choice.name()).clicked() {
                    self.start = Some(choice);
                }
            }
        });
        let label = format!("start: {}", start.name());
        combo.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, &label));
        if matches!(start, PreviewStart::Random(_))
            && !compact
            && ui.button("Another").on_hover_text("Use other random cells").clicked()
        {
            self.start = Some(PreviewStart::Random(seed % MAX_SEED + 1));
        }
    }

    /// Buttons to play and to step, and the speed.
    fn play_controls(&mut self, ui: &mut Ui, speed: f32, compact: bool) -> Option<PreviewEvent> {
        let name = if self.is_playing() { "Pause" } else { "Play" };
        let play = ui.add(Button::new(name).min_size(vec2(62.0, 0.0)));
        if play.on_hover_text("Show the evolution generation by generation").clicked() {
            self.toggle_playing();
        }
        // A narrow row has no room for it.
        let steps = !compact || ui.available_width() >= MIN_STEP;
        if steps && ui.button("Step").on_hover_text("Show one more generation").clicked() {
            self.step();
        }
        if compact {
            return None;
        }
        let all = ui.add_enabled(!self.playback.shows_all(), Button::new("All"));
        if all.on_hover_text("Show all generations").clicked() {
            self.show_all();
        }
        let mut chosen = speed;
        let narrow = ui.available_width() < 190.0;
        ui.spacing_mut().slider_width = 70.0;
        let slider = Slider::new(&mut chosen, PLAY_SPEEDS).logarithmic(true).fixed_decimals(0).suffix(" /s");
        let slider = ui.add(slider.show_value(!narrow));
        let slider = slider.on_hover_text(format!("Speed: {chosen:.0} generations per second"));
        slider.widget_info(|| WidgetInfo::slider(true, f64::from(speed), "speed"));
        (chosen.to_bits() != speed.to_bits()).then_some(PreviewEvent::SpeedChanged(chosen))
    }

    fn zoom_controls(&mut self, ui: &mut Ui, start: &PreviewStart, zoom: f32) -> Option<PreviewEvent> {
        let (larger, smaller) = zoom_steps(zoom);
        let mut chosen = None;
        if *start == PreviewStart::File && ui.button("Fit").on_hover_text("Show the whole picture").clicked()
        {
            self.file_zoom = None;
        }
        let minus = Button::new("−").min_size(vec2(30.0, 0.0));
        if ui.add_enabled(smaller.is_some(), minus).on_hover_text("Smaller cells").clicked() {
            chosen = smaller;
        }
        let plus = Button::new("+").min_size(vec2(30.0, 0.0));
        if ui.add_enabled(larger.is_some(), plus).on_hover_text("Larger cells").clicked() {
            chosen = larger;
        }
        self.set_zoom(start, chosen?)
    }

    /// Ctrl with the wheel over the diagram, or two fingers, change the size of the cells.
    fn zoom_by_wheel(
        &mut self,
        ui: &Ui,
        area: Rect,
        start: &PreviewStart,
        zoom: f32,
    ) -> Option<PreviewEvent> {
        let (larger, smaller) = zoom_steps(zoom);
        let gesture = zoom_gesture(ui, area)?;
        let chosen = match gesture.factor {
            factor if gesture.is_touch => match self.pinch.add(factor, PINCH_STEP) {
                Some(true) => larger,
                Some(false) => smaller,
                None => None,
            },
            wheel if wheel > 1.01 => larger,
            wheel if wheel < 0.99 => smaller,
            _ => None,
        };
        self.set_zoom(start, chosen?)
    }

    /// Sets the cell size of a file's picture; that of other pictures belongs to the caller.
    fn set_zoom(&mut self, start: &PreviewStart, zoom: f32) -> Option<PreviewEvent> {
        if *start == PreviewStart::File {
            self.file_zoom = Some(zoom);
            return None;
        }
        Some(PreviewEvent::ZoomChanged(zoom))
    }

    /// Computes the generations if something has changed.
    fn compute(
        &mut self,
        automaton: &Automaton,
        revision: u64,
        start: &PreviewStart,
        zoom: f32,
        space: Vec2,
    ) {
        let picture = automaton.start().filter(|_| *start == PreviewStart::File);
        let (cells, generations, visible_generations) = if let Some((row, generations)) = picture {
            (row.len(), generations.min((MAX_CELLS / row.len()).max(1)), generations)
        } else {
            // The scroll bar needs some of the width.
            let cells = (((space.x - 10.0) / zoom) as usize).clamp(3, 8192);
            let visible = ((space.y / zoom) as usize).clamp(1, 4096);
            // While it plays there is always another page to show.
            let shown = if self.playback.shows_all() { 0 } else { self.playback.shown(usize::MAX) };
            let pages = (shown / visible + 2).next_power_of_two().max(PAGES);
            (cells, (visible * pages).min(max_generations(cells)).max(visible), visible)
        };
        let swapped = (self.negative && *start != PreviewStart::File).then_some(automaton.states() - 1);
        let start = start.clone();
        let key = CacheKey { revision, start, swapped, cells, generations, visible_generations };
        if self.rows.as_ref().is_some_and(|(known, _)| *known == key) {
            return;
        }
        let row = with_swapped(key.start.row(automaton, cells), swapped);
        self.rows = Some((key, evolve(&automaton.table(), automaton.boundary(), &row, generations)));
        self.version += 1;
    }

    /// Paints cells of the start row. The row of a file belongs to the caller.
    fn paint_start_row(&mut self, cells: RangeInclusive<usize>, state: State) -> Option<PreviewEvent> {
        let (key, rows) = self.rows.as_ref()?;
        let mut row = rows.row(0).to_vec();
        row[cells].fill(state);
        if key.start == PreviewStart::File {
            return Some(PreviewEvent::StartRowPainted(row));
        }
        self.start = Some(PreviewStart::Drawn(with_swapped(row, key.swapped)));
        None
    }
}

/// The row, with swapped states if the highest one is given.
fn with_swapped(mut row: Vec<State>, highest: Option<State>) -> Vec<State> {
    if let Some(highest) = highest {
        for state in &mut row {
            *state = highest.saturating_sub(*state);
        }
    }
    row
}

/// Draws a group of controls in a row and returns its width.
fn group(ui: &mut Ui, controls: impl FnOnce(&mut Ui)) -> f32 {
    let left = ui.cursor().left();
    controls(ui);
    ui.min_rect().right() - left
}

/// A button with four corners as its picture.
fn maximise_button(ui: &mut Ui, maximised: bool) -> Option<PreviewEvent> {
    let (name, hint) = if maximised {
        ("Restore", "Show the rules and the tabs again")
    } else {
        ("Maximise", "Let the preview fill the window")
    };
    let button = ui.add(Button::new("").min_size(vec2(MAXIMISE, 28.0)));
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    let square = Rect::from_center_size(button.rect.center(), Vec2::splat(14.0));
    let stroke = Stroke::new(1.5, ui.visuals().text_color());
    for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
        // The corners point outwards to maximise, inwards to restore.
        let (from, arm) = if maximised { (2.5, 4.5) } else { (7.0, -4.5) };
        let corner = square.center() + vec2(x, y) * from;
        ui.painter().line_segment([corner, corner + vec2(x * arm, 0.0)], stroke);
        ui.painter().line_segment([corner, corner + vec2(0.0, y * arm)], stroke);
    }
    button.on_hover_text(hint).clicked().then_some(PreviewEvent::MaximiseToggled)
}

/// The next larger and the next smaller cell size.
fn zoom_steps(zoom: f32) -> (Option<f32>, Option<f32>) {
    let level = ZOOM_LEVELS.iter().position(|size| *size >= zoom).unwrap_or(ZOOM_LEVELS.len() - 1);
    let smaller = level.checked_sub(1).and_then(|level| ZOOM_LEVELS.get(level));
    (ZOOM_LEVELS.get(level + 1).copied(), smaller.copied())
}

/// The number of generations that can be shown without a file.
fn max_generations(cells: usize) -> usize {
    (MAX_CELLS / cells).clamp(1, MAX_GENERATIONS)
}

fn describe_cell(automaton: &Automaton, rows: &SpaceTime, position: CellPosition) -> String {
    let CellPosition { cell, generation } = position;
    let state = rows.row(generation)[cell];
    let name = match automaton.name(state) {
        "" => String::new(),
        name => format!(" ({name})"),
    };
    let origin = match generation.checked_sub(1) {
        None => String::new(),
        Some(above) => {
            format!(", from {}", automaton.boundary().neighbourhood(rows.row(above), cell))
        }
    };
    format!("Generation {generation}, cell {}: state {state}{name}{origin}", cell + 1)
}

fn describe_size(automaton: &Automaton, rows: &SpaceTime, start: &PreviewStart) -> String {
    let picture = automaton.start().filter(|_| *start == PreviewStart::File);
    let (cells, computed) = (rows.width(), rows.generations());
    let size = match picture {
        Some((_, all)) if all > computed => {
            format!("{cells} cells, the first {computed} of {all} generations.")
        }
        Some((_, all)) => format!("{cells} cells, {all} generations."),
        None => format!("{cells} cells."),
    };
    format!("{size} Draw on the first row.")
}

/// The largest cell size with which a picture fits into the space.
fn fitting_zoom(cells: usize, generations: usize, space: Vec2) -> f32 {
    let max = (space.x / cells as f32).min(space.y / generations as f32);
    ZOOM_LEVELS.into_iter().rev().find(|size| *size <= max).unwrap_or(ZOOM_LEVELS[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automaton::{AutomatonKind, Boundary, wolfram};

    #[test]
    fn pictures_are_as_large_as_fits() {
        assert!((fitting_zoom(10, 10, vec2(100.0, 200.0)) - 10.0).abs() < 0.1);
        assert!((fitting_zoom(10_000, 10, vec2(100.0, 200.0)) - 1.0).abs() < 0.1);
    }

    #[test]
    fn a_cell_is_described_with_the_triple_it_comes_from() {
        let rule = Automaton::new(AutomatonKind::Common, &wolfram::table(2, "110").unwrap()).unwrap();
        let rows = evolve(&rule.table(), rule.boundary(), &[0, 1, 1], 2);
        let describe = |cell, generation| describe_cell(&rule, &rows, CellPosition { cell, generation });
        assert_eq!(describe(0, 0), "Generation 0, cell 1: state 0 (white)");
        assert_eq!(describe(0, 1), "Generation 1, cell 1: state 1 (black), from 001");
        assert_eq!(describe(2, 1), "Generation 1, cell 3: state 1 (black), from 110");
    }

    #[test]
    fn only_the_painted_row_of_a_file_is_an_event() {
        let table = wolfram::table(2, "90").unwrap();
        let picture = Automaton::picture(&table, Boundary::default(), vec![0, 1, 0], 2);
        let mut preview = Preview::default();
        preview.compute(&picture, 1, &PreviewStart::File, 4.0, vec2(100.0, 100.0));
        assert_eq!(preview.visible_picture(), Some((vec![0, 1, 0], 2)));
        let event = preview.paint_start_row(0..=1, 1);
        assert_eq!(event, Some(PreviewEvent::StartRowPainted(vec![1, 1, 0])));
        preview.compute(&picture, 1, &PreviewStart::Single, 20.0, vec2(110.0, 100.0));
        assert_eq!(preview.paint_start_row(0..=0, 1), None);
        assert_eq!(preview.start, Some(PreviewStart::Drawn(vec![1, 0, 1, 0, 0])));
    }

    #[test]
    fn the_preview_of_swapped_states_is_the_negative() {
        let rule =
            Automaton::new(AutomatonKind::Common, &wolfram::table(3, "123456789012").unwrap()).unwrap();
        let mut preview = Preview::default();
        for start in [PreviewStart::Single, PreviewStart::Random(3), PreviewStart::Drawn(vec![2, 0, 1])] {
            let mut rows = |automaton: &Automaton, revision, negative| {
                preview.show_negative(negative);
                preview.compute(automaton, revision, &start, 5.0, vec2(100.0, 60.0));
                let (_, rows) = preview.rows.as_ref().unwrap();
                rows.rows().map(<[State]>::to_vec).collect::<Vec<_>>()
            };
            let before = rows(&rule, 1, false);
            let after = rows(&rule.conjugated(), 2, true);
            for (before, after) in before.into_iter().zip(after) {
                assert_eq!(after, with_swapped(before, Some(2)), "{start:?}");
            }
        }
        // What is painted is drawn in the negative, and undo brings the original back.
        preview.paint_start_row(0..=0, 2);
        let Some(PreviewStart::Drawn(row)) = &preview.start else { panic!("nothing is drawn") };
        assert_eq!(row[0], 0);
    }
}
