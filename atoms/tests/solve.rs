//! The solver of small boards against plain minimax, against known values, and through interruptions.

use atoms::ai::solve::{NoSolver, Solver};
use atoms::rules::plain::{Plain, Queue};
use atoms::rules::{Atom, Position, Rule, Setup, Square};
use common::game::{Game, Side};
use common::search::Reversible;
use std::collections::HashMap;
use std::fs;
use std::path::Path;

fn setup(size: &str, rule: Rule) -> Setup {
    Setup { size: size.parse().unwrap(), rule }
}

fn solver(setup: Setup) -> Solver {
    Solver::new(setup, 4).unwrap()
}

/// The moves of the empty board, each with who wins after it.
fn rated(solver: &mut Solver) -> Vec<(Square, Side)> {
    let start = Position::new(solver.setup());
    solver.rate(&start, &mut |_| true).expect("nobody stops it")
}

/// The rules as plainly as they can be written, and minimax that remembers: nothing of the solver is in it.
#[derive(Default)]
struct Minimax {
    known: HashMap<Vec<Atom>, Side>,
}

impl Minimax {
    fn winner(&mut self, position: &Plain, mover: Side) -> Side {
        if let Some(winner) = position.winner() {
            return winner;
        }
        if let Some(winner) = self.known.get(position.atoms()) {
            return *winner;
        }
        let wins = position.moves().into_iter().any(|square| self.after(position, square, mover) == mover);
        let winner = if wins { mover } else { mover.other() };
        self.known.insert(position.atoms().to_vec(), winner);
        winner
    }

    fn after(&mut self, position: &Plain, square: Square, mover: Side) -> Side {
        let mut after = position.clone();
        after.play(square, &mut Queue);
        self.winner(&after, mover.other())
    }

    fn rated(setup: Setup) -> Vec<(Square, Side)> {
        let (start, mut minimax) = (Plain::new(setup), Minimax::default());
        let moves = start.moves();
        moves.into_iter().map(|square| (square, minimax.after(&start, square, Side::FIRST))).collect()
    }
}

#[test]
fn every_first_move_is_worth_what_plain_minimax_says() {
    for size in ["2x2", "3x2", "2x3", "4x2", "3x3", "5x2"] {
        for rule in Rule::ALL {
            let setup = setup(size, rule);
            assert_eq!(rated(&mut solver(setup)), Minimax::rated(setup), "{size} {}", rule.name());
        }
    }
}

#[test]
fn known_boards_have_their_values() {
    use Rule::{Kept, Neutral};
    let expected = [
        ("2x2", Neutral, "second", 0),
        ("3x2", Neutral, "first", 6),
        ("4x2", Neutral, "second", 0),
        ("3x3", Neutral, "first", 9),
        ("3x3", Kept, "second", 0),
        ("6x2", Neutral, "first", 4),
        ("4x3", Neutral, "first", 12),
    ];
    for (size, rule, value, winning) in expected {
        let mut solver = solver(setup(size, rule));
        let moves = rated(&mut solver);
        assert_eq!(moves.iter().filter(|(_, winner)| *winner == Side::FIRST).count(), winning, "{size}");
        let start = Position::new(solver.setup());
        let winner = if value == "first" { Side::FIRST } else { Side::SECOND };
        assert_eq!(solver.solve(&start, &mut |_| true), Some(winner), "{size}");
    }
}

#[test]
fn every_position_of_a_game_has_the_value_that_minimax_gives_it() {
    let setup = setup("3x3", Rule::Neutral);
    let mut solver = solver(setup);
    let mut minimax = Minimax::default();
    for text in ["a1 c3 a1 b2 a2 b2 a2", "b2 b1 b2 b3 b2 a2 c1", "a1 a2 b1 b2 c1 c2 a3 b2"] {
        let (mut plain, mut position) = (Plain::new(setup), Position::new(setup));
        for name in text.split(' ') {
            let Ok(square) = position.parse(name) else { break };
            let ours = solver.rate(&position, &mut |_| true).unwrap();
            for (reply, winner) in ours {
                assert_eq!(
                    winner,
                    minimax.after(&plain, reply, position.mover()),
                    "{text}: {square} {reply}"
                );
            }
            plain.play(square, &mut Queue);
            position.apply(&square);
        }
    }
}

#[test]
fn a_board_that_lies_on_its_side_is_worth_the_same() {
    for rule in Rule::ALL {
        let lying = rated(&mut solver(setup("5x2", rule)));
        let mut standing: Vec<(Square, Side)> = rated(&mut solver(setup("2x5", rule)))
            .into_iter()
            .map(|(Square { row, column }, winner)| (Square { row: column, column: row }, winner))
            .collect();
        standing.sort_by_key(|(square, _)| *square);
        assert_eq!(lying, standing);
    }
}

#[test]
fn with_hardly_any_memory_the_answer_is_the_same() {
    for rule in Rule::ALL {
        let setup = setup("3x3", rule);
        let mut tiny = Solver::with_bytes(setup, 0).unwrap();
        let mut ample = solver(setup);
        assert_eq!(rated(&mut tiny), rated(&mut ample));
        assert!(tiny.states() > ample.states());
    }
}

