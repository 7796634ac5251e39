//! The upper cards: the turn, the buttons, the hint.

use super::focus::takes_enter;
use super::theme::{self, Tokens, size};
use super::{GameUi, Shell};
use crate::game::{GameResult, Side};
use crate::player::AiPlayers;
use crate::session::{Seat, Session};
use crate::words::{Words, capitalized, sentence};
use egui::{Button, CornerRadius, Frame, Margin, Response, RichText, Sense, Stroke, Ui, vec2};

/// The buttons of the card of the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TurnButton {
    Undo,
    Redo,
    Hint,
    Menu,
    Pause,
    Skip,
    Continue,
    MoveNow,
    Again,
    Review,
}

/// What the card of the turn says.
struct TurnText {
    side: Option<Side>,
    title: String,
    task: String,
    /// A move is being animated.
    showing: bool,
    over: bool,
}

/// Whose turn it is. In a game of one player there is nobody else.
fn turn_title<G: AiPlayers + Words>(session: &Session<G>, name: &str, side: Side) -> String {
    match (session.seats().len(), &session.seats()[side.index()]) {
        (1, Seat::Human) => "Your turn".to_owned(),
        (1, Seat::Ai(_)) => "The AI player's turn".to_owned(),
        _ => format!("{name}'s turn"),
    }
}

/// A card.
pub fn card<R>(ui: &mut Ui, content: impl FnOnce(&mut Ui) -> R) -> R {
    let tokens = Tokens::of(ui);
    Frame::new()
        .fill(tokens.card)
        .stroke(Stroke::new(1.0, tokens.line))
        .corner_radius(CornerRadius::same(8))
        .inner_margin(Margin::same(12))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            content(ui)
        })
        .inner
}

/// Text of less importance.
pub fn quiet(text: impl Into<String>) -> RichText {
    RichText::new(text).font(theme::plain(size::SMALL)).weak()
}

/// The main button of a page.
pub fn primary_button(ui: &mut Ui, text: &str, min_size: egui::Vec2) -> Response {
    let tokens = Tokens::of(ui);
    let text = RichText::new(text).font(theme::heavy(17.0)).color(tokens.on_accent);
    ui.add(Button::new(text).fill(tokens.accent).min_size(min_size).corner_radius(CornerRadius::same(8)))
}

/// Whether a button that leaves the game was clicked. The second click of a double click was meant for the button that was
/// there before.
fn leaves(button: &Response) -> bool {
    button.clicked() && !button.double_clicked()
}

/// The width of a button beside *Play again* in a cramped panel.
const SHORT_BUTTON: f32 = 62.0;
const MENU_HELP: &str = "Go to the start page. The game is kept.";

