//! The guided first puzzle: the board on the left, one task at a time on the right.

mod lesson;

use super::cards::rules_heading;
use super::cell_grid::{CellGrid, GridEvent};
use super::options::BoardOptions;
use crate::overview::{OverviewRule, RuleWindow, overview_rules};
use crate::rules::{Effect, Move, Puzzle, PuzzleView};
use common::automaton::State;
use common::game::{Dice, Game, Side};
use common::window::cells::{CellStyle, RulePicture, state_buttons};
use common::window::{Tokens, TutorialEnd, TutorialEvent, TutorialStep, card, quiet};
use egui::{
    CentralPanel, CornerRadius, Frame, Label, Panel, Pos2, Rect, RichText, Role, ScrollArea, Sense, Stroke,
    StrokeKind, Ui, Vec2, WidgetInfo, vec2,
};
use lesson::{Lesson, Task, Topic};

/// The state of the tutorial.
#[derive(Default)]
pub struct Tutorial {
    /// Made when the tutorial is shown first.
    lesson: Option<Lesson>,
    step: usize,
    /// The steps before this one are done.
    reached: usize,
    /// What was said about the last value.
    feedback: String,
    /// It was right.
    right: bool,
    /// How many stages of the hint are shown.
    stages: usize,
    /// The puzzle of the last step.
    rest: Option<Puzzle>,
    cursor: usize,
}

impl Tutorial {
    /// Returns to the first step.
    pub fn begin(&mut self) {
        *self = Tutorial::default();
    }

    /// Draws the tutorial. Returns how it ends, when it does.
    pub fn ui(&mut self, ui: &mut Ui, options: &BoardOptions) -> Option<TutorialEnd> {
        let lesson = self.lesson.take().unwrap_or_else(Lesson::new);
        let end = match lesson.tasks.get(self.step) {
            Some(task) => self.show(ui, options, &lesson, task),
            None => Some(TutorialEnd::Leave),
        };
        self.lesson = Some(lesson);
        end
    }

    fn show(
        &mut self,
        ui: &mut Ui,
        options: &BoardOptions,
        lesson: &Lesson,
        task: &Task,
    ) -> Option<TutorialEnd> {
        if self.rest.is_none() {
            self.rest = lesson.rest.clone();
        }
        let view = self.view(task);
        let style =
            BoardOptions { digits: true, border: None, ..*options }.style(view.layout(), Tokens::of(ui));
        let done = self.is_done(task);
        let step = TutorialStep {
            number: self.step,
            steps: lesson.tasks.len(),
            title: task.topic.title(),
            waits: !done,
            blocked: Some("Choose the right state first").filter(|_| !done),
            last: ("Play", TutorialEnd::Play),
        };
        let text = |this: &mut Tutorial, ui: &mut Ui| this.text(ui, task, &view, &style);
        // Where there is little room below the board, the rules are beside it: both are needed at the same time.
        let beside = TutorialStep::is_cramped(ui.available_size());
        let more = |_: &mut Tutorial, ui: &mut Ui| {
            if !beside {
                card(ui, |ui| rules(ui, task, &view, &style, done));
            }
        };
        let board = |this: &mut Tutorial, ui: &mut Ui| {
            if beside {
                let list = Panel::right("rules").frame(Frame::new()).exact_size(ui.available_width() * 0.44);
                list.show_separator_line(false).resizable(false).show(ui, |ui| {
                    let list = ScrollArea::vertical().auto_shrink(false);
                    list.show(ui, |ui| rules(ui, task, &view, &style, done));
                });
            }
            CentralPanel::default().frame(Frame::new()).show(ui, |ui| this.board(ui, task, &view, &style));
        };
        let event = step.show(ui, self, text, more, board);
        if !done && self.is_done(task) {
            release_focus(ui);
        }
        match event? {
            TutorialEvent::Go(step) => self.go(step),
            TutorialEvent::End(end) => return Some(end),
        }
        None
    }

    /// The position of a step. When the step is done, its value is there.
    fn view(&self, task: &Task) -> PuzzleView {
        let Some(why) = &task.goal else {
            let rest = self.rest.as_ref().map(|puzzle| puzzle.view(Side::FIRST));
            return rest.unwrap_or_else(|| task.view.clone());
        };
        let mut view = task.view.clone();
        if self.is_done(task) {
            view.cells_mut()[why.cell].state = Some(why.state);
        }
        view
    }

