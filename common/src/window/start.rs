//! The start page: what the game is, who plays, and one big button.

mod front_options;
mod game_option;
mod looks;
mod more;
mod opponents;

use super::cards::{card, primary_button, quiet};
use super::dialogs::Dialog;
use super::theme::{self, size};
use super::{GameUi, Shell, Tokens, scroll_to_focus};
use crate::player::AiPlayers;
use crate::session::{Seat, TimeControl, join};
use crate::words::{Words, capitalized, sentence};
use egui::{Button, Key, RichText, Role, ScrollArea, Sense, Ui, Vec2, WidgetInfo, vec2};
use std::collections::{BTreeMap, BTreeSet};

/// From this width on the picture stands beside the choices.
const MIN_WIDE: f32 = 720.0;
/// The largest width of picture and choices together.
const MAX_WIDTH: f32 = 1240.0;
/// The width of the choices beside the picture.
const CHOICES: std::ops::RangeInclusive<f32> = 400.0..=540.0;
/// The largest width of the choices below the title.
const NARROW: f32 = 540.0;
/// The space between picture and choices.
const GAP: f32 = 32.0;
/// The side of the picture beside the title.
const SMALL_PICTURE: f32 = 88.0;
/// Below this height everything is a little smaller.
const MIN_TALL: f32 = 560.0;

/// What only the start page remembers.
pub(super) struct StartPage<G: AiPlayers> {
    /// The position of the picture, and the setup that it belongs to.
    sample: Option<(G::Setup, Option<G::View>)>,
    /// What is typed for a player that is not chosen from the list, by side.
    seat_drafts: BTreeMap<usize, String>,
    /// The side whose field for that has just been opened and gets the keyboard focus.
    focused_draft: Option<usize>,
    /// What is being typed as a name and cannot be one, by side.
    name_drafts: BTreeMap<usize, String>,
    /// The players of the other tab: of the game alone, or of that of several humans.
    other_seats: Vec<Seat>,
    /// The options behind *More* are shown.
    more: bool,
    /// They have just been opened, and are not yet in sight.
    more_opened: bool,
    /// The options of the game's own page that have been shown since then.
    shown_options: BTreeSet<&'static str>,
    /// The options with a list whose value is typed.
    typed_options: BTreeSet<&'static str>,
    /// The one of them whose field has just been opened and gets the keyboard focus.
    focused_option: Option<&'static str>,
    /// The height of the choices in the last frame.
    choices_height: Option<f32>,
    /// The choices get the keyboard focus.
    focuses: bool,
    /// The unfinished game in words, as it was shown last.
    unfinished: String,
}

/// The space beside the text of a button below *Play*: little, so that all fit into a row of a small window.
const PADDING: f32 = 4.0;

/// The height of the row of buttons with *More*, and the space below it.
const MORE_BUTTON: f32 = 52.0;

impl<G: AiPlayers> Default for StartPage<G> {
    fn default() -> StartPage<G> {
        StartPage {
            sample: None,
            seat_drafts: BTreeMap::new(),
            focused_draft: None,
            name_drafts: BTreeMap::new(),
            other_seats: Vec::new(),
            more: false,
            more_opened: false,
            shown_options: BTreeSet::new(),
            typed_options: BTreeSet::new(),
            focused_option: None,
            choices_height: None,
            focuses: false,
            unfinished: String::new(),
        }
    }
}

impl<G: AiPlayers> StartPage<G> {
    /// Whether the options behind *More* are shown.
    pub(super) fn shows_more(&self) -> bool {
        self.more
    }

    /// Hides the options behind *More*.
    pub(super) fn close_more(&mut self) {
        self.more = false;
        self.shown_options.clear();
        self.typed_options.clear();
    }

    fn toggle_more(&mut self) {
        if self.more {
            self.close_more();
        } else {
            self.more = true;
            self.more_opened = true;
        }
    }

