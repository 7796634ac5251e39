//! Who plays: the levels as buttons, the original machines, other arrangements, and who begins.

use super::super::cards::quiet;
use super::super::theme::{self, size};
use super::super::{GameUi, Shell, Tokens};
use super::PageLayout;
use crate::game::{OptionValues, Setup, Side};
use crate::player::{AiPlayers, Level, Spec, capitalized};
use crate::session::Seat;
use crate::words::{Words, sentence};
use egui::{Button, CornerRadius, Key, Response, RichText, Role, Sense, Ui, WidgetInfo, vec2};

/// The smallest width of a button for a level.
const MIN_BUTTON: f32 = 84.0;

/// Who plays, as the page offers it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Arrangement {
    /// A human on this side against AI players, all of them this one.
    Against(Side, Spec),
    /// Only humans.
    Humans,
    /// Only AI players.
    Machines,
    /// Anything else.
    Other,
}

impl Arrangement {
    /// What the seats are.
    pub(super) fn of(seats: &[Seat]) -> Arrangement {
        let humans: Vec<usize> = (0..seats.len()).filter(|side| seats[*side] == Seat::Human).collect();
        let mut machines = seats.iter().filter_map(|seat| match seat {
            Seat::Human => None,
            Seat::Ai(spec) => Some(spec),
        });
        let first = machines.next();
        match (humans.as_slice(), first) {
            ([], _) => Arrangement::Machines,
            (_, None) => Arrangement::Humans,
            ([side], Some(spec)) if machines.all(|other| other == spec) => {
                Arrangement::Against(Side(*side as u8), spec.clone())
            }
            _ => Arrangement::Other,
        }
    }

    /// The seats of so many sides.
    fn seats(&self, sides: usize, machine: &Spec) -> Option<Vec<Seat>> {
        let seat = |side: usize| match self {
            Arrangement::Against(human, _) if human.index() == side => Some(Seat::Human),
            Arrangement::Against(_, spec) => Some(Seat::Ai(spec.clone())),
            Arrangement::Humans => Some(Seat::Human),
            Arrangement::Machines => Some(Seat::Ai(machine.clone())),
            Arrangement::Other => None,
        };
        (0..sides).map(seat).collect()
    }
}

/// A button that is one of several to choose from.
fn choice(ui: &mut Ui, selected: bool, text: &str, font: egui::FontId, min: egui::Vec2) -> Response {
    let tokens = Tokens::of(ui);
    let text_color = if selected { tokens.on_accent } else { tokens.ink };
    let label = RichText::new(text).font(font).color(text_color);
    let mut button = Button::new(label).min_size(min).corner_radius(CornerRadius::same(8));
    if selected {
        button = button.fill(tokens.accent);
    }
    let response = ui.add(button);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, selected, text));
    response
}

/// Buttons of one width, in as many rows as they need.
fn button_rows<T>(
    ui: &mut Ui,
    layout: &PageLayout,
    items: &[T],
    mut show: impl FnMut(&mut Ui, &T, egui::Vec2),
) {
    let gap = ui.spacing().item_spacing.x;
    let width = ui.available_width();
    let fits = (((width + gap) / (MIN_BUTTON + gap)).floor() as usize).clamp(1, items.len().max(1));
    // Rows of the same length look better than a full one and a rest.
    let fits = items.len().div_ceil(items.len().div_ceil(fits).max(1)).max(1);
    let each = ((width - gap * (fits - 1) as f32) / fits as f32).floor();
    for row in items.chunks(fits) {
        ui.horizontal(|ui| {
            for item in row {
                show(ui, item, vec2(each, if layout.low { 34.0 } else { 40.0 }));
            }
        });
    }
}

