//! Alpha-beta on game games with known values, and against plain minimax.

use super::super::toy::{Pick, Tree, TreeGame, heap, minimax};
use super::super::{
    AlphaBeta, Evaluator, ForwardPruning, Hashed, ListedOrder, MoveOrdering, Reversible, TranspositionTable,
    ZeroEvaluator,
};
use super::SearchResult;
use crate::game::{Enumerable, Game, Open, Outcome, Side, Value};
use crate::player::{Budget, Player, PlayerError, Thought, Turn};
use crate::testing::toy::{Counters, Nim, Take, mix};
use proptest::prelude::*;
use std::sync::Mutex;

fn solve(text: &str) -> SearchResult<Pick> {
    AlphaBeta::new(ZeroEvaluator).search(&TreeGame::of(text), &Budget::default(), &|_| ()).unwrap()
}

/// A reproducible pseudo-random evaluation.
fn pseudo_random<G: Hashed>(position: &G) -> Value {
    Value((mix(position.key() ^ 0x77) % 400) as i32 - 200)
}

#[test]
fn known_values_are_found() {
    for (text, value, best) in [
        ("a(-1 2 1)", 100, 1),
        ("b(-1 2 1)", 50, 0),
        ("a(b(3 -3) b(1 2))", 50, 1),
        ("a(3 b(1 -2) b(4 5))", 200, 2),
        // The same side moves twice in a row.
        ("a(1 a(-4 2) b(9 -9))", 100, 1),
        ("b(b(1 b(-3 5)) a(-4 0))", 150, 0),
        ("a(b(b(3 1) a(7 -7)) a(b(-1 0) 0))", 50, 0),
    ] {
        let found = solve(text);
        assert_eq!((found.value, *found.best(), found.exact), (Value(value), Pick(best), true), "{text}");
    }
}

#[test]
fn faster_wins_and_slower_losses_are_chosen() {
    let (win, loss) = ("a(b(a(2 1)) b(1 2) 2)", "a(-2 b(a(b(-2))) b(-2))");
    assert_eq!(solve(win).line, [Pick(2)]);
    assert_eq!(solve(loss).line, [Pick(1), Pick(0), Pick(0), Pick(0)]);
    let indifferent = AlphaBeta::new(ZeroEvaluator).prefer_fast_wins(false).search(
        &TreeGame::of(loss),
        &Budget::default(),
        &|_| (),
    );
    assert_eq!(indifferent.map(|found| (found.value, found.exact)), Some((Value(-100), true)));
}

#[test]
fn a_value_is_exact_only_if_every_relevant_line_ends() {
    let game = TreeGame::of("a(b(2 a(b(3 4))) -1)");
    let to_depth = |depth| {
        let found = AlphaBeta::new(ZeroEvaluator).search(&game, &Budget::depth(depth), &|_| ()).unwrap();
        (found.value, found.exact)
    };
    assert_eq!(to_depth(1), (Value(0), false));
    assert_eq!(to_depth(2), (Value(0), false));
    assert_eq!(to_depth(4), (Value(100), true));
    // b's first reply refutes the second move, whatever the other replies are.
    let refuted = AlphaBeta::new(ZeroEvaluator).search(
        &TreeGame::of("a(0 b(-1 a(a(a(5)))))"),
        &Budget::depth(2),
        &|_| (),
    );
    assert_eq!(refuted.map(|found| (found.value, found.exact)), Some((Value(0), true)));
}

#[test]
fn a_known_maximum_ends_a_proof_early() {
    let game = TreeGame::of("a(b(a(a(b(1 2)) 1)) b(2))");
    let mut unlimited = AlphaBeta::new(ZeroEvaluator);
    let mut limited = AlphaBeta::new(ZeroEvaluator).max_outcome(Value::POINT);
    let budget = Budget::depth(2);
    let unlimited = unlimited.search(&game, &budget, &|_| ()).unwrap();
    let limited = limited.search(&game, &budget, &|_| ()).unwrap();
    assert_eq!((unlimited.value, unlimited.exact), (Value::POINT, false));
    assert_eq!((limited.value, limited.exact, limited.line), (Value::POINT, true, vec![Pick(1), Pick(0)]));
}

#[test]
fn estimates_never_look_like_wins() {
    let found = AlphaBeta::new(|_: &TreeGame| Value(-5000)).max_outcome(Value::POINT).search(
        &TreeGame::of("a(b(a(1 1)) 2)"),
        &Budget::depth(1),
        &|_| (),
    );
    assert_eq!(found.map(|found| *found.best()), Some(Pick(1)));
}

