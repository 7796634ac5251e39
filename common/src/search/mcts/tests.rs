//! Monte Carlo tree search on toys with known values, with dice, and with three sides.

use super::super::toy::{Pick, Refused, Toy, heap, minimax};
use super::super::{Even, Reversible};
use super::*;
use crate::game::{Enumerable, Facts, NoSetup, Outcome, Sides, StartError};
use crate::job::Work;
use crate::testing::toy::{Counters, Nim, Take};
use std::sync::Mutex;

fn explore<G: Enumerable>(position: &G, budget: &Budget) -> Explored<G::Move> {
    let side = position.to_move().first().unwrap();
    Mcts::new(Dice::new(1)).search(position, side, budget, &|_| ()).unwrap()
}

#[test]
fn it_proves_small_trees() {
    for (text, score, best) in [
        ("a(-1 1 0)", 1.0, 1),
        ("b(0 1 0 1 -1)", 1.0, 4),
        ("a(b(1 -1) b(0 1) b(-1 1))", 0.5, 1),
        // The same side moves twice, then the other one.
        ("a(b(1 -1) a(-1 a(-1 1)))", 1.0, 1),
        ("b(b(1 b(1 0)) a(1 0))", 0.5, 0),
        ("a(-1 b(-1 1))", 0.0, 1),
    ] {
        let explored = explore(&Toy::of(text), &Budget::nodes(2000));
        assert_eq!((explored.score, explored.exact), (score, true), "{text}");
        assert!(explored.nodes < 100, "{text} is soon known");
        if score > 0.0 {
            assert_eq!(*explored.best(), Pick(best), "{text}");
        }
    }
}

#[test]
fn its_proofs_agree_with_minimax() {
    for seed in 0..40 {
        let mut toy = Toy::lattice(6, seed);
        let value = minimax(&mut toy, 100, &Even).0.signum();
        let explored = explore(&toy, &Budget::nodes(20_000));
        assert!(explored.exact);
        assert_eq!(Scores::value(explored.score), Value(100 * value), "lattice {seed}");
        toy.apply(explored.best());
        let mover = toy.to_move().first().unwrap();
        let left = minimax(&mut toy, 100, &Even).0.signum();
        let side = Toy::lattice(6, seed).to_move().first().unwrap();
        assert_eq!(Value(left).turned(mover, side), Value(value), "lattice {seed}");
    }
}

#[test]
fn of_proved_moves_the_best_one_is_taken_however_often_it_was_visited() {
    let playout = || RandomPlayout { reward: Reward::Points, ..RandomPlayout::default() };
    for seed in 0..20 {
        let mut mcts = Mcts::with(AllMoves, playout(), Dice::new(seed));
        let toy = Toy::of("a(-1 0 1 0 b(-1))");
        let explored = mcts.search(&toy, Side::FIRST, &Budget::nodes(500), &|_| ()).unwrap();
        assert_eq!((*explored.best(), explored.score, explored.exact), (Pick(2), 0.75, true));
    }
}

/// The moves of a heap without the promise that they are all: nothing but wins can be proved.
fn unsure(heap: &Nim, _: Side, _: &mut Dice) -> Vec<Take> {
    heap.moves()
}

#[test]
fn it_converges_without_proofs() {
    for left in [3, 5, 6, 8, 9] {
        let start = heap(left);
        let playout = RandomPlayout::default();
        let mut mcts = Mcts::with(unsure, playout, Dice::new(3));
        let explored = mcts.search(&start, Side::FIRST, &Budget::nodes(4000), &|_| ()).unwrap();
        let mut next = start.clone();
        next.apply(explored.best());
        assert!(
            minimax(&mut next, 100, &Even).turned(next.mover, Side::FIRST) > Value::EVEN,
            "{left} counters"
        );
    }
    let lost = Mcts::with(unsure, RandomPlayout::default(), Dice::new(3))
        .search(&heap(10), Side::FIRST, &Budget::nodes(4000), &|_| ())
        .unwrap();
    assert!(!lost.exact && lost.score < 0.2, "{lost:?}");
}

