//! An engine on pipes: the state machine of a protocol, a thread that reads and a thread that thinks.

use super::{Action, Line, PlayerConfig, Protocol, Search, Ugi, read_line};
use crate::cli::Failure;
use crate::game::Dice;
use crate::player::{Budget, AiPlayers, Player, Spec, Stop, Thought, Turn, thinking_thread};
use std::io::{self, BufRead, BufReader, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;
use web_time::Instant;

/// How long a search may go on after `quit`; a machine that does not heed its flag does not keep us.
const PARTING: Duration = Duration::from_secs(2);

/// Speaks the Universal Game Interface on the standard input and output until told to quit.
pub fn engine<G: AiPlayers>(setup: G::Setup, level: Spec, seed: u64) -> Result<(), Failure> {
    let ugi = Ugi::<G>::new(setup, level).map_err(Failure::bad)?;
    serve(ugi, seed, BufReader::new(io::stdin()), io::stdout())
}

/// Runs the state machine over a pair of pipes, until it quits or the input ends. Everything random about the
/// machines comes from `seed` and the number of the game.
///
/// The machine is built before the first line is read, so that a wrong level fails early. The time for a move runs from
/// when it was asked for. The reading thread is left behind where the input does not end.
pub fn serve<P: Protocol>(
    protocol: P,
    seed: u64,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> Result<(), Failure> {
    let seat = BuiltPlayer::build(protocol.first(), seed).map_err(Failure::Bad)?;
    // Few places: an input that comes faster than it is answered waits in its pipe, not in our memory.
    let (sender, events) = sync_channel(16);
    spawn_reader::<P::Game>(input, sender.clone())?;
    let asked = Instant::now();
    let mut engine_loop = EngineLoop { protocol, seed, output, sender, asked, seat: Some(seat), next: None, search: None };
    let result = engine_loop.run(&events);
    if let Some(stop) = &engine_loop.search {
        stop.raise();
    }
    result
}

/// What reaches the main loop.
enum Event<G: AiPlayers> {
    /// A line, and when it came.
    Line(Line, Instant),
    Closed,
    Thought(Thought),
    /// The search has ended; the machine comes back unless it is lost.
    Chosen(Option<BuiltPlayer<G>>, Result<String, String>),
}

/// A machine, and what it was built for.
struct BuiltPlayer<G: AiPlayers> {
    config: PlayerConfig<G>,
    player: Box<dyn Player<G>>,
}

impl<G: AiPlayers> BuiltPlayer<G> {
    /// Games differ from each other, and the same run repeats.
    fn build(config: PlayerConfig<G>, seed: u64) -> Result<BuiltPlayer<G>, String> {
        let seed = Dice::of(seed, config.game).seed();
        let player = G::build_player(&config.level, &config.setup, seed).map_err(|why| why.to_string())?;
        Ok(BuiltPlayer { config, player })
    }
}

struct EngineLoop<P: Protocol, W> {
    protocol: P,
    seed: u64,
    output: W,
    sender: SyncSender<Event<P::Game>>,
    /// When the last line came, or the last search ended.
    asked: Instant,
    seat: Option<BuiltPlayer<P::Game>>,
    /// What the next machine is to be built for, as soon as none is at work.
    next: Option<PlayerConfig<P::Game>>,
    search: Option<Stop>,
}

impl<P: Protocol, W: Write> EngineLoop<P, W> {
    fn run(&mut self, events: &Receiver<Event<P::Game>>) -> Result<(), Failure> {
        let mut parting: Option<Instant> = None;
        loop {
            // The channel cannot close while we hold a sender: it is the search that did not end.
            let event = match parting {
                None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(at) => events.recv_timeout(at.saturating_duration_since(Instant::now())),
            };
            let Ok(event) = event else { return Ok(()) };
            let actions = match event {
                Event::Line(line, came) => {
                    self.asked = came;
                    match line {
                        Line::Text(line) => self.protocol.line(&line),
                        Line::TooLong => self.protocol.overlong_line(),
                    }
                }
                Event::Closed => self.protocol.closed(),
                Event::Thought(thought) => self.protocol.thought(&thought),
                Event::Chosen(seat, answer) => {
                    self.asked = Instant::now();
                    self.seat = seat;
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
                    Action::Think(search) => self.think(*search)?,
                    Action::Stop => self.search.iter().for_each(Stop::raise),
                    Action::Quit => return Ok(()),
                }
            }
            self.prepare();
            if self.protocol.is_leaving() && self.search.as_ref().is_some_and(Stop::raised) {
                parting.get_or_insert_with(|| Instant::now() + PARTING);
            }
        }
    }

    /// Builds the next machine, unless one is at work. The one before is gone by then: there may be room for one only.
    fn prepare(&mut self) {
        if self.search.is_some() {
            return;
        }
        if let Some(config) = self.next.take() {
            self.seat = self.seat.take().filter(|seat| seat.config == config);
            if self.seat.is_none() {
                // One that cannot be built says why when it is asked for a move.
                self.seat = BuiltPlayer::build(config, self.seed).ok();
            }
        }
    }

    fn say(&mut self, mut line: String) -> io::Result<()> {
        line.push('\n');
        self.output.write_all(line.as_bytes())?;
        self.output.flush()
    }

    fn think(&mut self, search: Search<P::Game>) -> Result<(), Failure> {
        self.search = Some(search.budget.stop.clone());
        self.next = None;
        let seat = self.seat.take().filter(|seat| seat.config == search.config);
        let (sender, seed, asked) = (self.sender.clone(), self.seed, self.asked);
        let thread = thinking_thread().spawn(move || {
            // A machine that panics costs its move, not the connection.
            let thinking = catch_unwind(AssertUnwindSafe(|| choose(seat, search, seed, asked, &sender)));
            let (seat, answer) =
                thinking.unwrap_or_else(|_| (None, Err("the machine failed while thinking".to_owned())));
            // Nobody is there to hear it only after the end.
            let _ = sender.send(Event::Chosen(seat, answer));
        });
        thread.map(drop).map_err(no_thread)
    }
}

fn choose<G: AiPlayers>(
    seat: Option<BuiltPlayer<G>>,
    search: Search<G>,
    seed: u64,
    asked: Instant,
    sender: &SyncSender<Event<G>>,
) -> (Option<BuiltPlayer<G>>, Result<String, String>) {
    let Search { config, side, position, moves, budget } = search;
    let mut seat = match seat.map_or_else(|| BuiltPlayer::build(config, seed), Ok) {
        Ok(seat) => seat,
        Err(why) => return (None, Err(why)),
    };
    let view = position.view(side);
    let turn = Turn { side, view: &view, setup: &seat.config.setup, moves: &moves };
    let seen = |thought| {
        let _ = sender.send(Event::Thought(thought));
    };
    // Building the machine was part of the time.
    let time = budget.time.map(|time| time.saturating_sub(asked.elapsed()));
    let answer = seat.player.choose(&turn, &Budget { time, ..budget }, &seen);
    (
        Some(seat),
        answer.map(|chosen| chosen.to_string()).map_err(|why| format!("the machine gave no move: {why}")),
    )
}

fn spawn_reader<G: AiPlayers>(
    mut input: impl BufRead + Send + 'static,
    sender: SyncSender<Event<G>>,
) -> Result<(), Failure> {
    let thread = thread::Builder::new().name("reading".into()).spawn(move || {
        // An input that cannot be read has ended.
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
