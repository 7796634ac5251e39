//! A puzzle by its id.

use crate::id::PuzzleId;
use crate::rules::{Puzzle, PuzzleSetup};
use crate::text::grade_about;
use common::window::{card, page, primary_button, quiet, theme};
use common::words::{Words, sentence};
use egui::{RichText, TextEdit, Ui, vec2};

/// The field for an id.
#[derive(Debug, Default)]
pub struct ById {
    typed: String,
}

impl ById {
    /// Draws the card; `opened` is true when it comes into sight. Returns the puzzle to play.
    pub fn ui(&mut self, ui: &mut Ui, opened: bool) -> Option<PuzzleSetup> {
        card(ui, |ui| {
            ui.label(RichText::new("Puzzle id").font(theme::heavy(theme::size::TURN)));
            ui.label("An id gives the same board on every computer. Paste one that somebody has sent you.");
            let field = TextEdit::singleline(&mut self.typed)
                .hint_text("rule-110:20x10:hard:flat#7")
                .desired_width(f32::INFINITY);
            let field = ui.add(field);
            // Who opens the page has an id to type or to paste.
            if opened {
                field.request_focus();
            }
            field.widget_info(|| {
                let mut info = egui::WidgetInfo::labeled(egui::Role::TextInput, true, "puzzle id");
                info.current_text_value = Some(self.typed.clone());
                info
            });
            let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
            let read = Some(self.typed.trim()).filter(|text| !text.is_empty()).map(str::parse::<PuzzleId>);
            let mut ready = None;
            match read {
                None => {
                    ui.label(quiet("Automaton, columns x rows, grade, plan, and after # the seed."));
                }
                Some(Err(why)) => page::complain(ui, &sentence(&why.to_string())),
                Some(Ok(id)) => {
                    let setup = PuzzleSetup::from_id(&id);
                    ui.label(Puzzle::summary(&setup));
                    ui.label(quiet(sentence(grade_about(id.grade))));
                    ready = Some(setup);
                }
            }
            let button = |ui: &mut Ui| {
                ui.horizontal(|ui| primary_button(ui, "Play this puzzle", vec2(180.0, 40.0))).inner
            };
            let play = ui.add_enabled_ui(ready.is_some(), button).inner.clicked();
            ready.filter(|_| play || entered)
        })
    }
}
