//! The rules: the conformance kit, a golden game for each scoring, and hand-made cases.

use common::game::{Dice, Enumerable, Game, Outcome, Side};
use common::testing;
use common::words::Words;
use qttt::rules::{Cell, CellState, Effect, Illegal, MAX_PLIES, Mark, Move, Position, Scoring, Setup};

fn parse(position: &Position, text: &str) -> Result<Move, Illegal> {
    position.parse(position.mover(), text)
}

/// Plays a move of the side to move.
fn play(position: &mut Position, text: &str) -> Effect {
    let m = parse(position, text).unwrap_or_else(|why| panic!("{text}: {why}"));
    position.play(position.mover(), &m, &mut Dice::new(0)).unwrap()
}

/// The position after these moves.
fn after(scoring: Scoring, moves: &str) -> Position {
    let mut position = Position::new(scoring);
    for text in moves.split_whitespace() {
        play(&mut position, text);
    }
    position
}

fn seed(moves: &str) -> Position {
    after(Scoring::Seed, moves)
}

fn cell(n: u8) -> Cell {
    Cell::new(n).unwrap()
}

fn marks(position: &Position) -> String {
    let big = |cell| position.settled(cell).map_or("--".to_owned(), |mark| mark.to_string());
    Cell::all().map(big).collect::<Vec<_>>().join(" ")
}

/// The source document's example: x1, y2 and x3 form a cycle of the cells 0, 1 and 4.
const EXAMPLE: &str = "0-1 1-4 0-4";

/// One collapse settles seven marks and gives both players a line: x1 x3 x7 and y2 y4 y6.
const BOTH_LINES: &str = "0-3 1-3 1-4 4-6 5-6 2-5 0-2 7@2";

/// Four cycles of two marks each, and a whole mark in the last cell.
const LONGEST: &str = "0-1 0-1 2@1 2-3 2-3 4@3 4-5 4-5 6@4 6-8 6-8 8@8 7";

#[test]
fn the_rules_conform() {
    for scoring in Scoring::ALL {
        testing::conformance::<Position>(&Setup { scoring }, 40);
    }
}

#[test]
fn golden_games() {
    // Both games have two cycles and stems. The first has a whole mark, the second has lines of both players.
    for (scoring, number) in [(Scoring::Seed, 0), (Scoring::Goff, 115)] {
        let game = testing::golden::<Position>(&Setup { scoring }, number);
        insta::assert_snapshot!(format!("golden_{}", scoring.name()), game);
    }
}

#[test]
fn the_documents_example() {
    let position = seed(EXAMPLE);
    let cycle = position.cycle().unwrap();
    assert_eq!((cycle.closing, cycle.stems.len()), (Mark(3), 0));
    assert_eq!(
        position.to_move().first(),
        Some(Side::SECOND),
        "the player who did not close the cycle chooses"
    );
    let moves: Vec<String> = position.moves().iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["3@0", "3@4"]);
    assert_eq!(marks(&seed("0-1 1-4 0-4 3@0")), "x3 x1 -- -- y2 -- -- -- --");
    let collapsed = seed("0-1 1-4 0-4 3@4");
    assert_eq!(marks(&collapsed), "x1 y2 -- -- x3 -- -- -- --");
    assert_eq!(collapsed.to_move().first(), Some(Side::SECOND), "then the same player moves");
    assert_eq!(collapsed.next_mark(), Mark(4));
}

#[test]
fn the_four_states_of_a_cell() {
    let position = seed("0-1 2-5 1-4 0-4");
    assert_eq!(position.state(cell(8)), CellState::Empty);
    assert_eq!(position.state(cell(5)), CellState::Small);
    assert_eq!(position.state(cell(4)), CellState::Entangled);
    assert_eq!(seed("0-1 0-1 2@1").state(cell(1)), CellState::Settled(Mark(2)));
}

#[test]
fn stems_settle_with_the_cycle_and_other_marks_stay() {
    let position = seed("0-1 1-4 4-5 5-8 6-7 0-4");
    assert_eq!(position.cycle().unwrap().stems, [Mark(3), Mark(4)]);
    for choice in ["6@0", "6@4"] {
        let mut settled = position;
        play(&mut settled, choice);
        assert_eq!(settled.settled(cell(5)), Some(Mark(3)));
        assert_eq!(settled.settled(cell(8)), Some(Mark(4)));
        assert_eq!(settled.state(cell(6)), CellState::Small);
    }
}

