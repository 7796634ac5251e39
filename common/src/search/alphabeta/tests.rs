//! Alpha-beta on toys with known values, and against plain minimax.

use super::super::toy::{Pick, Toy, Tree, heap, minimax};
use super::super::{AlphaBeta, AsListed, Considered, Evaluator, Even, Hashed, MoveOrder, Reversible, Table};
use super::Found;
use crate::game::{Enumerable, Game, Open, Outcome, Side, Value};
use crate::player::{Budget, Player, PlayerError, Thought, Turn};
use crate::testing::toy::{Counters, Nim, Take, mix};
use proptest::prelude::*;
use std::sync::Mutex;

fn solve(text: &str) -> Found<Pick> {
    AlphaBeta::new(Even).search(&Toy::of(text), &Budget::default(), &|_| ()).unwrap()
}

/// Estimates that mean nothing, but are always the same.
fn nonsense<G: Hashed>(position: &G) -> Value {
    Value((mix(position.key() ^ 0x77) % 400) as i32 - 200)
}

#[test]
fn hand_known_values() {
    for (text, value, best) in [
        ("a(-1 2 1)", 100, 1),
        ("b(-1 2 1)", 50, 0),
        ("a(b(3 -3) b(1 2))", 50, 1),
        ("a(3 b(1 -2) b(4 5))", 200, 2),
        // The same side moves twice, then the other one.
        ("a(1 a(-4 2) b(9 -9))", 100, 1),
        ("b(b(1 b(-3 5)) a(-4 0))", 150, 0),
        ("a(b(b(3 1) a(7 -7)) a(b(-1 0) 0))", 50, 0),
    ] {
        let found = solve(text);
        assert_eq!((found.value, *found.best(), found.exact), (Value(value), Pick(best), true), "{text}");
    }
}

#[test]
fn sooner_wins_and_later_losses_are_chosen() {
    let (win, loss) = ("a(b(a(2 1)) b(1 2) 2)", "a(-2 b(a(b(-2))) b(-2))");
    assert_eq!(solve(win).line, [Pick(2)]);
    assert_eq!(solve(loss).line, [Pick(1), Pick(0), Pick(0), Pick(0)]);
    let calm = AlphaBeta::new(Even).haste(false).search(&Toy::of(loss), &Budget::default(), &|_| ());
    assert_eq!(calm.map(|found| (found.value, found.exact)), Some((Value(-100), true)));
}

#[test]
fn a_value_is_exact_only_if_every_line_that_matters_was_seen_to_its_end() {
    let toy = Toy::of("a(b(2 a(b(3 4))) -1)");
    let to_depth = |depth| {
        let found = AlphaBeta::new(Even).search(&toy, &Budget::depth(depth), &|_| ()).unwrap();
        (found.value, found.exact)
    };
    assert_eq!(to_depth(1), (Value(0), false));
    assert_eq!(to_depth(2), (Value(0), false));
    assert_eq!(to_depth(4), (Value(100), true));
    // b's first answer refutes the second move whatever the other answers are.
    let refuted = AlphaBeta::new(Even).search(&Toy::of("a(0 b(-1 a(a(a(5)))))"), &Budget::depth(2), &|_| ());
    assert_eq!(refuted.map(|found| (found.value, found.exact)), Some((Value(0), true)));
}

#[test]
fn to_know_the_most_ends_a_proof_early() {
    let toy = Toy::of("a(b(a(a(b(1 2)) 1)) b(2))");
    let mut blind = AlphaBeta::new(Even);
    let mut knowing = AlphaBeta::new(Even).most(Value::POINT);
    let budget = Budget::depth(2);
    let blind = blind.search(&toy, &budget, &|_| ()).unwrap();
    let knowing = knowing.search(&toy, &budget, &|_| ()).unwrap();
    assert_eq!((blind.value, blind.exact), (Value::POINT, false));
    assert_eq!((knowing.value, knowing.exact, knowing.line), (Value::POINT, true, vec![Pick(1), Pick(0)]));
}

