//! The review of a game: the chart of the balance, the marked moves, and what would have been better.

#[cfg(test)]
mod tests;

use super::cards::{card, quiet};
use super::chart::{BalanceChart, ChartMark};
use super::hint::hint_message;
use super::moves::arrow;
use super::theme::{self, Tokens, size};
use super::{GameUi, Shell};
use crate::game::Side;
use crate::player::{AiPlayers, Thought, Variation};
use crate::review::{self, MoveReview, Report, Review, Verdict};
use crate::session::{Hint, Seat, Session};
use crate::words::{Words, sentence};
use egui::{Button, Color32, RichText, Ui, vec2};

/// The review of the game that is shown.
#[derive(Debug)]
pub(super) struct GameReview {
    review: Review,
    /// Its card is shown.
    is_open: bool,
    /// The review has just been started and waits at this ply for the first serious mistake. It no longer does when the
    /// user has gone to another position.
    waits_at: Option<usize>,
    /// The better move of this one, counted from 1, is shown as a hint in the position before it.
    better_of: Option<usize>,
    /// It was opened by a key: its buttons get the focus as soon as there is a mistake to go to.
    takes_focus: bool,
}

/// In a window lower than this the chart comes after the comment.
const LOW_WINDOW: f32 = 700.0;

/// Whether the window is so low that the comment comes before the chart.
pub(super) fn is_low_window(ui: &Ui) -> bool {
    ui.ctx().content_rect().height() < LOW_WINDOW
}

/// In a card narrower than this the buttons have short names.
const BOTH_BUTTONS: f32 = 264.0;

/// What was pressed in the card.
enum Pressed {
    Close,
    Stop,
    Previous,
    Next,
    Better,
    PlayOn,
    GoTo(usize),
}

/// The colour of a verdict. Its mark says the same.
fn color(verdict: Verdict, tokens: &Tokens) -> Color32 {
    match verdict {
        Verdict::Good => tokens.ink,
        Verdict::Inaccuracy => tokens.player(4),
        Verdict::Mistake => tokens.player(1),
        Verdict::Blunder => tokens.bad,
    }
}

fn radius(verdict: Verdict) -> f32 {
    match verdict {
        Verdict::Good | Verdict::Inaccuracy => 2.5,
        Verdict::Mistake => 3.5,
        Verdict::Blunder => 4.5,
    }
}

impl<G: AiPlayers + Words, V: GameUi<G>> Shell<G, V> {
    /// Whether the game can be reviewed now.
    pub(super) fn can_review(&self) -> bool {
        self.session.as_ref().is_some_and(|session| review::check(session).is_ok())
    }

    /// Shows the review of the game, and starts it if that has not been done.
    pub(super) fn begin_review(&mut self) {
        let Some(session) = &self.session else { return };
        let is_new = self.review.is_none();
        if is_new {
            let ctx = self.ctx.clone();
            let budget = review::default_budget(session.plies().len());
            match Review::start(session, budget, move || ctx.request_repaint()) {
                Ok(review) => {
                    self.review = Some(GameReview {
                        review,
                        is_open: true,
                        waits_at: None,
                        better_of: None,
                        takes_focus: false,
                    });
                }
                Err(why) => {
                    self.message = sentence(&why.to_string());
                    return;
                }
            }
        }
        self.end_replay();
        self.set_review_open(true);
        // The button that was pressed is gone; without this the focus would go to another one.
        let focused = self.ctx.memory(egui::Memory::focused);
        if let (Some(review), Some(focused)) = (&mut self.review, focused) {
            self.ctx.memory_mut(|memory| memory.surrender_focus(focused));
            review.takes_focus = true;
        }
        if is_new {
            self.open_at_start();
        }
    }

    /// Shows the start of a finished game, until the review has found the first serious mistake.
    fn open_at_start(&mut self) {
        let Some(session) = self.session.as_ref().filter(|session| session.has_ended()) else { return };
        // Moves that belong to the start, such as those of a puzzle, are no news.
        let start = self.view.start_moves(session.seen_by(self.viewer));
        self.go_to(start);
        if let Some(review) = &mut self.review {
            review.waits_at = Some(start);
        }
        "This is the start of the game. The review will show the first mistake when it is done."
            .clone_into(&mut self.message);
    }

