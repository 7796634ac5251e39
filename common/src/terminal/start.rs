//! Which game to play: a new one, one from a file, or the unfinished one.

use super::lines::LineRequest;
use super::{ColorArgs, LineEditor, LineSource, Rendering, TerminalOptions, play};
use crate::cli::{self, Failure};
use crate::job::{self, Work};
use crate::player::{AiPlayers, BadSpec, Spec};
use crate::protocol::Line;
use crate::session::{
    Autosave, BadSave, NotStarted, Saved, Seat, Session, TimeControl, Unfinished, WriteMode,
};
use crate::store::Store;
use crate::visible::stdout;
use crate::words::Words;
use clap::Args;
use serde::Deserialize;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

/// The arguments of the verb `play` that every game has.
#[derive(Debug, Clone, Args)]
pub struct PlayArgs {
    /// Play with a clock: minutes per game and seconds added per move, as in 5+3
    #[arg(long, value_name = "M+S", conflicts_with_all = ["resume", "load"])]
    pub clock: Option<TimeControl>,
    /// Thinking time of AI players in milliseconds per move
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub time: u64,
    /// Random seed, to repeat a game; a new one is chosen by default
    #[arg(long, value_name = "S", conflicts_with_all = ["resume", "load"])]
    pub seed: Option<u64>,
    /// Continue your last unfinished game
    #[arg(long = "continue")]
    pub resume: bool,
    /// Start a new game, even if the last one was interrupted
    #[arg(long, conflicts_with_all = ["resume", "load"])]
    pub new: bool,
    /// Start the programs that the continued game names as players, without asking
    #[arg(long, requires = "resume")]
    pub allow_programs: bool,
    /// Load a saved game
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub load: Option<PathBuf>,
    /// When to use colours.
    #[command(flatten)]
    pub color: ColorArgs,
}

impl Default for PlayArgs {
    fn default() -> PlayArgs {
        PlayArgs {
            clock: None,
            time: 1000,
            seed: None,
            resume: false,
            new: false,
            allow_programs: false,
            load: None,
            color: ColorArgs::default(),
        }
    }
}

/// The game that a command line asks for; what it does not say is `None`.
#[derive(Debug, Clone, Default)]
pub struct Request<S> {
    /// The parameters.
    pub setup: Option<S>,
    /// Who plays; a human against the usual opponent unless said otherwise.
    pub seats: Vec<Option<Seat>>,
}

/// Where no window can be opened: says why in one line and plays here, with this setup if one is given.
pub fn instead<G: AiPlayers + Words>(
    why: impl Display,
    setup: Option<G::Setup>,
    store: &Store,
) -> Result<(), Failure> {
    cli::remark(&format!("{why}, so the game runs in the terminal."));
    run::<G>(&PlayArgs::default(), &Request { setup, seats: Vec::new() }, store)
}

/// Runs the verb `play` on the standard input and output.
pub fn run<G: AiPlayers + Words>(
    args: &PlayArgs,
    request: &Request<G::Setup>,
    store: &Store,
) -> Result<(), Failure> {
    let rendering = Rendering::of_output(args.color);
    if let Some(mut editor) = LineEditor::in_terminal(Some(store)) {
        return begin::<G>(args, request, store, true, rendering, &mut editor, &mut stdout());
    }
    let interactive = io::stdin().is_terminal();
    let (mut input, mut output) = (io::stdin().lock(), stdout());
    begin::<G>(args, request, store, interactive, rendering, &mut input, &mut output)
}

/// The same on any input and output.
pub(super) fn begin<G: AiPlayers + Words>(
    args: &PlayArgs,
    request: &Request<G::Setup>,
    store: &Store,
    interactive: bool,
    rendering: Rendering,
    input: &mut impl LineSource,
    output: &mut impl Write,
) -> Result<(), Failure> {
    let (mut autosave, unfinished, mut messages) = Autosave::open::<G>(store, WriteMode::Now);
    let opponent = usual_opponent::<G>(store, interactive, &mut messages);
    let seed = args.seed.unwrap_or_else(cli::fresh_seed);
    let session = match &args.load {
        Some(path) => {
            let file = path.clone();
            start_game(move |work| Session::load(&file, work))
                .map_err(|error| Failure::Bad(error.about(path)))?
        }
        None => match choose(
            args,
            request,
            unfinished,
            &mut autosave,
            interactive,
            &mut messages,
            (input, output),
        )? {
            Some(session) => session,
            None => new_game::<G>(args, request, seed, &opponent)?,
        },
    };
    messages.extend(session.replaced_programs_note());
    for message in messages {
        writeln!(output, "{message}")?;
    }
    let options = TerminalOptions {
        interactive,
        think_time: Duration::from_millis(args.time),
        seed,
        store: Some(store.clone()),
        rendering,
        file: args.load.clone(),
    };
    play(session, &mut autosave, options, input, output)
}

/// Starts a game, which may take long: with a progress bar, until Ctrl-C.
pub(super) fn start_game<G: AiPlayers>(
    start: impl FnOnce(&Work) -> Result<Session<G>, BadSave> + Send + 'static,
) -> Result<Session<G>, BadSave> {
    job::run_with_bar("starting", start)
        .unwrap_or_else(|why| Err(BadSave::NotStarted(NotStarted::Setup(why.to_string()))))
}

