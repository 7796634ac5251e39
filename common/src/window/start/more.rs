//! Behind *More*: the players of each side, the options of the game, thinking time and clock, in as many columns as fit.

use super::super::theme::{self, size};
use super::super::{GameUi, Shell, Tokens, combo_box};
use super::PageLayout;
use super::game_option::MAX_RADIO_BUTTONS;
use super::looks::NAME;
use crate::game::{LOOK_OPTIONS, MAX_SIDES, OptionValues, Setup, SetupOption, Side};
use crate::player::{AiPlayers, Spec};
use crate::session::{Seat, TimeControl};
use crate::words::{Words, sentence};
use egui::{Color32, ComboBox, RichText, Sense, Slider, TextEdit, TextStyle, Ui, vec2};

/// The smallest width of a column.
const COLUMN: f32 = 290.0;
/// The text of the choice of something that is typed.
pub(super) const OTHER: &str = "Other…";
/// In a low window more players are behind *More*, so that *Play* stays in sight.
const MAX_LOW_SEATS: usize = 3;
/// The width of the list of levels.
const LEVEL: f32 = 104.0;
/// The width of a side's colour, name and level.
const SEAT: f32 = 32.0 + NAME + LEVEL + 16.0;
/// The smallest and the greatest width of a side's name that is not typed.
const MIN_NAME: f32 = 72.0;
const MAX_NAME: f32 = 130.0;
/// The space between columns.
const COLUMN_GAP: f32 = 24.0;

/// A group of settings.
enum Block<S> {
    Players,
    Option(SetupOption<S>),
    Time,
}

pub(super) fn heading(text: &str) -> RichText {
    RichText::new(text).font(theme::heavy(size::TEXT))
}

