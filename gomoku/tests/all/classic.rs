//! The AI players of the source document: the incremental rating against one from scratch, the search against the plain
//! one, the document's rules one by one, and legal answers everywhere.

use crate::drawn::{board, setup};
use common::game::{Dice, Enumerable, Game, Value};
use common::player::{AiPlayers, Budget, Player, PlayerError, Spec, Thought, Turn};
use common::search::Reversible;
use gomoku::ai::classic::{Groups, RunRule, RunValues, WON, plain, search};
use gomoku::rules::{Colour, Grid, Move, Opening, Point, Position, Rule, Setup};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::Mutex;

const LEVELS: [&str; 4] = ["random", "rule", "minimax:depth=2", "combined:depth=2"];

fn build_player(name: &str, setup: Setup, seed: u64) -> Box<dyn Player<Position>> {
    let spec: Spec = name.parse().expect("a player's name");
    Position::build_player(&spec, &setup, seed).expect("a player")
}

/// The answer of a player in a position.
fn answer(player: &mut dyn Player<Position>, position: &Position) -> Result<Move, PlayerError> {
    choose_with_thoughts(player, position, &Budget::default()).0
}

fn choose_with_thoughts(
    player: &mut dyn Player<Position>,
    position: &Position,
    budget: &Budget,
) -> (Result<Move, PlayerError>, Vec<Thought>) {
    let turn = Turn { side: position.mover(), view: position, setup: &position.setup(), moves: &[] };
    let thoughts = Mutex::new(Vec::new());
    let answer = player.choose(&turn, budget, &|thought| thoughts.lock().expect("one thread").push(thought));
    (answer, thoughts.into_inner().expect("one thread"))
}

/// All points that a player answers with, over many seeds.
fn answers(name: &str, position: &Position) -> BTreeSet<String> {
    (0..60)
        .map(|seed| {
            let mut player = build_player(name, position.setup(), seed);
            answer(player.as_mut(), position).expect("a move").to_string()
        })
        .collect()
}

fn points(listed: &str) -> BTreeSet<String> {
    listed.split_whitespace().map(str::to_owned).collect()
}

/// A position after random moves near the stones, before the end of the game.
fn random_position(setup: Setup, stones: usize, seed: u64) -> Position {
    let mut dice = Dice::new(seed);
    let mut position = Position::new(setup);
    while position.stones() < stones {
        let near: Vec<Point> = plain::relevant(position.grid())
            .into_iter()
            .filter(|p| position.forbidden(*p).is_none())
            .collect();
        let Some(point) = dice.pick(&near) else { break };
        let undo = position.apply(&Move::Stone(*point));
        if position.end().is_some() {
            position.take_back(undo);
            break;
        }
    }
    position
}

fn any_setup() -> impl Strategy<Value = Setup> {
    (5..=22u8, 5..=22u8, prop::sample::select(Rule::ALL.to_vec()))
        .prop_map(|(columns, rows, rule)| setup(columns, rows, rule))
}

fn small_setup() -> impl Strategy<Value = Setup> {
    (5..=8u8, 5..=8u8, prop::sample::select(Rule::ALL.to_vec()))
        .prop_map(|(columns, rows, rule)| setup(columns, rows, rule))
}