    /// Goes to the first serious mistake when the review has ended: reviews begin with the last move.
    fn open_at_mistake(&mut self) {
        let (Some(GameReview { review, waits_at: Some(start), .. }), Some(session)) =
            (&self.review, &self.session)
        else {
            return;
        };
        if session.ply() != *start {
            // The user looks at something else.
            self.set_waiting(None);
            return;
        }
        if review.is_running() {
            return;
        }
        let seats = session.seats();
        let is_own = |index: usize| {
            let side = session.plies().get(index).map(|ply| ply.side);
            side.is_some_and(|side| seats[side.index()] == Seat::Human)
        };
        // The player learns most from serious mistakes, and from own ones.
        let interest = |(index, review): &(usize, &MoveReview)| (review.verdict.is_serious(), is_own(*index));
        let best = review.report().marked().map(|one| interest(&one)).max();
        let first = review.report().marked().find(|one| Some(interest(one)) == best);
        let report = review.report();
        let message = match first {
            Some((index, review)) => {
                let own = is_own(index) && seats.iter().any(|seat| *seat != Seat::Human);
                let whose = if own { "Your first" } else { "The first" };
                let what = review.verdict.names().0;
                let keys = match (report.previous_marked(index + 1), report.next_marked(index + 1)) {
                    (_, Some(_)) => " Alt+Down goes to the next one.",
                    (Some(_), None) => " Alt+Up goes to the marked move before it.",
                    (None, None) => "",
                };
                Some((index, format!("{whose} {what}: move {}.{keys}", index + 1)))
            }
            None => None,
        };
        self.set_waiting(None);
        if let Some((index, message)) = message {
            self.go_to(index + 1);
            self.message = message;
        } else {
            "The review has found no mistakes. This is the start of the game.".clone_into(&mut self.message);
        }
    }

    fn set_waiting(&mut self, waits_at: Option<usize>) {
        if let Some(review) = &mut self.review {
            review.waits_at = waits_at;
        }
    }

    pub(super) fn set_review_open(&mut self, is_open: bool) {
        if let Some(game_review) = &mut self.review {
            game_review.is_open = is_open;
            // In a small window what is new comes first.
            self.scroll_to_move = true;
        }
    }

    fn stop_review(&mut self) {
        if let Some(game_review) = &mut self.review {
            game_review.review.stop();
        }
    }

    /// Whether the card of the review is shown.
    pub(super) fn is_reviewing(&self) -> bool {
        self.review.as_ref().is_some_and(|review| review.is_open)
    }

    /// Takes what the review has found. It is dropped when the game has changed.
    pub(super) fn update_review(&mut self) {
        let Some(GameReview { review, .. }) = &mut self.review else { return };
        if self.session.as_ref().is_some_and(|session| review.is_of(session)) {
            review.poll();
            self.open_at_mistake();
        } else {
            self.review = None;
        }
    }

    fn review_report(&self) -> Option<&Report> {
        self.review.as_ref().map(|one| one.review.report())
    }

    /// The number of the move that is discussed, counted from 1: the last one, or the one that the better move replaces.
    fn discussed(&self) -> usize {
        let ply = self.session.as_ref().map_or(0, Session::ply);
        let better_of = self.review.as_ref().and_then(|review| review.better_of);
        better_of.filter(|of| *of == ply + 1 && self.hint.is_some()).unwrap_or(ply)
    }

    /// Shows no better move any more, so that the last move is discussed again. False if none was shown.
    pub(super) fn forget_better(&mut self) -> bool {
        let ply = self.session.as_ref().map_or(0, Session::ply);
        let is_shown = self.discussed() != ply;
        if is_shown {
            self.hint = None;
        }
        is_shown
    }

