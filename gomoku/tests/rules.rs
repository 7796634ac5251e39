//! The rules: what every game must do, wins and draws at edges, renju's forbidden points, and swap2.

use common::game::{Game, Side};
use common::search::Reversible;
use common::testing;
use gomoku::rules::{Opening, Position, Rule, Setup, Size};

fn setup(columns: u8, rows: u8, rule: Rule) -> Setup {
    let size = Size::new(columns, rows).expect("a size that boards have");
    Setup { size, rule, opening: Opening::Free }
}

/// The position after moves, which are all legal.
fn after(setup: Setup, moves: &str) -> Position {
    let mut position = Position::new(setup);
    for text in moves.split_whitespace() {
        let m = position.parse(text).unwrap_or_else(|why| panic!("{text}: {why}"));
        position.apply(&m);
    }
    position
}

#[test]
fn every_promise_of_a_game_is_kept() {
    for rule in Rule::ALL {
        for opening in Opening::ALL {
            for (columns, rows, games) in [(5, 5, 4), (7, 6, 2), (15, 15, 1)] {
                testing::conformance::<Position>(&Setup { opening, ..setup(columns, rows, rule) }, games);
            }
        }
    }
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