    /// Changes to the other tab: keeps its players and returns those that were chosen there before.
    pub(super) fn leave_seats(&mut self, seats: &[Seat]) -> Option<Vec<Seat>> {
        self.seat_drafts.clear();
        let before = std::mem::replace(&mut self.other_seats, seats.to_vec());
        Some(before).filter(|before| !before.is_empty())
    }
}

/// Where the parts of the page go.
struct PageLayout {
    /// The space at the left.
    indent: f32,
    /// The side of the picture.
    picture: f32,
    /// The width of the choices.
    choices: f32,
    /// The picture stands beside the choices, not beside the title.
    wide: bool,
    /// There is little height.
    low: bool,
}

impl PageLayout {
    fn new(space: Vec2) -> PageLayout {
        let width = (space.x - 48.0).min(MAX_WIDTH);
        let low = space.y < MIN_TALL;
        if space.x < MIN_WIDE {
            let choices = NARROW.min(space.x - 32.0);
            return PageLayout {
                indent: (space.x - choices) / 2.0,
                picture: if low { 64.0 } else { SMALL_PICTURE },
                choices,
                wide: false,
                low,
            };
        }
        let choices = (width * 0.5).clamp(*CHOICES.start(), *CHOICES.end());
        let picture = (width - choices - GAP).min(space.y - 64.0).max(SMALL_PICTURE);
        let indent = (space.x - choices - GAP - picture) / 2.0;
        PageLayout { indent, picture, choices, wide: true, low }
    }

    /// The space between two groups.
    fn gap(&self) -> f32 {
        if self.low { 0.0 } else { 6.0 }
    }

    /// The width of everything.
    fn width(&self) -> f32 {
        if self.wide { self.picture + GAP + self.choices } else { self.choices }
    }
}

