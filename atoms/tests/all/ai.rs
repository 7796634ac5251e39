//! The AI players: compared with plain minimax, and with their budgets and options.

use atoms::ai::strong::{
    FEATURES, FeatureWeights, PatternWeights, StrongPlayer, board_features, for_each_pattern,
};
use atoms::ai::{DepthLimitedPlayer, electron_lead};
use atoms::board::{Board, Shape, Wide, Word};
use atoms::rules::{Position, Rule, Setup, Size, Square};
use common::game::{Dice, Enumerable, Game, Side, Value};
use common::parameters::Parameters;
use common::player::{AiPlayers, Budget, Player, PlayerError, Spec, Thought, Turn};
use common::search::{Reversible, SharedTranspositionTable};
use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

fn setup(columns: u8, rows: u8, rule: Rule) -> Setup {
    Setup { size: Size::new(columns, rows).expect("a valid size"), rule }
}

/// A random unfinished position after at most `plies` plies.
fn random_position(setup: Setup, plies: usize, seed: u64) -> Position {
    let mut dice = Dice::new(seed);
    let mut position = Position::new(setup);
    for _ in 0..plies {
        let Some(m) = dice.pick(&position.moves()).copied() else { break };
        let before = position.clone();
        position.apply(&m);
        if position.winner().is_some() {
            return before;
        }
    }
    position
}

fn choose(
    player: &mut dyn Player<Position>,
    position: &Position,
    budget: &Budget,
) -> (Result<Square, PlayerError>, Option<Thought>) {
    let last = Mutex::new(None);
    let turn = Turn { side: position.mover(), view: position, setup: &position.setup(), moves: &[] };
    let chosen = player.choose(&turn, budget, &|thought| *last.lock().unwrap() = Some(thought));
    (chosen, last.into_inner().unwrap())
}

fn build_player(name: &str, setup: Setup) -> Box<dyn Player<Position>> {
    Position::build_player(&name.parse().expect("a player"), &setup, 7).expect("a known player")
}

/// Plain minimax to a depth. It evaluates the lead in electrons.
fn minimax(position: &Position, depth: u32) -> i32 {
    let electrons = |side| position.electrons(side) as i32;
    match position.winner() {
        Some(_) => -1_000_000,
        None if depth == 0 => electrons(position.mover()) - electrons(position.mover().other()),
        None => position.moves().iter().map(|m| -minimax(position.chain(*m).end(), depth - 1)).max().unwrap(),
    }
}

/// Whether the side to move wins, by plain search with memoization.
fn wins(position: &Position, known: &mut HashMap<Vec<(Option<Side>, u8)>, bool>) -> bool {
    if position.winner().is_some() {
        return false;
    }
    let key: Vec<_> = position.atoms().map(|(_, atom)| (atom.owner, atom.electrons)).collect();
    if let Some(value) = known.get(&key) {
        return *value;
    }
    let value = position.moves().iter().any(|m| !wins(position.chain(*m).end(), known));
    known.insert(key, value);
    value
}

#[test]
fn the_source_player_plays_the_moves_of_plain_minimax() {
    for seed in 0..12 {
        let position =
            random_position(setup(4, 4, Rule::ALL[seed as usize % 2]), 4 + 2 * seed as usize, seed);
        let values: Vec<(Square, i32)> =
            position.moves().into_iter().map(|m| (m, -minimax(position.chain(m).end(), 2))).collect();
        let best = values.iter().map(|(_, value)| *value).max();
        let (chosen, thought) =
            choose(&mut *build_player("source", position.setup()), &position, &Budget::default());
        let chosen = chosen.expect("a move");
        let value = values.iter().find(|(m, _)| *m == chosen).map(|(_, value)| *value);
        assert_eq!(value, best, "{chosen} in\n{position:?}");
        assert!(thought.is_some_and(|thought| thought.depth <= 3));
    }
}

#[test]
fn the_source_player_chooses_at_random_among_equal_moves() {
    let position = Position::new(setup(4, 4, Rule::Neutral));
    let shape = Shape::<u64>::new(position.setup()).expect("16 squares");
    let mut player = DepthLimitedPlayer::new(shape, electron_lead, 3, Dice::new(1));
    let mut seen: Vec<Square> =
        (0..60).filter_map(|_| choose(&mut player, &position, &Budget::default()).0.ok()).collect();
    seen.sort_unstable();
    seen.dedup();
    assert!(seen.len() > 4, "{seen:?}");
}

