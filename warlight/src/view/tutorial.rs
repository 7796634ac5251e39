//! The tutorial: the first round of a small game, step by step.

use super::board::Board;
use super::plan::Phase;
use crate::rules::{Effect, MapRef, Move, Position, Setup, Start, Starts, Turn, find_map};
use common::game::{Dice, Game, Side};
use common::store::Store;
use common::window::{TutorialEnd, TutorialEvent, TutorialStep};
use egui::{Label, RichText, Sense, Ui};

/// Gives a start in the middle of the map.
const SEED: u64 = 4;

/// The steps: title and text.
const STEPS: [(&str, &str); 7] = [
    (
        "The map",
        "This map has fifteen regions. The number is how many armies stand there. Thick borders divide the map into super \
         regions. A player who owns a whole super region gets its bonus every round. Point at a region to see the bonus.",
    ),
    (
        "Pick a start",
        "The regions with a yellow border are offered to you. Small super regions are good to start in, because they are \
         soon complete. Click the region where you want to start. Without a mouse, the full stop key goes to the next one \
         and Enter chooses it.",
    ),
    (
        "Deploy",
        "You get five new armies each round, and your bonuses. Click your blue region until all five are there. A right \
         click takes one back. With Shift you deploy five at once. Keys: the full stop goes to your region, Enter adds an \
         army, Backspace takes one back.",
    ),
    (
        "Attack",
        "Click your region, then a neighbour: all armies that can leave attack it. One army always stays. The panel of a \
         game shows the odds and lets you change the number. You may also draw an arrow from region to region. Keys: the \
         full stop goes to your region and Enter selects it; then the full stop and the comma visit its neighbours, arrow \
         keys move to any region, and Enter attacks.",
    ),
    (
        "The round",
        "All players give their turns at the same time, without knowing those of the others. When all have committed, the \
         round is shown action by action. Watch your attack. Space shows the end at once.",
    ),
    (
        "What decides a game",
        "Complete a super region quickly, then the next. Many armies on one border are worth more than a few on each. Each \
         attacking army destroys a defender with a chance of 60 %, each defender an attacker with 70 %: attack with about \
         twice as many. With fog you see only your regions and their neighbours.",
    ),
    (
        "Your turn",
        "You win when nobody else owns a region. Hint shows what the best AI player would do, and Repeat last plan saves \
         clicks. Zoom with the mouse wheel, move the map by dragging it.",
    ),
];

/// What has happened so far.
#[derive(Debug)]
struct Lesson {
    position: Position,
    dice: Dice,
    board: Board,
}

/// The tutorial.
#[derive(Debug, Default)]
pub struct Tutorial {
    step: usize,
    lesson: Option<Lesson>,
    store: Option<Store>,
    /// Why the last click did nothing.
    remark: String,
}

impl Lesson {
    /// A game of two on the smallest map. Luck has no part in it, so that everybody sees the same.
    fn new(map: MapRef, store: Option<&Store>) -> Option<Lesson> {
        let setup = Setup { map, starts: Starts::Count(1), luck: Some(0), ..Setup::default() };
        let mut dice = Dice::new(SEED);
        let position = Position::new(&setup, Start::new(&setup, &mut dice).ok()?);
        let mut board = Board::default();
        if let Some(store) = store {
            board.attach(store);
        }
        Some(Lesson { position, dice, board })
    }

    /// Plays the plan, and a move of the other side.
    fn play(&mut self, other: &Move) {
        let before = self.position.state().clone();
        let Some(own) = self.board.plan().map(super::plan::Plan::to_move) else { return };
        if self.position.play(Side::FIRST, &own, &mut self.dice).is_err() {
            return;
        }
        if let Ok(Effect::Round { record, .. }) = self.position.play(Side::SECOND, other, &mut self.dice) {
            self.board.show_round(record, before);
        }
        self.board.update_plan(&self.position.view(Side::FIRST), None);
    }
}

