//! Monte Carlo tree search on game games with known values, with chance, and with three sides.

use super::super::toy::{IllegalChoice, Pick, TreeGame, heap, minimax};
use super::super::{Reversible, ZeroEvaluator};
use super::*;
use crate::game::{Enumerable, Facts, NoSetup, Outcome, Sides, StartError};
use crate::job::Work;
use crate::testing::toy::{Counters, Nim, Take};
use std::sync::Mutex;

fn search<G: Enumerable>(position: &G, budget: &Budget) -> MctsResult<G::Move> {
    let side = position.to_move().first().unwrap();
    Mcts::new(Dice::new(1)).search(position, side, budget, &|_| ()).unwrap()
}

#[test]
fn it_proves_small_trees() {
    for (text, score, best) in [
        ("a(-1 1 0)", 1.0, 1),
        ("b(0 1 0 1 -1)", 1.0, 4),
        ("a(b(1 -1) b(0 1) b(-1 1))", 0.5, 1),
        // The same side moves twice in a row.
        ("a(b(1 -1) a(-1 a(-1 1)))", 1.0, 1),
        ("b(b(1 b(1 0)) a(1 0))", 0.5, 0),
        ("a(-1 b(-1 1))", 0.0, 1),
    ] {
        let result = search(&TreeGame::of(text), &Budget::nodes(2000));
        assert_eq!((result.score, result.exact), (score, true), "{text}");
        assert!(result.nodes < 100, "{text} takes few playouts");
        if score > 0.0 {
            assert_eq!(*result.best(), Pick(best), "{text}");
        }
    }
}

#[test]
fn proofs_agree_with_minimax() {
    for seed in 0..40 {
        let mut game = TreeGame::lattice(6, seed);
        let value = minimax(&mut game, 100, &ZeroEvaluator).0.signum();
        let result = search(&game, &Budget::nodes(20_000));
        assert!(result.exact);
        assert_eq!(Scores::value(result.score), Value(100 * value), "lattice {seed}");
        game.apply(result.best());
        let mover = game.to_move().first().unwrap();
        let left = minimax(&mut game, 100, &ZeroEvaluator).0.signum();
        let side = TreeGame::lattice(6, seed).to_move().first().unwrap();
        assert_eq!(Value(left).turned(mover, side), Value(value), "lattice {seed}");
    }
}

#[test]
fn the_best_proved_move_is_chosen_whatever_its_visits() {
    let playout = || RandomPlayout { reward: Reward::Points, ..RandomPlayout::default() };
    for seed in 0..20 {
        let mut mcts = Mcts::with(AllMoves, playout(), Dice::new(seed));
        let game = TreeGame::of("a(-1 0 1 0 b(-1))");
        let result = mcts.search(&game, Side::FIRST, &Budget::nodes(500), &|_| ()).unwrap();
        assert_eq!((*result.best(), result.score, result.exact), (Pick(2), 0.75, true));
    }
}

/// The moves of a heap as an incomplete candidate list: only wins can be proved.
fn incomplete(heap: &Nim, _: Side, _: &mut Dice) -> Vec<Take> {
    heap.moves()
}

#[test]
fn it_converges_without_proofs() {
    for left in [3, 5, 6, 8, 9] {
        let start = heap(left);
        let playout = RandomPlayout::default();
        let mut mcts = Mcts::with(incomplete, playout, Dice::new(3));
        let result = mcts.search(&start, Side::FIRST, &Budget::nodes(4000), &|_| ()).unwrap();
        let mut next = start.clone();
        next.apply(result.best());
        assert!(
            minimax(&mut next, 100, &ZeroEvaluator).turned(next.mover, Side::FIRST) > Value::EVEN,
            "{left} counters"
        );
    }
    let lost = Mcts::with(incomplete, RandomPlayout::default(), Dice::new(3))
        .search(&heap(10), Side::FIRST, &Budget::nodes(4000), &|_| ())
        .unwrap();
    assert!(!lost.exact && lost.score < 0.2, "{lost:?}");
}

#[test]
fn the_best_move_has_the_most_visits_and_visits_add_up() {
    let result = search(&heap(40), &Budget::nodes(5000));
    assert_eq!(result.nodes, 5000);
    assert_eq!(result.moves.iter().map(|one| one.visits).sum::<u64>(), 5000);
    assert!(result.moves.is_sorted_by_key(|one| Reverse(one.visits)));
    assert!(result.depth > 3 && !result.exact);
    assert_eq!(result.line[0], *result.best());
}

