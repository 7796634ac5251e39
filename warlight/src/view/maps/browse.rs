//! The list of maps, and what can be done with the selected one.

use super::dialogs::Dialog;
use super::library::{MapEntry, MapSource};
use super::{MapPage, Request, heading, paint_picture};
use common::window::{ListKeys, Tokens, card, panel_width, primary_button, quiet, scroll_area, theme};
use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Button, Color32, CornerRadius, FontId, Frame, Label, Margin, Painter, Panel, Pos2, Rect, Response,
    RichText, Role, ScrollArea, Sense, Stroke, StrokeKind, TextureHandle, Ui, WidgetInfo, pos2, vec2,
};

/// The space between cards.
const GAP: f32 = 12.0;
/// The smallest width of a card.
const MIN_CARD: f32 = 190.0;
/// The height of the text below the picture of a card.
const CARD_TEXT: f32 = 56.0;

impl MapPage {
    pub(super) fn browse(&mut self, ui: &mut Ui) -> Option<Request> {
        let mut request = None;
        let is_free = self.task.is_none();
        ui.horizontal_wrapped(|ui| {
            heading(ui, "Maps");
            ui.add_space(8.0);
            if ui.add_enabled(is_free, Button::new("Random map…")).clicked() {
                request = Some(Request::Random);
            }
            let import = ui.add_enabled(is_free, Button::new("Import…"));
            if import.on_hover_text("A template picture, or a map of another program").clicked() {
                request = Some(Request::ask(Dialog::import()));
            }
            if ui.add_enabled(is_free, Button::new("Open a map file…")).clicked() {
                request = Some(Request::ask(Dialog::open()));
            }
        });
        self.notice(ui);
        request = request.or(self.unsaved_changes(ui));
        if !self.library.trouble.is_empty() {
            let text = RichText::new(&self.library.trouble).color(Tokens::of(ui).bad);
            ui.add(Label::new(text).wrap());
        }
        ui.add_space(4.0);
        let selected = self.selected_number();
        let frame = Frame::new();
        let width = panel_width(ui.available_width());
        let panel =
            Panel::right("map details").frame(frame.inner_margin(Margin { left: 12, ..Margin::ZERO }));
        let details = panel.exact_size(width + 12.0).resizable(false).show_separator_line(false);
        let details = details.show(ui, |ui| {
            let area = ScrollArea::vertical().id_salt("map details").auto_shrink([false, true]);
            scroll_area(area, ui, |ui| card(ui, |ui| self.details(ui, selected)))
        });
        request = request.or(details.inner);
        self.cards(ui, selected);
        request
    }

