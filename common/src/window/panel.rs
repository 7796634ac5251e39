//! The arrangement of the cards in the panel.

use super::cards::card;
use super::layout::{
    CARD_GAP, MIN_MIDDLE, PanelSplit, is_cramped, is_cramped_column, min_moves_height, split_panel,
};
use super::review::is_low_window;
use super::{GameUi, Scene, Shell, UiAction, scroll_area};
use crate::player::AiPlayers;
use crate::words::Words;
use egui::{Rect, ScrollArea, Ui, UiBuilder, vec2};

/// A list of cards that scrolls.
fn scroll(name: impl egui::AsIdSalt) -> ScrollArea {
    ScrollArea::vertical().auto_shrink([false, true]).min_scrolled_height(0.0).id_salt(name)
}

/// Draws into a part of the panel.
fn within<R>(ui: &mut Ui, space: Rect, draw: impl FnOnce(&mut Ui) -> R) -> R {
    ui.scope_builder(UiBuilder::new().max_rect(space), draw).inner
}

impl<G: AiPlayers + Words, V: GameUi<G>> Shell<G, V> {
    /// All cards. The turn and the last moves stay in sight: the others scroll.
    pub(super) fn cards(&mut self, ui: &mut Ui) -> Vec<UiAction> {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        let space = ui.max_rect();
        match split_panel(space.size()) {
            PanelSplit::Column => self.card_column(ui, space),
            PanelSplit::SideBySide { left } => {
                let (left, right) = space.split_left_right_at_x(space.left() + left);
                self.two_card_columns(
                    ui,
                    left.with_max_x(left.right() - 4.0),
                    right.with_min_x(right.left() + 4.0),
                )
            }
            PanelSplit::ThreeColumns { left, right } => {
                let (turn, rest) = space.split_left_right_at_x(space.left() + left);
                let (middle, moves) = rest.split_left_right_at_x(rest.right() - right);
                let cramped = is_cramped(space.size());
                within(ui, turn, |ui| scroll_area(scroll("turn"), ui, |ui| self.turn_card(ui, cramped)));
                let middle = middle.shrink2(vec2(CARD_GAP, 0.0));
                let acts = within(ui, middle, |ui| {
                    scroll_area(scroll(("cards", self.games)), ui, |ui| self.other_cards(ui, false, true))
                });
                within(ui, moves, |ui| self.moves_card(ui, space.bottom()));
                acts
            }
        }
    }

    fn card_column(&mut self, ui: &mut Ui, space: Rect) -> Vec<UiAction> {
        let reviewing = self.is_reviewing();
        self.turn_card(ui, reviewing || is_cramped_column(space.size()));
        let moves = self.session.as_ref().map_or(0, |session| session.plies().len());
        // In a low window the review needs the room.
        let short = reviewing && is_low_window(ui);
        let rows = if short { 1 } else { V::MOVE_ROWS };
        let room = space.bottom() - ui.cursor().top() - min_moves_height(moves, rows, !short);
        // Only where a window is lower than that the moves scroll away with the rest.
        if room < MIN_MIDDLE {
            return scroll_area(scroll(("cards", self.games)), ui, |ui| {
                let acts = self.other_cards(ui, false, true);
                self.moves_card(ui, 0.0);
                acts
            });
        }
        let area = scroll(("cards", self.games)).max_height(room - 8.0);
        let acts = scroll_area(area, ui, |ui| self.other_cards(ui, false, true));
        self.moves_card(ui, space.bottom());
        acts
    }

    /// The turn and other cards at the left; at the right the list of moves, or what the game needs more.
    fn two_card_columns(&mut self, ui: &mut Ui, left: Rect, right: Rect) -> Vec<UiAction> {
        let cramped = is_cramped(left.size());
        let wants = |view: &mut V, scene: &Scene<'_, G>| view.has_small_controls(scene.game.view());
        let controls = cramped && !self.is_reviewing() && self.with_scene(wants).unwrap_or(false);
        let mut area = scroll(("cards", self.games));
        // After a move the turn comes first.
        let to_turn = cramped && self.scroll_to_move;
        if to_turn {
            area = area.vertical_scroll_offset(0.0);
        }
        let mut acts = within(ui, left, |ui| {
            scroll_area(area, ui, |ui| {
                // Who reviews a game in a small window looks for the mistakes first.
                if cramped {
                    self.review_card(ui);
                }
                self.turn_card(ui, cramped);
                let acts = self.other_cards(ui, cramped, !(controls && V::SMALL_CONTROLS_ARE_CARDS));
                if controls {
                    self.moves_card(ui, 0.0);
                }
                acts
            })
        });
        // A button in these cards, such as *Play again*, has its effect in the next frame.
        let late = cramped && self.scroll_to_move && !to_turn;
        within(ui, right, |ui| {
            if controls {
                let draw = |view: &mut V, scene: &Scene<'_, G>| {
                    scroll_area(scroll("controls"), ui, |ui| card(ui, |ui| view.small_controls(ui, scene)))
                };
                acts.extend(self.with_scene(draw).unwrap_or_default());
            } else {
                self.moves_card(ui, right.bottom());
            }
        });
        self.scroll_to_move |= late;
        acts
    }

    /// The cards between the turn and the list of moves; that of the review may have been shown before, and the game's own
    /// ones may be elsewhere.
    fn other_cards(&mut self, ui: &mut Ui, reviewed: bool, own: bool) -> Vec<UiAction> {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        let urgent = |view: &mut V, scene: &Scene<'_, G>| view.has_urgent_cards(scene.game.view());
        // In a review there is nothing to choose: what it says comes first.
        let urgent = own && !self.is_reviewing() && self.with_scene(urgent).unwrap_or(false);
        let mut acts = Vec::new();
        if urgent {
            acts = self.own_cards(ui);
        }
        if V::HINT_CARD {
            self.hint_card(ui);
        }
        if !reviewed {
            self.review_card(ui);
        }
        if own && !urgent {
            acts = self.own_cards(ui);
        }
        self.thought_card(ui);
        acts
    }

    fn own_cards(&mut self, ui: &mut Ui) -> Vec<UiAction> {
        let cards = |view: &mut V, scene: &Scene<'_, G>| view.cards(ui, scene);
        self.with_scene(cards).unwrap_or_default()
    }
}