/// Places stones of any colour anywhere and undoes some, and compares the incremental rating with the plain one.
fn check_incremental_rating(setup: Setup, steps: &[(u16, u8)]) -> Result<(), TestCaseError> {
    let values = RunValues::new(setup.rule);
    let mut groups = Groups::new(setup.size, setup.rule);
    for (choice, kind) in steps {
        let empty: Vec<Point> = groups.grid().empty().collect();
        let colour = if kind % 2 == 0 { Colour::Black } else { Colour::White };
        if *kind >= 6 || empty.is_empty() {
            groups.take_back();
        } else {
            let index = Grid::index(empty[usize::from(*choice) % empty.len()]);
            let expected = groups.rating_for(colour) + groups.gain(index, colour);
            groups.place_stone(index, colour);
            prop_assert_eq!(groups.rating_for(colour), expected);
        }
        prop_assert_eq!(groups.rating(), plain::rating(groups.grid(), &values));
        prop_assert_eq!(groups.relevant_points(), plain::relevant(groups.grid()));
    }
    while groups.grid().stones().next().is_some() {
        groups.take_back();
        prop_assert_eq!(groups.rating(), plain::rating(groups.grid(), &values));
    }
    prop_assert_eq!(groups.rating(), 0);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn the_incremental_rating_is_the_plain_one(
        setup in any_setup(), steps in prop::collection::vec((any::<u16>(), 0..8u8), 0..150)
    ) {
        check_incremental_rating(setup, &steps)?;
    }

    /// Small boards fill up, and have long runs.
    #[test]
    fn the_incremental_rating_is_the_plain_one_on_small_boards(
        setup in small_setup(), steps in prop::collection::vec((any::<u16>(), 0..7u8), 0..150)
    ) {
        check_incremental_rating(setup, &steps)?;
    }

    #[test]
    fn the_fast_search_finds_the_plain_move(
        setup in small_setup(), stones in 0..40usize, seed: u64, depth in 1..=3u32, best in 1..8usize
    ) {
        let position = random_position(setup, stones, seed);
        let (fast, plain) = (search(&position, depth, best, &Budget::default()), plain::search(&position, depth, best));
        prop_assert_eq!((fast.point, fast.value), (plain.point, plain.value), "{:?}", position);
    }

    #[test]
    fn the_fast_search_finds_the_plain_move_on_large_boards(
        setup in any_setup(), stones in 0..30usize, seed: u64, best in 1..30usize
    ) {
        let position = random_position(setup, stones, seed);
        let (fast, plain) = (search(&position, 2, best, &Budget::default()), plain::search(&position, 2, best));
        prop_assert_eq!((fast.point, fast.value), (plain.point, plain.value), "{:?}", position);
    }
}

#[test]
fn the_fast_search_finds_the_plain_move_at_depth_five() {
    for (seed, rule) in (0..).zip(Rule::ALL) {
        let position = random_position(setup(7, 6, rule), 12, seed);
        let (fast, plain) = (search(&position, 5, 4, &Budget::default()), plain::search(&position, 5, 4));
        assert_eq!((fast.point, fast.value), (plain.point, plain.value), "{position:?}");
    }
}

#[test]
fn every_answer_is_legal_until_the_board_is_full() {
    for rule in Rule::ALL {
        for opening in Opening::ALL {
            for (columns, rows) in [(5, 5), (6, 7), (9, 5)] {
                let setup = Setup { opening, ..setup(columns, rows, rule) };
                for (seed, names) in LEVELS.iter().flat_map(|a| LEVELS.map(|b| [a, b])).enumerate() {
                    let mut players = names.map(|name| build_player(name, setup, seed as u64));
                    let mut position = Position::new(setup);
                    while position.outcome().is_none() {
                        let player = players[position.mover().index()].as_mut();
                        let m = answer(player, &position).expect("a move");
                        assert_eq!(position.check(m), Ok(()), "{names:?} in {position:?}");
                        position.apply(&m);
                    }
                    for player in &mut players {
                        assert_eq!(answer(player.as_mut(), &position), Err(PlayerError::NoMove));
                    }
                }
            }
        }
    }
}

#[test]
fn the_first_stone_goes_to_the_centre() {
    for name in LEVELS {
        assert_eq!(answers(name, &Position::new(Setup::default())), points("h8"));
        assert_eq!(answers(name, &Position::new(setup(6, 9, Rule::Renju))), points("d5"));
    }
}

#[test]
fn random_plays_points_at_a_distance_of_up_to_two() {
    let corner = board(Rule::Freestyle, Colour::White, &[".....", ".....", ".....", ".....", "x...."]);
    assert_eq!(answers("random", &corner), points("b1 c1 a2 b2 c2 a3 b3 c3"));
}

/// The first rule that applies in a position, and its points.
fn first_rule(position: &Position) -> (RunRule, BTreeSet<String>) {
    let all = RunRule::ALL.map(|rule| (rule, rule.points(position)));
    let (rule, found) = all.into_iter().find(|(_, points)| !points.is_empty()).expect("a rule that applies");
    (rule, found.iter().map(Point::to_string).collect())
}

