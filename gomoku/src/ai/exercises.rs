//! Makes exercises: positions from games with a VCF whose first move is the only fastest one.

use super::strong::{Board, Search, ThreatSearch, Weights, deepen, moves};
use crate::rules::{DEFAULT_SIZE, Grid, Move, Opening, Position, Rule, Setup};
use common::game::Dice;
use common::search::{Reversible, SharedTranspositionTable, Unlimited};

/// A position with a VCF.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exercise {
    /// The board and the rule.
    pub setup: Setup,
    /// The moves that lead to the position.
    pub moves: Vec<Move>,
    /// The shortest win.
    pub line: Vec<usize>,
}

impl Exercise {
    /// Number of stones that the side to move needs.
    pub fn stones(&self) -> usize {
        self.line.len().div_ceil(2)
    }
}

/// Search depth of the players, and their share of random moves. Better players would avoid such positions.
const DEPTH: u32 = 2;
const RANDOM_MOVES: f64 = 0.12;
/// Accepted lengths of the win, in stones.
const STONES: std::ops::RangeInclusive<usize> = 4..=16;
/// Node limit of a proof.
const NODES: u64 = 400_000;

/// Plays a game and returns at most one exercise for each side.
pub fn from_game(rule: Rule, dice: &mut Dice) -> Vec<Exercise> {
    let size = DEFAULT_SIZE;
    let setup = Setup { size, rule, opening: Opening::Free };
    let (mut position, mut played, mut found) = (Position::new(setup), Vec::new(), Vec::<Exercise>::new());
    let (weights, table) = (Weights::learned(), SharedTranspositionTable::small());
    while position.end().is_none() && position.stones() < 60 {
        let board = Board::of(&position, &weights);
        let side = position.stones() % 2;
        if position.stones() >= 8
            && !found.iter().any(|one| one.moves.len() % 2 == side)
            && let Some(line) = unique_win(&board)
        {
            found.push(Exercise { setup, moves: played.clone(), line });
        }
        let nearby = super::first_stones(&position);
        let chosen = if position.stones() < 4 || dice.chance(RANDOM_MOVES) {
            dice.pick(&nearby).copied()
        } else {
            let list = moves(&mut board.clone());
            let mut search = Search::new(board, &table, &Unlimited, dice.seed() | 1);
            deepen(&mut search, &list, 1, (1, DEPTH), |_, _| true)
                .first()
                .map(|one| Move::Stone(Grid::point(one.line[0])))
        };
        let Some(chosen) = chosen.filter(|m| position.check(*m).is_ok()) else { break };
        position.apply(&chosen);
        played.push(chosen);
    }
    found
}

/// The shortest VCF, if no other first move wins as fast.
fn unique_win(board: &Board) -> Option<Vec<usize>> {
    let mut board = board.clone();
    let mut threats = ThreatSearch::new(1 << 16);
    let line = threats.shortest_vcf(&mut board, *STONES.end(), NODES)?;
    let stones = line.len().div_ceil(2);
    if !STONES.contains(&stones) {
        return None;
    }
    let own = board.mover();
    let others: Vec<usize> = board.fours_of(own).filter(|index| *index != line[0]).collect();
    let only_one = others.into_iter().all(|index| {
        let mut threats = ThreatSearch::new(1 << 16);
        !threats.vcf_wins_with(&mut board, index, stones, NODES)
    });
    only_one.then_some(line)
}

/// Makes `count` exercises, with lengths spread evenly. `made` gets their number and returns whether to continue.
pub fn make(count: usize, seed: u64, made: &mut dyn FnMut(usize) -> bool) -> Vec<Exercise> {
    let mut all: Vec<Exercise> = Vec::new();
    for game in 0.. {
        let mut dice = Dice::of(seed, game);
        let rule = [Rule::Freestyle, Rule::Freestyle, Rule::Standard, Rule::Renju][game as usize % 4];
        for exercise in from_game(rule, &mut dice) {
            let same = all.iter().filter(|one| one.stones() == exercise.stones()).count();
            if same < count.div_ceil(6) && all.len() < count {
                all.push(exercise);
            }
        }
        if all.len() >= count || !made(all.len()) {
            break;
        }
    }
    all.sort_by_key(Exercise::stones);
    all
}
