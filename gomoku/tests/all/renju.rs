//! What renju forbids to black: drawn cases, and the rules against the definitions taken word for word.

use crate::drawn::{board, letter, setup};
use common::game::{Enumerable, Game, Outcome};
use common::search::Reversible;
use gomoku::rules::{Colour, End, Forbidden, Move, Point, Position, Rule};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// What must be said of a point that a drawing marks: `O` overline, `F` double four, `T` double three, `+` allowed.
fn expected(mark: u8) -> Option<Forbidden> {
    match mark {
        b'O' => Some(Forbidden::Overline),
        b'F' => Some(Forbidden::DoubleFour),
        b'T' => Some(Forbidden::DoubleThree),
        _ => None,
    }
}

/// Every mark of a drawing must hold for black, in all eight ways to turn the board; white may do anything.
fn forbids(rows: &[&str]) {
    let mut rows: Vec<String> = rows.iter().map(|row| (*row).to_owned()).collect();
    for turn in 0..8 {
        let drawn: Vec<&str> = rows.iter().map(String::as_str).collect();
        let position = board(Rule::Renju, Colour::Black, &drawn);
        assert_eq!(position.end(), None);
        let marked = |point: &Point| !b".xo".contains(&letter(&drawn, *point));
        assert_ne!(position.size().all().filter(marked).count(), 0);
        for point in position.size().all().filter(marked) {
            let expected = expected(letter(&drawn, point));
            assert_eq!(position.forbidden(point), expected, "{point} {position:?}");
            let listed =
                position.forbidden_points().contains(&(point, expected.unwrap_or(Forbidden::Overline)));
            assert_eq!(listed, expected.is_some());
            assert_eq!(position.moves().contains(&Move::Stone(point)), expected.is_none());
            assert_eq!(board(Rule::Renju, Colour::White, &drawn).forbidden(point), None);
            assert_eq!(board(Rule::Standard, Colour::Black, &drawn).forbidden(point), None);
        }
        rows = if turn == 3 {
            rows.into_iter().rev().collect()
        } else {
            (0..rows[0].len())
                .map(|n| rows.iter().rev().map(|row| row.as_bytes()[n] as char).collect())
                .collect()
        };
    }
}

#[test]
fn six_in_a_row_are_forbidden() {
    forbids(&[".........", "..xxOxxx.", ".........", ".........", "xxxOxxx.."]);
    // Exactly five are not.
    forbids(&["xx+xx....", ".........", "..xxx.x.o", "..xo.....", "oxxx+x.o."]);
}

#[test]
fn two_fours_are_forbidden() {
    forbids(&[".......", "oxxxF..", "....x..", "....x..", "....x..", "....o..", "......."]);
    // Both on one line.
    forbids(&["..x.xFx.x..", "...........", "...........", "...........", "..........."]);
    forbids(&["..xx.xF.xx.", "...........", ".xxx.F.xxx.", "...........", "..........."]);
    // A four that was there before is not made.
    forbids(&[".x+.xx.xx..", "...........", "...........", "...........", "..........."]);
    // A straight four is one, though there are two ways to complete it; so is a four that six would not complete.
    forbids(&["..xx+x.....", "...........", "...........", "...........", ".x.xxx+...."]);
    // Three stones that white or the edge holds on both sides make no four.
    forbids(&[".......", "oxxx+o.", "....x..", "....x..", "....x..", "......."]);
    forbids(&["xxxF...", "...x...", "...x...", "...x...", "......."]);
    forbids(&["xxx+...", "...x...", "...x...", "...x...", "...o...", "......."]);
}

#[test]
fn two_threes_are_forbidden() {
    forbids(&[
        ".........",
        ".........",
        "....x....",
        "....x....",
        "..xxT....",
        ".........",
        ".........",
        ".........",
        ".........",
    ]);
    // With gaps, and on the diagonals.
    forbids(&[
        ".........",
        ".........",
        "..x...x..",
        ".........",
        "....T....",
        "...x.x...",
        ".........",
        ".........",
        ".........",
    ]);
    // A three and a four are not.
    forbids(&[
        ".........",
        ".........",
        "....x....",
        "....x....",
        "oxxx+....",
        ".........",
        ".........",
        ".........",
        ".........",
    ]);
}

#[test]
fn five_beat_everything_that_is_forbidden() {
    forbids(&["....x....", "....x....", "....x....", "....x....", "xxx.+xxx.", ".........", "........."]);
    forbids(&["xxx+.....", "...xx....", "...x.x...", "...x..x..", "...x....."]);
    let rows = ["xxx+xx...", "...x.....", "...x.....", "...x.....", "...x....."];
    let mut position = board(Rule::Renju, Colour::Black, &rows);
    let m = position.parse("d5").expect("five and six at once");
    position.apply(&m);
    let Some(End::Five(Colour::Black, row)) = position.end() else { panic!("{position:?}") };
    assert_eq!(row.len(), 5);
}