#[test]
fn estimates_never_look_like_wins() {
    let found = AlphaBeta::new(|_: &Toy| Value(-5000)).most(Value::POINT).search(
        &Toy::of("a(b(a(1 1)) 2)"),
        &Budget::depth(1),
        &|_| (),
    );
    assert_eq!(found.map(|found| *found.best()), Some(Pick(1)));
}

#[test]
fn all_moves_are_rated_best_first() {
    let toy = Toy::of("a(-1 b(3 2) 1 a(0 4) b(-3 a(9)))");
    let found = AlphaBeta::new(Even).rate_all(&toy, &Budget::default(), &|_| ()).unwrap();
    let rated: Vec<_> = found.moves.iter().map(|one| (one.m.0, one.value.unwrap().0, one.exact)).collect();
    assert_eq!(rated, [(3, 200, true), (1, 100, true), (2, 50, true), (0, -50, true), (4, -150, true)]);
    assert!(found.exact);
}

#[test]
fn thoughts_tell_depth_value_line_and_moves() {
    let thoughts = Mutex::new(Vec::new());
    let toy = Toy::of("a(b(1 -1) b(a(3) 2))");
    let mut search = AlphaBeta::new(Even);
    search.search(&toy, &Budget::default(), &|thought| thoughts.lock().unwrap().push(thought));
    let thoughts: Vec<Thought> = thoughts.into_inner().unwrap();
    assert_eq!(thoughts.iter().map(|thought| thought.depth).collect::<Vec<_>>(), [1, 2, 3]);
    let last = &thoughts[2];
    assert_eq!((last.value, last.exact), (Some(Value(100)), true));
    assert_eq!(last.line, ["1", "1"]);
    assert_eq!(last.moves[0], ("1".to_owned(), Value(100)));
    assert!(last.nodes > thoughts[0].nodes);
}

#[test]
fn budgets_end_the_search_and_there_is_always_a_move() {
    let start = heap(60);
    let stopped = Budget::default();
    stopped.stop.raise();
    for budget in [stopped, Budget::nodes(0), Budget::nodes(2), Budget::depth(0), Budget::nodes(500)] {
        for every in [false, true] {
            let mut search = AlphaBeta::new(Even).table(Table::of_entries(0));
            let found = search.deepen(&start, &budget, &|_| (), every).unwrap();
            assert!(start.moves().contains(found.best()));
            assert_eq!(found.moves.len(), 3);
            assert!(found.nodes <= budget.nodes.unwrap_or(0), "{budget:?}");
            assert!(!found.exact);
        }
    }
    assert_eq!(AlphaBeta::new(Even).search(&heap(0), &Budget::default(), &|_| ()), None);
}

#[test]
fn a_stop_from_outside_ends_it() {
    let budget = Budget::default();
    let stop = |thought: Thought| {
        if thought.depth == 5 {
            budget.stop.raise();
        }
    };
    // Far too much to be seen to its end without a table.
    let found = AlphaBeta::new(Even).table(Table::of_entries(0)).search(&heap(90), &budget, &stop).unwrap();
    assert_eq!((found.depth, found.exact), (5, false));
}

#[test]
fn it_plays_as_a_player() {
    fn choose<G: Reversible + Hashed + Open>(view: &G, setup: &G::Setup) -> Result<G::Move, PlayerError> {
        let turn: Turn<'_, G> = Turn { side: Side::FIRST, view, setup, moves: &[] };
        AlphaBeta::new(Even).choose(&turn, &Budget::depth(9), &|_| ())
    }
    let setup = Counters::of(3);
    assert_eq!(choose(&heap(3), &setup), Ok(Take(2)), "the other one has to take the last");
    assert_eq!(choose(&heap(0), &setup), Err(PlayerError::NoMove));
}

/// Sees only moves with an even number, as far as there are any.
struct EvenOnly;
impl MoveOrder<Toy> for EvenOnly {
    fn order(&self, _: &Toy, moves: &mut Vec<Pick>) -> Considered {
        moves.retain(|m| m.0 % 2 == 0);
        moves.reverse();
        Considered::Some
    }
}

