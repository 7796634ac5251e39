//! The list of past simulations.

use super::super::archive::{SimulationRow, stored_when};
use crate::database::{Simulation, SimulationId, SimulationState};
use crate::rules::map_title;
use common::arena::PlayerIndex;
use common::window::theme::{self, size};
use common::window::{Tokens, card, quiet};
use egui::{Align, Button, Label, Layout, RichText, Role, Ui, WidgetInfo};

/// What the user did in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PastEvent {
    /// Show the games.
    Games(SimulationId),
    /// Play the missing games.
    Resume(SimulationId),
    /// Delete a simulation with so many games.
    Delete(SimulationId, u64),
}

/// Draws the list. `running` is the simulation that is being played here.
pub fn show(
    ui: &mut Ui,
    rows: &[SimulationRow],
    running: Option<SimulationId>,
    busy: bool,
) -> Option<PastEvent> {
    let mut event = None;
    for row in rows {
        card(ui, |ui| {
            let (simulation, is_running) = (&row.simulation, running == Some(row.simulation.id));
            let id = simulation.id;
            ui.horizontal(|ui| {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    event = buttons(ui, simulation, is_running, busy).or(event);
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                        let title = format!("Simulation {id} on {}", map_title(&row.map));
                        ui.add(Label::new(RichText::new(title).font(theme::heavy(size::TEXT))).truncate());
                    });
                });
            });
            let players = PlayerIndex::all(simulation.info.players.len()).zip(&simulation.info.players);
            let players: Vec<String> = players.map(|(player, name)| format!("{player} {name}")).collect();
            ui.add(Label::new(players.join(", ")).wrap());
            let finished = simulation.state == SimulationState::Finished;
            let games = format!("{} of {} games", simulation.finished, simulation.info.games);
            let games = if finished { format!("{} games", simulation.finished) } else { games };
            ui.add(
                Label::new(quiet(format!("{games}.  {}  {}", result(row), stored_when(simulation.started))))
                    .wrap(),
            );
        });
    }
    event
}

/// The buttons of a simulation, from right to left.
fn buttons(ui: &mut Ui, simulation: &Simulation, is_running: bool, busy: bool) -> Option<PastEvent> {
    let mut event = None;
    let id = simulation.id;
    ui.spacing_mut().button_padding = egui::vec2(10.0, 3.0);
    let button = |ui: &mut Ui, text: &str, name: String, why_not: Option<&str>| {
        let response = ui.add_enabled(why_not.is_none(), Button::new(text));
        response.widget_info(|| WidgetInfo::labeled(Role::Button, why_not.is_none(), &name));
        response.on_disabled_hover_text(why_not.unwrap_or_default()).clicked()
    };
    let played = is_running.then_some("It is being played: stop it first.");
    if button(ui, "Delete", format!("Delete simulation {id}"), played) {
        event = Some(PastEvent::Delete(id, simulation.finished));
    }
    let none = (simulation.finished == 0).then_some("No game is finished yet.");
    if button(ui, "Games", format!("Games of simulation {id}"), none) {
        event = Some(PastEvent::Games(id));
    }
    let unfinished = simulation.state == SimulationState::Begun;
    let busy = busy.then_some("A simulation is running.");
    if unfinished && button(ui, "Resume", format!("Resume simulation {id}"), busy) {
        event = Some(PastEvent::Resume(id));
    }
    event
}

/// The result in a few words: "A won 12, B won 5, 3 draws."
fn result(row: &SimulationRow) -> String {
    if row.results.is_empty() {
        return "The result is not counted yet.".to_owned();
    }
    let wins = PlayerIndex::all(row.results.len()).zip(&row.results);
    let wins: Vec<String> = wins.map(|(player, result)| format!("{player} won {}", result.wins)).collect();
    let draws = row.results.iter().map(|result| result.draws).max().unwrap_or(0);
    let draws = match draws {
        0 => String::new(),
        1 => ", 1 draw".to_owned(),
        n => format!(", {n} draws"),
    };
    format!("{}{draws}.", wins.join(", "))
}

/// The colour of errors, and the sentence.
pub fn error(ui: &mut Ui, why: &str) {
    let text = RichText::new(common::words::sentence(why)).color(Tokens::of(ui).bad);
    ui.add(Label::new(text).wrap());
}