    /// The positions after the marked moves before and after the one that is discussed.
    pub(super) fn neighbouring_mistakes(&self) -> (Option<usize>, Option<usize>) {
        let ply = self.discussed();
        let report = self.review_report();
        (
            report.and_then(|report| report.previous_marked(ply)),
            report.and_then(|report| report.next_marked(ply)),
        )
    }

    pub(super) fn go_to_mistake(&mut self, forward: bool) {
        let (previous, next) = self.neighbouring_mistakes();
        match if forward { next } else { previous } {
            Some(ply) => self.go_to(ply),
            None if self.review.is_some() => {
                let which = if forward { "after" } else { "before" };
                self.message = format!("There is no marked move {which} this one.");
            }
            None => {}
        }
    }

    /// Shows the position before the last move, with the better move as a hint.
    fn show_better(&mut self) {
        let Some(session) = &self.session else { return };
        let Some(index) = self.discussed().checked_sub(1) else { return };
        let better =
            self.review_report().and_then(|report| report.review(index)).and_then(|one| one.better.clone());
        let (Some(better), Some(ply)) = (better, session.plies().get(index)) else { return };
        let side = ply.side;
        self.go_to(index);
        let lines =
            better.value.map(|value| Variation { moves: better.line.clone(), value, exact: better.exact });
        let thought = Thought {
            value: better.value,
            exact: better.exact,
            line: better.line,
            lines: lines.into_iter().collect(),
            ..Thought::default()
        };
        let hint = Hint { side, text: better.text, thought, stages: Vec::new(), stage: 0 };
        let Some(session) = &self.session else { return };
        let seen = session.seen_by(side);
        let mut hint = seen.staged_hint(hint);
        // The stage that explains the move, before the one that makes it.
        hint.stage = hint.stages.len().saturating_sub(2);
        self.message = hint_message::<G, V>(seen, &hint);
        self.line = 0;
        self.hint = Some(hint);
        if let Some(review) = &mut self.review {
            review.better_of = Some(index + 1);
        }
    }

    /// Continues the game from the shown position.
    fn play_on(&mut self) {
        if let Some(brancher) = self.session.as_ref().and_then(Session::brancher) {
            self.branch(brancher);
            return;
        }
        self.set_review_open(false);
        let Some(session) = &self.session else { return };
        let human = session.human_to_move().is_some();
        self.message = if human {
            "Playing on from here: your move replaces the rest of the game.".to_owned()
        } else {
            "Playing on from here.".to_owned()
        };
        if human {
            if let Some(session) = &mut self.session {
                session.play_on();
            }
        } else {
            self.unpause();
        }
    }

    /// Whether a move has a mark in the list.
    pub(super) fn is_marked(&self, index: usize) -> bool {
        let review = self.review_report().and_then(|report| report.review(index));
        review.is_some_and(|review| review.verdict.is_marked())
    }

    /// The mark of a move in the list, with its comment as a tooltip.
    pub(super) fn mark_label(&self, ui: &mut Ui, index: usize) {
        let Some(review) = self.review_report().and_then(|report| report.review(index)) else { return };
        if review.verdict.is_marked() {
            let tokens = Tokens::of(ui);
            let mark = RichText::new(review.verdict.mark()).font(theme::heavy(size::TEXT));
            ui.label(mark.color(color(review.verdict, &tokens))).on_hover_text(&review.comment);
        }
    }

