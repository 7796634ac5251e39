//! The start page: buttons to create or open an automaton, and the library with thumbnails.

use super::dialogs::Request;
use super::{Editor, Page};
use crate::document::Document;
use crate::text;
use common::automaton::library::{self, LibraryAutomaton};
use common::window::cells::thumbnail;
use common::window::{Tokens, fit_text, move_focus, primary_button, quiet, scroll_area, theme};
use egui::{
    Button, Color32, CornerRadius, EventFilter, Key, Pos2, Rect, RichText, Role, ScrollArea, Sense, Stroke,
    StrokeKind, TextEdit, TextureHandle, TextureOptions, Ui, Vec2, WidgetInfo, vec2,
};

/// The maximum size of a thumbnail.
const THUMBNAIL: Vec2 = vec2(132.0, 88.0);
/// The size of a card with a thumbnail.
const CARD: Vec2 = vec2(144.0, 130.0);
/// The space between two cards.
const GAP: f32 = 8.0;
/// The largest width of the page.
const MAX_WIDTH: f32 = 1240.0;
/// The side of a cell in a thumbnail, if the automaton has no picture of its own.
const CELL: f32 = 2.0;

/// The library, with the thumbnails that were drawn so far.
#[derive(Default)]
pub struct Gallery {
    samples: Vec<(LibraryAutomaton, Option<TextureHandle>)>,
    /// Only automata that contain all these words are shown.
    search: String,
    /// The search field should get the focus.
    focus: bool,
    /// The first automaton that is shown should get the focus.
    focus_first: bool,
    /// The place of the automaton that Tab reaches.
    cursor: usize,
}

impl Gallery {
    /// Moves the focus to the search field.
    pub fn focus_search(&mut self) {
        self.focus = true;
    }

    /// The indices of the automata that are searched for.
    fn found(&self) -> Vec<usize> {
        let samples = self.samples.iter().enumerate();
        samples.filter(|(_, (sample, _))| matches(sample, &self.search)).map(|(index, _)| index).collect()
    }

    /// Moves the cursor by keys while its card has the focus. Returns whether the card under it should get the focus.
    fn move_cursor(&mut self, ui: &Ui, found: &[usize], columns: usize) -> bool {
        let last = found.len().saturating_sub(1);
        let at = self.cursor.min(last);
        let down = if at + columns <= last { at + columns } else { at };
        let keys = [
            (Key::ArrowLeft, at.saturating_sub(1)),
            (Key::ArrowRight, (at + 1).min(last)),
            (Key::ArrowUp, at.checked_sub(columns).unwrap_or(at)),
            (Key::ArrowDown, down),
            (Key::Home, 0),
            (Key::End, last),
        ];
        let focused = ui.memory(egui::Memory::focused);
        let pressed = |key| ui.input(|input| input.modifiers.is_none() && input.key_pressed(key));
        let id = found.get(at).map(|index| ui.scope_id().with(self.samples[*index].0.file));
        let has_focus = focused.is_some() && focused == id;
        let moved = keys.into_iter().find(|(key, place)| has_focus && *place != at && pressed(*key));
        let target =
            if std::mem::take(&mut self.focus_first) { Some(0) } else { moved.map(|(_, place)| place) };
        self.cursor = target.unwrap_or(at);
        target.is_some()
    }
}

/// Whether an automaton contains all words of a search in its name, kind, number of states, formula or description.
/// "3 states" finds exactly the automata with 3 states.
fn matches(sample: &LibraryAutomaton, search: &str) -> bool {
    let automaton = &sample.automaton;
    let (kind, states) = (text::kind(automaton.kind()), automaton.states());
    let formula = automaton.formula().unwrap_or_default();
    let all = format!("{} {kind} {states} states {formula} {}", sample.file, automaton.description());
    let all = all.to_lowercase();
    let search = search.to_lowercase();
    let mut words = search.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let number = word.parse::<u32>().ok();
        let found = match number.filter(|_| matches!(words.peek(), Some(&("state" | "states")))) {
            Some(number) => number == u32::from(states),
            None => all.contains(word),
        };
        if !found {
            return false;
        }
    }
    true
}

