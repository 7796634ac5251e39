//! The tabs that lead from the start page to the game's own pages.

use super::shell::Page;
use super::{GameUi, Shell, Tokens, theme};
use crate::player::AiPlayers;
use crate::words::Words;
use egui::{Button, Frame, Margin, Panel, RichText, Ui, vec2};

impl<G: AiPlayers + Words, V: GameUi<G>> Shell<G, V> {
    /// The tabs of the start page and the game's own pages, where there are several.
    pub(super) fn page_tabs(&mut self, ui: &mut Ui) {
        if V::PAGES.len() < 2 {
            return;
        }
        let tokens = Tokens::of(ui);
        let bar = Frame::new().fill(tokens.page).inner_margin(Margin::symmetric(16, 6));
        Panel::top("tabs").frame(bar).show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                let play = if self.session.is_some() { "Game" } else { "New game" };
                let tabs = std::iter::once((None, play))
                    .chain(V::PAGES.iter().enumerate().map(|(number, name)| (Some(number), *name)));
                let shown = match self.page {
                    Page::Own(number) => Some(number),
                    _ => None,
                };
                for (tab, name) in tabs {
                    let text = RichText::new(name).font(theme::heavy(15.0));
                    let button = Button::selectable(tab == shown, text).min_size(vec2(88.0, 30.0));
                    if ui.add(button).clicked() && tab != shown {
                        match tab {
                            Some(number) => self.show_own_page(number),
                            None => self.leave_page(),
                        }
                    }
                }
            });
        });
    }
}
