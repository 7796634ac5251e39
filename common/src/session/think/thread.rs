//! An AI player that thinks on a thread.

use super::Session;
use crate::game::Side;
use crate::job::{Job, Stop};
use crate::player::{AiPlayers, BadSpec, Budget, Player, PlayerError, Spec, Thought, Turn, ask_player};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use web_time::Instant;

/// How long to wait for a stopped player. One that does not stop in time is left behind.
const STOP_TIMEOUT: Duration = Duration::from_millis(300);

/// An AI player that is not thinking.
pub(in crate::session) type AiSeat<G> = Box<dyn Player<G>>;

/// Builds the AI player of a seat.
pub(in crate::session) fn build_player<G: AiPlayers>(
    spec: &Spec,
    setup: &G::Setup,
    seed: u64,
) -> Result<AiSeat<G>, BadSpec> {
    G::build_player(spec, setup, seed)
}

/// The player comes back unless it crashed.
pub(super) type Answer<G> = (Option<AiSeat<G>>, Result<<G as crate::game::Game>::Move, PlayerError>);

/// A player at work.
pub(in crate::session) struct Thinking<G: AiPlayers> {
    pub(in crate::session) side: Side,
    pub(in crate::session) stop: Stop,
    job: Job<Answer<G>>,
    thoughts: Receiver<Thought>,
    pub(super) last: Option<Thought>,
}

impl<G: AiPlayers> Thinking<G> {
    pub(super) fn poll(&mut self) -> Option<Answer<G>> {
        // The answer is looked for first: thoughts come before it.
        let answer = self.job.poll();
        self.last = self.thoughts.try_iter().last().or(self.last.take());
        answer.map(|done| done.unwrap_or_else(|why| (None, Err(PlayerError::Died(why.to_string())))))
    }

    /// Stops it. Returns the player if it stops in time.
    pub(super) fn finish(mut self) -> Option<AiSeat<G>> {
        self.stop.raise();
        let until = Instant::now() + STOP_TIMEOUT;
        self.job.wait(until.saturating_duration_since(Instant::now()));
        self.poll()?.0
    }
}

impl<G: AiPlayers> Session<G> {
    /// Starts a player on a move of `side` in the position that is shown.
    pub(in crate::session) fn think(&self, side: Side, mut player: AiSeat<G>, budget: Budget) -> Thinking<G> {
        let view = self.state().view(side).clone();
        let setup = self.setup.clone();
        let moves = self.moves_for_players();
        let stop = budget.stop.clone();
        let (sender, thoughts) = mpsc::channel();
        let ring = Arc::new(self.bell.ring());
        let ring_at_end = Arc::clone(&ring);
        let job = Job::with_stop("thinking", stop.clone(), Arc::new(move || ring_at_end()), move |_| {
            let turn = Turn { side, view: &view, setup: &setup, moves: &moves };
            let sender = Mutex::new(sender);
            let seen = |thought| {
                // Nobody is listening if the player was left behind.
                let _ = sender.lock().unwrap_or_else(PoisonError::into_inner).send(thought);
                ring();
            };
            let chosen = ask_player(&mut *player, &turn, &budget, &seen);
            let player = if matches!(chosen, Err(PlayerError::Died(_))) { None } else { Some(player) };
            (player, chosen)
        });
        Thinking { side, stop, job, thoughts, last: None }
    }
}
