//! The solver for small boards: against plain minimax and known values, and with interruptions.

use atoms::ai::solve::{Solver, SolverError};
use atoms::rules::plain::{FirstInFirstOut, PlainBoard};
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

/// The moves of the empty board, each with the winner after it.
fn rated(solver: &mut Solver) -> Vec<(Square, Side)> {
    let start = Position::new(solver.setup());
    solver.rate(&start, &mut |_| true).expect("the run is not stopped")
}

/// Minimax with memoization on the plain rules, independent of the solver.
#[derive(Default)]
struct Minimax {
    known: HashMap<Vec<Atom>, Side>,
}

impl Minimax {
    fn winner(&mut self, position: &PlainBoard, mover: Side) -> Side {
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

    fn after(&mut self, position: &PlainBoard, square: Square, mover: Side) -> Side {
        let mut after = position.clone();
        after.play(square, &mut FirstInFirstOut);
        self.winner(&after, mover.other())
    }

    fn rated(setup: Setup) -> Vec<(Square, Side)> {
        let (start, mut minimax) = (PlainBoard::new(setup), Minimax::default());
        let moves = start.moves();
        moves.into_iter().map(|square| (square, minimax.after(&start, square, Side::FIRST))).collect()
    }
}

#[test]
fn first_moves_have_the_values_of_plain_minimax() {
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
fn positions_of_a_game_have_the_values_of_plain_minimax() {
    let setup = setup("3x3", Rule::Neutral);
    let mut solver = solver(setup);
    let mut minimax = Minimax::default();
    for text in ["a1 c3 a1 b2 a2 b2 a2", "b2 b1 b2 b3 b2 a2 c1", "a1 a2 b1 b2 c1 c2 a3 b2"] {
        let (mut plain, mut position) = (PlainBoard::new(setup), Position::new(setup));
        for name in text.split(' ') {
            let Ok(square) = position.parse(position.mover(), name) else { break };
            let ours = solver.rate(&position, &mut |_| true).unwrap();
            for (reply, winner) in ours {
                assert_eq!(
                    winner,
                    minimax.after(&plain, reply, position.mover()),
                    "{text}: {square} {reply}"
                );
            }
            plain.play(square, &mut FirstInFirstOut);
            position.apply(&square);
        }
    }
}

#[test]
fn a_transposed_board_has_the_same_values() {
    for rule in Rule::ALL {
        let wide = rated(&mut solver(setup("5x2", rule)));
        let mut tall: Vec<(Square, Side)> = rated(&mut solver(setup("2x5", rule)))
            .into_iter()
            .map(|(Square { row, column }, winner)| (Square { row: column, column: row }, winner))
            .collect();
        tall.sort_by_key(|(square, _)| *square);
        assert_eq!(wide, tall);
    }
}

#[test]
fn a_tiny_table_gives_the_same_result() {
    for rule in Rule::ALL {
        let setup = setup("3x3", rule);
        let mut tiny = Solver::with_bytes(setup, 0).unwrap();
        let mut ample = solver(setup);
        assert_eq!(rated(&mut tiny), rated(&mut ample));
        assert!(tiny.states() > ample.states());
    }
}

#[test]
fn a_repeatedly_interrupted_run_gives_the_same_result() {
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
        let mut calls = 0;
        let answer = part.rate(&start, &mut |_| {
            calls += 1;
            calls < 2
        });
        if let Some(answer) = answer {
            assert_eq!(answer, expected);
            assert!(interruptions > 2, "too few interruptions: {interruptions}");
            break;
        }
        part.write_checkpoint(&file, seconds + 1.0).unwrap();
        last = part.states();
        assert!(last < 3 * whole.states(), "an interruption must not lose work");
    }
}

#[test]
fn a_stopped_solver_can_continue() {
    let setup = setup("6x2", Rule::Kept);
    let mut solver = solver(setup);
    let start = Position::new(setup);
    assert_eq!(solver.solve(&start, &mut |_| false), None);
    let (progress, states) = (solver.progress(), solver.states());
    assert!(states > 0 && (0.0..1.0).contains(&progress), "{progress}");
    assert!(solver.fill() > 0.0 && solver.path().all(|(n, total)| n <= total));
    assert_eq!(solver.solve(&start, &mut |_| true), Some(Side::FIRST));
}

/// Writes a checkpoint of an unfinished run.
fn write_unfinished(file: &Path) {
    let mut solver = solver(setup("6x2", Rule::Neutral));
    let start = Position::new(solver.setup());
    assert_eq!(solver.solve(&start, &mut |_| false), None);
    solver.write_checkpoint(file, 1.5).unwrap();
}

#[test]
fn a_damaged_checkpoint_is_rejected_and_changes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("checkpoint");
    write_unfinished(&file);
    let whole = fs::read(&file).unwrap();
    let line = whole.iter().position(|byte| *byte == b'\n').unwrap();
    let assert_rejected = |bytes: &[u8], why: &str| {
        fs::write(&file, bytes).unwrap();
        let mut solver = solver(setup("6x2", Rule::Neutral));
        let message = solver.read_checkpoint(&file).unwrap_err().to_string();
        assert!(message.contains(why) && message.lines().count() == 1, "{message}");
        assert_eq!((solver.states(), solver.fill().to_bits()), (0, 0));
        assert_eq!(fs::read(&file).unwrap(), bytes, "the file is unchanged");
    };
    for length in [line + 1, line + 5, whole.len() / 2, whole.len() - 8, whole.len() - 1] {
        assert_rejected(&whole[..length], "damaged");
    }
    for index in [line - 3, line + 1, whole.len() / 2, whole.len() - 9, whole.len() - 1] {
        let mut changed = whole.clone();
        changed[index] ^= 1;
        assert_rejected(&changed, "checkpoint");
    }
    assert_rejected(&[&whole[..], b"more"].concat(), "damaged");
    assert_rejected(b"", "not a checkpoint");
    assert_rejected(&whole[..line], "not a checkpoint");
    assert_rejected(b"{\"format\":\"something else\"}\n", "not a checkpoint");
    assert_rejected(b"{\"format\":\"atoms solve\",\"version\":99}\n", "another version");
    assert_rejected(&[0xFF; 100], "not a checkpoint");
    fs::write(&file, &whole).unwrap();
    assert!((solver(setup("6x2", Rule::Neutral)).read_checkpoint(&file).unwrap() - 1.5).abs() < 1e-9);
}

#[test]
fn a_checkpoint_of_another_board_is_rejected() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("checkpoint");
    write_unfinished(&file);
    for other in [setup("2x6", Rule::Neutral), setup("6x2", Rule::Kept), setup("4x3", Rule::Neutral)] {
        let message = solver(other).read_checkpoint(&file).unwrap_err().to_string();
        assert!(message.ends_with("is for another board: 6x2 with the rule neutral"), "{message}");
    }
    let missing = solver(setup("6x2", Rule::Neutral)).read_checkpoint(&dir.path().join("none")).unwrap_err();
    assert!(missing.to_string().contains("cannot be read"));
}

#[test]
fn boards_with_too_many_positions_are_rejected() {
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
            Err(why) => assert_eq!((why, fits), (SolverError::TooLarge(setup.size), false)),
        }
    }
}
