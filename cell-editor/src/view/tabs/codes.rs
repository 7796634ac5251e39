//! The tab with rule codes and symmetries.

use super::{TabEvent, heading};
use crate::text;
use common::automaton::{AutomatonKind, RuleTable, code, wolfram};
use common::window::quiet;
use egui::{Label, Ui};

/// The codes and symmetries of a table. They are computed once per change, because long numbers take a while.
#[derive(Debug, Clone)]
pub struct Codes {
    wolfram: String,
    totalistic: Result<String, String>,
    outer: Result<String, String>,
    symmetries: Vec<&'static str>,
}

impl Codes {
    /// Computes the codes of a table.
    pub fn new(table: &RuleTable) -> Codes {
        Codes {
            wolfram: wolfram::number(table),
            totalistic: code::totalistic(table).map_err(|conflict| conflict.to_string()),
            outer: code::outer(table).map_err(|conflict| conflict.to_string()),
            symmetries: text::symmetries(table),
        }
    }

    /// Draws the tab.
    pub fn ui(&self, ui: &mut Ui, kind: AutomatonKind, events: &mut Vec<TabEvent>) {
        if kind == AutomatonKind::Picture {
            ui.add(Label::new(quiet("Triples without a rule count as state 0.")).wrap());
        }
        code_line(ui, "Wolfram number", Ok(&self.wolfram), events);
        code_line(ui, "Totalistic code", self.totalistic.as_ref(), events);
        code_line(ui, "Outer totalistic code", self.outer.as_ref(), events);
        ui.label(heading("Symmetries"));
        if self.symmetries.is_empty() {
            ui.label(quiet("None."));
        }
        for symmetry in &self.symmetries {
            ui.add(Label::new(format!("· {symmetry}")).wrap());
        }
    }
}

fn code_line(ui: &mut Ui, name: &str, code: Result<&String, &String>, events: &mut Vec<TabEvent>) {
    ui.horizontal(|ui| {
        ui.label(heading(name));
        if let Ok(number) = code {
            let button = ui.small_button("Copy").on_hover_text(format!("Copy the {}", name.to_lowercase()));
            if button.clicked() {
                events.push(TabEvent::Copy(number.clone()));
            }
        }
    });
    match code {
        Ok(number) => ui.add(Label::new(number).wrap()),
        Err(why) => ui.add(Label::new(quiet(format!("None, because {why}."))).wrap()),
    };
}