#[test]
fn the_result_depends_only_on_seed_nodes_and_trees() {
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
fn the_search_ends_with_its_budget_and_always_has_a_move() {
    let stopped = Budget::default();
    stopped.stop.raise();
    for trees in [1, 3] {
        for budget in [&stopped, &Budget::nodes(0), &Budget::nodes(1), &Budget::nodes(2)] {
            let mut mcts = Mcts::new(Dice::new(1)).trees(trees);
            let result = mcts.search(&heap(30), Side::FIRST, budget, &|_| ()).unwrap();
            assert!(heap(30).moves().contains(result.best()));
            assert_eq!(result.nodes, budget.nodes.unwrap_or(0));
        }
    }
    let shallow = search(&heap(30), &Budget { depth: Some(2), ..Budget::nodes(500) });
    assert_eq!(shallow.depth, 2);
    let over = Mcts::new(Dice::new(1)).search(&heap(0), Side::FIRST, &Budget::nodes(9), &|_| ());
    assert_eq!(over, None);
    let not_to_move = Mcts::new(Dice::new(1)).search(&heap(9), Side::SECOND, &Budget::nodes(9), &|_| ());
    assert_eq!(not_to_move, None);
}

#[test]
fn the_stop_flag_ends_the_search() {
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
fn a_full_tree_is_still_searched() {
    let mut mcts = Mcts::new(Dice::new(1));
    mcts.max_tree_nodes = 5;
    let result = mcts.search(&heap(30), Side::FIRST, &Budget::nodes(300), &|_| ()).unwrap();
    assert_eq!((result.nodes, result.moves.len()), (300, 3));
    assert!(result.depth <= 3);
}

#[test]
fn an_evaluation_can_replace_the_playout() {
    // The evaluation is exact, so one visit per move is enough.
    let exact = |heap: &Nim| if heap.left % 3 == 1 { -Value::POINT } else { Value::POINT };
    let mut mcts = Mcts::with(AllMoves, RandomPlayout::then_evaluate(0, exact), Dice::new(1));
    let budget = Budget { depth: Some(1), ..Budget::nodes(30) };
    let result = mcts.search(&heap(42), Side::FIRST, &budget, &|_| ()).unwrap();
    assert_eq!((result.moves.last().unwrap().m, result.value()), (Take(1), Value::POINT));
}

#[test]
fn rewards_count_wins_or_margins() {
    let outcome = Outcome::halves(&[1, 2]);
    assert_eq!(Reward::Wins.scores(outcome).0[..2], [0.0, 1.0]);
    assert_eq!(Reward::Points.scores(outcome).0[..2], [0.25, 0.75]);
    assert_eq!(Reward::Points.scores(Outcome::win(Side(2), 3)).0[..3], [0.0, 0.0, 1.0]);
    let scores = Scores::from_value(Value(50), Side::SECOND);
    assert_eq!((scores.of(Side::FIRST), scores.of(Side::SECOND)), (0.25, 0.75));
    assert_eq!(Scores::value(0.75), Value(50));
}

#[test]
fn mcts_is_a_player() {
    let (view, setup) = (heap(3), Counters::of(3));
    let turn: Turn<'_, Nim> = Turn { side: Side::FIRST, view: &view, setup: &setup, moves: &[] };
    let mut mcts = Mcts::new(Dice::new(1)).trees(2);
    assert_eq!(mcts.choose(&turn, &Budget::nodes(500), &|_| ()), Ok(Take(2)));
}

/// Two or three sides throw in turn, six throws in all. Move 1 gives one point, move 2 three points or none. Most points win.
/// After a throw of three points the next side is skipped, so the side to move depends on chance.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Throws {
    points: [i8; 3],
    sides: u8,
    thrown: u8,
    side: u8,
    chance: u8,
}

impl Game for Throws {
    const FACTS: Facts = Facts { name: "throws", title: "Throws", chance: true, ..TreeGame::FACTS };
    type Setup = NoSetup;
    type Move = Pick;
    type View = Throws;
    type Effect = ();
    type Score = ();
    type Illegal = IllegalChoice;
    type BadSetup = IllegalChoice;

    fn sides(_: &NoSetup) -> usize {
        3
    }
    fn max_plies(_: &NoSetup) -> usize {
        6
    }
    fn start(_: &NoSetup, _: &mut Dice, _: &Work) -> Result<Throws, StartError<IllegalChoice>> {
        Ok(Throws { points: [0; 3], sides: 3, thrown: 0, side: 0, chance: 50 })
    }
    fn to_move(&self) -> Sides {
        if self.thrown < 6 { Sides::one(Side(self.side)) } else { Sides::NONE }
    }
    fn parse(&self, _: Side, text: &str) -> Result<Pick, IllegalChoice> {
        Ok(Pick(usize::from(text == "2") + 1))
    }
    fn play(&mut self, side: Side, m: &Pick, dice: &mut Dice) -> Result<(), IllegalChoice> {
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
fn games_with_chance_and_two_or_three_sides() {
    for (sides, side, ahead, behind) in [(3, 2, [2, 0, 2], [4, 0, 2]), (2, 1, [2, 2, 0], [4, 2, 0])] {
        let last = |points, chance| {
            let throws = Throws { points, sides, thrown: 5, side, chance };
            search(&throws, &Budget::nodes(2000))
        };
        let safe = last(ahead, 90);
        assert_eq!(*safe.best(), Pick(1), "one point is enough");
        assert!(!safe.exact, "nothing is proved with chance");
        let risky = last(behind, 30);
        assert_eq!(*risky.best(), Pick(2), "only three points win");
        let score = risky.moves[0].score;
        assert!((score - 0.3).abs() < 0.05, "{score}");
    }
    // From the start, move 2 is better with good odds.
    let start = |chance| {
        search(&Throws { points: [0; 3], sides: 3, thrown: 0, side: 0, chance }, &Budget::nodes(4000))
    };
    assert_eq!((*start(95).best(), *start(2).best()), (Pick(2), Pick(1)));
}
