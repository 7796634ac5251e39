//! The solver against plain enumeration, and explanations against the exact solver.

use super::*;
use crate::generator::{Board, generate};
use crate::id::PuzzleId;
use common::automaton::{Automaton, AutomatonKind, Boundary, RuleTable, State, wolfram};
use common::game::Dice;
use common::job::Work;
use std::sync::Arc;

fn layout(states: u8, number: &str, boundary: Boundary, width: usize, height: usize) -> Layout {
    let table = wolfram::table(states, number).unwrap();
    let automaton = Automaton::new(AutomatonKind::Common, &table).unwrap();
    Layout::new(&Arc::new(automaton), boundary, width, height).unwrap()
}

fn random_layout(dice: &mut Dice, width: usize, height: usize) -> Layout {
    let states = 2 + dice.below(2) as u8;
    let table = RuleTable::random(AutomatonKind::Common, states, dice.seed(), 60);
    let automaton = Automaton::new(AutomatonKind::Common, &table).unwrap();
    let boundary = if dice.chance(0.5) {
        Boundary::Cyclic
    } else {
        Boundary::Flat { edge: dice.below(usize::from(states)) as State }
    };
    Layout::new(&Arc::new(automaton), boundary, width, height).unwrap()
}

/// All solutions, by trying every start row.
fn all_solutions(layout: &Layout, known: &[Option<State>]) -> Vec<Vec<State>> {
    let states = u32::from(layout.states());
    let rows = states.pow(layout.width() as u32);
    let row = |n: u32| {
        (0..layout.width() as u32).map(|x| (n / states.pow(x) % states) as State).collect::<Vec<_>>()
    };
    let grown = (0..rows).map(|n| layout.grow(&row(n)));
    grown
        .filter(|solution| {
            known.iter().zip(solution).all(|(known, state)| known.is_none_or(|known| known == *state))
        })
        .collect()
}

/// A random board with some cells known.
fn random_board(dice: &mut Dice, layout: &Layout, part: f64) -> Board {
    let start: Vec<State> =
        (0..layout.width()).map(|_| dice.below(usize::from(layout.states())) as State).collect();
    let clues = (0..layout.cells()).map(|_| dice.chance(part)).collect();
    Board { layout: layout.clone(), clues, solution: layout.grow(&start) }
}

#[test]
fn no_technique_removes_a_state_of_a_solution_and_each_includes_the_ones_before() {
    let mut dice = Dice::new(1);
    for _ in 0..60 {
        let layout = random_layout(&mut dice, 5, 4);
        let board = random_board(&mut dice, &layout, 0.35);
        let solutions = all_solutions(&layout, &board.known());
        let mut solver = Solver::new(&layout);
        let mut before = candidates_of(&layout, &board.known());
        for technique in &Technique::ALL[..4] {
            let mut candidates = candidates_of(&layout, &board.known());
            solver.narrow(&mut candidates, *technique, None).unwrap();
            for solution in &solutions {
                assert!(
                    solution.iter().zip(&candidates).all(|(state, left)| left >> state & 1 == 1),
                    "{technique:?}"
                );
            }
            assert!(candidates.iter().zip(&before).all(|(now, before)| now & !before == 0), "{technique:?}");
            before = candidates;
        }
    }
}

/// A candidate stays in a pair of rows if and only if some assignment of the two rows uses it.
#[test]
fn pairs_of_rows_are_exact() {
    let mut dice = Dice::new(2);
    for round in 0..80 {
        let layout = random_layout(&mut dice, 3 + round % 3, 3);
        let board = random_board(&mut dice, &layout, 0.3);
        let all = all_states(layout.states());
        let width = layout.width();
        let mut candidates: Vec<Candidates> = board
            .solution
            .iter()
            .zip(&board.clues)
            .map(|(state, clue)| {
                if *clue { 1 << state } else { all & (dice.below(1 << layout.states()) as u16 | 1 << state) }
            })
            .collect();
        candidates[2 * width..].fill(all);
        let before = candidates.clone();
        let mut solver = Solver::new(&layout);
        // Nothing is known of the third row, so it says nothing about the others.
        solver.narrow(&mut candidates, Technique::RowPair, None).unwrap();
        let mut seen = vec![0; 2 * width];
        let none = vec![None; layout.cells()];
        for solution in all_solutions(&layout, &none) {
            if (0..2 * width).all(|cell| before[cell] >> solution[cell] & 1 == 1) {
                (0..2 * width).for_each(|cell| seen[cell] |= 1 << solution[cell]);
            }
        }
        assert_eq!(&candidates[..2 * width], seen, "{layout:?}");
    }
}

