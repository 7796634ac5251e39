//! The machines: against plain minimax, against their promises, and against each other's levels.

use atoms::ai::strong::{Strong, TRAITS, Table, Weights, Worths, patterns, traits_of};
use atoms::ai::{Sight, electron_lead};
use atoms::board::{Board, Shape, Wide, Word};
use atoms::rules::{Position, Rule, Setup, Size, Square};
use common::game::{Dice, Enumerable, Game, Side, Value};
use common::player::{AiPlayers, Budget, Player, PlayerError, Spec, Thought, Turn};
use common::search::Reversible;
use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

fn setup(columns: u8, rows: u8, rule: Rule) -> Setup {
    Setup { size: Size::new(columns, rows).expect("a size that boards have"), rule }
}

/// A random position that is not over, after so many plies or fewer.
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

fn ask(
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
    Position::build_player(&name.parse().expect("a player"), &setup, 7).expect("a player that there is")
}

/// Plain minimax to a depth: the lead in electrons, a win being worth more than any.
fn minimax(position: &Position, depth: u32) -> i32 {
    let of = |side| position.electrons(side) as i32;
    match position.winner() {
        Some(_) => -1_000_000,
        None if depth == 0 => of(position.mover()) - of(position.mover().other()),
        None => {
            position.moves().iter().map(|m| -minimax(&position.chain(*m).end(), depth - 1)).max().unwrap()
        }
    }
}

/// Whether the side to move wins, by plain search with a memory.
fn wins(position: &Position, known: &mut HashMap<Vec<(Option<Side>, u8)>, bool>) -> bool {
    if position.winner().is_some() {
        return false;
    }
    let key: Vec<_> = position.atoms().map(|(_, atom)| (atom.owner, atom.electrons)).collect();
    if let Some(value) = known.get(&key) {
        return *value;
    }
    let value = position.moves().iter().any(|m| !wins(&position.chain(*m).end(), known));
    known.insert(key, value);
    value
}

#[test]
fn the_source_machine_plays_what_plain_minimax_plays() {
    for seed in 0..12 {
        let position =
            random_position(setup(4, 4, Rule::ALL[seed as usize % 2]), 4 + 2 * seed as usize, seed);
        let values: Vec<(Square, i32)> =
            position.moves().into_iter().map(|m| (m, -minimax(&position.chain(m).end(), 2))).collect();
        let best = values.iter().map(|(_, value)| *value).max();
        let (chosen, thought) =
            ask(&mut *build_player("source", position.setup()), &position, &Budget::default());
        let chosen = chosen.expect("a move");
        let value = values.iter().find(|(m, _)| *m == chosen).map(|(_, value)| *value);
        assert_eq!(value, best, "{chosen} in\n{position:?}");
        assert!(thought.is_some_and(|thought| thought.depth <= 3));
    }
}

#[test]
fn the_source_machine_lets_chance_choose_among_equals() {
    let position = Position::new(setup(4, 4, Rule::Neutral));
    let shape = Shape::<u64>::new(position.setup()).expect("16 squares");
    let mut player = Sight::new(shape, electron_lead, 3, Dice::new(1));
    let mut seen: Vec<Square> =
        (0..60).filter_map(|_| ask(&mut player, &position, &Budget::default()).0.ok()).collect();
    seen.sort_unstable();
    seen.dedup();
    assert!(seen.len() > 4, "{seen:?}");
}

#[test]
fn what_strong_proves_is_true() {
    let mut proofs = 0;
    for rule in Rule::ALL {
        for (columns, rows) in [(3, 2), (3, 3), (4, 2)] {
            let setup = setup(columns, rows, rule);
            let mut known = HashMap::new();
            for seed in 0..24 {
                let position = random_position(setup, 1 + seed as usize % 12, seed);
                let mut strong = build_player("strong:hash=1,threads=1", setup);
                let (chosen, thought) = ask(&mut *strong, &position, &Budget::nodes(60_000));
                let (chosen, thought) = (chosen.expect("a move"), thought.expect("a thought"));
                if !thought.exact {
                    continue;
                }
                proofs += 1;
                let won = wins(&position, &mut known);
                let expected = if won { Value::POINT } else { -Value::POINT };
                assert_eq!(thought.value, Some(expected), "{position:?}");
                let after = position.chain(chosen).end();
                assert_eq!(!wins(&after, &mut known), won, "{chosen} in {position:?}");
            }
        }
    }
    assert!(proofs > 100, "only {proofs} positions were proved");
}