#[test]
fn the_rules_of_the_document_apply_in_order() {
    let rows = [
        ".........",
        ".oooo....",
        ".........",
        "..xxxx...",
        ".........",
        "...xxx...",
        "..ooo....",
        ".........",
        ".........",
    ];
    let own = |size| RunRule { own: true, size };
    let other = |size| RunRule { own: false, size };
    let four = board(Rule::Freestyle, Colour::Black, &rows);
    assert_eq!(first_rule(&four), (own(4), points("b6 g6")));
    assert_eq!(answers("rule", &four), points("b6 g6"));
    assert_eq!(answers("combined:depth=1", &four).len(), 1);

    let rows = [".........", "xoooo....", ".........", "...xxx...", ".........", "...xx....", "..o......"];
    let block = board(Rule::Freestyle, Colour::Black, &rows);
    assert_eq!(first_rule(&block), (other(4), points("f6")));
    assert!(LEVELS[1..].iter().all(|name| answers(name, &block) == points("f6")));

    let rows = [".........", "...xxx...", ".........", "...ooo...", "........."];
    let extend = board(Rule::Freestyle, Colour::Black, &rows);
    assert_eq!(first_rule(&extend), (own(3), points("c4 g4")));
    assert_eq!(answers("rule", &extend), points("c4 g4"));
    assert_eq!(answers("combined:depth=1", &extend), points("c4"));

    let rows = [".........", "oxxx.....", ".........", "...ooo...", "........."];
    let three = board(Rule::Freestyle, Colour::Black, &rows);
    assert_eq!(first_rule(&three), (other(3), points("c2 g2")));
    assert_eq!(answers("rule", &three), points("c2 g2"));

    let rows = [".........", ".xx......", ".........", "....oo...", "........."];
    let two = board(Rule::Freestyle, Colour::Black, &rows);
    assert_eq!(first_rule(&two), (own(2), points("a4 d4")));
    assert_eq!(answers("rule", &two), points("a4 d4"));
    let only_opponent = board(
        Rule::Freestyle,
        Colour::Black,
        &[".........", "xx.......", ".........", "....oo...", "........."],
    );
    assert_eq!(first_rule(&only_opponent), (other(2), points("d2 g2")));
    assert_eq!(answers("rule", &only_opponent), points("d2 g2"));
}

#[test]
fn the_edge_blocks_like_a_stone() {
    // The four in the corner has one open end, the three below has none at the edge.
    let rows = ["xxxx.....", ".........", ".........", ".........", "xxx......", "........."];
    let position = board(Rule::Freestyle, Colour::Black, &rows);
    assert_eq!(first_rule(&position), (RunRule { own: true, size: 4 }, points("e6")));
    let position = board(Rule::Freestyle, Colour::White, &rows[1..]);
    let none = RunRule::ALL.iter().all(|rule| rule.points(&position).is_empty());
    assert!(none, "no run along the edge has two open ends");
    let values = RunValues::new(Rule::Freestyle);
    let corner = board(Rule::Freestyle, Colour::White, &[".....", ".....", ".....", ".....", "x...."]);
    // In the corner a row, a column and a diagonal have one open end, and the other diagonal has none.
    assert_eq!(plain::rating(corner.grid(), &values), 3);
    assert_eq!(Groups::of(&corner).rating(), 3);
}

#[test]
fn a_four_counts_only_if_it_can_win() {
    let rows = ["..........", ".xxxx.x...", "..........", "..........", ".........."];
    let free = board(Rule::Freestyle, Colour::Black, &rows);
    let exact = board(Rule::Standard, Colour::Black, &rows);
    assert_eq!(first_rule(&free).1, points("a4 f4"));
    assert_eq!(first_rule(&exact).1, points("a4"));
    assert_eq!(answers("minimax:depth=1", &exact), points("a4"));
    let white = board(Rule::Standard, Colour::White, &rows);
    assert_eq!(answers("rule", &white), points("a4"), "a block is needed only there");
}

#[test]
fn black_does_not_extend_to_a_forbidden_point() {
    // On e5 black would make a double three, so the open two of the row may be extended only to the left.
    let rows = [
        ".........",
        ".........",
        "....x....",
        "....x....",
        "..xx.....",
        ".........",
        ".........",
        ".........",
        ".........",
    ];
    let renju = board(Rule::Renju, Colour::Black, &rows);
    let free = board(Rule::Freestyle, Colour::Black, &rows);
    assert!(first_rule(&free).1.contains("e5"));
    assert!(!first_rule(&renju).1.contains("e5") && first_rule(&renju).1.contains("b5"));
    assert!(LEVELS.iter().all(|name| !answers(name, &renju).contains("e5")));
    assert_eq!(answers("minimax:depth=1", &free), points("e5"));
    assert!(!answers("minimax:depth=1", &renju).contains("e5"));
}