/// The unfinished game, if it is to be continued.
fn choose<G: AiPlayers, I: LineSource, O: Write>(
    args: &PlayArgs,
    request: &Request<G::Setup>,
    unfinished: Option<Unfinished<G::Setup>>,
    autosave: &mut Autosave,
    interactive: bool,
    messages: &mut Vec<String>,
    (input, output): (&mut I, &mut O),
) -> Result<Option<Session<G>>, Failure> {
    let name = G::FACTS.name;
    let Some(unfinished) = unfinished else {
        return match messages.as_slice() {
            _ if !args.resume => Ok(None),
            [] => Err(Failure::No(format!("there is no unfinished game; '{name} play' starts a new one"))),
            // A folder that cannot be used, or games that cannot be read.
            problems => Err(Failure::Bad(format!("no game can be continued. {}", problems.join(" ")))),
        };
    };
    let wanted =
        args.resume || unfinished.interrupted && !args.new && agrees::<G>(args, request, &unfinished.saved);
    if !wanted {
        // Scripts are not interested in other games.
        if interactive {
            messages.push(format!("You have an unfinished game; '{name} play --continue' continues it."));
        }
        if args.new {
            unfinished.decline();
        }
        return Ok(None);
    }
    let mut saved = unfinished.saved.clone();
    let mut allowed = Vec::new();
    for program in saved.programs() {
        let named = |seat: &Seat| matches!(seat, Seat::Ai(spec) if spec.command() == Some(program));
        if args.allow_programs
            || request.seats.iter().flatten().any(named)
            || interactive && agrees_to_start(program, input, output)?
        {
            allowed.push(program.to_owned());
        } else {
            messages.push(format!(
                "The unfinished game names a program as a player, which is not started: {program}. You play for it; \
                 '{name} play --continue --allow-programs' starts it."
            ));
        }
    }
    saved.disarm(|program| allowed.iter().any(|allowed| allowed == program));
    match start_game(move |work| Session::resume(saved, work)) {
        Ok(session) => {
            autosave.adopt(unfinished);
            if !args.resume {
                messages.push("Resumed the interrupted game; 'new' starts another one.".to_owned());
            }
            Ok(Some(session))
        }
        Err(error) if args.resume => Err(Failure::Bad(format!("the last game cannot be continued: {error}"))),
        Err(error) => {
            let aside = unfinished.set_aside();
            messages.push(format!("The interrupted game cannot be continued: {error}; {aside}."));
            Ok(None)
        }
    }
}

/// Asks whether to start a program that an unfinished game names as a player.
fn agrees_to_start(
    program: &str,
    input: &mut impl LineSource,
    output: &mut impl Write,
) -> Result<bool, Failure> {
    writeln!(output, "The unfinished game names a program as a player: {program}")?;
    writeln!(output, "Start it? {YES_OR_NO}")?;
    output.flush()?;
    let answer = input.read(LineRequest { prompt: "> ", ..LineRequest::default() })?;
    Ok(matches!(answer, Some(Line::Text(text)) if is_yes(&text)))
}

/// How a question is answered.
pub(super) const YES_OR_NO: &str = "Type yes or no.";

/// Whether an answer to a question is yes.
pub(super) fn is_yes(answer: &str) -> bool {
    ["y", "yes"].contains(&answer.trim().to_lowercase().as_str())
}

/// Whether a saved game is the one that was asked for, as far as anything was said.
fn agrees<G: AiPlayers>(args: &PlayArgs, request: &Request<G::Setup>, saved: &Saved<G::Setup>) -> bool {
    let mut players = request.seats.iter().zip(saved.players());
    request.setup.as_ref().is_none_or(|setup| setup == saved.setup())
        && players.all(|(seat, player)| seat.as_ref().is_none_or(|seat| seat.to_string() == *player))
        && args.seed.is_none_or(|seed| seed == saved.seed())
        && args.clock.is_none_or(|clock| saved.time_control() == Some(clock))
}

/// What the window's settings say about the last game.
#[derive(Default, Deserialize)]
#[serde(default)]
struct LastGame {
    players: Vec<String>,
}

/// The opponent where none is named: the last one in the window, at first the weakest level. Scripts always play against
/// the weakest level.
fn usual_opponent<G: AiPlayers>(store: &Store, interactive: bool, messages: &mut Vec<String>) -> Spec {
    if !interactive {
        return G::first_opponent();
    }
    let (last, notice) = store.settings::<LastGame>();
    messages.extend(notice);
    let players = last.players.iter().rev().filter_map(|text| text.parse::<Spec>().ok());
    players
        .filter(|spec| spec.command().is_none())
        .find(|spec| G::knows_player(spec.name()))
        .unwrap_or_else(G::first_opponent)
}

fn new_game<G: AiPlayers>(
    args: &PlayArgs,
    request: &Request<G::Setup>,
    seed: u64,
    opponent: &Spec,
) -> Result<Session<G>, Failure> {
    let setup = request.setup.clone().unwrap_or_default();
    let sides = G::sides(&setup);
    if request.seats.len() > sides && request.seats[sides..].iter().any(Option::is_some) {
        let wrong = NotStarted::Seats { wanted: sides, given: request.seats.len() };
        return Err(Failure::bad(wrong));
    }
    let seats = Seat::fill(&request.seats, sides, opponent);
    let session = start_game(move |work| Ok(Session::start(setup, seats, seed, work)?));
    let mut session = session.map_err(|error| match error {
        BadSave::NotStarted(NotStarted::Cancelled) => Failure::No(NotStarted::Cancelled.to_string()),
        BadSave::NotStarted(NotStarted::Player(BadSpec::Unknown { name, known })) => {
            Failure::bad(BadSpec::Unknown { name, known: format!("human, {known}") })
        }
        other => Failure::bad(other),
    })?;
    session.set_clock(args.clock);
    Ok(session)
}
