use super::*;
use crate::automaton_ref::AutomatonRef;
use crate::rules::{Puzzle, PuzzleSetup};
use common::automaton::{Automaton, Boundary, RuleTable, wolfram};
use common::game::{Dice, Game, Side};
use common::job::Work;
use proptest::prelude::*;
use std::sync::Arc;

fn view_of(automaton: AutomatonRef, boundary: Boundary, board: &str) -> PuzzleView {
    let setup = PuzzleSetup { automaton, boundary, board: Some(board.to_owned()), ..PuzzleSetup::default() };
    let puzzle = Puzzle::start(&setup, &mut Dice::new(1), &Work::quiet());
    puzzle.unwrap_or_else(|why| panic!("{board}: {why:?}")).view(Side::FIRST)
}

fn named(name: &str) -> AutomatonRef {
    AutomatonRef::parse(name).unwrap()
}

fn layout(name: &str, boundary: Boundary, width: usize, height: usize) -> Layout {
    Layout::new(named(name).automaton(), boundary, width, height).unwrap()
}

fn at(text: &str) -> Cell {
    Cell::read(text).unwrap()
}

fn names(layout: &Layout, window: RuleWindow) -> String {
    let name = |cell: Option<usize>| cell.map_or("edge".to_owned(), |cell| layout.cell(cell).to_string());
    window.cells.map(name).join(" ")
}

fn texts(rules: &[Rule]) -> Vec<String> {
    rules.iter().map(Rule::to_string).collect()
}

/// A view in which only these cells are known, whether the board is fair or not.
fn seen(layout: &Layout, known: &[Option<State>]) -> PuzzleView {
    let solved = layout.grow(&vec![0; layout.width()]);
    let text =
        crate::rules::write_board(layout.width(), &solved.iter().map(|s| Some(*s)).collect::<Vec<_>>());
    // The facts of any fair board with this layout; its cells are replaced.
    let mut hidden = text.into_bytes();
    let last = hidden.len() - 1;
    hidden[last] = b'.';
    let automaton = AutomatonRef::new((**layout.automaton()).clone());
    let mut view = view_of(automaton, layout.boundary(), &String::from_utf8(hidden).unwrap());
    for (cell, state) in view.cells_mut().iter_mut().zip(known) {
        cell.state = *state;
        cell.status = if state.is_some() { crate::rules::Status::Clue } else { crate::rules::Status::Hidden };
    }
    view
}

#[test]
fn a_role_gives_the_four_cells_of_a_rule() {
    let flat = layout("rule-110", Boundary::default(), 6, 5);
    for (part, cells) in [
        (WindowPart::Left, "c3 d3 e3 d4"),
        (WindowPart::Middle, "b3 c3 d3 c4"),
        (WindowPart::Right, "a3 b3 c3 b4"),
        (WindowPart::Result, "b2 c2 d2 c3"),
    ] {
        let window = RuleWindow::new(&flat, part, at("c3")).unwrap();
        assert_eq!(names(&flat, window), cells, "{part:?}");
        let place = WindowPart::ALL.iter().position(|other| *other == part).unwrap();
        assert_eq!(window.cells[place], flat.index(at("c3")), "the cell itself has its part");
    }
    assert_eq!(question_title(WindowPart::Left, at("c4")), "c4 as left");
}

#[test]
fn a_role_that_would_leave_the_board_says_why() {
    let flat = layout("rule-110", Boundary::default(), 6, 5);
    let cyclic = layout("rule-110", Boundary::Cyclic, 6, 5);
    let why = |layout: &Layout, part, cell: &str| RuleWindow::new(layout, part, at(cell)).unwrap_err();
    for layout in [&flat, &cyclic] {
        assert_eq!(why(layout, WindowPart::Result, "c1"), NoWindow::FirstRow(at("c1")));
        for part in [WindowPart::Left, WindowPart::Middle, WindowPart::Right] {
            assert_eq!(why(layout, part, "c5"), NoWindow::LastRow(at("c5")));
        }
        assert_eq!(why(layout, WindowPart::Middle, "g1"), NoWindow::OffBoard(at("g1")));
        assert_eq!(why(layout, WindowPart::Result, "a6"), NoWindow::OffBoard(at("a6")));
    }
    assert_eq!(why(&flat, WindowPart::Left, "f2"), NoWindow::RightEdge(at("f2")));
    assert_eq!(why(&flat, WindowPart::Right, "a2"), NoWindow::LeftEdge(at("a2")));
    assert_eq!(
        why(&flat, WindowPart::Right, "a2").to_string(),
        "a2 is at the left edge: the result would be beyond it"
    );
    let windows = [(WindowPart::Left, "f2", "f2 a2 b2 a3"), (WindowPart::Right, "a2", "e2 f2 a2 f3")];
    for (part, cell, cells) in windows {
        assert_eq!(names(&cyclic, RuleWindow::new(&cyclic, part, at(cell)).unwrap()), cells);
    }
}