#[test]
fn a_three_needs_room_for_a_straight_four() {
    // The row: at the edge, one step from it with white behind, and with white two steps away on both sides.
    let with = |row: &str| {
        let column = [".........", "....x....", "....x...."].map(str::to_owned);
        let rows = [&column[..], &[row.to_owned()], &vec![".........".to_owned(); 4]].concat();
        forbids(&rows.iter().map(String::as_str).collect::<Vec<_>>());
    };
    with("..xxT....");
    with("o.xx+.o..");
    with("o.xxT..o.");
    with(".oxx+....");
    with("..xx+o...");
    // Four on one side would be six with the stone behind, and on the other white is too near.
    let far = |row: &str| {
        let column = ["..........", ".....x....", ".....x...."].map(str::to_owned);
        let rows = [&column[..], &[row.to_owned()], &vec!["..........".to_owned(); 4]].concat();
        forbids(&rows.iter().map(String::as_str).collect::<Vec<_>>());
    };
    far("x..xx+.o..");
    far("x..xxT..o.");
    far("o..xxT.o..");
    forbids(&["..x......", "..x......", "xx+......", ".........", ".........", "........."]);
    forbids(&[".........", "...x.....", "...x.....", ".xxT.....", ".........", "........."]);
    forbids(&[".........", "...x.....", "...x.....", ".xx+o....", ".........", "........."]);
}

/// The row of d7 and e7 can become a straight four on g7 only.
#[test]
fn a_three_counts_only_if_its_straight_four_is_allowed() {
    let plain = [
        ".............",
        ".............",
        ".............",
        ".............",
        ".....x.......",
        ".....x.......",
        ".o.xxT.......",
        ".............",
        ".............",
        ".............",
        ".............",
        ".............",
        ".............",
    ];
    forbids(&plain);
    let changed = |changes: &[(&str, char)], mark: char| {
        let mut rows: Vec<Vec<char>> = plain.iter().map(|row| row.chars().collect()).collect();
        for (text, letter) in changes.iter().copied().chain([("f7", mark)]) {
            let Move::Stone(point) = Position::new(setup(13, 13, Rule::Renju)).parse(text).expect("a point")
            else {
                panic!("{text} is a point")
            };
            rows[12 - usize::from(point.row)][usize::from(point.column)] = letter;
        }
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        forbids(&rows.iter().map(String::as_str).collect::<Vec<_>>());
    };
    let overline = [("g9", 'x'), ("g8", 'x'), ("g6", 'x'), ("g5", 'x'), ("g4", 'x')];
    changed(&overline, '+');
    let fours = [("g6", 'x'), ("g5", 'x'), ("g4", 'x'), ("g3", 'o')];
    changed(&fours, '+');
    // On g7 there would be a five, which is no straight four.
    let five = [("g8", 'x'), ("g6", 'x'), ("g5", 'x'), ("g4", 'x')];
    changed(&five, '+');
    // On g7 there would be two threes more.
    let threes = [("g6", 'x'), ("g5", 'x'), ("h8", 'x'), ("i9", 'x')];
    changed(&threes, '+');
    // But one of them cannot become a straight four, because two fours would meet on g8; so g7 is allowed, and f7 is not.
    let deeper = [&threes[..], &[("g3", 'o'), ("i8", 'x'), ("j8", 'o')]].concat();
    changed(&deeper, 'T');
    // Unless white keeps that second four from being one.
    let deepest = [&deeper[..], &[("e8", 'o')]].concat();
    changed(&deepest, '+');
}

#[test]
fn only_forbidden_points_left_are_a_draw() {
    let rows = ["xxx.xxx", "ooooxoo", "xxxxoxx", "ooooxoo", "ooooxo."];
    let mut position = board(Rule::Renju, Colour::White, &rows);
    assert_eq!(position.end(), None);
    let m = position.parse("g1").expect("a move");
    let undo = position.apply(&m);
    assert_eq!(position.end(), Some(&End::NoMove));
    assert_eq!((position.outcome(), position.moves()), (Some(Outcome::draw(2)), Vec::new()));
    position.take_back(undo);
    assert_eq!(position.end(), None);
    let stuck = ["xxx.xxx", "ooooxoo", "xxxxoxx", "ooooxoo", "ooooxoo"];
    assert_eq!(board(Rule::Renju, Colour::Black, &stuck).end(), Some(&End::NoMove));
    assert_eq!(board(Rule::Renju, Colour::White, &stuck).end(), None);
    assert_eq!(board(Rule::Standard, Colour::Black, &stuck).end(), None);
}

/// The definitions of the international rules as they stand there, on a set of black stones and a set of white ones.
struct Defined {
    size: i32,
    black: BTreeSet<(i32, i32)>,
    white: BTreeSet<(i32, i32)>,
}

type Place = (i32, i32);

fn along(from: Place, step: Place, n: i32) -> Place {
    (from.0 + n * step.0, from.1 + n * step.1)
}