#[test]
fn proved_values_of_strong_are_correct() {
    let mut proofs = 0;
    for rule in Rule::ALL {
        for (columns, rows) in [(3, 2), (3, 3), (4, 2)] {
            let setup = setup(columns, rows, rule);
            let mut known = HashMap::new();
            for seed in 0..24 {
                let position = random_position(setup, 1 + seed as usize % 12, seed);
                let mut strong = build_player("strong:hash=1,threads=1", setup);
                let (chosen, thought) = choose(&mut *strong, &position, &Budget::nodes(60_000));
                let (chosen, thought) = (chosen.expect("a move"), thought.expect("a thought"));
                if !thought.exact {
                    continue;
                }
                proofs += 1;
                let won = wins(&position, &mut known);
                let expected = if won { Value::POINT } else { -Value::POINT };
                assert_eq!(thought.value, Some(expected), "{position:?}");
                let after = position.chain(chosen).end().clone();
                assert_eq!(!wins(&after, &mut known), won, "{chosen} in {position:?}");
            }
        }
    }
    assert!(proofs > 100, "only {proofs} proved positions");
}

#[test]
fn strong_plays_small_boards_perfectly() {
    // The first side wins 5x2 with perfect play.
    let setup = setup(5, 2, Rule::Neutral);
    let mut known = HashMap::new();
    let budget = Budget::time(Duration::from_mins(5));
    for seed in 0..4 {
        let mut position = Position::new(setup);
        let (mut strong, mut dice) = (build_player("strong:hash=1,threads=1", setup), Dice::new(seed));
        while position.winner().is_none() {
            let m = if position.mover() == Side::FIRST {
                let (chosen, thought) = choose(&mut *strong, &position, &budget);
                assert!(thought.is_some_and(|thought| thought.exact && thought.value == Some(Value::POINT)));
                chosen.expect("a move")
            } else {
                dice.pick(&position.moves()).copied().expect("a move")
            };
            position.apply(&m);
            assert!(position.mover() == Side::FIRST || !wins(&position, &mut known), "{m} loses the win");
        }
        assert_eq!(position.winner(), Some(Side::FIRST));
    }
}

#[test]
fn strong_finds_wins_in_one_move_and_prevents_them() {
    let setup = setup(5, 5, Rule::Neutral);
    let won = |position: &Position, m: &Square| position.chain(*m).end().winner().is_some();
    let can_win = |position: &Position| position.moves().iter().any(|m| won(position, m));
    let (mut wins, mut defences) = (0, 0);
    for seed in 0..60 {
        let position = random_position(setup, 24 + seed as usize % 20, seed);
        let mut strong = build_player("strong:hash=1,threads=1", setup);
        let (chosen, _) = choose(&mut *strong, &position, &Budget::nodes(3000));
        let chosen = chosen.expect("a move");
        if can_win(&position) {
            wins += 1;
            assert!(won(&position, &chosen), "{chosen} does not win in {position:?}");
        } else if position.moves().iter().any(|m| !can_win(position.chain(*m).end())) {
            defences += 1;
            assert!(!can_win(position.chain(chosen).end()), "{chosen} loses immediately in {position:?}");
        }
    }
    assert!(wins > 5 && defences > 5, "{wins} wins and {defences} defences");
}

#[test]
fn every_player_keeps_its_budget_on_every_board() {
    for (columns, rows, plies) in [(2, 2, 2), (8, 8, 60), (12, 9, 9), (16, 16, 300)] {
        let setup = setup(columns, rows, Rule::Kept);
        let position = random_position(setup, plies, 3);
        for level in Position::all_levels() {
            let mut player = build_player(level.name, setup);
            let budget = Budget { time: Some(Duration::from_millis(30)), ..Budget::default() };
            let start = Instant::now();
            let (chosen, _) = choose(&mut *player, &position, &budget);
            // A busy computer may be slow. A player that ignores its clock takes hours.
            assert!(start.elapsed() < Duration::from_mins(2), "{} on {columns}x{rows}", level.name);
            assert!(position.check(chosen.expect("a move")).is_ok(), "{} on {columns}x{rows}", level.name);
        }
    }
}

#[test]
fn strong_keeps_its_limits() {
    let position = random_position(Setup::default(), 20, 1);
    let mut strong = build_player("strong:threads=2", position.setup());
    let (chosen, thought) = choose(&mut *strong, &position, &Budget::depth(3));
    assert!(chosen.is_ok() && thought.is_some_and(|thought| thought.depth == 3));
    let stopped = Budget::default();
    stopped.stop.raise();
    assert!(
        choose(&mut *strong, &position, &stopped).0.is_ok(),
        "a search that is stopped immediately has a move"
    );
    let over = {
        let mut position = Position::new(setup(2, 2, Rule::Neutral));
        while let Some(m) = position.moves().first().copied() {
            position.apply(&m);
        }
        position
    };
    let (none, _) = choose(&mut *build_player("strong", over.setup()), &over, &Budget::default());
    assert_eq!(none, Err(PlayerError::NoMove));
}

#[test]
fn one_thread_with_a_node_limit_is_reproducible() {
    let position = random_position(Setup::default(), 30, 2);
    let think = || {
        choose(&mut *build_player("strong:threads=1", position.setup()), &position, &Budget::nodes(20_000))
    };
    let summary =
        |thought: Option<Thought>| thought.map(|thought| (thought.depth, thought.line, thought.value));
    let ((a, first), (b, second)) = (think(), think());
    assert_eq!((a, summary(first)), (b, summary(second)));
}

