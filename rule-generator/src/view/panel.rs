//! The panel on the right: Generate, its progress and results, and what is asked of the search.

use super::commands::Command;
use super::dialogs::{SIDES, size_fields};
use super::settings::SearchSettings;
use super::{Generator, Reveal, words};
use crate::generate::Method;
use crate::problem::InkMode;
use common::automaton::{MAX_STATES, MIN_STATES};
use common::window::cells::colour_picker;
use common::window::{RadioGroup, card, combo_box, primary_button, quiet, scroll_area, theme};
use egui::{
    Align, CollapsingHeader, ComboBox, DragValue, Label, Layout, RichText, Role, ScrollArea, Ui, WidgetInfo,
    vec2,
};

/// What a colour of the picture stands for: the choice, its name, and what it means.
const INK_MODES: [(InkMode, &str, &str); 2] = [
    (
        InkMode::Sets,
        "Sets of states",
        "The rules may use several states for ink and several for paper, which are shown as shades. \
         More pictures are possible.",
    ),
    (
        InkMode::One,
        "One state",
        "Ink is exactly one state, and all other states are paper. Fewer pictures are possible.",
    ),
];

/// In a panel that is lower than this the button is smaller, and the buttons of the outcome come before its details.
const LOW: f32 = 220.0;

/// The width of the names of options.
const NAMES: f32 = 76.0;

impl Generator {
    /// Draws the panel. The button and the progress stay in sight; the other cards scroll.
    pub(super) fn panel(&mut self, ui: &mut Ui) {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        let low = ui.available_height() < LOW;
        self.generate_button(ui, low);
        let mut scroll = ScrollArea::vertical().id_salt("cards").auto_shrink(false);
        if self.reveal.take_if(|reveal| *reveal == Reveal::Search).is_some() {
            // Its card is the first one.
            scroll = scroll.vertical_scroll_offset(0.0);
        }
        scroll_area(scroll, ui, |ui| {
            if let Some(search) = &mut self.search {
                let current = search.current();
                search.ui(ui, &current);
            } else {
                self.outcome_card(ui, low);
            }
            self.results_card(ui, low);
            self.picture_card(ui);
            self.automaton_card(ui);
        });
    }

    fn generate_button(&mut self, ui: &mut Ui, low: bool) {
        let size = vec2(ui.available_width(), if low { 32.0 } else { 44.0 });
        match &self.search {
            None => {
                let button = ui.vertical_centered(|ui| primary_button(ui, "Generate", size));
                if button.inner.on_hover_text("Search for an automaton (Ctrl+G)").clicked() {
                    self.generate();
                }
            }
            Some(search) => {
                let stopping = search.is_stopping();
                ui.add_enabled_ui(!stopping, |ui| {
                    let button = ui.vertical_centered(|ui| primary_button(ui, "Stop", size));
                    if button.inner.on_hover_text("End the search and keep what was found (Esc)").clicked() {
                        self.stop();
                    }
                });
            }
        }
    }

    /// What the last search has found out, if it has no results: why the picture is impossible, or what to try.
    fn outcome_card(&mut self, ui: &mut Ui, low: bool) {
        let Some(outcome) = &self.outcome else {
            if self.results.is_empty() {
                self.welcome_card(ui, low);
            }
            return;
        };
        if !outcome.report.found.is_empty() {
            return;
        }
        let outdated = outcome.mask != *self.canvas.mask();
        let mut command = None;
        let (title, advice) = words::summary(&outcome.request, &outcome.report, outcome.stopped);
        card(ui, |ui| {
            ui.add(Label::new(RichText::new(title).font(theme::heavy(theme::size::TEXT))).wrap());
            if let Some(contradiction) = &outcome.report.contradiction {
                let buttons = |ui: &mut Ui| {
                    ui.horizontal_wrapped(|ui| {
                        let symmetric =
                            contradiction.places.is_empty() && ui.button("Make symmetric").clicked();
                        let sets =
                            outcome.request.ink == InkMode::One && ui.button("Use sets of states").clicked();
                        let symmetric = symmetric.then_some(Command::CompleteSymmetry);
                        symmetric.or(sets.then_some(Command::UseSets))
                    })
                    .inner
                };
                if low && !outdated {
                    command = buttons(ui);
                }
                ui.add(Label::new(&contradiction.reason).wrap());
                if !outdated && !self.marks.is_empty() {
                    ui.add(Label::new(quiet(words::legend(&self.marks))).wrap());
                }
                ui.add(Label::new(&contradiction.suggestion).wrap());
                if !low && !outdated {
                    command = buttons(ui);
                }
            }
            for sentence in words::verdicts(&outcome.request, &outcome.report) {
                ui.add(Label::new(quiet(sentence)).wrap());
            }
            if !advice.is_empty() {
                ui.add(Label::new(advice).wrap());
            }
            if outdated {
                ui.add(
                    Label::new(quiet("The picture has changed since. Press Generate to search again."))
                        .wrap(),
                );
            }
        });
        if let Some(command) = command {
            self.run_command(command);
        }
    }