#[test]
fn a_run_that_is_interrupted_again_and_again_comes_to_the_same_answer() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("checkpoint");
    let setup = setup("4x3", Rule::Neutral);
    let mut whole = solver(setup);
    let expected = rated(&mut whole);
    let start = Position::new(setup);
    let mut seconds = 0.0;
    let mut last = 0;
    for interruptions in 0.. {
        let mut part = solver(setup);
        if interruptions > 0 {
            seconds = part.read_checkpoint(&file).unwrap();
            assert_eq!((part.states(), seconds), (last, f64::from(interruptions)));
        }
        let mut asked = 0;
        let answer = part.rate(&start, &mut |_| {
            asked += 1;
            asked < 2
        });
        if let Some(answer) = answer {
            assert_eq!(answer, expected);
            assert!(interruptions > 2, "it was hardly interrupted: {interruptions}");
            break;
        }
        part.write_checkpoint(&file, seconds + 1.0).unwrap();
        last = part.states();
        assert!(last < 3 * whole.states(), "interruptions must not cost what was found out");
    }
}

#[test]
fn a_stopped_solver_goes_on_by_itself_too() {
    let setup = setup("6x2", Rule::Kept);
    let mut solver = solver(setup);
    let start = Position::new(setup);
    assert_eq!(solver.solve(&start, &mut |_| false), None);
    let (progress, states) = (solver.progress(), solver.states());
    assert!(states > 0 && (0.0..1.0).contains(&progress), "{progress}");
    assert!(solver.fill() > 0.0 && solver.path().all(|(n, of)| n <= of));
    assert_eq!(solver.solve(&start, &mut |_| true), Some(Side::FIRST));
}

/// Writes a checkpoint of an unfinished run.
fn unfinished(file: &Path) {
    let mut solver = solver(setup("6x2", Rule::Neutral));
    let start = Position::new(solver.setup());
    assert_eq!(solver.solve(&start, &mut |_| false), None);
    solver.write_checkpoint(file, 1.5).unwrap();
}

#[test]
fn a_damaged_checkpoint_is_refused_in_a_sentence_and_nothing_of_it_is_taken() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("checkpoint");
    unfinished(&file);
    let whole = fs::read(&file).unwrap();
    let line = whole.iter().position(|byte| *byte == b'\n').unwrap();
    let refused = |bytes: &[u8], why: &str| {
        fs::write(&file, bytes).unwrap();
        let mut solver = solver(setup("6x2", Rule::Neutral));
        let said = solver.read_checkpoint(&file).unwrap_err().to_string();
        assert!(said.contains(why) && said.lines().count() == 1, "{said}");
        assert_eq!((solver.states(), solver.fill().to_bits()), (0, 0));
        assert_eq!(fs::read(&file).unwrap(), bytes, "the file stays as it is");
    };
    for length in [line + 1, line + 5, whole.len() / 2, whole.len() - 8, whole.len() - 1] {
        refused(&whole[..length], "damaged");
    }
    for place in [line - 3, line + 1, whole.len() / 2, whole.len() - 9, whole.len() - 1] {
        let mut changed = whole.clone();
        changed[place] ^= 1;
        refused(&changed, "checkpoint");
    }
    refused(&[&whole[..], b"more"].concat(), "damaged");
    refused(b"", "no checkpoint");
    refused(&whole[..line], "no checkpoint");
    refused(b"{\"format\":\"something else\"}\n", "no checkpoint");
    refused(b"{\"format\":\"atoms solve\",\"version\":99}\n", "another version");
    refused(&[0xFF; 100], "no checkpoint");
    fs::write(&file, &whole).unwrap();
    assert!((solver(setup("6x2", Rule::Neutral)).read_checkpoint(&file).unwrap() - 1.5).abs() < 1e-9);
}

#[test]
fn a_checkpoint_of_another_board_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("checkpoint");
    unfinished(&file);
    for other in [setup("2x6", Rule::Neutral), setup("6x2", Rule::Kept), setup("4x3", Rule::Neutral)] {
        let said = solver(other).read_checkpoint(&file).unwrap_err().to_string();
        assert!(said.ends_with("is of another board: 6x2 with the rule neutral"), "{said}");
    }
    let said = solver(setup("6x2", Rule::Neutral)).read_checkpoint(&dir.path().join("none")).unwrap_err();
    assert!(said.to_string().contains("cannot be read"));
}

#[test]
fn boards_that_keys_cannot_hold_are_refused() {
    for (size, rule, fits) in [
        ("6x4", Rule::Neutral, true),
        ("12x2", Rule::Neutral, true),
        ("5x4", Rule::Kept, true),
        ("5x5", Rule::Neutral, false),
        ("6x4", Rule::Kept, false),
        ("8x8", Rule::Neutral, false),
        ("16x16", Rule::Kept, false),
    ] {
        let setup = setup(size, rule);
        match Solver::new(setup, 1) {
            Ok(_) => assert!(fits, "{size}"),
            Err(why) => assert_eq!((why, fits), (NoSolver::TooLarge(setup.size), false)),
        }
    }
}