#[test]
fn moves_that_are_left_out_make_values_estimates() {
    let mut search = AlphaBeta::new(Even).order(EvenOnly);
    let found = search.search(&Toy::of("a(1 9 2)"), &Budget::depth(3), &|_| ()).unwrap();
    assert_eq!((found.value, *found.best(), found.exact), (Value(100), Pick(2), false));
    // What is decided needs no deeper look all the same.
    let depth = |text| {
        let mut search = AlphaBeta::new(Even).order(EvenOnly).most(Value::POINT);
        search.search(&Toy::of(text), &Budget::default(), &|_| ()).unwrap().depth
    };
    assert_eq!((depth("a(b(2) 0 b(0))"), depth("b(a(2 0) 0 a(a(2)))"), depth("a(1 0 0)")), (2, 3, super::DEEPEST));
}

/// Ends on another scale than the game's points.
struct Wide;
impl Evaluator<Toy> for Wide {
    fn evaluate(&self, _: &Toy) -> Value {
        Value(700)
    }
    fn outcome(&self, outcome: Outcome, mover: Side) -> Value {
        Value(outcome.value_for(mover).0 * 100)
    }
}

#[test]
fn an_evaluator_may_have_its_own_scale() {
    let found = AlphaBeta::new(Wide).search(&Toy::of("a(a(-1) 2)"), &Budget::depth(1), &|_| ()).unwrap();
    assert_eq!((found.value, *found.best()), (Value(10_000), Pick(1)));
}

fn trees() -> impl Strategy<Value = Tree> {
    let end = (-4i8..=4).prop_map(Tree::End);
    let tree = end.prop_recursive(6, 120, 4, |inner| {
        (any::<bool>(), prop::collection::vec(inner, 1..=4))
            .prop_map(|(first, trees)| Tree::Choice(if first { Side::FIRST } else { Side::SECOND }, trees))
    });
    tree.prop_filter("the game has begun", |tree| matches!(tree, Tree::Choice(..)))
}

