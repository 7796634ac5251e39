//! The cards: the score, the puzzle, and the window with the automaton's description.

use super::heading;
use super::names::state_name;
use super::options::BoardOptions;
use crate::rules::{Fairness, HINT_COST, Puzzle, Score};
use crate::text;
use common::automaton::{Automaton, AutomatonKind, Rule};
use common::window::cells::{CellStyle, RulePicture};
use common::window::{Scene, Tokens, UiAction, card, primary_button, quiet, theme};
use common::words::sentence;
use egui::{
    Button, CornerRadius, Grid, RichText, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
    vec2,
};
use std::ops::RangeInclusive;
use std::time::Duration;

/// The score and what it depends on.
pub fn score_card(ui: &mut Ui, scene: &Scene<'_, Puzzle>, options: &BoardOptions) {
    let (view, score): (_, &Score) = (scene.game.view(), scene.game.score());
    let tokens = scene.tokens;
    card(ui, |ui| {
        ui.horizontal(|ui| {
            let color = if score.points < 0 { tokens.bad } else { tokens.ink };
            let points = text::points_text(score.points);
            let (number, word) = points.split_once(' ').unwrap_or((&points, ""));
            ui.label(RichText::new(number).font(theme::heavy(theme::size::TITLE)).color(color));
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                ui.label(word);
                let (reward, penalty) = (score.reward(), score.penalty());
                ui.label(quiet(format!("right: +{reward}   wrong: −{penalty}   hint: −{HINT_COST}")))
                    .on_hover_text(
                        "The reward grows by 1 after every five right values in a row. Each stage of a hint costs the same.",
                    );
            });
        });
        let mut counts = vec![
            ("Cells left", view.hidden().to_string()),
            ("Moves", score.moves.to_string()),
            ("Mistakes", score.mistakes.to_string()),
            ("Hints", score.hints.to_string()),
        ];
        if options.time {
            let seconds = scene.game.tally().seconds;
            counts.push(("Time", text::clock_text(seconds)));
            // The seconds go on while the puzzle is played.
            if scene.game.end().is_none() {
                ui.ctx().request_repaint_after(Duration::from_secs(1));
            }
        }
        ui.spacing_mut().interact_size.y = 18.0;
        Grid::new("counts").num_columns(4).spacing(vec2(12.0, 4.0)).show(ui, |ui| {
            for (n, (name, value)) in counts.into_iter().enumerate() {
                ui.label(quiet(name));
                ui.label(RichText::new(value).font(theme::heavy(theme::size::TEXT)));
                if n % 2 == 1 {
                    ui.end_row();
                }
            }
        });
    });
}

/// In a card that is narrower than this the buttons at the end stand one below the other.
const BESIDE: f32 = 240.0;

/// The most rules that are drawn in the panel; more are for the overview.
const MAX_RULES: usize = 40;

/// A window that is lower than this has little room in the panel.
const LOW: f32 = 700.0;
/// How high the pictures of the rules may be there, so that all are in sight above the list of moves.
const LOW_RULES: f32 = 78.0;
/// The same above a hint.
const RULES_ABOVE_HINT: f32 = 68.0;
/// The same where the controls take the place of the list of moves.
const SMALL_RULES: f32 = 74.0;
/// The smallest cells in pictures of rules: smaller ones have no digits.
const MIN_CELL: u8 = 10;
/// The same where the controls take the place of the list of moves: that scrolls, so that the digits can be read.
const SMALL_MIN_CELL: u8 = 13;
/// Pictures with larger cells have more space between them.
const DENSE_CELL: f32 = 13.0;

/// Whether the window is so low that the panel has little room.
pub fn is_low(ui: &Ui) -> bool {
    ui.ctx().content_rect().height() < LOW
}

/// All rules, if there are few: three cells above their result. Returns whether the overview is wanted instead.
pub fn rules_card(ui: &mut Ui, scene: &Scene<'_, Puzzle>, style: &CellStyle) -> Option<PuzzleRequest> {
    let automaton = scene.game.view().layout().automaton();
    let rules = automaton.rules().count();
    card(ui, |ui| {
        rules_heading(ui, automaton);
        if rules <= MAX_RULES {
            // They are as large as leaves room for the other cards.
            let height = (ui.ctx().content_rect().height() - 720.0).max(70.0);
            let cell = fitting_cell(rules, vec2(ui.available_width(), height), 12..=24);
            rule_pictures(ui, scene, style, cell);
            return None;
        }
        ui.label(format!("There are {rules} of them. The overview shows those that fit a cell."));
        overview_button(ui)
    })
}