#[test]
fn all_moves_are_rated_and_sorted() {
    let game = TreeGame::of("a(-1 b(3 2) 1 a(0 4) b(-3 a(9)))");
    let found = AlphaBeta::new(ZeroEvaluator).rate_all_moves(&game, &Budget::default(), &|_| ()).unwrap();
    let rated: Vec<_> = found.moves.iter().map(|one| (one.m.0, one.value.unwrap().0, one.exact)).collect();
    assert_eq!(rated, [(3, 200, true), (1, 100, true), (2, 50, true), (0, -50, true), (4, -150, true)]);
    assert!(found.exact);
}

#[test]
fn thoughts_report_depth_value_line_and_moves() {
    let thoughts = Mutex::new(Vec::new());
    let game = TreeGame::of("a(b(1 -1) b(a(3) 2))");
    let mut search = AlphaBeta::new(ZeroEvaluator);
    search.search(&game, &Budget::default(), &|thought| thoughts.lock().unwrap().push(thought));
    let thoughts: Vec<Thought> = thoughts.into_inner().unwrap();
    assert_eq!(thoughts.iter().map(|thought| thought.depth).collect::<Vec<_>>(), [1, 2, 3]);
    let last = &thoughts[2];
    assert_eq!((last.value, last.exact), (Some(Value(100)), true));
    assert_eq!(last.line, ["1", "1"]);
    assert_eq!(last.moves[0], ("1".to_owned(), Value(100)));
    assert!(last.nodes > thoughts[0].nodes);
}

#[test]
fn the_search_ends_with_its_budget_and_always_has_a_move() {
    let start = heap(60);
    let stopped = Budget::default();
    stopped.stop.raise();
    for budget in [stopped, Budget::nodes(0), Budget::nodes(2), Budget::depth(0), Budget::nodes(500)] {
        for rate_all in [false, true] {
            let mut search = AlphaBeta::new(ZeroEvaluator).table(TranspositionTable::with_entries(0));
            let found = search.iterative_deepening(&start, &budget, &|_| (), rate_all).unwrap();
            assert!(start.moves().contains(found.best()));
            assert_eq!(found.moves.len(), 3);
            assert!(found.nodes <= budget.nodes.unwrap_or(0), "{budget:?}");
            assert!(!found.exact);
        }
    }
    assert_eq!(AlphaBeta::new(ZeroEvaluator).search(&heap(0), &Budget::default(), &|_| ()), None);
}

#[test]
fn the_stop_flag_ends_the_search() {
    let budget = Budget::default();
    let stop = |thought: Thought| {
        if thought.depth == 5 {
            budget.stop.raise();
        }
    };
    // Too large to solve without a table.
    let found = AlphaBeta::new(ZeroEvaluator)
        .table(TranspositionTable::with_entries(0))
        .search(&heap(90), &budget, &stop)
        .unwrap();
    assert_eq!((found.depth, found.exact), (5, false));
}

#[test]
fn alpha_beta_is_a_player() {
    fn choose<G: Reversible + Hashed + Open>(view: &G, setup: &G::Setup) -> Result<G::Move, PlayerError> {
        let turn: Turn<'_, G> = Turn { side: Side::FIRST, view, setup, moves: &[] };
        AlphaBeta::new(ZeroEvaluator).choose(&turn, &Budget::depth(9), &|_| ())
    }
    let setup = Counters::of(3);
    assert_eq!(choose(&heap(3), &setup), Ok(Take(2)), "the opponent must take the last counter");
    assert_eq!(choose(&heap(0), &setup), Err(PlayerError::NoMove));
}

/// Keeps only the moves with even numbers.
struct EvenOnly;
impl MoveOrdering<TreeGame> for EvenOnly {
    fn order(&self, _: &TreeGame, moves: &mut Vec<Pick>) -> ForwardPruning {
        moves.retain(|m| m.0 % 2 == 0);
        moves.reverse();
        ForwardPruning::Applied
    }
}