#[test]
fn invalid_players_are_rejected_with_a_message() {
    let message = |text: &str| {
        let spec: Spec = text.parse().expect("a player");
        Position::build_player(&spec, &Setup::default(), 0).err().expect("an error").to_string()
    };
    assert!(
        message("deepest").contains("there are easy, medium, hard, strong, random, source"),
        "{}",
        message("deepest")
    );
    assert_eq!(message("source:slip=1"), "player 'source' has no option 'slip'; it takes depth");
    assert_eq!(
        message("strong:threads=1000"),
        "'1000' is not a valid value of option 'threads' of player 'strong'"
    );
    assert!(message("strong:weights=/no/such/file").starts_with("'/no/such/file ("));
    assert!(message("strong:weights=/dev/zero").contains("at most 100 KB are read"));
    assert_eq!(message("hard:slip=2"), "'2' is not a valid value of option 'slip' of player 'hard'");
}

/// The board of a position rotated by 90°, or mirrored.
fn transformed(position: &Position, mirror: bool) -> Board<u64> {
    let size = position.size();
    let mut board = Board::<u64>::of(position);
    let target = |square: Square| {
        let Square { row, column } = square;
        let last = size.rows() - 1;
        size.index(if mirror {
            Square { row, column: last - column }
        } else {
            Square { row: column, column: last - row }
        })
    };
    for plane in [&mut board.mine, &mut board.theirs, &mut board.ones, &mut board.twos] {
        *plane = plane.squares().fold(0, |set, n| set | u64::bit(target(size.square(n))));
    }
    board
}

#[test]
fn the_evaluation_does_not_depend_on_symmetry_or_word_size() {
    let weights = PatternWeights::built_in();
    for seed in 0..20 {
        let setup = setup(7, 7, Rule::ALL[seed as usize % 2]);
        let position = random_position(setup, 5 + 2 * seed as usize, seed);
        let shape = Shape::<u64>::new(setup).expect("49 squares");
        let board = Board::<u64>::of(&position);
        let evaluation = weights.evaluate(&shape, &board);
        assert_eq!(evaluation, weights.evaluate(&shape, &transformed(&position, false)));
        assert_eq!(evaluation, weights.evaluate(&shape, &transformed(&position, true)));
        let wide = Shape::<Wide>::new(setup).expect("49 squares");
        assert_eq!(evaluation, weights.evaluate(&wide, &Board::<Wide>::of(&position)));
        let mut count = 0;
        for_each_pattern(&shape, &board, |_| count += 1);
        assert_eq!(count, 49);
    }
}

#[test]
fn features_are_counted_and_weighted() {
    // Blue has a critical corner and two adjacent inner atoms with one electron. Orange has a critical edge.
    let setup = setup(5, 5, Rule::Neutral);
    let mut position = Position::new(setup);
    for text in ["a1", "c5", "c3", "c5", "c2", "e3"] {
        let m = position.parse(position.mover(), text).expect("a legal move");
        position.apply(&m);
    }
    let shape = Shape::<u64>::new(setup).expect("25 squares");
    let counts = board_features(&shape, &Board::of(&position));
    let count = |name: &str| counts[FEATURES.iter().position(|one| *one == name).expect("a feature")];
    assert_eq!(count("corner, critical"), 1);
    assert_eq!(count("edge, critical"), -1);
    assert_eq!(count("edge, two to go"), -1);
    assert_eq!(count("inner, three to go"), 2);
    assert_eq!(count("beside a friend"), 2);
    assert_eq!(count("the move"), 1);
    assert_eq!(count("inner, three to go, exposed"), 0);
    let weights = FeatureWeights::built_in();
    let sum: f32 = counts.iter().zip(weights.0[0]).map(|(count, weight)| f32::from(*count) * weight).sum();
    let evaluation = PatternWeights::built_in().evaluate(&shape, &Board::<u64>::of(&position));
    assert!((sum * 256.0 - evaluation as f32).abs() < 8.0, "{sum} {evaluation}");
}

#[test]
fn weight_files_are_read_back_and_invalid_ones_are_rejected() {
    let weights = FeatureWeights::built_in();
    assert_eq!(FeatureWeights::read(&weights.write()), Ok(weights));
    for text in ["", "{}", "[]", "{\"the move\": [1, 2]}"] {
        assert!(FeatureWeights::read(text).is_err(), "{text}");
    }
}

#[test]
fn two_threads_search_one_position() {
    let shape = Shape::<u64>::new(Setup::default()).expect("64 squares");
    let (weights, table) = (PatternWeights::built_in(), SharedTranspositionTable::small());
    let strong = StrongPlayer::new(shape, weights, table, Some(2), Dice::new(1));
    let board = Board::of(&random_position(Setup::default(), 30, 5));
    let (best, nodes) = strong.search(&board, 0, &Budget::depth(5), &|_, _| ());
    assert!(best.depth == 5 || best.score.abs() > 29_000, "{best:?}");
    assert!(nodes > 100 && !best.line.is_empty());
}
