//! The overview of the rules, and pinned lists of the rules that fit a cell.

mod look;
mod pinned;
mod rule_list;

pub use crate::overview::WindowPart;

use super::geometry::Geometry;
use super::options::BoardOptions;
use crate::layout::Cell;
use crate::overview::{OverviewRule, RuleWindow, overview_rules, question_title};
use crate::rules::{PuzzleFacts, PuzzleView};
use crate::text::window_text;
use common::automaton::AutomatonKind;
use common::window::cells::CellStyle;
use common::window::{Tokens, UiAction, UiOptions, quiet, theme};
use common::words::sentence;
use egui::{Button, Frame, Id, Label, Pos2, RichText, Ui, Window, vec2};
use look::{Look, LookForm};
use pinned::{Pinned, PinnedEvent, PinnedPlace};
use rule_list::RuleList;
use std::sync::Arc;

/// Shows only rules that fit, instead of marking them among all rules.
const ONLY_FITTING: &str = "overview_only_fitting";
/// The question follows the selected cell.
const FOLLOW: &str = "overview_follow";
/// The settings of the overview are unfolded.
const SETTINGS: &str = "overview_settings";

/// The overview and the pinned lists.
#[derive(Debug, Default)]
pub struct Overview {
    open: bool,
    question: Option<(WindowPart, Cell)>,
    /// The selected cell of the last frame.
    last_focus: Option<Cell>,
    look: LookForm,
    pinned: Vec<Pinned>,
    pinned_so_far: u64,
    /// The list that was clicked last, as long as nothing else was.
    active: Option<u64>,
    /// The puzzle that the lists are about.
    facts: Option<Arc<PuzzleFacts>>,
}

/// What the overview asks the board for.
#[derive(Debug, Default)]
pub struct OverviewOutput {
    /// The cells of the active list, to highlight on the board.
    pub marked: Vec<usize>,
    /// What the user did.
    pub actions: Vec<UiAction>,
}

impl Overview {
    /// Opens or closes the overview.
    pub fn toggle(&mut self) {
        self.open = !self.open;
    }

    /// Whether the overview is open.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// The number of pinned lists.
    pub fn pinned_count(&self) -> usize {
        self.pinned.len()
    }

    /// Opens the overview and marks the rules that fit `cell` as a part of its window.
    pub fn ask(&mut self, cell: Cell, part: WindowPart) {
        self.question = Some((part, cell));
        self.last_focus = Some(cell);
        self.open = true;
    }

    /// Pins the list that is asked for now, and says so. `None` if there is none.
    pub fn pin_question(&mut self, view: &PuzzleView) -> Option<String> {
        let (part, cell) = self.question?;
        RuleWindow::new(view.layout(), part, cell).ok()?;
        self.pin(cell, part);
        Some(format!("Pinned {}. Click a rule in it to cross it out.", question_title(part, cell)))
    }

    /// Pins the rules that fit `cell` as a part of its window.
    pub fn pin(&mut self, cell: Cell, part: WindowPart) {
        self.pinned_so_far += 1;
        self.pinned.push(Pinned::new(self.pinned_so_far, part, cell));
    }

