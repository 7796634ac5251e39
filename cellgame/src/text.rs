//! What the puzzle says: the board as text, moves and their effects in words, and explanations.

use crate::hint::{Step, next_step};
use crate::id::PuzzleId;
use crate::layout::{Cell, Layout};
use crate::rules::{
    CellView, Effect, Fairness, HINT_COST, Illegal, MistakeCheck, Move, Puzzle, PuzzleSetup, PuzzleView,
    Score, Status,
};
use crate::solver::{
    Candidates, Conflict, Deduction, Grade, Place, Reason, Technique, only_state, states_of,
};
use crate::stats;
use common::automaton::{Boundary, State, Triple};
use common::game::{Side, Value};
use common::job::Work;
use common::review::{Reviewer, Verdict};
use common::session::Session;
use common::store::Store;
use common::styled::StyledText;
use common::words::{Entry, FrontEnd, SeenPly, Words};
use std::borrow::Cow;
use std::sync::Arc;

mod draw;

/// The options of AI players, for `--help`.
pub const PLAYER_OPTIONS: &str = "";

/// The grade in a few words.
pub fn grade_about(grade: Grade) -> &'static str {
    match grade {
        Grade::Sweep => "the simplest; each value follows from three cells and the cell below them",
        Grade::Easy => "you need to remember which values a cell can still have",
        Grade::Medium => "you need to look at a row and the row below it together",
        Grade::Hard => "you need to try a value and find that it is impossible",
        Grade::Fiendish => "you need to try a value, and then a second one that depends on it",
        Grade::Classic => "boards as in the original game; often you must guess some cells",
    }
}

/// A technique in a few words, as in "look at …".
pub fn technique_name(technique: Technique) -> &'static str {
    match technique {
        Technique::Sweep => "one window",
        Technique::Window => "windows with candidates",
        Technique::RowPair => "a pair of rows",
        Technique::Probe => "an assumption that fails",
        Technique::Search => "a search",
    }
}

/// "0, 1 or 2".
pub fn states_text(candidates: Candidates) -> String {
    let states: Vec<String> = states_of(candidates).map(|state| state.to_string()).collect();
    list(&states, "or")
}

/// "a1, b1 and c2".
fn cells_text(layout: &Layout, cells: impl IntoIterator<Item = usize>) -> String {
    let names: Vec<String> = cells.into_iter().map(|cell| layout.cell(cell).to_string()).collect();
    list(&names, "and")
}

fn list(items: &[String], word: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} {word} {last}", others.join(", ")),
    }
}

/// The stages of a hint during a game: all but the last say what the next one costs.
pub fn stages(view: &PuzzleView, step: &Step) -> Vec<String> {
    let [first, second, third, last] = stage_texts(view, step);
    let more = |text: String| format!("{text} Ask again for more; each stage costs {HINT_COST} points.");
    vec![more(first), more(second), more(third), last]
}

/// The stages of a hint: where to look, which technique, why, and the value.
pub fn stage_texts(view: &PuzzleView, step: &Step) -> [String; 4] {
    let layout = view.layout();
    let why = &step.why;
    let cell = layout.cell(why.cell);
    let region = match (cell.row, layout.height()) {
        (row, height) if 3 * row < height => "in the upper third",
        (row, height) if 3 * row >= 2 * height => "in the lower third",
        _ => "in the middle third",
    };
    let column = Cell::letters(cell.column);
    let first = if step.corrects {
        format!("A value that you have entered is wrong: look at column {column}, {region}.")
    } else {
        format!("Look at column {column}, {region}.")
    };
    let second = match why.technique {
        _ if step.is_struck_out() => format!("Every value of {cell} but one was tried and is wrong."),
        Technique::Sweep => format!("{cell} follows from one window."),
        Technique::Window => {
            format!("{cell} follows from windows, if you remember which states their cells can have.")
        }
        Technique::RowPair => format!("{cell} follows from a row and the row below it, taken together."),
        Technique::Probe => format!("{cell} follows from an assumption that fails."),
        Technique::Search => format!("{cell} follows only from a search: assumptions within assumptions."),
    };
    [first, second, reason(view, step), format!("{cell} is {}.", why.state)]
}

