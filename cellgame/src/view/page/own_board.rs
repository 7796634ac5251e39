//! A board of one's own: the cells are entered by hand, and the solver says whether it is a puzzle.

use super::automaton_picker::AutomatonPicker;
use super::new_puzzle::{plan_choice, size_fields};
use crate::automaton_ref::AutomatonRef;
use crate::id::Size;
use crate::layout;
use crate::rules::{PuzzleSetup, read_board, write_board};
use crate::solver::{Analysis, analyse};
use crate::text::grade_about;
use crate::view::cell_grid::{CellGrid, GridEvent};
use common::automaton::{Automaton, AutomatonKind, Boundary, State};
use common::job::{JobError, Task, TaskJob, Work};
use common::window::cells::CellStyle;
use common::window::{Tokens, UiAction, UiOptions, card, page, primary_button, quiet, theme};
use common::words::sentence;
use egui::{
    Align, CentralPanel, Frame, Label, Layout, Panel, ProgressBar, RichText, ScrollArea, TextEdit, Ui, vec2,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

const AUTOMATON: &str = "own_automaton";
const PLAN: &str = "own_plan";
const BOARD: &str = "own_board";

/// What is known about the board.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Verdict {
    /// It is a puzzle.
    Unique(String),
    /// It is none; a cell to look at, if there is one.
    Not(String, Option<usize>),
}

/// The editor.
pub struct OwnBoard {
    loaded: bool,
    automaton: AutomatonRef,
    boundary: Boundary,
    size: Size,
    cells: Vec<Option<State>>,
    cursor: usize,
    /// The rows as text, while they are edited.
    text: Option<String>,
    picker: AutomatonPicker,
    choosing: bool,
    job: Option<TaskJob<CheckTask>>,
    verdict: Option<Verdict>,
}

impl Default for OwnBoard {
    fn default() -> OwnBoard {
        let size = Size { width: 8, height: 5 };
        OwnBoard {
            loaded: false,
            automaton: AutomatonRef::default(),
            boundary: Boundary::default(),
            size,
            cells: vec![None; size.width * size.height],
            cursor: 0,
            text: None,
            picker: AutomatonPicker::default(),
            choosing: false,
            job: None,
            verdict: None,
        }
    }
}

impl OwnBoard {
    /// Takes over what is remembered.
    fn load(&mut self, options: &UiOptions) {
        if std::mem::replace(&mut self.loaded, true) {
            return;
        }
        if let Some(automaton) = options.get(AUTOMATON).and_then(|text| AutomatonRef::parse(text).ok()) {
            self.automaton = automaton;
        }
        if let Some(boundary) = options.get(PLAN).and_then(|text| text.parse().ok()) {
            self.boundary = boundary;
        }
        if let Some((size, cells)) = options.get(BOARD).and_then(|text| read_board(text)) {
            (self.size, self.cells) = (size, cells);
        }
        self.fit_states();
    }

    /// Removes states that the automaton does not have.
    fn fit_states(&mut self) {
        let states = self.automaton.automaton().states();
        for cell in &mut self.cells {
            *cell = cell.filter(|state| *state < states);
        }
        if matches!(self.boundary, Boundary::Flat { edge } if edge >= states) {
            self.boundary = Boundary::default();
        }
    }

    /// The board keeps its upper left part.
    fn resize(&mut self, size: Size) {
        let old = std::mem::replace(&mut self.size, size);
        let cell = |index: usize| {
            let (row, column) = (index / size.width, index % size.width);
            if row < old.height && column < old.width { self.cells[row * old.width + column] } else { None }
        };
        self.cells = (0..size.width * size.height).map(cell).collect();
    }

    fn layout(&self) -> Option<layout::Layout> {
        layout::Layout::new(self.automaton.automaton(), self.boundary, self.size.width, self.size.height).ok()
    }

    fn setup(&self) -> PuzzleSetup {
        PuzzleSetup {
            automaton: self.automaton.clone(),
            boundary: self.boundary,
            size: self.size,
            board: Some(write_board(self.size.width, &self.cells)),
            ..PuzzleSetup::default()
        }
    }

