//! The page "Puzzles": a new puzzle, the daily one, an id, a board of one's own, and statistics.

mod automaton_picker;
mod by_id;
mod days;
mod new_puzzle;
pub(super) mod own_board;
mod statistics;

use super::menu;
use crate::rules::{Puzzle, PuzzleSetup};
use crate::stats::{GradeSummary, Records, Stats};
use by_id::ById;
use common::session::Seat;
use common::store::Store;
use common::window::{Exercise, Tokens, UiAction, UiOptions, escape_pressed, quiet, theme};
use common::words::{Words, sentence};
use days::Days;
use egui::{Button, CentralPanel, Frame, Panel, RichText, ScrollArea, Ui, vec2};
use new_puzzle::NewPuzzle;
use own_board::OwnBoard;

/// The part of the page that was shown last.
const TAB: &str = "page_tab";

/// The parts of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PageTab {
    /// A new puzzle.
    #[default]
    New,
    /// The daily puzzle, and those before it.
    Daily,
    /// A puzzle by its id.
    Id,
    /// A board of one's own.
    Own,
    /// The statistics.
    Statistics,
}

impl PageTab {
    const ALL: [PageTab; 5] = [PageTab::New, PageTab::Daily, PageTab::Id, PageTab::Own, PageTab::Statistics];

    fn name(self) -> &'static str {
        match self {
            PageTab::New => "New puzzle",
            PageTab::Daily => "Daily puzzle",
            PageTab::Id => "Puzzle id",
            PageTab::Own => "Your own board",
            PageTab::Statistics => "Statistics",
        }
    }
}

/// The width of the parts that are mainly text.
const TEXT_WIDTH: f32 = 820.0;

/// What the statistics say, or why they cannot be read.
type Summary = Result<Vec<GradeSummary>, String>;

/// The state of the page.
pub struct PuzzlePage {
    tab: Option<PageTab>,
    new_puzzle: NewPuzzle,
    by_id: ById,
    days: Days,
    own_board: OwnBoard,
    store: Option<Store>,
    statistics: Summary,
    /// The last pass in which the statistics were in sight.
    statistics_pass: u64,
    /// The last pass in which the page was in sight.
    shown_pass: u64,
    /// The part that was drawn last.
    shown_tab: Option<PageTab>,
    /// The puzzle that was chosen.
    chosen: Option<PuzzleSetup>,
}

impl Default for PuzzlePage {
    fn default() -> PuzzlePage {
        PuzzlePage {
            tab: None,
            new_puzzle: NewPuzzle::default(),
            by_id: ById::default(),
            days: Days::default(),
            own_board: OwnBoard::default(),
            store: None,
            statistics: Ok(Vec::new()),
            statistics_pass: 0,
            shown_pass: 0,
            shown_tab: None,
            chosen: None,
        }
    }
}

impl PuzzlePage {
    /// Says where the statistics are kept. Without that there are none to show.
    pub fn attach(&mut self, store: Store) {
        self.store = Some(store);
    }

    /// The part to show.
    pub fn show_tab(&mut self, tab: PageTab) {
        self.tab = Some(tab);
    }

    /// Draws the page. `current` is the setup of the puzzle that is being played.
    pub fn ui(&mut self, ui: &mut Ui, options: &UiOptions, current: Option<&PuzzleSetup>) -> Vec<UiAction> {
        let mut actions = Vec::new();
        let pass = ui.ctx().cumulative_pass_nr();
        if std::mem::replace(&mut self.shown_pass, pass) + 1 < pass {
            self.new_puzzle.opened();
            self.shown_tab = None;
        }
        if escape_pressed(ui) {
            actions.push(UiAction::Leave);
        }
        self.tab = menu::pressed_tab(ui).or(self.tab);
        let remembered =
            || PageTab::ALL.into_iter().find(|tab| options.get(TAB).is_some_and(|name| name == tab.name()));
        let tab = *self.tab.get_or_insert_with(|| remembered().unwrap_or_default());
        let opened = self.shown_tab.replace(tab) != Some(tab);
        let tokens = Tokens::of(ui);
        let frame = Frame::new().fill(tokens.page).inner_margin(egui::Margin::symmetric(16, 8));
        Panel::top("puzzles").frame(frame).show_separator_line(false).show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new("Puzzles").font(theme::heavy(theme::size::TURN)));
                ui.add_space(8.0);
                for other in PageTab::ALL {
                    let button = Button::selectable(tab == other, other.name()).min_size(vec2(0.0, 30.0));
                    if ui.add(button).clicked() {
                        self.tab = Some(other);
                        actions.push(UiAction::Keep(TAB, other.name().to_owned()));
                    }
                }
                if ui.button("Back").on_hover_text("Escape").clicked() {
                    actions.push(UiAction::Leave);
                }
            });
        });
        let frame = Frame::new().fill(tokens.page).inner_margin(egui::Margin {
            left: 16,
            right: 8,
            top: 0,
            bottom: 8,
        });
        CentralPanel::default().frame(frame).show(ui, |ui| {
            let chosen = match tab {
                PageTab::New => self.new_puzzle.ui(ui, options, current, &mut actions),
                PageTab::Own => self.own_board.ui(ui, options, &mut actions),
                tab => {
                    let scroll = ScrollArea::vertical().auto_shrink(false);
                    scroll.show(ui, |ui| self.simple_tab(ui, tab, opened, options, &mut actions)).inner
                }
            };
            if let Some(setup) = chosen {
                self.chosen = Some(setup);
                actions.push(UiAction::Exercise(0));
            }
        });
        actions
    }

    fn simple_tab(
        &mut self,
        ui: &mut Ui,
        tab: PageTab,
        opened: bool,
        options: &UiOptions,
        actions: &mut Vec<UiAction>,
    ) -> Option<PuzzleSetup> {
        let max = if tab == PageTab::Statistics { f32::INFINITY } else { TEXT_WIDTH };
        ui.set_max_width((ui.available_width() - 8.0).min(max));
        match tab {
            PageTab::Daily => self.days.ui(ui, options, opened, actions),
            PageTab::Id => self.by_id.ui(ui, opened),
            PageTab::New | PageTab::Own => None,
            PageTab::Statistics => {
                self.read_statistics(ui.ctx().cumulative_pass_nr());
                match &self.statistics {
                    _ if self.store.is_none() => {
                        ui.label(quiet("No statistics are kept here."));
                    }
                    Ok(summary) => statistics::show(ui, summary),
                    Err(why) => common::window::page::complain(ui, &sentence(why)),
                }
                None
            }
        }
    }

    /// Reads the statistics when they come into sight.
    fn read_statistics(&mut self, pass: u64) {
        let stays = std::mem::replace(&mut self.statistics_pass, pass) + 1 >= pass;
        if let Some(store) = self.store.as_ref().filter(|_| !stays) {
            let summary = Stats::in_store(store).and_then(|stats| stats.summary());
            self.statistics = summary.map_err(|why| why.to_string());
        }
    }

    /// The puzzle that was chosen on the page.
    pub fn exercise(&mut self, number: usize) -> Option<Exercise<Puzzle>> {
        self.chosen.clone().filter(|_| number == 0).map(exercise)
    }
}

/// The game of a puzzle for the player at the screen.
pub fn exercise(setup: PuzzleSetup) -> Exercise<Puzzle> {
    let message = format!("New puzzle: {}.", Puzzle::summary(&setup));
    Exercise { setup, seats: vec![Seat::Human], moves: Vec::new(), message }
}
