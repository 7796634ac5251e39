//! The middle of the house: one game being played, with its history, players, clocks and thinking machines.
//!
//! A front end hands in the text of moves and asks [`Session::tick`] from time to time what has happened.

mod autosave;
mod clock;
mod history;
mod save;
mod tell;
#[cfg(test)]
mod tests;
mod think;
mod types;

pub use autosave::{Autosave, Unfinished};
pub use clock::{BadClock, Clock, TimeControl};
pub use save::{BadMove, BadSave, Saved};
pub use think::Hint;
pub use types::{Event, NotStarted, Ply, Refused, Seat, Tally, GameEnd};

use crate::game::{Dice, Game, Side};
use crate::player::{BadSpec, Budget, AiPlayers, PlayerError, Spec, Thought};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use think::{Purpose, Thinker, Thinking};

/// A game being played.
pub struct Session<G: AiPlayers> {
    setup: G::Setup,
    seed: u64,
    /// `states[n]` is the position after n plies; there is one more than there are plies.
    states: Vec<G>,
    record: Vec<Ply<G::Move>>,
    texts: Vec<String>,
    ply: usize,
    seats: Vec<Seat>,
    machines: Vec<Option<Thinker<G>>>,
    thinking: Option<Thinking<G>>,
    thought: Option<Thought>,
    /// After going back to a machine's turn it waits until it is told to go on.
    paused: bool,
    clock: Option<Clock>,
    /// The clocks as they stood at the end of the record, when that was left.
    clock_at_end: Option<Clock>,
    failed: Option<GameEnd>,
    tally: Tally,
    started: web_time::Instant,
    think_time: Duration,
    waker: Arc<dyn Fn() + Send + Sync>,
}

impl<G: AiPlayers> Session<G> {
    /// A new game. AiPlayers are built at once, so that a wrong name is known before the first move.
    pub fn new(setup: G::Setup, seats: Vec<Seat>, seed: u64) -> Result<Session<G>, NotStarted> {
        let start = G::start(&setup).map_err(|why| NotStarted::Setup(why.to_string()))?;
        let sides = G::FACTS.sides;
        if seats.len() != sides {
            return Err(NotStarted::Seats { wanted: sides, given: seats.len() });
        }
        let mut session = Session {
            setup,
            seed,
            states: vec![start],
            record: Vec::new(),
            texts: Vec::new(),
            ply: 0,
            machines: seats.iter().map(|_| None).collect(),
            seats,
            thinking: None,
            thought: None,
            paused: false,
            clock: None,
            clock_at_end: None,
            failed: None,
            tally: Tally::default(),
            started: web_time::Instant::now(),
            think_time: Duration::from_secs(1),
            waker: Arc::new(|| {}),
        };
        for side in 0..sides {
            session.machines[side] = session.build(Side(side as u8))?;
        }
        Ok(session)
    }

    fn build(&self, side: Side) -> Result<Option<Thinker<G>>, BadSpec> {
        match &self.seats[side.index()] {
            Seat::Human => Ok(None),
            Seat::Machine(spec) => {
                let seed = Dice::of(self.seed, u64::from(side.0) << 32).seed();
                G::build_player(spec, &self.setup, seed).map(Some)
            }
        }
    }

    /// Machines may think so long for a move.
    pub fn set_think_time(&mut self, time: Duration) {
        self.think_time = time;
    }

    /// Plays with clocks from now on.
    pub fn set_clock(&mut self, control: Option<TimeControl>) {
        self.clock = control.map(|control| Clock::new(control, self.seats.len()));
    }

    /// Stops the clocks until the next [`Session::tick`]: nobody looks at the board.
    pub fn stop_clocks(&mut self) {
        if let Some(clock) = &mut self.clock {
            clock.pause();
        }
    }

    /// Called from another thread whenever [`Session::tick`] has something new.
    pub fn set_waker(&mut self, waker: impl Fn() + Send + Sync + 'static) {
        self.waker = Arc::new(waker);
    }