#[test]
fn the_exact_solver_counts_as_enumeration_does() {
    let mut dice = Dice::new(3);
    let mut kinds = [0; 3];
    for _ in 0..120 {
        let layout = random_layout(&mut dice, 5, 4);
        let board = random_board(&mut dice, &layout, 0.35);
        let mut known = board.known();
        if dice.chance(0.3) {
            // One cell is wrong, so that there may be no solution.
            let cell = dice.below(known.len());
            known[cell] = known[cell].map(|state| (state + 1) % layout.states());
        }
        let all = all_solutions(&layout, &known);
        match Solutions::count(&layout, &known, &Work::quiet()).unwrap() {
            Solutions::None => assert_eq!(all.len(), 0),
            Solutions::One(solution) => assert_eq!(all, [solution]),
            Solutions::Several(first, second) => {
                assert!(all.len() > 1 && first != second && all.contains(&first) && all.contains(&second));
            }
        }
        kinds[all.len().min(2)] += 1;
    }
    assert!(kinds.iter().all(|n| *n > 5), "{kinds:?}");
}

#[test]
fn a_picture_excludes_the_triples_that_do_not_occur_in_it() {
    let table = wolfram::table(2, "90").unwrap();
    let picture = Automaton::picture(&table, Boundary::default(), vec![0, 0, 1, 0, 0], 3);
    let layout = Layout::new(&Arc::new(picture), Boundary::default(), 5, 3).unwrap();
    // 00100 has no neighbouring ones in any row, so 11 in a row is impossible.
    let mut candidates = vec![all_states(2); layout.cells()];
    candidates[6] = 0b10;
    candidates[7] = 0b10;
    assert!(Solver::new(&layout).narrow(&mut candidates, Technique::Window, None).is_err());
    let mut known = vec![None; layout.cells()];
    (known[6], known[7]) = (Some(1), Some(1));
    assert_eq!(Solutions::count(&layout, &known, &Work::quiet()), Some(Solutions::None));
}

#[test]
fn a_contradiction_is_noticed_by_every_technique() {
    let layout = layout(2, "110", Boundary::default(), 5, 4);
    let mut known: Vec<Option<State>> = layout.grow(&[1, 0, 0, 1, 1]).into_iter().map(Some).collect();
    known[7] = known[7].map(|state| 1 - state);
    for technique in &Technique::ALL[..4] {
        let mut candidates = candidates_of(&layout, &known);
        assert!(Solver::new(&layout).narrow(&mut candidates, *technique, None).is_err());
    }
    assert_eq!(analyse(&layout, &known, &Work::quiet()), Some(Analysis::Impossible));
}

/// The boards on which explanations are tested: every grade, both plans, two to five states, a totalistic automaton and
/// a picture.
const BOARDS: [&str; 12] = [
    "rule-030:10x8:sweep:flat#1",
    "rule-110:10x8:medium:flat#2",
    "rule-110:9x7:hard:cyclic#3",
    "rule-030:10x6:fiendish:flat#4",
    "random-3:10x8:easy:flat#5",
    "random-3:9x6:hard:flat:1#6",
    "cyclic-3:9x7:medium:cyclic#7",
    "cyclic-5:8x6:easy:flat#8",
    "cyclic-5:8x5:hard:flat#9",
    "code-0777:9x6:easy:flat#10",
    "sum-5:8x6:sweep:cyclic#11",
    "rule-184:10x4:medium:flat#12",
];

