//! The rules: what every game must do, wins and draws at edges, renju's forbidden points, and swap2.

use crate::drawn::{board, letter, setup};
use common::game::{Enumerable, Game, Outcome, Side};
use common::search::Reversible;
use common::testing;
use gomoku::rules::{
    Cell, Colour, End, Forbidden, Illegal, Move, Opening, Point, Position, Rule, Setup, Size,
};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// The position after moves, which are all legal.
fn after(setup: Setup, moves: &str) -> Position {
    let mut position = Position::new(setup);
    for text in moves.split_whitespace() {
        let m = position.parse(position.mover(), text).unwrap_or_else(|why| panic!("{text}: {why}"));
        position.apply(&m);
    }
    position
}

/// One test for each rule, so that they run side by side.
fn keeps_every_promise_of_a_game(rule: Rule) {
    for opening in Opening::ALL {
        for (columns, rows, games) in [(5, 5, 4), (7, 6, 2), (15, 15, 1)] {
            testing::conformance::<Position>(&Setup { opening, ..setup(columns, rows, rule) }, games);
        }
    }
}

#[test]
fn freestyle_keeps_every_promise_of_a_game() {
    keeps_every_promise_of_a_game(Rule::Freestyle);
}

#[test]
fn standard_keeps_every_promise_of_a_game() {
    keeps_every_promise_of_a_game(Rule::Standard);
}

#[test]
fn renju_keeps_every_promise_of_a_game() {
    keeps_every_promise_of_a_game(Rule::Renju);
}

#[test]
fn swap2_gives_colours_by_choice() {
    let swap2 = Setup { opening: Opening::Swap2, ..Setup::default() };
    let three = after(swap2, "h8 h9 j10");
    assert_eq!((three.mover(), three.black()), (Side::SECOND, None));
    let stays = after(swap2, "h8 h9 j10 k8");
    assert_eq!((stays.mover(), stays.black()), (Side::FIRST, Some(Side::FIRST)));
    let swapped = after(swap2, "h8 h9 j10 swap");
    assert_eq!((swapped.mover(), swapped.black()), (Side::FIRST, Some(Side::SECOND)));
    let five = after(swap2, "h8 h9 j10 more k8 k9");
    assert_eq!((five.mover(), five.black()), (Side::FIRST, None));
    let taken = after(swap2, "h8 h9 j10 more k8 k9 swap");
    assert_eq!((taken.mover(), taken.black()), (Side::SECOND, Some(Side::FIRST)));
    let white = after(swap2, "h8 h9 j10 more k8 k9 a1");
    assert_eq!((white.mover(), white.black()), (Side::SECOND, Some(Side::SECOND)));
}

fn point(text: &str) -> Point {
    gomoku::rules::read_point(text, Size::new(22, 22).expect("the largest board")).expect("a point")
}

#[test]
fn golden_games() {
    // The first game is won by six in a row, the second goes on there; in the third points are forbidden, and in the
    // last one stones are added and the colours swapped.
    for (rule, seed) in Rule::ALL.into_iter().zip([26, 26, 4]) {
        insta::assert_snapshot!(
            format!("golden_{}", rule.name()),
            testing::golden::<Position>(&setup(6, 5, rule), seed)
        );
    }
    let swap2 = Setup { opening: Opening::Swap2, ..setup(6, 5, Rule::Freestyle) };
    insta::assert_snapshot!("golden_swap2", testing::golden::<Position>(&swap2, 1246));
}

/// All rows of so many points, in all directions.
fn rows_of(size: Size, length: i32) -> Vec<Vec<Point>> {
    let mut found = Vec::new();
    for first in size.all() {
        for (up, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            let at = |n: i32| {
                let row = u8::try_from(i32::from(first.row) + n * up).ok()?;
                let column = u8::try_from(i32::from(first.column) + n * right).ok()?;
                Some(Point { row, column }).filter(|point| size.contains(*point))
            };
            found.extend((0..length).map(at).collect::<Option<Vec<Point>>>());
        }
    }
    found
}

#[test]
fn five_in_a_row_win_everywhere_and_four_do_not() {
    for (columns, rows, count) in [(5, 5, 12), (7, 6, 44), (15, 15, 572), (22, 5, 148)] {
        for rule in Rule::ALL {
            let setup = setup(columns, rows, rule);
            let fives = rows_of(setup.size, 5);
            assert_eq!(fives.len(), count);
            for (five, colour) in fives.iter().flat_map(|five| Colour::ALL.map(|colour| (five, colour))) {
                for last in five {
                    let four: Vec<_> = five.iter().filter(|p| *p != last).map(|p| (*p, colour)).collect();
                    let mut position = Position::of(setup, &four, colour).expect("a board");
                    assert_eq!(position.end(), None);
                    position.apply(&Move::Stone(*last));
                    let Some(End::Five(winner, row)) = position.end() else { panic!("{position:?}") };
                    let sorted = |points: &[Point]| points.iter().copied().collect::<BTreeSet<Point>>();
                    assert_eq!((*winner, row.len(), sorted(row)), (colour, 5, sorted(five)));
                    let side = if colour == Colour::Black { Side::FIRST } else { Side::SECOND };
                    assert_eq!(position.outcome(), Some(Outcome::win(side, 2)));
                    assert!(position.moves().is_empty());
                }
            }
        }
    }
}

