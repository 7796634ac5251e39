//! The tab with the formula that the rules are compared with.

use super::{TabEvent, heading, with_rules_of};
use crate::document::Edit;
use crate::text;
use common::automaton::{Automaton, AutomatonKind, Formula, RuleTable};
use common::window::page::code_field;
use common::window::{Tokens, quiet, theme};
use common::words::sentence;
use egui::{Key, Label, RichText, Ui};

/// The table of an automaton's formula, computed once per change of the formula.
#[derive(Debug, Clone, Default)]
pub struct FormulaTable {
    /// The formula and the number of states for which the table was computed.
    computed_for: Option<(String, u8)>,
    table: Option<Result<RuleTable, String>>,
}

impl FormulaTable {
    /// Computes the table again if the formula has changed.
    pub fn update(&mut self, automaton: &Automaton) {
        let Some(formula) = automaton.formula() else {
            *self = FormulaTable::default();
            return;
        };
        let key = Some((formula.to_owned(), automaton.states()));
        if self.computed_for != key {
            let table = formula.parse::<Formula>().and_then(|formula| formula.table(automaton.states()));
            self.table = Some(table.map_err(|why| why.to_string()));
            self.computed_for = key;
        }
    }

    /// The table, if there is a valid formula.
    pub fn table(&self) -> Option<&RuleTable> {
        self.table.as_ref().and_then(|table| table.as_ref().ok())
    }

    fn error(&self) -> Option<&str> {
        self.table.as_ref().and_then(|table| table.as_ref().err()).map(String::as_str)
    }
}

/// Whether a formula is empty or can be computed with this number of states.
pub fn is_valid_formula(formula: &str, states: u8) -> bool {
    let table = || formula.parse::<Formula>().and_then(|formula| formula.table(states));
    formula.trim().is_empty() || table().is_ok()
}

/// The name of the field.
const FIELD: &str = "formula";

/// The automaton with this formula and its rules, if the formula is valid for it.
fn with_formula(automaton: &Automaton, formula: &str) -> Option<Automaton> {
    let table = formula.parse::<Formula>().and_then(|formula| formula.table(automaton.states())).ok()?;
    if automaton.kind() == AutomatonKind::Totalistic && table.check_totalistic().is_err() {
        return None;
    }
    let mut next = with_rules_of(automaton, &table);
    next.set_formula(Some(formula));
    Some(next)
}

/// Draws the tab.
pub fn ui(
    ui: &mut Ui,
    automaton: &Automaton,
    formula_table: &FormulaTable,
    differing: (usize, bool),
    events: &mut Vec<TabEvent>,
) {
    ui.label(heading("The rules as a formula"));
    let current = automaton.formula().unwrap_or_default();
    let typed = code_field(ui, FIELD, "(l + c + r) % k", current);
    let formula = typed.clone().unwrap_or_else(|| current.to_owned());
    if let Some(typed) = typed {
        events.push(TabEvent::Edit(Edit::Formula(typed)));
    }
    let field = ui.ctx().read_response(ui.make_persistent_id(FIELD).with("field"));
    if let Some(field) = field.filter(|field| field.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter))) {
        match with_formula(automaton, &formula) {
            Some(next) => {
                events.push(TabEvent::Edit(Edit::Replace(text::FROM_FORMULA, Box::new(next))));
            }
            // Without the focus the keys of a correction would change rules.
            None => field.request_focus(),
        }
    }
    match (formula_table.error(), formula_table.table()) {
        (Some(why), _) => {
            ui.add(Label::new(RichText::new(sentence(why)).color(Tokens::of(ui).bad)).wrap());
        }
        (None, Some(table)) => comparison(ui, automaton, table, differing, events),
        (None, None) => {
            let hint = "Type a formula to compare the rules with it. Press Enter to set the rules.";
            ui.add(Label::new(quiet(hint)).wrap());
        }
    }
    ui.add_space(4.0);
    ui.add(Label::new(quiet(text::FORMULA_VARIABLES)).wrap());
    let operators = quiet(text::FORMULA_OPERATORS).font(theme::mono(theme::size::SMALL));
    ui.add(Label::new(operators).wrap());
    ui.add(Label::new(quiet(text::FORMULA_ROUNDING)).wrap());
}

/// How many rules differ from the formula, with buttons to show or to change them.
fn comparison(
    ui: &mut Ui,
    automaton: &Automaton,
    table: &RuleTable,
    (differing, only_differing): (usize, bool),
    events: &mut Vec<TabEvent>,
) {
    if differing == 0 {
        if only_differing {
            events.push(TabEvent::ShowDiffering(false));
        }
        ui.label(RichText::new("All rules agree with the formula.").color(Tokens::of(ui).good));
        return;
    }
    ui.label(match differing {
        1 => "One rule differs from the formula.".to_owned(),
        many => format!("{many} rules differ from the formula."),
    });
    ui.horizontal_wrapped(|ui| {
        let conflict = table.check_totalistic().err();
        let conflict = conflict.filter(|_| automaton.kind() == AutomatonKind::Totalistic);
        if let Some(conflict) = conflict {
            ui.add(Label::new(quiet(text::not_totalistic(&conflict))).wrap());
        } else if ui.button("Set the rules").on_hover_text("Set all rules by the formula").clicked() {
            let next = with_rules_of(automaton, table);
            events.push(TabEvent::Edit(Edit::Replace(text::FROM_FORMULA, Box::new(next))));
        }
        let mut show = only_differing;
        if ui.checkbox(&mut show, "Show only these").changed() {
            events.push(TabEvent::ShowDiffering(show));
        }
    });
}
