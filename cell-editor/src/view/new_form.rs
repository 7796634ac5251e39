//! The form for a new automaton.

use crate::rule_source::RuleSource;
use crate::text;
use common::automaton::{Automaton, AutomatonKind, Boundary, RuleTable, StartRow, code, wolfram};
use common::window::{RadioGroup, page, quiet, radio_buttons, theme};
use common::words::sentence;
use egui::{DragValue, Key, Response, RichText, Slider, TextEdit, Ui};

/// Where the rules come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    Zero,
    Code,
    Formula,
    Random,
}

/// A kind of rule code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CodeKind {
    Wolfram,
    Totalistic,
    Outer,
}

/// The height above the buttons, large enough for every choice.
const FORM_HEIGHT: f32 = 344.0;

/// The form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewForm {
    kind: AutomatonKind,
    states: u8,
    origin: Origin,
    code: CodeKind,
    number: String,
    /// The number that the form suggests. The field keeps it until the user types another one.
    suggested: String,
    formula: String,
    seed: u64,
    density: u8,
    cells: usize,
    generations: usize,
    /// The form was drawn before. The key that opened it does not confirm it.
    shown: bool,
}

impl Default for NewForm {
    fn default() -> NewForm {
        NewForm {
            kind: AutomatonKind::Common,
            states: 2,
            origin: Origin::Zero,
            code: CodeKind::Wolfram,
            number: "30".to_owned(),
            suggested: "30".to_owned(),
            formula: "(l + c + r) % k".to_owned(),
            seed: common::game::fresh_seed(),
            density: 50,
            cells: 41,
            generations: 21,
            shown: false,
        }
    }
}

/// What the user did.
pub enum NewFormEvent {
    /// Edit this automaton.
    Create(Box<Automaton>),
    /// Close the form.
    Cancel,
}

impl NewForm {
    fn source(&self) -> RuleSource {
        match (self.origin, self.code) {
            (Origin::Zero, _) => RuleSource::Zero,
            (Origin::Code, CodeKind::Wolfram) => RuleSource::Wolfram(self.number.trim().to_owned()),
            (Origin::Code, CodeKind::Totalistic) => RuleSource::Totalistic(self.number.trim().to_owned()),
            (Origin::Code, CodeKind::Outer) => RuleSource::Outer(self.number.trim().to_owned()),
            (Origin::Formula, _) => RuleSource::Formula(self.formula.clone()),
            (Origin::Random, _) => RuleSource::Random { seed: self.seed, density: self.density },
        }
    }

    /// Builds the automaton, or returns an error message.
    fn build(&self) -> Result<Automaton, String> {
        let source = self.source();
        let table = source.table(self.kind, self.states)?;
        let mut automaton = match self.kind {
            AutomatonKind::Picture => {
                let start = StartRow::Single.row(self.states, self.cells)?;
                Automaton::picture(&table, Boundary::default(), start, self.generations)
            }
            kind => Automaton::new(kind, &table)
                .map_err(|conflict| format!("the order of the cells must not matter: {conflict}"))?,
        };
        automaton.set_formula(source.formula());
        Ok(automaton)
    }

    /// A number that is valid for the kind of code and of automaton, and interesting with this number of states: the sum of
    /// the cells modulo the number of states, or a famous rule with two states.
    fn default_number(&self) -> String {
        let states = self.states;
        if states == 2 && self.code == CodeKind::Wolfram && self.kind != AutomatonKind::Totalistic {
            return "30".to_owned();
        }
        let sum = RuleTable::from_fn(states, |triple| (triple.sum() % usize::from(states)) as u8);
        let number = match self.code {
            CodeKind::Wolfram => Some(wolfram::number(&sum)),
            CodeKind::Totalistic => code::totalistic(&sum).ok(),
            CodeKind::Outer => code::outer(&sum).ok(),
        };
        number.unwrap_or_default()
    }

    /// Suggests another number if the user has not typed one.
    fn update_number(&mut self) {
        let suggested = self.default_number();
        if self.number == self.suggested {
            self.number.clone_from(&suggested);
        }
        self.suggested = suggested;
    }

