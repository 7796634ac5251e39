//! Puzzles: the page with all of them, and the progress of the current one.

use super::paint;
use crate::ai;
use crate::puzzles::{self, Puzzle};
use crate::rules::{End, Position};
use crate::text;
use common::player::AiPlayers;
use common::session::{Perspective, Seat};
use common::window::{
    BoardGeometry, Exercise, Tokens, UiAction, UiOptions, card, escape_pressed, primary_button, quiet,
    scroll_area, theme,
};
use common::words::capitalized;
use egui::{
    CornerRadius, Rect, Response, RichText, Role, ScrollArea, Sense, Shape, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};

/// The name of the list of solved puzzles in the settings.
const SOLVED: &str = "solved";
/// The minimum width of a tile.
const TILE: f32 = 148.0;
/// The height of the text below the picture of a tile.
const BELOW: f32 = 72.0;
/// The space between two tiles.
const GAP: f32 = 12.0;
/// How many stones a win may take beyond the shortest one to be recognised.
const MAX_EXTRA: usize = 3;

/// The progress of a puzzle, computed once for each position.
#[derive(Debug, Default)]
pub struct Progress {
    computed: Option<(Position, Option<usize>)>,
}

impl Progress {
    /// The number of stones of the shortest win, up to `max`.
    fn stones_left(&mut self, position: &Position, max: usize) -> Option<usize> {
        if self.computed.as_ref().is_none_or(|(of, _)| of != position) {
            let left = ai::vcf(position, max).map(|line| line.len().div_ceil(2));
            self.computed = Some((position.clone(), left));
        }
        self.computed.as_ref().and_then(|(_, left)| *left)
    }
}

fn is_solved(options: &UiOptions, puzzle: &Puzzle) -> bool {
    options.get(SOLVED).is_some_and(|names| names.lines().any(|name| name == puzzle.name))
}

fn mark_solved(options: &UiOptions, puzzle: &Puzzle) -> UiAction {
    let mut names: Vec<&str> = options.get(SOLVED).map_or(Vec::new(), |names| names.lines().collect());
    names.push(&puzzle.name);
    UiAction::Keep(SOLVED, names.join("\n"))
}

/// The game of a puzzle.
pub fn exercise(number: usize) -> Option<Exercise<Position>> {
    let puzzle = puzzles::all().get(number)?;
    let mut seats = vec![Seat::Ai(Position::strongest()); 2];
    seats[puzzle.attacker().index()] = Seat::Human;
    let moves = puzzle.moves().map(str::to_owned).collect();
    let who = text::colour(puzzle.colour());
    let message = format!("Puzzle {}: {who} to move and win by making fours.", number + 1);
    Some(Exercise { setup: puzzle.setup(), seats, moves, message })
}

/// The puzzle with which a game began, and its number.
pub fn of(game: Perspective<'_, Position>) -> Option<(usize, &'static Puzzle)> {
    let begins = |puzzle: &Puzzle| {
        *game.setup() == puzzle.setup()
            && game.seats()[puzzle.attacker().index()] == Seat::Human
            && game.seats()[puzzle.attacker().other().index()] != Seat::Human
            && puzzle.moves().enumerate().all(|(n, text)| game.move_text(n) == Some(text))
    };
    puzzles::all().iter().enumerate().find(|(_, puzzle)| begins(puzzle))
}

/// The card with the progress of the current puzzle.
pub fn show(
    ui: &mut Ui,
    progress: &mut Progress,
    game: Perspective<'_, Position>,
    options: &UiOptions,
) -> Vec<UiAction> {
    let Some((number, puzzle)) = of(game) else { return Vec::new() };
    let position = game.view();
    let won = matches!(position.end(), Some(End::Five(winner, _)) if *winner == puzzle.colour());
    let tokens = Tokens::of(ui);
    let mut actions = Vec::new();
    if won && !is_solved(options, puzzle) {
        actions.push(mark_solved(options, puzzle));
    }
    card(ui, |ui| {
        ui.horizontal(|ui| {
            let title = format!("Puzzle {}", number + 1);
            ui.label(RichText::new(title).font(theme::heavy(theme::size::TEXT)));
            if won || is_solved(options, puzzle) {
                tick(ui, &tokens);
            }
        });
        let (text, mood) = describe_progress(progress, game, puzzle, won);
        let color = match mood {
            Mood::Good => tokens.good,
            Mood::Bad => tokens.bad,
            Mood::Neutral => tokens.ink,
        };
        ui.add(egui::Label::new(RichText::new(text).color(color)).wrap());
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
            let next = number + 1;
            if won
                && next < puzzles::all().len()
                && primary_button(ui, "Next puzzle", vec2(120.0, 32.0)).clicked()
            {
                actions.push(UiAction::Exercise(next));
            }
            let begins = puzzle.moves().count();
            if game.ply() < begins && primary_button(ui, "To the puzzle", vec2(120.0, 32.0)).clicked() {
                actions.push(UiAction::GoTo(begins));
            }
            if game.ply() > begins && ui.button("Start again").clicked() {
                actions.push(UiAction::Exercise(number));
            }
            if ui.button("All puzzles").clicked() {
                actions.push(UiAction::Page(0));
            }
        });
    });
    actions
}

/// How a message is coloured.
enum Mood {
    Good,
    Bad,
    Neutral,
}