#[test]
fn strong_plays_small_boards_perfectly() {
    // Who begins wins 5x2 with the right moves, and then strong beats itself, and anybody, with it.
    let setup = setup(5, 2, Rule::Neutral);
    let mut known = HashMap::new();
    let budget = Budget::time(Duration::from_secs(20));
    for seed in 0..4 {
        let mut position = Position::new(setup);
        let (mut strong, mut dice) = (build_player("strong:hash=1,threads=1", setup), Dice::new(seed));
        while position.winner().is_none() {
            let m = if position.mover() == Side::FIRST {
                let (chosen, thought) = ask(&mut *strong, &position, &budget);
                assert!(thought.is_some_and(|thought| thought.exact && thought.value == Some(Value::POINT)));
                chosen.expect("a move")
            } else {
                dice.pick(&position.moves()).copied().expect("a move")
            };
            position.apply(&m);
            assert!(
                position.mover() == Side::FIRST || !wins(&position, &mut known),
                "{m} gives the win away"
            );
        }
        assert_eq!(position.winner(), Some(Side::FIRST));
    }
}

#[test]
fn strong_wins_where_one_move_wins_and_lets_nobody_win_so_where_it_can_help_it() {
    let setup = setup(5, 5, Rule::Neutral);
    let won = |position: &Position, m: &Square| position.chain(*m).end().winner().is_some();
    let can_win = |position: &Position| position.moves().iter().any(|m| won(position, m));
    let (mut wins, mut defences) = (0, 0);
    for seed in 0..60 {
        let position = random_position(setup, 24 + seed as usize % 20, seed);
        let mut strong = build_player("strong:hash=1,threads=1", setup);
        let (chosen, _) = ask(&mut *strong, &position, &Budget::nodes(3000));
        let chosen = chosen.expect("a move");
        if can_win(&position) {
            wins += 1;
            assert!(won(&position, &chosen), "{chosen} does not win in {position:?}");
        } else if position.moves().iter().any(|m| !can_win(&position.chain(*m).end())) {
            defences += 1;
            assert!(!can_win(&position.chain(chosen).end()), "{chosen} loses at once in {position:?}");
        }
    }
    assert!(wins > 5 && defences > 5, "{wins} wins and {defences} defences");
}

#[test]
fn every_machine_plays_on_every_board_and_keeps_to_its_budget() {
    for (columns, rows, plies) in [(2, 2, 2), (8, 8, 60), (12, 9, 9), (16, 16, 300)] {
        let setup = setup(columns, rows, Rule::Kept);
        let position = random_position(setup, plies, 3);
        for level in Position::LEVELS {
            let mut player = build_player(level.name, setup);
            let budget = Budget { time: Some(Duration::from_millis(30)), ..Budget::default() };
            let begin = Instant::now();
            let (chosen, _) = ask(&mut *player, &position, &budget);
            // A busy machine may be slow to hear its clock; one that does not hear it at all takes minutes.
            assert!(begin.elapsed() < Duration::from_secs(3), "{} on {columns}x{rows}", level.name);
            assert!(position.check(chosen.expect("a move")).is_ok(), "{} on {columns}x{rows}", level.name);
        }
    }
}

#[test]
fn strong_heeds_its_limits() {
    let position = random_position(Setup::default(), 20, 1);
    let mut strong = build_player("strong:threads=2", position.setup());
    let (chosen, thought) = ask(&mut *strong, &position, &Budget::depth(3));
    assert!(chosen.is_ok() && thought.is_some_and(|thought| thought.depth == 3));
    let stopped = Budget::default();
    stopped.stop.raise();
    assert!(
        ask(&mut *strong, &position, &stopped).0.is_ok(),
        "it has a move although it was stopped at once"
    );
    let over = {
        let mut position = Position::new(setup(2, 2, Rule::Neutral));
        while let Some(m) = position.moves().first().copied() {
            position.apply(&m);
        }
        position
    };
    let (none, _) = ask(&mut *build_player("strong", over.setup()), &over, &Budget::default());
    assert_eq!(none, Err(PlayerError::NoMove));
}

#[test]
fn one_thread_with_a_node_limit_repeats_itself() {
    let position = random_position(Setup::default(), 30, 2);
    let think =
        || ask(&mut *build_player("strong:threads=1", position.setup()), &position, &Budget::nodes(20_000));
    let told = |thought: Option<Thought>| thought.map(|thought| (thought.depth, thought.line, thought.value));
    let ((a, first), (b, second)) = (think(), think());
    assert_eq!((a, told(first)), (b, told(second)));
}