    fn is_done(&self, task: &Task) -> bool {
        match task.topic {
            Topic::Rest => self.rest.as_ref().is_some_and(|puzzle| puzzle.view(Side::FIRST).solved),
            _ => self.step < self.reached,
        }
    }

    fn board(&mut self, ui: &mut Ui, task: &Task, view: &PuzzleView, style: &CellStyle) {
        let done = self.is_done(task);
        let known = view.known();
        let target = task.goal.as_ref().map(|why| why.cell);
        let mut cursor = target.unwrap_or(self.cursor);
        let marked: Vec<usize> = task.window.into_iter().flat_map(RuleWindow::on_board).collect();
        let editable = |cell: usize| match target {
            Some(target) => cell == target && !done,
            None => !lesson::is_known(view, cell),
        };
        let describe = |cell: usize| {
            if target == Some(cell) {
                "to find"
            } else if marked.contains(&cell) {
                "in the window"
            } else {
                ""
            }
        };
        let notes = lesson::notes(task);
        let grid = CellGrid {
            layout: view.layout(),
            style,
            cells: &known,
            notes: &notes,
            marked: &marked,
            target: match target {
                Some(target) => Some(target).filter(|_| !done),
                None => Some(self.cursor).filter(|cursor| known[*cursor].is_none()),
            },
            editable: &editable,
            describe: &describe,
        };
        let events = grid.ui(ui, &mut cursor);
        if target.is_none() {
            self.cursor = cursor;
        }
        for event in events {
            if let GridEvent::Type(cell, state) = event {
                self.choose(task, view, cell, state);
            }
        }
    }

    /// A value for a cell.
    fn choose(&mut self, task: &Task, view: &PuzzleView, cell: usize, state: State) {
        if self.is_done(task) {
            return;
        }
        if state >= view.layout().states() {
            self.right = false;
            self.feedback =
                format!("There is no state {state}: the states are 0 to {}.", view.layout().states() - 1);
            return;
        }
        match &task.goal {
            Some(why) if why.state == state => {
                self.reached = self.reached.max(self.step + 1);
                self.right = true;
                self.feedback = lesson::reason(task);
            }
            Some(why) => {
                self.right = false;
                self.feedback = lesson::objection(view, why.cell, state);
            }
            None => self.play(view, cell, state),
        }
    }

    /// A value in the last step.
    fn play(&mut self, view: &PuzzleView, cell: usize, state: State) {
        let Some(puzzle) = &mut self.rest else { return };
        let name = view.layout().cell(cell);
        match puzzle.play(Side::FIRST, &Move::Enter(name, state), &mut Dice::new(0)) {
            Ok(Effect::Checked { result: (_, true) }) => {
                self.right = true;
                let left = puzzle.view(Side::FIRST).hidden();
                self.feedback = match left {
                    0 => "The board is solved. You know all that a sweep or easy puzzle needs.".to_owned(),
                    1 => format!("{name} is {state}. One cell is left."),
                    left => format!("{name} is {state}. {left} cells are left."),
                };
            }
            Ok(_) => {
                self.right = false;
                self.feedback = lesson::objection(view, cell, state);
            }
            Err(why) => {
                self.right = false;
                self.feedback = common::words::sentence(&why.to_string());
            }
        }
    }

    fn text(&mut self, ui: &mut Ui, task: &Task, view: &PuzzleView, style: &CellStyle) {
        let tokens = Tokens::of(ui);
        let done = self.is_done(task);
        ui.label(task.topic.text());
        let cell = task.goal.as_ref().map_or(self.cursor, |why| why.cell);
        let hidden = view.cells[cell].state.is_none();
        ui.add_enabled_ui(hidden && !done, |ui| {
            ui.horizontal(|ui| {
                ui.label(RichText::new(format!("{} is", view.layout().cell(cell))).strong());
                if let Some(state) = state_buttons(ui, style, None, "choose state") {
                    self.choose(task, view, cell, state);
                }
                ui.label(quiet("or type the digit"));
            });
        });
        if task.topic == Topic::Hint && !done {
            self.hint(ui, task);
        }
        if !self.feedback.is_empty() {
            let color = if self.right { tokens.good } else { tokens.bad };
            let mark = if self.right { "Right. " } else { "" };
            let text = format!("{mark}{}", self.feedback);
            ui.add(Label::new(RichText::new(text).color(color)).wrap());
        }
    }

