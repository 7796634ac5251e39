//! Hints: their marks on the board, and their stages in words.

use super::geometry::Geometry;
use super::paint;
use crate::hint::{Step, next_step};
use crate::layout::Layout;
use crate::rules::{HINT_COST, Puzzle, PuzzleView};
use crate::solver::{Deduction, Place, Reason};
use crate::text;
use common::job::Work;
use common::session::Hint;
use common::window::{Scene, UiAction, quiet};
use egui::{Color32, CornerRadius, Painter, Rect, Sense, Stroke, Ui};
use std::sync::Arc;

/// The step of the hint that is shown, found once.
#[derive(Debug, Default)]
pub struct HintStep {
    step: Option<(usize, String, Arc<Step>)>,
    /// The deduction under the pointer in the card: only its place is drawn.
    pointed: Option<usize>,
}

/// What a hint draws on the board.
pub struct HintMarks {
    step: Arc<Step>,
    stage: usize,
    pointed: Option<usize>,
}

impl HintStep {
    /// The step behind a hint of the shown position. The hint player has just found it, so this takes no time.
    pub fn of(&mut self, scene: &Scene<'_, Puzzle>) -> Option<HintMarks> {
        let hint = scene.hint.filter(|hint| !hint.stages.is_empty())?;
        let ply = scene.game.ply();
        let known = self.step.as_ref().is_some_and(|(at, text, _)| (*at, text) == (ply, &hint.text));
        if !known {
            let step = next_step(scene.game.view(), &Work::quiet())?;
            self.step = Some((ply, hint.text.clone(), step));
        }
        let (_, _, step) = self.step.as_ref()?;
        Some(HintMarks { step: Arc::clone(step), stage: hint.stage, pointed: self.pointed })
    }

    /// Whether there is a hint to show, or one is being searched for.
    pub fn is_shown(scene: &Scene<'_, Puzzle>) -> bool {
        scene.hint.is_some() || scene.game.is_hinting()
    }

    /// The stages so far, and the button for the next one: where there is little room, beside the heading.
    pub fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_, Puzzle>, low: bool) -> Option<UiAction> {
        self.pointed = None;
        if scene.game.is_hinting() {
            ui.label("Searching for a hint…");
            return None;
        }
        let hint: &Hint = scene.hint?;
        let marks = self.of(scene);
        let mut action = None;
        ui.spacing_mut().item_spacing.y = 6.0;
        let (stage, stages) = (hint.stage, hint.stages.len());
        let mut button = |ui: &mut Ui, text: String| {
            if stage + 1 < stages && ui.add_enabled(scene.active, egui::Button::new(text)).clicked() {
                action = Some(UiAction::Hint);
            }
        };
        let is_last = stage + 2 == stages;
        ui.horizontal(|ui| {
            ui.label(super::heading(&format!("Hint, stage {} of {stages}", stage + 1)));
            if low {
                let verb = if is_last { "Enter" } else { "Next" };
                button(ui, format!("{verb}: −{HINT_COST} points"));
            }
        });
        // The newest stage comes first: in a low window it must be in sight.
        let without_prompt = |text: &str| text.split(" Ask again for more").next().map(str::to_owned);
        match (&marks, hint.stages.get(stage)) {
            (Some(marks), _) if stage == 2 => self.reason(ui, scene.game.view(), marks),
            (_, text) => _ = ui.label(text.and_then(|text| without_prompt(text)).unwrap_or_default()),
        }
        if !low {
            let verb = if is_last { "Enter the value" } else { "Next stage" };
            button(ui, format!("{verb} (costs {HINT_COST} points)"));
        }
        for text in hint.stages.iter().take(stage).filter_map(|text| without_prompt(text)) {
            ui.label(quiet(text));
        }
        action
    }

    /// The deductions one below the other. The one under the pointer is drawn alone on the board.
    fn reason(&mut self, ui: &mut Ui, view: &PuzzleView, marks: &HintMarks) {
        let why = &marks.step.why;
        if why.steps.len() < 2 {
            ui.label(text::reason(view, &marks.step));
            return;
        }
        for (n, deduction) in why.steps.iter().enumerate() {
            let line = format!("{}.  {}", n + 1, text::deduction_text(view.layout(), deduction));
            let label = ui.add(egui::Label::new(line).sense(Sense::hover()));
            if label.hovered() {
                self.pointed = Some(n);
            }
        }
        ui.label(quiet("Point at a step to see it on the board."));
    }
}