/// The rules in a low window, where they share a card with the controls. Above a hint they scroll if there are many, so
/// that both are in sight.
pub fn low_rules(
    ui: &mut Ui,
    scene: &Scene<'_, Puzzle>,
    style: &CellStyle,
    hinted: bool,
) -> Option<PuzzleRequest> {
    let automaton = scene.game.view().layout().automaton();
    let rules = automaton.rules().count();
    if rules > MAX_RULES {
        return overview_button(ui);
    }
    let height = if hinted { RULES_ABOVE_HINT } else { LOW_RULES };
    let cell = fitting_cell(rules, vec2(ui.available_width(), height), MIN_CELL..=16);
    if hinted {
        let area = ScrollArea::vertical().id_salt("rules").max_height(height).auto_shrink([false, true]);
        area.show(ui, |ui| rule_pictures(ui, scene, style, cell));
    } else {
        rules_heading(ui, automaton);
        rule_pictures(ui, scene, style, cell);
    }
    None
}

/// The rules in a window with little room.
pub fn small_rules(ui: &mut Ui, scene: &Scene<'_, Puzzle>, style: &CellStyle) -> Option<PuzzleRequest> {
    let rules = scene.game.view().layout().automaton().rules().count();
    if rules > MAX_RULES {
        return overview_button(ui);
    }
    let cell = fitting_cell(rules, vec2(ui.available_width(), SMALL_RULES), SMALL_MIN_CELL..=16);
    rule_pictures(ui, scene, style, cell);
    None
}

fn overview_button(ui: &mut Ui) -> Option<PuzzleRequest> {
    let button = ui.add(Button::new("Overview")).on_hover_text("All rules of the automaton (F6)");
    button.clicked().then_some(PuzzleRequest::Overview)
}

/// The heading of a list of rules, which has a rule for each set of cells where their order does not matter.
pub fn rules_heading(ui: &mut Ui, automaton: &Automaton) {
    ui.horizontal_wrapped(|ui| {
        ui.label(heading("Rules"));
        if automaton.kind() == AutomatonKind::Totalistic {
            ui.label(quiet("the three cells in any order"));
        }
    });
}

/// How pictures of rules are arranged in a width: the distance from one to the next, the gap in it, columns and rows.
fn arrange(rules: usize, picture: RulePicture, width: f32) -> (Vec2, f32, usize, usize) {
    let gap = if picture.cell < DENSE_CELL { 4.0 } else { 8.0 };
    let step = picture.size() + vec2(gap, gap);
    let columns = ((width + gap) / step.x).floor().max(1.0) as usize;
    (step, gap, columns, rules.div_ceil(columns))
}

/// The largest of these sizes of cells with which the pictures of all rules fit, or the smallest one.
fn fitting_cell(rules: usize, space: Vec2, sizes: RangeInclusive<u8>) -> f32 {
    let fits = |size: &u8| {
        let picture = RulePicture { cell: f32::from(*size), gap: 1.0 };
        let (step, gap, _, rows) = arrange(rules, picture, space.x);
        rows as f32 * step.y - gap <= space.y
    };
    let smallest = *sizes.start();
    f32::from(sizes.rev().find(fits).unwrap_or(smallest))
}

/// Pictures of all rules, with cells of this size.
fn rule_pictures(ui: &mut Ui, scene: &Scene<'_, Puzzle>, style: &CellStyle, cell: f32) {
    let rules: Vec<Rule> = scene.game.view().layout().automaton().rules().collect();
    let picture = RulePicture { cell, gap: 1.0 };
    let (step, gap, columns, rows) = arrange(rules.len(), picture, ui.available_width());
    let size = vec2(ui.available_width(), rows as f32 * step.y - gap);
    let (area, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("the {} rules", rules.len())));
    response
        .on_hover_text("The state of a cell follows from the three cells above it. F6 opens the overview.");
    for (n, rule) in rules.iter().enumerate() {
        let corner = area.min + vec2((n % columns) as f32 * step.x, (n / columns) as f32 * step.y);
        let rect = egui::Rect::from_min_size(corner, picture.size());
        if ui.is_rect_visible(rect) {
            picture.paint(ui.painter(), rect, rule.triple, Some(rule.result), style);
        }
    }
}

/// What the player wants to see or to have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PuzzleRequest {
    /// The automaton's description.
    Description,
    /// The id on the clipboard.
    CopyId,
    /// The overview of the rules.
    Overview,
}

/// What the puzzle is: automaton, grade, size, plan, solutions and id.
pub fn puzzle_card(ui: &mut Ui, scene: &Scene<'_, Puzzle>) -> Option<PuzzleRequest> {
    let facts = &scene.game.view().facts;
    let layout = &facts.layout;
    let mut request = None;
    card(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 6.0;
        ui.label(heading(&scene.game.setup().automaton.title()))
            .on_hover_text("The automaton of this puzzle: the list of its rules");
        let plan = text::boundary_about(layout.boundary());
        ui.label(format!("{} × {} cells, {plan}", layout.width(), layout.height()));
        ui.label(format!("{}: {}", facts.grade, text::grade_about(facts.grade)));
        match facts.fairness {
            Fairness::Unique => ui.label("One solution"),
            Fairness::Several => ui.label(
                RichText::new("Several solutions: some cells must be guessed").color(scene.tokens.bad),
            ),
        };
        ui.label(quiet(text::check_about(facts.check)));
        if let Some(id) = &facts.id {
            ui.horizontal(|ui| {
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    if ui.button("Copy").on_hover_text("Copy the id of this puzzle (Ctrl+I)").clicked() {
                        request = Some(PuzzleRequest::CopyId);
                    }
                    ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                        ui.add(egui::Label::new(quiet(id.to_string())).truncate());
                    });
                });
            });
        }
        ui.horizontal_wrapped(|ui| {
            if ui.add(Button::new("Description")).on_hover_text("About the automaton (F3)").clicked() {
                request = Some(PuzzleRequest::Description);
            }
            request = request.or(overview_button(ui));
        });
    });
    request
}

