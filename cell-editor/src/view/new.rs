//! What a new automaton is to be like.

use crate::source::Source;
use crate::text;
use common::automaton::{Automaton, Kind, Start};
use common::window::{page, quiet, theme};
use common::words::sentence;
use egui::{DragValue, RichText, Slider, TextEdit, Ui};

/// Where the rules come from, in the order in which it is offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Zero,
    Code,
    Formula,
    Random,
}

/// Which code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Code {
    Wolfram,
    Totalistic,
    Outer,
}

/// The height that all ways need above the buttons.
const ROOM: f32 = 330.0;

/// What is being chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    kind: Kind,
    states: u8,
    way: Way,
    code: Code,
    number: String,
    formula: String,
    seed: u64,
    density: u8,
    cells: usize,
    generations: usize,
}

impl Default for Draft {
    fn default() -> Draft {
        Draft {
            kind: Kind::Common,
            states: 2,
            way: Way::Zero,
            code: Code::Wolfram,
            number: "30".to_owned(),
            formula: "(l + c + r) % k".to_owned(),
            seed: common::cli::fresh_seed(),
            density: 50,
            cells: 41,
            generations: 21,
        }
    }
}

/// What was done.
pub enum Act {
    /// This one is to be edited.
    Create(Box<Automaton>),
    /// None after all.
    Cancel,
}

impl Draft {
    fn source(&self) -> Source {
        match (self.way, self.code) {
            (Way::Zero, _) => Source::Zero,
            (Way::Code, Code::Wolfram) => Source::Wolfram(self.number.trim().to_owned()),
            (Way::Code, Code::Totalistic) => Source::Totalistic(self.number.trim().to_owned()),
            (Way::Code, Code::Outer) => Source::Outer(self.number.trim().to_owned()),
            (Way::Formula, _) => Source::Formula(self.formula.clone()),
            (Way::Random, _) => Source::Random { seed: self.seed, density: self.density },
        }
    }

    /// The automaton, or why there is none like this.
    fn make(&self) -> Result<Automaton, String> {
        let source = self.source();
        let table = source.table(self.kind, self.states)?;
        let mut automaton = match self.kind {
            Kind::Picture => {
                let start = Start::Single.row(self.states, self.cells)?;
                Automaton::picture(&table, common::automaton::Plan::default(), start, self.generations)
            }
            kind => Automaton::new(kind, &table)
                .map_err(|clash| format!("the order of the cells must not matter: {clash}"))?,
        };
        automaton.set_formula(source.formula());
        Ok(automaton)
    }

    /// Draws the page.
    pub fn ui(&mut self, ui: &mut Ui) -> Option<Act> {
        page::title(ui, "New automaton");
        let kind = self.kind;
        heading(ui, "Kind");
        ui.horizontal_wrapped(|ui| {
            ui.radio_value(&mut self.kind, Kind::Common, "common")
                .on_hover_text("A rule for every ordered triple");
            ui.radio_value(&mut self.kind, Kind::Totalistic, "totalistic")
                .on_hover_text("The order of the three cells does not matter");
            ui.radio_value(&mut self.kind, Kind::Picture, "picture")
                .on_hover_text("A start row, and the rules that one picture needs");
        });
        if self.kind == Kind::Totalistic && kind != self.kind && self.code == Code::Wolfram {
            self.code = Code::Totalistic;
        }
        ui.horizontal(|ui| {
            let label = ui.label("States");
            let before = self.states;
            ui.add(Slider::new(&mut self.states, 2..=10)).labelled_by(label.id);
            if self.states != before {
                self.density = Source::even_density(self.states);
            }
        });
        ui.label(quiet(self.size()));
        if self.kind == Kind::Picture {
            ui.horizontal(|ui| {
                let label = ui.label("Cells");
                ui.add(DragValue::new(&mut self.cells).range(1..=4096)).labelled_by(label.id);
                let label = ui.label("Generations");
                ui.add(DragValue::new(&mut self.generations).range(1..=4096)).labelled_by(label.id);
            });
        }
        heading(ui, "Rules");
        ui.horizontal_wrapped(|ui| {
            ui.radio_value(&mut self.way, Way::Zero, "all give 0");
            ui.radio_value(&mut self.way, Way::Code, "by a code");
            ui.radio_value(&mut self.way, Way::Formula, "by a formula");
            ui.radio_value(&mut self.way, Way::Random, "at random");
        });
        self.details(ui);
        let made = self.make();
        page::complain(ui, &made.as_ref().err().map_or(String::new(), |why| sentence(why)));
        // The page does not jump when another way is chosen.
        ui.add_space((ROOM - ui.min_rect().height()).max(8.0));
        let mut act = None;
        ui.horizontal(|ui| {
            let entered = ui.input(|input| input.key_pressed(egui::Key::Enter));
            if (page::main_button(ui, made.is_ok(), "Create") || entered)
                && let Ok(automaton) = made
            {
                act = Some(Act::Create(Box::new(automaton)));
            }
            if ui.button("Cancel").clicked() {
                act = Some(Act::Cancel);
            }
        });
        act
    }