#[test]
fn a_collapse_cannot_be_chosen_by_a_stem() {
    let position = seed("0-1 1-4 4-5 0-4");
    let prompt = Position::prompt(&position, position.mover());
    assert!(prompt.contains("x3 in 5") && !prompt.contains("5 x3"), "{prompt}");
    for choice in ["0 y4", "4 y4", "0 x1", "1 x1", "1 y2", "4 y2"] {
        assert!(prompt.contains(choice) && parse(&position, choice).is_ok(), "{choice}: {prompt}");
    }
}

#[test]
fn effects_are_the_closed_cycle_and_the_settled_marks() {
    let mut position = seed("0-1 1-4 4-5");
    assert_eq!(play(&mut position, "7-8"), Effect { cycle: None, settled: Vec::new() });
    let closing = play(&mut position, "0-4");
    assert!(closing.cycle.is_some() && closing.cycle == position.cycle() && closing.settled.is_empty());
    let mut collapse = play(&mut position, "5@0");
    collapse.settled.sort();
    let settled = [(Mark(1), cell(1)), (Mark(2), cell(4)), (Mark(3), cell(5)), (Mark(5), cell(0))];
    assert_eq!(collapse, Effect { cycle: None, settled: settled.to_vec() });
    let (moves, last) = LONGEST.rsplit_once(' ').unwrap();
    assert_eq!(play(&mut seed(moves), last).settled, [(Mark(9), cell(7))]);
}

#[test]
fn two_marks_in_the_same_cells_are_a_cycle() {
    let position = seed("0-1 0-1");
    let cycle = position.cycle().unwrap();
    assert_eq!((cycle.cells, cycle.marks), (vec![cell(0), cell(1)], vec![Mark(1), Mark(2)]));
    assert_eq!(position.moves().len(), 2);
    assert_eq!(position.to_move().first(), Some(Side::FIRST));
}

#[test]
fn any_mark_of_the_cycle_names_a_collapse() {
    let position = seed(EXAMPLE);
    for (texts, canonical) in [(["3@0", "0 x3", "1@1", "4,Y2"], "3@0"), (["3@4", "4 3", "01", "1 2"], "3@4")]
    {
        for text in texts {
            assert_eq!(parse(&position, text).map(|m| m.to_string()).as_deref(), Ok(canonical), "{text}");
        }
    }
}

#[test]
fn a_cell_can_hold_nine_small_marks() {
    let position = seed("0-4 1-4 2-4 3-4 4-5 4-6 4-7 4-8 0-4");
    assert_eq!(position.small(cell(4)).count(), 9);
    assert_eq!(position.mover(), Side::SECOND);
    let board = Position::board(&position, &[]).to_string();
    assert!(board.contains(" x1 y2 x3 ") && board.contains(" x7 y8 x9 "), "{board}");
    let full = seed("0-4 1-4 2-4 3-4 4-5 4-6 4-7 4-8 0-4 9@0");
    assert_eq!(marks(&full), "x9 y2 x3 y4 x1 x5 y6 x7 y8");
    assert!(full.outcome().is_some());
}

#[test]
fn the_last_cell_takes_a_whole_mark_and_the_longest_game_is_a_draw() {
    let (all, last) = LONGEST.rsplit_once(' ').unwrap();
    let position = seed(all);
    assert_eq!((position.last_cell(), position.moves().len()), (Some(cell(7)), 1));
    assert_eq!(
        Position::prompt(&position, position.mover()),
        "x's turn: only cell 7 is open, so x9 goes there whole; type 7"
    );
    assert!(parse(&position, last).is_ok());
    let full = seed(LONGEST);
    assert_eq!(LONGEST.split(' ').count(), MAX_PLIES);
    assert_eq!(full.outcome().map(Outcome::winner), Some(None));
    assert_eq!(Position::result(&full), "A draw: the board is full and there is no line.");
}

#[test]
fn both_lines_in_both_scorings() {
    let by_seed = seed(BOTH_LINES);
    assert_eq!(marks(&by_seed), "x1 x3 x7 y2 y4 y6 x5 -- --");
    assert_eq!(by_seed.outcome().unwrap().winner(), Some(Side::FIRST));
    assert!(Position::result(&by_seed).ends_with("x wins: its lowest number is x1, that of y is y2."));
    let by_goff = after(Scoring::Goff, BOTH_LINES);
    let outcome = by_goff.outcome().unwrap();
    assert_eq!((outcome.points(Side::FIRST), outcome.points(Side::SECOND)), (0.5, 1.0));
    assert!(
        Position::result(&by_goff)
            .contains("y wins with 1 point to ½: its highest number is y6, that of x is x7.")
    );
}

