//! What else there is to an automaton than its rules: states, formula, row, text, codes.

use super::cells::color;
use crate::document::{Document, Edit};
use crate::text;
use common::automaton::{Automaton, Colour, Formula, Kind, Plan, State, Table, code, wolfram};
use common::window::{Tokens, quiet, theme};
use egui::{
    Button, Color32, Label, Popup, PopupCloseBehavior, RichText, Role, ScrollArea, TextEdit, Ui, Vec2,
    WidgetInfo, vec2,
};

/// One of the cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tab {
    /// Colours and names.
    #[default]
    States,
    /// What the rules are compared with.
    Formula,
    /// Start row, generations, and what stands beyond the ends.
    Row,
    /// The description.
    Text,
    /// Numbers and symmetries.
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

/// What was done on a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// A change.
    Edit(Edit),
    /// Rules that differ from the formula are to be shown, or all again.
    Differing(bool),
    /// Text for the clipboard.
    Copy(String),
}

/// The formula of an automaton, as far as it can be compared with.
#[derive(Debug, Clone, Default)]
pub struct Comparison {
    of: Option<(String, u8)>,
    table: Option<Result<Table, String>>,
}

impl Comparison {
    /// Looks at the formula again if it has changed.
    pub fn update(&mut self, automaton: &Automaton) {
        let Some(formula) = automaton.formula() else {
            *self = Comparison::default();
            return;
        };
        let of = Some((formula.to_owned(), automaton.states()));
        if self.of != of {
            let table = formula.parse::<Formula>().and_then(|formula| formula.table(automaton.states()));
            self.table = Some(table.map_err(|why| why.to_string()));
            self.of = of;
        }
    }

    /// The table that the formula tells, if it tells one.
    pub fn table(&self) -> Option<&Table> {
        self.table.as_ref().and_then(|table| table.as_ref().ok())
    }

    fn trouble(&self) -> Option<&str> {
        self.table.as_ref().and_then(|table| table.as_ref().err()).map(String::as_str)
    }
}

/// What is being typed on the cards and makes no value yet.
#[derive(Debug, Default)]
pub struct Cards {
    /// The card that is looked at.
    pub tab: Tab,
    row: Option<Draft>,
    codes: Option<(u64, Codes)>,
}

/// A start row that is being typed.
#[derive(Debug, Clone)]
struct Draft {
    text: String,
    /// The row as it was before: what is typed halfway does not replace it.
    before: Vec<State>,
}

/// What there is to say of a table in numbers; counted once, for long numbers take a while.
#[derive(Debug, Clone)]
struct Codes {
    wolfram: String,
    totalistic: Result<String, String>,
    outer: Result<String, String>,
    symmetries: Vec<&'static str>,
}

impl Codes {
    fn of(table: &Table) -> Codes {
        Codes {
            wolfram: wolfram::number(table),
            totalistic: code::totalistic(table).map_err(|clash| clash.to_string()),
            outer: code::outer(table).map_err(|clash| clash.to_string()),
            symmetries: text::symmetries(table),
        }
    }
}

impl Cards {
    /// Another automaton is looked at.
    pub fn reset(&mut self) {
        *self = Cards { tab: self.tab, ..Cards::default() };
    }