/// Why a step is right, in sentences.
pub fn reason(view: &PuzzleView, step: &Step) -> String {
    let layout = view.layout();
    let why = &step.why;
    let mut sentences = Vec::new();
    if why.technique == Technique::Search {
        let cells = cells_text(layout, why.evidence.iter().map(|(cell, _)| *cell));
        let cell = layout.cell(why.cell);
        sentences.push(format!(
            "With {cells} as they are, every other value of {cell} leads to contradictions, whatever the other cells are."
        ));
    }
    if step.is_struck_out() {
        sentences.push(format!("Every other value of {} was tried and is wrong.", layout.cell(why.cell)));
    }
    sentences.extend(why.steps.iter().map(|deduction| deduction_text(layout, deduction)));
    // A deduction from a window or from two rows ends with the value itself.
    if !matches!(why.steps.last(), Some(Deduction { reason: Reason::Place(_), .. })) {
        sentences.push(format!("So {} is {}.", layout.cell(why.cell), why.state));
    }
    sentences.join(" ")
}

/// One deduction in a sentence.
pub fn deduction_text(layout: &Layout, deduction: &Deduction) -> String {
    let cell = layout.cell(deduction.cell);
    let left = match only_state(deduction.after) {
        Some(state) => format!("{cell} must be {state}"),
        None => format!("{cell} can only be {}", states_text(deduction.after)),
    };
    match &deduction.reason {
        Reason::Place(Place::Window(result)) => {
            format!("In the window {}: {left}.", window_text(layout, *result))
        }
        Reason::Place(Place::RowPair(row)) => {
            format!("In rows {} and {} together, {left}.", row + 1, row + 2)
        }
        Reason::Probe(conflict) => conflict_text(layout, cell, conflict),
    }
}

fn conflict_text(layout: &Layout, cell: Cell, conflict: &Conflict) -> String {
    let steps: Vec<String> = conflict
        .chain
        .iter()
        .map(|step| match only_state(step.after) {
            Some(state) => format!("{} would be {state}", layout.cell(step.cell)),
            None => format!("{} would be {}", layout.cell(step.cell), states_text(step.after)),
        })
        .collect();
    let then = if steps.is_empty() { String::new() } else { format!("{}; then ", steps.join(", ")) };
    let place = match conflict.place {
        Place::Window(result) => format!("no rule fits the window {}", window_text(layout, result)),
        Place::RowPair(row) => format!("rows {} and {} do not fit together", row + 1, row + 2),
    };
    format!("Suppose {cell} were {}: {then}{place}. So {cell} is not {}.", conflict.state, conflict.state)
}

/// "b3 c3 d3 above c4".
pub fn window_text(layout: &Layout, result: usize) -> String {
    let Some([left, middle, right, _]) = layout.window(result) else {
        return layout.cell(result).to_string();
    };
    let name = |cell: Option<usize>| cell.map_or("edge".to_owned(), |cell| layout.cell(cell).to_string());
    format!("{}, {}, {} above {}", name(left), name(middle), name(right), layout.cell(result))
}

/// "5 cells left".
pub fn cells_left(left: usize) -> String {
    match left {
        0 => "solved".to_owned(),
        1 => "1 cell left".to_owned(),
        left => format!("{left} cells left"),
    }
}

/// "no hints", "1 hint" or "2 hints".
fn counted(n: u32, one: &str) -> String {
    match n {
        0 => format!("no {one}s"),
        1 => format!("1 {one}"),
        n => format!("{n} {one}s"),
    }
}

/// "1 point" or "−5 points", with a real minus sign.
pub fn points_text(points: i64) -> String {
    let word = if points == 1 { "point" } else { "points" };
    format!("{} {word}", points.to_string().replace('-', "−"))
}

