//! AI players at work in the background: started, listened to, stopped.
//!
//! A web build replaces [`Thinking`]: there a worker takes the place of the thread.

use super::{Event, GameEnd, Session};
use crate::game::Side;
use crate::job::{Job, Stop};
use crate::player::{AiPlayers, Budget, MoveText, Player, PlayerError, Thought, Turn, ask_player};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use web_time::Instant;

/// How long to wait for a stopped player. One that does not stop in time is left behind.
const STOP_TIMEOUT: Duration = Duration::from_millis(300);

/// A move that the hint player would play, and why.
#[derive(Debug, Clone, PartialEq)]
pub struct Hint {
    /// The side it is for.
    pub side: Side,
    /// The move as text.
    pub text: String,
    /// The last thought of the hint player; its `moves` hold the values of all moves where they are known.
    pub thought: Thought,
    /// Its stages, where the game has several; empty if it has one.
    pub stages: Vec<String>,
    /// The stage that is shown, from 0.
    pub stage: usize,
}

/// Wakes the session and its front end when a player has news.
pub(super) struct Bell {
    sender: Sender<()>,
    receiver: Receiver<()>,
    pub(super) waker: Arc<dyn Fn() + Send + Sync>,
}

impl Default for Bell {
    fn default() -> Bell {
        let (sender, receiver) = mpsc::channel();
        Bell { sender, receiver, waker: Arc::new(|| {}) }
    }
}

impl Bell {
    /// Waits for news, at most this long.
    pub(super) fn wait(&self, max: Option<Duration>) {
        // The session holds a sender, so the channel does not close.
        let _ = match max {
            Some(max) => self.receiver.recv_timeout(max).map_err(drop),
            None => self.receiver.recv().map_err(drop),
        };
        while self.receiver.try_recv().is_ok() {}
    }

    fn ring(&self) -> impl Fn() + Send + Sync + use<> {
        let (sender, waker) = (Mutex::new(self.sender.clone()), Arc::clone(&self.waker));
        move || {
            let _ = sender.lock().unwrap_or_else(PoisonError::into_inner).send(());
            waker();
        }
    }
}

/// The player comes back unless it crashed.
type Answer<G> = (Option<Box<dyn Player<G>>>, Result<<G as crate::game::Game>::Move, PlayerError>);

/// A player at work.
pub(super) struct Thinking<G: AiPlayers> {
    pub(super) side: Side,
    pub(super) stop: Stop,
    job: Job<Answer<G>>,
    thoughts: Receiver<Thought>,
    last: Option<Thought>,
}

impl<G: AiPlayers> Thinking<G> {
    fn poll(&mut self) -> Option<Answer<G>> {
        // The answer is looked for first: thoughts come before it.
        let answer = self.job.poll();
        self.last = self.thoughts.try_iter().last().or(self.last.take());
        answer.map(|done| done.unwrap_or_else(|why| (None, Err(PlayerError::Died(why.to_string())))))
    }

    /// Stops it. Returns the player if it stops in time.
    fn finish(mut self) -> Option<Box<dyn Player<G>>> {
        self.stop.raise();
        let until = Instant::now() + STOP_TIMEOUT;
        self.job.wait(until.saturating_duration_since(Instant::now()));
        self.poll()?.0
    }
}

impl<G: AiPlayers> Session<G> {
    /// Starts a player on a move of `side` in the position that is shown.
    pub(super) fn think(&self, side: Side, mut player: Box<dyn Player<G>>, budget: Budget) -> Thinking<G> {
        let view = self.state().view(side).clone();
        let setup = self.setup.clone();
        let moves: Vec<MoveText> = if G::FACTS.hidden {
            Vec::new()
        } else {
            let played = self.plies[..self.ply].iter();
            played.map(|ply| MoveText { side: ply.side, text: ply.text.clone() }).collect()
        };
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

    /// Ends the search of a side without a move.
    pub(super) fn stop_thinking(&mut self, side: Side) {
        if let Some(thinking) = self.thinking[side.index()].take() {
            self.thoughts[side.index()] = None;
            self.players[side.index()] = thinking.finish();
        }
    }

    /// Ends the search for a hint.
    pub(super) fn stop_hint(&mut self) {
        self.hint.take().map(Thinking::finish);
    }

    /// Takes the news of the players at work, until one makes an event.
    pub(super) fn collect(&mut self) -> Option<Event> {
        for side in self.sides() {
            let Some(thinking) = &mut self.thinking[side.index()] else { continue };
            let answer = thinking.poll();
            if let Some(thought) = &thinking.last {
                self.thoughts[side.index()] = Some((self.ply, thought.clone()));
            }
            if let Some((player, chosen)) = answer {
                self.thinking[side.index()] = None;
                self.players[side.index()] = player;
                return Some(self.answered(side, chosen));
            }
        }
        let hint = self.hint.as_mut()?;
        let (_, chosen) = hint.poll()?;
        let hint = self.hint.take()?;
        Some(match chosen {
            Ok(m) => {
                let thought = hint.last.clone().unwrap_or_default();
                let (side, text) = (hint.side, m.to_string());
                Event::Hint(Hint { side, text, thought, stages: Vec::new(), stage: 0 })
            }
            Err(error) => Event::NoHint(error),
        })
    }

    fn answered(&mut self, side: Side, chosen: Result<G::Move, PlayerError>) -> Event {
        let played = chosen.and_then(|m| {
            let answer = m.to_string();
            // A level that makes mistakes may play another move than the best one it found.
            if let Some((_, thought)) = &mut self.thoughts[side.index()]
                && !G::FACTS.hidden
                && thought.line.first().is_some_and(|first| *first != answer)
            {
                (thought.line, thought.value, thought.exact) = (vec![answer.clone()], None, false);
            }
            self.push(side, m).map_err(|why| PlayerError::Illegal { answer, why: why.to_string() })
        });
        match played {
            Ok(()) => {
                self.just_ended |= self.end().is_some();
                Event::Moved(side)
            }
            Err(error) => {
                self.abort(GameEnd::Failed(side, error));
                Event::Ended
            }
        }
    }
}