    /// Draws the row of tabs and the card below it.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        document: &Document,
        comparison: &Comparison,
        differing: (usize, bool),
    ) -> Vec<Act> {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            // Five tabs stand in one row, however narrow it is.
            let (size, padding) = if ui.available_width() < 330.0 {
                (theme::size::SMALL, 7.0)
            } else {
                (theme::size::TEXT, 12.0)
            };
            ui.spacing_mut().button_padding.x = padding;
            for (tab, name) in Tab::ALL {
                let name = RichText::new(name).font(theme::plain(size));
                if ui.add(Button::selectable(self.tab == tab, name)).clicked() {
                    self.tab = tab;
                }
            }
        });
        ui.add_space(4.0);
        let mut acts = Vec::new();
        ScrollArea::vertical().id_salt(("card", self.tab as u8)).auto_shrink(false).show(ui, |ui| match self
            .tab
        {
            Tab::States => states(ui, document.automaton(), &mut acts),
            Tab::Formula => formula(ui, document.automaton(), comparison, differing, &mut acts),
            Tab::Row => self.row(ui, document.automaton(), &mut acts),
            Tab::Text => description(ui, document.automaton(), &mut acts),
            Tab::Codes => self.codes(ui, document, &mut acts),
        });
        acts
    }

    fn row(&mut self, ui: &mut Ui, automaton: &Automaton, acts: &mut Vec<Act>) {
        ui.label(heading("Beyond the ends of a row"));
        let plan = automaton.plan();
        let edge = if let Plan::Flat { edge } = plan { edge } else { 0 };
        let mut wished = plan;
        ui.horizontal_wrapped(|ui| {
            ui.radio_value(&mut wished, Plan::Flat { edge }, "a fixed state");
            ui.radio_value(&mut wished, Plan::Cyclic, "the other end, as in a ring");
        });
        if let Plan::Flat { edge } = &mut wished {
            ui.horizontal(|ui| {
                let label = ui.label("State beyond the ends");
                let most = automaton.states() - 1;
                ui.add(egui::DragValue::new(edge).range(0..=most).speed(0.05)).labelled_by(label.id);
            });
        }
        if wished != plan {
            acts.push(Act::Edit(Edit::Plan(wished)));
        }
        let Some((start, generations)) = automaton.start() else {
            ui.add_space(4.0);
            ui.add(Label::new(quiet("A .pcell has a start row and a number of generations of its own. File → Save as… makes one of what the preview shows.")).wrap());
            return;
        };
        ui.add_space(4.0);
        ui.label(heading("Picture"));
        ui.horizontal(|ui| {
            let label = ui.label("Generations");
            let mut wished = generations;
            let most = Automaton::MOST_CELLS / start.len().max(1);
            let field = egui::DragValue::new(&mut wished).range(1..=most.max(1)).speed(0.2);
            ui.add(field).labelled_by(label.id).on_hover_text("With the start row");
            if wished != generations {
                acts.push(Act::Edit(Edit::Picture(start.to_vec(), wished)));
            }
        });
        let cells = if start.len() == 1 { "1 cell".to_owned() } else { format!("{} cells", start.len()) };
        let label = ui.label(format!("Start row, {cells}"));
        if start.len() > 2000 {
            ui.add(Label::new(quiet("It is too long to be typed; draw on it in the preview.")).wrap());
            return;
        }
        let digits: String = start.iter().map(|state| char::from(b'0' + state)).collect();
        let mut typed = self.row.as_ref().map_or(digits, |draft| draft.text.clone());
        // What is wrong stands where it is seen, above what is typed.
        if let Err(why) = read_row(&typed, automaton.states(), generations) {
            ui.add(Label::new(RichText::new(why).color(Tokens::of(ui).bad)).wrap());
        }
        // What is said above it comes and goes; the field stays the same.
        let field = TextEdit::multiline(&mut typed).id(ui.make_persistent_id("start row"));
        let field = ui.add(field.desired_rows(2).desired_width(f32::INFINITY));
        let field = field.labelled_by(label.id);
        if field.changed() {
            let before = self.row.take().map_or_else(|| start.to_vec(), |draft| draft.before);
            let row = read_row(&typed, automaton.states(), generations).unwrap_or_else(|_| before.clone());
            self.row = Some(Draft { text: typed, before });
            acts.push(Act::Edit(Edit::Picture(row, generations)));
        } else if !field.has_focus() {
            self.row = None;
        }
    }

    fn codes(&mut self, ui: &mut Ui, document: &Document, acts: &mut Vec<Act>) {
        if self.codes.as_ref().is_none_or(|(revision, _)| *revision != document.revision()) {
            self.codes = Some((document.revision(), Codes::of(&document.automaton().table())));
        }
        let Some((_, codes)) = &self.codes else { return };
        if document.automaton().kind() == Kind::Picture {
            ui.add(Label::new(quiet("Where the picture has no rule, state 0 is counted.")).wrap());
        }
        let mut line = |ui: &mut Ui, name: &str, code: &Result<String, String>| {
            ui.horizontal(|ui| {
                ui.label(heading(name));
                if let Ok(number) = code
                    && ui
                        .small_button("Copy")
                        .on_hover_text(format!("Copy the {}", name.to_lowercase()))
                        .clicked()
                {
                    acts.push(Act::Copy(number.clone()));
                }
            });
            match code {
                Ok(number) => ui.add(Label::new(number).wrap()),
                Err(why) => ui.add(Label::new(quiet(format!("None, for {why}."))).wrap()),
            };
        };
        line(ui, "Wolfram number", &Ok(codes.wolfram.clone()));
        line(ui, "Totalistic code", &codes.totalistic);
        line(ui, "Outer totalistic code", &codes.outer);
        ui.label(heading("Symmetries"));
        if codes.symmetries.is_empty() {
            ui.label(quiet("None."));
        }
        for symmetry in &codes.symmetries {
            ui.add(Label::new(format!("· {symmetry}")).wrap());
        }
    }
}