const STEPS: [Place; 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

impl Defined {
    fn is_empty(&self, at: Place) -> bool {
        let on_board = (0..self.size).contains(&at.0) && (0..self.size).contains(&at.1);
        on_board && !self.black.contains(&at) && !self.white.contains(&at)
    }

    /// The rows of exactly so many black stones, in a direction, that a stone is in.
    fn has_row(&self, at: Place, step: Place, length: i32) -> bool {
        let black = |n, from| self.black.contains(&along(from, step, n));
        (0..length)
            .map(|n| along(at, step, -n))
            .any(|first| (0..length).all(|n| black(n, first)) && !black(-1, first) && !black(length, first))
    }

    /// A four: four stones to which one can be added to attain five in a row. The fours that a stone is in.
    fn fours(&mut self, at: Place, step: Place) -> usize {
        let mut fours = BTreeSet::new();
        for first in (0..5).map(|n| along(at, step, -n)) {
            let five: Vec<Place> = (0..5).map(|n| along(first, step, n)).collect();
            let stones: Vec<Place> =
                five.iter().copied().filter(|place| self.black.contains(place)).collect();
            let free: Vec<Place> = five.into_iter().filter(|place| self.is_empty(*place)).collect();
            if let ([free], 4) = (&free[..], stones.len()) {
                self.black.insert(*free);
                if self.has_row(*free, step, 5) {
                    fours.insert(stones);
                }
                self.black.remove(free);
            }
        }
        fours.len()
    }

    /// A straight four: an unbroken row of four to both ends of which one can be added to attain five in a row.
    fn is_straight_four(&mut self, at: Place, with: Place, step: Place) -> bool {
        (0..4).map(|n| along(at, step, -n)).any(|first| {
            let row: Vec<Place> = (0..4).map(|n| along(first, step, n)).collect();
            row.contains(&with)
                && row.iter().all(|place| self.black.contains(place))
                && [along(first, step, -1), along(first, step, 4)].into_iter().all(|end| {
                    self.is_empty(end) && {
                        self.black.insert(end);
                        let five = self.has_row(end, step, 5);
                        self.black.remove(&end);
                        five
                    }
                })
        })
    }

    /// A three: one can add a stone to attain a straight four, without attaining five and without a forbidden move.
    fn is_three(&mut self, at: Place, step: Place, deepest: &mut usize) -> bool {
        (-4..=4).map(|n| along(at, step, n)).any(|more| {
            self.is_empty(more) && {
                self.black.insert(more);
                let straight = self.is_straight_four(more, at, step);
                let five = STEPS.into_iter().any(|step| self.has_row(more, step, 5));
                self.black.remove(&more);
                straight && !five && self.forbidden(more, deepest).is_none()
            }
        })
    }

    fn forbidden(&mut self, at: Place, deepest: &mut usize) -> Option<Forbidden> {
        self.black.insert(at);
        let mut below = 0;
        let answer = if STEPS.into_iter().any(|step| self.has_row(at, step, 5)) {
            None
        } else if STEPS.into_iter().any(|step| (6..=self.size).any(|n| self.has_row(at, step, n))) {
            Some(Forbidden::Overline)
        } else if STEPS.map(|step| self.fours(at, step)).into_iter().sum::<usize>() >= 2 {
            Some(Forbidden::DoubleFour)
        } else {
            let threes = STEPS.into_iter().filter(|step| self.is_three(at, *step, &mut below)).count();
            (threes >= 2).then_some(Forbidden::DoubleThree)
        };
        self.black.remove(&at);
        *deepest = (*deepest).max(below + 1);
        answer
    }
}

/// Compares every point of a board; says how deep one question led to others.
fn same_as_defined(position: &Position) -> usize {
    let place = |point: Point| (i32::from(point.row), i32::from(point.column));
    let of = |wanted| {
        let stones = position.grid().stones().filter(move |(_, colour)| *colour == wanted);
        stones.map(|(point, _)| place(point)).collect()
    };
    let mut defined = Defined {
        size: i32::from(position.size().rows()),
        black: of(Colour::Black),
        white: of(Colour::White),
    };
    let mut deepest = 0;
    for point in position.grid().empty() {
        let expected = defined.forbidden(place(point), &mut deepest);
        assert_eq!(position.forbidden(point), expected, "{point} {position:?}");
    }
    deepest
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn what_is_forbidden_is_what_is_defined(
        side in 5..=10u8, blacks in 1..6u8, whites in 0..3u8, cells in prop::collection::vec(0..16u8, 100)
    ) {
        let setup = setup(side, side, Rule::Renju);
        let stone = |(point, cell): (Point, &u8)| match cell {
            cell if *cell < blacks => Some((point, Colour::Black)),
            cell if *cell < blacks + whites => Some((point, Colour::White)),
            _ => None,
        };
        let stones: Vec<(Point, Colour)> = setup.size.all().zip(&cells).filter_map(stone).collect();
        same_as_defined(&Position::of(setup, &stones, Colour::Black).expect("a board"));
    }
}