    /// The position now.
    pub fn position(&self) -> &G {
        &self.states[self.ply]
    }
    /// The position after `plies` moves of the record.
    pub fn position_after(&self, plies: usize) -> Option<&G> {
        self.states.get(plies)
    }
    /// The parameters.
    pub fn setup(&self) -> &G::Setup {
        &self.setup
    }
    /// All moves, those that can be redone too.
    pub fn record(&self) -> &[Ply<G::Move>] {
        &self.record
    }
    /// How many moves of the record are played now.
    pub fn ply(&self) -> usize {
        self.ply
    }
    /// Who plays.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }
    /// Hints, take-backs, mistakes and time so far.
    pub fn tally(&self) -> Tally {
        Tally { seconds: self.tally.seconds.saturating_add(self.started.elapsed().as_secs()), ..self.tally }
    }
    /// The clocks, if the game has any.
    pub fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }
    /// What the machine at work thinks.
    pub fn thought(&self) -> Option<&Thought> {
        self.thought.as_ref()
    }
    /// Whether a machine is at work on a move.
    pub fn is_thinking(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| thinking.purpose == Purpose::Move)
    }
    /// Whether a hint is being looked for.
    pub fn is_hinting(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| thinking.purpose == Purpose::Hint)
    }
    /// Whether a machine waits to be told to go on.
    pub fn is_paused(&self) -> bool {
        self.paused && self.machine_to_move().is_some()
    }
    /// How the game ended, if it did.
    pub fn end(&self) -> Option<GameEnd> {
        self.failed.clone().or_else(|| self.position().outcome().map(GameEnd::Played))
    }

    /// The machine to move, if it is a machine's turn.
    pub fn machine_to_move(&self) -> Option<Side> {
        let machine = |side: &Side| self.seats[side.index()] != Seat::Human;
        if self.end().is_some() { None } else { self.position().to_move().iter().find(machine) }
    }

    /// The person to move, if it is a person's turn.
    pub fn human_to_move(&self) -> Option<Side> {
        let human = |side: &Side| self.seats[side.index()] == Seat::Human;
        if self.end().is_some() { None } else { self.position().to_move().iter().find(human) }
    }

    /// Plays a person's move. A refused one changes nothing but the tally.
    pub fn play_text(&mut self, text: &str) -> Result<(), Refused<G::Illegal>> {
        if self.end().is_some() {
            return Err(Refused::Over);
        }
        let side = self.human_to_move().ok_or(Refused::MachinesTurn)?;
        let played = self.position().parse(text).and_then(|m| self.push(side, &m));
        if played.is_err() {
            self.count_mistake();
        }
        played.map_err(Refused::Illegal)
    }

    /// A person tried something that is no move, in a way that [`Session::play_text`] did not see.
    pub fn count_mistake(&mut self) {
        self.tally.mistakes = self.tally.mistakes.saturating_add(1);
    }

    fn push(&mut self, side: Side, m: &G::Move) -> Result<(), G::Illegal> {
        let mut next = self.position().clone();
        next.play(side, m, &mut Dice::of(self.seed, self.ply as u64))?;
        self.stop_thinking();
        self.states.truncate(self.ply + 1);
        self.record.truncate(self.ply);
        self.texts.truncate(self.ply);
        self.states.push(next);
        self.record.push(Ply { side, chosen: m.clone(), text: m.to_string() });
        self.texts.push(m.to_string());
        self.ply += 1;
        self.clock_at_end = None;
        self.paused = false;
        if let Some(clock) = &mut self.clock {
            clock.moved(side);
        }
        Ok(())
    }

    /// Asks for a hint; it comes as an [`Event::Hint`]. False if there is nothing to be hinted.
    pub fn ask_hint(&mut self, spec: &Spec) -> bool {
        let Some(side) = self.human_to_move() else { return false };
        if self.thinking.is_some() {
            return false;
        }
        let Ok(machine) = G::build_player(spec, &self.setup, self.seed) else { return false };
        self.tally.hints = self.tally.hints.saturating_add(1);
        self.think(Purpose::Hint, side, machine, Budget::time(self.think_time));
        true
    }

    /// Lets the machine at work play the best it has found so far.
    pub fn hurry(&self) {
        if let Some(thinking) = &self.thinking {
            thinking.stop.raise();
        }
    }

    /// Everything that happened since the last time; also lets a machine begin when it is its turn.
    pub fn tick(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        while let Some(event) = self.step() {
            events.push(event);
        }
        events
    }

    /// Waits until something happens, or says that nothing will (`None`).
    pub fn wait(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.step() {
                return Some(event);
            }
            self.thinking.as_ref()?.wait(self.clock.as_ref().map(|_| Duration::from_millis(50)));
        }
    }

    /// The next thing that happened, if any; also lets a machine begin when it is its turn. For front ends that show each
    /// move before the next one is made: a machine's move is made here and nowhere else.
    pub fn step(&mut self) -> Option<Event> {
        if self.end().is_some() {
            if let Some(clock) = &mut self.clock {
                clock.pause();
            }
            return None;
        }
        if let Some(clock) = &mut self.clock
            && let Some(side) = self.states[self.ply].to_move().first()
            && !(self.paused && self.seats[side.index()] != Seat::Human)
        {
            clock.run(side);
            if clock.is_up(side) {
                self.stop_thinking();
                self.failed = Some(GameEnd::TimeUp(side));
                return Some(Event::Ended);
            }
        }
        if self.thinking.is_none()
            && !self.paused
            && let Some(side) = self.machine_to_move()
            && let Err(error) = self.start_machine(side)
        {
            self.failed = Some(GameEnd::Failed(side, PlayerError::Died(error.to_string())));
            return Some(Event::Ended);
        }
        self.collect()
    }

    fn start_machine(&mut self, side: Side) -> Result<(), BadSpec> {
        let machine = match self.machines[side.index()].take() {
            Some(machine) => Some(machine),
            // It was lost in a thread that did not stop in time.
            None => self.build(side)?,
        };
        let Some(machine) = machine else { return Ok(()) };
        let mut time = self.think_time;
        if let Some(clock) = &self.clock {
            time = time.min(clock.share(side));
        }
        self.think(Purpose::Move, side, machine, Budget::time(time));
        Ok(())
    }
}

impl<G: Game + AiPlayers> fmt::Debug for Session<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("position", self.position())
            .field("moves", &self.texts)
            .finish_non_exhaustive()
    }
}