/// A row that was typed, or why it is none.
fn read_row(typed: &str, states: u8, generations: usize) -> Result<Vec<State>, String> {
    let digits = typed.chars().filter(|letter| !letter.is_whitespace());
    let row: Result<Vec<State>, String> = digits
        .map(|letter| match letter.to_digit(10) {
            Some(digit) if digit < u32::from(states) => Ok(digit as State),
            _ => Err(format!("'{letter}' is no state; the states are 0 to {}.", states - 1)),
        })
        .collect();
    let row = row?;
    if row.is_empty() {
        return Err("A row has at least one cell.".to_owned());
    }
    if row.len().saturating_mul(generations) > Automaton::MOST_CELLS {
        return Err("With so many generations the row is too long.".to_owned());
    }
    Ok(row)
}

/// A field for text of which the automaton keeps no spaces at its ends: they stay while it is being typed. Gives what
/// was typed, if anything was.
fn line_field(ui: &mut Ui, name: &str, hint: &str, current: &str) -> Option<String> {
    let id = ui.make_persistent_id(name);
    let draft: Option<String> = ui.data_mut(|data| data.get_temp(id));
    let mut typed = draft.filter(|draft| draft.trim() == current).unwrap_or_else(|| current.to_owned());
    let field = TextEdit::singleline(&mut typed).id(id.with("field")).hint_text(hint);
    let field = ui.add(field.desired_width(f32::INFINITY));
    field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, name));
    if field.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, typed.clone()));
    } else {
        ui.data_mut(|data| data.remove::<String>(id));
    }
    field.changed().then_some(typed)
}

fn heading(text: &str) -> RichText {
    RichText::new(text).font(theme::heavy(theme::size::SMALL))
}

fn states(ui: &mut Ui, automaton: &Automaton, acts: &mut Vec<Act>) {
    let columns = if automaton.states() > 5 && ui.available_width() > 380.0 { 2 } else { 1 };
    let rows = automaton.states().div_ceil(columns);
    let ink = automaton.ink();
    ui.columns(usize::from(columns), |columns| {
        for state in 0..automaton.states() {
            let ui = &mut columns[usize::from(state / rows)];
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 6.0;
                let number = RichText::new(state.to_string()).font(theme::heavy(theme::size::TEXT));
                ui.add_sized(vec2(14.0, 20.0), Label::new(number));
                if let Some(colour) =
                    colour_well(ui, &format!("colour of state {state}"), automaton.colour(state))
                {
                    acts.push(Act::Edit(Edit::Colour(state, colour)));
                }
                if automaton.kind() == Kind::Picture {
                    let mut counts = ink.contains(&state);
                    let tick = ui.checkbox(&mut counts, "").on_hover_text("Counts as ink in the picture");
                    tick.widget_info(|| {
                        WidgetInfo::selected(Role::CheckBox, true, counts, format!("state {state} is ink"))
                    });
                    if tick.changed() {
                        let mut ink = ink.clone();
                        ink.retain(|other| *other != state);
                        ink.extend(counts.then_some(state));
                        acts.push(Act::Edit(Edit::Ink(ink)));
                    }
                }
                let name = format!("name of state {state}");
                if let Some(typed) = line_field(ui, &name, "name", automaton.name(state)) {
                    acts.push(Act::Edit(Edit::Name(state, typed)));
                }
            });
        }
    });
    if automaton.kind() == Kind::Picture {
        ui.label(quiet("A tick marks the states that count as ink."));
    }
    if let Some((one, other)) = alike(automaton) {
        ui.add_space(4.0);
        let warning = format!("States {one} and {other} look alike; digits on the cells tell them apart.");
        ui.add(Label::new(quiet(warning)).wrap());
    }
}

