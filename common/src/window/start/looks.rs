//! The name and the colour of a player, where they can be chosen.

use super::super::{GameUi, Shell, Tokens, button_list};
use crate::game::{COLOURS, MAX_NAME, Setup, Side};
use crate::player::AiPlayers;
use crate::words::{Words, sentence};
use egui::{Button, Rect, Role, TextEdit, Ui, WidgetInfo, vec2};

/// The width of the field for a name.
pub(super) const NAME: f32 = 108.0;

impl<G: AiPlayers + Words, V: GameUi<G>> Shell<G, V> {
    /// A button for the colour of a side and a field for its name.
    pub(super) fn side_look(&mut self, ui: &mut Ui, side: Side) {
        self.colour_button(ui, side);
        let Some(looks) = self.settings.setup.0.looks() else { return };
        let chosen = looks.chosen_name(side).to_owned();
        let default = COLOURS[usize::from(looks.colour(side))];
        let mut text = self.start_page.name_drafts.get(&side.index()).unwrap_or(&chosen).clone();
        // One more than a name may have, so that the reason is shown.
        let field = TextEdit::singleline(&mut text).char_limit(MAX_NAME + 1);
        let field = ui.add(field.hint_text(default).desired_width(NAME));
        let field = field.on_hover_text("The name of this player");
        let field = field.accessible_name(format!("name of player {}", side.index() + 1));
        if field.changed() {
            self.start_page.name_drafts.insert(side.index(), text);
        }
        // A name is set when it can be one; what was typed stays until the field is left.
        self.set_names();
        if field.lost_focus() && self.wrong_name().is_none() {
            self.start_page.name_drafts.remove(&side.index());
        }
    }

    fn set_names(&mut self) {
        let Some(looks) = self.settings.setup.0.looks_mut() else { return };
        for (side, name) in &self.start_page.name_drafts {
            // Why it is not set, the page says below.
            let _ = looks.set_name(Side(*side as u8), name);
        }
    }

    /// Why what was typed as a name cannot be one.
    pub(super) fn wrong_name(&self) -> Option<String> {
        let mut looks = self.settings.setup.0.looks()?.clone();
        let mut names = self.start_page.name_drafts.iter();
        let why = names.find_map(|(side, name)| looks.set_name(Side(*side as u8), name).err());
        why.map(|why| sentence(&why))
    }

    fn colour_button(&mut self, ui: &mut Ui, side: Side) {
        let tokens = Tokens::of(ui);
        let setup = self.settings.setup.0.clone();
        let Some(looks) = setup.looks() else { return };
        let (name, now) = (looks.name(side).to_owned(), looks.colour(side));
        let button = ui.add(Button::new("").min_size(vec2(32.0, 28.0)));
        let sign = Rect::from_center_size(button.rect.center(), vec2(24.0, 24.0));
        V::sign(ui.painter(), sign, side, &setup, None, &tokens);
        let label = format!("colour of {name}: {}", COLOURS[usize::from(now)]);
        button.widget_info(|| WidgetInfo::labeled(Role::ComboBox, ui.is_enabled(), &label));
        let button = button.on_hover_text("Choose the colour of this player");
        let mut chosen = None;
        button_list(ui, &button, |ui, list| {
            ui.set_min_width(120.0);
            for (colour, name) in (0..).zip(COLOURS) {
                let item = Button::selectable(colour == now, format!("       {name}"));
                let item = list.button(ui, colour == now, item.min_size(vec2(120.0, 28.0)));
                let mut shown = setup.clone();
                if let Some(looks) = shown.looks_mut() {
                    looks.set_colour(side, colour);
                }
                let sign =
                    Rect::from_center_size(item.rect.left_center() + vec2(16.0, 0.0), vec2(22.0, 22.0));
                V::sign(ui.painter(), sign, side, &shown, None, &tokens);
                item.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, colour == now, name));
                let has_it = |other: &Side| *other != side && looks.colour(*other) == colour;
                let other = Side::all(self.seats.len()).find(has_it);
                let item = match other {
                    Some(other) => item.on_hover_text(format!("{} gets the other colour", looks.name(other))),
                    None => item,
                };
                if item.clicked() {
                    chosen = Some(colour);
                }
            }
        });
        if let (Some(colour), Some(looks)) = (chosen, self.settings.setup.0.looks_mut()) {
            looks.set_colour(side, colour);
        }
    }
}
