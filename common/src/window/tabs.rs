//! The tabs of the start page and the game's own pages, where there are several.

use super::dialogs::Dialog;
use super::shell::Page;
use super::theme::{self, size};
use super::{GameUi, Shell, Tokens};
use crate::player::AiPlayers;
use crate::session::Seat;
use crate::words::Words;
use egui::{Button, Frame, Margin, Panel, RichText, Ui, vec2};

/// In a narrower window the tabs are smaller.
const NARROW: f32 = 600.0;

/// Where a tab leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tab {
    /// The game that is being played.
    Game,
    /// A new game of one human.
    SinglePlayer,
    /// A new game of several humans at this screen.
    HotSeat,
    /// One of the game's own pages.
    Own(usize),
    Settings,
}

impl<G: AiPlayers + Words, V: GameUi<G>> Shell<G, V> {
    /// Whether the start page has tabs.
    pub(super) fn has_tabs() -> bool {
        V::PAGES.len() > 1
    }

    /// Whether several humans play at this screen.
    pub(super) fn is_hot_seat(&self) -> bool {
        self.seats.iter().filter(|seat| **seat == Seat::Human).count() > 1
    }

    /// The tabs of the start page and the game's own pages, where there are several.
    pub(super) fn page_tabs(&mut self, ui: &mut Ui) {
        if !Self::has_tabs() {
            return;
        }
        let tokens = Tokens::of(ui);
        let bar = Frame::new().fill(tokens.page).inner_margin(Margin::symmetric(16, 6));
        let play: &[(Tab, &str)] = if self.session.is_some() {
            &[(Tab::Game, "Game")]
        } else {
            &[(Tab::SinglePlayer, "Single player"), (Tab::HotSeat, "Hot-seat")]
        };
        let own = V::PAGES.iter().enumerate().map(|(number, name)| (Tab::Own(number), *name));
        let tabs: Vec<(Tab, &str)> =
            play.iter().copied().chain(own).chain([(Tab::Settings, "Settings")]).collect();
        let shown = match self.page {
            _ if matches!(self.dialog, Some(Dialog::Settings)) => Tab::Settings,
            Page::Own(number) => Tab::Own(number),
            _ if self.session.is_some() => Tab::Game,
            _ if self.is_hot_seat() => Tab::HotSeat,
            _ => Tab::SinglePlayer,
        };
        Panel::top("tabs").frame(bar).show(ui, |ui| {
            // All fit into a row of a small window.
            let narrow = ui.available_width() < NARROW;
            ui.horizontal_wrapped(|ui| {
                if narrow {
                    ui.spacing_mut().item_spacing.x = 2.0;
                    ui.spacing_mut().button_padding.x = 5.0;
                }
                let (font, width) = if narrow { (size::SMALL, 0.0) } else { (size::TEXT, 72.0) };
                for (tab, name) in tabs {
                    let text = RichText::new(name).font(theme::heavy(font));
                    let button = Button::selectable(tab == shown, text).min_size(vec2(width, 30.0));
                    if ui.add(button).clicked() && tab != shown {
                        self.open_tab(tab);
                    }
                }
            });
        });
    }

    fn open_tab(&mut self, tab: Tab) {
        match tab {
            Tab::Game => self.leave_page(),
            Tab::SinglePlayer | Tab::HotSeat => {
                self.leave_page();
                self.choose_humans(tab == Tab::HotSeat);
            }
            Tab::Own(number) => self.show_own_page(number),
            Tab::Settings => self.dialog = Some(Dialog::Settings),
        }
    }

    /// Seats the players of the other tab, as they were last chosen there.
    fn choose_humans(&mut self, several: bool) {
        if several == self.is_hot_seat() {
            return;
        }
        let sides = self.seats.len();
        let before = self.start_page.leave_seats(&self.seats);
        self.seats = before.filter(|seats| seats.len() == sides).unwrap_or_else(|| {
            let opponent = if several { Seat::Human } else { Seat::Ai(G::first_opponent()) };
            (0..sides).map(|side| if side == 0 { Seat::Human } else { opponent.clone() }).collect()
        });
    }
}