/// A colour that opens a page to change it; gives the new one.
pub fn colour_well(ui: &mut Ui, name: &str, colour: Colour) -> Option<Colour> {
    let edge = egui::Stroke::new(1.0, Tokens::of(ui).ink.gamma_multiply(0.4));
    let well = Button::new("").fill(color(colour)).stroke(edge).min_size(vec2(36.0, 26.0));
    let well = ui.add(well).on_hover_text(colour.to_string());
    well.widget_info(|| WidgetInfo::labeled(Role::ColorWell, true, name));
    let mut wished = None;
    let popup =
        Popup::from_toggle_button_response(&well).close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    popup.show(|ui| {
        ui.set_width(236.0);
        if let Some(typed) = line_field(ui, "colour as #RRGGBB", "#RRGGBB", &colour.to_string()) {
            wished = Colour::read(typed.trim());
        }
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            for other in 0..common::automaton::MOST_STATES {
                let (usual, name) = Colour::usual(other);
                let swatch = Button::new("").fill(color(usual)).stroke(edge).min_size(vec2(21.0, 21.0));
                let swatch = ui.scope(|ui| {
                    ui.spacing_mut().button_padding = Vec2::ZERO;
                    ui.add(swatch).on_hover_text(name)
                });
                swatch.inner.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
                if swatch.inner.clicked() {
                    wished = Some(usual);
                }
            }
        });
        let Colour { red, green, blue } = colour;
        let mut parts = [red, green, blue];
        for (part, name) in parts.iter_mut().zip(["Red", "Green", "Blue"]) {
            ui.horizontal(|ui| {
                ui.add_sized(vec2(44.0, 20.0), Label::new(quiet(name)).halign(egui::Align::Min));
                let slider = ui.add(egui::Slider::new(part, 0..=255));
                slider.widget_info(|| WidgetInfo::slider(true, f64::from(*part), name));
            });
        }
        if parts != [red, green, blue] {
            wished = Some(Colour::new(parts[0], parts[1], parts[2]));
        }
    });
    wished
}

/// Two states whose colours can hardly be told apart.
fn alike(automaton: &Automaton) -> Option<(State, State)> {
    let apart = |a: Color32, b: Color32| {
        let part = |x: u8, y: u8| (i32::from(x) - i32::from(y)).pow(2);
        part(a.r(), b.r()) + part(a.g(), b.g()) + part(a.b(), b.b()) >= 900
    };
    let states = || 0..automaton.states();
    let pairs = states().flat_map(|one| (one + 1..automaton.states()).map(move |other| (one, other)));
    let look = |state| color(automaton.colour(state));
    pairs.into_iter().find(|(one, other)| !apart(look(*one), look(*other)))
}

