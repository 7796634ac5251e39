//! The strongest player: it searches whole turns in a fast simulation.

pub mod atlas;
mod belief;
pub mod judge;
mod mutate;
mod picks;
pub mod planner;
pub mod search;

use crate::ai::evaluate::{Constants, Evaluator};
use crate::rules::{self, Move, Position, Setup};
use atlas::Atlas;
use belief::Belief;
use common::game::Dice;
use common::player::{Budget, Player, PlayerError, Thought, Turn};
use judge::Weights;
use picks::choose_picks;
pub use search::Settings;
use search::{Problem, search};
use std::time::Duration;

/// The player `strong`.
pub struct StrongPlayer {
    atlas: Atlas,
    evaluator: Evaluator,
    weights: Weights,
    settings: Settings,
    threads: usize,
    dice: Dice,
    belief: Belief,
    /// The last turn.
    last: Option<rules::Turn>,
}

const DEFAULT_TIME: Duration = Duration::from_millis(500);

impl StrongPlayer {
    /// A player for games of this setup.
    pub fn new(setup: &Setup, threads: usize, settings: Settings, seed: u64) -> StrongPlayer {
        StrongPlayer {
            atlas: Atlas::new(&setup.map.map, setup.round_rules()),
            evaluator: Evaluator::new(&setup.map, Constants::default()),
            weights: Weights([13.0, 5.2, -3.2, 3.4, 0.6, 2.7, 0.4, -2.3]),
            settings,
            threads,
            dice: Dice::new(seed),
            belief: Belief::default(),
            last: None,
        }
    }
}

impl Player<Position> for StrongPlayer {
    fn choose(
        &mut self,
        turn: &Turn<'_, Position>,
        budget: &Budget,
        _seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<Move, PlayerError> {
        let view = turn.view;
        if !view.waiting_for.contains(view.side) {
            return Err(PlayerError::NoMove);
        }
        let limited = budget.time.is_some() || budget.nodes.is_some();
        let budget =
            if limited { budget.clone() } else { Budget { time: Some(DEFAULT_TIME), ..budget.clone() } };
        let running = budget.start();
        let part = |simulations: u64| {
            let time = budget.time.map_or(0.0, |max| running.elapsed().as_secs_f32() / max.as_secs_f32());
            let nodes = budget.nodes.map_or(0.0, |max| simulations as f32 / max as f32);
            time.max(nodes)
        };
        let seed = self.dice.seed();
        if view.picking {
            self.last = None;
            let used_up = |simulations| running.used_up(simulations);
            return Ok(Move::Pick(choose_picks(&self.atlas, &self.weights, view, seed, &used_up)));
        }
        let states = self.belief.states(&self.atlas, view, self.last.as_ref(), seed);
        let problem = Problem {
            atlas: &self.atlas,
            weights: &self.weights,
            evaluator: &self.evaluator,
            states,
            side: view.side,
            rounds_left: u32::from(view.setup.round_limit().saturating_sub(view.round)).max(1),
        };
        let used_up = |simulations| running.used_up(simulations);
        let (found, simulations) = search(&problem, &self.settings, self.threads, seed, &used_up, &part);
        if std::env::var("WL_DEBUG").is_ok() {
            eprintln!("round {} sims {simulations} value {:?}", view.round, found.first().map(|f| f.value));
        }
        let best = found.into_iter().next().ok_or(PlayerError::Stopped)?;
        self.last = Some(best.turn.clone());
        Ok(Move::Turn(best.turn))
    }
}