    /// The board was changed: what was found out about it is void.
    fn changed(&mut self, actions: &mut Vec<UiAction>) {
        (self.job, self.verdict) = (None, None);
        actions.push(UiAction::Keep(BOARD, write_board(self.size.width, &self.cells)));
    }

    /// Draws the editor into all the space. Returns the puzzle to play.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        options: &UiOptions,
        actions: &mut Vec<UiAction>,
    ) -> Option<PuzzleSetup> {
        self.load(options);
        self.take_result();
        let size = ui.available_size();
        let controls = |ui: &mut Ui, this: &mut OwnBoard, actions: &mut Vec<UiAction>| {
            let scroll = ScrollArea::vertical().id_salt("controls").auto_shrink(false);
            scroll
                .show(ui, |ui| {
                    ui.set_max_width(ui.available_width() - 8.0);
                    this.controls(ui, actions)
                })
                .inner
        };
        let play = if size.x >= 640.0 {
            let right = Panel::right("own board").frame(Frame::new()).exact_size((size.x * 0.42).min(360.0));
            let right = right.resizable(false).show_separator_line(false);
            right.show(ui, |ui| controls(ui, self, actions)).inner
        } else {
            let below = Panel::bottom("own board").frame(Frame::new()).exact_size(size.y * 0.5);
            below.show_separator_line(false).show(ui, |ui| controls(ui, self, actions)).inner
        };
        let frame = Frame::new().inner_margin(egui::Margin { right: 8, ..egui::Margin::ZERO });
        CentralPanel::default().frame(frame).show(ui, |ui| self.board(ui, actions));
        play.then(|| self.setup())
    }

    fn board(&mut self, ui: &mut Ui, actions: &mut Vec<UiAction>) {
        let Some(layout) = self.layout() else { return };
        let style = CellStyle::new(self.automaton.automaton().colours(), None, true, Tokens::of(ui));
        let differs = match &self.verdict {
            Some(Verdict::Not(_, cell)) => *cell,
            _ => None,
        };
        let mut cursor = self.cursor;
        let grid = CellGrid {
            layout: &layout,
            style: &style,
            cells: &self.cells,
            notes: &[],
            marked: &[],
            target: differs,
            editable: &|_| true,
            describe: &|_| "",
        };
        let events = grid.ui(ui, &mut cursor);
        self.cursor = cursor;
        let states = layout.states();
        for event in events {
            let (cell, state) = match event {
                GridEvent::Click(cell) => (cell, next_state(self.cells[cell], states)),
                GridEvent::SecondaryClick(cell) => (cell, previous_state(self.cells[cell], states)),
                GridEvent::Type(cell, state) if state < states => (cell, Some(state)),
                GridEvent::Type(..) => {
                    let text = format!("There is no state above {}.", states - 1);
                    self.verdict = Some(Verdict::Not(text, None));
                    continue;
                }
                GridEvent::Erase(cell) => (cell, None),
            };
            if self.cells[cell] != state {
                self.cells[cell] = state;
                self.changed(actions);
            }
        }
    }

    fn controls(&mut self, ui: &mut Ui, actions: &mut Vec<UiAction>) -> bool {
        let play = card(ui, |ui| {
            ui.label(RichText::new("Your own board").font(theme::heavy(theme::size::TEXT)));
            let help = "Click a cell to change its state, or type a digit. A dot or Delete hides it again.";
            ui.add(Label::new(quiet(help)).wrap());
            self.check_controls(ui)
        });
        ui.add_space(8.0);
        card(ui, |ui| self.automaton_controls(ui, actions));
        ui.add_space(8.0);
        card(ui, |ui| {
            let mut size = self.size;
            if size_fields(ui, &mut size) {
                self.resize(size);
                self.changed(actions);
            }
            if plan_choice(ui, &mut self.boundary, &self.automaton) {
                self.changed(actions);
                actions.push(UiAction::Keep(PLAN, self.boundary.to_string()));
            }
            self.text_field(ui, actions);
            if ui.button("Hide all cells").clicked() {
                self.cells.fill(None);
                self.changed(actions);
            }
        });
        play
    }

    /// The button to check the board, what is known about it, and the button to play it.
    fn check_controls(&mut self, ui: &mut Ui) -> bool {
        let tokens = Tokens::of(ui);
        if let Some(job) = &mut self.job {
            let progress = job.progress();
            ui.label(quiet("Counting solutions…"));
            if let Some(done) = progress.done {
                ui.add(ProgressBar::new(done as f32));
            }
            if ui.button("Cancel").clicked() {
                job.stop();
            }
            return false;
        }
        let unique = matches!(self.verdict, Some(Verdict::Unique(_)));
        let mut play = false;
        ui.horizontal(|ui| {
            if unique {
                play = primary_button(ui, "Play it", vec2(120.0, 36.0)).clicked();
            } else if primary_button(ui, "Check", vec2(120.0, 36.0)).clicked() {
                self.check(ui.ctx().clone());
            }
        });
        match &self.verdict {
            Some(Verdict::Unique(text)) => {
                ui.add(Label::new(RichText::new(text).color(tokens.good)).wrap());
            }
            Some(Verdict::Not(text, _)) => page::complain(ui, text),
            None => {
                let text = "“Check” says whether the board has exactly one solution, and how hard it is.";
                ui.add(Label::new(quiet(text)).wrap());
            }
        }
        play
    }

    fn check(&mut self, ctx: egui::Context) {
        if self.automaton.automaton().kind() == AutomatonKind::Picture {
            let text = "A picture has a board of its own. Choose another automaton.".to_owned();
            self.verdict = Some(Verdict::Not(text, None));
            return;
        }
        if self.cells.iter().all(Option::is_some) {
            let text = "Nothing is hidden. Leave some cells open.".to_owned();
            self.verdict = Some(Verdict::Not(text, None));
            return;
        }
        let Some(layout) = self.layout() else { return };
        let known = self.cells.clone();
        let task = CheckTask {
            automaton: Automaton::clone(self.automaton.automaton()),
            boundary: layout.boundary(),
            width: layout.width(),
            height: layout.height(),
            known,
        };
        self.job = Some(TaskJob::start(task, move || ctx.request_repaint()));
    }

    fn take_result(&mut self) {
        let Some(result) = self.job.as_mut().and_then(TaskJob::poll) else { return };
        self.job = None;
        self.verdict = self.layout().map(|layout| verdict(&layout, result));
    }

    fn automaton_controls(&mut self, ui: &mut Ui, actions: &mut Vec<UiAction>) {
        ui.horizontal(|ui| {
            ui.label(RichText::new("Automaton").font(theme::heavy(theme::size::TEXT)));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let text = if self.choosing { "Done" } else { "Choose…" };
                if ui.button(text).clicked() {
                    self.choosing = !self.choosing;
                }
            });
        });
        ui.add(Label::new(self.automaton.title()).truncate());
        if !self.choosing {
            return;
        }
        if let Some(found) = self.picker.ui(ui, &self.automaton, 160.0) {
            actions.push(UiAction::Keep(AUTOMATON, found.full()));
            self.automaton = found;
            self.fit_states();
            self.changed(actions);
        }
    }

    /// The rows as text, to copy and paste.
    fn text_field(&mut self, ui: &mut Ui, actions: &mut Vec<UiAction>) {
        let label =
            ui.label("Rows as text").on_hover_text("Digits, dots for hidden cells, slashes between rows");
        let mut text = self.text.clone().unwrap_or_else(|| write_board(self.size.width, &self.cells));
        let field =
            ui.add(TextEdit::singleline(&mut text).desired_width(f32::INFINITY)).labelled_by(label.id);
        if field.changed() {
            if let Some((size, cells)) = read_board(&text) {
                (self.size, self.cells) = (size, cells);
                self.fit_states();
                self.changed(actions);
            } else {
                let text = "This is not a board: use rows of digits and dots, as in ..1./0.2./...1";
                self.verdict = Some(Verdict::Not(text.to_owned(), None));
            }
            self.text = Some(text);
        }
        if !field.has_focus() {
            self.text = None;
        }
    }
}

