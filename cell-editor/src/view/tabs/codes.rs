//! The tab with rule codes and properties. A typed code sets the rules.

use super::{TabEvent, heading, with_rules_of};
use crate::document::Edit;
use crate::rule_source::RuleSource;
use crate::text;
use common::automaton::{Automaton, AutomatonKind, RuleTable, code, wolfram};
use common::window::{Tokens, quiet, theme};
use common::words::sentence;
use egui::{Key, Label, RichText, TextEdit, Ui};

/// A kind of code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CodeKind {
    Wolfram,
    Totalistic,
    Outer,
}

impl CodeKind {
    const ALL: [(CodeKind, &'static str); 3] = [
        (CodeKind::Wolfram, "Wolfram number"),
        (CodeKind::Totalistic, "Totalistic code"),
        (CodeKind::Outer, "Outer totalistic code"),
    ];

    fn source(self, number: &str) -> RuleSource {
        let number = number.trim().to_owned();
        match self {
            CodeKind::Wolfram => RuleSource::Wolfram(number),
            CodeKind::Totalistic => RuleSource::Totalistic(number),
            CodeKind::Outer => RuleSource::Outer(number),
        }
    }
}

/// A code that is being typed.
#[derive(Debug, Clone, Default)]
pub struct CodeDraft {
    typed: Option<(CodeKind, String)>,
    /// Why the typed code cannot be applied.
    problem: String,
}

/// The codes and properties of a table. They are computed once per change, because long numbers take a while.
#[derive(Debug, Clone)]
pub struct Codes {
    wolfram: String,
    totalistic: Result<String, String>,
    outer: Result<String, String>,
    properties: Vec<&'static str>,
}

impl Codes {
    /// Computes the codes of a table.
    pub fn new(table: &RuleTable) -> Codes {
        Codes {
            wolfram: wolfram::number(table),
            totalistic: code::totalistic(table).map_err(|conflict| conflict.to_string()),
            outer: code::outer(table).map_err(|conflict| conflict.to_string()),
            properties: text::properties(table),
        }
    }

    fn code(&self, kind: CodeKind) -> Result<&str, &str> {
        match kind {
            CodeKind::Wolfram => Ok(&self.wolfram),
            CodeKind::Totalistic => self.totalistic.as_deref().map_err(String::as_str),
            CodeKind::Outer => self.outer.as_deref().map_err(String::as_str),
        }
    }

    /// Draws the tab.
    pub fn ui(&self, ui: &mut Ui, automaton: &Automaton, draft: &mut CodeDraft, events: &mut Vec<TabEvent>) {
        ui.add(Label::new(quiet("Type a number and press Enter to set the rules.")).wrap());
        if automaton.kind() == AutomatonKind::Picture {
            ui.add(Label::new(quiet("Triples without a rule count as state 0.")).wrap());
        }
        for (kind, name) in CodeKind::ALL {
            self.code_field(ui, automaton, (kind, name), draft, events);
        }
        ui.label(heading("Properties"));
        if self.properties.is_empty() {
            ui.label(quiet("None."));
        }
        for property in &self.properties {
            ui.add(Label::new(format!("· {property}")).wrap());
        }
    }

    fn code_field(
        &self,
        ui: &mut Ui,
        automaton: &Automaton,
        (kind, name): (CodeKind, &str),
        draft: &mut CodeDraft,
        events: &mut Vec<TabEvent>,
    ) {
        let code = self.code(kind);
        let own = draft.typed.as_ref().filter(|(typed, _)| *typed == kind);
        let mut typed = own.map_or_else(|| code.unwrap_or_default().to_owned(), |(_, typed)| typed.clone());
        let edited = own.is_some();
        let mut apply = false;
        let label = ui.horizontal(|ui| {
            let label = ui.label(heading(name));
            if edited {
                apply = ui.button("Apply").clicked();
            } else if let Ok(number) = code {
                let copy = ui.button("Copy").on_hover_text(format!("Copy the {}", name.to_lowercase()));
                if copy.clicked() {
                    events.push(TabEvent::Copy(number.to_owned()));
                }
            }
            label
        });
        let field = TextEdit::singleline(&mut typed)
            .id(ui.make_persistent_id(name))
            .font(theme::mono(theme::size::CODE))
            .hint_text("none")
            .desired_width(f32::INFINITY);
        let field = ui.add(field).labelled_by(label.inner.id);
        if field.changed() {
            *draft = CodeDraft { typed: Some((kind, typed.clone())), problem: String::new() };
        }
        let lost = field.lost_focus();
        apply |= lost && ui.input(|input| input.key_pressed(Key::Enter));
        if apply {
            match with_code(automaton, kind, &typed) {
                Ok(next) => {
                    *draft = CodeDraft::default();
                    events.push(TabEvent::Edit(Edit::Replace(text::FROM_CODE, Box::new(next))));
                }
                Err(problem) => {
                    *draft = CodeDraft { typed: Some((kind, typed)), problem };
                    // Without the focus the keys of a correction would change rules.
                    field.request_focus();
                }
            }
        } else if lost && ui.input(|input| input.key_pressed(Key::Escape)) {
            *draft = CodeDraft::default();
        }
        let own = draft.typed.as_ref().is_some_and(|(typed, _)| *typed == kind);
        if own && !draft.problem.is_empty() {
            ui.add(Label::new(RichText::new(&draft.problem).color(Tokens::of(ui).bad)).wrap());
        } else if let (false, Err(why)) = (own, code) {
            ui.add(Label::new(quiet(format!("None, because {why}."))).wrap());
        }
    }
}

/// The automaton with the rules of a typed code, or why there is none, as a sentence.
fn with_code(automaton: &Automaton, kind: CodeKind, typed: &str) -> Result<Automaton, String> {
    let table =
        kind.source(typed).table(automaton.kind(), automaton.states()).map_err(|why| sentence(&why))?;
    if automaton.kind() == AutomatonKind::Totalistic {
        table.check_totalistic().map_err(|conflict| text::not_totalistic(&conflict))?;
    }
    Ok(with_rules_of(automaton, &table))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typed_code_sets_the_rules() {
        let rule = |kind, number: &str| Automaton::new(kind, &wolfram::table(2, number).unwrap()).unwrap();
        let number = |automaton: Automaton| wolfram::number(&automaton.table());
        let common = rule(AutomatonKind::Common, "30");
        assert_eq!(with_code(&common, CodeKind::Wolfram, " 110 ").map(number), Ok("110".to_owned()));
        assert_eq!(with_code(&common, CodeKind::Totalistic, "10").map(number), Ok("150".to_owned()));
        assert_eq!(with_code(&common, CodeKind::Outer, "12").map(number), Ok("90".to_owned()));
        assert!(with_code(&common, CodeKind::Wolfram, "256").is_err());
        assert!(with_code(&common, CodeKind::Wolfram, "x").is_err());
        let totalistic = rule(AutomatonKind::Totalistic, "150");
        let refused = with_code(&totalistic, CodeKind::Wolfram, "110").unwrap_err();
        assert!(refused.contains("A totalistic automaton cannot have these rules"), "{refused}");
    }
}