impl<G: AiPlayers + Words, V: GameUi<G>> Shell<G, V> {
    pub(super) fn more(&mut self, ui: &mut Ui, layout: &PageLayout) {
        let mut blocks: Vec<Block<G::Setup>> = Vec::new();
        // With more sides the players are on the page itself.
        let named = self.settings.setup.0.looks().is_some();
        let on_page = self.has_seat_rows(layout) || named && Self::has_tabs() && self.is_hot_seat();
        if !on_page {
            blocks.push(Block::Players);
        }
        // The difficulty and the options that are chosen most often are on the page itself too.
        let options = G::Setup::options().into_iter().filter(|option| {
            Some(option.name) != V::DIFFICULTY
                && !LOOK_OPTIONS.contains(&option.name)
                && V::FRONT_OPTIONS.iter().all(|(_, name)| *name != option.name)
        });
        let options: Vec<SetupOption<G::Setup>> = options.collect();
        blocks.extend(options.into_iter().filter(|option| self.shows_option(option)).map(Block::Option));
        blocks.push(Block::Time);
        let width = ui.available_width();
        let columns =
            (((width + COLUMN_GAP) / (COLUMN + COLUMN_GAP)).floor() as usize).clamp(1, blocks.len());
        let mut filled: Vec<(f32, Vec<Block<G::Setup>>)> = (0..columns).map(|_| (0.0, Vec::new())).collect();
        for block in blocks {
            let height = self.estimated_height(&block);
            // Into the shortest column, the first of them.
            let shortest = (0..columns).min_by(|a, b| filled[*a].0.total_cmp(&filled[*b].0)).unwrap_or(0);
            filled[shortest].0 += height;
            filled[shortest].1.push(block);
        }
        let each = (width - COLUMN_GAP * (columns - 1) as f32) / columns as f32;
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = COLUMN_GAP;
            for (_, blocks) in filled {
                ui.vertical(|ui| {
                    ui.spacing_mut().item_spacing.x = 8.0;
                    ui.set_width(each);
                    for block in blocks {
                        self.block(ui, &block);
                        ui.add_space(8.0);
                    }
                });
            }
        });
    }

    /// An option of the game's own page is shown if it has a value, or if what was typed is not one yet. It stays while
    /// *More* is open, so that its field does not vanish when it is cleared.
    fn shows_option(&mut self, option: &SetupOption<G::Setup>) -> bool {
        if !V::PAGE_OPTIONS.contains(&option.name) {
            return true;
        }
        if option.get(&self.settings.setup.0) != option.get(&G::Setup::default()) {
            self.start_page.shown_options.insert(option.name);
        }
        self.start_page.shown_options.contains(option.name) || self.drafts.contains_key(option.name)
    }

    /// About how high a group is, to fill the columns evenly.
    fn estimated_height(&self, block: &Block<G::Setup>) -> f32 {
        let lines = match block {
            Block::Players => 1 + 2 * self.seats.len(),
            Block::Time => 5,
            Block::Option(option) => match option.values(&self.settings.setup.0) {
                OptionValues::Choice(choices) if choices.len() <= MAX_RADIO_BUTTONS => {
                    // A long label takes two lines.
                    let lines = |help: &str| 1 + usize::from(help.len() > 34);
                    2 + choices.iter().map(|choice| lines(&choice.help)).sum::<usize>()
                }
                _ => 3,
            },
        };
        lines as f32
    }

    fn block(&mut self, ui: &mut Ui, block: &Block<G::Setup>) {
        match block {
            Block::Players => {
                ui.label(heading(if self.seats.len() == 1 { "Who plays" } else { "Players" }));
                self.seat_rows(ui);
            }
            Block::Option(option) => self.option(ui, option),
            Block::Time => self.time_options(ui),
        }
    }

    /// Whether the players have rows on the page itself: where there are several opponents or names, and room.
    pub(super) fn has_seat_rows(&self, layout: &PageLayout) -> bool {
        let sides = self.seats.len();
        let max = if layout.low { MAX_LOW_SEATS } else { MAX_SIDES };
        let is_named = self.settings.setup.0.looks().is_some();
        sides > 2 && sides <= max || is_named && !layout.low
    }

    /// A row for the player of each side; many sides are in two columns.
    pub(super) fn seat_rows(&mut self, ui: &mut Ui) {
        let sides: Vec<usize> = (0..self.seats.len()).collect();
        let fits = ui.available_width() >= 2.0 * SEAT + ui.spacing().item_spacing.x;
        let columns =
            if sides.len() > 4 && fits && !sides.iter().any(|side| self.is_typed(*side)) { 2 } else { 1 };
        for row in sides.chunks(columns) {
            ui.horizontal(|ui| {
                for side in row {
                    self.seat_row(ui, *side);
                }
            });
            for side in row.iter().filter(|side| self.is_typed(**side)).copied().collect::<Vec<_>>() {
                self.typed_player(ui, side);
            }
        }
        if let Some(wrong) = self.wrong_seat() {
            let text = RichText::new(wrong).font(theme::plain(size::SMALL));
            ui.add(egui::Label::new(text.color(Tokens::of(ui).bad)).wrap());
        }
    }

    fn seat_row(&mut self, ui: &mut Ui, side: usize) {
        let tokens = Tokens::of(ui);
        let setup = self.settings.setup.0.clone();
        if setup.looks().is_some() {
            self.side_look(ui, Side(side as u8));
        } else {
            let name = G::side_name(&setup, None, Side(side as u8));
            let (rect, response) = ui.allocate_exact_size(vec2(24.0, 24.0), Sense::hover());
            V::sign(ui.painter(), rect, Side(side as u8), &setup, None, &tokens);
            response.on_hover_text(&*name);
            let width = name_width::<G>(ui, &setup);
            ui.allocate_ui(vec2(width, 24.0), |ui| {
                ui.set_width(width);
                ui.add(egui::Label::new(&*name).truncate());
            });
        }
        let typed = self.is_typed(side);
        let selected = if typed { OTHER.to_owned() } else { self.seats[side].title() };
        let mut chosen = None;
        let combo = ComboBox::from_id_salt(("player", side)).selected_text(selected).width(LEVEL);
        let combo = combo_box(ui, combo.height(320.0).truncate(), |ui, list| {
            let seats = G::all_levels().map(|level| Seat::Ai(Spec::level(level.name)));
            for seat in std::iter::once(Seat::Human).chain(seats) {
                if list.entry(ui, !typed && self.seats[side] == seat, seat.title()).clicked() {
                    chosen = Some(seat);
                }
            }
            let other = list.entry(ui, typed, OTHER).on_hover_text(players_help::<G>());
            if other.clicked() && !typed {
                self.start_page.seat_drafts.insert(side, self.seats[side].to_string());
                self.start_page.focused_draft = Some(side);
            }
        });
        let name = G::side_name(&setup, None, Side(side as u8));
        combo.accessible_name(format!("who plays {name}"));
        if let Some(seat) = chosen {
            self.seats[side] = seat;
            self.start_page.seat_drafts.remove(&side);
        }
    }

    /// Whether the player of a side is typed, not chosen from the list.
    fn is_typed(&self, side: usize) -> bool {
        let is_level = |spec: &Spec| G::all_levels().any(|level| *spec == Spec::level(level.name));
        self.start_page.seat_drafts.contains_key(&side)
            || matches!(&self.seats[side], Seat::Ai(spec) if !is_level(spec))
    }

    /// A field for a player with options, or for another program.
    fn typed_player(&mut self, ui: &mut Ui, side: usize) {
        let current = self.seats[side].to_string();
        let mut text = self.start_page.seat_drafts.get(&side).unwrap_or(&current).clone();
        let field = TextEdit::singleline(&mut text).hint_text(G::strongest().to_string());
        let field =
            ui.add(field.desired_width(ui.available_width() - 8.0)).on_hover_text(players_help::<G>());
        let name = G::side_name(&self.settings.setup.0, None, Side(side as u8));
        let field = field.accessible_name(format!("player of {name} as text"));
        if self.start_page.focused_draft == Some(side) {
            // The list gives the focus back to its button when it closes.
            if field.has_focus() && !egui::Popup::is_any_open(ui.ctx()) {
                self.start_page.focused_draft = None;
            }
            field.request_focus();
        }
        if field.changed() {
            if let Ok(seat) = read_seat::<G>(&text) {
                self.seats[side] = seat;
                self.allow_typed_program(side);
            }
            self.start_page.seat_drafts.insert(side, text);
        }
    }

    /// Why what was typed for a player is not one.
    pub(super) fn wrong_seat(&self) -> Option<String> {
        let seat = self.start_page.seat_drafts.values().find_map(|text| read_seat::<G>(text).err());
        seat.or_else(|| self.wrong_name())
    }

    fn time_options(&mut self, ui: &mut Ui) {
        ui.label(heading("Thinking time"));
        let seconds = Slider::new(&mut self.settings.seconds, 0.1..=30.0).logarithmic(true).suffix(" s");
        ui.add(seconds).accessible_name("thinking time in seconds");
        ui.label(heading("Clock"));
        ui.horizontal_wrapped(|ui| {
            let field = TextEdit::singleline(&mut self.settings.clock).desired_width(80.0).hint_text("none");
            ui.add(field).accessible_name("clock");
            let clock = self.settings.clock.trim();
            let wrong = !clock.is_empty() && clock.parse::<TimeControl>().is_err();
            let tokens = Tokens::of(ui);
            let about = RichText::new("minutes+seconds per move, as in 5+3").font(theme::plain(size::SMALL));
            ui.add(egui::Label::new(about.color(if wrong { tokens.bad } else { tokens.quiet })).wrap());
        });
    }
}