fn board(id: &str) -> Board {
    let id: PuzzleId = id.parse().unwrap_or_else(|why| panic!("{id}: {why}"));
    let work = Work::quiet();
    generate(&id.layout().unwrap(), id.grade, id.seed, &work).unwrap_or_else(|why| panic!("{id}: {why}"))
}

/// Over whole solutions: each explanation is right, follows from the cells that it names and from nothing else, and
/// needs each of them for its technique.
#[test]
fn the_named_cells_imply_each_step() {
    for id in BOARDS {
        let board = board(id);
        let mut solver = Solver::new(&board.layout);
        let all = all_states(board.layout.states());
        let mut exact = Exact::new(&board.layout, &vec![all; board.layout.cells()], &Work::quiet());
        let mut known = board.known();
        let mut hardest = Technique::Sweep;
        while known.iter().any(Option::is_none) {
            let candidates = candidates_of(&board.layout, &known);
            let why = solver
                .explain(&candidates, &|_| true, &Work::quiet())
                .unwrap_or_else(|| panic!("{id}: stuck"));
            assert_eq!(known[why.cell], None, "{id}: the cell is known");
            assert_eq!(why.state, board.solution[why.cell], "{id}: {why:?}");
            let evidence: Vec<(usize, State)> = why
                .evidence
                .iter()
                .map(|(cell, candidates)| (*cell, only_state(*candidates).unwrap()))
                .collect();
            assert!(
                evidence.iter().all(|(cell, state)| known[*cell] == Some(*state)),
                "{id}: uses what is hidden"
            );
            let answer = exact.solve(&evidence, Some((why.cell, why.state)));
            assert!(
                matches!(answer, Answer::Impossible(_)),
                "{id}: {} does not follow: {why:?}",
                board.layout.cell(why.cell)
            );
            if why.technique < Technique::Search {
                let last = why.steps.last().unwrap_or_else(|| panic!("{id}: no steps: {why:?}"));
                assert_eq!((last.cell, only_state(last.after)), (why.cell, Some(why.state)), "{id}");
            }
            hardest = hardest.max(why.technique);
            known[why.cell] = Some(why.state);
        }
        assert_eq!(hardest.grade().name(), id.split(':').nth(2).unwrap(), "{id}");
    }
}

#[test]
fn no_clue_of_a_board_can_be_taken_away() {
    for id in BOARDS {
        let board = board(id);
        let grade = id.parse::<PuzzleId>().unwrap().grade;
        let technique = grade.technique().unwrap();
        let mut solver = Solver::new(&board.layout);
        let mut solves = |known: &[Option<State>], technique: Technique| match technique {
            Technique::Search => {
                matches!(Solutions::count(&board.layout, known, &Work::quiet()), Some(Solutions::One(_)))
            }
            technique => solver.solves(known, technique),
        };
        let known = board.known();
        assert!(solves(&known, technique), "{id}");
        assert!(technique.simpler().is_none_or(|simpler| !solves(&known, simpler)), "{id}");
        for cell in (0..known.len()).filter(|cell| board.clues[*cell]) {
            let mut fewer = known.clone();
            fewer[cell] = None;
            assert!(!solves(&fewer, technique), "{id}: {} is superfluous", board.layout.cell(cell));
        }
    }
}

/// Ids are promises: a change of the generator must change its version.
#[test]
fn ids_give_the_same_boards_for_ever() {
    let shown = |id: &str| crate::rules::write_board(board(id).layout.width(), &board(id).known());
    assert_eq!(
        shown("rule-030:10x8:sweep:flat#1"),
        ".0......../.01....1../........../...1.0..../........../...0.10.../........../.........."
    );
    assert_eq!(shown("cyclic-5:8x5:hard:flat#9"), "..43..../....4..0/......3./.....1../2.0.....");
    assert_eq!(
        shown("rule-030:10x6:fiendish:flat#4"),
        "..1......0/1....0..../........0./........../........../...1.....1"
    );
}
