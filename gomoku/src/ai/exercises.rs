//! Makes exercises: positions of games that are won by fours alone, with one first move that does it in the fewest stones.

use super::strong::{Attacks, Board, Search, Weights, deepen, moves};
use crate::rules::{Grid, Move, Opening, Position, Rule, Setup, Size};
use common::game::Dice;
use common::search::{Reversible, SharedTranspositionTable, Unlimited};

/// A position that is won by fours alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exercise {
    /// The board and the rule.
    pub setup: Setup,
    /// How the position came about.
    pub moves: Vec<Move>,
    /// The shortest win.
    pub line: Vec<usize>,
}

impl Exercise {
    /// So many stones of its own the side to move needs.
    pub fn stones(&self) -> usize {
        self.line.len().div_ceil(2)
    }
}

/// The players of these games look so far ahead, and put a stone by lot in such a share of their turns: good players would
/// not let it come to such positions.
const DEPTH: u32 = 2;
const SLIP: f64 = 0.12;
/// Wins of so many stones are worth an exercise.
const STONES: std::ops::RangeInclusive<usize> = 4..=16;
/// Positions that a proof may take.
const NODES: u64 = 400_000;

/// Plays a game and gives the positions of it that make an exercise, at most one of each side.
pub fn from_game(rule: Rule, dice: &mut Dice) -> Vec<Exercise> {
    let size = Size::default();
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
        let near = super::first_stones(&position);
        let chosen = if position.stones() < 4 || dice.chance(SLIP) {
            dice.pick(&near).copied()
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

/// The shortest win by fours, if only its first move wins so soon.
fn unique_win(board: &Board) -> Option<Vec<usize>> {
    let mut board = board.clone();
    let mut attacks = Attacks::new(1 << 16);
    let line = attacks.shortest(&mut board, *STONES.end(), NODES)?;
    let stones = line.len().div_ceil(2);
    if !STONES.contains(&stones) {
        return None;
    }
    let own = board.mover();
    let others: Vec<usize> = board.fours_of(own).filter(|at| *at != line[0]).collect();
    let alone = others.into_iter().all(|at| {
        let mut attacks = Attacks::new(1 << 16);
        !attacks.wins_with(&mut board, at, stones, NODES)
    });
    alone.then_some(line)
}

/// Makes so many exercises, of all lengths as evenly as games offer them. `made` is told how many there are.
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
