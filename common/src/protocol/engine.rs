//! Runs an engine on pipes: the state machine of a protocol, a thread that reads and threads that work.

use super::{Action, GameStart, Line, PlayerConfig, Protocol, Search, Ugi, read_line};
use crate::cli::Failure;
use crate::game::{Dice, Side, Stream};
use crate::job::JobError;
use crate::player::{AiPlayers, Budget, Player, Spec, Stop, Thought, Turn, thinking_thread};
use crate::visible::stdout;
use std::io::{self, BufRead, BufReader, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;
use web_time::Instant;

/// How long a search may continue after `quit`. A player that ignores its stop flag is left behind.
const QUIT_TIMEOUT: Duration = Duration::from_secs(2);

/// Runs the Universal Game Interface on the standard input and output until told to quit. `seed` is that of the first
/// game, and of everything random about the players.
pub fn engine<G: AiPlayers>(setup: G::Setup, level: Spec, seed: u64) -> Result<(), Failure> {
    let ugi = Ugi::<G>::new(setup, level, seed).map_err(Failure::bad)?;
    serve(ugi, seed, BufReader::new(io::stdin()), stdout())
}

/// Runs a protocol over a pair of pipes, until it quits or the input ends. Everything random about the players follows
/// from `seed` and the number of the game.
///
/// The first player is built before the first line is read, so that a wrong level fails early. The time for a move
/// runs from the arrival of the line that asks for it. The reading thread is left behind if the input does not end.
pub fn serve<P: Protocol>(
    protocol: P,
    seed: u64,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> Result<(), Failure> {
    serve_with(protocol, seed, QUIT_TIMEOUT, input, output)
}

fn serve_with<P: Protocol>(
    protocol: P,
    seed: u64,
    quit_timeout: Duration,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> Result<(), Failure> {
    let player = BuiltPlayer::build(protocol.first(), seed).map_err(Failure::Bad)?;
    // A small buffer: input that arrives faster than it is handled waits in its pipe, not in our memory.
    let (sender, events) = sync_channel(16);
    spawn_reader::<P::Game>(input, sender.clone())?;
    let mut engine = EngineLoop {
        protocol,
        seed,
        quit_timeout,
        output,
        sender,
        asked: Instant::now(),
        player: Some(player),
        next: None,
        search: None,
        start: None,
    };
    let result = engine.run(&events);
    engine.search.iter().chain(&engine.start).for_each(Stop::raise);
    result
}

/// What reaches the main loop.
enum Event<G: AiPlayers> {
    /// A line, and when it arrived.
    Line(Line, Instant),
    Closed,
    Started(Result<G, String>),
    Thought(Thought),
    /// The search has ended. The player comes back unless it crashed.
    Chosen(Option<BuiltPlayer<G>>, Result<String, String>),
}

/// A player, and what it was built for.
struct BuiltPlayer<G: AiPlayers> {
    config: PlayerConfig<G>,
    player: Box<dyn Player<G>>,
}

impl<G: AiPlayers> BuiltPlayer<G> {
    fn build(config: PlayerConfig<G>, seed: u64) -> Result<BuiltPlayer<G>, String> {
        // Players of different games differ, and the same run repeats.
        let side = config.side.unwrap_or(Side::FIRST);
        let seed = Dice::of(Dice::for_game(seed, Stream::Player(side)).seed(), config.game).seed();
        let player = G::build_player(&config.level, &config.setup, seed).map_err(|why| why.to_string())?;
        Ok(BuiltPlayer { config, player })
    }
}

struct EngineLoop<P: Protocol, W> {
    protocol: P,
    seed: u64,
    quit_timeout: Duration,
    output: W,
    sender: SyncSender<Event<P::Game>>,
    /// When the last line arrived, or the last background work ended.
    asked: Instant,
    player: Option<BuiltPlayer<P::Game>>,
    /// What to build the next player for, as soon as no search is running.
    next: Option<PlayerConfig<P::Game>>,
    /// The stop flag of the search that is running.
    search: Option<Stop>,
    /// The stop flag of the start that is being computed.
    start: Option<Stop>,
}

impl<P: Protocol, W: Write> EngineLoop<P, W> {
    fn run(&mut self, events: &Receiver<Event<P::Game>>) -> Result<(), Failure> {
        let mut deadline: Option<Instant> = None;
        loop {
            let event = match deadline {
                None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(deadline) => events.recv_timeout(deadline.saturating_duration_since(Instant::now())),
            };
            // The channel does not close while we hold a sender, so the search has not ended in time.
            let Ok(event) = event else { return Ok(()) };
            let actions = match event {
                Event::Line(line, arrived) => {
                    self.asked = arrived;
                    match line {
                        Line::Text(line) => self.protocol.line(&line),
                        Line::TooLong => self.protocol.overlong_line(),
                    }
                }
                Event::Closed => self.protocol.closed(),
                Event::Started(start) => {
                    self.asked = Instant::now();
                    self.start = None;
                    self.protocol.started(start)
                }
                Event::Thought(thought) => self.protocol.thought(&thought),
                Event::Chosen(player, answer) => {
                    self.asked = Instant::now();
                    self.player = player;
                    self.search = None;
                    self.protocol.chosen(answer)
                }
            };
            for action in actions {
                match action {
                    Action::Say(line) => self.say(line)?,
                    Action::Prepare(config) => {
                        self.next = Some(config);
                        self.prepare();
                    }
                    Action::Start(start) => self.start(*start)?,
                    Action::CancelStart => self.start.iter().for_each(Stop::raise),
                    Action::Think(search) => self.think(*search)?,
                    Action::Stop => self.search.iter().for_each(Stop::raise),
                    Action::Quit => return Ok(()),
                }
            }
            self.prepare();
            if self.protocol.is_leaving() && self.search.as_ref().is_some_and(Stop::raised) {
                deadline.get_or_insert_with(|| Instant::now() + self.quit_timeout);
            }
        }
    }

    /// Builds the next player, unless a search is running. The previous player is dropped first: there may be memory
    /// for one only.
    fn prepare(&mut self) {
        if self.search.is_some() {
            return;
        }
        if let Some(config) = self.next.take() {
            self.player = self.player.take().filter(|player| player.config == config);
            if self.player.is_none() {
                // If this fails, the search reports why.
                self.player = BuiltPlayer::build(config, self.seed).ok();
            }
        }
    }

    fn say(&mut self, mut line: String) -> io::Result<()> {
        line.push('\n');
        self.output.write_all(line.as_bytes())?;
        self.output.flush()
    }

    fn start(&mut self, start: GameStart<P::Game>) -> Result<(), Failure> {
        self.start = Some(start.stop.clone());
        let sender = self.sender.clone();
        let thread = thinking_thread().spawn(move || {
            let position = catch_unwind(AssertUnwindSafe(|| start.run().map_err(|why| why.to_string())));
            let position = position.unwrap_or_else(|_| Err(JobError::Panicked.to_string()));
            // The loop may have ended.
            let _ = sender.send(Event::Started(position));
        });
        thread.map(drop).map_err(no_thread)
    }

    fn think(&mut self, search: Search<P::Game>) -> Result<(), Failure> {
        self.search = Some(search.budget.stop.clone());
        self.next = None;
        let player = self.player.take().filter(|player| player.config == search.config);
        let (sender, seed, asked) = (self.sender.clone(), self.seed, self.asked);
        let thread = thinking_thread().spawn(move || {
            // A player that panics costs its move, not the connection.
            let answer = catch_unwind(AssertUnwindSafe(|| choose(player, search, seed, asked, &sender)));
            let (player, answer) = answer.unwrap_or_else(|_| (None, Err("the player crashed".to_owned())));
            // The loop may have ended.
            let _ = sender.send(Event::Chosen(player, answer));
        });
        thread.map(drop).map_err(no_thread)
    }
}

fn choose<G: AiPlayers>(
    player: Option<BuiltPlayer<G>>,
    search: Search<G>,
    seed: u64,
    asked: Instant,
    sender: &SyncSender<Event<G>>,
) -> (Option<BuiltPlayer<G>>, Result<String, String>) {
    let Search { config, side, view, moves, budget } = search;
    let mut built = match player.map_or_else(|| BuiltPlayer::build(config, seed), Ok) {
        Ok(built) => built,
        Err(why) => return (None, Err(why)),
    };
    let turn = Turn { side, view: &view, setup: &built.config.setup, moves: &moves };
    let seen = |thought| {
        let _ = sender.send(Event::Thought(thought));
    };
    // The time for building the player counts.
    let time = budget.time.map(|time| time.saturating_sub(asked.elapsed()));
    let answer = built.player.choose(&turn, &Budget { time, ..budget }, &seen);
    let answer = answer.map(|m| m.to_string()).map_err(|why| format!("the player gave no move: {why}"));
    (Some(built), answer)
}

fn spawn_reader<G: AiPlayers>(
    mut input: impl BufRead + Send + 'static,
    sender: SyncSender<Event<G>>,
) -> Result<(), Failure> {
    let thread = thread::Builder::new().name("reading".into()).spawn(move || {
        // A read error counts as the end of the input.
        while let Ok(Some(line)) = read_line(&mut input) {
            if sender.send(Event::Line(line, Instant::now())).is_err() {
                return;
            }
        }
        let _ = sender.send(Event::Closed);
    });
    thread.map(drop).map_err(no_thread)
}

#[expect(clippy::needless_pass_by_value, reason = "made for map_err, which hands over the error itself")]
fn no_thread(why: io::Error) -> Failure {
    Failure::Bad(format!("no thread could be started: {why}"))
}

#[cfg(test)]
mod tests;