#[test]
fn the_cell_beyond_a_flat_edge_is_known() {
    let flat = layout("sum-3", Boundary::Flat { edge: 2 }, 4, 4);
    let window = RuleWindow::new(&flat, WindowPart::Middle, at("a1")).unwrap();
    assert_eq!(names(&flat, window), "edge a1 b1 a2");
    let nothing = vec![None; flat.cells()];
    assert_eq!(window.pattern(&flat, &nothing).to_string(), "2?? ?");
    let window = RuleWindow::new(&flat, WindowPart::Result, at("d4")).unwrap();
    assert_eq!(names(&flat, window), "c3 d3 edge d4");
    assert_eq!(window.pattern(&flat, &nothing).to_string(), "??2 ?");
}

/// The thesis, sections 3.1.3 and 4.2: one hidden cell, seen as left, as middle and as right cell of a rule. Each view
/// gives a list of rules; what all lists allow is less than what any of them allows.
#[test]
fn three_views_of_one_cell_together_say_more_than_each_of_them() {
    let layout = layout("random-3", Boundary::default(), 5, 3);
    let mut known: Vec<Option<State>> = layout.grow(&[1, 0, 0, 1, 0]).into_iter().map(Some).collect();
    for hidden in ["b1", "c1", "e1"] {
        known[layout.index(at(hidden)).unwrap()] = None;
    }
    let view = seen(&layout, &known);
    let list = |part: WindowPart| {
        let rules = RuleWindow::new(&layout, part, at("c1")).unwrap().fitting_rules(&view);
        let place = WindowPart::ALL.iter().position(|other| *other == part).unwrap();
        let mut states: Vec<State> = rules.iter().map(|rule| rule.triple.cells()[place]).collect();
        states.sort_unstable();
        states.dedup();
        (rules.len(), states)
    };
    let views = [WindowPart::Left, WindowPart::Middle, WindowPart::Right].map(list);
    assert_eq!(views, [(3, vec![0, 1]), (2, vec![0, 2]), (4, vec![0, 1])]);
    let common: Vec<State> =
        (0..3).filter(|state| views.iter().all(|(_, states)| states.contains(state))).collect();
    assert_eq!(common, [0], "only one state is in all three lists, and it is the true one");
}

/// The thesis, figure 3.2: with middle cell 0 and right cell 2 the result is always 2, yet at the left edge of its plan
/// another result is shown, because the edge column does not follow the rules. Here a rule never has its result in the
/// edge column, so no view can mislead.
#[test]
fn the_edge_column_is_never_a_result() {
    let table =
        RuleTable::from_fn(3, |triple| if (triple.middle, triple.right) == (0, 2) { 2 } else { triple.left });
    let automaton = Automaton::new(AutomatonKind::Common, &table).unwrap();
    let layout = Layout::new(&Arc::new(automaton), Boundary::Flat { edge: 0 }, 5, 4).unwrap();
    let solution = layout.grow(&[0, 2, 1, 0, 2]);
    let known: Vec<Option<State>> = solution.iter().copied().map(Some).collect();
    let view = seen(&layout, &known);
    // In the column beside the edge, the rule holds with the edge as its left cell.
    let window = RuleWindow::new(&layout, WindowPart::Middle, at("a1")).unwrap();
    assert_eq!(texts(&window.fitting_rules(&view)), ["002 2"]);
    for row in 1..=4 {
        let cell = at(&format!("a{row}"));
        assert!(RuleWindow::new(&layout, WindowPart::Right, cell).is_err(), "the edge is not a middle cell");
    }
    for index in 0..layout.cells() {
        for part in WindowPart::ALL {
            let Ok(window) = RuleWindow::new(&layout, part, layout.cell(index)) else { continue };
            assert_eq!(window.fitting_rules(&view).len(), 1, "{part:?} {}", layout.cell(index));
        }
    }
}

/// The thesis, section 5.3: its counter-examples, asked on a board.
#[test]
fn totalistic_rules_are_shown_in_every_permutation_that_fits() {
    // With these results only one unordered triple of the cells 2, 3 and 4 gives 5.
    let table = RuleTable::from_fn(6, |triple| match triple.sorted().cells() {
        [2, 3, 4] => 5,
        [1, 2, 3] => 4,
        [1, 2, 2] => 3,
        _ => 0,
    });
    let automaton = Automaton::new(AutomatonKind::Totalistic, &table).unwrap();
    let layout = Layout::new(&Arc::new(automaton), Boundary::Cyclic, 5, 3).unwrap();
    let ask = |cells: [Option<State>; 3], result: Option<State>| {
        let mut known = vec![None; layout.cells()];
        let window = RuleWindow::new(&layout, WindowPart::Middle, at("c1")).unwrap();
        for (cell, state) in window.on_board().zip(cells.into_iter().chain([result])) {
            known[cell] = state;
        }
        texts(&window.fitting_rules(&seen(&layout, &known)))
    };
    assert_eq!(ask([None, Some(2), None], Some(5)), ["324 5", "423 5"], "? 2 ? fits 4 2 3 and 3 2 4");
    assert_eq!(ask([Some(4), None, Some(2)], Some(5)), ["432 5"], "the unknown cell may be between 2 and 4");
    assert_eq!(ask([None, Some(2), Some(2)], Some(4)), Vec::<String>::new(), "1 2 3 has only one 2");
    assert_eq!(ask([None, Some(2), Some(2)], Some(3)), ["122 3"]);
    assert_eq!(ask([None, Some(3), None], Some(4)), ["132 4", "231 4"], "3 is one of the cells 1 2 3");
    assert_eq!(ask([None, None, None], Some(3)), ["122 3", "212 3", "221 3"]);
    // The overview shows these permutations in place of the sorted triple, and all other rules once.
    let fitting = [Rule::new(Triple::new(3, 2, 4), 5), Rule::new(Triple::new(4, 2, 3), 5)];
    let all = overview_rules(&layout, &fitting);
    assert_eq!(all.len(), 56 + 1);
    let marked: Vec<String> =
        all.iter().filter(|rule| rule.fits).map(|rule| rule.triple.to_string()).collect();
    assert_eq!(marked, ["324", "423"]);
    assert!(!all.iter().any(|rule| rule.triple == Triple::new(2, 3, 4)));
}