/// A board to check.
#[derive(Serialize, Deserialize)]
pub struct CheckTask {
    automaton: Automaton,
    boundary: Boundary,
    width: usize,
    height: usize,
    known: Vec<Option<State>>,
}

impl Task for CheckTask {
    const NAME: &'static str = "check board";
    type News = ();
    type Output = Option<Analysis>;

    fn run(self, work: &Work, _: &(dyn Fn(()) + Sync)) -> Option<Analysis> {
        let layout =
            layout::Layout::new(&Arc::new(self.automaton), self.boundary, self.width, self.height).ok()?;
        analyse(&layout, &self.known, work)
    }
}

/// Hidden, 0, 1 and so on, then hidden again.
fn next_state(state: Option<State>, states: u8) -> Option<State> {
    match state {
        None => Some(0),
        Some(state) => Some(state + 1).filter(|state| *state < states),
    }
}

fn previous_state(state: Option<State>, states: u8) -> Option<State> {
    match state {
        None => Some(states - 1),
        Some(state) => state.checked_sub(1),
    }
}

/// What the solver found, in a sentence.
fn verdict(layout: &layout::Layout, result: Result<Option<Analysis>, JobError>) -> Verdict {
    match result {
        Err(why) => Verdict::Not(sentence(&format!("the check has no result: {why}")), None),
        Ok(None) => Verdict::Not("The check was cancelled.".to_owned(), None),
        Ok(Some(Analysis::Impossible)) => {
            Verdict::Not("No solution: the cells contradict each other.".to_owned(), None)
        }
        Ok(Some(Analysis::Several(first, second))) => {
            let differs = (0..layout.cells()).find(|cell| first[*cell] != second[*cell]).unwrap_or(0);
            let cell = layout.cell(differs);
            let (first, second) = (first[differs], second[differs]);
            let text = format!(
                "Several solutions: {cell} may be {first} or {second}, for instance. Show more cells."
            );
            Verdict::Not(text, Some(differs))
        }
        Ok(Some(Analysis::Unique { technique, .. })) => {
            let grade = technique.grade();
            Verdict::Unique(format!("One solution. Grade {grade}: {}.", grade_about(grade)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clicks_cycle_through_hidden_and_all_states() {
        let mut cell = None;
        let mut seen = Vec::new();
        for _ in 0..4 {
            cell = next_state(cell, 3);
            seen.push(cell);
        }
        assert_eq!(seen, [Some(0), Some(1), Some(2), None]);
        for state in [None, Some(0), Some(1), Some(2)] {
            assert_eq!(previous_state(next_state(state, 3), 3), state);
        }
    }

    #[test]
    fn a_board_keeps_its_part_when_it_is_resized_and_remembers_itself() {
        let mut board = OwnBoard::default();
        board.cells[9] = Some(1);
        board.resize(Size { width: 4, height: 9 });
        assert_eq!((board.cells.len(), board.cells[5]), (36, Some(1)));
        let mut actions = Vec::new();
        board.changed(&mut actions);
        let options: UiOptions = actions
            .into_iter()
            .filter_map(|action| match action {
                UiAction::Keep(name, value) => Some((name.to_owned(), value)),
                _ => None,
            })
            .collect();
        let mut again = OwnBoard::default();
        again.load(&options);
        assert_eq!((again.size, &again.cells), (board.size, &board.cells));
        let mut damaged = OwnBoard::default();
        damaged.load(&[(BOARD.to_owned(), "99/9".to_owned()), (PLAN.to_owned(), "round".to_owned())].into());
        assert_eq!(damaged.cells, OwnBoard::default().cells);
    }
}