#[test]
fn visits_go_to_the_better_move_and_add_up() {
    let explored = explore(&heap(40), &Budget::nodes(5000));
    assert_eq!(explored.nodes, 5000);
    assert_eq!(explored.moves.iter().map(|one| one.visits).sum::<u64>(), 5000);
    assert!(explored.moves.is_sorted_by_key(|one| Reverse(one.visits)));
    assert!(explored.depth > 3 && !explored.exact);
    assert_eq!(explored.line[0], *explored.best());
}

#[test]
fn seed_nodes_and_trees_decide_everything() {
    let run = |seed, trees| {
        let mut mcts = Mcts::new(Dice::new(seed)).trees(trees);
        let first = mcts.search(&heap(40), Side::FIRST, &Budget::nodes(1001), &|_| ()).unwrap();
        (first, mcts.search(&heap(40), Side::FIRST, &Budget::nodes(1001), &|_| ()).unwrap())
    };
    for trees in [1, 4] {
        assert_eq!(run(7, trees), run(7, trees));
        assert_ne!(run(7, trees), run(8, trees));
        let (first, second) = run(7, trees);
        assert_eq!(first.nodes, 1001);
        assert_ne!(first, second, "each search has new dice");
    }
    assert_ne!(run(7, 1), run(7, 4));
}

#[test]
fn budgets_end_the_search_and_there_is_always_a_move() {
    let stopped = Budget::default();
    stopped.stop.raise();
    for trees in [1, 3] {
        for budget in [&stopped, &Budget::nodes(0), &Budget::nodes(1), &Budget::nodes(2)] {
            let mut mcts = Mcts::new(Dice::new(1)).trees(trees);
            let explored = mcts.search(&heap(30), Side::FIRST, budget, &|_| ()).unwrap();
            assert!(heap(30).moves().contains(explored.best()));
            assert_eq!(explored.nodes, budget.nodes.unwrap_or(0));
        }
    }
    let shallow = explore(&heap(30), &Budget { depth: Some(2), ..Budget::nodes(500) });
    assert_eq!(shallow.depth, 2);
    let over = Mcts::new(Dice::new(1)).search(&heap(0), Side::FIRST, &Budget::nodes(9), &|_| ());
    assert_eq!(over, None);
    let not_to_move = Mcts::new(Dice::new(1)).search(&heap(9), Side::SECOND, &Budget::nodes(9), &|_| ());
    assert_eq!(not_to_move, None);
}

#[test]
fn a_stop_from_outside_ends_it() {
    let budget = Budget::default();
    let thoughts = Mutex::new(Vec::new());
    let seen = |thought: Thought| {
        let mut thoughts = thoughts.lock().unwrap();
        thoughts.push(thought);
        if thoughts.len() == 3 {
            budget.stop.raise();
        }
    };
    Mcts::new(Dice::new(1)).trees(2).search(&heap(90), Side::FIRST, &budget, &seen).unwrap();
    let thoughts = thoughts.lock().unwrap();
    assert_eq!(thoughts.iter().map(|thought| thought.nodes).collect::<Vec<_>>(), [128, 384, 896]);
    assert_eq!(thoughts[2].moves.len(), 3);
    assert_eq!(thoughts[2].line[0], thoughts[2].moves[0].0);
}

#[test]
fn a_full_tree_goes_on_without_growing() {
    let mut mcts = Mcts::new(Dice::new(1));
    mcts.positions = 5;
    let explored = mcts.search(&heap(30), Side::FIRST, &Budget::nodes(300), &|_| ()).unwrap();
    assert_eq!((explored.nodes, explored.moves.len()), (300, 3));
    assert!(explored.depth <= 3);
}

#[test]
fn an_evaluator_may_stand_for_the_playout() {
    // It knows which heaps are lost, so one look at each move is enough.
    let knows = |heap: &Nim| if heap.left % 3 == 1 { -Value::POINT } else { Value::POINT };
    let mut mcts = Mcts::with(AllMoves, RandomPlayout::then(0, knows), Dice::new(1));
    let budget = Budget { depth: Some(1), ..Budget::nodes(30) };
    let explored = mcts.search(&heap(42), Side::FIRST, &budget, &|_| ()).unwrap();
    assert_eq!((explored.moves.last().unwrap().m, explored.value()), (Take(1), Value::POINT));
}

