//! An AI player that thinks in a worker of the web page. The worker has nothing but the text of the game.

use super::Session;
use crate::game::{Side, StoredSetup};
use crate::job::{Stop, Task, TaskJob, Work};
use crate::player::{AiPlayers, BadSpec, Budget, Player, PlayerError, Spec, Thought, Turn, ask_player};
use crate::session::Saved;
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::cell::RefCell;
use std::marker::PhantomData;
use std::time::Duration;

/// An AI player that is not thinking: what its worker needs to build it.
#[derive(Debug, Clone)]
pub(in crate::session) struct AiSeat<G> {
    spec: Spec,
    seed: u64,
    game: PhantomData<fn() -> G>,
}

/// Describes the AI player of a seat. Options are checked; a level without options needs no check.
pub(in crate::session) fn build_player<G: AiPlayers>(
    spec: &Spec,
    setup: &G::Setup,
    seed: u64,
) -> Result<AiSeat<G>, BadSpec> {
    if !G::knows_player(spec.name()) || spec.options().next().is_some() {
        G::build_player(spec, setup, seed)?;
    }
    Ok(AiSeat { spec: spec.clone(), seed, game: PhantomData })
}

/// A question for an AI player.
#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
pub struct ThinkTask<G> {
    /// The saved game.
    game: String,
    /// Its start position, where making it takes long.
    start: Option<String>,
    side: Side,
    player: String,
    seed: u64,
    time: Option<Duration>,
    #[serde(skip)]
    of: PhantomData<fn() -> G>,
}

impl<G: AiPlayers> Task for ThinkTask<G> {
    const NAME: &'static str = "think";
    type News = Thought;
    type Output = Result<String, PlayerError>;

    fn memory(&self) -> String {
        format!("{} {} {}", self.player, self.seed, self.side)
    }

    fn run(self, _: &Work, tell: &(dyn Fn(Thought) + Sync)) -> Result<String, PlayerError> {
        let wrong = |why: String| PlayerError::Died(why);
        let saved = Saved::read::<G>(&self.game).map_err(|why| wrong(why.to_string()))?;
        let work = Work::quiet().with_start(self.start.clone());
        let session = Session::<G>::preview(saved, &work).map_err(|why| wrong(why.to_string()))?;
        let view = session.state().view(self.side).clone();
        let moves = session.moves_for_players();
        let turn = Turn { side: self.side, view: &view, setup: session.setup(), moves: &moves };
        let spec: Spec = self.player.parse().map_err(|why: BadSpec| wrong(why.to_string()))?;
        let budget = Budget { time: self.time, ..Budget::default() };
        // The player is kept for its next move, with all that it remembers.
        let key = self.memory();
        let mut player = match take_player::<G>(&key) {
            Some(player) => player,
            None => {
                G::build_player(&spec, session.setup(), self.seed).map_err(|why| wrong(why.to_string()))?
            }
        };
        let chosen = ask_player(&mut *player, &turn, &budget, tell);
        PLAYERS.with_borrow_mut(|players| players.push((key, Box::new(player))));
        chosen.map(|m| m.to_string())
    }
}

thread_local! {
    /// The players of this worker, and who they are. There are few: one, and one for hints.
    static PLAYERS: RefCell<Vec<(String, Box<dyn Any>)>> = const { RefCell::new(Vec::new()) };
}

fn take_player<G: AiPlayers>(key: &str) -> Option<Box<dyn Player<G>>> {
    let (_, player) = PLAYERS.with_borrow_mut(|players| {
        let found = players.iter().position(|(other, _)| other == key);
        // The memory of players of other games is not needed any more.
        let player = found.map(|index| players.swap_remove(index));
        players.clear();
        player
    })?;
    player.downcast().ok().map(|player| *player)
}

/// The player comes back unless it crashed.
pub(super) type Answer<G> = (Option<AiSeat<G>>, Result<<G as crate::game::Game>::Move, PlayerError>);

/// A player at work.
pub(in crate::session) struct Thinking<G: AiPlayers> {
    pub(in crate::session) side: Side,
    pub(in crate::session) stop: Stop,
    player: AiSeat<G>,
    job: TaskJob<ThinkTask<G>>,
    /// The position, to read the answer.
    position: G,
    pub(super) last: Option<Thought>,
}

impl<G: AiPlayers> Thinking<G> {
    pub(super) fn poll(&mut self) -> Option<Answer<G>> {
        let answer = self.job.poll();
        self.last = self.job.news().pop().or(self.last.take());
        let read = |text: &str| {
            let m = self.position.parse(self.side, text);
            m.map_err(|why| PlayerError::Illegal { answer: text.to_owned(), why: why.to_string() })
        };
        let player = Some(self.player.clone());
        match answer {
            Some(Ok(chosen)) => Some((player, chosen.and_then(|text| read(&text)))),
            Some(Err(why)) => Some((None, Err(PlayerError::Died(why.to_string())))),
            None if self.stop.raised() => {
                // A busy worker hears nothing: the best move so far is played, and the worker is ended.
                let best = self.last.as_ref()?.line.first().map(|text| read(text))?;
                self.job.stop();
                Some((player, best))
            }
            None => None,
        }
    }

    /// Stops it.
    #[expect(clippy::unnecessary_wraps, reason = "as on the desktop, where a player may not stop in time")]
    pub(super) fn finish(self) -> Option<AiSeat<G>> {
        Some(self.player)
    }
}

impl<G: AiPlayers> Session<G> {
    /// Starts a player on a move of `side` in the position that is shown.
    pub(in crate::session) fn think(&self, side: Side, player: AiSeat<G>, budget: Budget) -> Thinking<G> {
        let task = ThinkTask {
            game: self.saved().write().unwrap_or_default(),
            start: self.start_text(),
            side,
            player: player.spec.to_string(),
            seed: player.seed,
            time: budget.time,
            of: PhantomData,
        };
        let ring = std::sync::Arc::new(self.bell.ring());
        let job = TaskJob::start(task, move || ring());
        let position = self.position().clone();
        Thinking { side, stop: budget.stop, player, job, position, last: None }
    }
}

/// A start position that takes long to make.
#[derive(Serialize, Deserialize)]
#[serde(bound(serialize = "G::Setup: crate::game::Setup", deserialize = "G::Setup: crate::game::Setup"))]
pub struct StartTask<G: AiPlayers> {
    setup: StoredSetup<G::Setup>,
    seed: u64,
}

impl<G: AiPlayers> StartTask<G> {
    /// The start position of this game.
    pub fn new(setup: G::Setup, seed: u64) -> StartTask<G> {
        StartTask { setup: StoredSetup(setup), seed }
    }
}

impl<G: AiPlayers> Task for StartTask<G> {
    const NAME: &'static str = "start";
    type News = ();
    /// The text of the start position, or why there is none.
    type Output = Result<String, String>;

    fn run(self, work: &Work, _: &(dyn Fn(()) + Sync)) -> Result<String, String> {
        let start =
            Session::<G>::make_start(&self.setup.0, self.seed, work).map_err(|why| why.to_string())?;
        start.start_text().ok_or_else(|| "this game starts at once".to_owned())
    }
}
