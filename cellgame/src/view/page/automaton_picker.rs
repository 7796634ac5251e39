//! Chooses an automaton: from the library, by its number, or from a file.

use crate::automaton_ref::{AutomatonRef, describe, named_library};
use common::automaton::Automaton;
use common::window::cells::thumbnail;
use common::window::{Tokens, page, quiet, theme};
use common::words::sentence;
use egui::{
    Button, Color32, Label, Pos2, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind, TextEdit,
    TextureHandle, TextureOptions, Ui, Vec2, vec2,
};

/// The cells and generations of a preview.
const PREVIEW: (usize, usize) = (72, 48);

/// The picker, with what is typed and the preview of the chosen automaton.
#[derive(Default)]
pub struct AutomatonPicker {
    typed: String,
    problem: String,
    preview: Option<(AutomatonRef, TextureHandle)>,
    /// The height of the list in which the chosen automaton was scrolled into sight.
    scrolled: Option<f32>,
    /// Enter was pressed in the search field, but chooses nothing new.
    entered_nothing: bool,
}

/// The automata of the library whose name, kind or description contains every word.
fn matching(typed: &str) -> Vec<(&'static str, &'static Automaton)> {
    let words: Vec<String> = typed.split_whitespace().map(str::to_lowercase).collect();
    let fits = |name: &str, automaton: &Automaton| {
        let all = format!("{name} {} {}", describe(automaton), automaton.description()).to_lowercase();
        words.iter().all(|word| all.contains(word.as_str()))
    };
    named_library().filter(|(name, automaton)| fits(name, automaton)).collect()
}

impl AutomatonPicker {
    /// Scrolls the chosen automaton into sight once more.
    pub fn scroll_to_chosen(&mut self) {
        self.scrolled = None;
    }

    /// Whether Enter was pressed in the search field, but chooses nothing new.
    pub fn entered_nothing(&self) -> bool {
        self.entered_nothing
    }