/// The window with the automaton's description.
pub fn description_window(ui: &Ui, title: &str, automaton: &Automaton, style: &CellStyle, open: &mut bool) {
    let title = format!("Description of {title}");
    let corner = ui.max_rect().min + vec2(40.0, 40.0);
    let window = super::window(ui, &title, super::WINDOW_OF_DESCRIPTION);
    window.open(open).default_pos(corner).show(ui.ctx(), |ui| {
        let tokens = Tokens::of(ui);
        super::window_content(ui, 360.0, |ui| {
            let kind = match automaton.kind() {
                AutomatonKind::Common => "Every triple of states has its own result.",
                AutomatonKind::Totalistic => "The order of the three states above a cell does not matter.",
                AutomatonKind::Picture => "A picture with the rules that occur in it.",
            };
            match automaton.description().trim() {
                "" => ui.label("This automaton has no description."),
                text => ui.label(text),
            };
            ui.label(quiet(kind));
            for state in 0..style.states() {
                ui.horizontal(|ui| {
                    let (rect, _) = ui.allocate_exact_size(vec2(20.0, 20.0), Sense::hover());
                    let stroke = Stroke::new(1.0, tokens.ink.gamma_multiply(0.4));
                    ui.painter().rect(
                        rect,
                        CornerRadius::same(2),
                        style.fill(state),
                        stroke,
                        StrokeKind::Inside,
                    );
                    ui.label(state_name(automaton, state));
                });
            }
        });
    });
}

/// The result of a game that has ended, and after a board with a seed what to play next.
pub fn result(ui: &mut Ui, scene: &Scene<'_, Puzzle>, again: bool) -> Option<UiAction> {
    let (score, tokens): (&Score, _) = (scene.game.score(), scene.tokens);
    let width = ui.available_width();
    let narrow = width < BESIDE;
    let (space, height) = if narrow || is_low(ui) { (4.0, 32.0) } else { (6.0, 36.0) };
    ui.spacing_mut().item_spacing.y = space;
    let color = if score.points < 0 { tokens.bad } else { tokens.ink };
    let font = theme::heavy(if narrow { theme::size::TEXT } else { theme::size::TURN });
    ui.label(RichText::new(text::points_text(score.points)).font(font).color(color));
    let performance = sentence(&text::performance(score, scene.game.tally().seconds));
    ui.label(if narrow { quiet(performance) } else { RichText::new(performance) });
    if !again {
        return None;
    }
    let same_button = Button::new("Same board again").min_size(vec2(0.0, height));
    let (new, same) = if narrow {
        let both = |ui: &mut Ui| {
            (primary_button(ui, "New board", vec2(width, height)).clicked(), ui.add(same_button).clicked())
        };
        ui.vertical_centered(both).inner
    } else {
        let layout = egui::Layout::right_to_left(egui::Align::Center);
        let both = |ui: &mut Ui| {
            let same = ui.add(same_button).clicked();
            (primary_button(ui, "New board", vec2(ui.available_width(), height)).clicked(), same)
        };
        ui.allocate_ui_with_layout(vec2(width, height), layout, both).inner
    };
    match (new, same) {
        (true, _) => Some(UiAction::Exercise(super::NEW_BOARD)),
        (_, true) => Some(UiAction::Exercise(super::SAME_BOARD)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_of_rules_are_as_large_as_the_space_allows() {
        let high = |height: f32| fitting_cell(10, vec2(280.0, height), MIN_CELL..=24);
        assert!(high(70.0) >= 14.0 && high(300.0) > high(70.0));
        assert_eq!(high(10.0).to_bits(), f32::from(MIN_CELL).to_bits(), "not smaller than the smallest");
        for rules in 1..=MAX_RULES {
            let cell = fitting_cell(rules, vec2(278.0, LOW_RULES), MIN_CELL..=16);
            let (step, gap, columns, rows) = arrange(rules, RulePicture { cell, gap: 1.0 }, 278.0);
            assert!(columns * rows >= rules);
            assert!(rules > 20 || rows as f32 * step.y - gap <= LOW_RULES, "{rules} rules");
            assert!(rules > 10 || cell >= 15.0, "the digits of few rules are large: {rules} rules");
        }
    }
}