#[test]
fn rewards_count_wins_or_margins() {
    let goff = Outcome::halves(&[1, 2]);
    assert_eq!(Reward::Wins.scores(goff).0[..2], [0.0, 1.0]);
    assert_eq!(Reward::Points.scores(goff).0[..2], [0.25, 0.75]);
    assert_eq!(Reward::Points.scores(Outcome::win(Side(2), 3)).0[..3], [0.0, 0.0, 1.0]);
    let scores = Scores::from_value(Value(50), Side::SECOND);
    assert_eq!((scores.of(Side::FIRST), scores.of(Side::SECOND)), (0.25, 0.75));
    assert_eq!(Scores::value(0.75), Value(50));
}

#[test]
fn it_plays_as_a_player() {
    let (view, setup) = (heap(3), Counters::of(3));
    let turn: Turn<'_, Nim> = Turn { side: Side::FIRST, view: &view, setup: &setup, moves: &[] };
    let mut mcts = Mcts::new(Dice::new(1)).trees(2);
    assert_eq!(mcts.choose(&turn, &Budget::nodes(500), &|_| ()), Ok(Take(2)));
}

/// Two or three sides throw in turn, six times in all. Move 1 is a sure point, move 2 is three points or none; the most points win.
/// After a throw of three the next side is skipped, so that who moves depends on the dice.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Throws {
    points: [i8; 3],
    sides: u8,
    thrown: u8,
    side: u8,
    chance: u8,
}

impl Game for Throws {
    const FACTS: Facts =
        Facts { name: "throws", title: "Throws", chance: true, ..Toy::FACTS };
    type Setup = NoSetup;
    type Move = Pick;
    type View = Throws;
    type Effect = ();
    type Score = ();
    type Illegal = Refused;
    type BadSetup = Refused;

    fn sides(_: &NoSetup) -> usize {
        3
    }
    fn max_plies(_: &NoSetup) -> usize {
        6
    }
    fn start(_: &NoSetup, _: &mut Dice, _: &Work) -> Result<Throws, StartError<Refused>> {
        Ok(Throws { points: [0; 3], sides: 3, thrown: 0, side: 0, chance: 50 })
    }
    fn to_move(&self) -> Sides {
        if self.thrown < 6 { Sides::one(Side(self.side)) } else { Sides::NONE }
    }
    fn parse(&self, _: Side, text: &str) -> Result<Pick, Refused> {
        Ok(Pick(usize::from(text == "2") + 1))
    }
    fn play(&mut self, side: Side, m: &Pick, dice: &mut Dice) -> Result<(), Refused> {
        let lucky = m.0 == 2 && dice.chance(f64::from(self.chance) / 100.0);
        self.points[side.index()] += if lucky { 3 } else { i8::from(m.0 == 1) };
        self.thrown += 1;
        self.side = (self.side + 1 + u8::from(lucky)) % self.sides;
        Ok(())
    }
    fn random_move(&self, _: Side, dice: &mut Dice) -> Option<Pick> {
        dice.pick(&self.moves()).copied()
    }
    fn view(&self, _: Side) -> Throws {
        self.clone()
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.thrown == 6).then(|| Outcome::halves(&self.points[..usize::from(self.sides)]))
    }
}

impl Enumerable for Throws {
    fn moves(&self) -> Vec<Pick> {
        vec![Pick(1), Pick(2)]
    }
}

#[test]
fn chance_and_two_or_three_sides() {
    for (sides, side, ahead, behind) in [(3, 2, [2, 0, 2], [4, 0, 2]), (2, 1, [2, 2, 0], [4, 2, 0])] {
        let last = |points, chance| {
            let throws = Throws { points, sides, thrown: 5, side, chance };
            explore(&throws, &Budget::nodes(2000))
        };
        let sure = last(ahead, 90);
        assert_eq!(*sure.best(), Pick(1), "a point is enough");
        assert!(!sure.exact, "dice prove nothing");
        let needed = last(behind, 30);
        assert_eq!(*needed.best(), Pick(2), "only luck helps");
        let score = needed.moves[0].score;
        assert!((score - 0.3).abs() < 0.05, "{score}");
    }
    // From the start, good dice are better than the sure point.
    let start = |chance| {
        explore(&Throws { points: [0; 3], sides: 3, thrown: 0, side: 0, chance }, &Budget::nodes(4000))
    };
    assert_eq!((*start(95).best(), *start(2).best()), (Pick(2), Pick(1)));
}
