//! Who plays: the levels as buttons, the original AI players, other arrangements, and who begins.

use super::super::cards::quiet;
use super::super::theme::{self, size};
use super::super::{GameUi, RadioGroup, Shell, Tokens};
use super::PageLayout;
use crate::game::{Choice, OptionValues, Setup, Side};
use crate::player::{AiPlayers, Level, Spec, player_title};
use crate::session::Seat;
use crate::words::{Words, sentence};
use egui::{
    Button, CornerRadius, Key, Label, Response, RichText, Role, Sense, TextStyle, Ui, WidgetInfo, WidgetText,
    vec2,
};

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
    AiOnly,
    /// Anything else.
    Other,
}

impl Arrangement {
    /// What the seats are.
    pub(super) fn of(seats: &[Seat]) -> Arrangement {
        let humans: Vec<usize> = (0..seats.len()).filter(|side| seats[*side] == Seat::Human).collect();
        let mut players = seats.iter().filter_map(|seat| match seat {
            Seat::Human => None,
            Seat::Ai(spec) => Some(spec),
        });
        let first = players.next();
        match (humans.as_slice(), first) {
            ([], _) => Arrangement::AiOnly,
            (_, None) => Arrangement::Humans,
            ([side], Some(spec)) if players.all(|other| other == spec) => {
                Arrangement::Against(Side(*side as u8), spec.clone())
            }
            _ => Arrangement::Other,
        }
    }

    /// The seats of so many sides.
    fn seats(&self, sides: usize, ai: &Spec) -> Option<Vec<Seat>> {
        let seat = |side: usize| match self {
            Arrangement::Against(human, _) if human.index() == side => Some(Seat::Human),
            Arrangement::Against(_, spec) => Some(Seat::Ai(spec.clone())),
            Arrangement::Humans => Some(Seat::Human),
            Arrangement::AiOnly => Some(Seat::Ai(ai.clone())),
            Arrangement::Other => None,
        };
        (0..sides).map(seat).collect()
    }
}