impl Editor {
    pub(super) fn start_page(&mut self, ui: &mut Ui) {
        if self.gallery.samples.is_empty() {
            self.gallery.samples = library::all().into_iter().map(|sample| (sample, None)).collect();
        }
        let entered = self.keys_without_focus(ui);
        scroll_area(ScrollArea::vertical().auto_shrink(false), ui, |ui| {
            let space = (ui.available_width() - 16.0).min(MAX_WIDTH);
            let columns = ((space + GAP) / (CARD.x + GAP)).floor().max(1.0);
            let width = columns * (CARD.x + GAP) - GAP;
            let left = ((ui.available_width() - width) / 2.0).max(8.0);
            ui.horizontal(|ui| {
                ui.add_space(left);
                ui.vertical(|ui| {
                    ui.set_max_width(width);
                    ui.add_space(24.0);
                    ui.label(RichText::new("Cell editor").font(theme::heavy(theme::size::TITLE)));
                    let about =
                        "Make and study cellular automata: each cell follows from the three cells above it.";
                    ui.add(egui::Label::new(RichText::new(about).weak()).wrap());
                    ui.add_space(8.0);
                    self.start_buttons(ui, entered);
                    if !self.message.is_empty() {
                        ui.add_space(4.0);
                        let color =
                            if self.message_is_error { Tokens::of(ui).bad } else { Tokens::of(ui).ink };
                        ui.add(egui::Label::new(RichText::new(&self.message).color(color)).wrap());
                    }
                    ui.add_space(16.0);
                    ui.label(RichText::new("Library").font(theme::heavy(theme::size::TURN)));
                    self.search_field(ui);
                    ui.add_space(4.0);
                    self.samples(ui, columns as usize);
                    ui.add_space(24.0);
                });
            });
        });
    }

    /// If nothing has the focus, an arrow key moves it to the first automaton, and Enter presses the main button. Returns
    /// whether Enter was pressed.
    fn keys_without_focus(&mut self, ui: &Ui) -> bool {
        const ARROWS: [Key; 4] = [Key::ArrowUp, Key::ArrowDown, Key::ArrowLeft, Key::ArrowRight];
        let free = self.dialog.is_none()
            && ui.memory(egui::Memory::focused).is_none()
            && !egui::Popup::is_any_open(ui.ctx());
        if free && ui.input(|input| ARROWS.iter().any(|arrow| input.key_pressed(*arrow))) {
            self.gallery.focus_first = true;
        }
        free && ui.input(|input| input.key_pressed(Key::Enter))
    }

    /// Buttons to create or open an automaton, and the recent files. Enter presses the first one.
    fn start_buttons(&mut self, ui: &mut Ui, entered: bool) {
        let mut request = None;
        ui.horizontal_wrapped(|ui| {
            let size = vec2(120.0, 40.0);
            if let Some(document) = &self.document {
                if primary_button(ui, &format!("Back to {}", document.name()), size).clicked() || entered {
                    self.page = Page::Edit;
                }
                if ui.add(Button::new("New…").min_size(size)).clicked() {
                    request = Some(Request::ShowNew);
                }
            } else if primary_button(ui, "New…", size).clicked() || entered {
                request = Some(Request::ShowNew);
            }
            if ui.add(Button::new("Open…").min_size(size)).clicked() {
                request = Some(Request::ShowOpen);
            }
        });
        if let Some(path) = self.settings.recent.row(ui) {
            request = Some(Request::Open(path));
        }
        if let Some(request) = request {
            self.request(request);
        }
    }

    /// The field that searches the library. Enter opens the first automaton that was found. Down, or Enter without a
    /// search, moves to the first automaton.
    fn search_field(&mut self, ui: &mut Ui) {
        let mut entered = false;
        ui.horizontal_wrapped(|ui| {
            let label = ui.label(quiet("Search"));
            let field = TextEdit::singleline(&mut self.gallery.search).hint_text("name, word, 3 states");
            let field = ui.add(field.desired_width(200.0)).labelled_by(label.id);
            if std::mem::take(&mut self.gallery.focus) {
                field.request_focus();
            }
            let ended = |key: Key| field.lost_focus() && ui.input(|input| input.key_pressed(key));
            let searched = !self.gallery.search.trim().is_empty();
            entered = ended(Key::Enter) && searched;
            let down = field.has_focus() && ui.input(|input| input.key_pressed(Key::ArrowDown));
            if down || (ended(Key::Enter) && !searched) {
                self.gallery.focus_first = true;
            }
            if ended(Key::Escape) {
                self.gallery.search.clear();
            }
            if ui.available_size_before_wrap().x < 260.0 {
                ui.end_row();
            }
            let found = self.gallery.found().len();
            ui.label(quiet(match found {
                0 => "Nothing was found. Esc shows all automata.".to_owned(),
                all if all == self.gallery.samples.len() => {
                    "Click an automaton to open a copy of it.".to_owned()
                }
                1 => "One automaton was found.".to_owned(),
                found => format!("{found} automata were found."),
            }));
        });
        if entered && let Some(first) = self.gallery.found().first() {
            self.open_sample(*first);
        }
    }

