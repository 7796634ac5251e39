//! The menu *Turn* and its shortcuts.

use super::board::Board;
use super::cards::{COMMIT, START, commit, go_on, last_turn, repeat_last, use_hint};
use super::plan::Phase;
use crate::rules::Position;
use common::window::{Scene, Shortcuts, UiAction, command, menu_button};
use egui::{Key, KeyboardShortcut, Modifiers, Ui};

/// The commands of the menu *Turn*.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnCommand {
    /// Goes to a step of the turn.
    Step(Phase),
    /// Goes to the next step.
    Next,
    /// Commits the turn, after its warning.
    Commit,
    /// Plans the same as in the last round.
    Repeat,
    /// Replaces the plan by the hint.
    UseHint,
    /// Shows the whole map.
    WholeMap,
}

/// The shortcuts of the menu.
const SHORTCUTS: Shortcuts<TurnCommand> = Shortcuts {
    keys: &[
        (TurnCommand::Step(Phase::Deploy), command(Key::Num1)),
        (TurnCommand::Step(Phase::Attack), command(Key::Num2)),
        (TurnCommand::Step(Phase::Commit), command(Key::Num3)),
        (TurnCommand::Commit, command(Key::Enter)),
        (TurnCommand::Repeat, command(Key::L)),
        (TurnCommand::UseHint, command(Key::U)),
        (TurnCommand::Next, KeyboardShortcut::new(Modifiers::NONE, Key::N)),
        (TurnCommand::WholeMap, KeyboardShortcut::new(Modifiers::NONE, Key::F9)),
    ],
    shown: &[],
};

/// Adds the menu *Turn*.
pub fn menu(board: &mut Board, ui: &mut Ui, scene: Option<&Scene<'_, Position>>) -> Vec<UiAction> {
    let mut chosen = None;
    menu_button(ui, "&Turn", |ui| {
        let plan = board.plan().filter(|_| scene.is_some_and(|scene| scene.active));
        let turn = plan.is_some_and(|plan| plan.phase() != Phase::Pick);
        let mut item = |ui: &mut Ui, enabled: bool, label: &str, command: TurnCommand| {
            if SHORTCUTS.item(ui, enabled, label, command) {
                chosen = Some(command);
            }
        };
        item(ui, turn, "Deploy", TurnCommand::Step(Phase::Deploy));
        item(ui, turn, "Attack", TurnCommand::Step(Phase::Attack));
        item(ui, turn, "Check", TurnCommand::Step(Phase::Commit));
        item(ui, plan.is_some(), "Next step", TurnCommand::Next);
        let picking = plan.is_some_and(|plan| plan.phase() == Phase::Pick);
        item(ui, plan.is_some(), if picking { START } else { COMMIT }, TurnCommand::Commit);
        ui.separator();
        let repeat = turn && scene.is_some_and(|scene| last_turn(scene).is_some());
        item(ui, repeat, "Repeat last plan", TurnCommand::Repeat);
        let hint = plan.is_some() && scene.is_some_and(|scene| board.open_hint(scene).is_some());
        item(ui, hint, "Use the hint", TurnCommand::UseHint);
        ui.separator();
        item(ui, scene.is_some(), "Show the whole map", TurnCommand::WholeMap);
    });
    chosen.zip(scene).map_or_else(Vec::new, |(command, scene)| run(board, command, scene))
}

/// Runs the command of a shortcut.
pub fn shortcuts(board: &mut Board, ui: &Ui, scene: &Scene<'_, Position>) -> Vec<UiAction> {
    let chosen = SHORTCUTS.pressed(ui);
    chosen.map_or_else(Vec::new, |command| run(board, command, scene))
}

fn run(board: &mut Board, command: TurnCommand, scene: &Scene<'_, Position>) -> Vec<UiAction> {
    if command == TurnCommand::WholeMap {
        board.show_whole_map();
        return Vec::new();
    }
    let view = scene.game.view();
    if board.animation().is_some() || !scene.active {
        return Vec::new();
    }
    let Some(plan) = board.plan_mut() else { return Vec::new() };
    let picking = plan.phase() == Phase::Pick;
    match command {
        TurnCommand::Step(phase) if !picking => plan.go_to(phase),
        TurnCommand::Next => return go_on(plan, view).into_iter().collect(),
        TurnCommand::Commit => return vec![commit(plan, view)],
        TurnCommand::Repeat if !picking => return repeat_last(board, scene).into_iter().collect(),
        TurnCommand::UseHint => return use_hint(board, scene).into_iter().collect(),
        TurnCommand::Step(_) | TurnCommand::Repeat | TurnCommand::WholeMap => {}
    }
    Vec::new()
}