#[test]
fn a_row_does_not_go_on_behind_the_edge() {
    let rows = ["......x", "x....xx", "xx.....", "xxx..xx", "x....xx"];
    assert_eq!(board(Rule::Freestyle, Colour::White, &rows).end(), None);
    let rows = ["...ooo", "oo..oo", "ooo...", "...ooo", "oo...."];
    assert_eq!(board(Rule::Freestyle, Colour::Black, &rows).end(), None);
}

#[test]
fn six_in_a_row_win_where_the_rule_says_so() {
    for rule in Rule::ALL {
        for colour in Colour::ALL {
            let rows = ["xx.xxx..", "........", "........", "........", "oo.ooo.."];
            let mut position = board(rule, colour, &rows);
            let place = if colour == Colour::Black { "c5" } else { "c1" };
            let wins = match rule {
                Rule::Freestyle => true,
                Rule::Standard => false,
                Rule::Renju => colour == Colour::White,
            };
            if rule == Rule::Renju && colour == Colour::Black {
                assert_eq!(
                    position.parse(position.mover(), place),
                    Err(Illegal::Forbidden(point(place), Forbidden::Overline))
                );
                continue;
            }
            let m = position.parse(position.mover(), place).expect("a move");
            position.apply(&m);
            let row = if let Some(End::Five(_, row)) = position.end() { row.len() } else { 0 };
            assert_eq!(row, if wins { 6 } else { 0 }, "{rule:?} {colour:?}");
        }
    }
}

#[test]
fn a_full_board_is_a_draw() {
    let rows = ["xxoox", "ooxxo", "xxoox", "ooxxo", "xxoox"];
    for rule in [Rule::Freestyle, Rule::Standard] {
        let setup = setup(5, 5, rule);
        let of = |mark| setup.size.all().filter(move |p| letter(&rows, *p) == mark);
        let mut position = Position::new(setup);
        let (mut black, mut white) = (of(b'x'), of(b'o'));
        while let Some(point) = if position.colour() == Colour::Black { black.next() } else { white.next() } {
            assert_eq!(position.end(), None);
            position.apply(&Move::Stone(point));
        }
        assert_eq!((position.stones(), position.end()), (25, Some(&End::Full)));
        assert_eq!(position.outcome(), Some(Outcome::draw(2)));
        assert_eq!(position.check(Move::Stone(point("a1"))), Err(Illegal::Over));
    }
    // Five on a full board are five, wherever the stones are named.
    let rows = ["xxoox", "ooxxo", "xxoox", "ooxxo", "ooooo"];
    let full = board(Rule::Freestyle, Colour::Black, &rows);
    assert!(matches!(full.end(), Some(End::Five(Colour::White, _))), "{full:?}");
    let rows = ["xxxxx", "ooxxo", "xxoox", "ooxxo", "xxoox"];
    let full = board(Rule::Freestyle, Colour::White, &rows);
    assert!(matches!(full.end(), Some(End::Five(Colour::Black, _))), "{full:?}");
}

#[test]
fn a_board_with_stones_knows_what_it_is() {
    let setup = Setup { opening: Opening::Swap2, ..setup(6, 5, Rule::Standard) };
    let stones = [(point("a1"), Colour::White), (point("f5"), Colour::White)];
    let position = Position::of(setup, &stones, Colour::White).expect("a board");
    assert_eq!((position.stones(), position.colour(), position.mover()), (2, Colour::White, Side::SECOND));
    assert_eq!((position.setup().opening, position.is_choosing_colour()), (Opening::Free, false));
    assert_eq!(position.moves().len(), 28);
    let twice = [(point("a1"), Colour::White), (point("a1"), Colour::Black)];
    assert_eq!(Position::of(setup, &twice, Colour::White), None);
    assert_eq!(Position::of(setup, &[(point("g1"), Colour::White)], Colour::White), None);
    assert_eq!(Position::of(setup, &[(Point { row: 255, column: 255 }, Colour::White)], Colour::White), None);
}

proptest! {
    #[test]
    fn a_board_is_won_where_a_row_of_five_is(
        columns in 5..=9u8, rows in 5..=9u8, rule in prop::sample::select(Rule::ALL.to_vec()),
        cells in prop::collection::vec(0..5u8, 81)
    ) {
        let setup = setup(columns, rows, rule);
        let stone = |(point, cell): (Point, &u8)| match cell {
            0 | 1 => Some((point, Colour::Black)),
            2 | 3 => Some((point, Colour::White)),
            _ => None,
        };
        let stones: Vec<(Point, Colour)> = setup.size.all().zip(&cells).filter_map(stone).collect();
        let position = Position::of(setup, &stones, Colour::White).expect("a board");
        let full = |row: &[Point], colour| row.iter().all(|point| position.grid().get(*point) == Cell::from(colour));
        let wins = |colour| {
            let sixes: Vec<_> = rows_of(setup.size, 6).into_iter().filter(|row| full(row, colour)).collect();
            let inside = |five: &[Point]| sixes.iter().any(|six| five.iter().all(|point| six.contains(point)));
            let mut fives = rows_of(setup.size, 5).into_iter().filter(|row| full(row, colour));
            fives.any(|five| !rule.exact(colour) || !inside(&five))
        };
        let winners: Vec<Colour> = Colour::ALL.into_iter().filter(|colour| wins(*colour)).collect();
        if let Some(End::Five(colour, _)) = position.end() {
            prop_assert!(winners.contains(colour));
        } else {
            prop_assert_eq!(winners, vec![]);
        }
    }
}