    fn size(&self) -> String {
        let kind = text::kind(self.kind);
        match self.kind.rule_count(self.states) {
            Some(rules) => format!("A {kind} automaton of {} states has {rules} rules.", self.states),
            None => "A picture has only the rules that it needs; more can be added.".to_owned(),
        }
    }

    fn details(&mut self, ui: &mut Ui) {
        match self.way {
            Way::Zero => {}
            Way::Code => {
                ui.horizontal_wrapped(|ui| {
                    ui.radio_value(&mut self.code, Code::Wolfram, "Wolfram number")
                        .on_hover_text("All results as one number, that of the highest triple first");
                    ui.radio_value(&mut self.code, Code::Totalistic, "totalistic")
                        .on_hover_text("Over the sum of the three cells");
                    ui.radio_value(&mut self.code, Code::Outer, "outer totalistic")
                        .on_hover_text("Over the middle cell and the sum of its neighbours");
                });
                let label = ui.label("Number");
                ui.add(TextEdit::singleline(&mut self.number).desired_width(f32::INFINITY))
                    .labelled_by(label.id);
            }
            Way::Formula => {
                let label = ui.label("Formula");
                ui.add(TextEdit::singleline(&mut self.formula).desired_width(f32::INFINITY))
                    .labelled_by(label.id);
                ui.label(quiet(
                    "l, c and r are the left, the middle and the right cell, k is the number of states.",
                ));
            }
            Way::Random => {
                ui.horizontal(|ui| {
                    let label = ui.label("Density");
                    ui.add(Slider::new(&mut self.density, 0..=100).suffix(" %")).labelled_by(label.id);
                });
                ui.label(quiet("The share of triples whose result is not 0."));
                ui.horizontal(|ui| {
                    let label = ui.label("Seed");
                    ui.add(DragValue::new(&mut self.seed)).labelled_by(label.id);
                    if ui.button("Another").clicked() {
                        self.seed = common::cli::fresh_seed();
                    }
                });
            }
        }
    }
}

fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(4.0);
    ui.label(RichText::new(text).font(theme::heavy(theme::size::TEXT)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::automaton::wolfram;

    #[test]
    fn drafts_make_automata_or_tell_why_not() {
        let zero = Draft { states: 10, ..Draft::default() }.make().unwrap();
        assert_eq!(zero.rules().count(), 1000);
        let coded = Draft { way: Way::Code, number: " 110 ".to_owned(), ..Draft::default() };
        assert_eq!(wolfram::number(&coded.make().unwrap().table()), "110");
        let misfit = Draft { kind: Kind::Totalistic, ..coded.clone() };
        assert!(misfit.make().unwrap_err().contains("must not matter"));
        let formula = Draft { way: Way::Formula, kind: Kind::Picture, states: 3, ..Draft::default() };
        let picture = formula.make().unwrap();
        assert_eq!(picture.start().map(|(row, n)| (row.len(), n)), Some((41, 21)));
        assert_eq!((picture.formula(), picture.added().len()), (Some("(l + c + r) % k"), 0));
        assert!(Draft { number: "256".to_owned(), ..coded }.make().is_err());
        let random = Draft { way: Way::Random, kind: Kind::Totalistic, states: 10, ..Draft::default() };
        assert_eq!(random.make().unwrap().rules().count(), 220);
    }
}