impl Tutorial {
    /// Says where the program keeps its files.
    pub fn attach(&mut self, store: &Store) {
        self.store = Some(store.clone());
    }

    /// Returns to the first step.
    pub fn begin(&mut self) {
        (self.step, self.lesson) = (0, None);
        self.remark.clear();
    }

    /// Draws the tutorial. Returns how it ends, when it does.
    pub fn show(&mut self, ui: &mut Ui, motion: f32) -> Option<TutorialEnd> {
        if self.lesson.is_none() {
            self.lesson = find_map("brindle").and_then(|map| Lesson::new(map, self.store.as_ref()));
        }
        // Without its map there is nothing to teach.
        if self.lesson.is_none() {
            return Some(TutorialEnd::Leave);
        }
        let blocked = self.missing();
        let (title, text) = STEPS[self.step];
        let step = TutorialStep {
            number: self.step,
            steps: STEPS.len(),
            title,
            waits: blocked.is_some(),
            blocked,
            last: ("Play a game", TutorialEnd::Play),
        };
        let event = step.show(
            ui,
            self,
            |tutorial, ui| {
                ui.add(Label::new(text).wrap());
                if let Some(missing) = blocked {
                    ui.add(Label::new(RichText::new(missing).strong()).wrap());
                }
                if !tutorial.remark.is_empty() {
                    ui.add(Label::new(&tutorial.remark).wrap());
                }
            },
            |_, _| {},
            |tutorial, ui| tutorial.map(ui, motion),
        );
        // What the step asks for has been done: the button to the next one gets the focus, so that Enter leads there.
        if blocked.is_some()
            && self.missing().is_none()
            && let Some(focused) = ui.memory(egui::Memory::focused)
        {
            ui.memory_mut(|memory| memory.surrender_focus(focused));
        }
        match event? {
            TutorialEvent::Go(step) => {
                self.go_to(step);
                None
            }
            TutorialEvent::End(end) => Some(end),
        }
    }

    /// What is still to be done in this step.
    fn missing(&self) -> Option<&'static str> {
        let lesson = self.lesson.as_ref()?;
        let view = lesson.position.view(Side::FIRST);
        let plan = lesson.board.plan()?;
        match self.step {
            1 if plan.phase() == Phase::Pick && plan.picks().is_empty() => {
                Some("Click a region with a yellow border.")
            }
            2 if view.round == 0 && plan.reserve(&view) > 0 => Some("Deploy all five armies."),
            3 if view.round == 0 && plan.turn().orders.is_empty() => Some("Attack a neighbour."),
            _ => None,
        }
    }

    fn map(&mut self, ui: &mut Ui, motion: f32) {
        let Some(lesson) = &mut self.lesson else { return };
        let view = lesson.position.view(Side::FIRST);
        lesson.board.update_plan(&view, None);
        let active = (1..=3).contains(&self.step);
        let (space, _) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
        for action in lesson.board.show(ui, space, &view, active, motion) {
            if let common::window::UiAction::Explain(text) = action {
                self.remark = text;
            }
        }
    }

    /// Goes to another step. Backwards the lesson begins again and is played up to there.
    fn go_to(&mut self, step: usize) {
        self.remark.clear();
        let Some(lesson) = &mut self.lesson else { return };
        if step < self.step {
            // The first steps are done again; later ones show the same map.
            if step <= 3 {
                self.lesson = None;
                self.step = step.min(1);
            } else {
                self.step = step;
            }
            return;
        }
        match self.step {
            1 => {
                let other = lesson.position.random_move(Side::SECOND, &mut lesson.dice);
                if let Some(other) = other {
                    lesson.play(&other);
                }
            }
            2 => {
                if let Some(plan) = lesson.board.plan_mut() {
                    plan.go_to(Phase::Attack);
                }
            }
            3 => lesson.play(&Move::Turn(Turn::default())),
            _ => {}
        }
        self.step = step;
    }
}
