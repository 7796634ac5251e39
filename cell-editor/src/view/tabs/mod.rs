//! The tabs: states, formula, row, description and codes; in a narrow window also the preview.

mod codes;
mod formula;
mod row;
mod states;

use crate::document::{Document, Edit};
use codes::{CodeDraft, Codes};
use common::automaton::{Automaton, RuleTable};
use common::window::{quiet, scroll_area, theme};
use egui::{Button, RichText, ScrollArea, TextEdit, Ui, vec2};
pub use formula::{FormulaTable, is_valid_formula};
use row::RowDraft;

/// One of the tabs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tab {
    /// Colours and names of the states.
    #[default]
    States,
    /// The formula that the rules are compared with.
    Formula,
    /// The start row, the number of generations and the boundary.
    Row,
    /// The description.
    Text,
    /// Rule codes and symmetries.
    Codes,
}

impl Tab {
    const ALL: [(Tab, &'static str); 5] = [
        (Tab::States, "States"),
        (Tab::Formula, "Formula"),
        (Tab::Row, "Row"),
        (Tab::Text, "Text"),
        (Tab::Codes, "Codes"),
    ];
}

/// What the user did on a tab.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TabEvent {
    /// A change of the automaton.
    Edit(Edit),
    /// Show only the rules that differ from the formula, or all rules.
    ShowDiffering(bool),
    /// Copy this text to the clipboard.
    Copy(String),
}

/// The state of the tabs.
#[derive(Debug)]
pub struct Tabs {
    tab: Tab,
    /// The preview is selected, where it is one of the tabs.
    preview: bool,
    code: CodeDraft,
    row: Option<RowDraft>,
    /// The codes and the revision for which they were computed.
    codes: Option<(u64, Codes)>,
}

impl Default for Tabs {
    fn default() -> Tabs {
        Tabs { tab: Tab::default(), preview: true, row: None, code: CodeDraft::default(), codes: None }
    }
}

impl Tabs {
    /// Forgets everything except the selected tab; call this when another automaton is shown.
    pub fn reset(&mut self) {
        *self = Tabs { tab: self.tab, preview: self.preview, ..Tabs::default() };
    }

    /// Draws the tab bar. Returns whether the preview is selected, which is a tab only if `with_preview`.
    pub fn bar(&mut self, ui: &mut Ui, with_preview: bool) -> bool {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            // The tab bar must fit into one line, even if the window is narrow.
            let width = ui.available_width() / if with_preview { 6.0 } else { 5.0 };
            let (size, padding) =
                if width < 76.0 { (theme::size::SMALL, 6.0) } else { (theme::size::TEXT, 12.0) };
            ui.spacing_mut().button_padding.x = padding;
            let name = |name| RichText::new(name).font(theme::plain(size));
            let preview = with_preview && self.preview;
            if with_preview && ui.add(Button::selectable(preview, name("Preview"))).clicked() {
                self.preview = true;
            }
            for (tab, title) in Tab::ALL {
                if ui.add(Button::selectable(self.tab == tab && !preview, name(title))).clicked() {
                    (self.tab, self.preview) = (tab, false);
                }
            }
        });
        ui.add_space(4.0);
        with_preview && self.preview
    }

    /// Draws the selected tab. `differing` is the number of rules that differ from the formula and
    /// whether only they are shown.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        document: &Document,
        formula_table: &FormulaTable,
        differing: (usize, bool),
    ) -> Vec<TabEvent> {
        let mut events = Vec::new();
        let automaton = document.automaton();
        let scroll = ScrollArea::vertical().id_salt(("tab", self.tab as u8)).auto_shrink(false);
        scroll_area(scroll, ui, |ui| match self.tab {
            Tab::States => states::ui(ui, automaton, &mut events),
            Tab::Formula => formula::ui(ui, automaton, formula_table, differing, &mut events),
            Tab::Row => row::ui(ui, &mut self.row, automaton, &mut events),
            Tab::Text => description(ui, automaton, &mut events),
            Tab::Codes => {
                self.update_codes(document);
                if let Some((_, codes)) = &self.codes {
                    codes.ui(ui, automaton, &mut self.code, &mut events);
                }
            }
        });
        events
    }

    /// Computes the codes of the current revision, if they are not known.
    fn update_codes(&mut self, document: &Document) {
        let revision = document.revision();
        if self.codes.as_ref().is_none_or(|(computed_for, _)| *computed_for != revision) {
            self.codes = Some((revision, Codes::new(&document.automaton().table())));
        }
    }
}

fn description(ui: &mut Ui, automaton: &Automaton, events: &mut Vec<TabEvent>) {
    let label = ui.label(heading("Description"));
    let mut typed = automaton.description().to_owned();
    let field = TextEdit::multiline(&mut typed)
        .hint_text("What is special about this automaton.")
        .desired_width(f32::INFINITY);
    let extra_keys = automaton.extra_keys().len() as f32 * 24.0;
    let size = vec2(ui.available_width(), (ui.available_height() - extra_keys - 4.0).max(60.0));
    if ui.add_sized(size, field).labelled_by(label.id).changed() {
        events.push(TabEvent::Edit(Edit::Description(typed)));
    }
    for (key, value) in automaton.extra_keys() {
        ui.label(quiet(format!("{key}: {value}")));
    }
}

/// The automaton with the results of a table. A picture gets only the rules it has or needs.
fn with_rules_of(automaton: &Automaton, table: &RuleTable) -> Automaton {
    let mut next = automaton.clone();
    let listed = automaton.rules().map(|rule| rule.triple);
    for triple in listed.chain(automaton.added_triples()) {
        next.set_rule(triple, table.result(triple));
    }
    next
}

fn heading(text: &str) -> RichText {
    RichText::new(text).font(theme::heavy(theme::size::SMALL))
}
