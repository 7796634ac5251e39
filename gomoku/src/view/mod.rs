//! The game's part of the window: the board, the balance, the choices of the opening, the puzzles, the tutorial and
//! the rules.

mod balance;
mod board;
mod exercises;
mod opening;
mod options;
mod paint;
mod rules;
mod tutorial;

use crate::rules::{Colour, Move, Opening, Point, Position, Setup};
use balance::Balance;
use board::Board;
use common::game::Side;
use common::search::Reversible;
use common::session::Perspective;
use common::window::{
    BoardGeometry, Exercise, GameUi, Lessons, Scene, Tokens, TutorialEnd, UiAction, UiOptions, card,
};
use egui::{Painter, Rect, Ui};
use exercises::Progress;
use options::Shown;

/// The stones of the position on the start page, as columns and rows from the centre. The last one makes five: the line
/// through them shows what the game is about.
const SAMPLE: [(i8, i8); 23] = [
    (0, -2),
    (2, -1),
    (-1, -1),
    (1, -3),
    (0, 0),
    (-2, -2),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (-1, -2),
    (-2, 0),
    (-2, 1),
    (-4, 0),
    (-3, 0),
    (-3, 1),
    (-4, 2),
    (-1, 3),
    (-1, 2),
    (-2, 2),
    (-5, -1),
    (1, -1),
    (2, -2),
    (-3, 3),
];

/// The state of the game's part of the window.
#[derive(Debug, Default)]
pub struct GomokuUi {
    board: Board,
    balance: Balance,
    progress: Progress,
    /// The last pass in which the page of puzzles was in sight.
    puzzles_pass: u64,
    tutorial: Lessons<Position, Board>,
    /// The choice of a colour stands beside the cards, because the window is small.
    small: bool,
}

impl GameUi<Position> for GomokuUi {
    const TAGLINE: &'static str = "Five stones in a row win.";
    const FIRST_MOVE: &'static str = "None yet. Click a point to place a stone there.";
    const TUTORIAL: bool = true;
    const VALUES: bool = false;
    const COLOUR_NOTE: &'static str = "";
    const PAGES: &'static [&'static str] = &["Puzzles"];

    fn page(&mut self, _: usize, ui: &mut Ui, options: &UiOptions) -> Vec<UiAction> {
        let pass = ui.ctx().cumulative_pass_nr();
        let opened = std::mem::replace(&mut self.puzzles_pass, pass) + 1 < pass;
        exercises::page(ui, options, opened)
    }

    fn exercise(&mut self, number: usize) -> Option<Exercise<Position>> {
        exercises::exercise(number)
    }

    fn start_moves(&self, game: Perspective<'_, Position>) -> usize {
        exercises::of(game).map_or(0, |(_, puzzle)| puzzle.moves().count())
    }

    fn again(&self, scene: &Scene<'_, Position>) -> Option<UiAction> {
        exercises::of(scene.game).map(|(number, _)| UiAction::Exercise(number))
    }

    fn notice(&mut self, scene: &Scene<'_, Position>) {
        self.board.notice(scene);
    }

    fn board(&mut self, ui: &mut Ui, scene: &Scene<'_, Position>) -> Vec<UiAction> {
        self.board.ui(ui, scene, Shown::of(scene.options))
    }

    fn task(&self, position: &Position, _: Side) -> String {
        opening::task(position)
    }

    fn cards(&mut self, ui: &mut Ui, scene: &Scene<'_, Position>) -> Vec<UiAction> {
        let shown = Shown::of(scene.options);
        let mut actions = Vec::new();
        let small = std::mem::take(&mut self.small);
        actions.extend(opening::show(ui, scene.game.view(), scene.active, !small));
        actions.extend(exercises::show(ui, &mut self.progress, scene.game, scene.options));
        card(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 6.0;
            actions.extend(options::switches(ui, scene.options));
            if shown.threats {
                options::legend(ui);
            }
            // A review has a chart of its own.
            if shown.value && !scene.reviewing {
                actions.extend(balance::show(ui, &mut self.balance, scene).map(UiAction::GoTo));
            }
        });
        actions
    }

    fn has_small_controls(&self, position: &Position) -> bool {
        position.is_choosing_colour()
    }

    fn small_controls(&mut self, ui: &mut Ui, scene: &Scene<'_, Position>) -> Vec<UiAction> {
        self.small = true;
        opening::small_choices(ui, scene.game.view(), scene.active).into_iter().collect()
    }

    fn sign(
        painter: &Painter,
        rect: Rect,
        side: Side,
        setup: &Setup,
        position: Option<&Position>,
        tokens: &Tokens,
    ) {
        let colour = match (position, setup.opening) {
            (Some(position), _) => position.colour_of(side),
            (None, Opening::Free) => Colour::ALL.get(side.index()).copied(),
            (None, Opening::Swap2) => None,
        };
        paint::sign(painter, rect, colour, tokens);
    }

    fn sample(setup: &Setup) -> Option<Position> {
        let mut position = Position::new(Setup { opening: Opening::Free, ..*setup });
        let centre = position.size().centre();
        for (columns, rows) in SAMPLE {
            let row = centre.row.checked_add_signed(rows);
            let column = centre.column.checked_add_signed(columns);
            // A small board has only some of the stones.
            let Some((row, column)) = row.zip(column) else { continue };
            let m = Move::Stone(Point { row, column });
            if position.check(m).is_ok() {
                position.apply(&m);
            }
        }
        Some(position)
    }

    fn picture(painter: &Painter, rect: Rect, position: &Position, tokens: &Tokens) {
        let geometry = BoardGeometry::crossings(rect, position.size(), false);
        paint::picture(painter, geometry, position, tokens);
    }

    fn rules(&mut self, ui: &mut Ui) {
        rules::page(ui);
    }

    fn tutorial(&mut self, ui: &mut Ui, _: &UiOptions, motion: f32) -> Option<TutorialEnd> {
        self.tutorial.show(ui, &tutorial::LESSONS, &tutorial::setup(), motion)
    }

    fn begin_tutorial(&mut self) {
        self.tutorial = Lessons::default();
    }

    fn reset(&mut self) {
        self.board.reset();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{End, Rule};

    #[test]
    fn the_position_on_the_start_page_shows_a_finished_five() {
        for rule in Rule::ALL {
            let position = GomokuUi::sample(&Setup { rule, ..Setup::default() }).unwrap();
            assert_eq!(position.stones(), SAMPLE.len(), "{}", rule.name());
            assert!(matches!(position.end(), Some(End::Five(Colour::Black, row)) if row.len() == 5));
        }
    }
}
