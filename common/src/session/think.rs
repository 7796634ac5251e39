//! AI players at work in the background: started, listened to, stopped. On the desktop they think on threads, in a web
//! page in workers.

#[cfg(not(target_arch = "wasm32"))]
mod thread;
#[cfg(target_arch = "wasm32")]
mod worker;

#[cfg(not(target_arch = "wasm32"))]
pub(super) use thread::{AiSeat, Thinking, build_player};
#[cfg(target_arch = "wasm32")]
pub(super) use worker::{AiSeat, Thinking, build_player};
#[cfg(target_arch = "wasm32")]
pub use worker::{StartTask, ThinkTask};

use super::{Event, GameEnd, Session};
use crate::game::Side;
use crate::player::{AiPlayers, MoveText, PlayerError, Thought};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

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

impl<G: AiPlayers> Session<G> {
    /// The moves so far, for players that are told moves; none in games that hide something.
    fn moves_for_players(&self) -> Vec<MoveText> {
        if G::FACTS.hidden {
            return Vec::new();
        }
        let played = self.plies[..self.ply].iter();
        played.map(|ply| MoveText { side: ply.side, text: ply.text.clone() }).collect()
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
                self.note_end();
                Event::Moved(side)
            }
            Err(error) => {
                self.abort(GameEnd::Failed(side, error));
                Event::Ended
            }
        }
    }
}