    /// Draws the windows of the overview. `focus` is the selected cell.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        view: &PuzzleView,
        focus: Option<Cell>,
        options: &UiOptions,
    ) -> OverviewOutput {
        let mut output = OverviewOutput::default();
        self.forget_other_puzzle(view);
        self.follow(focus, options);
        self.look.read(options);
        let look = *self.look.look();
        let style = cell_style(view, &look, options, Tokens::of(ui));
        if self.open {
            self.window(ui, view, focus, options, &style, &mut output);
        }
        let shown = self.draw_pinned(ui, view, &style, &look, options);
        let asked = self.question.filter(|_| self.open);
        let window =
            shown.or_else(|| asked.and_then(|(part, cell)| RuleWindow::new(view.layout(), part, cell).ok()));
        output.marked = window.into_iter().flat_map(RuleWindow::on_board).collect();
        output
    }

    /// Questions and lists belong to one puzzle.
    fn forget_other_puzzle(&mut self, view: &PuzzleView) {
        let same = |facts: &Arc<PuzzleFacts>| Arc::ptr_eq(facts, &view.facts) || **facts == *view.facts;
        if !self.facts.as_ref().is_some_and(same) {
            self.facts = Some(Arc::clone(&view.facts));
            (self.question, self.active) = (None, None);
            self.pinned.clear();
        }
    }

    fn follow(&mut self, focus: Option<Cell>, options: &UiOptions) {
        if let (Some(cell), Some((part, _))) = (focus, self.question)
            && self.last_focus != focus
            && is_on(options, FOLLOW, true)
        {
            self.question = Some((part, cell));
        }
        if focus.is_some() {
            self.last_focus = focus;
        }
    }

    fn window(
        &mut self,
        ui: &mut Ui,
        view: &PuzzleView,
        focus: Option<Cell>,
        options: &UiOptions,
        style: &CellStyle,
        output: &mut OverviewOutput,
    ) {
        // At the right, over the cards: the board stays in sight.
        let screen = ui.ctx().content_rect();
        let size =
            vec2((screen.width() * 0.3).clamp(340.0, 380.0), (screen.height() * 0.82).clamp(280.0, 780.0));
        let corner = Pos2::new(screen.right() - size.x - 8.0, screen.top() + 44.0);
        let mut open = true;
        let frame = Frame::window(ui.style()).inner_margin(12);
        let title = RichText::new("Rules overview").font(theme::heavy(theme::size::TEXT));
        let window = Window::new(title)
            .id(Id::unique(super::WINDOW_OF_OVERVIEW))
            .open(&mut open)
            .collapsible(false)
            .default_size(size)
            .default_pos(corner)
            .min_size(vec2(280.0, 220.0))
            .title_frame(Frame::new().inner_margin(4))
            .frame(frame);
        window.show(ui.ctx(), |ui| {
            self.question_bar(ui, view, focus, output);
            self.settings_bar(ui, options, output);
            self.rules(ui, view, options, style);
        });
        self.open = open;
    }

    /// The four parts as buttons, laid out like a rule, and what is asked now.
    fn question_bar(
        &mut self,
        ui: &mut Ui,
        view: &PuzzleView,
        focus: Option<Cell>,
        output: &mut OverviewOutput,
    ) {
        ui.horizontal(|ui| {
            ui.vertical(|ui| self.part_buttons(ui, view, focus));
            ui.vertical(|ui| self.question_buttons(ui, view, output));
        });
        // Sentences have the whole width.
        ui.add(Label::new(quiet(self.question_text(view, focus))).wrap());
    }

    /// What is asked now in short, and what can be done with it.
    fn question_buttons(&mut self, ui: &mut Ui, view: &PuzzleView, output: &mut OverviewOutput) {
        let Some((part, cell)) = self.question else { return };
        ui.label(RichText::new(question_title(part, cell)).font(theme::heavy(theme::size::TEXT)));
        if RuleWindow::new(view.layout(), part, cell).is_err() {
            return;
        }
        ui.horizontal(|ui| {
            let pin = ui.button("Pin");
            if pin.on_hover_text("Keep this list in a window of its own, which stays up to date").clicked() {
                output.actions.extend(self.pin_question(view).map(UiAction::Explain));
            }
            if ui.button("Clear").on_hover_text("Show all rules without marks").clicked() {
                self.question = None;
            }
        });
    }

    /// How many rules fit, or how to ask.
    fn question_text(&self, view: &PuzzleView, focus: Option<Cell>) -> String {
        let Some((part, cell)) = self.question else {
            return match focus {
                Some(cell) => format!("Which rules fit {cell}? Choose its part of a rule."),
                None => "Select a cell on the board, then its part of a rule.".to_owned(),
            };
        };
        match RuleWindow::new(view.layout(), part, cell) {
            Ok(window) => match window.fitting_rules(view).len() {
                0 => "No rule fits: a value on the board is wrong.".to_owned(),
                1 => "1 rule fits.".to_owned(),
                n => format!("{n} rules fit."),
            },
            Err(why) => sentence(&why.to_string()),
        }
    }

    fn part_buttons(&mut self, ui: &mut Ui, view: &PuzzleView, focus: Option<Cell>) {
        let size = vec2(60.0, 26.0);
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        ui.spacing_mut().button_padding = vec2(4.0, 2.0);
        let mut button = |ui: &mut Ui, part: WindowPart| {
            let window = focus.map(|cell| RuleWindow::new(view.layout(), part, cell));
            let selected = focus.is_some_and(|cell| self.question == Some((part, cell)));
            let widget = Button::selectable(selected, part.name()).min_size(size).frame_when_inactive(true);
            let response = ui.add_enabled(matches!(window, Some(Ok(_))), widget);
            let response = match (window, focus) {
                (Some(Ok(window)), Some(cell)) => {
                    let cells =
                        window.cells[3].map_or(String::new(), |result| window_text(view.layout(), result));
                    response.on_hover_text(format!("Rules with {cell} as {}: {cells}", part.name()))
                }
                (Some(Err(why)), _) => response.on_disabled_hover_text(sentence(&why.to_string())),
                _ => response.on_disabled_hover_text("Select a cell on the board first."),
            };
            if let Some(cell) = focus.filter(|_| response.clicked()) {
                self.question = Some((part, cell));
            }
        };
        ui.horizontal(|ui| {
            button(ui, WindowPart::Left);
            button(ui, WindowPart::Middle);
            button(ui, WindowPart::Right);
        });
        ui.horizontal(|ui| {
            ui.add_space(size.x + 4.0);
            button(ui, WindowPart::Result);
        });
    }

    fn settings_bar(&mut self, ui: &mut Ui, options: &UiOptions, output: &mut OverviewOutput) {
        ui.add_space(4.0);
        let mut settings = false;
        ui.horizontal_wrapped(|ui| {
            let mut switch = |ui: &mut Ui, name: &'static str, default: bool, text: &str, about: &str| {
                let mut on = is_on(options, name, default);
                if ui.checkbox(&mut on, text).on_hover_text(about).changed() {
                    output.actions.push(UiAction::Keep(name, on.to_string()));
                }
                on
            };
            switch(ui, ONLY_FITTING, false, "Only rules that fit", "Hide all other rules");
            switch(ui, FOLLOW, true, "Follow the cursor", "Ask about the cell that is selected on the board");
            settings = switch(ui, SETTINGS, false, "Settings", "Sizes, gaps and colours of the overview");
        });
        if settings {
            output.actions.extend(self.look.ui(ui));
        }
        ui.add_space(4.0);
    }

    /// All rules, the ones that fit marked; or only those.
    fn rules(&self, ui: &mut Ui, view: &PuzzleView, options: &UiOptions, style: &CellStyle) {
        let window = self.question.and_then(|(part, cell)| RuleWindow::new(view.layout(), part, cell).ok());
        let fitting = window.map(|window| window.fitting_rules(view));
        let mut rules = overview_rules(view.layout(), fitting.as_deref().unwrap_or(&[]));
        let only = fitting.is_some() && is_on(options, ONLY_FITTING, false);
        if only {
            rules.retain(|rule: &OverviewRule| rule.fits);
        }
        if rules.is_empty() {
            ui.label(quiet("No rule fits."));
            return;
        }
        let aligned = !only && view.layout().automaton().kind() == AutomatonKind::Common;
        let groups = if aligned { usize::from(view.layout().states()) } else { 1 };
        RuleList {
            rules: &rules,
            style,
            look: self.look.look(),
            title: "",
            asked: fitting.is_some(),
            groups,
        }
        .ui(ui, |_| false);
    }

    /// Draws the pinned lists, and returns the window of the active one.
    fn draw_pinned(
        &mut self,
        ui: &Ui,
        view: &PuzzleView,
        style: &CellStyle,
        look: &Look,
        options: &UiOptions,
    ) -> Option<RuleWindow> {
        let space = ui.max_rect();
        let board = Geometry::new(view.layout(), &BoardOptions::of(options), space.size()).size;
        let free = (space.height() - board.y) / 2.0;
        let pressed = ui.input(|input| input.pointer.any_pressed());
        let (mut hovered, mut clicked, mut closed) = (None, None, None);
        for (place, pinned) in self.pinned.iter_mut().enumerate() {
            let id = pinned.id();
            let place = PinnedPlace { space, free, number: place };
            match pinned.show(ui, view, style, look, place) {
                Some(PinnedEvent::Close) => closed = Some(id),
                Some(PinnedEvent::Focus) => clicked = Some(id),
                Some(PinnedEvent::Hover) => {
                    hovered = Some(id);
                    if pressed {
                        clicked = Some(id);
                    }
                }
                None => {}
            }
        }
        if pressed || clicked.is_some() {
            self.active = clicked;
        }
        if let Some(closed) = closed {
            self.pinned.retain(|pinned| pinned.id() != closed);
        }
        let active = hovered.or(self.active)?;
        let pinned = self.pinned.iter().find(|pinned| pinned.id() == active)?;
        pinned.window(view)
    }
}

fn is_on(options: &UiOptions, name: &str, default: bool) -> bool {
    options.get(name).map_or(default, |value| value == "true")
}

/// The colours of the board, with the border and the digits of the overview.
fn cell_style(view: &PuzzleView, look: &Look, options: &UiOptions, tokens: Tokens) -> CellStyle {
    let board = BoardOptions::of(options);
    BoardOptions { border: look.border, digits: look.digits, ..board }.style(view.layout(), tokens)
}
