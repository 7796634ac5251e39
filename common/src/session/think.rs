//! AiPlayers at work on a thread of their own: started, listened to, stopped.

use super::{Event, Session, GameEnd};
use crate::game::Side;
use crate::player::{Budget, AiPlayers, Player, PlayerError, Stop, Thought, Turn, ask, thinking_thread};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

/// A machine, ready to be asked.
pub(super) type Thinker<G> = Box<dyn Player<G>>;

/// A stopped machine is waited for so long; one that does not hear is left behind.
const PATIENCE: Duration = Duration::from_millis(300);

/// A move that somebody would play, and why.
#[derive(Debug, Clone, PartialEq)]
pub struct Hint {
    /// The move as text.
    pub text: String,
    /// What the hint_player thought last; its `moves` hold the values of all moves where they are known.
    pub thought: Thought,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    Move,
    Hint,
}

enum News<G: AiPlayers> {
    Thought(Thought),
    /// The machine comes back unless it is lost.
    Done(Option<Thinker<G>>, Result<G::Move, PlayerError>),
}

/// A machine at work.
pub(super) struct Thinking<G: AiPlayers> {
    pub(super) purpose: Purpose,
    pub(super) stop: Stop,
    side: Side,
    news: Receiver<News<G>>,
    /// What was received while waiting, to be looked at by the next step.
    kept: std::cell::RefCell<Vec<News<G>>>,
}

impl<G: AiPlayers> Thinking<G> {
    /// Blocks until there is news, at most so long.
    pub(super) fn wait(&self, most: Option<Duration>) {
        let news = match most {
            Some(most) => {
                self.news.recv_timeout(most).map_err(|error| error == RecvTimeoutError::Disconnected)
            }
            None => self.news.recv().map_err(|_| true),
        };
        if let Ok(news) = news {
            self.kept.borrow_mut().push(news);
        }
    }

    fn next(&self) -> Result<News<G>, mpsc::TryRecvError> {
        match self.kept.borrow_mut().pop() {
            Some(news) => Ok(news),
            None => self.news.try_recv(),
        }
    }
}

impl<G: AiPlayers> Session<G> {
    pub(super) fn think(&mut self, purpose: Purpose, side: Side, mut machine: Thinker<G>, budget: Budget) {
        let (sender, news) = mpsc::channel();
        let unstarted = sender.clone();
        let view = self.position().view(side);
        let setup = self.setup.clone();
        let moves = if G::FACTS.hidden { Vec::new() } else { self.texts[..self.ply].to_vec() };
        let stop = budget.stop.clone();
        let waker = Arc::clone(&self.waker);
        self.thought = None;
        self.thinking = Some(Thinking { purpose, stop, side, news, kept: Vec::new().into() });
        let thread = thinking_thread().spawn(move || {
            let turn = Turn { side, view: &view, setup: &setup, moves: &moves };
            let thoughts = std::sync::Mutex::new(sender.clone());
            let seen = |thought| {
                if let Ok(sender) = thoughts.lock() {
                    // Nobody listening means that we were left behind.
                    let _ = sender.send(News::Thought(thought));
                }
                waker();
            };
            let chosen = ask(&mut *machine, &turn, &budget, &seen);
            // One that broke down is not asked again.
            let machine = if matches!(chosen, Err(PlayerError::Died(_))) { None } else { Some(machine) };
            let _ = sender.send(News::Done(machine, chosen));
            waker();
        });
        if let Err(why) = thread {
            let died = PlayerError::Died(format!("no thread could be started: {why}"));
            let _ = unstarted.send(News::Done(None, Err(died)));
        }
    }

    /// Ends the thinking without a result, and keeps the machine if it comes back soon.
    pub(super) fn stop_thinking(&mut self) {
        let Some(thinking) = self.thinking.take() else { return };
        self.thought = None;
        thinking.stop.raise();
        let until = web_time::Instant::now() + PATIENCE;
        loop {
            thinking.wait(Some(until.saturating_duration_since(web_time::Instant::now())));
            match thinking.next() {
                // One that goes on telling its thoughts is not waited for longer.
                Ok(News::Thought(_)) if web_time::Instant::now() >= until => return,
                Ok(News::Thought(_)) => {}
                Ok(News::Done(machine, _)) => {
                    if thinking.purpose == Purpose::Move {
                        self.machines[thinking.side.index()] = machine;
                    }
                    return;
                }
                Err(_) => return,
            }
        }
    }

    /// Takes what the machine at work has to tell, until it makes an event.
    pub(super) fn collect(&mut self) -> Option<Event> {
        loop {
            let thinking = self.thinking.as_ref()?;
            let (side, purpose) = (thinking.side, thinking.purpose);
            match thinking.next() {
                Ok(News::Thought(thought)) => self.thought = Some(thought),
                Err(mpsc::TryRecvError::Empty) => return None,
                Err(mpsc::TryRecvError::Disconnected) => {
                    // The thread is gone without an answer: the machine has panicked.
                    self.thinking = None;
                    return Some(self.finished(
                        side,
                        purpose,
                        Err(PlayerError::Died("it broke down".into())),
                    ));
                }
                Ok(News::Done(machine, chosen)) => {
                    self.thinking = None;
                    if purpose == Purpose::Move {
                        self.machines[side.index()] = machine;
                    }
                    return Some(self.finished(side, purpose, chosen));
                }
            }
        }
    }

    fn finished(&mut self, side: Side, purpose: Purpose, chosen: Result<G::Move, PlayerError>) -> Event {
        let thought = self.thought.take();
        let played = match (purpose, chosen) {
            (Purpose::Hint, Ok(m)) => {
                return Event::Hint(Hint { text: m.to_string(), thought: thought.unwrap_or_default() });
            }
            (Purpose::Hint, Err(error)) => return Event::NoHint(error),
            (Purpose::Move, Ok(m)) => self
                .push(side, &m)
                .map_err(|why| PlayerError::Illegal { answer: m.to_string(), why: why.to_string() }),
            (Purpose::Move, Err(error)) => Err(error),
        };
        // What it thought last stays to be seen until the next thinking begins.
        self.thought = thought;
        match played {
            Ok(()) => Event::Moved,
            Err(error) => {
                self.failed = Some(GameEnd::Failed(side, error));
                Event::Ended
            }
        }
    }
}

impl<G: AiPlayers> Drop for Session<G> {
    fn drop(&mut self) {
        self.hurry();
    }
}