#[test]
fn bad_players_are_refused_with_a_sentence() {
    let why = |text: &str| {
        let spec: Spec = text.parse().expect("a player");
        Position::build_player(&spec, &Setup::default(), 0).err().expect("a refusal").to_string()
    };
    assert!(
        why("deepest").contains("there are random, easy, medium, source, hard, strong"),
        "{}",
        why("deepest")
    );
    assert_eq!(why("source:slip=1"), "player 'source' has no option 'slip'; it takes depth");
    assert_eq!(why("strong:threads=1000"), "option 'threads' of player 'strong' cannot be '1000'");
    assert!(
        why("strong:weights=/no/such/file").starts_with("option 'weights' of player 'strong' cannot be '/no")
    );
    assert!(why("strong:weights=/dev/zero").contains("it is no file of the tuner"));
    assert_eq!(why("hard:slip=2"), "option 'slip' of player 'hard' cannot be '2'");
}

/// The board of a position turned by a quarter, or mirrored.
fn turned(position: &Position, mirror: bool) -> Board<u64> {
    let size = position.size();
    let mut board = Board::<u64>::of(position);
    let place = |square: Square| {
        let Square { row, column } = square;
        let last = size.rows() - 1;
        size.index(if mirror {
            Square { row, column: last - column }
        } else {
            Square { row: column, column: last - row }
        })
    };
    for plane in [&mut board.mine, &mut board.theirs, &mut board.ones, &mut board.twos] {
        *plane = plane.squares().fold(0, |set, n| set | u64::bit(place(size.square(n))));
    }
    board
}

#[test]
fn a_judgement_does_not_depend_on_how_the_board_lies_or_in_which_words_it_is_kept() {
    let weights = Weights::learned();
    for seed in 0..20 {
        let setup = setup(7, 7, Rule::ALL[seed as usize % 2]);
        let position = random_position(setup, 5 + 2 * seed as usize, seed);
        let shape = Shape::<u64>::new(setup).expect("49 squares");
        let board = Board::<u64>::of(&position);
        let judged = weights.judge(&shape, &board);
        assert_eq!(judged, weights.judge(&shape, &turned(&position, false)));
        assert_eq!(judged, weights.judge(&shape, &turned(&position, true)));
        let wide = Shape::<Wide>::new(setup).expect("49 squares");
        assert_eq!(judged, weights.judge(&wide, &Board::<Wide>::of(&position)));
        let mut count = 0;
        patterns(&shape, &board, |_| count += 1);
        assert_eq!(count, 49);
    }
}

#[test]
fn traits_are_counted_and_weighed() {
    // Blue has a critical corner, an inner atom with one electron beside a friend's, and Orange a critical edge.
    let setup = setup(5, 5, Rule::Neutral);
    let mut position = Position::new(setup);
    for text in ["a1", "c5", "c3", "c5", "c2", "e3"] {
        let m = position.parse(text).expect("a legal move");
        position.apply(&m);
    }
    let shape = Shape::<u64>::new(setup).expect("25 squares");
    let counts = traits_of(&shape, &Board::of(&position));
    let of = |name: &str| counts[TRAITS.iter().position(|one| *one == name).expect("a trait")];
    assert_eq!(of("corner, critical"), 1);
    assert_eq!(of("edge, critical"), -1);
    assert_eq!(of("edge, two to go"), -1);
    assert_eq!(of("inner, three to go"), 2);
    assert_eq!(of("beside a friend"), 2);
    assert_eq!(of("the move"), 1);
    assert_eq!(of("inner, three to go, exposed"), 0);
    let worths = Weights::learned_worths();
    let sum: f32 = counts.iter().zip(worths.0[0]).map(|(count, worth)| f32::from(*count) * worth).sum();
    let judged = Weights::learned().judge(&shape, &Board::<u64>::of(&position));
    assert!((sum * 256.0 - judged as f32).abs() < 8.0, "{sum} {judged}");
}

#[test]
fn what_was_learned_reads_back_and_other_files_are_refused() {
    let worths = Weights::learned_worths();
    assert_eq!(Worths::read(&worths.write()), Ok(worths));
    for text in ["", "{}", "[]", "{\"the move\": [1, 2]}"] {
        assert!(Worths::read(text).is_err(), "{text}");
    }
}

#[test]
fn two_threads_think_of_one_move() {
    let shape = Shape::<u64>::new(Setup::default()).expect("64 squares");
    let strong = Strong::new(shape, Weights::learned(), Table::small(), Some(2), Dice::new(1));
    let board = Board::of(&random_position(Setup::default(), 30, 5));
    let (found, nodes) = strong.search(&board, 0, &Budget::depth(5), &|_, _| ());
    assert!(found.depth == 5 || found.score.abs() > 29_000, "{found:?}");
    assert!(nodes > 100 && !found.line.is_empty());
}
