//! The command line of a game: the verbs that all games have, and those of the game itself.

use super::review::{self, ReviewArgs};
use super::{Failure, SeatArgs, SetupArgs, exit_with_usage, fresh_seed, players_and_examples};
use crate::arena::{self, ArenaArgs, OpeningRule};
use crate::game::Game;
use crate::player::{AiPlayers, Spec};
use crate::protocol;
use crate::session::Session;
use crate::store::{self, Store};
use crate::terminal::{self, PlayArgs, Request};
use crate::visible::stdout;
use crate::words::Words;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

/// What differs between the command lines of games.
pub trait GameProgram: 'static {
    /// The game.
    type Game: AiPlayers + Words;
    /// What the game is, in a sentence.
    const ABOUT: &'static str;
    /// The options of the AI players, for `--help`.
    const PLAYER_OPTIONS: &'static str;
    /// The setup options that `engine` takes; all of them by default.
    const ENGINE_OPTIONS: Option<&'static [&'static str]> = None;
    /// What `engine` does, for its `--help`.
    const ENGINE_ABOUT: &'static str =
        "Run as an engine: speak the Universal Game Interface on standard input and output";
    /// What `bench` does, for its `--help`.
    const BENCH_ABOUT: &'static str =
        "Measure the speed of the searches on fixed positions; the node count identifies the searches";
    /// The end of `engine --help`.
    const ENGINE_HELP: &'static str = "";
    /// Command lines to try, each with what it does.
    fn examples() -> Vec<(String, &'static str)>;
    /// What `review` reads, for its `--help`.
    const REVIEWS: &'static str = "The saved game";
    /// A game for `review` that is not a saved one; `None` if this is the name of a saved one.
    fn recorded(source: &Path, store: &Store) -> Option<Result<Session<Self::Game>, Failure>> {
        let _ = (source, store);
        None
    }
    /// How the arena makes openings; `None` if it cannot.
    fn openings(setup: &<Self::Game as Game>::Setup) -> Option<OpeningRule<Self::Game>> {
        let _ = setup;
        None
    }
    /// Runs the benchmark and returns its report, as one JSON object or for humans.
    fn bench(json: bool) -> Result<String, Failure>;
    /// The verbs that only this game has.
    fn verbs() -> Vec<Verb> {
        Vec::new()
    }
    /// Speaks the engine protocol.
    fn engine(setup: <Self::Game as Game>::Setup, level: Spec, seed: u64) -> Result<(), Failure> {
        protocol::engine::<Self::Game>(setup, level, seed)
    }
    /// Opens the window and returns when it is closed. An error says why there is none.
    fn open_window(store: &Store) -> Result<(), String> {
        let _ = store;
        Err("This program was built without its window".to_owned())
    }
    /// The help text of a file that the bare command opens, as in `cellgame rule.ccell`; `None` if it opens none.
    const FILE: Option<&'static str> = None;
    /// The setup of the game that such a file begins. An error says in a sentence what is wrong with the file.
    fn setup_from_file(file: &Path) -> Result<<Self::Game as Game>::Setup, String> {
        Err(format!("{} cannot be opened: this program opens no files", file.display()))
    }
    /// The same as [`GameProgram::open_window`], with a new game of this setup.
    fn open_window_with(store: &Store, setup: <Self::Game as Game>::Setup) -> Result<(), String> {
        let _ = setup;
        Self::open_window(store)
    }
}

/// A verb of one game.
pub struct Verb {
    command: Command,
    run: RunVerb,
}

type RunVerb = Box<dyn FnOnce(&ArgMatches, &Context) -> Result<(), Failure>>;

impl Verb {
    /// A verb with its arguments.
    pub fn new<A: Args>(
        name: &'static str,
        about: &'static str,
        run: impl FnOnce(A, &Context) -> Result<(), Failure> + 'static,
    ) -> Verb {
        let run = |matches: &ArgMatches, context: &Context| run(parsed(matches), context);
        // A description in the arguments' own documentation is not shown.
        Verb { command: A::augment_args(Command::new(name)).about(about), run: Box::new(run) }
    }

