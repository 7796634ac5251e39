//! The page "Puzzles": a new puzzle, the daily one, an id, a board of one's own, and statistics.

mod automaton_picker;
mod by_id;
mod days;
mod new_puzzle;
mod own_board;
mod statistics;

pub use statistics::GradeSummary;

use crate::rules::{Puzzle, PuzzleSetup};
use by_id::ById;
use common::session::Seat;
use common::window::{Exercise, Tokens, UiAction, UiOptions, theme};
use common::words::{Words, sentence};
use days::Days;
use egui::{Button, CentralPanel, Frame, Panel, RichText, ScrollArea, Ui, vec2};
use new_puzzle::NewPuzzle;
use own_board::OwnBoard;

/// The part of the page that was shown last.
const TAB: &str = "page_tab";

/// The parts of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Tab {
    #[default]
    New,
    Daily,
    Id,
    Own,
    Statistics,
}

impl Tab {
    const ALL: [Tab; 5] = [Tab::New, Tab::Daily, Tab::Id, Tab::Own, Tab::Statistics];

    fn name(self) -> &'static str {
        match self {
            Tab::New => "New puzzle",
            Tab::Daily => "Daily puzzle",
            Tab::Id => "Puzzle id",
            Tab::Own => "Your own board",
            Tab::Statistics => "Statistics",
        }
    }
}

/// What the statistics say, or why they cannot be read.
type Summary = Result<Vec<GradeSummary>, String>;

/// The state of the page.
#[derive(Default)]
pub struct PuzzlePage {
    tab: Option<Tab>,
    new_puzzle: NewPuzzle,
    by_id: ById,
    days: Days,
    own_board: OwnBoard,
    statistics: Option<Summary>,
    /// The puzzle that was chosen.
    chosen: Option<PuzzleSetup>,
}

impl PuzzlePage {
    /// The statistics to show.
    pub fn set_statistics(&mut self, summary: Result<Vec<GradeSummary>, String>) {
        self.statistics = Some(summary);
    }

    /// Whether the statistics are in sight, so that they should be up to date.
    pub fn shows_statistics(&self) -> bool {
        self.tab == Some(Tab::Statistics)
    }

    /// Draws the page. `current` is the setup of the puzzle that is being played.
    pub fn ui(&mut self, ui: &mut Ui, options: &UiOptions, current: Option<&PuzzleSetup>) -> Vec<UiAction> {
        let mut actions = Vec::new();
        let remembered =
            || Tab::ALL.into_iter().find(|tab| options.get(TAB).is_some_and(|name| name == tab.name()));
        let tab = *self.tab.get_or_insert_with(|| remembered().unwrap_or_default());
        let tokens = Tokens::of(ui);
        let frame = Frame::new().fill(tokens.page).inner_margin(egui::Margin::symmetric(16, 8));
        Panel::top("puzzles").frame(frame).show_separator_line(false).show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new("Puzzles").font(theme::heavy(theme::size::TURN)));
                ui.add_space(8.0);
                for other in Tab::ALL {
                    let button = Button::selectable(tab == other, other.name()).min_size(vec2(0.0, 30.0));
                    if ui.add(button).clicked() {
                        self.tab = Some(other);
                        actions.push(UiAction::Keep(TAB, other.name().to_owned()));
                    }
                }
                let text = if current.is_some() { "Back to the game" } else { "Back" };
                if ui.button(text).clicked() {
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
                Tab::New => self.new_puzzle.ui(ui, options, current, &mut actions),
                Tab::Own => self.own_board.ui(ui, options, &mut actions),
                tab => {
                    let scroll = ScrollArea::vertical().auto_shrink(false);
                    scroll.show(ui, |ui| self.simple_tab(ui, tab, options, &mut actions)).inner
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
        tab: Tab,
        options: &UiOptions,
        actions: &mut Vec<UiAction>,
    ) -> Option<PuzzleSetup> {
        ui.set_max_width((ui.available_width() - 8.0).min(820.0));
        match tab {
            Tab::Daily => self.days.ui(ui, options, actions),
            Tab::Id => self.by_id.ui(ui),
            Tab::New | Tab::Own => None,
            Tab::Statistics => {
                match &self.statistics {
                    Some(Ok(summary)) => statistics::show(ui, summary),
                    Some(Err(why)) => common::window::page::complain(ui, &sentence(why)),
                    None => statistics::show(ui, &[]),
                }
                None
            }
        }
    }

    /// The puzzle that was chosen on the page.
    pub fn exercise(&mut self, number: usize) -> Option<Exercise<Puzzle>> {
        let setup = self.chosen.clone().filter(|_| number == 0)?;
        let message = format!("New puzzle: {}.", Puzzle::summary(&setup));
        Some(Exercise { setup, seats: vec![Seat::Human], moves: Vec::new(), message })
    }
}