/// A button that is one of several to choose from.
pub(super) fn choice(
    ui: &mut Ui,
    sense: Sense,
    selected: bool,
    text: &str,
    font: egui::FontId,
    min: egui::Vec2,
) -> Response {
    let tokens = Tokens::of(ui);
    let text_color = if selected { tokens.on_accent } else { tokens.ink };
    let label = RichText::new(text).font(font).color(text_color);
    let mut button = Button::new(label).sense(sense).min_size(min).corner_radius(CornerRadius::same(8));
    if selected {
        button = button.fill(tokens.accent);
    }
    let response = ui.add(button);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), selected, text));
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
    // What rounding leaves goes between the buttons, so that a row is as wide as *Play*.
    let gap = (width - each * fits as f32) / (fits - 1).max(1) as f32;
    for row in items.chunks(fits) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = gap;
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
        if Self::has_tabs() && self.is_hot_seat() {
            self.players_on_this_screen(ui);
            return false;
        }
        let mut chosen = before.clone();
        let mut plays = false;
        ui.label(RichText::new("You play against").font(theme::heavy(size::TEXT)));
        let human = match before {
            Arrangement::Against(side, _) => side,
            _ => Side::FIRST,
        };
        let together = if sides == 2 { "Two players on this screen" } else { "All on this screen" };
        // Where there are tabs, one of them is for several humans.
        let together = (!Self::has_tabs()).then_some((together, Arrangement::Humans));
        let others: Vec<_> = together.into_iter().chain([("AI against AI", Arrangement::AiOnly)]).collect();
        // All of them are one group of choices, in the order in which they are drawn.
        let against = |level: &Level| Arrangement::Against(human, Spec::level(level.name));
        let all: Vec<Arrangement> =
            G::all_levels().map(against).chain(others.iter().map(|(_, other)| other.clone())).collect();
        let selected = all.iter().position(|one| *one == before);
        let mut group = RadioGroup::new(ui, "opponents", all.len(), selected);
        let focuses = self.start_page.focuses;
        let mut pick = |ui: &Ui, group: &mut RadioGroup, response: &Response, arrangement: Arrangement| {
            if focuses && group.is_tab_stop() {
                response.request_focus();
            }
            if group.is_chosen(ui, response) {
                plays |= arrangement == before && ui.input(|input| input.key_pressed(Key::Enter));
                chosen = arrangement;
            }
        };
        button_rows(ui, layout, G::LEVELS, |ui, level, size| {
            let selected = against(level) == before;
            let response = choice(ui, group.sense(), selected, &level.title(), theme::heavy(16.0), size);
            let response = response.on_hover_text(sentence(level.about));
            pick(ui, &mut group, &response, against(level));
        });
        self.about_chosen(ui, layout, &before, &all);
        let small = || theme::plain(size::SMALL);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
            ui.spacing_mut().button_padding = vec2(10.0, 3.0);
            if !G::ORIGINALS.is_empty() {
                ui.label(quiet("Original AI players:"));
                for level in G::ORIGINALS {
                    let selected = against(level) == before;
                    let response =
                        choice(ui, group.sense(), selected, &level.title(), small(), vec2(0.0, 24.0));
                    let response = response.on_hover_text(sentence(level.about));
                    pick(ui, &mut group, &response, against(level));
                }
                // A single other choice needs no row of its own where there is little height.
                if !layout.low || others.len() > 1 {
                    ui.end_row();
                }
            }
            if others.len() == 1 {
                // At the height of the button beside it.
                ui.set_row_height(24.0);
                ui.label(quiet("Or watch:"));
            }
            for (text, arrangement) in others {
                let selected = before == arrangement;
                let response = choice(ui, group.sense(), selected, text, small(), vec2(0.0, 24.0));
                pick(ui, &mut group, &response, arrangement);
            }
        });
        let named = self.settings.setup.0.looks().is_some();
        if sides == 2 && !named {
            // Without a choice the space stays, so that nothing moves when it is needed.
            let spec = match &before {
                Arrangement::Against(_, spec) => Some(spec.clone()),
                _ => None,
            };
            let row = |ui: &mut Ui| {
                if spec.is_none() {
                    ui.set_invisible();
                }
                self.who_begins(ui, human)
            };
            let begins = ui.scope(row).inner;
            if let (Some(spec), Some((side, entered))) = (spec, begins) {
                plays |= side == human && entered;
                chosen = Arrangement::Against(side, spec);
            }
        }
        if chosen != before {
            let ai = match &before {
                Arrangement::Against(_, spec) => spec.clone(),
                _ => G::first_opponent(),
            };
            if let Some(seats) = chosen.seats(sides, &ai) {
                self.seats = seats;
                self.start_page.seat_drafts.clear();
            }
        }
        // Where there is little room, they are behind *More*.
        if self.has_seat_rows(layout) {
            self.seat_rows(ui);
        }
        plays
    }

    fn players_on_this_screen(&mut self, ui: &mut Ui) {
        ui.label(RichText::new("Players on this screen").font(theme::heavy(size::TEXT)));
        let text = if G::FACTS.hidden {
            "You take turns at this screen. A page hides the game while the next player sits down."
        } else {
            "You take turns at this screen."
        };
        ui.add(Label::new(quiet(text)).wrap());
        self.seat_rows(ui);
    }

    /// How hard a puzzle is, where that is what makes the game harder. Returns whether Enter was pressed on the choice.
    pub(super) fn difficulty(&mut self, ui: &mut Ui, layout: &PageLayout) -> bool {
        let Some(option) = V::DIFFICULTY.and_then(G::Setup::option) else { return false };
        let OptionValues::Choice(choices) = option.values(&self.settings.setup.0) else { return false };
        let before = option.get(&self.settings.setup.0);
        let (focuses, mut plays, mut chosen) = (self.start_page.focuses, false, before.clone());
        ui.label(RichText::new("Difficulty").font(theme::heavy(size::TEXT)));
        let setup = &self.settings.setup.0;
        let selected = choices.iter().position(|one| one.value == before);
        // What cannot be started with the other options cannot be chosen, and says why.
        let why_not = |one: &Choice| {
            let mut setup = setup.clone();
            option.set(&mut setup, &one.value).ok().and_then(|()| V::objection(&setup))
        };
        let why_not: Vec<Option<String>> = choices.iter().map(why_not).collect();
        let is_disabled = |n: usize| why_not[n].is_some() && selected != Some(n);
        let mut group = RadioGroup::with_disabled(ui, "difficulty", choices.len(), selected, is_disabled);
        let numbered: Vec<(usize, &Choice)> = choices.iter().enumerate().collect();
        button_rows(ui, layout, &numbered, |ui, (n, one), size| {
            let selected = selected == Some(*n);
            let show = |ui: &mut Ui| {
                let sense = group.sense();
                choice(ui, sense, selected, &player_title(&one.value), theme::heavy(16.0), size)
            };
            let response = ui.add_enabled_ui(!is_disabled(*n), show).inner;
            if focuses && group.is_tab_stop() {
                response.request_focus();
            }
            if group.is_chosen(ui, &response) {
                plays |= selected && ui.input(|input| input.key_pressed(Key::Enter));
                chosen.clone_from(&one.value);
            }
            let why_not = why_not[*n].as_deref().unwrap_or_default();
            response.on_hover_text(sentence(&one.help)).on_disabled_hover_text(why_not);
        });
        let about = choices.iter().find(|one| one.value == chosen).map_or("", |one| one.help.as_str());
        ui.add(Label::new(quiet(sentence(about))).wrap());
        if chosen != before
            && let Err(error) = option.set(&mut self.settings.setup.0, &chosen)
        {
            self.message = sentence(&error.to_string());
        }
        plays
    }

    /// What to expect of the players that are chosen. The text takes the space of the longest one, so that nothing moves
    /// when another one is chosen. A low window needs that space for the buttons below: there it is one line.
    fn about_chosen(&self, ui: &mut Ui, layout: &PageLayout, chosen: &Arrangement, all: &[Arrangement]) {
        if layout.low {
            ui.add(Label::new(quiet(self.about_players(chosen, layout))).truncate());
            return;
        }
        let height = |arrangement: &Arrangement| {
            let text = WidgetText::from(quiet(self.about_players(arrangement, layout)));
            text.into_galley(ui, None, ui.available_width(), TextStyle::Body).size().y
        };
        let highest = all.iter().map(height).fold(0.0, f32::max);
        let top = ui.cursor().top();
        ui.add(Label::new(quiet(self.about_players(chosen, layout))).wrap());
        ui.add_space((top + highest + ui.spacing().item_spacing.y - ui.cursor().top()).max(0.0));
    }

    /// What to expect of the players that are chosen.
    fn about_players(&self, arrangement: &Arrangement, layout: &PageLayout) -> String {
        match arrangement {
            Arrangement::Against(_, spec) => {
                let level = G::all_levels().find(|level| *spec == Spec::level(level.name));
                level.map_or_else(|| format!("{}.", spec.title()), |level| sentence(level.about))
            }
            Arrangement::Humans => "You take turns at this screen.".to_owned(),
            Arrangement::AiOnly | Arrangement::Other => {
                let players: Vec<String> = self.seats.iter().map(Seat::title).collect();
                let place = if self.has_seat_rows(layout) { "below" } else { "under More" };
                format!("{}. Choose the players {place}.", players.join(" – "))
            }
        }
    }

    /// Which side the human takes, in a game of two. Returns the one that was chosen, and whether by the key Enter.
    fn who_begins(&self, ui: &mut Ui, human: Side) -> Option<(Side, bool)> {
        let setup = &self.settings.setup.0;
        let tokens = Tokens::of(ui);
        let name = G::side_name(setup, None, human);
        let mut chosen = None;
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().button_padding = vec2(10.0, 3.0);
            let texts = if G::FACTS.simultaneous {
                [Side::FIRST, Side::SECOND]
                    .map(|side| format!("You play {}", G::side_name(setup, None, side)))
            } else {
                ["You begin".to_owned(), "The opponent begins".to_owned()]
            };
            let mut group = RadioGroup::new(ui, "begins", 2, Some(human.index()));
            for (side, text) in [Side::FIRST, Side::SECOND].into_iter().zip(texts) {
                let font = theme::plain(size::TEXT);
                let response = choice(ui, group.sense(), side == human, &text, font, vec2(0.0, 28.0));
                if group.is_chosen(ui, &response) {
                    chosen = Some((side, ui.input(|input| input.key_pressed(Key::Enter))));
                }
            }
            // The symbol and its sentence stay together.
            let text = if name.ends_with(" player") {
                format!("You are the {}.", name.to_lowercase())
            } else {
                format!("You are {name}.")
            };
            let sentence =
                ui.painter().layout_no_wrap(text.clone(), theme::plain(size::SMALL), tokens.quiet).size().x;
            if ui.available_size_before_wrap().x < 24.0 + ui.spacing().item_spacing.x + sentence {
                ui.end_row();
            }
            let (rect, _) = ui.allocate_exact_size(vec2(24.0, 24.0), Sense::hover());
            V::sign(ui.painter(), rect, human, setup, None, &tokens);
            ui.add(Label::new(quiet(text)).extend());
        });
        chosen
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
            (&["easy", "easy"], Arrangement::AiOnly),
            (&["easy", "human", "easy"], Arrangement::Against(Side::SECOND, easy.clone())),
        ] {
            assert_eq!(Arrangement::of(&seats(texts)), arrangement);
            assert_eq!(arrangement.seats(texts.len(), &easy), Some(seats(texts)));
        }
        assert_eq!(Arrangement::of(&seats(&["human", "easy", "hard"])), Arrangement::Other);
        assert_eq!(Arrangement::Other.seats(3, &easy), None);
    }
}