#[test]
fn forward_pruning_makes_values_estimates() {
    let mut search = AlphaBeta::new(ZeroEvaluator).ordering(EvenOnly);
    let found = search.search(&TreeGame::of("a(1 9 2)"), &Budget::depth(3), &|_| ()).unwrap();
    assert_eq!((found.value, *found.best(), found.exact), (Value(100), Pick(2), false));
    // A decided position still needs no deeper search.
    let depth = |text| {
        let mut search = AlphaBeta::new(ZeroEvaluator).ordering(EvenOnly).max_outcome(Value::POINT);
        search.search(&TreeGame::of(text), &Budget::default(), &|_| ()).unwrap().depth
    };
    assert_eq!(
        (depth("a(b(2) 0 b(0))"), depth("b(a(2 0) 0 a(a(2)))"), depth("a(1 0 0)")),
        (2, 3, super::MAX_DEPTH)
    );
}

/// An evaluator with a scale of its own.
struct WideScale;
impl Evaluator<TreeGame> for WideScale {
    fn evaluate(&self, _: &TreeGame) -> Value {
        Value(700)
    }
    fn outcome(&self, outcome: Outcome, mover: Side) -> Value {
        Value(outcome.value_for(mover).0 * 100)
    }
}

#[test]
fn an_evaluator_can_have_its_own_scale() {
    let found =
        AlphaBeta::new(WideScale).search(&TreeGame::of("a(a(-1) 2)"), &Budget::depth(1), &|_| ()).unwrap();
    assert_eq!((found.value, *found.best()), (Value(10_000), Pick(1)));
}

fn trees() -> impl Strategy<Value = Tree> {
    let leaf = (-4i8..=4).prop_map(Tree::Leaf);
    let tree = leaf.prop_recursive(6, 120, 4, |inner| {
        (any::<bool>(), prop::collection::vec(inner, 1..=4))
            .prop_map(|(first, trees)| Tree::Choice(if first { Side::FIRST } else { Side::SECOND }, trees))
    });
    tree.prop_filter("the game has begun", |tree| matches!(tree, Tree::Choice(..)))
}

/// Checks a search against minimax: the value, the best move, and the values of all moves.
fn assert_agrees_with_minimax<G, E, O>(
    position: &G,
    depth: u32,
    evaluator: &E,
    mut search: AlphaBeta<G, &E, O>,
    label: &str,
) where
    G: Reversible + Hashed,
    E: Evaluator<G>,
    O: MoveOrdering<G>,
    for<'a> &'a E: Evaluator<G>,
{
    let mut root = position.clone();
    let value = minimax(&mut root, depth, evaluator);
    let side = position.to_move().first().unwrap();
    let move_value = |m: &G::Move| {
        let mut next = position.clone();
        next.apply(m);
        match (next.outcome(), next.to_move().first()) {
            (Some(outcome), _) => outcome.value_for(side),
            (None, Some(mover)) => minimax(&mut next, depth - 1, evaluator).turned(mover, side),
            (None, None) => unreachable!(),
        }
    };
    let budget = Budget::depth(depth);
    let found = search.search(position, &budget, &|_| ()).unwrap();
    assert_eq!(found.value, value, "{label} to depth {depth}: {position:?}");
    assert_eq!(move_value(found.best()), value, "{label} to depth {depth}: {position:?}");
    if found.exact {
        assert_eq!(
            minimax(&mut root, 100, evaluator),
            value,
            "{label}: exact at depth {depth}: {position:?}"
        );
    }
    for one in found.moves.iter().filter(|one| one.value.is_some()) {
        assert_eq!(
            one.value,
            Some(move_value(&one.m)),
            "{label}: known moves at depth {depth}: {position:?}"
        );
    }
    let rated = search.rate_all_moves(position, &budget, &|_| ()).unwrap();
    for one in rated.moves {
        assert_eq!(one.value, Some(move_value(&one.m)), "{label}: all moves at depth {depth}: {position:?}");
    }
}

/// The pseudo-random evaluation for tree games.
fn estimate(game: &TreeGame) -> Value {
    pseudo_random(game)
}

/// Compares all variants of the search with minimax at every depth.
fn assert_all_variants_agree(game: &TreeGame, entries: usize) {
    let evaluator = estimate as fn(&TreeGame) -> Value;
    for depth in 1..=7 {
        for prefer_fast_wins in [false, true] {
            let search = || {
                AlphaBeta::new(&evaluator)
                    .table(TranspositionTable::with_entries(entries))
                    .prefer_fast_wins(prefer_fast_wins)
            };
            assert_agrees_with_minimax(game, depth, &evaluator, search(), "listed order");
            // No outcome or estimate of these trees exceeds two points.
            let limited = search().max_outcome(Value(201));
            assert_agrees_with_minimax(game, depth, &evaluator, limited, "with a limit");
            let reversed = search().ordering(|_: &TreeGame, moves: &mut [Pick]| moves.reverse());
            assert_agrees_with_minimax(game, depth, &evaluator, reversed, "reversed");
        }
    }
}

