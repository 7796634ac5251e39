//! The window with the settings of the board.

use super::heading;
use super::options::{BoardOptions, CELL_SIZES, GAPS, NotesMode, keep_switch, name};
use common::automaton::Colour;
use common::window::{Tokens, UiAction, combo_box, quiet, radio_buttons};
use egui::{Color32, ComboBox, Ui, vec2};

/// A colour that is being chosen: it is remembered when the mouse is released.
#[derive(Debug, Default)]
pub struct SettingsWindow {
    /// Whether the window is open.
    pub open: bool,
    drafts: [Option<Color32>; 2],
}

impl SettingsWindow {
    /// Draws the window.
    pub fn ui(&mut self, ui: &Ui, options: &BoardOptions) -> Vec<UiAction> {
        let mut actions = Vec::new();
        let mut open = self.open;
        let corner = ui.max_rect().min + vec2(40.0, 24.0);
        let window = super::window(ui, "Board settings", super::WINDOW_OF_SETTINGS)
            .open(&mut open)
            .default_pos(corner);
        window.show(ui.ctx(), |ui| {
            super::window_content(ui, 340.0, |ui| self.content(ui, options, &mut actions));
        });
        self.open = open;
        actions
    }

    fn content(&mut self, ui: &mut Ui, options: &BoardOptions, actions: &mut Vec<UiAction>) {
        ui.label(heading("Cells"));
        let sizes = std::iter::once(None).chain(CELL_SIZES.map(Some));
        let label =
            |size: Option<u8>| size.map_or("As large as fits".to_owned(), |size| format!("{size} points"));
        let size = options.cell_size.map(|size| size as u8);
        combo(ui, "Size", size, sizes, label, |size| {
            let value = size.map_or("auto".to_owned(), |size| size.to_string());
            actions.push(UiAction::Keep(name::CELL_SIZE, value));
        });
        let label = |gap: u8| match gap {
            0 => "None".to_owned(),
            1 => "1 point".to_owned(),
            gap => format!("{gap} points"),
        };
        combo(ui, "Gaps", options.gap as u8, GAPS, label, |gap| {
            actions.push(UiAction::Keep(name::GAP, gap.to_string()));
        });
        switch(ui, "Digits on cells", name::DIGITS, options.digits, actions);
        switch(ui, "Colours for colour-blind people", name::PALETTE, options.colour_blind, actions);
        ui.label(quiet("These ten colours differ in lightness too. They replace the automaton's own."));
        let tokens = Tokens::of(ui);
        let colors = [
            ("Own colour of borders and digits", name::BORDER, options.border, tokens.ink),
            ("Own colour of highlights", name::HIGHLIGHT, options.highlight, tokens.good),
        ];
        for (n, (label, name, colour, default)) in colors.into_iter().enumerate() {
            let action = color_row(ui, label, name, colour, default, &mut self.drafts[n]);
            actions.extend(action);
        }
        ui.add_space(8.0);
        ui.label(heading("Notes"));
        ui.horizontal(|ui| {
            let mut mode = options.notes;
            if radio_buttons(ui, "notes", &mut mode, NotesMode::ALL.map(|one| (one, one.label()))) {
                actions.push(UiAction::Keep(name::NOTES, mode.value().to_owned()));
            }
        });
        ui.label(quiet("Automatic notes show what each window alone leaves possible."));
        ui.add_space(8.0);
        ui.label(heading("Beside the board"));
        switch(ui, "Show the time", name::TIME, options.time, actions);
        switch(ui, "Control buttons in a window of their own", name::FLOATING, options.floating, actions);
    }
}

fn combo<T: Copy + PartialEq>(
    ui: &mut Ui,
    label: &str,
    current: T,
    choices: impl IntoIterator<Item = T>,
    text: impl Fn(T) -> String,
    mut chosen: impl FnMut(T),
) {
    ui.horizontal(|ui| {
        ui.scope(|ui| {
            ui.set_min_width(48.0);
            ui.label(label);
        });
        let combo = ComboBox::from_id_salt(label).selected_text(text(current)).height(300.0);
        let combo = combo_box(ui, combo, |ui, list| {
            for choice in choices {
                if list.entry(ui, choice == current, text(choice)).clicked() {
                    chosen(choice);
                }
            }
        });
        combo.accessible_name(label);
    });
}

fn switch(ui: &mut Ui, label: &str, name: &'static str, on: bool, actions: &mut Vec<UiAction>) {
    let mut value = on;
    if ui.checkbox(&mut value, label).changed() {
        actions.push(keep_switch(name, value));
    }
}

/// A colour of the player's own, or the theme's.
fn color_row(
    ui: &mut Ui,
    label: &str,
    name: &'static str,
    colour: Option<Colour>,
    default: Color32,
    draft: &mut Option<Color32>,
) -> Option<UiAction> {
    let write =
        |color: Color32| UiAction::Keep(name, Colour::new(color.r(), color.g(), color.b()).to_string());
    let mut action = None;
    ui.horizontal(|ui| {
        let mut own = colour.is_some();
        if ui.checkbox(&mut own, label).changed() {
            action = Some(if own { write(default) } else { UiAction::Keep(name, String::new()) });
        }
        if let Some(colour) = colour {
            let mut color = draft.unwrap_or(common::window::cells::color32(colour));
            if ui.color_edit_button_srgba(&mut color).changed() {
                *draft = Some(color);
            }
            // A drag is remembered when it ends.
            if draft.is_some() && !ui.input(|input| input.pointer.any_down()) {
                action = draft.take().map(write);
            }
        }
    });
    action
}
