//! AI players: they solve a board step by step with the techniques of their level.

use crate::hint::{Step, next_step};
use crate::rules::{Fairness, Move, Puzzle, PuzzleSetup, PuzzleView};
use crate::solver::{Solver, Technique, states_of};
use crate::text;
use common::game::{Dice, Value};
use common::job::Work;
use common::player::{AiPlayers, BadSpec, Budget, Level, Player, PlayerError, Spec, Thought, Turn};

/// Solves with the techniques up to one of them. Where they do not help it guesses a remaining candidate.
struct Reasoner {
    technique: Technique,
    /// Whether it guesses where its techniques find nothing.
    guesses: bool,
    dice: Dice,
}

impl Player<Puzzle> for Reasoner {
    fn choose(
        &mut self,
        turn: &Turn<'_, Puzzle>,
        budget: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<Move, PlayerError> {
        let view = turn.view;
        let work = Work::with_stop(budget.stop.clone());
        let step = next_step(view, &work).filter(|step| step.why.technique <= self.technique);
        if budget.stop.raised() && step.is_none() {
            return Err(PlayerError::Stopped);
        }
        let Some(step) = step else {
            return if self.guesses { self.guess(view) } else { Err(nothing_follows(view)) };
        };
        seen(thought(view, &step));
        Ok(Move::Enter(view.layout().cell(step.why.cell), step.why.state))
    }
}

/// The player that gives hints: it never guesses.
const HINT: &str = "hint";

fn nothing_follows(view: &PuzzleView) -> PlayerError {
    PlayerError::NoAnswer(
        match view.facts.fairness {
            Fairness::Several => {
                "this board has several solutions, and nothing more follows from what is shown"
            }
            Fairness::Unique => "nothing more follows from what is shown",
        }
        .to_owned(),
    )
}

fn thought(view: &PuzzleView, step: &Step) -> Thought {
    let m = Move::Enter(view.layout().cell(step.why.cell), step.why.state);
    Thought {
        depth: step.why.steps.len() as u32,
        value: Some(Value::POINT),
        exact: true,
        line: vec![m.to_string(), text::reason(view, step)],
        ..Thought::default()
    }
}

impl Reasoner {
    fn guess(&mut self, view: &PuzzleView) -> Result<Move, PlayerError> {
        let mut candidates = view.candidates();
        // What the techniques exclude is not guessed.
        let _ =
            Solver::new(view.layout()).narrow(&mut candidates, self.technique.min(Technique::Probe), None);
        let open: Vec<usize> = (0..candidates.len())
            .filter(|cell| view.cells[*cell].state.is_none() && candidates[*cell] != 0)
            .collect();
        let cell =
            *open.iter().min_by_key(|cell| candidates[**cell].count_ones()).ok_or(PlayerError::NoMove)?;
        let states: Vec<u8> = states_of(candidates[cell]).collect();
        let state = *self.dice.pick(&states).ok_or(PlayerError::NoMove)?;
        Ok(Move::Enter(view.layout().cell(cell), state))
    }
}

impl AiPlayers for Puzzle {
    const LEVELS: &'static [Level] = &[
        Level { name: "easy", about: "looks at one window at a time, and guesses where that is not enough" },
        Level { name: "medium", about: "looks at two rows at once, and guesses where that is not enough" },
        Level { name: "hard", about: "also tries what would go wrong, and guesses where that is not enough" },
        Level { name: "strong", about: "solves every fair board without a guess" },
    ];

    fn build_player(spec: &Spec, _: &PuzzleSetup, seed: u64) -> Result<Box<dyn Player<Puzzle>>, BadSpec> {
        let technique = match spec.name() {
            "easy" => Technique::Window,
            "medium" => Technique::RowPair,
            "hard" => Technique::Probe,
            "strong" | HINT => Technique::Search,
            "cmd" => {
                let command = spec.command().ok_or(BadSpec::NoCommand)?.to_owned();
                let why = "a program that is told the puzzle could see its solution".to_owned();
                return Err(BadSpec::NotStarted { command, why });
            }
            _ => return Err(Self::unknown(spec)),
        };
        Ok(Box::new(Reasoner { technique, guesses: spec.name() != HINT, dice: Dice::new(seed) }))
    }

    fn hint_player() -> Spec {
        Spec::level(HINT)
    }
}
