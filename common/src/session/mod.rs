//! One game being played: its history, players, clocks and AI players at work.
//!
//! A front end passes in the text of moves and calls [`Session::step`] to learn what has happened. What it shows comes
//! from a [`Perspective`]: the game as one side may see it.

mod autosave;
mod clock;
mod draft;
mod history;
mod link;
mod log;
mod perspective;
mod save;
mod state;
mod summary;
#[cfg(test)]
mod tests;
mod think;
mod types;

pub use autosave::{Autosave, Unfinished, WriteMode};
pub use clock::{BadClock, Clock, TimeControl};
pub use link::LinkedGame;
pub use perspective::Perspective;
pub use save::{BadMove, BadSave, Saved};
pub use state::Ply;
pub use summary::{GameSummary, date, join};
pub use think::Hint;
#[cfg(target_arch = "wasm32")]
pub use think::{StartTask, ThinkTask};
pub use types::{Event, GameEnd, NotStarted, Refused, Seat, Tally};

use crate::game::{Dice, Made, ScoreEvent, Setup, Side, Sides, StartError, Stream};
use crate::job::{Stop, Work};
use crate::player::{AiPlayers, BadSpec, Budget, MoveText, PlayerError, Spec, Thought};
use crate::review::{Record, RecordedMove};
use log::LogEntry;
use state::State;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use think::{AiSeat, Bell, Thinking};

/// A game being played.
pub struct Session<G: AiPlayers> {
    setup: G::Setup,
    seed: u64,
    start: State<G>,
    /// All moves, those that can be redone too.
    plies: Vec<Ply<G>>,
    /// How many of them are played in the position that is shown.
    ply: usize,
    /// How many moves belong to the start of the game.
    start_moves: usize,
    log: Vec<LogEntry>,
    score: G::Score,
    tally: Tally,
    seats: Vec<Seat>,
    /// The AI players that are not thinking.
    players: Vec<Option<AiSeat<G>>>,
    /// The AI players that are thinking, one for each side.
    thinking: Vec<Option<Thinking<G>>>,
    hint: Option<Thinking<G>>,
    /// What each side's AI player thought last, and the ply at which it did.
    thoughts: Vec<Option<(usize, Thought)>>,
    /// After a pause and after going back, AI players wait until [`Session::unpause`].
    paused: bool,
    clock: Option<Clock>,
    /// The clocks as they stood at the last move, when that was left.
    clock_at_end: Option<Clock>,
    /// The end of a game that did not end by the rules, and the ply at which it was.
    aborted: Option<(usize, GameEnd)>,
    /// The game goes on from an earlier position than its end; with the next move it has no end any more.
    goes_on: bool,
    /// The game has ended here, and [`Session::take_end`] has not told it yet.
    just_ended: bool,
    /// How often the game has ended here.
    ends: u32,
    started: web_time::Instant,
    think_time: Duration,
    bell: Bell,
    /// The next move of each side as far as it is planned.
    drafts: Vec<Option<String>>,
    /// The programs that the loaded file names as players; humans play instead.
    replaced_programs: Vec<String>,
}

impl<G: AiPlayers> Session<G> {
    /// A new game, where starting takes no time.
    pub fn new(setup: G::Setup, seats: Vec<Seat>, seed: u64) -> Result<Session<G>, NotStarted> {
        Session::start(setup, seats, seed, &Work::quiet())
    }

    /// A new game. AI players are built at once, so that a wrong name is known before the first move.
    pub fn start(
        setup: G::Setup,
        seats: Vec<Seat>,
        seed: u64,
        work: &Work,
    ) -> Result<Session<G>, NotStarted> {
        let sides = G::sides(&setup);
        if seats.len() != sides {
            return Err(NotStarted::Seats { wanted: sides, given: seats.len() });
        }
        let start = Session::<G>::make_start(&setup, seed, work)?;
        let mut session = Session::before_start(setup, seats, seed, State::new(start, sides));
        for side in Side::all(sides) {
            session.players[side.index()] = session.build_player(side)?;
        }
        Ok(session)
    }

