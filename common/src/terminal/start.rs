//! Which game to play: a new one, one from a file, or the one that was going on.

use super::{TerminalOptions, play};
use crate::cli::{self, Failure};
use crate::player::AiPlayers;
use crate::session::{Autosave, Unfinished, Saved, Seat, Session, TimeControl};
use crate::store::Store;
use crate::words::Words;
use clap::Args;
use std::fmt::Display;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

/// What the verb `play` takes in every game.
#[derive(Debug, Clone, Args)]
pub struct PlayArgs {
    /// Clocks: minutes for the game plus seconds for each move, as in 5+3
    #[arg(long, value_name = "M+S", conflicts_with_all = ["go_on", "load"])]
    pub clock: Option<TimeControl>,
    /// Milliseconds that a machine may think for a move
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub time: u64,
    /// Repeat everything random; without it a new seed is chosen
    #[arg(long, value_name = "S", conflicts_with_all = ["go_on", "load"])]
    pub seed: Option<u64>,
    /// Go on with the game that was left. One that was interrupted goes on by itself
    #[arg(long = "continue")]
    pub go_on: bool,
    /// Start a new game, even if one was interrupted
    #[arg(long, conflicts_with_all = ["go_on", "load"])]
    pub new: bool,
    /// Go on with a saved game
    #[arg(long, value_name = "FILE", conflicts_with = "go_on")]
    pub load: Option<PathBuf>,
}

impl Default for PlayArgs {
    /// As if nothing had been said.
    fn default() -> PlayArgs {
        PlayArgs { clock: None, time: 1000, seed: None, go_on: false, new: false, load: None }
    }
}

/// What a command line says of the game itself; what it does not say is `None`.
#[derive(Debug, Clone)]
pub struct Request<S> {
    /// The parameters.
    pub setup: Option<S>,
    /// Who plays, one for each side; people unless said otherwise.
    pub seats: Vec<Option<Seat>>,
}

/// Where no window can be opened: says why in one line and plays here.
pub fn instead<G: AiPlayers + Words>(why: impl Display, store: &Store) -> Result<(), Failure> {
    cli::remark(&format!("{why}, so the game is played here in the terminal."));
    run::<G>(&PlayArgs::default(), &Request { setup: None, seats: vec![None; G::FACTS.sides] }, store)
}

/// Does what the verb `play` asks for, on the standard input and output.
pub fn run<G: AiPlayers + Words>(
    args: &PlayArgs,
    request: &Request<G::Setup>,
    store: &Store,
) -> Result<(), Failure> {
    let interactive = io::stdin().is_terminal();
    begin::<G>(args, request, store, interactive, &mut io::stdin().lock(), &mut io::stdout().lock())
}

/// The same on any input and output.
pub(super) fn begin<G: AiPlayers + Words>(
    args: &PlayArgs,
    request: &Request<G::Setup>,
    store: &Store,
    interactive: bool,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> Result<(), Failure> {
    let (mut autosave, left, mut said) = Autosave::open::<G>(store);
    let seed = args.seed.unwrap_or_else(cli::fresh_seed);
    let session = match &args.load {
        Some(path) => Session::load(path).map_err(|error| Failure::Bad(error.about(path)))?,
        None => match choose(args, request, left, &mut autosave, interactive, &mut said)? {
            Some(session) => session,
            None => new_game::<G>(args, request, seed)?,
        },
    };
    for sentence in said {
        writeln!(output, "{sentence}")?;
    }
    let options = TerminalOptions { interactive, think_time: Duration::from_millis(args.time), seed };
    play(session, &mut autosave, options, input, output)
}

/// The game that was left, if it is to be gone on with.
fn choose<G: AiPlayers>(
    args: &PlayArgs,
    request: &Request<G::Setup>,
    left: Option<Unfinished<G::Setup>>,
    autosave: &mut Autosave,
    interactive: bool,
    said: &mut Vec<String>,
) -> Result<Option<Session<G>>, Failure> {
    let name = G::FACTS.name;
    let Some(left) = left else {
        let none = format!("there is no game to go on with; '{name} play' starts one");
        return if args.go_on { Err(Failure::No(none)) } else { Ok(None) };
    };
    if args.go_on {
        return Session::resume(autosave.adopt(left)).map(Some).map_err(|error| {
            Failure::Bad(format!("the game that was left cannot be gone on with: {error}"))
        });
    }
    if !left.interrupted || args.new || !agrees(args, request, &left.saved) {
        // Through a pipe nobody wants to hear of other games.
        if interactive {
            said.push(format!("An unfinished game is kept; '{name} play --continue' goes on with it."));
        }
        if args.new {
            left.decline();
        }
        return Ok(None);
    }
    match Session::resume(autosave.adopt(left)) {
        Ok(session) => {
            said.push("Going on with the game that was interrupted; 'new' starts afresh.".to_owned());
            Ok(Some(session))
        }
        Err(error) => {
            said.push(format!("The game that was interrupted cannot be gone on with: {error}."));
            Ok(None)
        }
    }
}

/// Whether a game is the one that was asked for, as far as anything was said.
fn agrees<S: crate::game::Setup>(args: &PlayArgs, request: &Request<S>, saved: &Saved<S>) -> bool {
    let players = request.seats.iter().zip(saved.players());
    request.setup.as_ref().is_none_or(|setup| setup == saved.setup())
        && players
            .into_iter()
            .all(|(seat, player)| seat.as_ref().is_none_or(|seat| seat.to_string() == *player))
        && args.seed.is_none_or(|seed| seed == saved.seed())
        && args.clock.is_none_or(|clock| saved.time_control() == Some(clock))
}

fn new_game<G: AiPlayers>(args: &PlayArgs, request: &Request<G::Setup>, seed: u64) -> Result<Session<G>, Failure> {
    let setup = request.setup.clone().unwrap_or_default();
    let seats = request.seats.iter().map(|seat| seat.clone().unwrap_or(Seat::Human)).collect();
    let mut session = Session::new(setup, seats, seed).map_err(Failure::bad)?;
    session.set_clock(args.clock);
    Ok(session)
}
