//! The window's view of the game.

use crate::rules::Position;
use crate::text;
use common::game::Side;
use common::window::{Act, Scene, Tokens, View, board_square};
use egui::{Painter, Rect, Role, Sense, Ui, WidgetInfo, vec2};

/// What is only on the screen.
#[derive(Debug, Default)]
pub struct AtomsView {}

impl View<Position> for AtomsView {
    const TAGLINE: &'static str = "Fill your atoms until they burst, and take the board in a chain.";
    const FIRST_MOVE: &'static str = "None yet. Click a square to put an electron there.";
    const OPPONENT: &'static str = "medium";
    const TUTORIAL: bool = false;

    fn board(&mut self, ui: &mut Ui, scene: &Scene<'_, Position>) -> Vec<Act> {
        let (space, _) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
        let (board, position) = (board_square(space, 8.0), scene.session.position());
        let size = position.size();
        let cell = board.width() / f32::from(size.rows().max(size.columns()));
        let mut acts = Vec::new();
        for square in size.all() {
            let corner = vec2(f32::from(square.column), f32::from(size.rows() - 1 - square.row)) * cell;
            let rect = Rect::from_min_size(board.min + corner, vec2(cell, cell)).shrink(1.0);
            let response = ui.interact(rect, ui.scope_id().with(square), Sense::click());
            let name = text::square_name(position, square);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, scene.active, &name));
            if response.clicked() && scene.active {
                acts.push(Act::Play(square.to_string()));
            }
            ui.painter().rect_filled(rect, 4.0, scene.tokens.card);
            let atom = position.atom(square);
            if let Some(owner) = atom.owner {
                for n in 0..atom.electrons {
                    let at = rect.left_center() + vec2(cell * 0.2 * f32::from(n + 1), 0.0);
                    ui.painter().circle_filled(at, cell * 0.08, scene.tokens.player(owner.index()));
                }
            }
        }
        acts
    }

    fn task(&self, _: &Position) -> String {
        "Put an electron to a square.".to_owned()
    }

    fn sign(painter: &Painter, rect: Rect, side: Side, tokens: &Tokens) {
        painter.circle_filled(rect.center(), rect.width() * 0.4, tokens.player(side.index()));
    }

    fn rules(&mut self, ui: &mut Ui) {
        ui.label(<Position as common::words::Words>::rules());
    }
}