    /// The start position: the one that `work` brings along, or a new one.
    pub(crate) fn make_start(setup: &G::Setup, seed: u64, work: &Work) -> Result<G, NotStarted> {
        if let Some(start) = work.start().and_then(|text| G::start_from_text(setup, text)) {
            return Ok(start);
        }
        if G::SLOW_START && work.is_quick() {
            return Err(NotStarted::Slow { setup: setup.to_map(), seed });
        }
        let mut dice = Dice::for_game(seed, Stream::Start);
        G::start(setup, &mut dice, work).map_err(|why| match why {
            StartError::Setup(why) => NotStarted::Setup(why.to_string()),
            StartError::Cancelled => NotStarted::Cancelled,
        })
    }

    /// The session of a game that was recorded elsewhere: its positions are those of the record, whatever the dice of
    /// this session would have been. All seats are human; `end` is an end that was not by the rules.
    pub fn of_record(record: Record<G>, end: Option<GameEnd>) -> Session<G> {
        let sides = G::sides(&record.setup);
        let state = |position: G| State::new(position, sides);
        let ply = |made: RecordedMove<G>| Ply {
            side: made.side,
            text: made.m.to_string(),
            m: made.m,
            effect: made.effect,
            fixed: true,
            after: state(made.after),
        };
        let seats = vec![Seat::Human; sides];
        let mut session = Session::before_start(record.setup, seats, 0, state(record.start));
        session.plies = record.moves.into_iter().map(ply).collect();
        session.ply = session.plies.len();
        session.aborted = end.map(|end| (session.ply, end));
        session
    }

    /// A game without players.
    fn before_start(setup: G::Setup, seats: Vec<Seat>, seed: u64, start: State<G>) -> Session<G> {
        Session {
            setup,
            seed,
            start,
            plies: Vec::new(),
            ply: 0,
            start_moves: 0,
            log: Vec::new(),
            score: G::Score::default(),
            tally: Tally::default(),
            players: seats.iter().map(|_| None).collect(),
            thinking: seats.iter().map(|_| None).collect(),
            hint: None,
            thoughts: vec![None; seats.len()],
            drafts: vec![None; seats.len()],
            seats,
            paused: false,
            clock: None,
            clock_at_end: None,
            aborted: None,
            goes_on: false,
            just_ended: false,
            ends: 0,
            started: web_time::Instant::now(),
            think_time: Duration::from_secs(1),
            bell: Bell::default(),
            replaced_programs: Vec::new(),
        }
    }

    fn build_player(&self, side: Side) -> Result<Option<AiSeat<G>>, BadSpec> {
        match &self.seats[side.index()] {
            Seat::Human => Ok(None),
            Seat::Ai(spec) => {
                let seed = Dice::for_game(self.seed, Stream::Player(side)).seed();
                think::build_player(spec, &self.setup, seed).map(Some)
            }
        }
    }

    /// Sets the thinking time per move.
    pub fn set_think_time(&mut self, time: Duration) {
        self.think_time = time;
    }

    /// Plays with clocks from now on.
    pub fn set_clock(&mut self, control: Option<TimeControl>) {
        self.clock = control.map(|control| Clock::new(control, self.seats.len()));
    }

    /// Stops the clocks until the next [`Session::step`].
    pub fn stop_clocks(&mut self) {
        if let Some(clock) = &mut self.clock {
            clock.pause();
        }
    }

    /// Sets what is called from another thread whenever [`Session::step`] has something new.
    pub fn set_waker(&mut self, waker: impl Fn() + Send + Sync + 'static) {
        self.bell.waker = Arc::new(waker);
    }

    fn state(&self) -> &State<G> {
        self.ply.checked_sub(1).map_or(&self.start, |last| &self.plies[last].after)
    }

    fn state_after(&self, ply: usize) -> Option<&State<G>> {
        match ply.checked_sub(1) {
            None => Some(&self.start),
            Some(last) => Some(&self.plies.get(last)?.after),
        }
    }

    /// The start position as text, where making it takes long.
    pub fn start_text(&self) -> Option<String> {
        self.start.position.start_text()
    }