    /// Offers to restore changes that were not saved when the program ended.
    fn unsaved_changes(&self, ui: &mut Ui) -> Option<Request> {
        let unsaved = self.recovery.found()?;
        let mut request = None;
        card(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                let name = &unsaved.version.map.name;
                ui.label(format!("The changes of {name} were not saved when the program ended."));
                let is_free = self.task.is_none();
                if ui.add_enabled(is_free, Button::new("Restore")).clicked() {
                    request = Some(Request::Restore);
                }
                if ui.add_enabled(is_free, Button::new("Drop them")).clicked() {
                    request = Some(Request::DropUnsaved);
                }
            });
        });
        request
    }

    /// The number of the selected map; the first one if there is none.
    fn selected_number(&self) -> usize {
        let is_selected = |entry: &MapEntry| Some(&entry.source) == self.selected.as_ref();
        self.library.entries.iter().position(is_selected).unwrap_or(0)
    }

    fn cards(&mut self, ui: &mut Ui, selected: usize) {
        let area = ScrollArea::vertical().id_salt("maps").auto_shrink([false, false]);
        area.show(ui, |ui| {
            ui.spacing_mut().item_spacing = vec2(GAP, GAP);
            let width = ui.available_width() - 4.0;
            let columns = (((width + GAP) / (MIN_CARD + GAP)).floor() as usize).clamp(1, 5);
            let card = (width - GAP * (columns - 1) as f32) / columns as f32;
            let size = vec2(card, (card * 0.625).round() + CARD_TEXT);
            let keys = ListKeys::new(ui, "maps", self.library.entries.len(), selected);
            let mut clicked = None;
            for row in (0..self.library.entries.len()).collect::<Vec<_>>().chunks(columns) {
                ui.horizontal(|ui| {
                    for &number in row {
                        let (rect, response) = ui.allocate_exact_size(size, keys.sense(number));
                        keys.row(ui, number, &response);
                        let texture = self.library.texture(ui.ctx(), number);
                        map_card(ui, rect, &response, &self.library.entries[number], texture, number == selected);
                        if response.clicked() || response.gained_focus() {
                            clicked = Some(number);
                        }
                    }
                });
            }
            if self.library.is_busy() && self.library.entries.len() < crate::map::builtin().count() {
                ui.label(quiet("Loading the maps…"));
            }
            let own = self.library.entries.iter().any(|entry| entry.source.file().is_some());
            if !own && !self.library.is_busy() {
                ui.add(
                    Label::new(quiet("Your own maps appear here: make a random one, import one, or edit a copy of a built-in map."))
                        .wrap(),
                );
            }
            keys.end(ui);
            if let Some(entry) = clicked.and_then(|number| self.library.entries.get(number)) {
                self.selected = Some(entry.source.clone());
                self.message = (String::new(), false);
            }
        });
    }

    /// The selected map with everything that can be done with it.
    fn details(&mut self, ui: &mut Ui, selected: usize) -> Option<Request> {
        let texture = self.library.texture(ui.ctx(), selected);
        let Some(entry) = self.library.entries.get(selected) else {
            ui.label(quiet("The maps are being loaded."));
            return None;
        };
        let tokens = Tokens::of(ui);
        if let Some(texture) = texture {
            // The same height for all maps, so that the buttons stay where they are. In a low window the picture is lower, so
            // that the first button is in sight.
            let height = (ui.available_width() * 0.625).min(ui.clip_rect().height() * 0.36);
            let size = vec2(ui.available_width(), height);
            let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
            paint_picture(&ui.painter_at(rect), &texture, rect, tokens.dark);
        }
        ui.label(RichText::new(entry.name()).font(theme::heavy(theme::size::TURN)));
        match &entry.content {
            Ok(summary) => {
                if !summary.about.is_empty() {
                    ui.add(Label::new(&summary.about).wrap());
                }
                ui.add(
                    Label::new(quiet(format!("{}, {} borders.", summary.numbers(), summary.borders))).wrap(),
                );
                let kind = if entry.source.file().is_some() { "One of your maps." } else { "Built in." };
                ui.add(Label::new(quiet(format!("{kind} No mistakes."))).wrap());
            }
            Err(trouble) => {
                ui.add(Label::new(RichText::new(&trouble.message).color(tokens.bad)).wrap());
                for mistake in trouble.mistakes.iter().take(30) {
                    ui.add(Label::new(quiet(mistake)).wrap());
                }
                if trouble.can_edit {
                    ui.add(
                        Label::new("Edit shows the places of the mistakes, and can repair most of them.")
                            .wrap(),
                    );
                }
            }
        }
        ui.add_space(4.0);
        actions(ui, entry, self.task.is_none())
    }
}