/// A search must find what minimax finds: the value, a best move, and all values of the moves.
fn agrees<G, E, O>(position: &G, depth: u32, evaluator: &E, mut search: AlphaBeta<G, &E, O>, label: &str)
where
    G: Reversible + Hashed,
    E: Evaluator<G>,
    O: MoveOrder<G>,
    for<'a> &'a E: Evaluator<G>,
{
    let mut root = position.clone();
    let value = minimax(&mut root, depth, evaluator);
    let side = position.to_move().first().unwrap();
    let of_move = |m: &G::Move| {
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
    assert_eq!(of_move(found.best()), value, "{label} to depth {depth}: {position:?}");
    if found.exact {
        assert_eq!(
            minimax(&mut root, 100, evaluator),
            value,
            "{label}: exact at depth {depth}: {position:?}"
        );
    }
    for one in found.moves.iter().filter(|one| one.value.is_some()) {
        assert_eq!(one.value, Some(of_move(&one.m)), "{label}: known moves at depth {depth}: {position:?}");
    }
    let rated = search.rate_all(position, &budget, &|_| ()).unwrap();
    for one in rated.moves {
        assert_eq!(one.value, Some(of_move(&one.m)), "{label}: all moves at depth {depth}: {position:?}");
    }
}

/// The nonsense for toys.
fn estimate(toy: &Toy) -> Value {
    nonsense(toy)
}

proptest! {
    #[test]
    fn it_agrees_with_minimax_at_every_depth(tree in trees(), entries in prop::sample::select(vec![0usize, 4, 4096])) {
        let toy = Toy::grown(&tree);
        let evaluator = estimate as fn(&Toy) -> Value;
        for depth in 1..=7 {
            for haste in [false, true] {
                let search = || AlphaBeta::new(&evaluator).table(Table::of_entries(entries)).haste(haste);
                agrees(&toy, depth, &evaluator, search(), "as listed");
                // No end of these trees is worth more than two points, no estimate either.
                agrees(&toy, depth, &evaluator, search().most(Value(201)), "with a limit");
                let backwards = search().order(|_: &Toy, moves: &mut [Pick]| moves.reverse());
                agrees(&toy, depth, &evaluator, backwards, "backwards");
            }
        }
    }

    #[test]
    fn it_agrees_with_minimax_where_ways_meet(seed: u64, entries in prop::sample::select(vec![0usize, 4, 4096])) {
        let toy = Toy::lattice(7, seed);
        let evaluator = estimate as fn(&Toy) -> Value;
        for depth in 1..=7 {
            for haste in [false, true] {
                let search = || AlphaBeta::new(&evaluator).table(Table::of_entries(entries)).haste(haste);
                agrees(&toy, depth, &evaluator, search(), "as listed");
                agrees(&toy, depth, &evaluator, search().most(Value(201)), "with a limit");
            }
        }
    }

    #[test]
    fn lines_can_be_played_wherever_the_budget_ends(tree in trees()) {
        let toy = Toy::grown(&tree);
        for nodes in 0..60 {
            let found = AlphaBeta::new(estimate).table(Table::of_entries(64)).search(&toy, &Budget::nodes(nodes), &|_| ());
            let mut end = toy.clone();
            for m in &found.unwrap().line {
                prop_assert!(end.moves().contains(m), "{} nodes: {} in {:?}", nodes, m, end);
                end.apply(m);
            }
        }
    }

    #[test]
    fn lines_lead_to_the_value(tree in trees(), entries in prop::sample::select(vec![0usize, 4096])) {
        let toy = Toy::grown(&tree);
        let mut search = AlphaBeta::new(Even).table(Table::of_entries(entries));
        let found = search.search(&toy, &Budget::default(), &|_| ()).unwrap();
        prop_assert!(found.exact);
        let mut end = toy.clone();
        for m in &found.line {
            prop_assert!(end.moves().contains(m));
            end.apply(m);
        }
        if let Some(outcome) = end.outcome() {
            prop_assert_eq!(outcome.value_for(toy.to_move().first().unwrap()), found.value);
        } else {
            // Only a position from the table may cut a line short.
            prop_assert!(entries > 0);
        }
    }
}

#[test]
fn positions_that_come_back_are_solved_and_with_far_less_work() {
    for left in 1..=16 {
        assert_eq!(minimax(&mut heap(left), 100, &Even) < Value::EVEN, left % 3 == 1);
        for (entries, haste) in [(0, false), (0, true), (4, true), (1024, false), (1024, true)] {
            let mut search = AlphaBeta::new(Even).table(Table::of_entries(entries)).haste(haste);
            let found = search.search(&heap(left), &Budget::default(), &|_| ()).unwrap();
            assert!(found.exact);
            assert_eq!(
                found.value,
                minimax(&mut heap(left), 100, &Even),
                "{left} counters, {entries} entries"
            );
            let mut next = heap(left);
            next.apply(found.best());
            let value = match next.outcome() {
                Some(outcome) => outcome.value_for(Side::FIRST),
                None => minimax(&mut next, 100, &Even).turned(next.mover, Side::FIRST),
            };
            assert_eq!(value, found.value, "the best of {left}");
        }
    }
    let work = |entries| {
        let mut search = AlphaBeta::new(Even).table(Table::of_entries(entries));
        search.search(&Toy::lattice(22, 5), &Budget::default(), &|_| ()).unwrap().nodes
    };
    assert!(work(1024) * 4 < work(0), "{} {}", work(1024), work(0));
}

#[test]
fn a_kept_table_still_gives_the_right_values_later_in_the_game() {
    let mut search = AlphaBeta::<Nim, _, AsListed>::new(Even).table(Table::of_entries(256));
    let mut heap = heap(30);
    while let Some(found) = search.search(&heap, &Budget::default(), &|_| ()) {
        if heap.left <= 14 {
            assert_eq!(found.value, minimax(&mut heap.clone(), 100, &Even));
        }
        heap.apply(found.best());
    }
    assert_eq!(heap.left, 0);
}