proptest! {
    #[test]
    fn it_agrees_with_minimax_at_every_depth(tree in trees(), entries in prop::sample::select(vec![0usize, 4, 4096])) {
        assert_all_variants_agree(&TreeGame::from_tree(&tree), entries);
    }

    #[test]
    fn it_agrees_with_minimax_on_transpositions(seed: u64, entries in prop::sample::select(vec![0usize, 4, 4096])) {
        assert_all_variants_agree(&TreeGame::lattice(7, seed), entries);
    }

    #[test]
    fn lines_are_legal_wherever_the_budget_ends(tree in trees()) {
        let game = TreeGame::from_tree(&tree);
        for nodes in 0..60 {
            let found = AlphaBeta::new(estimate).table(TranspositionTable::with_entries(64)).search(&game, &Budget::nodes(nodes), &|_| ());
            let mut end = game.clone();
            for m in &found.unwrap().line {
                prop_assert!(end.moves().contains(m), "{} nodes: {} in {:?}", nodes, m, end);
                end.apply(m);
            }
        }
    }

    #[test]
    fn lines_lead_to_the_value(tree in trees(), entries in prop::sample::select(vec![0usize, 4096])) {
        let game = TreeGame::from_tree(&tree);
        let mut search = AlphaBeta::new(ZeroEvaluator).table(TranspositionTable::with_entries(entries));
        let found = search.search(&game, &Budget::default(), &|_| ()).unwrap();
        prop_assert!(found.exact);
        let mut end = game.clone();
        for m in &found.line {
            prop_assert!(end.moves().contains(m));
            end.apply(m);
        }
        if let Some(outcome) = end.outcome() {
            prop_assert_eq!(outcome.value_for(game.to_move().first().unwrap()), found.value);
        } else {
            // Only a table hit may cut a line short.
            prop_assert!(entries > 0);
        }
    }
}

#[test]
fn a_table_solves_transpositions_with_far_fewer_nodes() {
    for left in 1..=16 {
        assert_eq!(minimax(&mut heap(left), 100, &ZeroEvaluator) < Value::EVEN, left % 3 == 1);
        for (entries, prefer_fast_wins) in [(0, false), (0, true), (4, true), (1024, false), (1024, true)] {
            let mut search = AlphaBeta::new(ZeroEvaluator)
                .table(TranspositionTable::with_entries(entries))
                .prefer_fast_wins(prefer_fast_wins);
            let found = search.search(&heap(left), &Budget::default(), &|_| ()).unwrap();
            assert!(found.exact);
            assert_eq!(
                found.value,
                minimax(&mut heap(left), 100, &ZeroEvaluator),
                "{left} counters, {entries} entries"
            );
            let mut next = heap(left);
            next.apply(found.best());
            let value = match next.outcome() {
                Some(outcome) => outcome.value_for(Side::FIRST),
                None => minimax(&mut next, 100, &ZeroEvaluator).turned(next.mover, Side::FIRST),
            };
            assert_eq!(value, found.value, "the best of {left}");
        }
    }
    let nodes = |entries| {
        let mut search = AlphaBeta::new(ZeroEvaluator).table(TranspositionTable::with_entries(entries));
        search.search(&TreeGame::lattice(22, 5), &Budget::default(), &|_| ()).unwrap().nodes
    };
    assert!(nodes(1024) * 4 < nodes(0), "{} {}", nodes(1024), nodes(0));
}

#[test]
fn a_table_stays_valid_for_later_moves() {
    let mut search =
        AlphaBeta::<Nim, _, ListedOrder>::new(ZeroEvaluator).table(TranspositionTable::with_entries(256));
    let mut heap = heap(30);
    while let Some(found) = search.search(&heap, &Budget::default(), &|_| ()) {
        if heap.left <= 14 {
            assert_eq!(found.value, minimax(&mut heap.clone(), 100, &ZeroEvaluator));
        }
        heap.apply(found.best());
    }
    assert_eq!(heap.left, 0);
}