/// The buttons of a map.
fn actions(ui: &mut Ui, entry: &MapEntry, is_free: bool) -> Option<Request> {
    let mut request = None;
    let is_sound = entry.content.is_ok();
    let can_edit = entry.content.as_ref().map_or_else(|trouble| trouble.can_edit, |_| true);
    let source = &entry.source;
    ui.add_enabled_ui(is_sound && is_free, |ui| {
        ui.vertical_centered_justified(|ui| {
            if primary_button(ui, "Play on this map", vec2(0.0, 40.0)).clicked() {
                request = Some(Request::Play(source.clone()));
            }
        });
    });
    let half = vec2((ui.available_width() - 8.0) / 2.0, 30.0);
    let mut button = |ui: &mut Ui, enabled: bool, text: &str, why_not: &str, then: &dyn Fn() -> Request| {
        let button = ui.add_enabled(enabled && is_free, Button::new(text).min_size(half));
        if button.on_disabled_hover_text(why_not).clicked() {
            request = Some(then());
        }
    };
    let file = source.file().map(std::path::Path::to_path_buf);
    let built_in = "Built-in maps stay as they are; Duplicate makes a copy";
    ui.horizontal(|ui| {
        let edit = || Request::Edit(source.clone());
        let hint = "The file cannot be read as a map";
        button(ui, can_edit, if file.is_some() { "Edit" } else { "Edit a copy" }, hint, &edit);
        button(ui, is_sound, "Duplicate", hint, &|| Request::Duplicate(source.clone()));
    });
    ui.horizontal(|ui| {
        let path = file.clone().unwrap_or_default();
        let rename = || Request::ask(Dialog::Rename { path: path.clone(), name: entry.name() });
        button(ui, file.is_some() && is_sound, "Rename…", built_in, &rename);
        let delete = || Request::ask(Dialog::Delete { path: path.clone(), name: entry.name() });
        button(ui, file.is_some(), "Delete…", built_in, &delete);
    });
    ui.horizontal(|ui| {
        let export = || Request::ask(Dialog::export(MapSource::clone(source)));
        button(ui, is_sound, "Export…", "A map with mistakes cannot be exported", &export);
    });
    request
}

/// A narrower card says only how many regions the map has.
const MIN_LONG_TEXT: f32 = 160.0;

/// A map of the list.
fn map_card(
    ui: &Ui,
    rect: Rect,
    response: &Response,
    entry: &MapEntry,
    texture: Option<TextureHandle>,
    is_selected: bool,
) {
    let tokens = Tokens::of(ui);
    let numbers = match &entry.content {
        Ok(summary) => summary.numbers(),
        Err(_) => "cannot be used".to_owned(),
    };
    let name = entry.name();
    response.widget_info(|| {
        let label = format!("{name}: {numbers}");
        WidgetInfo::selected(Role::Button, true, is_selected, label)
    });
    if !ui.is_rect_visible(rect) {
        return;
    }
    let painter = ui.painter_at(rect.expand(3.0));
    let corner = CornerRadius::same(8);
    painter.rect_filled(rect, corner, if is_selected { tokens.selected } else { tokens.card });
    let picture = Rect::from_min_max(rect.min, pos2(rect.right(), rect.bottom() - CARD_TEXT)).shrink(8.0);
    if let Some(texture) = texture {
        paint_picture(&painter, &texture, picture, tokens.dark);
    } else {
        let text = if entry.content.is_err() { "!" } else { "…" };
        painter.text(picture.center(), egui::Align2::CENTER_CENTER, text, theme::heavy(28.0), tokens.quiet);
    }
    let edge = if is_selected {
        Stroke::new(2.0, tokens.accent)
    } else if response.hovered() {
        Stroke::new(1.0, tokens.quiet)
    } else {
        Stroke::new(1.0, tokens.line)
    };
    painter.rect_stroke(rect, corner, edge, StrokeKind::Inside);
    let width = rect.width() - 24.0;
    let at = pos2(rect.left() + 12.0, picture.bottom() + 6.0);
    one_line(&painter, at, &name, theme::heavy(theme::size::TEXT), tokens.ink, width);
    let short = match &entry.content {
        Ok(summary) if width < MIN_LONG_TEXT => format!("{} regions", summary.regions),
        Ok(summary) => format!("{} regions, up to {} players", summary.regions, summary.max_players),
        Err(_) => "Cannot be used".to_owned(),
    };
    let colour = if entry.content.is_ok() { tokens.quiet } else { tokens.bad };
    one_line(&painter, at + vec2(0.0, 22.0), &short, theme::plain(theme::size::SMALL), colour, width);
}

/// Text that is cut where there is no room for it.
fn one_line(painter: &Painter, at: Pos2, text: &str, font: FontId, colour: Color32, width: f32) {
    let mut job = LayoutJob::simple_singleline(text.to_owned(), font, colour);
    job.wrap = TextWrapping::truncate_at_width(width);
    painter.galley(at, painter.layout_job(job), colour);
}
