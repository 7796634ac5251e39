//! The lesson of the tutorial: a small board, and steps that the solver finds on it.

use crate::automaton_ref::AutomatonRef;
use crate::hint::Step;
use crate::overview::{RuleWindow, WindowPart};
use crate::rules::{Move, Puzzle, PuzzleSetup, PuzzleView, Status};
use crate::solver::{Explanation, Place, Reason, Solver, Technique, all_states, only_state};
use crate::text;
use common::automaton::State;
use common::game::{Dice, Game, Side};
use common::job::Work;

/// The board of the lesson.
const AUTOMATON: &str = "odd-one-out-3";
const BOARD: &str = "0222.../.0.0011/...2100/20.101./22110..";

/// What a step teaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// The result of three known cells.
    Down,
    /// The same, beside the edge.
    Edge,
    /// A cell on the left or right of a window.
    Sideways,
    /// The middle cell of a window.
    Up,
    /// A cell that needs candidates.
    Candidates,
    /// The rules that fit, as the overview shows them.
    Overview,
    /// Hints in stages.
    Hint,
    /// All cells that are left.
    Rest,
}

impl Topic {
    /// All topics, in the order of the lesson.
    pub const ALL: [Topic; 8] = [
        Topic::Down,
        Topic::Edge,
        Topic::Sideways,
        Topic::Up,
        Topic::Candidates,
        Topic::Overview,
        Topic::Hint,
        Topic::Rest,
    ];

    /// The title of the step.
    pub fn title(self) -> &'static str {
        match self {
            Topic::Down => "Work downwards",
            Topic::Edge => "The edge",
            Topic::Sideways => "Work sideways",
            Topic::Up => "Work upwards",
            Topic::Candidates => "Candidates",
            Topic::Overview => "The rules overview",
            Topic::Hint => "Hints",
            Topic::Rest => "Now you",
        }
    }

    /// What the step says.
    pub fn text(self) -> &'static str {
        match self {
            Topic::Down => {
                "Three cells and the cell below them are a window. The rule for the three cells gives the cell below: find \
                 it in the list and choose its state."
            }
            Topic::Edge => {
                "Beyond each end of a row is a grey cell that never changes. It counts like any other cell of a window."
            }
            Topic::Sideways => {
                "You may also know the cell below. Then the rules that fit tell you the cell that is missing above it."
            }
            Topic::Up => {
                "It works for the middle cell too: look for the rules with these neighbours and this result."
            }
            Topic::Candidates => {
                "Here one window is not enough. The small digits are what the other windows leave; put them together."
            }
            Topic::Overview => {
                "In a game, open the rules overview and ask about a cell: it lists the rules that still fit, as \
                 here."
            }
            Topic::Hint => {
                "If you are stuck, ask for a hint. It comes in stages: where to look, which technique, why, and the value."
            }
            Topic::Rest => "Find the cells that are left. Choose a cell, then its state.",
        }
    }

    /// Whether an explanation is an example of this topic.
    fn suits(self, view: &PuzzleView, why: &Explanation) -> bool {
        let window = why.steps.last().and_then(|step| match step.reason {
            Reason::Place(Place::Window(result)) => view.layout().window(result),
            _ => None,
        });
        let Some(cells) = window else { return false };
        let part = cells.iter().position(|cell| *cell == Some(why.cell));
        let at_edge = cells.contains(&None);
        let one_window = why.technique == Technique::Sweep && why.steps.len() == 1;
        match self {
            Topic::Down => one_window && part == Some(3) && !at_edge,
            Topic::Edge => one_window && part == Some(3) && at_edge,
            Topic::Sideways => one_window && matches!(part, Some(0 | 2)) && !at_edge,
            Topic::Up => one_window && part == Some(1) && !at_edge,
            Topic::Candidates => why.technique == Technique::Window,
            Topic::Overview => one_window && part != Some(3),
            Topic::Hint | Topic::Rest => true,
        }
    }
}

/// A position of the lesson and what is to be done in it.
pub struct Task {
    /// The position.
    pub view: PuzzleView,
    /// The topic.
    pub topic: Topic,
    /// The cell to find, and why; none if every cell will do.
    pub goal: Option<Explanation>,
    /// The cells of the window to look at.
    pub window: Option<RuleWindow>,
}

/// The lesson: one task for each topic. Empty only if the board is damaged, which a test excludes.
pub struct Lesson {
    /// The puzzle as the last task begins.
    pub rest: Option<Puzzle>,
    /// The tasks.
    pub tasks: Vec<Task>,
}

impl Lesson {
    /// The lesson, found by the solver.
    pub fn new() -> Lesson {
        Lesson::on_board(BOARD).unwrap_or(Lesson { rest: None, tasks: Vec::new() })
    }

    /// The lesson on a board; none if the board has no example for a topic.
    fn on_board(board: &str) -> Option<Lesson> {
        let automaton = AutomatonRef::parse(AUTOMATON).ok()?;
        let setup = PuzzleSetup { automaton, board: Some(board.to_owned()), ..PuzzleSetup::default() };
        let mut puzzle = Puzzle::start(&setup, &mut Dice::new(0), &Work::quiet()).ok()?;
        let mut tasks = Vec::new();
        for topic in Topic::ALL {
            let view = puzzle.view(Side::FIRST);
            let goal = if topic == Topic::Rest { None } else { Some(example(&view, topic)?) };
            let window = goal.as_ref().and_then(|why| last_window(&view, why));
            if let Some(why) = &goal {
                let m = Move::Enter(view.layout().cell(why.cell), why.state);
                puzzle.play(Side::FIRST, &m, &mut Dice::new(0)).ok()?;
            }
            tasks.push(Task { view, topic, goal, window });
        }
        Some(Lesson { rest: Some(puzzle), tasks })
    }
}