fn formula(
    ui: &mut Ui,
    automaton: &Automaton,
    comparison: &Comparison,
    (differing, only): (usize, bool),
    acts: &mut Vec<Act>,
) {
    let tokens = Tokens::of(ui);
    ui.label(heading("The rules as a formula"));
    let current = automaton.formula().unwrap_or_default();
    if let Some(typed) = line_field(ui, "formula", "(l + c + r) % k", current) {
        acts.push(Act::Edit(Edit::Formula(typed)));
    }
    match (comparison.trouble(), comparison.table()) {
        (Some(why), _) => {
            ui.add(Label::new(RichText::new(common::words::sentence(why)).color(tokens.bad)).wrap());
        }
        (None, Some(table)) => {
            let totalistic = automaton.kind() == Kind::Totalistic;
            if differing == 0 && only {
                acts.push(Act::Differing(false));
            }
            if differing == 0 {
                ui.label(RichText::new("All rules agree with the formula.").color(tokens.good));
            } else {
                ui.label(match differing {
                    1 => "One rule differs from the formula.".to_owned(),
                    many => format!("{many} rules differ from the formula."),
                });
                ui.horizontal_wrapped(|ui| {
                    if let Err(clash) = table.totalistic().map_err(|clash| clash.to_string())
                        && totalistic
                    {
                        ui.add(
                            Label::new(quiet(format!("The order of the cells matters to it: {clash}.")))
                                .wrap(),
                        );
                    } else if ui
                        .button("Set the rules")
                        .on_hover_text("All rules become what the formula tells")
                        .clicked()
                    {
                        acts.push(Act::Edit(Edit::Whole(
                            text::FROM_FORMULA,
                            Box::new(by_formula(automaton, table)),
                        )));
                    }
                    let mut show = only;
                    if ui.checkbox(&mut show, "Show only these").changed() {
                        acts.push(Act::Differing(show));
                    }
                });
            }
        }
        (None, None) => {
            ui.add(
                Label::new(quiet("Type a formula to compare the rules with it, or to make them by it."))
                    .wrap(),
            );
        }
    }
    ui.add_space(4.0);
    ui.add(
        Label::new(quiet(
            "l, c and r are the left, the middle and the right cell, k is the number of states.",
        ))
        .wrap(),
    );
    ui.add(Label::new(quiet("+ - * / % < <= > >= == != ! && || ? : ( )  min max median abs mod")).wrap());
    ui.add(Label::new(quiet("/ rounds down, % and mod are never negative, comparisons give 1 or 0.")).wrap());
}

/// The automaton with all its rules as the formula tells; a picture keeps to the rules that it has.
fn by_formula(automaton: &Automaton, table: &Table) -> Automaton {
    let mut next = automaton.clone();
    let rules: Vec<_> = automaton.rules().collect();
    for rule in rules {
        next.set_rule(rule.triple, table.result(rule.triple));
    }
    for triple in automaton.added() {
        next.set_rule(triple, table.result(triple));
    }
    next
}

fn description(ui: &mut Ui, automaton: &Automaton, acts: &mut Vec<Act>) {
    let label = ui.label(heading("Description"));
    let mut typed = automaton.description().to_owned();
    let field = TextEdit::multiline(&mut typed)
        .hint_text("What is worth knowing about it, in plain words.")
        .desired_width(f32::INFINITY);
    let others = automaton.others().len() as f32 * 24.0;
    let size = vec2(ui.available_width(), (ui.available_height() - others - 4.0).max(60.0));
    if ui.add_sized(size, field).labelled_by(label.id).changed() {
        acts.push(Act::Edit(Edit::Description(typed)));
    }
    for (key, value) in automaton.others() {
        ui.label(quiet(format!("{key}: {value}")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_as_typed() {
        assert_eq!(read_row(" 01 2\n0 ", 3, 5), Ok(vec![0, 1, 2, 0]));
        assert!(read_row("013", 3, 5).unwrap_err().contains("'3' is no state"));
        assert!(read_row("0x", 3, 5).is_err() && read_row("  ", 3, 5).is_err());
        assert!(read_row("0101", 3, usize::MAX).is_err());
    }

    #[test]
    fn colours_that_look_alike_are_noticed() {
        let table = Table::from_fn(10, |_| 0);
        let mut automaton = Automaton::new(Kind::Common, &table).unwrap();
        assert_eq!(alike(&automaton), None);
        automaton.set_colour(7, Colour::new(10, 5, 0));
        assert_eq!(alike(&automaton), Some((1, 7)));
    }
}
