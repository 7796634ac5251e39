//! A new game from a round of a recorded one: who plays it.

use super::super::paint;
use crate::record::ReplayCursor;
use crate::rules::{FromGame, Position};
use common::game::Side;
use common::player::{AiPlayers, Spec};
use common::session::Seat;
use common::window::{Exercise, Tokens, combo_box, page, quiet};
use egui::{ComboBox, Role, Sense, Ui, WidgetInfo, vec2};
use std::sync::Arc;

/// The dialog that asks who plays.
#[derive(Debug)]
pub struct BranchDialog {
    cursor: ReplayCursor,
    seats: Vec<Seat>,
    /// Where the game comes from, for its message.
    title: String,
    problem: String,
}

/// What the user did in the dialog.
#[derive(Debug)]
pub enum BranchEvent {
    /// Play this game.
    Play(Box<Exercise<Position>>),
    /// Close the dialog.
    Cancel,
}

impl BranchDialog {
    /// A game from the beginning of the current round. The human takes the side whose view is shown, or the first one
    /// that is alive; the others are who they were.
    pub fn new(cursor: &ReplayCursor, viewer: Option<Side>, title: &str) -> BranchDialog {
        let alive = cursor.position().alive();
        let human = viewer.filter(|side| alive.contains(*side)).or_else(|| alive.first());
        let players = cursor.record().players();
        let seat = |(side, player): (Side, &String)| {
            // A program of somebody else is not started because a record names it.
            let known = player.parse::<Spec>().ok().filter(|spec| spec.command().is_none() && is_known(spec));
            if Some(side) == human {
                Seat::Human
            } else {
                Seat::Ai(known.unwrap_or_else(Position::strongest))
            }
        };
        BranchDialog {
            seats: Side::all(players.len()).zip(players).map(seat).collect(),
            cursor: cursor.clone(),
            title: title.to_owned(),
            problem: String::new(),
        }
    }

    /// Draws the dialog.
    pub fn ui(&mut self, ui: &mut Ui) -> Option<BranchEvent> {
        page::title(ui, "Play on from here");
        let round = self.cursor.position().round();
        let from = if round == 0 { "the start".to_owned() } else { format!("the end of round {round}") };
        ui.label(format!("A new game from {from}. The recorded game stays as it is."));
        ui.add_space(4.0);
        let setup = self.cursor.record().setup();
        for (side, seat) in Side::all(self.seats.len()).zip(&mut self.seats) {
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(20.0, 28.0), Sense::hover());
                paint::player_symbol(ui.painter(), rect.center(), 7.0, setup.colour(side), &Tokens::of(ui));
                let who = setup.name(side);
                ui.add_sized(vec2(96.0, 28.0), egui::Label::new(who).truncate().halign(egui::Align::LEFT));
                let name = seat_name(seat);
                let combo =
                    ComboBox::from_id_salt(("seat", side.0)).height(400.0).width(180.0).selected_text(&name);
                let combo = combo_box(ui, combo, |ui, list| {
                    list.value(ui, seat, Seat::Human, "You");
                    for level in Position::LEVELS.iter().chain(Position::ORIGINALS) {
                        let level = Seat::Ai(Spec::level(level.name));
                        let name = seat_name(&level);
                        list.value(ui, seat, level, name);
                    }
                });
                let label = format!("{who} is {name}");
                combo.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, &label));
            });
        }
        if !self.seats.contains(&Seat::Human) {
            ui.label(quiet("Nobody plays: you will watch."));
        }
        page::complain(ui, &self.problem);
        ui.add_space(4.0);
        let mut event = None;
        ui.horizontal(|ui| {
            if page::main_button(ui, true, "Play from here") {
                match self.exercise() {
                    Ok(exercise) => event = Some(BranchEvent::Play(Box::new(exercise))),
                    Err(why) => self.problem = common::words::sentence(&why),
                }
            }
            if ui.button("Cancel").clicked() {
                event = Some(BranchEvent::Cancel);
            }
        });
        event
    }

    fn exercise(&self) -> Result<Exercise<Position>, String> {
        let record = self.cursor.record().first_moves(self.cursor.settled_moves());
        let setup = FromGame::new(Arc::new(record))?.into_setup();
        let round = self.cursor.position().round();
        let place = if round == 0 { "its start".to_owned() } else { format!("round {round}") };
        let message = format!("A new game from {place} of {}.", self.title);
        Ok(Exercise { setup, seats: self.seats.clone(), moves: Vec::new(), message })
    }
}

fn is_known(spec: &Spec) -> bool {
    Position::LEVELS.iter().chain(Position::ORIGINALS).any(|level| level.name == spec.name())
}

fn seat_name(seat: &Seat) -> String {
    match seat {
        Seat::Human => "You".to_owned(),
        Seat::Ai(spec) => spec.title(),
    }
}