    /// The same, with more lines at the end of its `--help`.
    pub fn after_help(self, text: impl Into<String>) -> Verb {
        Verb { command: self.command.after_help(text.into()), ..self }
    }
}

/// What a verb is given besides its arguments.
#[derive(Debug, Clone)]
pub struct Context {
    program: &'static str,
    data_dir: Option<PathBuf>,
}

impl Context {
    /// The folders of the program.
    pub fn store(&self) -> Result<Store, Failure> {
        Store::open(self.program, self.data_dir.as_deref()).map_err(Failure::bad)
    }

    /// The folder of `--data-dir`, if it was given.
    pub fn data_dir(&self) -> Option<&Path> {
        self.data_dir.as_deref()
    }
}

/// The whole command line of a game.
pub fn command<P: GameProgram>() -> Command {
    let name = <P::Game as Game>::FACTS.name;
    let data_dir = Arg::new("data-dir").long("data-dir").value_name("DIR").global(true);
    let about = "Without a command, the window opens. Without a display, the game is played in the terminal.";
    let command = Command::new(name)
        .version(env!("CARGO_PKG_VERSION"))
        .about(P::ABOUT)
        .long_about(format!("{}\n\n{about}", P::ABOUT))
        .after_help(players_and_examples::<P::Game>(P::PLAYER_OPTIONS, &P::examples()))
        .arg(
            data_dir
                .value_parser(value_parser!(PathBuf))
                .help("Folder for settings and games, instead of the default folders"),
        )
        .subcommands([play::<P>(), review::<P>(), arena::<P>(), engine::<P>(), bench::<P>()]);
    let command = if P::Game::OTHER_PROGRAMS { command.arg(engine_timeout()) } else { command };
    let command = match P::FILE {
        Some(help) => {
            command.arg(Arg::new("file").value_name("FILE").value_parser(value_parser!(PathBuf)).help(help))
        }
        None => command,
    };
    P::verbs().into_iter().fold(command, |command, verb| command.subcommand(verb.command))
}

fn engine_timeout() -> Arg {
    Arg::new("engine-timeout")
        .long("engine-timeout")
        .value_name("SECONDS")
        .global(true)
        .value_parser(value_parser!(u64).range(1..=86_400))
        .help("Time for each answer of a cmd:COMMAND that has no limit of its own [default: 10, 120 for a move]")
}

type SetupOf<P> = <<P as GameProgram>::Game as Game>::Setup;

fn play<P: GameProgram>() -> Command {
    let command = Command::new("play");
    let command = SetupArgs::<SetupOf<P>>::augment_args(SeatArgs::<P::Game>::augment_args(command));
    // A game that is continued has its setup and players.
    let command = command.mut_args(|arg| arg.conflicts_with_all(["resume", "load"]));
    PlayArgs::augment_args(command).about("Play in the terminal")
}

fn review<P: GameProgram>() -> Command {
    let about = "Find the mistakes of a saved game, with what would have been better";
    ReviewArgs::augment_args(Command::new("review"))
        .about(about)
        .mut_arg("file", |file| file.help(P::REVIEWS))
}

fn arena<P: GameProgram>() -> Command {
    let command = Command::new("arena").about("Play a match between AI players and report who is stronger");
    SetupArgs::<SetupOf<P>>::augment_args(ArenaArgs::augment_args(command).about(None::<&str>))
        .about("Play a match between AI players and report who is stronger")
}

fn engine<P: GameProgram>() -> Command {
    let wanted = |key: &str| P::ENGINE_OPTIONS.is_none_or(|keys| keys.contains(&key));
    let command = Command::new("engine").about(P::ENGINE_ABOUT);
    let command = SetupArgs::<SetupOf<P>>::augment_with(command, wanted);
    let seed = Arg::new("seed").long("seed").value_name("S").value_parser(value_parser!(u64));
    let level = Arg::new("level").long("level").value_name("PLAYER").value_parser(Spec::from_str);
    command
        .arg(level.help("The AI player [default: the strongest]"))
        .arg(seed.help("Random seed, to repeat a run; a new one is chosen by default"))
        .after_help(P::ENGINE_HELP)
}

