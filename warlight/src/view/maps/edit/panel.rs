//! The bar above the map, and the panel beside or below it.

use super::document::EditKind;
use super::{Command, Editor, EditorEvent, Tab, groups, mistakes, region};
use common::window::{Tokens, quiet, scroll_area, theme};
use egui::{Button, Label, RichText, ScrollArea, Ui, vec2};

/// In a narrower window the buttons do not show their keys.
const NARROW: f32 = 600.0;

impl Editor {
    /// Draws the name of the map and the commands.
    pub(super) fn toolbar(&mut self, ui: &mut Ui) -> Option<EditorEvent> {
        let mut event = None;
        let is_narrow = ui.available_width() < NARROW;
        // In a small window every row takes height from the map.
        let button = |text: &'static str, keys: &'static str| {
            let button = Button::new(text);
            if is_narrow { button } else { button.shortcut_text(keys) }
        };
        ui.horizontal_wrapped(|ui| {
            if ui.button("Back").on_hover_text("To the list of maps (Escape)").clicked() {
                event = Some(EditorEvent::Leave);
            }
            let star = if self.is_changed() || self.is_new { "*" } else { "" };
            let title = format!("{}{star}", self.document.map().name);
            let title = RichText::new(title).font(theme::heavy(theme::size::TURN));
            let title = ui.add(Label::new(title).truncate());
            if self.is_changed() {
                title.on_hover_text("There are changes that are not saved");
            }
            let is_free = !self.is_rebuilding();
            let undo = self.document.undo_kind();
            let shown = ui.add_enabled(undo.is_some() && is_free, button("Undo", "Ctrl+Z"));
            let hint = |kind: Option<EditKind>| kind.map_or("", EditKind::title);
            if shown.on_hover_text(hint(undo)).clicked() {
                self.undo();
            }
            let redo = self.document.redo_kind();
            let shown = ui.add_enabled(redo.is_some() && is_free, button("Redo", "Ctrl+Y"));
            if shown.on_hover_text(hint(redo)).clicked() {
                self.redo();
            }
            let can_save = (self.is_changed() || self.is_new) && self.saving.is_none();
            if ui.add_enabled(can_save, button("Save", "Ctrl+S")).clicked() {
                self.pending = Some(Command::Save);
            }
            let can_play = !self.is_changed() && !self.is_new;
            let play = ui.add_enabled(can_play, Button::new("Play on this map"));
            if play.on_disabled_hover_text("Save the map first").clicked() {
                event = Some(EditorEvent::Play);
            }
            if self.saving.is_some() {
                ui.label(quiet("Saving…"));
            }
            if !self.message.0.is_empty() {
                let tokens = Tokens::of(ui);
                let colour = if self.message.1 { tokens.bad } else { tokens.quiet };
                ui.add(Label::new(RichText::new(&self.message.0).color(colour)).wrap());
            }
        });
        ui.add_space(4.0);
        event
    }

    /// Draws the tabs and what the chosen one shows.
    pub(super) fn panel(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(2.0, 4.0);
            ui.spacing_mut().button_padding = vec2(7.0, 5.0);
            let count = self.mistakes.len();
            let mistakes = if count == 0 { "Mistakes".to_owned() } else { format!("Mistakes ({count})") };
            let tabs = [
                (Tab::Map, "Map"),
                (Tab::Region, "Region"),
                (Tab::SuperRegions, "Super regions"),
                (Tab::Mistakes, &mistakes),
            ];
            for (tab, name) in tabs {
                let mut text = RichText::new(name).font(theme::plain(theme::size::SMALL));
                if tab == Tab::Mistakes && count > 0 {
                    text = text.color(Tokens::of(ui).bad);
                }
                if ui.add(Button::selectable(self.tab == tab, text)).clicked() {
                    self.tab = tab;
                    self.document.close_step();
                }
            }
        });
        ui.add_space(4.0);
        let tab = self.tab;
        let area = ScrollArea::vertical().id_salt(("editor", tab as u8)).auto_shrink([false, true]);
        scroll_area(area, ui, |ui| {
            // Room for the outline of the focus.
            ui.set_width(ui.available_width() - 4.0);
            match tab {
                Tab::Map => groups::map_tab(self, ui),
                Tab::Region => region::tab(self, ui),
                Tab::SuperRegions => groups::groups_tab(self, ui),
                Tab::Mistakes => mistakes::tab(self, ui),
            }
        });
    }
}