    /// Draws the form.
    pub fn ui(&mut self, ui: &mut Ui) -> Option<NewFormEvent> {
        page::title(ui, "New automaton");
        let before = (self.kind, self.states, self.code);
        heading(ui, "Kind");
        ui.horizontal_wrapped(|ui| {
            radio_row(
                ui,
                &mut self.kind,
                [
                    (AutomatonKind::Common, "Common", about_kind(AutomatonKind::Common)),
                    (AutomatonKind::Totalistic, "Totalistic", about_kind(AutomatonKind::Totalistic)),
                    (AutomatonKind::Picture, "Picture", about_kind(AutomatonKind::Picture)),
                ],
            );
        });
        if self.kind == AutomatonKind::Totalistic && before.0 != self.kind && self.code == CodeKind::Wolfram {
            self.code = CodeKind::Totalistic;
        } else if before.0 == AutomatonKind::Totalistic && before.0 != self.kind {
            // For the other kinds a number is a Wolfram number unless one says otherwise.
            self.code = CodeKind::Wolfram;
        }
        ui.horizontal(|ui| {
            let label = ui.label("States");
            ui.add(Slider::new(&mut self.states, 2..=10)).labelled_by(label.id);
            if self.states != before.1 {
                self.density = RuleSource::even_density(self.states);
            }
        });
        ui.label(quiet(self.rule_count_sentence()));
        if self.kind == AutomatonKind::Picture {
            ui.horizontal(|ui| {
                let label = ui.label("Cells");
                ui.add(DragValue::new(&mut self.cells).range(1..=4096)).labelled_by(label.id);
                let label = ui.label("Generations");
                ui.add(DragValue::new(&mut self.generations).range(1..=4096)).labelled_by(label.id);
            });
        }
        heading(ui, "Rules");
        ui.horizontal_wrapped(|ui| {
            let origins = [
                (Origin::Zero, "All give 0"),
                (Origin::Code, "From a code"),
                (Origin::Formula, "From a formula"),
                (Origin::Random, "Random"),
            ];
            radio_buttons(ui, "origin", &mut self.origin, origins);
        });
        self.details(ui);
        if before != (self.kind, self.states, self.code) {
            self.update_number();
        }
        let built = self.build();
        match (&built, self.missing()) {
            (Err(_), Some(missing)) => {
                ui.label(quiet(missing));
            }
            (Err(why), None) => page::complain(ui, &sentence(why)),
            (Ok(_), _) => {}
        }
        // The buttons stay in place when the user makes another choice.
        ui.add_space((FORM_HEIGHT - ui.min_rect().height()).max(8.0));
        let mut event = None;
        ui.horizontal(|ui| {
            let entered = self.shown && ui.input(|input| input.key_pressed(Key::Enter));
            if (page::main_button(ui, built.is_ok(), "Create") || entered)
                && let Ok(automaton) = built
            {
                event = Some(NewFormEvent::Create(Box::new(automaton)));
            }
            if ui.button("Cancel").clicked() {
                event = Some(NewFormEvent::Cancel);
            }
        });
        self.shown = true;
        event
    }

    /// What has to be typed, if the field is empty.
    fn missing(&self) -> Option<&'static str> {
        match self.origin {
            Origin::Code if self.number.trim().is_empty() => Some("Type a number."),
            Origin::Formula if self.formula.trim().is_empty() => Some("Type a formula."),
            _ => None,
        }
    }

    fn rule_count_sentence(&self) -> String {
        let orders = match self.kind {
            AutomatonKind::Common => "011 and 110 may give different results",
            AutomatonKind::Totalistic => "011, 101 and 110 give the same result",
            AutomatonKind::Picture => "",
        };
        match self.kind.rule_count(self.states) {
            Some(rules) => format!("{orders}: {rules} rules."),
            None => "A picture has only the rules it needs. You can add more.".to_owned(),
        }
    }

    fn details(&mut self, ui: &mut Ui) {
        match self.origin {
            Origin::Zero => {}
            Origin::Code => {
                ui.horizontal_wrapped(|ui| {
                    let wolfram = "All results as one number, starting with the highest triple";
                    let outer = "By the middle cell and the sum of its neighbours";
                    radio_row(
                        ui,
                        &mut self.code,
                        [
                            (CodeKind::Wolfram, "Wolfram number", wolfram),
                            (CodeKind::Totalistic, "Totalistic", "By the sum of the three cells"),
                            (CodeKind::Outer, "Outer totalistic", outer),
                        ],
                    );
                });
                let label = ui.label("Number");
                code_line(ui, &mut self.number).labelled_by(label.id);
            }
            Origin::Formula => {
                let label = ui.label("Formula");
                code_line(ui, &mut self.formula).labelled_by(label.id);
                ui.label(quiet(text::FORMULA_VARIABLES));
            }
            Origin::Random => {
                ui.horizontal(|ui| {
                    let label = ui.label("Density");
                    ui.add(Slider::new(&mut self.density, 0..=100).suffix(" %")).labelled_by(label.id);
                });
                ui.label(quiet("The share of triples whose result is not 0."));
                ui.horizontal(|ui| {
                    let label = ui.label("Seed");
                    ui.add(DragValue::new(&mut self.seed)).labelled_by(label.id);
                    if ui.button("Another").clicked() {
                        self.seed = common::game::fresh_seed();
                    }
                });
            }
        }
    }
}