/// The rows that the first stage of a hint names: a third of the board.
fn region(layout: &Layout, row: usize) -> std::ops::Range<usize> {
    let height = layout.height();
    let third = |row: usize| match row {
        row if 3 * row < height => 0,
        row if 3 * row >= 2 * height => 2,
        _ => 1,
    };
    let of = third(row);
    let first = (0..height).find(|row| third(*row) == of).unwrap_or(0);
    let end = (first..height).find(|row| third(*row) != of).unwrap_or(height);
    first..end
}

/// The windows and pairs of rows that deductions look at, each once.
fn places(steps: &[Deduction]) -> Vec<Place> {
    let mut found = Vec::new();
    for step in steps {
        match &step.reason {
            Reason::Place(place) => found.push(*place),
            Reason::Probe(conflict) => {
                found.extend(places(&conflict.chain));
                found.push(conflict.place);
            }
        }
    }
    let mut once: Vec<Place> = Vec::new();
    for place in found {
        if !once.contains(&place) {
            once.push(place);
        }
    }
    once
}

/// Paints what a stage of a hint says.
pub fn paint_marks(
    painter: &Painter,
    geometry: &Geometry,
    view: &PuzzleView,
    marks: &HintMarks,
    color: Color32,
) {
    let why = &marks.step.why;
    let cell = geometry.rect(why.cell);
    if marks.stage == 0 {
        let at = view.layout().cell(why.cell);
        let rows = region(view.layout(), at.row);
        let area = geometry.cell(rows.start, at.column).union(geometry.cell(rows.end - 1, at.column));
        painter.rect_filled(area.expand(2.0), CornerRadius::same(3), color.gamma_multiply(0.22));
        paint::frame(painter, area.expand(2.0), 2.0, color);
        return;
    }
    if marks.stage >= 2 {
        let steps = marks.pointed.and_then(|n| why.steps.get(n)).map_or(&why.steps[..], std::slice::from_ref);
        paint_places(painter, geometry, &places(steps), color);
        for (evidence, _) in &why.evidence {
            paint::frame(painter, geometry.rect(*evidence).shrink(2.0), 2.0, color);
        }
        if let [deduction] = steps {
            paint::frame(painter, geometry.rect(deduction.cell).expand(1.0), 3.0, color);
        }
    }
    paint::frame(painter, cell.expand(1.0), 3.0, color);
}

fn paint_places(painter: &Painter, geometry: &Geometry, places: &[Place], color: Color32) {
    // Windows overlap, and a cell is tinted once.
    let mut tinted: Vec<Rect> = Vec::new();
    for place in places {
        match place {
            Place::Window(result) => tinted.extend(geometry.window(*result).into_iter().flatten()),
            Place::RowPair(row) => tinted.push(pair_of_rows(geometry, *row)),
        }
    }
    for (n, rect) in tinted.iter().enumerate() {
        if !tinted[..n].contains(rect) {
            painter.rect_filled(*rect, CornerRadius::ZERO, color.gamma_multiply(0.14));
        }
    }
    for place in places {
        match place {
            Place::Window(result) => {
                if let Some(window) = geometry.window(*result) {
                    paint::window_outline(painter, window, Stroke::new(1.5, color));
                }
            }
            Place::RowPair(row) => {
                paint::frame(painter, pair_of_rows(geometry, *row).expand(2.0), 1.5, color);
            }
        }
    }
}

fn pair_of_rows(geometry: &Geometry, row: usize) -> Rect {
    geometry.cell(row, 0).union(geometry.cell(row + 1, geometry.columns - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automaton_ref::AutomatonRef;
    use common::automaton::Boundary;

    #[test]
    fn the_three_regions_cover_the_board() {
        for height in 3..=40 {
            let automaton = AutomatonRef::default();
            let layout = Layout::new(automaton.automaton(), Boundary::default(), 3, height).unwrap();
            for row in 0..height {
                assert!(region(&layout, row).contains(&row));
            }
            let first = region(&layout, 0);
            let middle = region(&layout, first.end);
            assert_eq!(region(&layout, height - 1), middle.end..height);
        }
    }
}