fn describe_progress(
    progress: &mut Progress,
    game: Perspective<'_, Position>,
    puzzle: &Puzzle,
    won: bool,
) -> (String, Mood) {
    let position = game.view();
    let who = text::colour(puzzle.colour());
    let played = game.ply().saturating_sub(puzzle.moves().count());
    if won {
        let own = played.div_ceil(2);
        let how = if own <= puzzle.stones { "the minimum" } else { "more than the minimum" };
        return (format!("Solved with {}, {how}. Well done!", stones(own)), Mood::Good);
    }
    if game.ply() < puzzle.moves().count() {
        return ("These moves lead to the puzzle, which begins after them.".to_owned(), Mood::Neutral);
    }
    if position.end().is_some() {
        return ("Not solved. Undo and try again.".to_owned(), Mood::Bad);
    }
    if position.mover() != puzzle.attacker() {
        return ("The AI player answers…".to_owned(), Mood::Neutral);
    }
    if played == 0 {
        let needed = stones(puzzle.stones);
        return (
            format!("{who} to move and win with {needed}. Every stone but the last makes a four."),
            Mood::Neutral,
        );
    }
    match progress.stones_left(position, puzzle.stones + MAX_EXTRA) {
        Some(left) => (format!("Still winning: {} left.", stones(left)), Mood::Good),
        None => ("This move gives the win away. Undo and try again.".to_owned(), Mood::Bad),
    }
}

/// A number of stones in words.
fn stones(count: usize) -> String {
    const WORDS: [&str; 11] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let number = WORDS.get(count).map_or_else(|| count.to_string(), |word| (*word).to_owned());
    format!("{number} {}", if count == 1 { "stone" } else { "stones" })
}

/// The page with all puzzles. When it is opened, the first one that is not solved gets the focus.
pub fn page(ui: &mut Ui, options: &UiOptions, opened: bool) -> Vec<UiAction> {
    let mut actions = Vec::new();
    let solved = puzzles::all().iter().filter(|puzzle| is_solved(options, puzzle)).count();
    ui.horizontal(|ui| {
        ui.label(RichText::new("Puzzles").font(theme::heavy(theme::size::TITLE)));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if ui.button("Back").clicked() || escape_pressed(ui) {
                actions.push(UiAction::Leave);
            }
        });
    });
    ui.label(quiet(format!(
        "Win by making fours: the opponent must block each of them, until a stone makes five. {solved} of {} solved.",
        puzzles::all().len()
    )));
    ui.add_space(8.0);
    let first = puzzles::all().iter().position(|puzzle| !is_solved(options, puzzle)).unwrap_or(0);
    scroll_area(ScrollArea::vertical().id_salt("puzzles").auto_shrink(false), ui, |ui| {
        let space = ui.available_width() - 10.0;
        let columns = ((space + GAP) / (TILE + GAP)).floor().max(1.0);
        let width = ((space + GAP) / columns - GAP).floor();
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(GAP, GAP);
            for (number, puzzle) in puzzles::all().iter().enumerate() {
                let tile = tile(ui, number, puzzle, width, is_solved(options, puzzle));
                if tile.clicked() {
                    actions.push(UiAction::Exercise(number));
                }
                if opened && number == first {
                    tile.request_focus();
                }
            }
        });
    });
    actions
}

fn tile(ui: &mut Ui, number: usize, puzzle: &Puzzle, width: f32, solved: bool) -> Response {
    let tokens = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(width, width - 16.0 + BELOW), Sense::click());
    let rating = ["easy", "harder", "hard"][puzzle.rating().clamp(1, 3) - 1];
    let (title, rule) = (format!("{}. {} wins", number + 1, text::colour(puzzle.colour())), puzzle.rule);
    let name = format!(
        "{title} with {}, {rating}, {}{}",
        stones(puzzle.stones),
        rule.name(),
        if solved { ", solved" } else { "" }
    );
    let response = response.on_hover_text(format!("{}: {}", capitalized(rule.name()), text::rule(rule)));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let (width, edge) = match (response.has_focus(), response.hovered()) {
        (true, _) => (2.0, tokens.accent),
        (false, true) => (1.0, tokens.accent),
        (false, false) => (1.0, tokens.line),
    };
    let painter = ui.painter();
    painter.rect_filled(rect, CornerRadius::same(8), tokens.card);
    painter.rect_stroke(rect, CornerRadius::same(8), Stroke::new(width, edge), StrokeKind::Inside);
    let side = rect.width() - 16.0;
    let picture = Rect::from_min_size(rect.min + vec2(8.0, 8.0), Vec2::splat(side));
    paint::picture(
        painter,
        BoardGeometry::crossings(picture, puzzle.size, false),
        &puzzle.position(),
        &tokens,
    );
    let line = |y: f32, text: String, font, color| {
        let place = pos2(rect.left() + 10.0, picture.bottom() + y);
        let galley = painter.layout_no_wrap(text, font, color);
        painter.with_clip_rect(rect.shrink(6.0).intersect(painter.clip_rect())).galley(place, galley, color);
    };
    line(6.0, title, theme::heavy(theme::size::SMALL), tokens.ink);
    line(25.0, format!("with {}", stones(puzzle.stones)), theme::plain(12.0), tokens.quiet);
    line(41.0, format!("{rating} · {}", rule.name()), theme::plain(12.0), tokens.quiet);
    if solved {
        let place = Rect::from_center_size(picture.right_top() + vec2(-6.0, 6.0), Vec2::splat(22.0));
        painter.circle_filled(place.center(), 11.0, tokens.card);
        paint_tick(painter, place.shrink(4.0), &tokens);
    }
    response
}

fn tick(ui: &mut Ui, tokens: &Tokens) {
    let (rect, response) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, "solved"));
    paint_tick(ui.painter(), rect.shrink(2.0), tokens);
}

fn paint_tick(painter: &egui::Painter, rect: Rect, tokens: &Tokens) {
    let place = |x: f32, y: f32| rect.min + vec2(x, y) * rect.width();
    let points = vec![place(0.05, 0.55), place(0.38, 0.88), place(0.98, 0.12)];
    painter.add(Shape::line(points, Stroke::new(2.5, tokens.good)));
}