#[test]
fn a_picture_shows_which_triples_were_added_and_which_cannot_occur() {
    let table = wolfram::table(2, "90").unwrap();
    let mut picture = Automaton::picture(&table, Boundary::default(), vec![0, 0, 0, 1, 0, 0, 0], 3);
    picture.remove_rule(Triple::new(0, 1, 0));
    let layout = Layout::new(&Arc::new(picture), Boundary::default(), 7, 3).unwrap();
    let rules = overview_rules(&layout, &[]);
    assert_eq!(rules.len(), 8);
    let with = |origin| {
        let found = rules.iter().filter(|rule| rule.origin == origin);
        found.map(|rule| rule.triple.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(with(RuleOrigin::Added), ["010"]);
    assert_eq!(with(RuleOrigin::Listed), ["000", "001", "100", "101"]);
    assert_eq!(with(RuleOrigin::Impossible), ["011", "110", "111"]);
    assert!(rules.iter().all(|rule| rule.result.is_none() == (rule.origin == RuleOrigin::Impossible)));
    // An added triple counts like any other rule, an impossible one never fits.
    let window = RuleWindow::new(&layout, WindowPart::Middle, at("d1")).unwrap();
    let mut known = vec![None; layout.cells()];
    known[3] = Some(1);
    let view = seen(&layout, &known);
    assert_eq!(texts(&window.fitting_rules(&view)), ["010 0"]);
}

#[test]
fn a_struck_value_excludes_its_rules() {
    let layout = layout("rule-110", Boundary::default(), 5, 3);
    let mut view = seen(&layout, &vec![None; layout.cells()]);
    let window = RuleWindow::new(&layout, WindowPart::Middle, at("c1")).unwrap();
    assert_eq!(window.fitting_rules(&view).len(), 8);
    view.cells_mut()[2].struck = 1 << 1;
    let left = window.fitting_rules(&view);
    assert_eq!(texts(&left), ["000 0", "001 1", "100 0", "101 1"]);
    let marked = overview_rules(&layout, &left).iter().filter(|rule| rule.fits).count();
    assert_eq!(marked, 4);
}

proptest! {
    /// Whatever is uncovered of whatever board: the true rule is always among those that fit, and uncovering more never
    /// adds a rule.
    #[test]
    fn the_true_rule_always_fits(
        name in prop::sample::select(vec!["rule-110", "sum-5", "random-3", "cyclic-5", "odd-one-out-3"]),
        cyclic: bool,
        seed: u64,
        part in prop::sample::select(WindowPart::ALL.to_vec()),
        cell in 0..48usize,
    ) {
        let boundary = if cyclic { Boundary::Cyclic } else { Boundary::Flat { edge: 1 } };
        let layout = layout(name, boundary, 8, 6);
        let mut dice = Dice::new(seed);
        let start: Vec<State> = (0..8).map(|_| dice.below(usize::from(layout.states())) as State).collect();
        let solution = layout.grow(&start);
        let Ok(window) = RuleWindow::new(&layout, part, layout.cell(cell)) else { return Ok(()) };
        let edge = layout.edge().unwrap_or(0);
        let [left, middle, right, result] = window.cells.map(|cell| cell.map_or(edge, |cell| solution[cell]));
        let truth = Rule::new(Triple::new(left, middle, right), result);
        let mut known: Vec<Option<State>> = vec![None; layout.cells()];
        let mut before: Option<Vec<Rule>> = None;
        for _ in 0..4 {
            let rules = window.fitting_rules(&seen(&layout, &known));
            prop_assert!(rules.contains(&truth));
            prop_assert!(rules.iter().all(|rule| layout.result(rule.triple) == Some(rule.result)));
            if let Some(before) = before {
                prop_assert!(rules.iter().all(|rule| before.contains(rule)));
            }
            before = Some(rules);
            for cell in 0..layout.cells() {
                if dice.below(3) == 0 {
                    known[cell] = Some(solution[cell]);
                }
            }
        }
    }
}