    /// The whole position, secrets included. Front ends use [`Session::seen_by`] instead.
    pub fn position(&self) -> &G {
        &self.state().position
    }
    /// The whole position after `ply` moves, secrets included.
    pub fn position_after(&self, ply: usize) -> Option<&G> {
        Some(&self.state_after(ply)?.position)
    }
    /// The game as one side may see it.
    pub fn seen_by(&self, viewer: Side) -> Perspective<'_, G> {
        Perspective::new(self, viewer)
    }
    /// The side that a front end should show the game to: the human to move, else the first human, else the first side.
    pub fn viewer(&self) -> Side {
        let humans = Side::all(self.seats.len()).find(|side| self.is_human(*side));
        self.human_to_move().or(humans).unwrap_or(Side::FIRST)
    }
    /// The parameters.
    pub fn setup(&self) -> &G::Setup {
        &self.setup
    }
    /// The seed of everything random.
    pub fn seed(&self) -> u64 {
        self.seed
    }
    /// All moves, those that can be redone too, secrets included.
    pub fn plies(&self) -> &[Ply<G>] {
        &self.plies
    }
    /// How many moves are played in the position that is shown.
    pub fn ply(&self) -> usize {
        self.ply
    }
    /// Who plays.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }
    /// The sides, in order.
    pub fn sides(&self) -> impl DoubleEndedIterator<Item = Side> + Clone + use<G> {
        Side::all(self.seats.len())
    }
    /// Hints, undone moves, mistakes and time so far.
    pub fn tally(&self) -> Tally {
        // The time after the end does not count.
        let running = if self.is_being_played() { self.started.elapsed().as_secs() } else { 0 };
        Tally { seconds: self.tally.seconds.saturating_add(running), ..self.tally }
    }
    /// The score of a game that counts events.
    pub fn score(&self) -> &G::Score {
        &self.score
    }
    /// The clocks, if the game has any.
    pub fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }
    /// Whether an AI player is thinking about a move.
    pub fn is_thinking(&self) -> bool {
        self.thinking.iter().any(Option::is_some)
    }
    /// Whether the AI player of a side is thinking about a move.
    pub fn is_side_thinking(&self, side: Side) -> bool {
        self.thinking[side.index()].is_some()
    }
    /// Whether a hint is being searched.
    pub fn is_hinting(&self) -> bool {
        self.hint.is_some()
    }
    /// Whether an AI player waits for [`Session::unpause`].
    pub fn is_paused(&self) -> bool {
        self.paused && self.ai_to_move().is_some()
    }
    /// How the game ended, if it did.
    pub fn end(&self) -> Option<GameEnd> {
        let aborted = self.aborted.as_ref().filter(|(ply, _)| *ply == self.ply);
        aborted.map(|(_, end)| end.clone()).or_else(|| self.position().outcome().map(GameEnd::Played))
    }
    /// How the game ended after its last move, also while an earlier position is shown.
    pub fn final_end(&self) -> Option<GameEnd> {
        let last = self.plies.last().map_or(&self.start.position, |ply| &ply.after.position);
        let aborted = self.aborted.as_ref().map(|(_, end)| end.clone());
        aborted.or_else(|| last.outcome().map(GameEnd::Played))
    }
    /// Whether the game has ended, also while an earlier position is shown.
    pub fn has_ended(&self) -> bool {
        self.final_end().is_some()
    }
    /// Whether an earlier position of a game that has ended is only looked at.
    pub fn looks_back(&self) -> bool {
        self.has_ended() && !self.goes_on && self.end().is_none()
    }
    /// Whether the game has not ended, or goes on from an earlier position.
    fn is_being_played(&self) -> bool {
        self.goes_on || !self.has_ended()
    }
    /// Whether the game has ended since the last call: by a move or otherwise, but not because a finished game was
    /// loaded or its last move redone.
    pub fn take_end(&mut self) -> bool {
        std::mem::take(&mut self.just_ended)
    }
    /// The sides to move; none when the game is over.
    pub fn to_move(&self) -> Sides {
        let aborted = self.aborted.as_ref().is_some_and(|(ply, _)| *ply == self.ply);
        if aborted { Sides::NONE } else { self.position().to_move() }
    }

    fn is_human(&self, side: Side) -> bool {
        self.seats.get(side.index()) == Some(&Seat::Human)
    }

    /// Whether only AI players take part.
    pub fn is_without_humans(&self) -> bool {
        self.sides().all(|side| !self.is_human(side))
    }

    /// The first AI player to move.
    pub fn ai_to_move(&self) -> Option<Side> {
        self.to_move().iter().find(|side| !self.is_human(*side))
    }

    /// The first human to move.
    pub fn human_to_move(&self) -> Option<Side> {
        self.humans_to_move().first()
    }

    /// All humans to move; in a simultaneous game any of them may move first.
    pub fn humans_to_move(&self) -> Sides {
        self.to_move().iter().filter(|side| self.is_human(*side)).fold(Sides::NONE, Sides::with)
    }

    /// Plays a human's move. A refused move is only counted.
    pub fn play_text(&mut self, side: Side, text: &str) -> Result<(), Refused<G::Illegal>> {
        if self.end().is_some() {
            return Err(Refused::Over);
        }
        if !self.is_human(side) {
            return Err(Refused::AiTurn);
        }
        if !self.to_move().contains(side) {
            return Err(if self.humans_to_move().is_empty() { Refused::AiTurn } else { Refused::NotToMove });
        }
        if self.is_fixed(self.ply, side) {
            return Err(Refused::Fixed);
        }
        let played = self.position().parse(side, text).and_then(|m| self.push(side, m));
        if played.is_err() {
            self.count_mistake(side);
        }
        if played.is_ok() {
            self.note_end();
        }
        played.map_err(Refused::Illegal)
    }

    /// Counts a refused move that [`Session::play_text`] did not see.
    pub fn count_mistake(&mut self, side: Side) {
        self.add_to_log(LogEntry::Refused(side, 1));
    }

    /// Adds an entry to the log and counts it.
    fn add_to_log(&mut self, entry: LogEntry) {
        match entry {
            LogEntry::Refused(side, times) => {
                self.tally.mistakes = self.tally.mistakes.saturating_add(times);
                // Entries of damaged files may claim any number.
                for _ in 0..times.min(10_000) {
                    G::count(&mut self.score, &ScoreEvent::Refused { side });
                }
            }
            LogEntry::Hint(side, times) => {
                self.tally.hints = self.tally.hints.saturating_add(times);
                for _ in 0..times.min(10_000) {
                    G::count(&mut self.score, &ScoreEvent::Hint { side });
                }
            }
            LogEntry::Played(_) | LogEntry::Undo(_) | LogEntry::GoTo(_) | LogEntry::Resigned(_) => {}
        }
        log::add(&mut self.log, entry);
    }

    /// Plays a legal move of a side in the position that is shown.
    fn push(&mut self, side: Side, m: G::Move) -> Result<(), G::Illegal> {
        let before = self.position();
        let mut next = before.clone();
        let mut dice = Dice::for_game(self.seed, Stream::Ply(self.ply));
        let effect = next.play(side, &m, &mut dice)?;
        let fixed = dice.used() || G::reveals(before, &next);
        let event = ScoreEvent::Played { made: Made { side, m: &m, before }, effect: &effect, after: &next };
        let mut score = self.score.clone();
        G::count(&mut score, &event);
        self.score = score;
        let text = m.to_string();
        self.add_to_log(LogEntry::Played(MoveText { side, text: text.clone() }));
        self.play_on();
        self.goes_on = false;
        self.drafts[side.index()] = None;
        self.plies.truncate(self.ply);
        let after = State::new(next, self.seats.len());
        self.plies.push(Ply { side, m, text, effect, fixed, after });
        self.ply += 1;
        self.aborted = None;
        if self.has_ended() {
            self.bank_time();
        }
        self.clock_at_end = None;
        self.paused = false;
        if let Some(clock) = &mut self.clock {
            clock.moved(side);
        }
        // In a simultaneous game the other sides go on thinking: their views have not changed.
        let to_move = self.to_move();
        let goes_on = |other: Side| G::FACTS.simultaneous && other != side && to_move.contains(other);
        for other in self.sides().filter(|other| !goes_on(*other)) {
            self.stop_thinking(other);
        }
        if self.hint.as_ref().is_some_and(|hint| !goes_on(hint.side)) {
            self.stop_hint();
        }
        Ok(())
    }

    /// Asks for a hint for a human who is to move; it comes as an [`Event::Hint`]. False if that is not possible now.
    pub fn ask_hint(&mut self, side: Side, spec: &Spec) -> bool {
        if !self.humans_to_move().contains(side) || self.hint.is_some() {
            return false;
        }
        let seed = Dice::for_game(self.seed, Stream::Hint).seed();
        let Ok(player) = think::build_player(spec, &self.setup, seed) else { return false };
        self.add_to_log(LogEntry::Hint(side, 1));
        self.hint = Some(self.think(side, player, Budget::time(self.think_time)));
        true
    }

    /// Counts one more hint: its next stage is shown.
    pub fn count_hint(&mut self, side: Side) {
        self.add_to_log(LogEntry::Hint(side, 1));
    }

    /// Lets AI players at work play the best move they have found so far.
    pub fn move_now(&self) {
        for thinking in self.thinking.iter().chain([&self.hint]).flatten() {
            thinking.stop.raise();
        }
    }

    /// Everything that has happened; see [`Session::step`].
    pub fn tick(&mut self) -> Vec<Event> {
        std::iter::from_fn(|| self.step()).collect()
    }

    /// Waits until something happens; `None` if nothing will.
    pub fn wait(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.step() {
                return Some(event);
            }
            if !self.is_thinking() && !self.is_hinting() {
                return None;
            }
            self.bell.wait(self.clock.as_ref().map(|_| Duration::from_millis(50)));
        }
    }

    /// The same, but `None` also as soon as `stop` is raised.
    pub fn wait_unless(&mut self, stop: &Stop) -> Option<Event> {
        while !stop.raised() {
            if let Some(event) = self.step() {
                return Some(event);
            }
            if !self.is_thinking() && !self.is_hinting() {
                return None;
            }
            self.bell.wait(Some(Duration::from_millis(50)));
        }
        None
    }

    /// The next thing that has happened, if any. Starts AI players when it is their turn, and plays their moves: a front
    /// end that shows each move before the next one calls this once per move.
    pub fn step(&mut self) -> Option<Event> {
        if self.end().is_some() {
            self.stop_clocks();
            return None;
        }
        if self.looks_back() {
            self.stop_clocks();
        } else if let Some(side) = self.run_clocks() {
            self.abort(GameEnd::TimeUp(side));
            return Some(Event::Ended);
        }
        if !self.paused {
            for side in self.to_move().iter().filter(|side| !self.is_human(*side)).collect::<Vec<_>>() {
                if self.thinking[side.index()].is_none()
                    && let Err(error) = self.start_thinking(side)
                {
                    self.abort(GameEnd::Failed(side, PlayerError::Died(error.to_string())));
                    return Some(Event::Ended);
                }
            }
        }
        self.collect()
    }

    /// Runs the clocks of the sides to move. Returns a side whose time is up.
    fn run_clocks(&mut self) -> Option<Side> {
        let waits = |side: &Side| self.paused && !self.is_human(*side);
        let running = self.to_move().iter().filter(|side| !waits(side)).fold(Sides::NONE, Sides::with);
        let clock = self.clock.as_mut()?;
        clock.run(running);
        running.iter().find(|side| clock.is_up(*side))
    }

    /// Adds the time since the start, or since the game was loaded, to the tally.
    fn bank_time(&mut self) {
        self.tally.seconds = self.tally.seconds.saturating_add(self.started.elapsed().as_secs());
        self.started = web_time::Instant::now();
    }

    /// Notes after a move whether the game has ended.
    fn note_end(&mut self) {
        if self.end().is_some() {
            self.just_ended = true;
            self.ends += 1;
        }
    }

    /// How often the game has ended since it was started or loaded: an undone end counts too.
    pub(super) fn ends(&self) -> u32 {
        self.ends
    }

    /// Ends the game otherwise than by its rules.
    fn abort(&mut self, end: GameEnd) {
        if self.is_being_played() {
            self.bank_time();
        }
        self.goes_on = false;
        for side in self.sides() {
            self.stop_thinking(side);
        }
        self.stop_hint();
        self.aborted = Some((self.ply, end));
        self.note_end();
    }

    fn start_thinking(&mut self, side: Side) -> Result<(), BadSpec> {
        let player = match self.players[side.index()].take() {
            Some(player) => Some(player),
            // It did not stop in time and was left behind on its thread.
            None => self.build_player(side)?,
        };
        let Some(player) = player else { return Ok(()) };
        let mut time = self.think_time;
        if let Some(clock) = &self.clock {
            time = time.min(clock.share(side));
        }
        self.thoughts[side.index()] = None;
        self.thinking[side.index()] = Some(self.think(side, player, Budget::time(time)));
        Ok(())
    }
}

impl<G: AiPlayers> fmt::Debug for Session<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let log: Vec<String> = self.log.iter().map(LogEntry::to_string).collect();
        f.debug_struct("Session")
            .field("position", self.position())
            .field("log", &log)
            .finish_non_exhaustive()
    }
}

impl<G: AiPlayers> Drop for Session<G> {
    fn drop(&mut self) {
        self.move_now();
    }
}