fn bench<P: GameProgram>() -> Command {
    let json = Arg::new("json").long("json").action(ArgAction::SetTrue).help("Print one JSON object");
    Command::new("bench").about(P::BENCH_ABOUT).arg(json)
}

/// Runs the program with its command line.
pub fn run<P: GameProgram>() -> Result<(), Failure> {
    run_from::<P>(std::env::args_os())
}

/// Runs the program with this command line, the name of the program first.
pub fn run_from<P: GameProgram>(args: impl IntoIterator<Item = OsString>) -> Result<(), Failure> {
    let matches = command::<P>().try_get_matches_from(args).unwrap_or_else(|why| exit_with_usage(&why));
    let name = <P::Game as Game>::FACTS.name;
    let context = Context { program: name, data_dir: matches.get_one::<PathBuf>("data-dir").cloned() };
    store::begin(name, context.data_dir());
    crate::companions::pass_on_data_dir(context.data_dir());
    if let Ok(Some(seconds)) = matches.try_get_one::<u64>("engine-timeout") {
        protocol::set_answer_timeout(Duration::from_secs(*seconds));
    }
    let file = P::FILE.and_then(|_| matches.get_one::<PathBuf>("file"));
    if let (Some(file), Some(_)) = (file, matches.subcommand()) {
        let file = file.display();
        return Err(Failure::Bad(format!("give either a command or a file to open, not both: {file}")));
    }
    let Some((verb, matches)) = matches.subcommand() else {
        let setup = file.map(|file| P::setup_from_file(file)).transpose().map_err(Failure::Bad)?;
        let store = context.store()?;
        let opened = match &setup {
            Some(setup) => P::open_window_with(&store, setup.clone()),
            None => P::open_window(&store),
        };
        return opened.or_else(|why| terminal::instead::<P::Game>(why, setup, &store));
    };
    let setup = |matches| parsed::<SetupArgs<SetupOf<P>>>(matches).0;
    match verb {
        "play" => {
            let seats = parsed::<SeatArgs<P::Game>>(matches).seats;
            let request = Request { setup: setup(matches), seats };
            terminal::run::<P::Game>(&parsed::<PlayArgs>(matches), &request, &context.store()?)
        }
        "review" => review::run::<P>(&parsed::<ReviewArgs>(matches), &context, &mut stdout()),
        "arena" => {
            let setup = setup(matches).unwrap_or_default();
            let (args, rule) = (parsed::<ArenaArgs>(matches), P::openings(&setup));
            arena::run::<P::Game>(&args, &setup, &context.store()?, rule.as_ref(), &mut stdout())
        }
        "engine" => {
            let level = matches.get_one::<Spec>("level").cloned().unwrap_or_else(P::Game::strongest);
            let seed = matches.get_one::<u64>("seed").copied().unwrap_or_else(fresh_seed);
            P::engine(setup(matches).unwrap_or_default(), level, seed)
        }
        "bench" => {
            let report = P::bench(matches.get_flag("json"))?;
            let mut out = stdout();
            writeln!(out, "{}", report.trim_end())?;
            Ok(out.flush()?)
        }
        other => match P::verbs().into_iter().find(|verb| verb.command.get_name() == other) {
            Some(verb) => (verb.run)(matches, &context),
            None => Err(Failure::Bad(format!("there is no command '{other}'"))),
        },
    }
}

/// Arguments that clap has checked already. What it cannot check itself ends the program with its message.
fn parsed<A: FromArgMatches>(matches: &ArgMatches) -> A {
    A::from_arg_matches(matches).unwrap_or_else(|why| exit_with_usage(&why))
}
