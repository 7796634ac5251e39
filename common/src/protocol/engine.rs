//! An engine on pipes: the state machine of the interface, a thread that reads and a thread that thinks.

use super::{Action, Line, Search, Ugi, read_line};
use crate::cli::Failure;
use crate::game::Dice;
use crate::player::{Machines, Player, Spec, Stop, Turn, thinking_thread};
use std::io::{self, BufRead, BufReader, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;
use web_time::Instant;

/// How long a search may go on after `quit`; a machine that does not heed its flag does not keep us.
const PARTING: Duration = Duration::from_secs(2);

/// Speaks the Universal Game Interface on the standard input and output until told to quit.
pub fn engine<G: Machines>(setup: G::Setup, level: Spec, seed: u64) -> Result<(), Failure> {
    let ugi = Ugi::<G>::new(setup, level).map_err(Failure::bad)?;
    serve(ugi, seed, BufReader::new(io::stdin()), io::stdout())
}

/// Runs the state machine over a pair of pipes, until `quit` or the end of the input. Everything random about the
/// machines comes from `seed` and the number of the game.
///
/// The machine is built before the first line is read, so that a wrong level fails early. The reading thread is left
/// behind where the input does not end.
pub fn serve<G: Machines>(
    ugi: Ugi<G>,
    seed: u64,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> Result<(), Failure> {
    let player = G::machine(ugi.level(), ugi.setup(), game_seed(seed, 0)).map_err(Failure::bad)?;
    let seat = Seat { level: ugi.level().clone(), setup: ugi.setup().clone(), game: 0, player };
    // Few places: an input that comes faster than it is answered waits in its pipe, not in our memory.
    let (sender, events) = sync_channel(16);
    spawn_reader::<G>(input, sender.clone())?;
    let mut desk = Desk { ugi, seed, output, sender, seat: Some(seat), search: None };
    let result = desk.run(&events);
    if let Some(stop) = &desk.search {
        stop.raise();
    }
    result
}

/// What reaches the main loop.
enum Event<G: Machines> {
    Line(Line),
    Closed,
    Thought(crate::player::Thought),
    /// The search has ended; the machine comes back unless it is lost.
    Chosen(Option<Seat<G>>, Result<String, String>),
}

/// A machine, and what it was built for.
struct Seat<G: Machines> {
    level: Spec,
    setup: G::Setup,
    game: u64,
    player: Box<dyn Player<G>>,
}

struct Desk<G: Machines, W> {
    ugi: Ugi<G>,
    seed: u64,
    output: W,
    sender: SyncSender<Event<G>>,
    seat: Option<Seat<G>>,
    search: Option<Stop>,
}

impl<G: Machines, W: Write> Desk<G, W> {
    fn run(&mut self, events: &Receiver<Event<G>>) -> Result<(), Failure> {
        let mut parting: Option<Instant> = None;
        loop {
            let event = match parting {
                None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(at) => events.recv_timeout(at.saturating_duration_since(Instant::now())),
            };
            // The channel cannot close while we hold a sender: it is the search that did not end.
            let Ok(event) = event else { return Ok(()) };
            let actions = match event {
                Event::Line(Line::Text(line)) => self.ugi.line(&line),
                Event::Line(Line::TooLong) => self.ugi.overlong_line(),
                Event::Closed => self.ugi.closed(),
                Event::Thought(thought) => self.ugi.thought(&thought),
                Event::Chosen(seat, answer) => {
                    self.seat = seat;
                    self.search = None;
                    self.ugi.chosen(answer)
                }
            };
            for action in actions {
                match action {
                    Action::Say(line) => self.say(line)?,
                    Action::Think(search) => self.think(*search)?,
                    Action::Stop => self.search.iter().for_each(Stop::raise),
                    Action::Quit => return Ok(()),
                }
            }
            if self.ugi.is_leaving() && self.search.as_ref().is_some_and(Stop::raised) {
                parting.get_or_insert_with(|| Instant::now() + PARTING);
            }
        }
    }

    fn say(&mut self, mut line: String) -> io::Result<()> {
        line.push('\n');
        self.output.write_all(line.as_bytes())?;
        self.output.flush()
    }

    fn think(&mut self, search: Search<G>) -> Result<(), Failure> {
        self.search = Some(search.budget.stop.clone());
        let fits = |seat: &Seat<G>| {
            seat.level == search.level && seat.setup == search.setup && seat.game == search.game
        };
        let seat = self.seat.take().filter(fits);
        let sender = self.sender.clone();
        let seed = game_seed(self.seed, search.game);
        let thread = thinking_thread().spawn(move || {
            // A machine that panics costs its move, not the connection.
            let thinking = catch_unwind(AssertUnwindSafe(|| choose(seat, &search, seed, &sender)));
            let (seat, answer) =
                thinking.unwrap_or_else(|_| (None, Err("the machine failed while thinking".to_owned())));
            // Nobody is there to hear it only after the end.
            let _ = sender.send(Event::Chosen(seat, answer));
        });
        thread.map(drop).map_err(no_thread)
    }
}

fn choose<G: Machines>(
    seat: Option<Seat<G>>,
    search: &Search<G>,
    seed: u64,
    sender: &SyncSender<Event<G>>,
) -> (Option<Seat<G>>, Result<String, String>) {
    let (level, setup) = (&search.level, &search.setup);
    let seat =
        seat.map_or_else(|| G::machine(level, setup, seed).map(|player| Seat::new(search, player)), Ok);
    let mut seat = match seat {
        Ok(seat) => seat,
        Err(why) => return (None, Err(why.to_string())),
    };
    let view = search.position.view(search.side);
    let turn = Turn { side: search.side, view: &view, setup, moves: &search.moves };
    let seen = |thought| {
        let _ = sender.send(Event::Thought(thought));
    };
    let answer = seat.player.choose(&turn, &search.budget, &seen);
    (
        Some(seat),
        answer.map(|chosen| chosen.to_string()).map_err(|why| format!("the machine gave no move: {why}")),
    )
}

impl<G: Machines> Seat<G> {
    fn new(search: &Search<G>, player: Box<dyn Player<G>>) -> Seat<G> {
        Seat { level: search.level.clone(), setup: search.setup.clone(), game: search.game, player }
    }
}

fn spawn_reader<G: Machines>(
    mut input: impl BufRead + Send + 'static,
    sender: SyncSender<Event<G>>,
) -> Result<(), Failure> {
    let thread = thread::Builder::new().name("reading".into()).spawn(move || {
        // An input that cannot be read has ended.
        while let Ok(Some(line)) = read_line(&mut input) {
            if sender.send(Event::Line(line)).is_err() {
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

/// Games differ from each other, and the same run repeats.
fn game_seed(seed: u64, game: u64) -> u64 {
    Dice::of(seed, game).seed()
}

#[cfg(test)]
mod tests;