impl<G: AiPlayers + Words, V: GameUi<G>> Shell<G, V> {
    pub(super) fn start_screen(&mut self, ui: &mut Ui) {
        self.fill_seats();
        if self.unfinished.is_none() && self.saved_games.is_none() {
            self.start_page.unfinished.clear();
        }
        let space = ui.available_size();
        let layout = PageLayout::new(space);
        let mut plays = self.enter_plays(ui);
        let arrow = self.arrow_focuses(ui);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            // In the middle of the window; what is opened below does not move it.
            let choices = self.start_page.choices_height.unwrap_or_default();
            if self.start_page.choices_height.is_none() {
                ui.ctx().request_discard("the start page is centred");
            }
            let picture = if layout.wide { layout.picture } else { 0.0 };
            ui.add_space(((space.y - choices.max(picture) - 48.0) * 0.4).max(if layout.low {
                8.0
            } else {
                16.0
            }));
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = 0.0;
                ui.add_space(layout.indent);
                if layout.wide {
                    // Above open options the picture is not higher than the choices.
                    let most = if self.start_page.more { choices.max(SMALL_PICTURE) } else { picture };
                    self.picture(ui, vec2(picture, picture.min(most)));
                    ui.add_space(GAP);
                }
                let column = ui.vertical(|ui| {
                    ui.spacing_mut().item_spacing = vec2(8.0, if layout.low { 4.0 } else { 8.0 });
                    ui.set_width(layout.choices);
                    self.title(ui, &layout);
                    if !layout.low {
                        self.continue_row(ui);
                    }
                    ui.add_space(layout.gap());
                    plays |= self.opponents(ui, &layout);
                    plays |= self.difficulty(ui, &layout);
                    plays |= self.front_options(ui);
                    ui.add_space(layout.gap());
                    plays |= self.play_button(ui, &layout);
                    ui.add_space(layout.gap());
                    self.other_buttons(ui);
                });
                let height = column.response.rect.height();
                if (height - choices).abs() > 0.5 {
                    self.start_page.choices_height = Some(height);
                    ui.ctx().request_repaint();
                }
            });
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = 0.0;
                ui.add_space(layout.indent);
                ui.vertical(|ui| {
                    ui.spacing_mut().item_spacing.x = 8.0;
                    ui.set_width(layout.width());
                    if self.start_page.more {
                        card(ui, |ui| self.more(ui, &layout));
                        if std::mem::take(&mut self.start_page.more_opened) {
                            // With the button that opened it in sight.
                            let card = ui.min_rect();
                            let shown = card.with_min_y(card.top() - MORE_BUTTON);
                            ui.scroll_to_rect(shown, Some(egui::Align::TOP));
                        }
                    }
                    if !self.message.is_empty() {
                        ui.add_space(8.0);
                        ui.label(&self.message);
                    }
                    // Without anything below the choices a scroll bar would only be in the way.
                    if self.start_page.more || !self.message.is_empty() {
                        ui.add_space(24.0);
                    }
                });
            });
            scroll_to_focus(ui);
        });
        // In the next frame: in this one the arrow would move the focus on.
        self.start_page.focuses = arrow;
        if arrow {
            ui.ctx().request_repaint();
        }
        if plays {
            self.play();
        }
    }

    /// Enter plays where nothing else has the focus.
    fn enter_plays(&self, ui: &Ui) -> bool {
        self.dialog.is_none()
            && self.cannot_play().is_none()
            && !egui::Popup::is_any_open(ui.ctx())
            && ui.memory(|memory| memory.focused().is_none())
            && ui.input(|input| input.key_pressed(Key::Enter))
    }

    /// Whether an arrow was pressed while nothing has the focus: the choices get it.
    fn arrow_focuses(&self, ui: &Ui) -> bool {
        let arrows = [Key::ArrowDown, Key::ArrowUp, Key::ArrowLeft, Key::ArrowRight];
        self.dialog.is_none()
            && !egui::Popup::is_any_open(ui.ctx())
            && ui.memory(|memory| memory.focused().is_none())
            && ui.input(|input| arrows.into_iter().any(|key| input.key_pressed(key)))
    }

    /// A position of the game.
    fn picture(&mut self, ui: &mut Ui, size: Vec2) {
        let setup = &self.settings.setup.0;
        if self.start_page.sample.as_ref().is_none_or(|(of, _)| of != setup) {
            self.start_page.sample = Some((setup.clone(), V::sample(setup)));
        }
        // The place stays also where there is no picture, so that nothing moves.
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        let Some((_, Some(view))) = &self.start_page.sample else { return };
        let name = format!("a picture of {}", G::FACTS.title);
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
        V::picture(ui.painter(), rect, view, &Tokens::of(ui));
    }

    fn title(&mut self, ui: &mut Ui, layout: &PageLayout) {
        ui.horizontal_top(|ui| {
            if !layout.wide {
                self.picture(ui, Vec2::splat(layout.picture));
                ui.add_space(8.0);
            }
            ui.vertical(|ui| {
                ui.label(RichText::new(G::FACTS.title).font(theme::heavy(size::TITLE)));
                // Who has an unfinished game knows what the game is; a low window has no room for both.
                if layout.low && self.offers_unfinished() {
                    self.continue_row(ui);
                } else {
                    ui.add(egui::Label::new(RichText::new(V::TAGLINE).weak()).wrap());
                }
            });
        });
    }

    /// Whether there is an unfinished game. The list of games takes it for a while: behind the list its row stays.
    fn offers_unfinished(&self) -> bool {
        let listed = self.saved_games.is_some() && !self.start_page.unfinished.is_empty();
        self.unfinished.is_some() || listed
    }

    /// The unfinished game, if there is one.
    fn continue_row(&mut self, ui: &mut Ui) {
        if !self.offers_unfinished() {
            return;
        }
        if let Some(unfinished) = &self.unfinished {
            let summary = unfinished.summary::<G>();
            self.start_page.unfinished = join(&[summary.players(), summary.when(), summary.length]);
        }
        let resumes = ui.horizontal(|ui| {
            let resumes = ui.add(Button::new("Continue last game").min_size(vec2(0.0, 32.0))).clicked();
            ui.add(egui::Label::new(quiet(self.start_page.unfinished.as_str())).wrap());
            resumes
        });
        if resumes.inner {
            self.resume_unfinished();
        }
    }

    /// The big button, and below it what it starts or why it cannot.
    fn play_button(&mut self, ui: &mut Ui, layout: &PageLayout) -> bool {
        let wrong = self.cannot_play();
        let size = vec2(ui.available_width(), if layout.low { 40.0 } else { 48.0 });
        let clicked = ui.add_enabled_ui(wrong.is_none(), |ui| {
            ui.vertical_centered(|ui| primary_button(ui, "Play", size)).inner.clicked()
        });
        let clicked = clicked.inner;
        if let Some(wrong) = wrong {
            let text = RichText::new(wrong).font(theme::plain(size::SMALL));
            ui.add(egui::Label::new(text.color(Tokens::of(ui).bad)).wrap());
            return false;
        }
        // A low window has no room for it; *More* shows the options.
        let chosen = if layout.low && !V::FRONT_OPTIONS.is_empty() { String::new() } else { self.chosen() };
        if !chosen.is_empty() {
            ui.label(quiet(chosen));
        }
        clicked
    }

    /// The options behind *More* in a line.
    fn chosen(&self) -> String {
        capitalized(&G::summary(&self.settings.setup.0))
    }

    /// The buttons to learn the rules, for the game's own page, for saved games and for more options.
    fn other_buttons(&mut self, ui: &mut Ui) {
        // Several pages have tabs.
        let page = V::PAGES.first().filter(|_| V::PAGES.len() == 1);
        let count = 3 + usize::from(page.is_some());
        let available = ui.available_width();
        let share = |columns: usize| (available - 8.0 * (columns - 1) as f32) / columns as f32;
        // Where not all fit into a row, as on a phone, there are two in a row.
        let font = egui::TextStyle::Button.resolve(ui.style());
        let width_of = |text: &str| {
            let galley = ui.painter().layout_no_wrap(text.to_owned(), font.clone(), Tokens::of(ui).ink);
            galley.size().x + 2.0 * PADDING + 2.0
        };
        let texts = ["How to play", "Saved games", "More"].into_iter().chain(page.copied());
        let widest = texts.map(width_of).fold(0.0, f32::max);
        let columns = if share(count) < widest { 2 } else { count };
        let width = share(columns).floor();
        // What rounding leaves goes between the buttons, so that the row ends where *Play* ends.
        let gap = (available - width * columns as f32) / (columns - 1) as f32 - 0.01;
        let button =
            |ui: &mut Ui, text: &str| ui.add(Button::new(text).min_size(vec2(width, 36.0))).clicked();
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().button_padding.x = PADDING;
            ui.spacing_mut().item_spacing = vec2(gap, 8.0);
            if button(ui, "How to play") {
                if V::TUTORIAL {
                    self.begin_tutorial();
                } else {
                    self.dialog = Some(Dialog::Rules);
                }
            }
            if let Some(page) = page
                && button(ui, page)
            {
                self.show_own_page(0);
            }
            if button(ui, "Saved games") {
                self.show_saved_games(String::new());
            }
            let more = Button::selectable(self.start_page.more, "More");
            let more = more.frame_when_inactive(true).min_size(vec2(width, 36.0));
            if ui.add(more).on_hover_text("Rules of the game, players of each side, time").clicked() {
                self.start_page.toggle_more();
            }
        });
    }

    /// Why no game can be started with what was chosen and typed.
    pub(super) fn cannot_play(&self) -> Option<String> {
        let clock = self.settings.clock.trim();
        let wrong_clock = || {
            let error = clock.parse::<TimeControl>().err().filter(|_| !clock.is_empty())?;
            Some(sentence(&error.to_string()))
        };
        let objection = || V::objection(&self.settings.setup.0);
        self.wrong_draft().or_else(|| self.wrong_seat()).or_else(wrong_clock).or_else(objection)
    }
}