    /// The hint comes in stages.
    fn hint(&mut self, ui: &mut Ui, task: &Task) {
        let stages = lesson::stages(task);
        if self.stages < stages.len() {
            let text = if self.stages == 0 { "Hint" } else { "More" };
            if ui.button(text).clicked() {
                self.stages += 1;
            }
        }
        for stage in &stages[..self.stages.min(stages.len())] {
            ui.add(Label::new(stage).wrap());
        }
    }

    fn go(&mut self, step: usize) {
        self.step = step;
        let hidden = self.rest.as_ref().and_then(|puzzle| {
            let view = puzzle.view(Side::FIRST);
            view.cells.iter().position(|cell| cell.state.is_none())
        });
        self.cursor = hidden.unwrap_or(self.cursor);
        self.feedback.clear();
        self.stages = 0;
    }
}

/// A step that is done needs no cell any more: without a focus, the button to the next step gets it.
fn release_focus(ui: &Ui) {
    ui.memory_mut(|memory| {
        if let Some(focused) = memory.focused() {
            memory.surrender_focus(focused);
        }
    });
    ui.ctx().request_repaint();
}

/// A window that is lower than this has room for little text.
const LOW: f32 = 560.0;

/// The list of rules; those that fit the window are marked, or shown alone where the overview is taught.
fn rules(ui: &mut Ui, task: &Task, view: &PuzzleView, style: &CellStyle, done: bool) {
    let layout = view.layout();
    let about = layout.automaton().description().lines().nth(1).unwrap_or_default();
    // In a low window the rules themselves must be in sight.
    if ui.ctx().content_rect().height() >= LOW {
        rules_heading(ui, layout.automaton());
        ui.add(Label::new(quiet(about)).wrap());
    }
    let fitting = match task.topic {
        Topic::Overview | Topic::Hint | Topic::Candidates => {
            task.window.map_or_else(Vec::new, |window| window.fitting_rules(view))
        }
        _ => Vec::new(),
    };
    let mut all = overview_rules(layout, &fitting);
    if task.topic == Topic::Overview {
        all.retain(|rule| rule.fits || done);
    }
    let picture = RulePicture { cell: 16.0, gap: 1.0 };
    let step = picture.size() + vec2(12.0, 12.0);
    let columns = ((ui.available_width() / step.x) as usize).max(1);
    let rows = all.len().div_ceil(columns);
    let (space, _) = ui.allocate_exact_size(vec2(ui.available_width(), rows as f32 * step.y), Sense::hover());
    for (index, rule) in all.into_iter().enumerate() {
        let offset = vec2((index % columns) as f32, (index / columns) as f32) * step;
        let area = Rect::from_min_size(space.min + offset, step);
        paint_rule(ui, picture, area, rule, style);
    }
}

fn paint_rule(ui: &Ui, picture: RulePicture, area: Rect, rule: OverviewRule, style: &CellStyle) {
    let tokens = Tokens::of(ui);
    let response = ui.interact(area, ui.scope_id().with(rule.triple), Sense::hover());
    response.widget_info(|| {
        let result = rule.result.map_or("nothing".to_owned(), |state| state.to_string());
        let fits = if rule.fits { ", fits" } else { "" };
        WidgetInfo::labeled(Role::Label, true, format!("rule {} gives {result}{fits}", rule.triple))
    });
    if rule.fits {
        let frame = Rect::from_center_size(area.center(), picture.size() + Vec2::splat(8.0));
        let frame = Rect::from_min_size(Pos2::new(frame.min.x.round(), frame.min.y.round()), frame.size());
        ui.painter().rect(
            frame,
            CornerRadius::same(5),
            tokens.accent.gamma_multiply(0.18),
            Stroke::new(2.0, tokens.accent),
            StrokeKind::Inside,
        );
    }
    picture.paint(ui.painter(), area, rule.triple, rule.result, style);
}
