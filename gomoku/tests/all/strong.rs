//! The strong engine: its incremental board against one from scratch, its threat search against plain search, and its
//! play.

use common::game::{Dice, Enumerable, Game};
use common::player::{AiPlayers, Budget, Turn};
use common::search::Reversible;
use gomoku::ai::strong::{Board, Kind, Weights};
use gomoku::ai::{Threat, threats, vcf};
use gomoku::rules::{Colour, End, Grid, Move, Opening, Point, Position, Rule, Setup, Size};
use proptest::prelude::*;

fn setup(columns: u8, rows: u8, rule: Rule) -> Setup {
    let size = Size::new(columns, rows).expect("a size that boards have");
    Setup { size, rule, opening: Opening::Free }
}

fn assert_same(incremental: &mut Board, fresh: &mut Board, size: Size) {
    assert_eq!(
        (incremental.key(), incremental.evaluate(), incremental.mover()),
        (fresh.key(), fresh.evaluate(), fresh.mover())
    );
    for index in size.all().map(Grid::index).filter(|index| fresh.is_empty(*index)) {
        for colour in Colour::ALL {
            assert_eq!(
                incremental.line_shapes(colour, index),
                fresh.line_shapes(colour, index),
                "{}",
                Grid::point(index)
            );
        }
    }
    for colour in Colour::ALL {
        for kind in Kind::ALL {
            assert_eq!(
                incremental.count_of(colour, kind),
                fresh.count_of(colour, kind),
                "{colour:?} {kind:?}"
            );
            assert!(
                incremental.points_of(colour, kind).eq(fresh.points_of(colour, kind)),
                "{colour:?} {kind:?}"
            );
        }
    }
    assert!(incremental.candidates().eq(fresh.candidates()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn the_incremental_board_equals_a_fresh_one(
        columns in 5_u8..=22,
        rows in 5_u8..=22,
        rule in 0_usize..3,
        seed: u64,
        steps in proptest::collection::vec(0_u8..4, 1..80),
    ) {
        let setup = setup(columns, rows, Rule::ALL[rule]);
        let weights = Weights::learned();
        let mut position = Position::new(setup);
        let mut board = Board::of(&position, &weights);
        let (mut undos, mut dice) = (Vec::new(), Dice::new(seed));
        for step in steps {
            if step == 0 {
                if let Some(undo) = undos.pop() {
                    position.take_back(undo);
                    board.take_back();
                }
            } else if let Some(m @ Move::Stone(point)) = dice.pick(&position.moves()).copied() {
                undos.push(position.apply(&m));
                board.play(Grid::index(point));
            }
            assert_same(&mut board, &mut Board::of(&position, &weights), setup.size);
        }
    }
}

/// The position after random stones.
fn random_position(setup: Setup, stones: usize, seed: u64) -> Position {
    let (mut position, mut dice) = (Position::new(setup), Dice::new(seed));
    for _ in 0..stones {
        let Some(m) = dice.pick(&position.moves()).copied() else { break };
        let undo = position.apply(&m);
        if position.end().is_some() {
            position.take_back(undo);
        }
    }
    position
}

/// The position after legal moves.
fn after(setup: Setup, moves: &str) -> Position {
    let mut position = Position::new(setup);
    for text in moves.split_whitespace() {
        let m = position.parse(position.mover(), text).unwrap_or_else(|why| panic!("{text}: {why}"));
        position.apply(&m);
    }
    position
}

/// The points that make five for a colour, found by trying them.
fn fives(position: &Position, colour: Colour) -> Vec<Point> {
    let stones: Vec<(Point, Colour)> = position.grid().stones().collect();
    let mut with_mover = Position::of(position.setup(), &stones, colour).expect("the same stones");
    let mut wins = |point: &Point| {
        let m = Move::Stone(*point);
        if with_mover.check(m).is_err() {
            return false;
        }
        let undo = with_mover.apply(&m);
        let five = matches!(with_mover.end(), Some(End::Five(winner, _)) if *winner == colour);
        with_mover.take_back(undo);
        five
    };
    position.grid().empty().filter(|point| wins(point)).collect()
}

/// The fewest stones of a VCF, by plain search.
fn plain_vcf(position: &mut Position, stones: usize) -> Option<usize> {
    let own = position.colour();
    if stones == 0 {
        return None;
    }
    if !fives(position, own).is_empty() {
        return Some(1);
    }
    let mut best = None;
    for m in position.moves() {
        let undo = position.apply(&m);
        let threats = fives(position, own);
        if position.end().is_none() && !threats.is_empty() && fives(position, own.other()).is_empty() {
            let blocks: Vec<Move> = threats.iter().copied().map(Move::Stone).collect();
            let found = if blocks.len() > 1 || position.check(blocks[0]).is_err() {
                (stones >= 2).then_some(2)
            } else {
                let undo = position.apply(&blocks[0]);
                let found = if position.end().is_some() {
                    None
                } else {
                    plain_vcf(position, stones - 1).map(|n| n + 1)
                };
                position.take_back(undo);
                found
            };
            best = best.into_iter().chain(found).min();
        }
        position.take_back(undo);
    }
    best
}

#[test]
fn vcf_finds_the_same_wins_as_plain_search() {
    let mut found = [0; 8];
    for seed in 0..240 {
        let rule = Rule::ALL[seed as usize % 3];
        let mut position = random_position(setup(8, 8, rule), 22 + seed as usize % 9, seed);
        let plain = plain_vcf(&mut position, 5);
        let line = vcf(&position, 5);
        assert_eq!(line.as_ref().map(|line| line.len().div_ceil(2)), plain, "{position:?}");
        found[plain.unwrap_or(0)] += 1;
        // The moves of the line win.
        for (n, point) in line.into_iter().flatten().enumerate() {
            let m = Move::Stone(point);
            assert_eq!(position.check(m), Ok(()), "move {n} of the line in {position:?}");
            position.apply(&m);
        }
        assert!(plain.is_none() || position.end().is_some(), "{position:?}");
    }
    assert!(found[0] > 20 && found[2] > 5 && found[3] > 5, "{found:?}");
}

fn choose(position: &Position, spec: &str, seed: u64, nodes: u64) -> Move {
    let setup = position.setup();
    let mut player =
        Position::build_player(&spec.parse().expect("a player"), &setup, seed).expect("an AI player");
    let turn = Turn { side: position.mover(), view: position, setup: &setup, moves: &[] };
    player.choose(&turn, &Budget::nodes(nodes), &|_| ()).expect("a move")
}

#[test]
fn a_five_is_never_missed_and_a_four_is_always_blocked() {
    let (mut wins, mut blocks) = (0, 0);
    for seed in 0..400 {
        let rule = Rule::ALL[seed as usize % 3];
        let position = random_position(setup(9, 9, rule), 20 + seed as usize % 30, seed);
        if position.end().is_some() {
            continue;
        }
        let own = position.colour();
        let chosen = choose(&position, "strong:hash=1", seed, 300);
        let Move::Stone(point) = chosen else { panic!("no stone") };
        assert_eq!(position.check(chosen), Ok(()), "{chosen} in {position:?}");
        let (five, block) = (fives(&position, own), fives(&position, own.other()));
        let can_block = block.iter().any(|point| position.check(Move::Stone(*point)).is_ok());
        if !five.is_empty() {
            wins += 1;
            assert!(five.contains(&point), "{point} misses {five:?} in {position:?}");
        } else if can_block {
            blocks += 1;
            assert!(block.contains(&point), "{point} does not block {block:?} in {position:?}");
        }
    }
    assert!(wins > 20 && blocks > 20, "{wins} {blocks}");
}

#[test]
fn the_faster_win_is_preferred() {
    // An open three, and a four that wins more slowly.
    let position = after(Setup::default(), "h8 a1 i8 a3 j8 a5 d4 c14 d5 c12 d6 d3");
    let line = vcf(&position, 8).expect("a win");
    assert_eq!(line.len(), 3, "{line:?}");
    let Move::Stone(point) = choose(&position, "strong:hash=1", 1, 20_000) else { panic!("no stone") };
    assert!(["g8", "k8"].contains(&point.to_string().as_str()), "{point}");
}

#[test]
fn a_seed_repeats_the_move_and_seeds_vary_it() {
    let position = after(Setup::default(), "h8 i9");
    let chosen = |seed| choose(&position, "strong:hash=1", seed, 3_000);
    assert_eq!(chosen(5), chosen(5));
    let all: std::collections::HashSet<Move> = (0..12).map(chosen).collect();
    assert!(all.len() > 1, "{all:?}");
}

#[test]
fn games_on_tiny_boards_end_in_a_draw() {
    for rule in Rule::ALL {
        let setup = setup(5, 6, rule);
        let mut position = Position::new(setup);
        while position.end().is_none() {
            let m = choose(&position, "strong:hash=1", 3, 200);
            assert_eq!(position.check(m), Ok(()), "{m} in {position:?}");
            position.apply(&m);
        }
        assert!(matches!(position.end(), Some(End::Full | End::NoMove)), "{position:?}");
    }
}

#[test]
fn both_players_of_swap2_answer_at_every_stage() {
    let setup = Setup { opening: Opening::Swap2, ..Setup::default() };
    for seed in 0..6 {
        let spec = "strong:hash=1".parse().expect("a player");
        let mut players =
            [1, 2].map(|n| Position::build_player(&spec, &setup, 10 * seed + n).expect("an AI player"));
        let mut position = Position::new(setup);
        for _ in 0..9 {
            let side = position.mover();
            let turn = Turn { side, view: &position, setup: &setup, moves: &[] };
            let chosen = players[side.index()].choose(&turn, &Budget::nodes(500), &|_| ()).expect("a move");
            assert_eq!(position.check(chosen), Ok(()), "{chosen} in {position:?}");
            position.apply(&chosen);
        }
        assert!(position.black().is_some());
    }
}

#[test]
fn threats_are_classified() {
    let position = after(Setup::default(), "h8 a1 i8 a3 j8 c9");
    let found = threats(&position, Colour::Black);
    let threat_at =
        |text: &str| found.iter().find(|(point, _)| point.to_string() == text).map(|(_, threat)| *threat);
    assert_eq!(threat_at("g8"), Some(Threat::OpenFour));
    assert_eq!(threat_at("f8"), Some(Threat::Four));
    assert_eq!(threat_at("c3"), None);
    assert!(threats(&position, Colour::White).is_empty());
}