/// The width that the longest name of a side needs.
fn name_width<G: AiPlayers + Words>(ui: &Ui, setup: &G::Setup) -> f32 {
    let font = TextStyle::Body.resolve(ui.style());
    let width = |side: Side| {
        let name = G::side_name(setup, None, side).into_owned();
        ui.painter().layout_no_wrap(name, font.clone(), Color32::PLACEHOLDER).size().x.ceil()
    };
    Side::all(G::sides(setup)).map(width).fold(MIN_NAME, f32::max).min(MAX_NAME)
}

/// What can be typed for a player.
fn players_help<G: AiPlayers>() -> String {
    let strongest = G::strongest();
    if G::OTHER_PROGRAMS {
        format!(
            "Under '{OTHER}' you can type a player with options, as on the command line: {strongest}, cmd:COMMAND."
        )
    } else {
        format!("Under '{OTHER}' you can type a player with options, as on the command line: {strongest}.")
    }
}

/// Reads a player. Its options are checked when the game starts.
fn read_seat<G: AiPlayers>(text: &str) -> Result<Seat, String> {
    let seat: Seat = text.trim().parse().map_err(|why: crate::player::BadSpec| sentence(&why.to_string()))?;
    match &seat {
        Seat::Ai(spec) if spec.command().is_none() && !G::knows_player(spec.name()) => {
            Err(sentence(&G::unknown(spec).to_string()))
        }
        _ => Ok(seat),
    }
}
