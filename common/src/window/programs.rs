//! Other programs as players. Settings and kept games may name some, and such a file may come from somebody else, so none
//! is started before the user agrees.

use super::dialogs::{Dialog, Request};
use super::starting::StartKind;
use super::{GameUi, Shell, page};
use crate::player::AiPlayers;
use crate::session::{Seat, Session};
use crate::words::Words;
use egui::{RichText, Ui};

/// What waits for the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Waiting {
    NewGame,
    UnfinishedGame,
}

impl<G: AiPlayers + Words, V: GameUi<G>> Shell<G, V> {
    /// Continues the unfinished game. If it names programs, the user is asked first.
    pub(super) fn resume_unfinished(&mut self) {
        let Some(unfinished) = &self.unfinished else { return };
        let programs = unfinished.saved.programs().map(str::to_owned).collect();
        if !self.asks_about(programs, Waiting::UnfinishedGame) {
            self.resume_with_allowed();
        }
    }

    /// Continues the unfinished game. Humans play instead of programs that the user did not allow.
    fn resume_with_allowed(&mut self) {
        let Some(unfinished) = self.unfinished.take() else { return };
        let mut saved = unfinished.saved.clone();
        saved.disarm(|program| self.allowed_programs.contains(program));
        self.start_game(StartKind::Resume(Box::new(unfinished)), move |work| {
            Session::resume(saved.clone(), work)
        });
    }

    /// Whether the players of a new game include a program that the user has not allowed yet; then it asks.
    pub(super) fn asks_before_playing(&mut self) -> bool {
        let programs = self.seats.iter().filter_map(program_of).map(str::to_owned).collect();
        self.asks_about(programs, Waiting::NewGame)
    }

    fn asks_about(&mut self, mut programs: Vec<String>, waiting: Waiting) -> bool {
        programs.retain(|program| !self.allowed_programs.contains(program));
        programs.dedup();
        let asks = !programs.is_empty();
        if asks {
            page::refocus(&self.ctx);
            self.dialog = Some(Dialog::Programs(programs, waiting));
        }
        asks
    }

    /// A player that was typed in this window needs no question.
    pub(super) fn allow_typed_program(&mut self, side: usize) {
        if let Some(program) = self.seats.get(side).and_then(program_of) {
            self.allowed_programs.insert(program.to_owned());
        }
    }

    /// The question whether to start programs.
    pub(super) fn programs_page(
        &mut self,
        ui: &mut Ui,
        programs: &[String],
        waiting: Waiting,
    ) -> Option<Request> {
        page::title(ui, if programs.len() == 1 { "Start this program?" } else { "Start these programs?" });
        ui.label(match waiting {
            Waiting::NewGame => "Your settings name another program as a player:",
            Waiting::UnfinishedGame => "The unfinished game names another program as a player:",
        });
        for program in programs {
            ui.add(egui::Label::new(RichText::new(program).monospace()).wrap());
        }
        ui.label("Start it only if you chose it yourself.");
        ui.add_space(8.0);
        let answer = ui.horizontal(|ui| {
            if page::confirm_button(ui, true, "Start") {
                return Some(true);
            }
            let without = match waiting {
                Waiting::NewGame => "Cancel",
                Waiting::UnfinishedGame => "Play without it",
            };
            ui.button(without).clicked().then_some(false)
        });
        let starts = answer.inner?;
        if starts {
            self.allowed_programs.extend(programs.iter().cloned());
        }
        match waiting {
            Waiting::NewGame if starts => self.play(),
            Waiting::NewGame => {}
            Waiting::UnfinishedGame => self.resume_with_allowed(),
        }
        Some(Request::Close)
    }
}

/// The command line of a player that is another program.
fn program_of(seat: &Seat) -> Option<&str> {
    match seat {
        Seat::Ai(spec) => spec.command(),
        Seat::Human => None,
    }
}