    fn open_sample(&mut self, index: usize) {
        if let Some((sample, _)) = self.gallery.samples.get(index) {
            self.request(Request::Show(Box::new(Document::copy_of(sample.automaton.clone(), sample.file))));
        }
    }

    fn samples(&mut self, ui: &mut Ui, columns: usize) {
        let tokens = Tokens::of(ui);
        let mut opened = None;
        let found = self.gallery.found();
        let moved = self.gallery.move_cursor(ui, &found, columns);
        let rows = found.len().div_ceil(columns).max(1);
        let size = vec2(columns as f32, rows as f32) * (CARD + Vec2::splat(GAP)) - Vec2::splat(GAP);
        let (space, _) = ui.allocate_exact_size(size, Sense::hover());
        for (place, index) in found.into_iter().enumerate() {
            let (sample, texture) = &mut self.gallery.samples[index];
            let offset = vec2((place % columns) as f32, (place / columns) as f32) * (CARD + Vec2::splat(GAP));
            let rect = Rect::from_min_size(space.min + offset, CARD);
            // Tab reaches only the card under the cursor.
            let sense = if place == self.gallery.cursor { Sense::click() } else { Sense::CLICK };
            let response = ui.interact(rect, ui.scope_id().with(sample.file), sense);
            let name = sample.file.rsplit_once('.').map_or(sample.file, |(name, _)| name);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("open {name}")));
            if response.clicked() {
                opened = Some(index);
            }
            if moved && place == self.gallery.cursor {
                move_focus(ui, response.id);
            }
            if ui.memory(|memory| memory.has_focus(response.id)) {
                // Up leads from the first row to what is above.
                let filter = EventFilter {
                    horizontal_arrows: true,
                    vertical_arrows: place >= columns,
                    ..EventFilter::default()
                };
                ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
            }
            if !ui.is_rect_visible(rect) {
                continue;
            }
            let border = if response.has_focus() {
                Stroke::new(2.0, tokens.accent)
            } else if response.hovered() {
                Stroke::new(1.0, tokens.accent)
            } else {
                Stroke::new(1.0, tokens.line)
            };
            ui.painter().rect(rect, CornerRadius::same(8), tokens.card, border, StrokeKind::Inside);
            let texture = texture.get_or_insert_with(|| {
                let (cells, generations) = ((THUMBNAIL.x / CELL) as usize, (THUMBNAIL.y / CELL) as usize);
                let image = thumbnail(&sample.automaton, cells, generations);
                ui.ctx().load_texture(sample.file, image, TextureOptions::NEAREST)
            });
            let [w, h] = texture.size();
            let scale = (THUMBNAIL.x / w as f32).min(THUMBNAIL.y / h as f32);
            let scale = if scale > 1.0 { scale.floor() } else { scale };
            let center = Pos2::new(rect.center().x, rect.top() + 8.0 + THUMBNAIL.y / 2.0);
            let picture = Rect::from_center_size(center, vec2(w as f32, h as f32) * scale);
            let picture = Rect::from_min_size(picture.min.round(), picture.size());
            let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
            ui.painter().image(texture.id(), picture, whole, Color32::WHITE);
            ui.painter().rect_stroke(picture, 0, Stroke::new(1.0, tokens.line), StrokeKind::Outside);
            let below = Pos2::new(rect.center().x, rect.bottom() - 18.0);
            fit_text(ui.painter(), below, name, theme::size::SMALL, THUMBNAIL.x, tokens.ink);
            // A pointer that rests under a dialog would keep the tooltip open above it.
            if self.dialog.is_none() {
                response.on_hover_text(sample.automaton.description());
            }
        }
        if let Some(index) = opened {
            self.open_sample(index);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_is_searched_by_name_states_and_description() {
        let count = |search: &str| library::all().iter().filter(|sample| matches(sample, search)).count();
        assert_eq!(count(""), library::all().len());
        assert_eq!(count("rule-110"), 1);
        assert_eq!(count("RULE-110 common"), 1);
        assert!(count("3 states") > 2 && count("3 states") < library::all().len());
        assert!(count("totalistic 5 states") >= 1);
        for states in 2..=10 {
            let exact = library::all().iter().filter(|sample| sample.automaton.states() == states).count();
            assert_eq!(count(&format!("{states} states")), exact);
            assert_eq!(count(&format!("{states} State")), exact);
        }
        assert_eq!(count("no such automaton"), 0);
    }
}
