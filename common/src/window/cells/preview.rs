//! The preview: how an automaton evolves from a start row that the user chooses, at any zoom.

use super::{CellPosition, CellStyle, Diagram, PreviewStart, SpaceTimeView};
use crate::automaton::{Automaton, SpaceTime, State, Triple, evolve};
use crate::window::quiet;
use egui::{Button, ComboBox, Label, Rect, Role, Ui, Vec2, WidgetInfo, vec2};
use std::ops::RangeInclusive;

/// The sizes that a cell may have.
const ZOOM_LEVELS: [f32; 13] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0, 16.0, 20.0, 28.0, 40.0];
/// How many screens of generations are computed.
const PAGES: usize = 8;
/// The maximum number of computed cells.
const MAX_CELLS: usize = 1 << 22;
/// The maximum seed of random cells.
const MAX_SEED: u64 = 999_999;

/// What the user did in the preview.
#[derive(Debug, Clone, PartialEq)]
pub enum PreviewEvent {
    /// The user painted on the start row of the automaton's file. This is the new row.
    StartRowPainted(Vec<State>),
    /// The user clicked a cell. This is the triple that it comes from.
    CellClicked(Triple),
    /// The user chose another cell size.
    ZoomChanged(f32),
}

/// What the generations were computed for.
#[derive(Debug, Clone, PartialEq)]
struct CacheKey {
    revision: u64,
    start: PreviewStart,
    cells: usize,
    generations: usize,
    /// How many generations fit into the space.
    visible_generations: usize,
}

/// The preview.
#[derive(Default)]
pub struct Preview {
    start: Option<PreviewStart>,
    /// The cell size of a file's picture. `None`: the largest size that fits.
    file_zoom: Option<f32>,
    rows: Option<(CacheKey, SpaceTime)>,
    /// Counts how often the generations were computed.
    version: u64,
    view: SpaceTimeView,
}

impl Preview {
    /// Forgets everything; call this when another automaton is shown.
    pub fn reset(&mut self) {
        *self = Preview::default();
    }

    /// The start row and the number of generations that are visible without scrolling.
    pub fn visible_picture(&self) -> Option<(Vec<State>, usize)> {
        let (key, rows) = self.rows.as_ref()?;
        Some((rows.row(0).to_vec(), key.visible_generations))
    }