/// The opponent, where there is one, and what was chosen before the game.
fn game_summary<G: AiPlayers + Words>(session: &Session<G>) -> String {
    let opponent = match session.seats() {
        [Seat::Human, Seat::Ai(spec)] | [Seat::Ai(spec), Seat::Human] => format!("Against {}", spec.title()),
        _ => String::new(),
    };
    let parts = [opponent, capitalized(&G::summary(session.setup()))];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

impl<G: AiPlayers + Words, V: GameUi<G>> Shell<G, V> {
    /// The card of the turn; in a cramped panel without what can be read elsewhere.
    pub(super) fn turn_card(&mut self, ui: &mut Ui, cramped: bool) {
        // Where something else comes next than the same game again, the game's own card offers it.
        let own_end = self.with_scene(|view, scene| view.again(scene)).flatten().is_some();
        let Some(session) = &self.session else { return };
        let tokens = Tokens::of(ui);
        let seen = session.seen_by(self.viewer);
        let TurnText { side, title, task, showing, over } = self.turn_text(session);
        let humans = session.seats().iter().filter(|seat| **seat == Seat::Human).count();
        let seat = side.and_then(|side| match &session.seats()[side.index()] {
            Seat::Human => (humans == 1 && session.seats().len() > 1).then(|| "(you)".to_owned()),
            Seat::Ai(spec) => Some(format!("({})", spec.title())),
        });
        let mut pressed = None;
        card(ui, |ui| {
            let (sign, font) = if cramped { (20.0, size::TEXT + 1.0) } else { (28.0, size::TURN) };
            if cramped {
                ui.spacing_mut().item_spacing.y = 4.0;
            }
            ui.horizontal(|ui| {
                if let Some(side) = side {
                    let (rect, _) = ui.allocate_exact_size(vec2(sign, sign), Sense::hover());
                    V::sign(ui.painter(), rect, side, seen.setup(), Some(seen.view()), &tokens);
                }
                ui.label(RichText::new(title).font(theme::heavy(font)));
                if let Some(seat) = seat {
                    ui.label(quiet(seat));
                }
            });
            // The review can be opened again also where an earlier position is shown.
            let ended = over || !self.is_reviewing() && session.looks_back();
            // A long result must not push the buttons out of a low panel.
            if ended && cramped {
                pressed = self.end_buttons(ui, own_end, over, over);
            }
            if over {
                ui.label(task);
            } else {
                // The button is at the end of the line, so that nothing below moves when it appears.
                let layout = egui::Layout::right_to_left(egui::Align::Center);
                let height = if cramped { 20.0 } else { 32.0 };
                ui.allocate_ui_with_layout(vec2(ui.available_width(), height), layout, |ui| {
                    pressed = self.task_button(ui, session, showing).or(pressed);
                    ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                        ui.add(egui::Label::new(task).wrap());
                    });
                });
            }
            let score = if V::SCORE_LINE { G::describe_score(session.score()) } else { String::new() };
            for text in [seen.times_left().join("     "), score] {
                if !text.is_empty() {
                    ui.label(RichText::new(text).font(theme::heavy(size::TEXT)));
                }
            }
            if ended && !cramped {
                pressed = self.end_buttons(ui, own_end, over, false).or(pressed);
            }
            // Undo and the others are in the menus too: at the end a low panel has no room for them.
            if !(over && cramped) {
                pressed = self.turn_buttons(ui, cramped).or(pressed);
            }
            let summary = game_summary(session);
            if !summary.is_empty() && !cramped {
                ui.add(egui::Label::new(quiet(summary)).wrap());
            }
        });
        // The main button answers Enter.
        let main = match &self.session {
            Some(_) if over && !self.is_reviewing() => Some(TurnButton::Again),
            Some(session) if self.waits_for_continue(session) => Some(TurnButton::Continue),
            _ => None,
        };
        if takes_enter(ui, main.is_some()) {
            pressed = pressed.or(main);
        }
        match pressed {
            Some(TurnButton::Undo) => self.undo(),
            Some(TurnButton::Redo) => self.redo(),
            Some(TurnButton::Hint) => self.ask_hint(),
            Some(TurnButton::Menu) => self.show_start(),
            Some(TurnButton::Pause) => self.pause_players(),
            Some(TurnButton::Skip) => self.view.skip(),
            Some(TurnButton::Continue) => self.unpause(),
            Some(TurnButton::MoveNow) => self.move_now(),
            Some(TurnButton::Again) => self.again(),
            Some(TurnButton::Review) => self.begin_review(),
            None => {}
        }
    }

    /// The buttons at the end of a game: another game, unless the game's own card offers it, and the review. In a cramped panel
    /// the way to the start page is here too.
    fn end_buttons(&self, ui: &mut Ui, own_end: bool, over: bool, cramped: bool) -> Option<TurnButton> {
        let mut pressed = None;
        let review = self.can_review() && !self.is_reviewing();
        let height = if cramped { 32.0 } else { 36.0 };
        ui.horizontal(|ui| {
            let gap = ui.spacing().item_spacing.x;
            let mut again = ui.available_width();
            let mut second = (again - gap) / 2.0;
            if cramped {
                ui.spacing_mut().button_padding.x = 6.0;
                second = SHORT_BUTTON;
                again -= SHORT_BUTTON + gap;
            }
            if review {
                again -= second + gap;
            }
            let button = |text, width: f32| {
                Button::new(text).min_size(vec2(width, height)).corner_radius(CornerRadius::same(8))
            };
            // Where an earlier position is shown, *Play on* is the main button.
            let play_again = |ui: &mut Ui| {
                if over {
                    primary_button(ui, "Play again", vec2(again, height))
                } else {
                    ui.add(button("Play again", again))
                }
            };
            if !own_end && leaves(&play_again(ui)) {
                pressed = Some(TurnButton::Again);
            }
            let hover = "Find the mistakes of this game";
            if review && ui.add(button("Review", second)).on_hover_text(hover).clicked() {
                pressed = Some(TurnButton::Review);
            }
            if cramped && leaves(&ui.add(button("Menu", SHORT_BUTTON)).on_hover_text(MENU_HELP)) {
                pressed = Some(TurnButton::Menu);
            }
        });
        pressed
    }

    /// What the card of the turn says.
    fn turn_text(&self, session: &Session<G>) -> TurnText {
        let seen = session.seen_by(self.viewer);
        // The result is not shown before the animation of the last move has ended.
        let showing = self.view.showing();
        let end = session.end().filter(|_| showing.is_none());
        // An earlier position of a finished game: its result stays, and no turn is announced.
        let looks_back = showing.is_none() && self.replay.is_none() && session.looks_back();
        let result = end.clone().or_else(|| session.final_end().filter(|_| looks_back));
        let last = seen.ply().checked_sub(1).and_then(|last| seen.side_of(last));
        // In a simultaneous game the player at the screen comes first.
        let to_move = seen.to_move();
        let mover = Some(self.viewer).filter(|viewer| to_move.contains(*viewer)).or(to_move.first());
        let (side, title) = match (&result, &showing, last) {
            (None, Some(_), _) if G::FACTS.simultaneous => (None, "The round".to_owned()),
            (None, Some(_), Some(side)) => (Some(side), format!("{} moves", seen.side_name(side))),
            (None, _, _) => (
                mover,
                mover.map_or_else(String::new, |side| turn_title(session, &seen.side_name(side), side)),
            ),
            (Some(end), _, _) => match end.outcome(session.seats().len()).result() {
                GameResult::Win(side) => (Some(side), format!("{} wins", seen.side_name(side))),
                GameResult::Draw(_) => (None, "A draw".to_owned()),
                GameResult::Solved => (None, "Solved".to_owned()),
                GameResult::Failed => (None, "Not solved".to_owned()),
            },
        };
        let task = match (&end, &showing, mover) {
            (None, Some(showing), _) => showing.clone(),
            (None, None, _) if self.replay.is_some() => "Replaying.".to_owned(),
            (None, None, _) if looks_back => {
                format!("The game is over. This is move {} of {}.", seen.ply(), seen.plies())
            }
            (None, None, _) if session.is_paused() => "The game is paused.".to_owned(),
            (None, None, Some(side)) if !session.is_thinking() || side == self.viewer => {
                self.view.task(seen.view(), side)
            }
            (None, None, _) => "Thinking…".to_owned(),
            (Some(_), _, _) => format!("{}{}", seen.ending(), seen.tally_text()),
        };
        TurnText { side, title, task, showing: showing.is_some(), over: end.is_some() }
    }

    /// Whether a game that goes on is paused at the turn of an AI player.
    fn waits_for_continue(&self, session: &Session<G>) -> bool {
        session.is_paused()
            && self.replay.is_none()
            && !session.has_ended()
            && session.humans_to_move().is_empty()
            && self.view.showing().is_none()
    }

    /// The button beside the task, if there is something to do about it.
    fn task_button(&self, ui: &mut Ui, session: &Session<G>, showing: bool) -> Option<TurnButton> {
        let (button, pressed) = if showing {
            (TurnButton::Skip, ui.button("Skip").on_hover_text("Show the end at once (Space)").clicked())
        } else if session.is_paused() && self.replay.is_none() {
            // The review has a button of its own to play on.
            let text = if session.has_ended() { "Play on" } else { "Continue" };
            let fixed = session.ply() < session.undo_limit();
            let shown = !(session.has_ended() && (self.is_reviewing() || fixed));
            (TurnButton::Continue, shown && primary_button(ui, text, vec2(80.0, 32.0)).clicked())
        } else {
            (TurnButton::MoveNow, session.is_thinking() && ui.button("Move now").clicked())
        };
        pressed.then_some(button)
    }

    /// The buttons that are always there. Returns the one that was pressed.
    fn turn_buttons(&self, ui: &mut Ui, cramped: bool) -> Option<TurnButton> {
        let mut pressed = None;
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            if cramped {
                ui.spacing_mut().button_padding.x = 8.0;
            }
            let session = self.session.as_ref();
            let (undo, redo) = self.can_undo_and_redo();
            let hint = session.is_some_and(|s| s.humans_to_move().contains(self.viewer) && !s.is_hinting());
            // Where only AI players take part, there is no hint to ask for, but a pause.
            let third = if session.is_some_and(Session::is_without_humans) {
                (self.can_pause(), "Pause", TurnButton::Pause)
            } else {
                (hint, "Hint", TurnButton::Hint)
            };
            for (enabled, name, button) in
                [(undo, "Undo", TurnButton::Undo), (redo, "Redo", TurnButton::Redo), third]
            {
                let shown = ui.add_enabled(enabled, Button::new(name));
                if shown.clicked() {
                    pressed = Some(button);
                }
                match button {
                    TurnButton::Undo => _ = shown.on_disabled_hover_text(sentence(G::NO_UNDO)),
                    TurnButton::Hint => _ = shown.on_hover_text(V::HINT_HELP),
                    _ => {}
                }
            }
            let menu = ui.button("Menu").on_hover_text(MENU_HELP);
            if leaves(&menu) {
                pressed = Some(TurnButton::Menu);
            }
        });
        pressed
    }
}