#[test]
fn the_result_names_every_line_of_the_winner() {
    let mut several = 0;
    for seed in 0..400 {
        let mut dice = Dice::new(seed);
        let mut position = Position::new(Scoring::ALL[seed as usize % 2]);
        while let Some(side) = position.to_move().first() {
            let m = position.random_move(side, &mut dice).unwrap();
            position.play(side, &m, &mut Dice::new(0)).unwrap();
        }
        let Some(winner) = position.outcome().unwrap().winner() else { continue };
        let lines: Vec<_> = position.lines().into_iter().filter(|line| line.owner == winner).collect();
        several += usize::from(lines.len() > 1);
        let result = Position::result(&position);
        for line in lines {
            let [a, b, c] = line.cells;
            assert!(result.contains(&format!("the line {a}, {b} and {c} with")), "{result}");
        }
    }
    assert!(several > 0, "no game ends with two lines of the winner");
}

#[test]
fn one_line_wins_in_both_scorings() {
    for scoring in Scoring::ALL {
        let won = after(scoring, "0-1 0-1 2@1 4-5 4-5 4@5 7-8 7-8 6@7");
        assert_eq!(won.outcome().unwrap().winner(), Some(Side::FIRST));
        assert_eq!(Position::result(&won), "x wins: x has the line 0, 4 and 8 with x1, x3 and x5.");
        assert!(won.to_move().is_empty() && won.moves().is_empty());
    }
}

#[test]
fn every_refusal_has_a_message() {
    let cases: &[(&str, &str, &str)] = &[
        ("", "9 1", "there is no cell 9 on the board; cells are numbered 0 to 8, row by row"),
        ("", "-1", "there is no cell -1 on the board; cells are numbered 0 to 8, row by row"),
        ("", "10 2", "there is no cell 10 on the board; cells are numbered 0 to 8, row by row"),
        ("", "003 4", "there is no cell 003 on the board; cells are numbered 0 to 8, row by row"),
        ("", "3 3", "a mark goes into two different cells; choose a second cell other than 3"),
        ("", "a b", "'a' is not a move: type the digits of cells, 0 to 8, as in 0 4"),
        ("", "0 1 2", "'0 1 2' is not a move: type the digits of cells, 0 to 8, as in 0 4"),
        ("", "4", "a mark goes into two cells; choose a second cell other than 4"),
        ("", "1@0", "there is no cycle to collapse; choose two cells, as in 0 4"),
        ("0-1 0-1 2@1", "0 5", "cell 0 is closed, because it has the big mark x1; choose an open cell"),
        (
            EXAMPLE,
            "2-3",
            "a cycle is closed; first choose its collapse: a cell on the cycle, then one of its marks",
        ),
        (EXAMPLE, "8 x1", "cell 8 is empty, so nothing can collapse there; choose a cell on the cycle"),
        ("0-1 2-3 1-4 0-4", "2 y2", "cell 2 has marks but is not on the cycle; choose a cell on the cycle"),
        (EXAMPLE, "0 y2", "y2 is not one of the two cycle marks in cell 0; choose one of the listed marks"),
        (EXAMPLE, "0 z", "'z' is not a mark: use its name or its number, as in x1 or 1"),
        (EXAMPLE, "0 y3", "'y3' is not a mark: use its name or its number, as in x1 or 1"),
        (
            "0-1 0-1 2@1 2-3 2-3 4@3 4-5 4-5 6@4 6-8 6-8 8@8",
            "7-8",
            "only cell 7 is open, so the whole mark goes there; type 7",
        ),
        (LONGEST, "0-1", "the game is over; undo a move or start a new game"),
    ];
    for (moves, text, message) in cases {
        let position = seed(moves);
        assert_eq!(parse(&position, text).unwrap_err().to_string(), *message, "{text} after {moves}");
    }
    let mut position = seed("");
    let m = parse(&position, "0-1").unwrap();
    let why = position.play(Side::SECOND, &m, &mut Dice::new(0)).unwrap_err();
    assert_eq!(why.to_string(), "it is not y's turn");
    assert_eq!(why, Illegal::NotYourTurn(Side::SECOND));
    assert_eq!(position.parse(Side::SECOND, "0-1"), Err(why));
}