    /// Draws the preview into the available space. `revision` changes with every change of the automaton.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        automaton: &Automaton,
        revision: u64,
        style: &CellStyle,
        zoom: f32,
    ) -> Vec<PreviewEvent> {
        let mut events = Vec::new();
        let start = self.start(automaton);
        let space = vec2(ui.available_width(), ui.available_height() - 66.0).max(Vec2::splat(24.0));
        let zoom = match automaton.start().filter(|_| start == PreviewStart::File) {
            Some((row, generations)) => {
                self.file_zoom.unwrap_or_else(|| fitting_zoom(row.len(), generations, space))
            }
            None => zoom,
        };
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            self.start_controls(ui, automaton, &start);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                events.extend(self.zoom_controls(ui, &start, zoom, space));
            });
        });
        let start = self.start(automaton);
        self.compute(automaton, revision, &start, zoom, space);
        let Some((_, rows)) = &self.rows else { return events };
        let diagram = Diagram { rows, version: self.version, style, zoom };
        let input = self.view.ui(ui, diagram, space.y);
        let text = match input.hovered {
            Some(position) => describe_cell(automaton, rows, position),
            None => describe_size(automaton, rows, &start),
        };
        ui.add(Label::new(quiet(text)).truncate());
        if let Some(CellPosition { cell, generation }) = input.clicked {
            let row = rows.row(generation - 1);
            events.push(PreviewEvent::CellClicked(automaton.boundary().neighbourhood(row, cell)));
        }
        if let Some((cells, state)) = input.painted {
            events.extend(self.paint_start_row(cells, state));
        }
        events
    }

    /// The chosen start, or the default one.
    fn start(&mut self, automaton: &Automaton) -> PreviewStart {
        let gone = self.start == Some(PreviewStart::File) && automaton.start().is_none();
        match &self.start {
            Some(start) if !gone => start.clone(),
            _ => self.start.insert(PreviewStart::default_for(automaton)).clone(),
        }
    }

    fn start_controls(&mut self, ui: &mut Ui, automaton: &Automaton, start: &PreviewStart) {
        let narrow = ui.available_width() < 330.0;
        if !narrow {
            ui.label("Start");
        }
        let seed = if let PreviewStart::Random(seed) = start { *seed } else { 1 };
        let combo = ComboBox::from_id_salt("start").width(130.0).selected_text(start.name());
        let combo = combo.show_ui(ui, |ui| {
            let file = automaton.start().map(|_| PreviewStart::File);
            let drawn = match start {
                PreviewStart::Drawn(_) => start.clone(),
                _ => PreviewStart::Drawn(vec![1]),
            };
            let others = [PreviewStart::Single, PreviewStart::Random(seed), drawn];
            for choice in file.into_iter().chain(others) {
                if ui.selectable_label(choice == *start, choice.name()).clicked() {
                    self.start = Some(choice);
                }
            }
        });
        let label = format!("start: {}", start.name());
        combo.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, &label));
        if matches!(start, PreviewStart::Random(_))
            && ui.button("Another").on_hover_text("Use other random cells").clicked()
        {
            self.start = Some(PreviewStart::Random(seed % MAX_SEED + 1));
        }
    }

    fn zoom_controls(
        &mut self,
        ui: &mut Ui,
        start: &PreviewStart,
        zoom: f32,
        space: Vec2,
    ) -> Option<PreviewEvent> {
        let level = ZOOM_LEVELS.iter().position(|size| *size >= zoom).unwrap_or(ZOOM_LEVELS.len() - 1);
        let larger = ZOOM_LEVELS.get(level + 1);
        let smaller = level.checked_sub(1).and_then(|level| ZOOM_LEVELS.get(level));
        let mut chosen = None;
        let plus = Button::new("+").min_size(vec2(30.0, 0.0));
        if ui.add_enabled(larger.is_some(), plus).on_hover_text("Larger cells").clicked() {
            chosen = larger;
        }
        let minus = Button::new("−").min_size(vec2(30.0, 0.0));
        if ui.add_enabled(smaller.is_some(), minus).on_hover_text("Smaller cells").clicked() {
            chosen = smaller;
        }
        if *start == PreviewStart::File && ui.button("Fit").on_hover_text("Show the whole picture").clicked()
        {
            self.file_zoom = None;
        }
        let diagram = Rect::from_min_size(ui.min_rect().left_bottom(), space);
        let wheel = ui.input(|input| {
            let inside = input.pointer.hover_pos().is_some_and(|pointer| pointer.y > diagram.top());
            if inside { input.zoom_delta() } else { 1.0 }
        });
        if wheel > 1.01 {
            chosen = larger;
        } else if wheel < 0.99 {
            chosen = smaller;
        }
        let chosen = *chosen?;
        if *start == PreviewStart::File {
            self.file_zoom = Some(chosen);
            return None;
        }
        Some(PreviewEvent::ZoomChanged(chosen))
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
        let max_generations = |cells: usize| (MAX_CELLS / cells).max(1);
        let picture = automaton.start().filter(|_| *start == PreviewStart::File);
        let (cells, generations, visible_generations) = if let Some((row, generations)) = picture {
            (row.len(), generations.min(max_generations(row.len())), generations)
        } else {
            // The scroll bar needs some of the width.
            let cells = (((space.x - 10.0) / zoom) as usize).clamp(3, 8192);
            let visible = ((space.y / zoom) as usize).clamp(1, 4096);
            (cells, (visible * PAGES).min(max_generations(cells)).max(visible), visible)
        };
        let key = CacheKey { revision, start: start.clone(), cells, generations, visible_generations };
        if self.rows.as_ref().is_some_and(|(known, _)| *known == key) {
            return;
        }
        let row = start.row(automaton, cells);
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
        self.start = Some(PreviewStart::Drawn(row));
        None
    }
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
}