    /// The search field and the list. Returns the automaton that was chosen. The list is `height` high.
    pub fn ui(&mut self, ui: &mut Ui, chosen: &AutomatonRef, height: f32) -> Option<AutomatonRef> {
        let mut found = None;
        ui.horizontal(|ui| {
            let label = ui.label("Search");
            let field = TextEdit::singleline(&mut self.typed)
                .hint_text("name, number (2,110) or file")
                .desired_width(ui.available_width() - 70.0);
            let field = ui.add(field).labelled_by(label.id);
            let field = field.on_hover_text(
                "Words of its name, kind or description, as in “3 states”; states and rule number, as in 2,110; or a file",
            );
            if field.changed() {
                self.problem.clear();
            }
            let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
            let use_it = ui.add_enabled(!self.typed.trim().is_empty(), Button::new("Use"));
            let use_it = use_it.on_hover_text("Use the automaton with this name, number or file");
            let is_empty = self.typed.trim().is_empty();
            if entered && !is_empty || use_it.clicked() {
                found = self.read();
            }
            let is_chosen = found.as_ref().is_some_and(|found| found.title() == chosen.title());
            self.entered_nothing = entered && (is_empty || is_chosen);
        });
        page::complain(ui, &self.problem);
        let list = matching(&self.typed);
        let tokens = Tokens::of(ui);
        let area = ScrollArea::vertical().id_salt("automata").auto_shrink([false, false]).max_height(height);
        area.min_scrolled_height(height).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            if list.is_empty() {
                let text = "Nothing in the library matches. “Use” opens states and number, or a file.";
                ui.add(Label::new(quiet(text)).wrap());
            }
            for (name, automaton) in list {
                let size = vec2(ui.available_width() - 10.0, 26.0);
                let selected = chosen.title() == name;
                let text = RichText::new(name).color(tokens.ink);
                let about = describe(automaton);
                let button = Button::selectable(selected, text)
                    .right_text(quiet(about.as_str()))
                    .min_size(size)
                    .truncate();
                let response = ui.add(button);
                response.widget_info(|| {
                    egui::WidgetInfo::selected(egui::Role::Button, true, selected, format!("{name}, {about}"))
                });
                if response.clicked() {
                    found = AutomatonRef::parse(name).ok();
                }
                if selected && self.scrolled != Some(height) {
                    response.scroll_to_me(Some(egui::Align::Center));
                    self.scrolled = Some(height);
                }
            }
        });
        if found.is_some() {
            self.problem.clear();
        }
        found
    }

    /// Reads what was typed. If it is nothing else, the only match of the library is meant.
    fn read(&mut self) -> Option<AutomatonRef> {
        let text = self.typed.trim();
        match AutomatonRef::open(text) {
            Ok(found) => return Some(found),
            Err(why) => self.problem = sentence(&why.to_string()),
        }
        match matching(text).as_slice() {
            [(name, _)] => AutomatonRef::parse(name).ok(),
            _ => None,
        }
    }

    /// A small space–time picture of the chosen automaton, its kind and its description.
    pub fn preview(&mut self, ui: &mut Ui, chosen: &AutomatonRef, size: Vec2) {
        let tokens = Tokens::of(ui);
        if self.preview.as_ref().is_none_or(|(shown, _)| shown != chosen) {
            let image = thumbnail(chosen.automaton(), PREVIEW.0, PREVIEW.1);
            let texture = ui.ctx().load_texture("preview", image, TextureOptions::NEAREST);
            self.preview = Some((chosen.clone(), texture));
        }
        let Some((_, texture)) = &self.preview else { return };
        ui.horizontal(|ui| {
            let (space, _) = ui.allocate_exact_size(size, Sense::hover());
            let [w, h] = texture.size().map(|side| side as f32);
            let scale = (space.width() / w).min(space.height() / h);
            let scale = if scale > 1.0 { scale.floor() } else { scale };
            let picture = Rect::from_center_size(space.center(), vec2(w, h) * scale);
            let picture = Rect::from_min_size(picture.min.round(), picture.size());
            let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
            ui.painter().image(texture.id(), picture, whole, Color32::WHITE);
            ui.painter().rect_stroke(picture, 0, Stroke::new(1.0, tokens.line), StrokeKind::Outside);
            ui.vertical(|ui| {
                ui.label(RichText::new(chosen.title()).font(theme::heavy(theme::size::TEXT)));
                ui.label(quiet(describe(chosen.automaton())));
                let scroll = ScrollArea::vertical().id_salt("about").max_height(size.y - 44.0);
                scroll.auto_shrink([false, true]).show(ui, |ui| {
                    ui.add(Label::new(quiet(chosen.automaton().description().trim())).wrap());
                });
            });
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_is_searched_by_name_kind_and_number_of_states() {
        let names = |typed: &str| matching(typed).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
        assert_eq!(names("").len(), named_library().count());
        assert_eq!(names("rule-110"), ["rule-110"]);
        assert!(names("5 states").contains(&"sum-5") && !names("5 states").contains(&"sum-3"));
        assert!(names("Totalistic sum").contains(&"sum-3"));
        assert!(names("picture").contains(&"heart"));
        assert_eq!(names("no such thing"), Vec::<&str>::new());
    }

    #[test]
    fn numbers_and_files_are_read() {
        let read = |typed: &str| AutomatonPicker { typed: typed.to_owned(), ..Default::default() }.read();
        assert_eq!(read(" 3,1815 ").unwrap().short(), "3,1815");
        assert_eq!(read("rock, paper").unwrap().short(), "cyclic-3", "the only match");
        let mut picker = AutomatonPicker { typed: "nowhere.ccell".to_owned(), ..Default::default() };
        assert_eq!(picker.read(), None);
        assert!(picker.problem.contains("no file"), "{}", picker.problem);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.ccell");
        std::fs::write(&path, AutomatonRef::parse("2,30").unwrap().automaton().write()).unwrap();
        assert_eq!(read(path.to_str().unwrap()).unwrap().short(), "2,30");
    }
}