    pub(super) fn review_card(&mut self, ui: &mut Ui) {
        let (Some(GameReview { review, is_open: true, takes_focus, .. }), Some(session)) =
            (&self.review, &self.session)
        else {
            return;
        };
        let mut pressed = None;
        let has_next = self.neighbouring_mistakes().1.is_some();
        let takes_focus = *takes_focus && (has_next || !review.is_running());
        card(ui, |ui| {
            pressed = self.review_head(ui, review.report(), takes_focus);
            if review.is_running() {
                let (done, moves) = (review.report().reviewed(), review.report().to_review());
                ui.add(egui::ProgressBar::new(review.progress()).desired_height(6.0));
                ui.horizontal(|ui| {
                    if ui.button("Stop").clicked() {
                        pressed = Some(Pressed::Stop);
                    }
                    ui.label(quiet(format!("{done} of {moves} moves reviewed")));
                });
            }
            // In a low window the cards scroll, and what is said about a mistake comes first.
            let is_low = is_low_window(ui);
            if is_low {
                pressed = self.mistake(ui, session, review.report(), true).or(pressed.take());
            }
            if let Some(ply) = self.review_chart(ui, session, review.report()) {
                pressed = Some(Pressed::GoTo(ply));
            }
            if !is_low {
                pressed = self.mistake(ui, session, review.report(), false).or(pressed.take());
            }
            for line in review::summary(session, review.report()) {
                ui.label(quiet(line));
            }
        });
        if let Some(review) = self.review.as_mut().filter(|_| takes_focus) {
            review.takes_focus = false;
        }
        match pressed {
            Some(Pressed::Close) => self.set_review_open(false),
            Some(Pressed::Stop) => self.stop_review(),
            Some(Pressed::Previous) => self.go_to_mistake(false),
            Some(Pressed::Next) => self.go_to_mistake(true),
            Some(Pressed::Better) => self.show_better(),
            Some(Pressed::PlayOn) => self.play_on(),
            Some(Pressed::GoTo(ply)) => self.go_to(ply),
            None => {}
        }
    }

    /// The title, and the buttons that go from mistake to mistake.
    fn review_head(&self, ui: &mut Ui, report: &Report, takes_focus: bool) -> Option<Pressed> {
        let mut pressed = None;
        // Who has moved the focus meanwhile keeps it.
        let takes_focus = takes_focus && ui.memory(|memory| memory.focused().is_none());
        ui.horizontal(|ui| {
            ui.label(RichText::new("Review").font(theme::heavy(size::TEXT)));
            let (previous, next) = self.neighbouring_mistakes();
            if arrow(ui, previous.is_some(), "previous mistake (Alt+Up)", -1.0, false).clicked() {
                pressed = Some(Pressed::Previous);
            }
            let forward = arrow(ui, next.is_some(), "next mistake (Alt+Down)", 1.0, false);
            if forward.clicked() {
                pressed = Some(Pressed::Next);
            }
            if takes_focus && next.is_some() {
                forward.request_focus();
            }
            let number = report.marked().position(|(index, _)| index + 1 == self.discussed());
            if let Some(number) = number {
                ui.label(quiet(format!("{} of {}", number + 1, report.marked().count())));
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let close = ui.button("Close").on_hover_text("Close the review; its marks stay in the list");
                if close.clicked() {
                    pressed = Some(Pressed::Close);
                }
                if takes_focus && next.is_none() {
                    close.request_focus();
                }
            });
        });
        pressed
    }

    /// The chart. Returns the ply that was clicked.
    fn review_chart(&self, ui: &mut Ui, session: &Session<G>, report: &Report) -> Option<usize> {
        let tokens = Tokens::of(ui);
        let seen = session.seen_by(self.viewer);
        let side = review::graph_side(session, self.viewer);
        let puzzle = session.seats().len() == 1;
        let value = |ply| report.standing(ply).map_or(f32::NAN, |standing| 2.0 * standing.share(side) - 1.0);
        let values: Vec<f32> = (0..=report.len()).map(value).collect();
        let mark = |(index, review): (usize, &MoveReview)| ChartMark {
            ply: index + 1,
            color: color(review.verdict, &tokens),
            radius: radius(review.verdict),
        };
        let marks: Vec<ChartMark> = report.marked().map(mark).collect();
        let describe = |ply: usize| {
            let unknown =
                if ply < report.start_moves() { "before the start of the game" } else { "not reviewed yet" };
            let words = report.standing(ply).map_or(unknown, |standing| standing.words.as_str());
            let review = ply.checked_sub(1).and_then(|index| report.review(index));
            match review.filter(|review| review.verdict.is_marked()) {
                Some(review) => format!("{words}, {}", review.verdict.names().0),
                None => words.to_owned(),
            }
        };
        let edges = match session.seats().len() {
            1 => ["solved".to_owned(), "nothing solved".to_owned()],
            2 => [Side::FIRST, Side::SECOND].map(|side| format!("{} is ahead", seen.side_name(side))),
            _ => [format!("{} is ahead", seen.side_name(side)), "the others are ahead".to_owned()],
        };
        let fill = if puzzle { Color32::TRANSPARENT } else { tokens.quiet.gamma_multiply(0.3) };
        let chart = BalanceChart {
            title: "review",
            values: &values,
            max: 1.0,
            plies: report.len(),
            ply: session.ply(),
            colors: [fill; 2],
            edges: [&edges[0], &edges[1]],
            describe: &describe,
            paint_sign: &|painter, rect, side| {
                if !puzzle {
                    V::sign(painter, rect, side, seen.setup(), Some(seen.view()), &tokens);
                }
            },
        };
        chart.show_marked(ui, &marks)
    }

    /// What is to be said about the move that is discussed, and the buttons; in a low window the buttons come before
    /// the explanation, so that they stay in sight.
    fn mistake(
        &self,
        ui: &mut Ui,
        session: &Session<G>,
        report: &Report,
        buttons_first: bool,
    ) -> Option<Pressed> {
        let tokens = Tokens::of(ui);
        let seen = session.seen_by(self.viewer);
        let index = self.discussed().checked_sub(1);
        let reviewed = index.and_then(|index| Some((index, report.review(index)?)));
        let marked = reviewed.filter(|(_, review)| review.verdict.is_marked());
        if let Some((index, review)) = marked {
            let described = seen.describe_ply(index).unwrap_or_default();
            let title = format!("{}. {} {described}", index + 1, review.verdict.mark());
            let title = RichText::new(title).font(theme::heavy(size::TEXT));
            // A long move must not push the rest out of sight; the pointer shows all of it.
            ui.add(egui::Label::new(title.color(color(review.verdict, &tokens))).truncate());
        }
        let better = reviewed.is_some_and(|(_, review)| review.better.is_some());
        let mut pressed = None;
        if buttons_first {
            pressed = mistake_buttons(ui, session, better);
        }
        match reviewed {
            Some((_, review)) if review.verdict.is_marked() => {
                ui.add(egui::Label::new(&review.comment).wrap());
            }
            Some((_, review)) if !review.comment.is_empty() => {
                ui.add(egui::Label::new(quiet(&review.comment)).wrap());
            }
            _ => {}
        }
        if !buttons_first {
            pressed = mistake_buttons(ui, session, better);
        }
        pressed
    }
}