/// The first cell, from the top left, that is an example of a topic.
fn example(view: &PuzzleView, topic: Topic) -> Option<Explanation> {
    let mut solver = Solver::new(view.layout());
    let candidates = view.candidates();
    let hidden = (0..view.cells.len()).filter(|cell| view.cells[*cell].state.is_none());
    hidden
        .filter_map(|cell| solver.explain(&candidates, &|found| found == cell, &Work::quiet()))
        .find(|why| topic.suits(view, why))
}

/// The window of the last deduction.
fn last_window(view: &PuzzleView, why: &Explanation) -> Option<RuleWindow> {
    match why.steps.last()?.reason {
        Reason::Place(Place::Window(result)) => Some(RuleWindow { cells: view.layout().window(result)? }),
        _ => None,
    }
}

/// The sentences of the hint for a task.
pub fn stages(task: &Task) -> Vec<String> {
    let Some(why) = &task.goal else { return Vec::new() };
    text::stages(&task.view, &Step { why: why.clone(), corrects: false })
}

/// Why the goal of a task is right.
pub fn reason(task: &Task) -> String {
    let Some(why) = &task.goal else { return String::new() };
    text::reason(&task.view, &Step { why: why.clone(), corrects: false })
}

/// Which rule speaks against a value.
pub fn objection(view: &PuzzleView, cell: usize, state: State) -> String {
    let layout = view.layout();
    let name = layout.cell(cell);
    let mut known = view.known();
    if let Some(known) = known.get_mut(cell) {
        *known = Some(state);
    }
    for part in [WindowPart::Result, WindowPart::Middle, WindowPart::Left, WindowPart::Right] {
        let Ok(window) = RuleWindow::new(layout, part, name) else { continue };
        let pattern = window.pattern(layout, &known);
        if !layout.automaton().possible_rules(pattern).is_empty() {
            continue;
        }
        let cells = window.cells[3].map_or(String::new(), |result| text::window_text(layout, result));
        return match (pattern.cells, pattern.result) {
            ([Some(a), Some(b), Some(c)], Some(result)) => {
                let gives =
                    layout.result([a, b, c].into()).map_or("nothing".to_owned(), |state| state.to_string());
                format!(
                    "Not {state}: in the window {cells}, the rule for {a}{b}{c} gives {gives}, not {result}."
                )
            }
            _ => format!("Not {state}: then no rule fits the window {cells}."),
        };
    }
    let mut candidates = view.candidates();
    candidates[cell] = 1 << state;
    match Solver::new(layout).narrow(&mut candidates, Technique::RowPair, None) {
        Err(why) => {
            let place = match why.place {
                Place::Window(result) => format!("the window {}", text::window_text(layout, result)),
                Place::RowPair(row) => format!("rows {} and {}", row + 1, row + 2),
            };
            format!("Not {state}: if you go on from there, no rule fits {place}.")
        }
        Ok(()) => format!("{name} is not {state}."),
    }
}

/// The candidates that windows leave in the cells of a task, where they are fewer than all and more than one.
pub fn notes(task: &Task) -> Vec<(usize, crate::solver::Candidates)> {
    let Some(why) = task.goal.as_ref().filter(|_| task.topic == Topic::Candidates) else { return Vec::new() };
    let all = all_states(task.view.layout().states());
    let mut notes: Vec<(usize, crate::solver::Candidates)> = Vec::new();
    for step in &why.steps {
        if only_state(step.after).is_none() && step.after != all {
            notes.retain(|(cell, _)| *cell != step.cell);
            notes.push((step.cell, step.after));
        }
    }
    notes
}

/// Whether a cell was given or found.
pub fn is_known(view: &PuzzleView, cell: usize) -> bool {
    matches!(view.cells[cell].status, Status::Clue | Status::Found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solver_finds_an_example_of_every_topic() {
        let lesson = Lesson::new();
        let topics: Vec<Topic> = lesson.tasks.iter().map(|task| task.topic).collect();
        assert_eq!(topics, Topic::ALL);
        for task in &lesson.tasks {
            match &task.goal {
                Some(why) => {
                    assert!(task.topic.suits(&task.view, why), "{:?}", task.topic);
                    assert_eq!(stages(task).len(), 4);
                    assert!(reason(task).contains(&task.view.layout().cell(why.cell).to_string()));
                    assert!(task.window.is_some(), "{:?}", task.topic);
                }
                None => assert_eq!(task.topic, Topic::Rest),
            }
        }
        assert_eq!(notes(&lesson.tasks[4]).len(), 1, "one cell to remember something about");
        let rest = lesson.rest.unwrap().view(Side::FIRST).hidden();
        assert!((2..=6).contains(&rest), "{rest} cells are left to the learner");
    }

    #[test]
    fn every_wrong_value_has_an_objection_that_names_a_rule_or_a_place() {
        for task in &Lesson::new().tasks {
            let Some(why) = &task.goal else { continue };
            for state in (0..3).filter(|state| *state != why.state) {
                let text = objection(&task.view, why.cell, state);
                assert!(text.contains("window") || text.contains("rows"), "{:?}: {text}", task.topic);
            }
        }
        let down = &Lesson::new().tasks[0];
        let wrong = (down.goal.as_ref().unwrap().state + 1) % 3;
        let text = objection(&down.view, down.goal.as_ref().unwrap().cell, wrong);
        assert!(text.contains("the rule for") && text.contains(&format!("not {wrong}")), "{text}");
    }
}
