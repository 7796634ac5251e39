//! The row above the grid: picture or result, tools, colours, mirror painting, undo and redo.

use super::commands::Command;
use super::paint::Tool;
use super::{Generator, words};
use crate::mask::{ColourIndex, MAX_COLOURS};
use common::window::cells::{color32, contrasting_text};
use common::window::{Tokens, combo_box, quiet, theme};
use egui::{Button, ComboBox, RichText, Role, Stroke, Ui, WidgetInfo, vec2};

/// The width at which everything fits into one row: with two colours and without results.
const ONE_ROW: f32 = 640.0;
/// The width of the choice between picture and result.
const CHOICE: f32 = 150.0;
/// The width of a colour.
const SWATCH: f32 = 34.0;

impl Generator {
    /// Draws the row. In a narrow window the tools are a list, and mirror painting is only in the menu.
    pub(super) fn toolbar(&mut self, ui: &mut Ui) {
        let mut command = None;
        let width = ui.available_width();
        let choice = if self.results.is_empty() { 0.0 } else { CHOICE };
        let narrow = width < ONE_ROW + choice + SWATCH * (self.palette() - 2) as f32;
        let separator = |ui: &mut Ui| {
            if !narrow {
                ui.separator();
            }
        };
        let row = ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(if narrow { 4.0 } else { 6.0 }, 6.0);
            if narrow {
                ui.spacing_mut().button_padding.x = 8.0;
            }
            if !self.results.is_empty() {
                ui.selectable_value(&mut self.showing_result, false, "Picture");
                ui.selectable_value(&mut self.showing_result, true, "Result");
                separator(ui);
            }
            if self.showing_result {
                // These buttons are not those of the picture: none of them inherits the focus.
                ui.skip_ahead_auto_ids(100);
                ui.label(quiet("Colours"));
                ui.selectable_value(&mut self.settings.own_colours, false, "Like the picture")
                    .on_hover_text("The states of a colour are shades of it.");
                ui.selectable_value(&mut self.settings.own_colours, true, "By state")
                    .on_hover_text("Every state has a colour far from the others.");
                return;
            }
            command = if narrow { self.tool_list(ui) } else { self.tool_buttons(ui) };
            separator(ui);
            self.swatches(ui);
            separator(ui);
            if !narrow {
                let mirror = Button::selectable(self.settings.mirror, "Mirror");
                let mirror = ui.add(mirror).on_hover_text("Paint the mirror image too (M)");
                mirror.widget_info(|| {
                    WidgetInfo::selected(Role::CheckBox, true, self.settings.mirror, "Mirror painting")
                });
                if mirror.clicked() {
                    command = Some(Command::Mirror);
                }
            }
            separator(ui);
            for (name, enabled, step) in [
                ("Undo", self.canvas.can_undo(), Command::Undo),
                ("Redo", self.canvas.can_redo(), Command::Redo),
            ] {
                if ui.add_enabled(enabled, Button::new(name)).clicked() {
                    command = Some(step);
                }
            }
        });
        self.keep_height(ui, width, row.response.rect.height());
        if let Some(command) = command {
            self.run_command(command);
        }
    }

    /// Gives the row of a result the height of the row of its picture, so that the picture does not move.
    fn keep_height(&mut self, ui: &mut Ui, width: f32, height: f32) {
        if !self.showing_result {
            self.toolbar_size = vec2(width, height);
        } else if (self.toolbar_size.x - width).abs() < 1.0 && self.toolbar_size.y > height {
            ui.add_space(self.toolbar_size.y - height);
        }
    }

    /// A button for each tool.
    fn tool_buttons(&self, ui: &mut Ui) -> Option<Command> {
        let mut chosen = None;
        for tool in Tool::ALL {
            let button = Button::selectable(self.settings.tool == tool, tool.name());
            if ui.add(button).on_hover_text(tool.description()).clicked() {
                chosen = Some(tool);
            }
        }
        chosen.map(Command::Tool)
    }

    /// A list of the tools, which needs less space.
    fn tool_list(&self, ui: &mut Ui) -> Option<Command> {
        let mut chosen = None;
        let tool = self.settings.tool;
        let combo = ComboBox::from_id_salt("tool").width(100.0).selected_text(tool.name());
        let combo = combo_box(ui, combo, |ui, list| {
            for tool in Tool::ALL {
                let button = list.entry(ui, self.settings.tool == tool, tool.name());
                if button.on_hover_text(tool.description()).clicked() {
                    chosen = Some(tool);
                }
            }
        });
        combo.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Tool"));
        combo.on_hover_text(tool.description());
        chosen.map(Command::Tool)
    }

    /// A button for each colour, with its digit.
    fn swatches(&mut self, ui: &mut Ui) {
        let tokens = Tokens::of(ui);
        let padding = std::mem::replace(&mut ui.spacing_mut().button_padding, vec2(4.0, 2.0));
        for colour in 0..self.palette() as ColourIndex {
            let fill = color32(self.settings.colours[usize::from(colour)]);
            let digit = RichText::new(colour.to_string())
                .font(theme::plain(theme::size::SMALL))
                .color(contrasting_text(fill));
            let border = if self.brush == colour {
                Stroke::new(3.0, tokens.accent)
            } else {
                Stroke::new(1.0, tokens.ink.gamma_multiply(0.4))
            };
            let swatch = ui.add(Button::new(digit).fill(fill).stroke(border).min_size(vec2(28.0, 28.0)));
            let name = format!("paint with {}", words::colour_name(colour));
            swatch.widget_info(|| WidgetInfo::selected(Role::Button, true, self.brush == colour, &name));
            if swatch.on_hover_text(format!("{} ({colour})", words::colour_name(colour))).clicked() {
                self.brush = colour;
            }
        }
        if self.palette() < MAX_COLOURS {
            let add = ui.add(Button::new("+").min_size(vec2(28.0, 28.0)));
            add.widget_info(|| WidgetInfo::labeled(Role::Button, true, "add a colour"));
            if add.on_hover_text("Add a colour. Every colour needs a state of its own.").clicked() {
                self.brush = self.palette() as ColourIndex;
            }
        }
        ui.spacing_mut().button_padding = padding;
    }

    /// The number of colours to choose from.
    pub(super) fn palette(&self) -> usize {
        self.canvas.mask().colours().max(usize::from(self.brush) + 1)
    }
}