/// What a kind of automaton is, for people who do not know the word.
fn about_kind(kind: AutomatonKind) -> &'static str {
    match kind {
        AutomatonKind::Common => {
            "The result depends on three cells and on their order. There is a rule for every order."
        }
        AutomatonKind::Totalistic => "The result depends on three cells, but not on their order.",
        AutomatonKind::Picture => "A start row, and the rules that draw a picture from it.",
    }
}

/// A field for a number or a formula, in letters of equal width. It keeps the focus when Enter is pressed: if the text has
/// an error, the user goes on typing.
fn code_line(ui: &mut Ui, text: &mut String) -> Response {
    let font = theme::mono(theme::size::CODE);
    let field = ui.add(TextEdit::singleline(text).font(font).desired_width(f32::INFINITY));
    if field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
        field.request_focus();
    }
    field
}

fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(4.0);
    ui.label(RichText::new(text).font(theme::heavy(theme::size::TEXT)));
}

/// Radio buttons with a tooltip each.
fn radio_row<T: PartialEq + Copy>(ui: &mut Ui, value: &mut T, choices: [(T, &str, &str); 3]) {
    let selected = choices.iter().position(|(choice, ..)| choice == value);
    let mut group = RadioGroup::new(ui, choices[0].1, choices.len(), selected);
    for (n, (choice, text, about)) in choices.into_iter().enumerate() {
        let (button, chosen) = group.button(ui, selected == Some(n), text);
        button.on_hover_text(about);
        if chosen {
            *value = choice;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_choice_of_a_code_has_a_valid_default() {
        for kind in [AutomatonKind::Common, AutomatonKind::Totalistic, AutomatonKind::Picture] {
            for code in [CodeKind::Wolfram, CodeKind::Totalistic, CodeKind::Outer] {
                for states in 2..=10 {
                    let mut form = NewForm { kind, code, states, origin: Origin::Code, ..NewForm::default() };
                    form.update_number();
                    assert!(form.build().is_ok(), "{kind:?}, {code:?}, {states}: {}", form.number);
                    let automaton = form.build().unwrap();
                    let used = automaton.rules().map(|rule| rule.result).collect::<HashSet<_>>();
                    assert_eq!(
                        used.len(),
                        usize::from(states),
                        "{kind:?}, {code:?}, {states}: every state appears"
                    );
                }
            }
        }
        let mut typed = NewForm { number: "31".to_owned(), states: 3, ..NewForm::default() };
        typed.update_number();
        assert_eq!(typed.number, "31", "what was typed stays");
    }

    #[test]
    fn forms_build_automata_or_explain_why_not() {
        let zero = NewForm { states: 10, ..NewForm::default() }.build().unwrap();
        assert_eq!(zero.rules().count(), 1000);
        let coded = NewForm { origin: Origin::Code, number: " 110 ".to_owned(), ..NewForm::default() };
        assert_eq!(wolfram::number(&coded.build().unwrap().table()), "110");
        let not_totalistic = NewForm { kind: AutomatonKind::Totalistic, ..coded.clone() };
        assert!(not_totalistic.build().unwrap_err().contains("must not matter"));
        let formula = NewForm {
            origin: Origin::Formula,
            kind: AutomatonKind::Picture,
            states: 3,
            ..NewForm::default()
        };
        let picture = formula.build().unwrap();
        assert_eq!(picture.start().map(|(row, n)| (row.len(), n)), Some((41, 21)));
        assert_eq!((picture.formula(), picture.added_triples().len()), (Some("(l + c + r) % k"), 0));
        assert!(NewForm { number: "256".to_owned(), ..coded }.build().is_err());
        let random = NewForm {
            origin: Origin::Random,
            kind: AutomatonKind::Totalistic,
            states: 10,
            ..NewForm::default()
        };
        assert_eq!(random.build().unwrap().rules().count(), 220);
    }
}