    /// What to do first, and the pictures of earlier days. In a low panel they take the place of the explanation.
    fn welcome_card(&mut self, ui: &mut Ui, low: bool) {
        let mut chosen = None;
        card(ui, |ui| {
            ui.add(Label::new("Paint a picture, then press Generate.").wrap());
            if !low || self.settings.recent.is_empty() {
                ui.add(Label::new(quiet(words::INTRODUCTION)).wrap());
            }
            chosen = self.settings.recent.row(ui);
        });
        if let Some(path) = chosen {
            self.open_file(&path);
        }
    }

    fn picture_card(&mut self, ui: &mut Ui) {
        let mask = self.canvas.mask();
        let (mut width, mut height) = (mask.width(), mask.height());
        let before = (width, height);
        let name = words::colour_name(self.brush);
        let mut chosen = None;
        card(ui, |ui| {
            heading(ui, "Picture");
            row(ui, "Size", |ui| {
                size_fields(ui, ["Width", "Height"], SIDES, &mut width, &mut height);
            });
            row(ui, "Colour", |ui| {
                let colour = self.settings.colours[usize::from(self.brush)];
                chosen = colour_picker(ui, &format!("colour of {name}"), colour);
                ui.label(quiet(format!("of {name}")));
            });
        });
        if let Some(colour) = chosen {
            self.settings.colours[usize::from(self.brush)] = colour;
        }
        if (width, height) != before {
            self.canvas.change_from_base(|base| base.resized(width, height).unwrap_or(base));
            self.showing_result = false;
        }
    }

    fn automaton_card(&mut self, ui: &mut Ui) {
        let asymmetry = self.canvas.mask().first_asymmetry();
        let search = &mut self.settings.search;
        card(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 4.0;
            heading(ui, "Automaton");
            explained_row(ui, "States", "How many different values a cell may have", |ui| {
                state_fields(ui, search);
            });
            let ink = INK_MODES.iter().position(|(mode, ..)| *mode == search.ink);
            let mut group = RadioGroup::new(ui, "ink", INK_MODES.len(), ink);
            for (n, (mode, text, about)) in INK_MODES.into_iter().enumerate() {
                let (name, why) = if n == 0 {
                    ("Ink", "What the ink of the picture is in the automaton")
                } else {
                    ("", "")
                };
                explained_row(ui, name, why, |ui| {
                    let (button, chosen) = group.button(ui, search.ink == mode, text);
                    button.on_hover_text(about);
                    if chosen {
                        search.ink = mode;
                    }
                });
            }
            ui.label(quiet("Beyond the ends of a row"));
            ui.horizontal_wrapped(|ui| {
                let mut group = RadioGroup::new(ui, "plan", 2, Some(usize::from(search.cyclic)));
                for (cyclic, text, about) in [
                    (false, "A fixed state", "State 0, which is paper, is beyond both ends of a row."),
                    (true, "The other end", "The row is a ring: its last cell is next to its first one."),
                ] {
                    let (button, chosen) = group.button(ui, search.cyclic == cyclic, text);
                    button.on_hover_text(about);
                    if chosen {
                        search.cyclic = cyclic;
                    }
                }
            });
            row(ui, "", |ui| {
                ui.checkbox(&mut search.symmetric, "Symmetric")
                    .on_hover_text("Only rules that are the same from left and right");
            });
            if let Some((x, y)) = asymmetry.filter(|_| search.symmetric) {
                let note = format!(
                    "The picture is not symmetric: see column {}, row {}. Edit → Make symmetric helps.",
                    x + 1,
                    y + 1
                );
                ui.add(Label::new(quiet(note)).wrap());
            }
            let more = CollapsingHeader::new("More").show_unindented(ui, |ui| more_options(ui, search));
            if more.header_response.clicked() {
                self.reveal = Some(Reveal::More);
            }
            let reveals = self.reveal == Some(Reveal::More);
            if let Some(options) = more.body_response.as_ref().filter(|_| reveals) {
                // What opens may be below the edge of the panel. It grows for some frames.
                ui.scroll_to_rect(options.rect, None);
            }
            if reveals && (more.fully_open() || more.fully_closed()) {
                self.reveal = None;
            }
        });
    }
}