impl<G: AiPlayers + Words, V: GameUi<G>> Shell<G, V> {
    /// The choices of who plays. Returns whether Enter was pressed on the one that is chosen already.
    pub(super) fn opponents(&mut self, ui: &mut Ui, layout: &PageLayout) -> bool {
        let sides = self.seats.len();
        if sides < 2 {
            return false;
        }
        let before = Arrangement::of(&self.seats);
        let mut chosen = before.clone();
        let mut plays = false;
        ui.label(RichText::new("You play against").font(theme::heavy(size::TEXT)));
        let human = match before {
            Arrangement::Against(side, _) => side,
            _ => Side::FIRST,
        };
        let is_chosen = |level: &Level| matches!(&before, Arrangement::Against(_, spec) if *spec == Spec::level(level.name));
        let is_level = G::LEVELS.iter().any(is_chosen);
        let mut pick = |ui: &Ui, response: &Response, arrangement: Arrangement| {
            if response.clicked() {
                plays |= arrangement == before && ui.input(|input| input.key_pressed(Key::Enter));
                chosen = arrangement;
            }
        };
        button_rows(ui, layout, G::LEVELS, |ui, level, size| {
            let response = choice(ui, is_chosen(level), &level.title(), theme::heavy(16.0), size);
            if self.start_page.focuses && (is_chosen(level) || !is_level && level == &G::LEVELS[0]) {
                response.request_focus();
            }
            let response = response.on_hover_text(sentence(level.about));
            pick(ui, &response, Arrangement::Against(human, Spec::level(level.name)));
        });
        ui.add(egui::Label::new(quiet(self.about_players(&before))).wrap());
        let small = || theme::plain(size::SMALL);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
            ui.spacing_mut().button_padding = vec2(10.0, 3.0);
            if !G::ORIGINALS.is_empty() {
                ui.label(quiet("Original machines:"));
                for level in G::ORIGINALS {
                    let response = choice(ui, is_chosen(level), &level.title(), small(), vec2(0.0, 24.0));
                    let response = response.on_hover_text(sentence(level.about));
                    pick(ui, &response, Arrangement::Against(human, Spec::level(level.name)));
                }
                ui.end_row();
            }
            let together = if sides == 2 { "Two players on this screen" } else { "All on this screen" };
            for (text, arrangement) in
                [(together, Arrangement::Humans), ("Machine against machine", Arrangement::Machines)]
            {
                let response = choice(ui, before == arrangement, text, small(), vec2(0.0, 24.0));
                pick(ui, &response, arrangement);
            }
        });
        if sides == 2
            && let Arrangement::Against(human, spec) = &before
        {
            self.who_begins(ui, *human, |ui, response, side| {
                pick(ui, response, Arrangement::Against(side, spec.clone()));
            });
        }
        if chosen != before {
            let machine = match &before {
                Arrangement::Against(_, spec) => spec.clone(),
                _ => G::first_opponent(),
            };
            if let Some(seats) = chosen.seats(sides, &machine) {
                self.seats = seats;
                self.start_page.seat_drafts.clear();
            }
        }
        if sides > 2 {
            self.seat_rows(ui);
        }
        plays
    }

    /// How hard a puzzle is, where that is what makes the game harder. Returns whether Enter was pressed on the choice.
    pub(super) fn difficulty(&mut self, ui: &mut Ui, layout: &PageLayout) -> bool {
        let Some(option) = V::DIFFICULTY.and_then(G::Setup::option) else { return false };
        let OptionValues::Choice(choices) = option.values(&self.settings.setup.0) else { return false };
        let before = option.get(&self.settings.setup.0);
        let (focuses, mut plays, mut chosen) = (self.start_page.focuses, false, before.clone());
        ui.label(RichText::new("How hard").font(theme::heavy(size::TEXT)));
        button_rows(ui, layout, &choices, |ui, one, size| {
            let selected = one.value == before;
            let response = choice(ui, selected, &capitalized(&one.value), theme::heavy(16.0), size);
            if focuses && selected {
                response.request_focus();
            }
            if response.on_hover_text(sentence(&one.help)).clicked() {
                plays |= selected && ui.input(|input| input.key_pressed(Key::Enter));
                chosen.clone_from(&one.value);
            }
        });
        let about = choices.iter().find(|one| one.value == chosen).map_or("", |one| one.help.as_str());
        ui.add(egui::Label::new(quiet(sentence(about))).wrap());
        if chosen != before
            && let Err(error) = option.set(&mut self.settings.setup.0, &chosen)
        {
            self.message = sentence(&error.to_string());
        }
        plays
    }

    /// What to expect of the players that are chosen.
    fn about_players(&self, arrangement: &Arrangement) -> String {
        match arrangement {
            Arrangement::Against(_, spec) => {
                let level = G::all_levels().find(|level| *spec == Spec::level(level.name));
                level.map_or_else(|| format!("{}.", spec.title()), |level| sentence(level.about))
            }
            Arrangement::Humans => "You take turns at this screen.".to_owned(),
            Arrangement::Machines | Arrangement::Other => {
                let players: Vec<String> = self.seats.iter().map(Seat::title).collect();
                format!("{}. Choose the players under More.", players.join(" – "))
            }
        }
    }

    /// Which side the human takes, in a game of two.
    fn who_begins(&self, ui: &mut Ui, human: Side, mut pick: impl FnMut(&Ui, &Response, Side)) {
        let setup = &self.settings.setup.0;
        let tokens = Tokens::of(ui);
        let name = G::side_name(setup, None, human);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().button_padding = vec2(10.0, 3.0);
            let texts = if G::FACTS.simultaneous {
                [Side::FIRST, Side::SECOND]
                    .map(|side| format!("You play {}", G::side_name(setup, None, side)))
            } else {
                ["You begin".to_owned(), "The opponent begins".to_owned()]
            };
            for (side, text) in [Side::FIRST, Side::SECOND].into_iter().zip(texts) {
                let response = choice(ui, side == human, &text, theme::plain(size::TEXT), vec2(0.0, 28.0));
                pick(ui, &response, side);
            }
            let (rect, _) = ui.allocate_exact_size(vec2(24.0, 24.0), Sense::hover());
            V::sign(ui.painter(), rect, human, setup, None, &tokens);
            ui.label(quiet(format!("You are {name}.")));
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_recognised_and_made_again() {
        let seats =
            |texts: &[&str]| -> Vec<Seat> { texts.iter().map(|text| text.parse().unwrap()).collect() };
        let easy = Spec::level("easy");
        for (texts, arrangement) in [
            (&["human", "easy"][..], Arrangement::Against(Side::FIRST, easy.clone())),
            (&["easy", "human"], Arrangement::Against(Side::SECOND, easy.clone())),
            (&["human", "human"], Arrangement::Humans),
            (&["easy", "easy"], Arrangement::Machines),
            (&["easy", "human", "easy"], Arrangement::Against(Side::SECOND, easy.clone())),
        ] {
            assert_eq!(Arrangement::of(&seats(texts)), arrangement);
            assert_eq!(arrangement.seats(texts.len(), &easy), Some(seats(texts)));
        }
        assert_eq!(Arrangement::of(&seats(&["human", "easy", "hard"])), Arrangement::Other);
        assert_eq!(Arrangement::Other.seats(3, &easy), None);
    }
}
