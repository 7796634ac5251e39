//! The forbidden moves of renju: drawn cases, and the implementation against the literal definitions.

use crate::drawn::{board, letter, setup};
use common::game::{Enumerable, Game, Outcome};
use common::search::Reversible;
use gomoku::rules::{Colour, End, Forbidden, Move, Point, Position, Rule};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// The expected answer for a mark in a drawing: `O` overline, `F` double four, `T` double three, `+` allowed.
fn expected(mark: u8) -> Option<Forbidden> {
    match mark {
        b'O' => Some(Forbidden::Overline),
        b'F' => Some(Forbidden::DoubleFour),
        b'T' => Some(Forbidden::DoubleThree),
        _ => None,
    }
}

/// Every mark of a drawing must hold for black in all eight symmetries. White is never restricted.
fn check_marks(rows: &[&str]) {
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
fn overlines_are_forbidden() {
    check_marks(&[".........", "..xxOxxx.", ".........", ".........", "xxxOxxx.."]);
    // Exactly five is allowed.
    check_marks(&["xx+xx....", ".........", "..xxx.x.o", "..xo.....", "oxxx+x.o."]);
}

#[test]
fn double_fours_are_forbidden() {
    check_marks(&[".......", "oxxxF..", "....x..", "....x..", "....x..", "....o..", "......."]);
    // Both on one line.
    check_marks(&["..x.xFx.x..", "...........", "...........", "...........", "..........."]);
    check_marks(&["..xx.xF.xx.", "...........", ".xxx.F.xxx.", "...........", "..........."]);
    // A four that existed before does not count.
    check_marks(&[".x+.xx.xx..", "...........", "...........", "...........", "..........."]);
    // A straight four counts once, though two points complete it. So does a four with an end that would make six.
    check_marks(&["..xx+x.....", "...........", "...........", "...........", ".x.xxx+...."]);
    // Three stones that white or the edge blocks on both sides are not a four.
    check_marks(&[".......", "oxxx+o.", "....x..", "....x..", "....x..", "......."]);
    check_marks(&["xxxF...", "...x...", "...x...", "...x...", "......."]);
    check_marks(&["xxx+...", "...x...", "...x...", "...x...", "...o...", "......."]);
}

#[test]
fn double_threes_are_forbidden() {
    check_marks(&[
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
    check_marks(&[
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
    // A three and a four are allowed.
    check_marks(&[
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
fn five_is_never_forbidden() {
    check_marks(&["....x....", "....x....", "....x....", "....x....", "xxx.+xxx.", ".........", "........."]);
    check_marks(&["xxx+.....", "...xx....", "...x.x...", "...x..x..", "...x....."]);
    let rows = ["xxx+xx...", "...x.....", "...x.....", "...x.....", "...x....."];
    let mut position = board(Rule::Renju, Colour::Black, &rows);
    let m = position.parse(position.mover(), "d5").expect("five and six at once");
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
        check_marks(&rows.iter().map(String::as_str).collect::<Vec<_>>());
    };
    with("..xxT....");
    with("o.xx+.o..");
    with("o.xxT..o.");
    with(".oxx+....");
    with("..xx+o...");
    // On one side the four would become six with the stone behind, on the other side white is too near.
    let far = |row: &str| {
        let column = ["..........", ".....x....", ".....x...."].map(str::to_owned);
        let rows = [&column[..], &[row.to_owned()], &vec!["..........".to_owned(); 4]].concat();
        check_marks(&rows.iter().map(String::as_str).collect::<Vec<_>>());
    };
    far("x..xx+.o..");
    far("x..xxT..o.");
    far("o..xxT.o..");
    check_marks(&["..x......", "..x......", "xx+......", ".........", ".........", "........."]);
    check_marks(&[".........", "...x.....", "...x.....", ".xxT.....", ".........", "........."]);
    check_marks(&[".........", "...x.....", "...x.....", ".xx+o....", ".........", "........."]);
}

/// The row of d7 and e7 can become a straight four only on g7.
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
    check_marks(&plain);
    let changed = |changes: &[(&str, char)], mark: char| {
        let mut rows: Vec<Vec<char>> = plain.iter().map(|row| row.chars().collect()).collect();
        for (text, letter) in changes.iter().copied().chain([("f7", mark)]) {
            let Move::Stone(point) = Position::new(setup(13, 13, Rule::Renju))
                .parse(common::game::Side::FIRST, text)
                .expect("a point")
            else {
                panic!("{text} is a point")
            };
            rows[12 - usize::from(point.row)][usize::from(point.column)] = letter;
        }
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        check_marks(&rows.iter().map(String::as_str).collect::<Vec<_>>());
    };
    let overline = [("g9", 'x'), ("g8", 'x'), ("g6", 'x'), ("g5", 'x'), ("g4", 'x')];
    changed(&overline, '+');
    let fours = [("g6", 'x'), ("g5", 'x'), ("g4", 'x'), ("g3", 'o')];
    changed(&fours, '+');
    // A stone on g7 would make five, which is not a straight four.
    let five = [("g8", 'x'), ("g6", 'x'), ("g5", 'x'), ("g4", 'x')];
    changed(&five, '+');
    // A stone on g7 would make a double three.
    let threes = [("g6", 'x'), ("g5", 'x'), ("h8", 'x'), ("i9", 'x')];
    changed(&threes, '+');
    // One of these threes cannot become a straight four, because g8 would be a double four. So g7 is allowed, and f7 is
    // not.
    let deeper = [&threes[..], &[("g3", 'o'), ("i8", 'x'), ("j8", 'o')]].concat();
    changed(&deeper, 'T');
    // White prevents the second four.
    let prevented = [&deeper[..], &[("e8", 'o')]].concat();
    changed(&prevented, '+');
}

#[test]
fn a_board_with_only_forbidden_points_is_a_draw() {
    let rows = ["xxx.xxx", "ooooxoo", "xxxxoxx", "ooooxoo", "ooooxo."];
    let mut position = board(Rule::Renju, Colour::White, &rows);
    assert_eq!(position.end(), None);
    let m = position.parse(position.mover(), "g1").expect("a move");
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

/// The definitions of the international rules, taken literally, on a set of black stones and a set of white ones.
struct LiteralRules {
    size: i32,
    black: BTreeSet<(i32, i32)>,
    white: BTreeSet<(i32, i32)>,
}

type Place = (i32, i32);

fn along(from: Place, step: Place, n: i32) -> Place {
    (from.0 + n * step.0, from.1 + n * step.1)
}

const STEPS: [Place; 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

impl LiteralRules {
    fn is_empty(&self, point: Place) -> bool {
        let on_board = (0..self.size).contains(&point.0) && (0..self.size).contains(&point.1);
        on_board && !self.black.contains(&point) && !self.white.contains(&point)
    }

    /// Whether a stone is in a row of exactly this many black stones.
    fn has_row(&self, point: Place, step: Place, length: i32) -> bool {
        let black = |n, from| self.black.contains(&along(from, step, n));
        (0..length)
            .map(|n| along(point, step, -n))
            .any(|first| (0..length).all(|n| black(n, first)) && !black(-1, first) && !black(length, first))
    }

    /// Number of fours of a stone. A four: four stones to which one can be added to attain five in a row.
    fn fours(&mut self, point: Place, step: Place) -> usize {
        let mut fours = BTreeSet::new();
        for first in (0..5).map(|n| along(point, step, -n)) {
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
    fn is_straight_four(&mut self, point: Place, with: Place, step: Place) -> bool {
        (0..4).map(|n| along(point, step, -n)).any(|first| {
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
    fn is_three(&mut self, point: Place, step: Place, max_depth: &mut usize) -> bool {
        (-4..=4).map(|n| along(point, step, n)).any(|more| {
            self.is_empty(more) && {
                self.black.insert(more);
                let straight = self.is_straight_four(more, point, step);
                let five = STEPS.into_iter().any(|step| self.has_row(more, step, 5));
                self.black.remove(&more);
                straight && !five && self.forbidden(more, max_depth).is_none()
            }
        })
    }

    fn forbidden(&mut self, point: Place, max_depth: &mut usize) -> Option<Forbidden> {
        self.black.insert(point);
        let mut below = 0;
        let answer = if STEPS.into_iter().any(|step| self.has_row(point, step, 5)) {
            None
        } else if STEPS.into_iter().any(|step| (6..=self.size).any(|n| self.has_row(point, step, n))) {
            Some(Forbidden::Overline)
        } else if STEPS.map(|step| self.fours(point, step)).into_iter().sum::<usize>() >= 2 {
            Some(Forbidden::DoubleFour)
        } else {
            let threes = STEPS.into_iter().filter(|step| self.is_three(point, *step, &mut below)).count();
            (threes >= 2).then_some(Forbidden::DoubleThree)
        };
        self.black.remove(&point);
        *max_depth = (*max_depth).max(below + 1);
        answer
    }
}

/// Compares all points of a board. Returns the depth of the recursion.
fn compare_with_literal_rules(position: &Position) -> usize {
    let place = |point: Point| (i32::from(point.row), i32::from(point.column));
    let of = |wanted| {
        let stones = position.grid().stones().filter(move |(_, colour)| *colour == wanted);
        stones.map(|(point, _)| place(point)).collect()
    };
    let mut literal = LiteralRules {
        size: i32::from(position.size().rows()),
        black: of(Colour::Black),
        white: of(Colour::White),
    };
    let mut max_depth = 0;
    for point in position.grid().empty() {
        let expected = literal.forbidden(place(point), &mut max_depth);
        assert_eq!(position.forbidden(point), expected, "{point} {position:?}");
    }
    max_depth
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn forbidden_moves_match_the_literal_definitions(
        side in 5..=10u8, blacks in 1..6u8, whites in 0..3u8, cells in prop::collection::vec(0..16u8, 100)
    ) {
        let setup = setup(side, side, Rule::Renju);
        let stone = |(point, cell): (Point, &u8)| match cell {
            cell if *cell < blacks => Some((point, Colour::Black)),
            cell if *cell < blacks + whites => Some((point, Colour::White)),
            _ => None,
        };
        let stones: Vec<(Point, Colour)> = setup.size.all().zip(&cells).filter_map(stone).collect();
        compare_with_literal_rules(&Position::of(setup, &stones, Colour::Black).expect("a board"));
    }
}