#[test]
fn the_rules_do_not_see_gaps() {
    let rows = [".........", ".........", ".oo.oo...", ".........", "........."];
    let position = board(Rule::Freestyle, Colour::Black, &rows);
    assert_eq!(first_rule(&position).0, RunRule { own: false, size: 2 });
    assert_eq!(answers("minimax:depth=2", &position), points("d3"), "the search sees the five");
}

#[test]
fn the_search_finds_the_fastest_five() {
    let rows = [".........", "...xxx...", ".........", "..oo.....", "........."];
    let position = board(Rule::Freestyle, Colour::Black, &rows);
    let value = |depth| search(&position, depth, 30, &Budget::default()).value;
    assert_eq!((value(3), value(4)), (WON - 3, WON - 3));
    assert!(value(2) < WON / 2);
    let four = board(
        Rule::Freestyle,
        Colour::Black,
        &[".........", "..xxxx...", ".........", "..ooo....", "........."],
    );
    let (_, thoughts) =
        choose_with_thoughts(build_player("minimax", four.setup(), 1).as_mut(), &four, &Budget::default());
    assert_eq!(thoughts.len(), 1);
    assert_eq!((thoughts[0].value, thoughts[0].exact, thoughts[0].depth), (Some(Value::POINT), true, 1));
    assert_eq!(thoughts[0].line, ["b4"]);
}

#[test]
fn a_search_out_of_budget_still_has_a_move() {
    let position = random_position(Setup::default(), 12, 3);
    let budgets = [Budget::nodes(1), Budget::depth(1), Budget::depth(0), Budget::default()];
    budgets[3].stop.raise();
    let shallow = search(&position, 1, 30, &Budget::default());
    for budget in &budgets {
        let found = search(&position, 6, 30, budget);
        assert_eq!((found.depth, found.point), (1, shallow.point), "{budget:?}");
    }
    let (m, thoughts) = choose_with_thoughts(
        build_player("minimax", Setup::default(), 1).as_mut(),
        &position,
        &Budget::depth(2),
    );
    assert!(position.check(m.expect("a move")).is_ok());
    assert_eq!(thoughts[0].depth, 2);
    assert!(thoughts[0].nodes > 0);
}

#[test]
fn options_have_limits() {
    let made = |text: &str| {
        let spec: Spec = text.parse().expect("a player's name");
        Position::build_player(&spec, &Setup::default(), 1).is_ok()
    };
    for good in ["random", "rule", "minimax:depth=10,best=200", "combined:depth=1,best=1"] {
        assert!(made(good), "{good}");
    }
    for bad in [
        "random:depth=1",
        "rule:best=2",
        "minimax:depth=0",
        "minimax:depth=11",
        "combined:best=0",
        "combined:best=201",
    ] {
        assert!(!made(bad), "{bad}");
    }
    assert!(Position::all_levels().all(|level| made(level.name)));
}

#[test]
fn players_answer_the_choices_of_swap2() {
    let swap2 = Setup { opening: Opening::Swap2, ..Setup::default() };
    for name in LEVELS {
        let mut position = Position::new(swap2);
        for _ in 0..3 {
            let m = answer(build_player(name, swap2, 5).as_mut(), &position).expect("a move");
            position.apply(&m);
        }
        assert!(position.is_choosing_colour());
        let m = answer(build_player(name, swap2, 5).as_mut(), &position).expect("a move");
        assert!(position.moves().contains(&m), "{m}");
    }
}

#[test]
fn combined_extends_its_three_before_it_searches() {
    let rows = [".........", "...xxx...", ".........", ".oo.oo...", "........."];
    let position = board(Rule::Freestyle, Colour::Black, &rows);
    assert_eq!(answers("minimax:depth=2", &position), points("d2"), "white would make five");
    assert_eq!(answers("combined:depth=2", &position), points("c4"), "as in the document");
}

#[test]
fn the_last_stone_makes_a_draw() {
    let rows = ["xxoox", "ooxxo", "xx.ox", "ooxxo", "xxoox"];
    let position = board(Rule::Freestyle, Colour::White, &rows);
    for depth in 1..=3 {
        let found = search(&position, depth, 30, &Budget::default());
        assert_eq!((found.point.map(|point| point.to_string()), found.value), (Some("c3".to_owned()), 0));
    }
}