/// The buttons for the move that is discussed.
fn mistake_buttons<G: AiPlayers + Words>(ui: &mut Ui, session: &Session<G>, better: bool) -> Option<Pressed> {
    let mut pressed = None;
    ui.horizontal_wrapped(|ui| {
        let hover = "Show the position before this move, with the better one";
        if better && ui.button("Better move").on_hover_text(hover).clicked() {
            pressed = Some(Pressed::Better);
        }
        let branches = session.brancher().is_some();
        let fixed = !branches && session.ply() < session.undo_limit();
        // A game that was resigned can go on in another one.
        let over = if branches { session.position().outcome().is_some() } else { session.end().is_some() };
        let can_play = !over && !fixed;
        let why_not = match fixed {
            true if session.ply() < session.start_moves() => "The moves up to the puzzle are given",
            true => "Dice were thrown or orders revealed after this",
            false => "The game is over here",
        };
        // In a narrow card both buttons fit into one row.
        let name = if ui.max_rect().width() < BOTH_BUTTONS { "Play on" } else { "Play on from here" };
        let button = ui.add_enabled(can_play, Button::new(name).min_size(vec2(0.0, 28.0)));
        let button = if branches {
            button.on_hover_text("Start a new game from here; this one is kept")
        } else {
            button
        };
        if button.on_disabled_hover_text(why_not).clicked() {
            pressed = Some(Pressed::PlayOn);
        }
    });
    pressed
}