fn heading(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).font(theme::heavy(theme::size::TEXT)));
}

/// A row of the form: a name and what belongs to it.
fn row(ui: &mut Ui, name: &str, content: impl FnOnce(&mut Ui)) {
    explained_row(ui, name, "", content);
}

/// A row of the form whose name is explained when the pointer is on it.
fn explained_row(ui: &mut Ui, name: &str, why: &str, content: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        ui.allocate_ui_with_layout(vec2(NAMES, 28.0), Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(NAMES);
            let label = ui.label(quiet(name));
            if !why.is_empty() {
                label.on_hover_text(why);
            }
        });
        content(ui);
    });
}

/// The smallest and the largest number of states.
fn state_fields(ui: &mut Ui, search: &mut SearchSettings) {
    let SearchSettings { min_states, max_states, .. } = search;
    let (min, max) = (*min_states, *max_states);
    number_field(ui, "fewest states", min_states, MIN_STATES..=MAX_STATES);
    ui.label("to");
    number_field(ui, "most states", max_states, MIN_STATES..=MAX_STATES);
    if *min_states != min {
        *max_states = (*max_states).max(*min_states);
    } else if *max_states != max {
        *min_states = (*min_states).min(*max_states);
    }
}

fn number_field<N: egui::emath::Numeric>(
    ui: &mut Ui,
    name: &str,
    value: &mut N,
    range: std::ops::RangeInclusive<N>,
) {
    let before = value.to_f64();
    let field = ui.add(DragValue::new(value).range(range).speed(0.1));
    field.widget_info(|| WidgetInfo::drag_value(true, before));
    field.ctx.accesskit_node_builder(field.id, |node| node.set_label(name));
}

/// The options that are rarely changed.
fn more_options(ui: &mut Ui, search: &mut SearchSettings) {
    row(ui, "Method", |ui| {
        let combo = ComboBox::from_id_salt("method").width(140.0).selected_text(words::method(search.method));
        let combo = combo_box(ui, combo, |ui, list| {
            for method in Method::ALL {
                list.value(ui, &mut search.method, method, words::method(method));
            }
        });
        combo.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Method"));
    });
    row(ui, "Time", |ui| {
        let mut limited = search.seconds.is_some();
        ui.checkbox(&mut limited, "Limit")
            .on_hover_text("Without a limit the search ends soon after a result, or after about a minute.")
            .widget_info(|| WidgetInfo::selected(Role::CheckBox, true, limited, "Limit the time"));
        if limited != search.seconds.is_some() {
            search.seconds = limited.then_some(60);
        }
        if let Some(seconds) = &mut search.seconds {
            number_field(ui, "seconds", seconds, SearchSettings::SECONDS);
            ui.label("s");
        }
    });
    row(ui, "Solutions", |ui| {
        number_field(ui, "number of solutions", &mut search.count, SearchSettings::COUNT);
    });
    row(ui, "", |ui| {
        ui.checkbox(&mut search.fewest_rules, "Fewest rules")
            .on_hover_text("Look for an automaton with as few rules as possible. This takes longer.");
    });
}