/// A time as on a clock.
pub fn clock_text(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// How a game went besides its points: "no mistakes, 2 hints, time 3:21".
pub fn performance(score: &Score, seconds: u64) -> String {
    let (mistakes, hints) = (counted(score.mistakes, "mistake"), counted(score.hints, "hint"));
    format!("{mistakes}, {hints}, time {}", clock_text(seconds))
}

/// What a review says about a value from a hint.
pub const REVIEW_HINT: &str = "The value came from a hint.";

/// What a review says about a value that was entered: the cell, the value and the right one; how it could be found,
/// the easiest step, and the verdict.
pub fn reviewed_value(
    view: &PuzzleView,
    (cell, state, right): (Cell, State, State),
    how: Option<Technique>,
    easiest: Option<&Step>,
    verdict: Verdict,
) -> String {
    let value = match (state == right, how) {
        (false, Some(how)) => {
            format!("{cell} is not {state}: the value {right} followed from {}.", technique_name(how))
        }
        (false, None) => format!("{cell} is not {state}: a guess that went wrong."),
        (true, _) if verdict.is_marked() => format!("{cell} is {state}: right, but probably a guess."),
        (true, Some(how)) => format!("{cell} is {state}: it followed from {}.", technique_name(how)),
        (true, None) if easiest.is_some() => format!("{cell} is {state}: it took a search."),
        (true, None) => format!("{cell} is {state}: a guess, because nothing followed from what was shown."),
    };
    // A wrong value in the cell of the easiest step has been explained.
    let elsewhere = |step: &&Step| state == right || view.layout().cell(step.why.cell) != cell;
    let Some(step) = easiest.filter(|_| verdict.is_marked()).filter(elsewhere) else { return value };
    let (at, technique) = (view.layout().cell(step.why.cell), technique_name(step.why.technique));
    if step.is_struck_out() {
        return format!("{value} The easiest step was {at}: only {} was left.", step.why.state);
    }
    format!("{value} The easiest step was {at}: {} by {technique}.", step.why.state)
}

/// The board with its letters, numbers and edges; each cell is one or two characters.
pub fn grid(layout: &Layout, cell_text: impl Fn(usize) -> String) -> String {
    let (width, edge) = (layout.width(), layout.edge());
    let line = |texts: &mut dyn Iterator<Item = String>| {
        let line: Vec<String> = texts.map(|text| format!("{text:<3}")).collect();
        line.concat().trim_end().to_owned()
    };
    let margin = if edge.is_some() { "  " } else { "" };
    let mut lines = vec![format!("    {margin}{}", line(&mut (0..width).map(Cell::letters)))];
    for row in 0..layout.height() {
        let cells = line(&mut (row * width..(row + 1) * width).map(&cell_text));
        lines.push(match edge {
            Some(edge) => format!("{:>3} {edge}|{cells:<1$}|{edge}", row + 1, 3 * width),
            None => format!("{:>3} {cells}", row + 1),
        });
    }
    lines.join("\n") + "\n"
}

/// What is beyond the ends of a row.
pub fn boundary_about(boundary: Boundary) -> String {
    match boundary {
        Boundary::Flat { edge } => format!("state {edge} beyond the ends of rows"),
        Boundary::Cyclic => "the ends of rows meet".to_owned(),
    }
}

/// The same where it is not the usual, as the end of a list.
fn plan_text(boundary: Boundary) -> String {
    match boundary {
        Boundary::Flat { edge: 0 } => String::new(),
        boundary => format!(", {}", boundary_about(boundary)),
    }
}

/// The board with every cell of the solution.
pub fn solution(view: &PuzzleView, solution: &[State]) -> StyledText {
    let cell = |state: &State| CellView { state: Some(*state), status: Status::Clue, struck: 0, notes: 0 };
    let cells = solution.iter().map(cell).collect();
    draw::board(&PuzzleView { cells: Arc::new(cells), ..view.clone() }, None)
}

impl Words for Puzzle {
    const MOVE_VALUES: bool = false;
    const HINT_HELP: &'static str =
        "where to look; again: which technique, why, and the value; each time costs 5 points";

    fn side_name(_: &PuzzleSetup, _: Option<&PuzzleView>, _: Side) -> Cow<'static, str> {
        "You".into()
    }

    fn summary(setup: &PuzzleSetup) -> String {
        let automaton = setup.automaton.title();
        if setup.board.is_some() {
            let plan = plan_text(setup.boundary);
            return format!(
                "a board of your own, {} cells, automaton {automaton}{plan}",
                setup.own_board_size()
            );
        }
        let id = setup.id(0);
        format!("{}, {} cells, automaton {automaton}{}", setup.grade, id.size, plan_text(id.boundary))
    }

    fn setup_from_text(setup: &PuzzleSetup, text: &str) -> Option<Result<PuzzleSetup, String>> {
        // Moves have no number sign.
        text.contains('#').then(|| match text.parse::<PuzzleId>() {
            Ok(id) => Ok(PuzzleSetup { check: setup.check, ..PuzzleSetup::from_id(&id) }),
            Err(why) => Err(why.to_string()),
        })
    }

    fn introduction(view: &PuzzleView) -> String {
        let layout = view.layout();
        let states = || 0..layout.states();
        let result = |left, middle, right| {
            layout.result(Triple::new(left, middle, right)).map_or("-".to_owned(), |state| state.to_string())
        };
        let joined = |items: Vec<String>| items.join(" ");
        let columns = joined(states().map(|right| right.to_string()).collect());
        let mut lines = vec!["The state below three cells, by left, middle and right cell:".to_owned()];
        for left in states() {
            lines.push(format!("left {left}   right {columns}"));
            for middle in states() {
                let row = joined(states().map(|right| result(left, middle, right)).collect());
                lines.push(format!("    middle {middle}   {row}"));
            }
        }
        lines.join("\n") + "\n"
    }

    fn rules() -> &'static str {
        "\
Every row follows from the row above it: the state of a cell is set by the three cells above it,
by the rules of the automaton. Some cells are given; find the states of all others.

  c4=2    the cell in column c, row 4 has state 2
  c4?12   a note: it may be 1 or 2; c4? removes the note
  c4-     remove a value that has not been checked
  check   check the values so far (if mistakes are shown on demand)
  mark    set a bookmark, to return to from the list of moves
  hint    where to look; again: which technique, why, and the value

A right value earns the reward: 1 at first, and 1 more after every five right values in a row.
A wrong value costs ten times the reward, and the reward goes back to 1. Each stage of a hint costs
5 points. Undo does not give points back.
"
    }

    fn board(view: &PuzzleView, recent: &[SeenPly<'_, Puzzle>]) -> StyledText {
        let last = recent.last().and_then(|ply| match ply.m? {
            Move::Enter(cell, _) | Move::Take(cell, _) | Move::Note(cell, _) | Move::Erase(cell) => {
                view.layout().index(*cell)
            }
            Move::Check | Move::Bookmark => None,
        });
        let mut text = draw::board(view, last);
        let missing = view.hidden();
        let id = view.facts.id.as_ref().map_or(String::new(), |id| format!("; id {id}"));
        let fair = match view.facts.fairness {
            Fairness::Unique => "one solution",
            Fairness::Several => "several solutions, so some cells must be guessed",
        };
        let cells = if missing == 1 { "cell" } else { "cells" };
        text.plain(format!("{missing} {cells} hidden; {}, {fair}{id}\n", view.facts.grade));
        text
    }

    fn legend(view: &PuzzleView) -> StyledText {
        draw::legend(view)
    }

    fn suggestions(view: &PuzzleView, _: Side) -> Vec<String> {
        let hidden = |n: &usize| view.cells[*n].status == Status::Hidden;
        let cells = (0..view.cells.len()).filter(hidden).map(|n| format!("{}=", view.layout().cell(n)));
        cells.chain([Move::Check, Move::Bookmark].map(|m| m.to_string())).collect()
    }

    fn prompt(view: &PuzzleView, _: Side) -> String {
        let last = view.layout().states() - 1;
        format!("Your turn: type a cell and its state, as in c4={last} (states 0 to {last})")
    }

    fn describe_effects(ply: &SeenPly<'_, Puzzle>) -> Vec<String> {
        let (Some(m), Some(effect)) = (ply.m, &ply.effect) else {
            return vec!["A cell was changed.".to_owned()];
        };
        let layout = ply.after.layout();
        match (m, effect) {
            (_, Effect::AllChecked { results, .. }) => {
                let wrong: Vec<usize> =
                    results.iter().filter(|(_, right)| !right).map(|(cell, _)| *cell).collect();
                let count = results.len();
                vec![match wrong.len() {
                    0 if count == 1 => "The value is right.".to_owned(),
                    0 => format!("All {count} values are right."),
                    1 => format!("{} is wrong and was removed.", cells_text(layout, wrong)),
                    _ => format!("{} are wrong and were removed.", cells_text(layout, wrong)),
                }]
            }
            (Move::Enter(cell, state) | Move::Take(cell, state), Effect::Checked { result: (_, right) }) => {
                vec![if *right {
                    format!("{cell} is {state}: right.")
                } else {
                    format!("{cell} is not {state}.")
                }]
            }
            (Move::Enter(cell, state) | Move::Take(cell, state), _) => vec![format!("{cell} is {state}.")],
            (Move::Note(cell, 0), _) => vec![format!("The notes of {cell} were removed.")],
            (Move::Note(cell, states), _) => vec![format!("Noted: {cell} may be {}.", states_text(*states))],
            (Move::Erase(cell), _) => vec![format!("{cell} is open again.")],
            (Move::Bookmark, _) => vec!["Bookmark set: go back to it in the list of moves.".to_owned()],
            (Move::Check, _) => Vec::new(),
        }
    }

    fn result(view: &PuzzleView) -> String {
        if view.solved { "The puzzle is solved: every cell is found.".to_owned() } else { String::new() }
    }

    fn describe_value(_: &PuzzleView, _: Side, _: Value, _: bool) -> String {
        "it follows".to_owned()
    }

    fn describe_move(view: &PuzzleView, _: Side, m: &Move, effect: Option<&Effect>) -> String {
        let name = |state: State| match view.layout().automaton().name(state) {
            "" => state.to_string(),
            name => format!("{state} ({name})"),
        };
        match m {
            Move::Enter(cell, state) | Move::Take(cell, state) => {
                let hint = if matches!(m, Move::Take(..)) { ", from a hint" } else { "" };
                match effect {
                    Some(Effect::Checked { result: (_, false) }) => format!("{cell} is not {}", name(*state)),
                    _ => format!("{cell} is {}{hint}", name(*state)),
                }
            }
            Move::Note(cell, 0) => format!("{cell}: no notes"),
            Move::Note(cell, states) => format!("{cell} may be {}", states_text(*states)),
            Move::Erase(cell) => format!("{cell} is open again"),
            Move::Check => {
                match effect.map(|effect| effect.checked().iter().filter(|(_, right)| !right).count()) {
                    Some(0) => "check: all right".to_owned(),
                    Some(wrong) => format!("check: {wrong} wrong"),
                    None => "check".to_owned(),
                }
            }
            Move::Bookmark => "bookmark".to_owned(),
        }
    }

    fn enter(view: &PuzzleView, _: Side, _: &str, line: &str) -> Entry<Puzzle> {
        // A cell without a state is an incomplete move, not noise.
        match Cell::read(line.trim()) {
            Some(cell) if view.layout().index(cell).is_some() => {
                Entry::Wrong(Illegal::NotUnderstood(line.trim().to_owned()))
            }
            _ => Entry::Line,
        }
    }

    fn game_ended(session: &Session<Puzzle>, store: &Store, _: FrontEnd) -> Option<String> {
        let (score, seconds) = (session.score(), session.tally().seconds);
        let result = format!("Result: {}, {}.", points_text(score.points), performance(score, seconds));
        let note = stats::record(session, store).map(|note| format!(" {note}"));
        Some(result + &note.unwrap_or_default())
    }

    fn reviewer() -> Option<Reviewer<Puzzle>> {
        Some(crate::review::review)
    }

    fn describe_score(score: &Score) -> String {
        let points =
            if score.points == 1 { "1 point".to_owned() } else { format!("{} points", score.points) };
        let mistakes = counted(score.mistakes, "mistake");
        let moves = if score.moves == 1 { "1 move".to_owned() } else { format!("{} moves", score.moves) };
        format!("{points}, {moves}, {mistakes}, next reward {}", score.reward())
    }

    fn hint_stages(view: &PuzzleView, _: &Move) -> Vec<String> {
        next_step(view, &Work::quiet()).map_or_else(Vec::new, |step| stages(view, &step))
    }

    fn hint_move(_: &PuzzleView, m: &Move) -> Move {
        match m {
            Move::Enter(cell, state) => Move::Take(*cell, *state),
            other => other.clone(),
        }
    }
}

/// When mistakes are noticed, in a sentence.
pub fn check_about(check: MistakeCheck) -> &'static str {
    match check {
        MistakeCheck::AtOnce => "Mistakes are shown at once.",
        MistakeCheck::OnDemand => "Mistakes are shown when you ask.",
        MistakeCheck::AtTheEnd => "Mistakes are shown when every cell has a value.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_on_a_clock() {
        assert_eq!(clock_text(0), "0:00");
        assert_eq!(clock_text(75), "1:15");
        assert_eq!(clock_text(3725), "1:02:05");
    }

    #[test]
    fn a_result_says_mistakes_hints_and_time() {
        let mut score = Score::default();
        (score.points, score.mistakes, score.hints) = (-5, 1, 2);
        assert_eq!(points_text(score.points), "−5 points");
        assert_eq!(performance(&score, 61), "1 mistake, 2 hints, time 1:01");
        assert_eq!(performance(&Score::default(), 0), "no mistakes, no hints, time 0:00");
    }
}
