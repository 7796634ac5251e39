//! The tab with the colours and names of the states.

use super::TabEvent;
use crate::document::Edit;
use common::automaton::{Automaton, AutomatonKind, Colour, State};
use common::window::cells::colour_picker;
use common::window::page::line_field;
use common::window::{quiet, theme};
use egui::{Label, RichText, Role, Ui, WidgetInfo, vec2};

/// Draws the tab.
pub fn ui(ui: &mut Ui, automaton: &Automaton, events: &mut Vec<TabEvent>) {
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
                    colour_picker(ui, &format!("colour of state {state}"), automaton.colour(state))
                {
                    events.push(TabEvent::Edit(Edit::Colour(state, colour)));
                }
                if automaton.kind() == AutomatonKind::Picture {
                    events.extend(ink_checkbox(ui, state, &ink).map(TabEvent::Edit));
                }
                let name = format!("name of state {state}");
                if let Some(typed) = line_field(ui, &name, "name", automaton.name(state)) {
                    events.push(TabEvent::Edit(Edit::Name(state, typed)));
                }
            });
        }
    });
    if automaton.kind() == AutomatonKind::Picture {
        ui.label(quiet("A tick marks the states that count as ink."));
    }
    if let Some((first, second)) = similar_states(automaton) {
        ui.add_space(4.0);
        let warning =
            format!("States {first} and {second} look alike. Show digits on the cells to tell them apart.");
        ui.add(Label::new(quiet(warning)).wrap());
    }
}

fn ink_checkbox(ui: &mut Ui, state: State, ink: &[State]) -> Option<Edit> {
    let mut is_ink = ink.contains(&state);
    let checkbox = ui.checkbox(&mut is_ink, "").on_hover_text("Counts as ink in the picture");
    checkbox
        .widget_info(|| WidgetInfo::selected(Role::CheckBox, true, is_ink, format!("state {state} is ink")));
    checkbox.changed().then(|| {
        let mut ink: Vec<State> = ink.iter().copied().filter(|other| *other != state).collect();
        ink.extend(is_ink.then_some(state));
        Edit::Ink(ink)
    })
}

/// Two states whose colours are hard to tell apart.
fn similar_states(automaton: &Automaton) -> Option<(State, State)> {
    let similar = |a: Colour, b: Colour| {
        let distance = |x: u8, y: u8| (i32::from(x) - i32::from(y)).pow(2);
        distance(a.red, b.red) + distance(a.green, b.green) + distance(a.blue, b.blue) < 900
    };
    let states = automaton.states();
    let mut pairs = (0..states).flat_map(|first| (first + 1..states).map(move |second| (first, second)));
    pairs.find(|(first, second)| similar(automaton.colour(*first), automaton.colour(*second)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::automaton::RuleTable;

    #[test]
    fn similar_colours_are_found() {
        let table = RuleTable::from_fn(10, |_| 0);
        let mut automaton = Automaton::new(AutomatonKind::Common, &table).unwrap();
        assert_eq!(similar_states(&automaton), None);
        automaton.set_colour(7, Colour::new(10, 5, 0));
        assert_eq!(similar_states(&automaton), Some((1, 7)));
    }
}
